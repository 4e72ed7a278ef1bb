use super::{Caption, of_estimates, of_runs, rows_of};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::layout::Key;
use crate::sentences::{Named, ranks};
use crate::source::Run;
use unobench_findings::estimate::Estimate;

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let rows = rows_of(runs, |run| &run.ranks);
    let estimates = rows.iter().filter_map(|&(run, row)| {
        let key = Key { run, rules: &row.rules, name: &row.strategy };
        let [place, first, last] = [row.place, row.first, row.last].map(|rank| Some(rank as f64));
        Some((key, Estimate::of(place, first, last)?))
    });
    let frame = Caption {
        id: "ranks".to_owned(),
        title: "Ranks".to_owned(),
        axis_title: "rank, 1 is the best",
        unit: Unit::Rank,
        reading: "Dots are places in the table of ratings; whiskers reach from the first to the \
            last rank that a strategy may have, with 95 % confidence for all ranks of a tournament \
            together."
            .to_owned(),
        ..Caption::default()
    };
    let table = of_runs(runs, &rows, &[]);
    let told = |rates: &[Named]| ranks(rates).replacen("any of ", "Any of ", 1) + ".";
    let figure = of_estimates(runs, frame, estimates.collect(), table, |rates, _| told(rates))?;
    Ok(figure.into_iter().collect())
}
