//! `oracle`: a bound, not a strategy: what a player reaches who knows all hands and all chance to
//! come.

use super::search::{AIM, CAUTION, FULL_WIDTH, Method, PLAYOUTS, POLICY, Seeker, TRUST, Tree, TreeSettings, obvious};
use super::{Action, Cards, Entry};
use crate::rng::Rng;
use crate::strategy::{Clairvoyant, Cost, Parameter, Recall, Settings, Sight, Traits, World};

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "oracle",
    description: "a bound, not a strategy: sees all hands and the cards to come, and searches",
    source: "the cheating player as a ceiling, common in game research; the search is that of ismcts",
    tier: 5,
    parameters: &[
        PLAYOUTS,
        POLICY,
        AIM,
        TRUST,
        CAUTION,
        FULL_WIDTH,
        Parameter::decimal("exploration", "the weight of curiosity: the constant of UCB1", 500, 0, 10_000),
        Parameter::whole("depth", "how many decisions deep the tree goes before the policy plays", 8, 1, 64),
        Parameter::choice("others", "what others do in the tree: what the policy does, or what was best for them", &["policy", "best"]),
        Parameter::whole("patience", "how often a decision is met in the tree before anything but the policy's action is tried", 20, 0, 1_000_000),
        Parameter::choice("root", "how its own actions are tried: in common worlds, halving them, or by their bounds", &["halving", "ucb"]),
    ],
    traits: Traits { stochastic: true, recall: Recall::Shown, sight: Sight::Everything, looks_at: "everything there is", cost: Cost::Search },
};

/// Plays with open cards.
#[derive(Debug, Clone)]
pub struct Oracle {
    seeker: Seeker,
    tree: TreeSettings,
}

impl Oracle {
    /// The bound with its budget, policy and tree.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> Oracle {
        let tree = TreeSettings {
            exploration: settings.decimal(6),
            depth: settings.whole(7) as usize,
            others_by_policy: settings.whole(8) == 0,
            worlds: 0,
            patience: settings.whole(9),
            halves: settings.whole(10) == 0,
        };
        Oracle { seeker: Seeker::new(settings), tree }
    }
}

impl Clairvoyant for Oracle {
    fn begin(&mut self, rng: Option<&Rng>) {
        self.seeker.begin(rng);
    }

    fn choose<C: Cards>(&mut self, world: &World<'_, C>) -> Action {
        if let Some(action) = obvious(world.view()) {
            return action;
        }
        self.seeker.searcher().by_world(world, true, Method::Tree(&mut Tree::default(), self.tree))
    }
}
