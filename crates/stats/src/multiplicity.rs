//! P-values of many comparisons, adjusted so that they may be read one by one.

/// Holm's adjusted p-values, in the order given: who rejects all that are at most α rejects any
/// true hypothesis with a probability of at most α, however the comparisons depend on each other. A
/// value that is not a number counts as 1.
///
/// # Source
/// Holm 1979, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of
/// Statistics 6.
///
/// # Examples
///
/// ```
/// let adjusted = unobench_stats::holm(&[0.01, 0.04, 0.03, 0.005]);
/// let expected = [0.03, 0.06, 0.06, 0.02];
/// assert!(adjusted.iter().zip(expected).all(|(found, p)| (found - p).abs() < 1e-12));
/// ```
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![1.0; p.len()];
    let mut largest: f64 = 0.0;
    for (rank, index) in ascending(p).into_iter().enumerate() {
        let hypotheses_left = (p.len() - rank) as f64;
        largest = largest.max((hypotheses_left * probability(p[index])).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

/// Benjamini's and Hochberg's adjusted p-values, in the order given: of those that are at most α, a
/// share of at most α is wrong on average, where comparisons are independent or go up and down
/// together. A value that is not a number counts as 1.
///
/// # Source
/// Benjamini and Hochberg 1995, *Controlling the false discovery rate: a practical and powerful
/// approach to multiple testing*, Journal of the Royal Statistical Society B 57; for dependence
/// Benjamini and Yekutieli 2001, Annals of Statistics 29.
///
/// # Examples
///
/// ```
/// let adjusted = unobench_stats::benjamini_hochberg(&[0.01, 0.04, 0.03, 0.005]);
/// let expected = [0.02, 0.04, 0.04, 0.02];
/// assert!(adjusted.iter().zip(expected).all(|(found, q)| (found - q).abs() < 1e-12));
/// ```
#[must_use]
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![1.0; p.len()];
    let mut least: f64 = 1.0;
    for (rank, index) in ascending(p).into_iter().enumerate().rev() {
        least = least.min(p.len() as f64 / (rank + 1) as f64 * probability(p[index]));
        adjusted[index] = least;
    }
    adjusted
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..p.len()).collect();
    indices.sort_by(|&a, &b| probability(p[a]).total_cmp(&probability(p[b])));
    indices
}

fn probability(p: f64) -> f64 {
    if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        found.iter().zip(expected).for_each(|(&a, &b)| crate::close(a, b, 1e-12));
    }

    /// The fifteen p-values of Benjamini and Hochberg 1995, § 3.2: Holm's procedure rejects three
    /// at 0.05, theirs four.
    #[test]
    fn the_published_example_gives_the_published_rejections() {
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0,
        ];
        let rejected = |adjusted: Vec<f64>| adjusted.into_iter().filter(|&p| p <= 0.05).count();
        assert_eq!((rejected(holm(&p)), rejected(benjamini_hochberg(&p))), (3, 4));
        close(&benjamini_hochberg(&p)[..4], &[0.0015, 0.003, 0.0095, 0.035_625]);
        close(&holm(&p)[..5], &[0.0015, 0.0056, 0.0247, 0.114, 0.2211]);
    }

    #[test]
    fn adjusted_values_keep_the_order_and_are_not_smaller() {
        let p = [0.3, 0.002, 0.04, 0.04, 0.9, 0.0, 1.0];
        for adjusted in [holm(&p), benjamini_hochberg(&p)] {
            for (&raw, &value) in p.iter().zip(&adjusted) {
                assert!(value >= raw && value <= 1.0);
                let mut others = p.iter().zip(&adjusted);
                assert!(others.all(|(&other, &compared)| raw >= other || value <= compared));
            }
        }
    }

    #[test]
    fn nothing_is_adjusted_to_nothing_and_one_to_itself() {
        assert_eq!((holm(&[]), holm(&[0.2])), (vec![], vec![0.2]));
        assert_eq!((benjamini_hochberg(&[]), benjamini_hochberg(&[0.2])), (vec![], vec![0.2]));
        assert_eq!(holm(&[f64::NAN, 0.01]), vec![1.0, 0.02]);
    }
}
