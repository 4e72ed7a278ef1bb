//! How metrics are computed: each is a function of the tallies of some blocks.

use super::panel::{PanelTable, PlayedRuleSet};
use super::tally::SurveyTally;
use crate::header::{GROUPS, Header};
use unobench_findings::metric::{Metric, Scale};
use unobench_stats::{GroupEstimate, SeatSums, spread_quantile, standard_deviation};

/// What a metric is of the blocks of the leg in which seats begin in turn; none of what other legs
/// tell.
fn of_starters(metric: Metric, tally: &SurveyTally, fair: f64) -> Option<f64> {
    let length = |share| spread_quantile(share, tally.lengths.iter());
    let score = |share| spread_quantile(share, tally.scores.iter());
    let course = &tally.course;
    match metric {
        Metric::FirstSeat => tally.rate(0, fair),
        Metric::SeatImbalance => seats(tally, fair)?.effect_size(),
        Metric::TurnsMean => mean_of(tally.turns - tally.unfinished_turns, tally.finished()),
        Metric::TurnsP05 => length(0.05),
        Metric::TurnsP50 => length(0.5),
        Metric::TurnsP95 => length(0.95),
        Metric::ScoreMean => mean(tally),
        Metric::ScoreSd => standard_deviation(tally.scores.iter()),
        Metric::ScoreP05 => score(0.05),
        Metric::ScoreP50 => score(0.5),
        Metric::ScoreP95 => score(0.95),
        Metric::ForcedShare => mean_of(tally.forced, tally.asked),
        Metric::LeadChanges => mean_of(course.lead_changes, course.games),
        Metric::LowestChance => mean_of(course.lowest, 1_000_000 * course.games),
        Metric::CardsDrawn => mean_of(tally.drawn, tally.games),
        Metric::StalledShare => mean_of(tally.stalled, tally.games),
        Metric::BlockedShare => mean_of(tally.blocked, tally.games),
        // Those of pools and matches, and all that is of runs.
        _ => None,
    }
}

impl Header {
    /// The smallest difference from a value that matters.
    pub(super) fn margin(&self, metric: Metric, players: usize, value: f64) -> f64 {
        let worth = self.smallest_effect() / 100.0;
        let points = worth / 2.0;
        match metric.words().scale {
            Scale::Share => points,
            // Of seats that are equal but for one, which wins so much more.
            Scale::Inequality => points * players as f64 / (players as f64 - 1.0).sqrt(),
            Scale::Number | Scale::Often => worth * value.abs(),
        }
    }
}

impl PlayedRuleSet<'_> {
    /// What a metric is at a table, for those who sit there: from all blocks, and from each group
    /// alone, which tell how precise it is.
    pub(super) fn measure(&self, metric: Metric, table: &PanelTable) -> Option<Measured> {
        let fair = self.fair_share(table.players);
        match metric {
            // What the best of the pool gains, by either half of the groups.
            Metric::SkillGain => by_half(self, best_by_half(self, &table.pool)?, |tally| {
                Some(tally.rate(0, fair)? - fair)
            }),
            Metric::NeighbourGain => neighbour_gain(self, table),
            Metric::MatchGain => {
                let [rounds] = table.pool[..] else { return None };
                let [of_matches, of_rounds] = [table.matches?, rounds]
                    .map(|leg| Measured::of(self, leg, |tally| tally.rate(0, fair)));
                Some(of_matches?.less(&of_rounds?))
            }
            Metric::MatchRounds | Metric::MatchTurns | Metric::LeaderWins => {
                Measured::of(self, table.matches?, |tally| match metric {
                    Metric::MatchRounds => mean_of(tally.rounds, tally.games),
                    Metric::MatchTurns => mean_of(tally.turns, tally.games),
                    _ => mean_of(*tally.led.0.get(1)?, *tally.led.0.first()?),
                })
            }
            _ => {
                let value = |tally: &SurveyTally| of_starters(metric, tally, fair);
                let leg = table.leg?;
                let measured = Measured::of(self, leg, value)?;
                Some(match metric {
                    Metric::SeatImbalance => measured.jackknifed(self, leg, value),
                    _ => measured,
                })
            }
        }
    }
}

/// A quantity from all blocks, and from each group alone.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measured {
    pub value: f64,
    /// From each group; none of groups that are not played.
    pub groups: Vec<Option<f64>>,
}

impl Measured {
    pub(crate) fn of(
        sums: &PlayedRuleSet<'_>,
        leg: usize,
        value_of: impl Fn(&SurveyTally) -> Option<f64>,
    ) -> Option<Measured> {
        let value = value_of(sums.whole(leg))?;
        let groups = sums.groups(leg).iter();
        Some(Measured { value, groups: groups.map(|group| value_of(group.as_ref()?)).collect() })
    }

    /// What is not nearly linear in the tallies, but a function of who won alone, with groups'
    /// pseudo-values G·θ − (G − 1)·θ without the group, whose standard error as of a mean is that
    /// of the delete-one-group jackknife.
    ///
    /// Source: Tukey 1958, *Bias and confidence in not quite large samples*, Annals of Mathematical
    /// Statistics 29.
    fn jackknifed(
        self,
        sums: &PlayedRuleSet<'_>,
        leg: usize,
        value_of: impl Fn(&SurveyTally) -> Option<f64>,
    ) -> Measured {
        let (value, groups) = (self.value, sums.groups(leg));
        let count = groups.iter().flatten().count() as f64;
        let whole = sums.whole(leg);
        let groups = groups
            .iter()
            .map(|group| {
                let without = value_of(&whole.without(group.as_ref()?))?;
                Some(count * value - (count - 1.0) * without)
            })
            .collect();
        Measured { value, groups }
    }

    pub(super) fn estimate(&self) -> Option<GroupEstimate> {
        GroupEstimate::new(self.value, &self.groups)
    }

    /// With groups so much farther from their mean that the standard error has another part; what
    /// does not vary stays.
    pub(super) fn widened(mut self, part: f64) -> Measured {
        let error = self.estimate().map_or(0.0, |estimate| estimate.standard_error);
        let count = self.groups.iter().flatten().count() as f64;
        let mean = self.groups.iter().flatten().sum::<f64>() / count;
        if error > 0.0 && part > 0.0 {
            let factor = error.hypot(part) / error;
            let groups = self.groups.iter_mut().flatten();
            groups.for_each(|group| *group = mean + factor * (*group - mean));
        }
        self
    }

    pub(super) fn less(&self, other: &Measured) -> Measured {
        let groups =
            self.groups.iter().zip(&other.groups).map(|(group, other)| Some((*group)? - (*other)?));
        Measured { value: self.value - other.value, groups: groups.collect() }
    }

    /// How many times smaller the variance of the difference is than if the two had been measured
    /// on deals of their own.
    pub(crate) fn gain_of_pairing(&self, other: &Measured) -> Option<f64> {
        let paired = self.less(other).variance()?;
        (paired > 0.0).then_some((self.variance()? + other.variance()?) / paired)
    }

    fn variance(&self) -> Option<f64> {
        Some(self.estimate()?.standard_error.powi(2))
    }
}

fn mean(tally: &SurveyTally) -> Option<f64> {
    let sum: f64 = tally.scores.iter().map(|(score, count)| score as f64 * count as f64).sum();
    (tally.games > 0).then(|| sum / tally.games as f64)
}

/// A sum by how many it is of; none of nothing.
fn mean_of(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

/// The seats of a tally, counted from the one that begins; none without a block.
pub(super) fn seats(tally: &SurveyTally, fair: f64) -> Option<SeatSums<'_>> {
    (tally.blocks > 0).then(|| SeatSums {
        blocks: tally.blocks,
        games: tally.games,
        fair,
        wins: &tally.wins,
        products: &tally.products,
    })
}

/// The leg of which place 0 won most, for each half of the groups by the other half: nobody is
/// called the best for the luck that is measured. The last of equals.
pub(super) fn best_by_half(sums: &PlayedRuleSet<'_>, legs: &[usize]) -> Option<[usize; 2]> {
    Some([best_of_groups(sums, legs, 1)?, best_of_groups(sums, legs, 0)?])
}

/// The leg of which place 0 won most in the groups with even numbers, or with odd ones.
fn best_of_groups(sums: &PlayedRuleSet<'_>, legs: &[usize], parity: usize) -> Option<usize> {
    let players = sums.header.legs[*legs.first()?].seats(sums.header.players);
    let rated = legs.iter().filter_map(|&leg| {
        let groups = sums.groups(leg).iter().skip(parity).step_by(2);
        let half = SurveyTally::sum(players, groups.flatten());
        Some((leg, half.rate(0, sums.fair_share(players))?))
    });
    rated.max_by(|candidate, other| candidate.1.total_cmp(&other.1)).map(|(leg, _)| leg)
}

/// What a function of the tallies of two legs is, in either half of the groups of that leg which
/// was chosen for it: in each group alone, and on average.
pub(super) fn by_half(
    sums: &PlayedRuleSet<'_>,
    legs: [usize; 2],
    value_of: impl Fn(&SurveyTally) -> Option<f64>,
) -> Option<Measured> {
    let groups: Vec<Option<f64>> =
        (0..GROUPS).map(|group| value_of(sums.groups(legs[group % 2])[group].as_ref()?)).collect();
    let present: Vec<f64> = groups.iter().flatten().copied().collect();
    let value = present.iter().sum::<f64>() / present.len() as f64;
    (!present.is_empty()).then_some(Measured { value, groups })
}

/// The mean over the pool of what the seat after the lone strategy wins more than the seat before
/// it; none at two seats, where they are one.
fn neighbour_gain(sums: &PlayedRuleSet<'_>, table: &PanelTable) -> Option<Measured> {
    let PanelTable { players, ref pool, .. } = *table;
    if players < 3 || pool.is_empty() {
        return None;
    }
    let value = mean_gain(pool.iter().map(|&leg| Some(sums.whole(leg))), players)?;
    let groups = (0..GROUPS)
        .map(|group| mean_gain(pool.iter().map(|&leg| sums.groups(leg)[group].as_ref()), players))
        .collect();
    Some(Measured { value, groups })
}

/// How much more often the seat after place 0 won than the one before it, on average over tallies;
/// none if one is missing or without a game.
fn mean_gain<'a>(
    tallies: impl Iterator<Item = Option<&'a SurveyTally>>,
    players: usize,
) -> Option<f64> {
    let mut gains = Vec::new();
    for tally in tallies {
        let tally = tally.filter(|tally| tally.games > 0)?;
        let [after, before] = [1, players - 1].map(|place| tally.wins[place] as f64);
        gains.push((after - before) / tally.games as f64);
    }
    Some(gains.iter().sum::<f64>() / gains.len() as f64)
}
