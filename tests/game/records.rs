//! Game records under random rule sets: what the library traces and what the naive engine writes is
//! checked by the replay.

use crate::agreement::compare::Case;
use crate::agreement::minds::{ANYTHING, EAGER};
use crate::agreement::rules::{all_keys, random_rules};
use crate::agreement::tape::Deal;
use crate::support::*;
use rayon::prelude::*;
use std::sync::LazyLock;
use unobench_core::rules::FirstDealer;
use unobench_record::{Form, ReplayError, Trace, replay, table_at, testing};

const SEATS: [usize; 6] = [2, 3, 4, 5, 6, 10];

fn traced(rules: &RuleSet, players: usize, seed: u64, match_play: bool) -> Vec<u8> {
    let strategies: Vec<StrategySpec> =
        CATALOGUE.entries().map(|entry| affordable(entry.name)).collect();
    let seating = |shift: usize| -> SeatMap {
        std::array::from_fn(|seat| {
            if seat < players { ((seat + shift) % strategies.len()) as u8 } else { 0 }
        })
    };
    let seatings = |_| vec![seating(0), seating(3)];
    testing::traced(&Trace {
        rules,
        players,
        strategies: &strategies,
        seatings: &seatings,
        games: 2,
        seed,
        match_play,
        form: Form::JsonLines,
    })
}

fn text_of(lines: &[Value]) -> Vec<u8> {
    lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
}

/// The lines before the one that an error names, and that one.
fn excerpt(record: &[u8], error: &ReplayError) -> String {
    let text = String::from_utf8_lossy(record);
    let named = error
        .to_string()
        .split_whitespace()
        .skip_while(|word| *word != "line")
        .nth(1)
        .map(|word| word.trim_matches(',').to_owned());
    let line: usize =
        named.and_then(|number| number.trim_end_matches(':').parse().ok()).unwrap_or(0);
    text.lines().take(line).skip(line.saturating_sub(12).max(1)).collect::<Vec<_>>().join("\n")
}

fn assert_good(record: &[u8], rules: &RuleSet) {
    if let Err(error) = replay(record) {
        panic!("{error}\n{}\n{}", excerpt(record, &error), rules.to_short_toml());
    }
}

fn random_tables(sets: usize, seed: u64) -> Vec<(RuleSet, usize, u64)> {
    let keys = all_keys();
    let mut rng = Rng::from_key(seed);
    let tables = SEATS.into_iter().flat_map(|players| std::iter::repeat_n(players, sets));
    let case = |players| (random_rules(&keys, players, &mut rng), players, rng.bits());
    tables.map(case).collect()
}

#[test]
fn traces_of_random_rule_sets_replay() {
    random_tables(60, 21).par_iter().for_each(|(rules, players, seed)| {
        assert_good(&traced(rules, *players, *seed, false), rules)
    });
}

#[test]
fn traced_matches_of_random_rule_sets_replay() {
    random_tables(6, 22).into_par_iter().for_each(|(mut rules, players, seed)| {
        // Long enough for several rounds, short enough for a test.
        rules.scoring.target = rules.scoring.target.min(200);
        assert_good(&traced(&rules, players, seed, true), &rules);
    });
}

/// Records of rounds in which seats do anything that is allowed, written by an engine that shares
/// no code with the replay.
fn naive_records(sets: usize, seed: u64) -> Vec<(RuleSet, Vec<Value>)> {
    let mut rng = Rng::from_key(seed);
    let tables = random_tables(sets, seed ^ 1).into_iter().map(|(mut rules, players, seed)| {
        // The naive engine is told who deals.
        rules.setup.first_dealer = FirstDealer::Random;
        let line_up = (0..players)
            .map(|_| if rng.below(3) == 0 { ANYTHING } else { EAGER }.to_owned())
            .collect();
        Case { line_up, rules, seed, deal: Deal::Laid, whole_match: false }
    });
    let tables: Vec<Case> = tables.collect();
    tables.into_par_iter().map(|case| (case.rules.clone(), case.naive_record())).collect()
}

/// Few before a commit, where `agreement` compares the engines at more tables: a line that the
/// replay refuses from the naive engine is found in any record that has its kind.
fn few(all: usize) -> usize {
    thinned(thinned(all))
}

/// What is replayed as it is, and again with its misplays rewritten.
static NAIVE: LazyLock<Vec<(RuleSet, Vec<Value>)>> = LazyLock::new(|| naive_records(few(60), 23));

#[test]
fn records_of_the_naive_engine_replay() {
    NAIVE.par_iter().for_each(|(rules, lines)| assert_good(&text_of(lines), rules));
}

/// A misplay that nobody noticed stands as played, and may be written so.
#[test]
fn misplays_that_stand_may_be_written_as_plays() {
    let is_fine = |line: &Value| {
        line["event"] == "draw" && (line["why"] == "misplay" || line["why"] == "advice")
    };
    let rewritten: usize = NAIVE
        .par_iter()
        .map(|(rules, lines)| {
            let mut lines = lines.clone();
            let mut count = 0;
            for index in 0..lines.len() {
                let next = lines[index + 1..].iter().find(|line| line["event"] != "reshuffle");
                if lines[index]["event"] == "misplay" && !next.is_some_and(is_fine) {
                    lines[index]["event"] = "play".into();
                    lines[index]["how"] = "turn".into();
                    count += 1;
                }
            }
            if count > 0 {
                assert_good(&text_of(&lines), rules);
            }
            count
        })
        .sum();
    assert!(rewritten > few(100), "{rewritten} misplays that stand");
}

/// The table is shown after every line, with all the cards and the turns that the end counts; before
/// a commit fewer lines of each record are asked for.
#[test]
fn the_table_can_be_seen_after_every_line_of_random_records() {
    naive_records(2, 31).par_iter().for_each(|(rules, lines)| {
        let record = text_of(lines);
        for number in (1..=lines.len().min(160)).rev().step_by(12 / thinned(4)) {
            let table = table_at(&record[..], number as u64)
                .unwrap_or_else(|error| panic!("{error}\n{}", rules.to_short_toml()));
            assert!(table.starts_with(&format!("after line {number}, ")), "{table}");
        }
    });
}

/// A value of a record with its printed cards written as the added ones that do the same.
fn in_rows(value: &mut Value, rows: &[String]) {
    match value {
        Value::String(text) => {
            let symbol = text.strip_prefix(['R', 'B', 'G', 'Y']).unwrap_or(text);
            // A colour alone is no card.
            if text != "R" && rows.iter().any(|row| row.strip_suffix('!') == Some(symbol)) {
                text.push('!');
            } else if text == "downpour" {
                *text = "effect".into();
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|element| in_rows(element, rows)),
        Value::Object(fields) => fields.values_mut().for_each(|field| in_rows(field, rows)),
        _ => {}
    }
}

/// The naive engine plays with printed cards; the replay follows with their rows.
#[test]
fn printed_cards_do_what_their_rows_say() {
    let text = include_str!("data/printed.toml");
    let mut rows = RuleSet::parse(text, "printed.toml").expect("a rule file");
    let symbols: Vec<String> =
        rows.deck.card.iter().map(|card| card.text.as_str().to_owned()).collect();
    let cards = "deck.cards={\"+1\"=1} deck.blanks=2 deck.blank_draws=5 deck.swap_hands=1 \
                 deck.shuffle_hands=1 deck.downpour_one=1 deck.downpour_two=1";
    let house = "setup.start_card=coloured setup.first_dealer=random";
    rows.set_all(&words(house)).expect("settings");
    let printed = official(&format!("{cards} {house}"));
    for players in [2, 3, 4, 6] {
        let played = (0..60_u64).into_par_iter().filter(|&seed| {
            let line_up = vec![if seed % 2 == 0 { ANYTHING } else { EAGER }.to_owned(); players];
            let rules = printed.clone();
            let case = Case { line_up, rules, seed, deal: Deal::Laid, whole_match: false };
            let mut lines = case.naive_record();
            // A turn that is lost at once is lost before a round is given up.
            if lines.last().is_some_and(|line| line["reason"] == "stalled") {
                return false;
            }
            lines.iter_mut().for_each(|line| in_rows(line, &symbols));
            lines[0]["settings"] = rows.settings_json();
            assert_good(&text_of(&lines), &rows);
            true
        });
        let played = played.count();
        assert!(played > 30, "{players} seats: {played} rounds with an end");
    }
}
