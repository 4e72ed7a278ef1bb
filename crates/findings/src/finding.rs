//! What is known of one quantity, with its uncertainty and its verdict. Every command makes
//! findings, and `findings.csv` has a row for each.

use crate::estimate::{Estimate, ends};
use crate::metric::Metric;
use crate::question::QUESTIONS;
use crate::range::Range;
use crate::rows::{FAIR, LARGEST};
use serde::{Deserialize, Serialize};
use unobench_stats::{Interval, Verdict};

/// Of whom a larger share of decisions was made by default is marked.
pub const BY_DEFAULT: f64 = 0.01;

const SEAT: &str = "seat ";
const PERCENT: &str = " %";

/// What is of a seat, the first being 1. A bare number would make a column of names one of numbers
/// for whoever guesses its type by its first rows.
pub fn of_seat(number: usize) -> String {
    format!("{SEAT}{number}")
}

/// What is of the chances from so many percent on; see [`of_seat`].
pub fn of_percent(percent: usize) -> String {
    format!("{percent}{PERCENT}")
}

/// What is measured of players and pairs of them; all else has no ends.
const OF_PLAYERS: [(&str, Range); 7] = [
    ("win_rate", Range::Share),
    ("heads", Range::Share),
    ("turns_mean", Range::FromZero),
    ("turns_p05", Range::FromZero),
    ("turns_p50", Range::FromZero),
    ("turns_p95", Range::FromZero),
    ("seat_imbalance", Range::FromZero),
];

/// A row of `findings.csv`: one quantity. Counts and values that others are compared with are
/// findings, too, without a verdict.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding {
    /// What was asked: `strength`, `games`, `seats`, `matchups`, `ratings`, `ranks`, `crosstable`,
    /// `duel`, `sides`, `effects`, `chances`, `curve`, `factorial`, `variance`, `line`, `skill`
    /// or `best`.
    pub question: String,
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// Who sits there, in a survey.
    pub table: String,
    /// What it is of: a strategy, a seat such as `seat 1`, a range of chances such as `5 %`, a rule
    /// set or values of keys; empty for all of a table. It is never a bare number.
    pub of: String,
    /// What that is compared with: a strategy, a rule set, or `fair`; empty for a value by itself.
    pub against: String,
    /// What is measured.
    pub metric: String,
    /// How much it is; compared with something, how much more.
    #[serde(default, deserialize_with = "crate::rows::bounded")]
    pub value: Option<f64>,
    /// The lower end of its interval.
    #[serde(default, deserialize_with = "crate::rows::bounded")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "crate::rows::bounded")]
    pub high: Option<f64>,
    /// How likely a value at least as far from nothing is if there is nothing; empty where nothing
    /// is tested.
    #[serde(default, deserialize_with = "crate::rows::bounded")]
    pub p_value: Option<f64>,
    /// The same, corrected for all of its family.
    #[serde(default, deserialize_with = "crate::rows::bounded")]
    pub q_value: Option<f64>,
    /// `primary` (Holm's correction) or `explore` (Benjamini's and Hochberg's); empty where nothing
    /// is tested.
    #[serde(default)]
    pub family: String,
    /// `more`, `less`, `same`, `unclear`, or empty.
    #[serde(default)]
    pub verdict: String,
    /// The share of its games that nobody won.
    #[serde(default, deserialize_with = "crate::rows::bounded")]
    pub undecided: Option<f64>,
    /// The games that it comes from.
    #[serde(default)]
    pub games: Option<u64>,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// The order of questions: effects first, in whose first rows every column has something, for whoever
/// guesses types by them; the others by their names.
fn rank(question: &str) -> (bool, &str) {
    (question != "effects", question)
}

impl Finding {
    /// Another number of the same: a count, or what has no interval. One that nobody can draw, as
    /// a few games may give, is not known.
    pub fn number(&self, metric: &str, value: impl Into<Option<f64>>) -> Finding {
        let value = value.into().filter(|value| value.abs() <= LARGEST);
        Finding { metric: metric.to_owned(), value, ..self.clone() }
    }

    pub fn count(&self, metric: &str, count: u64) -> Finding {
        self.number(metric, count as f64)
    }

    /// Another estimate of the same, which ends where its [range](Range) does.
    pub fn estimate(
        &self,
        metric: &str,
        value: impl Into<Option<f64>>,
        interval: Option<Interval>,
    ) -> Finding {
        let found = self.number(metric, value);
        let range = found.range();
        let interval = interval.filter(|of| of.low.max(-of.low).max(of.high) <= LARGEST);
        let (low, high) = ends(interval);
        let [value, low, high] =
            [found.value, low, high].map(|end| end.map(|end| range.within(end)));
        Finding { value, low, high, ..found }
    }

    /// Between which ends its value lies.
    fn range(&self) -> Range {
        let Finding { question, of, against, metric, .. } = self;
        let of_metric = || Metric::named(metric).map_or(Range::Any, |of| of.words().range);
        match (&**question, &**against) {
            ("variance", _) => Range::Share,
            ("effects" | "curve", "") => of_metric(),
            ("factorial", _) if of.is_empty() => of_metric(),
            ("effects", _) => of_metric().of_differences(),
            // Other contrasts are multiples of differences.
            ("factorial" | "line", _) => Range::Any,
            (_, against) => {
                let known = OF_PLAYERS.iter().find(|(name, _)| name == metric);
                let range = known.map_or(Range::Any, |(_, range)| *range);
                if against == FAIR { range.of_differences() } else { range }
            }
        }
    }

    pub fn known(&self) -> Option<Estimate> {
        Estimate::of(self.value, self.low, self.high)
    }

    /// What is said of it, if anything is.
    pub fn said(&self) -> Option<Verdict> {
        let all = [Verdict::More, Verdict::Less, Verdict::Same, Verdict::Unclear];
        all.into_iter().find(|verdict| verdict.name() == self.verdict)
    }

    /// The number of the seat, or the percent of the range of chances, that it is of. Files of
    /// earlier versions have the bare number.
    pub fn number_of(&self) -> Option<u64> {
        let number = match &*self.question {
            "seats" => self.of.strip_prefix(SEAT),
            "chances" => self.of.strip_suffix(PERCENT),
            _ => return None,
        };
        number.unwrap_or(&self.of).parse().ok()
    }

    /// The order of `findings.csv`; of a question seats and ranges of chances in the order of their numbers.
    pub fn place(&self) -> impl Ord + '_ {
        let number = self.number_of().unwrap_or(u64::MAX);
        let Finding { question, rules, players, table, of, against, metric, .. } = self;
        (rank(question), rules, players, table, number, of, against, metric)
    }
}

/// Findings, question by question, made as they are asked for: there may be more than memory holds.
pub trait Findings {
    /// Those of a question, in the order of `findings.csv`.
    fn of<'a>(&'a self, question: &'a str) -> Box<dyn Iterator<Item = Finding> + 'a>;

    /// All, in the order of `findings.csv`.
    fn all(&self) -> Box<dyn Iterator<Item = Finding> + '_> {
        let mut questions: Vec<&str> = QUESTIONS.iter().map(|(question, ..)| *question).collect();
        questions.sort_unstable_by_key(|question| rank(question));
        Box::new(questions.into_iter().flat_map(|question| self.of(question)))
    }

    /// All, unless there are more than can be looked at.
    fn at_once(&self) -> Option<Vec<Finding>> {
        self.all().nth(MOST).is_none().then(|| self.all().collect())
    }
}

/// The most findings whose tables are on a screen and in `findings.json`.
pub const MOST: usize = 100_000;

impl Findings for Vec<Finding> {
    fn of<'a>(&'a self, question: &'a str) -> Box<dyn Iterator<Item = Finding> + 'a> {
        Box::new(self.iter().filter(move |found| found.question == question).cloned())
    }
}

/// What was found of a metric of a question.
pub fn all_of<'a>(
    all: &'a [Finding],
    question: &'a str,
    metric: &'a str,
) -> impl Iterator<Item = &'a Finding> {
    all.iter().filter(move |of| (&*of.question, &*of.metric) == (question, metric))
}

/// What is sought among findings: all of one question about one thing.
pub fn find<'a>(
    all: &'a [Finding],
    question: &str,
    rules: &str,
    metric: &str,
) -> Option<&'a Finding> {
    let wanted = (question, rules, metric);
    all.iter().find(|it| (&*it.question, &*it.rules, &*it.metric) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_end_where_their_quantity_does() {
        let found = |[question, against, metric]: [&str; 3], [value, low, high]: [f64; 3]| {
            let of = Finding {
                question: question.to_owned(),
                of: "new".to_owned(),
                against: against.to_owned(),
                ..Finding::default()
            };
            let found = of.estimate(metric, value, Some(Interval { low, high }));
            [found.value, found.low, found.high].map(Option::unwrap)
        };
        let w = ["effects", "", "seat_imbalance"];
        assert_eq!(found(w, [0.01, -0.02, 0.04]), [0.01, 0.0, 0.04]);
        let stalled = ["curve", "", "stalled_share"];
        assert_eq!(found(stalled, [0.01, -0.02, 1.04]), [0.01, 0.0, 1.0]);
        // A difference of shares may be below 0, as what skill gains may.
        for of in [["effects", "official", "stalled_share"], ["effects", "", "skill_gain"]] {
            assert_eq!(found(of, [0.01, -0.02, 1.04]), [0.01, -0.02, 1.0]);
        }
        let turns = [1.0, -2.0, 4.0];
        assert_eq!(found(["effects", "", "turns_p95"], turns), [1.0, 0.0, 4.0]);
        assert_eq!(found(["effects", "official", "turns_p95"], turns), turns);
        assert_eq!(found(["variance", "", "turns_p95"], [-0.1, -0.4, 0.2]), [0.0, 0.0, 0.2]);
        assert_eq!(found(["strength", "", "win_rate"], turns), [1.0, 0.0, 1.0]);
        assert_eq!(found(["seats", FAIR, "win_rate"], [-0.5, -2.0, 0.2]), [-0.5, -1.0, 0.2]);
        assert_eq!(found(["strength", "", "elo"], turns), turns);
    }

    #[test]
    fn every_metric_is_within_its_range_where_it_says_so() {
        for metric in Metric::all() {
            let is_share = metric.words().scale == crate::metric::Scale::Share;
            let is_of_shares = matches!(metric.words().range, Range::Share | Range::Gain);
            assert_eq!(is_share, is_of_shares, "{metric}");
        }
    }
}
