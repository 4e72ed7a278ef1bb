//! What a careful person does, at any decision: for strategies that have no idea of their own, or
//! that do not know a decision.

mod action;

pub use action::action;

use super::tactics::{best_to_swap_with, worth_playing};
use super::{CardChoice, SeatChoice};
use crate::cards::{Cards, Kind};
use crate::game::{Seat, View};

/// Lays a card whenever that is honest, but to trade the hand for a longer one: it is a card less.
#[inline(always)]
pub fn card<C: Cards>(view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
    let lays = view.decision().info().careful || !choice.may_decline;
    if lays { worth_playing(view, choice).last() } else { None }
}

/// Swaps hands with the opponent who holds fewest cards; with a partner, where every opponent holds
/// more than it itself; with nobody, where it may keep its hand and nobody holds fewer cards. Asks
/// nobody to exchange a card, since who is asked gives what it wants least.
pub fn seat<C: Cards>(view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
    if !view.decision().info().careful && choice.may_decline {
        return None;
    }
    keep_if_shorter(view, best_to_swap_with(view, choice.seats), choice)
}

/// Somebody to swap hands with, or nobody, where the hand may be kept and that one holds no fewer
/// cards.
pub fn keep_if_shorter<C: Cards>(
    view: &View<'_, C>,
    with: Seat,
    choice: SeatChoice,
) -> Option<Seat> {
    let gains = view.hand_size(with) < view.hand_size(view.seat());
    (gains || !choice.may_decline).then_some(with)
}
