//! Bots that are functions of the program which this library is part of.

use super::diary::Fault;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};
use unobench_core::game::{Action, View};
use unobench_core::rules::RuleSet;

/// A bot that is asked by a call.
pub trait Callback: Debug + Send + Sync {
    /// An action for each view, of games that are played side by side, or what is wrong with an
    /// answer, in words too. Nothing if what is played has to be stopped, which it has asked for.
    fn decide(
        &self,
        rules: &RuleSet,
        views: &[View<'_>],
    ) -> Option<Vec<Result<Action, (Fault, String)>>>;
}

/// Callbacks by the names that they have after `py:`.
pub type Callbacks = BTreeMap<String, Arc<dyn Callback>>;

static CALLBACKS: Mutex<Callbacks> = Mutex::new(BTreeMap::new());

/// From now on these are the callbacks that can be named.
pub fn set_callbacks(callbacks: Callbacks) {
    *CALLBACKS.lock().unwrap_or_else(PoisonError::into_inner) = callbacks;
}

pub(super) fn find(name: &str) -> Option<Arc<dyn Callback>> {
    CALLBACKS.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
}
