//! What a duel says: each side's win rate, the Elo difference, and the test.

use unobench_files::table::{Cell, Row};
use crate::run::results::{Results, RuleSetResults};
use crate::run::stop::{Stop, with_sides};
use unobench_stats::{Decision, DuelEstimate, Interval, elo, sequence};
use serde_json::{Value, json};

/// A duel of two strategies under one rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct Duel {
    /// The rule set.
    pub rules: String,
    /// The strategy that may be better.
    pub strategy: String,
    /// The one that it is compared with.
    pub opponent: String,
    /// One against the others; at more than two seats also the reverse.
    pub sides: Vec<DuelRow>,
    /// The Elo difference of the first over the second; none where a side won nothing or
    /// everything.
    pub estimate: Option<DuelEstimate>,
    /// Its 95 % interval, which holds wherever the duel stopped.
    pub interval: Option<Interval>,
    /// The test; none if the games were not played for one.
    pub test: Option<Test>,
    /// Games that stalled.
    pub stalled: u64,
    /// Decisions made for either.
    pub faults: u64,
}

/// How a sequential test ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// The null hypothesis, in Elo.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// How likely the alternative is accepted under the null hypothesis.
    pub alpha: f64,
    /// How likely the null hypothesis is accepted under the alternative.
    pub beta: f64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The ratio at which the null hypothesis is accepted.
    pub lower: f64,
    /// The ratio at which the alternative is.
    pub upper: f64,
    /// What the test says.
    pub decision: Decision,
}

/// A side of a duel: one strategy in one seat against the other in all others.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The strategy in one seat.
    pub strategy: String,
    /// The strategy in the others.
    pub opponent: String,
    /// Games.
    pub games: u64,
    /// Those that the lone strategy won.
    pub wins: u64,
    /// Wins per game.
    pub win_rate: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// The share that would be fair.
    pub fair_share: f64,
    /// How many times smaller the variance is than that of as many independent games.
    pub variance_reduction: Option<f64>,
}

/// The duels of a run that is one, by rule set; none of another run.
#[must_use]
pub fn duels(results: &Results) -> Vec<Duel> {
    results.played().iter().filter_map(|rules| duel(rules)).collect()
}

fn duel(rules: &RuleSetResults<'_>) -> Option<Duel> {
    let [strategy, opponent] = rules.schedule.strategies() else { return None };
    let (estimate, rates) = with_sides(rules, |sides| {
        let sums: Vec<_> = sides.iter().map(|side| (side.reversed, side.sums())).collect();
        (DuelEstimate::new(sides), sums)
    });
    let row = |(reversed, sums): &(bool, unobench_stats::RatioSums)| {
        let (lone, others) = if *reversed { (opponent, strategy) } else { (strategy, opponent) };
        DuelRow {
            rules: rules.name.to_owned(),
            players: rules.schedule.players(),
            strategy: lone.clone(),
            opponent: others.clone(),
            games: sums.appearances,
            wins: sums.wins,
            win_rate: sums.rate(),
            interval: rules.interval(sums),
            fair_share: rules.fair_share,
            variance_reduction: sums.variance_reduction(),
        }
    };
    let faults = [0, 1]
        .into_iter()
        .filter_map(|number| rules.strategy(number))
        .map(|sums| sums.faults)
        .sum();
    Some(Duel {
        rules: rules.name.to_owned(),
        strategy: strategy.clone(),
        opponent: opponent.clone(),
        sides: rates.iter().map(row).collect(),
        interval: estimate.and_then(|estimate| interval(rules, &estimate)),
        estimate,
        test: rules.stop.and_then(|stop| test(stop, rules)),
        stalled: rules.stalled(),
        faults,
    })
}

/// The interval of the Elo difference: where the duel may have stopped by itself, one that holds at
/// any time.
fn interval(rules: &RuleSetResults<'_>, estimate: &DuelEstimate) -> Option<Interval> {
    let Some(stop) = rules.stop else { return Some(estimate.interval) };
    let half = sequence::critical_value(rules.blocks(), stop.rho(rules.schedule.players()))?
        * estimate.standard_error;
    Some(Interval { low: estimate.elo - half, high: estimate.elo + half })
}

fn test(stop: Stop, rules: &RuleSetResults<'_>) -> Option<Test> {
    let Stop::Sprt { elo0, elo1, alpha, beta } = stop else { return None };
    let (llr, (lower, upper)) = stop.log_likelihood_ratio(rules)?;
    Some(Test { elo0, elo1, alpha, beta, llr, lower, upper, decision: stop.decision(rules)? })
}

impl Duel {
    /// The duel as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let rows = unobench_files::json::from_table(&unobench_files::Table::new(self.sides.clone()));
        let estimate = self.estimate;
        json!({
            "rules": self.rules,
            "strategy": self.strategy,
            "opponent": self.opponent,
            "elo": estimate.map(|estimate| estimate.elo),
            "elo_low": self.interval.map(|interval| interval.low),
            "elo_high": self.interval.map(|interval| interval.high),
            "variance_reduction": estimate.map(|estimate| estimate.variance_reduction),
            "sides_disagree": estimate.and_then(|estimate| estimate.disagreement).map(|sides| json!({"z": sides.z, "p_value": sides.p_value})),
            "test": self.test.map(Test::to_json),
            "stalled": self.stalled,
            "faults": self.faults,
            "sides": rows,
        })
    }
}

impl Test {
    fn to_json(self) -> Value {
        json!({
            "elo0": self.elo0,
            "elo1": self.elo1,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": self.llr,
            "lower": self.lower,
            "upper": self.upper,
            "accepted": match self.decision {
                Decision::AcceptNull => Some("H0"),
                Decision::AcceptAlternative => Some("H1"),
                Decision::Continue => None,
            },
        })
    }
}

impl Row for DuelRow {
    const COLUMNS: &'static [&'static str] = &[
        "rules",
        "players",
        "strategy",
        "opponent",
        "games",
        "wins",
        "win_rate",
        "win_rate_low",
        "win_rate_high",
        "fair_share",
        "elo",
        "elo_low",
        "elo_high",
        "variance_reduction",
    ];

    fn cells(&self) -> Vec<Cell> {
        let elo = |rate: f64| elo(rate, self.fair_share);
        vec![
            self.rules.as_str().into(),
            self.players.into(),
            self.strategy.as_str().into(),
            self.opponent.as_str().into(),
            self.games.into(),
            self.wins.into(),
            self.win_rate.into(),
            self.interval.map(|interval| interval.low).into(),
            self.interval.map(|interval| interval.high).into(),
            self.fair_share.into(),
            self.win_rate.and_then(elo).into(),
            self.interval.and_then(|interval| elo(interval.low)).into(),
            self.interval.and_then(|interval| elo(interval.high)).into(),
            self.variance_reduction.into(),
        ]
    }
}
