//! Trainings are the same whatever the threads, can be interrupted, and learn.

use std::sync::Arc;
use unobench_core::digest::fnv1a;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{Outcome, TableSetup};
use unobench_strategies::net::{self, Nets, WIDTH, rows};
use unobench_strategies::{CATALOGUE, strategy};
use unobench_tests::is_thorough;
use unobench_train::{StateError, TrainPlan, TrainStage, Training};

fn plan(rules: &str, players: usize, games: u64) -> TrainPlan {
    let rules = RuleSet::load(rules).expect("a shipped rule set");
    TrainPlan::new(CATALOGUE, &rules, players, 5, games)
}

fn on(threads: usize) -> Training {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let mut several = plan("everything", 3, 60);
    let shipped = ["seven-zero", "five-exchange"].map(|name| RuleSet::load(name).expect("a name"));
    several.add_rules((1, shipped.to_vec()), 20);
    several.stages[1] = TrainStage::policy(60);
    let mut training = Training::new(several, &[]);
    pool.install(|| {
        while training.part() < 1.0 {
            training.step(None);
        }
    });
    training
}

#[test]
fn rule_sets_have_their_shares() {
    let mut several = plan("official", 3, 60);
    let others = ["stacking", "same-number", "stacking"].map(|name| RuleSet::load(name).unwrap());
    several.add_rules((2, others.to_vec()), 20);
    let weight = |place: usize| f64::from(several.rules[place].0);
    let all: f64 = (0..several.rules.len()).map(weight).sum();
    let shares = [0..1, 1..4, 4..24].map(|places| places.map(weight).sum::<f64>() / all);
    for (share, expected) in shares.into_iter().zip([0.25, 0.5, 0.25]) {
        assert!((share - expected).abs() < 1e-6, "{shares:?}");
    }
}

#[test]
fn threads_change_no_byte() {
    let (single, two) = (on(1), on(2));
    assert_eq!(single.net(), two.net());
    assert_eq!(single.state(), two.state());
}

#[test]
fn inputs_that_are_left_out_say_nothing() {
    let without = vec!["Named".to_owned(), "Points".to_owned()];
    let blind = TrainPlan { without, ..plan("official", 3, 1000) };
    let slots = blind.slots();
    let mut training = Training::new(blind, &[]);
    for step in 0..6 {
        training.step(Some(step as f32 / 6.0));
    }
    let weights: Vec<f32> = training.net().weights().collect();
    let says = |row: usize| weights[row * WIDTH..][..WIDTH].iter().any(|weight| *weight != 0.0);
    let silent: Vec<usize> = (0..rows::rows(slots)).filter(|&row| !says(row)).collect();
    // Seven rows of points; four colours that each of two opponents may have named, in four rows.
    assert_eq!(silent.len(), 7 + 2 * 4 * 4);
    let all = |topic: &&str| rows::about(topic, slots);
    let named: Vec<usize> = ["Points", "Named"].iter().flat_map(all).map(usize::from).collect();
    assert_eq!(silent, named);

    let mut every: Vec<u16> = rows::topics().iter().flat_map(all).collect();
    every.sort_unstable();
    assert_eq!(every, (0..rows::rows(slots) as u16).collect::<Vec<_>>(), "each row has a topic");
}

#[test]
fn an_interrupted_training_goes_on_where_it_stopped() {
    let steps = |training: &mut Training, steps: std::ops::Range<u32>| {
        for step in steps {
            training.step(Some(step as f32 / 8.0));
        }
    };
    let mut whole = Training::new(plan("official", 2, 1000), &[]);
    steps(&mut whole, 0..8);
    let mut first = Training::new(plan("official", 2, 1000), &[]);
    steps(&mut first, 0..3);
    let mut second = Training::resumed(plan("official", 2, 1000), &first.state()).expect("a state");
    assert_eq!(second.played(), first.played());
    steps(&mut second, 3..8);
    assert_eq!(whole.state(), second.state());

    let state = first.state();
    let resumed = |plan: TrainPlan, bytes: &[u8]| Training::resumed(plan, bytes).err();
    let mut flipped = state.clone();
    flipped[state.len() / 2] ^= 1;
    assert_eq!(resumed(plan("official", 2, 1000), &flipped), Some(StateError::Damaged));
    assert_eq!(resumed(plan("official", 2, 1000), &state[..40]), Some(StateError::Damaged));
    let end = state.len() - 8;
    let mut lines = (0..end).filter(|&place| state[place] == b'\n');
    let games = lines.nth(1).expect("two lines") + 1;
    for (place, forged) in [(end - 4, &f32::NAN.to_le_bytes()[..]), (games, &[0xFF; 8])] {
        let mut state = state.clone();
        state[place..place + forged.len()].copy_from_slice(forged);
        let sum = fnv1a(&state[..end]).to_le_bytes();
        state[end..].copy_from_slice(&sum);
        assert_eq!(resumed(plan("official", 2, 1000), &state), Some(StateError::Damaged));
    }
    let other = resumed(plan("official", 2, 2000), &state).expect("another training").to_string();
    assert!(other.contains("1000 games") && other.contains("2000 games"), "{other}");
    let usual = plan("official", 2, 1000);
    let [stage, policy] = usual.stages;
    for (changed, says) in [
        (
            TrainPlan { stages: [TrainStage { trust: 0.5, ..stage }, policy], ..usual.clone() },
            "λ 0.5",
        ),
        (
            TrainPlan { stages: [TrainStage { rate: 0.5, ..stage }, policy], ..usual.clone() },
            "rate 0.5",
        ),
        (TrainPlan { stages: [stage, TrainStage::policy(40)], ..usual.clone() }, "then 40 games"),
        (usual.clone().for_score(), "for score"),
        (TrainPlan { decisions: Some(7_000), ..usual.clone() }, "at most 7000 decisions"),
        (TrainPlan { without: vec!["Named".to_owned()], ..usual }, "without Named"),
    ] {
        let other = resumed(changed, &state).expect("another training").to_string();
        assert!(other.contains(says), "{other}");
    }
}

/// A limit of decisions ends a training and lets its rate fall, also after an interruption; one that
/// is never reached changes nothing.
#[test]
fn it_is_over_after_as_many_decisions_as_its_plan_says() {
    let limited = |most| TrainPlan { decisions: Some(most), ..plan("official", 2, 1000) };
    let learned = |mut training: Training, most_steps: usize| {
        let mut steps = 0;
        while training.part() < 1.0 && steps < most_steps {
            training.step(None);
            steps += 1;
        }
        (steps, training)
    };
    let begun = |plan| Training::new(plan, &[]);
    let (steps, whole) = learned(begun(limited(30_000)), usize::MAX);
    assert!(steps > 4 && whole.played() < 1000, "{steps} steps, {} games", whole.played());
    let (_, first) = learned(begun(limited(30_000)), steps / 2);
    let resumed = Training::resumed(limited(30_000), &first.state()).expect("a state");
    assert!(resumed.part() == first.part());
    let (rest, second) = learned(resumed, usize::MAX);
    assert_eq!((rest, second.state()), (steps - steps / 2, whole.state()));
    let unlimited = |plan| learned(begun(plan), steps).1.net();
    assert_eq!(unlimited(limited(u64::MAX)), unlimited(plan("official", 2, 1000)));
    assert_ne!(whole.net(), unlimited(plan("official", 2, 1000)), "its rate has fallen");
}

fn mean(
    strategy: &StrategySpec,
    other: &StrategySpec,
    rules: &RuleSet,
    blocks: u64,
    measure: impl Fn(usize, &Outcome) -> f64,
) -> f64 {
    let table = TableSetup::new(rules, 2, &[strategy.clone(), other.clone()], false, 99).table();
    let seatings = [[0, 1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]];
    let seatings: [[u8; MAX_SEATS]; 2] = seatings;
    let mut outcomes = Vec::new();
    (0..blocks).for_each(|block| table.play_block(block, &seatings, &mut outcomes));
    let sum: f64 =
        outcomes.iter().enumerate().map(|(game, outcome)| measure(game % 2, outcome)).sum();
    sum / outcomes.len() as f64
}

fn rate(strategy: &StrategySpec, other: &StrategySpec, rules: &RuleSet, blocks: u64) -> f64 {
    mean(strategy, other, rules, blocks, |seat, outcome| f64::from(outcome.winners >> seat & 1))
}

fn lead(strategy: &StrategySpec, other: &StrategySpec, rules: &RuleSet, blocks: u64) -> f64 {
    mean(strategy, other, rules, blocks, |seat, outcome| {
        f64::from(outcome.scores[seat] - outcome.scores[1 - seat])
    })
}

/// Who learned for points has more of them, against the same opponents on the same deals, than who
/// learned to win.
#[test]
fn who_learns_for_points_has_more_of_them() {
    let points = |plan: TrainPlan| {
        let (aim, rules) = (plan.aim, plan.named().clone());
        let mut training = Training::new(plan, &[]);
        while training.played() < 8_000 {
            training.step(None);
        }
        let nets = Nets::new([(training.origin(String::new()), training.net())]);
        assert_eq!(nets.of(2).0.aim, aim);
        let net = strategy("net").expect("a strategy").with_file("a.net", Arc::new(nets));
        lead(&net, &strategy("most-colour").expect("a strategy"), &rules, 2000)
    };
    let usual = plan("official", 2, 8_000);
    let (wins, score) = (points(usual.clone()), points(usual.clone().for_score()));
    assert!(score > wins + 1.0, "a lead of {score} points, and of {wins}");

    // Where the fewest points win, it has fewer; before a release it learns that, too.
    if !is_thorough() {
        return;
    }
    let mut fewest = usual;
    fewest.rules[0].1.set("scoring.method=own_points").expect("an allowed value");
    fewest.rules[0].1.set("scoring.at_target=loses").expect("an allowed value");
    assert!(fewest.named().scoring.fewest_win());
    let (wins, score) = (points(fewest.clone()), points(fewest.for_score()));
    assert!(score < wins - 1.0, "a lead of {score} points, and of {wins}");
}

#[test]
fn some_thousand_games_beat_random() {
    let plan = plan("official", 2, 5000);
    let rules = plan.named().clone();
    let mut training = Training::new(plan, &[]);
    let mut taught = unobench_train::Taught::default();
    while training.played() < 5000 {
        taught.add(&training.step(None));
    }
    assert_eq!(taught.games, training.played());
    assert!(taught.samples > taught.games && taught.loss > 0.0);
    let nets = Nets::new([(training.origin(String::new()), training.net())]);
    let net = strategy("net").expect("a strategy").with_file("a.net", Arc::new(nets.clone()));
    let learned = rate(&net, &strategy("random").expect("a strategy"), &rules, 2000);
    assert!(learned > 0.55, "wins {learned}");

    // A network that goes on begins with what it had.
    let begun = |seats, from: &[Nets]| {
        Training::new(TrainPlan::new(CATALOGUE, &rules, seats, 6, 1000), from)
    };
    let known = [nets];
    let mut more = begun(2, &known);
    assert_eq!(more.net(), training.net());
    more.step(None);
    assert_ne!(more.net(), training.net());

    // From two it begins half way between them.
    let other = Nets::new([(more.origin(String::new()), more.net())]);
    let between = begun(2, &[known[0].clone(), other]).net();
    let (parent, other) = (training.net(), more.net());
    for (mean, (weight, other)) in between.weights().zip(parent.weights().zip(other.weights())) {
        assert!(
            (2.0 * mean - weight - other).abs() <= 1.0 / 512.0,
            "{mean} of {weight} and {other}"
        );
    }

    // At more seats the opponents that it does not know begin as half of the one that it knows.
    let three = begun(3, &known).net();
    let (known, found): (Vec<f32>, Vec<f32>) =
        (training.net().weights().collect(), three.weights().collect());
    let place = |opponent: usize| net::rows::rows(opponent) * net::WIDTH;
    assert_eq!(found[..place(1)], known[..place(1)]);
    assert_eq!(found[place(2)..], known[place(1)..]);
    for (half, whole) in found[place(1)..place(2)].iter().zip(&known[place(0)..]) {
        assert!((half - whole / 2.0).abs() <= 1.0 / 1024.0, "{half} of {whole}");
    }
}
