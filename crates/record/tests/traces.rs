//! What is traced are the games of the arena.

use crate::support::{LINE_UPS, TracedGames, lines, playable, record};
use serde_json::Value;
use unobench_core::rules::RuleSet;
use unobench_core::table::{Outcome, TableSetup};
use unobench_record::{Form, replay};
use unobench_tests::{rotations, rule_set, specs, stride};

fn told(lines: &[Value], match_play: bool) -> Outcome {
    let first = lines[0]["first"].as_u64().expect("a seat") as u8;
    let mut outcome = Outcome { first, ..Outcome::default() };
    let partners = lines[0]["settings"]["scoring"]["partners"] == true;
    let players = lines[0]["players"].as_array().expect("seats").len();
    let mut idle = 0_u32;
    for end in lines.iter().filter(|line| line["event"] == "round_end") {
        outcome.rounds += 1;
        outcome.turns += end["turns"].as_u64().expect("turns") as u32;
        outcome.stalled = end["reason"] == "stalled";
        outcome.blocked = end["reason"] == "blocked";
        let scores = end["scores"].as_array().expect("scores");
        idle = if scores.iter().all(|score| *score == 0) { idle + 1 } else { 0 };
        for seat in 0..players {
            outcome.hand_points[seat] += end["points"][seat].as_u64().expect("points") as u32;
        }
    }
    let last = lines.last().expect("an end");
    let scores = if match_play { &last["totals"] } else { &last["scores"] };
    if match_play {
        // A match of so many rounds ends by their number.
        let gets_nowhere = lines[0]["settings"]["scoring"]["rounds"] == 0 && idle == 20;
        outcome.blocked &= gets_nowhere;
        outcome.stalled = gets_nowhere && !outcome.blocked;
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

fn outcomes(record: &[u8], match_play: bool) -> Vec<Outcome> {
    let end = if match_play { "match_end" } else { "round_end" };
    let lines = lines(record);
    lines.split_inclusive(|line| line["event"] == end).map(|game| told(game, match_play)).collect()
}

fn assert_traced_as_played(
    rules: &RuleSet,
    players: usize,
    texts: &[&str],
    seed: u64,
    match_play: bool,
) {
    let strategies = specs(texts);
    let table = TableSetup::new(rules, players, &strategies, match_play, seed).table();
    let seatings = &rotations(players, strategies.len())[..2];
    let mut played = Vec::new();
    table.play_block(0, seatings, &mut played);
    // Records do not say who led when half of a match was played.
    played.iter_mut().for_each(|outcome| outcome.ahead = 0);
    let games = TracedGames { rules, players, texts, games: 2, seed, match_play, seatings: 2 };
    let record = games.text(Form::JsonLines);
    assert_eq!(outcomes(&record, match_play), played, "{} with {players} seats", rules.name);
    let report = replay(&record[..])
        .unwrap_or_else(|error| panic!("{} with {players} seats: {error}", rules.name));
    assert_eq!(report.turns, played.iter().map(|outcome| u64::from(outcome.turns)).sum::<u64>());
    assert_eq!(report.events, record.iter().filter(|&&byte| byte == b'\n').count() as u64);
    assert_eq!(report.told, report.rounds, "nothing is searched for");
    assert_eq!(report.matches, if match_play { played.len() as u64 } else { 0 });
    if !match_play {
        assert_eq!(report.rounds, played.len() as u64);
    }
}

#[test]
fn traced_rounds_are_the_arenas_and_replay() {
    for (number, rules) in playable().into_iter().enumerate() {
        for players in [2, 3, 4, 6, 10] {
            if rules.validate_for(players).is_err() {
                continue;
            }
            let texts = LINE_UPS[(players + number) % LINE_UPS.len()];
            assert_traced_as_played(&rules, players, texts, number as u64, false);
        }
    }
}

#[test]
fn traced_matches_are_the_arenas_and_replay() {
    for (rules, &players) in playable().iter().zip([2, 4, 5].iter().cycle()).step_by(stride()) {
        let can_play = |players: &usize| rules.validate_for(*players).is_ok();
        let players = [players, 2, 4, 5].into_iter().find(can_play).expect("a number that plays");
        // Long enough for several rounds, short enough for a test.
        let mut rules = rules.clone();
        rules.scoring.target = rules.scoring.target.min(200);
        assert_traced_as_played(&rules, players, &["high-points", "champion", "punisher"], 7, true);
    }
}

fn fields() -> Vec<(&'static str, Vec<&'static str>)> {
    let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2);
    let rows = include_str!("../../../docs/RECORDS.md").lines().filter_map(move |line| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        Some((cells.next()?.strip_suffix('`')?, quoted(cells.next()?).collect()))
    });
    rows.collect()
}

/// Fields that stand only where they say something.
const OPTIONAL: [&str; 4] = ["returned", "place", "colour", "false_call"];

#[test]
fn events_have_their_fields_in_order() {
    let known = fields();
    assert_eq!(known.len(), 27);
    let mut seen = std::collections::BTreeSet::new();
    let added = include_str!("../../../examples/cards/targeted-draw.toml");
    let added = RuleSet::parse(added, "added.toml").expect("a rule set");
    for rules in playable().into_iter().chain([added]) {
        for line in lines(&record(&rules, 4, LINE_UPS[1], 2, 1, true)) {
            let event = line["event"].as_str().expect("a name").to_owned();
            let (_, fields) =
                known.iter().find(|(name, _)| *name == event).unwrap_or_else(|| panic!("{event}"));
            let keys = line.as_object().expect("an object").keys().map(String::as_str);
            let keys: Vec<&str> = keys.filter(|key| !["act", "got"].contains(key)).collect();
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
fn a_match_in_which_no_total_moves_is_traced_to_its_end() {
    let points = "scoring.points={0=0,1=0,2=0,3=0,4=0,5=0,6=0,7=0,8=0,9=0,S=0,R=0,+2=0,W=0,W+4=0}";
    let sets: [&[&str]; 3] =
        [&[points], &[points, "scoring.method=own_points"], &[points, "scoring.rounds=23"]];
    for settings in sets {
        let mut rules = RuleSet::official();
        rules.set_all(settings).expect("allowed values");
        for players in [2, 4] {
            assert_traced_as_played(&rules, players, &["random"], 3, true);
            let record = record(&rules, players, &["random"], 1, 3, true);
            let end = lines(&record).pop().expect("the end of the match");
            let rounds = if settings.len() > 1 && settings[1].contains("rounds") { 23 } else { 20 };
            assert_eq!((&end["rounds"], &end["winner"]), (&rounds.into(), &Value::Null), "{end}");
        }
    }
}

#[test]
fn a_wild_has_its_colour_in_its_line() {
    let lines = lines(&record(&rule_set("colour-wheel"), 3, &["random"], 20, 1, false));
    for play in lines.iter().filter(|line| line["event"] == "play") {
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
    let (rules, texts) = (&RuleSet::official(), &["random"]);
    let games =
        TracedGames { rules, players: 2, texts, games: 3, seed: 1, match_play: true, seatings: 2 };
    let error = games.write(Form::JsonLines, &mut Full(100)).expect_err("a full disk");
    assert_eq!(error.to_string(), "disk full");
    let mut out = Vec::new();
    let traced = games.write(Form::JsonLines, &mut out).expect("memory takes everything");
    let report = replay(&out[..]).expect("a good record");
    let replayed = (report.matches, report.rounds, report.events);
    assert_eq!((traced.games, traced.rounds, traced.events), replayed);
}

/// What is dealt in the first blocks under a rule set: hands, draw piles, and what is turned up.
fn deals(rules: &RuleSet, players: usize) -> Vec<String> {
    let texts = &["first-legal"];
    let (games, seed, match_play, seatings) = (200 / stride() as u64, 1, false, 1);
    let games = TracedGames { rules, players, texts, games, seed, match_play, seatings };
    // A blank is the same card whatever it draws.
    let blank = format!("\"W+{}\"", rules.deck.blank_draws);
    let dealt = |line: Value| match line["event"].as_str() {
        Some("round") => Some(format!("{} {}", line["hands"], line["draw_pile"])),
        Some("turn_up") => Some(line.to_string()),
        _ => None,
    };
    let dealt = lines(&games.text(Form::JsonLines)).into_iter().filter_map(dealt);
    dealt.map(|text| text.replace(&blank, "\"a blank that draws\"")).collect()
}

/// At three seats, where every set is played but those for partners.
#[test]
fn rule_sets_deal_alike_exactly_if_they_say_so() {
    const PLAYERS: usize = 3;
    let sets: Vec<(RuleSet, Vec<String>)> = RuleSet::shipped_names()
        .map(rule_set)
        .filter(|rules| rules.validate_for(PLAYERS).is_ok())
        .map(|rules| {
            let dealt = deals(&rules, PLAYERS);
            (rules, dealt)
        })
        .collect();
    assert!(sets.len() > 50, "{}", sets.len());
    let mut alike = 0;
    for (rules, dealt) in &sets {
        for (other, other_dealt) in &sets {
            assert_eq!(
                rules.deals_as(other),
                dealt == other_dealt,
                "{} and {}",
                rules.name,
                other.name
            );
            alike += usize::from(dealt == other_dealt);
        }
    }
    assert!(sets.len() < alike && alike < sets.len() * sets.len(), "{alike}");
}
