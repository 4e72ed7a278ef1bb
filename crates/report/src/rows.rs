//! The rows of the CSV files that a report reads: only the columns that it needs, whatever others
//! there are.

use serde::{Deserialize, Deserializer, de};

/// A row of `summary.csv`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct SummaryRow {
    pub(super) rules: String,
    pub(super) players: u32,
    pub(super) strategy: String,
    pub(super) games: u64,
    pub(super) wins: u64,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate_low: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate_high: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) elo: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) score_mean: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) hand_points_mean: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) turns_mean: Option<f64>,
    #[serde(default)]
    pub(super) stalled: u64,
    #[serde(default)]
    pub(super) faults: u64,
}

/// A row of `seats.csv`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct SeatRow {
    pub(super) rules: String,
    pub(super) players: u32,
    pub(super) seat: u32,
    pub(super) games: u64,
    pub(super) wins: u64,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate_low: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate_high: Option<f64>,
}

/// A row of `scores.csv`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct ScoreRow {
    pub(super) rules: String,
    pub(super) players: u32,
    pub(super) strategy: String,
    pub(super) score: i64,
    pub(super) count: u64,
}

/// A row of `turns.csv`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct TurnsRow {
    pub(super) rules: String,
    pub(super) players: u32,
    pub(super) turns: i64,
    pub(super) count: u64,
}

/// A row of `matchups.csv`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct MatchupRow {
    pub(super) rules: String,
    pub(super) players: u32,
    pub(super) strategy: String,
    pub(super) opponent: String,
    pub(super) blocks: u64,
    pub(super) ahead: u64,
    pub(super) tied: u64,
    pub(super) behind: u64,
    #[serde(default, deserialize_with = "finite")]
    pub(super) mean_difference: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) low: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) high: Option<f64>,
}

/// A row of `ratings.csv`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct RatingRow {
    pub(super) rules: String,
    pub(super) players: u32,
    pub(super) strategy: String,
    #[serde(default, deserialize_with = "finite")]
    pub(super) rating: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) low: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) high: Option<f64>,
    pub(super) games: u64,
}

/// A row of `effects.csv`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct EffectRow {
    pub(super) rules: String,
    pub(super) baseline: String,
    pub(super) metric: String,
    #[serde(default, deserialize_with = "finite")]
    pub(super) value: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) baseline_value: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) difference: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) low: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) high: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) p_value: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) p_adjusted: Option<f64>,
}

/// A row of `ladder.csv` or `heads.csv`: one strategy alone among copies of another.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct LadderRow {
    pub(super) rules: String,
    pub(super) players: u32,
    pub(super) strategy: String,
    pub(super) opponent: String,
    pub(super) games: u64,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate_low: Option<f64>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) win_rate_high: Option<f64>,
}

/// The largest number that is drawn, so that sums and scales stay finite.
const LARGEST: f64 = 1e15;

/// Reads a number that can be drawn, or nothing from an empty field.
fn finite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(number) if !number.is_finite() || number.abs() > LARGEST => {
            Err(de::Error::custom(format_args!("{number} is not a number from -1e15 to 1e15")))
        }
        number => Ok(number),
    }
}
