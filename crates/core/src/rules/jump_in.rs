//! `[jump_in]`: playing the identical card out of turn.

use super::section::{choice, section};

choice! {
    /// Whose turn it is after a jump-in.
    Resume {
        /// The seat after the one who jumped in (A, C).
        AfterJumper = "after_jumper",
        /// The seat whose turn it would have been (D's other reading).
        Original = "original",
    }

    /// What becomes of the first card's action.
    JumpInActions {
        /// It is cancelled, the second card acts (D).
        Replace = "replace",
        /// Two reverses turn twice; nothing else adds up (A, C).
        Sum = "sum",
    }

    /// Whether players may jump in on their own card.
    Double {
        /// No.
        Off = "off",
        /// Yes, but not on draw cards (D).
        NoDraws = "no_draws",
        /// Yes, but not on wild draw fours (A, C).
        Any = "any",
    }
}

section! {
    /// Playing the identical card out of turn.
    JumpInRules {
        /// Whether a player who holds the identical card may play it out of turn, not on the start
        /// card (A, C).
        enabled: bool = false;
        /// Whose turn it is then: after the jumper (A, C), or that of the player who was next
        /// anyway (D).
        resume: Resume = Resume::AfterJumper;
        /// What becomes of the first card's action (D; A, C).
        actions: JumpInActions = JumpInActions::Replace;
        /// Whether players may jump in on their own card (D; A, C); works without enabled.
        double: Double = Double::Off;
    }
}
