//! What some training games taught.

use crate::plan::MOST_RIVALS;

/// What was played and learned in some training games, added up.
#[derive(Debug, Clone, Copy, Default)]
pub struct Taught {
    pub games: u64,
    pub turns: u64,
    /// Games that did not end.
    pub unfinished: u64,
    /// Decisions that were learned from.
    pub samples: u64,
    /// The sum of the cross-entropies, or of the squared errors of the lead.
    pub loss: f64,
    /// For each rival the games against it, and how many of them were won; that of the past last.
    pub against: [(u64, u64); MOST_RIVALS + 1],
}

impl Taught {
    pub fn add(&mut self, other: &Taught) {
        self.games += other.games;
        self.turns += other.turns;
        self.unfinished += other.unfinished;
        self.samples += other.samples;
        self.loss += other.loss;
        for (sum, (games, won)) in self.against.iter_mut().zip(other.against) {
            *sum = (sum.0 + games, sum.1 + won);
        }
    }
}
