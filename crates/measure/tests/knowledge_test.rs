//! Exams of strategies by others.

use std::sync::atomic::AtomicBool;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_measure::contest::Contest;
use unobench_measure::header::exam::ExaminerResult;
use unobench_measure::knowledge_test::{KnowledgeTest, mirrored};
use unobench_strategies::strategy;

static LIVE: AtomicBool = AtomicBool::new(false);

fn contest(players: usize) -> Contest {
    Contest { rules: RuleSet::official(), players, seed: 5, aim: Aim::Wins }
}

fn met(players: usize, examiner: &str, sit: &[&str]) -> ExaminerResult {
    let contest = contest(players);
    let parse = |name: &&str| strategy(name).expect("a strategy");
    let sit: Vec<StrategySpec> = sit.iter().map(parse).collect();
    let test = KnowledgeTest::new(&contest, &sit, 3);
    test.meet(&parse(&examiner), &LIVE).expect("it is not cancelled")
}

#[test]
fn who_plays_worse_is_found_out_at_the_first_look() {
    for (players, games) in [(2, 4000), (3, 3996), (4, 4000)] {
        let met = met(players, "random", &["most-colour", "punisher"]);
        let share = 1e6 / players as f64;
        assert_eq!(met.games, games);
        assert!(f64::from(met.won[2]) < share, "{players} seats: {met:?}");
    }
}

#[test]
fn an_examiner_who_is_better_ends_it_above_the_margin() {
    let met = met(2, "most-colour", &["random"]);
    assert!(met.games == 4000 && met.won[1] > 520_000, "{met:?}");
}

#[test]
fn twins_have_a_share_each() {
    let met = met(2, "most-colour", &["most-colour"]);
    // They win one game each of every block.
    assert_eq!((met.games, met.won[0]), (4000, 500_000));
}

#[test]
fn what_one_wins_the_other_does_not() {
    let contest = contest(3);
    let [good, bad] = ["most-colour", "first-legal"].map(|name| strategy(name).expect("one"));
    let both = [[&good, &bad], [&bad, &good]]
        .map(|pair| contest.duel_sums(pair, 0..400, &LIVE).expect("it is not cancelled"));
    let [mean, other] = both.map(|sums| (1e6 * sums.mean().expect("blocks")).round() as u32);
    let won = [mean, mean - 9000, mean + 5000];
    let met = ExaminerResult { examiner: "most-colour".into(), games: 2400, won };
    let mirrored = mirrored(&met, "first-legal".into(), 1.0 / 3.0);
    assert!(mirrored.won[0].abs_diff(other) <= 1, "{mirrored:?}, {other}");
    assert_eq!(mirrored.won.map(|won| won.abs_diff(mirrored.won[0])), [0, 5000, 9000]);
}

#[test]
fn a_cancelled_exam_has_no_result() {
    let contest = contest(2);
    let sit = [strategy("random").expect("a strategy")];
    let test = KnowledgeTest::new(&contest, &sit, 1);
    assert_eq!(test.meet(&sit[0], &AtomicBool::new(true)), None);
}
