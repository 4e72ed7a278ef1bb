//! Strategies rated by who won, and the sides of a duel.

use super::RuleSetResults;
use crate::stop::Stop;
use unobench_stats::duel::Side;
use unobench_stats::plackett_luce::{Games, LineUpShares, Rating, RatingError, Ratings};
use unobench_stats::{Interval, LastLook, RatioSums, Stagewise, sequence};

impl RuleSetResults<'_> {
    pub fn ratings(&self) -> Result<Ratings, RatingError> {
        if !self.is_decided() {
            return Err(RatingError::Undecided);
        }
        let (strategies, seats) = (self.schedule.strategies().len(), self.schedule.players());
        let line_ups = 0..self.schedule.line_ups().len();
        let line_ups: Vec<LineUpShares> =
            line_ups.map(|line_up| self.line_up_shares(line_up)).collect();
        Ratings::fit(&Games {
            strategies,
            seats,
            winners_per_game: seats as u64 / self.sides,
            line_ups: &line_ups,
            cross: &self.cross_products(),
        })
    }

    /// The rating of a strategy, with an interval that allows for how the games ended; none of a
    /// strategy by itself, which there is nothing to rate by.
    pub fn rating(&self, fit: &Ratings, strategy: usize) -> Option<Rating> {
        let rating = fit.rating(strategy).filter(|_| self.schedule.strategies().len() > 1)?;
        match self.stop {
            Some(Stop::Sprt { .. }) if self.has_ended() => {
                // The mean of two is 0, so that each has half of the difference.
                Some(scaled(self.duel_difference(fit)?, if strategy == 0 { 0.5 } else { -0.5 }))
            }
            _ => Some(self.at_any_time(rating)),
        }
    }

    /// The rating of the first strategy of a duel less that of the second, with an interval that
    /// allows for how the duel ended.
    pub fn duel_difference(&self, fit: &Ratings) -> Option<Rating> {
        let plain = fit.difference(0, 1)?;
        match (self.stop, self.stagewise(fit)) {
            (None, _) => Some(plain),
            (_, Some(found)) => {
                Some(Rating { elo: found.elo, error: plain.error, interval: Some(found.interval) })
            }
            (_, None) if self.has_ended() => Some(Rating { interval: None, ..plain }),
            (_, None) => Some(self.at_any_time(plain)),
        }
    }

    pub fn stagewise(&self, fit: &Ratings) -> Option<Stagewise> {
        let test = self.stop?.sprt().ok().filter(|_| self.has_ended())?;
        let (looks, (llr, reverse, _)) = (self.looks(), self.log_likelihood_ratio()?);
        let Rating { elo, error, .. } = fit.difference(0, 1)?;
        LastLook { test, looks: &looks, llr, reverse, elo, error: error? }.stagewise()
    }

    /// A rating with the interval of a confidence sequence, where that is what holds.
    fn at_any_time(&self, rating: Rating) -> Rating {
        if !self.anytime() {
            return rating;
        }
        let critical = sequence::critical_value(self.blocks());
        let half = critical.zip(rating.error).map(|(critical, error)| critical * error);
        Rating { interval: half.map(|half| Interval::around(rating.elo, half)), ..rating }
    }

    fn line_up_shares(&self, line_up: usize) -> LineUpShares {
        let (seats, sums) = (self.schedule.players(), &self.totals.line_ups[line_up]);
        LineUpShares {
            members: self.schedule.line_ups()[line_up].members[..seats]
                .iter()
                .map(|&member| member.into())
                .collect(),
            firsts: sums.firsts.clone(),
            shares: sums.shares.clone(),
            blocks: sums.blocks,
        }
    }

    /// Sums over blocks of the products of the shares of two strategies or seats, row by row.
    fn cross_products(&self) -> Vec<u64> {
        let width = self.schedule.strategies().len() + self.schedule.players();
        let mut matrix = vec![0; width * width];
        for &[row, column, sum] in &self.totals.cross {
            matrix[row as usize * width + column as usize] = sum;
        }
        matrix
    }

    /// The blocks in which a strategy held one seat, by its shares, from 0 to all of the games of a
    /// block, each with it in another seat.
    pub(crate) fn lone_blocks(&self, strategy: usize) -> Vec<u64> {
        let games = self.schedule.players();
        let mut counts = vec![0; games * self.sides as usize + 1];
        for &[appearances, shares, blocks] in &self.totals.strategies[strategy].block_shares {
            // There are cells for as many shares as seats, of which partners have half.
            let count = counts.get_mut(shares as usize).filter(|_| appearances == games as u64);
            count.into_iter().for_each(|count| *count += blocks);
        }
        counts
    }

    /// The games that a strategy won which holds one seat in these blocks.
    pub(crate) fn lone_wins(&self, strategy: usize, side: &RatioSums) -> u64 {
        let line_ups = self.schedule.line_ups();
        let lone = self.totals.line_ups.iter();
        let lone = lone.filter(|sums| line_ups[sums.line_up].seats_of(strategy) == 1);
        side.wins(lone.map(|sums| sums.undecided).sum())
    }

    pub(crate) fn with_sides<T>(&self, use_sides: impl FnOnce(&[Side<'_>]) -> T) -> T {
        let counts = [self.lone_blocks(0), self.lone_blocks(1)];
        let side = |lone: usize| Side {
            counts: &counts[lone],
            sides: self.sides,
            fair_share: self.fair_share,
            reversed: lone == 1,
        };
        // At two seats each is alone against the other: both sides are the same blocks.
        if self.schedule.players() == 2 {
            use_sides(&[side(0)])
        } else {
            use_sides(&[side(0), side(1)])
        }
    }
}

fn scaled(rating: Rating, by: f64) -> Rating {
    let ends = rating.interval.map(|interval| [by * interval.low, by * interval.high]);
    Rating {
        elo: by * rating.elo,
        error: rating.error.map(|error| by.abs() * error),
        interval: ends.map(|[a, b]| Interval { low: a.min(b), high: a.max(b) }),
    }
}
