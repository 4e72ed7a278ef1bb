//! Clauses that are neither scenes nor facts; their rows are in the text files, below `in Rust`.

use std::collections::BTreeSet;

use unobench_core::cards::{DrawPile, Kind, Multiset, Roomy, Symbol};
use unobench_core::game::{Opening, Prepared, Seat};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::RuleSet;

use crate::reference::Card;
use crate::support::official as rules;

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let tests = include_str!("in_rust.rs").split("#[test]\nfn ").skip(1);
    tests.map(|test| test.split('(').next().unwrap_or_default())
}

/// Who deals the first round in 200 blocks.
fn dealers(rules: &RuleSet, players: usize) -> Vec<usize> {
    let prepared = Prepared::<Roomy>::new(rules, players);
    (0..200)
        .map(|block| prepared.first_opening(RoundKey::new(1, block, 0)).dealer.index())
        .collect()
}

#[test]
fn deck_notation() {
    let symbols = [
        ("R5", Symbol::Five),
        ("BS", Symbol::Skip),
        ("GR", Symbol::Reverse),
        ("Y+2", Symbol::DrawTwo),
        ("Y+1", Symbol::DrawOne),
        ("W", Symbol::Wild),
        ("W+4", Symbol::WildDrawFour),
        ("W+10", Symbol::BlankDraw),
        ("WB", Symbol::BlankWild),
        ("WS", Symbol::SwapHands),
        ("WH", Symbol::ShuffleHands),
        ("WC", Symbol::Crash),
        ("D1", Symbol::DownpourOne),
        ("D2", Symbol::DownpourTwo),
    ];
    for (text, symbol) in symbols {
        let kind = Kind::parse(text, 10).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((kind.symbol(), kind.text(10).to_string().as_str()), (symbol, text));
        assert_eq!(text.parse().map(|card: Card| card.to_string()).as_deref(), Ok(text));
    }
}

#[test]
fn setup_hand_size() {
    for (hand_size, players) in [(7, 4), (1, 2), (20, 5), (10, 10)] {
        let rules = rules(&format!("setup.hand_size={hand_size}"));
        let mut rng = RoundKey::new(1, 0, 0).stream(Purpose::Deal, 0);
        let opening = Opening::dealt_by(Seat::new(0), players);
        let round = Prepared::<Roomy>::new(&rules, players).deal(opening, &mut rng);
        for seat in 0..players {
            assert_eq!(round.hand(Seat::new(seat)).len(), hand_size as u32);
        }
        assert_eq!(round.pile().len(), 108 - hand_size * players);
    }
}

#[test]
fn setup_first_dealer_draw() {
    let dealers = dealers(&rules(""), 5);
    assert!((0..5).all(|seat| dealers.contains(&seat)));
}

#[test]
fn setup_first_dealer_random() {
    let dealers = dealers(&rules("setup.first_dealer=random"), 10);
    assert!((0..10).all(|seat| dealers.contains(&seat)));
}

#[test]
fn setup_first_dealer_seat() {
    assert_eq!(dealers(&rules("setup.first_dealer=2"), 4), [2; 200]);
}

#[test]
fn sets_extend_the_official_game() {
    let official = RuleSet::load("official").expect("it ships");
    assert_eq!(official.settings_json(), RuleSet::official().settings_json());
    let child = RuleSet::parse("extends = \"stacking\"\n[uno]\npenalty = 4\n", "child.toml")
        .expect("a rule set");
    let parent = RuleSet::load("stacking").expect("it ships");
    let differs: Vec<String> =
        parent.differences(&child).into_iter().map(|(key, _, _)| key).collect();
    assert_eq!(differs, ["uno.penalty"]);
}

#[test]
fn sets_with_errors() {
    for (text, parts) in [
        ("[uno]\npenalti = 3\n", ["house.toml", "uno.penalti", "3", "penalty"]),
        ("[uno]\npenalty = 11\n", ["house.toml", "uno.penalty", "11", "0 to 10"]),
        ("[play]\nreverse = \"twice\"\n", ["house.toml", "play.reverse", "twice", "one_turn"]),
    ] {
        let message = RuleSet::parse(text, "house.toml").expect_err("a mistake").to_string();
        parts.iter().for_each(|part| assert!(message.contains(part), "{message:?} lacks {part:?}"));
    }
}

#[test]
fn sets_that_ship() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/core/src/rules/sets");
    let stem = |file: std::fs::DirEntry| file.path().file_stem()?.to_str().map(str::to_owned);
    let files = std::fs::read_dir(folder).expect("a folder").flatten().filter_map(stem);
    let names = RuleSet::shipped_names().map(str::to_owned);
    assert_eq!(names.collect::<BTreeSet<_>>(), files.collect::<BTreeSet<_>>());
    for name in RuleSet::shipped_names() {
        RuleSet::load(name)
            .unwrap_or_else(|error| panic!("{error}"))
            .validate_for(4)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
