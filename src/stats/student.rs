//! Student's t distribution.

use super::CONFIDENCE;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Degrees of freedom from which the normal distribution is used with Fisher's correction terms, whose error is then below 1e-12.
const NEARLY_NORMAL: u64 = 2000;

/// How far a two-sided interval of [`CONFIDENCE`] reaches, in standard errors.
#[must_use]
pub fn critical_value(degrees: u64) -> Option<f64> {
    quantile(0.5 + CONFIDENCE / 2.0, degrees)
}

/// The quantile of Student's t with so many degrees of freedom; none without any, or for a probability outside (0, 1).
///
/// # Source
/// For many degrees of freedom the expansion of Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.5.
#[must_use]
pub fn quantile(probability: f64, degrees: u64) -> Option<f64> {
    if degrees == 0 || !(probability > 0.0 && probability < 1.0) {
        return None;
    }
    if degrees >= NEARLY_NORMAL {
        return Some(expansion(Normal::standard().inverse_cdf(probability), degrees as f64));
    }
    let distribution = StudentsT::new(0.0, 1.0, degrees as f64).ok()?;
    Some(distribution.inverse_cdf(probability))
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
            let found = critical_value(degrees).expect("degrees of freedom");
            assert!((found - value).abs() < 1e-8, "{degrees}: {found} is not {value}");
        }
        let limit = critical_value(1_000_000_000_000).expect("degrees of freedom");
        assert!((limit - 1.959_963_984_540).abs() < 1e-9, "{limit}");
    }

    #[test]
    fn the_expansion_meets_the_exact_quantile() {
        let exact = StudentsT::new(0.0, 1.0, 2000.0).expect("a distribution").inverse_cdf(0.975);
        let found = quantile(0.975, 2000).expect("degrees of freedom");
        assert!((found - exact).abs() < 1e-9, "{found} is not {exact}");
    }

    #[test]
    fn nothing_is_known_without_degrees_of_freedom() {
        assert_eq!(critical_value(0), None);
        assert_eq!(quantile(1.0, 3), None);
        assert_eq!(quantile(f64::NAN, 3), None);
    }
}
