use super::*;
use crate::store::Lock;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use unobench_core::rng::Rng;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::StrategySpec;
use unobench_strategies::linear::Feature;
use unobench_strategies::{CATALOGUE, strategy};

static LIVE: AtomicBool = AtomicBool::new(false);

fn parsed(text: &str) -> Space {
    Space::parse(text, &Selection::All, 2, CATALOGUE).unwrap_or_else(|error| panic!("{error}"))
}

fn contest(players: usize) -> Contest {
    let against = ["most-colour", "random"].map(|name| strategy(name).expect("a strategy"));
    Contest {
        rules: RuleSet::official(),
        players,
        against: against.to_vec(),
        seed: 5,
        aim: Aim::Wins,
    }
}

fn tuning(out: &Path) -> Tuning {
    let gains = Gains { pace: 0.2, probe: 0.5, steps: 6 };
    Tuning {
        space: parsed("save-wilds:own=1..12,other=1..6"),
        contest: contest(2),
        gains,
        games: 60,
        out: out.to_owned(),
    }
}

fn lock(tuning: &Tuning) -> Lock {
    Lock::take(&tuning.out).expect("nobody else tunes there")
}

fn finish(tuning: &Tuning, beginning: Beginning) -> Tuned {
    tune(tuning, &lock(tuning), beginning, &mut Control { cancel: &LIVE, observe: &mut |_| () })
        .unwrap_or_else(|error| panic!("{error}"))
}

fn state_of(tuning: &Tuning) -> Vec<u8> {
    fs::read(tuning.out.join(STATE)).expect("the state")
}

fn scratch() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tuning");
    (directory, path)
}

/// y = −Σ(θᵢ − tᵢ)²·wᵢ with noise of the size of the differences that it is to find.
#[test]
fn a_noisy_quadratic_is_climbed_to_its_top() {
    let top = [0.8, -0.5, 0.0, 1.5, -1.0];
    let dimension = |start: f64| Dimension {
        name: "x".into(),
        start,
        low: -3.0,
        high: 3.0,
        unit: 1.0,
        least: 0.0,
    };
    let space: Vec<Dimension> = [0.0, 1.0, -1.0, 0.5, 0.5].map(dimension).to_vec();
    let gains = Gains { pace: 0.1, probe: 0.3, steps: 2000 };
    let mut rng = Rng::from_key(3);
    let mut noise = || 0.02 * (f64::from(rng.below(2001)) / 1000.0 - 1.0);
    let mut value = |theta: &[f64]| -> f64 {
        let squares = theta
            .iter()
            .zip(top)
            .enumerate()
            .map(|(i, (x, t))| 0.02 * (1.0 + i as f64 / 2.0) * (x - t) * (x - t));
        noise() - squares.sum::<f64>()
    };
    let mut ascent = Ascent::new(&space);
    while ascent.step < gains.steps {
        let [first, second] = ascent.candidates(&space, &gains, 1);
        let difference = value(&first) - value(&second);
        ascent.advance(&space, &gains, 1, difference);
    }
    for (found, top) in ascent.result().iter().zip(top) {
        assert!((found - top).abs() < 0.15, "{:?} is not {top:?}", ascent.result());
    }
}

#[test]
fn candidates_stay_within_bounds_and_differ_where_numbers_are_whole() {
    let space = parsed("save-wilds:own=1..2,other=1..6");
    let gains = Gains { pace: 5.0, probe: 0.01, steps: 50 };
    let mut ascent = Ascent::new(space.dimensions());
    while ascent.step < gains.steps {
        let [first, second] = ascent.candidates(space.dimensions(), &gains, 7);
        for (dimension, (first, second)) in space.dimensions().iter().zip(first.iter().zip(&second))
        {
            assert!(
                [first, second]
                    .iter()
                    .all(|&&number| (dimension.low..=dimension.high).contains(&number)),
                "{first} {second}"
            );
        }
        assert_ne!(
            space.strategy(&first).values(),
            space.strategy(&second).values(),
            "{first:?} {second:?}"
        );
        ascent.advance(
            space.dimensions(),
            &gains,
            7,
            if ascent.step.is_multiple_of(3) { 0.02 } else { -0.02 },
        );
    }
}

#[test]
fn the_result_is_the_mean_of_the_last_half() {
    let space = parsed("save-wilds:own=1..12");
    let gains = Gains { pace: 0.5, probe: 0.5, steps: 5 };
    let mut ascent = Ascent::new(space.dimensions());
    let mut iterates = Vec::new();
    for _ in 0..gains.steps {
        ascent.advance(space.dimensions(), &gains, 1, 0.01);
        iterates.push(ascent.theta[0]);
    }
    let mean = iterates[2..].iter().sum::<f64>() / 3.0;
    assert!((ascent.result()[0] - mean).abs() < 1e-12, "{iterates:?}");
}

#[test]
fn an_interrupted_tuning_goes_on_to_the_same_bytes() {
    let (_kept, path) = scratch();
    let whole = tuning(&path.join("whole"));
    let expected = finish(&whole, Beginning::New);
    assert!(expected.complete);
    let parts = tuning(&path.join("parts"));
    for session in 1..=6 {
        let cancel = AtomicBool::new(false);
        let mut observe = |_| cancel.store(true, Ordering::Relaxed);
        let beginning = if session == 1 { Beginning::New } else { Beginning::Resumed };
        let tuned = tune(
            &parts,
            &lock(&parts),
            beginning,
            &mut Control { cancel: &cancel, observe: &mut observe },
        )
        .expect("it goes on");
        assert_eq!((tuned.steps, tuned.complete), (session, session == 6));
    }
    assert_eq!(finish(&parts, Beginning::Resumed), expected);
    assert_eq!(state_of(&parts), state_of(&whole));
}

#[test]
fn threads_leave_no_trace() {
    let (_kept, path) = scratch();
    let states = [1, 3].map(|threads| {
        let tuning = tuning(&path.join(threads.to_string()));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| finish(&tuning, Beginning::New));
        state_of(&tuning)
    });
    assert_eq!(states[0], states[1]);
}

#[test]
fn another_plan_is_not_gone_on_with_and_what_differs_is_said() {
    let (_kept, path) = scratch();
    let first = tuning(&path);
    finish(&first, Beginning::New);
    let refused = |other: &Tuning, beginning: Beginning| {
        tune(other, &lock(other), beginning, &mut Control { cancel: &LIVE, observe: &mut |_| () })
            .expect_err("it is refused")
            .to_string()
    };
    assert!(refused(&first, Beginning::New).contains("--resume"));
    let changed = |change: &dyn Fn(&mut Tuning)| {
        let mut other = first.clone();
        change(&mut other);
        refused(&other, Beginning::Resumed)
    };
    assert!(changed(&|other| other.games = 61).contains("games is 60, here 61"));
    assert!(changed(&|other| other.contest.seed = 6).contains("seed is 5, here 6"));
    assert!(changed(&|other| other.gains.steps = 9).contains("steps is 6, here 9"));
    assert!(
        changed(&|other| other.contest.aim = Aim::Score)
            .contains("aim is \"wins\", here \"score\"")
    );
    assert!(changed(&|other| other.contest.against.truncate(1)).contains("against is"));
    assert!(changed(&|other| other.contest.rules.uno.penalty = 3).contains("settings is"));
    assert!(
        changed(&|other| other.space = parsed("save-wilds:own=1..11,other=1..6"))
            .contains("numbers is")
    );
    assert!(finish(&first, Beginning::Forced).complete);
}

#[test]
fn a_damaged_state_is_refused() {
    let (_kept, path) = scratch();
    let tuning = tuning(&path);
    finish(&tuning, Beginning::New);
    let good = String::from_utf8(state_of(&tuning)).expect("text");
    for (damage, word) in [
        (good[..good.len() / 2].to_owned(), "damaged"),
        (good.replace("unobench tune 1", "unobench tune 2"), "format"),
        (good.replace("\"step\": 6", "\"step\": 7"), "damaged (step)"),
        (good.replace("\"summed\": 3", "\"summed\": 4"), "damaged (step)"),
        (good.replace("\"theta\": [", "\"theta\": [\"1\","), "damaged (theta)"),
        (good.replace("\"sums\": [", "\"sums\": [\"NaN\","), "damaged (sums)"),
    ] {
        assert_ne!(damage, good, "{word}");
        fs::write(path.join(STATE), damage).expect("it is written");
        let error = tune(
            &tuning,
            &lock(&tuning),
            Beginning::Resumed,
            &mut Control { cancel: &LIVE, observe: &mut |_| () },
        )
        .expect_err(word);
        assert!(error.to_string().contains(word) && error.to_string().contains(STATE), "{error}");
    }
}

/// Each step has blocks of its own, and the verdict's are no step's.
#[test]
fn deals_are_played_once() {
    let (_kept, path) = scratch();
    let tuning = tuning(&path);
    let blocks = tuning.contest.blocks(tuning.games);
    assert_eq!(blocks, 3 * tuning.contest.blocks_per_leg(tuning.games));
    for step in 0..tuning.gains.steps {
        assert_eq!(tuning.first_block(step) + blocks, tuning.first_block(step + 1));
    }
    let strategies: Vec<StrategySpec> =
        ["most-colour", "random"].map(|name| strategy(name).expect("a strategy")).to_vec();
    let verdict = Verdict::play(&tuning.contest, &strategies[0], &strategies[1], 100, &LIVE)
        .expect("it is not cancelled");
    assert!(verdict.blocks.end <= TUNING_BLOCKS && !verdict.blocks.is_empty());
}

/// Who wins more against the same opponents has the better of the difference, by as much as the
/// verdict says; and the gain is the difference.
#[test]
fn differences_favour_the_better_and_verdicts_say_by_how_much() {
    let (good, bad): (StrategySpec, StrategySpec) =
        (strategy("most-colour").expect("one"), strategy("first-legal").expect("one"));
    for players in [2, 3, 4] {
        let contest = contest(players);
        let difference = |pair: [&StrategySpec; 2]| {
            contest.difference(pair, 0, 3000, &LIVE).expect("it is not cancelled")
        };
        assert!(difference([&good, &bad]) > 0.0, "{players} seats");
        assert_eq!(difference([&good, &bad]), -difference([&bad, &good]), "{players} seats");
        assert_eq!(difference([&good, &good]), 0.0, "{players} seats");
        let verdict =
            Verdict::play(&contest, &good, &bad, 3000, &LIVE).expect("it is not cancelled");
        assert_eq!(verdict.comparisons.len(), 3);
        for row in verdict.comparisons {
            assert!((row.tuned.mean - row.start.mean - row.gain.mean).abs() < 1e-9, "{row:?}");
            assert!(
                row.gain.interval.is_some_and(|interval| interval.contains(row.gain.mean)),
                "{row:?}"
            );
            match row.opponent {
                None => assert!(
                    (row.tuned.mean + row.start.mean - 2.0 / players as f64).abs() < 1e-9,
                    "{row:?}"
                ),
                Some(_) => assert!(
                    row.tuned.mean > 0.5 / players as f64 && row.tuned.mean < 1.0,
                    "{row:?}"
                ),
            }
        }
    }
}

#[test]
fn few_points_are_good_where_the_fewest_win() {
    let mut contest = contest(2);
    contest.aim = Aim::Score;
    let pair: [StrategySpec; 2] =
        ["high-points", "first-legal"].map(|name| strategy(name).expect("a strategy"));
    let difference = |contest: &Contest| {
        contest.difference([&pair[0], &pair[1]], 0, 6000, &LIVE).expect("it is not cancelled")
    };
    assert!(difference(&contest) > 0.0);
    contest.rules.set_all(&["scoring.method=own_points"]).expect("a setting");
    assert!(difference(&contest) > 0.0);
}

#[test]
fn a_cancelled_comparison_has_no_result() {
    let pair: [StrategySpec; 2] =
        ["most-colour", "random"].map(|name| strategy(name).expect("a strategy"));
    assert_eq!(contest(2).difference([&pair[0], &pair[1]], 0, 100, &AtomicBool::new(true)), None);
}

#[test]
fn the_weights_of_some_features_can_be_tuned_alone() {
    let only = ["skip", "draws"].map(str::to_owned);
    let rest =
        Space::parse("linear", &Selection::Except(only.to_vec()), 2, CATALOGUE).expect("features");
    assert_eq!(rest.dimensions().len(), Feature::COUNT - 2);
    assert!(rest.dimensions().iter().all(|dimension| !only.contains(&dimension.name)));
    for (players, table) in [(2, "two"), (4, "more")] {
        let space = Space::parse("linear", &Selection::Only(only.to_vec()), players, CATALOGUE)
            .expect("features");
        assert_eq!(
            space.dimensions().iter().map(|dimension| dimension.name.as_str()).collect::<Vec<_>>(),
            only
        );
        let weights = space.tuned_file(&[123.0, -45.5]).expect("weights").text();
        let (two, more) = weights.split_at(weights.find("[more]").expect("two tables"));
        let (changed, same) = if table == "two" { (two, more) } else { (more, two) };
        assert!(
            changed.contains("\nskip = 123.0\n") && changed.contains("\ndraws = -45.5\n"),
            "{changed}"
        );
        assert!(!same.contains("123.0") && !same.contains("-45.5"), "{same}");
        assert_eq!(
            space.strategy(&[123.0, -45.5]).file().map(|weights| weights.text()),
            Some(weights)
        );
    }
}

#[test]
fn what_cannot_be_tuned_is_refused_in_words() {
    let refused = |text: &str, only: &[&str], words: &[&str]| {
        let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
        let selection = if only.is_empty() { Selection::All } else { Selection::Only(only) };
        let message = Space::parse(text, &selection, 2, CATALOGUE).expect_err(text).to_string();
        for word in words {
            assert!(message.contains(word), "{text}: {word:?} is missing in: {message}");
        }
    };
    refused("save-wild:own=1..3", &[], &["save-wild", "did you mean"]);
    refused("save-wilds", &[], &["nothing to tune", "save-wilds:own=1..20"]);
    refused("random", &[], &["nothing to tune"]);
    refused("save-wilds:owns=1..3", &[], &["no parameter \"owns\"", "own, other"]);
    refused("save-wilds:own=3..1", &[], &["own = 3..1 is empty"]);
    refused("save-wilds:own=3..3", &[], &["own = 3..3 is empty"]);
    refused("save-wilds:own=0..3", &[], &["own = \"0\"", "from 1 to 20"]);
    refused("save-wilds:own=1..21", &[], &["own = \"21\"", "from 1 to 20"]);
    refused("save-wilds:own=1..x", &[], &["own = \"x\""]);
    refused("save-wilds:own=1..", &[], &["own = \"\""]);
    refused("save-wilds:own=1..3,own=2..4", &[], &["\"own\" is given twice"]);
    refused("save-wilds:own=1..3,own=2", &[], &["\"own\" is given twice"]);
    refused("linear:file=1..2", &[], &["file", "is not a number"]);
    refused("linear:file=no/such.toml", &[], &["no/such.toml"]);
    refused("linear", &["skips"], &["\"skips\" is not a feature", "draw_two"]);
    refused("linear", &["skip", "skip"], &["\"skip\" is named twice"]);
    refused("save-wilds:own=1..3", &["skip"], &["--only"]);
    let all = Feature::ALL.iter().map(|feature| feature.name().to_owned()).collect();
    assert_eq!(
        Space::parse("linear", &Selection::Except(all), 2, CATALOGUE).err(),
        Some(SpaceError::NoFeatureLeft)
    );
}

#[test]
fn fixed_parameters_stay_and_the_start_is_within_the_range() {
    let space = parsed("save-wilds:own=6..9,other=5");
    assert_eq!(space.start().to_string(), "save-wilds:own=6,other=5");
    assert_eq!(space.strategy(&[7.4]).to_string(), "save-wilds:own=7,other=5");
}
