//! How many rounds it takes until the better of two leads.
//!
//! In each round the better wins with probability p, the other with q, neither with 1 − p − q;
//! rounds are independent. After m rounds the better *leads* if it has won more rounds than the
//! other: a tie is no lead. The number sought is the smallest m for which P(lead after m rounds) ≥
//! 0.95.
//!
//! *Exactly.* Let c(m) be the probability of a tie after m rounds. By the symmetry P(lead by −k) =
//! (q/p)ᵏ·P(lead by k) of this random walk, P(lead) + c/2 grows in round m + 1 by (p − q)/2·c(m),
//! so
//!
//! > P(lead after m) = ½ + (p − q)/2·(c(0) + … + c(m − 1)) − c(m)/2.
//!
//! c(m) is the constant term of (p·x + (1 − p − q) + q/x)ᵐ and follows from the two before it, with
//! d = 1 − p − q:
//!
//! > m·c(m) = (2m − 1)·d·c(m − 1) − (m − 1)·(d² − 4pq)·c(m − 2),  c(0) = 1,  c(1) = d.
//!
//! If every round is decided (d = 0), ties make even numbers of rounds worse than the odd ones
//! before them; the first m that is enough is taken.
//!
//! *Approximately* from [`EXACT_ROUNDS`] on: the lead is nearly normal with mean m·(p − q) and
//! variance m·s², s² = p + q − (p − q)²; with the continuity correction m·(p − q) − ½ = 1.645·s·√m
//! is solved for m.
//!
//! # Source
//! Feller, *An Introduction to Probability Theory and Its Applications*, vol. 1, 3rd ed. 1968, ch.
//! XIV (random walks) and VII (normal approximation); the recurrence is that of the central
//! trinomial coefficients, Noe 2006, *On the divisibility of generalized central trinomial
//! coefficients*, Journal of Integer Sequences 9, in probabilities.

use crate::Interval;
use statrs::distribution::{ContinuousCDF, Normal};

/// The probability with which the better has to lead.
pub const LEAD: f64 = 0.95;

/// Up to how many rounds the answer is exact.
pub const EXACT_ROUNDS: u64 = 4_000_000;

/// A number of rounds and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundsToLead {
    /// The rounds; none if the better is not better.
    pub rounds: Option<u64>,
    /// The rounds at the upper end of the interval of the difference; none if that is not above 0.
    pub low: Option<u64>,
    /// The rounds at the lower end; none if that is not above 0, so that no number of rounds is
    /// known to be enough.
    pub high: Option<u64>,
}

impl RoundsToLead {
    /// From the rates of wins of the better and of the other per round, and the interval of their
    /// difference. The rounds depend on the share of rounds that either wins as well, which is
    /// taken as known: it matters little, and its error is small.
    #[must_use]
    pub fn new(better: f64, other: f64, difference: Interval) -> RoundsToLead {
        let decided = better + other;
        let at = |difference: f64| {
            let difference = difference.min(decided);
            rounds_to_lead((decided + difference) / 2.0, (decided - difference) / 2.0)
        };
        RoundsToLead {
            rounds: rounds_to_lead(better, other),
            low: at(difference.high),
            high: at(difference.low),
        }
    }
}

/// The smallest number of rounds after which the better leads with probability [`LEAD`]; none if it
/// is not better, if these are no probabilities, or if it would take more than `u64` holds.
///
/// # Complexity
/// In proportion to the rounds, up to [`EXACT_ROUNDS`].
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::rounds_to_lead;
///
/// // Who wins all the rounds leads at once; who is not better never does.
/// assert_eq!(rounds_to_lead(1.0, 0.0), Some(1));
/// assert_eq!(rounds_to_lead(0.25, 0.25), None);
/// assert!(rounds_to_lead(0.26, 0.25) > rounds_to_lead(0.3, 0.25));
/// ```
#[must_use]
pub fn rounds_to_lead(better: f64, other: f64) -> Option<u64> {
    let possible = better > other && other >= 0.0 && better + other <= 1.0 + f64::EPSILON;
    possible.then_some(())?;
    let approximate = normal_rounds(better, other);
    // The approximation is right within a few rounds here, so a margin of one per cent decides
    // safely where to look.
    if approximate < 0.99 * EXACT_ROUNDS as f64 {
        return first_lead(better, other, EXACT_ROUNDS);
    }
    (approximate < u64::MAX as f64).then_some(approximate.ceil() as u64)
}

/// The first of so many rounds after which the better leads with probability enough.
fn first_lead(better: f64, other: f64, rounds: u64) -> Option<u64> {
    let mut walk = Walk::new(better, other);
    (1..=rounds).find(|_| walk.step() >= LEAD)
}

/// The normal approximation of the number of rounds.
fn normal_rounds(better: f64, other: f64) -> f64 {
    let difference = better - other;
    let variance = (better + other - difference * difference).max(0.0);
    let reach = Normal::standard().inverse_cdf(LEAD) * variance.sqrt();
    ((reach + (reach * reach + 2.0 * difference).sqrt()) / (2.0 * difference)).powi(2)
}

/// The random walk of the lead, as far as its ties tell.
struct Walk {
    difference: f64,
    drawn: f64,
    /// d² − 4pq.
    discriminant: f64,
    round: f64,
    /// The probabilities of a tie after the last round and the one before.
    ties: [f64; 2],
    /// The sum of all before the last.
    ties_before: f64,
}

impl Walk {
    fn new(better: f64, other: f64) -> Walk {
        let drawn = (1.0 - better - other).max(0.0);
        let discriminant = drawn * drawn - 4.0 * better * other;
        Walk {
            difference: better - other,
            drawn,
            discriminant,
            round: 0.0,
            ties: [1.0, 0.0],
            ties_before: 0.0,
        }
    }

    /// Plays a round: the probability of a lead after it.
    fn step(&mut self) -> f64 {
        self.round += 1.0;
        let [last, before] = self.ties;
        let ways = (2.0 * self.round - 1.0) * self.drawn * last
            - (self.round - 1.0) * self.discriminant * before;
        self.ties = [ways / self.round, last];
        self.ties_before += last;
        0.5 + self.difference / 2.0 * self.ties_before - self.ties[0] / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distribution of the lead after each round, by convolution.
    fn lead_by_convolution(better: f64, other: f64, rounds: usize) -> Vec<f64> {
        let mut lead = vec![0.0; 2 * rounds + 3];
        let level = rounds + 1;
        lead[level] = 1.0;
        let mut chances = Vec::new();
        for _ in 0..rounds {
            let before = lead.clone();
            for place in 1..lead.len() - 1 {
                lead[place] = better * before[place - 1]
                    + (1.0 - better - other) * before[place]
                    + other * before[place + 1];
            }
            chances.push(lead[level + 1..].iter().sum());
        }
        chances
    }

    #[test]
    fn the_chance_of_a_lead_is_that_of_the_whole_distribution() {
        for (better, other) in [
            (0.6, 0.4),
            (0.3, 0.2),
            (0.05, 0.04),
            (0.9, 0.0),
            (0.5, 0.499),
            (0.02, 0.001),
            (0.34, 0.32),
        ] {
            let mut walk = Walk::new(better, other);
            for (round, expected) in lead_by_convolution(better, other, 400).into_iter().enumerate()
            {
                let found = walk.step();
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{better} {other}, round {round}: {found} is not {expected}"
                );
            }
        }
    }

    #[test]
    fn the_first_number_of_rounds_that_is_enough_is_found() {
        for (better, other) in [(0.6, 0.4), (0.3, 0.2), (0.9, 0.1), (0.3, 0.0), (0.62, 0.21)] {
            let expected = lead_by_convolution(better, other, 300)
                .into_iter()
                .position(|chance| chance >= LEAD);
            assert_eq!(
                rounds_to_lead(better, other),
                expected.map(|before| before as u64 + 1),
                "{better} {other}"
            );
        }
    }

    /// By hand: who alone can win a round leads as soon as one is won, 1 − 0.7ᵐ ≥ 0.95; and 0.95 at
    /// once.
    #[test]
    fn simple_cases_are_those_by_hand() {
        assert_eq!(rounds_to_lead(0.3, 0.0), Some(9));
        assert_eq!((rounds_to_lead(0.95, 0.05), rounds_to_lead(1.0, 0.0)), (Some(1), Some(1)));
        // 0.8³ + 3·0.8²·0.2 = 0.896; of 5 rounds 0.94208; of 7 0.966656.
        assert_eq!(rounds_to_lead(0.8, 0.2), Some(7));
    }

    #[test]
    fn who_is_not_better_never_leads() {
        for (better, other) in
            [(0.3, 0.3), (0.2, 0.3), (0.8, 0.4), (f64::NAN, 0.1), (0.1, f64::NAN), (0.2, -0.1)]
        {
            assert_eq!(rounds_to_lead(better, other), None, "{better} {other}");
        }
        assert_eq!(rounds_to_lead(0.25 + 1e-12, 0.25), None);
    }

    #[test]
    fn a_smaller_difference_takes_more_rounds() {
        let rounds: Vec<u64> = (1..200)
            .filter_map(|step| rounds_to_lead(0.25 + f64::from(step) / 1000.0, 0.25))
            .collect();
        assert_eq!(rounds.len(), 199);
        assert!(rounds.is_sorted_by(|a, b| a >= b), "{rounds:?}");
    }

    #[test]
    fn the_approximation_meets_the_exact_number() {
        for (better, other, tolerance) in
            [(0.26, 0.25, 1e-3), (0.252, 0.25, 1e-4), (0.5, 0.498, 1e-4), (0.1004, 0.1, 1e-4)]
        {
            let exact = first_lead(better, other, EXACT_ROUNDS).expect("fewer rounds") as f64;
            let ratio = normal_rounds(better, other) / exact;
            assert!((ratio - 1.0).abs() < tolerance, "{better} {other}: {exact}, ratio {ratio}");
        }
        let huge = rounds_to_lead(0.2501, 0.25).expect("a number") as f64;
        assert!(
            (huge / (1.644_853_626_95_f64.powi(2) * 0.5001 / 1e-8 + 1e4) - 1.0).abs() < 1e-6,
            "{huge}"
        );
    }

    #[test]
    fn the_interval_comes_from_that_of_the_difference() {
        let found = RoundsToLead::new(0.3, 0.2, Interval { low: 0.05, high: 0.15 });
        assert_eq!(found.rounds, rounds_to_lead(0.3, 0.2));
        assert_eq!(
            (found.low, found.high),
            (rounds_to_lead(0.325, 0.175), rounds_to_lead(0.275, 0.225))
        );
        let open = RoundsToLead::new(0.3, 0.2, Interval { low: -0.01, high: 0.9 });
        assert_eq!((open.low, open.high), (rounds_to_lead(0.5, 0.0), None));
    }
}
