//! `[uno]`: the call at the last card but one.

use super::section::section;

section! {
    /// The call at the last card but one.
    UnoRules {
        /// Whether a player who plays the last card but one has to call.
        call: bool = true;
        /// Cards drawn by a player who did not call and was caught before the next player began
        /// (A3: 4).
        penalty: u8 = 2, in 0..=10;
        /// Cards drawn for calling without cause (D: 4; fines in A, B, C: 2).
        false_call_penalty: u8 = 0, in 0..=10;
        /// Whether at a call all others lay a hand on the pile, and the last one draws 2 (A, C, "to
        /// the centre"); needs call.
        slam: bool = false;
    }
}
