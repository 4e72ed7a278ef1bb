//! How likely each side is to win, as `champion` sees it, and what a round's course is by that.
//!
//! As a turn begins, the networks say how likely each seat is to win, from what it may see itself:
//! who is on turn if it does what is best, the others as if their own turn had just ended. What they
//! say is as often as seats won that they said it of, in the official game among `champion`. It is
//! told as it is: each seat knows something else, so all chances together need not be 1, and
//! whatever made them 1 would be as often no more. Nothing is fitted in a survey, so that it is the
//! same for all rule sets, tables and seeds.

use super::tally::LeadCurve;
use unobench_core::game::{ActiveRules, Memory, Round, SeatSet, View};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Catalogue, Player, Strategy};
use unobench_core::table::{Judge, RoundStats, SeatProspects};

/// Of so many blocks of each group, in the order of their numbers, one is judged.
pub(super) const EVERY: u64 = 10;
/// Whose chances they are.
const WHO: &str = "champion:aim=win";

/// What is sure, in millionths.
const SURE: i32 = 1_000_000;

/// The player that says how likely each seat is to win under a rule set.
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

/// Who says how likely seats are to win, and the sides whose chances are noted.
pub(super) struct Judging {
    pub sage: Sage,
    pub chances: ChanceCheck,
}

impl Judging {
    /// None without the networks.
    pub(super) fn of(catalogue: Catalogue, rules: &RuleSet, players: usize) -> Option<Judging> {
        let Player::Honest(player) = catalogue.parse(WHO).ok()?.player() else { return None };
        let active_rules = ActiveRules::of(rules);
        let count = rules.scoring.sides(players);
        let sides = (0..count)
            .map(|side| SeatSet::first(players).filter(|seat| seat.index() % count == side))
            .collect();
        Some(Judging { sage: Sage { player, active_rules }, chances: ChanceCheck { sides } })
    }
}

/// The sides of a table, each with its seats, by which chances are compared with who won.
pub(super) struct ChanceCheck {
    sides: Vec<SeatSet>,
}

impl ChanceCheck {
    fn winner(&self, stats: &RoundStats) -> Option<usize> {
        self.sides.iter().position(|side| side.bits() & stats.outcome.winners != 0)
    }

    /// Each side's chance, in millionths: the larger of two partners'.
    fn of(&self, prospects: &SeatProspects) -> Vec<i32> {
        self.sides
            .iter()
            .map(|side| side.iter().map(|seat| prospects[seat.index()]).max().unwrap_or_default())
            .collect()
    }

    pub(super) fn add(&self, stats: &RoundStats, course: &mut LeadCurve) {
        let Some(winner) = self.winner(stats).filter(|_| !stats.prospects.is_empty()) else {
            return;
        };
        let chances: Vec<Vec<i32>> = stats.prospects.iter().map(|at| self.of(at)).collect();
        let lowest = chances.iter().map(|at| at[winner]).min();
        course.games += 1;
        course.turns += chances.len() as u64;
        course.lead_changes +=
            chances.windows(2).filter(|at| leader(&at[0]) != leader(&at[1])).count() as u64;
        course.lowest += u64::from(lowest.unwrap_or(SURE).unsigned_abs());
        for at in &chances {
            for (side, &chance) in at.iter().enumerate() {
                *course.say(f64::from(chance) / f64::from(SURE)) += u64::from(side == winner);
            }
        }
    }
}

/// The side with the best chance, the first of equals.
fn leader(chances: &[i32]) -> Option<usize> {
    let best = chances.iter().max()?;
    chances.iter().position(|chance| chance == best)
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
        let chances = ChanceCheck { sides: alone(2) };
        let said = [0.5_f64, 0.25, 0.95, 0.8, 0.95];
        let at = |chance: &f64| prospects(&[*chance, 1.0 - chance]);
        let mut course = LeadCurve::default();
        chances.add(&stats(said.iter().map(at).collect(), 1), &mut course);
        // 0.5 is the lead of the first of two; then the other has it, then the first again.
        let LeadCurve { games, turns, lead_changes, lowest, said } = course;
        assert_eq!((games, turns, lead_changes), (1, 5, 2));
        assert_eq!(lowest, 250_000);
        assert_eq!(said.0.iter().step_by(2).sum::<u64>(), 10);
        assert_eq!(said.0[18..], [2, 2]);
        // Nothing is told of who nobody beat, nor before a judge has said anything.
        let mut nothing = LeadCurve::default();
        chances.add(&stats(vec![[0; MAX_SEATS]], 0), &mut nothing);
        chances.add(&stats(Vec::new(), 1), &mut nothing);
        assert_eq!(nothing, LeadCurve::default());
    }

    #[test]
    fn what_is_told_is_what_the_networks_say() {
        let chances = ChanceCheck { sides: alone(3) };
        // Three seats that each know something else: 1.2 in all.
        let (said, mut course) = ([0.75, 0.25, 0.2], LeadCurve::default());
        chances.add(&stats(vec![prospects(&said)], 0b10), &mut course);
        let told: Vec<usize> = (0..10).filter(|range| course.said.0[2 * range] > 0).collect();
        assert_eq!((told, course.lowest), (vec![2, 7], 250_000));
        assert_eq!((course.said.0[4], course.said.0[5], course.said.0[14]), (2, 1, 1));
    }

    #[test]
    fn partners_are_one_side() {
        let sides: Vec<SeatSet> =
            (0..2).map(|side| SeatSet::first(4).filter(|seat| seat.index() % 2 == side)).collect();
        let chances = ChanceCheck { sides };
        assert_eq!(chances.of(&prospects(&[0.1, 0.2, 0.3, 0.05])), [300_000, 200_000]);
    }
}
