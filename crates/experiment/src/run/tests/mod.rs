//! Whole runs with a table that plays no cards: whatever happens to a run on its way, its bytes are
//! the same.

mod origins;
mod runs;
mod stops;
mod sums;

use crate::header::HeaderRules;
use crate::run::header::Question;
use crate::run::plan::{Plan, PlanParts};
use serde_json::json;
use unobench_core::rules::MAX_SEATS;
use unobench_core::table::{Outcome, PlayBlocks, SeatMap};
use unobench_engine::schedule::Seating;
use unobench_engine::shard::Shard;

/// A table whose games are hashes of their block and seating.
struct Dice {
    players: usize,
    /// Whether some games are won by two seats.
    partners: bool,
    rules: u64,
}

impl Dice {
    fn outcome(&self, block: u64, game: usize, seating: &SeatMap) -> Outcome {
        let deal = hash(block ^ (self.rules << 40));
        let luck = |seat: usize| hash(deal ^ (seat as u64) << 8 ^ u64::from(seating[seat]) << 16);
        let stalled = luck(0) % 23 == 0;
        let winner = (0..self.players)
            .max_by_key(|&seat| luck(seat) % 1000 + u64::from(seating[seat]) * 100)
            .unwrap_or(0);
        let partner = (winner + self.players / 2) % self.players;
        let is_won_by_two = self.partners && deal.is_multiple_of(7);
        let winners = 1 << winner | u16::from(is_won_by_two) << partner;
        let mut outcome = Outcome {
            winners: if stalled { 0 } else { winners },
            scores: [0; MAX_SEATS],
            hand_points: [0; MAX_SEATS],
            turns: (luck(1) % 5) as u32 * 10
                + if deal.is_multiple_of(37) { 100_000 } else { game as u32 },
            stalled,
            first: (deal % self.players as u64) as u8,
            faults: [0; MAX_SEATS],
        };
        if !stalled {
            outcome.scores[winner] =
                if deal.is_multiple_of(41) { -300 } else { (luck(2) % 6) as i32 * 50 };
            outcome.hand_points[(winner + 1) % self.players] = (luck(3) % 90) as u32;
            outcome.faults[winner] = u32::from(luck(4).is_multiple_of(19));
        }
        outcome
    }
}

impl PlayBlocks for Dice {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        outcomes.extend(
            seatings.iter().enumerate().map(|(game, seating)| self.outcome(block, game, seating)),
        );
    }
}

/// A mixing function (the finalizer of SplitMix64).
fn hash(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A plan of so many games for strategies named by letters.
fn plan(line_up: &str, players: usize, seating: Seating, games: u64, shard: Option<Shard>) -> Plan {
    let line_up: Vec<String> = line_up.split(' ').map(str::to_owned).collect();
    let rules = |name: &str| HeaderRules {
        name: name.to_owned(),
        settings: json!({"scoring": {"partners": false}}),
    };
    let rules = vec![rules("official"), rules("double")];
    let question = Question::Run;
    let parts = PlanParts {
        question,
        line_up: &line_up,
        nanoseconds: &vec![400; line_up.len()],
        line_ups: None,
        files: Default::default(),
        versions: Default::default(),
        bots: Default::default(),
        players,
        seating,
        match_play: false,
        on_fault: Default::default(),
        games,
        seed: 1,
        rules,
        stop: None,
        shard,
    };
    Plan::new(parts).expect("a plan that can be played")
}
