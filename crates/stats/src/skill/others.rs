//! How far a strategy stands above others that are all alike.
//!
//! It sits in one seat, the same reference in all others. Its Elo is the difference of two ratings
//! of [`plackett_luce`](crate::plackett_luce). All others are alike, and the strategy sits in each
//! seat equally often, so no fit is needed.

use crate::elo;

/// The rating of a strategy less that of all others at the table, from its win rate and the share
/// of games that somebody won; `winners` seats win such a game. None at a rate of 0, and where it
/// won every game that was won.
///
/// The ends of an interval of the rate are carried over in the same way, which preserves order.
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::over_the_others;
///
/// // 40 % of all games at four seats, of which a tenth stalled: 4 to 5 against three.
/// let elo = over_the_others(0.4, 0.9, 4, 1).expect("neither 0 nor 1");
/// assert!((elo - 400.0 * (3.0_f64 * 4.0 / 5.0).log10()).abs() < 1e-9);
/// ```
#[must_use]
pub fn over_the_others(rate: f64, won: f64, players: usize, winners: u32) -> Option<f64> {
    elo(rate / won, f64::from(winners) / players as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    #[test]
    fn as_good_as_the_others_is_zero() {
        for (players, winners) in [(2, 1), (4, 1), (4, 2), (10, 1)] {
            let fair = f64::from(winners) / players as f64;
            for won in [1.0, 0.8] {
                let elo = over_the_others(fair * won, won, players, winners);
                close(elo.expect("a rate"), 0.0, 1e-9);
            }
        }
    }

    /// The same as the ratings say: see the example of
    /// [`Ratings::fit`](crate::plackett_luce::Ratings::fit).
    #[test]
    fn sixty_of_a_hundred_at_two_seats_are_seventy_points() {
        let elo = over_the_others(0.6, 1.0, 2, 1).expect("a rate");
        close(elo, 70.436_503_6, 1e-6);
    }

    /// With its partner it wins three games to one: 400·log10(3).
    #[test]
    fn partners_are_as_far_above_as_their_odds() {
        close(over_the_others(0.75, 1.0, 4, 2).expect("a rate"), 190.848_501_9, 1e-6);
    }

    #[test]
    fn who_always_or_never_wins_has_none() {
        assert_eq!(over_the_others(0.0, 1.0, 4, 1), None);
        assert_eq!(over_the_others(0.9, 0.9, 4, 1), None);
        assert_eq!(over_the_others(1.0, 1.0, 4, 2), None);
    }
}
