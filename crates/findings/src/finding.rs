//! What is known of one quantity, with its uncertainty and its verdict. Every command makes
//! findings, and `findings.csv` has a row for each.

use crate::estimate::{Estimate, ends};
use crate::metric::Metric;
use crate::question::{Family, Question};
use crate::range::Range;
use crate::rows::{FAIR, LARGEST};
use crate::vocabulary::or_none;
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

/// A row of `findings.csv`: one quantity. Counts and values that others are compared with are
/// findings, too, without a verdict.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding {
    /// What was asked: `strength`, `games`, `seats`, `matchups`, `ratings`, `ranks`, `crosstable`,
    /// `duel`, `sides`, `effects`, `chances`, `curve`, `factorial`, `variance`, `line`, `skill`
    /// or `best`.
    #[cfg_attr(test, schemars(with = "String"))]
    pub question: Question,
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// Who sits there, in a survey.
    pub table: String,
    /// What it is of: a strategy, a seat such as `seat 1`, a range of chances such as `5 %`, a rule
    /// set or values of keys; empty for all of a table. It is never a bare number.
    #[serde(rename = "of")]
    pub subject: String,
    /// What that is compared with: a strategy, a rule set, or `fair`; empty for a value by itself.
    pub against: String,
    /// What is measured.
    #[cfg_attr(test, schemars(with = "String"))]
    pub metric: Metric,
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
    #[serde(default, with = "or_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub family: Option<Family>,
    /// `more`, `less`, `same`, `unclear`, or empty.
    #[serde(default, with = "or_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub verdict: Option<Verdict>,
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

/// What a finding is of: all that tells it from others of its directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FindingKey<'a> {
    pub question: Question,
    pub rules: &'a str,
    pub players: u32,
    pub table: &'a str,
    pub subject: &'a str,
    pub against: &'a str,
    pub metric: Metric,
}

/// The order of questions: effects first, in whose first rows every column has something, for whoever
/// guesses types by them; the others by their names.
fn rank(question: Question) -> (bool, &'static str) {
    (question != Question::Effects, question.name())
}

impl Finding {
    pub fn key(&self) -> FindingKey<'_> {
        let Finding { question, rules, players, table, subject, against, metric, .. } = self;
        let (question, players, metric) = (*question, *players, *metric);
        FindingKey { question, rules, players, table, subject, against, metric }
    }

    /// Another number of the same: a count, or what has no interval. One that nobody can draw, as
    /// a few games may give, is not known.
    pub fn number(&self, metric: Metric, value: impl Into<Option<f64>>) -> Finding {
        let value = value.into().filter(|value| value.abs() <= LARGEST);
        Finding { metric, value, ..self.clone() }
    }

    pub fn count(&self, metric: Metric, count: u64) -> Finding {
        self.number(metric, count as f64)
    }

    /// Another estimate of the same, which ends where its [range](Range) does.
    pub fn estimate(
        &self,
        metric: Metric,
        value: impl Into<Option<f64>>,
        interval: Option<Interval>,
    ) -> Finding {
        let found = self.number(metric, value);
        let range = found.range();
        let interval = interval
            .filter(|interval| interval.low.max(-interval.low).max(interval.high) <= LARGEST);
        let (low, high) = ends(interval);
        let [value, low, high] =
            [found.value, low, high].map(|end| end.map(|end| range.within(end)));
        Finding { value, low, high, ..found }
    }

    /// Between which ends its value lies.
    fn range(&self) -> Range {
        let of_metric = self.metric.words().range;
        match (self.question, &*self.against) {
            (Question::Variance, _) => Range::Share,
            (Question::Factorial, _) if self.subject.is_empty() => of_metric,
            (Question::Effects | Question::Curve, "") => of_metric,
            // Other contrasts are multiples of differences.
            (Question::Factorial | Question::Line, _) => Range::Any,
            (Question::Effects, _) | (_, FAIR) => of_metric.of_differences(),
            _ => of_metric,
        }
    }

    pub fn known(&self) -> Option<Estimate> {
        Estimate::of(self.value, self.low, self.high)
    }

    /// The number of the seat, or the percent of the range of chances, that it is of. Files of
    /// earlier versions have the bare number.
    pub fn number_of(&self) -> Option<u64> {
        let number = match self.question {
            Question::Seats => self.subject.strip_prefix(SEAT),
            Question::Chances => self.subject.strip_suffix(PERCENT),
            _ => return None,
        };
        number.unwrap_or(&self.subject).parse().ok()
    }

    /// The order of `findings.csv`; of a question seats and ranges of chances in the order of their numbers.
    pub fn place(&self) -> impl Ord + '_ {
        let number = self.number_of().unwrap_or(u64::MAX);
        let FindingKey { question, rules, players, table, subject, against, metric } = self.key();
        (rank(question), rules, players, table, number, subject, against, metric.name())
    }
}

/// Findings, question by question, made as they are asked for: there may be more than memory holds.
pub trait Findings {
    /// Those of a question, in the order of `findings.csv`.
    fn of(&self, question: Question) -> Box<dyn Iterator<Item = Finding> + '_>;

    /// All, in the order of `findings.csv`.
    fn all(&self) -> Box<dyn Iterator<Item = Finding> + '_> {
        let mut questions = Question::ALL;
        questions.sort_unstable_by_key(|question| rank(*question));
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
    fn of(&self, question: Question) -> Box<dyn Iterator<Item = Finding> + '_> {
        Box::new(self.iter().filter(move |found| found.question == question).cloned())
    }
}

/// What was found of a metric of a question.
pub fn all_of(
    all: &[Finding],
    question: Question,
    metric: Metric,
) -> impl Iterator<Item = &Finding> {
    all.iter().filter(move |found| (found.question, found.metric) == (question, metric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_end_where_their_quantity_does() {
        use Metric::*;
        let found = |(question, against, metric): (Question, &str, Metric),
                     [value, low, high]: [f64; 3]| {
            let finding = Finding {
                question,
                subject: "new".to_owned(),
                against: against.to_owned(),
                ..Finding::default()
            };
            let found = finding.estimate(metric, value, Some(Interval { low, high }));
            [found.value, found.low, found.high].map(Option::unwrap)
        };
        let w = (Question::Effects, "", SeatImbalance);
        assert_eq!(found(w, [0.01, -0.02, 0.04]), [0.01, 0.0, 0.04]);
        let stalled = (Question::Curve, "", StalledShare);
        assert_eq!(found(stalled, [0.01, -0.02, 1.04]), [0.01, 0.0, 1.0]);
        // A difference of shares may be below 0, as what skill gains may.
        let effects = Question::Effects;
        for case in [(effects, "official", StalledShare), (effects, "", SkillGain)] {
            assert_eq!(found(case, [0.01, -0.02, 1.04]), [0.01, -0.02, 1.0]);
        }
        let turns = [1.0, -2.0, 4.0];
        assert_eq!(found((effects, "", TurnsP95), turns), [1.0, 0.0, 4.0]);
        assert_eq!(found((effects, "official", TurnsP95), turns), turns);
        assert_eq!(found((Question::Variance, "", TurnsP95), [-0.1, -0.4, 0.2]), [0.0, 0.0, 0.2]);
        assert_eq!(found((Question::Strength, "", WinRate), turns), [1.0, 0.0, 1.0]);
        assert_eq!(found((Question::Seats, FAIR, WinRate), [-0.5, -2.0, 0.2]), [-0.5, -1.0, 0.2]);
        assert_eq!(found((Question::Strength, "", Elo), turns), turns);
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
