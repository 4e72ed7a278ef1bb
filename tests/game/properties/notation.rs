//! Parsing what is printed gives back what was printed, and nothing else parses.

use crate::support;
use crate::support::*;
use proptest::prelude::*;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Symbol, SymbolSet};
use unobench_core::strategy::{Parameter, ParameterRange, StrategyError};

fn blank_draws() -> impl Strategy<Value = u8> {
    prop_oneof![0..=3_u8, 5..=20_u8]
}

/// Short texts of the letters that cards are written with, and of some that they are not.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[RBGYWDSC0-9+]{0,5}", "[RBGYrbgyWwD][0-9SR+]{0,3}", ".{0,6}"]
}

/// Every card's text and nothing else.
fn notation(blank_draws: u8) -> BTreeSet<String> {
    let mut all: BTreeSet<String> =
        ["W", "W+4", "WB", "WS", "WH", "WC", "D1", "D2"].into_iter().map(String::from).collect();
    if blank_draws > 0 {
        all.insert(format!("W+{blank_draws}"));
    }
    for colour in ["R", "B", "G", "Y"] {
        all.extend((0..=9).map(|number| format!("{colour}{number}")));
        all.extend(["S", "R", "+2", "+1"].map(|action| format!("{colour}{action}")));
    }
    all
}

#[test]
fn every_kind_prints_and_parses() {
    for blank_draws in (1..=3).chain(5..=20) {
        let printed: BTreeSet<String> =
            Kind::printed().map(|kind| kind.text(blank_draws).to_string()).collect();
        assert_eq!(printed, notation(blank_draws));
        for kind in Kind::printed() {
            let parsed = Kind::parse(&kind.text(blank_draws).to_string(), blank_draws);
            assert_eq!(parsed.as_ref(), Ok(&kind));
        }
        for symbol in Symbol::ALL {
            assert_eq!(Symbol::parse(&symbol.text(blank_draws), blank_draws).as_ref(), Ok(&symbol));
        }
    }
}

/// Without a draw value there is no blank that draws.
#[test]
fn blanks_without_a_draw_value_are_white() {
    for kind in Kind::printed().filter(|kind| kind.symbol() != Symbol::BlankDraw) {
        assert_eq!(Kind::parse(&kind.text(0).to_string(), 0).as_ref(), Ok(&kind));
    }
    assert!(Kind::parse("W+0", 0).is_err() && Symbol::parse("W+0", 0).is_err());
}

#[test]
fn letters_are_the_colours() {
    for colour in Colour::ALL {
        assert_eq!(Colour::from_letter(colour.letter()), Some(colour));
        assert_eq!(colour.to_string(), colour.letter().to_string());
    }
    for letter in (0..=255_u8).map(char::from).filter(|letter| !"RBGY".contains(*letter)) {
        assert_eq!(Colour::from_letter(letter), None, "{letter:?}");
    }
}

/// The parameters of a strategy that are no files.
fn plain(index: usize) -> impl Iterator<Item = &'static Parameter> {
    support::entry(index)
        .parameters
        .iter()
        .filter(|parameter| parameter.values != ParameterRange::File)
}

fn names(error: &str, text: &str) -> bool {
    error.contains(&quoted(text))
}

/// A strategy with the values of its parameters, as a text.
fn strategies() -> impl Strategy<Value = (usize, Vec<i64>)> {
    (0..support::strategies()).prop_flat_map(|index| {
        let values: Vec<_> =
            plain(index).map(|parameter| parameter.range().0..=parameter.range().1).collect();
        (Just(index), values)
    })
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn what_is_no_card_does_not_parse(text in texts(), blank_draws in blank_draws()) {
        let parsed = Kind::parse(&text, blank_draws);
        prop_assert_eq!(parsed.is_ok(), notation(blank_draws).contains(&text), "{}", text);
        match parsed {
            Ok(kind) => prop_assert_eq!(kind.text(blank_draws).to_string(), text),
            Err(error) => prop_assert!(names(&error.to_string(), &text) && error.0 == text),
        }
    }

    #[test]
    fn what_is_no_symbol_does_not_parse(text in texts(), blank_draws in blank_draws()) {
        match Symbol::parse(&text, blank_draws) {
            Ok(symbol) => prop_assert_eq!(symbol.text(blank_draws), text),
            Err(error) => prop_assert!(names(&error.to_string(), &text) && error.0 == text),
        }
    }

    #[test]
    fn symbol_sets_hold_what_is_put_in(
        indices in prop::collection::btree_set(0..Symbol::ALL.len(), 0..=23),
    ) {
        let set: SymbolSet = indices.iter().map(|&index| Symbol::ALL[index]).collect();
        prop_assert_eq!(set.iter().map(Symbol::index).collect::<BTreeSet<_>>(), indices.clone());
        prop_assert_eq!(set.is_empty(), indices.is_empty());
    }

    #[test]
    fn every_strategy_prints_and_parses((index, values) in strategies(), all in any::<bool>()) {
        let entry = support::entry(index);
        let settings: Vec<String> = plain(index)
            .zip(&values)
            .filter(|(parameter, value)| all || **value != parameter.default())
            .map(|(parameter, value)| format!("{}={}", parameter.name, parameter.written(*value)))
            .collect();
        let text = if settings.is_empty() {
            entry.name.to_owned()
        } else {
            format!("{}:{}", entry.name, settings.join(","))
        };
        let spec = strategy(&text).expect("a strategy with allowed parameters");
        prop_assert_eq!(spec.name(), entry.name);
        let printed = spec.to_string();
        prop_assert_eq!(strategy(&printed).expect("what was printed"), spec);
        if !all {
            prop_assert_eq!(printed, text);
        }
    }

    #[test]
    fn what_is_no_strategy_does_not_parse(text in "[a-z:=,0-9-]{0,20}") {
        let known = CATALOGUE.entries().any(|entry| text.split(':').next() == Some(entry.name));
        match strategy(&text) {
            Ok(spec) => prop_assert!(known && spec.to_string().starts_with(spec.name())),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_answered_with_the_nearest_name(
        index in 0..support::strategies(),
        at in any::<prop::sample::Index>(),
    ) {
        let name = support::entry(index).name;
        let mut letters: Vec<char> = name.chars().collect();
        letters.remove(at.index(letters.len()));
        let text: String = letters.into_iter().collect();
        let error = strategy(&text).expect_err("no strategy has this name");
        let StrategyError::Unknown { near, .. } = error else { panic!("{error}") };
        prop_assert!(near.first() == Some(&name) && near.len() <= 3, "{:?}", near);
    }
}

#[test]
fn each_error_of_a_strategy_has_its_variant() {
    let error = |text: &str| strategy(text).expect_err("no strategy");
    let unknown = error("zzzzzzzzzzzz");
    assert!(matches!(unknown, StrategyError::Unknown { near, .. } if near.is_empty()));
    assert!(matches!(error(""), StrategyError::Unknown { .. }));
    assert!(matches!(error("cmd:./bot --flag"), StrategyError::External(_)));
    assert!(matches!(error("random:"), StrategyError::Form { strategy: "random", .. }));
    assert!(matches!(error("save-wilds:own=4,"), StrategyError::Form { .. }));
    assert!(matches!(error("random:depth=4"), StrategyError::UnknownParameter { .. }));
    assert!(matches!(error("save-wilds:own=4,own=4"), StrategyError::Twice { key: "own", .. }));
    for value in ["0", "21", "-1", "4.0", "x", "", "99999999999999999999"] {
        let error = error(&format!("save-wilds:own={value}"));
        assert!(matches!(error, StrategyError::Value { key: "own", .. }), "{error}");
    }
}
