//! What this machine can do beyond a baseline build.
//!
//! The build runs on any x86-64 or ARM machine. Where the processor has BMI2, POPCNT and LZCNT,
//! and AVX2, blocks are played by a second instance of the same code, compiled for the first three.
//! AVX2 is left out on purpose: with it, LLVM turns xoshiro256++ into slow vector code. What goes
//! over rows of numbers is compiled for all.

#![allow(unsafe_code)]

mod bits;
mod sums;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use bits::{Bits, BitsWitness, CpuJob, Lanes, Portable};
pub use sums::Sums;
#[cfg(target_arch = "x86_64")]
pub use x86::{Bmi2, has_bmi2};

/// The fastest way of an architecture, which old machines may lack.
#[cfg(target_arch = "x86_64")]
pub type FastBits = Bmi2;
/// The fastest way of an architecture, which old machines may lack.
#[cfg(not(target_arch = "x86_64"))]
pub type FastBits = Portable;

/// Runs a job that goes over long rows of numbers, in code compiled for wide registers where the
/// processor has them. What it computes is the same: nothing is reordered or fused.
#[inline(always)]
pub fn with_wide_registers<J: CpuJob>(job: J) -> J::Output {
    match BitsWitness::<FastBits>::look() {
        Some(way) => FastBits::compiled_wide(way, job),
        None => job.run(),
    }
}

/// Fetches a value from memory that is soon to be used, without waiting for it.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        /// Bytes that come from memory together.
        const LINE: usize = 64;
        let first = std::ptr::from_ref(value).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: nothing is read that the program would see, wherever this points.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Whether the processor has what the fast instance needs.
#[cfg(not(target_arch = "x86_64"))]
pub const fn has_bmi2() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::{BitsWitness, FastBits, Lanes, Portable, Sums};
    use crate::rng::Rng;

    fn numbers<const N: usize>(rng: &mut Rng, most: u32) -> [i16; N] {
        std::array::from_fn(|_| (rng.below(2 * most + 1) as i32 - most as i32) as i16)
    }

    fn halves(rng: &mut Rng, most: u32) -> [[i16; 16]; 2] {
        std::array::from_fn(|_| numbers(rng, most))
    }

    /// Miri takes seconds for each.
    const TIMES: usize = if cfg!(miri) { 2 } else { 200 };

    #[test]
    fn products_are_the_same_on_every_processor() {
        let mut rng = Rng::from_key(11);
        for _ in 0..TIMES {
            let pair = |rng: &mut Rng| if rng.below(2) == 0 { [0; 2] } else { numbers(rng, 8191) };
            let units: [[i16; 2]; 32] = std::array::from_fn(|_| pair(&mut rng));
            let weights: [[[[i16; 2]; 8]; 4]; 32] = std::array::from_fn(|_| {
                std::array::from_fn(|_| std::array::from_fn(|_| numbers(&mut rng, 4096)))
            });
            let sums = Portable::products(BitsWitness::PORTABLE, &units, &weights);
            let (bias, third) = (halves(&mut rng, 4096), halves(&mut rng, 4096));
            let plain = Portable::dot::<10>(BitsWitness::PORTABLE, &sums, &bias, 8191, &third);
            if let Some(way) = BitsWitness::<FastBits>::look() {
                assert_eq!(FastBits::products(way, &units, &weights), sums);
                assert_eq!(FastBits::dot::<10>(way, &sums, &bias, 8191, &third), plain);
            }
            for (next, sum) in sums.as_flattened().iter().enumerate() {
                let each = units.iter().zip(&weights).map(|(units, weights)| {
                    let [weight, other] = weights.as_flattened()[next];
                    i32::from(units[0]) * i32::from(weight) + i32::from(units[1]) * i32::from(other)
                });
                assert_eq!(*sum, each.sum::<i32>());
            }
        }
    }

    #[test]
    fn rows_add_up_to_the_same_on_every_processor() {
        fn sums<B: Lanes>(way: BitsWitness<B>, rows: &[[[i16; 16]; 4]]) -> [[i16; 16]; 4] {
            let mut sums = Sums::new(way, &rows[0]);
            rows[1..].iter().for_each(|row| sums.add(row));
            sums.numbers()
        }
        let mut rng = Rng::from_key(12);
        for _ in 0..TIMES {
            // Their sums wrap.
            let rows: [[[i16; 16]; 4]; 9] = std::array::from_fn(|_| {
                std::array::from_fn(|_| numbers(&mut rng, i16::MAX as u32))
            });
            let plain: [[i16; 16]; 4] = std::array::from_fn(|part| {
                std::array::from_fn(|place| {
                    rows.iter().map(|row| i32::from(row[part][place])).sum::<i32>() as i16
                })
            });
            assert_eq!(sums(BitsWitness::PORTABLE, &rows), plain);
            if let Some(way) = BitsWitness::<FastBits>::look() {
                assert_eq!(sums(way, &rows), plain);
            }
        }
    }
}
