//! The head of a report: what was asked, under which rules, how much was played, and the command
//! that does it again.

use super::document::PlayedFacts;
use super::source::Run;
use serde_json::Value;
use std::collections::BTreeSet;
use unobench_findings::documents::{Play, RulesEntry};
use unobench_findings::metric::Metric;
use unobench_findings::panel::{LEARNED, called};
use unobench_findings::tell::number::grouped;
use unobench_findings::tell::run::exams;
use unobench_findings::tell::speech::{distinct, listed, listed_up_to};

const NAMED: usize = 12;

fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let (head, manifest) = (run.head(), &run.manifest);
    let names: Vec<&str> = manifest.rules.iter().map(|rules| &*rules.name).collect();
    let version = [head.program.as_deref(), head.version.as_deref()];
    let each = "for each rule set and number of seats";
    let learned = manifest.learned.as_ref();
    let learned = learned
        .map(|learning| format!("{LEARNED}: {}, {} {each}", learning.people(), learning.learners));
    let blocks = sum(manifest.rules.iter().map(|rules| rules.blocks));
    let is_whole = head.complete != Some(false);
    let files = "used as they are: there is no progress.jsonl to make them from";
    let written = [
        ("Rules", listed_up_to(&names, NAMED)),
        ("Baseline", run.baseline().to_owned()),
        ("Line-up", line_up(run, |_| true)),
        ("Learned", learned.unwrap_or_default()),
        ("Champion", exams(manifest.champions, &manifest.examined).join("; ")),
        ("Seats", seats(run)),
        ("Seating", manifest.seating.clone().unwrap_or_default()),
        ("Games", games(run).map(grouped).unwrap_or_default()),
        (
            "Deals",
            blocks.map(|count| grouped(count) + ", each in every seating").unwrap_or_default(),
        ),
        ("Seed", head.seed.map(|seed| seed.to_string()).unwrap_or_default()),
        ("Version", version.into_iter().flatten().collect::<Vec<_>>().join(" ")),
        ("Files", if run.is_derived { "" } else { files }.to_owned()),
        ("Complete", if is_whole { "" } else { "no: not all games are there" }.to_owned()),
    ];
    written.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

fn line_up(run: &Run, is_wanted: impl Fn(&Play) -> bool) -> String {
    if let Some(strategies) = run.manifest.line_up.as_ref().filter(|list| !list.is_empty()) {
        return listed_up_to(strategies, NAMED);
    }
    let plays = run.manifest.legs.iter().flatten().map(|leg| &leg.play);
    let told = plays.filter(|play| is_wanted(play)).map(|play| match play {
        Play::Mixed { strategies } if !called(strategies).contains('+') => {
            format!("{}: {play}", called(strategies))
        }
        play => play.to_string(),
    });
    distinct(told).join("; ")
}

fn seats(run: &Run) -> String {
    let Some(players) = run.head().players else { return String::new() };
    let of_legs = run.manifest.legs.iter().flatten().map(|leg| leg.players);
    let sizes = of_legs.map(|seats| seats.map_or(players.into(), |seats| seats as u64));
    let mut sizes: BTreeSet<u64> = sizes.collect();
    if sizes.is_empty() {
        sizes.insert(players.into());
    }
    listed(&sizes.into_iter().map(grouped).collect::<Vec<_>>())
}

/// Whose games a figure shows: those of line-ups at tables, or those of a pool of strategies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Who {
    #[default]
    Tables,
    Pool,
}

impl Who {
    pub(super) fn of(metric: Metric) -> Who {
        if metric.words().is_of_pool { Who::Pool } else { Who::Tables }
    }
}

/// The players whose games a figure shows, in words; of several directories only once if they are
/// the same. Empty if they are not known.
pub(super) fn players(runs: &[Run], who: Who) -> String {
    let is_of = |play: &Play| match play {
        Play::Starters { .. } | Play::Mixed { .. } => who == Who::Tables,
        Play::Alone { .. } | Play::Ceiling { .. } | Play::Matches { .. } => who == Who::Pool,
        Play::Pairs { .. } => false,
    };
    let players_of = |run: &Run| match (line_up(run, is_of), seats(run)) {
        (told, seats) if told.is_empty() || seats.is_empty() => told,
        (told, seats) => format!("{told} ({seats} seats)"),
    };
    let known = runs.iter().map(|run| (&run.directory, players_of(run)));
    let told = distinct(known.filter(|(_, told)| !told.is_empty()));
    match distinct(told.iter().map(|(_, told)| told)).as_slice() {
        [] => String::new(),
        [text] => (*text).clone(),
        _ => told
            .iter()
            .map(|(directory, told)| format!("{directory}: {told}"))
            .collect::<Vec<_>>()
            .join("; "),
    }
}

fn sum(numbers: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    numbers.reduce(|sum, number| Some(sum?.saturating_add(number?)))?
}

/// Games of all rule sets; those of the last session alone, which the timing tells, only if nothing
/// else does.
fn games(run: &Run) -> Option<u64> {
    let manifest = &run.manifest;
    let of_each = sum(manifest.legs.iter().flatten().map(|leg| leg.games));
    let of_each = of_each.filter(|_| run.head().complete == Some(true));
    let of_legs = of_each.map(|games| games.saturating_mul(manifest.rules.len() as u64));
    let timed = Some(manifest.host.timing.games).filter(|games| *games > 0);
    sum(manifest.rules.iter().map(|rule_set| rule_set.games))
        .or(of_legs)
        .or(timed)
        .or(manifest.games)
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
pub(super) fn of_run(run: &Run) -> PlayedFacts {
    let sets = &run.manifest.rules;
    let base = sets.iter().find(|set| set.name == run.baseline()).or_else(|| sets.first());
    let base_settings = base.map(settings).unwrap_or_default();
    let others = sets.iter().filter(|set| base.is_some_and(|base| base.name != set.name));
    let others = others.filter(|_| !base_settings.is_empty());
    let changes =
        others.map(|set| (set.name.clone(), changes(&base_settings, &settings(set)))).collect();
    PlayedFacts {
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
        let command_line = |manifest: Value| command(&run(manifest)).unwrap_or_default();
        assert_eq!(command_line(arguments), "unobench run 'save-wilds:keep=2' 'a b' '$(x)'");
        assert_eq!(command_line(json!({"command": "scripts/ladder"})), "scripts/ladder");
        assert_eq!(command(&run(json!({}))), None);
    }

    #[test]
    fn a_figure_names_those_whose_games_it_shows() {
        let manifest = json!({"players": 4, "legs": [
            {"play": {"leg": "starters", "strategy": "random"}},
            {"play": {"leg": "mixed", "strategies": ALL_SORTS}},
            {"play": {"leg": "alone", "strategy": "linear", "others": "random"}},
        ]});
        let survey = Run { manifest: read(manifest), ..Run::default() };
        let mixed = "mixed: champion, counter, linear, most-colour in turn";
        let tables = format!("random in every seat; {mixed} (4 seats)");
        assert_eq!(players(&[survey.clone(), survey.clone()], Who::Tables), tables);
        assert_eq!(players(&[survey], Who::Pool), "linear among random (4 seats)");
        let run = |directory: &str, strategy: &str| Run {
            directory: directory.to_owned(),
            manifest: read(json!({"players": 2, "line_up": [strategy, "b"]})),
            ..Run::default()
        };
        assert_eq!(players(&[run("x", "a")], Who::Tables), "a and b (2 seats)");
        let two = players(&[run("x", "a"), run("y", "c")], Who::Tables);
        assert_eq!(two, "x: a and b (2 seats); y: c and b (2 seats)");
        assert_eq!(players(&[Run::default()], Who::Pool), "");
    }

    #[test]
    fn games_are_those_that_were_played_in_all_sessions() {
        let rule_set =
            |name: &str, games| json!({"name": name, "games": games, "blocks": games / 2});
        let run =
            json!({"games": 100, "blocks": 50, "rules": [rule_set("a", 30), rule_set("b", 12)]});
        let legs = json!([{"play": {"leg": "pairs", "pool": []}, "games": 1200}]);
        let rules = json!([{"name": "a"}, {"name": "b"}]);
        let survey = json!({"complete": true, "rules": rules, "legs": legs});
        for (manifest, games) in [(run, "42"), (survey, "2,400")] {
            let facts = facts(&Run { manifest: read(manifest), ..Run::default() });
            for told in [("Games", games), ("Rules", "a and b")] {
                assert!(facts.contains(&(told.0, told.1.to_owned())), "{facts:?}");
            }
        }
    }

    #[test]
    fn rule_sets_are_told_by_their_differences() {
        let pairs = |value: Value| settings(&read(json!({"settings": value})));
        let base = pairs(json!({"uno": {"call": true, "penalty": 2}, "start": "draw"}));
        let other = pairs(json!({"uno": {"call": true, "penalty": 4}}));
        assert_eq!(changes(&base, &other), ["uno.penalty = 4", "no start"]);
    }
}
