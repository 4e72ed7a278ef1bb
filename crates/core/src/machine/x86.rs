//! The way of x86-64 processors that have BMI2 and AVX2.

#![allow(unsafe_code)]

use super::bits::{Bits, BitsWitness, CpuJob, Lanes};
use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_adds_epi16, _mm256_castsi256_ps,
    _mm256_cmpeq_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_movemask_ps, _mm256_packs_epi32, _mm256_permute4x64_epi64, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srai_epi32,
};

/// Finds bits by BMI2's `pdep`, and adds up rows by AVX2.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub struct Bmi2;

// SAFETY of all of it: who has looked for this way knows that the processor has it.
impl Lanes for Bmi2 {
    type Sixteen = __m256i;

    #[inline(always)]
    fn compiled_wide<J: CpuJob>(_: BitsWitness<Self>, job: J) -> J::Output {
        // SAFETY: see above.
        unsafe { job.run_with_all() }
    }

    #[inline(always)]
    fn load(_: BitsWitness<Self>, numbers: &[i16; 16]) -> __m256i {
        // SAFETY: see above; there are sixteen numbers, as many as are read.
        unsafe { _mm256_loadu_si256(std::ptr::from_ref(numbers).cast()) }
    }

    #[inline(always)]
    fn plus(way: BitsWitness<Self>, sums: __m256i, numbers: &[i16; 16]) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_add_epi16(sums, Self::load(way, numbers)) }
    }

    #[inline(always)]
    fn store(_: BitsWitness<Self>, sums: __m256i) -> [i16; 16] {
        // SAFETY: both are 32 bytes, of which any are numbers.
        unsafe { std::mem::transmute(sums) }
    }

    #[inline(always)]
    fn products<const P: usize, const B: usize>(
        _: BitsWitness<Self>,
        units: &[[i16; 2]; P],
        weights: &[[[[i16; 2]; 8]; B]; P],
    ) -> [[i32; 8]; B] {
        const { assert!(P.is_multiple_of(8) && P <= 32) };
        // SAFETY: see above; there are as many units and weights as are read, and both that are
        // taken for each other are 32 bytes, of which any are numbers.
        unsafe {
            let zero = _mm256_setzero_si256();
            // More than half of all pairs are zero, and add nothing.
            let mut left = 0_u32;
            for (place, units) in units.as_chunks::<8>().0.iter().enumerate() {
                let units = _mm256_loadu_si256(std::ptr::from_ref(units).cast());
                let zeros = _mm256_castsi256_ps(_mm256_cmpeq_epi32(units, zero));
                left |= (_mm256_movemask_ps(zeros) as u32 ^ 0xff) << (8 * place);
            }
            let mut sums = [zero; B];
            while left != 0 {
                let pair = left.trailing_zeros() as usize % P;
                left &= left - 1;
                let [unit, other] = units[pair];
                let both = i32::from(other) << 16 | i32::from(unit as u16);
                for (sum, weights) in sums.iter_mut().zip(&weights[pair]) {
                    let weights = _mm256_loadu_si256(std::ptr::from_ref(weights).cast());
                    let products = _mm256_madd_epi16(_mm256_set1_epi32(both), weights);
                    *sum = _mm256_add_epi32(*sum, products);
                }
            }
            sums.map(|sum| std::mem::transmute(sum))
        }
    }

    #[inline(always)]
    fn dot<const BITS: i32>(
        way: BitsWitness<Self>,
        sums: &[[i32; 8]; 4],
        bias: &[[i16; 16]; 2],
        largest: i16,
        weights: &[[i16; 16]; 2],
    ) -> i32 {
        // SAFETY: see above.
        unsafe {
            let (zero, largest) = (_mm256_setzero_si256(), _mm256_set1_epi16(largest));
            let [first, other, third, last]: [__m256i; 4] = std::mem::transmute(*sums);
            let half = |sum, other, bias, weights| {
                let (shifted, other) =
                    (_mm256_srai_epi32::<BITS>(sum), _mm256_srai_epi32::<BITS>(other));
                // What is too large for 16 bits is clipped all the same.
                let sums = _mm256_permute4x64_epi64::<0xd8>(_mm256_packs_epi32(shifted, other));
                let units = _mm256_adds_epi16(sums, Self::load(way, bias));
                let units = _mm256_min_epi16(_mm256_max_epi16(units, zero), largest);
                _mm256_madd_epi16(units, Self::load(way, weights))
            };
            let sums = _mm256_add_epi32(
                half(first, other, &bias[0], &weights[0]),
                half(third, last, &bias[1], &weights[1]),
            );
            let sums: [i32; 8] = std::mem::transmute(sums);
            sums.iter().sum()
        }
    }
}

impl Bits for Bmi2 {
    #[inline(always)]
    unsafe fn compiled<J: CpuJob>(job: J) -> J::Output {
        // SAFETY: the caller knows that the processor has it.
        unsafe { job.run_with_bmi2() }
    }

    fn is_available() -> bool {
        has_bmi2() && is_x86_feature_detected!("avx2")
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
