//! What is said of exams.

use unobench_core::rules::RuleSet;
use unobench_findings::documents::ExamVerdict;
use unobench_measure::header::exam::{ExamResult, ExaminerResult, found};

fn met(examiner: &str, won: [u32; 3]) -> ExaminerResult {
    ExaminerResult { examiner: examiner.to_owned(), games: 8000, won }
}

fn verdict(players: usize, met: &[ExaminerResult]) -> ExamVerdict {
    let exam = ExamResult { in_its_place: None, met: met.to_vec() };
    found(&RuleSet::official(), players, exam).verdict
}

#[test]
fn who_passes_has_no_examiner_who_may_be_better_by_the_margin() {
    let [lost, level] = [[240_000, 230_000, 250_000], [252_000, 245_000, 259_000]];
    let unclear = [254_000, 244_000, 264_000];
    let won = [270_000, 262_000, 278_000];
    assert_eq!(verdict(4, &[met("counter", lost), met("linear", level)]), ExamVerdict::Passed);
    assert_eq!(
        verdict(4, &[met("counter", unclear), met("linear", level)]),
        ExamVerdict::NotSettled
    );
    assert_eq!(verdict(4, &[met("counter", unclear), met("linear", won)]), ExamVerdict::Lost);
    assert_eq!(verdict(4, &[]), ExamVerdict::NotSettled);
}

#[test]
fn between_two_the_margin_is_twice_as_wide() {
    let level = [504_000, 493_000, 515_000];
    assert_eq!(verdict(2, &[met("counter", level)]), ExamVerdict::Passed);
    let partners = RuleSet::load("partners").expect("a rule set");
    let exam = ExamResult { in_its_place: None, met: vec![met("counter", level)] };
    let examined = found(&partners, 4, exam);
    assert_eq!(
        (examined.verdict, examined.share, examined.margin),
        (ExamVerdict::NotSettled, 0.5, 0.01)
    );
}
