//! What a careful person does, at any decision: for strategies that have no idea of their own, or
//! that do not know a decision.

use super::tactics::{best_to_swap_with, worth_playing};
use super::{CardChoice, FastStrategy, SeatChoice, decide};
use crate::cards::{Cards, Kind};
use crate::game::{Action, Seat, View};

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

/// What a careful person does at the decision that the view's seat is asked for.
///
/// # Examples
///
/// ```
/// use unobench_core::game::{Action, Decision, View};
/// use unobench_core::strategy::{Strategy, careful};
///
/// /// Names red; otherwise it has no ideas.
/// #[derive(Clone)]
/// struct Reddish;
///
/// impl Strategy for Reddish {
///     fn decide(&mut self, view: &View) -> Action {
///         match view.decision() {
///             Decision::Colour => view.actions()[0],
///             _ => careful::action(view),
///         }
///     }
/// }
/// ```
pub fn action<C: Cards>(view: &View<'_, C>) -> Action {
    decide(&mut Careful, view)
}

/// The strategy that does what a careful person does at any decision.
#[derive(Clone)]
struct Careful;

impl FastStrategy for Careful {
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        card(view, choice)
    }
}
