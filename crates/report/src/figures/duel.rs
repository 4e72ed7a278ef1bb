//! The figure of duels: by how much one of two strategies is stronger, under each rule set.

use super::ascending;
use crate::document::{Chart, DocumentRow, Figure, Intervals, Mark, MarkTone, Short, Unit};
use crate::header::{Who, players};
use crate::source::Run;
use unobench_findings::duel::Duel;
use unobench_findings::tell::duel::answer_with_difference;
use unobench_findings::tell::number::with_margin;
use unobench_findings::tell::speech::sentence;
use unobench_stats::Verdict::{Less, More, Same};

/// A duel of a run under one rule set, for the figure of duels.
struct RuleSetDuel<'a> {
    run: &'a Run,
    several_runs: bool,
    duel: Duel<'a>,
}

impl RuleSetDuel<'_> {
    fn name(&self, between: &str) -> String {
        let rules = &self.duel.elo.rules;
        let label = &self.run.label;
        if self.several_runs { format!("{label}{between}{rules}") } else { rules.clone() }
    }

    /// Whether it is asked who of the two is better, and not of the first alone.
    fn is_of_both(&self) -> bool {
        self.duel.test.is_some_and(|test| test.reverse.is_some())
    }

    fn sentence(&self) -> String {
        sentence(&answer_with_difference(&self.duel))
    }

    fn row(&self) -> Option<DocumentRow> {
        let estimate = self.duel.elo.known()?;
        let tone = match self.duel.elo.verdict {
            Some(More) => MarkTone::More,
            Some(Less) => MarkTone::Less,
            Some(Same) if !self.is_of_both() => MarkTone::Less,
            _ => MarkTone::Unsure,
        };
        let marks = vec![Mark { series: 0, estimate, tone }];
        Some(DocumentRow { name: self.name(": "), marks, note: with_margin(estimate) })
    }
}

pub(super) fn figures<'a>(runs: &'a [Run]) -> Vec<Figure> {
    let several_runs = runs.len() > 1;
    let of_run = |run: &'a Run| {
        Duel::all(&run.findings, &run.manifest.tests).map(move |duel| RuleSetDuel {
            run,
            several_runs,
            duel,
        })
    };
    let all: Vec<RuleSetDuel<'_>> = runs.iter().flat_map(of_run).collect();
    let sentences: Vec<String> = match all.as_slice() {
        [] => return Vec::new(),
        [rule_set] => vec![rule_set.sentence()],
        all => all
            .iter()
            .map(|rule_set| format!("{}: {}", rule_set.name(", "), rule_set.sentence()))
            .collect(),
    };
    let tests = all.iter().filter_map(|rule_set| rule_set.duel.test);
    let mut references = ascending(tests.flat_map(|test| [test.elo0, test.elo1]));
    if references.is_empty() {
        references.push(0.0);
    }
    let chart = Intervals {
        what: "Elo difference".to_owned(),
        unit: Unit::Signed,
        references: references.into_iter().map(Short).collect(),
        rows: all.iter().filter_map(RuleSetDuel::row).collect(),
        ..Intervals::default()
    };
    vec![Figure {
        id: "duel".to_owned(),
        title: "Who is better?".to_owned(),
        players: players(runs, Who::Tables),
        sentences,
        reading: "Estimates are median-unbiased, and whiskers are 95 % intervals; both are \
            corrected for early stopping. The lines are the two hypotheses of the test."
            .to_owned(),
        chart: Chart::Intervals(chart),
        ..Figure::default()
    }]
}
