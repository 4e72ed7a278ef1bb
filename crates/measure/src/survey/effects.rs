//! What rule sets do at each table: each quantity against that of the baseline on the same deals,
//! and the seats against fairness.

use super::learners::Of;
use super::metric::{Measured, seats};
use super::panel::{PanelTable, PlayedRuleSet};
use unobench_findings::metric::{ASKED_FIRST, Metric};
use unobench_findings::panel::is_primary;
use unobench_findings::question::Family;
use unobench_stats::{GroupEstimate, Interval, Verdict, benjamini_hochberg, holm, verdicts};

/// The largest share of games that may not finish, where the length of games is judged.
const UNFINISHED: f64 = 0.001;

/// A quantity of a rule set at a table against that of the baseline, or against what is fair.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricEffect {
    /// The places of the rule set in the header, and of the table in the panel.
    pub rules: usize,
    pub table: usize,
    pub metric: Metric,
    pub is_of_fairness: bool,
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
    pub(super) estimate: Option<GroupEstimate>,
}

/// How p-values of a family are corrected.
fn correction(family: Family) -> fn(&[f64]) -> Vec<f64> {
    match family {
        Family::Primary => holm,
        Family::Explore => benjamini_hochberg,
    }
}

/// Gives each its verdict, and adjusts its p-value, within its family. Rows of the same rules under
/// several names are one question, and get one answer: `same` has, for each rule set, the first
/// that is the same.
pub(super) fn judge(effects: &mut [&mut MetricEffect], same: &[usize]) {
    for family in Family::ALL {
        let question = |place: &usize| {
            let effect = &effects[*place];
            (
                effect.p_value.is_none(),
                same[effect.rules],
                effect.is_of_fairness,
                effect.table,
                effect.metric,
            )
        };
        let mut places: Vec<usize> =
            (0..effects.len()).filter(|&place| effects[place].family == Some(family)).collect();
        places.sort_by_key(question);
        let questions: Vec<&[usize]> =
            places.chunk_by(|place, other| question(place) == question(other)).collect();
        let first = || questions.iter().map(|rows| &*effects[rows[0]]);
        let p_values: Vec<f64> = first().filter_map(|effect| effect.p_value).collect();
        let estimates: Vec<_> =
            first().filter_map(|effect| Some((effect.estimate?, effect.margin))).collect();
        // What is tested comes before the rest.
        let q_values = correction(family)(&p_values);
        let said = verdicts(&estimates, correction(family));
        for (rank, (same, verdict)) in questions.into_iter().zip(said).enumerate() {
            for &place in same {
                effects[place].q_value = q_values.get(rank).copied();
                effects[place].verdict = Some(verdict);
            }
        }
    }
}

/// A rule set and the baseline at one table of a survey, to be compared.
pub(super) struct BaselinePair<'a> {
    pub(super) here: &'a PlayedRuleSet<'a>,
    pub(super) base: &'a PlayedRuleSet<'a>,
    pub(super) table: (usize, &'a PanelTable),
    pub(super) is_alias: bool,
}

/// What a metric is measured to be, if it is.
fn measurement_of(wanted: Metric, measured: &[Option<Measured>]) -> Option<&Measured> {
    Metric::of_surveys().zip(measured).find(|(metric, _)| *metric == wanted)?.1.as_ref()
}

impl BaselinePair<'_> {
    /// All effects, by what each metric is here and there; not yet judged.
    pub(super) fn effects(
        &self,
        measured: &[Option<Measured>],
        of_base: &[Option<Measured>],
    ) -> Vec<MetricEffect> {
        let mut effects = self.against_fair(measured);
        if self.here.rules == self.base.rules {
            return effects;
        }
        let (is_unfinished, is_counted_alike) = (self.is_unfinished(), self.is_counted_alike());
        for (metric, (here, baseline)) in Metric::of_surveys().zip(measured.iter().zip(of_base)) {
            let (Some(here), Some(baseline)) = (here, baseline) else { continue };
            let told = self.against_baseline(metric, here, baseline);
            let is_spoilt = self.is_of_specialist(metric, Of::Baseline)
                || metric.name().starts_with("turns") && is_unfinished
                || metric.name().starts_with("score") && !is_counted_alike
                || [self.here, self.base].iter().any(|sums| !is_told(sums, self.table.1, metric));
            effects.push(if is_spoilt {
                MetricEffect { verdict: None, family: None, ..told }
            } else {
                told
            });
        }
        effects
    }

    /// What the first seat and the seats together are against what is fair.
    fn against_fair(&self, measured: &[Option<Measured>]) -> Vec<MetricEffect> {
        let mut effects = Vec::new();
        if let Some(measurement) = measurement_of(Metric::FirstSeat, measured) {
            effects.push(self.first_seat(measurement));
        }
        if let Some(measurement) = measurement_of(Metric::SeatImbalance, measured) {
            effects.extend(self.imbalance(measurement));
        }
        effects
    }

    /// A metric against the baseline; not yet judged.
    fn against_baseline(
        &self,
        metric: Metric,
        here: &Measured,
        baseline: &Measured,
    ) -> MetricEffect {
        let effect = MetricEffect {
            is_of_fairness: false,
            value: here.value,
            baseline_value: baseline.value,
            pairing: here.gain_of_pairing(baseline),
            ..self.nothing(metric)
        };
        self.with(effect, &self.of_any_learner(metric, Of::Baseline, here.less(baseline)))
    }

    /// Whether so many games were not finished, here or there, that their lengths say nothing.
    fn is_unfinished(&self) -> bool {
        [self.here, self.base].iter().any(|sums| {
            let tally = self.table.1.leg.map(|leg| sums.whole(leg));
            tally.is_some_and(|tally| {
                (tally.games - tally.finished()) as f64 > UNFINISHED * tally.games as f64
            })
        })
    }

    /// Whether both score by the same rules.
    fn is_counted_alike(&self) -> bool {
        let [here, base] =
            [self.here, self.base].map(|sums| sums.header.rules[sums.rules].settings.at("scoring"));
        here == base
    }

    /// Against what is fair, to be filled in.
    fn nothing(&self, metric: Metric) -> MetricEffect {
        MetricEffect {
            rules: self.here.rules,
            table: self.table.0,
            metric,
            is_of_fairness: true,
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
            estimate: None,
        }
    }

    fn of_any_learner(&self, metric: Metric, reference: Of, measured: Measured) -> Measured {
        let rules = [self.here.rules, self.base.rules];
        self.here.of_any_learner(metric, self.table.1, (reference, &rules), measured)
    }

    fn is_of_specialist(&self, metric: Metric, reference: Of) -> bool {
        let rules = [self.here.rules, self.base.rules];
        self.here.is_of_specialist(metric, self.table.1, (reference, &rules))
    }

    fn with(&self, effect: MetricEffect, difference: &Measured) -> MetricEffect {
        let share = self.here.error_share(&legs(self.table.1, effect.metric));
        let estimate = difference.estimate().map(|estimate| estimate.at_look(share));
        // Of the same rules under two names nothing is asked.
        let is_asked = effect.is_of_fairness || !self.is_alias;
        let players = self.table.1.players;
        let is_primary = ASKED_FIRST.contains(&effect.metric) && is_primary(&self.table.1.name);
        let family = if is_primary { Family::Primary } else { Family::Explore };
        MetricEffect {
            family: estimate.filter(|_| is_asked).map(|_| family),
            difference: difference.value,
            interval: estimate.and_then(|estimate| estimate.interval()),
            p_value: estimate.map(|estimate| estimate.p_value()),
            margin: self.here.header.margin(effect.metric, players, effect.baseline_value),
            verdict: Some(if is_asked { Verdict::Unclear } else { Verdict::Same }),
            estimate,
            ..effect
        }
    }

    /// What going first is worth: the first seat's share against that of everybody.
    fn first_seat(&self, measured: &Measured) -> MetricEffect {
        let (metric, fair) = (Metric::FirstSeat, self.here.fair_share(self.table.1.players));
        let groups = measured.groups.iter().map(|rate| Some((*rate)? - fair)).collect();
        let effect =
            MetricEffect { value: measured.value, baseline_value: fair, ..self.nothing(metric) };
        let above = Measured { value: measured.value - fair, groups };
        let told = self.with(effect, &self.of_any_learner(metric, Of::Fair, above));
        let is_said =
            is_told(self.here, self.table.1, metric) && !self.is_of_specialist(metric, Of::Fair);
        if is_said { told } else { MetricEffect { verdict: None, family: None, ..told } }
    }

    /// How unequal the seats are. Whether they are unequal at all is tested by the variation of
    /// whole blocks.
    fn imbalance(&self, measured: &Measured) -> Option<MetricEffect> {
        let fair = self.here.fair_share(self.table.1.players);
        let test = seats(self.here.whole(self.table.1.leg?), fair)?.test();
        let effect = MetricEffect { value: measured.value, ..self.nothing(Metric::SeatImbalance) };
        let share = self.here.error_share(&legs(self.table.1, Metric::SeatImbalance));
        let p_value = test.map(|test| (test.p_value / share).min(1.0));
        let told = MetricEffect { p_value, interval: None, ..self.with(effect, measured) };
        let is_own = !has_substitutes(self.here, self.table.1, Metric::SeatImbalance);
        Some(if is_own { told } else { MetricEffect { verdict: None, family: None, ..told } })
    }
}

/// Whether something is said of a metric: everybody played for itself, and somebody won a game
/// where a share of wins is measured.
fn is_told(sums: &PlayedRuleSet<'_>, table: &PanelTable, metric: Metric) -> bool {
    let is_of_wins = matches!(
        metric,
        Metric::FirstSeat
            | Metric::SeatImbalance
            | Metric::SkillGain
            | Metric::NeighbourGain
            | Metric::MatchGain
    );
    let mut wins = legs(table, metric).into_iter().map(|leg| &sums.whole(leg).wins);
    !has_substitutes(sums, table, metric)
        && (!is_of_wins || wins.all(|wins| wins.iter().any(|&wins| wins > 0)))
}

/// Whether random played for somebody where a metric is measured.
pub(super) fn has_substitutes(
    sums: &PlayedRuleSet<'_>,
    table: &PanelTable,
    metric: Metric,
) -> bool {
    legs(table, metric).into_iter().any(|leg| sums.has_substitutes(leg))
}

/// The legs that a metric is measured in.
pub(super) fn legs(table: &PanelTable, metric: Metric) -> Vec<usize> {
    match metric {
        Metric::SkillGain | Metric::NeighbourGain => table.pool.clone(),
        Metric::MatchGain => table.pool.iter().copied().chain(table.matches).collect(),
        Metric::MatchRounds | Metric::MatchTurns | Metric::LeaderWins => {
            table.matches.into_iter().collect()
        }
        _ => table.leg.into_iter().collect(),
    }
}
