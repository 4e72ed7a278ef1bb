//! Ratings from who won: the Plackett–Luce model with seats; the formulas are in
//! `docs/STATISTICS.md`, "Ratings". In a game with the strategies m₀, m₁, … in the seats 0, 1, …
//!
//! > P(seat s wins) = g(mₛ)·h(s) / Σₜ g(mₜ)·h(t)
//!
//! with a strength g of each strategy and a factor h of each seat. A game that nobody wins counts
//! as won in equal parts by all. Where partners win together, a pair takes the place of a seat, with
//! the product of the two strengths and one factor h. Only the winner counts, so this is the first
//! stage of the model of Plackett and at two seats that of Bradley and Terry. The mean of the
//! ratings 400·log₁₀ g is 0, and so is that of 400·log₁₀ h over the seats.
//!
//! *Who is rated.* Finite ratings exist among strategies each of which won, directly or through
//! others, against each of the others (Ford 1957). The largest such set is rated; the rest are
//! [above](Standing::Above) or [below](Standing::Below) it, or [apart](Standing::Apart).
//!
//! *Variance.* The games of a block are correlated, so the covariance of the logarithms is the
//! sandwich, clustered by block. It follows from sums of products of wins, as the expected wins of
//! a block depend on its line-up alone. That is exact where each position moves first equally
//! often in every block, as in a rotation; otherwise the mean over the blocks of the line-up is
//! taken, and the variance that comes from who happens to move first is counted as well. The
//! variance is never taken as less than that of one block of independent games, so that agreement
//! among a few blocks is not mistaken for certainty.
//!
//! # Source
//! Plackett 1975, *The Analysis of Permutations*, Applied Statistics 24; Hunter 2004, *MM
//! algorithms for generalized Bradley–Terry models*, The Annals of Statistics 32; Ford 1957,
//! *Solution of a Ranking Problem from Binary Comparisons*, The American Mathematical Monthly 64;
//! Huber 1967, *The behavior of maximum likelihood estimates under nonstandard conditions*,
//! Proceedings of the Fifth Berkeley Symposium 1; White 1982, *Maximum Likelihood Estimation of
//! Misspecified Models*, Econometrica 50; Liang and Zeger 1986, *Longitudinal data analysis using
//! generalized linear models*, Biometrika 73.

mod connection;
mod covariance;
mod design;
mod games;
#[cfg(test)]
mod tests;

pub use games::{Games, LineUpShares, RatingError};

use super::linear::Square;
use super::ranks::Compared;
use super::{Interval, student};
use connection::Connection;
use design::{Design, Fitted, seat_unknown};

/// Elo points of a strength e times another.
const ELO_PER_LOGARITHM: f64 = 400.0 / std::f64::consts::LN_10;

/// A rating, or a difference of two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// In Elo points.
    pub elo: f64,
    /// The standard error; none for too few blocks.
    pub error: Option<f64>,
    /// The 95 % interval; none for too few blocks.
    pub interval: Option<Interval>,
}

/// Where a strategy stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Standing {
    /// Among those that are rated.
    Rated(Rating),
    /// It won against those that are rated, directly or through others, and never lost to them: its
    /// rating is infinite.
    Above,
    /// It lost to those that are rated and never won against them: its rating is infinitely low.
    Below,
    /// It never met those that are rated, or nobody is.
    Apart,
}

/// The ratings of all strategies and seats.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    strategies: usize,
    teams: usize,
    connection: Connection,
    rated: Vec<usize>,
    seats: Vec<usize>,
    logarithms: Vec<f64>,
    /// For each unknown its row in the matrices; none for constants.
    rows: Vec<Option<usize>>,
    bread: Square,
    covariance: Option<Square>,
    /// Blocks in which each strategy took part, then all blocks.
    blocks: Vec<u64>,
}

impl Ratings {
    /// Rates strategies by the games that they won.
    ///
    /// # Errors
    /// If the lists do not fit each other, the games do not tell strategies from seats, or the fit
    /// does not converge.
    ///
    /// # Complexity
    /// Each of at most 260 steps takes time in proportion to line-ups times seats cubed plus
    /// (strategies + seats) cubed, and few are needed.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_stats::plackett_luce::{Games, LineUpShares, Ratings};
    ///
    /// // 100 blocks of two games at two seats; each moves first once. Strategy 0 wins 60 games in
    /// // either seat, strategy 1 the other 40. A win has two shares.
    /// let line_up = LineUpShares {
    ///     members: vec![0, 1],
    ///     firsts: vec![100, 100],
    ///     shares: vec![120, 120, 80, 80],
    ///     blocks: 100,
    /// };
    /// let games = Games {
    ///     strategies: 2,
    ///     seats: 2,
    ///     winners_per_game: 1,
    ///     line_ups: &[line_up],
    ///     // As if each deal had been won twice by the same strategy.
    ///     cross: &[960, 0, 480, 480, 0, 640, 320, 320, 0, 0, 400, 400, 0, 0, 0, 400],
    /// };
    /// let ratings = Ratings::fit(&games).expect("games that can be rated");
    /// // The Elo difference of odds of 60 to 40.
    /// let difference = ratings.difference(0, 1).expect("a rating");
    /// assert!((difference.elo - 70.4365).abs() < 1e-3, "{difference:?}");
    /// ```
    pub fn fit(games: &Games<'_>) -> Result<Ratings, RatingError> {
        games.check()?;
        let connection = Connection::new(games);
        let fitted = Design::new(games, &connection).fit(games.line_ups.len())?;
        let covariance = covariance::covariance(games, &fitted);
        let mut rows = vec![None; fitted.logarithms.len()];
        fitted.free.iter().enumerate().for_each(|(row, &unknown)| rows[unknown] = Some(row));
        let rated = connection.rated();
        let seats = determined_seats(games, &fitted);
        let Fitted { logarithms, bread, .. } = fitted;
        Ok(Ratings {
            strategies: games.strategies,
            teams: games.teams(),
            connection,
            rated,
            seats,
            logarithms,
            rows,
            bread,
            covariance,
            blocks: blocks(games),
        })
    }

    /// Where a strategy stands; the mean of those that are rated has 0.
    #[must_use]
    pub fn standing(&self, strategy: usize) -> Standing {
        let Some(&member) = self.rated.first() else {
            return Standing::Apart;
        };
        match self.rating(strategy) {
            Some(rating) => Standing::Rated(rating),
            None if strategy >= self.strategies => Standing::Apart,
            None if self.connection.reaches(strategy, member) => Standing::Above,
            None if self.connection.reaches(member, strategy) => Standing::Below,
            None => Standing::Apart,
        }
    }

    /// The rating of a strategy; none if it is not finite.
    #[must_use]
    pub fn rating(&self, strategy: usize) -> Option<Rating> {
        self.rated
            .contains(&strategy)
            .then(|| self.estimate(&self.centred(strategy, &self.rated), self.blocks[strategy]))
    }

    /// The rating of the first strategy less that of the second; none if one of them is not finite.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Option<Rating> {
        if !self.rated.contains(&first) || !self.rated.contains(&second) {
            return None;
        }
        let mut weights = vec![0.0; self.logarithms.len()];
        weights[first] += 1.0;
        weights[second] -= 1.0;
        Some(self.estimate(&weights, self.blocks[first].min(self.blocks[second])))
    }

    /// The p-value of no difference between two strategies, by Student's t with as many degrees of
    /// freedom as the interval of their difference; none if one of them is not rated, or for too
    /// few blocks.
    #[must_use]
    pub fn compared(&self, first: usize, second: usize) -> Option<Compared> {
        let Rating { elo, error, .. } = self.difference(first, second)?;
        let degrees = self.blocks[first].min(self.blocks[second]).checked_sub(1)?;
        let p_value = student::p_value(elo / error.filter(|error| *error > 0.0)?, degrees);
        Some(Compared { pair: [first, second], difference: elo, p_value })
    }

    /// What a seat is worth, or that of its pair; the mean of the seats that ever won has 0. None
    /// for a seat that never won, or if only one did.
    #[must_use]
    pub fn seat(&self, seat: usize) -> Option<Rating> {
        let unknown = seat_unknown(self.strategies, seat % self.teams);
        self.seats.contains(&unknown).then(|| {
            self.estimate(&self.centred(unknown, &self.seats), self.blocks[self.strategies])
        })
    }

    /// The weights of one less the mean of some.
    fn centred(&self, unknown: usize, all: &[usize]) -> Vec<f64> {
        let mut weights = vec![0.0; self.logarithms.len()];
        all.iter().for_each(|&other| weights[other] -= 1.0 / all.len() as f64);
        weights[unknown] += 1.0;
        weights
    }

    /// A weighted sum of logarithms, in Elo points.
    fn estimate(&self, weights: &[f64], blocks: u64) -> Rating {
        let pairs = weights.iter().zip(&self.logarithms);
        let sum: f64 = pairs.map(|(weight, logarithm)| weight * logarithm).sum();
        // An empty sum may be −0, which nobody wants to read.
        let elo = ELO_PER_LOGARITHM * sum + 0.0;
        let error = self.standard_error(weights, blocks).map(|error| ELO_PER_LOGARITHM * error);
        let half =
            error.and_then(|error| Some(error * student::critical_value(blocks.checked_sub(1)?)?));
        Rating { elo, error, interval: half.map(|half| Interval::around(elo, half)) }
    }

    fn standard_error(&self, weights: &[f64], blocks: u64) -> Option<f64> {
        let mut free = vec![0.0; self.bread.size()];
        self.rows
            .iter()
            .zip(weights)
            .for_each(|(row, weight)| row.iter().for_each(|&row| free[row] = *weight));
        let of_one_block = self.bread.quadratic(&free) / blocks as f64;
        Some(self.covariance.as_ref()?.quadratic(&free).max(of_one_block).sqrt() + 0.0)
    }
}

/// The seats that ever won, if there is anything to compare.
fn determined_seats(games: &Games<'_>, fitted: &Fitted) -> Vec<usize> {
    let won = |seat: &usize| {
        games.line_ups.iter().any(|line_up| line_up.won().any(|(_, winner, _)| winner == *seat))
    };
    let seats: Vec<usize> =
        (0..games.teams()).filter(won).map(|seat| seat_unknown(games.strategies, seat)).collect();
    let compared = seats.len() > 1 && seats.iter().skip(1).all(|seat| fitted.free.contains(seat));
    if compared { seats } else { Vec::new() }
}

fn blocks(games: &Games<'_>) -> Vec<u64> {
    let mut blocks = vec![0; games.strategies + 1];
    for line_up in games.line_ups {
        let mut members = line_up.members.clone();
        members.sort_unstable();
        members.dedup();
        members
            .into_iter()
            .chain([games.strategies])
            .for_each(|member| blocks[member] += line_up.blocks);
    }
    blocks
}
