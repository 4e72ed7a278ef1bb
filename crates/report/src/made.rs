//! Findings that tests make, at four seats under the official rules.

use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::rows::FAIR;
use unobench_stats::{Interval, Verdict};

pub(crate) fn found(question: Question, of: &str, against: &str) -> Finding {
    Finding {
        question,
        rules: "official".to_owned(),
        players: 4,
        of: of.to_owned(),
        against: against.to_owned(),
        ..Finding::default()
    }
}

/// An estimate with so much to either side.
pub(crate) fn around(of: &Finding, metric: Metric, value: f64, margin: f64) -> Finding {
    of.estimate(metric, value, Some(Interval::around(value, margin)))
}

/// An effect of a rule set at a table, with 0.1 to either side, and the value that it is compared
/// with.
pub(crate) fn effect(
    [rules, against, table]: [&str; 3],
    (metric, base): (Metric, f64),
    difference: f64,
    verdict: impl Into<Option<Verdict>>,
) -> [Finding; 2] {
    let of = Finding { table: table.to_owned(), ..found(Question::Effects, rules, against) };
    let of = Finding { rules: rules.to_owned(), ..of };
    let verdict = verdict.into();
    let effect = Finding { verdict, ..around(&of, metric, difference, 0.1) };
    let of = Finding { against: String::new(), ..of.number(metric, base) };
    // What would be fair is told of the rule set itself.
    let base = match against {
        FAIR => Finding { of: FAIR.to_owned(), ..of },
        _ => Finding { rules: against.to_owned(), of: against.to_owned(), ..of },
    };
    [effect, base]
}
