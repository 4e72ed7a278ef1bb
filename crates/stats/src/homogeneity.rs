//! Are the seats equally good? A test of equal win rates, and how unequal they are: Pearson's
//! chi-square of the wins by seat, corrected by how much the wins of a block really vary. The
//! formulas are in `docs/STATISTICS.md`, "Fairness".
//!
//! Deviations from the mean of the block are compared, so a game that nobody wins concerns no
//! comparison: it gives the same to every seat. Hotelling's T², which weighs the differences by
//! the whole inverse covariance, was tried: at 10 seats and 50 correlated blocks it rejected equal
//! seats in 12 % of all trials at 5 %.
//!
//! # Source
//! Rao and Scott 1981, *The analysis of categorical data from complex sample surveys*, Journal of
//! the American Statistical Association 76: the second-order correction, with Satterthwaite's
//! degrees of freedom; Thomas and Rao 1987, *Small-sample comparisons of level and power for simple
//! goodness-of-fit statistics under cluster sampling*, same journal 82: F with ν·(B − 1). For equal
//! seats it is the analysis of variance of repeated measures with the correction of Greenhouse and
//! Geisser 1959, Psychometrika 24. Effect size: Cohen, *Statistical Power Analysis for the
//! Behavioral Sciences*, 2nd ed. 1988, § 7.2.

use super::fisher;

/// Sums over blocks of the wins of each seat.
///
/// # Examples
///
/// ```
/// use unobench_stats::SeatSums;
///
/// // Four blocks of four games at two seats: 3–1, 2–2, 4–0, 3–1.
/// let sums = SeatSums {
///     blocks: 4,
///     games: 16,
///     fair: 0.5,
///     wins: &[12, 4],
///     products: &[9 + 4 + 16 + 9, 3 + 4 + 0 + 3, 3 + 4 + 0 + 3, 1 + 4 + 0 + 1],
/// };
/// // The differences 2, 0, 4, 2: Student's t is √6 with 3 degrees of freedom, F its square.
/// let found = sums.test().expect("blocks");
/// assert!((found.f - 6.0).abs() < 1e-9 && (found.degrees - 1.0).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatSums<'a> {
    /// Blocks.
    pub blocks: u64,
    /// Games of all blocks, which may have different numbers.
    pub games: u64,
    /// The share of games that each seat wins where all are equal.
    pub fair: f64,
    /// Wins by seat.
    pub wins: &'a [u64],
    /// Sums of the products of the wins of two seats in a block, row by row: as many rows and
    /// columns as seats.
    pub products: &'a [u64],
}

/// How unequal the seats are, and whether that may be chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homogeneity {
    /// The corrected chi-square over its degrees of freedom, about 1 between equal seats.
    pub f: f64,
    /// ν: the seats less one, or fewer if some vary more than others.
    pub degrees: f64,
    /// How likely F is to be at least as large if the seats are equally good.
    pub p_value: f64,
    /// Cohen's w of the observed win rates p against the fair share q, √(Σ(p − q)² / q). By Cohen's
    /// convention 0.1 is small, 0.3 medium and 0.5 large. It is not corrected for chance, which
    /// makes it larger than 0 between equal seats too.
    pub effect_size: f64,
}

impl SeatSums<'_> {
    /// The test. None if nobody won, for fewer than two seats or blocks, and if the differences
    /// between seats are the same in every block: then nothing is known of their variation.
    #[must_use]
    pub fn test(&self) -> Option<Homogeneity> {
        let effect_size = self.effect_size()?;
        let rest = self.blocks.checked_sub(1).filter(|&rest| rest > 0)? as f64;
        let (trace, squares) = self.traces();
        // Both in units of the scatter: covariance times B·(B − 1)·n².
        let deviations: f64 = self.deviations().map(|deviation| deviation * deviation).sum();
        (trace > 0.0).then(|| {
            let degrees = trace * trace / squares;
            let f = rest * deviations / trace;
            Homogeneity {
                f,
                degrees,
                p_value: fisher::p_value(f, degrees, degrees * rest),
                effect_size,
            }
        })
    }

    /// Cohen's w; none without a win.
    #[must_use]
    pub fn effect_size(&self) -> Option<f64> {
        let seats = self.wins.len() as f64;
        let games = self.games as f64;
        let squares: f64 =
            self.deviations().map(|deviation| (deviation / seats / games).powi(2)).sum();
        self.wins.iter().any(|&wins| wins > 0).then(|| (squares / self.fair).sqrt())
    }

    /// n·(W_s − W̄) by seat.
    fn deviations(&self) -> impl Iterator<Item = f64> {
        let total: i128 = self.wins.iter().map(|&wins| i128::from(wins)).sum();
        let seats = self.wins.len() as i128;
        self.wins.iter().map(move |&wins| (seats * i128::from(wins) - total) as f64)
    }

    /// The traces of the scatter of the deviations and of its square. The scatter is the covariance
    /// C times B·(B − 1)·n², a matrix of whole numbers: it is 0 exactly if the differences between
    /// seats never vary.
    fn traces(&self) -> (f64, f64) {
        let seats = self.wins.len();
        let scatter = |s: usize, t: usize| {
            i128::from(self.blocks) * i128::from(self.products[s * seats + t])
                - i128::from(self.wins[s]) * i128::from(self.wins[t])
        };
        let rows: Vec<i128> = (0..seats).map(|s| (0..seats).map(|t| scatter(s, t)).sum()).collect();
        let all: i128 = rows.iter().sum();
        let n = seats as i128;
        let centred =
            |s: usize, t: usize| (n * n * scatter(s, t) - n * (rows[s] + rows[t]) + all) as f64;
        let trace = (0..seats).map(|s| centred(s, s)).sum();
        let squares =
            (0..seats * seats).map(|cell| centred(cell / seats, cell % seats).powi(2)).sum();
        (trace, squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::close;

    /// The sums of blocks of wins by seat.
    fn test(games_per_block: u64, blocks: &[Vec<u64>]) -> Option<Homogeneity> {
        let seats = blocks[0].len();
        let (mut wins, mut products) = (vec![0; seats], vec![0; seats * seats]);
        for block in blocks {
            for (s, &a) in block.iter().enumerate() {
                wins[s] += a;
                block.iter().enumerate().for_each(|(t, &b)| products[s * seats + t] += a * b);
            }
        }
        let games = games_per_block * blocks.len() as u64;
        let (blocks, fair) = (blocks.len() as u64, 1.0 / seats as f64);
        SeatSums { blocks, games, fair, wins: &wins, products: &products }.test()
    }

    /// Computed with NumPy and SciPy 1.17 as repeated measures: mean squares of seats and of
    /// residuals, and Greenhouse and Geisser's ε from the covariance of orthonormal contrasts.
    #[test]
    fn three_seats_give_the_analysis_of_repeated_measures() {
        let blocks: [[u64; 10]; 3] = [
            [2, 1, 0, 3, 1, 1, 2, 1, 2, 0],
            [1, 1, 2, 0, 2, 0, 0, 1, 1, 1],
            [0, 1, 1, 0, 0, 1, 1, 1, 0, 2],
        ];
        let block = |place: usize| blocks.iter().map(|of_seat| of_seat[place]).collect();
        let found = test(3, &(0..10).map(block).collect::<Vec<_>>()).expect("blocks");
        close(found.f, 1.0000000000000002, 1e-9);
        close(found.degrees, 1.6896551724137931, 1e-9);
        close(found.p_value, 0.37776102543347756, 1e-9);
        close(found.effect_size, 0.249443825784929, 1e-12);
    }

    #[test]
    fn the_order_of_the_seats_does_not_matter() {
        let blocks: Vec<_> =
            (0..40_u64).map(|b| vec![b % 3, (b / 3) % 2, (b * b) % 5 % 3, b % 2]).collect();
        let turned: Vec<_> =
            blocks.iter().map(|block| vec![block[2], block[3], block[0], block[1]]).collect();
        let (result, other) =
            (test(8, &blocks).expect("blocks"), test(8, &turned).expect("blocks"));
        close(result.f, other.f, 1e-9);
        close(result.p_value, other.p_value, 1e-9);
        close(result.effect_size, other.effect_size, 1e-12);
    }

    #[test]
    fn the_effect_is_cohens() {
        let (wins, products) = (&[160, 80, 80, 80], &[0; 16]);
        let sums = SeatSums { blocks: 100, games: 400, fair: 0.25, wins, products };
        // Shares 0.4, 0.2, 0.2, 0.2 against 0.25.
        close(sums.effect_size().expect("wins"), (0.03_f64 / 0.25).sqrt(), 1e-12);
        assert_eq!(SeatSums { wins: &[0; 4], ..sums }.effect_size(), None);
    }

    #[test]
    fn seats_that_vary_alike_have_as_many_degrees_as_seats_less_one() {
        // Each seat in turn takes all games: every two seats vary alike.
        let blocks: Vec<_> = (0..400)
            .map(|b| (0..4).map(|seat| if b % 4 == seat { 4 } else { 0 }).collect())
            .collect();
        let found = test(4, &blocks).expect("blocks");
        close(found.degrees, 3.0, 1e-9);
        close(found.f, 0.0, 1e-12);
    }

    #[test]
    fn stalled_games_concern_no_comparison() {
        let blocks: Vec<_> =
            (0..60_u64).map(|b| vec![b % 3, (b / 3) % 2, (b * b) % 5 % 3]).collect();
        let more: Vec<_> = blocks
            .iter()
            .enumerate()
            .map(|(b, block)| block.iter().map(|wins| wins + b as u64 % 4).collect())
            .collect();
        let (result, other) = (test(9, &blocks).expect("blocks"), test(9, &more).expect("blocks"));
        close(result.p_value, other.p_value, 1e-12);
    }

    #[test]
    fn without_variation_or_blocks_there_is_no_test() {
        assert_eq!(test(4, &vec![vec![1, 1, 1, 1]; 9]), None);
        assert_eq!(test(4, &vec![vec![3, 1]; 9]), None);
        assert_eq!(test(3, &[vec![2, 1, 0]]), None);
        assert_eq!(test(2, &[vec![0, 0], vec![0, 0]]), None);
        assert_eq!(test(2, &[vec![2], vec![1]]), None);
    }
}
