//! What `settle` plays for a question changes games, and what it says changes none does not. What
//! `ask` says by itself and with a search stands together where somebody asks for both.

use crate::dir::{Dir, json, quoted};
use rayon::prelude::*;
use unobench_core::rules::RuleQuestion;

const PLAYERS: [&str; 4] = ["champion", "counter", "linear", "most-colour"];

/// What happens in some rounds, but for the lines that name the rules and the dealer.
fn events(dir: &Dir, players: u8, rules: &str, keys: &[String]) -> String {
    let who = PLAYERS[..usize::from(players)].join(" ");
    let keys: String = keys.iter().map(|key| format!(" --set {}", quoted(key))).collect();
    let told = dir.output(&format!("trace {who} -p {players} -r {rules}{keys} -n 400"));
    let lines = told.lines().filter(|line| !line.contains("\"event\":\"round\""));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_played_for_a_question_changes_games_and_what_is_idle_does_not() {
    let dir = Dir::new();
    let official = [2, 4].map(|players| events(&dir, players, "official", &[]));
    let wrong = RuleQuestion::all().par_iter().filter(|question| question.cannot.is_none()).filter(
        |question| {
            let players = question.players.unwrap_or(4);
            let (rules, keys) = match &question.set {
                Some(set) => (set.as_str(), &[][..]),
                None => ("official", &question.keys[..]),
            };
            let is_same = official.contains(&events(&dir, players, rules, keys));
            is_same != question.idle.is_some()
        },
    );
    let wrong: Vec<&str> = wrong.map(|question| &*question.id).collect();
    assert_eq!(wrong, Vec::<&str>::new());
    // With so many players alone.
    for question in RuleQuestion::all().iter().filter(|question| question.players.is_some()) {
        let set = question.set.as_deref().expect("a rule set");
        assert_eq!(events(&dir, 4, set, &[]), official[1], "{}", question.id);
    }
}

/// The actions of some advice, each with its chance, in the order of their names.
fn chances(advice: &serde_json::Value) -> Vec<(String, f64)> {
    let options = advice["options"].as_array().expect("options").iter();
    let of_option = |option: &serde_json::Value| {
        let action = option["action"].to_string();
        (action, option["chance"].as_f64().expect("a chance"))
    };
    let mut chances: Vec<(String, f64)> = options.map(of_option).collect();
    chances.sort_by(|one, other| one.0.cmp(&other.0));
    chances
}

/// What is told is never far from what the search says: with a search that is asked for, both are
/// documents.
#[test]
fn who_asks_for_a_search_has_it_by_itself_too() {
    let dir = Dir::new();
    let line = "ask \"W Y3; up Y5; others 1\" --format json";
    let found = json(&dir.output(&format!("{line} --think 600")));
    let [told, searched] = [&found["advice"], &found["searched"]].map(chances);
    assert_eq!(told.len(), searched.len());
    for ((action, chance), (other, searched)) in told.into_iter().zip(searched) {
        assert_eq!(action, other);
        assert!((chance - searched).abs() <= 0.2, "{action}: {chance}, {searched}");
    }
    let usual = json(&dir.output(line));
    assert!(usual["options"].is_array() && usual["advice"].is_null());
    let said = usual["options"][0]["said"].as_array().expect("who says what");
    assert_eq!(said.len(), 2, "{said:?}");
}
