//! Rows of opponents.

use super::hand::Hand;
use super::numbers::{MOST_CARDS, SURE, THEIRS, bucket, chance, chance_of_power, lacks, power};
use super::{After, Moves, Scene, sorted};
use crate::net::rows::{MOST_SLOTS, Rows, Slot};
use unobench_core::cards::{Cards, Colour, Symbol};
use unobench_core::game::{Seat, SeatSet, View};

/// What an opponent was seen to do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Other {
    /// For each colour 1 more than the cards drawn since it did not follow; 0: it always did.
    drawn: [u16; 4],
    /// For each colour the number that says how long ago it was named; 0: it never was.
    named: [u8; 4],
    /// The last card's colour if it has one, and whether it changed the colour; none: it laid none.
    laid: Option<(Option<Colour>, bool)>,
    /// It has one card and did not call; it is a partner.
    missed: bool,
    partner: bool,
}

impl Other {
    pub(super) const UNKNOWN: Other =
        Other { drawn: [0; 4], named: [0; 4], laid: None, missed: false, partner: false };

    #[inline(always)]
    pub(super) fn new<C: Cards>(view: &View<'_, C>, opponents: SeatSet, seat: Seat) -> Other {
        // From 2, 4 and 8 rounds ago on.
        let round = view.in_play().len();
        let since = |turns: u32| {
            1 + u8::from(turns >= 2 * round)
                + u8::from(turns >= 4 * round)
                + u8::from(turns >= 8 * round)
        };
        let named = |colour| view.turns_since_naming(seat, colour).map_or(0, since);
        Other {
            drawn: view.draws_since_not_following(seat),
            named: if view.has_named(seat) { Colour::ALL.map(named) } else { [0; 4] },
            laid: view.last_laid(seat).map(|(kind, changed)| (kind.colour(), changed)),
            missed: view.missed_call(seat),
            partner: !opponents.contains(seat),
        }
    }

    /// How many cards of a hand of this size may be of a colour.
    #[inline(always)]
    pub(super) fn may_hold(&self, colour: Colour, size: u32) -> u32 {
        match self.drawn[colour.index()] {
            0 => size,
            drawn => size.min(u32::from(drawn) - 1),
        }
    }
}

/// What actions share: the order of colours and of opponents.
#[derive(Debug, Clone, Copy)]
pub struct Lineup {
    /// The colours as the network sees them.
    pub(super) order: [Colour; 4],
    /// For each of them the symbols that are held; those of the first are left out.
    pub(super) masks: [u64; 4],
    /// Who acts next.
    pub(super) acts: Seat,
    /// The opponents that are looked at one by one, in the order in which they act.
    seats: [Seat; MOST_SLOTS],
    len: usize,
    follows: [Follows; MOST_SLOTS],
}

/// What tells whether an opponent can follow.
#[derive(Debug, Clone, Copy, Default)]
struct Follows {
    /// Cards of which each may be one that can be played.
    cards: u8,
    /// A card is known that can be.
    surely: bool,
    /// There is one card left.
    last: bool,
}

impl<C: Cards> Scene<'_, '_, C> {
    /// The others in the order in which they act after an action.
    #[inline(always)]
    pub(super) fn lineup(&self, after: &After) -> Lineup {
        let view = self.view;
        let (me, acts) = (view.seat(), after.effect.acts(view));
        let direction = match after.effect.reverses | after.effect.turns {
            true => view.direction().reversed(),
            false => view.direction(),
        };
        let others = view.in_play().without(me);
        let len = MOST_SLOTS.min(self.slots).min(others.len() as usize);
        let mut seat =
            if acts == me { others.next_after(me, direction).unwrap_or(me) } else { acts };
        let mut seats = [me; MOST_SLOTS];
        for place in &mut seats[..len] {
            *place = seat;
            seat = others.next_after(seat, direction).unwrap_or(seat);
        }
        let order = sorted(after.colour, &after.hand.held);
        let masks = order.map(|colour| after.hand.symbols[colour.index()]);
        Lineup { order, masks, acts, seats, len, follows: [Follows::default(); MOST_SLOTS] }
    }

    /// How many cards an opponent draws for what is done.
    #[inline(always)]
    fn draws(&self, seat: Seat, after: &After) -> u32 {
        let hits_all = !after.effect.skips;
        let is_hit = hits_all || seat == after.effect.victim(self.view);
        if is_hit { self.hits(after) } else { 0 }
    }

    /// Whose hand a seat has after an action, if it is one hand.
    #[inline(always)]
    fn source(&self, seat: Seat, moves: Moves) -> Option<Seat> {
        let view = self.view;
        match moves {
            Moves::None => Some(seat),
            Moves::Swap(with) => Some(if seat == with { view.seat() } else { seat }),
            Moves::Rotate => Some(view.before(seat)),
            Moves::Shuffle => None,
            Moves::Crash => (seat != self.next).then_some(seat),
        }
    }

    /// The hand that a seat has after an action, where hands move.
    fn held<'a>(&'a self, seat: Seat, after: &'a After) -> Option<&'a Hand> {
        let source = self.source(seat, after.moves)?;
        let known = self.known.as_ref()?;
        if source == self.view.seat() { after.left.as_ref() } else { Some(&known[source.index()]) }
    }

    /// Adds the rows of opponents but for those of whether they can follow, for which it notes what
    /// tells.
    #[inline(always)]
    pub(super) fn opponents(&self, lineup: &mut Lineup, after: &After, active: &mut impl Rows) {
        let Lineup { order, seats, len, ref mut follows, .. } = *lineup;
        let looked_at = seats[..len].iter().zip(&mut follows[..len]);
        for (slot, (&seat, follows)) in looked_at.enumerate() {
            let more = self.draws(seat, after);
            let (mut held, mut hidden) = (self.view.hand_size(seat), u32::MAX);
            let mut other = &self.others[seat.index()];
            if self.known.is_some() {
                let source = self.source(seat, after.moves);
                other = source.map_or(&Other::UNKNOWN, |source| &self.others[source.index()]);
                held = after.hand.size;
                if let Some(hand) = self.held(seat, after) {
                    follows.surely = self.known(slot, hand, after, order, active);
                    (held, hidden) = (hand.size, hand.hidden);
                }
            }
            let size = held + more;
            let cards = (other.may_hold(after.colour, held).min(hidden) + more).min(size);
            (follows.cards, follows.last) = (cards.min(MOST_CARDS) as u8, size == 1);
            let number = if self.knocks_out { bucket(size, THEIRS) } else { size };
            active.slot(slot, Slot::Hand, number);
            self.opponent(slot, seat, (other, more, size), order, active);
        }
    }

    /// Adds the rows of what an opponent was seen to do.
    #[inline(always)]
    fn opponent(
        &self,
        slot: usize,
        seat: Seat,
        (other, more, size): (&Other, u32, u32),
        order: [Colour; 4],
        active: &mut impl Rows,
    ) {
        let places = order.into_iter().enumerate();
        if other.drawn != [0; 4] {
            for (place, colour) in places.clone() {
                let drawn = u32::from(other.drawn[colour.index()]);
                if drawn > 0 {
                    let part = 12 * (drawn - 1 + more);
                    let reaches = |bound: &u32| part >= *bound * size.max(1);
                    let holds = [1, 3, 5, 8, 11].iter().filter(|bound| reaches(bound)).count();
                    active.slot_at(slot, Slot::Holds0, place, 1 + holds as u32);
                }
            }
        }
        if other.named != [0; 4] {
            for (place, colour) in places {
                active.slot_at(slot, Slot::Named0, place, other.named[colour.index()].into());
            }
        }
        active.slot(slot, Slot::Laid, laid(other, order));
        let Other { missed, partner, .. } = self.others[seat.index()];
        if missed | partner {
            active.slot(slot, Slot::Standing, u32::from(missed));
            active.slot(slot, Slot::Standing, 2 * u32::from(partner));
        }
    }

    /// Adds those of whether they can.
    #[inline(always)]
    pub(super) fn follow(
        &self,
        lineup: &Lineup,
        after: &After,
        unseen_same: u32,
        active: &mut impl Rows,
    ) {
        let plays = self.unseen[after.colour.index()] + self.unseen_wilds + unseen_same;
        let lacks = lacks(plays, self.unseen_all);
        for (slot, follows) in lineup.follows[..lineup.len].iter().enumerate() {
            let cards = u32::from(follows.cards);
            let stuck = chance_of_power(lacks, cards) * u32::from(!follows.surely);
            active.slot(slot, Slot::Stuck, stuck);
            if follows.last {
                let stuck = if follows.surely { 0 } else { power(lacks, cards) };
                active.slot(slot, Slot::Out, chance(SURE - stuck));
            }
        }
    }

    /// Adds what is known of a hand; says whether some of it can be played.
    #[inline(always)]
    fn known(
        &self,
        slot: usize,
        hand: &Hand,
        after: &After,
        order: [Colour; 4],
        active: &mut impl Rows,
    ) -> bool {
        if hand.size == hand.hidden {
            return false;
        }
        let wilds = hand.wilds + hand.wild_draws;
        let (mut fits, mut draws) = (wilds, hand.wild_draws);
        for (place, colour) in order.iter().enumerate() {
            let (held, symbols) = (hand.held[colour.index()], hand.symbols[colour.index()]);
            let has = |symbol: Symbol| (symbols >> (4 * symbol.index()) & 1) as u32;
            active.slot_at(slot, Slot::Known0, place, held);
            fits += match place {
                0 => held,
                _ if after.up.is_wild() => 0,
                _ => has(self.view.rules().printed_like(after.up).symbol()),
            };
            draws += has(Symbol::DrawTwo) + has(Symbol::DrawOne);
        }
        active.slot(slot, Slot::KnownFits, fits);
        active.slot(slot, Slot::KnownWilds, wilds);
        active.slot(slot, Slot::KnownDraws, draws);
        active.slot(slot, Slot::Hidden, hand.hidden);
        fits > 0
    }
}

/// The number of the row that says what an opponent laid last.
#[inline(always)]
fn laid(other: &Other, order: [Colour; 4]) -> u32 {
    match other.laid {
        None => 0,
        Some((None, _)) => 9,
        Some((Some(colour), changed)) => {
            let place = order.iter().position(|&other| other == colour).unwrap_or(0);
            1 + 2 * place as u32 + u32::from(changed)
        }
    }
}
