//! Budgets are kept, and what is plain is found.

use super::flat::Trial;
use super::simulation::Returns;
use super::*;
use crate::scene::Scene;
use unobench_core::rules::MAX_SEATS;

/// A search with this budget that lets `most-colour` play on and looks at all actions.
fn state(playouts: i64) -> SearchState {
    let mut state = SearchState::new(&Settings::new(&[playouts, 1, 0, 900, 0, 64]));
    state.begin(Some(&Rng::from_key(1)));
    state
}

/// Counts how often an action is tried, and says that the last one in the order of cards is best.
struct Count<'c>(&'c mut Vec<Action>);

impl Trial for Count<'_> {
    fn try_out(&mut self, _: &mut Searcher, _: &mut dyn Simulator, action: Action) -> Returns {
        self.0.push(action);
        Returns([action.card().map_or(0.0, |kind| kind.index() as f32 / 64.0); MAX_SEATS])
    }
}

const HAND: [&str; 2] = ["R1 R2 R9 G5 W", "Y1 Y2 Y3"];

#[test]
fn halving_keeps_to_its_budget_and_finds_the_best() {
    for budget in (1..40).chain([100, 1000]) {
        Scene::new("R5", &HAND).look(|view| {
            let mut tried = Vec::new();
            let (mut searcher, policies) = state(budget).searcher();
            let mut simulator = SampleSource::View { view, trust: 0 }.simulator(policies, false);
            let root = Root::new(view);
            let trial = &mut Count(&mut tried);
            let best = sequential_halving(trial, &mut searcher, &mut *simulator, &root);
            assert!(tried.len() <= budget as usize, "{} of {budget}", tried.len());
            if budget >= 100 {
                assert!(tried.len() > budget as usize / 2, "{} of {budget} are used", tried.len());
                assert!(root.actions().iter().all(|action| tried.contains(action)));
                assert_eq!(best, Action::Card(unobench_core::cards::Kind::WILD));
            }
        });
    }
}

#[test]
fn a_tree_makes_as_many_playouts_as_it_may() {
    for worlds_of in [0, 3, 1000] {
        for budget in [1, 2, 7, 100] {
            Scene::new("R5", &HAND).look(|view| {
                let mut tree = Tree::default();
                let settings = TreeSettings {
                    exploration: 0.5,
                    depth: 8,
                    patience: 3,
                    halves: false,
                    others_by_policy: false,
                    worlds: worlds_of,
                };
                let (mut searcher, policies) = state(budget).searcher();
                let source = SampleSource::View { view, trust: searcher.settings.trust };
                let mut simulator = source.simulator(policies, false);
                tree.search(&mut searcher, settings, &mut *simulator, &Root::new(view));
                let per_tree =
                    if worlds_of == 0 { budget } else { budget / i64::from(worlds_of).min(budget) };
                assert!(
                    (per_tree..=per_tree + 1).contains(&i64::from(tree.playouts())),
                    "{} of {budget}",
                    tree.playouts()
                );
            });
        }
    }
}

/// With one card left that fits, every search goes out.
#[test]
fn a_search_goes_out_when_it_can() {
    for name in ["flat-mc", "ismcts", "pimc"] {
        assert_eq!(
            Scene::new("R5", &["R7", "Y1 Y2 Y3"]).play(&format!("{name}:playouts=60")),
            "R7",
            "{name}"
        );
    }
}

/// The other seat has one card left, and all cards there are fit: a skip keeps it from going out.
#[test]
fn a_search_sees_a_turn_ahead() {
    for name in ["flat-mc", "ismcts", "pimc"] {
        let spec = format!("{name}:playouts=400,policy=random");
        assert_eq!(
            Scene::new("R5", &["RS R7", "R1"]).pile("R2 R3 R4 R6 R8").play(&spec),
            "RS",
            "{name}"
        );
    }
}
