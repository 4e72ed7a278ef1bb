//! What is refused, and how.

use crate::support::*;

fn refusal(setup: Setup) -> String {
    Environment::new(setup).expect_err("a refusal").to_string()
}

fn unseated(players: usize, learners: &[usize], opponents: &[&str]) -> String {
    Setup::new(rule_set("official"), players)
        .seats(&Learners::Seats(learners.to_vec()), &CATALOGUE, opponents)
        .expect_err("a refusal")
        .to_string()
}

#[test]
fn tables_that_cannot_be() {
    let base = || Setup::new(rule_set("official"), 2);
    assert_eq!(
        refusal(Setup::new(rule_set("official"), 11)),
        "players=11: a table has 2 to 10 seats"
    );
    assert_eq!(refusal(base().tables(0)), "envs=0: allowed are 1 to 1000000 tables");
    assert_eq!(refusal(Setup { threads: 0, ..base() }), "threads=0: allowed are 1 to 1024");
    let partners = refusal(Setup::new(rule_set("partners"), 5));
    assert!(partners.starts_with("rule set partners: "), "{partners}");
    let lazy = refusal(Setup { reward: Reward::Points, ..Setup::new(rule_set("lazy"), 4) });
    let reason = "rule set lazy is scored by rounds won, not by points; use \"win\"";
    assert_eq!(lazy, format!("reward=\"points\": {reason}"));
}

#[test]
fn line_ups_that_cannot_be() {
    let beyond = "learners: seat 4 is not at a table of 4, whose seats are 0 to 3";
    assert_eq!(unseated(4, &[4], &["random"]), beyond);
    assert_eq!(unseated(4, &[1, 1], &["random"]), "learners: seat 1 is named twice");
    let empty = "opponents: nobody sits in seats 0, 2; name opponents, or learners=\"all\"";
    assert_eq!(unseated(3, &[1], &[]), empty);
    let many = "opponents: 2 named, more than there are seats without a learner, 1";
    assert_eq!(unseated(2, &[0], &["random", "random"]), many);
    assert!(unseated(2, &[0], &["randon"]).contains("did you mean \"random\"?"));
    let bot = unseated(2, &[0], &["cmd:./bot"]);
    assert!(bot.starts_with("opponents: \"cmd:./bot\" is an external bot"), "{bot}");
    assert!(bot.contains("one decision at a time"), "{bot}");
}

#[test]
fn opponents_are_repeated() {
    let setup = setup(rule_set("official"), &["learn", "random", "counter", "learn"]);
    let seated = Setup::new(rule_set("official"), 6)
        .seats(&Learners::Seats(vec![2]), &CATALOGUE, &["random", "counter"])
        .expect("a line-up");
    let names = |setup: &Setup| -> Vec<String> {
        let name = |strategy: &Option<_>| strategy.as_ref().map_or("-".into(), ToString::to_string);
        setup.strategies.iter().map(name).collect()
    };
    assert_eq!(names(&setup), ["-", "random", "counter", "-"]);
    assert_eq!(names(&seated), ["random", "counter", "-", "random", "counter", "random"]);
}

/// A step that fails leaves everything as it is.
#[test]
fn illegal_actions_step_no_table() {
    let two = || dealt(setup(rule_set("official"), &["learn", "learn"]).tables(2));
    let ((mut env, rows), (mut other, _)) = (two(), two());
    let mut refused = |actions: &[u8]| env.step(actions).expect_err("no step").to_string();
    let error = refused(&[all_scattered(&rows)[0], 65]);
    let start = "actions[1] = 65 (colour R) is illegal: seat ";
    assert!(error.starts_with(start), "{error}");
    assert!(error.contains(" decides \"play\", and the legal ones are "), "{error}");
    assert!(error.ends_with(" 69 (draw); no table was stepped"), "{error}");
    let error = refused(&[all_scattered(&rows)[0], 86]);
    assert_eq!(error, "actions[1] = 86: an action is a number from 0 to 85");
    assert_eq!(refused(&[0]), "1 actions for 2 tables; step() takes one for each");
    assert_eq!(env.step(&all_scattered(&rows)), other.step(&all_scattered(&rows)));
}

#[test]
fn steps_out_of_order() {
    let setup = setup(rule_set("official"), &["learn", "random"]).tables(4);
    let mut env = env(Setup { autoreset: Autoreset::Disabled, ..setup });
    let undealt = env.step(&[0; 4]).expect_err("no deal").to_string();
    assert_eq!(undealt, "step() before reset(): nothing is dealt yet");
    let mut rows = env.reset(None).expect("a deal");
    let mut ended = 0;
    let over = loop {
        match env.step(&all_scattered(&rows)) {
            Ok(next) => rows = next,
            Err(error) => break error.to_string(),
        }
        let ending = rows.facts.iter().filter(|facts| facts.ended.is_some()).count();
        ended += ending;
        let won: f32 = rows.rewards.iter().sum();
        assert_eq!(won, ending as f32, "rewards are given once");
    };
    assert_eq!(over, "every round is over, and autoreset is off; reset() deals the next");
    assert_eq!(ended, 4, "each table plays one round");
    assert_eq!(env.reset(None).expect("a deal").facts[0].block, 4);
    let block = env.reset(Some(u64::MAX)).expect_err("no such block").to_string();
    assert!(block.starts_with("block=18446744073709551615: "), "{block}");
}
