//! Who beats whom: a heat map for each directory and rule set.

use crate::ReportError;
use crate::chart::heat::{Heat, HeatCell};
use crate::chart::picture;
use crate::figure::{Data, Figure};
use crate::sentences::{NORMAL_95, Rate, crosstable};
use crate::source::Run;
use crate::words::signed;
use statrs::distribution::{ContinuousCDF, Normal};
use unobench_files::rows::MatchupRow;
use unobench_stats::holm;

/// The most crosstables of a report, so that it stays small.
const MOST: usize = 6;
/// The most strategies of a crosstable.
const MOST_STRATEGIES: usize = 40;

/// A picture for each directory and rule set with at least three strategies.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut groups: Vec<(usize, &str, u32)> = Vec::new();
    for (run, of) in runs.iter().enumerate() {
        for row in &of.matchups {
            if !groups.contains(&(run, &row.rules, row.players)) {
                groups.push((run, &row.rules, row.players));
            }
        }
    }
    groups.sort_by_key(|(run, rules, _)| (*run, runs[*run].place_of(rules)));
    let wanted = groups
        .into_iter()
        .filter_map(|group| Some((group, names(runs, group)?)))
        .collect::<Vec<_>>();
    let single = wanted.len() == 1;
    let mut made: Vec<Figure> = Vec::new();
    for (place, (group, names)) in wanted.iter().take(MOST).enumerate() {
        let suffix = if single { String::new() } else { format!("-{}", place + 1) };
        made.push(figure(runs, *group, names, suffix, single)?);
    }
    if let (Some(last), true) = (made.last_mut(), wanted.len() > MOST) {
        last.sentences.push(format!(
            "The crosstables of {} more rule sets are left out here; matchups.csv has them.",
            wanted.len() - MOST
        ));
    }
    Ok(made)
}

/// The strategies that met, the best first; none if they are too few or too many for a table.
fn names<'a>(runs: &'a [Run], (run, rules, players): (usize, &str, u32)) -> Option<Vec<&'a str>> {
    let of = &runs[run];
    let mut names: Vec<&str> = Vec::new();
    for row in
        of.matchups.iter().filter(|row| (row.rules.as_str(), row.players) == (rules, players))
    {
        for name in [row.strategy.as_str(), row.opponent.as_str()] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let rating = |name: &str| {
        of.ratings
            .iter()
            .find(|row| (row.rules.as_str(), row.strategy.as_str()) == (rules, name))?
            .rating
    };
    let rate = |name: &str| {
        of.summary
            .iter()
            .find(|row| (row.rules.as_str(), row.strategy.as_str()) == (rules, name))?
            .win_rate
    };
    let height = |name: &str| rating(name).or_else(|| rate(name)).unwrap_or(0.0);
    names.sort_by(|a, b| height(b).total_cmp(&height(a)));
    (3..=MOST_STRATEGIES).contains(&names.len()).then_some(names)
}

/// A pair of strategies that met: the places, the difference, its interval, and whether it is sure.
struct Pair {
    places: (usize, usize),
    value: f64,
    interval: Option<(f64, f64)>,
    sure: bool,
}

fn pairs(rows: &[&MatchupRow], names: &[&str]) -> Vec<Pair> {
    let place = |name: &str| names.iter().position(|other| *other == name);
    let mut pairs: Vec<Pair> = rows
        .iter()
        .filter_map(|row| {
            let places = place(&row.strategy)
                .zip(place(&row.opponent))
                .filter(|(one, other)| one < other)?;
            Some(Pair {
                places,
                value: row.mean_difference?,
                interval: row.low.zip(row.high),
                sure: false,
            })
        })
        .collect();
    let p: Vec<f64> = pairs.iter().map(|pair| p_value(pair.value, pair.interval)).collect();
    pairs.iter_mut().zip(holm(&p)).for_each(|(pair, p)| pair.sure = p < 0.05);
    pairs
}

/// How likely such a difference is if there is none, from the width of its interval by the normal
/// distribution.
fn p_value(value: f64, interval: Option<(f64, f64)>) -> f64 {
    match interval {
        Some((low, high)) if high > low => {
            2.0 * Normal::standard().sf(value.abs() / ((high - low) / 2.0 / NORMAL_95))
        }
        _ => 1.0,
    }
}

fn figure(
    runs: &[Run],
    (run, rules, players): (usize, &str, u32),
    names: &[&str],
    suffix: String,
    single: bool,
) -> Result<Figure, ReportError> {
    let of = &runs[run];
    let rows: Vec<&MatchupRow> = of
        .matchups
        .iter()
        .filter(|row| (row.rules.as_str(), row.players) == (rules, players))
        .collect();
    let pairs = pairs(&rows, names);
    let mut cells: Vec<Vec<Option<HeatCell>>> = vec![vec![None; names.len()]; names.len()];
    for pair in &pairs {
        let (one, other) = pair.places;
        for (row, column, value) in [(one, other, pair.value), (other, one, -pair.value)] {
            cells[row][column] = Some(HeatCell { value, text: signed(value, 1), sure: pair.sure });
        }
    }
    let owned = || names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let sentences = vec![told(&pairs, names)];
    let title = match (single, runs.len() > 1) {
        (true, _) => "Who beats whom".to_owned(),
        (false, false) => format!("Who beats whom, {rules}"),
        (false, true) => format!("Who beats whom, {}, {rules}", of.label),
    };
    let heat = Heat { rows: owned(), columns: owned(), cells };
    let picture = picture(
        &heat,
        &format!("{title}: a heat map of points a game, row less column. {}", sentences.join(" ")),
    )?;
    let reading = "Points a game, row less column, at the same tables; the best is first. Only what is sure at 5 % after Holm's correction is coloured.";
    Ok(Figure {
        id: format!("crosstable{suffix}"),
        title,
        picture,
        legend: Vec::new(),
        headlines: 1,
        sentences,
        reading: reading.to_owned(),
        table: Data::of(rows.iter().map(|row| (of.label.as_str(), row)), &[]),
        curves: None,
    })
}

fn told(pairs: &[Pair], names: &[&str]) -> String {
    let sure: Vec<&Pair> = pairs.iter().filter(|pair| pair.sure).collect();
    let widest = sure.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs())).map(|pair| {
        let (one, other) = pair.places;
        let (winner, loser) = if pair.value > 0.0 { (one, other) } else { (other, one) };
        let interval = pair
            .interval
            .map(|(low, high)| if pair.value > 0.0 { (low, high) } else { (-high, -low) });
        (
            names[winner],
            names[loser],
            Rate { name: String::new(), value: pair.value.abs(), interval },
        )
    });
    crosstable(sure.len(), pairs.len(), widest, &circles(&sure, names))
}

/// Three strategies of which each beats the next for sure.
fn circles(sure: &[&Pair], names: &[&str]) -> Vec<[String; 3]> {
    let mut beats = vec![vec![false; names.len()]; names.len()];
    for pair in sure {
        let (one, other) = pair.places;
        let (winner, loser) = if pair.value > 0.0 { (one, other) } else { (other, one) };
        beats[winner][loser] = true;
    }
    let mut circles = Vec::new();
    for a in 0..names.len() {
        for b in a + 1..names.len() {
            for c in a + 1..names.len() {
                if beats[a][b] && beats[b][c] && beats[c][a] {
                    circles.push([a, b, c].map(|place| names[place].to_owned()));
                }
            }
        }
    }
    circles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found_once() {
        let pair = |one: usize, other: usize, value: f64| Pair {
            places: (one, other),
            value,
            interval: None,
            sure: true,
        };
        let pairs = [pair(0, 1, 1.0), pair(1, 2, 1.0), pair(0, 2, -1.0)];
        let found = circles(&pairs.iter().collect::<Vec<_>>(), &["a", "b", "c"]);
        assert_eq!(found, [["a", "b", "c"].map(str::to_owned)]);
    }

    #[test]
    fn what_has_no_interval_is_not_sure() {
        assert_eq!(p_value(3.0, None), 1.0);
        assert_eq!(p_value(3.0, Some((3.0, 3.0))), 1.0);
        assert!((p_value(NORMAL_95, Some((0.0, 2.0 * NORMAL_95))) - 0.05).abs() < 1e-9);
    }
}
