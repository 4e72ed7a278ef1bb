//! Adjusted p-values and verdicts: errors among twenty comparisons.

use super::draws::Chance;
use super::{Case, Method, Said, yes};
use crate::{GroupEstimate, Verdict, benjamini_hochberg, holm, verdicts};
use statrs::distribution::{ContinuousCDF, Normal};

const COMPARISONS: usize = 20;

/// The smallest effect that matters, in standard errors.
const MARGIN: f64 = 6.0;

/// Groups less one.
const DEGREES: u64 = 49;

/// Errors of estimates that are correlated as with a common baseline, in standard errors.
fn errors(chance: &mut Chance, correlation: f64) -> Vec<f64> {
    let common = correlation.sqrt() * chance.normal();
    let own = (1.0 - correlation).sqrt();
    (0..COMPARISONS).map(|_| common + own * chance.normal()).collect()
}

/// The share of some verdicts that are one of these; none of no verdicts.
fn share(verdicts: &[Verdict], of: &[Verdict]) -> Option<f64> {
    let found = verdicts.iter().filter(|verdict| of.contains(verdict)).count();
    (!verdicts.is_empty()).then(|| found as f64 / verdicts.len() as f64)
}

/// The share of the marked that are wrong, with the first `effects` rightly marked; 0 of none.
fn wrong_of_marked(verdicts: &[Verdict], of: &[Verdict], effects: usize) -> Option<f64> {
    let marked = |verdicts: &[Verdict]| verdicts.iter().filter(|it| of.contains(it)).count() as f64;
    Some(marked(&verdicts[effects..]) / marked(verdicts).max(1.0))
}

const DIFFERENT: [Verdict; 2] = [Verdict::More, Verdict::Less];
const SAME: [Verdict; 1] = [Verdict::Same];

/// Tests against 0, where the first `effects` are four standard errors.
fn tests(errors: &[f64], effects: usize) -> Said {
    let z = errors.iter().enumerate();
    let z = z.map(|(index, error)| error + if index < effects { 4.0 } else { 0.0 });
    let p: Vec<f64> = z.map(|z| 2.0 * Normal::standard().sf(z.abs())).collect();
    let adjusted = holm(&p);
    let wrong = |p: &[f64]| yes(p[effects..].iter().any(|&p| p <= 0.05));
    let found = adjusted[..effects].iter().filter(|&&p| p <= 0.05).count();
    vec![
        ("any wrong without adjustment", wrong(&p)),
        ("any wrong by Holm", wrong(&adjusted)),
        ("found by Holm", (effects > 0).then(|| found as f64 / effects as f64)),
    ]
}

/// Verdicts, where the first `effects` are twice the margin, as many are 0, and all others are just
/// the margin.
fn of_verdicts(chance: &mut Chance, errors: &[f64], effects: usize) -> Said {
    let truth = |index: usize| match index {
        _ if index < effects => 2.0 * MARGIN,
        _ if index < 2 * effects => 0.0,
        _ => MARGIN,
    };
    let mut of = |(index, error): (usize, &f64)| {
        let squares: f64 = (0..DEGREES).map(|_| chance.normal().powi(2)).sum();
        let standard_error = (squares / DEGREES as f64).sqrt();
        let estimate = truth(index) + error;
        (GroupEstimate { estimate, standard_error, degrees: DEGREES }, MARGIN)
    };
    let family: Vec<(GroupEstimate, f64)> = errors.iter().enumerate().map(&mut of).collect();
    let said = verdicts(&family, holm);
    let explored = verdicts(&family, benjamini_hochberg);
    let (large, small) = (&said[..effects], &said[effects..2 * effects]);
    let not_larger = share(&said[effects..], &DIFFERENT);
    let not_smaller = share(&[large, &said[2 * effects..]].concat(), &SAME);
    let any = |share: Option<f64>| share.map(|share| f64::from(share > 0.0));
    vec![
        ("any wrongly more or less", any(not_larger)),
        ("any wrongly the same", any(not_smaller)),
        ("more or less found", share(large, &DIFFERENT)),
        ("the same found", share(small, &SAME)),
        ("explored: wrong of those more or less", wrong_of_marked(&explored, &DIFFERENT, effects)),
        ("explored: more or less found", share(&explored[..effects], &DIFFERENT)),
    ]
}

pub(super) fn method() -> Method {
    let case = |correlation: f64, effects: usize| {
        let name = format!("correlation {correlation}; {effects} effects");
        Case::new(name, 10_000, move |chance| {
            let errors = errors(chance, correlation);
            [tests(&errors, effects), of_verdicts(chance, &errors, effects)].concat()
        })
    };
    let cases = [0.0, 0.5, 0.9].into_iter().flat_map(|c| [0, 2, 8].map(|effects| case(c, effects)));
    Method {
        name: "verdicts",
        promises: &[
            ("any wrong by Holm", 0.0, 0.055),
            ("any wrongly more or less", 0.0, 0.055),
            ("any wrongly the same", 0.0, 0.055),
            ("more or less found", 0.9, 1.0),
            ("explored: wrong of those more or less", 0.0, 0.055),
            ("explored: more or less found", 0.9, 1.0),
        ],
        cases: cases.collect(),
    }
}
