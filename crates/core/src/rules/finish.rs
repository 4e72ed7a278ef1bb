//! `[finish]`: when a round is over.

use super::section::{choice, section};

choice! {
    /// What an empty hand means.
    FinishWhen {
        /// The round is over.
        FirstOut = "first_out",
        /// Play goes on among the others; the order of going out is the ranking (A, C).
        LastStanding = "last_standing",
        /// Whoever goes out wins only if their hand is still empty when their turn comes round
        /// again (D).
        BringIn = "bring_in",
    }
}

section! {
    /// When a round is over.
    FinishRules {
        /// What an empty hand means (A, C; D).
        when: FinishWhen = FinishWhen::FirstOut;
        /// New cards for the first emptied hand, one fewer each time after (A, C: 6, "seven
        /// rounds"); 0: none.
        refills: u8 = 0, in 0..=6;
    }
}
