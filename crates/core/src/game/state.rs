//! The state of a round: everything that is on the table, and the one decision it waits for.

use super::sections::{
    FinishState, HandsState, JumpInState, LateColour, OwnState, PeopleState, PlayState,
};
use super::{Action, ActiveRules, CardChoice, Decision, Direction, Seat, SeatList, SeatSet};
use crate::cards::{
    Bits, BitsWitness, Cards, Colour, Counts, DrawPile, Kind, KindSet, Multiset, Roomy, Word,
};
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

/// For each seat the one that plays after it, in one direction.
type Ring = [Seat; MAX_SEATS];

/// What a round holds for one seat: its hand, its number of cards, and what call it missed.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct SeatState<C: Cards> {
    pub(crate) hand: C::Set,
    pub(crate) size: u16,
    /// Whether the last call that was due was missed.
    pub(crate) missed_call: bool,
    /// Cards that the seat takes when its hand is next empty. Catalogue: `finish.refills`.
    pub(crate) refill: u8,
    /// The card that emptied the hand, if a card did.
    pub(crate) last_card: Option<Kind>,
}

impl<C: Cards> SeatState<C> {
    #[inline(always)]
    pub(crate) fn gain(&mut self, kind: Kind) {
        self.hand.insert(kind);
        self.size += 1;
    }

    #[inline(always)]
    pub(crate) fn lose(&mut self, kind: Kind) {
        self.hand.remove(kind);
        self.size -= 1;
    }

    fn recast<D: Cards>(&self) -> SeatState<D> {
        let mut hand = D::Set::default();
        self.hand.for_each(|kind, count| (0..count).for_each(|_| hand.insert(kind)));
        SeatState {
            hand,
            size: self.size,
            missed_call: self.missed_call,
            refill: self.refill,
            last_card: self.last_card,
        }
    }
}

/// What everybody knows of a hand from what its owner drew, named and laid.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct HandClues {
    /// 1 + the number of cards drawn since the hand was dealt or all was forgotten.
    pub(crate) count: u16,
    /// For each colour the value of `count` when the seat last drew and did not follow that colour;
    /// 0: never.
    pub(crate) not_followed: [u16; 4],
    /// For each colour 1 + the number of turns when the seat last named it; 0: never.
    pub(crate) named: [u16; 4],
    /// 1 + the kind that the seat laid last, and 256 more if that changed the colour; 0: none.
    pub(crate) laid: u16,
}

impl HandClues {
    pub(crate) const NOTHING: HandClues =
        HandClues { count: 1, not_followed: [0; 4], named: [0; 4], laid: 0 };
}

/// What the next player is hit by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PendingPenalty {
    /// Nothing.
    Nothing,
    /// A skip: the turn is lost.
    Skip,
    /// A draw: cards are drawn and the turn is lost.
    Draw,
}

/// An effect that waits for the next player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct Pending {
    /// What hits.
    pub hit: PendingPenalty,
    /// Number of cards to draw.
    pub owed: u16,
    /// Who is to be challenged for a wild draw four.
    pub challengeable: Option<Seat>,
    /// Whether the effect is the start card's.
    pub from_start: bool,
    /// The card that answers go by; a wild without effect where nothing answers.
    pub card: Kind,
    pub(crate) bluff: bool,
    /// Whether the effect is that of the card that ended the round.
    pub(crate) last: bool,
}

impl Pending {
    /// Nothing is pending.
    pub const NOTHING: Pending = Pending {
        hit: PendingPenalty::Nothing,
        owed: 0,
        challengeable: None,
        from_start: false,
        card: Kind::WILD,
        bluff: false,
        last: false,
    };
}

/// The card on top of the discard pile, the colour that counts, and the kinds that match it.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct Top<W> {
    pub(crate) card: Kind,
    pub(crate) colour: Colour,
    pub(crate) matching: KindSet<W>,
}

impl<W: Word> Top<W> {
    /// Before a card lies there.
    const NONE: Top<W> = Top { card: Kind::WILD, colour: Colour::Red, matching: KindSet(W::ZERO) };

    fn recast<V: Word>(&self) -> Top<V> {
        Top { card: self.card, colour: self.colour, matching: recast_kinds(self.matching) }
    }
}

/// The same kinds in another type: all wilds may match, those too that it has no room for.
fn recast_kinds<W: Word, V: Word>(kinds: KindSet<W>) -> KindSet<V> {
    let high = if W::PARTS > 1 { kinds.0.part(1) } else { 0 };
    KindSet(V::truncated(u128::from(high) << 64 | u128::from(kinds.0.part(0))))
}

/// What was there before a card that may come back.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct Covered<W> {
    pub(crate) top: Top<W>,
    pub(crate) under: Option<Kind>,
    /// Whether no colour was named then.
    pub(crate) forgotten: bool,
    /// Whether the card is kept out of a reshuffle.
    pub(crate) guarded: bool,
}

impl<W: Word> Covered<W> {
    const NOTHING: Covered<W> =
        Covered { top: Top::NONE, under: None, forgotten: false, guarded: false };

    fn recast<V: Word>(&self) -> Covered<V> {
        let Covered { under, forgotten, guarded, .. } = *self;
        Covered { top: self.top.recast(), under, forgotten, guarded }
    }
}

/// What has been laid since somebody last came to move, and why.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct PlayContext {
    /// Who laid the first card.
    pub(crate) first: Seat,
    /// How many identical cards lie there.
    pub(crate) cards: u8,
    /// Whether the first card answers what is pending.
    pub(crate) answers: bool,
    /// Whether a reverse passes the move to the seat before its player.
    pub(crate) steps_back: bool,
}

impl PlayContext {
    pub(crate) const fn by(first: Seat) -> PlayContext {
        PlayContext { first, cards: 1, answers: false, steps_back: false }
    }
}

/// How a round stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundStatus {
    /// It waits for a decision.
    Waits,
    /// Somebody won.
    Won(Seat),
    /// It reached the turn limit.
    Stalled,
    /// Nobody could lay a card or draw one any more; who won all the same. Catalogue:
    /// `finish.blocked`.
    Blocked(Option<Seat>),
}

impl RoundStatus {
    /// Who won, if anybody did.
    #[inline(always)]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            RoundStatus::Won(seat) => Some(seat),
            RoundStatus::Blocked(winner) => winner,
            RoundStatus::Waits | RoundStatus::Stalled => None,
        }
    }
}

/// One round of the game.
///
/// Either [`Round::standing`] says how it ended, or it waits for [`Round::decision`] of
/// [`Round::actor`] among [`Round::options`]. It holds no randomness, no allocation and no
/// reference; cloning it copies a few hundred bytes.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Round<C: Cards = Roomy> {
    pub(crate) way: BitsWitness<C::Bits>,
    pub(crate) seats: [SeatState<C>; MAX_SEATS],
    pub(crate) drawn: [HandClues; MAX_SEATS],
    pub(crate) discard: C::Counts,
    pub(crate) top: Top<C::Word>,
    pub(crate) choice: CardChoice<C::Word>,
    pub(crate) turns: u32,
    pub(crate) decision: Decision,
    pub(crate) standing: RoundStatus,
    pub(crate) players: u8,
    pub(crate) to_move: Seat,
    /// Who played the card that is taking effect.
    pub(crate) player: Seat,
    pub(crate) actor: Seat,
    /// For each seat the one in play after it, in the direction of play, and the one before it.
    pub(crate) rings: [Ring; 2],
    pub(crate) direction: Direction,
    /// The card that is being played or was drawn.
    pub(crate) card: Kind,
    pub(crate) pending: Pending,
    pub(crate) laid: PlayContext,
    pub(crate) in_play: SeatSet,
    pub(crate) dealer: Seat,
    pub(crate) first: Seat,
    /// Whether the colour that is named is the start card's.
    pub(crate) opening: bool,
    pub(crate) covered: Covered<C::Word>,
    pub(crate) play: PlayState,
    pub(crate) late_colour: LateColour,
    pub(crate) jump_in: JumpInState,
    pub(crate) hands: HandsState,
    pub(crate) own: OwnState,
    pub(crate) finish: FinishState,
    pub(crate) people: PeopleState,
    /// Who started the silence that holds.
    pub(crate) silence: Option<Seat>,
    pub(crate) pile: C::Pile,
}

fn found<B: Bits>() -> BitsWitness<B> {
    BitsWitness::look()
        .expect("cards of a type that this machine can play with: see Bits::is_available")
}

impl<C: Cards> Round<C> {
    /// A table with empty hands around a draw pile; the seat after the dealer is first.
    #[inline(always)]
    pub(crate) fn table(players: usize, dealer: Seat, first: Seat, pile: C::Pile) -> Self {
        Round {
            way: found(),
            seats: [SeatState::default(); MAX_SEATS],
            drawn: [HandClues::NOTHING; MAX_SEATS],
            discard: C::Counts::default(),
            top: Top::NONE,
            choice: CardChoice::NONE,
            turns: 0,
            decision: Decision::Play,
            standing: RoundStatus::Waits,
            players: players as u8,
            to_move: first,
            player: dealer,
            actor: first,
            rings: RINGS[players],
            direction: Direction::Clockwise,
            card: Kind::WILD,
            pending: Pending::NOTHING,
            laid: PlayContext::by(dealer),
            in_play: SeatSet::first(players),
            dealer,
            first,
            opening: false,
            covered: Covered::NOTHING,
            play: PlayState::default(),
            late_colour: LateColour::None,
            jump_in: JumpInState::default(),
            hands: HandsState::default(),
            own: OwnState::default(),
            finish: FinishState::default(),
            people: PeopleState::default(),
            silence: None,
            pile,
        }
    }

    /// Says who deals and who is first.
    #[inline(always)]
    pub fn seat_players(&mut self, dealer: Seat, first: Seat) {
        self.dealer = dealer;
        self.first = first;
        self.to_move = first;
        self.player = dealer;
        self.actor = first;
    }

    reads! {
        /// How the round stands.
        pub fn standing(&self) -> RoundStatus = self.standing;
        /// The decision that is waited for.
        pub fn decision(&self) -> Decision = self.decision;
        /// The seat whose decision is waited for.
        pub fn actor(&self) -> Seat = self.actor;
        /// Number of seats.
        pub fn players(&self) -> usize = usize::from(self.players);
        /// Turns played so far.
        pub fn turns(&self) -> u32 = self.turns;
        /// The seat that moves first, before the start card acts.
        pub fn first(&self) -> Seat = self.first;
        /// The dealer.
        pub fn dealer(&self) -> Seat = self.dealer;
        /// The direction of play.
        pub fn direction(&self) -> Direction = self.direction;
        /// A seat's hand.
        pub fn hand(&self, seat: Seat) -> &C::Set = &self.seat(seat).hand;
        /// The up card; before one is turned up, a wild.
        pub fn up_card(&self) -> Kind = self.top.card;
        /// The active colour.
        pub fn active_colour(&self) -> Colour = self.top.colour;
        /// The kinds that match the up card.
        pub fn matching(&self) -> KindSet<C::Word> = self.top.matching;
        /// Whether the colour of the up card is named; false as long as a wild waits for it.
        pub fn is_colour_named(&self) -> bool = !self.people.forgot_colour;
        /// Number of cards that a seat takes when its hand is next empty.
        pub fn next_refill(&self, seat: Seat) -> u32 = u32::from(self.seat(seat).refill);
        /// The discard pile with the up card.
        pub fn discards(&self) -> &C::Counts = &self.discard;
        /// The way to find bits that the cards of this type are compiled for: the machine has it.
        pub fn way(&self) -> BitsWitness<C::Bits> = self.way;
        /// The draw pile, in no particular order.
        pub fn pile(&self) -> &C::Pile = &self.pile;
        /// Who started the silence that holds, if one does.
        pub fn silence(&self) -> Option<Seat> = self.silence;
        /// The seat that plays after `seat` in the direction of play.
        pub fn after(&self, seat: Seat) -> Seat = self.rings[0][seat.index()];
        /// The seat whose turn it is, which may be another than the one that is asked.
        pub fn to_move(&self) -> Seat = self.to_move;
        /// The seat that plays before `seat` in the direction of play.
        pub fn before(&self, seat: Seat) -> Seat = self.rings[1][seat.index()];
        /// Seats that were knocked out, the first first. Catalogue: `finish.mercy`.
        pub fn knocked_out(&self) -> SeatList = self.finish.knocked_out;
    }

    /// The same round with its cards in another type, which must hold them.
    ///
    /// # Panics
    /// If the machine lacks what the other type is compiled for: see [`Bits::is_available`].
    pub fn recast<D: Cards>(&self) -> Round<D> {
        let mut seats = [SeatState::default(); MAX_SEATS];
        let states = self.seats[..usize::from(self.players)].iter();
        seats.iter_mut().zip(states).for_each(|(seat, state)| *seat = state.recast());
        let mut discard = D::Counts::default();
        self.discard.for_each_card(|kind| discard.insert(kind));
        Round {
            way: found(),
            seats,
            drawn: self.drawn,
            discard,
            top: self.top.recast(),
            choice: self.choice.map(recast_kinds),
            turns: self.turns,
            decision: self.decision,
            standing: self.standing,
            players: self.players,
            to_move: self.to_move,
            player: self.player,
            actor: self.actor,
            rings: self.rings,
            direction: self.direction,
            card: self.card,
            pending: self.pending,
            laid: self.laid,
            in_play: self.in_play,
            dealer: self.dealer,
            first: self.first,
            opening: self.opening,
            covered: self.covered.recast(),
            play: self.play,
            late_colour: self.late_colour,
            jump_in: self.jump_in,
            hands: self.hands,
            own: self.own,
            finish: self.finish,
            people: self.people,
            silence: self.silence,
            pile: D::Pile::of(self.pile.cards(), self.pile.loose()),
        }
    }

    /// Gives up the order of the draw pile.
    pub fn loosen_pile(&mut self) {
        self.pile.loosen();
    }

    #[inline(always)]
    pub(crate) fn seat(&self, seat: Seat) -> &SeatState<C> {
        &self.seats[seat.index()]
    }

    #[inline(always)]
    pub(crate) fn seat_mut(&mut self, seat: Seat) -> &mut SeatState<C> {
        &mut self.seats[seat.index()]
    }

    /// A seat is about to lay a card or to name a colour, which those know who look back.
    #[inline(always)]
    pub(crate) fn note(&mut self, seat: Seat, action: Action) {
        let known = &mut self.drawn[seat.index()];
        match action {
            Action::Card(kind) => {
                let changes = !kind.is_wild() && kind.index() & 3 != self.top.colour.index();
                known.laid = 1 + kind.index() as u16 + (u16::from(changes) << 8);
            }
            Action::Colour(colour) => {
                let now = self.turns.min(u32::from(u16::MAX) - 1) as u16 + 1;
                known.named[colour.index()] = now;
            }
            _ => {}
        }
    }

    /// All other seats in play, in the order of play from the one after `seat` on.
    pub(crate) fn others_from(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<C> {
        let ring = &RINGS[self.players()][self.direction as usize];
        let in_play = self.in_play;
        let mut other = seat;
        std::iter::from_fn(move || {
            loop {
                other = ring[other.index()];
                if other == seat {
                    return None;
                }
                if in_play.contains(other) {
                    return Some(other);
                }
            }
        })
    }

    /// Seats that have not left the round; who has won has, though its last card's draw may still
    /// be settled.
    #[inline(always)]
    pub fn in_play(&self) -> SeatSet {
        self.finish.winner.map_or(self.in_play, |winner| self.in_play.without(winner))
    }

    #[inline(always)]
    pub(crate) fn two_in_play(&self, rules: &ActiveRules) -> bool {
        if rules.flags.seats_leave { self.in_play.len() == 2 } else { self.players == 2 }
    }

    /// Seats that went out, the first first.
    pub fn places(&self) -> SeatList {
        match self.finish.winner {
            // Where the first empty hand decides the round at once, no list is kept.
            Some(winner) if self.finish.places.is_empty() => SeatList::EMPTY.with_last(winner),
            _ => self.finish.places,
        }
    }

    #[inline(always)]
    pub(crate) fn turn_round(&mut self) {
        self.direction = self.direction.reversed();
        self.rings.swap(0, 1);
    }

    /// Lets the turn pass over a seat that leaves the round.
    pub(crate) fn close_ranks(&mut self, leaver: Seat) {
        let (after, before) = (self.after(leaver), self.before(leaver));
        for (ring, other) in self.rings.iter_mut().zip([after, before]) {
            ring.iter_mut().filter(|seat| **seat == leaver).for_each(|seat| *seat = other);
        }
    }

    /// Number of cards in hands and piles, for checks.
    pub fn cards_in_play(&self) -> usize {
        let hands: usize =
            (0..MAX_SEATS).map(|seat| self.hand(Seat::new(seat)).len() as usize).sum();
        hands + self.discard.len() as usize + self.pile.len()
    }
}
