//! § 3.1: the player to move is hit: answer (§ 2 `[responses]`), challenge (§ 2 `play.challenge`),
//! or take it.

use super::cards::Card;
use super::events;
use super::game::{Penalty, Pending};
use super::play::{Cause, How};
use super::round::{Ending, Round};
use super::settings::{Challenge, StartDraw};
use super::world::Act;

pub enum Faced {
    /// The turn is over, perhaps the round too.
    Done(Option<Ending>),
    /// The player moves: the challenger after an upheld challenge, or who took a penalty that does
    /// not cost the turn.
    Moves,
}

impl Round<'_> {
    pub fn face(&mut self, seat: usize) -> Faced {
        let pending = self.game.pending.clone().expect("something hits the player to move");
        if let Some(card) = self.answer(seat, &pending) {
            // It stays until the answer acts, but cannot be challenged any more.
            if let Some(Pending::Draw(p)) = &mut self.game.pending {
                p.answered = true;
            }
            let cause = Cause { answered: self.game.pending.clone(), ..Cause::default() };
            return Faced::Done(self.play(seat, card, How::Answer, cause));
        }
        match pending {
            Pending::Skip(_) => {
                self.game.pending = None;
                self.lose_turn(seat);
                Faced::Done(None)
            }
            Pending::Draw(p) if self.challenges(seat, &p) => self.challenge(seat, &p),
            Pending::Draw(p) => self.take_penalty(seat, &p),
        }
    }

    /// One response card a turn.
    fn answer(&mut self, seat: usize, pending: &Pending) -> Option<Card> {
        let answers = self.game.answers(seat, pending);
        let mut acts: Vec<Act> = answers.into_iter().map(Act::Card).collect();
        acts.push(Act::Take);
        match self.decide(seat, "answer", &acts) {
            Act::Card(card) => Some(card),
            _ => None,
        }
    }

    /// The player who is to draw for a wild draw four may challenge it.
    fn challenges(&mut self, seat: usize, p: &Penalty) -> bool {
        self.game.challengeable(p)
            && self.decide(seat, "challenge", &[Act::Challenge, Act::Accept]) == Act::Challenge
    }

    fn challenge(&mut self, seat: usize, p: &Penalty) -> Faced {
        let before = p.before.expect("a wild draw four remembers what was before it");
        let upheld = !before.honest;
        self.game.held_back = false;
        self.emit(|| events::challenge(seat, p.from, upheld));
        // § 2 `responses.colour_by` last: after the challenge and before the draw, unless the card
        // is taken back.
        if !upheld || self.game.settings.play.challenge != Challenge::TakeBack {
            self.name_late_colour();
        }
        self.game.pending = None;
        if !upheld {
            // The challenger draws the four (or the stack) and two more and loses the turn.
            self.pay(seat, p.owed + 2, "challenge");
            return self.has_been_hit(seat);
        }
        if self.game.settings.play.challenge == Challenge::TakeBack {
            // The bluffer takes the card back; the old up card and colour stand again.
            self.take_back(p.from, p.card, before);
        }
        // The bluffer draws the four (or the stack); the challenger moves.
        self.pay(p.from, p.owed, "challenge");
        Faced::Moves
    }

    /// Taking it ends the matter; the turn is lost.
    fn take_penalty(&mut self, seat: usize, p: &Penalty) -> Faced {
        self.game.held_back = false;
        // § 2 `responses.colour_by` last: as soon as the player hit neither answers nor challenges.
        self.name_late_colour();
        self.game.pending = None;
        if let Some(card) = self.forgets_penalty(seat) {
            let cause = Cause { forgotten: Some(p.owed), ..Cause::default() };
            return Faced::Done(self.play(seat, card, How::Turn, cause));
        }
        self.pay(seat, p.owed, if p.start { "start" } else { "penalty" });
        if self.game.out[seat] {
            return self.has_been_hit(seat);
        }
        // § 2 `responses.victim_plays`: who takes a penalty then has a turn; not while the last
        // card is settled.
        if self.game.settings.responses.victim_plays && !self.settling {
            return Faced::Moves;
        }
        // § 2 `setup.start_draw`: only the start card's own draw.
        if p.start && self.game.settings.setup.start_draw == StartDraw::DrawsAndPlays {
            return Faced::Moves;
        }
        self.has_been_hit(seat)
    }

    /// The turn of who was hit is over, and lost unless it was knocked out.
    fn has_been_hit(&mut self, seat: usize) -> Faced {
        if !self.game.out[seat] {
            self.emit(|| events::of_seat("lose_turn", seat));
        }
        self.pass_from_victim(seat);
        Faced::Done(None)
    }

    /// A laid card goes back to the hand, and what stood before it stands again. A silence stays as
    /// it is (§ 3).
    pub fn take_back(&mut self, seat: usize, card: Card, before: super::game::Before) {
        let top = self.game.discard_pile.pop();
        assert_eq!(top, Some(card), "the card taken back lies on top");
        self.game.gone = [self.game.gone[1], true];
        self.game.hands[seat].push(card);
        self.game.emptied.retain(|&s| s != seat);
        self.game.last_card[seat] = None;
        self.game.held_back = false;
        self.game.unnamed = None;
        self.game.up = before.up;
        self.game.colour = before.colour;
        self.game.last_colour = before.last_colour;
        self.game.under = before.under;
        self.emit(|| events::of_card("take_back", seat, card));
    }
}
