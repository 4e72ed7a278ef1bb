//! Budgets are kept, and what is plain is found.

use crate::net::{file, net, origin};
use crate::scene::*;
use unobench_core::strategy::ActionEstimate;
use unobench_strategies::halve;
use unobench_strategies::net::{Nets, Origin};

const HAND: [&str; 2] = ["R1 R2 R9 G5 W", "Y1 Y2 Y3"];

/// Counts how often an action is tried, and says that the last one in the order of cards is best;
/// `most-colour` is the policy, and all actions are looked at.
#[test]
fn halving_keeps_to_its_budget_and_finds_the_best() {
    for budget in (1..40).chain([100, 1000]) {
        Scene::new("R5", &HAND).look(|view| {
            let mut tried = Vec::new();
            let best =
                halve(view, &ParameterValues::new(&[budget, 1, 0, 900, 0, 64]), &mut |action| {
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

fn considers(scene: &Scene, search: &str, budget: u32) -> Vec<ActionEstimate> {
    let spec = format!("{search},playouts={budget},patience=3,others=best,policy=most-colour");
    scene.look(|view| player(&spec).consider(view).1)
}

/// Where all actions are tried equally often, none has more playouts than another, and what is left
/// of the budget is not used; turns bound it, too, but for the world that is being played.
#[test]
fn actions_are_tried_equally_often() {
    let scene = Scene::new("R5", &HAND);
    let tried = |settings: &str| {
        let spec = format!("flat-mc:root=even,width=64,policy=most-colour,{settings}");
        let estimates = scene.look(|view| player(&spec).consider(view).1);
        let playouts: Vec<u32> = estimates.iter().filter_map(|of| of.playouts).collect();
        assert!(playouts.len() > 3 && playouts.iter().all(|&of| of == playouts[0]), "{playouts:?}");
        (playouts.len() as u32, playouts[0])
    };
    for budget in [1, 7, 100, 1000] {
        let (actions, each) = tried(&format!("playouts={budget}"));
        assert_eq!(each, budget / actions);
    }
    let [one, few, more] = [1, 500, 5000].map(|turns| tried(&format!("turns={turns}")).1);
    assert!(one == 1 && one < few && few < more && more < 200, "{one}, {few}, {more}");
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
            let values =
                considers(&winning, search, budget).into_iter().map(|estimate| estimate.value);
            let best = values.fold(0.0, f64::max);
            assert!((best - 1.0).abs() < 1e-9, "{search}: {best} of {budget}");
        }
    }
}

#[test]
fn a_search_goes_out_when_it_can() {
    for name in ["flat-mc", "ismcts", "pimc", "search"] {
        let scene = Scene::new("R5", &["R7", "Y1 Y2 Y3"]);
        assert_eq!(scene.play(&format!("{name}:playouts=60")), "R7", "{name}");
    }
}

/// Where each writes down their own points, going out is best if the fewest win, and worst if the
/// most do.
#[test]
fn a_search_for_points_knows_whether_they_are_good() {
    for name in ["flat-mc", "ismcts"] {
        let spec = format!("{name}:playouts=200,policy=random,aim=score,caution=0");
        for (at_target, play) in [("loses", "R7"), ("wins", "-")] {
            let rules = format!("scoring.method=own_points scoring.at_target={at_target}");
            let scene = Scene::new("R5", &["R7", "Y1 Y2 Y3"]).rule(&rules);
            assert_eq!(scene.play(&spec), play, "{name}, who reaches the target {at_target}");
        }
    }
}

/// The other seat has one card left, and all cards there are fit: a skip keeps it from going out.
#[test]
fn a_search_sees_a_turn_ahead() {
    for name in ["flat-mc", "ismcts", "pimc"] {
        let spec = format!("{name}:playouts=400,policy=random");
        let scene = Scene::new("R5", &["RS R7", "R1"]).pile("R2 R3 R4 R6 R8");
        assert_eq!(scene.play(&spec), "RS", "{name}");
    }
}

fn decisions(players: usize, rounds: u64, mut visit: impl FnMut(&View<'_>)) {
    play("official", players, rounds, "champion", |_, view, _| visit(view));
}

/// Where nothing can be tried, or nothing may be, it plays as its network does; elsewhere it leaves
/// the network's action now and then, and never for one that the network thinks much less of.
#[test]
fn a_network_that_looks_ahead_keeps_to_close_actions() {
    // What it says is what it decides by where nothing was found of chances.
    let (_dir, path) = file(&Nets::champion().bytes());
    let with_file = |spec: &str| player(&format!("{spec}file={}", path.display()));
    let (mut champion, mut poor) = (with_file("net:"), with_file("search:playouts=1,"));
    let mut looks = with_file("search:playouts=60,margin=0.04,");
    let mut left = 0;
    for players in [2, 4] {
        decisions(players, 5, |view| {
            let (action, values) = champion.consider(view);
            assert_eq!(poor.decide(view), action);
            let chosen = looks.decide(view);
            let value = |candidate| {
                values
                    .iter()
                    .find(|estimate| estimate.action == candidate)
                    .map(|estimate| estimate.value)
            };
            if chosen != action {
                left += 1;
                assert!(value(chosen) > value(action).map(|best| best - 0.0401), "{chosen:?}");
            }
        });
    }
    assert!(left > 0, "it never leaves the network's action");
}

#[test]
fn a_network_that_looks_ahead_takes_what_it_values_most() {
    let mut looks = player("search:playouts=40");
    assert!(looks.gives_chances());
    decisions(2, 3, |view| {
        let (action, thoughts) = looks.consider(view);
        let best = thoughts.iter().map(|thought| thought.value).max_by(f64::total_cmp);
        let Some(best) = best else { return };
        assert!(
            thoughts.iter().all(|estimate| (0.0..=1.0).contains(&estimate.value)),
            "{thoughts:?}"
        );
        assert_eq!(thoughts.len(), view.actions().len());
        let own =
            thoughts.iter().find(|thought| thought.action == action).expect("a thought of it");
        assert!(own.value >= best, "{action:?} of {thoughts:?}");
    });
}

#[test]
fn a_network_that_looks_ahead_may_come_from_a_file() {
    let (_dir, path) = file(&Nets::new([(origin(2), net(2, 3))]).bytes());
    let mut bare = player(&format!("net:file={}", path.display()));
    let mut poor = player(&format!("search:playouts=1,file={}", path.display()));
    let mut champion = player("champion");
    let mut unlike = 0;
    decisions(2, 3, |view| {
        assert_eq!(poor.decide(view), bare.decide(view));
        unlike += u32::from(bare.decide(view) != champion.decide(view));
    });
    assert!(unlike > 0, "the file's network plays like the built-in one");
}

/// With the same weights it takes the action with the highest lead instead of the highest chance;
/// `search` knows chances only, and refuses it.
#[test]
fn a_network_that_learned_for_points_takes_the_highest_lead() {
    let network = |aim| {
        file(&Nets::new([(Origin { aim, ..origin(2) }, Nets::champion().of(2).1.clone())]).bytes())
    };
    let ((_wins, wins), (_score, score)) = (network(Aim::Wins), network(Aim::Score));
    let mut by_chance = player(&format!("net:file={}", wins.display()));
    let mut by_lead = player(&format!("net:file={}", score.display()));
    assert!(by_chance.gives_chances() && !by_lead.gives_chances());
    let mut unlike = 0;
    decisions(2, 20, |view| {
        let (action, thoughts) = by_lead.consider(view);
        unlike += u32::from(by_chance.decide(view) != action);
        let Some(own) = thoughts.iter().find(|thought| thought.action == action) else { return };
        assert!(
            thoughts.iter().all(|estimate| estimate.value <= own.value),
            "{action:?} of {thoughts:?}"
        );
        assert!(own.value.abs() < 500.0, "points: {thoughts:?}");
    });
    assert!(unlike > 0, "chances and leads always agree");
    let refused = strategy(&format!("search:file={}", score.display())).expect_err("no chances");
    assert!(refused.to_string().contains("learned to do well in points"), "{refused}");
}
