//! `act` and `got`: what led to a line, from which a round is played again without guessing.

use crate::support::{LINE_UPS, REFERENCE, edited, lines, playable, record};
use serde_json::{Value, json};
use unobench_core::cards::Kind;
use unobench_core::game::{Event, Observed, Observer, Prepared, Round, RoundStatus, Seat};
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::RuleSet;
use unobench_record::{ReplayError, ReplayReport, SeatLines, replay, table_at};
use unobench_tests::rule_set;

/// The story alone, as a reader has it who knows nothing else.
fn story(record: &[u8]) -> Vec<u8> {
    edited(record, |_, line| {
        let line = line.as_object_mut().expect("an object");
        line.shift_remove("act");
        line.shift_remove("got");
    })
}

/// Under every rule set: played by what is told, a round is the one that is found by searching.
#[test]
fn what_is_told_agrees_with_the_search() {
    let mut rounds = 0;
    for (number, rules) in playable().into_iter().enumerate() {
        let seats = [2, 3, 4, 6, 10].into_iter().filter(|&seats| rules.validate_for(seats).is_ok());
        let texts = |seats: usize| LINE_UPS[(seats + number) % LINE_UPS.len()];
        let tables = seats.map(|seats| record(&rules, seats, texts(seats), 3, 9, false));
        let record = tables.collect::<Vec<_>>().concat();
        let by_told = replay(&record[..]).unwrap_or_else(|error| panic!("{}: {error}", rules.name));
        let by_search = replay(&story(&record)[..]).expect("a good record");
        assert_eq!((by_told.told, by_search.told), (by_told.rounds, 0), "{}", rules.name);
        assert_eq!(ReplayReport { told: 0, ..by_told }, by_search, "{}", rules.name);
        rounds += by_told.rounds;
    }
    assert!(rounds > 1000, "{rounds}");
}

/// A line tells all decisions since the line before, those that nobody sees among them.
#[test]
fn what_no_line_tells_of_is_told_in_order() {
    let record = record(&rule_set("jump-in"), 4, &["random"], 40, 1, false);
    let acts: Vec<Value> = lines(&record).iter().map(|line| line["act"].clone()).collect();
    let declines = json!({"action": "pass"});
    let quiet = acts.iter().filter_map(Value::as_array).filter(|list| list[0] == declines);
    assert!(quiet.count() > 20);
    for line in lines(&record) {
        let act = line["act"].as_array().and_then(|list| list.last()).unwrap_or(&line["act"]);
        if line["event"] == "play" && line["card"] != "W" && line["card"] != "W+4" {
            assert_eq!(*act, json!({"action": "play", "card": line["card"]}), "{line}");
        }
    }
    assert_eq!(lines(&record)[0].get("act"), None);
}

/// What chance gave before the first decision is told, too: advice, and that it was noticed.
#[test]
fn chance_while_opening_is_told() {
    let mut rules = RuleSet::official();
    rules.set_all(&["people.advises=1", "people.catches_fault=0.5"]).expect("settings");
    let record = record(&rules, 3, &["random"], 9, 1, false);
    let first: Vec<Value> =
        lines(&record).into_iter().filter(|line| line["event"] == "advises").collect();
    assert!(first.iter().any(|line| line["got"].is_array() || line["got"].is_u64()), "{first:?}");
    assert_eq!(replay(&record[..]).expect("a good record").told, 9);
}

struct Told {
    record: Vec<u8>,
    line: usize,
}

/// The first line for which something holds.
fn at(record: &[u8], holds: impl Fn(&Value) -> bool) -> Told {
    let line = lines(record).iter().position(holds).expect("such a line");
    Told { record: record.to_vec(), line: line + 1 }
}

impl Told {
    fn with(&self, field: &str, value: Value) -> Vec<u8> {
        edited(&self.record, |number, line| {
            if number == self.line {
                line[field] = value.clone();
            }
        })
    }

    #[track_caller]
    fn is_refused(&self, field: &str, value: Value, demanded: &str) {
        let changed = self.with(field, value);
        let error = replay(&changed[..]).expect_err("a changed record").to_string();
        assert!(error.starts_with(&format!("line {}, ", self.line)), "{error}");
        assert!(error.contains(&format!(": {field} is ")) && error.contains(demanded), "{error}");
        assert!(table_at(&changed[..], self.line as u64 - 1).is_ok(), "{error}");
    }
}

#[test]
fn an_action_that_contradicts_the_story_is_refused() {
    let rules = RuleSet::official();
    let record = record(&rules, 3, &["high-points", "random"], 3, 4, false);
    let accept = json!({"action": "accept"});
    let hit = at(&record, |line| line["act"] == accept);
    let play = |card: &str| json!({"action": "play", "card": card});
    hit.is_refused("act", json!({"action": "challenge"}), &format!("the rules demand {accept}"));
    hit.is_refused("act", play("R0"), "to decide (challenge): challenge, accept");
    hit.is_refused("act", json!([accept, accept]), &format!("the rules demand {accept}"));
    hit.is_refused("act", json!({"action": "agree"}), "it has to be an action");
    hit.is_refused("act", play("X"), "it has to be an action");
    hit.is_refused("act", json!(7), "it has to be an action");
    hit.is_refused("got", json!("x"), "it has to be a whole number");
    hit.is_refused("got", json!([0, 1]), "the rules demand left out");
    let card = at(&record, |line| line["event"] == "play");
    let demanded = format!("the rules demand {}", lines(&record)[card.line - 1]["act"]);
    card.is_refused("act", json!({"action": "draw"}), &demanded);
    let wild = at(&record, |line| line["event"] == "play" && line.get("colour").is_some());
    let mut act = lines(&record)[wild.line - 1]["act"].clone();
    wild.is_refused("act", act[0].clone(), "to decide (colour): R, B, G, Y");
    let other = if act[1]["colour"] == "R" { "B" } else { "R" };
    act[1]["colour"] = other.into();
    wild.is_refused("act", act, "the rules demand [");
}

#[test]
fn an_outcome_that_contradicts_the_story_is_refused() {
    let record = record(&rule_set("forgetful"), 3, &["random"], 20, 4, false);
    let forgot = at(&record, |line| line["got"] == 1 && line["called"] == false);
    forgot.is_refused("got", json!(2), "got is 2; the rules demand a number from 0 to 1");
    forgot.is_refused("got", json!(0), "got is left out; the rules demand 1");
    assert!(replay(&forgot.with("act", Value::Null)[..]).expect("it is found").told == 19);
}

/// Where the story itself is wrong the complaint is of the story.
#[test]
fn a_wrong_story_is_complained_of_as_if_nothing_were_told() {
    let record = record(&rule_set("everything"), 3, &["random", "high-points"], 2, 4, false);
    let mut rng = Rng::from_key(1);
    let count = lines(&record).len() as u32;
    let mut complaints = 0;
    for _ in 0..60 {
        let (at, away) = (2 + rng.below(count - 2) as usize, rng.below(3) as u64 + 1);
        let changed = edited(&record, |number, line| {
            if number == at {
                line["seat"] = ((line["seat"].as_u64().unwrap_or(0) + away) % 3).into();
            }
        });
        let Err(plain) = replay(&story(&changed)[..]) else { continue };
        assert_eq!(replay(&changed[..]).expect_err("a wrong story").to_string(), plain.to_string());
        complaints += 1;
    }
    assert!(complaints > 20, "{complaints}");
}

/// A record may break off anywhere; whoever tells nothing is searched for as before.
#[test]
fn a_record_breaks_off_and_a_story_alone_replays() {
    let whole = record(&rule_set("everything"), 4, &["random"], 1, 3, false);
    let all: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    for lines in (1..all.len()).step_by(7) {
        let error = replay(&all[..lines].concat()[..]).expect_err("it breaks off");
        assert!(matches!(error, ReplayError::Truncated { line, .. } if line == lines as u64));
    }
    for record in REFERENCE {
        assert_eq!(replay(record).expect("a good record").told, 0);
    }
}

struct Watcher {
    lines: SeatLines,
    seen: Vec<String>,
}

impl Observer for Watcher {
    fn drawn(&mut self, kind: Kind) {
        self.lines.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.lines.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        let seats = [Seat::new(0), Seat::new(1)];
        self.lines
            .saw(round, event, &seats, |_, seen| self.seen.push(Value::from(seen).to_string()));
    }
}

/// What is told is hidden from players: what others declined, and what chance gave unseen.
#[test]
fn nobody_at_the_table_sees_what_is_told() {
    for name in ["everything", "jump-in", "forgetful"] {
        let rules = rule_set(name);
        let active = unobench_core::game::ActiveRules::of(&rules);
        let (deck, key) = (Prepared::new(&rules, 3), RoundKey::new(1, 0, 0));
        let dealt = deck.dealt(key, deck.first_opening(key));
        let (mut round, mut random) = (dealt.round, dealt.chance(&active, &rules.people));
        let mut watcher =
            Watcher { lines: SeatLines::new(rules.deck.notation()), seen: Vec::new() };
        let mut chance = Observed::new(&mut random, &mut watcher);
        round.open_dyn(&mut chance, &rules.setup);
        let mut rng = Rng::from_key(1);
        while round.standing() == RoundStatus::Waits {
            let mut actions = Vec::new();
            round.for_each_action(|action| actions.push(action));
            let action = actions[rng.below(actions.len() as u32) as usize];
            round.apply_dyn(&mut chance, action).expect("a legal action");
        }
        let tells = |line: &&String| line.contains("\"act\"") || line.contains("\"got\"");
        assert!(watcher.seen.len() > 50, "{name}");
        assert_eq!(watcher.seen.iter().find(tells), None, "{name}");
    }
}
