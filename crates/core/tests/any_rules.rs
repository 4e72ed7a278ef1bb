//! What holds of any rule set: it is printed, and read again.

use crate::catalogue::read;
use proptest::prelude::*;
use std::sync::LazyLock;
use toml::Value;
use unobench_core::rng::Rng;
use unobench_core::rules::drawn::{all_keys, random_rules};
use unobench_core::rules::testing::take;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet};

static KEYS: LazyLock<Vec<(String, Vec<String>)>> = LazyLock::new(all_keys);

fn any_rules() -> impl Strategy<Value = RuleSet> {
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
    (any::<u64>(), MIN_SEATS..=MAX_SEATS, seats, metadata).prop_map(
        |(seed, players, seats, (name, description, source, tags))| {
            let drawn = random_rules(&KEYS, players, &mut Rng::from_key(seed));
            let mut rules = RuleSet { name, description, source, tags, ..drawn };
            for (seat, habit, raw) in seats {
                let key = format!("people.seat.{seat}.{habit}");
                assert!(take(&mut rules, &key, &Value::Float(raw as f64 / (1_u64 << 32) as f64)));
            }
            rules.uno.call |= rules.people.any(|person| !person.calls_falsely.is_never());
            rules
        },
    )
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
