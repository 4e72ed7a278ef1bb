//! What a search keeps, and the decision that it is about.

use super::policy::Policy;
use super::simulation::{Policies, SampleSource, Simulated};
use unobench_core::game::{Action, Decision, Seat, View};
use unobench_core::rng::Rng;
use unobench_core::strategy::{ActionEstimate, FastStrategy, ParameterValues};

/// The most actions that a decision offers: every kind, declining, and passing.
pub(super) const MOST_ACTIONS: usize = unobench_core::cards::Kind::COUNT + 2;

/// What a search keeps from decision to decision: the seat's generator and how it is to think.
///
/// It owns no memory: players are cloned for every game.
#[derive(Debug, Clone)]
pub(super) struct SearchState {
    pub(super) rng: Rng,
    pub(super) settings: SearchSettings,
}

/// How a search thinks: its playouts for each decision, its policy and what it aims at.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchSettings {
    pub(super) playouts: u32,
    /// The policy's place in the list.
    pub(super) policy: u32,
    /// How often it believes what draws reveal, in 2⁻³².
    pub(super) trust: u64,
    pub(super) for_points: bool,
    pub(super) caution: f64,
    pub(super) width: usize,
}

impl SearchState {
    /// By the first six settings: [`PLAYOUTS`], [`POLICY`], [`AIM`], [`TRUST`], [`CAUTION`],
    /// [`WIDTH`].
    pub(super) fn new(settings: &ParameterValues<'_>) -> SearchState {
        let settings = SearchSettings {
            playouts: settings.whole(0),
            policy: settings.whole(1),
            trust: (settings.decimal(3) * (1_u64 << 32) as f64) as u64,
            for_points: settings.whole(2) == 1,
            caution: settings.decimal(4),
            width: settings.whole(5) as usize,
        };
        SearchState { rng: Rng::from_key(0), settings }
    }

    pub(super) fn begin(&mut self, rng: Option<&Rng>) {
        if let Some(rng) = rng {
            self.rng = rng.clone();
        }
    }

    /// Begins to think about a decision, and seats a policy everywhere.
    pub(super) fn searcher<'s>(&mut self, source: SampleSource<'_, 's>) -> Searcher<'s> {
        let mut rng = Rng::from_key(self.rng.bits());
        let mut policies: Policies = std::array::from_fn(|_| Policy::new(self.settings.policy));
        for policy in &mut policies {
            FastStrategy::begin(policy, Some(&Rng::from_key(rng.bits())));
        }
        let (settings, notes) = (self.settings, None);
        let simulator = source.simulator(policies, settings.for_points);
        Searcher { rng, settings, notes, simulator }
    }
}

/// A search at one decision, with its random numbers and the table at which it tries actions.
pub(super) struct Searcher<'s> {
    pub(super) rng: Rng,
    pub(super) settings: SearchSettings,
    /// What it thinks of each action, where somebody wants to know.
    pub(super) notes: Option<Vec<ActionEstimate>>,
    pub(super) simulator: Simulated<'s>,
}

impl Searcher<'_> {
    pub(super) fn note(&mut self, action: Action, total: f64, playouts: u32) {
        if let Some(notes) = &mut self.notes {
            let value = total / f64::from(playouts.max(1));
            notes.push(ActionEstimate { action, value, playouts: Some(playouts) });
        }
    }
}

/// The decision that a search thinks about: whose it is, and its legal actions.
#[derive(Debug)]
pub(super) struct Root {
    pub(super) seat: Seat,
    pub(super) actions: [Action; MOST_ACTIONS],
    pub(super) len: usize,
}

impl Root {
    pub(super) fn new(view: &View<'_>) -> Root {
        let mut root = Root { seat: view.seat(), actions: [Action::No; MOST_ACTIONS], len: 0 };
        view.for_each_action(|action| {
            root.actions[root.len] = action;
            root.len += 1;
        });
        root
    }

    pub(super) fn actions(&self) -> &[Action] {
        &self.actions[..self.len]
    }
}

/// What needs no thought: a call is free, and leaving it out gains nothing.
pub(super) fn obvious(view: &View<'_>) -> Option<Action> {
    (view.decision() == Decision::Uno).then_some(Action::Yes)
}
