//! The rows of CSV files. The fields of a row are the columns, in this order.
//!
//! A number that nothing can be said of is `None`. Intervals are 95 % intervals.

use serde::{Deserialize, Deserializer, Serialize, de};
use std::borrow::Cow;

/// What shares are compared with that are compared with the fair one.
pub const FAIR: &str = "fair";

/// A row of `summary.csv`: what a strategy did under a rule set. Games and wins count appearances
/// at the table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
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
    pub win_rate: Option<f64>,
    /// The lower end of the rate's interval, from block variance.
    pub win_rate_low: Option<f64>,
    /// The upper end.
    pub win_rate_high: Option<f64>,
    /// Its rating, the mean of all that are rated being 0; none at a rate of 0 or 1.
    pub elo: Option<f64>,
    /// The lower end of its interval.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// Points in a game, on average.
    pub score_mean: Option<f64>,
    /// Their standard deviation.
    pub score_sd: Option<f64>,
    /// Their 5 % quantile, a score that occurred.
    pub score_p05: Option<i64>,
    /// Their median.
    pub score_p50: Option<i64>,
    /// Their 95 % quantile.
    pub score_p95: Option<i64>,
    /// Points left in hand, on average.
    pub hand_points_mean: Option<f64>,
    /// Turns of its games that finished, on average.
    pub turns_mean: Option<f64>,
    /// Its games that stalled.
    pub stalled: u64,
    /// Decisions that were made for it.
    pub faults: u64,
    /// The lower end of the interval of its mean points, from block variance.
    pub score_mean_low: Option<f64>,
    /// The upper end.
    pub score_mean_high: Option<f64>,
    /// The lower end of the interval of the mean turns.
    pub turns_mean_low: Option<f64>,
    /// The upper end.
    pub turns_mean_high: Option<f64>,
    /// The share of its games that nobody won. Of each a side has an equal part in `win_rate`.
    pub undecided: Option<f64>,
    /// Its games that were blocked. Those that neither stalled nor were blocked finished.
    pub blocked: u64,
    /// 12 hexadecimal digits of a digest of the rule set's settings.
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
pub(crate) const LARGEST: f64 = 1e15;

/// Reads a number that can be drawn, or nothing from an empty field.
pub(crate) fn bounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(number) if !number.is_finite() || number.abs() > LARGEST => {
            Err(de::Error::custom(format_args!("{number:?} is not a number from -1e15 to 1e15")))
        }
        number => Ok(number),
    }
}
