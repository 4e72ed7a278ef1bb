//! What is a row of a picture and what a series, when several directories, rule sets and strategies
//! meet in it.

use crate::source::Run;
use unobench_findings::words::distinct;

/// The most series that are told apart in one row.
const SERIES: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key<'a> {
    pub(super) run: usize,
    pub(super) rules: &'a str,
    /// The strategy or whatever else there are several of; may be empty.
    pub(super) name: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) rows: Vec<String>,
    pub(super) series: Vec<String>,
    by_name: bool,
    several: [bool; 3],
    labels: Vec<String>,
}

impl Layout {
    /// Strategies are rows, and directories and rule sets series, if there are few of these; else
    /// every rule set has rows of its own.
    pub(super) fn new<'a>(runs: &[Run], keys: impl Iterator<Item = Key<'a>> + Clone) -> Layout {
        let several = [
            distinct(keys.clone().map(|key| key.run)).len() > 1,
            distinct(keys.clone().map(|key| key.rules)).len() > 1,
            distinct(keys.clone().map(|key| key.name)).len() > 1,
        ];
        let series = distinct(keys.clone().map(|key| (key.run, key.rules))).len();
        let by_name = several[2] && series <= SERIES;
        let labels = runs.iter().map(|run| run.label.clone()).collect();
        let mut layout = Layout { rows: Vec::new(), series: Vec::new(), by_name, several, labels };
        layout.rows = distinct(keys.clone().map(|key| layout.row_name(key)));
        layout.series = distinct(keys.map(|key| layout.series_name(key)));
        layout
    }

    fn row_name(&self, key: Key<'_>) -> String {
        match (self.by_name, self.several) {
            (true, _) | (false, [_, false, true]) => key.name.to_owned(),
            (false, [_, _, false]) => key.rules.to_owned(),
            (false, [_, true, true]) => format!("{}: {}", key.rules, key.name),
        }
    }

    fn series_name(&self, key: Key<'_>) -> String {
        match (self.by_name, self.several) {
            (true, [true, true, _]) => format!("{}: {}", self.labels[key.run], key.rules),
            (true, [false, true, _]) => key.rules.to_owned(),
            _ => self.labels[key.run].clone(),
        }
    }

    pub(super) fn place(&self, key: Key<'_>) -> (usize, usize) {
        let find = |names: &[String], name: String| {
            names.iter().position(|other| *other == name).unwrap_or(0)
        };
        (find(&self.rows, self.row_name(key)), find(&self.series, self.series_name(key)))
    }

    pub(super) fn named(&self, key: Key<'_>) -> String {
        match self.several {
            [true, true, _] => format!("{}, {}", self.labels[key.run], key.rules),
            [true, false, _] => self.labels[key.run].clone(),
            _ => key.rules.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(labels: &[&str]) -> Vec<Run> {
        labels.iter().map(|label| Run { label: (*label).to_owned(), ..Run::default() }).collect()
    }

    #[test]
    fn few_rule_sets_are_series_and_many_are_rows() {
        let names: Vec<String> = (0..9).map(|number| format!("rules-{number}")).collect();
        let keys = |rules: usize| {
            let names = &names;
            (0..rules).flat_map(move |number| {
                ["a", "b"].map(|name| Key { run: 0, rules: &names[number], name })
            })
        };
        let few = Layout::new(&runs(&["run"]), keys(2));
        assert_eq!(
            (few.rows.clone(), few.series.clone()),
            (vec!["a".to_owned(), "b".to_owned()], names[..2].to_vec())
        );
        assert_eq!(few.place(Key { run: 0, rules: "rules-1", name: "b" }), (1, 1));
        let many = Layout::new(&runs(&["run"]), keys(9));
        assert_eq!(
            (many.rows.len(), many.rows[1].as_str(), many.series),
            (18, "rules-0: b", vec!["run".to_owned()])
        );
    }

    #[test]
    fn directories_are_series() {
        let keys = [0, 1].into_iter().map(|run| Key { run, rules: "official", name: "a" });
        let layout = Layout::new(&runs(&["old", "new"]), keys);
        assert_eq!(
            (layout.rows.as_slice(), layout.series.clone()),
            (["official".to_owned()].as_slice(), vec!["old".to_owned(), "new".to_owned()])
        );
    }
}
