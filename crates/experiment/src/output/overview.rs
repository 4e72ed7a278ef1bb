//! `summary.json`: the tables of a run that fit on a screen, in one document, for programs.

use super::manifest::head;
use super::{crosstable, duels, matchups, ranks, ratings, seats, summary};
use crate::header::Question;
use crate::results::{Results, RuleSetResults};
use unobench_files::documents::{
    EqualSeatsEntry, EstimateEntry, GamesEntry, QuantileEntry, Summary,
};
use unobench_files::estimate::ends;
use unobench_stats::{Interval, quantile};

pub fn overview(results: &Results, complete: bool) -> Summary {
    let question = results.header().question;
    let games = results.played().into_iter().map(|rules| GamesEntry {
        rules: rules.name.to_owned(),
        games: rules.games(),
        blocks: rules.blocks(),
        stalled: rules.stalled(),
        blocked: rules.blocked(),
        undecided: rules.undecided(),
        fair_share: Some(rules.fair_share),
        turns_mean: Some(turns_mean(&rules)),
        equal_seats: rules.equal_seats().map(|found| EqualSeatsEntry {
            f: found.f,
            degrees: found.degrees,
            p_value: found.p_value,
            effect_size: found.effect_size,
        }),
    });
    Summary {
        head: head(results.header(), complete),
        games: Some(games.collect()),
        summary: Some(summary(results)),
        by_default: by_default(results),
        quantiles: Some(quantiles(results)),
        seats: Some(seats(results)),
        matchups: Some(matchups(results)),
        ratings: (question != Question::Run).then(|| ratings(results)),
        ranks: (question == Question::Tournament).then(|| ranks(results)),
        crosstable: (question == Question::Tournament).then(|| crosstable(results)),
        duels: (question == Question::Duel).then(|| duels(results)),
        ..Summary::default()
    }
}

fn by_default(results: &Results) -> Option<Vec<[String; 2]>> {
    let of_rules = |rules: RuleSetResults<'_>| -> Vec<[String; 2]> {
        let bots = results.strategies().into_iter().filter(|&of| rules.plays_by_default(of));
        bots.map(|of| [rules.name.to_owned(), rules.schedule.strategies()[of].clone()]).collect()
    };
    let bots: Vec<_> = results.played().into_iter().flat_map(of_rules).collect();
    (!bots.is_empty()).then_some(bots)
}

fn turns_mean(rules: &RuleSetResults<'_>) -> EstimateEntry {
    let turns = rules.turns();
    let (low, high) = ends(rules.interval_of_mean(&turns));
    EstimateEntry { value: turns.mean(), low, high }
}

const SHARES: [(&str, f64); 3] = [("p05", 0.05), ("p50", 0.5), ("p95", 0.95)];

pub fn quantiles(results: &Results) -> Vec<QuantileEntry> {
    let mut entries = Vec::new();
    for rules in results.played() {
        for (name, share) in SHARES {
            let value = quantile(share, rules.totals.turns.iter());
            let found = (value, rules.turns_quantile(share));
            entries.push(entry(rules.name, None, format!("turns_{name}"), found));
        }
        for number in results.strategies() {
            let strategy = &results.schedule().strategies()[number];
            for (name, share) in SHARES {
                let value = quantile(share, rules.totals.strategies[number].scores.iter());
                let found = (value, rules.score_quantile(number, share));
                entries.push(entry(rules.name, Some(strategy), format!("score_{name}"), found));
            }
        }
    }
    entries
}

fn entry(
    rules: &str,
    strategy: Option<&String>,
    quantity: String,
    (value, interval): (Option<i64>, Option<Interval>),
) -> QuantileEntry {
    let (low, high) = ends(interval);
    let whole = |end: Option<f64>| end.map(|end| (end - 0.5).ceil() as i64);
    QuantileEntry {
        rules: rules.to_owned(),
        strategy: strategy.cloned(),
        quantity,
        value,
        low: whole(low),
        high: whole(high),
    }
}
