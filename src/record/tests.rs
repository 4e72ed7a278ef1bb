//! Tests of traces and replays.

use super::*;
use crate::arena::outcome::Outcome;
use crate::arena::table::{Seating, Table};
use crate::rules::{MAX_SEATS, RuleSet};
use crate::strategies::StrategySpec;
use serde_json::Value;

/// Strategies by their texts.
pub(super) fn specs(texts: &[&str]) -> Vec<StrategySpec> {
    texts.iter().map(|text| text.parse().expect("a strategy")).collect()
}

/// The rotations of a line-up of `players` seats filled from `strategies` strategies.
pub(super) fn rotations(players: usize, strategies: usize) -> Vec<Seating> {
    let seating = |shift: usize| {
        std::array::from_fn(|seat| if seat < players { ((seat + shift) % players % strategies) as u8 } else { 0 })
    };
    (0..players).map(seating).collect()
}

/// A record of some games.
pub(super) fn record(rules: &RuleSet, players: usize, texts: &[&str], games: u64, seed: u64, match_play: bool) -> Vec<u8> {
    let strategies = specs(texts);
    let seatings = |_| rotations(players, strategies.len());
    let mut out = Vec::new();
    let form = Form::JsonLines;
    let trace = Trace { rules, players, strategies: &strategies, seatings: &seatings, games, seed, match_play, form };
    trace.write(&mut out).expect("memory takes everything");
    out
}

fn lines(record: &[u8]) -> Vec<Value> {
    record.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

/// Rule sets that the game can play.
pub(super) fn playable() -> Vec<RuleSet> {
    let shipped = RuleSet::shipped_names().map(|name| RuleSet::load(name).expect("a shipped rule set"));
    let odd = [
        "hands.launcher=0",
        "deck.packs=2",
        "deck.blanks=4 deck.blank_draws=10",
        "deck.crash=4 deck.swap_hands=4 deck.wild_draw_four=8",
        "deck.downpour_one=4 deck.downpour_two=4 setup.start_card=number",
        "setup.hand_size=2 play.draw=until_playable play.drawn_card=must_play",
        "play.challenge=take_back play.voluntary_draw=false play.turn_limit=100",
        "people.forgets_uno=0.5 people.remembers_uno=0.5 people.catches_uno=0.5 people.calls_falsely=0.2 uno.false_call_penalty=2",
        "people.forgets_uno=1 people.remembers_uno=1 people.catches_uno=1 people.calls_falsely=1 people.reaction=0.5 uno.penalty=0",
        "play.reverse=one_turn play.two_player_reverse=reverse setup.first_dealer=1 setup.start_wild=dealer",
        "play.colour_choice=wheel play.after_wild=colour_or_under deck.wild=8",
    ];
    let odd = odd.into_iter().map(|settings| {
        let mut rules = RuleSet::official();
        rules.set_all(&settings.split(' ').collect::<Vec<_>>()).expect("settings");
        rules
    });
    let all: Vec<RuleSet> = shipped.chain(odd).collect();
    all.into_iter().inspect(|rules| rules.check_implemented().expect("rules that are built")).collect()
}

/// The outcome that the lines of one game tell.
fn told(lines: &[Value], match_play: bool) -> Outcome {
    let mut outcome = Outcome {
        winners: 0,
        scores: [0; MAX_SEATS],
        hand_points: [0; MAX_SEATS],
        turns: 0,
        stalled: false,
        first: lines[0]["first"].as_u64().expect("a seat") as u8,
        faults: [0; MAX_SEATS],
    };
    let partners = lines[0]["settings"]["scoring"]["partners"] == true;
    let players = lines[0]["players"].as_array().expect("seats").len();
    let mut stalls = 0;
    for end in lines.iter().filter(|line| line["event"] == "round_end") {
        outcome.turns += end["turns"].as_u64().expect("turns") as u32;
        outcome.stalled = end["reason"] == "stalled";
        stalls = if outcome.stalled { stalls + 1 } else { 0 };
        for seat in 0..players {
            outcome.hand_points[seat] += end["points"][seat].as_u64().expect("points") as u32;
        }
    }
    let last = lines.last().expect("an end");
    let scores = if match_play { &last["totals"] } else { &last["scores"] };
    if match_play {
        outcome.stalled = stalls == 20;
    }
    for seat in 0..players {
        outcome.scores[seat] = scores[seat].as_i64().expect("a score") as i32;
    }
    if let Some(winner) = last["winner"].as_u64() {
        outcome.winners = 1 << winner;
        if partners {
            outcome.winners |= 1 << (winner as usize + players / 2);
        }
    }
    outcome
}

/// The outcomes of a record's games.
fn outcomes(record: &[u8], match_play: bool) -> Vec<Outcome> {
    let end = if match_play { "match_end" } else { "round_end" };
    let lines = lines(record);
    lines.split_inclusive(|line| line["event"] == end).map(|game| told(game, match_play)).collect()
}

fn assert_traced_as_played(rules: &RuleSet, players: usize, texts: &[&str], blocks: u64, seed: u64, match_play: bool) {
    let strategies = specs(texts);
    let table = Table::new(rules, players, &strategies, match_play, seed);
    let seatings = rotations(players, strategies.len());
    let mut played = Vec::new();
    (0..blocks).for_each(|block| table.play_block(block, &seatings, &mut played));
    let record = record(rules, players, texts, blocks * players as u64, seed, match_play);
    assert_eq!(outcomes(&record, match_play), played, "{} with {players} seats", rules.name);
    let report = replay(&record[..]).unwrap_or_else(|error| panic!("{} with {players} seats: {error}", rules.name));
    assert_eq!(report.turns, played.iter().map(|outcome| u64::from(outcome.turns)).sum::<u64>());
    assert_eq!(report.events, lines(&record).len() as u64);
    assert_eq!(report.matches, if match_play { played.len() as u64 } else { 0 });
    if !match_play {
        assert_eq!(report.rounds, played.len() as u64);
    }
}

const LINE_UPS: [&[&str]; 3] =
    [&["random"], &["high-points", "random", "punisher"], &["save-wilds:other=3", "most-colour", "first-legal", "random"]];

#[test]
fn traced_rounds_are_the_arenas_and_replay() {
    for rules in playable() {
        for players in [2, 3, 4, 6, 10] {
            if rules.validate_for(players).is_err() {
                continue;
            }
            for (seed, texts) in LINE_UPS.into_iter().enumerate() {
                assert_traced_as_played(&rules, players, texts, 3, seed as u64, false);
            }
        }
    }
}

#[test]
fn traced_matches_are_the_arenas_and_replay() {
    for rules in playable() {
        for players in [2, 4, 5] {
            if rules.validate_for(players).is_ok() {
                assert_traced_as_played(&rules, players, LINE_UPS[1], 1, 7, true);
            }
        }
    }
}
