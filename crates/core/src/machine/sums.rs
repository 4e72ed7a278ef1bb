//! Rows of numbers, added up.

use super::bits::{BitsWitness, Lanes};

/// Rows of numbers added up, as 16 bits wrap, in registers that are wide enough where there are.
#[derive(Debug, Clone, Copy)]
pub struct Sums<B: Lanes, const N: usize> {
    way: BitsWitness<B>,
    sums: [B::Sixteen; N],
}

impl<B: Lanes, const N: usize> Sums<B, N> {
    /// These numbers, to which nothing was added yet.
    #[inline(always)]
    pub fn new(way: BitsWitness<B>, numbers: &[[i16; 16]; N]) -> Sums<B, N> {
        Sums { way, sums: numbers.each_ref().map(|numbers| B::load(way, numbers)) }
    }

    /// Adds a row.
    #[inline(always)]
    pub fn add(&mut self, row: &[[i16; 16]; N]) {
        for (sums, numbers) in self.sums.iter_mut().zip(row) {
            *sums = B::plus(self.way, *sums, numbers);
        }
    }

    /// The sums.
    #[inline(always)]
    pub fn numbers(self) -> [[i16; 16]; N] {
        self.sums.map(|sums| B::store(self.way, sums))
    }
}
