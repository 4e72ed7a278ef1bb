//! `[deck]`: which cards there are.

use super::cards::OwnCards;
use super::section::{choice, section};
use super::tables::CardCounts;
use crate::cards::{Deck, DeckEdition, EDITIONS, Kind, Notation, Symbol};

choice! {
    /// Which printed deck is played with; the counts of wilds are keys of their own.
    Edition {
        /// 108 cards: per colour one 0, two each of 1–9, skip, reverse and draw two; 4 wilds, 4
        /// wild draw fours (A, B, C, D).
        Standard = "standard",
        /// 56 cards: per colour 1–9 with two 1s, one each of skip, draw one and draw two; 4 wilds
        /// (D).
        Junior = "junior",
    }
}

section! {
    /// Which cards there are, and how many of each; all counts are cards in one pack.
    DeckRules {
        /// The printed deck that the coloured cards come from (A, B, C, D).
        edition: Edition = Edition::Standard;
        /// Number of wilds; the default is that of both editions.
        wild: u8 = 4, in 0..=8;
        /// Number of wild draw fours; the default is 4, of the junior edition 0.
        wild_draw_four: u8 = 4, in 0..=8;
        /// Number of white spare cards (A1: four); a blank is a wild.
        blanks: u8 = 0, in 0..=4;
        /// Cards that the next player draws for a blank, losing the turn (10 in A and C, 8 in A1);
        /// 0: a blank has no effect.
        blank_draws: u8 = 0, in 0..=3, 5..=20;
        /// Number of white cards whose player swaps hands with any player; a wild (D).
        swap_hands: u8 = 0, in 0..=4;
        /// Number of crash cards, which shuffle and redeal the hands of their player and the next;
        /// a wild (D, Cars edition).
        crash: u8 = 0, in 0..=4;
        /// Number of wild downpours for which all others draw 1 (A2, A4; H2O).
        downpour_one: u8 = 0, in 0..=4;
        /// Number of wild downpours for which all others draw 2 (A2, A4; H2O).
        downpour_two: u8 = 0, in 0..=4;
        /// How many cards there are of symbols, in each colour, or of single kinds, which win over
        /// their symbol; the table wins over every other count (decks on sale).
        cards: CardCounts = CardCounts::EMPTY;
        /// Number of wilds whose player collects all hands, shuffles them and deals them out again,
        /// one card at a time, from the next seat on (decks on sale).
        shuffle_hands: u8 = 0, in 0..=4;
        /// Whole decks shuffled together; multiplies every count.
        packs: u8 = 1, in 1..=2;
        /// Cards that no printed deck of the catalogue has, with what they do (decks on sale, and
        /// every family's own).
        card: OwnCards = OwnCards::NONE;
    }
}

impl Edition {
    /// What is in one box of the edition.
    pub fn printed(self) -> &'static DeckEdition {
        &EDITIONS[self as usize]
    }

    /// The number of wilds unless a rule set says otherwise.
    pub fn wilds(self) -> u8 {
        self.printed().wilds[0].1
    }

    /// The number of wild draw fours unless a rule set says otherwise.
    pub fn wild_draw_fours(self) -> u8 {
        self.printed().wilds[1].1
    }
}

impl DeckRules {
    /// The cards to play with, all packs together.
    pub fn cards(&self) -> Deck {
        let blank = if self.blank_draws == 0 { Symbol::BlankWild } else { Symbol::BlankDraw };
        let wilds = [
            (Symbol::Wild, self.wild),
            (Symbol::WildDrawFour, self.wild_draw_four),
            (blank, self.blanks),
            (Symbol::SwapHands, self.swap_hands),
            (Symbol::ShuffleHands, self.shuffle_hands),
            (Symbol::Crash, self.crash),
            (Symbol::DownpourOne, self.downpour_one),
            (Symbol::DownpourTwo, self.downpour_two),
        ];
        let mut deck = Deck::new(self.edition.printed(), &wilds, self.packs);
        for kind in Kind::all() {
            if let Some(card) = self.card.of(kind) {
                deck.set(kind, card.copies * self.packs);
            }
        }
        for kind in Kind::all() {
            if let Some(count) = self.cards.of(kind) {
                deck.set(kind, count * self.packs);
            }
        }
        deck
    }

    /// How the cards are written.
    pub fn notation(&self) -> Notation {
        self.card.notation(self.blank_draws)
    }

    /// The number of cards in the deck, all packs together: 52–280 without `cards`.
    pub fn size(&self) -> u16 {
        self.cards().len() as u16
    }
}
