//! Findings as wide tables: a row for each thing that is told of, a column for each of its metrics.
//! What each question's table shows stands in `question`.

use crate::comparison::Values;
use crate::finding::{Finding, Findings};
use crate::json::number;
use crate::question::QUESTIONS;
use crate::rows::PRIMARY;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// A table of findings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wide {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

/// The questions that findings answer, each once, in the order of their tables.
pub fn questions(findings: &[Finding]) -> Vec<&'static str> {
    let is_asked = |question: &str| findings.iter().any(|found| found.question == question);
    QUESTIONS.iter().map(|(question, ..)| *question).filter(|question| is_asked(question)).collect()
}

/// The tables of the questions that are asked; none where there is more than can be looked at.
pub fn tables(findings: &dyn Findings) -> BTreeMap<&'static str, Wide> {
    let all = findings.at_once().unwrap_or_default();
    questions(&all).into_iter().map(|question| (question, Wide::of(question, &all))).collect()
}

/// An object for each row.
impl Serialize for Wide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows.iter().map(|row| Row(&self.columns, row)))
    }
}

struct Row<'a>(&'a [String], &'a [Value]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(self.1))
    }
}

impl Wide {
    /// The table of a question, of findings in their order; without rows where nothing was asked.
    pub fn of(question: &str, findings: &[Finding]) -> Wide {
        Wide::of_some(question, findings, findings)
    }

    /// The rows of some of these findings, in the order of those.
    pub fn of_some<'a>(
        question: &str,
        findings: &'a [Finding],
        some: impl IntoIterator<Item = &'a Finding>,
    ) -> Wide {
        let (_, columns, _) =
            QUESTIONS.iter().find(|(known, ..)| *known == question).expect("a question");
        let columns: Vec<(&str, &str)> =
            columns.split_whitespace().map(|of| of.split_once('=').unwrap_or((of, of))).collect();
        let has = |wanted: &str| columns.iter().any(|(_, source)| *source == wanted);
        let (is_long, compares) = (has("metric"), has("against"));
        let wanted = |of: &&Finding| of.question == question && of.against.is_empty() != compares;
        let key = |found: &'a Finding| {
            let Finding { rules, players, table, of, against, metric, .. } = found;
            (rules, players, table, of, against, is_long.then_some(metric))
        };
        let mut places = HashMap::new();
        for found in some.into_iter().filter(wanted) {
            let next = places.len();
            places.entry(key(found)).or_insert(next);
        }
        let mut groups: Vec<Vec<&Finding>> = vec![Vec::new(); places.len()];
        for found in findings.iter().filter(wanted) {
            places.get(&key(found)).into_iter().for_each(|&place| groups[place].push(found));
        }
        let values = if has("here") { Values::of(findings) } else { Values::default() };
        let keys = if has("keys") { keys(&groups) } else { Vec::new() };
        let row = |group: &Vec<&Finding>| {
            let cells = columns.iter().flat_map(|(_, source)| match *source {
                "keys" => keys.iter().map(|key| value_of(group[0], key)).collect(),
                source => vec![cell(&values, group, source)],
            });
            cells.collect()
        };
        let rows = groups.iter().map(row).collect();
        let named = columns.iter().flat_map(|&(name, _)| match name {
            "keys" => keys.clone(),
            name => vec![name.to_owned()],
        });
        Wide { columns: named.collect(), rows }
    }
}

/// A cell of the row of some findings of one thing.
fn cell(values: &Values<'_>, group: &[&Finding], source: &str) -> Value {
    let first = group[0];
    match source {
        "rules" => json!(first.rules),
        "players" => json!(first.players),
        "table" => json!(first.table),
        "of" => first.number_of().map_or_else(|| json!(first.of), |of| json!(of)),
        "against" => json!(first.against),
        "metric" => json!(first.metric),
        "rules_digest" => json!(first.rules_digest),
        "games" => json!(group.iter().filter_map(|of| of.games).max()),
        "undecided" => json!(first.undecided),
        "here" => number(values.here(first)),
        "there" => number(values.there(first)),
        "holm" => number(first.q_value.filter(|_| first.family == PRIMARY)),
        "value" | "low" | "high" | "p_value" | "q_value" | "family" | "verdict" => {
            part(first, source)
        }
        _ => {
            let (metric, of) = source.split_once('.').unwrap_or((source, "value"));
            let found = group.iter().find(|found| found.metric == metric);
            found.map_or(Value::Null, |found| part(found, of))
        }
    }
}

fn part(found: &Finding, part: &str) -> Value {
    match part {
        "value" => number(found.value),
        "low" => number(found.low),
        "high" => number(found.high),
        "p_value" => number(found.p_value),
        "q_value" => number(found.q_value),
        "family" => json!(found.family),
        "verdict" => json!(found.verdict),
        _ => unreachable!("{part} is no part of a finding"),
    }
}

/// The values of the rule sets of a curve: `key=value` of each key, joined by this.
pub const JOIN: &str = "; ";

/// Keys with their values, of a rule set of a curve.
pub fn point(of: &str) -> impl Iterator<Item = (&str, &str)> {
    of.split(JOIN).filter_map(|pair| pair.split_once('='))
}

fn keys(groups: &[Vec<&Finding>]) -> Vec<String> {
    let of = groups.first().map_or("", |group| &group[0].of);
    point(of).map(|(key, _)| key.to_owned()).collect()
}

fn value_of(found: &Finding, key: &str) -> Value {
    let text = point(&found.of).find(|(name, _)| *name == key).map(|(_, value)| value);
    text.map_or(Value::Null, |text| serde_json::from_str(text).unwrap_or_else(|_| text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::of_seat;
    use crate::rows::FAIR;

    fn of(question: &str, of: &str, against: &str) -> Finding {
        Finding {
            question: question.to_owned(),
            rules: "official".to_owned(),
            players: 10,
            of: of.to_owned(),
            against: against.to_owned(),
            games: Some(7),
            ..Finding::default()
        }
    }

    #[test]
    fn every_source_is_one() {
        let found = of("seats", "seat 1", "fair").number("wins", 3.0);
        for (question, ..) in QUESTIONS {
            let [of, against] = ["", "fair"]
                .map(|against| Finding { against: against.to_owned(), ..found.clone() });
            let all = [of, against].map(|of| Finding { question: question.to_owned(), ..of });
            let table = Wide::of(question, &all);
            assert_eq!(table.rows.len(), 1, "{question}");
            assert_eq!(table.rows[0].len(), table.columns.len(), "{question}");
        }
    }

    #[test]
    fn metrics_of_one_thing_stand_in_one_row() {
        let seat = |number: usize| of("seats", &of_seat(number), "");
        let mut all = vec![
            seat(10).count("wins", 2),
            seat(9).count("wins", 3),
            seat(9).number("win_rate", 0.375),
            Finding { against: FAIR.to_owned(), ..seat(9).number("win_rate", 0.25) },
        ];
        all.sort_by(|one, other| one.place().cmp(&other.place()));
        let table = Wide::of("seats", &all);
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
            ..of("effects", rules, "").number("first_seat", value)
        };
        let fair = Finding { of: FAIR.to_owned(), ..value("new", 0.25) };
        let effect = |against: &str, value: f64| Finding {
            rules: "new".to_owned(),
            ..of("effects", "new", against).number("first_seat", value)
        };
        let all = [
            value("new", 0.3),
            value("official", 0.26),
            fair,
            effect("official", 0.04),
            effect(FAIR, 0.05),
        ];
        let table = Wide::of("effects", &all);
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
            of("curve", &keys, "").number("turns_p50", 40.0)
        });
        let table = Wide::of("curve", &all);
        assert_eq!(table.columns[3..5], ["setup.hand_size", "x.name"]);
        assert_eq!(table.rows[1][3..5], [json!(5), json!(false)]);
    }
}
