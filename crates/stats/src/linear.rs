//! Small dense symmetric matrices: as much linear algebra as a fit of a few hundred unknowns needs.

/// The share of its diagonal entry below which a pivot counts as 0, so that the matrix counts as
/// singular.
const SMALLEST_PIVOT: f64 = 1e-11;

/// A square matrix of numbers, whose entries are kept row by row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Square {
    size: usize,
    entries: Vec<f64>,
}

impl Square {
    pub(crate) fn zeros(size: usize) -> Square {
        Square { size, entries: vec![0.0; size * size] }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.size + column] += value;
    }

    pub(crate) fn scale(&mut self, factor: f64) {
        self.entries.iter_mut().for_each(|entry| *entry *= factor);
    }

    /// The rows and columns named, in their order.
    pub(crate) fn part(&self, places: &[usize]) -> Square {
        let entries = places
            .iter()
            .flat_map(|&row| places.iter().map(move |&column| self.at(row, column)))
            .collect();
        Square { size: places.len(), entries }
    }

    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }

    /// The quadratic form `v'Mv`, in time proportional to the size times the entries of v that are
    /// not 0.
    pub(crate) fn quadratic(&self, vector: &[f64]) -> f64 {
        let rows = vector.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        rows.map(|(row, weight)| weight * dot(self.row(row), vector)).sum()
    }

    /// The product `SMS` of this symmetric matrix S on both sides of a symmetric M.
    pub(crate) fn around(&self, middle: &Square) -> Square {
        self.times_symmetric(middle).times_symmetric(self)
    }

    /// The product with a symmetric matrix, of which each row is that matrix times a row of this.
    fn times_symmetric(&self, other: &Square) -> Square {
        let entries = (0..self.size).flat_map(|row| other.times(self.row(row))).collect();
        Square { size: self.size, entries }
    }

    /// The inverse of a symmetric positive definite matrix; none if it is not, or not by a margin
    /// that rounding leaves in doubt.
    ///
    /// # Source
    /// Golub and Van Loan, *Matrix Computations*, 4th ed. 2013, § 4.2 (Cholesky factorization).
    pub(crate) fn inverse(&self) -> Option<Square> {
        let root = self.inverse_factor()?;
        let mut inverse = Square::zeros(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                // Both columns of the inverse factor begin at the diagonal.
                let entry: f64 = (row..self.size)
                    .map(|place| root.at(place, row) * root.at(place, column))
                    .sum();
                inverse.add(row, column, entry);
                if row != column {
                    inverse.add(column, row, entry);
                }
            }
        }
        Some(inverse)
    }

    /// The inverse of the lower triangular L of `M = LL'`.
    fn inverse_factor(&self) -> Option<Square> {
        let lower = self.factor()?;
        let mut inverse = Square::zeros(self.size);
        for row in 0..self.size {
            let pivot = lower.at(row, row);
            for column in 0..row {
                let sum: f64 = (column..row)
                    .map(|place| lower.at(row, place) * inverse.at(place, column))
                    .sum();
                inverse.add(row, column, -sum / pivot);
            }
            inverse.add(row, row, 1.0 / pivot);
        }
        Some(inverse)
    }

    /// The lower triangular L of `M = LL'`.
    fn factor(&self) -> Option<Square> {
        let mut lower = Square::zeros(self.size);
        for row in 0..self.size {
            for column in 0..row {
                let sum = dot(&lower.row(row)[..column], &lower.row(column)[..column]);
                lower.add(row, column, (self.at(row, column) - sum) / lower.at(column, column));
            }
            let pivot = self.at(row, row) - dot(&lower.row(row)[..row], &lower.row(row)[..row]);
            // Written so that NaN fails.
            let positive = pivot > SMALLEST_PIVOT * self.at(row, row);
            positive.then(|| lower.add(row, row, pivot.sqrt()))?;
        }
        Some(lower)
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.size..][..self.size]
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix<const N: usize>(rows: [[f64; N]; N]) -> Square {
        Square { size: N, entries: rows.concat() }
    }

    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        let matrix = matrix([[4.0, 2.0, -1.0], [2.0, 5.0, 0.5], [-1.0, 0.5, 3.0]]);
        let inverse = matrix.inverse().expect("positive definite");
        for row in 0..3 {
            for (column, entry) in matrix.times(inverse.row(row)).into_iter().enumerate() {
                crate::close(entry, f64::from(u8::from(row == column)), 1e-14);
            }
        }
    }

    #[test]
    fn matrices_without_an_inverse_have_none() {
        assert_eq!(matrix([[1.0, -1.0], [-1.0, 1.0]]).inverse(), None);
        assert_eq!(matrix([[1.0, 2.0], [2.0, 1.0]]).inverse(), None);
        assert_eq!(matrix([[f64::NAN]]).inverse(), None);
        assert_eq!(Square::zeros(0).inverse(), Some(Square::zeros(0)));
    }

    #[test]
    fn the_product_on_both_sides_is_that_by_hand() {
        let (side, middle) = (matrix([[1.0, 2.0], [2.0, 3.0]]), matrix([[1.0, 0.0], [0.0, 2.0]]));
        assert_eq!(side.around(&middle), matrix([[9.0, 14.0], [14.0, 22.0]]));
        assert_eq!(middle.quadratic(&[3.0, 1.0]), 11.0);
        assert_eq!(side.part(&[1]), matrix([[3.0]]));
    }
}
