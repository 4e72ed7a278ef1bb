//! The action of a careful person: every decision put to a strategy that has the defaults alone.

use super::super::{CardChoice, FastStrategy, decide};
use crate::cards::{Cards, Kind};
use crate::game::{Action, View};

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
        super::card(view, choice)
    }
}
