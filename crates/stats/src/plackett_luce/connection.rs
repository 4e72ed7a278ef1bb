//! Who can be compared with whom: Ford's condition.

use super::games::Games;

/// Who won a game in which who took part, directly or through others. A game that nobody wins is
/// won by everybody in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Connection {
    strategies: usize,
    reaches: Vec<bool>,
}

impl Connection {
    pub(super) fn new(games: &Games<'_>) -> Connection {
        let strategies = games.strategies;
        let reaches = vec![false; strategies * strategies];
        let mut connection = Connection { strategies, reaches };
        for line_up in games.line_ups {
            for (position, ..) in line_up.won() {
                let winner = line_up.members[position];
                line_up.members.iter().for_each(|&member| connection.connect(winner, member));
            }
        }
        connection.close();
        connection
    }

    fn connect(&mut self, winner: usize, other: usize) {
        self.reaches[winner * self.strategies + other] = true;
    }

    /// Warshall's transitive closure.
    fn close(&mut self) {
        for via in 0..self.strategies {
            let row: Vec<usize> =
                (0..self.strategies).filter(|&to| self.reaches(via, to)).collect();
            for from in 0..self.strategies {
                if self.reaches(from, via) {
                    row.iter().for_each(|&to| self.connect(from, to));
                }
            }
        }
    }

    /// Whether one won against the other, directly or through others.
    pub(super) fn reaches(&self, from: usize, to: usize) -> bool {
        self.reaches[from * self.strategies + to]
    }

    /// Whether the strengths of two have a finite ratio.
    pub(super) fn comparable(&self, strategy: usize, other: usize) -> bool {
        strategy == other || (self.reaches(strategy, other) && self.reaches(other, strategy))
    }

    /// The first of those that one is comparable with.
    pub(super) fn component(&self, strategy: usize) -> usize {
        (0..strategy).find(|&other| self.comparable(strategy, other)).unwrap_or(strategy)
    }

    /// The strategies that are rated: the largest number of comparable ones, the first of equally
    /// many; nobody, if only single ones are left of several.
    pub(super) fn rated(&self) -> Vec<usize> {
        let strategies = self.strategies;
        let components: Vec<usize> =
            (0..strategies).map(|strategy| self.component(strategy)).collect();
        let mut largest = Vec::new();
        for component in 0..strategies {
            let members: Vec<usize> =
                (0..strategies).filter(|&strategy| components[strategy] == component).collect();
            if members.len() > largest.len() {
                largest = members;
            }
        }
        if largest.len() == 1 && strategies > 1 { Vec::new() } else { largest }
    }
}
