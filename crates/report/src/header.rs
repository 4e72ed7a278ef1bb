//! The head of a report: what was asked, under which rules, how much was played, and the command
//! that does it again.

use super::document::Facts;
use super::sentences;
use super::source::Run;
use super::words::{distinct, grouped, listed, listed_up_to};
use serde_json::Value;
use std::collections::BTreeSet;
use unobench_findings::documents::{Play, RulesEntry};
use unobench_findings::metric::Metric;
use unobench_findings::panel::{LEARNED, called};

const NAMED: usize = 12;

fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let program = run.head().program.as_deref();
    let version = run
        .head()
        .version
        .as_deref()
        .map(|version| format!("{} {version}", program.unwrap_or_default()).trim().to_owned());
    let written = [
        ("Rules", rules(run)),
        ("Baseline", Some(run.baseline().to_owned())),
        ("Line-up", line_up(run)),
        ("Learned", learned(run)),
        ("Champion", Some(sentences::exams(&run.manifest.examined).join("; "))),
        ("Seats", seats(run)),
        ("Seating", run.manifest.seating.clone()),
        ("Games", games(run)),
        ("Deals", blocks(run)),
        ("Seed", run.head().seed.map(|seed| seed.to_string())),
        ("Version", version.or_else(|| program.map(str::to_owned))),
        (
            "Files",
            (!run.is_derived).then(|| {
                "used as they are: there is no progress.jsonl to make them from".to_owned()
            }),
        ),
        (
            "Complete",
            run.head()
                .complete
                .filter(|complete| !complete)
                .map(|_| "no: not all games are there".to_owned()),
        ),
    ];
    written
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
        .collect()
}

fn rule_names(run: &Run) -> Vec<&str> {
    run.manifest.rules.iter().map(|rules| rules.name.as_str()).collect()
}

fn rules(run: &Run) -> Option<String> {
    let names = rule_names(run);
    (!names.is_empty()).then(|| listed_up_to(&names, NAMED))
}

fn line_up(run: &Run) -> Option<String> {
    if let Some(strategies) = run.manifest.line_up.as_ref().filter(|list| !list.is_empty()) {
        return Some(listed_up_to(strategies, NAMED));
    }
    let legs = legs(run, |_| true);
    (!legs.is_empty()).then(|| legs.join("; "))
}

fn learned(run: &Run) -> Option<String> {
    let learning = run.manifest.learned.as_ref()?;
    let each = "for each rule set and number of seats";
    Some(format!("{LEARNED}: {}, {} {each}", learning.people(), learning.learners))
}

fn seats(run: &Run) -> Option<String> {
    let players = run.head().players?;
    let of_legs = run.manifest.legs.iter().flatten().map(|leg| leg.players);
    let sizes: BTreeSet<u64> =
        of_legs.map(|seats| seats.map_or(players.into(), |seats| seats as u64)).collect();
    let sizes: Vec<String> = sizes.into_iter().map(grouped).collect();
    Some(if sizes.is_empty() { grouped(players.into()) } else { listed(&sizes) })
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Who {
    #[default]
    Tables,
    Pool,
    All,
}

impl Who {
    pub(super) fn of(metric: Metric) -> Who {
        if metric.words().is_of_pool { Who::Pool } else { Who::Tables }
    }
}

/// The players whose games a picture shows, in words; of several directories only once if they are
/// the same. Empty if they are not known.
pub(super) fn players(runs: &[Run], who: Who) -> String {
    let known = runs.iter().map(|run| (run.directory.as_str(), players_of(run, who)));
    let told: Vec<(&str, String)> = distinct(known.filter(|(_, told)| !told.is_empty()));
    match distinct(told.iter().map(|(_, told)| told)).as_slice() {
        [] => String::new(),
        [one] => (*one).clone(),
        _ => {
            let named = told.iter().map(|(directory, told)| format!("{directory}: {told}"));
            named.collect::<Vec<_>>().join("; ")
        }
    }
}

fn players_of(run: &Run, who: Who) -> String {
    let seats = seats(run).map_or_else(String::new, |seats| format!(" ({seats} seats)"));
    let told = match run.manifest.line_up.as_ref().filter(|list| !list.is_empty()) {
        Some(strategies) => listed_up_to(strategies, NAMED),
        None => {
            let is_of = |play: &Play| match play {
                Play::Starters { .. } | Play::Mixed { .. } => who != Who::Pool,
                Play::Alone { .. } | Play::Ceiling { .. } | Play::Matches { .. } => {
                    who != Who::Tables
                }
                _ => who == Who::All,
            };
            legs(run, is_of).join("; ")
        }
    };
    if told.is_empty() { told } else { told + &seats }
}

/// What is played in a survey, each once; those who play alone among the same others are told
/// together, and so are those who sit in every seat.
fn legs(run: &Run, is_wanted: impl Fn(&Play) -> bool) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut everywhere: Vec<&str> = Vec::new();
    let mut alone: Vec<(&str, Vec<&str>)> = Vec::new();
    let plays = run.manifest.legs.iter().flatten().map(|leg| &leg.play);
    for play in distinct(plays.filter(|play| is_wanted(play))) {
        match play {
            Play::Starters { strategy } => everywhere.push(strategy),
            Play::Mixed { strategies } => told.push(by_turns(strategies)),
            Play::Pairs { pool } => told.push(format!("all pairs of {} strategies", pool.len())),
            Play::Matches { .. } => told.push(format!("{play}")),
            Play::Alone { strategy, others } | Play::Ceiling { strategy, others } => {
                match alone.iter_mut().find(|(known, _)| known == others) {
                    Some((_, strategies)) => strategies.push(strategy),
                    None => alone.push((others, vec![strategy])),
                }
            }
        }
    }
    match everywhere.as_slice() {
        [] => {}
        [one] => told.insert(0, format!("{one} in every seat")),
        several => {
            let last = several.len() - 1;
            let (others, last) = (several[..last].join(", "), several[last]);
            told.insert(0, format!("{others} or {last} in every seat"));
        }
    }
    told.extend(alone.iter().map(|(others, strategies)| {
        let each = if strategies.len() == 1 { "" } else { "each " };
        format!("{}, {each}alone among {others}", listed_up_to(strategies, NAMED))
    }));
    told
}

fn by_turns(strategies: &[String]) -> String {
    let name = called(strategies);
    let named = if name.contains('+') { String::new() } else { format!("{name}: ") };
    format!("{named}{} in turn", listed(strategies))
}

fn sum(numbers: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    numbers.reduce(|sum, number| Some(sum?.saturating_add(number?)))?
}

/// Games of all rule sets; those of the last session alone, which the timing tells, only if nothing
/// else does.
fn games(run: &Run) -> Option<String> {
    let timed = Some(run.manifest.host.timing.games).filter(|games| *games > 0);
    let played = sum(run.manifest.rules.iter().map(|rules| rules.games))
        .or_else(|| of_legs(run))
        .or(timed)
        .or(run.manifest.games);
    played.map(grouped)
}

/// Games of a survey that is complete: every leg under every rule set.
fn of_legs(run: &Run) -> Option<u64> {
    run.head().complete.filter(|complete| *complete)?;
    let groups = run.manifest.groups.unwrap_or_default() as u64;
    let players = run.head().players.map(|players| players as usize);
    let planned = run.manifest.legs.iter().flatten().map(|leg| {
        let games = leg.play.games_per_block(leg.players.or(players)?).checked_mul(groups)?;
        games.checked_mul(leg.blocks_per_group?)
    });
    let of_each = sum(run.manifest.legs.iter().flatten().map(|leg| leg.games))
        .or_else(|| sum(planned))
        .filter(|games| *games > 0)?;
    Some(of_each.saturating_mul(rule_names(run).len() as u64))
}

fn blocks(run: &Run) -> Option<String> {
    let blocks = sum(run.manifest.rules.iter().map(|rules| rules.blocks));
    blocks.map(|blocks| format!("{}, each played in every seating", grouped(blocks)))
}

fn command(run: &Run) -> Option<String> {
    if let Some(command) = &run.manifest.command {
        return Some(command.clone());
    }
    let arguments = run.manifest.host.arguments.as_ref()?;
    let joined = shlex::try_join(arguments.iter().map(String::as_str))
        .unwrap_or_else(|_| arguments.join(" "));
    Some(format!("unobench {joined}"))
}

/// What a report says of a run: its rules in full for one rule set, as differences from the baseline
/// or the first one for several.
pub(super) fn of_run(run: &Run) -> Facts {
    let sets = &run.manifest.rules;
    let base = sets.iter().find(|set| set.name == run.baseline()).or_else(|| sets.first());
    let base_settings = base.map(settings).unwrap_or_default();
    let others = sets.iter().filter(|set| base.is_some_and(|base| base.name != set.name));
    let change = |set: &RulesEntry| (set.name.clone(), changes(&base_settings, &settings(set)));
    let changes = if base_settings.is_empty() { Vec::new() } else { others.map(change).collect() };
    Facts {
        label: run.label.clone(),
        facts: facts(run),
        command: command(run),
        base: base.map(|base| base.name.clone()).unwrap_or_default(),
        changes,
        settings: base_settings.iter().map(|(key, value)| format!("{key} = {value}")).collect(),
    }
}

fn settings(set: &RulesEntry) -> Vec<(String, String)> {
    let mut found = Vec::new();
    flatten("", &set.settings.tree(), &mut found);
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
    use serde::de::DeserializeOwned;
    use serde_json::json;
    use unobench_findings::panel::ALL_SORTS;

    fn read<D: DeserializeOwned>(document: Value) -> D {
        serde_json::from_value(document).expect("a document")
    }

    #[test]
    fn the_command_can_be_pasted_into_a_shell() {
        let run = |manifest: Value| Run { manifest: read(manifest), ..Run::default() };
        let arguments = json!({"host": {"arguments": ["run", "save-wilds:keep=2", "a b", "$(x)"]}});
        let of = |manifest: Value| command(&run(manifest)).unwrap_or_default();
        assert_eq!(of(arguments), "unobench run 'save-wilds:keep=2' 'a b' '$(x)'");
        assert_eq!(of(json!({"command": "scripts/ladder"})), "scripts/ladder");
        assert_eq!(command(&run(json!({}))), None);
    }

    #[test]
    fn a_picture_names_those_whose_games_it_shows() {
        let manifest = json!({"players": 4, "legs": [
            {"play": {"leg": "starters", "strategy": "random"}},
            {"play": {"leg": "starters", "strategy": "counter"}},
            {"play": {"leg": "mixed", "strategies": ALL_SORTS}},
            {"play": {"leg": "alone", "strategy": "linear", "others": "random"}},
        ]});
        let survey = Run { manifest: read(manifest), ..Run::default() };
        let mixed = "mixed: champion, counter, linear and most-colour in turn";
        let tables = format!("random or counter in every seat; {mixed} (4 seats)");
        assert_eq!(players(&[survey.clone(), survey.clone()], Who::Tables), tables);
        let pool = "linear, alone among random (4 seats)";
        assert_eq!(players(&[survey], Who::Pool), pool);
        let run = |directory: &str, strategy: &str| Run {
            directory: directory.to_owned(),
            manifest: read(json!({"players": 2, "line_up": [strategy, "b"]})),
            ..Run::default()
        };
        assert_eq!(players(&[run("x", "a")], Who::Tables), "a and b (2 seats)");
        let two = players(&[run("x", "a"), run("y", "c")], Who::Tables);
        assert_eq!(two, "x: a and b (2 seats); y: c and b (2 seats)");
        assert_eq!(players(&[Run::default()], Who::All), "");
    }

    #[test]
    fn games_are_those_that_were_played() {
        let of = |name: &str, games| json!({"name": name, "games": games, "blocks": games / 2});
        let manifest = json!({"games": 100, "blocks": 50, "rules": [of("a", 30), of("b", 12)]});
        let facts = facts(&Run { manifest: read(manifest), ..Run::default() });
        for (name, told) in
            [("Games", "42"), ("Deals", "21, each played in every seating"), ("Rules", "a and b")]
        {
            assert!(facts.contains(&(name, told.to_owned())), "{facts:?}");
        }
    }

    #[test]
    fn games_of_a_survey_are_those_of_all_its_sessions() {
        let (rules, host) =
            (json!([{"name": "a"}, {"name": "b"}]), json!({"timing": {"games": 0}}));
        let play = json!({"leg": "starters", "strategy": "random"});
        let legs = json!([{"play": play, "games": 1000}, {"play": play, "games": 200}]);
        let manifest = json!({"complete": true, "rules": rules, "legs": legs, "host": host});
        let facts = facts(&Run { manifest: read(manifest), ..Run::default() });
        assert!(facts.contains(&("Games", "2,400".to_owned())), "{facts:?}");
    }

    #[test]
    fn rule_sets_are_told_by_their_differences() {
        let of = |value: Value| settings(&read(json!({"settings": value})));
        let base = of(json!({"uno": {"call": true, "penalty": 2}, "start": "draw"}));
        let other = of(json!({"uno": {"call": true, "penalty": 4}}));
        assert_eq!(changes(&base, &other), ["uno.penalty = 4", "no start"]);
    }
}
