//! Adjusted p-values: errors among twenty comparisons.

use super::{Chance, assert_documented, percent};
use crate::{benjamini_hochberg, holm};
use statrs::distribution::{ContinuousCDF, Normal};

const COMPARISONS: usize = 20;

/// P-values of comparisons that are correlated as with a common baseline; the first `effects` are
/// four standard errors from their null hypothesis.
fn comparisons(chance: &mut Chance, correlation: f64, effects: usize) -> Vec<f64> {
    let common = correlation.sqrt() * chance.normal();
    let own = (1.0 - correlation).sqrt();
    let z = (0..COMPARISONS)
        .map(|index| common + own * chance.normal() + if index < effects { 4.0 } else { 0.0 });
    z.map(|z| 2.0 * Normal::standard().sf(z.abs())).collect()
}

/// What is rejected at 5 % in many trials.
#[derive(Default)]
struct Rejections {
    /// Trials in which an unadjusted p-value rejects a true hypothesis.
    plain: usize,
    /// Trials in which Holm's does.
    holm: usize,
    /// The mean share of true hypotheses among those rejected by Benjamini and Hochberg's.
    false_share: f64,
    /// False hypotheses rejected by Holm's.
    found_by_holm: usize,
    /// By Benjamini and Hochberg's.
    found: usize,
}

fn simulate(correlation: f64, effects: usize, trials: usize) -> Rejections {
    let mut chance = Chance::new(20_260_401);
    let mut rejections = Rejections::default();
    for _ in 0..trials {
        let p = comparisons(&mut chance, correlation, effects);
        let errors = |p: &[f64]| p[effects..].iter().filter(|&&p| p <= 0.05).count();
        let found = |p: &[f64]| p[..effects].iter().filter(|&&p| p <= 0.05).count();
        let (holm, other) = (holm(&p), benjamini_hochberg(&p));
        rejections.plain += usize::from(errors(&p) > 0);
        rejections.holm += usize::from(errors(&holm) > 0);
        rejections.false_share +=
            errors(&other) as f64 / (errors(&other) + found(&other)).max(1) as f64 / trials as f64;
        rejections.found_by_holm += found(&holm);
        rejections.found += found(&other);
    }
    rejections
}

#[test]
#[ignore = "takes a minute or more"]
fn the_tables_are_as_documented() {
    const TRIALS: usize = 20_000;
    let row = |(correlation, effects)| {
        let found = simulate(correlation, effects, TRIALS);
        let power = |found: usize| {
            if effects > 0 { percent(found, TRIALS * effects) } else { "–".to_owned() }
        };
        format!(
            "| {correlation} | {effects} | {} | {} | {:.1} | {} | {} |",
            percent(found.plain, TRIALS),
            percent(found.holm, TRIALS),
            100.0 * found.false_share,
            power(found.found_by_holm),
            power(found.found)
        )
    };
    let cases = [0.0, 0.5, 0.9].into_iter().flat_map(|c| [0, 5, 15].map(|effects| (c, effects)));
    assert_documented(cases.map(row));
}

#[test]
fn adjusted_p_values_keep_their_promises() {
    const TRIALS: usize = 3000;
    for correlation in [0.0, 0.5] {
        for effects in [0, 5] {
            let found = simulate(correlation, effects, TRIALS);
            // 5 % and three standard errors.
            assert!(
                found.holm as f64 <= 0.062 * TRIALS as f64,
                "{correlation}, {effects}: {} of {TRIALS}",
                found.holm
            );
            assert!(found.false_share <= 0.062, "{correlation}, {effects}: {}", found.false_share);
            assert!(
                found.plain as f64 >= 0.25 * TRIALS as f64,
                "{correlation}, {effects}: {} of {TRIALS}",
                found.plain
            );
        }
    }
}
