//! What one header says otherwise than another, in words.

use serde::Serialize;
use serde_json::Value;
use unobench_core::bounded::cut;

const DIFFERENCES_LISTED: usize = 5;

/// How long a value may be in such a list, in characters.
const VALUE_LISTED: usize = 60;

pub fn differences<H: Serialize>(stored: &H, here: &H) -> Vec<String> {
    let [stored, here] =
        [stored, here].map(|header| serde_json::to_value(header).unwrap_or(Value::Null));
    let mut list = Vec::new();
    differ("", &stored, &here, &mut list);
    if list.len() > DIFFERENCES_LISTED {
        let more = list.len() - DIFFERENCES_LISTED;
        list.truncate(DIFFERENCES_LISTED);
        list.push(format!("and {more} more"));
    }
    list
}

/// Lists the leaves in which two values differ. What is in a list by itself and has no name is told
/// as if it were no list.
fn differ(path: &str, stored: &Value, here: &Value, list: &mut Vec<String>) {
    match (stored, here) {
        (Value::Object(stored), Value::Object(here)) => {
            for key in stored.keys().chain(here.keys().filter(|key| !stored.contains_key(*key))) {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                differ(
                    &path,
                    stored.get(key).unwrap_or(&Value::Null),
                    here.get(key).unwrap_or(&Value::Null),
                    list,
                );
            }
        }
        (Value::Array(stored), Value::Array(here))
            if stored.len() == here.len() && stored.iter().all(Value::is_object) =>
        {
            let is_one = here.len() == 1;
            for (place, (stored, here)) in stored.iter().zip(here).enumerate() {
                let path = match here.get("name").and_then(Value::as_str) {
                    Some(name) => format!("{path} {name}"),
                    None if is_one => String::new(),
                    None => format!("{path} {}", place + 1),
                };
                differ(&path, stored, here, list);
            }
        }
        _ if stored != here => {
            list.push(format!("{path}: {} there, {} here", brief(stored), brief(here)))
        }
        _ => {}
    }
}

fn brief(value: &Value) -> String {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let names: Vec<String> =
                list.iter().map(|item| brief(item.get("name").unwrap_or(item))).collect();
            names.join(", ")
        }
        other => other.to_string(),
    };
    cut(&text, VALUE_LISTED)
}
