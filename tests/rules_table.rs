//! The tables of what house rules do in `docs/HOUSE-RULES.md` and `README.md`, made from the
//! committed result in `results/compare`.

use std::fmt::Write as _;
use std::fs::File;

use unobench_core::rules::RuleSet;
use unobench_files::rows::{EffectRow, FAIR};
use unobench_report::answers::answers;

use crate::pages::{check, path};

/// Who says so in the marks around the table.
const MADE_BY: &str = "tests/rules_table.rs";

/// The rule set that the others are compared with.
const BASELINE: &str = "official";

/// The rule sets of the README: what people argue about.
const ARGUED: [&str; 8] = [
    "stacking",
    "until-playable",
    "seven-zero",
    "jump-in",
    "keep-drawn",
    "no-bluff",
    "same-number",
    "everything",
];

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

fn effects() -> Vec<EffectRow> {
    let file = File::open(path("results/compare/effects.csv")).expect("a committed result");
    unobench_files::csv::read(file)
        .unwrap_or_else(|error| panic!("results/compare/effects.csv: {error}"))
}

/// The rule sets, by name.
fn names(effects: &[EffectRow]) -> Vec<&str> {
    let mut names: Vec<&str> = effects.iter().map(|effect| effect.rules.as_str()).collect();
    names.dedup();
    names
}

/// A quantity of a rule set at each table of the panel: its values, and the verdicts on them; the
/// first seat's are against its fair share, the baseline has no others.
fn panel(effects: &[EffectRow], rules: &str, metric: &str) -> Vec<(f64, String)> {
    let at = |(table, _): &(&str, &str)| {
        let here: Vec<&EffectRow> = effects
            .iter()
            .filter(|effect| effect.table == *table && effect.metric == metric)
            .collect();
        let find = |rules: &str, baseline: &str| {
            here.iter().find(|effect| effect.rules == rules && effect.baseline == baseline)
        };
        match find(rules, FAIR).or_else(|| find(rules, BASELINE)) {
            Some(effect) => Some((effect.value?, effect.verdict.clone())),
            None => {
                let other = here.iter().find(|effect| effect.baseline == BASELINE)?;
                Some((other.baseline_value?, String::new()))
            }
        }
    };
    PANEL.iter().filter_map(at).collect()
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

fn table(effects: &[EffectRow]) -> String {
    let mut names = names(effects);
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
fn not_yet_measured(effects: &[EffectRow]) -> Vec<&'static str> {
    let is_missing = |name: &&str| {
        let rules = RuleSet::load(name).expect("it ships");
        rules.validate_for(4).is_ok() && !effects.iter().any(|effect| effect.rules == *name)
    };
    let mut names: Vec<&str> = RuleSet::shipped_names().filter(is_missing).collect();
    names.sort_unstable();
    names
}

/// What the program says of them.
fn sentences(effects: &[EffectRow]) -> String {
    let said = answers(&names(effects), BASELINE, effects, None);
    said.iter().fold(String::from("\n"), |text, sentence| text + &bullet(sentence))
}

/// An entry of a list, in lines of a hundred columns.
fn bullet(sentence: &str) -> String {
    let (mut text, mut column) = ("-".to_owned(), 1);
    for word in sentence.split(' ') {
        let width = word.chars().count() + 1;
        if column + width > 100 {
            text += "\n ";
            column = 1;
        }
        text = text + " " + word;
        column += width;
    }
    text + "\n"
}

#[test]
fn the_table_of_house_rules_is_what_was_measured() {
    let effects = effects();
    let whole = table(&effects);
    let head = whole.lines().take(2);
    let argued = [BASELINE].iter().chain(&ARGUED).map(|name| {
        let is_its = |line: &&str| line.starts_with(&format!("| {name} |"));
        whole.lines().find(is_its).unwrap_or_else(|| panic!("no line of {name}"))
    });
    let few: String = head.chain(argued).flat_map(|line| [line, "\n"]).collect();
    check("README.md", MADE_BY, &[few]);
    check("docs/HOUSE-RULES.md", MADE_BY, &[whole + &sentences(&effects)]);
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
