//! `ismcts`: grows one tree of what may happen over many worlds that fit what it sees.

use super::search::{AIM, CAUTION, Estimate, Method, PLAYOUTS, POLICY, Seeker, TRUST, Tree, TreeSettings, WIDTH, by_search, obvious};
use super::{Action, Cards, Entry, View};
use crate::strategy::{Cost, Parameter, Recall, Settings, Sight, Traits};

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "ismcts",
    description: "grows one tree of what may happen over worlds that fit what it sees, each playout in another, and takes what it tried most",
    source: "single-observer information set Monte Carlo tree search (P. Cowling, E. Powley and D. Whitehouse, IEEE TCIAIG 4, 2012)",
    tier: 4,
    parameters: &[
        PLAYOUTS,
        POLICY,
        AIM,
        TRUST,
        CAUTION,
        WIDTH,
        Parameter::decimal("exploration", "the weight of curiosity: the constant of UCB1", 500, 0, 10_000),
        Parameter::whole("depth", "how many decisions deep the tree goes before the policy plays", 8, 1, 64),
        Parameter::choice("others", "what others do in the tree: what the policy does, or what was best for them", &["policy", "best"]),
        Parameter::whole("patience", "how often a decision is met in the tree before anything but the policy's action is tried", 20, 0, 1_000_000),
        Parameter::choice("root", "how its own actions are tried: in common worlds, halving them, or by their bounds", &["halving", "ucb"]),
    ],
    traits: Traits { stochastic: true, recall: Recall::Shown, sight: Sight::Own, looks_at: "everything that it may", cost: Cost::Search },
};

/// Plays by information set Monte Carlo tree search.
#[derive(Debug, Clone)]
pub struct Ismcts {
    seeker: Seeker,
    tree: TreeSettings,
}

impl Ismcts {
    /// The strategy with its budget, policy and tree.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> Ismcts {
        let tree = TreeSettings {
            exploration: settings.decimal(6),
            depth: settings.whole(7) as usize,
            others_by_policy: settings.whole(8) == 0,
            worlds: 0,
            patience: settings.whole(9),
            halves: settings.whole(10) == 0,
        };
        Ismcts { seeker: Seeker::new(settings), tree }
    }

    /// The action that it chooses, and what it thinks of each.
    pub fn consider<C: Cards>(&mut self, view: &View<'_, C>) -> (Action, Vec<Estimate>) {
        if let Some(action) = obvious(view) {
            return (action, Vec::new());
        }
        let mut searcher = self.seeker.searcher().noting();
        (searcher.by_view(view, Method::Tree(&mut Tree::default(), self.tree)), searcher.notes())
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>) -> Action {
        if let Some(action) = obvious(view) {
            return action;
        }
        self.seeker.searcher().by_view(view, Method::Tree(&mut Tree::default(), self.tree))
    }
}

by_search!(Ismcts);
