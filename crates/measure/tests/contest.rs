//! Pairs of strategies, one against the other.

use std::sync::atomic::AtomicBool;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_measure::contest::Contest;
use unobench_strategies::strategy;

static LIVE: AtomicBool = AtomicBool::new(false);

fn contest(players: usize, aim: Aim) -> Contest {
    Contest { rules: RuleSet::official(), players, seed: 5, aim }
}

fn pair(names: [&str; 2]) -> [StrategySpec; 2] {
    names.map(|name| strategy(name).expect("a strategy"))
}

/// Who plays better has more than a fair share, and leaves the other less.
#[test]
fn the_better_has_more_and_both_have_all() {
    let [good, bad] = pair(["most-colour", "first-legal"]);
    for aim in Aim::ALL {
        for players in [2, 3, 4] {
            let contest = contest(players, aim);
            let fair = contest.fair();
            let [better, worse] = [[&good, &bad], [&bad, &good]]
                .map(|pair| contest.duel(pair, 3000, &LIVE).expect("it is not cancelled"));
            assert!(better.low() > fair && worse.high() < fair, "{players} seats");
            assert!((better.value + worse.value - 2.0 * fair).abs() < 1e-9, "{players} seats");
            let alone = contest.alone([&good, &bad], 3000, &LIVE).expect("it is not cancelled");
            assert!(alone.low() > fair && alone.value < 1.0, "{players} seats: {alone:?}");
        }
    }
}

#[test]
fn few_points_are_good_where_the_fewest_win() {
    let [good, bad] = pair(["high-points", "first-legal"]);
    for method in ["winner_takes", "own_points"] {
        let mut contest = contest(2, Aim::Score);
        contest.rules.set_all(&[&format!("scoring.method={method}")]).expect("a setting");
        let found = contest.duel([&good, &bad], 3000, &LIVE).expect("it is not cancelled");
        assert!(found.value > 0.0, "{method}: {found:?}");
    }
}

#[test]
fn a_cancelled_contest_has_no_result() {
    let [strategy, other] = pair(["most-colour", "random"]);
    assert_eq!(contest(2, Aim::Wins).duel([&strategy, &other], 100, &AtomicBool::new(true)), None);
}
