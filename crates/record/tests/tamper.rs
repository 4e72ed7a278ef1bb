//! Tampering with records: each field of each line is changed in turn, and the replay has to
//! notice.
//!
//! What the rules leave open cannot be noticed; [`is_open`] lists it. Besides, three things are
//! left alone because a change of them may leave another good record: the order of cards within a
//! hand, the order of cards that are never drawn, and single settings (other rules may lead to the
//! same round).

use crate::support::{REFERENCE, lines, playable, record};
use serde_json::{Value, json};
use unobench_record::ReplayError;
use unobench_record::testing::{Original, Piece};
use unobench_tests::{official, rule_set, stride};

fn same_shape(field: &Value, other: &Value) -> bool {
    let texts =
        |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    texts(field) && texts(other) && field.as_array().map(Vec::len) == other.as_array().map(Vec::len)
}

fn others(value: &Value) -> Vec<Value> {
    let mut others = vec![
        json!(null),
        json!({}),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!("?"),
        json!([]),
    ];
    match value {
        Value::Bool(flag) => others.push(json!(!flag)),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            others
                .extend([number - 1, number + 1, number + 150, 0, 1, 2].map(|other| json!(other)));
        }
        Value::String(_) => others.extend(TEXTS.split(' ').map(|text| json!(text))),
        Value::Array(items) => others.extend(other_lists(items)),
        Value::Null => others.extend([json!(0), json!(1)]),
        Value::Object(_) => {}
    }
    others.retain(|other| other != value);
    others
}

const TEXTS: &str = "R1 B5 GS YR R+2 W W+4 WB WC R B G Y turn drawn answer penalty challenge uno \
                     start out last stalled double";

/// A list with one item changed, left out or doubled; the first and the last few items are enough.
fn other_lists(items: &[Value]) -> Vec<Value> {
    let mut lists = Vec::new();
    for index in (0..items.len()).filter(|index| *index < 4 || *index + 3 > items.len()) {
        let with = |other: Vec<Value>| {
            let mut list = items.to_vec();
            list.splice(index..=index, other);
            Value::Array(list)
        };
        lists.push(with(vec![]));
        lists.push(with(vec![items[index].clone(), items[index].clone()]));
        lists.extend(others(&items[index]).into_iter().map(|other| with(vec![other])));
    }
    lists
}

struct Tampered {
    lines: Vec<Value>,
    original: Original,
    in_match: bool,
    unnoticed: Vec<String>,
}

impl Tampered {
    fn new(record: &[u8]) -> Tampered {
        let lines = lines(record);
        let in_match = lines.iter().any(|line| line["event"] == "match_end");
        let original = Original::read(record).expect("a good record");
        Tampered { lines, original, in_match, unnoticed: Vec::new() }
    }

    fn error_of(&self, pieces: impl IntoIterator<Item = Piece>) -> Option<ReplayError> {
        self.original.error_of(&mut pieces.into_iter())
    }

    fn error_with(&self, index: usize, line: Value) -> Option<ReplayError> {
        let piece = |at| if at == index { Piece::Other(line.clone()) } else { Piece::Same(at) };
        self.error_of((0..self.lines.len()).map(piece))
    }

    fn expect(&mut self, noticed: bool, index: usize, change: &str) {
        if !noticed {
            let near: Vec<String> =
                self.lines[index..].iter().take(8).map(ToString::to_string).collect();
            self.unnoticed.push(format!("line {} {change}:\n{}", index + 1, near.join("\n")));
        }
    }

    fn change_fields(&mut self, index: usize) {
        let line = self.lines[index].clone();
        let fields: Vec<String> = line.as_object().expect("an object").keys().cloned().collect();
        for field in &fields {
            let mut without = line.clone();
            without.as_object_mut().expect("an object").remove(field);
            let error = self.error_with(index, without);
            let is_open = field == "colour" && self.colour_never_counts(index)
                || ["act", "got"].contains(&field.as_str());
            self.expect(error.is_some() || is_open, index, &format!("without {field}"));
            for other in others(&line[field]) {
                let mut changed = line.clone();
                changed[field] = other.clone();
                let error = self.error_with(index, changed);
                let is_caught = error.is_some() || self.is_open(index, field, &other);
                self.expect(is_caught, index, &format!("{field} = {other}"));
                if let Some(error) = error {
                    assert_speaks_plainly(&error);
                }
            }
        }
    }

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
                let error = self.error_with(index, changed);
                self.expect(error.is_some(), index, &format!("{field} swapped at {at}"));
            }
        }
    }

    fn drawn_from(&self, index: usize) -> usize {
        let later = self.lines[index + 1..]
            .iter()
            .take_while(|line| line["event"] != "reshuffle" && line["event"] != "round_end");
        let taken = later.map(|line| match line["event"].as_str() {
            // A card that goes back may do so on top.
            Some("turn_up") => usize::from(line.get("returned").is_none()),
            Some("draw") => line["cards"].as_array().expect("cards").len(),
            _ => 0,
        });
        taken.sum::<usize>().saturating_sub(self.drawn_before(index))
    }

    /// How many cards of the draw that needs a reshuffle were left of the old pile, at most.
    fn drawn_before(&self, index: usize) -> usize {
        match (&self.lines[index], &self.lines[index + 1]) {
            (line, draw) if line["event"] == "reshuffle" => {
                let (pile, cards) = (
                    line["draw_pile"].as_array().expect("cards"),
                    draw["cards"].as_array().expect("cards"),
                );
                (0..cards.len())
                    .rev()
                    .find(|&old| pile.starts_with(&cards[old..]))
                    .unwrap_or(cards.len())
            }
            _ => 0,
        }
    }

    fn change_lines(&mut self, index: usize) {
        let line = self.lines[index].clone();
        let all = 0..self.lines.len();
        if !self.may_be_missing(index) {
            let without = all.clone().filter(|&at| at != index).map(Piece::Same);
            self.expect(self.error_of(without).is_some(), index, "left out");
        }
        // A card may go back on top; a card out of turn that nobody notices may look like the
        // misplay before it.
        if line.get("returned").is_none() && (line["event"] != "misplay" || self.costs(index)) {
            let twice = (0..=index).chain(index..self.lines.len()).map(Piece::Same);
            self.expect(self.error_of(twice).is_some(), index, "twice");
        }
        if self.lines.get(index + 1).is_some_and(|next| *next != line)
            && !self.may_change_places(index)
        {
            let mut swapped: Vec<usize> = all.collect();
            swapped.swap(index, index + 1);
            let error = self.error_of(swapped.into_iter().map(Piece::Same));
            self.expect(error.is_some(), index, "after the next line");
        }
        let events = "keep lose_turn speaks take_back out swap challenge round_end nothing";
        for event in events.split(' ') {
            let mut renamed = line.clone();
            renamed["event"] = json!(event);
            if renamed != line {
                let error = self.error_with(index, renamed);
                self.expect(error.is_some(), index, &format!("as {event}"));
            }
        }
        self.end_before(index);
    }

    fn end_before(&mut self, index: usize) {
        let before = &self.lines[..index];
        let last = before.last().and_then(|line| line["event"].as_str());
        let at_end = match last {
            None => return assert!(matches!(self.error_of([]), Some(ReplayError::Empty))),
            Some("match_end") => true,
            // After a single round nothing tells that it was to be a match.
            Some("round_end") => {
                before.iter().filter(|line| line["event"] == "round").count() == 1 || !self.in_match
            }
            Some(_) => false,
        };
        let error = self.error_of((0..index).map(Piece::Same));
        // Cut before the draw that tells why there was one, a reshuffle may have been of other
        // cards than those that the replay then thinks of.
        if last == Some("reshuffle") {
            return assert!(error.is_some(), "ends before line {}", index + 1);
        }
        let is_truncated = matches!(error, Some(ReplayError::Truncated { .. }));
        assert_eq!(is_truncated, !at_end, "ends before line {}: {error:?}", index + 1);
    }

    /// What may stand otherwise without breaking a rule: labels, free choices, and chance.
    fn is_open(&self, index: usize, field: &str, changed: &Value) -> bool {
        let line = &self.lines[index];
        let is_below = |limit: u64| changed.as_u64().is_some_and(|number| number < limit);
        match (line["event"].as_str().unwrap_or_default(), field) {
            // Labels. In a match they have to be the same in all rounds; the first round's are free
            // all the same.
            ("round", "rules" | "players") => {
                changed.is_string() || same_shape(&line[field], changed)
            }
            ("round", "block" | "seating") => changed.is_u64(),
            ("round", "round") => changed.is_u64() && !self.in_match,
            ("round", "settings") => changed.is_object(),
            // Whether somebody calls, and which colour is named, is the player's choice.
            ("uno", "called") => changed.is_boolean() && line.get("false_call").is_none(),
            // Where nothing is told it is searched for; chance may have given something else.
            (_, "act") => changed.is_null() || changed.as_array().is_some_and(Vec::is_empty),
            (_, "got") => true,
            ("play", "colour") if changed.is_null() => self.colour_never_counts(index),
            ("play" | "name_colour", "colour") => {
                ["R", "B", "G", "Y"].iter().any(|colour| changed == colour)
            }
            // The same card again: whether it is its own turn, an answer or a jump-in may come to
            // the same.
            ("play", "how") => {
                self.is_card_again(index)
                    && ["turn", "answer", "jump_in"].iter().any(|how| changed == how)
            }
            // Who catches, and where a card goes back to, is chance.
            ("caught", "by") => is_below(4) && *changed != line["seat"],
            ("turn_up", "place") => is_below(150),
            // So is which card is laid by mistake and taken back, and who gives advice that nobody
            // notices.
            ("misplay", "card") => changed.is_string() && self.costs(index),
            ("advises", "seat") => is_below(4) && !self.costs(index),
            // Which cards pass to and fro, where the hands are shuffled together later.
            ("exchange", "gives" | "gets") => changed.is_string() && self.is_shuffled_later(index),
            // Where the piles are empty the launcher may have thrown more.
            ("draw", "owed") => {
                is_below(50)
                    && changed.as_u64() > line["cards"].as_array().map(|cards| cards.len() as u64)
            }
            _ => false,
        }
    }

    fn costs(&self, index: usize) -> bool {
        let later = self.lines[index + 1..].iter().find(|line| line["event"] != "reshuffle");
        let fines = ["misplay", "advice", "silence", "uno"];
        later.is_some_and(|line| {
            line["event"] == "take_back" || fines.iter().any(|why| line["why"] == *why)
        })
    }

    fn is_card_again(&self, index: usize) -> bool {
        let laid = |line: &&Value| line["event"] == "play" || line["event"] == "misplay";
        let last = self.lines[..index].iter().rev().find(laid);
        last.is_some_and(|line| line["card"] == self.lines[index]["card"])
    }

    /// Whether a wild's colour need not be said: nobody names it, or it may have been forgotten
    /// unseen, since another wild follows at once or the round is over.
    fn colour_never_counts(&self, index: usize) -> bool {
        if self.lines[0]["settings"]["play"]["colour_choice"] == "wheel" {
            return true;
        }
        let later = self.lines[index + 1..]
            .iter()
            .find(|line| ["play", "out", "round_end"].iter().any(|event| line["event"] == *event));
        later.is_some_and(|line| {
            line["event"] != "play" || line["how"] == "jump_in" || line["how"] == "double"
        })
    }

    fn is_shuffled_later(&self, index: usize) -> bool {
        self.lines[index..]
            .iter()
            .take_while(|line| line["event"] != "round_end")
            .any(|line| line["event"] == "crash" || line["event"] == "redeal")
    }

    fn may_be_missing(&self, index: usize) -> bool {
        let (line, next) = (&self.lines[index], self.lines.get(index + 1));
        let next_is = |event: &str| next.is_some_and(|next| next["event"] == event);
        match line["event"].as_str() {
            Some("lose_turn") => next_is("round_end"),
            // Nobody need have noticed, and nobody need have remembered, spoken or given advice.
            Some("caught" | "advises" | "speaks") => !self.costs(index),
            Some("uno") => line["called"] == true || next_is("uno"),
            Some("exchange") => line["gives"] == line["gets"] || self.is_shuffled_later(index),
            // The last round of single ones; the end of a match of one round.
            Some("match_end") => {
                next.is_none()
                    && index > 0
                    && !self.lines[..index].iter().any(|line| line["round"] == 1)
            }
            _ => false,
        }
    }

    /// Whether a line may change places with the next one: advice that costs nothing may be given a
    /// turn earlier.
    fn may_change_places(&self, index: usize) -> bool {
        [index, index + 1]
            .iter()
            .any(|&index| self.lines[index]["event"] == "advises" && !self.costs(index))
    }

    fn change_everything(&mut self, first: usize, step: usize) {
        for index in (first..self.lines.len()).step_by(step) {
            self.change_fields(index);
            self.change_order(index);
            self.change_lines(index);
        }
        let unnoticed = &self.unnoticed;
        assert!(
            unnoticed.is_empty(),
            "{}: {} changes unnoticed:\n{}",
            self.lines[0]["rules"],
            unnoticed.len(),
            unnoticed.join("\n")
        );
    }
}

/// An error names the line, or the settings; it does not run on for pages.
fn assert_speaks_plainly(error: &ReplayError) {
    let text = error.to_string();
    assert!(text.contains("line"), "{text}");
    assert!(text.chars().count() < 2000, "{text}");
}

/// Under rules by which nearly everything happens.
#[test]
fn tampering_with_eventful_rounds_is_noticed() {
    let settings = "people.forgets_uno=0.5 people.remembers_uno=0.5 people.catches_uno=0.5 \
                    people.calls_falsely=0.2 uno.false_call_penalty=2 deck.crash=4 \
                    deck.swap_hands=4 deck.downpour_one=4 deck.blanks=2 deck.blank_draws=8 \
                    setup.hand_size=5";
    let record =
        record(&official(settings), 4, &["random", "high-points", "punisher"], 2, 3, false);
    Tampered::new(&record).change_everything(0, 3 * stride());
}

#[test]
fn tampering_with_a_reference_round_is_noticed() {
    Tampered::new(REFERENCE[0]).change_everything(0, 2 * stride());
}

#[test]
fn tampering_with_a_reference_match_is_noticed() {
    Tampered::new(REFERENCE[1]).change_everything(0, 7 * stride());
}

/// The rule sets in which most happens. Every line takes minutes: `TAMPER_STEP=1` asks for it,
/// otherwise every eleventh is changed before a release, and fewer before a commit.
#[test]
fn tampering_with_any_line_is_noticed() {
    let step = std::env::var("TAMPER_STEP").ok().and_then(|step| step.parse().ok());
    let step = step.unwrap_or(11 * stride());
    for (seed, name) in
        ["everything", "forgetful", "jump-in", "seven-rounds", "extreme"].into_iter().enumerate()
    {
        let mut rules = rule_set(name);
        rules.set_all(&["setup.hand_size=5"]).expect("a setting");
        let record = record(&rules, 3, &["random", "most-colour"], 2, seed as u64, false);
        Tampered::new(&record).change_everything(seed, step);
    }
}

#[test]
fn tampering_is_noticed_under_all_rules() {
    for (seed, rules) in playable().iter().enumerate().step_by(stride()) {
        if rules.validate_for(4).is_ok() {
            let record = record(rules, 4, &["random", "high-points"], 1, seed as u64, false);
            // The first line, which is the longest by far, of every fifth alone.
            let first = if seed.is_multiple_of(5) { 0 } else { seed % 20 + 1 };
            // Before a commit little besides: a rule set under which a change goes unnoticed is found at
            // any of its lines.
            Tampered::new(&record).change_everything(first, 61 * stride());
        }
    }
}
