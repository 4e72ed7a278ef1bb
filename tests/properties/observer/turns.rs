//! Whose turn it is, and when a card takes effect.

use unobench_core::cards::{Kind, Symbol};
use unobench_core::game::{Direction, Hit, How, Pending, Seat, Why};
use unobench_core::rules::{
    Challenge, Double, DrawTwoResponse, FinishWhen, JumpInActions, Resume, ReverseRule,
    SilenceMode, StartReverse, TwoPlayerReverse, WildDrawFourResponse,
};

use super::Observer;

/// A card that lies on the pile and has not taken effect, and those that were laid on it out of
/// turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Laid {
    pub(super) first: Seat,
    pub(super) last: Seat,
    pub(super) card: Kind,
    pub(super) cards: u32,
    answers: bool,
    /// The penalty that its player was to draw instead.
    pub(super) forgotten: Option<u32>,
}

/// How far the round has got.
#[derive(Debug, Clone, Copy)]
pub(super) enum Phase {
    /// The start card's colour may have to be named.
    Opening,
    /// The turn of the player to move has begun.
    Turn,
    /// A card has been laid.
    Laid(Laid),
    /// A card has taken effect from this seat; the move passes to the seat after it, or before.
    Acted(Seat, Step),
    /// The turn is over; the next seat is the player to move.
    Over,
}

/// Where the move passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Step {
    After,
    Before,
}

impl Phase {
    pub(super) fn laid_by(seat: Seat, card: Kind) -> Phase {
        Phase::Laid(Laid {
            first: seat,
            last: seat,
            card,
            cards: 1,
            answers: false,
            forgotten: None,
        })
    }
}

impl Observer<'_> {
    pub(super) fn is_in_play(&self, seat: Seat) -> bool {
        !self.places[seat.index()].is_out
    }

    pub(super) fn seats_in_play(&self) -> Vec<Seat> {
        (0..self.places.len()).map(Seat::new).filter(|&seat| self.is_in_play(seat)).collect()
    }

    pub(super) fn way(&self) -> Direction {
        if self.direction == 1 { Direction::Clockwise } else { Direction::Counterclockwise }
    }

    /// The nearest seat in play on one side; the seat itself if there is no other.
    pub(super) fn beside(&self, seat: Seat, step: i32) -> Seat {
        let players = self.places.len() as i32;
        let away = |steps: i32| {
            Seat::new((seat.index() as i32 + steps * step).rem_euclid(players) as usize)
        };
        (1..players).map(away).find(|&other| self.is_in_play(other)).unwrap_or(seat)
    }

    pub(super) fn next(&self, seat: Seat) -> Seat {
        self.beside(seat, self.direction)
    }

    /// The other seats in play, in the order of play.
    pub(super) fn others(&self, seat: Seat) -> Vec<Seat> {
        let mut others = vec![self.next(seat)];
        while *others.last().expect("one at least") != seat {
            others.push(self.next(others[others.len() - 1]));
        }
        others.pop();
        others
    }

    /// The card that has been laid and has not taken effect.
    pub(super) fn laid(&self) -> Laid {
        let Phase::Laid(laid) = self.phase else {
            panic!("no card waits to take effect: {:?}", self.phase)
        };
        laid
    }

    pub(super) fn acted_from(&self) -> Seat {
        let Phase::Acted(from, _) = self.phase else {
            panic!("no card takes effect: {:?}", self.phase)
        };
        from
    }

    /// What is told belongs to a turn: the card before it has taken effect, and the next seat has
    /// become the player to move.
    pub(super) fn begin(&mut self) {
        self.take_effect();
        if matches!(self.phase, Phase::Turn) {
            return;
        }
        self.phase = Phase::Turn;
        // While the last card's draw is settled nobody comes to move.
        if self.winner.is_some() {
            return;
        }
        assert!(self.is_in_play(self.to_move), "the move passes to a seat that is out");
        if self.active_rules.finish.when != FinishWhen::BringIn {
            assert!(
                self.seats_in_play().iter().all(|&seat| !self.hand(seat).is_empty()),
                "a seat without cards is in play"
            );
        }
        if self.active_rules.silence.mode == SilenceMode::Twos && self.silence == Some(self.to_move)
        {
            self.silence = None;
        }
    }

    pub(super) fn end_turn(&mut self, seat: Seat) {
        self.to_move = self.next(seat);
        self.phase = Phase::Over;
    }

    /// Comes to the moment at which cards are drawn for a reason.
    pub(super) fn reach_draw(&mut self, why: Why) {
        match why {
            Why::Uno | Why::Slam => _ = self.laid(),
            Why::Forgotten => assert!(matches!(self.phase, Phase::Over)),
            Why::Downpour | Why::Refill => self.take_effect(),
            _ => self.begin(),
        }
    }

    /// Catalogue: `[setup]`; an action card acts on the first player as if the dealer had played
    /// it.
    pub(super) fn start_card_acts(&mut self, card: Kind) {
        match card.symbol() {
            Symbol::Skip => self.hit(Hit::Skip, 0, card),
            Symbol::DrawOne => self.hit(Hit::Draw, 1, card),
            Symbol::DrawTwo => self.hit(Hit::Draw, 2, card),
            Symbol::Reverse => self.start_reverse(),
            _ => return,
        }
        self.pending.from_start = self.pending.hit != Hit::Nothing;
    }

    fn start_reverse(&mut self) {
        self.to_move = match self.rules.setup.start_reverse {
            StartReverse::RightOfDealer => self.beside(self.dealer, -1),
            StartReverse::Dealer => self.dealer,
        };
        if self.active_rules.play.reverse == ReverseRule::Lasting {
            self.direction = -1;
        }
        if self.places.len() == 2
            && self.active_rules.play.two_player_reverse == TwoPlayerReverse::Skip
        {
            self.to_move = self.next(self.dealer);
            self.hit(Hit::Skip, 0, Kind::WILD);
        }
    }

    /// The next player is hit.
    fn hit(&mut self, hit: Hit, owed: u16, card: Kind) {
        self.pending = Pending::NOTHING;
        (self.pending.hit, self.pending.owed, self.pending.card) = (hit, owed, card);
    }

    /// Catalogue: § 3.2; a fitting card where a penalty was to be drawn is the penalty forgotten.
    pub(super) fn play_in_turn(&mut self, seat: Seat, card: Kind, how: How) {
        self.begin();
        assert!(seat == self.to_move && self.winner.is_none());
        let forgets = self.pending.hit == Hit::Draw;
        if how == How::Drawn {
            let (drawer, drawn) = self.drew.as_ref().expect("a card was drawn");
            assert!(*drawer == seat && drawn.contains(&card), "a card just drawn");
        }
        assert!(
            self.is_legal(seat, card) && (!forgets || self.is_playable(seat, card)),
            "{card:?} may not be played"
        );
        assert!(forgets || self.pending == Pending::NOTHING);
        let forgotten = forgets.then_some(u32::from(self.pending.owed));
        self.pending = Pending::NOTHING;
        self.phase = Phase::Laid(Laid {
            first: seat,
            last: seat,
            card,
            cards: 1,
            answers: false,
            forgotten,
        });
    }

    pub(super) fn play_answer(&mut self, seat: Seat, card: Kind) {
        self.begin();
        assert_eq!(seat, self.to_move);
        assert!(self.answers(seat).contains(&card), "{card:?} is no answer");
        self.pending.challengeable = None;
        self.phase = Phase::Laid(Laid {
            first: seat,
            last: seat,
            card,
            cards: 1,
            answers: true,
            forgotten: None,
        });
    }

    /// Catalogue: `[jump_in]`.
    pub(super) fn play_out_of_turn(&mut self, seat: Seat, card: Kind, how: How) {
        let laid = self.laid();
        assert_eq!((card, how == How::Double), (laid.card, seat == laid.last));
        let candidates = self.may_jump_in();
        assert!(
            candidates.contains(&seat) && candidates.len() == self.asked,
            "{seat:?} may not jump in"
        );
        self.phase =
            Phase::Laid(Laid { last: seat, cards: laid.cards + 1, forgotten: None, ..laid });
    }

    /// Who may lay the identical card on the one that lies there, in the order in which they are
    /// asked.
    pub(super) fn may_jump_in(&self) -> Vec<Seat> {
        let Laid { last, card, .. } = self.laid();
        let doubles = match self.active_rules.jump_in.double {
            Double::Off => false,
            Double::NoDraws => !matches!(card.symbol(), Symbol::DrawOne | Symbol::DrawTwo),
            Double::Any => true,
        };
        let mut seats = if doubles { vec![last] } else { Vec::new() };
        if self.active_rules.jump_in.enabled {
            seats.extend(self.others(last));
        }
        seats.retain(|&seat| self.hand(seat).contains(&card) && !self.is_barred(seat, card));
        if card.is_wild() && card != Kind::WILD { Vec::new() } else { seats }
    }

    /// Nobody jumps in any more: the card that lies there acts, if it has not yet.
    pub(super) fn take_effect(&mut self) {
        let Phase::Laid(laid) = self.phase else { return };
        assert_eq!(self.asked, self.may_jump_in().len(), "somebody was not asked to jump in");
        let from = if self.active_rules.jump_in.resume == Resume::Original {
            laid.first
        } else {
            laid.last
        };
        let turns =
            self.active_rules.jump_in.actions == JumpInActions::Replace || laid.cards % 2 == 1;
        let mut step = Step::After;
        match laid.card.symbol() {
            Symbol::Reverse if laid.answers => self.send_on(turns),
            Symbol::Reverse => step = self.reverse(turns),
            Symbol::Skip if laid.answers && self.pending.hit == Hit::Draw => self.send_on(false),
            Symbol::Skip => self.hit(Hit::Skip, 0, laid.card),
            Symbol::DrawOne | Symbol::DrawTwo => self.hit_by_draw_two(laid),
            Symbol::WildDrawFour => self.hit_by_wild_draw_four(laid),
            Symbol::BlankDraw => {
                self.hit(Hit::Draw, u16::from(self.active_rules.blank_draws), laid.card)
            }
            _ => assert_eq!(self.pending, Pending::NOTHING),
        }
        self.phase = Phase::Acted(from, step);
        self.move_passes_on();
    }

    /// A card has taken effect, or a seat has gone out after that: the move passes on among those
    /// in play.
    pub(super) fn move_passes_on(&mut self) {
        let Phase::Acted(from, step) = self.phase else { return };
        self.to_move =
            self.beside(from, if step == Step::After { self.direction } else { -self.direction });
        if self.to_move == from {
            self.pending = Pending::NOTHING;
        }
    }

    /// An answer sends what hits to somebody else.
    fn send_on(&mut self, turns: bool) {
        if turns {
            self.direction = -self.direction;
        }
        self.pending.from_start = false;
    }

    /// Catalogue: `play.reverse`, `play.two_player_reverse`.
    fn reverse(&mut self, turns: bool) -> Step {
        let lasting = self.active_rules.play.reverse == ReverseRule::Lasting;
        let skips = self.seats_in_play().len() == 2
            && self.active_rules.play.two_player_reverse == TwoPlayerReverse::Skip;
        if turns && lasting {
            self.direction = -self.direction;
        }
        if skips {
            self.hit(Hit::Skip, 0, Kind::WILD);
        }
        if turns && !lasting && !skips { Step::Before } else { Step::After }
    }

    fn hit_by_draw_two(&mut self, laid: Laid) {
        let adds = match self.pending.card.symbol() {
            Symbol::WildDrawFour => {
                self.active_rules.responses.wild_draw_four == WildDrawFourResponse::StackMixed
            }
            _ => self.active_rules.responses.draw_two == DrawTwoResponse::Stack,
        };
        let stacked = if laid.answers && adds { self.pending.owed } else { 0 };
        let own = if laid.card.symbol() == Symbol::DrawOne { 1 } else { 2 };
        self.hit(Hit::Draw, stacked + own, laid.card);
    }

    fn hit_by_wild_draw_four(&mut self, laid: Laid) {
        let stacked = if laid.answers { self.pending.owed } else { 0 };
        self.hit(Hit::Draw, stacked + 4, laid.card);
        if self.active_rules.play.bluff && self.active_rules.play.challenge != Challenge::Off {
            self.pending.challengeable = Some(laid.last);
        }
    }
}
