//! Strategies that beat each other in a circle.
//!
//! "Beats" means for sure: the interval of the difference excludes 0. So with many pairs some
//! circles appear by chance unless the intervals allow for the number of pairs; that is for the
//! caller to see to.

use std::cmp::Ordering;
use std::collections::VecDeque;

/// Who beats whom.
///
/// # Examples
///
/// ```
/// use std::cmp::Ordering::{Greater, Less};
/// use unobench_stats::transitivity::Dominance;
///
/// // 0 beats 1, 1 beats 2, 2 beats 0; 3 loses to all.
/// let found = Dominance::new(4, |first, second| {
///     Some(if (first, second) == (0, 2) { Less } else { Greater })
/// });
/// assert!(found.beats(2, 0) && !found.beats(3, 1));
/// assert_eq!(found.shortest_cycle(), Some(vec![0, 1, 2]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dominance {
    strategies: usize,
    beats: Vec<bool>,
}

impl Dominance {
    /// Asks once for each pair how the first, which has the lower number, compares with the second:
    /// `Greater` if it beats it for sure, `Less` if it is beaten for sure, otherwise `Equal` or
    /// none.
    #[must_use]
    pub fn new(
        strategies: usize,
        mut compare: impl FnMut(usize, usize) -> Option<Ordering>,
    ) -> Dominance {
        let mut beats = vec![false; strategies * strategies];
        for (first, second) in (0..strategies)
            .flat_map(|first| (first + 1..strategies).map(move |second| (first, second)))
        {
            match compare(first, second) {
                Some(Ordering::Greater) => beats[first * strategies + second] = true,
                Some(Ordering::Less) => beats[second * strategies + first] = true,
                Some(Ordering::Equal) | None => {}
            }
        }
        Dominance { strategies, beats }
    }

    /// Whether the first beats the second.
    #[must_use]
    pub fn beats(&self, first: usize, second: usize) -> bool {
        self.beats[first * self.strategies + second]
    }

    /// A shortest circle: each beats the next and the last beats the first. It begins with its
    /// lowest number; none, if strategies are transitive. Among equally short ones that with the
    /// lowest beginning, then the lowest second and so on.
    ///
    /// # Complexity
    /// In proportion to the cube of the number of strategies.
    #[must_use]
    pub fn shortest_cycle(&self) -> Option<Vec<usize>> {
        // A shorter one replaces, an equally short one does not: so the lowest beginning stays.
        let mut shortest: Option<Vec<usize>> = None;
        for start in 0..self.strategies {
            let Some(cycle) = self.cycle_through(start) else { continue };
            if shortest.as_ref().is_none_or(|shortest| cycle.len() < shortest.len()) {
                shortest = Some(cycle);
            }
        }
        shortest
    }

    /// The first shortest circle that begins with a strategy and has no lower number in it.
    fn cycle_through(&self, start: usize) -> Option<Vec<usize>> {
        let distances = self.distances_to(start);
        let after = |strategy: usize| {
            (start..self.strategies)
                .filter(|&next| self.beats(strategy, next))
                .filter_map(|next| Some((distances[next]?, next)))
                .min()
        };
        let mut cycle = vec![start];
        let (_, mut next) = after(start)?;
        while next != start {
            cycle.push(next);
            (_, next) = after(next)?;
        }
        Some(cycle)
    }

    /// The number of steps from each strategy to the goal, by way of none with a lower number.
    fn distances_to(&self, goal: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.strategies];
        distances[goal] = Some(0);
        let mut queue = VecDeque::from([(goal, 0)]);
        while let Some((strategy, steps)) = queue.pop_front() {
            for (from, distance) in distances.iter_mut().enumerate().skip(goal) {
                if distance.is_none() && self.beats(from, strategy) {
                    *distance = Some(steps + 1);
                    queue.push_back((from, steps + 1));
                }
            }
        }
        distances
    }

    /// The circles of three, each from its lowest number on, in ascending order, at most so many.
    #[must_use]
    pub fn three_cycles(&self, limit: usize) -> Vec<[usize; 3]> {
        let mut cycles = Vec::new();
        for first in 0..self.strategies {
            for second in (first + 1..self.strategies).filter(|&next| self.beats(first, next)) {
                let thirds = (first + 1..self.strategies)
                    .filter(|&third| self.beats(second, third) && self.beats(third, first));
                let left = limit - cycles.len();
                cycles.extend(thirds.take(left).map(|third| [first, second, third]));
            }
        }
        cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dominance(strategies: usize, beats: &[(usize, usize)]) -> Dominance {
        Dominance::new(strategies, |first, second| {
            let greater = beats.contains(&(first, second)).then_some(Ordering::Greater);
            greater.or(beats.contains(&(second, first)).then_some(Ordering::Less))
        })
    }

    #[test]
    fn an_order_has_no_cycle() {
        let order = Dominance::new(20, |_, _| Some(Ordering::Less));
        assert_eq!((order.shortest_cycle(), order.three_cycles(9)), (None, vec![]));
        assert!(order.beats(5, 2) && !order.beats(2, 5));
        assert_eq!(Dominance::new(0, |_, _| None).shortest_cycle(), None);
        assert_eq!(Dominance::new(5, |_, _| Some(Ordering::Equal)).shortest_cycle(), None);
    }

    #[test]
    fn the_shortest_cycle_is_found_among_longer_ones() {
        let both =
            dominance(8, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (7, 5), (5, 6), (6, 7), (0, 7)]);
        assert_eq!(both.shortest_cycle(), Some(vec![5, 6, 7]));
        assert_eq!(both.three_cycles(9), [[5, 6, 7]]);
        let long = dominance(8, &[(0, 4), (4, 2), (2, 3), (3, 1), (1, 0), (0, 7)]);
        assert_eq!(long.shortest_cycle(), Some(vec![0, 4, 2, 3, 1]));
        assert_eq!(long.three_cycles(9), Vec::<[usize; 3]>::new());
    }

    #[test]
    fn among_equally_short_cycles_the_lowest_comes_first() {
        let found = dominance(5, &[(0, 2), (2, 4), (4, 0), (0, 1), (1, 4), (1, 3), (3, 0)]);
        assert_eq!(found.shortest_cycle(), Some(vec![0, 1, 3]));
        assert_eq!(found.three_cycles(9), [[0, 1, 3], [0, 1, 4], [0, 2, 4]]);
        assert_eq!(found.three_cycles(2), [[0, 1, 3], [0, 1, 4]]);
    }

    /// The regular tournament on 7, in which each beats the next three, has 14 circles of three:
    /// the most that are possible, n(n² − 1)/24 (Kendall and Babington Smith 1940, *On the method
    /// of paired comparisons*, Biometrika 31).
    #[test]
    fn a_regular_tournament_has_the_known_number_of_cycles() {
        let regular = Dominance::new(7, |first, second| {
            Some(if second - first <= 3 { Ordering::Greater } else { Ordering::Less })
        });
        assert_eq!(regular.three_cycles(usize::MAX).len(), 14);
    }
}
