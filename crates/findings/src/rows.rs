//! The rows of CSV files, and of tables of findings as whoever draws them reads them. The fields of
//! a row are the columns, in this order.
//!
//! A number that nothing can be said of is `None`. Intervals are 95 % intervals.

use serde::{Deserialize, Deserializer, Serialize, de};
use std::borrow::Cow;
use std::cmp::Ordering;

/// What shares are compared with that are compared with the fair one.
pub const FAIR: &str = "fair";

/// The families of verdicts: the questions that are answered together, and all others.
pub const PRIMARY: &str = "primary";
/// See [`PRIMARY`].
pub const EXPLORE: &str = "explore";

/// A row of `summary.csv`: what a strategy did under a rule set. Games and wins count appearances
/// at the table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SummaryRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// The strategy.
    pub strategy: String,
    /// Its appearances.
    pub games: u64,
    /// Those in which it was credited with the win.
    pub wins: u64,
    /// Wins per game.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate: Option<f64>,
    /// The lower end of the rate's interval, from block variance.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate_low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate_high: Option<f64>,
    /// Its rating, the mean of all that are rated being 0; none at a rate of 0 or 1.
    #[serde(default, deserialize_with = "bounded")]
    pub elo: Option<f64>,
    /// The lower end of its interval.
    #[serde(default, deserialize_with = "bounded")]
    pub elo_low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub elo_high: Option<f64>,
    /// Points in a game, on average.
    #[serde(default, deserialize_with = "bounded")]
    pub score_mean: Option<f64>,
    /// Their standard deviation.
    #[serde(default, deserialize_with = "bounded")]
    pub score_sd: Option<f64>,
    /// Their 5 % quantile, a score that occurred.
    pub score_p05: Option<i64>,
    /// Their median.
    pub score_p50: Option<i64>,
    /// Their 95 % quantile.
    pub score_p95: Option<i64>,
    /// Points left in hand, on average.
    #[serde(default, deserialize_with = "bounded")]
    pub hand_points_mean: Option<f64>,
    /// Turns of its games that finished, on average.
    #[serde(default, deserialize_with = "bounded")]
    pub turns_mean: Option<f64>,
    /// Its games that stalled.
    #[serde(default)]
    pub stalled: u64,
    /// Decisions that were made for it.
    #[serde(default)]
    pub faults: u64,
    /// The lower end of the interval of its mean points, from block variance.
    #[serde(default, deserialize_with = "bounded")]
    pub score_mean_low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub score_mean_high: Option<f64>,
    /// The lower end of the interval of the mean turns.
    #[serde(default, deserialize_with = "bounded")]
    pub turns_mean_low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub turns_mean_high: Option<f64>,
    /// The share of its games that nobody won. Of each a side has an equal part in `win_rate`.
    #[serde(default, deserialize_with = "bounded")]
    pub undecided: Option<f64>,
    /// Its games that were blocked. Those that neither stalled nor were blocked finished.
    #[serde(default)]
    pub blocked: u64,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// A row of the table of `seats`: what a seat did under a rule set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SeatRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// In a survey: who sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The seat: 1 moves first, before the start card acts, and then clockwise.
    pub seat: u32,
    /// Games played.
    pub games: u64,
    /// Those that it won.
    pub wins: u64,
    /// Wins per game.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate: Option<f64>,
    /// The lower end of the rate's interval, from block variance.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate_low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate_high: Option<f64>,
    /// Points in a game, on average; surveys do not count them.
    #[serde(default, deserialize_with = "bounded")]
    pub score_mean: Option<f64>,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// A row of `scores.csv`: how often a strategy had a score under a rule set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScoreRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// The strategy.
    pub strategy: String,
    /// Points in a game.
    pub score: i64,
    /// Appearances with this score.
    pub count: u64,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// A row of `turns.csv`: how many games had a length under a rule set.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TurnsRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// In a survey: who sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Turns in a game.
    pub turns: i64,
    /// Games of this length.
    pub count: u64,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// A row of the file that `run --rounds` writes: what a seat did in a round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RoundRow<'a> {
    /// The rule set.
    pub rules: Cow<'a, str>,
    /// Seats at the table.
    pub players: u32,
    /// The number of the deal, from 0.
    pub block: u64,
    /// Which of the deal's seatings is played, from 0.
    pub seating: u32,
    /// In a match, which of its rounds it is, from 0; otherwise 0.
    pub round: u32,
    /// The seat, as in the table of `seats`; it is the same seat in all rounds of a match.
    pub seat: u32,
    /// The strategy.
    pub strategy: Cow<'a, str>,
    /// 1 if it is credited with the win, otherwise 0.
    pub won: u32,
    /// Points that it got.
    pub score: i32,
    /// Points left in its hand.
    pub hand_points: u32,
    /// Turns of the round.
    pub turns: u32,
    /// Cards that it drew, for whatever reason; those dealt are not counted.
    pub drawn: u32,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    pub rules_digest: Cow<'a, str>,
}

/// A row of the table of `matchups`: how a strategy did against another under a rule set, in the
/// blocks that both played.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MatchupRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// The strategy.
    pub strategy: String,
    /// The other one.
    pub opponent: String,
    /// Blocks that both played.
    pub blocks: u64,
    /// Blocks in which the strategy had more points per game.
    pub ahead: u64,
    /// Blocks in which both had the same.
    pub tied: u64,
    /// Blocks in which the opponent had more.
    pub behind: u64,
    /// The difference of points per game, on average over blocks.
    #[serde(default, deserialize_with = "bounded")]
    pub mean_difference: Option<f64>,
    /// The lower end of its interval; in a duel one that holds wherever it stops.
    #[serde(default, deserialize_with = "bounded")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub high: Option<f64>,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// A row of the table of `ratings`: how strong a strategy is under a rule set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RatingRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// The strategy.
    pub strategy: String,
    /// Its strength in Elo, the mean of all that are rated being 0; none where it won nothing or
    /// everything.
    #[serde(default, deserialize_with = "bounded")]
    pub rating: Option<f64>,
    /// The lower end of the rating's interval, clustered by block.
    #[serde(default, deserialize_with = "bounded")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub high: Option<f64>,
    /// Its appearances at the table.
    pub games: u64,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// Where a strategy of a tournament stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RankRow {
    /// The rule set.
    pub rules: String,
    /// The strategy.
    pub strategy: String,
    /// Its place in the table of ratings, from 1.
    pub place: usize,
    /// The first rank that it may have; those of all strategies hold together.
    pub first: usize,
    /// The last.
    pub last: usize,
}

/// What a strategy of a tournament has of another that it met.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EncounterRow {
    /// The rule set.
    pub rules: String,
    /// `wins` per game, or `points` per game.
    pub measure: String,
    /// The strategy.
    pub strategy: String,
    /// The other.
    pub opponent: String,
    /// How much better the strategy is, also where the fewest points win.
    #[serde(deserialize_with = "bounded")]
    pub difference: Option<f64>,
    /// The lower end of its interval.
    #[serde(deserialize_with = "bounded")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(deserialize_with = "bounded")]
    pub high: Option<f64>,
    /// The p-value of no difference after Holm's correction for all pairs of the measure.
    #[serde(deserialize_with = "bounded")]
    pub p_adjusted: Option<f64>,
}

impl EncounterRow {
    /// Who is better for sure, at 5 %.
    pub fn sure(&self) -> Ordering {
        match (self.p_adjusted, self.difference) {
            (Some(p), Some(difference)) if p < 0.05 => difference.total_cmp(&0.0),
            _ => Ordering::Equal,
        }
    }
}

/// A row of the table of `effects`: a quantity of a rule set against a baseline.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EffectRow {
    /// The rule set.
    pub rules: String,
    /// The rule set that it is compared with, or `fair`.
    pub baseline: String,
    /// Seats at the table.
    #[serde(default)]
    pub players: u32,
    /// Who sits there.
    #[serde(default)]
    pub table: String,
    /// What is measured.
    pub metric: String,
    /// Its value under the rule set.
    #[serde(default, deserialize_with = "bounded")]
    pub value: Option<f64>,
    /// Its value under the baseline.
    #[serde(default, deserialize_with = "bounded")]
    pub baseline_value: Option<f64>,
    /// The difference.
    #[serde(default, deserialize_with = "bounded")]
    pub difference: Option<f64>,
    /// The lower end of the difference's interval.
    #[serde(default, deserialize_with = "bounded")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub high: Option<f64>,
    /// How likely a difference at least as large is if there is none; none where nothing varies.
    #[serde(default, deserialize_with = "bounded")]
    pub p_value: Option<f64>,
    /// The same, corrected by Holm's method for all rows of the family `primary`; none elsewhere.
    #[serde(default, deserialize_with = "bounded")]
    pub p_adjusted: Option<f64>,
    /// Whether it is `more`, `less`, or the `same`, by more than the smallest effect that matters;
    /// `unclear` if that is not known yet; nothing if it cannot be compared.
    #[serde(default)]
    pub verdict: String,
    /// Which promise the verdict is part of: `primary`, no error in 19 of 20 files; `explore`, few
    /// errors among the marked; none where nothing is tested.
    #[serde(default)]
    pub family: String,
    /// The p-value, corrected for its family: by Holm's method, or by that of Benjamini and Hochberg.
    #[serde(default, deserialize_with = "bounded")]
    pub q_value: Option<f64>,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// What one of several things that are put in and left out does, alone or
/// together with another, at a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FactorialRow {
    /// Seats at the table.
    pub players: u32,
    /// Who sits there.
    pub table: String,
    /// What is measured.
    pub metric: String,
    /// `mean` of all combinations; `alone` and `together`, the effects of one and of two; `share`,
    /// the part of the variance between all combinations that is due to the effects of one
    /// (`alone`), of two (`together`), and of more (`more`).
    pub kind: String,
    /// What is switched on, two joined by ` × `; for a share, what it belongs to.
    pub effect: String,
    /// The estimate.
    #[serde(default, deserialize_with = "bounded")]
    pub value: Option<f64>,
    /// The lower end of its interval.
    #[serde(default, deserialize_with = "bounded")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub high: Option<f64>,
    /// How likely an effect at least as large is if there is none; none where nothing varies.
    #[serde(default, deserialize_with = "bounded")]
    pub p_value: Option<f64>,
    /// The same, corrected for all effects of the file.
    #[serde(default, deserialize_with = "bounded")]
    pub p_adjusted: Option<f64>,
    /// Of an effect, as in `effects`.
    #[serde(default)]
    pub verdict: String,
}

/// A side of a duel: one strategy in one seat against the other in all others.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SideRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
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
    /// The lower end of the rate's interval.
    pub win_rate_low: Option<f64>,
    /// The upper end.
    pub win_rate_high: Option<f64>,
    /// The share that would be fair.
    pub fair_share: f64,
    /// How many times smaller the variance is than that of as many independent games.
    pub variance_reduction: Option<f64>,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// A step of the ladder of a skill survey: a strategy alone among others that all play the same.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StepRow {
    /// The rule set.
    pub rules: String,
    /// The strategy.
    pub strategy: String,
    /// Its games.
    pub games: u64,
    /// Its share of wins.
    pub win_rate: f64,
    /// The lower end of the rate's interval.
    pub win_rate_low: Option<f64>,
    /// The upper end.
    pub win_rate_high: Option<f64>,
    /// Its rating less that of the others; none at a rate of 0 or 1.
    pub elo: Option<f64>,
    /// The lower end of the rate's interval as such a difference.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
    #[serde(default)]
    pub rules_digest: String,
}

/// A row of `ladder.csv` or `heads.csv`, which `scripts/ladder` writes: one strategy alone among
/// copies of another.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LadderRow {
    /// The rule set.
    pub rules: String,
    /// Seats at the table.
    pub players: u32,
    /// The strategy in one seat.
    pub strategy: String,
    /// The strategy in the others.
    pub opponent: String,
    /// Games.
    pub games: u64,
    /// The lone strategy's wins per game.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate: Option<f64>,
    /// The lower end of the rate's interval.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate_low: Option<f64>,
    /// The upper end.
    #[serde(default, deserialize_with = "bounded")]
    pub win_rate_high: Option<f64>,
}

/// The largest number that is read, so that the sums and scales of pictures stay finite.
const LARGEST: f64 = 1e15;

/// Reads a number that can be drawn, or nothing from an empty field.
pub(crate) fn bounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(number) if !number.is_finite() || number.abs() > LARGEST => {
            Err(de::Error::custom(format_args!("{number:?} is not a number from -1e15 to 1e15")))
        }
        number => Ok(number),
    }
}
