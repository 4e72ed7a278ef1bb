//! What is to be said of bots that failed.

use super::console::one_line;
use super::numbers::grouped;
use unobench_bots::{OnFault, Trouble};
use unobench_findings::rule_set::RuleSetFindings;
use unobench_findings::tell::speech::DEFAULT_MARK;

/// How often a strategy failed, marked where that is too often.
pub(super) fn count(run: &RuleSetFindings<'_>, strategy: &str) -> String {
    let faults = grouped(run.faults(strategy));
    if run.is_substituted(strategy) { format!("{faults} {DEFAULT_MARK}") } else { faults }
}

/// A sentence for each strategy of a line-up that failed; the first trouble of a bot says why.
pub(super) fn of_faults(
    run: &RuleSetFindings<'_>,
    line_up: &[String],
    on_fault: OnFault,
    troubles: &[Trouble],
) -> Vec<String> {
    let mut remarks = Vec::new();
    for name in line_up {
        let faults = run.faults(name);
        if faults == 0 {
            continue;
        }
        let cost = match on_fault {
            OnFault::Random => "random decided for it",
            OnFault::Lose => "random decided for it, and it could not win those games",
        };
        let times = match faults {
            1 => "once".to_owned(),
            faults => format!("{} times", grouped(faults)),
        };
        let why = troubles.iter().find(|trouble| trouble.name == *name).map(why);
        remarks.push(format!(
            "{name} was late or wrong {times}, and {cost}{}; bots.log has more",
            why.unwrap_or_default()
        ));
    }
    remarks
}

pub(super) fn of_failed_bots(faults: u64, troubles: &[Trouble]) -> String {
    let times = match faults {
        0 => return String::new(),
        1 => "a decision".to_owned(),
        faults => format!("{} decisions", grouped(faults)),
    };
    let told = troubles.iter().map(|trouble| one_line(format!("{}{}", trouble.name, why(trouble))));
    let told: Vec<String> = told.collect();
    format!("bots failed to make {times}, which random made: {}\n", told.join("; "))
}

fn why(trouble: &Trouble) -> String {
    let first = trouble.first_fault.as_ref().map(|fault| format!("; the first time: {fault}"));
    let words = trouble.last_words.as_ref();
    let words = words.map(|words| format!("; before it died it said: {words}"));
    first.into_iter().chain(words).collect()
}
