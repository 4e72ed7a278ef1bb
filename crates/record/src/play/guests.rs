//! Those who decide from outside, for other seats than the person's: external bots.

use crate::trace::Decided;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use unobench_core::game::Action;

/// Somebody who decides for one or more seats, and follows the games on their own.
pub trait SeatControl: fmt::Debug + Send {
    /// Decides, after these actions of a game, for the seat that has to; none if that fails. What
    /// was told before may have been taken back since.
    fn decide(&mut self, game: u64, actions: &[Action]) -> Option<Decided>;

    /// A game is over after these actions.
    fn end(&mut self, game: u64, actions: &[Action]);
}

/// Those who decide for seats at a person's table from outside, with their names by seat.
#[derive(Debug, Clone)]
pub struct Invited {
    pub names: Vec<Option<String>>,
    pub guests: Arc<Mutex<dyn SeatControl>>,
}

impl Invited {
    pub(super) fn decide(&self, game: u64, actions: &[Action]) -> Option<Decided> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner).decide(game, actions)
    }

    pub(super) fn end(&self, game: u64, actions: &[Action]) {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner).end(game, actions);
    }
}
