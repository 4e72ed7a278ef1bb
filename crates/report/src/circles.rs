//! Strategies of which each surely beats the next.

use std::cmp::Ordering::{self, Equal, Greater};
use unobench_findings::finding::Finding;
use unobench_stats::Verdict;
use unobench_stats::transitivity::Dominance;

/// At most so many circles of three, or else a shortest one, as places among these names, by what
/// the strategies have of each other.
pub fn circles<S: AsRef<str>>(found: &[Finding], names: &[S], most: usize) -> Vec<Vec<usize>> {
    let sure = |place: usize, other: usize| -> Option<Ordering> {
        let pair = (names[place].as_ref(), names[other].as_ref());
        let met = found.iter().find(|finding| (&*finding.subject, &*finding.against) == pair)?;
        Some(match met.verdict {
            Some(Verdict::More) => Greater,
            Some(Verdict::Less) => Ordering::Less,
            _ => Equal,
        })
    };
    let dominance = Dominance::new(names.len(), |place, other| {
        sure(place, other).or_else(|| sure(other, place).map(Ordering::reverse))
    });
    let threes: Vec<Vec<usize>> = dominance.three_cycles(most).into_iter().map(Vec::from).collect();
    if threes.is_empty() { dominance.shortest_cycle().into_iter().collect() } else { threes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::found;
    use unobench_findings::question::Question;

    const NAMES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];

    /// Of strategies of which each beats those that are said.
    fn found_in(strategies: usize, beats: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let more = |&(place, other): &(usize, usize)| Finding {
            verdict: Some(Verdict::More),
            ..found(Question::Crosstable, NAMES[place], NAMES[other])
        };
        let found: Vec<Finding> = beats.iter().map(more).collect();
        circles(&found, &NAMES[..strategies], 5)
    }

    #[test]
    fn rock_paper_and_scissors_are_a_circle() {
        assert_eq!(found_in(3, &[(1, 0), (2, 1), (0, 2)]), [[0, 2, 1]]);
        assert!(found_in(5, &[(0, 1), (1, 2), (0, 2), (3, 4)]).is_empty());
        assert!(found_in(3, &[(1, 0), (2, 1)]).is_empty(), "nobody beats the last");
        assert_eq!(found_in(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]), [[0, 1, 2, 3]]);
        let all: Vec<(usize, usize)> =
            (0..7).flat_map(|place| (1..=3).map(move |step| (place, (place + step) % 7))).collect();
        assert_eq!(found_in(7, &all).len(), 5, "at most so many");
    }
}
