//! Fisher's F distribution, for p-values.

use statrs::function::{beta::beta_reg, gamma::gamma_ur};

/// Degrees of freedom of the denominator from which the chi-square distribution is used, see
/// [`p_value`].
const NEARLY_CHI_SQUARE: f64 = 2000.0;

/// How likely Fisher's F with these degrees of freedom, which need not be whole numbers, is to be
/// at least `f`. Never 0: where it is too small for a floating-point number it is the smallest
/// normal one. It is 1 where nothing can be said: without degrees of freedom, or for an `f` that is
/// not a number.
///
/// # Source
/// With m and k degrees of freedom the tail is the regularised incomplete beta function I(k/2, m/2;
/// k / (k + m·f)) (Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.6.2). From 2,000
/// degrees k on, where its continued fraction becomes slow, the expansion of Box 1949, *A general
/// distribution theory for a class of likelihood criteria*, Biometrika 36: with M = k + m/2 − 1, x
/// = M·ln(1 + m·f/k), and Q_m the tail of chi-square with m degrees, Q_m(x) + m·(m² − 4)/(48·M²) ·
/// (Q_{m+4}(x) − Q_m(x)).
///
/// # Examples
///
/// ```
/// use unobench_stats::fisher::p_value;
///
/// assert!((p_value(4.0, 3.0, 20.0) - 0.022_077).abs() < 1e-6);
/// assert_eq!(p_value(0.0, 3.0, 20.0), 1.0);
/// ```
#[must_use]
pub fn p_value(f: f64, numerator: f64, denominator: f64) -> f64 {
    let are_positive = [numerator, denominator, f].iter().all(|number| *number > 0.0);
    if !are_positive {
        return 1.0;
    }
    if f.is_infinite() {
        return f64::MIN_POSITIVE;
    }
    let (m, k) = (numerator, denominator);
    let tail = if k >= NEARLY_CHI_SQUARE {
        expansion(m, f, k)
    } else {
        beta_reg(k / 2.0, m / 2.0, k / (k + m * f))
    };
    tail.clamp(f64::MIN_POSITIVE, 1.0)
}

/// Box's expansion.
fn expansion(m: f64, f: f64, k: f64) -> f64 {
    let scale = k + m / 2.0 - 1.0;
    let x = scale * (m * f / k).ln_1p();
    let first = chi_square_tail(x, m);
    first + m * (m * m - 4.0) / (48.0 * scale * scale) * (chi_square_tail(x, m + 4.0) - first)
}

/// How likely chi-square with so many degrees of freedom is to exceed a value.
fn chi_square_tail(value: f64, degrees: f64) -> f64 {
    gamma_ur(degrees / 2.0, value / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    /// As SciPy 1.17 has them, `scipy.stats.f.sf(f, m, k)`.
    #[test]
    fn p_values_are_the_known_ones() {
        let known = [
            (4.0, 3.0, 20.0, 0.022076999662362404),
            (3.5, 9.0, 41.0, 0.0027269331103685324),
            (1.0, 1.0, 5.0, 0.3632174676491229),
            (25.0, 9.0, 200.0, 1.9008828433587678e-28),
            (2.0, 3.0, 1999.0, 0.11197513601494737),
            (2.0, 3.0, 2500.0, 0.11190203398159149),
            (60.0, 4.0, 5000.0, 1.4434100218159857e-49),
            (1.7, 9.0, 100_000.0, 0.08303437487747818),
            (120.0, 9.0, 1_000_000.0, 1.2777553323368479e-226),
        ];
        for (f, numerator, denominator, value) in known {
            close(p_value(f, numerator, denominator) / value, 1.0, 2e-6);
        }
    }

    #[test]
    fn nothing_said_is_one_and_nothing_left_is_not_zero() {
        for (f, numerator, denominator) in [
            (0.0, 3.0, 10.0),
            (f64::NAN, 3.0, 10.0),
            (2.0, 0.0, 10.0),
            (2.0, 3.0, 0.0),
            (2.0, 3.0, f64::NAN),
        ] {
            assert_eq!(p_value(f, numerator, denominator), 1.0, "F({numerator}, {denominator})");
        }
        let least = [p_value(1e9, 3.0, 1e6), p_value(f64::INFINITY, 3.0, 10.0)];
        assert_eq!(least, [f64::MIN_POSITIVE; 2]);
    }
}
