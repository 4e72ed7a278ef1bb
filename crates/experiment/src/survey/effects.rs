//! What rule sets do at each table: each quantity against that of the baseline on the same deals,
//! and the seats against fairness.

use super::metric::{Measured, seats};
use super::panel::{Panelist, Survey};
use unobench_files::metric::Metric;
use unobench_files::rows::FAIR;
use unobench_stats::{GroupEstimate, Interval, Verdict, holm, verdicts};

/// The largest share of games that may not finish, where the length of games is judged.
const UNFINISHED: f64 = 0.001;

/// A quantity of a rule set against a baseline: a row of `effects.csv`.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    pub rules: String,
    /// The rule set that it is compared with, or [`FAIR`].
    pub baseline: String,
    pub players: usize,
    pub table: String,
    pub metric: Metric,
    pub value: f64,
    pub baseline_value: f64,
    pub difference: f64,
    pub interval: Option<Interval>,
    /// How likely a difference at least as large is if there is none; none where nothing varies.
    pub p_value: Option<f64>,
    /// The same, corrected for all of them by Holm's method.
    pub p_adjusted: Option<f64>,
    pub margin: f64,
    /// What is said of the difference by that margin, corrected for all of them; nothing of length
    /// where more than 1 game in 1,000 does not finish.
    pub verdict: Option<Verdict>,
    /// How many times smaller the variance of the difference is than on separate deals.
    pub pairing: Option<f64>,
    estimate: Option<GroupEstimate>,
}

/// The rows of `effects.csv`, by rule set, baseline, seats, name of the table and of the metric.
/// They are one family: what is said of them is corrected for all.
pub fn effects(survey: &Survey) -> Vec<Effect> {
    let panel = survey.panel();
    let mut effects: Vec<Effect> = panel.iter().flat_map(|table| at_table(survey, table)).collect();
    let mut tested: Vec<&mut Effect> =
        effects.iter_mut().filter(|effect| effect.p_value.is_some()).collect();
    let p_values: Vec<f64> = tested.iter().filter_map(|effect| effect.p_value).collect();
    tested.iter_mut().zip(holm(&p_values)).for_each(|(effect, p)| effect.p_adjusted = Some(p));
    let mut estimated: Vec<(&mut Effect, GroupEstimate)> = effects
        .iter_mut()
        .filter_map(|effect| effect.estimate.map(|estimate| (effect, estimate)))
        .collect();
    let family: Vec<(GroupEstimate, f64)> =
        estimated.iter().map(|(effect, estimate)| (*estimate, effect.margin)).collect();
    let said = estimated.iter_mut().zip(verdicts(&family));
    said.for_each(|((effect, _), verdict)| effect.verdict = Some(verdict));
    let key = |effect: &Effect| {
        let Effect { rules, baseline, players, table, metric, .. } = effect.clone();
        (rules, baseline, players, table, metric.name())
    };
    effects.sort_by_cached_key(key);
    effects
}

fn at_table(survey: &Survey, table: &Panelist) -> Vec<Effect> {
    let baseline = survey.baseline();
    let of_baseline: Vec<Option<Measured>> =
        Metric::all().map(|metric| survey.measure(metric, baseline, table)).collect();
    let mut effects = Vec::new();
    for rules in survey.played() {
        effects.extend(first_seat(survey, rules, table));
        effects.extend(imbalance(survey, rules, table));
        if rules == baseline {
            continue;
        }
        let is_unfinished = [rules, baseline].into_iter().any(|rules| {
            let tally = table.leg.map(|leg| survey.whole(rules, leg));
            tally.is_some_and(|tally| {
                (tally.games - tally.finished()) as f64 > UNFINISHED * tally.games as f64
            })
        });
        for (metric, there) in Metric::all().zip(&of_baseline) {
            let measured = survey.measure(metric, rules, table).zip(there.as_ref());
            effects.extend(measured.map(|(here, there)| {
                let of = Effect {
                    baseline: survey.header().baseline.clone(),
                    value: here.value,
                    baseline_value: there.value,
                    pairing: here.gain_of_pairing(there),
                    ..Effect::nothing(survey, rules, table, metric)
                };
                let told = of.with(survey, &here.less(there));
                let is_spoilt = metric.is_of_length() && is_unfinished;
                if is_spoilt { Effect { verdict: None, estimate: None, ..told } } else { told }
            }));
        }
    }
    effects
}

impl Effect {
    fn nothing(survey: &Survey, rules: usize, table: &Panelist, metric: Metric) -> Effect {
        Effect {
            rules: survey.header().rules[rules].name.clone(),
            baseline: FAIR.to_owned(),
            players: table.players,
            table: table.name.clone(),
            metric,
            value: 0.0,
            baseline_value: 0.0,
            difference: 0.0,
            interval: None,
            p_value: None,
            p_adjusted: None,
            margin: 0.0,
            verdict: None,
            pairing: None,
            estimate: None,
        }
    }

    fn with(self, survey: &Survey, difference: &Measured) -> Effect {
        let estimate = difference.estimate();
        Effect {
            difference: difference.value,
            interval: estimate.and_then(|estimate| estimate.interval()),
            p_value: estimate.map(|estimate| estimate.p_value()),
            margin: survey.margin(self.metric, self.players, self.baseline_value),
            verdict: Some(Verdict::Unclear),
            estimate,
            ..self
        }
    }
}

/// What going first is worth: the first seat's share against that of everybody.
fn first_seat(survey: &Survey, rules: usize, table: &Panelist) -> Option<Effect> {
    let measured = survey.measure(Metric::FirstSeat, rules, table)?;
    let fair = survey.fair_share(rules, table.players);
    let groups = measured.groups.iter().map(|rate| Some((*rate)? - fair)).collect();
    let of = Effect {
        value: measured.value,
        baseline_value: fair,
        ..Effect::nothing(survey, rules, table, Metric::FirstSeat)
    };
    Some(of.with(survey, &Measured { value: measured.value - fair, groups }))
}

/// How unequal the seats are. Whether they are unequal at all is tested by the variation of whole
/// blocks.
fn imbalance(survey: &Survey, rules: usize, table: &Panelist) -> Option<Effect> {
    let measured = survey.measure(Metric::SeatImbalance, rules, table)?;
    let fair = survey.fair_share(rules, table.players);
    let test = seats(survey.whole(rules, table.leg?), fair)?.test();
    let of = Effect {
        value: measured.value,
        ..Effect::nothing(survey, rules, table, Metric::SeatImbalance)
    };
    let p_value = test.map(|test| test.p_value);
    Some(Effect { p_value, interval: None, ..of.with(survey, &measured) })
}
