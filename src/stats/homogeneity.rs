//! Are the seats equally good? A test of equal win rates, and how unequal they are.
//!
//! Each game has at most one winner, and the games of a block are correlated, so Pearson's chi-square of the wins by seat is not distributed
//! as its table says. The test is Hotelling's instead, with the covariance between seats estimated over blocks. With the mean
//! d̄ over the B blocks of the differences of each seat's wins from those of the last seat, and their sample covariance S,
//!
//! > T² = B·d̄ᵀ S⁻¹ d̄, and T²·(B − k) / (k·(B − 1)) is compared with Fisher's F with k and B − k degrees of freedom.
//!
//! k = n − 1 for n seats, whether or not games stall: the differences are as many, and that the wins of a block may add up to a constant does not
//! concern them. Differences that follow from the others in every block are left out, and k is as much smaller. For many blocks T² is chi-square with k
//! degrees of freedom.
//!
//! # Source
//! Hotelling 1931, *The generalization of Student's ratio*, Annals of Mathematical Statistics 2; for contrasts Anderson, *An Introduction to
//! Multivariate Statistical Analysis*, 3rd ed. 2003, § 5.3.5. Effect size: Cohen, *Statistical Power Analysis for the Behavioral
//! Sciences*, 2nd ed. 1988, § 7.2.

use super::fisher;

/// The share of a difference's variance below which what the others leave of it is taken for rounding.
const ROUNDING: f64 = 1e-10;

/// Sums over blocks of the wins of each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatSums<'a> {
    /// Blocks.
    pub blocks: u64,
    /// Games of a block.
    pub games_per_block: u64,
    /// Wins by seat.
    pub wins: &'a [u64],
    /// Products of the wins of two seats in a block, row by row: as many rows and columns as seats.
    pub products: &'a [u64],
}

/// How unequal the seats are, and whether that may be chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homogeneity {
    /// Hotelling's T², for many blocks a chi-square.
    pub t_squared: f64,
    /// The k differences between seats that were compared.
    pub degrees: u64,
    /// How likely T² is to be at least as large if the seats are equally good.
    pub p_value: f64,
    /// Cohen's w of the observed win rates p against their mean q, √(Σ(p − q)² / q). By Cohen's convention 0.1 is small, 0.3 medium and
    /// 0.5 large. It is not corrected for chance, which makes it larger than 0 between equal seats too.
    pub effect_size: f64,
}

impl SeatSums<'_> {
    /// The test. None if nobody won, if there are not more blocks than differences, or if two seats differ by the same in every block:
    /// then nothing is known of the variation.
    #[must_use]
    pub fn test(&self) -> Option<Homogeneity> {
        let effect_size = self.effect_size()?;
        let (norm, degrees) = self.norm()?;
        let (blocks, k) = (self.blocks as f64, degrees as f64);
        let rest = self.blocks.checked_sub(degrees).filter(|&rest| rest > 0)?;
        let t_squared = (blocks - 1.0) * norm;
        let f = t_squared * rest as f64 / (k * (blocks - 1.0));
        (degrees > 0).then(|| Homogeneity { t_squared, degrees, p_value: fisher::p_value(f, degrees, rest), effect_size })
    }

    /// Cohen's w; none without a win.
    #[must_use]
    pub fn effect_size(&self) -> Option<f64> {
        let games = (self.blocks * self.games_per_block) as f64;
        let mean = self.wins.iter().sum::<u64>() as f64 / games / self.wins.len() as f64;
        let squares: f64 = self.wins.iter().map(|&wins| (wins as f64 / games - mean).powi(2)).sum();
        (mean > 0.0).then(|| (squares / mean).sqrt())
    }

    /// Dᵀ M⁻¹ D and the rank of M, with D = Σd and M = B·Σddᵀ − DDᵀ, by the rows of the Cholesky factor: T² is (B − 1) times as much. None
    /// if a difference does not vary and is not 0.
    fn norm(&self) -> Option<(f64, u64)> {
        let size = self.wins.len().checked_sub(1)?;
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(size);
        // The independent differences, and D in the coordinates of the factor.
        let mut solved: Vec<(usize, f64)> = Vec::with_capacity(size);
        for i in 0..size {
            let mut row: Vec<f64> = Vec::with_capacity(solved.len() + 1);
            for (column, &(j, _)) in solved.iter().enumerate() {
                let known: f64 = row.iter().zip(&rows[column]).map(|(a, b)| a * b).sum();
                row.push((self.scatter(i, j) - known) / rows[column][column]);
            }
            let variance = self.scatter(i, i);
            let pivot = variance - row.iter().map(|a| a * a).sum::<f64>();
            let sum = self.difference(i) as f64;
            let left = sum - row.iter().zip(&solved).map(|(a, (_, b))| a * b).sum::<f64>();
            if pivot > ROUNDING * variance {
                row.push(pivot.sqrt());
                solved.push((i, left / pivot.sqrt()));
                rows.push(row);
            } else if left.abs() > ROUNDING.sqrt() * (sum.abs() + 1.0) {
                return None;
            }
        }
        Some((solved.iter().map(|(_, left)| left * left).sum(), solved.len() as u64))
    }

    /// D of a seat.
    fn difference(&self, seat: usize) -> i128 {
        i128::from(self.wins[seat]) - i128::from(self.wins[self.wins.len() - 1])
    }

    /// M of two seats, exact up to the last step.
    fn scatter(&self, i: usize, j: usize) -> f64 {
        let last = self.wins.len() - 1;
        let product = |a: usize, b: usize| i128::from(self.products[a * (last + 1) + b]);
        let products = product(i, j) - product(i, last) - product(last, j) + product(last, last);
        (i128::from(self.blocks) * products - self.difference(i) * self.difference(j)) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        SeatSums { blocks: blocks.len() as u64, games_per_block, wins: &wins, products: &products }.test()
    }

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    /// At two seats T is Student's t of the differences.
    #[test]
    fn two_seats_give_students_test() {
        let differences: [i64; 6] = [2, 0, 1, 2, -1, 2];
        let blocks: Vec<_> = differences.iter().map(|d| vec![(2 + d) as u64, 2]).collect();
        let found = test(6, &blocks).expect("blocks");
        let mean = 1.0;
        let variance = differences.iter().map(|&d| (d as f64 - mean).powi(2)).sum::<f64>() / 5.0;
        let t = mean / (variance / 6.0).sqrt();
        close(found.t_squared, t * t, 1e-12);
        assert_eq!(found.degrees, 1);
        close(found.p_value, crate::stats::student::p_value(t, 5), 1e-12);
    }

    /// Computed with NumPy and SciPy 1.17 from the textbook's formula, with the contrasts of neighbours instead of those with the last seat.
    #[test]
    fn three_seats_give_hotellings_test() {
        let blocks: Vec<Vec<u64>> =
            [[2, 1, 0], [1, 1, 1], [0, 2, 1], [3, 0, 0], [1, 2, 0], [1, 0, 1], [2, 0, 1], [1, 1, 1], [2, 1, 0], [0, 1, 2]]
                .iter()
                .map(|block: &[u64; 3]| block.to_vec())
                .collect();
        let found = test(3, &blocks).expect("blocks");
        close(found.t_squared, 1.6250000000000004, 1e-9);
        close(found.p_value, 0.5148186635696411, 1e-9);
        close(found.effect_size, 0.2537081317024625, 1e-12);
        assert_eq!(found.degrees, 2);
    }

    #[test]
    fn the_order_of_the_seats_does_not_matter() {
        let blocks: Vec<_> = (0..40_u64).map(|b| vec![b % 3, (b / 3) % 2, (b * b) % 5 % 3, b % 2]).collect();
        let turned: Vec<_> = blocks.iter().map(|block| vec![block[2], block[3], block[0], block[1]]).collect();
        let (one, other) = (test(8, &blocks).expect("blocks"), test(8, &turned).expect("blocks"));
        close(one.t_squared, other.t_squared, 1e-9);
        close(one.effect_size, other.effect_size, 1e-12);
    }

    #[test]
    fn the_effect_is_cohens() {
        let sums = SeatSums { blocks: 100, games_per_block: 4, wins: &[160, 80, 80, 80], products: &[0; 16] };
        // Shares 0.4, 0.2, 0.2, 0.2 against 0.25.
        close(sums.effect_size().expect("wins"), (0.03_f64 / 0.25).sqrt(), 1e-12);
        assert_eq!(SeatSums { wins: &[0; 4], ..sums }.effect_size(), None);
    }

    #[test]
    fn a_seat_that_repeats_another_is_not_a_comparison_of_its_own() {
        let blocks: Vec<_> = [(1, 3), (2, 1), (0, 4), (3, 2), (1, 1)].iter().map(|&(a, b)| vec![a, a, b]).collect();
        let found = test(6, &blocks).expect("blocks");
        assert_eq!(found.degrees, 1);
        let pairs: Vec<_> = blocks.iter().map(|block| vec![block[1], block[2]]).collect();
        close(found.t_squared, test(6, &pairs).expect("blocks").t_squared, 1e-9);
    }

    #[test]
    fn without_variation_or_blocks_there_is_no_test() {
        assert_eq!(test(4, &vec![vec![1, 1, 1, 1]; 9]), None);
        assert_eq!(test(4, &vec![vec![3, 1]; 9]), None);
        assert_eq!(test(3, &[vec![2, 1, 0], vec![0, 1, 2]]), None);
        assert_eq!(test(2, &[vec![0, 0], vec![0, 0]]), None);
        assert_eq!(test(2, &[vec![2], vec![1]]), None);
    }
}
