use super::{Caption, of_estimates, rows_of, table};
use crate::ReportError;
use crate::chart::Unit;
use crate::figure::Figure;
use crate::layout::Key;
use crate::sentences::{Named, ranks};
use crate::source::Run;
use unobench_findings::finding::{Finding, all_of};

pub(super) fn figures(runs: &[Run]) -> Result<Vec<Figure>, ReportError> {
    let mut found = rows_of(runs, |run| all_of(&run.findings, "ranks", "place"));
    let place = |of: &Finding| of.value.unwrap_or_default();
    found.sort_by(|(run, one), (at, other)| run.cmp(at).then(place(one).total_cmp(&place(other))));
    let estimates = found
        .iter()
        .filter_map(|&(run, of)| Some((Key { run, rules: &of.rules, name: &of.of }, of.known()?)));
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
    let table = table(runs, "ranks", &found, &["players", "rules_digest"]);
    let told = |rates: &[Named]| ranks(rates).replacen("any of ", "Any of ", 1) + ".";
    let figure = of_estimates(runs, frame, estimates.collect(), table, |rates, _| told(rates))?;
    Ok(figure.into_iter().collect())
}
