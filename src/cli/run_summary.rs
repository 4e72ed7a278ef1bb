//! What a person is told of a run, taken from its results.

use super::bound::marked_in;
use super::faults;
use super::matches::Leg;
use super::sparkline::sparkline;
use unobench_core::shown::Shown;
use unobench_experiment::output::findings;
use unobench_experiment::run::RuleSetResults;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct StrategyRow {
    pub(super) strategy: String,
    pub(super) games: u64,
    pub(super) win_rate: Estimate,
    /// The share of its games that nobody won.
    pub(super) undecided: f64,
    /// The same of the matches that followed.
    pub(super) in_matches: Option<Estimate>,
    /// Strength above the average, none at a rate of 0 or 1.
    pub(super) elo: Option<Estimate>,
    pub(super) score_mean: Estimate,
    pub(super) hand_points_mean: f64,
    pub(super) scores: String,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct RunSummary {
    pub(super) rules: String,
    pub(super) players: usize,
    pub(super) fair_share: f64,
    pub(super) games: u64,
    pub(super) match_play: bool,
    /// What is played, in words.
    pub(super) plays: String,
    /// The matches that followed.
    pub(super) matches: Option<Box<RunSummary>>,
    pub(super) fewest_win: bool,
    pub(super) rows: Vec<StrategyRow>,
    pub(super) first_seat: Option<Estimate>,
    pub(super) turns_mean: Estimate,
    /// Turns that 5, 50 and 95 % of games do not exceed.
    pub(super) quantiles: Vec<Estimate>,
    /// How likely differences between seats at least as large are if all win equally often.
    pub(super) equal_seats: Option<f64>,
    /// The distribution of turns: where it begins, in bars, where it ends.
    pub(super) lengths: Option<(i64, String, i64)>,
    pub(super) stalled: u64,
    pub(super) blocked: u64,
    /// The share of games that nobody won.
    pub(super) undecided: f64,
    /// Whether somebody stopped it before it was as precise as was asked for.
    pub(super) by_hand: bool,
    pub(super) faults: Vec<String>,
}

/// What single rounds say, with what the matches say that followed them, if any did.
pub(super) fn of_legs(legs: &[Leg]) -> Vec<RunSummary> {
    let mut all = of_leg(&legs[0]);
    for matches in legs.iter().skip(1).flat_map(of_leg) {
        for of in all.iter_mut().filter(|of| of.rules == matches.rules) {
            for (row, other) in of.rows.iter_mut().zip(&matches.rows) {
                row.in_matches = Some(other.win_rate);
            }
            of.matches = Some(Box::new(matches.clone()));
        }
    }
    all
}

fn of_leg(leg: &Leg) -> Vec<RunSummary> {
    let (report, results) = (&leg.played, &leg.played.found);
    let all = findings(results);
    let played = results.rule_sets().filter(|rules| rules.blocks() > 0);
    let of_rules = |rules: RuleSetResults<'_>| {
        let known = |question: &str, of: &str, metric: &str| {
            let is_it = |it: &&Finding| {
                let it = (&*it.question, &*it.rules, &*it.of, &*it.against, &*it.metric);
                it == (question, rules.name, of, "", metric)
            };
            all.iter().find(is_it)?.known()
        };
        let mut strategies: Vec<&String> = rules.schedule.strategies().iter().collect();
        strategies.sort();
        strategies.retain(|of| known("strength", of, "wins").is_some());
        let quantiles = ["turns_p05", "turns_p50", "turns_p95"];
        RunSummary {
            rules: Shown::of(rules.name).to_string(),
            players: rules.schedule.players(),
            fair_share: rules.fair_share,
            games: rules.games(),
            match_play: rules.is_match(),
            plays: leg.plays(rules.name),
            matches: None,
            fewest_win: rules.fewest_win,
            rows: strategies.iter().map(|of| of_row(of, &known, &rules)).collect(),
            first_seat: known("seats", "1", "win_rate"),
            turns_mean: known("games", "", "turns_mean").unwrap_or_default(),
            quantiles: quantiles.into_iter().filter_map(|of| known("games", "", of)).collect(),
            equal_seats: rules.equal_seats().map(|found| found.p_value),
            lengths: sparkline(rules.totals.turns.iter()),
            stalled: rules.stalled(),
            blocked: rules.blocked(),
            undecided: rules.undecided_share(),
            by_hand: rules.stop.is_some() && !rules.has_ended(),
            faults: faults::of_faults(&rules, &report.troubles),
        }
    };
    played.map(of_rules).collect()
}

fn of_row(
    name: &str,
    known: &dyn Fn(&str, &str, &str) -> Option<Estimate>,
    rules: &RuleSetResults<'_>,
) -> StrategyRow {
    let of = |metric: &str| known("strength", name, metric);
    let number = |metric: &str| of(metric).map_or(0.0, |known| known.value);
    let place = rules.schedule.strategies().iter().position(|other| other == name);
    let sums = place.and_then(|place| rules.strategy(place));
    let scores = sums.map(|sums| sums.tally.scores.iter().filter(|(score, _)| *score > 0));
    StrategyRow {
        strategy: Shown::of(&marked_in(rules, name)).to_string(),
        games: sums.map_or(0, |sums| sums.rate.appearances),
        win_rate: of("win_rate").unwrap_or_default(),
        undecided: sums.map_or(0.0, |sums| sums.undecided_share()),
        in_matches: None,
        elo: of("elo"),
        score_mean: of("score_mean").unwrap_or_default(),
        hand_points_mean: number("hand_points_mean"),
        scores: scores.and_then(sparkline).map_or_else(String::new, |(_, bars, _)| bars),
    }
}
