//! The table of what house rules do in `README.md`, made from the committed result in
//! `results/compare`.

use std::fmt::Write as _;

use unobench_core::rules::RuleSet;

use crate::pages::{check, path};

/// Who says so in the marks around the table.
const MADE_BY: &str = "tests/rules_table.rs";

/// The rule set that the others are compared with.
const BASELINE: &str = "official";

/// The quantities shown: their names, headings, and what they are multiplied by.
const SHOWN: [(&str, &str, f64, usize); 8] = [
    ("first_seat", "first seat wins, %", 100.0, 2),
    ("turns_mean", "turns", 1.0, 1),
    ("turns_p95", "95 % end by turn", 1.0, 0),
    ("cards_drawn", "cards drawn", 1.0, 1),
    ("forced_share", "forced turns, %", 100.0, 1),
    ("lead_changes", "lead changes", 1.0, 2),
    ("trailed_share", "winner behind, % of turns", 100.0, 1),
    ("skill_gain", "skill, points", 100.0, 1),
];

/// A row of `effects.csv`.
#[derive(Debug, serde::Deserialize)]
struct Effect {
    rules: String,
    baseline: String,
    metric: String,
    value: f64,
    baseline_value: f64,
    difference: f64,
    p_adjusted: Option<f64>,
}

fn effects() -> Vec<Effect> {
    let rows: Result<Vec<Effect>, _> = csv::Reader::from_path(path("results/compare/effects.csv"))
        .expect("a committed result")
        .deserialize()
        .collect();
    rows.unwrap_or_else(|error| panic!("results/compare/effects.csv: {error}"))
}

/// A value, marked where it is more or less than it would be by the baseline, or the first seat's
/// fair share, after correction.
fn cell(value: f64, effect: Option<&Effect>, scale: f64, places: usize) -> String {
    let mark = match effect.filter(|effect| effect.p_adjusted.is_some_and(|p| p < 0.05)) {
        Some(effect) if effect.difference > 0.0 => " ▲",
        Some(_) => " ▼",
        None => "",
    };
    format!("{:.places$}{mark}", scale * value)
}

fn table(effects: &[Effect]) -> String {
    let mut names: Vec<&str> = effects.iter().map(|effect| effect.rules.as_str()).collect();
    names.dedup();
    names.sort_by_key(|name| (*name != BASELINE, *name));
    let mut table = String::from("| rules |");
    SHOWN.iter().for_each(|(_, heading, ..)| write!(table, " {heading} |").expect("a text"));
    table += &format!("\n|---|{}\n", "--:|".repeat(SHOWN.len()));
    for name in names {
        write!(table, "| {name} |").expect("a text");
        for (metric, _, scale, places) in SHOWN {
            let find = |rules: &str, baseline: &str| {
                effects.iter().find(|effect| {
                    effect.rules == rules && effect.baseline == baseline && effect.metric == metric
                })
            };
            let fair = find(name, "fair");
            let against = find(name, BASELINE);
            let of_baseline = effects
                .iter()
                .find(|effect| effect.baseline == BASELINE && effect.metric == metric);
            let value = against
                .map(|effect| effect.value)
                .or(of_baseline.map(|effect| effect.baseline_value))
                .expect("a value");
            write!(table, " {} |", cell(value, fair.or(against), scale, places)).expect("a text");
        }
        table.push('\n');
    }
    for name in not_yet_measured(effects) {
        let rest = " |".repeat(SHOWN.len() - 1);
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

/// The rule sets that have most of something for sure, or least, and how many more there are.
fn most(
    effects: &[Effect],
    baseline: &str,
    metric: &str,
    up: bool,
    shown: impl Fn(&Effect) -> String,
) -> String {
    let wanted = |effect: &&Effect| {
        let sure = effect.p_adjusted.is_some_and(|p| p < 0.05) && (effect.difference > 0.0) == up;
        effect.baseline == baseline && effect.metric == metric && sure
    };
    let mut list: Vec<&Effect> = effects.iter().filter(wanted).collect();
    list.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
    if list.is_empty() {
        return "none for sure".to_owned();
    }
    let names: Vec<String> = list
        .iter()
        .take(NAMED)
        .map(|effect| format!("`{}` ({})", effect.rules, shown(effect)))
        .collect();
    let more = if list.len() > NAMED {
        format!(" and {} more", list.len() - NAMED)
    } else {
        String::new()
    };
    names.join(", ") + &more
}

/// What the table says.
fn sentences(effects: &[Effect]) -> String {
    let percent = |effect: &Effect| format!("{:.1} %", 100.0 * effect.value);
    let times = |effect: &Effect| format!("× {:.2}", effect.value / effect.baseline_value);
    let points = |effect: &Effect| format!("{:+.1}", 100.0 * effect.difference);
    format!(
        "\nFor sure: whoever begins wins more than the fair share under {}; less: {}. Longer than the official game: {}; shorter: {}. More skill, in \
         points: {}; less: {}.\n",
        most(effects, "fair", "first_seat", true, percent),
        most(effects, "fair", "first_seat", false, percent),
        most(effects, BASELINE, "turns_mean", true, times),
        most(effects, BASELINE, "turns_mean", false, times),
        most(effects, BASELINE, "skill_gain", true, points),
        most(effects, BASELINE, "skill_gain", false, points),
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
