//! Rows of opponents.

use super::hand::Hand;
use super::lineup::{Follows, Lineup, Other};
use super::numbers::{MOST_CARDS, SURE, THEIRS, bucket, chance, chance_of_power, lacks, power};
use super::{After, Moves, Scene, led_by, sorted};
use crate::net::rows::{MOST_SLOTS, RowSink, Slot};
use unobench_core::cards::{Cards, Colour, Symbol};
use unobench_core::game::Seat;

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
        let len = self.looked_at.min(MOST_SLOTS);
        let mut seat =
            if acts == me { self.rest.next_after(me, direction).unwrap_or(me) } else { acts };
        let mut seats = [me; MOST_SLOTS];
        for (slot, place) in seats[..len].iter_mut().enumerate() {
            if slot > 0 {
                seat = self.rest.next_after(seat, direction).unwrap_or(seat);
            }
            *place = seat;
        }
        let order = if after.keeps { self.order } else { sorted(&after.hand.held) };
        let order = led_by(after.colour, order);
        let mask = |place: usize| after.hand.symbols[order[place].index()];
        let masks = [mask(1), mask(2), mask(3)];
        Lineup { order, masks, acts, seats, len, follows: [Follows::default(); MOST_SLOTS] }
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
    fn held(&self, seat: Seat, after: &After) -> Option<Hand> {
        let source = self.source(seat, after.moves)?;
        if source != self.view.seat() {
            return Some(self.known.as_ref()?[source.index()]);
        }
        // What moves hands discards nothing: only the card itself has left them.
        let mut own = self.hand;
        if let Some(kind) = after.laid {
            own.loses(self.view, kind);
        }
        Some(own)
    }

    /// Adds the rows of opponents but for those of whether they can follow, for which it notes what
    /// tells.
    #[inline(always)]
    pub(super) fn opponents<const MOVES: bool>(
        &self,
        lineup: &mut Lineup,
        after: &After,
        active: &mut impl RowSink,
    ) {
        let Lineup { order, seats, len, .. } = *lineup;
        let hits = self.hits(after);
        let victim = after.effect.skips.then(|| after.effect.victim(self.view));
        let mut laid = [0; 16];
        laid[1] = 9;
        for (place, colour) in order.into_iter().enumerate() {
            let number = 2 + 2 * colour.index();
            laid[number] = 1 + 2 * place as u8;
            laid[number + 1] = 2 + 2 * place as u8;
        }
        let looked_at = seats[..len].iter().zip(&mut lineup.follows[..len]);
        for (slot, (&seat, follows)) in looked_at.enumerate() {
            let more = if victim.is_none_or(|victim| victim == seat) { hits } else { 0 };
            let mut other = &self.others[seat.index()];
            let (mut held, mut hidden) = (u32::from(other.size), u32::MAX);
            if MOVES {
                let source = self.source(seat, after.moves);
                other = source.map_or(&Other::UNKNOWN, |source| &self.others[source.index()]);
                held = after.hand.size;
                if let Some(hand) = self.held(seat, after) {
                    follows.surely = self.known(slot, &hand, after, order, active);
                    (held, hidden) = (hand.size, hand.hidden);
                }
            }
            let size = held + more;
            let cards = other.may_hold(after.colour, held).min(hidden) + more;
            (follows.cards, follows.last) = (cards.min(MOST_CARDS) as u8, size == 1);
            active.slot(slot, Slot::Hand, bucket(size, THEIRS));
            active.slot(slot, Slot::Laid, laid[usize::from(other.laid % 16)].into());
            self.opponent(slot, seat, (other, more, size), order, active);
        }
    }

    #[inline(always)]
    fn opponent(
        &self,
        slot: usize,
        seat: Seat,
        (other, more, size): (&Other, u32, u32),
        order: [Colour; 4],
        active: &mut impl RowSink,
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
        let standing = u32::from(self.others[seat.index()].standing);
        if standing > 0 {
            active.slot(slot, Slot::Standing, standing & 1);
            active.slot(slot, Slot::Standing, standing & 2);
        }
    }

    /// Adds those of whether they can.
    #[inline(always)]
    pub(super) fn follow(
        &self,
        lineup: &Lineup,
        after: &After,
        unseen_same: u32,
        active: &mut impl RowSink,
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
        active: &mut impl RowSink,
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
