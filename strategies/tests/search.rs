//! Budgets are kept, and what is plain is found.

use crate::scene::{Scene, player};
use unobench_core::cards::Kind;
use unobench_core::game::Action;
use unobench_core::strategy::{Estimate, Settings};
use unobench_strategies::testing::halve;

const HAND: [&str; 2] = ["R1 R2 R9 G5 W", "Y1 Y2 Y3"];

/// Counts how often an action is tried, and says that the last one in the order of cards is best;
/// `most-colour` is the policy, and all actions are looked at.
#[test]
fn halving_keeps_to_its_budget_and_finds_the_best() {
    for budget in (1..40).chain([100, 1000]) {
        Scene::new("R5", &HAND).look(|view| {
            let mut tried = Vec::new();
            let best = halve(view, &Settings::new(&[budget, 1, 0, 900, 0, 64]), &mut |action| {
                tried.push(action);
                action.card().map_or(0.0, |kind| kind.index() as f32 / 64.0)
            });
            assert!(tried.len() <= budget as usize, "{} of {budget}", tried.len());
            if budget >= 100 {
                assert!(tried.len() > budget as usize / 2, "{} of {budget} are used", tried.len());
                assert!(view.actions().iter().all(|action| tried.contains(action)));
                assert_eq!(best, Action::Card(Kind::WILD));
            }
        });
    }
}

/// What a search by trees thinks of the actions in a position.
fn considers(scene: &Scene, search: &str, budget: u32) -> Vec<Estimate> {
    let spec = format!("{search},playouts={budget},patience=3,others=best,policy=most-colour");
    scene.look(|view| player(&spec).consider(view).1)
}

/// The playouts that begin with one of the actions are all that there are. Where the policy's
/// action wins, its mean over the worlds is 1 if none of them is left out.
#[test]
fn a_tree_makes_as_many_playouts_as_it_may() {
    let winning = Scene::new("R5", &["R7", "Y1 Y2 Y3"]);
    for search in ["ismcts:root=ucb", "pimc:worlds=1", "pimc:worlds=3", "pimc:worlds=1000"] {
        for budget in [1, 2, 7, 100] {
            for scene in [&Scene::new("R5", &HAND), &winning] {
                let actions = considers(scene, search, budget);
                let playouts: u32 = actions.iter().filter_map(|action| action.playouts).sum();
                assert_eq!(playouts, budget, "{search}");
            }
            let values = considers(&winning, search, budget).into_iter().map(|it| it.value);
            let best = values.fold(0.0, f64::max);
            assert!((best - 1.0).abs() < 1e-9, "{search}: {best} of {budget}");
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
