//! What rule sets do at each table: each quantity against that of the baseline on the same deals,
//! and the seats against fairness.

use super::factorial::setting;
use super::learners::Of;
use super::metric::{Measured, seats};
use super::panel::{Panelist, Survey};
use std::collections::BTreeMap;
use unobench_findings::metric::{ASKED_FIRST, Metric};
use unobench_findings::panel::knows;
use unobench_findings::rows::{EXPLORE, FAIR, PRIMARY};
use unobench_stats::{GroupEstimate, Interval, Verdict, benjamini_hochberg, holm, verdicts};

/// The largest share of games that may not finish, where the length of games is judged.
const UNFINISHED: f64 = 0.001;

/// A quantity of a rule set against a baseline.
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

/// All effects, by rule set, baseline, seats, name of the table and of the metric.
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
        let (correct, questions) = (family.correction(), questions.into_values());
        let (tested, untested): (Vec<_>, Vec<_>) =
            questions.partition(|of| effects[of[0]].p_value.is_some());
        let p_values: Vec<f64> = tested.iter().filter_map(|of| effects[of[0]].p_value).collect();
        for (same, q) in tested.iter().zip(correct(&p_values)) {
            same.iter().for_each(|&place| effects[place].q_value = Some(q));
        }
        let all: Vec<Vec<usize>> = [tested, untested].concat();
        let first = all.iter().map(|of| &effects[of[0]]);
        let estimates = first.filter_map(|of| Some((of.estimate?, of.margin))).collect::<Vec<_>>();
        for (same, verdict) in all.iter().zip(verdicts(&estimates, correct)) {
            same.iter().for_each(|&place| effects[place].verdict = Some(verdict));
        }
    }
}

fn at_table(survey: &Survey, table: &Panelist) -> Vec<Effect> {
    let baseline = survey.baseline();
    let of_baseline: Vec<Option<Measured>> =
        Metric::all().map(|metric| survey.measure_here(metric, baseline, table)).collect();
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
            let measured = survey.measure_here(metric, rules, table).zip(there.as_ref());
            effects.extend(measured.map(|(here, there)| {
                let of = Effect {
                    baseline: survey.header().baseline.clone(),
                    value: here.value,
                    baseline_value: there.value,
                    pairing: here.gain_of_pairing(there),
                    ..Effect::nothing(survey, rules, table, metric)
                };
                let less = here.less(there);
                let told =
                    of.with(survey, &survey.of_any_learner(metric, table, Of::Baseline, less));
                let is_spoilt = metric.is_of_length() && is_unfinished
                    || metric.is_of_points() && !is_counted_alike
                    || [rules, baseline].iter().any(|&of| !is_decided(survey, of, table, metric));
                if is_spoilt { Effect { verdict: None, family: None, ..told } } else { told }
            }));
        }
    }
    effects
}

/// Whether somebody won a game where a share of wins is measured; else nothing is said of it.
fn is_decided(survey: &Survey, rules: usize, table: &Panelist, metric: Metric) -> bool {
    let legs: Vec<usize> = match metric {
        Metric::FirstSeat | Metric::SeatImbalance => table.leg.into_iter().collect(),
        Metric::SkillGain | Metric::NeighbourGain => table.pool.clone(),
        Metric::MatchGain => table.pool.iter().copied().chain(table.matches).collect(),
        _ => return true,
    };
    legs.iter().all(|&leg| survey.whole(rules, leg).wins.iter().any(|&wins| wins > 0))
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
            p_value: estimate.map(|estimate| estimate.p_value()),
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
    let metric = Metric::FirstSeat;
    let measured = survey.measure_here(metric, rules, table)?;
    let fair = survey.fair_share(rules, table.players);
    let groups = measured.groups.iter().map(|rate| Some((*rate)? - fair)).collect();
    let of = Effect {
        value: measured.value,
        baseline_value: fair,
        ..Effect::nothing(survey, rules, table, metric)
    };
    let above = Measured { value: measured.value - fair, groups };
    let told = of.with(survey, &survey.of_any_learner(metric, table, Of::Fair, above));
    let is_said = is_decided(survey, rules, table, metric);
    Some(if is_said { told } else { Effect { verdict: None, family: None, ..told } })
}

/// How unequal the seats are. Whether they are unequal at all is tested by the variation of whole
/// blocks.
fn imbalance(survey: &Survey, rules: usize, table: &Panelist) -> Option<Effect> {
    let measured = survey.measure_here(Metric::SeatImbalance, rules, table)?;
    let fair = survey.fair_share(rules, table.players);
    let test = seats(survey.whole(rules, table.leg?), fair)?.test();
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
    use unobench_core::rng::Rng;

    /// Effects of so many standard errors, with the luck of fifty groups: some are primary.
    fn survey(rng: &mut Rng, size: impl Fn(usize) -> f64) -> Vec<Effect> {
        let mut effect = |place: usize| {
            let mut group = || Some(f64::from(rng.below(2001)) - 1000.0);
            let groups: [_; 50] = std::array::from_fn(|_| group());
            let luck = groups.iter().flatten().sum::<f64>() / 50.0;
            let mut found = GroupEstimate::new(luck, &groups).expect("groups");
            found.estimate += size(place / 10) * found.standard_error;
            let digest = (place / 10).to_string();
            Effect {
                rules: digest.clone(),
                baseline: "official".to_owned(),
                players: 4,
                table: ["random", "champion"][place / 5 % 2].to_owned(),
                metric: ASKED_FIRST[place % 5],
                value: found.estimate,
                baseline_value: 0.0,
                difference: found.estimate,
                interval: found.interval(),
                p_value: Some(found.p_value()),
                q_value: None,
                family: Some([Family::Explore, Family::Primary][place / 5 % 2]),
                margin: 0.0,
                verdict: None,
                pairing: None,
                digest,
                estimate: Some(found),
            }
        };
        (0..80).map(&mut effect).collect()
    }

    type Said = BTreeMap<(String, String, Metric), (Option<Verdict>, Option<f64>)>;

    fn judged(mut effects: Vec<Effect>) -> Said {
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
            for ((rules, table, metric), said) in
                judged(effects.iter().cloned().chain(twins).collect())
            {
                let rules = rules.replace("twin", "5");
                assert_eq!(said, told[&(rules, table, metric)], "the same rules, named twice");
            }
            effects.retain(|of| of.family == Some(Family::Primary) || rng.below(2) == 0);
            for (key, said) in judged(effects).iter().filter(|(key, _)| knows(&key.1)) {
                assert_eq!(*said, told[key], "whatever is explored");
            }
        }
    }

    #[test]
    fn where_nothing_differs_hardly_anything_is_marked() {
        let (mut rng, surveys) = (Rng::from_key(2), 600);
        let is_marked = |verdict| matches!(verdict, Some(Verdict::More | Verdict::Less));
        let is_wrong = |said: &Said| said.iter().any(|(key, of)| knows(&key.1) && is_marked(of.0));
        let wrong = (0..surveys).filter(|_| is_wrong(&judged(survey(&mut rng, |_| 0.0)))).count();
        // Twice the standard error above 5 %.
        assert!((wrong as f64) < 0.068 * f64::from(surveys), "{wrong} of {surveys}");
    }
}
