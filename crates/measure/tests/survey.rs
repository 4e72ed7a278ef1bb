//! What is said of surveys.

use std::collections::BTreeMap;
use unobench_core::rng::Rng;
use unobench_findings::metric::{ASKED_FIRST, Metric};
use unobench_findings::panel::CHAMPION;
use unobench_findings::question::Family;
use unobench_measure::survey::MetricEffect;
use unobench_measure::survey::testing::{found, has_spread, judge, names, widened};
use unobench_stats::{GroupEstimate, Verdict};

/// Effects of so many standard errors, with the luck of fifty groups: some are primary.
fn survey(rng: &mut Rng, size: impl Fn(usize) -> f64) -> Vec<MetricEffect> {
    let mut effect = |place: usize| {
        let mut group = || Some(f64::from(rng.below(2001)) - 1000.0);
        let groups: [_; 50] = std::array::from_fn(|_| group());
        let luck = groups.iter().flatten().sum::<f64>() / 50.0;
        let mut estimate = GroupEstimate::new(luck, &groups).expect("groups");
        estimate.estimate += size(place / 10) * estimate.standard_error;
        let family = [Family::Explore, Family::Primary][place / 5 % 2];
        found([place / 10, place / 5 % 2], ASKED_FIRST[place % 5], family, estimate)
    };
    (0..80).map(&mut effect).collect()
}

/// That at which those sit who know the rules.
const KNOWS: usize = 1;
/// A rule set, and another name of it.
const ONE: usize = 5;
const TWIN: usize = 8;

type Said = BTreeMap<(usize, usize, Metric), (Option<Verdict>, Option<f64>)>;

fn twin(effect: &MetricEffect) -> MetricEffect {
    let mut twin = effect.clone();
    twin.rules = TWIN;
    twin
}

fn judged(mut effects: Vec<MetricEffect>) -> Said {
    judge(&mut effects.iter_mut().collect::<Vec<_>>(), &[0, 1, 2, 3, 4, 5, 6, 7, ONE]);
    let keyed = |effect: MetricEffect| {
        ((effect.rules, effect.table, effect.metric), (effect.verdict, effect.q_value))
    };
    effects.into_iter().map(keyed).collect()
}

#[test]
fn what_is_asked_first_is_answered_whatever_else_is_explored() {
    let mut rng = Rng::from_key(1);
    for _ in 0..50 {
        let mut effects = survey(&mut rng, |rules| rules as f64);
        let told = judged(effects.clone());
        rng.shuffle(&mut effects);
        assert_eq!(judged(effects.clone()), told, "in any order");
        let twins = effects.iter().filter(|effect| effect.rules == ONE).map(twin);
        for ((rules, table, metric), said) in judged(effects.iter().cloned().chain(twins).collect())
        {
            let rules = if rules == TWIN { ONE } else { rules };
            assert_eq!(said, told[&(rules, table, metric)], "the same rules, named twice");
        }
        effects.retain(|effect| effect.family == Some(Family::Primary) || rng.below(2) == 0);
        for (key, said) in judged(effects).iter().filter(|(key, _)| key.1 == KNOWS) {
            assert_eq!(*said, told[key], "whatever is explored");
        }
    }
}

#[test]
fn where_nothing_differs_hardly_anything_is_marked() {
    let (mut rng, surveys) = (Rng::from_key(2), 600);
    let is_marked = |verdict| matches!(verdict, Some(Verdict::More | Verdict::Less));
    let is_wrong =
        |said: &Said| said.iter().any(|(key, answer)| key.1 == KNOWS && is_marked(answer.0));
    let wrong = (0..surveys).filter(|_| is_wrong(&judged(survey(&mut rng, |_| 0.0)))).count();
    // Twice the standard error above 5 %.
    assert!((wrong as f64) < 0.068 * f64::from(surveys), "{wrong} of {surveys}");
}

#[test]
fn what_varies_is_widened_about_its_mean() {
    let groups: Vec<Option<f64>> = (0..50).map(|place| Some(f64::from(place % 5))).collect();
    let error = |groups: &[_]| GroupEstimate::new(2.0, groups).expect("groups").standard_error;
    let wider = widened(2.0, groups.clone(), 0.5);
    assert!((error(&wider) - error(&groups).hypot(0.5)).abs() < 1e-12);
    let sum = |groups: &[Option<f64>]| groups.iter().flatten().sum::<f64>();
    assert!((sum(&wider) - sum(&groups)).abs() < 1e-9);
    let still = vec![Some(1.0); 50];
    assert_eq!(widened(1.0, still.clone(), 0.5), still);
}

#[test]
fn two_names_are_told_where_the_halves_differ() {
    assert_eq!((names(["b", "b"]), names(["b", "a"])), ("b".to_owned(), "a or b".to_owned()));
}

/// Each metric says in its row whether learners' spread is known, so that none is left out in
/// silence.
#[test]
fn every_metric_says_whether_its_spread_is_known() {
    for metric in Metric::of_surveys() {
        // That of a pool stands at the table of its opponents.
        let table = if metric.words().is_of_pool { "counter" } else { CHAMPION };
        let is_there = has_spread(table, metric);
        assert_eq!(is_there, metric.words().has_spread, "{metric}");
    }
}
