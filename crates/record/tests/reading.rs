//! What the replay accepts and refuses, and what it shows.

use crate::support::{
    LINE_UPS, REFERENCE, TracedGames, edited, lines, playable, record, seen_by_first,
};
use serde_json::{Value, json};
use unobench_core::cards::Kind;
use unobench_core::rules::RuleSet;
use unobench_record::{
    Form, ReplayError, ReplayLog, ReplayReport, pretty, replay, replay_so_far, table_at,
};
use unobench_tests::rule_set;

#[test]
fn records_of_the_reference_engine_replay() {
    for (record, (rounds, matches, events)) in REFERENCE.into_iter().zip([(1, 0, 164), (2, 1, 343)])
    {
        let report = replay(record).expect("a good record");
        let turns = report.turns;
        let wanted = ReplayReport { rounds, matches, events, turns, ..ReplayReport::default() };
        assert_eq!(report, wanted);
    }
}

/// What seat 0 saw of whole records, and of records that break off, is accepted: other hands, what
/// others drew and the draw pile are numbers.
#[test]
fn a_record_with_hidden_cards_is_filled_in() {
    for name in ["official", "seven-zero", "stacking"] {
        let is_match = name == "stacking";
        let whole = record(&rule_set(name), 3, &["random"], 6, 1, is_match);
        let seen = seen_by_first(&whole);
        let report = replay(&seen[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let known = replay(&whole[..]).expect("a good record");
        let filled = known.rounds;
        assert_eq!(report, ReplayReport { filled, told: 0, ..known.clone() }, "{name}");
        assert_eq!((known.rounds == 6, known.matches == 6), (!is_match, is_match), "{name}");
        for part in [40, 90] {
            let begun: Vec<u8> =
                seen.split_inclusive(|&byte| byte == b'\n').take(part).flatten().copied().collect();
            let report =
                replay_so_far(&begun[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(report.open_end.is_some() || report.events == part as u64, "{report:?}");
        }
    }
    let text = String::from_utf8_lossy(REFERENCE[0]);
    let pile = text.find("\"draw_pile\":[").expect("a pile");
    let end = pile + text[pile..].find(']').expect("its end");
    let few = format!("{}\"draw_pile\":3{}", &text[..pile], &text[end + 1..]);
    let error = replay(few.as_bytes()).expect_err("more is drawn").to_string();
    assert!(error.contains("the hidden cards cannot be found"), "{error}");
}

#[test]
fn what_readers_may_write_otherwise_is_accepted() {
    for record in REFERENCE {
        let all = lines(record);
        let before_end =
            |number: usize| all.get(number).is_some_and(|next| next["event"] == "round_end");
        let accepted = [
            // Unknown fields, blank lines, spaces, line ends of another system.
            edited(record, |_, line| line["remark"] = "x".into()),
            String::from_utf8_lossy(record).replace('\n', "\r\n\r\n  ").into_bytes(),
            // Said although it goes without saying.
            edited(record, |_, line| match line["event"].as_str() {
                Some("turn_up") if line.get("returned").is_none() => {
                    line["returned"] = false.into()
                }
                Some("uno") if line.get("false_call").is_none() => {
                    line["false_call"] = false.into()
                }
                Some("play") if line.get("colour").is_none() => line["colour"] = Value::Null,
                _ => {}
            }),
            // The lost turn after the last card's draw, and hands in another order.
            edited(record, |number, line| {
                if line["event"] == "lose_turn" && before_end(number) {
                    *line = Value::Null;
                } else if let Some(hands) = line.get_mut("hands").and_then(Value::as_array_mut) {
                    hands
                        .iter_mut()
                        .filter_map(Value::as_array_mut)
                        .for_each(|hand| hand.reverse());
                }
            }),
        ];
        for record in accepted {
            replay(&record[..]).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn single_rounds_may_be_numbered_in_any_way() {
    let record = record(&RuleSet::official(), 3, &["random"], 4, 1, false);
    let numbered = |number: &dyn Fn(u64) -> u64| {
        let seen = std::cell::Cell::new(0);
        let record = edited(&record, |_, line| {
            if line["event"] == "round" {
                line["round"] = number(seen.get()).into();
                (line["block"], line["seating"]) = (0.into(), 0.into());
                seen.set(seen.get() + 1);
            }
        });
        replay(&record[..])
    };
    for number in [&|_| 0, &|seen| seen, &|seen| seen + 1, &|_| 7] as [&dyn Fn(u64) -> u64; 4] {
        assert_eq!(numbered(number).expect("a good record").rounds, 4);
    }
}

#[test]
fn a_skip_as_the_last_card_may_lose_a_turn() {
    let mut found = 0;
    for seed in 0..40 {
        let all = lines(&record(&RuleSet::official(), 3, &["first-legal"], 3, seed, false));
        for out in (1..all.len()).filter(|&index| all[index]["event"] == "round_end") {
            let play = all[..out].iter().rfind(|line| line["event"] == "play").expect("a play");
            let is_skip = play["card"].as_str().is_some_and(|card| card.ends_with('S'));
            if all[out - 1]["event"] != "out" || !is_skip {
                continue;
            }
            found += 1;
            let with_lost_turn = |seat: &u64| {
                let mut all = all.clone();
                all.insert(out, json!({"event": "lose_turn", "seat": seat}));
                let text: String = all.iter().map(|line| format!("{line}\n")).collect();
                replay(text.as_bytes()).is_ok()
            };
            let accepted = (0..3).filter(with_lost_turn).count();
            assert_eq!(accepted, 1, "only the skipped seat loses its turn");
        }
    }
    assert!(found > 0);
}

#[test]
fn under_the_wheel_the_colour_need_not_be_said() {
    let record = record(&rule_set("colour-wheel"), 3, &["random"], 9, 1, false);
    let silent = edited(&record, |_, line| {
        if line["event"] == "play" {
            line.as_object_mut().expect("an object").remove("colour");
        }
    });
    assert_ne!(record, silent);
    assert!(replay(&silent[..]).is_ok());
    let wrong = edited(&record, |_, line| {
        if line["event"] == "play" && line.get("colour").is_some() {
            line["colour"] = if line["colour"] == "R" { "B" } else { "R" }.into();
        }
    });
    let error = replay(&wrong[..]).expect_err("another colour");
    assert!(matches!(error, ReplayError::Differs { field, .. } if field == "colour"));
}

#[test]
fn rules_that_are_not_allowed_are_refused() {
    let cases = [
        ("scoring", "method", "placement".into(), "finish.when"),
        ("setup", "hand_size", 21.into(), "setup.hand_size"),
        ("setup", "hand_size", 20.into(), "setup.hand_size"),
        ("play", "turn_limit", json!(u64::MAX), "play.turn_limit"),
        ("play", "turnlimit", 1.into(), "turn_limit"),
    ];
    for (section, key, value, named) in cases {
        let record = edited(REFERENCE[0], |_, line| {
            if line["event"] == "round" {
                line["settings"][section][key] = value.clone();
            }
        });
        let error = replay(&record[..]).expect_err("such rules");
        assert!(matches!(error, ReplayError::Rules { line: 1, .. }), "{error}");
        assert!(error.to_string().contains(named), "{error}");
    }
}

fn complaint(record: &[u8]) -> String {
    replay(record).expect_err("a bad record").to_string()
}

#[test]
fn damage_is_named() {
    let first_line = REFERENCE[0].split(|&byte| byte == b'\n').next().expect("a line");
    let (long, brackets) = (vec![b' '; 3 << 20], [b'['; 100_000]);
    let cases: [(&[u8], &str); 12] = [
        (b"", "the record has no events"),
        (b"\n \n\r\n", "the record has no events"),
        (&first_line[..100], "line 1 is not JSON and has no end: the record breaks off here"),
        (b"{\"event\": }\n", "line 1 is not JSON:"),
        (b"\xFF\xFE", "line 1 is not JSON"),
        (b"[1, 2]", "line 1: found [1,2]"),
        (b"{\"event\": 3}", "unknown event 3"),
        (b"\n{\"event\": \"played\"}", "line 2: unknown event \"played\""),
        (b"{\"event\":\"keep\",\"seat\":0}", "the rules demand round"),
        (&brackets, "line 1"),
        (&long, "line 1 is longer than"),
        (&[first_line, b"\n"].concat(), "in the middle of a round, after line 1"),
    ];
    for (record, wanted) in cases {
        let said = complaint(record);
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    let endless = std::io::BufReader::new(std::io::repeat(b'7'));
    assert!(matches!(replay(endless), Err(ReplayError::TooLong { line: 1, .. })));
}

#[test]
fn no_damage_makes_anybody_panic() {
    let mut rng = unobench_core::rng::Rng::from_key(1);
    let eventful = ["everything", "forgetful", "jump-in", "seven-rounds", "extreme", "lazy"];
    let eventful = eventful.map(|name| record(&rule_set(name), 3, LINE_UPS[1], 1, 4, false));
    for record in REFERENCE.iter().copied().chain(eventful.iter().map(Vec::as_slice)) {
        for _ in 0..30 {
            let mut damaged = record.to_vec();
            for _ in 0..=rng.below(3) {
                let at = rng.below(damaged.len() as u32) as usize;
                match rng.below(4) {
                    0 => damaged[at] = rng.below(256) as u8,
                    1 => damaged[at] = b'0' + rng.below(10) as u8,
                    2 => _ = damaged.remove(at),
                    _ => damaged.truncate(at + 1),
                }
            }
            _ = replay(&damaged[..]);
            _ = table_at(&damaged[..], u64::from(rng.below(300)));
            _ = pretty(&damaged[..], &mut Vec::new(), true);
        }
    }
}

#[test]
fn the_table_can_be_seen_after_each_line() {
    for record in REFERENCE {
        let all = lines(record);
        for (index, line) in all.iter().enumerate().step_by(7) {
            let number = index + 1;
            let text = table_at(record, number as u64).expect("a table");
            let event = line["event"].as_str().expect("a name");
            assert!(text.starts_with(&format!("after line {number}, {event}\n")), "{text}");
            if event == "play" {
                let card = line["card"].as_str().expect("a card");
                assert!(text.contains(&format!("up card       {card}, colour")), "{text}");
            }
        }
        assert!(matches!(table_at(record, 0), Err(ReplayError::NoSuchLine { .. })));
        let beyond = table_at(record, all.len() as u64 + 1).expect_err("no such line").to_string();
        assert!(beyond.ends_with(&format!("the record has {}", all.len())), "{beyond}");
    }
}

#[test]
fn the_table_before_a_fault_can_be_seen() {
    let broken = edited(REFERENCE[0], |number, line| {
        if number == 50 {
            *line = json!({"event": "out", "seat": 0, "place": 1});
        }
    });
    assert!(complaint(&broken).starts_with("line 50, out"));
    assert!(table_at(&broken[..], 49).expect("a table").starts_with("after line 49"));
    assert!(table_at(&broken[..], 50).is_err());
    let misdealt = edited(REFERENCE[0], |_, line| {
        if line["event"] == "round" {
            line["draw_pile"][0] = "R0".into();
        }
    });
    assert!(table_at(&misdealt[..], 1).is_err());
}

#[test]
fn every_table_has_all_cards_and_the_last_one_those_of_the_end() {
    for rules in playable() {
        let Ok(()) = rules.validate_for(4) else { continue };
        let record = record(&rules, 4, LINE_UPS[1], 1, 5, false);
        let log = ReplayLog::read(&record[..], None).expect("a good record");
        let deck = sorted(rules.deck.cards().cards().collect());
        let last = log.frames() - 2;
        for frame in (0..last).step_by(last / 10 + 1).chain([last]) {
            let table = log.table(frame).expect("a table");
            let hands = table.seats.iter().flat_map(|seat| &seat.hand);
            let cards = hands.chain(&table.draw_pile).chain(&table.discard_pile).copied();
            assert_eq!(sorted(cards.collect()), deck, "{}:\n{table}", rules.name);
            if frame == last {
                let end = lines(&record).pop().expect("an end");
                assert_eq!(end["turns"], table.turns, "{}", rules.name);
                let hands: Vec<Value> =
                    table.seats.iter().map(|seat| texts(&seat.hand, &rules)).collect();
                assert_eq!(end["hands"], Value::from(hands), "{}", rules.name);
            }
        }
    }
}

fn sorted(mut cards: Vec<Kind>) -> Vec<Kind> {
    cards.sort_unstable();
    cards
}

fn texts(cards: &[Kind], rules: &RuleSet) -> Value {
    cards.iter().map(|card| card.text(rules.deck.notation()).to_string()).collect()
}

#[test]
fn pretty_text_has_a_line_for_each_event_and_no_escape_codes() {
    for record in REFERENCE {
        let mut plain = Vec::new();
        let events = pretty(record, &mut plain, false).expect("a good record");
        let plain = String::from_utf8(plain).expect("text");
        let rounds = lines(record).iter().filter(|line| line["event"] == "round").count();
        let seats = lines(record)[0]["players"].as_array().expect("seats").len();
        // A round has two lines more, one for each hand, and a blank line before it, but for the
        // first.
        assert_eq!(plain.lines().count() as u64 + 1, events + (rounds * (seats + 2)) as u64);
        assert!(!plain.contains('\u{1b}'));
        let mut coloured = Vec::new();
        pretty(record, &mut coloured, true).expect("a good record");
        let coloured = String::from_utf8(coloured).expect("text");
        assert!(coloured.contains("\u{1b}[31m"));
        let stripped = [31, 32, 33, 34, 1, 0]
            .iter()
            .fold(coloured, |text, code| text.replace(&format!("\u{1b}[{code}m"), ""));
        assert_eq!(stripped, plain);
    }
}

#[test]
fn a_pretty_trace_is_the_pretty_record() {
    let (rules, texts) = (&RuleSet::official(), &["random", "high-points"]);
    let games =
        TracedGames { rules, players: 3, texts, games: 4, seed: 2, match_play: true, seatings: 3 };
    let (record, mut text) = (games.text(Form::JsonLines), Vec::new());
    pretty(&record[..], &mut text, false).expect("a good record");
    assert_eq!(text, games.text(Form::Pretty { colour: false }));
}
