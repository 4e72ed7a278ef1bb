//! What is to be said of bots that failed.

use super::console::one_line;
use super::numbers::grouped;
use unobench_bots::{OnFault, Trouble};
use unobench_experiment::run::RuleSetResults;
use unobench_findings::tell::speech::DEFAULT_MARK;

/// How often a strategy failed, marked where that is too often.
pub(super) fn count(rules: &RuleSetResults<'_>, strategy: usize) -> String {
    let faults = grouped(rules.totals.strategies[strategy].faults);
    if rules.plays_by_default(strategy) { format!("{faults} {DEFAULT_MARK}") } else { faults }
}

pub(super) fn of_faults(rules: &RuleSetResults<'_>, troubles: &[Trouble]) -> Vec<String> {
    let failed = (0..rules.schedule.strategies().len())
        .filter_map(|strategy| rules.strategy(strategy))
        .filter(|sums| sums.tally.faults > 0);
    let mut remarks = Vec::new();
    for sums in failed {
        let name = &rules.schedule.strategies()[sums.tally.strategy];
        let cost = match rules.on_fault() {
            OnFault::Random => "random decided for it",
            OnFault::Lose => "random decided for it, and it could not win those games",
        };
        let times = match sums.tally.faults {
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
