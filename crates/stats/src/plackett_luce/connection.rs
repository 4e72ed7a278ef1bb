//! Who can be compared with whom: Ford's condition.

use super::games::Games;

/// Who won a game in which who took part, directly or through others. "Nobody" takes part in every
/// game if any game stalled, and wins those that did; its number follows those of the strategies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Connection {
    nodes: usize,
    reaches: Vec<bool>,
}

impl Connection {
    /// The connections that the games make.
    pub(super) fn new(games: &Games<'_>) -> Connection {
        let nobody = games.strategies;
        let nodes = nobody + 1;
        let mut connection = Connection { nodes, reaches: vec![false; nodes * nodes] };
        let some_stalled = games.line_ups.iter().any(|line_up| games.stalled(line_up) > 0.0);
        for line_up in games.line_ups {
            let winners = line_up.won().map(|(position, _, _)| line_up.members[position]);
            let stalled = (games.stalled(line_up) > 0.0).then_some(nobody);
            for winner in winners.chain(stalled) {
                line_up.members.iter().for_each(|&member| connection.connect(winner, member));
                some_stalled.then(|| connection.connect(winner, nobody));
            }
        }
        connection.close();
        connection
    }

    fn connect(&mut self, winner: usize, other: usize) {
        self.reaches[winner * self.nodes + other] = true;
    }

    /// Warshall's transitive closure.
    fn close(&mut self) {
        for via in 0..self.nodes {
            let row: Vec<usize> = (0..self.nodes).filter(|&to| self.reaches(via, to)).collect();
            for from in 0..self.nodes {
                if self.reaches(from, via) {
                    row.iter().for_each(|&to| self.connect(from, to));
                }
            }
        }
    }

    /// Whether one won against the other, directly or through others.
    pub(super) fn reaches(&self, from: usize, to: usize) -> bool {
        self.reaches[from * self.nodes + to]
    }

    /// Whether the strengths of two have a finite ratio.
    pub(super) fn comparable(&self, one: usize, other: usize) -> bool {
        one == other || (self.reaches(one, other) && self.reaches(other, one))
    }

    /// The first of those that one is comparable with.
    pub(super) fn component(&self, one: usize) -> usize {
        (0..one).find(|&other| self.comparable(one, other)).unwrap_or(one)
    }

    /// The strategies that are rated: the largest number of comparable ones, the first of equally
    /// many; nobody, if only single ones are left of several.
    pub(super) fn rated(&self) -> Vec<usize> {
        let strategies = self.nodes - 1;
        let components: Vec<usize> = (0..strategies).map(|one| self.component(one)).collect();
        let members = |component: usize| {
            (0..strategies).filter(|&one| components[one] == component).collect::<Vec<usize>>()
        };
        let mut largest = Vec::new();
        for component in 0..strategies {
            let members = members(component);
            if members.len() > largest.len() {
                largest = members;
            }
        }
        if largest.len() == 1 && strategies > 1 { Vec::new() } else { largest }
    }
}
