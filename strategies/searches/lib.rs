//! What all searches share: worlds that fit a view, playouts in them, and what an outcome is worth.
//!
//! A search asks a `Simulator` for a full state and the chance that goes with it, takes an action
//! there, and lets a policy play on to the end. The search itself is compiled once; what depends on
//! the type of the cards and on the rules is behind the simulator. Nothing is
//! allocated for a playout. Everything is drawn from the seat's own stream, so that a search makes
//! the same choice again from the same seed.

#![warn(missing_docs)]

mod ahead;
pub mod cheat;
mod flat;
pub mod flat_mc;
pub mod ismcts;
pub mod oracle;
pub mod pimc;
mod policy;
pub mod search;
mod simulation;
mod state;
mod tree;

#[doc(hidden)]
pub use flat::halve;

use ahead::{AheadPlayer, BUDGET, MARGIN, TURNS};
use policy::POLICY;
use tree::{Tree, TreeSettings};

use flat::{PlayOut, evenly, sequential_halving};
use simulation::SampleSource;
use state::{Root, SearchState, Searcher, obvious};
use unobench_core::game::{Action, View};
use unobench_core::rng::Rng;
use unobench_core::strategy::{
    ActionEstimate, Clairvoyant, Cost, Entry, Parameter, ParameterValues, Player, Recall, Strategy,
    Traits, Visibility, World,
};
use unobench_tactics::LIBRARY;

/// The strategies of this crate, in order of tier.
pub static ENTRIES: [Entry; 6] =
    [flat_mc::ENTRY, pimc::ENTRY, ismcts::ENTRY, search::ENTRY, cheat::ENTRY, oracle::ENTRY];

const HONEST: Traits = Traits {
    stochastic: true,
    recall: Recall::Shown,
    sight: Visibility::Own,
    looks_at: "everything that it may",
    cost: Cost::Search,
};

/// What the bounds have in common, which see what nobody may.
const BOUND: Entry = Entry {
    source: "the cheating player as a ceiling, common in game research; the search is that of \
        ismcts",
    tier: 5,
    parameters: &tree_parameters(FULL_WIDTH),
    traits: Traits { sight: Visibility::Hands, looks_at: "everything there is", ..HONEST },
    ..LIBRARY
};

const PLAYOUTS: Parameter =
    Parameter::whole("playouts", 1000, 1, 10_000_000).means("playouts for each decision");

const AIM: Parameter = Parameter::choice("aim", &["win", "score"])
    .means("what it tries to get: the win, or the largest lead in points");

const TRUST: Parameter = Parameter::decimal("trust", 900, 0, 1000).means(
    "how often it believes that others lacked the colour on which they drew, and are honest",
);

const CAUTION: Parameter = Parameter::decimal("caution", 1500, 0, 10_000)
    .means("by how many standard errors another action has to be better than the policy's");

const WIDTH: Parameter = Parameter::whole("width", 2, 1, 64).means(
    "how many actions it tries, those that the policy values most; all where the policy has no \
     values",
);

/// The same for who sees enough to look at all of them.
const FULL_WIDTH: Parameter = Parameter::whole("width", 64, 1, 64).means(WIDTH.description);

const EXPLORATION: Parameter = Parameter::decimal("exploration", 500, 0, 10_000)
    .means("the weight of curiosity: the constant of UCB1");

const OTHERS: Parameter = Parameter::choice("others", &["policy", "best"])
    .means("what others do in the tree: what the policy does, or what was best for them");

const PATIENCE: Parameter = Parameter::whole("patience", 20, 0, 1_000_000).means(
    "how often a decision is met in the tree before anything but the policy's action is tried",
);

/// The parameters of a search by one tree, in the order of [`SearchState::new`] and
/// [`TreeSettings::common`].
const fn tree_parameters(width: Parameter) -> [Parameter; 11] {
    let depth = Parameter::whole("depth", 8, 1, 64)
        .means("how many decisions deep the tree goes before the policy plays");
    let root = Parameter::choice("root", &["halving", "ucb"])
        .means("how its own actions are tried: in common worlds, halving them, or by their bounds");
    [PLAYOUTS, POLICY, AIM, TRUST, CAUTION, width, EXPLORATION, depth, OTHERS, PATIENCE, root]
}

impl Searcher<'_> {
    fn search(&mut self, method: Method, root: &Root) -> Action {
        match method {
            Method::Halving => sequential_halving(&mut PlayOut, self, root),
            Method::Evenly { most_turns } => evenly(self, root, most_turns),
            Method::Tree(settings) => Tree::new(settings).search(self, root),
        }
    }
}

/// How the actions of a decision are tried.
#[derive(Debug, Clone, Copy)]
enum Method {
    /// By playouts, the better half of the actions going on.
    Halving,
    /// By playouts, all actions equally often, until so many turns were played; 0: any number.
    Evenly {
        most_turns: u32,
    },
    Tree(TreeSettings),
}

/// A player that searches with no more than its seat may see.
#[derive(Debug, Clone)]
struct SearchPlayer {
    state: SearchState,
    method: Method,
}

impl SearchPlayer {
    fn new(settings: &ParameterValues<'_>, method: Method) -> SearchPlayer {
        SearchPlayer { state: SearchState::new(settings), method }
    }

    fn think(
        &mut self,
        view: &View<'_>,
        notes: Option<Vec<ActionEstimate>>,
    ) -> (Action, Vec<ActionEstimate>) {
        if let Some(action) = obvious(view) {
            return (action, Vec::new());
        }
        let source = SampleSource::View { view, trust: self.state.settings.trust };
        let mut searcher = Searcher { notes, ..self.state.searcher(source) };
        let action = searcher.search(self.method, &Root::new(view));
        (action, searcher.notes.unwrap_or_default())
    }
}

impl Strategy for SearchPlayer {
    fn begin(&mut self, rng: Option<&Rng>) {
        self.state.begin(rng);
    }

    fn decide(&mut self, view: &View<'_>) -> Action {
        self.think(view, None).0
    }

    fn consider(&mut self, view: &View<'_>) -> (Action, Vec<ActionEstimate>) {
        self.think(view, Some(Vec::new()))
    }

    fn gives_chances(&self) -> bool {
        !self.state.settings.for_points
    }
}

/// A player that searches with all hands seen and, if it foresees, the chance to come.
#[derive(Debug, Clone)]
struct SightedPlayer {
    state: SearchState,
    tree: TreeSettings,
    foresees: bool,
}

impl SightedPlayer {
    fn new(settings: &ParameterValues<'_>, foresees: bool) -> SightedPlayer {
        let tree = TreeSettings::common(settings);
        SightedPlayer { state: SearchState::new(settings), tree, foresees }
    }
}

impl Clairvoyant for SightedPlayer {
    fn begin(&mut self, rng: Option<&Rng>) {
        self.state.begin(rng);
    }

    fn foresees(&self) -> bool {
        self.foresees
    }

    fn choose(&mut self, world: &World<'_>) -> Action {
        obvious(world.view()).unwrap_or_else(|| {
            let source = SampleSource::World { world, foresees: self.foresees };
            let root = Root::new(world.view());
            self.state.searcher(source).search(Method::Tree(self.tree), &root)
        })
    }
}
