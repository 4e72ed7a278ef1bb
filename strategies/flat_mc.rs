//! `flat-mc`: tries each action in sampled worlds and takes the one that goes best.

use super::search::{AIM, CAUTION, Estimate, Method, PLAYOUTS, POLICY, Seeker, TRUST, WIDTH, by_search, obvious};
use super::{Action, Cards, Entry, View};
use crate::strategy::{Cost, Recall, Settings, Sight, Traits};

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "flat-mc",
    description: "tries each action in worlds that fit what it sees, lets a policy play on to the end, and halves the actions by how that goes",
    source: "flat Monte Carlo by sequential halving (Z. Karnin, T. Koren and O. Somekh, ICML 2013)",
    tier: 4,
    parameters: &[PLAYOUTS, POLICY, AIM, TRUST, CAUTION, WIDTH],
    traits: Traits { stochastic: true, recall: Recall::Shown, sight: Sight::Own, looks_at: "everything that it may", cost: Cost::Search },
};

/// Plays by flat Monte Carlo.
#[derive(Debug, Clone)]
pub struct FlatMc {
    seeker: Seeker,
}

impl FlatMc {
    /// The strategy with its budget and policy.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> FlatMc {
        FlatMc { seeker: Seeker::new(settings) }
    }

    /// The action that it chooses, and what it thinks of each.
    pub fn consider<C: Cards>(&mut self, view: &View<'_, C>) -> (Action, Vec<Estimate>) {
        if let Some(action) = obvious(view) {
            return (action, Vec::new());
        }
        let mut searcher = self.seeker.searcher().noting();
        (searcher.by_view(view, Method::Flat), searcher.notes())
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>) -> Action {
        if let Some(action) = obvious(view) {
            return action;
        }
        self.seeker.searcher().by_view(view, Method::Flat)
    }
}

by_search!(FlatMc);
