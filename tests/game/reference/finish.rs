//! § 2 `[finish]`: empty hands, refills, and the last card's draw.

use super::cards::Card;
use super::effects::Next;
use super::events;
use super::game::Pending;
use super::round::{Ending, Reason, Round};
use super::scoring::hand_points;
use super::settings::{Blocked, DrawTwoResponse, LastCardDraw, When};

impl Round<'_> {
    /// After the action: empty hands are looked at, the move passes on, and if the round is over
    /// the pending draw of the last card is settled (§ 3.4).
    pub fn finish_play(&mut self, actor: usize, next: Next) -> Option<Ending> {
        let ending = self.look_at_empty_hands();
        self.game.to_move = match next {
            Next::After => self.game.next(actor),
            Next::Before => self.game.before(actor),
            Next::Is(seat) if self.game.out[seat] => self.game.next(seat),
            Next::Is(seat) => seat,
        };
        // § 2 `[responses]`: where only the one who answered is left, the penalty lapses.
        if self.game.others(actor).is_empty() {
            self.game.pending = None;
        }
        if ending.is_some() {
            self.settle();
        }
        ending
    }

    /// Hands emptied at once count in the order in which they emptied.
    fn look_at_empty_hands(&mut self) -> Option<Ending> {
        let emptied = std::mem::take(&mut self.game.emptied);
        // Who emptied the hand first is first, though an answer empties another.
        if self.settling {
            return None;
        }
        for seat in emptied {
            if !self.game.hands[seat].is_empty() || self.refill(seat) {
                continue;
            }
            let ending = self.hand_is_empty(seat);
            if ending.is_some() {
                return ending;
            }
        }
        None
    }

    /// § 2 `finish.refills`: who empties the hand takes that many new cards, next time one fewer.
    /// Where nothing can be drawn the player is out. Refills are plain cards, whatever the
    /// launcher.
    fn refill(&mut self, seat: usize) -> bool {
        let owed = self.game.refill[seat];
        if owed == 0 || self.game.seats_in_play().len() == 1 || self.nothing_to_draw() {
            return false;
        }
        self.game.refill[seat] -= 1;
        let cards = self.take(seat, owed);
        self.emit(|| events::draw(seat, &cards, owed, "refill"));
        true
    }

    /// § 2 `finish.when`.
    fn hand_is_empty(&mut self, seat: usize) -> Option<Ending> {
        match self.game.settings.finish.when {
            When::FirstOut => {
                self.goes_out(seat);
                Some(Ending { winner: Some(seat), reason: Reason::Out })
            }
            // Play goes on among the others; the order of going out is the ranking.
            When::LastStanding => {
                self.goes_out(seat);
                let winner = self.game.places.first().copied();
                let last = self.game.seats_in_play().len() < 2;
                last.then_some(Ending { winner, reason: Reason::Last })
            }
            // Whoever goes out wins only when their turn comes round again.
            When::BringIn => None,
        }
    }

    /// § 2 `play.last_card_draw` lapses: whether the card just laid by this seat ends the round,
    /// so that nothing more is drawn. Where the round goes on cards act as always.
    pub fn ends_without_draw(&self, seat: usize) -> bool {
        self.game.settings.play.last_card_draw == LastCardDraw::Lapses && self.ends_the_round(seat)
    }

    /// Whether the card just laid by this seat ends the round.
    pub fn ends_the_round(&self, seat: usize) -> bool {
        let first_out = self.game.settings.finish.when == When::FirstOut;
        self.is_going_out(seat) && (first_out || self.game.two_in_play())
    }

    /// Whether this seat is out by it.
    pub fn is_going_out(&self, seat: usize) -> bool {
        let refills = self.game.refill[seat] > 0 && !self.nothing_to_draw();
        let brings_in = self.game.settings.finish.when == When::BringIn;
        self.game.hands[seat].is_empty() && !refills && !brings_in
    }

    /// § 2 `finish.blocked`: whether a player whose turn it is, with nothing pending, has no card to
    /// lay, a bluff included, and none to draw. Of what people do only a misplay that nobody
    /// notices puts a card on the pile; all else costs cards, of which there are none.
    pub fn is_helpless(&self, seat: usize) -> bool {
        let game = &self.game;
        let people = game.settings.people(seat);
        let slips = people.misplays > 0.0 && people.catches_fault < 1.0;
        self.nothing_to_draw()
            && !game.hands[seat].iter().any(|&card| {
                game.legal(seat, card) || slips && !game.fits(card) && !game.barred(seat, card)
            })
    }

    /// § 2 `finish.blocked`: all seats in play are helpless.
    pub fn blocked(&mut self) -> Ending {
        let settings = self.game.settings;
        let points = |seat: usize| (hand_points(settings, &self.game.hands[seat]), seat);
        let mut holders: Vec<_> = self.game.seats_in_play().into_iter().map(points).collect();
        holders.sort_unstable();
        let winner = match (settings.finish.blocked, &holders[..]) {
            (Blocked::Nobody, _) => None,
            // Two equal: nobody.
            (_, [fewest, other, ..]) if fewest.0 == other.0 => None,
            // As if going out: the next place, and the hand was emptied by no card.
            (_, [fewest, ..]) => {
                self.game.places.push(fewest.1);
                self.game.last_card[fewest.1] = None;
                self.game.places.first().copied()
            }
            (_, []) => None,
        };
        Ending { winner, reason: Reason::Blocked }
    }

    pub fn goes_out(&mut self, seat: usize) {
        self.game.out[seat] = true;
        self.game.places.push(seat);
        let place = self.game.places.len();
        self.emit(|| events::out(seat, place));
    }

    /// "The last card acts": a draw played last is still drawn before the points are counted, and a
    /// draw two or a wild draw four may still be answered. A skip has nobody left to skip.
    /// § 2 `play.last_card_draw` lapses: nothing more is drawn, answered or challenged.
    fn settle(&mut self) {
        if self.game.settings.play.last_card_draw == LastCardDraw::Lapses {
            return;
        }
        self.settling = true;
        // § 2 `responses.last_card`: this draw may be met.
        if let Some(Pending::Draw(p)) = &mut self.game.pending {
            p.last = self.game.settings.responses.last_card
                && self.game.settings.responses.draw_two == DrawTwoResponse::None
                && (p.card.coloured_draw().is_some() || p.card == Card::WildDrawFour);
        }
        while let Some(Pending::Draw(_)) = self.game.pending {
            self.face(self.game.to_move);
        }
    }
}
