//! What the network is told of the rule set: it stands from the first card to the last.

use super::rows::{Own, Rows};
use unobench_core::game::{ActiveRules, TRAITS};

const _: () = assert!(Own::ALL[Own::Rules as usize].1 == TRAITS);

/// Adds the rows of the rule set, which count in every decision of a table.
#[inline(always)]
pub fn house(rules: &ActiveRules, active: &mut impl Rows) {
    for (first, half) in [(0, rules.traits as u64), (64, (rules.traits >> 64) as u64)] {
        let mut traits = half;
        while traits != 0 {
            active.own(Own::Rules, first + traits.trailing_zeros() + 1);
            traits &= traits - 1;
        }
    }
}
