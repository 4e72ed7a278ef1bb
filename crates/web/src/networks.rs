//! The networks are files beside the module, one for each size of table: who plays needs few.

use unobench_core::game::ActiveRules;
use unobench_core::rules::{Question, RuleSet};
use unobench_learners::net::{Nets, Shipped};
use wasm_bindgen::prelude::wasm_bindgen;

/// The tables that networks have learned; at others the nearest play, of two the larger.
const SIZES: [usize; 5] = [10, 6, 4, 3, 2];

const NAMES: [(&str, Shipped); 3] =
    [("champion", Shipped::Champion), ("mercy", Shipped::Mercy), ("score", Shipped::Score)];

/// Takes networks, from a file called as [`needs`] says.
///
/// # Errors
/// If it is no such file.
#[wasm_bindgen]
pub fn give(name: &str, file: Vec<u8>) -> Result<(), String> {
    let kind = name.split('-').next().unwrap_or_default();
    let known = NAMES.iter().find(|(known, _)| *known == kind);
    known.ok_or_else(|| format!("there are no networks {name}"))?.1.give(file)
}

/// What a table of so many seats needs of a file of networks, as a file.
///
/// # Errors
/// If it is no such file.
#[wasm_bindgen]
pub fn cut(file: &[u8], players: usize) -> Result<Vec<u8>, String> {
    Nets::cut(file, players).ok_or_else(|| "this is no file of networks".to_owned())
}

/// The names of the files that a table needs, a line each; `rules` are questions and rule sets by
/// their names, a line each.
#[wasm_bindgen]
pub fn needs(rules: &str, players: usize, by_points: bool) -> String {
    let mut needed = vec!["champion"];
    for name in rules.lines() {
        let named = Question::by_id(name).and_then(|of| of.set.as_deref());
        // A question without a rule set of its own changes the printed game.
        let Ok(rules) = RuleSet::load(named.unwrap_or(name)) else { continue };
        if ActiveRules::of(&rules).knocks_out() && !needed.contains(&"mercy") {
            needed.push("mercy");
        }
    }
    needed.extend(by_points.then_some("score"));
    let size = SIZES.into_iter().min_by_key(|size| size.abs_diff(players)).unwrap_or(4);
    needed.iter().map(|name| format!("{name}-{size}\n")).collect()
}
