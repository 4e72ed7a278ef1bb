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
    pub(super) sides: Vec<SeatSet>,
}

impl ChanceCheck {
    fn winner(&self, stats: &RoundStats) -> Option<usize> {
        self.sides.iter().position(|side| side.bits() & stats.outcome.winners != 0)
    }

    /// Each side's chance, in millionths: the larger of two partners'.
    pub(super) fn of(&self, prospects: &SeatProspects) -> Vec<i32> {
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
