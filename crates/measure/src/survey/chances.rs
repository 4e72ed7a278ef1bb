//! How likely each side is to win, as `champion` sees it, and what a round's course is by that.
//!
//! As a turn begins, the networks say how likely each seat is to win, from what it may see itself:
//! who is on turn if it does what is best, the others as if their own turn had just ended. These,
//! with all odds divided so that they add up to 1, are the chances. What the networks say is as
//! often as seats won that they said it of, in the official game among `champion`: nothing is fitted
//! in a survey, so that it is the same for all rule sets, tables and seeds.

use super::tally::Course;
use unobench_core::game::{ActiveRules, Memory, Round, Seat, SeatSet, View};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Catalogue, Player, Strategy};
use unobench_core::table::{Judge, RoundStats, SeatProspects};

/// Of so many blocks of each group, in the order of their numbers, one is judged.
pub(super) const EVERY: u64 = 10;
/// What is sure, in millionths.
const SURE: i32 = 1_000_000;
/// Until the number by which odds are divided is known to a millionth.
const STEPS: usize = 24;
/// Whose chances they are.
const WHO: &str = "champion:aim=win";

pub(super) struct Sage {
    player: Box<dyn Strategy>,
    active_rules: ActiveRules,
}

impl Judge for Sage {
    fn prospects(&self, round: &Round, memory: &Memory) -> SeatProspects {
        // Who is knocked out wins no more.
        let mut prospects = [0; MAX_SEATS];
        for seat in round.in_play().iter() {
            let round = match seat == round.to_move() {
                true => round.on_turn(&self.active_rules, seat),
                false => round.off_turn(seat),
            };
            let view = View::new(&round, &self.active_rules, &[0; MAX_SEATS], seat);
            let prospect = self.player.prospect(&view.remembering(memory));
            prospects[seat.index()] = prospect.unwrap_or_default();
        }
        prospects
    }
}

pub(super) struct Judging {
    pub sage: Sage,
    pub chances: Chances,
}

impl Judging {
    /// None without the networks.
    pub(super) fn of(catalogue: Catalogue, rules: &RuleSet, players: usize) -> Option<Judging> {
        let Player::Honest(player) = catalogue.parse(WHO).ok()?.player() else { return None };
        let active_rules = ActiveRules::of(rules);
        let count = rules.scoring.sides(players);
        let side = |side| SeatSet::first(players).filter(|seat: Seat| seat.index() % count == side);
        let sides = (0..count).map(side).collect();
        Some(Judging { sage: Sage { player, active_rules }, chances: Chances { sides } })
    }
}

pub(super) struct Chances {
    sides: Vec<SeatSet>,
}

impl Chances {
    fn winner(&self, stats: &RoundStats) -> Option<usize> {
        self.sides.iter().position(|side| side.bits() & stats.outcome.winners != 0)
    }

    /// Each side's chance: the larger of two partners', with the odds of all sides divided by the
    /// same number, so that the chances add up to 1. By arithmetic alone, so that every machine
    /// finds the same.
    fn of(&self, prospects: &SeatProspects) -> Vec<f64> {
        let odds = |side: &SeatSet| {
            let best = side.iter().map(|seat| prospects[seat.index()]).max().unwrap_or_default();
            let best = f64::from(best.clamp(1, SURE - 1));
            best / (f64::from(SURE) - best)
        };
        let odds: Vec<f64> = self.sides.iter().map(odds).collect();
        let chances = |by: f64| odds.iter().map(move |odds| odds / (odds + by));
        let (mut by, mut step) = (1.0, 65536.0_f64);
        for _ in 0..STEPS {
            by *= if chances(by).sum::<f64>() > 1.0 { step } else { 1.0 / step };
            step = step.sqrt();
        }
        let whole: f64 = chances(by).sum();
        chances(by).map(|chance| chance / whole).collect()
    }

    pub(super) fn add(&self, stats: &RoundStats, course: &mut Course) {
        let Some(winner) = self.winner(stats).filter(|_| !stats.prospects.is_empty()) else {
            return;
        };
        let chances: Vec<Vec<f64>> = stats.prospects.iter().map(|at| self.of(at)).collect();
        let of_winner = || chances.iter().map(|at| at[winner]);
        let lead = |at: &Vec<f64>| {
            let most = at.iter().copied().fold(0.0, f64::max);
            at.iter().position(|chance| *chance == most)
        };
        let millionths = |chance: f64| (1e6 * chance).round() as u64;
        course.games += 1;
        course.turns += chances.len() as u64;
        course.lead_changes +=
            chances.windows(2).filter(|at| lead(&at[0]) != lead(&at[1])).count() as u64;
        course.lowest += millionths(of_winner().fold(1.0, f64::min));
        for at in &chances {
            for (side, &chance) in at.iter().enumerate() {
                course.say(chance, side == winner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_core::table::Outcome;

    fn stats(prospects: Vec<SeatProspects>, winners: u16) -> RoundStats {
        let outcome = Outcome { winners, turns: 9, stalled: winners == 0, ..Outcome::default() };
        RoundStats { outcome, asked: 9, forced: 0, drawn: 0, prospects }
    }

    fn prospects(chances: &[f64]) -> SeatProspects {
        let mut prospects = [0; MAX_SEATS];
        let places = prospects.iter_mut().zip(chances);
        places.for_each(|(place, chance)| *place = (1e6 * chance).round() as i32);
        prospects
    }

    fn alone(players: usize) -> Vec<SeatSet> {
        let only = |side| SeatSet::first(players).filter(move |seat| seat.index() == side);
        (0..players).map(only).collect()
    }

    #[test]
    fn a_course_is_told_by_the_chances_of_the_side_that_won() {
        let chances = Chances { sides: alone(2) };
        let said = [0.5_f64, 0.25, 0.95, 0.8, 0.95];
        let at = |chance: &f64| prospects(&[*chance, 1.0 - chance]);
        let mut course = Course::default();
        chances.add(&stats(said.iter().map(at).collect(), 1), &mut course);
        // 0.5 is the lead of the first of two; then the other has it, then the first again.
        let Course { games, turns, lead_changes, lowest, said } = course;
        assert_eq!((games, turns, lead_changes), (1, 5, 2));
        assert!(lowest.abs_diff(250_000) < 10, "{lowest}");
        assert_eq!(said.0.iter().step_by(2).sum::<u64>(), 10);
        assert_eq!(said.0[18..], [2, 2]);
        // Nothing is told of who nobody beat, nor before a judge has said anything.
        let mut nothing = Course::default();
        chances.add(&stats(vec![[0; MAX_SEATS]], 0), &mut nothing);
        chances.add(&stats(Vec::new(), 1), &mut nothing);
        assert_eq!(nothing, Course::default());
    }

    #[test]
    fn partners_are_one_side() {
        let sides: Vec<SeatSet> = (0..2)
            .map(|side| SeatSet::first(4).filter(move |seat| seat.index() % 2 == side))
            .collect();
        let of = Chances { sides }.of(&prospects(&[0.1, 0.2, 0.3, 0.05]));
        // What the seats expect for themselves is too little in all: odds of 3 : 7 and 1 : 4.
        let ratio = (3.0_f64 / 7.0 / 0.25).sqrt();
        assert!((of[0] - ratio / (1.0 + ratio)).abs() < 1e-5, "{of:?}");
        assert!((of.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{of:?}");
    }
}
