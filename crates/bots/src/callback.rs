//! Bots that are functions of the program which this library is part of.

use super::diary::BotFault;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};
use unobench_core::game::View;
use unobench_core::rules::RuleSet;
use unobench_record::Decided;

/// For each view what is done, and why where that is said, or what is wrong with the answer.
pub type CallbackResults = Vec<Result<Decided, (BotFault, String)>>;

/// A bot that is asked by a call.
pub trait Callback: Debug + Send + Sync {
    /// The views are of games that are played side by side. Nothing if what is played has to be
    /// stopped, which it has asked for.
    fn decide(&self, rules: &RuleSet, views: &[View<'_>]) -> Option<CallbackResults>;
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
