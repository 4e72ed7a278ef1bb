//! Student's t distribution.

use super::{CONFIDENCE, fisher};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Degrees of freedom from which the normal distribution is used with Fisher's correction terms,
/// whose error is then below 1e-12.
const NEARLY_NORMAL: u64 = 2000;

/// How far a two-sided interval of [`CONFIDENCE`] reaches, in standard errors.
///
/// # Examples
///
/// ```
/// use unobench_stats::student::critical_value;
///
/// assert!(critical_value(10).is_some_and(|t| (t - 2.228_139).abs() < 1e-6));
/// assert_eq!(critical_value(0), None);
/// ```
#[must_use]
pub fn critical_value(degrees: u64) -> Option<f64> {
    quantile(0.5 + CONFIDENCE / 2.0, degrees)
}

/// The quantile of Student's t with so many degrees of freedom; none without any, or for a
/// probability outside (0, 1).
///
/// # Source
/// For many degrees of freedom the expansion of Abramowitz and Stegun, *Handbook of Mathematical
/// Functions*, 26.7.5.
#[must_use]
pub fn quantile(probability: f64, degrees: u64) -> Option<f64> {
    if degrees == 0 || !(probability > 0.0 && probability < 1.0) {
        return None;
    }
    if degrees >= NEARLY_NORMAL {
        return Some(expansion(Normal::standard().inverse_cdf(probability), degrees as f64));
    }
    Some(StudentsT::new(0.0, 1.0, degrees as f64).ok()?.inverse_cdf(probability))
}

/// How likely Student's t with so many degrees of freedom is to be at least this far from 0, to
/// either side: a two-sided p-value.
///
/// It is computed as that of t² under Fisher's F, so nothing cancels in the far tail; never 0. It
/// is 1 where nothing can be said, that is without degrees of freedom or for a `t` that is not a
/// number.
///
/// # Examples
///
/// ```
/// use unobench_stats::student::p_value;
///
/// assert!((p_value(2.0, 10) - 0.073_388).abs() < 1e-6);
/// assert_eq!(p_value(-2.0, 10), p_value(2.0, 10));
/// ```
#[must_use]
pub fn p_value(t: f64, degrees: u64) -> f64 {
    fisher::p_value(t * t, 1.0, degrees as f64)
}

/// The two-sided p-value of a mean of so many (above 0) against 0, by its standard error. Where all
/// agree on something else it is that of the sign test: as many coins that all fall on one side.
pub(crate) fn p_of_mean(mean: f64, error: f64, count: u64) -> f64 {
    match mean {
        0.0 => 1.0,
        _ if error > 0.0 => p_value(mean / error, count - 1),
        _ => sign_test(count),
    }
}

/// The two-sided p-value of so many that all have the same sign, as of coins that all fall on one
/// side.
#[must_use]
pub fn sign_test(count: u64) -> f64 {
    (1.0 - count as f64).exp2().clamp(f64::MIN_POSITIVE, 1.0)
}

/// The quantile of t from that of the normal distribution.
fn expansion(x: f64, degrees: f64) -> f64 {
    let (x3, x5, x7) = (x.powi(3), x.powi(5), x.powi(7));
    let first = (x3 + x) / 4.0;
    let second = (5.0 * x5 + 16.0 * x3 + 3.0 * x) / 96.0;
    let third = (3.0 * x7 + 19.0 * x5 + 17.0 * x3 - 15.0 * x) / 384.0;
    x + first / degrees + second / degrees.powi(2) + third / degrees.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    /// Tables of the two-sided 95 % point.
    #[test]
    fn critical_values_are_those_of_the_tables() {
        let known = [
            (1, 12.706_204_736_4),
            (2, 4.302_652_729_9),
            (5, 2.570_581_835_6),
            (10, 2.228_138_851_9),
            (30, 2.042_272_456_3),
            (100, 1.983_971_518_5),
            (1000, 1.962_339_080_8),
        ];
        for (degrees, value) in known {
            close(critical_value(degrees).expect("degrees of freedom"), value, 1e-8);
        }
        let limit = critical_value(1_000_000_000_000).expect("degrees of freedom");
        close(limit, 1.959_963_984_540, 1e-9);
    }

    #[test]
    fn nothing_is_known_without_degrees_of_freedom() {
        assert_eq!(critical_value(0), None);
        assert_eq!(quantile(1.0, 3), None);
        assert_eq!(quantile(f64::NAN, 3), None);
    }

    /// Tables of the two-sided p-value; the far tail as SciPy 1.17 has it,
    /// `2 * scipy.stats.t.sf(t, degrees)`.
    #[test]
    fn p_values_are_those_of_the_tables() {
        let known = [
            (12.706204736432095, 1, 0.0499999999989913),
            (2.0, 10, 0.07338803477074037),
            (40.0, 10, 2.2808577430857535e-12),
            (8.0, 49, 1.9105439552955476e-10),
            (30.0, 100, 8.380332558688329e-52),
            (20.0, 1999, 2.8942856239140535e-81),
            (20.0, 2000, 2.871589689613094e-81),
            (35.0, 5000, 3.0318152567613524e-240),
            (5.0, 1000000, 5.733997870890745e-07),
            (35.0, 1000000000, 2.2506669831352087e-268),
        ];
        for (t, degrees, value) in known {
            close(p_value(t, degrees) / value, 1.0, 1e-6);
            assert_eq!(p_value(-t, degrees), p_value(t, degrees));
        }
    }

    #[test]
    fn a_p_value_goes_with_the_critical_value() {
        for degrees in [1, 2, 7, 49, 400, 1999, 2000, 2001, 1_000_000, 4_000_000_000] {
            let found = p_value(critical_value(degrees).expect("degrees of freedom"), degrees);
            close(found, 0.05, 1e-8);
        }
    }

    #[test]
    fn a_p_value_is_never_zero_and_one_without_evidence() {
        assert_eq!((p_value(0.0, 5), p_value(3.0, 0), p_value(f64::NAN, 5)), (1.0, 1.0, 1.0));
        assert!(p_value(1e6, 1_000_000_000) > 0.0 && p_value(f64::INFINITY, 3) > 0.0);
    }
}
