//! Histograms in a line of text.

const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

const WIDTH: usize = 16;

/// A histogram of counts by value, in ascending order, cut off above the 99 % quantile; the value
/// at its left and right end with it. None without a count.
pub(super) fn sparkline(
    counts: impl Iterator<Item = (i64, u64)> + Clone,
) -> Option<(i64, String, i64)> {
    let low = counts.clone().find(|(_, count)| *count > 0)?.0;
    let high = unobench_stats::quantile(0.99, counts.clone())?.max(low);
    let mut bars = [0_u64; WIDTH];
    let span = (high - low + 1) as f64;
    for (value, count) in counts.take_while(|(value, _)| *value <= high) {
        bars[((value - low) as f64 / span * WIDTH as f64) as usize] += count;
    }
    let most = bars.iter().copied().max().filter(|most| *most > 0)?;
    let height = |count: &u64| if *count == 0 { 0 } else { (8 * count).div_ceil(most) as usize };
    Some((low, bars.iter().map(|count| BARS[height(count)]).collect(), high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_shares_of_the_highest_bar() {
        let counts = (0..16).map(|value| (value, (value + 1) as u64));
        let (low, bars, high) = sparkline(counts).expect("counts");
        assert_eq!((low, bars.as_str(), high), (0, "▁▁▂▂▃▃▄▄▅▅▆▆▇▇██", 15));
    }

    #[test]
    fn one_value_is_one_bar_nothing_is_nothing_and_a_long_tail_is_cut_off() {
        let bar = Some((7, format!("█{}", " ".repeat(WIDTH - 1)), 7));
        assert_eq!(sparkline([(7, 3)].into_iter()), bar);
        assert_eq!(sparkline([(7, 0)].into_iter()), None);
        let counts = [(0, 990), (10, 5), (1_000_000, 5)];
        assert_eq!(sparkline(counts.into_iter()).map(|(_, _, high)| high), Some(0));
    }
}
