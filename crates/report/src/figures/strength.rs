//! Who wins: ratings, ranks and rates.

use super::{Caption, ascending, by_size, keyed, of_estimates, rows_of};
use crate::document::{Figure, Unit};
use crate::source::Run;
use unobench_findings::finding::{Finding, all_of};
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::study::Study;
use unobench_findings::tell::run::{best, certain, ranks, rungs, scale_of_elo};
use unobench_findings::tell::speech::sentence;

pub(super) fn figures(runs: &[Run]) -> Vec<Figure> {
    ranked(runs).into_iter().chain(ratings(runs)).chain(rates(runs)).collect()
}

fn ranked(runs: &[Run]) -> Option<Figure> {
    let mut found = rows_of(runs, |run| all_of(&run.findings, Question::Ranks, Metric::Place));
    let place = |finding: &Finding| finding.value.unwrap_or_default();
    found.sort_by(|(run, finding), (at, other)| {
        run.cmp(at).then(place(finding).total_cmp(&place(other)))
    });
    let estimates = found.iter().filter_map(|&(run, finding)| keyed(run, finding, 1.0));
    let caption = Caption {
        id: "ranks".to_owned(),
        title: "How sure is who is first?".to_owned(),
        what: "rank, 1 is the best",
        unit: Unit::Rank,
        reading: "Dots are places in the table of ratings; whiskers reach from the first to the \
            last rank that a strategy may have, with 95 % confidence for all ranks of a tournament \
            together."
            .to_owned(),
        ..Caption::default()
    };
    of_estimates(runs, caption, estimates.collect(), |rates, _| {
        ranks(rates).replacen("any of ", "Any of ", 1) + "."
    })
}

fn ratings(runs: &[Run]) -> Vec<Figure> {
    // The difference of a duel has a figure of its own.
    let mut rows = rows_of(runs, |run| all_of(&run.findings, Question::Ratings, Metric::Rating));
    rows.retain(|(run, _)| runs[*run].study() != Some(Study::Duel));
    let sizes = by_size(rows, |row| row.players).into_iter();
    let figure = |size: super::TableSize<'_, Finding>| {
        let first = size.rows.first();
        let fair = first.map_or(0.0, |&(run, row)| runs[run].fair_share(&row.rules, size.players));
        let caption = Caption {
            id: size.id("ratings"),
            title: size.title("How strong is each?"),
            what: "Elo, the mean of all is 0",
            unit: Unit::Signed,
            reading: format!(
                "Plackett–Luce ratings on who won, on the Elo scale: {}. Whiskers are 95 % \
                 intervals clustered by deal.",
                scale_of_elo(size.players as usize, fair)
            ),
            references: vec![0.0],
            sorted: true,
            ..Caption::default()
        };
        let estimates = size.rows.iter().filter_map(|&(run, finding)| keyed(run, finding, 1.0));
        of_estimates(runs, caption, estimates.collect(), |rates, _| rungs(rates, " Elo"))
    };
    sizes.filter_map(figure).collect()
}

fn rates(runs: &[Run]) -> Vec<Figure> {
    let rows = rows_of(runs, |run| all_of(&run.findings, Question::Strength, Metric::WinRate));
    // Who is better is said by the test of a duel, and by the ranks of a tournament.
    let figure = |size: super::TableSize<'_, Finding>| {
        let fair = |run: usize, rules: &str| 100.0 * runs[run].fair_share(rules, size.players);
        let caption = Caption {
            id: size.id("win-rates"),
            title: size.title("Who wins?"),
            what: "games won, %",
            reading: "Whiskers are 95 % intervals from the variance of whole deals, each by \
                itself; the line is the fair share."
                .to_owned(),
            references: ascending(
                size.rows.iter().map(|(run, finding)| fair(*run, &finding.rules)),
            ),
            sorted: true,
            ..Caption::default()
        };
        let estimates = size.rows.iter().filter_map(|&(run, finding)| keyed(run, finding, 100.0));
        of_estimates(runs, caption, estimates.collect(), |rates, key| match runs[key.run].study() {
            Some(Study::Duel | Study::Tournament) => certain(rates)
                .into_iter()
                .fold(rungs(rates, " %"), |rungs, told| format!("{rungs} {}", sentence(&told))),
            _ => sentence(&best(rates, fair(key.run, key.rules))),
        })
    };
    by_size(rows, |row| row.players).into_iter().filter_map(figure).collect()
}
