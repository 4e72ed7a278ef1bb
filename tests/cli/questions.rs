//! What `settle` plays for a question changes games, and what it says changes none does not.

use crate::dir::{Dir, quoted};
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
