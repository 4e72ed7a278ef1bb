//! Adjusted p-values and verdicts: errors among twenty comparisons.

use super::{Chance, assert_documented, percent};
use crate::{GroupEstimate, Verdict, holm, verdicts};
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

/// What is said in many trials.
#[derive(Default)]
struct Said {
    /// Trials in which an unadjusted p-value rejects a true hypothesis at 5 %.
    plain: usize,
    /// Trials in which Holm's does.
    holm: usize,
    /// False hypotheses rejected by Holm's.
    found: usize,
    /// Trials in which an effect is said to be larger than the margin and is not.
    wrongly_different: usize,
    /// Trials in which one is said to be smaller and is not.
    wrongly_same: usize,
    /// Effects rightly said to be larger.
    different: usize,
    /// Effects rightly said to be smaller.
    same: usize,
}

/// Tests against 0, where the first `effects` are four standard errors; and verdicts, where the
/// first `effects` are twice the margin, as many are 0, and all others are just the margin.
fn simulate(correlation: f64, effects: usize, trials: usize) -> Said {
    let mut chance = Chance::new(20_260_401);
    let mut said = Said::default();
    for _ in 0..trials {
        let errors = errors(&mut chance, correlation);
        let z = errors.iter().enumerate();
        let z = z.map(|(index, error)| error + if index < effects { 4.0 } else { 0.0 });
        let p: Vec<f64> = z.map(|z| 2.0 * Normal::standard().sf(z.abs())).collect();
        let wrong = |p: &[f64]| p[effects..].iter().any(|&p| p <= 0.05);
        let adjusted = holm(&p);
        said.plain += usize::from(wrong(&p));
        said.holm += usize::from(wrong(&adjusted));
        said.found += adjusted[..effects].iter().filter(|&&p| p <= 0.05).count();
        let truth = |index: usize| match index / effects.max(1) {
            0 if effects > 0 => 2.0 * MARGIN,
            1 if effects > 0 => 0.0,
            _ => MARGIN,
        };
        let family: Vec<(GroupEstimate, f64)> = errors
            .iter()
            .enumerate()
            .map(|(index, error)| {
                let squares: f64 = (0..DEGREES).map(|_| chance.normal().powi(2)).sum();
                let standard_error = (squares / DEGREES as f64).sqrt();
                let estimate = truth(index) + error;
                (GroupEstimate { estimate, standard_error, degrees: DEGREES }, MARGIN)
            })
            .collect();
        let verdicts = verdicts(&family);
        let is_different = |verdict: &&Verdict| matches!(verdict, Verdict::More | Verdict::Less);
        let is_same = |verdict: &&Verdict| **verdict == Verdict::Same;
        let at_margin = &verdicts[2 * effects..];
        let not_larger = at_margin.iter().chain(&verdicts[effects..2 * effects]);
        let not_smaller = at_margin.iter().chain(&verdicts[..effects]);
        said.wrongly_different += usize::from(not_larger.filter(is_different).count() > 0);
        said.wrongly_same += usize::from(not_smaller.filter(is_same).count() > 0);
        said.different += verdicts[..effects].iter().filter(is_different).count();
        said.same += verdicts[effects..2 * effects].iter().filter(is_same).count();
    }
    said
}

#[test]
#[ignore = "takes a minute or more"]
fn the_tables_are_as_documented() {
    const TRIALS: usize = 20_000;
    let row = |(correlation, effects)| {
        let said = simulate(correlation, effects, TRIALS);
        let errors = |count: usize| percent(count, TRIALS);
        let power = |found: usize| {
            if effects > 0 { percent(found, TRIALS * effects) } else { "–".to_owned() }
        };
        format!(
            "| {correlation} | {effects} | {} | {} | {} | {} | {} | {} | {} |",
            errors(said.plain),
            errors(said.holm),
            power(said.found),
            errors(said.wrongly_different),
            errors(said.wrongly_same),
            power(said.different),
            power(said.same)
        )
    };
    let cases = [0.0, 0.5, 0.9].into_iter().flat_map(|c| [0, 2, 8].map(|effects| (c, effects)));
    assert_documented(cases.map(row));
}

#[test]
fn adjusted_p_values_and_verdicts_keep_their_promises() {
    const TRIALS: usize = 3000;
    for correlation in [0.0, 0.5] {
        for effects in [0, 5] {
            let said = simulate(correlation, effects, TRIALS);
            // 5 % and three standard errors.
            for wrong in [said.holm, said.wrongly_different, said.wrongly_same] {
                let share = wrong as f64 / TRIALS as f64;
                assert!(share <= 0.062, "{correlation}, {effects}: {share}");
            }
            assert!(said.plain as f64 >= 0.25 * TRIALS as f64, "{correlation}, {effects}");
            let least = (9 * TRIALS * effects) / 10;
            assert!(said.different >= least && said.same >= least, "{correlation}, {effects}");
        }
    }
}
