//! Drawing cards, the reshuffle, and penalties paid by drawing.

use super::cards::Card;
use super::events;
use super::round::Round;
use super::settings::Reshuffle;

impl Round<'_> {
    /// Takes up to `n` cards from the draw pile into a hand. Whoever has to draw draws what there
    /// is (§ 2 `[play]`).
    pub fn take(&mut self, seat: usize, n: usize) -> Vec<Card> {
        let mut taken = Vec::new();
        while taken.len() < n && !self.has_too_many(seat) {
            let Some(card) = self.take_one(seat) else { break };
            taken.push(card);
        }
        taken
    }

    /// Takes one card, after a reshuffle if there is none.
    pub fn take_one(&mut self, seat: usize) -> Option<Card> {
        if self.game.draw_pile.is_empty() {
            self.reshuffle();
        }
        if self.game.draw_pile.is_empty() {
            return None;
        }
        let card = self.game.draw_pile.remove(0);
        self.game.hands[seat].push(card);
        Some(card)
    }

    /// How many cards of the discard pile a reshuffle leaves: its top card, and the card under a
    /// wild draw four as long as it can come back (§ 2 `play.challenge` take_back).
    fn kept_on_discard_pile(&self) -> usize {
        match self.game.settings.play.reshuffle {
            // Nothing becomes the new draw pile.
            Reshuffle::Never => self.game.discard_pile.len(),
            // All of it, as long as the card on top cannot be taken back any more.
            Reshuffle::All if !self.game.held_back && !self.game.on_trial => 0,
            _ => self.lying(self.game.held_back),
        }
    }

    /// How many of the up card and, if asked, the one under it lie there, and went into no earlier
    /// reshuffle.
    pub fn lying(&self, with_under: bool) -> usize {
        let [up, under] = self.game.gone;
        usize::from(!up) + usize::from(with_under && !under && self.game.discard_pile.len() > 1)
    }

    pub fn nothing_to_draw(&self) -> bool {
        self.game.draw_pile.is_empty()
            && self.game.discard_pile.len() == self.kept_on_discard_pile()
    }

    /// § 2 `[play]`: the discard pile except its top card is shuffled and becomes the draw pile.
    fn reshuffle(&mut self) {
        let shuffled = self.game.discard_pile.len() - self.kept_on_discard_pile();
        if shuffled == 0 {
            return;
        }
        let cards: Vec<Card> = self.game.discard_pile.drain(..shuffled).collect();
        let left = self.game.discard_pile.len();
        self.game.gone = [left < 1, left < 2];
        self.game.draw_pile = self.shuffle("reshuffle", cards);
        let pile = self.game.draw_pile.clone();
        self.emit(|| events::reshuffle(&pile));
    }

    /// A penalty of `owed` cards. A penalty of 0 has no event; with the launcher (§ 2
    /// `hands.launcher`) a penalty of n is n presses.
    pub fn pay(&mut self, seat: usize, owed: u32, why: &'static str) {
        if owed == 0 {
            return;
        }
        let owed = self.thrown(seat, owed as usize);
        let cards = self.take(seat, owed);
        self.emit(|| events::draw(seat, &cards, owed, why));
        self.mercy(seat);
    }

    /// How many cards `presses` draws bring: as many, or what the launcher throws.
    pub fn thrown(&mut self, seat: usize, presses: usize) -> usize {
        match self.game.settings.hands.launcher {
            0 => presses,
            // `hands.launcher_least`: at least this many, each number equally likely.
            max => (0..presses)
                .map(|_| match self.game.settings.hands.launcher_least {
                    least if least == max => max,
                    least => self.world.throw(seat, least, max),
                })
                .sum(),
        }
    }
}
