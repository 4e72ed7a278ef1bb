//! How rounds end under rules with cards of one's own, knock-outs and piles that run dry.

use crate::agreement::compare::Case;
use crate::agreement::tape::Deal;
use crate::reference::scoring::hand_points;
use crate::reference::{Card, Settings};
use crate::support::*;
use unobench_core::rules::drawn::{all_keys, invented_cards, random_rules};

/// Lines of the record that move cards, so that a dead position has to be found anew.
const MOVES: &[&str] = &["play", "discard", "swap", "rotate", "exchange", "crash", "redeal"];

/// What ends, ends: nothing happens after the round is decided by a knock-out, places have no gaps,
/// points are those of the hands, and a round is blocked only once each seat in play was asked.
fn check(settings: &Settings, record: &[Value]) -> Result<(), String> {
    let end = record.last().filter(|it| it["event"] == "round_end").ok_or("no end")?;
    let players = end["hands"].as_array().map_or(0, Vec::len);
    let (mut left, mut idle, mut places) = (vec![true; players], vec![false; players], 0);
    for (line, next) in record.iter().zip(&record[1..]) {
        let (event, seat) = (line["event"].as_str().unwrap_or_default(), line["seat"].as_u64());
        let seat = seat.map_or(0, |seat| seat as usize);
        let drew = event == "draw" && line["cards"].as_array().is_some_and(|it| !it.is_empty());
        if MOVES.contains(&event) || drew {
            idle.fill(false);
        }
        match event {
            "keep" | "pass" => idle[seat] = true,
            "misplay" => idle.fill(true),
            "out" => {
                (left[seat], places) = (false, places + 1);
                if line["place"] != places {
                    return Err(format!("a gap before {line}"));
                }
            }
            "knock_out" => {
                left[seat] = false;
                let alone = left.iter().filter(|it| **it).count() == 1;
                if alone && next["event"] != "out" && next["event"] != "round_end" {
                    return Err(format!("after the end: {next}"));
                }
            }
            _ => {}
        }
    }
    if end["reason"] == "blocked" && (0..players).any(|seat| left[seat] && !idle[seat]) {
        return Err("not everybody was asked".into());
    }
    for (hand, points) in end["hands"].as_array().into_iter().flatten().zip(0..) {
        let cards: Vec<_> =
            hand.as_array().into_iter().flatten().filter_map(Value::as_str).map(card).collect();
        if end["points"][points] != hand_points(settings, &cards) {
            return Err(format!("points {} of {hand}", end["points"][points]));
        }
    }
    Ok(())
}

fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|_| Card::own(text))
}

#[test]
fn what_ends_ends() {
    let (keys, mut rng, mut blocked) = (all_keys(), Rng::from_key(52), 0);
    for seed in 0..4000 {
        let players = 2 + seed % 5;
        let mut rules = random_rules(&keys, players, &mut rng);
        let when = ["first_out", "last_standing"][rng.below(2) as usize];
        let more = [
            format!("deck.card={}", invented_cards(&mut rng)),
            format!("finish.when={when}"),
            format!("finish.mercy={}", [0, 12][rng.below(2) as usize]),
            format!("play.reshuffle={}", ["never", "below_top"][rng.below(2) as usize]),
            format!("setup.hand_size={}", 2 + rng.below(9)),
        ];
        if rules.set_all(&more).is_err() || rules.validate_for(players).is_err() {
            continue;
        }
        let case = Case::random(&rules, players, Deal::Laid, &mut rng);
        case.run().unwrap_or_else(|difference| panic!("{}", case.report(&difference)));
        let settings = Settings::from_json(&rules.settings_json()).expect("settings");
        let record = case.naive_record();
        blocked += u32::from(record.last().is_some_and(|end| end["reason"] == "blocked"));
        if let Err(fault) = check(&settings, &record) {
            panic!("{fault}\n{}\n{}", rules.to_short_toml(), Value::from(record));
        }
    }
    assert!(blocked > 20, "{blocked} rounds were blocked");
}
