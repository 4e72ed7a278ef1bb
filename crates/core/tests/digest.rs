use unobench_core::digest::fnv1a;
use unobench_core::rules::RuleSet;
use unobench_core::rules::drawn::{cards_of_seed, rules_of_seed};

/// The values of the RFC's appendix for no byte and for `a` and `foobar`.
#[test]
fn known_values() {
    assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
}

/// Networks have learned the rule sets of their seeds, so these stay: see `NEWER` in `drawn.rs`.
#[test]
fn drawn_rule_sets_stay() {
    let digest = |rules_of: fn(u64) -> RuleSet| {
        fnv1a((0..64).map(|seed| rules_of(seed).to_short_toml()).collect::<String>().as_bytes())
    };
    assert_eq!(digest(rules_of_seed), 2_775_956_019_131_817_516);
    assert_eq!(digest(cards_of_seed), 7_015_976_461_965_241_555);
}
