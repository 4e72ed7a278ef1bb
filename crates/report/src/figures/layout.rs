//! What is a row of a picture and what a series, when several directories, rule sets and strategies
//! meet in it.

use crate::source::Run;
use unobench_findings::tell::speech::distinct;

/// The most series that are told apart in one row.
const SERIES: usize = 6;

/// What a value of a figure is of: a run by its place, a rule set, and a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LegendKey<'a> {
    pub(super) run: usize,
    pub(super) rules: &'a str,
    /// The strategy or whatever else there are several of; may be empty.
    pub(super) name: &'a str,
}

/// The names of a figure's rows and series, and what each of them tells apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FigureLayout {
    pub(super) rows: Vec<String>,
    pub(super) series: Vec<String>,
    by_name: bool,
    several: [bool; 3],
    labels: Vec<String>,
}

impl FigureLayout {
    /// Strategies are rows, and directories and rule sets series, if there are few of these; else
    /// every rule set has rows of its own.
    pub(super) fn new<'a>(
        runs: &[Run],
        keys: impl Iterator<Item = LegendKey<'a>> + Clone,
    ) -> FigureLayout {
        let several = [
            distinct(keys.clone().map(|key| key.run)).len() > 1,
            distinct(keys.clone().map(|key| key.rules)).len() > 1,
            distinct(keys.clone().map(|key| key.name)).len() > 1,
        ];
        let series = distinct(keys.clone().map(|key| (key.run, key.rules))).len();
        let by_name = several[2] && series <= SERIES;
        let labels = runs.iter().map(|run| run.label.clone()).collect();
        let mut layout =
            FigureLayout { rows: Vec::new(), series: Vec::new(), by_name, several, labels };
        layout.rows = distinct(keys.clone().map(|key| layout.row_name(key)));
        layout.series = distinct(keys.map(|key| layout.series_name(key)));
        layout
    }

    fn row_name(&self, key: LegendKey<'_>) -> String {
        match (self.by_name, self.several) {
            (true, _) | (false, [_, false, true]) => key.name.to_owned(),
            (false, [_, _, false]) => key.rules.to_owned(),
            (false, [_, true, true]) => format!("{}: {}", key.rules, key.name),
        }
    }

    fn series_name(&self, key: LegendKey<'_>) -> String {
        match (self.by_name, self.several) {
            (true, [true, true, _]) => format!("{}: {}", self.labels[key.run], key.rules),
            (true, [false, true, _]) => key.rules.to_owned(),
            _ => self.labels[key.run].clone(),
        }
    }

    pub(super) fn place(&self, key: LegendKey<'_>) -> (usize, usize) {
        let (row, series) = (self.row_name(key), self.series_name(key));
        let row = self.rows.iter().position(|name| *name == row);
        let series = self.series.iter().position(|name| *name == series);
        (row.unwrap_or(0), series.unwrap_or(0))
    }

    pub(super) fn named(&self, key: LegendKey<'_>) -> String {
        match self.several {
            [true, true, _] => format!("{}, {}", self.labels[key.run], key.rules),
            [true, false, _] => self.labels[key.run].clone(),
            _ => key.rules.to_owned(),
        }
    }
}
