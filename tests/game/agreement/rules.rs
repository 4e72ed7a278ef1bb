//! Rule sets to compare on: each value of each key that is built, and random combinations.

pub(crate) use unobench_core::rules::drawn::{accept, all_keys, random_rules};

use crate::support::*;
use unobench_core::rules::drawn::{companions, dedup};

/// Players who do anything play for long.
const SHORT: &str = "play.turn_limit=150";

/// The rule set with one value set, for a number of seats; none where such a table cannot play.
pub(crate) fn with_value(key: &str, value: &str, players: usize) -> Option<RuleSet> {
    let mut assignments = [companions(key, value), vec![format!("{key}={value}")]].concat();
    if key != "play.turn_limit" {
        assignments.push(SHORT.to_string());
    }
    accept(&assignments, players).or_else(|| {
        // Ten seats may need more cards, or smaller hands.
        let roomier =
            [vec!["deck.packs=2".to_string(), "setup.hand_size=5".to_string()], assignments]
                .concat();
        accept(&dedup(roomier), players)
    })
}
