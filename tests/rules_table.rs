//! The table of what house rules do in `README.md`, made from the committed result in
//! `results/compare`.

use std::fmt::Write as _;

use unobench_core::rules::RuleSet;

use crate::pages::{check, path};

/// Who says so in the marks around the table.
const MADE_BY: &str = "tests/rules_table.rs";

/// The rule set that the others are compared with.
const BASELINE: &str = "official";

/// The tables of the panel, with their headings.
const PANEL: [(&str, &str); 4] = [
    ("random", "random"),
    ("counter", "counter"),
    ("linear", "linear"),
    ("random+high-points+counter+linear", "mixed"),
];

/// The quantities of which the least and the greatest over the panel are shown: their names,
/// headings, and what they are multiplied by.
const RANGES: [(&str, &str, f64, usize); 3] = [
    ("first_seat", "first seat wins, %", 100.0, 1),
    ("lead_changes", "lead changes", 1.0, 1),
    ("trailed_share", "winner behind, % of turns", 100.0, 0),
];

/// A row of `effects.csv`.
#[derive(Debug, Clone, serde::Deserialize)]
struct Effect {
    rules: String,
    baseline: String,
    table: String,
    metric: String,
    value: f64,
    baseline_value: f64,
    difference: f64,
    verdict: String,
}

fn effects() -> Vec<Effect> {
    let rows: Result<Vec<Effect>, _> = csv::Reader::from_path(path("results/compare/effects.csv"))
        .expect("a committed result")
        .deserialize()
        .collect();
    rows.unwrap_or_else(|error| panic!("results/compare/effects.csv: {error}"))
}

/// A quantity of a rule set at each table of the panel: its values, and the verdicts on them; the
/// first seat's are against its fair share, the baseline has no others.
fn panel(effects: &[Effect], rules: &str, metric: &str) -> Vec<(f64, String)> {
    let at = |table: &str| {
        let here = |effect: &&Effect| effect.table == table && effect.metric == metric;
        let of = |baseline: &str| {
            let wanted = |e: &&&Effect| e.rules == rules && e.baseline == baseline;
            effects.iter().filter(here).collect::<Vec<_>>().iter().find(wanted).copied()
        };
        let found = of("fair").or_else(|| of(BASELINE));
        let there = effects.iter().filter(here).find(|effect| effect.baseline == BASELINE);
        match (found, there) {
            (Some(effect), _) => Some((effect.value, effect.verdict.clone())),
            (None, Some(other)) => Some((other.baseline_value, String::new())),
            (None, None) => None,
        }
    };
    PANEL.iter().filter_map(|(table, _)| at(table)).collect()
}

fn mark(verdict: &str) -> &'static str {
    match verdict {
        "more" => " ▲",
        "less" => " ▼",
        "same" => " =",
        _ => "",
    }
}

/// The least and the greatest value, marked where the panel agrees.
fn range(found: &[(f64, String)], scale: f64, places: usize) -> String {
    let values = || found.iter().map(|(value, _)| scale * value);
    let [least, most] = [values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max)]
        .map(|value| format!("{value:.places$}"));
    let agreed = found.iter().all(|(_, verdict)| *verdict == found[0].1);
    let mark = if agreed { mark(&found[0].1) } else { "" };
    if least == most { least + mark } else { format!("{least} to {most}{mark}") }
}

fn table(effects: &[Effect]) -> String {
    let mut names: Vec<&str> = effects.iter().map(|effect| effect.rules.as_str()).collect();
    names.dedup();
    names.sort_by_key(|name| (*name != BASELINE, *name));
    let mut table = String::from("| rules |");
    PANEL.iter().for_each(|(_, name)| write!(table, " turns, {name} |").expect("a text"));
    RANGES.iter().for_each(|(_, heading, ..)| write!(table, " {heading} |").expect("a text"));
    let columns = PANEL.len() + RANGES.len() + 1;
    table += &format!(" skill, points |\n|---|{}\n", "--:|".repeat(columns));
    for name in names {
        write!(table, "| {name} |").expect("a text");
        for (value, verdict) in panel(effects, name, "turns_mean") {
            write!(table, " {value:.1}{} |", mark(&verdict)).expect("a text");
        }
        for (metric, _, scale, places) in RANGES {
            let found = range(&panel(effects, name, metric), scale, places);
            write!(table, " {found} |").expect("a text");
        }
        let skill = range(&panel(effects, name, "skill_gain"), 100.0, 1);
        writeln!(table, " {skill} |").expect("a text");
    }
    for name in not_yet_measured(effects) {
        let rest = " |".repeat(columns - 1);
        writeln!(table, "| {name} | not yet measured |{rest}").expect("a text");
    }
    table
}

/// The shipped rule sets that four can play and of which no result is committed yet.
fn not_yet_measured(effects: &[Effect]) -> Vec<&'static str> {
    let is_missing = |name: &&str| {
        let rules = RuleSet::load(name).expect("it ships");
        rules.validate_for(4).is_ok() && !effects.iter().any(|effect| effect.rules == *name)
    };
    let mut names: Vec<&str> = RuleSet::shipped_names().filter(is_missing).collect();
    names.sort_unstable();
    names
}

/// How many rule sets a sentence names.
const NAMED: usize = 5;

/// The rule sets of which every table of the panel says the same of a quantity, the largest mean
/// effect first, and how many more there are.
fn agreed(
    effects: &[Effect],
    baseline: &str,
    metric: &str,
    verdict: &str,
    shown: impl Fn(&Effect) -> f64,
    unit: &str,
) -> String {
    let of = |rules: &str| -> Vec<&Effect> {
        let wanted = |effect: &&Effect| {
            effect.rules == rules && effect.baseline == baseline && effect.metric == metric
        };
        effects.iter().filter(wanted).collect()
    };
    let mut names: Vec<&str> = effects.iter().map(|effect| effect.rules.as_str()).collect();
    names.dedup();
    let mut found: Vec<(&str, f64)> = names
        .into_iter()
        .filter_map(|name| {
            let panel = of(name);
            let agrees = !panel.is_empty() && panel.iter().all(|effect| effect.verdict == verdict);
            let mean = panel.iter().map(|effect| shown(effect)).sum::<f64>() / panel.len() as f64;
            agrees.then_some((name, mean))
        })
        .collect();
    found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    if found.is_empty() {
        return "none".to_owned();
    }
    let named: Vec<String> = found
        .iter()
        .take(NAMED)
        .map(|(name, mean)| format!("`{name}` ({mean:+.1}{unit})"))
        .collect();
    let more = if found.len() > NAMED {
        format!(" and {} more", found.len() - NAMED)
    } else {
        String::new()
    };
    named.join(", ") + &more
}

/// The rule sets that make games longer or shorter at one table and not at another.
fn contested(effects: &[Effect]) -> String {
    let mut names: Vec<&str> = effects.iter().map(|effect| effect.rules.as_str()).collect();
    names.dedup();
    let is_contested = |name: &&str| {
        let found = panel(effects, name, "turns_mean");
        let is = |wanted: &str| found.iter().any(|(_, verdict)| verdict == wanted);
        is("more") && (is("less") || is("same")) || is("less") && is("same")
    };
    let found: Vec<String> =
        names.into_iter().filter(is_contested).map(|name| format!("`{name}`")).collect();
    found.join(", ")
}

/// What the table says.
fn sentences(effects: &[Effect]) -> String {
    let percent = |effect: &Effect| 100.0 * effect.difference / effect.baseline_value;
    let points = |effect: &Effect| 100.0 * effect.difference;
    let turns = |verdict| agreed(effects, BASELINE, "turns_mean", verdict, percent, " %");
    let seats = |verdict| agreed(effects, "fair", "first_seat", verdict, points, "");
    let skill = |verdict| agreed(effects, BASELINE, "skill_gain", verdict, points, "");
    format!(
        "\nWhoever plays, games are longer under {}; shorter under {}. Whether they are longer \
         depends on who plays under {}. Whoever begins wins more than the fair share under {}, in \
         points; less: {}. More reward for skill, in points: {}; less: {}.\n",
        turns("more"),
        turns("less"),
        contested(effects),
        seats("more"),
        seats("less"),
        skill("more"),
        skill("less"),
    )
}

#[test]
fn the_table_of_house_rules_is_what_was_measured() {
    let effects = effects();
    check("README.md", MADE_BY, &[table(&effects) + &sentences(&effects)]);
}

#[test]
fn every_rule_set_that_four_can_play_is_in_the_table() {
    let table = table(&effects());
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("it ships");
        let is_there = table.contains(&format!("\n| {name} |"));
        assert_eq!(is_there, rules.validate_for(4).is_ok(), "{name}: unobench rules compare all");
    }
}
