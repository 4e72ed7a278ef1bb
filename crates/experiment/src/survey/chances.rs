//! How likely each side is to win, as `champion` sees it, and what a round's course is by that.
//!
//! As a turn begins, the networks say how likely each seat is to win, from what it may see itself:
//! who is on turn if it does what is best, the others as if their own turn had just ended. These
//! odds to some power, divided by their sum over the sides, are the chances. The power is found by
//! maximum likelihood on deals of the official game that are not counted, for each table: so of
//! positions where a side of that table is said to win in 7 of 10 games, about as many are won. It is
//! the same for all rule sets, for by powers of their own they would seem to differ.

use super::tally::Course;
use unobench_core::game::{ActiveRules, Memory, Round, Seat, SeatSet, View};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Catalogue, Player, Strategy};
use unobench_core::table::{Judge, RoundStats, SeatProspects, Table};

/// Of so many blocks of each group, in the order of their numbers, one is judged.
pub(super) const EVERY: u64 = 10;
/// Whose chances they are.
const WHO: &str = "champion:aim=win";
/// From where on blocks are not counted: they tell the power.
const APART: u64 = 1 << 62;
/// How many of them there are.
const DEALS: u64 = 128;
/// The largest power, and how many bits of it are found.
const MOST: f64 = 4.0;
const BITS: i32 = 10;
/// The logit of a chance of none, in 2⁻²⁰.
const OUT: i32 = -(64 << 20);
/// Above which a side has as good as won.
const DECIDED: f64 = 0.9;

/// The networks, at a table under some rules.
pub(super) struct Sage {
    player: Box<dyn Strategy>,
    active_rules: ActiveRules,
}

impl Judge for Sage {
    fn prospects(&self, round: &Round, memory: &Memory) -> SeatProspects {
        // Who is knocked out wins no more.
        let mut prospects = [OUT; MAX_SEATS];
        for seat in round.in_play().iter() {
            let round = match seat == round.mover() {
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

/// Who judges a table.
pub(super) struct Judging {
    pub sage: Sage,
    pub chances: Chances,
}

impl Judging {
    /// None without the networks. The power is that of their odds as they are.
    pub(super) fn of(catalogue: Catalogue, rules: &RuleSet, players: usize) -> Option<Judging> {
        let Player::Honest(player) = catalogue.parse(WHO).ok()?.player() else { return None };
        let active_rules = ActiveRules::of(rules);
        let count = if rules.scoring.partners { players / 2 } else { players };
        let side = |side| SeatSet::first(players).filter(|seat: Seat| seat.index() % count == side);
        let sides = (0..count).map(side).collect();
        Some(Judging {
            sage: Sage { player, active_rules },
            chances: Chances { sides, power: 1.0 },
        })
    }

    /// The power that makes true what is said at a table.
    pub(super) fn fitted<'a>(mut self, table: impl Fn(u64) -> &'a (dyn Table + 'a)) -> f64 {
        let mut stats = Vec::new();
        for block in APART..APART + DEALS {
            table(block).stats_block(block, Some(&self.sage), &mut stats);
        }
        self.chances.fit(&stats);
        self.chances.power
    }
}

/// What prospects mean at a table.
pub(super) struct Chances {
    sides: Vec<SeatSet>,
    pub(super) power: f64,
}

impl Chances {
    /// The logarithm of the likelihood has one summit.
    fn fit(&mut self, stats: &[RoundStats]) {
        let mut power = 0.0;
        for bit in 1..=BITS {
            self.power = power + MOST / f64::from(1 << bit);
            let rises: f64 = stats.iter().map(|stats| self.rise(stats)).sum();
            if rises > 0.0 {
                power = self.power;
            }
        }
        self.power = power;
    }

    fn winner(&self, stats: &RoundStats) -> Option<usize> {
        let winners = stats.outcome.winners;
        self.sides.iter().position(|side| side.bits() & winners != 0)
    }

    /// The logit of each side's chance, and what it is to the power.
    fn sides(&self, prospects: &SeatProspects) -> Vec<(f64, f64)> {
        let side = |side: &SeatSet| {
            let best = side.iter().map(|seat| prospects[seat.index()]).max().unwrap_or_default();
            let logit = f64::from(best) / f64::from(1 << 20);
            (logit, exp(self.power * logit))
        };
        self.sides.iter().map(side).collect()
    }

    /// How the logarithm of the likelihood of who won changes with the power.
    fn rise(&self, stats: &RoundStats) -> f64 {
        let Some(winner) = self.winner(stats) else { return 0.0 };
        let rise = |prospects: &SeatProspects| {
            let sides = self.sides(prospects);
            let whole: f64 = sides.iter().map(|(_, odds)| odds).sum();
            sides[winner].0 - sides.iter().map(|(logit, odds)| logit * odds / whole).sum::<f64>()
        };
        stats.prospects.iter().map(rise).sum()
    }

    fn of(&self, prospects: &SeatProspects) -> Vec<f64> {
        let sides = self.sides(prospects);
        let whole: f64 = sides.iter().map(|(_, odds)| odds).sum();
        sides.iter().map(|(_, odds)| odds / whole).collect()
    }

    /// Adds the course of a round that somebody won.
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
        let end: Vec<f64> = (0..self.sides.len()).map(|side| f64::from(side == winner)).collect();
        let moved = |[one, other]: [&Vec<f64>; 2]| {
            one.iter().zip(other).map(|(one, other)| (one - other).abs()).sum::<f64>() / 2.0
        };
        let pairs = chances.iter().zip(chances.iter().skip(1).chain([&end]));
        let millionths = |chance: f64| (1e6 * chance).round() as u64;
        course.games += 1;
        course.turns += chances.len() as u64;
        course.lead_changes +=
            chances.windows(2).filter(|at| lead(&at[0]) != lead(&at[1])).count() as u64;
        course.lowest += millionths(of_winner().fold(1.0, f64::min));
        let decided = of_winner().enumerate().filter(|(_, chance)| *chance <= DECIDED);
        course.decided += decided.map(|(turn, _)| turn as u64 + 1).next_back().unwrap_or_default();
        course.moved += pairs.map(|(one, other)| millionths(moved([one, other]))).sum::<u64>();
        for at in &chances {
            for (side, &chance) in at.iter().enumerate() {
                course.say(chance, side == winner);
            }
        }
    }
}

/// The exponential function by multiplication alone, so that every machine has the same.
fn exp(x: f64) -> f64 {
    let small = x.clamp(-30.0, 30.0) / 1024.0;
    let mut power = 1.0 + small + small * small / 2.0 + small * small * small / 6.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_core::rng::{Purpose, RoundKey};
    use unobench_core::table::Outcome;

    fn stats(prospects: Vec<SeatProspects>, winners: u16) -> RoundStats {
        let stalled = winners == 0;
        let outcome = Outcome { winners, turns: 9, stalled, ..Outcome::default() };
        RoundStats { outcome, asked: 9, forced: 0, drawn: 0, prospects }
    }

    fn prospects(logits: &[f64]) -> SeatProspects {
        let mut prospects = [0; MAX_SEATS];
        let places = prospects.iter_mut().zip(logits);
        places.for_each(|(place, logit)| *place = (logit * f64::from(1 << 20)) as i32);
        prospects
    }

    fn alone(players: usize) -> Vec<SeatSet> {
        let only = |side| SeatSet::first(players).filter(move |seat| seat.index() == side);
        (0..players).map(only).collect()
    }

    /// Winners are drawn by the odds to the power 0.6; then what is said is what happens.
    #[test]
    fn the_power_that_games_were_played_by_is_found_and_makes_true_what_is_said() {
        let mut rng = RoundKey::new(1, 0, 0).stream(Purpose::Deal, 0);
        let uniform =
            |rng: &mut unobench_core::rng::Rng| f64::from(rng.below(1 << 30)) / f64::from(1 << 30);
        let truth = Chances { sides: alone(3), power: 0.6 };
        let game = |_| {
            let logits: Vec<f64> = (0..3).map(|_| 8.0 * uniform(&mut rng) - 4.0).collect();
            let at = prospects(&logits);
            let (mut ticket, chances) = (uniform(&mut rng), truth.of(&at));
            let won = chances.iter().position(|chance| {
                ticket -= chance;
                ticket < 0.0
            });
            stats(vec![at], 1 << won.unwrap_or(2))
        };
        let games: Vec<RoundStats> = (0..20_000).map(game).collect();
        let mut found = Chances { sides: alone(3), power: 1.0 };
        found.fit(&games);
        assert!((found.power - 0.6).abs() < 0.02, "{}", found.power);
        let mut course = Course::default();
        games.iter().for_each(|game| found.add(game, &mut course));
        assert_eq!((course.games, course.turns), (20_000, 20_000));
        for (range, [said, won]) in course.said.0.as_chunks::<2>().0.iter().enumerate() {
            let share = *won as f64 / *said as f64;
            assert!((share - 0.1 * range as f64 - 0.05).abs() < 0.04, "{range}: {share}");
        }
    }

    #[test]
    fn a_course_is_told_by_the_chances_of_the_side_that_won() {
        let chances = Chances { sides: alone(2), power: 1.0 };
        let odds = [0.5_f64, 0.25, 0.95, 0.8, 0.95];
        let at = |chance: &f64| prospects(&[(chance / (1.0 - chance)).ln(), 0.0]);
        let mut course = Course::default();
        chances.add(&stats(odds.iter().map(at).collect(), 1), &mut course);
        // 0.5 is the lead of the first of two; then the other has it, then the first again.
        let Course { games, turns, lead_changes, lowest, decided, moved, said } = course;
        assert_eq!((games, turns, lead_changes, decided), (1, 5, 2, 4));
        assert!(lowest.abs_diff(250_000) < 10, "{lowest}");
        assert!(moved.abs_diff(250_000 + 700_000 + 150_000 + 150_000 + 50_000) < 50, "{moved}");
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
        let chances = Chances { sides, power: 1.0 };
        let of = chances.of(&prospects(&[0.0, 1.0, 2.0, -3.0]));
        let odds = [2.0_f64, 1.0].map(f64::exp);
        assert!((of[0] - odds[0] / (odds[0] + odds[1])).abs() < 1e-5, "{of:?}");
    }

    #[test]
    fn an_exponential_is_one() {
        for x in [-29.0, -3.5, 0.0, 0.1, 8.0] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 1e-4, "{x}");
        }
    }
}
