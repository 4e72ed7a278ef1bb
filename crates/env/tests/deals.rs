//! The same rounds as in a run, whatever the tables and threads.

use crate::support::*;

/// The line-ups of strategies that are played: at fast tables, with random numbers, with a memory.
const LINE_UPS: [&[&str]; 4] = [
    &["random", "counter"],
    &["counter", "random", "bluffer", "champion"],
    &["pimc:playouts=2,policy=high-points", "linear"],
    &["cheat:playouts=20", "random", "quiet", "oracle:playouts=2", "switcher"],
];

#[test]
fn strategies_alone_win_what_they_win_in_a_run() {
    for name in RuleSet::shipped_names() {
        let rules = rule_set(name);
        for line_up in &LINE_UPS[..2] {
            if rules.validate_for(line_up.len()).is_err() {
                continue;
            }
            let setup = setup(rules.clone(), line_up).tables(5);
            let expected = wins(&run(&rules, line_up, 20), line_up.len());
            assert_eq!(play(setup, 20, |_, _| 0), expected, "{name} {line_up:?}");
        }
    }
}

#[test]
fn who_searches_or_sees_more_wins_the_same_too() {
    for name in ["official", "two-packs"] {
        for line_up in &LINE_UPS[2..] {
            let rules = rule_set(name);
            let setup = Setup { seed: 9, ..setup(rules.clone(), line_up).tables(2) };
            let expected = wins(&games(&rules, line_up, 9, 3, false), line_up.len());
            assert_eq!(play(setup, 3, |_, _| 0), expected, "{name} {line_up:?}");
        }
    }
}

#[test]
fn a_policy_that_plays_as_a_strategy_wins_what_that_wins() {
    let official = rule_set("official");
    for line_up in [&["learn", "counter"][..], &["random", "learn", "linear", "learn"]] {
        let expected = wins(&run(&official, &as_strategies(line_up), 300), line_up.len());
        let setup = setup(official.clone(), line_up).tables(64);
        assert_eq!(play(setup, 300, high_points), expected, "{line_up:?}");
    }
}

/// Rounds that end before the learner is asked count as all others.
#[test]
fn no_round_is_lost_where_nobody_is_asked() {
    let short = rule_set("official setup.hand_size=1");
    let line_up = ["counter", "learn", "random"];
    let expected = wins(&run(&short, &as_strategies(&line_up), 200), 3);
    for tables in [1, 30] {
        let setup = setup(short.clone(), &line_up).tables(tables);
        assert_eq!(play(setup, 200, high_points), expected);
    }
}

/// The first two have so much to do that threads are woken.
#[test]
fn tables_and_threads_change_nothing() {
    for (name, line_up, many) in [
        ("official", &["learn", "learn"][..], 3_000),
        ("official", &["learn", "pimc:playouts=5,policy=high-points"], 48),
        ("everything", &["learn", "random", "learn", "bluffer"], 48),
        ("two-packs", &["random", "learn", "learn"], 48),
    ] {
        let results = [(1, 1), (7, 1), (many, 3)].map(|(tables, threads)| {
            let setup = setup(rule_set(name), line_up).tables(tables);
            play(Setup { threads, ..setup }, 40 / stride(), scattered)
        });
        assert_eq!(results[0], results[1], "{name}");
        assert_eq!(results[0], results[2], "{name}");
    }
}

#[test]
fn other_seeds_are_other_deals() {
    let [first, two] = [1, 2].map(|seed| {
        let setup = setup(rule_set("official"), &["learn", "learn"]).tables(8);
        play(Setup { seed, ..setup }, 8, scattered)
    });
    assert_ne!(first, two);
}

#[test]
fn points_are_those_of_a_run_and_count_against_who_wants_few() {
    for (name, sign) in
        [("official", 1.0), ("penalty-200", -1.0), ("source-a3", 1.0), ("last-standing", 1.0)]
    {
        let rules = rule_set(name);
        let line_up = ["counter", "random", "linear"];
        let setup = setup(rules.clone(), &line_up).tables(3);
        let setup = Setup { reward: Reward::Points, ..setup };
        let scores: Vec<Vec<f32>> = run(&rules, &line_up, 30)
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
    let mut env = env(setup(rule_set("official"), &["learn", "learn"]).tables(3));
    let blocks = |env: &mut Environment, block| {
        let rows = env.reset(block).expect("a deal");
        rows.facts.iter().map(|facts| facts.block).collect::<Vec<_>>()
    };
    assert_eq!(blocks(&mut env, None), [0, 1, 2]);
    assert_eq!(blocks(&mut env, None), [3, 4, 5]);
    assert_eq!(blocks(&mut env, Some(100)), [100, 101, 102]);
    let rows = env.reset(Some(1)).expect("a deal");
    let again = env.reset(Some(1)).expect("a deal");
    assert_eq!(rows, again);
}

#[test]
fn matches_are_those_of_a_run() {
    // Elsewhere than in the official game the policy is not quite the strategy.
    for (name, line_up) in [
        ("official", &["counter", "learn", "random"][..]),
        ("penalty-200", &["random", "champion"]),
        ("seven-rounds", &["random", "linear", "counter", "bluffer"]),
        ("two-packs", &["counter", "random"]),
    ] {
        let rules = rule_set(name);
        let setup = Setup { match_play: true, ..setup(rules.clone(), line_up).tables(8) };
        let matches = games(&rules, &as_strategies(line_up), 1, 20, true);
        assert_eq!(play(setup, 20, high_points), wins(&matches, line_up.len()), "{name}");
    }
}

fn as_strategies<'a>(line_up: &[&'a str]) -> Vec<&'a str> {
    line_up.iter().map(|&name| if name == "learn" { "high-points" } else { name }).collect()
}

#[test]
fn the_points_of_a_match_come_round_by_round() {
    let (rules, line_up) = (rule_set("official"), ["random", "counter", "linear"]);
    let mut setup = setup(rules.clone(), &line_up).tables(4);
    (setup.match_play, setup.reward) = (true, Reward::Points);
    let (mut env, mut rows) = dealt(setup);
    let outcomes = games(&rules, &line_up, 1, 4, true);
    let totals: Vec<i32> =
        outcomes.iter().flat_map(|outcome| outcome.scores[..3].to_vec()).collect();
    // Nobody is asked: all is over before the first step.
    assert_eq!(rows.totals, totals);
    rows = env.step(&[0; 4]).expect("a step");
    assert_eq!(rows.rewards, totals.iter().map(|&total| total as f32).collect::<Vec<_>>());
}

#[test]
fn totals_are_shown_as_they_grow() {
    let mut setup = setup(rule_set("official"), &["learn", "learn"]);
    (setup.match_play, setup.reward) = (true, Reward::Points);
    let (mut env, mut rows) = dealt(setup);
    let (mut sum, mut rounds) = ([0.0; 2], 0);
    loop {
        rows = env.step(&first_legal(&rows.masks)).expect("legal actions");
        if rows.rewards.iter().any(|reward| *reward != 0.0) {
            rounds += 1;
            (0..2).for_each(|seat| sum[seat] += rows.rewards[seat]);
        }
        if rows.facts[0].ended.is_some() {
            break;
        }
        assert_eq!(rows.totals, sum.map(|points| points as i32));
    }
    assert!(rounds > 1 && sum.iter().any(|&points| points >= 500.0), "{rounds} {sum:?}");
    assert_eq!(rows.totals, [0, 0], "the next match");
}

fn first_legal(masks: &[bool]) -> Vec<u8> {
    let first = |mask: &[bool]| mask.iter().position(|&is_legal| is_legal).unwrap_or(0) as u8;
    masks.chunks(ACTIONS).map(first).collect()
}

#[test]
fn tables_that_deal_in_the_next_step_play_the_same() {
    let setup = || setup(rule_set("everything"), &["learn", "random", "learn"]).tables(6);
    let next = Setup { autoreset: Autoreset::NextStep, ..setup() };
    assert_eq!(play(next.clone(), 40, scattered), play(setup(), 40, scattered));
    let (mut env, mut rows) = dealt(next);
    let (mut ended, mut dealt) = (vec![false; 6], 0);
    for _ in 0..2000 {
        rows = env.step(&first_legal(&rows.masks)).expect("legal actions");
        for (table, (facts, rewards)) in rows.facts.iter().zip(rows.rewards.chunks(3)).enumerate() {
            if ended[table] {
                assert_eq!((facts.ended, rewards), (None, &[0.0; 3][..]), "it only deals");
                dealt += 1;
            }
            ended[table] = facts.ended.is_some();
            assert!(!ended[table] || facts.seat == NOBODY, "nobody is asked at the end");
        }
    }
    assert!(dealt > 10, "{dealt}");
}

#[test]
fn ranks_put_the_winner_first_and_then_who_holds_fewest_points() {
    for (name, players) in
        [("official", 4), ("last-standing", 3), ("penalty-200", 5), ("partners", 4)]
    {
        let rules = rule_set(name);
        let line_up = ["counter", "random", "linear", "random", "counter"];
        let line_up = &line_up[..players];
        let setup = Setup { reward: Reward::Rank, ..setup(rules.clone(), line_up).tables(7) };
        let ranks = play(setup, 30, |_, _| 0);
        for (outcome, (ranks, _)) in run(&rules, line_up, 30).iter().zip(ranks) {
            let ahead: f32 = ranks.iter().sum();
            assert_eq!(ahead, players as f32 / 2.0, "{name}: half of all are ahead");
            for seat in 0..players {
                for other in 0..players {
                    let [won, other_won] =
                        [seat, other].map(|index| outcome.winners >> index & 1 == 1);
                    assert!(!won || other_won || ranks[seat] > ranks[other], "{name}");
                    if name == "official" && won == other_won {
                        let fewer = outcome.hand_points[seat] < outcome.hand_points[other];
                        assert_eq!(fewer, ranks[seat] > ranks[other]);
                    }
                }
            }
        }
    }
}
