//! Tampering with records: each field of each line is changed in turn, and the replay has to notice.
//!
//! What the rules leave open cannot be noticed; [`is_open`] lists it. Besides, three things are left alone because a change of them may leave
//! another good record: the order of cards within a hand, the order of cards that are never drawn, and single settings (other rules may lead
//! to the same round).

use super::ReplayError;
use super::checker::Stop;
use super::replay::{Referee, Remembered};
use super::tests::{playable, record};
use crate::rules::RuleSet;
use serde_json::{Value, json};

/// What may stand otherwise without breaking a rule: labels, free choices, and chance.
fn is_open(line: &Value, field: &str, changed: &Value, in_match: bool) -> bool {
    let event = line["event"].as_str().unwrap_or_default();
    match (event, field) {
        // Labels. In a match they have to be the same in all rounds; the first round's are free all the same.
        ("round", "rules" | "players") => changed.is_string() || same_shape(&line[field], changed),
        ("round", "block" | "seating") => changed.is_u64(),
        ("round", "round") => changed.is_u64() && !in_match,
        ("round", "settings") => changed.is_object(),
        // Whether somebody calls, and which colour is named, is the player's choice.
        ("uno", "called") => changed.is_boolean() && line.get("false_call").is_none(),
        ("play" | "name_colour", "colour") => ["R", "B", "G", "Y"].iter().any(|colour| changed == colour),
        // Who catches, and where a card goes back to, is chance.
        ("caught", "by") => changed.as_u64().is_some_and(|by| by < 4 && *changed != line["seat"]),
        ("turn_up", "place") => changed.as_u64().is_some_and(|place| place < 150),
        _ => false,
    }
}

fn same_shape(one: &Value, other: &Value) -> bool {
    let texts = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    texts(one) && texts(other) && one.as_array().map(Vec::len) == other.as_array().map(Vec::len)
}

/// Other values for a field, of its own type and of wrong ones.
fn others(value: &Value) -> Vec<Value> {
    let mut others = vec![Value::Null, json!({}), json!(-1), json!(1e300), json!(u64::MAX), json!("?"), json!([])];
    match value {
        Value::Bool(flag) => others.push(json!(!flag)),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            others.extend([number - 1, number + 1, number + 150, 0, 1, 2].map(|other| json!(other)));
        }
        Value::String(_) => others.extend(TEXTS.iter().map(|text| json!(text))),
        Value::Array(items) => others.extend(other_lists(items)),
        Value::Null => others.extend([json!(0), json!(1)]),
        Value::Object(_) => {}
    }
    others.retain(|other| other != value);
    others
}

/// Words of records.
const TEXTS: [&str; 24] = [
    "R1",
    "B5",
    "GS",
    "YR",
    "R+2",
    "W",
    "W+4",
    "WB",
    "WC",
    "R",
    "B",
    "G",
    "Y",
    "turn",
    "drawn",
    "answer",
    "penalty",
    "challenge",
    "uno",
    "start",
    "out",
    "last",
    "stalled",
    "double",
];

/// A list with one item changed, left out or doubled; the first and the last few items are enough.
fn other_lists(items: &[Value]) -> Vec<Value> {
    let mut lists = Vec::new();
    let ends = |index: &usize| *index < 4 || *index + 3 > items.len();
    for index in (0..items.len()).filter(ends) {
        let with = |other: Vec<Value>| {
            let mut list = items.to_vec();
            list.splice(index..=index, other);
            Value::Array(list)
        };
        lists.push(with(vec![]));
        lists.push(with(vec![items[index].clone(), items[index].clone()]));
        let inner = others(&items[index]);
        lists.extend(inner.into_iter().map(|other| with(vec![other])));
    }
    lists
}

/// A record, line by line.
struct Tampered {
    lines: Vec<Value>,
    remembered: Remembered,
    in_match: bool,
    tried: usize,
}

impl Tampered {
    fn new(record: &[u8]) -> Tampered {
        let lines: Vec<Value> = record
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).expect("JSON"))
            .collect();
        let mut referee = Referee::new(record, None);
        assert!(referee.run().is_ok());
        let in_match = lines.iter().any(|line| line["event"] == "match_end");
        Tampered { lines, remembered: referee.remembered(), in_match, tried: 0 }
    }

    /// The error that a list of lines makes.
    fn error_of(&mut self, lines: &[Value]) -> Option<ReplayError> {
        let mut record = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut record, line).expect("memory takes everything");
            record.push(b'\n');
        }
        self.tried += 1;
        let mut referee = Referee::new(&record[..], None);
        referee.remember(&self.remembered);
        match referee.run() {
            Err(Stop::Broken(error)) => Some(error),
            _ => None,
        }
    }

    fn error_with(&mut self, index: usize, line: Value) -> Option<ReplayError> {
        let original = std::mem::replace(&mut self.lines[index], line);
        let lines = std::mem::take(&mut self.lines);
        let error = self.error_of(&lines);
        self.lines = lines;
        self.lines[index] = original;
        error
    }

    /// Changes each field of a line in turn.
    fn change_fields(&mut self, index: usize) {
        let line = self.lines[index].clone();
        let fields: Vec<String> = line.as_object().expect("an object").keys().cloned().collect();
        for field in &fields {
            let mut without = line.clone();
            without.as_object_mut().expect("an object").remove(field);
            let error = self.error_with(index, without);
            assert!(error.is_some(), "line {} without {field}: {line}", index + 1);
            for other in others(&line[field]) {
                let mut changed = line.clone();
                changed[field] = other.clone();
                let error = self.error_with(index, changed);
                let is_caught = error.is_some() || is_open(&line, field, &other, self.in_match);
                assert!(is_caught, "line {}, {field} = {other}: {line}", index + 1);
                if let Some(error) = error {
                    assert_speaks_plainly(&error);
                }
            }
        }
    }

    /// Swaps neighbours in the lists whose order counts.
    fn change_order(&mut self, index: usize) {
        let line = self.lines[index].clone();
        let count = match line["event"].as_str() {
            Some("draw") => usize::MAX,
            Some("round" | "reshuffle") => self.drawn_from(index),
            _ => return,
        };
        let field = if line["event"] == "draw" { "cards" } else { "draw_pile" };
        let len = line[field].as_array().expect("cards").len().min(count);
        for at in 1..len {
            let mut changed = line.clone();
            let cards = changed[field].as_array_mut().expect("cards");
            if cards[at - 1] != cards[at] {
                cards.swap(at - 1, at);
                assert!(self.error_with(index, changed).is_some(), "line {}, {field} swapped at {at}: {line}", index + 1);
            }
        }
    }

    /// How many cards are taken from the pile that a line lays out, at least.
    fn drawn_from(&self, index: usize) -> usize {
        let later = self.lines[index + 1..].iter().take_while(|line| line["event"] != "reshuffle" && line["event"] != "round_end");
        let taken = later.map(|line| match line["event"].as_str() {
            // A card that goes back may do so on top.
            Some("turn_up") => usize::from(line.get("returned").is_none()),
            Some("draw") => line["cards"].as_array().expect("cards").len(),
            _ => 0,
        });
        taken.sum()
    }

    /// Leaves a line out, doubles it, swaps it with the next, gives it another name, ends before it.
    fn change_lines(&mut self, index: usize) {
        let lines = self.lines.clone();
        let line = &lines[index];
        let (before, after) = (&lines[..index], &lines[index + 1..]);
        if !self.may_be_missing(index) {
            assert!(self.error_of(&[before, after].concat()).is_some(), "without line {}: {line}", index + 1);
        }
        if line.get("returned").is_none() {
            assert!(
                self.error_of(&[before, std::slice::from_ref(line), &lines[index..]].concat()).is_some(),
                "line {} twice: {line}",
                index + 1
            );
        }
        if let Some(next) = after.first().filter(|next| *next != line) {
            let swapped = [before, &[next.clone(), line.clone()], &after[1..]].concat();
            assert!(self.error_of(&swapped).is_some(), "lines {} and {} swapped: {line}", index + 1, index + 2);
        }
        for event in ["keep", "lose_turn", "speaks", "take_back", "out", "swap", "challenge", "round_end", "nothing"] {
            let mut renamed = line.clone();
            renamed["event"] = json!(event);
            if renamed != *line {
                assert!(self.error_with(index, renamed).is_some(), "line {} as {event}: {line}", index + 1);
            }
        }
        self.end_before(index, before);
    }

    fn end_before(&mut self, index: usize, before: &[Value]) {
        let last = before.last().and_then(|line| line["event"].as_str());
        let at_end = match last {
            None => return assert!(matches!(self.error_of(before), Some(ReplayError::Empty))),
            Some("match_end") => true,
            // After a single round nothing tells that it was to be a match.
            Some("round_end") => before.iter().filter(|line| line["event"] == "round").count() == 1 || !self.in_match,
            Some(_) => false,
        };
        let error = self.error_of(before);
        let is_truncated = matches!(error, Some(ReplayError::Truncated { .. }));
        assert_eq!(is_truncated, !at_end, "ends before line {}: {error:?}", index + 1);
    }

    /// Whether a record is good without the line.
    fn may_be_missing(&self, index: usize) -> bool {
        let (line, next) = (&self.lines[index], self.lines.get(index + 1));
        let next_is = |event: &str| next.is_some_and(|next| next["event"] == event);
        match line["event"].as_str() {
            Some("lose_turn") => next_is("round_end"),
            // Nobody need have noticed, and nobody need have remembered.
            Some("caught") => !next_is("draw"),
            Some("uno") => line["called"] == true || next_is("uno"),
            // The last round of single ones; the end of a match of one round.
            Some("match_end") => next.is_none() && index > 0 && !self.lines[..index].iter().any(|line| line["round"] == 1),
            _ => false,
        }
    }

    fn change_everything(&mut self, step: usize) {
        for index in (0..self.lines.len()).step_by(step) {
            self.change_fields(index);
            self.change_order(index);
            self.change_lines(index);
        }
    }
}

/// An error names the line, or the settings; it does not run on for pages.
fn assert_speaks_plainly(error: &ReplayError) {
    let text = error.to_string();
    assert!(text.contains("line"), "{text}");
    assert!(text.chars().count() < 2000, "{text}");
}

/// Rules under which nearly everything happens.
fn eventful() -> RuleSet {
    let mut rules = RuleSet::official();
    let settings = [
        "people.forgets_uno=0.5",
        "people.remembers_uno=0.5",
        "people.catches_uno=0.5",
        "people.calls_falsely=0.2",
        "uno.false_call_penalty=2",
        "deck.crash=4",
        "deck.swap_hands=4",
        "deck.downpour_one=4",
        "deck.blanks=2",
        "deck.blank_draws=8",
        "setup.hand_size=5",
    ];
    rules.set_all(&settings).expect("settings");
    rules
}

#[test]
fn tampering_with_a_reference_round_is_noticed() {
    Tampered::new(include_bytes!("../../tests/data/reference-official-round.jsonl")).change_everything(2);
}

#[test]
fn tampering_with_a_reference_match_is_noticed() {
    Tampered::new(include_bytes!("../../tests/data/reference-people-match.jsonl")).change_everything(7);
}

#[test]
fn tampering_with_eventful_rounds_is_noticed() {
    let record = record(&eventful(), 4, &["random", "high-points", "punisher"], 2, 3, false);
    Tampered::new(&record).change_everything(3);
}

#[test]
fn tampering_is_noticed_under_all_rules() {
    for (seed, rules) in playable().iter().enumerate() {
        if rules.validate_for(4).is_ok() {
            let record = record(rules, 4, &["random", "high-points"], 1, seed as u64, false);
            Tampered::new(&record).change_everything(61);
        }
    }
}
