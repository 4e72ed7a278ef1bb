//! The same rounds as in a run, whatever the tables and threads.

use crate::support::{high_points, play, rules, run, scattered, setup, wins};
use unobench_core::rules::RuleSet;
use unobench_env::{Environment, Reward};

/// The line-ups of strategies that are played: at fast tables, with random numbers, with a memory.
const LINE_UPS: [&[&str]; 4] = [
    &["random", "counter"],
    &["counter", "random", "bluffer", "champion"],
    &["pimc:playouts=2", "linear"],
    &["cheat", "random", "quiet", "oracle:playouts=2", "switcher"],
];

#[test]
fn strategies_alone_win_what_they_win_in_a_run() {
    for name in RuleSet::shipped_names() {
        let rules = rules(name);
        for line_up in &LINE_UPS[..2] {
            if rules.validate_for(line_up.len()).is_err() {
                continue;
            }
            let setup = setup(rules.clone(), line_up).tables(5);
            let expected: Vec<_> = run(&rules, line_up, 1, 20)
                .iter()
                .map(|outcome| wins(outcome, line_up.len()))
                .collect();
            assert_eq!(play(setup, 20, |_, _| 0), expected, "{name} {line_up:?}");
        }
    }
}

#[test]
fn who_searches_or_sees_more_wins_the_same_too() {
    for name in ["official", "two-packs"] {
        for line_up in &LINE_UPS[2..] {
            let rules = rules(name);
            let mut setup = setup(rules.clone(), line_up).tables(2);
            setup.seed = 9;
            let expected: Vec<_> = run(&rules, line_up, 9, 3)
                .iter()
                .map(|outcome| wins(outcome, line_up.len()))
                .collect();
            assert_eq!(play(setup, 3, |_, _| 0), expected, "{name} {line_up:?}");
        }
    }
}

#[test]
fn a_policy_that_plays_as_a_strategy_wins_what_that_wins() {
    let official = rules("official");
    for line_up in [&["learn", "counter"][..], &["random", "learn", "linear", "learn"]] {
        let as_strategy: Vec<&str> = line_up
            .iter()
            .map(|&name| if name == "learn" { "high-points" } else { name })
            .collect();
        let expected: Vec<_> = run(&official, &as_strategy, 1, 300)
            .iter()
            .map(|outcome| wins(outcome, line_up.len()))
            .collect();
        let setup = setup(official.clone(), line_up).tables(64);
        assert_eq!(play(setup, 300, high_points), expected, "{line_up:?}");
    }
}

/// Rounds that end before the learner is asked count as all others.
#[test]
fn no_round_is_lost_where_nobody_is_asked() {
    let short = rules("official setup.hand_size=1");
    let line_up = ["counter", "learn", "random"];
    let expected: Vec<_> = run(&short, &["counter", "high-points", "random"], 1, 200)
        .iter()
        .map(|outcome| wins(outcome, 3))
        .collect();
    for tables in [1, 30] {
        let setup = setup(short.clone(), &line_up).tables(tables);
        assert_eq!(play(setup, 200, high_points), expected);
    }
}

#[test]
fn tables_and_threads_change_nothing() {
    for (name, line_up) in [
        ("official", &["learn", "learn"][..]),
        ("everything", &["learn", "random", "learn", "bluffer"]),
        ("two-packs", &["random", "learn", "learn"]),
    ] {
        let results = [(1, 1), (7, 1), (48, 3)].map(|(tables, threads)| {
            let mut setup = setup(rules(name), line_up).tables(tables);
            setup.threads = threads;
            play(setup, 40, scattered)
        });
        assert_eq!(results[0], results[1], "{name}");
        assert_eq!(results[0], results[2], "{name}");
    }
}

#[test]
fn other_seeds_are_other_deals() {
    let [one, two] = [1, 2].map(|seed| {
        let mut setup = setup(rules("official"), &["learn", "learn"]).tables(8);
        setup.seed = seed;
        play(setup, 8, scattered)
    });
    assert_ne!(one, two);
}

#[test]
fn points_are_those_of_a_run_and_count_against_who_wants_few() {
    for (name, sign) in
        [("official", 1.0), ("penalty-200", -1.0), ("source-a3", 1.0), ("last-standing", 1.0)]
    {
        let rules = rules(name);
        let line_up = ["counter", "random", "linear"];
        let mut setup = setup(rules.clone(), &line_up).tables(3);
        setup.reward = Reward::Points;
        let scores: Vec<Vec<f32>> = run(&rules, &line_up, 1, 30)
            .iter()
            .map(|outcome| outcome.scores[..3].iter().map(|&score| score as f32 * sign).collect())
            .collect();
        let rewards: Vec<_> =
            play(setup, 30, |_, _| 0).into_iter().map(|(rewards, _)| rewards).collect();
        assert_eq!(rewards, scores, "{name}");
        assert!(scores.concat().iter().any(|score| *score != 0.0), "{name}");
    }
}

#[test]
fn resets_go_on_or_begin_where_they_are_told() {
    let mut env = Environment::new(setup(rules("official"), &["learn", "learn"]).tables(3))
        .expect("what can be played");
    let blocks = |env: &mut Environment, block| {
        let rows = env.reset(block).expect("a deal");
        rows.facts.iter().map(|facts| facts.block).collect::<Vec<_>>()
    };
    assert_eq!(blocks(&mut env, None), [0, 1, 2]);
    assert_eq!(blocks(&mut env, None), [3, 4, 5]);
    assert_eq!(blocks(&mut env, Some(100)), [100, 101, 102]);
    let there = env.reset(Some(1)).expect("a deal");
    let again = env.reset(Some(1)).expect("a deal");
    assert_eq!(there, again);
}
