use super::{Caption, Size, ascending, by_size, of_estimates, rate, rows_of, table};
use crate::ReportError;
use crate::figure::Figure;
use crate::sentences::{best, certain, rungs};
use crate::source::Run;
use crate::words::sentence;
use unobench_findings::finding::{Finding, all_of};

const WITHOUT: [&str; 6] =
    ["elo_low", "elo_high", "score_sd", "score_p05", "score_p50", "score_p95"];

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let rows = rows_of(runs, |run| all_of(&run.findings, "strength", "win_rate"));
    let sizes = by_size(rows, |row| row.players);
    sizes.into_iter().filter_map(|size| figure(runs, &size).transpose()).collect()
}

fn figure(runs: &[Run], size: &Size<'_, Finding>) -> Result<Option<Figure>, ReportError> {
    let &Size { players, ref rows, .. } = size;
    let estimates = rows.iter().filter_map(|&(run, of)| rate(run, of));
    let fair = |run: usize, rules: &str| 100.0 * runs[run].fair_share(rules, players);
    let frame = Caption {
        id: size.id("win-rates"),
        title: size.title("Win rates"),
        axis_title: "games won, %",
        reading: "Whiskers are 95 % intervals from the variance of whole deals, each by itself; \
            the line is the fair share."
            .to_owned(),
        references: ascending(rows.iter().map(|(run, row)| fair(*run, &row.rules))),
        sorted: true,
        ..Caption::default()
    };
    let table = table(runs, "strength", rows, &WITHOUT);
    // Who is better is said by the test of a duel, and by the ranks of a tournament.
    let is_said = |run: usize| ["duel", "tournament"].contains(&runs[run].question());
    of_estimates(runs, frame, estimates.collect(), table, |rates, key| match is_said(key.run) {
        true => certain(rates)
            .into_iter()
            .fold(rungs(rates, " %"), |rungs, told| format!("{rungs} {}", sentence(&told))),
        false => sentence(&best(rates, fair(key.run, key.rules))),
    })
}
