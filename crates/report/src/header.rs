//! The head of a report: what was asked, under which rules, how much was played, and the command
//! that does it again.

use super::source::Run;
use super::words::{grouped, listed_up_to};
use maud::{Markup, html};
use serde_json::Value;

/// How many names a line lists.
const NAMED: usize = 12;

/// What is known of a run, as pairs of a name and a value.
pub(super) fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let text = |key: &str| run.fact(key).as_str().map(str::to_owned);
    let number = |value: &Value| value.as_u64().map(grouped);
    let version = text("version").map(|version| {
        format!("{} {version}", text("program").unwrap_or_default()).trim().to_owned()
    });
    let written = [
        ("Question", text("question").map(|question| asked(&question))),
        ("Rules", rules(run)),
        ("Baseline", text("baseline")),
        ("Line-up", line_up(run)),
        ("Seats", number(run.fact("players"))),
        ("Seating", text("seating")),
        ("Games", games(run)),
        ("Deals", blocks(run)),
        ("Seed", number(run.fact("seed")).map(|_| run.fact("seed").to_string())),
        ("Version", version.or_else(|| text("program"))),
        (
            "Complete",
            run.fact("complete")
                .as_bool()
                .filter(|complete| !complete)
                .map(|_| "no: the run was interrupted".to_owned()),
        ),
    ];
    written
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
        .collect()
}

fn asked(question: &str) -> String {
    let told = match question {
        "run" => "who wins, and how sure that is",
        "duel" => "whether one strategy is better than another",
        "tournament" => "how strategies rank, and who beats whom",
        "compare" => "what rule sets do to the game",
        "sweep" => "what the values of some keys do to the game",
        "skill" => "how much is skill, and how much luck",
        _ => return question.to_owned(),
    };
    format!("{question}: {told}")
}

fn rule_names(run: &Run) -> Vec<&str> {
    run.manifest["rules"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|rules| rules["name"].as_str())
        .collect()
}

fn rules(run: &Run) -> Option<String> {
    let names = rule_names(run);
    (!names.is_empty()).then(|| listed_up_to(&names, NAMED))
}

fn line_up(run: &Run) -> Option<String> {
    let strategies: Vec<&str> =
        run.fact("line_up").as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !strategies.is_empty() {
        return Some(listed_up_to(&strategies, NAMED));
    }
    let legs = legs(run);
    (!legs.is_empty()).then(|| legs.join("; "))
}

/// What is played in a survey; those who play alone among the same others are told together.
fn legs(run: &Run) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut alone: Vec<(&str, Vec<&str>)> = Vec::new();
    for play in run.manifest["legs"].as_array().into_iter().flatten().map(|leg| &leg["play"]) {
        let text = |key: &str| play[key].as_str().unwrap_or_default();
        match text("leg") {
            "starters" => told.push(format!("{} in every seat", text("strategy"))),
            "deals" => {
                told.push(format!("each deal {} times by strategies drawn by lot", play["games"]))
            }
            "alone" => match alone.iter_mut().find(|(others, _)| *others == text("others")) {
                Some((_, strategies)) => strategies.push(text("strategy")),
                None => alone.push((text("others"), vec![text("strategy")])),
            },
            _ => {}
        }
    }
    told.extend(alone.iter().map(|(others, strategies)| {
        format!("{}, each alone among {others}", listed_up_to(strategies, NAMED))
    }));
    told
}

fn sum_of(run: &Run, key: &str) -> Option<u64> {
    let rules = run.manifest["rules"].as_array()?;
    let numbers: Option<Vec<u64>> = rules.iter().map(|of| of[key].as_u64()).collect();
    numbers
        .filter(|numbers| !numbers.is_empty())
        .map(|numbers| numbers.into_iter().fold(0, u64::saturating_add))
}

/// Games of all rule sets; those of the last session alone, which the timing tells, only if nothing
/// else does.
fn games(run: &Run) -> Option<String> {
    let timed = || run.manifest["host"]["timing"]["games"].as_u64().filter(|games| *games > 0);
    let played = sum_of(run, "games")
        .or_else(|| of_legs(run))
        .or_else(timed)
        .or_else(|| run.manifest["games"].as_u64());
    played.map(grouped)
}

/// Games of a survey that is complete: every leg under every rule set.
fn of_legs(run: &Run) -> Option<u64> {
    run.fact("complete").as_bool().filter(|complete| *complete)?;
    let legs: Option<Vec<u64>> =
        run.overview["legs"].as_array()?.iter().map(|leg| leg["games"].as_u64()).collect();
    let of_each = legs.filter(|legs| !legs.is_empty())?.into_iter().fold(0, u64::saturating_add);
    Some(of_each.saturating_mul(rule_names(run).len() as u64))
}

fn blocks(run: &Run) -> Option<String> {
    sum_of(run, "blocks").map(|blocks| format!("{}, each played in every seating", grouped(blocks)))
}

/// The command that makes the run again.
pub(super) fn command(run: &Run) -> Option<String> {
    if let Some(command) = run.manifest["command"].as_str() {
        return Some(command.to_owned());
    }
    let arguments: Option<Vec<&str>> =
        run.manifest["host"]["arguments"].as_array()?.iter().map(Value::as_str).collect();
    let arguments = arguments?;
    let joined = shlex::try_join(arguments.iter().copied()).unwrap_or_else(|_| arguments.join(" "));
    Some(format!("unobench {joined}"))
}

/// The rules of a run: in full for one rule set, as differences from the baseline or the first one
/// for several.
pub(super) fn rule_table(run: &Run) -> Option<Markup> {
    let sets = run.manifest["rules"].as_array()?;
    let base = sets.iter().find(|set| set["name"] == run.baseline()).or_else(|| sets.first())?;
    let base_settings = settings(base);
    if base_settings.is_empty() {
        return None;
    }
    let base_name = base["name"].as_str().unwrap_or_default();
    Some(html! {
        details {
            summary { "Rules of " (base_name) " in full" }
            ul.settings { @for (key, value) in &base_settings { li { code { (key) " = " (value) } } } }
        }
        @if sets.len() > 1 {
            details {
                summary { "What the other rule sets change" }
                dl.changes {
                    @for set in sets.iter().filter(|set| !std::ptr::eq(*set, base)) {
                        dt { (set["name"].as_str().unwrap_or_default()) }
                        dd { @for change in changes(&base_settings, &settings(set)) { code { (change) } " " } }
                    }
                }
            }
        }
    })
}

/// The keys of a rule set with dots, and their values.
fn settings(set: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    flatten("", &set["settings"], &mut found);
    found
}

fn flatten(key: &str, value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                flatten(&key, member, found);
            }
        }
        Value::Null => {}
        Value::String(text) => found.push((key.to_owned(), text.clone())),
        other => found.push((key.to_owned(), other.to_string())),
    }
}

fn changes(base: &[(String, String)], other: &[(String, String)]) -> Vec<String> {
    let changed = other
        .iter()
        .filter(|pair| !base.contains(pair))
        .map(|(key, value)| format!("{key} = {value}"));
    let gone = base
        .iter()
        .filter(|(key, _)| other.iter().all(|(known, _)| known != key))
        .map(|(key, _)| format!("no {key}"));
    changed.chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_command_can_be_pasted_into_a_shell() {
        let run = |manifest: Value| Run { manifest, ..Run::default() };
        let arguments = json!({"host": {"arguments": ["run", "save-wilds:keep=2", "a b", "$(x)"]}});
        assert_eq!(
            command(&run(arguments)).as_deref(),
            Some("unobench run 'save-wilds:keep=2' 'a b' '$(x)'")
        );
        assert_eq!(
            command(&run(json!({"command": "scripts/ladder"}))).as_deref(),
            Some("scripts/ladder")
        );
        assert_eq!(command(&run(json!({}))), None);
    }

    #[test]
    fn games_are_those_that_were_played() {
        let manifest = json!({"games": 100, "blocks": 50, "rules": [{"name": "a", "games": 30, "blocks": 15}, {"name": "b", "games": 12, "blocks": 6}]});
        let facts = facts(&Run { manifest, ..Run::default() });
        assert!(facts.contains(&("Games", "42".to_owned())), "{facts:?}");
        assert!(
            facts.contains(&("Deals", "21, each played in every seating".to_owned())),
            "{facts:?}"
        );
        assert!(facts.contains(&("Rules", "a and b".to_owned())), "{facts:?}");
    }

    #[test]
    fn games_of_a_survey_are_those_of_all_its_sessions() {
        let manifest = json!({"complete": true, "rules": [{"name": "a"}, {"name": "b"}], "host": {"timing": {"games": 0}}});
        let overview = json!({"legs": [{"games": 1000}, {"games": 200}]});
        let facts = facts(&Run { manifest, overview, ..Run::default() });
        assert!(facts.contains(&("Games", "2,400".to_owned())), "{facts:?}");
    }

    #[test]
    fn rule_sets_are_told_by_their_differences() {
        let of = |value: Value| settings(&json!({"settings": value}));
        let base = of(json!({"uno": {"call": true, "penalty": 2}, "start": "draw"}));
        let other = of(json!({"uno": {"call": true, "penalty": 4}}));
        assert_eq!(changes(&base, &other), ["uno.penalty = 4", "no start"]);
    }
}
