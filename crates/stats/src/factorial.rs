//! What matters alone and together: the effects of factors that are either out or in, where every
//! combination of them is measured.
//!
//! # Source
//! Yates 1937, *The Design and Analysis of Factorial Experiments*; Box, Hunter and Hunter,
//! *Statistics for Experimenters*, 2nd ed. 2005, ch. 5, where an effect of several factors is half
//! of what it is here for each factor beyond the first.

use super::GroupEstimate;

/// The effects of all sets of factors, from the values of all combinations: bit *f* of a place is
/// factor *f*, in a combination (put in or left out) and in a set of factors.
///
/// At place 0 is the mean of all combinations. The effect of one factor is what putting it in
/// changes, on average over all combinations of the others. The effect of two is by how much
/// putting in the one changes more if the other is in than if it is not, so what both do together
/// beyond the sum of what each does alone; and so on.
///
/// # Panics
/// If the number of values is not a power of two.
///
/// # Examples
///
/// ```
/// // Alone they add 1 and 10; together 5 more.
/// let effects = unobench_stats::factorial::effects(&[50.0, 51.0, 60.0, 66.0]);
/// assert_eq!(effects, [56.75, 3.5, 12.5, 5.0]);
/// ```
#[must_use]
pub fn effects(values: &[f64]) -> Vec<f64> {
    assert!(values.len().is_power_of_two(), "{} combinations", values.len());
    let mut sums = values.to_vec();
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (out, put_in) = pair.split_at_mut(half);
            for (out, put_in) in out.iter_mut().zip(put_in) {
                (*out, *put_in) = ((*out + *put_in) / 2.0, *put_in - *out);
            }
        }
        half *= 2;
    }
    sums
}

/// Which share of the variance between all combinations is due to single factors, to pairs, and to
/// three and more, each with the precision of the delete-one-group jackknife; from the effects of
/// all sets of factors in each group. None if there are fewer than three groups, or if the
/// combinations do not differ by more than chance.
///
/// A set's part of the variance is the square of its effect, halved for each of its factors, less
/// the variance of that estimate: what is chance is not taken for an effect.
#[must_use]
pub fn shares(groups: &[Vec<f64>]) -> Option<[GroupEstimate; 3]> {
    let whole = shares_of(groups)?;
    let without: Vec<Option<[f64; 3]>> = (0..groups.len())
        .map(|left_out| shares_of(&[&groups[..left_out], &groups[left_out + 1..]].concat()))
        .collect();
    let share = |order: usize| {
        let rest = without.iter().map(|shares| shares.map(|shares| shares[order]));
        GroupEstimate::jackknife(whole[order], rest)
    };
    Some([share(0)?, share(1)?, share(2)?])
}

fn shares_of(groups: &[Vec<f64>]) -> Option<[f64; 3]> {
    let sets = groups.first().map_or(0, Vec::len);
    let count = groups.len() as f64;
    if count < 2.0 {
        return None;
    }
    let mut parts = [0.0; 3];
    for set in 1..sets {
        let mean = groups.iter().map(|group| group[set]).sum::<f64>() / count;
        let squares: f64 = groups.iter().map(|group| (group[set] - mean).powi(2)).sum();
        let chance = squares / (count * (count - 1.0));
        let factors = set.count_ones();
        parts[factors.min(3) as usize - 1] += (mean * mean - chance) / 4_f64.powi(factors as i32);
    }
    let whole: f64 = parts.iter().sum();
    (whole > 0.0).then(|| parts.map(|part| part / whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Box, Hunter and Hunter 2005, § 5.3, the pilot plant: yields for temperature, concentration
    /// and catalyst. Their effects are 23, −5, 1.5, TC 1.5, TK 10, CK 0, TCK 0.5, those of two and
    /// three factors halved once and twice.
    #[test]
    fn the_pilot_plant_has_the_published_effects() {
        let yields = [60.0, 72.0, 54.0, 68.0, 52.0, 83.0, 45.0, 80.0];
        assert_eq!(effects(&yields), [64.25, 23.0, -5.0, 3.0, 1.5, 20.0, 0.0, 2.0]);
    }
}
