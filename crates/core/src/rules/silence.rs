//! `[silence]`: when nobody may speak.

use super::section::{choice, section};

choice! {
    /// What starts a silence.
    SilenceMode {
        /// Nothing.
        Off = "off",
        /// A played 2; it lasts until play comes back to the player who laid it (A, C).
        Twos = "twos",
        /// A black card; it lasts until the named colour changes (A, C).
        Wilds = "wilds",
    }
}

section! {
    /// When nobody may speak; how often somebody does is a matter of `[people]`.
    SilenceRules {
        /// What starts a silence (A, C).
        mode: SilenceMode = SilenceMode::Off;
        /// Cards drawn by the first player who speaks, which ends the silence (A, C).
        penalty: u8 = 2, in 0..=10;
    }
}
