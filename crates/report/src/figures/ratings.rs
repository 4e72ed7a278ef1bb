use super::{Caption, Size, by_size, of_estimates, rows_of, table};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::{rungs, scale_of_elo};
use crate::source::Run;
use unobench_findings::finding::{Finding, all_of};

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    // The difference of a duel has a picture of its own.
    let mut rows = rows_of(runs, |run| all_of(&run.findings, "ratings", "rating"));
    rows.retain(|(run, _)| runs[*run].question() != "duel");
    let sizes = by_size(rows, |row| row.players);
    sizes.into_iter().filter_map(|size| figure(runs, &size).transpose()).collect()
}

fn reading(runs: &[Run], rows: &[(usize, &Finding)], players: u32) -> String {
    let fair = rows.first().map_or(0.0, |&(run, row)| runs[run].fair_share(&row.rules, players));
    format!(
        "Plackett–Luce ratings on who won, on the Elo scale: {}. Whiskers are 95 % intervals \
         clustered by deal.",
        scale_of_elo(players as usize, fair)
    )
}

fn figure(runs: &[Run], size: &Size<'_, Finding>) -> Result<Option<Figure>, ReportError> {
    let &Size { players, ref rows, .. } = size;
    let estimates = rows.iter().filter_map(|&(run, row)| {
        Some((Key { run, rules: &row.rules, name: &row.of }, row.known()?))
    });
    let frame = Caption {
        id: size.id("ratings"),
        title: size.title("Ratings"),
        axis_title: "Elo, the mean of all is 0",
        unit: Unit::Signed,
        reading: reading(runs, rows, players),
        references: vec![0.0],
        who: Who::Tables,
        sorted: true,
    };
    let table = table(runs, "ratings", rows, &[]);
    of_estimates(runs, frame, estimates.collect(), table, |rates, _| rungs(rates, " Elo"))
}
