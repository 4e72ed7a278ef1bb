//! Distributions of scores and of the lengths of games, in bins.

use super::layout::{FigureLayout, LegendKey};
use super::{MOST_SENTENCES, TableSize, by_size, cut, rows_of};
use crate::document::{Chart, Distribution, DistributionRow, Distributions, Figure, Short};
use crate::header::{Who, players};
use crate::source::Run;
use std::collections::BTreeMap;
use unobench_findings::estimate::Estimate;
use unobench_findings::rows::{ScoreRow, TurnsRow};
use unobench_findings::tell::run::{Shape, shapes};

/// A share of zeros from which they are left out of a picture, since nothing else could be seen
/// beside them.
const MANY_ZEROS: f64 = 0.2;

/// The share of a distribution that the axis leaves out at either end.
const TAIL: f64 = 0.003;

/// The ratio of the largest to the least number from which the axis is by ratio.
const WIDE: f64 = 12.0;

const BINS: i64 = 64;

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    let mut made = Vec::new();
    for size in by_size(rows_of(runs, |run| &run.scores), |row| row.players) {
        let found =
            found(&size, |row: &ScoreRow| (&row.rules, &row.strategy, row.score, row.count));
        let title = size.title("How many points does a game give?");
        made.extend(figure(runs, &SCORES, size.id("scores"), title, found));
    }
    for size in by_size(rows_of(runs, |run| &run.turns), |row| row.players) {
        let found = found(&size, |row: &TurnsRow| (&row.rules, "", row.turns, row.count));
        let title = size.title("How long do games last?");
        made.extend(figure(runs, &LENGTHS, size.id("turns"), title, found));
    }
    made
}

/// How often each number was.
#[derive(Debug, Clone, Default, PartialEq)]
struct NumberCounts(BTreeMap<i64, u64>);

impl NumberCounts {
    fn total(&self) -> f64 {
        self.0.values().map(|&count| count as f64).sum()
    }

    fn share_of_zero(&self) -> f64 {
        self.0.get(&0).map_or(0.0, |&count| count as f64 / self.total())
    }

    fn mean(&self) -> f64 {
        self.0.iter().map(|(&number, &count)| number as f64 * count as f64).sum::<f64>()
            / self.total()
    }

    /// The smallest number that at least this share is not above; 0 of none.
    fn quantile(&self, share: f64) -> i64 {
        let counts = self.0.iter().map(|(&number, &count)| (number, count));
        unobench_stats::quantile(share, counts).unwrap_or(0)
    }

    /// From the first bin that has any, in ten-thousandths of all.
    fn shares(&self, edges: &[i64]) -> (usize, Vec<u32>) {
        let mut shares = Vec::new();
        for bin in edges.windows(2) {
            let inside = self.0.range(bin[0]..bin[1]).map(|(_, &count)| count as f64);
            shares.push((1e4 * inside.sum::<f64>() / self.total()).round() as u32);
        }
        shares.truncate(shares.iter().rposition(|share| *share > 0).map_or(0, |last| last + 1));
        let from = shares.iter().position(|share| *share > 0).unwrap_or(0);
        (from, shares.split_off(from))
    }
}

/// How often each number occurred, with the run, rule set and name that it is of.
type KeyedCounts<'a> = (LegendKey<'a>, NumberCounts);

/// The words of a figure of distributions, and the mean that its files have.
struct DistributionKind {
    what: &'static str,
    more: [&'static str; 2],
    unit: &'static str,
    nothing: &'static str,
    /// The mean that the files have, and what else it is of.
    mean: fn(&Run, LegendKey<'_>) -> Option<Estimate>,
    of_means: &'static str,
}

impl DistributionKind {
    /// What is said where the curves leave out zeros.
    fn left_out(&self) -> String {
        format!(
            "The curves leave out games without {}: their shares are beside the curves, and all \
             other numbers count them.",
            self.unit
        )
    }
}

const SCORES: DistributionKind = DistributionKind {
    what: "points in a game",
    more: ["most for", "fewest for"],
    unit: "points",
    nothing: "no points",
    mean: |run, key| run.score_mean(key.rules, key.name),
    of_means: "",
};

const LENGTHS: DistributionKind = DistributionKind {
    what: "turns in a game",
    more: ["most under", "fewest under"],
    unit: "turns",
    nothing: "no turns",
    mean: |run, key| run.turns_mean(key.rules),
    of_means: "; they are of games that finish",
};

fn found<'a, R>(
    size: &TableSize<'a, R>,
    fields: fn(&'a R) -> (&'a str, &'a str, i64, u64),
) -> Vec<KeyedCounts<'a>> {
    let mut found: Vec<KeyedCounts<'_>> = Vec::new();
    for &(run, row) in &size.rows {
        let (rules, name, number, count) = fields(row);
        let key = LegendKey { run, rules, name };
        // Rows are sorted by their keys, so it is nearly always the last one.
        let place = match found.last() {
            Some((last, _)) if *last == key => Some(found.len() - 1),
            _ => found.iter().position(|(other, _)| *other == key),
        };
        let place = place.unwrap_or_else(|| {
            found.push((key, NumberCounts::default()));
            found.len() - 1
        });
        let known = found[place].1.0.entry(number).or_default();
        *known = known.saturating_add(count);
    }
    found.retain(|(_, counts)| counts.total() > 0.0);
    found
}

fn figure(
    runs: &[Run],
    kind: &DistributionKind,
    id: String,
    title: String,
    mut found: Vec<KeyedCounts<'_>>,
) -> Option<Figure> {
    found.sort_by_cached_key(|(key, _)| (key.run, runs[key.run].place_of(key.rules)));
    let layout = FigureLayout::new(runs, found.iter().map(|(key, _)| *key));
    let leave_out = found.iter().any(|(_, whole)| whole.share_of_zero() >= MANY_ZEROS);
    let mut sentences = told(runs, &layout, kind, &found);
    let mut drawn: Vec<NumberCounts> = found.iter().map(|(_, whole)| whole.clone()).collect();
    drawn.iter_mut().for_each(|counts| counts.0.retain(|_, count| *count > 0));
    if leave_out {
        sentences.push(kind.left_out());
        for counts in &mut drawn {
            counts.0.remove(&0);
        }
    }
    let (edges, by_ratio) = edges(&drawn)?;
    let curves = found.iter().zip(&drawn).map(|((key, whole), drawn)| {
        let (from, shares) = drawn.shares(&edges);
        let curve = Distribution {
            series: layout.place(*key).1,
            mean: mean(runs, kind, *key, whole),
            median: drawn.quantile(0.5),
            left_out: Short(if leave_out { whole.share_of_zero() } else { 0.0 }),
            from,
            shares,
        };
        (*key, whole.mean(), curve)
    });
    let mut rows = rows(&layout, curves);
    cut(&mut rows, &mut sentences);
    let left_out = if leave_out { kind.nothing } else { "" };
    let chart = Distributions { what: kind.what.to_owned(), by_ratio, edges, left_out, rows };
    Some(Figure {
        id,
        title,
        series: layout.series,
        players: players(runs, Who::Tables),
        sentences,
        reading: format!(
            "Areas under the curves are equal; marks below a line are the medians. Means have 95 \
             % intervals from the variance of whole deals{}.",
            kind.of_means
        ),
        chart: Chart::Distributions(chart),
        ..Figure::default()
    })
}

/// The curves in the rows of the layout, the row with the highest mean first.
fn rows<'a>(
    layout: &FigureLayout,
    curves: impl Iterator<Item = (LegendKey<'a>, f64, Distribution)>,
) -> Vec<DistributionRow> {
    let row = |name: &String| DistributionRow { name: name.clone(), ..DistributionRow::default() };
    let mut rows: Vec<_> = layout.rows.iter().map(|name| (0.0_f64, row(name))).collect();
    for (key, mean, curve) in curves {
        let (highest, row) = &mut rows[layout.place(key).0];
        *highest = highest.max(mean);
        row.curves.push(curve);
    }
    rows.sort_by(|(mean, _), (other, _)| other.total_cmp(mean));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The mean that the files have, with its interval, or else that of the counts.
fn mean(
    runs: &[Run],
    kind: &DistributionKind,
    key: LegendKey<'_>,
    counts: &NumberCounts,
) -> Estimate {
    (kind.mean)(&runs[key.run], key).unwrap_or_else(|| Estimate::exactly(counts.mean()))
}

/// The first numbers of the bins and the number after the last, and whether these are equal ratios
/// apart; none of no numbers.
fn edges(drawn: &[NumberCounts]) -> Option<(Vec<i64>, bool)> {
    let counted: Vec<&NumberCounts> = drawn.iter().filter(|counts| !counts.0.is_empty()).collect();
    let low = counted.iter().map(|counts| counts.quantile(TAIL)).min()?;
    let high = counted.iter().map(|counts| counts.quantile(1.0 - TAIL)).max()?;
    let by_ratio = low > 2 && high as f64 / low as f64 > WIDE;
    let mut edges: Vec<i64> = if by_ratio {
        let ratio = high.saturating_add(1) as f64 / low as f64;
        (0..=BINS as i32)
            .map(|place| low as f64 * ratio.powf(f64::from(place) / BINS as f64))
            .map(|edge| edge.round() as i64)
            .collect()
    } else {
        let span = i128::from(high) - i128::from(low) + 1;
        let bins = span.clamp(1, BINS.into());
        (0..=bins)
            .map(|place| i128::from(low) + (span * place).div_euclid(bins))
            .map(|edge| edge.min(i64::MAX.into()) as i64)
            .collect()
    };
    edges.dedup();
    Some((edges, by_ratio))
}

fn told(
    runs: &[Run],
    layout: &FigureLayout,
    kind: &DistributionKind,
    found: &[KeyedCounts<'_>],
) -> Vec<String> {
    let mut groups: Vec<(Option<&String>, Vec<Shape>)> = Vec::new();
    let by_series = layout.series.len() > 1;
    for (key, counts) in found {
        let (row, series) = layout.place(*key);
        let group = by_series.then(|| &layout.series[series]);
        let name = if layout.rows.len() > 1 { layout.rows[row].clone() } else { String::new() };
        let mean = mean(runs, kind, *key, counts);
        let quantiles = [0.05, 0.5, 0.95].map(|at| counts.quantile(at));
        let shape = Shape { name, mean, quantiles };
        match groups.iter_mut().find(|(other, _)| *other == group) {
            Some((_, shapes)) => shapes.push(shape),
            None => groups.push((group, vec![shape])),
        }
    }
    let what = unobench_findings::tell::speech::capital(kind.what);
    let mut sentences = Vec::new();
    for (group, members) in groups.iter().take(MOST_SENTENCES) {
        let told = shapes(members, &what, kind.more[0], kind.more[1]);
        sentences.push(group.map_or(told.clone(), |group| format!("{group}: {told}")));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: impl IntoIterator<Item = (i64, u64)>) -> NumberCounts {
        NumberCounts(counts.into_iter().collect())
    }

    #[test]
    fn moments_and_quantiles_are_those_of_the_counts() {
        let counts = of([(0, 5), (10, 3), (20, 2)]);
        assert_eq!((counts.mean(), counts.share_of_zero()), (7.0, 0.5));
        assert_eq!([0.05, 0.5, 0.51, 0.95].map(|share| counts.quantile(share)), [0, 0, 10, 20]);
        assert_eq!(NumberCounts::default().quantile(0.5), 0);
    }

    #[test]
    fn bins_hold_everything_but_the_tails() {
        for (last, is_by_ratio) in [(9, false), (100, false), (5000, true)] {
            let counts = of((10..=last.max(12)).map(|number| (number, 3)));
            let (edges, by_ratio) = edges(std::slice::from_ref(&counts)).expect("some");
            assert_eq!(by_ratio, is_by_ratio);
            assert!(edges.len() <= BINS as usize + 2 && edges.is_sorted_by(|a, b| a < b));
            let (from, shares) = counts.shares(&edges);
            let sum = f64::from(shares.iter().sum::<u32>());
            assert!(from == 0 && (9_900.0..10_040.0).contains(&sum), "{sum}");
        }
        let (edges, _) = edges(&[of([(i64::MIN, 1), (i64::MAX, 1)])]).expect("some");
        assert!(edges.len() > 1);
    }
}
