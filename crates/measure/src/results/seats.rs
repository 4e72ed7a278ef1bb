//! What each seat won.

use super::RuleSetResults;
use unobench_engine::schedule::Seating;
use unobench_stats::{Homogeneity, RatioSums, SeatSums};

impl RuleSetResults<'_> {
    /// Games and wins by block of a seat, counted from the first to move, who is 0.
    pub fn seat(&self, seat: usize) -> RatioSums {
        self.ratio(&self.totals.seats[seat].block_shares)
    }

    /// Whether all seats win equally often. None where only a strategy may be told from a seat, as
    /// in a fixed seating of several, where nobody won a game, and where a run stopped by what was
    /// found.
    pub fn equal_seats(&self) -> Option<Homogeneity> {
        let (strategies, players) = (self.schedule.strategies().len(), self.schedule.players());
        let is_fixed = self.schedule.seating() == Seating::Fixed && strategies > 1;
        if is_fixed || !self.is_decided() || self.anytime() {
            return None;
        }
        let shares: Vec<u64> = (0..players).map(|seat| self.seat(seat).shares).collect();
        let mut products = vec![0; players * players];
        for &[row, column, sum] in &self.totals.cross {
            // Seats come after the strategies.
            let [row, column] =
                [row, column].map(|number| (number as usize).checked_sub(strategies));
            if let (Some(row), Some(column)) = (row, column) {
                products[row * players + column] = sum;
                products[column * players + row] = sum;
            }
        }
        let (blocks, games, fair) = (self.blocks(), self.games() * self.sides, self.fair_share);
        SeatSums { blocks, games, fair, wins: &shares, products: &products }.test()
    }
}
