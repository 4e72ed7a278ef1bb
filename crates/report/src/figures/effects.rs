//! What rule sets do: a forest plot for each quantity, sorted by size, with what survives the
//! correction marked.

use super::{MOST_ROWS, notice};
use crate::ReportError;
use crate::chart::intervals::{IntervalRow, Intervals, Mark, Tone};
use crate::chart::{Axis, Unit, picture};
use crate::figure::{Data, Figure};
use crate::header::{Who, players};
use crate::layout::distinct;
use crate::sentences::{Change, Rate, between, changes};
use crate::source::Run;
use crate::words::{counted, decimals_for, fixed, signed};
use unobench_files::rows::{EffectRow, FAIR};

/// The level at which an effect is taken to be real where no verdict is written: until format 3.
const LEVEL: f64 = 0.05;

/// A multiple of less than this is not meaningful.
const LEAST_BASE: f64 = 1e-9;

/// The ratio from which multiples are drawn by ratio.
const WIDE: f64 = 2.5;

/// How a quantity is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// As a multiple of the baseline's.
    Times,
    /// As a difference in percentage points.
    Points,
}

/// A quantity worth a picture.
struct Shown {
    metric: &'static str,
    title: &'static str,
    what: &'static str,
    more: &'static str,
    less: &'static str,
    kind: Kind,
    /// Whether it is compared with fairness rather than with the baseline.
    fair: bool,
}

const SHOWN: [Shown; 10] = [
    Shown {
        metric: "turns_mean",
        title: "How long games last",
        what: "Mean number of turns, as a multiple of the baseline's.",
        more: "longer games",
        less: "shorter games",
        kind: Kind::Times,
        fair: false,
    },
    Shown {
        metric: "skill_gain",
        title: "How much skill matters",
        what: "What the best strategy of the pool wins above the fair share, less the same under \
            the baseline.",
        more: "more reward for skill",
        less: "less reward for skill",
        kind: Kind::Points,
        fair: false,
    },
    Shown {
        metric: "first_seat",
        title: "What going first is worth",
        what: "The share of games won by the first player, less the fair share.",
        more: "an advantage for the first player",
        less: "a disadvantage for the first player",
        kind: Kind::Points,
        fair: true,
    },
    Shown {
        metric: "lead_changes",
        title: "How often the lead changes",
        what: "How often in a game a different seat takes the lead, holding the fewest cards \
            alone, as a multiple of the baseline's.",
        more: "more changes of the lead",
        less: "fewer changes of the lead",
        kind: Kind::Times,
        fair: false,
    },
    Shown {
        metric: "trailed_share",
        title: "How long the winner was behind",
        what: "The share of turns on which the later winner does not hold the fewest cards, less \
            the baseline's.",
        more: "a winner who is behind for longer",
        less: "a winner who leads for longer",
        kind: Kind::Points,
        fair: false,
    },
    Shown {
        metric: "forced_share",
        title: "How often there is nothing to choose",
        what: "The share of turns with at most one kind of card to play, less the baseline's.",
        more: "less to choose",
        less: "more to choose",
        kind: Kind::Points,
        fair: false,
    },
    Shown {
        metric: "cards_drawn",
        title: "How many cards are drawn",
        what: "Cards drawn in a game, as a multiple of the baseline's.",
        more: "more cards drawn",
        less: "fewer cards drawn",
        kind: Kind::Times,
        fair: false,
    },
    Shown {
        metric: "score_mean",
        title: "How much a game is worth",
        what: "The highest score of a game, on average, as a multiple of the baseline's.",
        more: "higher scores",
        less: "lower scores",
        kind: Kind::Times,
        fair: false,
    },
    Shown {
        metric: "neighbour_gain",
        title: "Whether it matters whom you sit next to",
        what: "What sitting after rather than before a strategy of the pool gains, less the same \
            under the baseline.",
        more: "a gain from sitting after a good player",
        less: "a gain from sitting before a good player",
        kind: Kind::Points,
        fair: false,
    },
    Shown {
        metric: "stalled_share",
        title: "How many games stall",
        what: "The share of games that stall, less the baseline's.",
        more: "more stalled games",
        less: "fewer stalled games",
        kind: Kind::Points,
        fair: false,
    },
];

/// An effect as it is drawn: in percentage points, or as a multiple.
struct Drawn<'a> {
    run: usize,
    row: &'a EffectRow,
    value: f64,
    interval: Option<(f64, f64)>,
    sure: bool,
}

/// A picture for each quantity.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let made: Result<Vec<_>, _> = SHOWN.iter().map(|shown| figure(runs, shown)).collect();
    Ok(made?.into_iter().flatten().collect())
}

fn drawn<'a>(run: usize, row: &'a EffectRow, kind: Kind) -> Option<Drawn<'a>> {
    let ends = row.low.zip(row.high);
    let sure = match row.verdict.as_str() {
        "" => row.p_adjusted.is_some_and(|p| p < LEVEL),
        verdict => verdict == "more" || verdict == "less",
    };
    let (value, interval) = match kind {
        Kind::Points => {
            (100.0 * row.difference?, ends.map(|(low, high)| (100.0 * low, 100.0 * high)))
        }
        Kind::Times => {
            let base = row.baseline_value.filter(|base| *base > LEAST_BASE)?;
            let times = |difference: f64| (base + difference).max(0.0) / base;
            (times(row.difference?), ends.map(|(low, high)| (times(low), times(high))))
        }
    };
    Some(Drawn { run, row, value, interval, sure })
}

fn figure(runs: &[Run], shown: &Shown) -> Result<Option<Figure>, ReportError> {
    let mut all: Vec<Drawn<'_>> = Vec::new();
    for (run, of) in runs.iter().enumerate() {
        let wanted = of
            .effects
            .iter()
            .filter(|row| row.metric == shown.metric && (row.baseline == FAIR) == shown.fair);
        all.extend(wanted.filter_map(|row| drawn(run, row, shown.kind)));
    }
    let of_pool = ["skill_gain", "neighbour_gain"].contains(&shown.metric);
    let who = if of_pool { Who::Pool } else { Who::Tables };
    // A quantity that nothing changes, such as the games that stall, is not worth a picture.
    if all.iter().all(|effect| effect.row.difference == Some(0.0)) {
        return Ok(None);
    }
    let several = all.iter().any(|effect| effect.run != all[0].run);
    let (rows, left_out) = rows(runs, &all, shown.kind);
    let mut sentences: Vec<String> = between_runs(runs, shown, &all).into_iter().collect();
    for (run, of) in
        runs.iter().enumerate().filter(|(run, _)| all.iter().any(|effect| effect.run == *run))
    {
        let told = told(of, shown, all.iter().filter(|effect| effect.run == run));
        sentences.push(if several { format!("{}: {told}", of.label) } else { told });
    }
    let headlines = sentences.len();
    if left_out > 0 {
        sentences.push(format!(
            "The chart leaves out {}; the table has them.",
            counted(left_out, "row")
        ));
    }
    let noticed = match shown.kind {
        Kind::Times => notice::times(shown.metric),
        Kind::Points => notice::games(shown.metric),
    };
    let band = noticed.as_ref().map(|(ends, _)| *ends);
    let chart = chart(rows, shown, &all, band, if several { runs.len() } else { 1 });
    let is_whole = |(low, high): (f64, f64)| [low, high].iter().all(|at| chart.axis.contains(*at));
    let band = noticed.map(|(ends, amount)| notice::told(&amount, is_whole(ends)));
    let picture = picture(
        &chart,
        &format!(
            "{}: a forest plot with 95 % intervals. {} {}",
            shown.title,
            shown.what,
            sentences.join(" ")
        ),
    )?;
    let marks = if several {
        "Filled marks differ"
    } else {
        "Blue marks (more) and orange ones (less) differ"
    };
    let unseen = if band.is_none() {
        " People at a table do not see this, so there is no band for what they would notice."
    } else {
        ""
    };
    let reading = format!(
        "{} {marks} from the line by more than the smallest effect that matters (in at most 5 % \
         of such reports is any of these wrong); hollow ones do not, or it is not known yet. \
         Whiskers are 95 % intervals.{unseen}",
        shown.what
    );
    Ok(Some(Figure {
        id: shown.metric.replace('_', "-"),
        title: title(runs, shown),
        picture,
        legend: if several {
            runs.iter().map(|run| run.label.clone()).collect()
        } else {
            Vec::new()
        },
        band,
        players: players(runs, who),
        headlines,
        sentences,
        reading,
        table: table(runs, &all),
        curves: None,
    }))
}

/// The heading, which in a report with lines over the values of a key says what is different.
fn title(runs: &[Run], shown: &Shown) -> String {
    match runs.iter().find(|run| run.question() == "sweep") {
        Some(_) if shown.fair => format!("{}, against the fair share", shown.title),
        Some(run) => format!("{}, against {}", shown.title, run.baseline()),
        None => shown.title.to_owned(),
    }
}

/// What two directories differ in.
fn between_runs(runs: &[Run], shown: &Shown, all: &[Drawn<'_>]) -> Option<String> {
    let [one, other] = runs else { return None };
    let (scale, unit) = if shown.kind == Kind::Times { (100.0, " %") } else { (1.0, " points") };
    let rate = |effect: &Drawn<'_>| Rate {
        name: short(&effect.row.rules, runs[effect.run].baseline()).to_owned(),
        value: scale * effect.value,
        interval: effect.interval.map(|(low, high)| (scale * low, scale * high)),
    };
    let of = |run: usize| all.iter().filter(move |effect| effect.run == run);
    let same = |effect: &Drawn<'_>| of(1).find(|other| other.row.rules == effect.row.rules);
    let pairs: Vec<(Rate, Rate)> =
        of(0).filter_map(|effect| Some((rate(effect), rate(same(effect)?)))).collect();
    between(&one.label, &other.label, &pairs, unit)
}

/// The name of a rule set, without the baseline's if it is a change of that.
fn short<'a>(rules: &'a str, baseline: &str) -> &'a str {
    rules.strip_prefix(baseline).and_then(|rest| rest.strip_prefix('+')).unwrap_or(rules)
}

/// Rows by size, or in the order of a sweep's values; and how many do not fit.
fn rows(runs: &[Run], all: &[Drawn<'_>], kind: Kind) -> (Vec<IntervalRow>, usize) {
    let several = all.iter().any(|effect| effect.run != all[0].run);
    let mut rows: Vec<(usize, IntervalRow)> = Vec::new();
    for effect in all {
        let of = &runs[effect.run];
        let name = short(&effect.row.rules, of.baseline());
        let tone = match (effect.sure, effect.row.difference) {
            (false, _) => Tone::Unsure,
            (true, _) if several => Tone::Series,
            (true, Some(difference)) if difference < 0.0 => Tone::Down,
            (true, _) => Tone::Up,
        };
        let mark = Mark {
            series: if several { effect.run } else { 0 },
            value: effect.value,
            interval: effect.interval,
            tone,
        };
        match rows.iter_mut().find(|(_, row)| row.name == name) {
            Some((_, row)) => row.marks.push(mark),
            None => {
                let place =
                    if of.question() == "sweep" { of.place_of(&effect.row.rules) } else { 0 };
                let note = if several { String::new() } else { noted(effect, kind) };
                rows.push((place, IntervalRow { name: name.to_owned(), marks: vec![mark], note }));
            }
        }
    }
    let mean = |row: &IntervalRow| {
        row.marks.iter().map(|mark| mark.value).sum::<f64>() / row.marks.len().max(1) as f64
    };
    rows.sort_by(|(a, one), (b, other)| a.cmp(b).then(mean(other).total_cmp(&mean(one))));
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    (rows.into_iter().take(MOST_ROWS).map(|(_, row)| row).collect(), left_out)
}

/// The effect as it is written beside its row.
fn noted(effect: &Drawn<'_>, kind: Kind) -> String {
    let margin = effect.interval.map_or(0.0, |(low, high)| (high - low) / 2.0);
    let decimals = if margin > 0.0 { decimals_for(margin).min(3) } else { 1 };
    match kind {
        Kind::Times => format!("× {}", fixed(effect.value, decimals.max(2))),
        Kind::Points => signed(effect.value, decimals),
    }
}

fn chart(
    rows: Vec<IntervalRow>,
    shown: &Shown,
    all: &[Drawn<'_>],
    band: Option<(f64, f64)>,
    series: usize,
) -> Intervals {
    let nothing = if shown.kind == Kind::Times { 1.0 } else { 0.0 };
    let values = || all.iter().map(|effect| effect.value);
    let spread =
        values().fold(1.0, f64::max) / values().filter(|value| *value > 0.0).fold(1.0, f64::min);
    // By ratio a few that are nearly nothing would take most of the picture.
    let nearly_nothing = values().any(|value| value < 0.1) && values().all(|value| value < 5.0);
    let by_ratio = shown.kind == Kind::Times && spread > WIDE && !nearly_nothing;
    // An end of an interval at 0 has no place on an axis by ratio, where it is cut.
    let ends = all.iter().flat_map(|effect| {
        let (low, high) = effect.interval.unwrap_or((effect.value, effect.value));
        [low, effect.value, high]
    });
    let ends = ends.filter(|end| !by_ratio || *end > 1e-3);
    let (unit, title) = match shown.kind {
        Kind::Times => (Unit::Times, format!("times the value under {}", baseline(all))),
        Kind::Points => (Unit::Signed, "percentage points".to_owned()),
    };
    let axis = Axis::around_with_band(ends.chain([nothing]), band, by_ratio, unit);
    Intervals { rows, axis, title, references: vec![nothing], band, series }
}

/// What multiples are of.
fn baseline<'a>(all: &'a [Drawn<'_>]) -> &'a str {
    match distinct(all.iter().map(|effect| effect.row.baseline.as_str())).as_slice() {
        [one] => one,
        _ => "the baseline",
    }
}

fn told<'a, 'b: 'a>(
    of: &Run,
    shown: &Shown,
    effects: impl Iterator<Item = &'a Drawn<'b>>,
) -> String {
    let nothing = if shown.kind == Kind::Times { 1.0 } else { 0.0 };
    let list: Vec<Change> = effects
        .map(|effect| {
            let told = match shown.kind {
                Kind::Times => format!("× {}", fixed(effect.value, 2)),
                Kind::Points => format!("{} points", signed(effect.value, 1)),
            };
            Change {
                rate: Rate {
                    name: short(&effect.row.rules, of.baseline()).to_owned(),
                    value: effect.value - nothing,
                    interval: effect.interval.map(|(low, high)| (low - nothing, high - nothing)),
                },
                told,
                sure: effect.sure,
            }
        })
        .collect();
    let than = if shown.fair { "the fair share" } else { of.baseline() };
    match shown.kind {
        Kind::Points => changes(&list, than, shown.more, shown.less, " points"),
        Kind::Times => {
            let percent = list.into_iter().map(|mut change| {
                change.rate.value *= 100.0;
                change.rate.interval =
                    change.rate.interval.map(|(low, high)| (100.0 * low, 100.0 * high));
                change
            });
            changes(&percent.collect::<Vec<_>>(), than, shown.more, shown.less, " %")
        }
    }
}

fn table(runs: &[Run], all: &[Drawn<'_>]) -> Data {
    Data::of(all.iter().map(|effect| (runs[effect.run].label.as_str(), effect.row)), &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(difference: f64, low: f64, high: f64) -> EffectRow {
        EffectRow {
            rules: "official+uno.penalty=4".to_owned(),
            baseline: "official".to_owned(),
            metric: "turns_mean".to_owned(),
            value: Some(50.0 + difference),
            baseline_value: Some(50.0),
            difference: Some(difference),
            low: Some(low),
            high: Some(high),
            ..EffectRow::default()
        }
    }

    #[test]
    fn a_multiple_is_of_the_baseline_and_never_negative() {
        let long = row(10.0, 5.0, 15.0);
        let effect = drawn(0, &long, Kind::Times).expect("it is known");
        assert_eq!((effect.value, effect.interval, effect.sure), (1.2, Some((1.1, 1.3)), false));
        let said = EffectRow { verdict: "more".to_owned(), ..long.clone() };
        assert!(drawn(0, &said, Kind::Times).is_some_and(|effect| effect.sure));
        let said = EffectRow { verdict: "unclear".to_owned(), p_adjusted: Some(0.001), ..long };
        assert!(drawn(0, &said, Kind::Times).is_some_and(|effect| !effect.sure));
        let old = EffectRow { verdict: String::new(), ..said };
        assert!(drawn(0, &old, Kind::Times).is_some_and(|effect| effect.sure));
        let wild = row(-49.0, -60.0, 5.0);
        assert_eq!(
            drawn(0, &wild, Kind::Times).and_then(|effect| effect.interval),
            Some((0.0, 1.1))
        );
        let unknown = EffectRow { baseline_value: Some(0.0), ..row(1.0, 0.0, 2.0) };
        assert!(drawn(0, &unknown, Kind::Times).is_none());
    }

    #[test]
    fn rows_are_sorted_by_all_of_their_marks() {
        let of = |rules: &str, difference: f64| EffectRow {
            rules: rules.to_owned(),
            ..row(difference, difference - 1.0, difference + 1.0)
        };
        let tables = [[of("a", 1.0), of("b", 0.0)], [of("a", 2.0), of("b", 9.0)]];
        let runs = [Run::default(), Run::default()];
        let drawn: Vec<Drawn<'_>> = tables
            .iter()
            .enumerate()
            .flat_map(|(run, rows)| rows.iter().map(move |row| (run, row)))
            .filter_map(|(run, row)| drawn(run, row, Kind::Times))
            .collect();
        let names: Vec<String> =
            rows(&runs, &drawn, Kind::Times).0.into_iter().map(|row| row.name).collect();
        assert_eq!(names, ["b", "a"]);
    }

    #[test]
    fn a_change_of_the_baseline_is_named_by_the_change() {
        assert_eq!(short("official+uno.penalty=4", "official"), "uno.penalty=4");
        assert_eq!(short("official", "official"), "official");
        assert_eq!(short("stacking", "official"), "stacking");
    }
}
