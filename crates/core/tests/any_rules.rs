//! What holds of any rule set: it is printed, and read again.

use crate::catalogue::{read, toml_value, values_of};
use proptest::prelude::*;
use toml::Value;
use unobench_core::cards::Symbol;
use unobench_core::rules::testing::take;
use unobench_core::rules::{
    AtTarget, ColourBy, DrawRule, DrawTwoResponse, FinishWhen, MAX_SEATS, NextDealer, RuleSet,
    ScoringMethod, WildDrawFourResponse,
};

/// Any rule set: each key any of its values, and two seats of their own.
fn any_rules() -> impl Strategy<Value = RuleSet> {
    let one_of_each: Vec<_> = RuleSet::keys()
        .into_iter()
        .map(|key| {
            proptest::sample::select(values_of(&key))
                .prop_map(move |value| (key.key.clone(), value))
        })
        .collect();
    let keys = RuleSet::keys().into_iter();
    let habits: Vec<String> = keys
        .filter(|key| key.default.contains('.'))
        .filter_map(|key| key.key.strip_prefix("people.").map(String::from))
        .collect();
    let habit = proptest::sample::select(habits);
    let seats = proptest::collection::vec((0..MAX_SEATS, habit, 0_u64..=1 << 32), 0..6);
    // Names of shipped rule sets, too, which are shown with what differs.
    let names = "[ -*,./0-9:;<>?A-~][ -~]{0,19}|official|stacking|junior|lazy|everything";
    let metadata = (names, ".{0,30}", "\\PC*", proptest::collection::vec(".{0,5}", 0..3));
    (one_of_each, seats, metadata).prop_map(|(values, seats, (name, description, source, tags))| {
        let mut rules = RuleSet { name, description, source, tags, ..RuleSet::official() };
        for (key, value) in values {
            assert!(take(&mut rules, &key, &toml_value(&value)), "{key} = {value}");
        }
        for (seat, habit, raw) in seats {
            let key = format!("people.seat.{seat}.{habit}");
            assert!(take(&mut rules, &key, &Value::Float(raw as f64 / (1_u64 << 32) as f64)));
        }
        make_playable(rules)
    })
}

/// Changes what does not go together.
fn make_playable(mut rules: RuleSet) -> RuleSet {
    let is_lazy = rules.scoring.method == ScoringMethod::Lazy;
    rules.setup.next_dealer = if is_lazy { NextDealer::Loser } else { NextDealer::Rotate };
    rules.scoring.rounds = rules.scoring.rounds.max(u32::from(is_lazy));
    if rules.scoring.method == ScoringMethod::Placement {
        rules.finish.when = FinishWhen::LastStanding;
    }
    if rules.scoring.method != ScoringMethod::OwnPoints {
        rules.scoring.at_target = AtTarget::Wins;
    }
    rules.scoring.partners &= rules.scoring.method == ScoringMethod::WinnerTakes
        && rules.finish.when == FinishWhen::FirstOut;
    rules.uno.call |= rules.uno.slam || rules.people.any(|person| !person.calls_falsely.is_never());
    if rules.responses.wild_draw_four == WildDrawFourResponse::StackMixed {
        rules.responses.draw_two = DrawTwoResponse::Stack;
    }
    if rules.responses.wild_draw_four != WildDrawFourResponse::Stack {
        rules.responses.colour_by = ColourBy::Each;
    }
    if rules.hands.launcher > 0 {
        rules.hands.launcher_least = rules.hands.launcher_least.min(rules.hands.launcher);
    }
    if rules.play.draw == DrawRule::UntilPlayable {
        rules.hands.launcher = 0;
    }
    if rules.deck.blank_draws > 0 {
        rules.play.no_finish_on = rules.play.no_finish_on.with(Symbol::BlankDraw);
    }
    rules
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_printed_is_read_again(rules in any_rules()) {
        rules.validate().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let name = read(&rules.to_toml()).name;
        let is_name = name == rules.name || name.starts_with(&format!("{}+", rules.name));
        prop_assert!(is_name, "{} is read as {}", rules.name, name);
        let rules = RuleSet { name, ..rules };
        prop_assert_eq!(&read(&rules.to_toml()), &rules);
        prop_assert_eq!(&read(&rules.to_short_toml()), &rules);
        let settings = rules.settings_json().to_string();
        let settings = serde_json::from_str(&settings).expect("valid JSON");
        let again = RuleSet::from_settings_json(&rules.name, &settings).expect("valid settings");
        prop_assert!(rules.differences(&again).is_empty());
        prop_assert_eq!(again.people, rules.people);
    }

    #[test]
    fn no_text_is_a_crash(
        text in "(\\[?(deck|people|seat|play|\\.|=|\"|3|\n|[a-z]|\\])*){0,9}",
        assignment in ".{0,20}",
    ) {
        _ = RuleSet::parse(&text, "test.toml");
        _ = RuleSet::official().set(&assignment);
    }
}
