use unobench_core::game::ActiveRules;
use unobench_core::rules::RuleSet;

#[test]
fn the_constant_is_the_official_rule_set() {
    assert_eq!(ActiveRules::of(&RuleSet::official()), ActiveRules::OFFICIAL);
}

#[test]
fn what_acts_in_no_round_does_not_slow_it() {
    let active = |setting: &str| {
        let mut rules = RuleSet::official();
        rules.set(setting).expect("a setting");
        ActiveRules::of(&rules)
    };
    assert!(active("scoring.target=200").is_official() && active("deck.packs=2").is_official());
    assert!(!active("play.bluff=false").is_official() && !active("deck.crash=1").is_official());
}
