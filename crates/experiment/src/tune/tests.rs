use super::*;
use crate::contest::Contest;
use crate::store::Lock;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use unobench_core::rng::Rng;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Aim;
use unobench_strategies::{CATALOGUE, strategy};

static LIVE: AtomicBool = AtomicBool::new(false);

fn parsed(text: &str) -> Space {
    Space::parse(text, CATALOGUE).unwrap_or_else(|error| panic!("{error}"))
}

fn tuning(out: &Path) -> Tuning {
    let against = ["most-colour", "random"].map(|name| strategy(name).expect("a strategy"));
    Tuning {
        space: parsed("save-wilds:own=1..12,other=1..6"),
        contest: Contest {
            rules: RuleSet::official(),
            players: 2,
            against: against.to_vec(),
            seed: 5,
            aim: Aim::Wins,
        },
        gains: Gains { pace: 0.2, probe: 0.5, steps: 6 },
        games: 60,
        out: out.to_owned(),
    }
}

fn finish(tuning: &Tuning, beginning: Beginning) -> Result<Tuned, String> {
    let lock = Lock::take(&tuning.out).expect("nobody else tunes there");
    tune(tuning, &lock, beginning, &LIVE, |_| ()).map_err(|error| error.to_string())
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
    let dimension = |start: f64| {
        let (name, low, high) = (String::new(), -3.0, 3.0);
        Dimension { name, index: 0, start, low, high, unit: 1.0, least: 0.0 }
    };
    let space: Vec<Dimension> = [0.0, 1.0, -1.0, 0.5, 0.5].map(dimension).to_vec();
    let gains = Gains { pace: 0.1, probe: 0.3, steps: 2000 };
    let mut rng = Rng::from_key(3);
    let mut noise = || 0.02 * (f64::from(rng.below(2001)) / 1000.0 - 1.0);
    let mut value = |theta: &[f64]| -> f64 {
        let squares = theta.iter().zip(top).enumerate();
        noise()
            - squares
                .map(|(i, (x, t))| 0.02 * (1.0 + i as f64 / 2.0) * (x - t).powi(2))
                .sum::<f64>()
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
    let dimensions = &space.dimensions;
    let gains = Gains { pace: 5.0, probe: 0.01, steps: 50 };
    let mut ascent = Ascent::new(dimensions);
    while ascent.step < gains.steps {
        let pair = ascent.candidates(dimensions, &gains, 7);
        for numbers in &pair {
            for (dimension, number) in dimensions.iter().zip(numbers) {
                assert!((dimension.low..=dimension.high).contains(number), "{pair:?}");
            }
        }
        let [first, second] = [0, 1].map(|place| space.strategy(&pair[place]));
        assert_ne!(first.values(), second.values(), "{pair:?}");
        let difference = if ascent.step.is_multiple_of(3) { 0.02 } else { -0.02 };
        ascent.advance(dimensions, &gains, 7, difference);
    }
}

#[test]
fn the_result_is_the_mean_of_the_last_half() {
    let space = parsed("save-wilds:own=1..12");
    let gains = Gains { pace: 0.5, probe: 0.5, steps: 5 };
    let mut ascent = Ascent::new(&space.dimensions);
    let mut iterates = Vec::new();
    for _ in 0..gains.steps {
        ascent.advance(&space.dimensions, &gains, 1, 0.01);
        iterates.push(ascent.theta[0]);
    }
    let mean = iterates[2..].iter().sum::<f64>() / 3.0;
    assert!((ascent.result()[0] - mean).abs() < 1e-12, "{iterates:?}");
}

#[test]
fn an_interrupted_tuning_goes_on_to_the_same_bytes_on_any_number_of_threads() {
    let (_kept, path) = scratch();
    let whole = tuning(&path.join("whole"));
    let expected = finish(&whole, Beginning::New);
    assert!(expected.as_ref().is_ok_and(|tuned| tuned.complete));
    let parts = tuning(&path.join("parts"));
    for part in 1..=6 {
        let cancel = AtomicBool::new(false);
        let stop = |_| cancel.store(true, Ordering::Relaxed);
        let beginning = if part == 1 { Beginning::New } else { Beginning::Resumed };
        let lock = Lock::take(&parts.out).expect("nobody else tunes there");
        let tuned = tune(&parts, &lock, beginning, &cancel, stop).expect("it goes on");
        assert_eq!((tuned.steps, tuned.complete), (part, part == 6));
    }
    assert_eq!(finish(&parts, Beginning::Resumed), expected);
    let threaded = tuning(&path.join("threads"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    assert_eq!(pool.install(|| finish(&threaded, Beginning::New)), expected);
    assert_eq!([&parts, &threaded].map(state_of), [state_of(&whole), state_of(&whole)]);
}

#[test]
fn another_plan_is_not_gone_on_with_and_what_differs_is_said() {
    let (_kept, path) = scratch();
    let first = tuning(&path);
    finish(&first, Beginning::New).expect("it is new");
    let told = finish(&first, Beginning::New).expect_err("it is there");
    assert!(told.contains("--resume"), "{told}");
    let refused = |change: &dyn Fn(&mut Tuning), words: &str| {
        let mut other = first.clone();
        change(&mut other);
        let told = finish(&other, Beginning::Resumed).expect_err(words);
        assert!(told.contains(words), "{told}");
    };
    refused(&|other| other.games = 61, "games is 60, here 61");
    refused(&|other| other.contest.seed = 6, "seed is 5, here 6");
    refused(&|other| other.gains.steps = 9, "steps is 6, here 9");
    refused(&|other| other.contest.aim = Aim::Score, "aim is \"wins\", here \"score\"");
    refused(&|other| other.contest.against.truncate(1), "against is");
    refused(&|other| other.contest.rules.uno.penalty = 3, "settings is");
    refused(&|other| other.space = parsed("save-wilds:own=1..11,other=1..6"), "numbers is");
    assert!(finish(&first, Beginning::Forced).is_ok_and(|tuned| tuned.complete));
}

#[test]
fn a_damaged_state_is_refused() {
    let (_kept, path) = scratch();
    let tuning = tuning(&path);
    finish(&tuning, Beginning::New).expect("it is new");
    let good = String::from_utf8(state_of(&tuning)).expect("text");
    for (damage, word) in [
        (good[..good.len() / 2].to_owned(), "damaged"),
        (good.replace("unobench tune 2", "unobench tune 1"), "format"),
        (good.replace("\"step\": 6", "\"step\": 7"), "damaged (step)"),
        (good.replace("\"summed\": 3", "\"summed\": 4"), "damaged (step)"),
        (good.replace("\"theta\": [", "\"theta\": [1.0,"), "damaged (theta)"),
        (good.replace("\"theta\": [", "\"theta\": [1e9],\"sums\": ["), "damaged"),
        (good.replace("\"sums\": [", "\"sums\": [1e400,"), "damaged"),
    ] {
        assert_ne!(damage, good, "{word}");
        fs::write(path.join(STATE), damage).expect("it is written");
        let told = finish(&tuning, Beginning::Resumed).expect_err(word);
        assert!(told.contains(word) && told.contains(STATE), "{told}");
    }
}

#[test]
fn each_step_has_blocks_of_its_own() {
    let tuning = tuning(Path::new("nowhere"));
    let blocks = tuning.contest.blocks(tuning.games);
    assert_eq!(blocks, 3 * tuning.contest.blocks_per_leg(tuning.games));
    assert_eq!(tuning.first_block(0), TUNING_BLOCKS);
    assert_eq!(tuning.first_block(4) + blocks, tuning.first_block(5));
}

#[test]
fn what_cannot_be_tuned_is_refused_in_words() {
    for (text, words) in [
        ("save-wild:own=1..3", &["save-wild", "did you mean"][..]),
        ("save-wilds", &["nothing to tune", "save-wilds:own=1..20"]),
        ("random", &["nothing to tune"]),
        ("linear", &["nothing to tune", "has no number to tune"]),
        ("save-wilds:owns=1..3", &["no parameter \"owns\"", "own, other"]),
        ("save-wilds:own=3..1", &["own = 3..1 is empty"]),
        ("save-wilds:own=3..3", &["own = 3..3 is empty"]),
        ("save-wilds:own=0..3", &["own = \"0\"", "from 1 to 20"]),
        ("save-wilds:own=1..21", &["own = \"21\"", "from 1 to 20"]),
        ("save-wilds:own=1..x", &["own = \"x\""]),
        ("save-wilds:own=1..", &["own = \"\""]),
        ("save-wilds:own=1..3,own=2..4", &["\"own\" is given twice"]),
        ("save-wilds:own=1..3,own=2", &["\"own\" is given twice"]),
        ("linear:file=1..2", &["file", "is not a number"]),
        ("linear:file=no/such.toml", &["no/such.toml"]),
    ] {
        let told = Space::parse(text, CATALOGUE).expect_err(text).to_string();
        for word in words {
            assert!(told.contains(word), "{text}: {word:?} is missing in: {told}");
        }
    }
}

#[test]
fn fixed_parameters_stay_and_the_start_is_within_the_range() {
    let space = parsed("save-wilds:own=6..9,other=5");
    assert_eq!(space.start().to_string(), "save-wilds:own=6,other=5");
    assert_eq!(space.strategy(&[7.4]).to_string(), "save-wilds:own=7,other=5");
}
