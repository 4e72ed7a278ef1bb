//! What a rule set does that changes several keys, taken apart: each key alone.

use std::collections::BTreeSet;

use super::console::wrapped;
use super::numbers::grouped;
use super::options::check_playable;
use unobench_core::rules::RuleSet;
use unobench_experiment::HeaderRules;
use unobench_experiment::survey::Survey;
use unobench_findings::comparison::{Comparison, effects};
use unobench_findings::finding::Findings as _;
use unobench_findings::tell::plain::PlainAnswer;

/// Of a rule set that changes more keys none is played alone.
const KEYS: usize = 8;

/// A baseline with each key alone that a rule set changes, as far as that can be played;
/// nothing of one key, and of more than anybody reads.
pub(super) fn keys(rules: &RuleSet, baseline: &RuleSet, players: &[usize]) -> Vec<RuleSet> {
    let changes = rules.differences(baseline);
    if !(2..=KEYS).contains(&changes.len()) {
        return Vec::new();
    }
    let mut playable = Vec::new();
    for (key, value, _) in &changes {
        let mut alone = baseline.clone();
        if alone.set(&format!("{key}={value}")).is_ok()
            && players.iter().all(|&players| check_playable(&alone, players).is_ok())
        {
            playable.push(alone);
        }
    }
    playable
}

/// The key that a rule set has in its name, and its value.
fn key(name: &str, baseline: &str) -> String {
    let added = name.strip_prefix(baseline).and_then(|rest| rest.strip_prefix('+'));
    added.unwrap_or(name).replace('"', "")
}

/// What each of them does, in lines.
pub(super) fn of_keys(survey: &Survey) -> Vec<String> {
    let (header, findings) = (survey.header(), survey.all().collect::<Vec<_>>());
    let found = effects(&findings);
    let games = header.legs.iter().map(|leg| leg.games).max().map_or_else(String::new, grouped);
    let mut lines = vec![format!("Each key alone, in {games} games at a table at most:")];
    let seats: BTreeSet<u32> = found.iter().map(|comparison| comparison.players).collect();
    for HeaderRules { name, .. } in
        header.rules.iter().filter(|rule_set| rule_set.name != header.baseline)
    {
        for &players in &seats {
            let own = found.iter().filter(|found| found.rules == *name && found.players == players);
            let own: Vec<Comparison<'_>> = own.copied().collect();
            let key = key(name, &header.baseline);
            let at = if seats.len() > 1 { format!(" at {players} seats") } else { String::new() };
            lines.extend(wrapped(&format!("  {key}{at}: {}", PlainAnswer::to(&own).told)));
        }
    }
    lines
}

#[test]
fn a_key_alone_is_told_as_it_is_written() {
    let name = r#"official+play.no_finish_on=["W","W+4"]"#;
    assert_eq!(key(name, "official"), "play.no_finish_on=[W,W+4]");
}
