//! The documents that the catalogue is made from, line by line: `data/sources.csv` names each
//! statement of a rule with its key, and is held here to the catalogue and to the rule sets that
//! are the documents' own games.

use crate::support::*;
use std::ops::RangeInclusive;

/// One row for each statement of a rule, in the order of the documents: its key, with the value
/// that is meant (`*`: any, or none is named). The key is `always` where the statement holds in
/// every rule set, with the place in the catalogue, and `none` where it is no rule, with the why.
const ROWS: &str = include_str!("data/sources.csv");

const LONGEST_NOTE: usize = 100;

/// The documents, with the number of their lines and those of them that are blank and lie between
/// two rows.
fn documents() -> impl Iterator<Item = (&'static str, u32, &'static str)> {
    include_str!("data/documents.csv").lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, lines, blank] = fields[..] else { panic!("three fields: {line}") };
        (name, lines.parse().expect("a number"), blank)
    })
}

const ARTICLES: [(&str, u32, u32); 5] =
    [("A1", 1, 37), ("A2", 39, 232), ("A3", 234, 344), ("A4", 346, 519), ("A5", 521, 544)];

/// The keys that no document speaks of, and who does.
const ELSEWHERE: [(&str, &str); 11] = [
    ("deck.card", "decks on sale"),
    ("deck.cards", "decks on sale"),
    ("deck.packs", "large tables: our own"),
    ("deck.shuffle_hands", "the newer classic deck"),
    ("finish.blocked", "a simulation has to end: our own"),
    ("finish.mercy", "No Mercy"),
    ("finish.mercy_after", "No Mercy"),
    ("play.drawn_wild4", "another simulator"),
    ("play.turn_limit", "a simulation has to end: our own"),
    ("responses.by_value", "No Mercy"),
    ("scoring.knock_out_points", "No Mercy"),
];

/// What rule sets change although the documents that they name do not say so, and why.
const ASSUMED: [(&str, &str, &str); 4] = [
    ("everything", "deck.blanks", "few blanks keep it short"),
    ("everything", "responses.wild_draw_four", "a house rule too"),
    ("h2o", "deck.wild", "how many there are is not said"),
    ("h2o", "deck.wild_draw_four", "how many there are is not said"),
];

/// A rule set that is the game of a document, with the lines that tell this game, and the keys that
/// they speak of and it leaves alone.
struct Text {
    set: &'static str,
    document: &'static str,
    lines: &'static [RangeInclusive<u32>],
    but: &'static [(&'static str, &'static str)],
}

const WITHOUT_JUMP_IN: &[(&str, &str)] = &[("jump_in.actions", "there is no jump-in in it")];

const TEXTS: [Text; 8] = [
    Text {
        set: "source-a1",
        document: "A",
        lines: &[1..=35],
        but: &[("deck.blanks", "they only replace lost cards"), ("deck.blank_draws", "no blanks")],
    },
    Text { set: "source-a2", document: "A", lines: &[39..=147], but: WITHOUT_JUMP_IN },
    Text {
        set: "source-a3",
        document: "A",
        lines: &[237..=256, 271..=281, 287..=293, 309..=342],
        but: &[],
    },
    Text { set: "source-c", document: "A", lines: &[350..=417], but: WITHOUT_JUMP_IN },
    Text { set: "source-c", document: "B", lines: &[50..=150], but: WITHOUT_JUMP_IN },
    Text { set: "source-c", document: "C", lines: &[10..=223], but: WITHOUT_JUMP_IN },
    Text { set: "source-d", document: "D", lines: &[9..=62], but: &[] },
    Text { set: "source-e", document: "E", lines: &[11..=47], but: &[] },
];

#[derive(Debug, Clone, Copy)]
struct Row {
    document: &'static str,
    first: u32,
    last: u32,
    key: &'static str,
    value: &'static str,
    note: &'static str,
}

impl Row {
    fn parse(line: &'static str) -> Row {
        let fields: Vec<&str> = line.split(',').collect();
        let [document, lines, key, value, note] = fields[..] else {
            panic!("five fields, and no comma in any: {line}")
        };
        let (first, last) = range_of(lines);
        Row { document, first, last, key, value, note }
    }

    fn has_key(&self) -> bool {
        !matches!(self.key, "always" | "none")
    }

    fn has_value(&self) -> bool {
        self.has_key() && self.value != "*"
    }

    fn setting(&self) -> String {
        format!("{}={}", self.key, self.value)
    }
}

/// A line, as in `9`, or the first and last of several, as in `9-12`.
fn range_of(lines: &str) -> (u32, u32) {
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let [first, last] = [first, last]
        .map(|line| line.parse().unwrap_or_else(|_| panic!("{lines}: neither a line nor a range")));
    assert!(first <= last, "{lines} goes backwards");
    (first, last)
}

fn rows() -> Vec<Row> {
    let mut lines = ROWS.lines();
    assert_eq!(lines.next(), Some("document,line,key,value,note"), "the columns");
    lines.map(Row::parse).collect()
}

fn holds(rules: &RuleSet, row: &Row) -> bool {
    let mut changed = rules.clone();
    changed.set(&row.setting()).is_ok() && changed.differences(rules).is_empty()
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "data/sources.csv:\n  {}", wrong.join("\n  "));
}

#[test]
fn the_rows_are_in_the_order_of_the_documents_and_say_what_they_have_to() {
    let rows = rows();
    assert!(rows.is_sorted_by_key(|row| (row.document, row.first)), "documents and lines in order");
    let mut seen = BTreeSet::new();
    for row in rows {
        let statement = (row.document, row.first, row.last, row.key, row.value, row.note);
        assert!(seen.insert(statement), "twice: {row:?}");
        assert_eq!(row.has_key(), !row.value.is_empty(), "a key has a value: {row:?}");
        assert!(row.has_key() || !row.note.is_empty(), "no reason: {row:?}");
        assert!(row.note.chars().count() <= LONGEST_NOTE, "a note, not a text: {row:?}");
    }
}

#[test]
fn every_line_of_the_documents_that_is_not_blank_has_a_row() {
    let rows = rows();
    for row in &rows {
        assert!(documents().any(|(name, ..)| name == row.document), "{row:?}");
    }
    for (document, lines, blank) in documents() {
        let of_document = rows.iter().filter(|row| row.document == document);
        let covered: BTreeSet<u32> = of_document.flat_map(|row| row.first..=row.last).collect();
        let blank: BTreeSet<u32> =
            blank.split_whitespace().map(range_of).flat_map(|(first, last)| first..=last).collect();
        for line in 1..=lines {
            assert!(covered.contains(&line) != blank.contains(&line), "{document} {line}");
        }
        assert!(covered.last() <= Some(&lines), "{document} ends at line {lines}");
    }
}

#[test]
fn every_key_is_in_the_catalogue_and_every_value_is_accepted_by_some_rule_set() {
    let keys: BTreeSet<String> = RuleSet::keys().into_iter().map(|info| info.key).collect();
    let load = |name| RuleSet::load(name).expect("a shipped rule set");
    let bases: Vec<RuleSet> = RuleSet::shipped_names().map(load).collect();
    let mut wrong = Vec::new();
    let mut accepted: BTreeMap<String, bool> = BTreeMap::new();
    for row in rows().into_iter().filter(Row::has_key) {
        if !keys.contains(row.key) {
            wrong.push(format!("no such key: {row:?}"));
        } else if row.has_value() {
            let setting = row.setting();
            let is_accepted = accepted.entry(setting).or_insert_with_key(|setting| {
                bases.iter().any(|base| base.clone().set(setting).is_ok())
            });
            if !*is_accepted {
                wrong.push(format!("no rule set accepts this value: {row:?}"));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn every_key_of_the_catalogue_is_in_some_row_or_is_named_as_not_of_the_documents() {
    let of_documents: BTreeSet<&str> = rows().iter().map(|row| row.key).collect();
    let keys: Vec<String> = RuleSet::keys().into_iter().map(|info| info.key).collect();
    for key in &keys {
        let elsewhere = ELSEWHERE.iter().any(|(name, _)| name == key);
        assert!(of_documents.contains(&**key) != elsewhere, "in a row or elsewhere: {key}");
    }
    for (key, who) in ELSEWHERE {
        assert!(keys.iter().any(|known| known == key), "no such key: {key} ({who})");
    }
}

/// Where a text offers several values (two ways to count points, say), the rule set has one of
/// them.
#[test]
fn the_rule_sets_named_after_documents_have_the_values_of_their_lines() {
    let rows = rows();
    let mut wrong = Vec::new();
    for text in TEXTS {
        let Ok(rules) = RuleSet::load(text.set) else {
            wrong.push(format!("no such rule set: {}", text.set));
            continue;
        };
        let told = |row: &&Row| {
            row.has_value()
                && row.document == text.document
                && text.lines.iter().any(|lines| lines.contains(&row.first))
        };
        // Whether one of the values that the lines name is the one of the set.
        let mut held: BTreeMap<&str, bool> = BTreeMap::new();
        for row in rows.iter().filter(told) {
            *held.entry(row.key).or_default() |= holds(&rules, row);
        }
        for (key, is_held) in held {
            let excepted = text.but.iter().any(|(name, _)| *name == key);
            if is_held == excepted {
                let why = if excepted { "needs no exception" } else { "no line says so" };
                wrong.push(format!("{} and {key} of document {}: {why}", text.set, text.document));
            }
        }
    }
    assert_none(&wrong);
}

/// The lines of the documents that the source of a rule set names, as in `A1, D`; none if it names
/// anything else, a house rule say.
fn lines_of(source: &str) -> Option<Vec<(&str, u32, u32)>> {
    let of_part = |part: &str| {
        let article = ARTICLES.iter().find(|(name, ..)| *name == part);
        let lines = article.map(|&(_, first, last)| ("A", first, last));
        let document = documents().find(|(name, ..)| *name == part);
        lines.or(document.map(|(name, last, _)| (name, 1, last)))
    };
    source.split(", ").map(of_part).collect()
}

#[test]
fn what_a_rule_set_changes_is_said_by_a_line_of_the_documents_that_it_names() {
    let rows = rows();
    let mut wrong = Vec::new();
    let mut changed = BTreeSet::new();
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("a shipped rule set");
        let Some(lines) = lines_of(&rules.source) else { continue };
        let is_named = |row: &Row| {
            lines.iter().any(|&(document, first, last)| {
                row.document == document && (first..=last).contains(&row.first)
            })
        };
        for (key, value, _) in rules.differences(&RuleSet::official()) {
            let says_so = |row: &Row| {
                row.key == key && is_named(row) && (row.value == "*" || holds(&rules, row))
            };
            let is_assumed =
                ASSUMED.iter().any(|(set, setting, _)| (*set, *setting) == (name, &key));
            if rows.iter().any(says_so) == is_assumed {
                let why = if is_assumed { "need not be assumed:" } else { "is not said in" };
                wrong.push(format!("{name}: {key} = {value} {why} {}", rules.source));
            }
            changed.insert((name, key));
        }
    }
    for (name, key, _) in ASSUMED {
        if !changed.contains(&(name, key.to_owned())) {
            wrong.push(format!("{name} leaves {key} as it is"));
        }
    }
    assert_none(&wrong);
}
