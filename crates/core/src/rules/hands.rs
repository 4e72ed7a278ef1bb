//! `[hands]`: cards that move hands, and the launcher.

use super::section::{choice, section};

choice! {
    /// What a 7 or a 0 does as the last card.
    SwapOnLastCard {
        /// Nothing is swapped, the hand is empty.
        RoundEnds = "round_ends",
        /// The swap applies first; whoever is then without cards is out.
        Applies = "applies",
    }

    /// Whether a player of a card that swaps hands has to.
    Swap {
        /// It has to (A, C).
        Must = "must",
        /// It may keep its hand.
        May = "may",
        /// It may keep its hand after a swap hands (D), after a 7 it has to swap.
        MayCard = "may_card",
    }
}

section! {
    /// Cards that move hands, and the launcher in place of the draw pile.
    HandRules {
        /// Whether a player who plays a 7 swaps hands with any player (A, C, D).
        seven_swaps: bool = false;
        /// Whether all hands pass on in the direction of play when a 0 is played (A, C, D).
        zero_rotates: bool = false;
        /// What a 7 or a 0, a swap or a crash does as the last card.
        swap_on_last_card: SwapOnLastCard = SwapOnLastCard::RoundEnds;
        /// Whether a player who plays a 5 may exchange one card with any player; each chooses the
        /// card to give (A, C).
        five_exchanges: bool = false;
        /// Whether a player who plays a swap hands or a 7 has to swap (A, C), or may keep the hand
        /// (D); may_card: after a swap hands alone.
        swap: Swap = Swap::Must;
        /// The most cards that a press of the launcher throws (D, Extreme edition); 0: no launcher.
        launcher: u8 = 0, in 0..=10;
        /// The fewest cards that a press of the launcher throws (D: 1 to n); no more than launcher,
        /// and without effect where there is none.
        launcher_least: u8 = 0, in 0..=3;
    }
}

impl HandRules {
    /// The fewest and the most cards of a press of the launcher.
    pub(crate) const fn thrown(&self) -> [u8; 2] {
        [self.launcher_least, self.launcher]
    }
}
