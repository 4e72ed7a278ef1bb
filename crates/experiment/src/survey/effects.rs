//! What rule sets do: each quantity against that of the baseline on the same deals, and the seats
//! against fairness.

use super::header::Inquiry;
use super::metric::{Measured, Metric, seats};
use super::progress::Survey;
use super::tally::Tally;
use unobench_files::rows::FAIR;
use unobench_stats::{Interval, benjamini_hochberg, holm};

/// A quantity of a rule set against a baseline: a row of `effects.csv`.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The rule set.
    pub rules: String,
    /// The rule set that it is compared with, or [`FAIR`].
    pub baseline: String,
    /// What is measured.
    pub metric: Metric,
    /// Its value under the rule set.
    pub value: f64,
    /// Its value under the baseline.
    pub baseline_value: f64,
    /// The difference.
    pub difference: f64,
    /// The 95 % interval of the difference.
    pub interval: Option<Interval>,
    /// How likely a difference at least as large is if there is none; none where nothing varies.
    pub p_value: Option<f64>,
    /// The same, corrected for how many there are: Holm's within a rule set, Benjamini and
    /// Hochberg's over a sweep.
    pub p_adjusted: Option<f64>,
    /// How many times smaller the variance of the difference is than on separate deals.
    pub pairing: Option<f64>,
}

impl Effect {
    /// Whether the difference survives the correction at 5 %.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.p_adjusted.is_some_and(|p| p < 0.05)
    }
}

/// The rows of `effects.csv`, by rule set, baseline and name of the metric.
#[must_use]
pub fn effects(survey: &Survey) -> Vec<Effect> {
    let mut effects: Vec<Effect> =
        survey.played().flat_map(|rules| of_rules(survey, rules)).collect();
    match survey.header().question {
        Inquiry::Sweep => adjust(effects.iter_mut().collect(), benjamini_hochberg),
        Inquiry::Compare | Inquiry::Skill => {
            for rules in survey.played() {
                let name = &survey.header().rules[rules].name;
                adjust(effects.iter_mut().filter(|effect| effect.rules == *name).collect(), holm);
            }
        }
    }
    effects.sort_by(|a, b| {
        (&a.rules, &a.baseline, a.metric.name()).cmp(&(&b.rules, &b.baseline, b.metric.name()))
    });
    effects
}

/// Corrects the p-values of a family; those that are unknown do not count.
fn adjust(family: Vec<&mut Effect>, correct: impl Fn(&[f64]) -> Vec<f64>) {
    let mut tested: Vec<&mut Effect> =
        family.into_iter().filter(|effect| effect.p_value.is_some()).collect();
    let p_values: Vec<f64> = tested.iter().filter_map(|effect| effect.p_value).collect();
    tested.iter_mut().zip(correct(&p_values)).for_each(|(effect, p)| effect.p_adjusted = Some(p));
}

fn of_rules(survey: &Survey, rules: usize) -> Vec<Effect> {
    let baseline = survey.baseline();
    let mut effects: Vec<Effect> =
        [first_seat(survey, rules), imbalance(survey, rules)].into_iter().flatten().collect();
    if rules == baseline {
        return effects;
    }
    for metric in Metric::ALL {
        let measured = metric.measure(survey, rules).zip(metric.measure(survey, baseline));
        effects.extend(measured.map(|(here, there)| against(survey, rules, metric, &here, &there)));
    }
    effects
}

fn against(
    survey: &Survey,
    rules: usize,
    metric: Metric,
    here: &Measured,
    there: &Measured,
) -> Effect {
    let difference = here.less(there);
    let estimate = difference.estimate();
    Effect {
        rules: survey.header().rules[rules].name.clone(),
        baseline: survey.header().baseline.clone(),
        metric,
        value: here.value,
        baseline_value: there.value,
        difference: difference.value,
        interval: estimate.and_then(|estimate| estimate.interval()),
        p_value: estimate.and_then(|estimate| estimate.p_value()),
        p_adjusted: None,
        pairing: here.gain_of_pairing(there),
    }
}

/// What beginning is worth: the first seat's share against that of everybody.
fn first_seat(survey: &Survey, rules: usize) -> Option<Effect> {
    let leg = survey.starters_leg()?;
    let measured = Metric::FirstSeat.measure(survey, rules)?;
    let fair_share = |tally: &Tally| {
        tally.wins.iter().sum::<u64>() as f64 / tally.games as f64 / survey.header().players as f64
    };
    let fair = fair_share(&starters(survey, rules)?);
    // Where games stall, what is fair varies from group to group.
    let groups = measured.groups.iter().zip(survey.groups(rules, leg));
    let groups = groups.map(|(rate, tally)| Some((*rate)? - fair_share(tally.as_ref()?))).collect();
    let estimate = Measured { value: measured.value - fair, groups }.estimate();
    Some(Effect {
        baseline_value: fair,
        difference: measured.value - fair,
        interval: estimate.and_then(|estimate| estimate.interval()),
        p_value: estimate.and_then(|estimate| estimate.p_value()),
        ..against_fairness(survey, rules, Metric::FirstSeat, measured.value)
    })
}

/// Whether the seats are equally good: by the variation of whole blocks.
fn imbalance(survey: &Survey, rules: usize) -> Option<Effect> {
    let whole = starters(survey, rules)?;
    let value = seats(&whole)?.effect_size()?;
    let test = seats(&whole)?.test();
    Some(Effect {
        p_value: test.map(|test| test.p_value),
        ..against_fairness(survey, rules, Metric::SeatImbalance, value)
    })
}

fn against_fairness(survey: &Survey, rules: usize, metric: Metric, value: f64) -> Effect {
    Effect {
        rules: survey.header().rules[rules].name.clone(),
        baseline: FAIR.to_owned(),
        metric,
        value,
        baseline_value: 0.0,
        difference: value,
        interval: None,
        p_value: None,
        p_adjusted: None,
        pairing: None,
    }
}

/// All blocks of the leg in which seats begin in turn.
pub(super) fn starters(survey: &Survey, rules: usize) -> Option<Tally> {
    let leg = survey.starters_leg()?;
    let tally = survey.whole(rules, leg);
    (tally.games > 0).then_some(tally)
}
