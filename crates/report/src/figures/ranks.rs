//! The ranks that the strategies of a tournament may have.

use super::{Estimate, Frame, of_estimates, of_runs};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::header::Who;
use crate::layout::Key;
use crate::sentences::ranks;
use crate::source::Run;
use unobench_files::rows::RankRow;

/// One picture of all tournaments.
pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let rows: Vec<(usize, &RankRow)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, of)| of.overview.ranks.iter().flatten().map(move |row| (run, row)))
        .collect();
    let estimates: Vec<Estimate<'_>> = rows
        .iter()
        .map(|&(run, row)| Estimate {
            key: Key { run, rules: &row.rules, name: &row.strategy },
            value: row.place as f64,
            interval: Some((row.first as f64, row.last as f64)),
        })
        .collect();
    let frame = Frame {
        id: "ranks".to_owned(),
        title: "Ranks".to_owned(),
        axis_title: "rank, 1 is the best",
        unit: Unit::Rank,
        reading: "Dots are places in the table of ratings; whiskers reach from the first to the \
            last rank that a strategy may have, with 95 % confidence for all ranks of a tournament \
            together."
            .to_owned(),
        references: Vec::new(),
        who: Who::Tables,
        differences: "",
        sorted: false,
    };
    let told =
        of_estimates(runs, frame, &estimates, of_runs(runs, &rows, &[]), |rates, _| ranks(rates));
    Ok(told?.into_iter().collect())
}
