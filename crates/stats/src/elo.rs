//! Win rates on a logarithmic scale.

/// The Elo difference of a win rate from the fair share: 400·log₁₀ of the odds over the fair odds.
///
/// With n seats and a fair share of 1/n it is 400·log₁₀[(n − 1)·p / (1 − p)], the difference of two
/// ratings where all others are alike. A fair share has 0 by construction. None at a rate of 0 or
/// 1, where it would be infinite.
///
/// # Source
/// Elo, *The Rating of Chessplayers, Past and Present*, 1978, § 8.3, with the two-player odds in
/// proportion to the fair ones.
///
/// # Examples
///
/// ```
/// use unobench_stats::elo;
///
/// // Two seats have the scale of chess: odds of ten to one are 400 points.
/// assert!(elo(10.0 / 11.0, 0.5).is_some_and(|elo| (elo - 400.0).abs() < 1e-9));
/// // At four seats a quarter of the games is fair.
/// assert_eq!(elo(0.25, 0.25), Some(0.0));
/// assert_eq!(elo(1.0, 0.25), None);
/// ```
#[must_use]
pub fn elo(rate: f64, fair_share: f64) -> Option<f64> {
    let are_open = [rate, fair_share].iter().all(|share| *share > 0.0 && *share < 1.0);
    are_open.then(|| 400.0 * ((rate / (1.0 - rate)) * ((1.0 - fair_share) / fair_share)).log10())
}

/// The win rate that lies an Elo difference from the fair share, the inverse of [`elo`]: its odds
/// are the fair odds times 10^(elo/400).
///
/// A finite difference and a fair share inside (0, 1) give a rate inside (0, 1), as long as
/// floating-point numbers tell it from 0 and 1.
///
/// # Source
/// As of [`elo`].
///
/// # Examples
///
/// ```
/// use unobench_stats::share_of_elo;
///
/// assert!((share_of_elo(400.0, 0.5) - 10.0 / 11.0).abs() < 1e-12);
/// assert!((share_of_elo(0.0, 0.25) - 0.25).abs() < 1e-12);
/// ```
#[must_use]
pub fn share_of_elo(elo: f64, fair_share: f64) -> f64 {
    let against = (1.0 - fair_share) / fair_share * 10.0_f64.powf(-elo / 400.0);
    1.0 / (1.0 + against)
}

/// The share of the games that somebody wins which a strategy wins whose rating is `elo` above
/// that of all others at the table; `winners` seats win a game.
///
/// # Examples
///
/// ```
/// use unobench_stats::win_rate;
///
/// // 10^(1/4) = 1.778 to 1, and to 3; of two pairs one wins.
/// assert!((win_rate(100.0, 2, 1) - 0.640_065).abs() < 1e-6);
/// assert!((win_rate(100.0, 4, 1) - 0.372_159).abs() < 1e-6);
/// assert!((win_rate(100.0, 4, 2) - 0.640_065).abs() < 1e-6);
/// ```
#[must_use]
pub fn win_rate(elo: f64, players: usize, winners: u32) -> f64 {
    share_of_elo(elo, f64::from(winners) / players as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    #[test]
    fn two_seats_give_the_chess_scale_and_four_count_odds_against_three() {
        // 400·log10(0.76 / 0.24)
        close(elo(0.76, 0.5).expect("a rate"), 200.240_940_2, 1e-6);
        // 400·log10(3 · 0.4 / 0.6)
        close(elo(0.4, 0.25).expect("a rate"), 120.411_998_3, 1e-6);
    }

    #[test]
    fn certainties_have_none() {
        assert_eq!((elo(0.0, 0.25), elo(1.0, 0.25), elo(0.5, 1.0)), (None, None, None));
    }

    #[test]
    fn the_share_of_an_elo_difference_has_that_difference() {
        for seats in 2..=10 {
            for difference in [-1000.0, -35.0, -0.01, 0.0, 5.0, 400.0, 1000.0] {
                let fair = 1.0 / f64::from(seats);
                close(elo(share_of_elo(difference, fair), fair).expect("a rate"), difference, 1e-9);
            }
        }
    }

    #[test]
    fn four_hundred_points_are_odds_of_ten_to_one() {
        close(share_of_elo(400.0, 0.5), 10.0 / 11.0, 1e-15);
        // 3 : 10 against becomes 10 : 3 in favour.
        close(share_of_elo(400.0, 0.25), 10.0 / 13.0, 1e-15);
        close(share_of_elo(-400.0, 0.25), 1.0 / 31.0, 1e-15);
    }
}
