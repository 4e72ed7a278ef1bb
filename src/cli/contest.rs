//! What `train` and `exploit` say of a candidate compared with another strategy.

use super::bound;
use super::console::{Style, one_line};
use super::failure::Failure;
use super::options::Named;
use super::text_table::{TextTable, figures, words};
use unobench_core::bounded::quoted;
use unobench_core::rules::{RuleSet, ScoringMethod};
use unobench_core::strategy::Aim;
use unobench_experiment::contest::{Comparison, Contest, Verdict};
use unobench_files::estimate::Estimate;

pub(super) const AIMS: [Named<Aim>; 2] = [
    ("wins", "Games won", Aim::Wins),
    ("score", "Points, a hundred of which are worth a win", Aim::Score),
];

pub(super) fn check_aim(aim: Aim, rules: &RuleSet) -> Result<(), Failure> {
    if aim == Aim::Score && rules.scoring.method == ScoringMethod::Lazy {
        return Err(Failure::usage(format!(
            "--aim score: {} gives no points (scoring.method = lazy); allowed: wins",
            quoted(&rules.name)
        )));
    }
    Ok(())
}

pub(super) fn report(
    found: &str,
    verdict: &Verdict,
    contest: &Contest,
    [tuned, start]: [&'static str; 2],
) -> String {
    let shown = |estimate: &Estimate| shown(estimate, contest.aim);
    let name = |row: &Comparison| match &row.opponent {
        Some(name) => bound::marked(&one_line(name)),
        None => "each other".to_owned(),
    };
    let row =
        |row: &Comparison| vec![name(row), shown(&row.tuned), shown(&row.start), shown(&row.gain)];
    let table = TextTable {
        columns: vec![words("against"), figures(tuned), figures(start), figures("gain")],
        rows: verdict.comparisons.iter().map(row).collect(),
    };
    let what = match contest.aim {
        Aim::Wins => "wins in percent of games",
        Aim::Score => "points a game, in hundreds",
    };
    let text = format!(
        "found: {}\n\n{}\n{what}, with 95 % intervals, one seat against the others; each other: \
         the two in alternate seats; fresh deals, blocks {} to {} of seed {}\n",
        one_line(found),
        table.aligned(Style::of_stdout()),
        verdict.blocks.start,
        verdict.blocks.end - 1,
        contest.seed
    );
    let note = bound::note(&text).map(|note| format!("{note}\n"));
    text + &note.unwrap_or_default()
}

pub(super) fn shown(estimate: &Estimate, aim: Aim) -> String {
    let factor = if aim == Aim::Wins { 100.0 } else { 1.0 };
    estimate.times(factor).written(2, |number, places| format!("{number:.places$}"))
}
