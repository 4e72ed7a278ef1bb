//! What this machine can do beyond a baseline build.
//!
//! The build runs on any x86-64 or ARM machine. Where the processor has BMI2, POPCNT and LZCNT,
//! blocks are played by a second instance of the same code, compiled for them. AVX is left out on
//! purpose: with it, LLVM turns xoshiro256++ into slow vector code.

#![allow(unsafe_code)]

/// Work that is worth an instance for each kind of machine.
pub trait Job: Sized {
    /// What comes of it.
    type Output;

    /// Does it. Must be inlined, or it is compiled for the baseline all the same.
    fn run(self) -> Self::Output;

    /// Does it in code compiled for a processor with BMI1, BMI2, POPCNT and LZCNT. A method, so
    /// that the compiler builds the instances of different jobs side by side.
    ///
    /// # Safety
    /// The processor must have them: see `has_bmi2`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    unsafe fn run_with_bmi2(self) -> Self::Output {
        self.run()
    }

    /// Does it in code compiled for a processor with AVX2.
    ///
    /// # Safety
    /// The processor must have it.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn run_with_avx2(self) -> Self::Output {
        self.run()
    }
}

/// Runs a job that goes over long rows of numbers, in code compiled for wide registers where the
/// processor has them. What it computes is the same: nothing is reordered or fused.
#[inline(always)]
pub fn with_wide_registers<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has it.
        return unsafe { job.run_with_avx2() };
    }
    job.run()
}

/// Sums of products: of each pair of units with each pair of weights, B times eight sums. No sum
/// may be too large for 32 bits.
#[inline(always)]
pub fn products<const P: usize, const B: usize>(
    units: &[[i16; 2]; P],
    weights: &[[[[i16; 2]; 8]; B]; P],
) -> [[i32; 8]; B] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has it.
        return unsafe { x86::products_by_avx2(units, weights) };
    }
    products_one_by_one(units, weights)
}

/// What [`products`] says, in code for every processor.
#[inline(never)]
fn products_one_by_one<const P: usize, const B: usize>(
    units: &[[i16; 2]; P],
    weights: &[[[[i16; 2]; 8]; B]; P],
) -> [[i32; 8]; B] {
    let mut sums = [[0; 8]; B];
    for ([one, other], weights) in units.iter().zip(weights) {
        for (sums, weights) in sums.iter_mut().zip(weights) {
            for (sum, [by_one, by_other]) in sums.iter_mut().zip(weights) {
                *sum += i32::from(*one) * i32::from(*by_one);
                *sum += i32::from(*other) * i32::from(*by_other);
            }
        }
    }
    sums
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Job;
    use crate::cards::Bits;
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_setzero_si256, _mm256_storeu_si256,
    };

    /// What [`super::products`] says.
    #[target_feature(enable = "avx2")]
    pub(super) fn products_by_avx2<const P: usize, const B: usize>(
        units: &[[i16; 2]; P],
        weights: &[[[[i16; 2]; 8]; B]; P],
    ) -> [[i32; 8]; B] {
        let mut sums = [_mm256_setzero_si256(); B];
        for (&[one, other], weights) in units.iter().zip(weights) {
            let both = _mm256_set1_epi32(i32::from(other) << 16 | i32::from(one as u16));
            for (sum, weights) in sums.iter_mut().zip(weights) {
                // SAFETY: there are as many weights as are read.
                let weights = unsafe { _mm256_loadu_si256(std::ptr::from_ref(weights).cast()) };
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(both, weights));
            }
        }
        sums.map(|sum| {
            let mut eight = [0; 8];
            // SAFETY: there is as much place as is written.
            unsafe { _mm256_storeu_si256(std::ptr::from_mut(&mut eight).cast(), sum) };
            eight
        })
    }

    /// Finds bits by BMI2's `pdep`.
    #[derive(Debug, Clone, Copy, Default)]
    pub struct Bmi2;

    impl Bits for Bmi2 {
        #[inline(always)]
        unsafe fn compiled<J: Job>(job: J) -> J::Output {
            // SAFETY: the caller knows that the processor has it.
            unsafe { job.run_with_bmi2() }
        }

        fn is_available() -> bool {
            has_bmi2()
        }

        #[inline(always)]
        unsafe fn select(bits: u64, rank: u32) -> u32 {
            // SAFETY: the caller knows that the processor has it.
            unsafe { std::arch::x86_64::_pdep_u64(1 << (rank & 63), bits).trailing_zeros() }
        }
    }

    /// Whether the processor has what the fast instance needs.
    pub fn has_bmi2() -> bool {
        is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Bmi2, has_bmi2};

/// Whether the processor has what the fast instance needs.
#[cfg(not(target_arch = "x86_64"))]
pub const fn has_bmi2() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::{products, products_one_by_one};
    use crate::rng::Rng;

    #[test]
    fn products_are_the_same_on_every_processor() {
        let mut rng = Rng::from_key(11);
        let mut number = |most: u32| (rng.below(2 * most + 1) as i32 - most as i32) as i16;
        // Miri takes seconds for each.
        for _ in 0..if cfg!(miri) { 2 } else { 200 } {
            let units: [[i16; 2]; 32] = std::array::from_fn(|_| [number(8191), number(8191)]);
            let weights: [[[[i16; 2]; 8]; 4]; 32] = std::array::from_fn(|_| {
                std::array::from_fn(|_| std::array::from_fn(|_| [number(4096), number(4096)]))
            });
            let sums = products(&units, &weights);
            assert_eq!(sums, products_one_by_one(&units, &weights));
            for (next, sum) in sums.as_flattened().iter().enumerate() {
                let each = units.iter().zip(&weights).map(|(units, weights)| {
                    let [one, other] = weights.as_flattened()[next];
                    i32::from(units[0]) * i32::from(one) + i32::from(units[1]) * i32::from(other)
                });
                assert_eq!(*sum, each.sum::<i32>());
            }
        }
    }
}
