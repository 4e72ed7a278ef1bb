//! What a seat may see: everything that is public, its own hand, and nothing else.

use super::scoring::partner;
use super::sections::LateColour;
use super::{
    Action, ActiveRules, CardChoice, Decision, Determinizer, Direction, KnownCards, Memory,
    Options, Pending, Round, RoundStatus, Seat, SeatList, SeatSet,
};
use crate::cards::{
    BitsWitness, Cards, Colour, Counts as _, DrawPile, Kind, KindSet, Multiset, Roomy,
};
use crate::rules::MAX_SEATS;
use std::fmt;

/// A seat's view of the table: its own hand and all that is public.
///
/// It lends; nothing is copied. Other hands and the order of the draw pile cannot be reached
/// through it. Its own hand is there, but no other:
///
/// ```
/// fn look(view: &unobench_core::game::View) -> u64 {
///     view.hand().kinds().iter().map(|kind| kind.index() as u64).sum()
/// }
/// # use unobench_core::cards::Multiset as _;
/// ```
///
/// ```compile_fail
/// fn look(view: &unobench_core::game::View) -> u64 {
///     let other = unobench_core::game::Seat::new(1);
///     view.hand(other).kinds().iter().map(|kind| kind.index() as u64).sum()
/// }
/// # use unobench_core::cards::Multiset as _;
/// ```
///
/// Nor can the round be reached, of which the seat may know the number of turns:
///
/// ```
/// fn look(view: &unobench_core::game::View) -> u32 {
///     view.turns()
/// }
/// ```
///
/// ```compile_fail
/// fn look(view: &unobench_core::game::View) -> u32 {
///     view.round.turns()
/// }
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct View<'a, C: Cards = Roomy> {
    pub(super) round: &'a Round<C>,
    active_rules: &'a ActiveRules,
    totals: &'a [i32; MAX_SEATS],
    seat: Seat,
    memory: Option<&'a Memory>,
}

/// Prints what is public and the seat's hand, nothing else.
impl<C: Cards> fmt::Debug for View<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("hand", self.hand())
            .field("up_card", &self.up_card())
            .field("active_colour", &self.active_colour())
            .finish_non_exhaustive()
    }
}

impl<'a, C: Cards> View<'a, C> {
    /// A seat's view of a round; `totals` are the match points so far.
    #[inline(always)]
    pub fn new(
        round: &'a Round<C>,
        rules: &'a ActiveRules,
        totals: &'a [i32; MAX_SEATS],
        seat: Seat,
    ) -> Self {
        View { round, active_rules: rules, totals, seat, memory: None }
    }

    /// The same view, of a seat that remembers the cards it was shown, if it does.
    #[inline(always)]
    pub fn remembering(self, memory: impl Into<Option<&'a Memory>>) -> Self {
        View { memory: memory.into(), ..self }
    }

    /// Cards that are known to be in another's hand, if somebody keeps count of them; see
    /// [`crate::strategy::Recall::Shown`].
    pub fn known(&self, seat: Seat) -> Option<&'a KnownCards> {
        self.memory.map(|memory| memory.known(self.seat, seat))
    }

    /// All full states that fit this view, in whatever type of cards holds them.
    pub fn determinizer<D: Cards>(&self) -> Determinizer<'a, D> {
        Determinizer::new(self.round, self.active_rules, self.memory, self.seat)
    }

    /// Calls `visit` with each legal action of the decision that is waited for, in a fixed order.
    pub fn for_each_action(&self, visit: impl FnMut(Action)) {
        if self.seat == self.round.actor() {
            self.round.for_each_action(visit);
        }
    }

    /// The legal actions of the decision that is waited for, in a fixed order: cards in the order
    /// of their kinds, declining last; none where it is another seat's.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::game::{Action, Game};
    /// use unobench_core::rules::RuleSet;
    ///
    /// let game = Game::new(&RuleSet::official(), 2, 1).expect("two seats");
    /// let mover = game.round().actor();
    /// assert_eq!(game.view(mover).actions().last(), Some(&Action::No));
    /// assert!(game.view(game.round().after(mover)).actions().is_empty(), "it is not asked");
    /// ```
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.for_each_action(|action| actions.push(action));
        actions
    }

    /// The seat's partner. Catalogue: `scoring.partners`.
    pub fn partner(&self) -> Option<Seat> {
        self.active_rules.scoring.partners.then(|| partner(self.seat, self.players()))
    }

    /// The seats that play against this one and have not left the round.
    #[inline(always)]
    pub fn opponents(&self) -> SeatSet {
        let others = self.in_play().without(self.seat);
        if self.active_rules.scoring.partners {
            others.without(partner(self.seat, self.players()))
        } else {
            others
        }
    }

    /// Number of cards of a kind that are neither in the seat's hand nor on the discard pile: in
    /// other hands or in the draw pile.
    #[inline(always)]
    pub fn unseen(&self, kind: Kind) -> u32 {
        u32::from(self.active_rules.copies[kind.index()])
            - self.round.discard.count(kind)
            - self.hand().count(kind)
    }

    /// Number of cards with the symbol of a coloured kind, but of other colours than this one, that
    /// are neither in the seat's hand nor on the discard pile.
    #[inline(always)]
    pub fn unseen_alike(&self, kind: Kind, colour: Colour) -> u32 {
        // A byte a colour.
        let (copies, _) = self.active_rules.copies.as_chunks();
        let copies = u32::from_le_bytes(copies[kind.index() >> 2 & 31]);
        let left = copies - u32::from_le_bytes(self.round.discard.alike(kind));
        let others = left & !(0xFF << (8 * colour.index()));
        let alike = KindSet::like(kind).without(KindSet::of_colour(colour));
        (others.wrapping_mul(0x0101_0101) >> 24) - self.hand().count_among(alike)
    }

    /// Number of cards of each colour that are neither in the seat's hand nor on the discard pile.
    #[inline(always)]
    pub fn unseen_by_colour(&self) -> [u32; 4] {
        let (mut unseen, discards) = (self.active_rules.coloured, self.round.discard.by_colour());
        for colour in Colour::ALL {
            unseen[colour.index()] -= discards[colour.index()] + self.count_colour(colour);
        }
        unseen
    }

    /// The legal actions of the decision that is waited for; none where it is another seat's.
    pub fn options(&self) -> Options<C::Word> {
        if self.seat == self.round.actor() { self.round.options() } else { Options::NONE }
    }

    reads! {
        /// Match points of all seats so far.
        pub fn totals(&self) -> &'a [i32; MAX_SEATS] = self.totals;
        /// The decision that is waited for.
        pub fn decision(&self) -> Decision = self.round.decision();
        /// The seat that looks.
        pub fn seat(&self) -> Seat = self.seat;
        /// The rules.
        pub fn rules(&self) -> &'a ActiveRules = self.active_rules;
        /// The seat's hand.
        pub fn hand(&self) -> &'a C::Set = self.round.hand(self.seat);
        /// The kinds that match the up card.
        pub fn matching(&self) -> KindSet<C::Word> = self.round.matching();
        /// The kinds in the seat's hand.
        pub fn kinds(&self) -> KindSet<C::Word> = self.hand().kinds();
        /// The cards that the decision of the seat, which is asked, is about.
        pub(crate) fn card_choice(&self) -> CardChoice<C::Word> = self.round.choice;
        /// Number of seats.
        pub fn players(&self) -> usize = self.round.players();
        /// The seat that plays after `seat` in the direction of play.
        pub fn after(&self, seat: Seat) -> Seat = self.round.after(seat);
        /// The seat that plays before `seat` in the direction of play.
        pub fn before(&self, seat: Seat) -> Seat = self.round.before(seat);
        /// The player to move: once a card takes effect, the seat to which the move passes.
        pub fn to_move(&self) -> Seat = self.round.to_move;
        /// Number of cards in a seat's hand.
        pub fn hand_size(&self, seat: Seat) -> u32 = u32::from(self.round.seat(seat).size);
        /// The up card; before one lies there, a wild. While a player names the colour of their own
        /// wild, the card under it.
        pub fn up_card(&self) -> Kind = self.round.top.card;
        /// The active colour; as long as none is named, the one that stood before, which nobody may
        /// follow.
        pub fn active_colour(&self) -> Colour = self.round.top.colour;
        /// Whether the active colour is named; not while a forgotten one waits to be.
        pub fn is_colour_named(&self) -> bool = self.round.is_colour_named();
        /// The direction of play.
        pub fn direction(&self) -> Direction = self.round.direction();
        /// The discard pile by kind, the up card included.
        pub fn discards(&self) -> &'a C::Counts = &self.round.discard;
        /// Number of cards in the draw pile.
        pub fn draw_pile_len(&self) -> usize = self.round.pile.len();
        /// The seats that have not left the round.
        pub fn in_play(&self) -> SeatSet = self.round.in_play();
        /// Seats that went out, the first first.
        pub fn places(&self) -> SeatList = self.round.places();
        /// Number of cards that a seat takes when its hand is next empty.
        pub fn refill(&self, seat: Seat) -> u32 = self.round.next_refill(seat);
        /// Who started the silence that holds, if one does.
        pub fn silence(&self) -> Option<Seat> = self.round.silence;
        /// Match points of a seat so far.
        pub fn total(&self, seat: Seat) -> i32 = self.totals[seat.index()];
        /// Turns played so far.
        pub fn turns(&self) -> u32 = self.round.turns;
        /// The dealer.
        pub fn dealer(&self) -> Seat = self.round.dealer;
        /// The seat that moved first.
        pub fn first(&self) -> Seat = self.round.first;
        /// [`Round::way`]
        pub fn way(&self) -> BitsWitness<C::Bits> = self.round.way();
        /// The kind of a set that has `rank` kinds of the set below it, by the fastest way of this
        /// machine.
        pub fn nth(&self, kinds: KindSet<C::Word>, rank: u32) -> Kind = kinds.nth(self.way(), rank);
    }

    /// Number of cards of a colour in the seat's hand.
    #[inline(always)]
    pub fn count_colour(&self, colour: Colour) -> u32 {
        self.hand().count_among(KindSet::of_colour(colour))
    }

    /// Numbers of cards in the hands of all seats, in their order.
    #[inline(always)]
    pub fn hand_sizes(&self) -> impl Iterator<Item = u32> {
        self.round.seats[..self.players()].iter().map(|seat| u32::from(seat.size))
    }

    /// Looks at the table before the wild was laid whose colour is asked for, as if on the seat's
    /// turn or to answer; none where the colour is named later.
    pub fn before_wild<T>(&self, look: impl FnOnce(&View<'_, C>) -> T) -> Option<T> {
        let before = self.round.before_wild(self.active_rules)?;
        let View { active_rules, totals, seat, memory, .. } = *self;
        Some(look(&View { round: &before, active_rules, totals, seat, memory }))
    }

    /// The wild whose colour is asked for, if one is; a wild draw four that acts as a wild is one.
    pub fn wild_to_name(&self) -> Option<Kind> {
        let round = self.round;
        let wild = if round.play.plain {
            Kind::WILD
        } else if round.late_colour > LateColour::Waits {
            Kind::WILD_DRAW_FOUR
        } else if round.people.forgot_colour {
            round.top.card
        } else {
            round.card
        };
        (round.decision() == Decision::Colour).then_some(wild)
    }

    /// What hits the player to move, or will hit the next one.
    ///
    /// Whether a wild draw four was a bluff is not told.
    pub fn pending(&self) -> Pending {
        Pending { bluff: false, last: false, ..self.round.pending }
    }

    /// Number of cards a seat has drawn since it last drew and did not follow a colour; none if it
    /// never did.
    ///
    /// The card that was drawn just then counts as drawn before. 0 means that nothing was drawn
    /// since: the seat had no card of the colour, unless it drew by choice or kept a card that it
    /// could have played. What is older than a crash is forgotten; in a swap the knowledge goes
    /// with the hand.
    #[inline(always)]
    pub fn drawn_since_not_following(&self, seat: Seat, colour: Colour) -> Option<u32> {
        let drawn = &self.round.drawn[seat.index()];
        let then = drawn.not_followed[colour.index()];
        (then > 0).then(|| u32::from(drawn.count - then))
    }

    /// What [`drawn_since_not_following`](Self::drawn_since_not_following) says of each colour,
    /// without a branch: 0 for none, otherwise 1 more.
    #[inline(always)]
    pub fn draws_since_not_following(&self, seat: Seat) -> [u16; 4] {
        let drawn = &self.round.drawn[seat.index()];
        let mut draws = [0; 4];
        for (draws, then) in draws.iter_mut().zip(drawn.not_followed) {
            *draws = if then > 0 { 1 + drawn.count - then } else { 0 };
        }
        draws
    }

    /// Number of turns played since a seat last named a colour, at least 1; none if it never did,
    /// or if its hand has been through a crash since. In a swap the knowledge goes with the hand.
    #[inline(always)]
    pub fn turns_since_naming(&self, seat: Seat, colour: Colour) -> Option<u32> {
        let then = self.round.drawn[seat.index()].named[colour.index()];
        (then > 0).then(|| 1 + self.round.turns.saturating_sub(u32::from(then)))
    }

    /// Whether there is a colour of which [`turns_since_naming`](Self::turns_since_naming) tells.
    #[inline(always)]
    pub fn has_named(&self, seat: Seat) -> bool {
        self.round.drawn[seat.index()].named != [0; 4]
    }

    /// The card that a seat laid last when it was asked to play or to answer, and whether it
    /// changed the active colour; none if it laid none, or if its hand has been through a crash
    /// since. In a swap the knowledge goes with the hand. What is laid out of turn, by mistake or
    /// without a choice does not count.
    #[inline(always)]
    pub fn last_laid(&self, seat: Seat) -> Option<(Kind, bool)> {
        let laid = self.round.drawn[seat.index()].laid;
        (laid > 0).then(|| (Kind::from_index(usize::from(laid & 255) - 1), laid > 255))
    }

    /// Whether a seat has one card left and did not call; false as long as it still may.
    pub fn missed_call(&self, seat: Seat) -> bool {
        if !self.round.seat(seat).missed_call || self.hand_size(seat) != 1 {
            return false;
        }
        let plays = match self.round.decision {
            // Another names a colour that was forgotten, or for an added card: the call was due.
            Decision::Colour => {
                !self.round.people.forgot_colour
                    && self.round.late_colour == LateColour::None
                    && !self.round.is_midway()
            }
            decision => decision == Decision::Uno,
        };
        !plays || self.round.standing != RoundStatus::Waits || seat != self.round.player
    }

    /// The colour that stood before the wild draw four that may be challenged; none if it had been
    /// forgotten.
    pub fn colour_before_wild_draw_four(&self) -> Option<Colour> {
        self.round
            .pending
            .challengeable
            .filter(|_| !self.round.covered.forgotten)
            .map(|_| self.round.covered.top.colour)
    }

    /// Points of a card in a hand with others.
    #[inline(always)]
    pub fn points_of(&self, kind: Kind) -> u32 {
        u32::from(self.active_rules.points[kind.index() & (Kind::COUNT - 1)])
    }

    /// The colour of which most cards are in the seat's hand, the first among equals; red without
    /// any.
    #[inline(always)]
    pub fn most_held_colour(&self) -> Colour {
        let mut best = (0, Colour::Red);
        for colour in Colour::ALL {
            let count = self.count_colour(colour);
            if count > best.0 {
                best = (count, colour);
            }
        }
        best.1
    }
}
