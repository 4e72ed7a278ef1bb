//! The state of a round: everything that is on the table, and the one decision it waits for.

use super::{Action, Decision, Direction, Seat, SeatSet};
use crate::cards::{Cards, Colour, Counts, DrawPile, Kind, KindSet, Multiset, Word};
use crate::rules::MAX_SEATS;

/// For each number of seats and direction, the seat that plays after each.
static RINGS: [[Ring; 2]; MAX_SEATS + 1] = {
    let mut rings = [[[Seat::S0; MAX_SEATS]; 2]; MAX_SEATS + 1];
    let mut players = 1;
    while players <= MAX_SEATS {
        let mut seat = 0;
        while seat < players {
            rings[players][0][seat] = Seat::ALL[(seat + 1) % players];
            rings[players][1][seat] = Seat::ALL[(seat + players - 1) % players];
            seat += 1;
        }
        players += 1;
    }
    rings
};

/// For each seat, another one.
type Ring = [Seat; MAX_SEATS];

/// What belongs to one seat.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SeatState<C: Cards> {
    pub(crate) hand: C::Set,
    pub(crate) size: u16,
    /// Whether the last call that was due was missed.
    pub(crate) missed_call: bool,
}

impl<C: Cards> SeatState<C> {
    /// Removes a card that is played.
    #[inline(always)]
    pub(crate) fn lose(&mut self, kind: Kind) {
        self.hand.remove(kind);
        self.size -= 1;
    }
}

/// What everybody knows of a hand from how its owner drew.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drawn {
    /// 1 + the number of cards drawn since the hand was dealt or all was forgotten.
    pub(crate) count: u16,
    /// For each colour the value of `count` when the seat last drew and did not follow that colour; 0: never.
    pub(crate) not_followed: [u16; 4],
}

impl Drawn {
    /// Nothing is known.
    pub(crate) const NOTHING: Drawn = Drawn { count: 1, not_followed: [0; 4] };
}

/// What the next player is hit by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    /// Nothing.
    Nothing,
    /// A skip: the turn is lost.
    Skip,
    /// A draw: cards are drawn and the turn is lost.
    Draw,
}

/// An effect that waits for the next player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pending {
    /// What hits.
    pub hit: Hit,
    /// Number of cards to draw.
    pub owed: u16,
    /// Who is to be challenged for a wild draw four.
    pub challengeable: Option<Seat>,
    /// Whether the effect is the start card's.
    pub from_start: bool,
    /// Whether the wild draw four was a bluff.
    pub(crate) bluff: bool,
}

impl Pending {
    /// Nothing is pending.
    pub const NOTHING: Pending = Pending { hit: Hit::Nothing, owed: 0, challengeable: None, from_start: false, bluff: false };
}

/// What there is to match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Top<W> {
    /// The up card.
    pub(crate) card: Kind,
    /// The active colour.
    pub(crate) colour: Colour,
    /// The kinds that match both.
    pub(crate) matching: KindSet<W>,
}

/// How a round stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It waits for a decision.
    Waits,
    /// Somebody won.
    Won(Seat),
    /// It reached the turn limit.
    Stalled,
}

/// One round of the game.
///
/// Either [`Round::standing`] says how it ended, or it waits for [`Round::decision`] of [`Round::actor`] among [`Round::options`].
/// It holds no randomness, no allocation and no reference; cloning it copies a few hundred bytes.
#[derive(Debug, Clone, Copy)]
pub struct Round<C: Cards> {
    pub(crate) seats: [SeatState<C>; MAX_SEATS],
    pub(crate) drawn: [Drawn; MAX_SEATS],
    /// The discard pile, the up card included.
    pub(crate) discard: C::Counts,
    pub(crate) top: Top<C::Word>,
    /// The legal kinds of the decision that is waited for.
    pub(crate) legal: KindSet<C::Word>,
    /// Of these, the playable ones: all but dishonest wild draw fours.
    pub(crate) playable: KindSet<C::Word>,
    pub(crate) turns: u32,
    pub(crate) decision: Decision,
    pub(crate) standing: Standing,
    /// Whether the decision may be declined: draw, keep, take, pass …
    pub(crate) may_decline: bool,
    pub(crate) players: u8,
    pub(crate) to_move: Seat,
    /// Who played the card that is taking effect.
    pub(crate) player: Seat,
    pub(crate) actor: Seat,
    /// For each seat the one that plays after it, in the direction of play.
    pub(crate) next: Ring,
    pub(crate) direction: Direction,
    /// The card that is being played or was drawn.
    pub(crate) card: Kind,
    pub(crate) pending: Pending,
    /// Who emptied the hand while the last card's draw is being settled.
    pub(crate) emptied: Option<Seat>,
    /// What was there before a wild draw four that may come back, and whether its card is kept out of a reshuffle.
    pub(crate) covered: Top<C::Word>,
    pub(crate) guarded: bool,
    /// Whether the colour that is named is the start card's.
    pub(crate) opening: bool,
    /// The last card on the discard pile that was not a wild.
    pub(crate) under: Option<Kind>,
    pub(crate) dealer: Seat,
    pub(crate) first: Seat,
    pub(crate) pile: C::Pile,
}

impl<C: Cards> Round<C> {
    /// A table with empty hands around a draw pile; the seat after the dealer is first.
    #[inline(always)]
    pub(crate) fn table(players: usize, dealer: Seat, first: Seat, pile: C::Pile) -> Self {
        let nothing = Top { card: Kind::WILD, colour: Colour::Red, matching: KindSet(C::Word::ZERO) };
        Round {
            seats: [SeatState::default(); MAX_SEATS],
            drawn: [Drawn::NOTHING; MAX_SEATS],
            discard: C::Counts::default(),
            top: nothing,
            legal: KindSet::EMPTY,
            playable: KindSet::EMPTY,
            turns: 0,
            decision: Decision::Play,
            standing: Standing::Waits,
            may_decline: false,
            players: players as u8,
            to_move: first,
            player: dealer,
            actor: first,
            next: RINGS[players][0],
            direction: Direction::Clockwise,
            card: Kind::WILD,
            pending: Pending::NOTHING,
            emptied: None,
            covered: nothing,
            guarded: false,
            opening: false,
            under: None,
            dealer,
            first,
            pile,
        }
    }

    /// Says who deals and who is first.
    #[inline(always)]
    pub(crate) fn seat_players(&mut self, dealer: Seat, first: Seat) {
        self.dealer = dealer;
        self.first = first;
        self.to_move = first;
        self.player = dealer;
        self.actor = first;
    }

    /// How the round stands.
    #[inline(always)]
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// The decision that is waited for.
    #[inline(always)]
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The seat whose decision is waited for.
    #[inline(always)]
    #[must_use]
    pub fn actor(&self) -> Seat {
        self.actor
    }

    /// Number of seats.
    #[inline(always)]
    #[must_use]
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// Turns played so far.
    #[inline(always)]
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The seat that moves first, before the start card acts.
    #[inline(always)]
    #[must_use]
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The dealer.
    #[must_use]
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The direction of play.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// A seat's hand.
    #[inline(always)]
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &C::Set {
        &self.seat(seat).hand
    }

    /// The up card; before one is turned up, a wild.
    #[must_use]
    pub fn up_card(&self) -> Kind {
        self.top.card
    }

    /// The active colour.
    #[must_use]
    pub fn active_colour(&self) -> Colour {
        self.top.colour
    }

    /// The discard pile with the up card.
    #[must_use]
    pub fn discards(&self) -> &C::Counts {
        &self.discard
    }

    /// The draw pile, in no particular order.
    #[must_use]
    pub fn pile(&self) -> &C::Pile {
        &self.pile
    }

    /// The legal actions of the decision that is waited for.
    #[must_use]
    pub fn options(&self) -> Options<C::Word> {
        Options { kinds: self.legal, playable: self.playable, seats: self.seat_options(), may_decline: self.may_decline }
    }

    /// The cards that the decision is about.
    #[inline(always)]
    #[must_use]
    pub(crate) fn card_choice(&self) -> CardChoice<C::Word> {
        CardChoice { legal: self.legal, playable: self.playable, may_decline: self.may_decline }
    }

    /// Whether an action is legal now.
    #[must_use]
    pub fn is_legal(&self, action: Action) -> bool {
        if self.standing != Standing::Waits {
            return false;
        }
        let options = self.options();
        match (self.decision.asks_for(), action) {
            (Asked::Kind, Action::Card(kind)) => options.kinds.contains(kind),
            (Asked::Kind | Asked::Seat, Action::No) => options.may_decline,
            (Asked::Seat, Action::Seat(seat)) => options.seats.contains(seat),
            (Asked::Colour, Action::Colour(_)) | (Asked::YesNo, Action::Yes | Action::No) => true,
            _ => false,
        }
    }

    /// Calls `visit` with each legal action, in a fixed order.
    pub fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        if self.standing != Standing::Waits {
            return;
        }
        let options = self.options();
        match self.decision.asks_for() {
            Asked::Kind => options.kinds.iter().for_each(|kind| visit(Action::Card(kind))),
            Asked::Seat => options.seats.iter().for_each(|seat| visit(Action::Seat(seat))),
            Asked::Colour => Colour::ALL.into_iter().for_each(|colour| visit(Action::Colour(colour))),
            Asked::YesNo => {
                visit(Action::Yes);
                visit(Action::No);
            }
        }
        if options.may_decline {
            visit(Action::No);
        }
    }

    fn seat_options(&self) -> SeatSet {
        match self.decision {
            Decision::Swap | Decision::Exchange => SeatSet::first(self.players()).without(self.actor),
            _ => SeatSet::EMPTY,
        }
    }

    #[inline(always)]
    pub(crate) fn seat(&self, seat: Seat) -> &SeatState<C> {
        &self.seats[seat.index()]
    }

    #[inline(always)]
    pub(crate) fn seat_mut(&mut self, seat: Seat) -> &mut SeatState<C> {
        &mut self.seats[seat.index()]
    }

    /// The seat that plays after `seat` in the direction of play.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, seat: Seat) -> Seat {
        self.next[seat.index()]
    }

    /// The seat that plays before `seat` in the direction of play.
    #[inline(always)]
    #[must_use]
    pub fn before(&self, seat: Seat) -> Seat {
        let other = 1 - self.direction as usize;
        RINGS[self.players()][other][seat.index()]
    }

    /// All other seats, in the order of play from the one after `seat` on.
    pub(crate) fn others_from(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<C> {
        let next = self.next;
        std::iter::successors(Some(seat), move |seat| Some(next[seat.index()])).skip(1).take_while(move |other| *other != seat)
    }

    /// Turns the direction of play.
    #[inline(always)]
    pub(crate) fn turn_round(&mut self) {
        self.direction = match self.direction {
            Direction::Clockwise => Direction::Counterclockwise,
            Direction::Counterclockwise => Direction::Clockwise,
        };
        self.next = RINGS[self.players()][self.direction as usize];
    }

    /// Number of cards in hands and piles, for checks.
    #[must_use]
    pub fn cards_in_play(&self) -> usize {
        let hands: usize = (0..MAX_SEATS).map(|seat| self.hand(Seat::new(seat)).len() as usize).sum();
        hands + self.discard.len() as usize + self.pile.len()
    }
}

/// What a decision asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Kind,
    Seat,
    Colour,
    YesNo,
}

impl Decision {
    pub(crate) const fn asks_for(self) -> Asked {
        match self {
            Decision::Colour => Asked::Colour,
            Decision::Challenge | Decision::Uno => Asked::YesNo,
            Decision::Swap | Decision::Exchange => Asked::Seat,
            _ => Asked::Kind,
        }
    }
}

/// The cards to choose from.
#[derive(Debug, Clone, Copy)]
pub struct CardChoice<W> {
    /// All legal kinds, dishonest wild draw fours included.
    pub legal: KindSet<W>,
    /// The kinds that may be played honestly.
    pub playable: KindSet<W>,
    /// Whether the choice may be declined: draw, keep, take, pass.
    pub may_decline: bool,
}

/// The legal actions of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<W> {
    /// The kinds that may be chosen.
    pub kinds: KindSet<W>,
    /// Of these the playable ones: all but dishonest wild draw fours.
    pub playable: KindSet<W>,
    /// The seats that may be chosen.
    pub seats: SeatSet,
    /// Whether the decision may be declined: draw instead of playing, keep the drawn card, take the penalty, pass.
    pub may_decline: bool,
}

impl<W: Word> Options<W> {
    /// Nothing is legal.
    pub const NONE: Options<W> = Options { kinds: KindSet::EMPTY, playable: KindSet::EMPTY, seats: SeatSet::EMPTY, may_decline: false };
}
