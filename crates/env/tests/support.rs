//! What the tests share: environments, policies, and the result of each block.

pub(crate) use std::collections::{BTreeMap, BTreeSet};
pub(crate) use unobench_core::rules::RuleSet;
pub(crate) use unobench_core::table::{Outcome, TableSetup};
pub(crate) use unobench_env::actions::ACTIONS;
pub(crate) use unobench_env::observation::{BYTES, FIELDS};
pub(crate) use unobench_env::{Autoreset, Environment, Learners, NOBODY, Reward, Rows, Setup};
pub(crate) use unobench_strategies::CATALOGUE;
pub(crate) use unobench_tests::{rule_set, specs, stride};

/// The rewards of the seats of a round, and its turns.
pub(crate) type Result = (Vec<f32>, i32);

/// Tables where `learn` sits for learners, and strategies by their names.
pub(crate) fn setup(rules: RuleSet, line_up: &[&str]) -> Setup {
    let learners = (0..line_up.len()).filter(|&seat| line_up[seat] == "learn").collect();
    let opponents: Vec<&str> = line_up.iter().copied().filter(|name| *name != "learn").collect();
    Setup::new(rules, line_up.len())
        .seats(&Learners::Seats(learners), &CATALOGUE, &opponents)
        .expect("a line-up that can be seated")
}

pub(crate) fn field<'a>(row: &'a [u8], name: &str) -> &'a [u8] {
    let field = FIELDS.iter().find(|field| field.name == name).expect("a field of this name");
    &row[field.first..][..field.bytes]
}

pub(crate) fn env(setup: Setup) -> Environment {
    Environment::new(setup).expect("what can be played")
}

pub(crate) fn dealt(setup: Setup) -> (Environment, Rows) {
    let mut env = env(setup);
    let rows = env.reset(None).expect("a deal");
    (env, rows)
}

/// Plays until each of the first blocks has ended; their results, in order.
pub(crate) fn play(
    setup: Setup,
    blocks: usize,
    policy: impl Fn(&[u8], &[bool]) -> u8,
) -> Vec<Result> {
    let (mut env, mut rows) = dealt(setup);
    let mut results = BTreeMap::new();
    while (0..blocks as i64).any(|block| !results.contains_key(&block)) {
        let actions: Vec<u8> = asked(&rows)
            .map(|row| row.map_or(0, |(observation, mask)| policy(observation, mask)))
            .collect();
        rows = env.step(&actions).expect("legal actions");
        let rewards = rows.rewards.chunks(env.setup().players);
        for (facts, rewards) in rows.facts.iter().zip(rewards) {
            if let Some(ended) = facts.ended {
                let old = results.insert(ended.block, (rewards.to_vec(), ended.turns));
                assert_eq!(old, None, "block {} was played twice", ended.block);
            }
        }
    }
    results.into_values().take(blocks).collect()
}

/// The row and the mask of each table; none where nobody is asked.
fn asked(rows: &Rows) -> impl Iterator<Item = Option<(&[u8], &[bool])>> {
    let [bytes, actions] =
        [rows.observations.len(), rows.masks.len()].map(|len| len / rows.facts.len());
    rows.facts.iter().zip(rows.observations.chunks(bytes).zip(rows.masks.chunks(actions))).map(
        |(facts, (row, mask))| {
            assert_eq!(facts.seat != NOBODY, mask.contains(&true));
            (facts.seat != NOBODY).then_some((row, mask))
        },
    )
}

pub(crate) fn run(rules: &RuleSet, line_up: &[&str], blocks: usize) -> Vec<Outcome> {
    games(rules, line_up, 1, blocks, false)
}

pub(crate) fn games(
    rules: &RuleSet,
    line_up: &[&str],
    seed: u64,
    blocks: usize,
    match_play: bool,
) -> Vec<Outcome> {
    let table = TableSetup::new(rules, line_up.len(), &specs(line_up), match_play, seed).table();
    let seating = std::array::from_fn(|seat| if seat < line_up.len() { seat as u8 } else { 0 });
    let mut outcomes = Vec::new();
    (0..blocks as u64).for_each(|block| table.play_block(block, &[seating], &mut outcomes));
    outcomes
}

pub(crate) fn wins(outcomes: &[Outcome], players: usize) -> Vec<Result> {
    let won = |outcome: &Outcome, seat: usize| f32::from(outcome.winners >> seat & 1);
    let result = |outcome: &Outcome| {
        ((0..players).map(|seat| won(outcome, seat)).collect(), outcome.turns as i32)
    };
    outcomes.iter().map(result).collect()
}

/// For each table one of its legal actions; where nobody is asked, one that is not looked at.
pub(crate) fn all_scattered(rows: &Rows) -> Vec<u8> {
    asked(rows).map(|row| row.map_or(255, |(row, mask)| scattered(row, mask))).collect()
}

/// One of the legal actions, by a number made from what is seen.
pub(crate) fn scattered(row: &[u8], mask: &[bool]) -> u8 {
    let legal: Vec<u8> =
        (0..mask.len() as u8).filter(|&number| mask[usize::from(number)]).collect();
    legal[unobench_core::digest::fnv1a(row) as usize % legal.len()]
}

/// What `high-points` does in the official game.
pub(crate) fn high_points(row: &[u8], mask: &[bool]) -> u8 {
    let legal = |numbers: std::ops::Range<u8>| {
        numbers.filter(|&number| mask[usize::from(number)]).collect::<Vec<_>>()
    };
    let (coloured, wilds) = (legal(0..56), legal(56..65));
    if field(row, "decision") == [2] {
        let held = |colour: u8| -> u32 {
            let hand = field(row, "hand")[..56].iter().skip(colour.into()).step_by(4);
            hand.map(|&count| u32::from(count)).sum()
        };
        let most = (0..4).rev().max_by_key(|&colour| held(colour)).expect("a colour");
        return 65 + most;
    }
    // Call, accept, and only without a card keep or draw.
    let others = [73, 76, 70, 69].into_iter().find(|&number| mask[usize::from(number)]);
    coloured.last().or(wilds.first()).copied().or(others).expect("something is legal")
}
