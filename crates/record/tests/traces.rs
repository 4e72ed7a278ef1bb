//! Tests of traces and replays.

use serde_json::Value;
use unobench_core::cards::Kind;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{Outcome, SeatMap, TableSetup};
use unobench_record::testing::follow;
use unobench_record::{Form, ReplayError, ReplayReport, Trace, pretty, replay, table_at};
use unobench_strategies::strategy;

/// Strategies by their texts.
pub(super) fn specs(texts: &[&str]) -> Vec<StrategySpec> {
    texts.iter().map(|text| strategy(text).expect("a strategy")).collect()
}

/// The rotations of a line-up of `players` seats filled from `strategies` strategies.
pub(super) fn rotations(players: usize, strategies: usize) -> Vec<SeatMap> {
    let seating = |shift: usize| {
        std::array::from_fn(|seat| {
            if seat < players { ((seat + shift) % players % strategies) as u8 } else { 0 }
        })
    };
    (0..players).map(seating).collect()
}

/// A record of some games.
pub(super) fn record(
    rules: &RuleSet,
    players: usize,
    texts: &[&str],
    games: u64,
    seed: u64,
    match_play: bool,
) -> Vec<u8> {
    let strategies = specs(texts);
    let seatings = |_| rotations(players, strategies.len());
    let mut out = Vec::new();
    let form = Form::JsonLines;
    let trace = Trace {
        rules,
        players,
        strategies: &strategies,
        seatings: &seatings,
        games,
        seed,
        match_play,
        form,
    };
    trace.write(&mut out).expect("memory takes everything");
    out
}

fn lines(record: &[u8]) -> Vec<Value> {
    record
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect()
}

/// Rule sets that the game can play.
pub(super) fn playable() -> Vec<RuleSet> {
    let shipped =
        RuleSet::shipped_names().map(|name| RuleSet::load(name).expect("a shipped rule set"));
    let odd = [
        "deck.packs=2",
        "deck.blanks=4 deck.blank_draws=10",
        "deck.crash=4 deck.swap_hands=4 deck.wild_draw_four=8",
        "deck.downpour_one=4 deck.downpour_two=4 setup.start_card=number",
        "setup.hand_size=2 play.draw=until_playable play.drawn_card=must_play",
        "play.challenge=take_back play.voluntary_draw=false play.turn_limit=100",
        "people.forgets_uno=0.5 people.remembers_uno=0.5 people.catches_uno=0.5 \
         people.calls_falsely=0.2 uno.false_call_penalty=2",
        "people.forgets_uno=1 people.remembers_uno=1 people.catches_uno=1 people.calls_falsely=1 \
         people.reaction=0.5 uno.penalty=0",
        "play.reverse=one_turn play.two_player_reverse=reverse setup.first_dealer=1 \
         setup.start_wild=dealer",
        "play.colour_choice=wheel play.after_wild=colour_or_under deck.wild=8",
        "responses.draw_two=stack responses.wild_draw_four=stack_mixed \
         responses.reverse_returns=all responses.skip_passes=true responses.skip=identical \
         play.challenge=take_back",
        "responses.draw_two=deflect responses.wild_draw_four=deflect responses.skip=identical \
         deck.edition=junior deck.wild_draw_four=8",
        "jump_in.enabled=true jump_in.actions=sum jump_in.double=any jump_in.resume=original \
         deck.packs=2 people.next_player_reaction=0.5",
        "jump_in.enabled=true play.reverse=one_turn jump_in.actions=sum deck.packs=2 \
         people.forgets_uno=0.3 people.catches_uno=0.3",
        "hands.seven_swaps=true hands.zero_rotates=true hands.five_exchanges=true \
         hands.swap_on_last_card=applies finish.when=bring_in",
        "hands.launcher=4 finish.refills=3 deck.crash=2 deck.downpour_one=2",
        "finish.when=last_standing scoring.method=placement uno.slam=true jump_in.enabled=true \
         responses.draw_two=stack",
        "people.misplays=0.2 people.catches_fault=0.5 people.advises=0.2 \
         people.plays_out_of_turn=0.2 silence.mode=wilds people.talks=0.3",
        "people.forgets_penalty=0.5 people.catches_uno=0.4 people.forgets_colour=0.5 \
         play.challenge=take_back play.after_wild=colour_or_under",
    ];
    let odd = odd.into_iter().map(|settings| {
        let mut rules = RuleSet::official();
        rules.set_all(&settings.split(' ').collect::<Vec<_>>()).expect("settings");
        rules
    });
    shipped.chain(odd).collect()
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
    let mut stalls = 0_u32;
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

fn assert_traced_as_played(
    rules: &RuleSet,
    players: usize,
    texts: &[&str],
    blocks: u64,
    seed: u64,
    match_play: bool,
) {
    let strategies = specs(texts);
    let table = TableSetup::new(rules, players, &strategies, match_play, seed).table();
    let seatings = rotations(players, strategies.len());
    let mut played = Vec::new();
    (0..blocks).for_each(|block| table.play_block(block, &seatings, &mut played));
    let record = record(rules, players, texts, blocks * players as u64, seed, match_play);
    assert_eq!(outcomes(&record, match_play), played, "{} with {players} seats", rules.name);
    let report = replay(&record[..])
        .unwrap_or_else(|error| panic!("{} with {players} seats: {error}", rules.name));
    assert_eq!(report.turns, played.iter().map(|outcome| u64::from(outcome.turns)).sum::<u64>());
    assert_eq!(report.events, lines(&record).len() as u64);
    assert_eq!(report.matches, if match_play { played.len() as u64 } else { 0 });
    if !match_play {
        assert_eq!(report.rounds, played.len() as u64);
    }
}

const LINE_UPS: [&[&str]; 3] = [
    &["random"],
    &["high-points", "random", "punisher"],
    &["save-wilds:other=3", "most-colour", "first-legal", "random"],
];

#[test]
fn traced_rounds_are_the_arenas_and_replay() {
    for (number, rules) in playable().into_iter().enumerate() {
        for players in [2, 3, 4, 6, 10] {
            if rules.validate_for(players).is_err() {
                continue;
            }
            let texts = LINE_UPS[(players + number) % LINE_UPS.len()];
            assert_traced_as_played(&rules, players, texts, 1, number as u64, false);
        }
    }
}

#[test]
fn traced_matches_are_the_arenas_and_replay() {
    let numbers = [2, 4, 5].iter().cycle();
    for (rules, &players) in playable().iter().zip(numbers) {
        let can_play = |players: &usize| rules.validate_for(*players).is_ok();
        let players = [players, 2, 4, 5].into_iter().find(can_play).expect("a number that plays");
        // Long enough for several rounds, short enough for a test.
        let mut rules = rules.clone();
        rules.scoring.target = rules.scoring.target.min(200);
        assert_traced_as_played(&rules, players, LINE_UPS[1], 1, 7, true);
    }
}

/// The fields of each event in their order, from the table of `docs/RECORDS.md`.
fn fields() -> Vec<(&'static str, Vec<&'static str>)> {
    let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2);
    let rows = include_str!("../../../docs/RECORDS.md").lines().filter_map(move |line| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let event = cells.next()?.strip_suffix('`')?;
        Some((event, quoted(cells.next()?).collect()))
    });
    rows.collect()
}

/// Fields that stand only where they say something.
const OPTIONAL: [&str; 4] = ["returned", "place", "colour", "false_call"];

#[test]
fn events_have_their_fields_in_order() {
    let known = fields();
    assert_eq!(known.len(), 24);
    let mut seen = std::collections::BTreeSet::new();
    for rules in playable() {
        for line in lines(&record(&rules, 4, LINE_UPS[1], 3, 1, true)) {
            let event = line["event"].as_str().expect("a name").to_owned();
            let (_, fields) =
                known.iter().find(|(name, _)| *name == event).unwrap_or_else(|| panic!("{event}"));
            let keys: Vec<&str> =
                line.as_object().expect("an object").keys().map(String::as_str).collect();
            let wanted = fields.iter().filter(|field| {
                keys.contains(field) || event == "out" || !OPTIONAL.contains(field)
            });
            let wanted: Vec<&str> = std::iter::once("event").chain(wanted.copied()).collect();
            assert_eq!(keys, wanted);
            seen.insert(event);
        }
    }
    // Which strategies challenge, or pass, is not this module's business.
    let missing: Vec<&str> =
        known.iter().map(|(event, _)| *event).filter(|event| !seen.contains(*event)).collect();
    assert!(missing.iter().all(|event| ["challenge", "pass"].contains(event)), "{missing:?}");
}

#[test]
fn a_wild_has_its_colour_in_its_line() {
    let lines = lines(&record(
        &RuleSet::load("colour-wheel").expect("shipped"),
        3,
        &["random"],
        20,
        1,
        false,
    ));
    let plays = lines.iter().filter(|line| line["event"] == "play");
    for play in plays {
        let is_wild = play["card"].as_str().is_some_and(|card| card.starts_with('W'));
        assert_eq!(play.get("colour").is_some(), is_wild, "{play}");
    }
}

#[test]
fn a_trace_ends_where_it_is_told() {
    let rules = RuleSet::official();
    for games in [0, 1, 5] {
        let ends = outcomes(&record(&rules, 3, &["random"], games, 1, false), false).len();
        assert_eq!(ends as u64, games);
    }
    let (short, long) =
        (record(&rules, 3, &["random"], 4, 9, false), record(&rules, 3, &["random"], 5, 9, false));
    assert!(long.starts_with(&short));
}

#[test]
fn a_trace_reports_what_it_wrote_and_stops_at_errors() {
    struct Full(usize);
    impl std::io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0 == 0 {
                return Err(std::io::Error::other("disk full"));
            }
            self.0 -= 1;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (rules, strategies) = (RuleSet::official(), specs(&["random"]));
    let seatings = |_| rotations(2, 1);
    let form = Form::JsonLines;
    let trace = Trace {
        rules: &rules,
        players: 2,
        strategies: &strategies,
        seatings: &seatings,
        games: 3,
        seed: 1,
        match_play: true,
        form,
    };
    let error = trace.write(&mut Full(100)).expect_err("a full disk");
    assert_eq!(error.to_string(), "disk full");
    let mut out = Vec::new();
    let traced = trace.write(&mut out).expect("memory takes everything");
    let report = replay(&out[..]).expect("a good record");
    assert_eq!(
        (traced.games, traced.rounds, traced.events),
        (report.matches, report.rounds, report.events)
    );
}

const REFERENCE: [&[u8]; 2] = [
    include_bytes!("../../../tests/data/reference-official-round.jsonl"),
    include_bytes!("../../../tests/data/reference-people-match.jsonl"),
];

#[test]
fn records_of_the_reference_engine_replay() {
    let reports = REFERENCE.map(|record| replay(record).expect("a good record"));
    assert_eq!(
        reports[0],
        ReplayReport { rounds: 1, matches: 0, events: 164, turns: reports[0].turns, stalled: 0 }
    );
    assert_eq!(
        reports[1],
        ReplayReport { rounds: 2, matches: 1, events: 343, turns: reports[1].turns, stalled: 0 }
    );
}

/// A record with its lines changed.
fn edited(record: &[u8], edit: impl Fn(usize, &mut Value)) -> Vec<u8> {
    let mut text = Vec::new();
    for (index, mut line) in lines(record).into_iter().enumerate() {
        edit(index + 1, &mut line);
        if !line.is_null() {
            text.extend(line.to_string().into_bytes());
            text.push(b'\n');
        }
    }
    text
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
        let record = record(&RuleSet::official(), 3, &["first-legal"], 3, seed, false);
        let all = lines(&record);
        for out in (0..all.len() - 1)
            .filter(|&index| all[index]["event"] == "out" && all[index + 1]["event"] == "round_end")
        {
            let Some(play) = all[..out].iter().rfind(|line| line["event"] == "play") else {
                continue;
            };
            if !play["card"].as_str().is_some_and(|card| card.ends_with('S')) {
                continue;
            }
            found += 1;
            let with_lost_turn = |seat: u64| {
                let mut all = all.clone();
                all.insert(out + 1, serde_json::json!({"event": "lose_turn", "seat": seat}));
                replay(
                    all.iter().map(|line| line.to_string() + "\n").collect::<String>().as_bytes(),
                )
            };
            let accepted = (0..3).filter(|&seat| with_lost_turn(seat).is_ok()).count();
            assert_eq!(accepted, 1, "only the skipped seat loses its turn");
        }
    }
    assert!(found > 0);
}

#[test]
fn under_the_wheel_the_colour_need_not_be_said() {
    let record =
        record(&RuleSet::load("colour-wheel").expect("shipped"), 3, &["random"], 9, 1, false);
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
    assert!(
        matches!(replay(&wrong[..]), Err(ReplayError::Differs { field, .. }) if field == "colour")
    );
}

#[test]
fn rules_that_are_not_allowed_are_refused() {
    let refused = |key: [&str; 2], value: Value| {
        let record = edited(REFERENCE[0], |_, line| {
            if line["event"] == "round" {
                line["settings"][key[0]][key[1]] = value.clone();
            }
        });
        let error = replay(&record[..]).expect_err("such rules");
        assert!(matches!(error, ReplayError::Rules { line: 1, .. }), "{error}");
        error.to_string()
    };
    assert!(refused(["scoring", "method"], "placement".into()).contains("finish.when"));
    assert!(refused(["setup", "hand_size"], 21.into()).contains("setup.hand_size"));
    assert!(refused(["setup", "hand_size"], 20.into()).contains("setup.hand_size"));
    assert!(
        refused(["play", "turn_limit"], serde_json::json!(u64::MAX)).contains("play.turn_limit")
    );
    assert!(refused(["play", "turnlimit"], 1.into()).contains("turn_limit"));
}

/// What a replay says of a text.
fn complaint(record: &[u8]) -> String {
    replay(record).expect_err("a bad record").to_string()
}

#[test]
fn damage_is_named() {
    let first_line = REFERENCE[0].split(|&byte| byte == b'\n').next().expect("a line");
    assert_eq!(complaint(b""), "the record has no events");
    assert_eq!(complaint(b"\n \n\r\n"), "the record has no events");
    assert!(
        complaint(&first_line[..100])
            .contains("line 1 is not JSON and has no end: the record breaks off here")
    );
    assert!(complaint(b"{\"event\": }\n").starts_with("line 1 is not JSON:"));
    assert!(complaint(b"\xFF\xFE").starts_with("line 1 is not JSON"));
    assert!(complaint(b"[1, 2]").starts_with("line 1: found [1,2]"));
    assert!(complaint(b"{\"event\": 3}").contains("unknown event 3"));
    assert!(complaint(b"\n{\"event\": \"played\"}").contains("line 2: unknown event \"played\""));
    assert!(complaint(b"{\"event\":\"keep\",\"seat\":0}").contains("the rules demand round"));
    assert!(complaint(&[b'['; 100_000]).contains("line 1"));
    assert!(complaint(&vec![b' '; 3 << 20]).contains("line 1 is longer than"));
    let endless = std::io::BufReader::new(std::io::repeat(b'7'));
    assert!(matches!(replay(endless), Err(ReplayError::TooLong { line: 1, .. })));
    assert!(
        complaint(&[first_line, b"\n"].concat()).contains("in the middle of a round, after line 1")
    );
}

#[test]
fn no_damage_makes_anybody_panic() {
    let mut rng = unobench_core::rng::Rng::from_key(1);
    let eventful = ["everything", "forgetful", "jump-in", "seven-rounds", "extreme", "lazy"];
    let eventful = eventful
        .map(|name| record(&RuleSet::load(name).expect("shipped"), 3, LINE_UPS[1], 1, 4, false));
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
            *line = serde_json::json!({"event": "out", "seat": 0, "place": 1});
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
fn a_board_that_follows_the_lines_agrees_with_the_end() {
    for rules in playable() {
        let Ok(()) = rules.validate_for(4) else { continue };
        let record = record(&rules, 4, LINE_UPS[1], 4, 5, false);
        let (lines, tables) = (lines(&record), follow(&record).expect("a good record"));
        assert_eq!(lines.len(), tables.len());
        for (index, table) in tables.iter().enumerate() {
            let (number, cards) = (index + 1, usize::from(rules.deck_size()));
            assert_eq!(table.cards, cards, "{} at line {number}", rules.name);
        }
        for (before, end) in tables.iter().zip(&lines[1..]) {
            if end["event"] != "round_end" {
                continue;
            }
            assert_eq!(before.hands, hands_of(end, &rules), "{}", rules.name);
            // A card out of turn looks like a misplay, which counts as a turn; only the rules tell.
            if !rules.people.any(|person| !person.plays_out_of_turn.is_never()) {
                assert_eq!(end["turns"], before.turns, "{}", rules.name);
            }
        }
    }
}

/// The hands that a line tells, each sorted.
fn hands_of(line: &Value, rules: &RuleSet) -> Vec<Vec<Kind>> {
    let card = |card: &Value| {
        Kind::parse(card.as_str().expect("a text"), rules.deck.blank_draws).expect("a card")
    };
    let hand = |hand: &Value| {
        let mut hand: Vec<Kind> = hand.as_array().expect("a hand").iter().map(card).collect();
        hand.sort_unstable();
        hand
    };
    line["hands"].as_array().expect("hands").iter().map(hand).collect()
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
    let rules = RuleSet::load("source-c").unwrap_or_else(|_| RuleSet::official());
    let strategies = specs(&["random", "high-points"]);
    let seatings = |_| rotations(3, 2);
    let mut trace = Trace {
        rules: &rules,
        players: 3,
        strategies: &strategies,
        seatings: &seatings,
        games: 4,
        seed: 2,
        match_play: true,
        form: Form::JsonLines,
    };
    let (mut record, mut text, mut direct) = (Vec::new(), Vec::new(), Vec::new());
    trace.write(&mut record).expect("memory takes everything");
    trace.form = Form::Pretty { colour: false };
    trace.write(&mut direct).expect("memory takes everything");
    pretty(&record[..], &mut text, false).expect("a good record");
    assert_eq!(text, direct);
}

/// What is dealt in the first blocks under a rule set: hands, draw piles, and what is turned up.
fn deals(rules: &RuleSet, players: usize) -> Vec<String> {
    const BLOCKS: u64 = 200;
    let strategies = specs(&["first-legal"]);
    let mut record = Vec::new();
    Trace {
        rules,
        players,
        strategies: &strategies,
        seatings: &|_| vec![[0; MAX_SEATS]],
        games: BLOCKS,
        seed: 1,
        match_play: false,
        form: Form::JsonLines,
    }
    .write(&mut record)
    .expect("memory takes everything");
    // A blank is the same card whatever it draws.
    let blank = format!("\"W+{}\"", rules.deck.blank_draws);
    let dealt = |line: Value| match line["event"].as_str() {
        Some("round") => Some(format!("{} {}", line["hands"], line["draw_pile"])),
        Some("turn_up") => Some(line.to_string()),
        _ => None,
    };
    let dealt = lines(&record).into_iter().filter_map(dealt);
    dealt.map(|text| text.replace(&blank, "\"a blank that draws\"")).collect()
}

/// At three seats, where every set is played but those for partners.
#[test]
fn rule_sets_deal_alike_exactly_if_they_say_so() {
    const PLAYERS: usize = 3;
    let sets: Vec<(RuleSet, Vec<String>)> = RuleSet::shipped_names()
        .map(|name| RuleSet::load(name).expect("a shipped rule set"))
        .filter(|rules| rules.validate_for(PLAYERS).is_ok())
        .map(|rules| {
            let dealt = deals(&rules, PLAYERS);
            (rules, dealt)
        })
        .collect();
    assert!(sets.len() > 50, "{}", sets.len());
    let mut alike = 0;
    for (one, dealt) in &sets {
        for (other, there) in &sets {
            assert_eq!(one.deals_as(other), dealt == there, "{} and {}", one.name, other.name);
            alike += usize::from(dealt == there);
        }
    }
    assert!(sets.len() < alike && alike < sets.len() * sets.len(), "{alike}");
}
