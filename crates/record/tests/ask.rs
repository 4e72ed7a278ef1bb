use crate::traces::record;
use unobench_core::rules::RuleSet;
use unobench_record::{Asked, ask};

fn asked(rules: &str, texts: &[&str], strategy: &str) -> Asked {
    let rules = RuleSet::load(rules).expect("a shipped rule set");
    let record = record(&rules, 4, texts, 4, 5, false);
    ask(record.as_slice(), &unobench_strategies::strategy(strategy).expect("a strategy"))
        .expect("a legal record")
}

#[test]
fn a_strategy_agrees_with_its_own_record() {
    for rules in ["official", "seven-zero", "stacking"] {
        for name in ["most-colour", "counter", "punisher"] {
            let asked = asked(rules, &[name], name);
            assert!(asked.decisions > 20 && asked.report.rounds == 4);
            assert_eq!(asked.departures, [], "{rules} {name}");
        }
    }
}

#[test]
fn where_two_strategies_differ_the_line_is_named() {
    let asked = asked("official", &["high-points"], "low-points");
    assert!(!asked.departures.is_empty() && asked.departures.len() as u64 <= asked.decisions);
    let first = &asked.departures[0];
    assert!(
        first.line > 1 && first.done != first.would && first.player == "high-points",
        "{first:?}"
    );
}
