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
}

section! {
    /// Cards that move hands, and the launcher in place of the draw pile.
    HandRules {
        /// Whether who plays a 7 swaps hands with a player of choice (A, C, D).
        seven_swaps: bool = false;
        /// Whether all hands pass on in the direction of play when a 0 is played (A, C, D).
        zero_rotates: bool = false;
        /// What a 7 or a 0, a swap or a crash does as the last card.
        swap_on_last_card: SwapOnLastCard = SwapOnLastCard::RoundEnds;
        /// Whether who plays a 5 may exchange one card with any player; each chooses the card to
        /// give (A, C).
        five_exchanges: bool = false;
        /// The most cards that a press of the launcher throws (D, Extreme edition); 0: no launcher.
        launcher: u8 = 0, in 0..=10;
    }
}
