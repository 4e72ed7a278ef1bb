//! Do the methods keep what they promise? Simulations with a known truth and correlated games.
//!
//! A [`Method`] is an estimator with its cases, each a truth and a way to draw data; a trial says
//! of each of the case's measures what came out, mostly whether an interval held the truth.
//! `results/calibration.csv` has the mean of every measure over all trials, and over the first of
//! them, which every test run plays again. All of them, to be compared or written anew:
//!
//! ```text
//! cargo test --release -p unobench-stats --lib calibration -- --ignored
//! UNOBENCH_REGENERATE=1 cargo test --release -p unobench-stats --lib calibration -- --ignored
//! ```

mod comparisons;
mod draws;
mod duels;
mod factorial;
mod groups;
mod means;
mod quantiles;
mod ratings;
mod seats;
mod sequences;
mod skill;

use crate::Interval;
use draws::Chance;
use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a trial says of a measure: 1 or 0 for yes or no, or a number; none if there was nothing to
/// measure.
type Said = Vec<(&'static str, Option<f64>)>;

/// An estimator, or what is said of several.
struct Method {
    name: &'static str,
    /// Bounds that a measure keeps in every case, over all trials.
    promises: &'static [(&'static str, f64, f64)],
    cases: Vec<Case>,
}

/// A truth, and how data are drawn.
struct Case {
    name: String,
    /// Trials for the file.
    trials: usize,
    trial: Box<dyn Fn(&mut Chance) -> Said + Send + Sync>,
}

impl Case {
    fn new(
        name: impl Display,
        trials: usize,
        trial: impl Fn(&mut Chance) -> Said + Send + Sync + 'static,
    ) -> Case {
        Case { name: name.to_string(), trials, trial: Box::new(trial) }
    }

    /// What so many trials say on average, measure by measure. What a trial says several times of a
    /// measure counts as its mean, since it is not independent.
    fn replicate(&self, trials: usize) -> Vec<(&'static str, Mean)> {
        let mut chance = Chance::new(20_261_125);
        let mut means = Vec::new();
        for _ in 0..trials {
            let mut of_trial = Vec::new();
            for (measure, said) in (self.trial)(&mut chance) {
                let mean = mean_of(&mut of_trial, measure);
                said.into_iter().for_each(|value| mean.add(value));
            }
            for (measure, said) in of_trial.into_iter().filter(|(_, said)| said.trials > 0) {
                mean_of(&mut means, measure).add(said.value());
            }
        }
        means
    }
}

/// The mean of a measure, which is new if there is none yet.
fn mean_of<'a>(means: &'a mut Vec<(&'static str, Mean)>, measure: &'static str) -> &'a mut Mean {
    let known = means.iter().position(|(known, _)| *known == measure);
    let place = known.unwrap_or_else(|| {
        means.push((measure, Mean::default()));
        means.len() - 1
    });
    &mut means[place].1
}

/// The mean of what trials said.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    trials: usize,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        (self.trials, self.sum) = (self.trials + 1, self.sum + value);
        self.squares += value * value;
    }

    fn value(&self) -> f64 {
        self.sum / self.trials as f64
    }

    fn error(&self) -> f64 {
        let trials = self.trials as f64;
        ((self.squares / trials - self.value().powi(2)).max(0.0) / trials).sqrt()
    }
}

/// Whether an interval holds the truth; none without an interval.
fn holds(interval: Option<Interval>, truth: f64) -> Option<f64> {
    interval.map(|interval| f64::from(interval.contains(truth)))
}

fn yes(is_so: bool) -> Option<f64> {
    Some(f64::from(is_so))
}

fn methods() -> Vec<Method> {
    vec![
        means::win_rates(),
        means::method(),
        groups::method(),
        quantiles::method(),
        seats::equal_seats(),
        seats::differences(),
        sequences::peeking(),
        sequences::stopped_by_width(),
        duels::tests(),
        duels::fixed(),
        ratings::ratings(),
        ratings::ranks(),
        comparisons::method(),
        factorial::method(),
        skill::ladder(),
        skill::best_of_a_pool(),
    ]
}

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/calibration.csv");
const COLUMNS: &str = "method,case,measure,trials,value,standard_error,first\n";

/// How many of the trials are the first.
fn first(trials: usize) -> usize {
    (trials / 20).max(50)
}

/// Mean over all trials and over the first of them, by method, case and measure.
type Rows = BTreeMap<[String; 3], [f64; 2]>;

fn rows_of_the_file() -> Rows {
    let text = std::fs::read_to_string(FILE).expect("the file");
    let row = |line: &str| {
        let cells: [&str; 7] = line.split(',').collect::<Vec<_>>().try_into().expect("seven cells");
        let [method, case, measure, _, value, _, first] = cells;
        let figures = [value, first].map(|figure| figure.parse().expect("a number"));
        ([method, case, measure].map(str::to_owned), figures)
    };
    text.strip_prefix(COLUMNS).expect("its columns").lines().map(row).collect()
}

/// A case of a method, and the means of what is measured of it.
type Replicated<'a> = (&'a Method, &'a Case, Vec<(&'static str, Mean)>);

/// Plays the cases of all methods on all cores; `trials` of each case's own number.
fn replicate_all(
    methods: &[Method],
    trials: impl Fn(usize) -> usize + Sync,
) -> Vec<Replicated<'_>> {
    let cases: Vec<(&Method, &Case)> =
        methods.iter().flat_map(|of| of.cases.iter().map(move |case| (of, case))).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, case)) = cases.get(place) else { break };
            let means = case.replicate(trials(case.trials));
            found.lock().expect("no panic").push((place, means));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| {
            scope.spawn(work);
        });
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(place, means)| (cases[place].0, cases[place].1, means)).collect()
}

#[test]
fn the_file_keeps_every_promise() {
    let rows = rows_of_the_file();
    for method in methods() {
        for (measure, least, most) in method.promises {
            let kept = rows.iter().filter(|([name, _, of], _)| {
                (name.as_str(), of.as_str()) == (method.name, measure)
            });
            let kept: Vec<_> = kept.collect();
            assert!(!kept.is_empty(), "{}: nothing of {measure}", method.name);
            for (key, [value, _]) in kept {
                assert!((least..=most).contains(&value), "{key:?}: {value}");
            }
        }
    }
}

/// The last digits of logarithms differ between systems, so two trials of a measure may end
/// otherwise.
#[test]
fn the_first_trials_say_what_the_file_says() {
    let (methods, mut rows) = (methods(), rows_of_the_file());
    let mut otherwise: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for (method, case, means) in replicate_all(&methods, first) {
        for (measure, mean) in means {
            let key = [method.name, &case.name, measure].map(str::to_owned);
            let found = rows.remove(&key).unwrap_or_else(|| panic!("{key:?} is missing"));
            let off = (mean.value() - found[1]).abs() - 1e-4 - 1e-3 * found[1].abs();
            *otherwise.entry((method.name, measure)).or_default() +=
                mean.trials as f64 * off.max(0.0);
        }
    }
    rows.retain(|_, [_, first]| !first.is_nan());
    otherwise.retain(|_, trials| *trials > 2.0);
    assert!(otherwise.is_empty() && rows.is_empty(), "{otherwise:#?}\nmissing: {:#?}", rows.keys());
}

#[test]
#[ignore = "takes minutes"]
fn the_file_is_what_all_trials_say() {
    let (methods, mut text) = (methods(), COLUMNS.to_owned());
    let firsts = replicate_all(&methods, first);
    let all = replicate_all(&methods, |trials| trials);
    for ((method, case, means), (.., firsts)) in all.into_iter().zip(firsts) {
        for (measure, mean) in means {
            let first = firsts.iter().find(|(known, _)| *known == measure);
            let first = first.map_or(f64::NAN, |(_, mean)| mean.value());
            let (trials, value, error) = (mean.trials, mean.value(), mean.error());
            let (name, case) = (method.name, &case.name);
            writeln!(text, "{name},{case},{measure},{trials},{value:.4},{error:.4},{first:.4}")
                .expect("text");
        }
    }
    if std::env::var_os("UNOBENCH_REGENERATE").is_some() {
        std::fs::write(FILE, text).expect("the file is written");
    } else {
        assert!(
            std::fs::read_to_string(FILE).expect("the file") == text,
            "{FILE} differs; UNOBENCH_REGENERATE=1 writes it anew"
        );
    }
}
