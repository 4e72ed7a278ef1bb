//! Findings that tests make, at four seats under the official rules.

use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::rows::FAIR;
use unobench_stats::{Interval, Verdict};

pub(crate) fn found(question: Question, subject: &str, against: &str) -> Finding {
    Finding {
        question,
        rules: "official".to_owned(),
        players: 4,
        subject: subject.to_owned(),
        against: against.to_owned(),
        ..Finding::default()
    }
}

/// An estimate with so much to either side.
pub(crate) fn around(finding: &Finding, metric: Metric, value: f64, margin: f64) -> Finding {
    finding.estimate(metric, value, Some(Interval::around(value, margin)))
}

/// An effect of a rule set at a table, with 0.1 to either side, and the value that it is compared
/// with.
pub(crate) fn effect(
    [rules, against, table]: [&str; 3],
    (metric, base): (Metric, f64),
    difference: f64,
    verdict: impl Into<Option<Verdict>>,
) -> [Finding; 2] {
    let finding = Finding { table: table.to_owned(), ..found(Question::Effects, rules, against) };
    let finding = Finding { rules: rules.to_owned(), ..finding };
    let verdict = verdict.into();
    let effect = Finding { verdict, ..around(&finding, metric, difference, 0.1) };
    let finding = Finding { against: String::new(), ..finding.number(metric, base) };
    // What would be fair is told of the rule set itself.
    let base = match against {
        FAIR => Finding { subject: FAIR.to_owned(), ..finding },
        _ => Finding { rules: against.to_owned(), subject: against.to_owned(), ..finding },
    };
    [effect, base]
}
