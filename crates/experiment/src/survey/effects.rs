//! What rule sets do at each table: each quantity against that of the baseline on the same deals,
//! and the seats against fairness.

use super::factorial::setting;
use super::metric::{Measured, seats};
use super::panel::{Panelist, Survey};
use super::tally::Tally;
use std::collections::BTreeMap;
use unobench_files::metric::{ASKED_FIRST, Metric};
use unobench_files::panel::knows;
use unobench_files::rows::{EXPLORE, FAIR, PRIMARY};
use unobench_stats::{GroupEstimate, Interval, Verdict, benjamini_hochberg, holm, verdicts};

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
    /// The same, corrected for all of its family.
    pub q_value: Option<f64>,
    /// None where nothing is tested.
    pub family: Option<Family>,
    pub margin: f64,
    /// What is said of the difference by that margin, corrected for all of its family; nothing of
    /// what cannot be compared.
    pub verdict: Option<Verdict>,
    /// How many times smaller the variance of the difference is than on separate deals.
    pub pairing: Option<f64>,
    /// Of the rule set's settings.
    pub digest: String,
    estimate: Option<GroupEstimate>,
}

/// The promise that a verdict is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// One of the questions of a rule set among those who know the rules: corrected by Holm's
    /// method, so that there is hardly one error in all of them.
    Primary,
    /// All the rest: corrected by Benjamini's and Hochberg's method, so that few of those that are
    /// marked are errors.
    Explore,
}

impl Family {
    const ALL: [Family; 2] = [Family::Primary, Family::Explore];

    pub fn name(self) -> &'static str {
        [PRIMARY, EXPLORE][self as usize]
    }

    fn correction(self) -> fn(&[f64]) -> Vec<f64> {
        [holm, benjamini_hochberg][self as usize]
    }
}

/// The rows of `effects.csv`, by rule set, baseline, seats, name of the table and of the metric.
pub fn effects(survey: &Survey) -> Vec<Effect> {
    let panel = survey.panel();
    let mut effects: Vec<Effect> = panel.iter().flat_map(|table| at_table(survey, table)).collect();
    judge(&mut effects);
    let key = |effect: &Effect| {
        let Effect { rules, baseline, players, table, metric, .. } = effect.clone();
        (rules, baseline, players, table, metric.name())
    };
    effects.sort_by_cached_key(key);
    effects
}

/// Gives each its verdict, and adjusts its p-value, within its family. Rows of the same rules under
/// several names are one question, and get one answer.
fn judge(effects: &mut [Effect]) {
    for family in Family::ALL {
        let mut questions: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (place, of) in effects.iter().enumerate().filter(|(_, of)| of.family == Some(family)) {
            let against = (of.baseline.clone(), of.players, of.table.clone());
            questions.entry((of.digest.clone(), against, of.metric)).or_default().push(place);
        }
        let questions: Vec<Vec<usize>> = questions.into_values().collect();
        let correct = family.correction();
        let tested = |of: &&Vec<usize>| effects[of[0]].p_value.is_some();
        let tested: Vec<&Vec<usize>> = questions.iter().filter(tested).collect();
        let p_values: Vec<f64> = tested.iter().filter_map(|of| effects[of[0]].p_value).collect();
        for (same, q) in tested.into_iter().zip(correct(&p_values)) {
            same.iter().for_each(|&place| effects[place].q_value = Some(q));
        }
        let estimate = |of: &Vec<usize>| {
            (effects[of[0]].estimate.expect("it has a family"), effects[of[0]].margin)
        };
        let estimates: Vec<(GroupEstimate, f64)> = questions.iter().map(estimate).collect();
        for (same, verdict) in questions.iter().zip(verdicts(&estimates, correct)) {
            same.iter().for_each(|&place| effects[place].verdict = Some(verdict));
        }
    }
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
        let scoring = |rules: usize| setting(&survey.header().rules[rules].settings, "scoring");
        let is_counted_alike = scoring(rules) == scoring(baseline);
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
                let is_spoilt = metric.is_of_length() && is_unfinished
                    || metric.is_of_points() && !is_counted_alike;
                if is_spoilt { Effect { verdict: None, family: None, ..told } } else { told }
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
            q_value: None,
            family: None,
            margin: 0.0,
            verdict: None,
            pairing: None,
            digest: survey.digest(rules).to_owned(),
            estimate: None,
        }
    }

    fn with(self, survey: &Survey, difference: &Measured) -> Effect {
        let estimate = difference.estimate();
        // Of the same rules under two names nothing is asked.
        let is_asked = self.baseline == FAIR || self.digest != survey.digest(survey.baseline());
        Effect {
            family: estimate.filter(|_| is_asked).map(|_| self.family()),
            difference: difference.value,
            interval: estimate.and_then(|estimate| estimate.interval()),
            p_value: estimate.and_then(|estimate| estimate.p_value()),
            margin: survey.margin(self.metric, self.players, self.baseline_value),
            verdict: Some(if is_asked { Verdict::Unclear } else { Verdict::Same }),
            estimate,
            ..self
        }
    }

    fn family(&self) -> Family {
        let is_primary = ASKED_FIRST.contains(&self.metric) && knows(&self.table);
        if is_primary { Family::Primary } else { Family::Explore }
    }
}

/// What going first is worth: the first seat's share against that of everybody.
fn first_seat(survey: &Survey, rules: usize, table: &Panelist) -> Option<Effect> {
    let measured = survey.measure(Metric::FirstSeat, rules, table)?;
    let fair_share = |tally: &Tally| {
        tally.wins.iter().sum::<u64>() as f64 / tally.games as f64 / table.players as f64
    };
    let fair = fair_share(survey.whole(rules, table.leg?));
    // Where games stall, what is fair varies from group to group.
    let groups = measured.groups.iter().zip(survey.groups(rules, table.leg?));
    let groups = groups.map(|(rate, tally)| Some((*rate)? - fair_share(tally.as_ref()?))).collect();
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
    let test = seats(survey.whole(rules, table.leg?))?.test();
    let of = Effect {
        value: measured.value,
        ..Effect::nothing(survey, rules, table, Metric::SeatImbalance)
    };
    let p_value = test.map(|test| test.p_value);
    Some(Effect { p_value, interval: None, ..of.with(survey, &measured) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::GROUPS;
    use unobench_core::rng::Rng;

    /// The effect of a rule set in standard errors, with the luck of fifty groups.
    fn effect(rng: &mut Rng, rules: usize, table: &str, metric: Metric, size: f64) -> Effect {
        let mut group = || Some((f64::from(rng.below(2001)) - 1000.0) / 1000.0);
        let groups: Vec<Option<f64>> = (0..GROUPS).map(|_| group()).collect();
        let luck = groups.iter().flatten().sum::<f64>() / GROUPS as f64;
        let estimate = GroupEstimate::new(luck, &groups).expect("groups");
        let estimate =
            GroupEstimate { estimate: luck + size * estimate.standard_error, ..estimate };
        let is_primary = knows(table) && ASKED_FIRST.contains(&metric);
        Effect {
            rules: rules.to_string(),
            baseline: "official".to_owned(),
            players: 4,
            table: table.to_owned(),
            metric,
            value: estimate.estimate,
            baseline_value: 0.0,
            difference: estimate.estimate,
            interval: estimate.interval(),
            p_value: estimate.p_value(),
            q_value: None,
            family: Some(if is_primary { Family::Primary } else { Family::Explore }),
            margin: 0.0,
            verdict: None,
            pairing: None,
            digest: rules.to_string(),
            estimate: Some(estimate),
        }
    }

    fn survey(rng: &mut Rng, size: impl Fn(usize) -> f64) -> Vec<Effect> {
        let mut effects = Vec::new();
        for rules in 0..8 {
            for table in ["random", "counter", "champion"] {
                let metrics = ASKED_FIRST.into_iter().chain([Metric::ForcedShare]);
                effects.extend(metrics.map(|of| effect(rng, rules, table, of, size(rules))));
            }
        }
        effects
    }

    type Key = (String, String, Metric);

    fn judged(mut effects: Vec<Effect>) -> BTreeMap<Key, (Option<Verdict>, Option<f64>)> {
        judge(&mut effects);
        let keyed = |of: Effect| ((of.rules, of.table, of.metric), (of.verdict, of.q_value));
        effects.into_iter().map(keyed).collect()
    }

    #[test]
    fn what_is_asked_first_is_answered_whatever_else_is_explored() {
        let mut rng = Rng::from_key(1);
        for _ in 0..50 {
            let mut effects = survey(&mut rng, |rules| rules as f64);
            let told = judged(effects.clone());
            rng.shuffle(&mut effects);
            assert_eq!(judged(effects.clone()), told, "in any order");
            let twin = |of: &Effect| Effect { rules: "twin".to_owned(), ..of.clone() };
            let twins = effects.iter().filter(|of| of.rules == "5").map(twin);
            let with_twins = judged(effects.iter().cloned().chain(twins).collect());
            for (key, said) in &with_twins {
                let (rules, table, metric) = key.clone();
                let original = if rules == "twin" { "5".to_owned() } else { rules };
                assert_eq!(said, &told[&(original, table, metric)], "{key:?}");
            }
            effects.retain(|of| of.family == Some(Family::Primary) || rng.below(2) == 0);
            let primary = |of: &Effect| of.family == Some(Family::Primary);
            let asked: Vec<Effect> = effects.iter().filter(|of| primary(of)).cloned().collect();
            let fewer = judged(effects);
            assert_eq!(asked.len(), 8 * 2 * 5);
            assert!(
                judged(asked).iter().all(|(key, said)| fewer[key] == *said && told[key] == *said)
            );
        }
    }

    #[test]
    fn where_nothing_differs_hardly_anything_is_marked() {
        let (mut rng, surveys) = (Rng::from_key(2), 600);
        let is_wrong = |of: &Effect| matches!(of.verdict, Some(Verdict::More | Verdict::Less));
        let mut wrong = 0;
        for _ in 0..surveys {
            let mut effects = survey(&mut rng, |_| 0.0);
            judge(&mut effects);
            let mut primary = effects.iter().filter(|of| of.family == Some(Family::Primary));
            wrong += u32::from(primary.any(is_wrong));
        }
        // Twice its standard error above 5 %.
        assert!(f64::from(wrong) < 0.068 * f64::from(surveys), "{wrong} of {surveys}");
        let mut effects = survey(&mut rng, |rules| if rules < 4 { 6.0 } else { 0.0 });
        judge(&mut effects);
        let marked: Vec<&Effect> = effects.iter().filter(|of| is_wrong(of)).collect();
        let wrong = marked.iter().filter(|of| of.rules >= "4".to_owned()).count();
        assert!(marked.len() >= 70 && wrong <= marked.len() / 10, "{wrong} of {}", marked.len());
    }
}
