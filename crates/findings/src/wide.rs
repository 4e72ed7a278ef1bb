//! Findings as wide tables: a row for each thing that is told of, a column for each of its metrics.
//! What each question's table shows stands in `question`.

use crate::comparison::ValueIndex;
use crate::finding::{Finding, Findings};
use crate::json::number;
use crate::question::{Column, Family, FindingPart, Question, Source};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use unobench_stats::Verdict;

/// A table of findings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wide {
    pub columns: Vec<Heading>,
    pub rows: Vec<Vec<Value>>,
}

/// What stands over a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub name: String,
    /// Whether its numbers may have fractions; whole ones have no decimal point.
    pub is_real: bool,
}

/// The questions that findings answer, each once, in the order of their tables.
pub fn questions(findings: &[Finding]) -> Vec<Question> {
    Question::ALL
        .into_iter()
        .filter(|question| findings.iter().any(|found| found.question == *question))
        .collect()
}

/// The tables of the questions that are asked; none where there is more than can be looked at.
pub fn tables(findings: &dyn Findings) -> BTreeMap<&'static str, Wide> {
    let all = findings.at_once().unwrap_or_default();
    let questions = questions(&all).into_iter();
    questions.map(|question| (question.name(), Wide::of(question, &all))).collect()
}

/// An object for each row.
impl Serialize for Wide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows.iter().map(|row| WideRow(&self.columns, row)))
    }
}

/// A row of a wide table with the headings of its columns, to be written as an object.
struct WideRow<'a>(&'a [Heading], &'a [Value]);

impl Serialize for WideRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|heading| &heading.name).zip(self.1))
    }
}

impl Wide {
    /// The table of a question, of findings in their order; without rows where nothing was asked.
    pub fn of(question: Question, findings: &[Finding]) -> Wide {
        Wide::of_some(question, findings, findings)
    }

    /// The rows of some of these findings, in the order of those.
    pub fn of_some<'a>(
        question: Question,
        findings: &'a [Finding],
        some: impl IntoIterator<Item = &'a Finding>,
    ) -> Wide {
        let columns = question.columns();
        let has = |source: Source| columns.iter().any(|column| column.source == source);
        let (is_long, compares) = (has(Source::MetricName), has(Source::Against));
        let wanted = |finding: &&Finding| {
            finding.question == question && finding.against.is_empty() != compares
        };
        let row_of = |found: &'a Finding| {
            let Finding { rules, players, table, subject, against, metric, .. } = found;
            (rules, players, table, subject, against, is_long.then_some(metric))
        };
        let mut places = HashMap::new();
        for found in some.into_iter().filter(wanted) {
            let next = places.len();
            places.entry(row_of(found)).or_insert(next);
        }
        let mut groups: Vec<Vec<&Finding>> = vec![Vec::new(); places.len()];
        for found in findings.iter().filter(wanted) {
            places.get(&row_of(found)).into_iter().for_each(|&place| groups[place].push(found));
        }
        let values =
            if has(Source::Here) { ValueIndex::of(findings) } else { ValueIndex::default() };
        let keys = if has(Source::Keys) { keys(&groups) } else { Vec::new() };
        let mut rows = Vec::new();
        for group in &groups {
            let cells = columns.iter().flat_map(|column| match column.source {
                Source::Keys => keys.iter().map(|key| value_of(group[0], key)).collect(),
                source => vec![cell(&values, group, source)],
            });
            rows.push(cells.collect());
        }
        Wide { columns: columns.iter().flat_map(|column| headings(column, &keys)).collect(), rows }
    }
}

/// What stands over a column, or over those of keys.
fn headings(column: &Column, keys: &[String]) -> Vec<Heading> {
    let heading = |name: String| Heading { name, is_real: column.is_real };
    match column.source {
        Source::Keys => keys.iter().cloned().map(heading).collect(),
        _ => vec![heading(column.name())],
    }
}

/// A cell of the row of some findings of one thing.
fn cell(values: &ValueIndex<'_>, group: &[&Finding], source: Source) -> Value {
    let first = group[0];
    match source {
        Source::Rules => json!(first.rules),
        Source::Players => json!(first.players),
        Source::Table => json!(first.table),
        Source::Of => {
            first.number_of().map_or_else(|| json!(first.subject), |bare_number| json!(bare_number))
        }
        Source::Against => json!(first.against),
        Source::MetricName => json!(first.metric),
        Source::Digest => json!(first.rules_digest),
        Source::Games => json!(group.iter().filter_map(|finding| finding.games).max()),
        Source::UndecidedShare => json!(first.undecided),
        Source::Here => number(values.here(first)),
        Source::There => number(values.there(first)),
        Source::Holm => number(first.q_value.filter(|_| first.family == Some(Family::Primary))),
        Source::Keys => Value::Null,
        Source::Own(part) => cell_of(first, part),
        Source::Metric(metric, part) => {
            let found = group.iter().find(|found| found.metric == metric);
            found.map_or(Value::Null, |found| cell_of(found, part))
        }
    }
}

fn cell_of(found: &Finding, part: FindingPart) -> Value {
    match part {
        FindingPart::Value => number(found.value),
        FindingPart::Low => number(found.low),
        FindingPart::High => number(found.high),
        FindingPart::PValue => number(found.p_value),
        FindingPart::QValue => number(found.q_value),
        FindingPart::Family => json!(found.family.map_or("", Family::name)),
        FindingPart::Verdict => json!(found.verdict.map_or("", Verdict::name)),
    }
}

/// The values of the rule sets of a curve: `key=value` of each key, joined by this.
pub const JOIN: &str = "; ";

/// Keys with their values, of a rule set of a curve.
pub fn point(subject: &str) -> impl Iterator<Item = (&str, &str)> {
    subject.split(JOIN).filter_map(|pair| pair.split_once('='))
}

fn keys(groups: &[Vec<&Finding>]) -> Vec<String> {
    let subject = groups.first().map_or("", |group| &group[0].subject);
    point(subject).map(|(key, _)| key.to_owned()).collect()
}

fn value_of(found: &Finding, key: &str) -> Value {
    let text = point(&found.subject).find(|(name, _)| *name == key).map(|(_, value)| value);
    text.map_or(Value::Null, |text| serde_json::from_str(text).unwrap_or_else(|_| text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::of_seat;
    use crate::metric::Metric;
    use crate::rows::FAIR;

    fn of(question: Question, subject: &str, against: &str) -> Finding {
        Finding {
            question,
            rules: "official".to_owned(),
            players: 10,
            subject: subject.to_owned(),
            against: against.to_owned(),
            games: Some(7),
            ..Finding::default()
        }
    }

    #[test]
    fn every_source_is_one() {
        let found = of(Question::Seats, "seat 1", "fair").number(Metric::Wins, 3.0);
        for question in Question::ALL {
            let [single, against] = ["", "fair"]
                .map(|against| Finding { against: against.to_owned(), ..found.clone() });
            let all = [single, against].map(|finding| Finding { question, ..finding });
            let table = Wide::of(question, &all);
            assert_eq!(table.rows.len(), 1, "{question}");
            assert_eq!(table.rows[0].len(), table.columns.len(), "{question}");
        }
    }

    #[test]
    fn metrics_of_one_thing_stand_in_one_row() {
        let seat = |number: usize| of(Question::Seats, &of_seat(number), "");
        let mut all = vec![
            seat(10).count(Metric::Wins, 2),
            seat(9).count(Metric::Wins, 3),
            seat(9).number(Metric::WinRate, 0.375),
            Finding { against: FAIR.to_owned(), ..seat(9).number(Metric::WinRate, 0.25) },
        ];
        all.sort_by(|finding, other| finding.place().cmp(&other.place()));
        let table = Wide::of(Question::Seats, &all);
        assert_eq!(table.rows.len(), 2);
        let named = |row: usize, name: &str| json!(table)[row][name].clone();
        let of_first = ["seat", "wins", "games"].map(|name| named(0, name));
        assert_eq!(of_first, [9, 3, 7].map(|n| json!(n)));
        assert_eq!((named(0, "win_rate"), named(1, "win_rate")), (json!(0.375), Value::Null));
        assert_eq!(named(1, "seat"), json!(10));
    }

    #[test]
    fn effects_have_the_values_that_they_compare() {
        let value = |rules: &str, value: f64| Finding {
            rules: rules.to_owned(),
            ..of(Question::Effects, rules, "").number(Metric::FirstSeat, value)
        };
        let fair = Finding { subject: FAIR.to_owned(), ..value("new", 0.25) };
        let effect = |against: &str, value: f64| Finding {
            rules: "new".to_owned(),
            ..of(Question::Effects, "new", against).number(Metric::FirstSeat, value)
        };
        let all = [
            value("new", 0.3),
            value("official", 0.26),
            fair,
            effect("official", 0.04),
            effect(FAIR, 0.05),
        ];
        let table = Wide::of(Question::Effects, &all);
        let shown = |row: usize| {
            ["value", "baseline_value", "difference"].map(|name| json!(table)[row][name].clone())
        };
        assert_eq!(shown(0), [0.3, 0.26, 0.04].map(|value| json!(value)));
        assert_eq!(shown(1), [0.3, 0.25, 0.05].map(|value| json!(value)));
    }

    #[test]
    fn a_curve_has_a_column_for_each_key() {
        let all = [("2", "true"), ("5", "false")].map(|(size, stack)| {
            let keys = format!("setup.hand_size={size}{JOIN}x.name={stack}");
            of(Question::Curve, &keys, "").number(Metric::TurnsP50, 40.0)
        });
        let table = Wide::of(Question::Curve, &all);
        let names: Vec<&str> = table.columns.iter().map(|heading| &*heading.name).collect();
        assert_eq!(names[3..5], ["setup.hand_size", "x.name"]);
        assert_eq!(table.rows[1][3..5], [json!(5), json!(false)]);
    }
}
