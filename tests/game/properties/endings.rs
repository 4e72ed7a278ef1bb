//! How rounds end under rules with cards of one's own, knock-outs and piles that run dry.

use crate::agreement::compare::Case;
use crate::agreement::tape::Deal;
use crate::reference::scoring::hand_points;
use crate::reference::{Card, Settings};
use crate::support::*;
use unobench_core::game::match_play::{MAX_ROUNDS_WITHOUT_HIGH, MatchPlay};
use unobench_core::rules::drawn::{all_keys, invented_cards, random_rules};

/// Lines of the record that move cards, so that a dead position has to be found anew.
const MOVES: &[&str] = &["play", "discard", "swap", "rotate", "exchange", "crash", "redeal"];

/// What ends, ends: nothing happens after the round is decided by a knock-out, places have no gaps,
/// points are those of the hands, and a round is blocked only once each seat in play was asked.
fn check(settings: &Settings, record: &[Value]) -> Result<(), String> {
    let end = record.last().filter(|line| line["event"] == "round_end").ok_or("no end")?;
    let players = end["hands"].as_array().map_or(0, Vec::len);
    let (mut left, mut idle, mut places) = (vec![true; players], vec![false; players], 0);
    for (line, next) in record.iter().zip(&record[1..]) {
        let (event, seat) = (line["event"].as_str().unwrap_or_default(), line["seat"].as_u64());
        let seat = seat.map_or(0, |seat| seat as usize);
        let drew =
            event == "draw" && line["cards"].as_array().is_some_and(|cards| !cards.is_empty());
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
                let alone = left.iter().filter(|flag| **flag).count() == 1;
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
    for seed in 0..thinned(4000) {
        let players = 2 + seed % 5;
        let mut rules = random_rules(&keys, players, &mut rng);
        let when = ["first_out", "last_standing"][rng.below(2) as usize];
        let more = [
            format!("deck.card={}", invented_cards(&mut rng)),
            format!("finish.when={when}"),
            format!("finish.mercy={}", [0, 12][rng.below(2) as usize]),
            format!("play.reshuffle={}", ["never", "below_top"][rng.below(2) as usize]),
            format!("setup.hand_size={}", 2 + rng.below(10)),
            // Who is not on turn may be knocked out too.
            format!("people.advises={}", ["0", "0.3"][rng.below(2) as usize]),
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
    assert!(blocked > thinned(20) as u32, "{blocked} rounds were blocked");
}

/// How a match may get nowhere: nothing counts, or what is won is taken away again.
const BARREN: [&[&str]; 5] = [
    &[],
    &["scoring.points={0=0,1=0,2=0,3=0,4=0,5=0,6=0,7=0,8=0,9=0,S=0,R=0,+2=0,W=0,W+4=0,D1=0,D2=0}"],
    &["scoring.method=own_points", "finish.mercy=14", "finish.refills=6", "setup.hand_size=5"],
    &["play.no_finish_on=[0,1,2,3,4,5,6,7,8,9,S,R,+2]"],
    &[
        "scoring.points={0=0,1=0,2=0,3=0,4=0,5=0,6=0,7=0,8=0,9=0,S=0,R=0,+2=0,W=0,W+4=0}",
        "deck.cards={D1=12,D2=12,W=2}",
        "scoring.last_downpour=20",
    ],
];

/// The rounds of a match among random players; more than may be if it does not end.
fn rounds_of_match(rules: &RuleSet, players: usize, seed: u64) -> u32 {
    let random = strategy("random").expect("a strategy");
    let table = TableSetup::new(rules, players, &[random], false, seed).table();
    let mut game = MatchPlay::new(rules, players, Opening::dealt_by(Seat::S0, players));
    let most = bound(rules) + 1;
    while game.rounds() < most {
        let mut outcomes = Vec::new();
        table.play_block(u64::from(game.rounds()), &[[0; MAX_SEATS]], &mut outcomes);
        let Outcome { winners, scores, hand_points: points, .. } = outcomes[0];
        let winner = (winners != 0).then(|| Seat::new(winners.trailing_zeros() as usize));
        let winners = SeatSet::EMPTY;
        let score = unobench_core::game::RoundScore { winners, points, scores };
        if game.add(&score, winner).is_some() {
            break;
        }
    }
    game.rounds()
}

/// The most rounds of a match: its own count, or so many for each point of the target.
fn bound(rules: &RuleSet) -> u32 {
    match rules.scoring.rounds {
        0 => MAX_ROUNDS_WITHOUT_HIGH * rules.scoring.target,
        rounds => rounds,
    }
}

#[test]
fn every_match_ends() {
    let (keys, mut rng, mut nowhere) = (all_keys(), Rng::from_key(71), 0);
    for seed in 0..600 {
        let players = 2 + seed % 5;
        let mut rules = random_rules(&keys, players, &mut rng);
        let mut more = BARREN[seed % BARREN.len()].to_vec();
        more.extend(["scoring.target=60", "play.turn_limit=100"]);
        if rules.set_all(&more).is_err() || rules.validate_for(players).is_err() {
            continue;
        }
        let rounds = rounds_of_match(&rules, players, seed as u64);
        assert!(rounds <= bound(&rules), "{rounds} rounds of {}", rules.to_short_toml());
        nowhere += u32::from(rules.scoring.rounds == 0 && rounds == 20);
    }
    assert!(nowhere > 20, "{nowhere} matches in which no total moved");
}
