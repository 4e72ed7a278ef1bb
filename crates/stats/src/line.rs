//! What the values of one number do: a straight line through what is measured at each, and how far
//! each lies from it.
//!
//! # Source
//! Draper and Smith, *Applied Regression Analysis*, 3rd ed. 1998, ch. 1 and 2 (least squares, lack
//! of fit).

/// The mean of some values, by how much the line of least squares through them rises from the least
/// place to the largest, and how far each value lies above the line; from at least two places that
/// differ, and as many values. All are linear in the values.
///
/// # Examples
///
/// ```
/// use unobench_stats::line::effects;
///
/// assert_eq!(effects(&[5.0, 7.0, 9.0], &[10.0, 20.0, 30.0]), [20.0, 20.0, 0.0, 0.0, 0.0]);
/// // The one in the middle is 3 above the others' line.
/// assert_eq!(effects(&[0.0, 1.0, 2.0], &[10.0, 13.0, 10.0]), [11.0, 0.0, -1.0, 2.0, -1.0]);
/// ```
#[must_use]
pub fn effects(places: &[f64], values: &[f64]) -> Vec<f64> {
    // From the first of them, so that values that agree do so exactly.
    let above: Vec<f64> = values.iter().map(|value| value - values[0]).collect();
    let (middle, level) = (mean(places), mean(&above));
    let pairs = || places.iter().map(|place| place - middle).zip(&above);
    let squares: f64 = pairs().map(|(place, _)| place * place).sum();
    let slope = pairs().map(|(place, value)| place * value).sum::<f64>() / squares;
    let [least, most] = [f64::min, f64::max].map(|end| places.iter().copied().fold(middle, end));
    let above = pairs().map(|(place, value)| value - level - slope * place);
    [values[0] + level, slope * (most - least)].into_iter().chain(above).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}
