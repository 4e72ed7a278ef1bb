//! This is my hand, what should I play?

use crate::{CATALOGUE, told};
use unobench_core::rules::RuleSet;
use unobench_record::advise;
use wasm_bindgen::prelude::wasm_bindgen;

/// What `champion` thinks of each action in a position in words, the best first, as `unobench ask
/// --quick --format json` says it. `keys` are `KEY=VALUE`, a line each.
///
/// # Errors
/// What is wrong with the rules or the position.
#[wasm_bindgen]
pub fn ask(position: &str, rules: &str, keys: &str) -> Result<String, String> {
    let mut rules = RuleSet::load(rules).map_err(told)?;
    let keys: Vec<&str> = keys.lines().collect();
    rules.set_each_once(&keys).map_err(told)?;
    let spec = CATALOGUE.parse("champion").map_err(told)?;
    let advice = advise(position, &rules, &spec).map_err(told)?.unsearched();
    Ok(format!("{:#}\n", serde_json::to_value(advice).map_err(told)?))
}
