//! The result of a run for a person: a table for each rule set, with a sentence that says what it
//! shows.

use super::numbers::{counted, grouped, undecided_share, unfinished_games};
use super::paper::Paper;
use super::run_summary::{RunSummary, StrategyRow};
use super::text_table::{TextTable, Tone, figures, words};
use super::{bound, verdict};
use unobench_findings::comparison::of_first_seat;
use unobench_findings::estimate::Estimate;
use unobench_report::sentences::{Named, best, seats, undecided};
use unobench_report::with_margin;
use unobench_stats::Interval;

const LEGEND: &str = "wins: share of games won, with its 95 % interval; × fair: times the fair \
    share; score: points won per game, with its 95 % interval; in hand: points left in hand per \
    game; bars: how often, from the least to the 99 % quantile";

const TONES: &str = "; cyan: significantly above the fair share; yellow: significantly below";

pub(super) fn tables(summaries: &[RunSummary], paper: Paper) -> String {
    let text: String = summaries.iter().map(|summary| table(summary, paper)).collect();
    let legend = legend(&text, summaries);
    text + &paper.closing(&(legend + if paper.is_coloured() { TONES } else { "" }))
}

fn table(summary: &RunSummary, paper: Paper) -> String {
    let rows = ranked(summary);
    let tone = |row: usize, column: usize| {
        let rate = match column {
            _ if summary.undecided >= 1.0 => None,
            2..=4 => Some(rows[row].win_rate),
            5 => rows[row].in_matches,
            _ => None,
        };
        against(rate?, summary.fair_share)
    };
    format!(
        "{}\n\n{}\n{}\n",
        paper.heading(&title(summary)),
        paper.toned(&standings(summary), tone),
        paper.remarks(remarks(summary))
    )
}

fn legend(text: &str, summaries: &[RunSummary]) -> String {
    let mut legend = LEGEND.to_owned();
    if summaries.iter().any(|of| of.matches.is_some()) {
        legend += "; in matches: share of matches won, with its 95 % interval";
    }
    if summaries.iter().any(|of| undecided_share(of.undecided).is_some()) {
        legend +=
            "; undecided: share of games that nobody won, in wins an equal part for each side";
    }
    if let Some(of) = summaries.iter().find(|of| of.rows.iter().any(|row| row.elo.is_some())) {
        let scale = verdict::scale_of_elo(of.players, of.fair_share);
        legend +=
            &format!("; Elo: ratings from who won in which seat, their mean is 0, and {scale}");
    }
    bound::note(text).into_iter().for_each(|note| legend += &format!("; {note}"));
    legend
}

fn title(summary: &RunSummary) -> String {
    let RunSummary { rules, players, games, match_play, .. } = summary;
    format!("{rules}, {players} seats, {}", counted(*games, *match_play))
}

fn ranked(summary: &RunSummary) -> Vec<&StrategyRow> {
    let mut rows: Vec<&StrategyRow> = summary.rows.iter().collect();
    rows.sort_by(|a, b| b.win_rate.value.total_cmp(&a.win_rate.value));
    rows
}

fn against(rate: Estimate, fair: f64) -> Option<Tone> {
    let tone = if rate.value > fair { Tone::More } else { Tone::Less };
    (!rate.holds(fair)).then_some(tone)
}

fn standings(summary: &RunSummary) -> TextTable {
    let ranked = ranked(summary);
    let mut rows: Vec<Vec<String>> =
        ranked.iter().map(|row| standing(row, summary.fair_share)).collect();
    let mut columns = vec![
        words("strategy"),
        figures("games").minor(),
        figures("wins"),
        figures("× fair"),
        figures("Elo"),
        figures("score"),
        figures("in hand"),
        words("scores above 0").minor(),
    ];
    if summary.matches.is_some() {
        columns.insert(5, figures("in matches"));
    }
    let shares: Vec<Option<String>> =
        ranked.iter().map(|row| undecided_share(row.undecided)).collect();
    if shares.iter().any(Option::is_some) {
        columns.insert(4, figures("undecided"));
        let cells = rows.iter_mut().zip(shares);
        cells.for_each(|(row, share)| row.insert(4, share.unwrap_or_else(|| "–".to_owned())));
    }
    TextTable { columns, rows }
}

fn standing(row: &StrategyRow, fair_share: f64) -> Vec<String> {
    let mut cells = vec![
        row.strategy.clone(),
        grouped(row.games),
        verdict::with_margin(row.win_rate),
        format!("{:.3}", row.win_rate.value / fair_share),
        row.elo.map_or_else(|| "–".to_owned(), elo),
        with_margin(row.score_mean),
        format!("{:.2}", row.hand_points_mean),
        row.scores.clone(),
    ];
    row.in_matches.iter().for_each(|rate| cells.insert(5, verdict::with_margin(*rate)));
    cells
}

fn elo(rate: Estimate) -> String {
    rate.written(1, |number, places| format!("{number:+.places$}"))
}

fn of_quantiles(summary: &RunSummary, game: &str) -> Option<String> {
    let told = |of: &Estimate| {
        let Interval { low, high } = of.interval?;
        Some(format!("{} [{low}, {high}]", of.value))
    };
    let told: Option<Vec<String>> = summary.quantiles.iter().map(told).collect();
    match told?.as_slice() {
        [short, middling, long] => Some(format!(
            "5, 50 and 95 % of all {game}{} last at most {short}, {middling} and {long} turns",
            if summary.match_play { "es" } else { "s" }
        )),
        _ => None,
    }
}

/// Who wins most; where matches followed, in rounds and in matches, and where these disagree.
fn who_is_best(summary: &RunSummary) -> Vec<String> {
    let told = |of: &RunSummary| {
        let named =
            |row: &StrategyRow| Named { name: row.strategy.clone(), of: row.win_rate.times(100.0) };
        best(&of.rows.iter().map(named).collect::<Vec<_>>(), 100.0 * of.fair_share)
    };
    let Some(matches) = &summary.matches else { return vec![told(summary)] };
    let [games, rounds, plays] = [&counted(matches.games, true), &summary.plays, &matches.plays];
    let rounds = format!("In {rounds} {}", told(summary));
    let in_matches = format!("In {plays} {} ({games})", told(matches));
    [rounds, in_matches].into_iter().chain(disagreement(summary, plays)).collect()
}

/// Where who wins most of the matches surely wins fewer rounds than who wins most of those.
fn disagreement(summary: &RunSummary, plays: &str) -> Option<String> {
    let rows: Vec<(&StrategyRow, Estimate)> =
        ranked(summary).into_iter().filter_map(|row| Some((row, row.in_matches?))).collect();
    let (one, of_one) = rows.first()?;
    let (other, of_other) = rows.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let are_sure = one.win_rate.low() > other.win_rate.high() && of_other.low() > of_one.high();
    let (rules, one, other) = (&summary.rules, &one.strategy, &other.strategy);
    are_sure.then(|| {
        format!(
            "rounds and matches of {rules} disagree: in single rounds {one} wins more than \
             {other}, in {plays} {other} wins more than {one}"
        )
    })
}

/// How long games last, and how many did not finish.
fn length(summary: &RunSummary) -> String {
    let game = if summary.match_play { "match" } else { "game" };
    let lengths = summary
        .lengths
        .as_ref()
        .map_or_else(String::new, |(low, bars, high)| format!(" ({low} {bars} {high})"));
    let turns = format!("{} turns on average{lengths}", with_margin(summary.turns_mean));
    match summary.stalled + summary.blocked {
        0 => format!("a {game} lasts {turns}; none stalled"),
        unfinished if unfinished == summary.games => {
            format!("no {game} finished: {}", unfinished_games(summary.stalled, summary.blocked))
        }
        unfinished => format!(
            "a {game} that finishes lasts {turns}; {:.2} % did not: {}",
            100.0 * unfinished as f64 / summary.games as f64,
            unfinished_games(summary.stalled, summary.blocked)
        ),
    }
}

fn remarks(summary: &RunSummary) -> Vec<String> {
    let (fair, equal) = (100.0 * summary.fair_share, summary.equal_seats);
    let is_decided = summary.undecided < 1.0;
    let mut remarks: Vec<String> = undecided(summary.undecided).into_iter().collect();
    if is_decided && summary.rows.len() > 1 {
        remarks.extend(who_is_best(summary));
    }
    remarks.extend(summary.first_seat.filter(|_| is_decided).map(|first| {
        let first = first.times(100.0);
        seats(first, fair, of_first_seat(first, fair, equal), equal)
    }));
    remarks.push(length(summary));
    remarks.extend(of_quantiles(summary, if summary.match_play { "match" } else { "game" }));
    remarks.extend(summary.matches.as_deref().map(length));
    if summary.by_hand {
        remarks.push(
            "stopped by hand before the requested precision was reached: these wider intervals \
             hold whenever you stop"
                .to_owned(),
        );
    }
    remarks.extend(summary.faults.iter().cloned());
    if summary.fewest_win {
        remarks.push("scores count against a player: fewer are better".to_owned());
    }
    remarks
}
