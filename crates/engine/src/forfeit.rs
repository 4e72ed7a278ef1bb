//! What a fault costs: a decision, or the game.

use serde::{Deserialize, Serialize};
use std::fmt;
use unobench_core::rules::MAX_SEATS;
use unobench_core::table::Outcome;

/// What becomes of a game in which a bot failed to make a decision. Whatever it is, `random` makes
/// the decision and the game is played to its end, so that nobody else is affected before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFault {
    /// It counts as it ends.
    #[default]
    Random,
    /// The bot cannot win it, nor its partner with it: if it does, the win goes to whoever of the
    /// others has the fewest points left in hand, among equals the next in turn. The two change
    /// scores. If all others failed as well, nobody wins.
    Lose,
}

impl OnFault {
    pub fn is_random(&self) -> bool {
        *self == OnFault::Random
    }

    /// The outcome that counts.
    pub fn settle(self, outcome: Outcome, players: usize) -> Outcome {
        match self {
            OnFault::Random => outcome,
            OnFault::Lose => forfeited(outcome, players),
        }
    }
}

impl fmt::Display for OnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OnFault::Random => "random",
            OnFault::Lose => "lose",
        })
    }
}

fn forfeited(outcome: Outcome, players: usize) -> Outcome {
    let winners: Vec<usize> =
        (0..players).filter(|seat| outcome.winners >> seat & 1 == 1).collect();
    let failed = |seats: &[usize]| seats.iter().any(|&seat| outcome.faults[seat] > 0);
    let Some(&winner) = winners.first().filter(|_| failed(&winners)) else { return outcome };
    let partners = winners.len() > 1;
    let side = |seat: usize| match partners {
        true => vec![seat, (seat + players / 2) % players],
        false => vec![seat],
    };
    let points = |seats: &[usize]| -> u64 {
        seats.iter().map(|&seat| u64::from(outcome.hand_points[seat])).sum()
    };
    let heir = (1..players)
        .map(|turn| side((winner + turn) % players))
        .filter(|seats| !failed(seats))
        .min_by_key(|seats| points(seats));
    let mut scores: [i32; MAX_SEATS] = outcome.scores;
    let heirs = heir.unwrap_or_default();
    for (place, &from) in winners.iter().enumerate() {
        match heirs.get(place) {
            Some(&to) => scores.swap(from, to),
            None => scores[from] = 0,
        }
    }
    Outcome { winners: heirs.iter().map(|seat| 1 << seat).sum(), scores, ..outcome }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(winners: u16, hand_points: &[u32], faults: &[u32]) -> Outcome {
        let mut outcome = Outcome { winners, turns: 30, ..Outcome::default() };
        (0..MAX_SEATS).filter(|seat| winners >> seat & 1 == 1).for_each(|s| outcome.scores[s] = 70);
        outcome.hand_points[..hand_points.len()].copy_from_slice(hand_points);
        outcome.faults[..faults.len()].copy_from_slice(faults);
        outcome
    }

    fn lose(outcome: Outcome, players: usize) -> (u16, Vec<i32>) {
        let settled = OnFault::Lose.settle(outcome, players);
        assert_eq!(OnFault::Random.settle(outcome, players), outcome);
        (settled.winners, settled.scores[..players].to_vec())
    }

    #[test]
    fn who_failed_and_lost_has_lost() {
        let lost = outcome(0b10, &[30, 0, 40], &[2, 0, 0]);
        assert_eq!(OnFault::Lose.settle(lost, 3), lost);
        let clean = outcome(0b1, &[0, 30, 40], &[0, 0, 0]);
        assert_eq!(OnFault::Lose.settle(clean, 3), clean);
    }

    #[test]
    fn the_win_goes_to_the_fewest_points_of_the_others() {
        assert_eq!(lose(outcome(0b1, &[0, 30], &[1, 0]), 2), (0b10, vec![0, 70]));
        let of_four = outcome(0b10, &[20, 0, 50, 20], &[0, 3, 0, 0]);
        assert_eq!(lose(of_four, 4), (0b1000, vec![0, 0, 0, 70]), "the next in turn of equals");
        let two_failed = outcome(0b10, &[20, 0, 50, 20], &[0, 3, 0, 1]);
        assert_eq!(lose(two_failed, 4), (0b1, vec![70, 0, 0, 0]));
    }

    #[test]
    fn partners_lose_together() {
        let pair = outcome(0b101, &[0, 30, 10, 40], &[0, 0, 1, 0]);
        assert_eq!(lose(pair, 4), (0b1010, vec![0, 70, 0, 70]));
    }

    #[test]
    fn nobody_wins_where_all_failed() {
        assert_eq!(lose(outcome(0b1, &[0, 30], &[1, 1]), 2), (0, vec![0, 0]));
    }
}
