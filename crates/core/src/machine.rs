//! What this machine can do beyond a baseline build.
//!
//! The build runs on any x86-64 or ARM machine. Where the processor has BMI2, POPCNT and LZCNT,
//! and AVX2, blocks are played by a second instance of the same code, compiled for the first three.
//! AVX2 is left out on purpose: with it, LLVM turns xoshiro256++ into slow vector code. What goes
//! over rows of numbers is compiled for all.

#![allow(unsafe_code)]

use crate::cards::{BitsWitness, FastBits, Portable};
use std::fmt::Debug;

/// Work that is worth an instance for each kind of machine.
pub trait CpuJob: Sized {
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

    /// Does it in code compiled for a processor with AVX2 as well.
    ///
    /// # Safety
    /// The processor must have them all.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    unsafe fn run_with_all(self) -> Self::Output {
        self.run()
    }
}

/// Runs a job that goes over long rows of numbers, in code compiled for wide registers where the
/// processor has them. What it computes is the same: nothing is reordered or fused.
#[inline(always)]
pub fn with_wide_registers<J: CpuJob>(job: J) -> J::Output {
    match BitsWitness::<FastBits>::look() {
        Some(way) => FastBits::compiled_wide(way, job),
        None => job.run(),
    }
}

/// How a machine that has a way goes over rows of numbers.
pub trait Lanes: Copy {
    /// Sixteen numbers of 16 bits, in a register where one is wide enough.
    type Sixteen: Copy + Debug;

    /// Does work in code compiled for wide registers as well; not for what draws lots: see above.
    fn compiled_wide<J: CpuJob>(way: BitsWitness<Self>, job: J) -> J::Output;
    /// Takes numbers in.
    fn load(way: BitsWitness<Self>, numbers: &[i16; 16]) -> Self::Sixteen;
    /// Adds numbers, as 16 bits wrap.
    fn plus(way: BitsWitness<Self>, sums: Self::Sixteen, numbers: &[i16; 16]) -> Self::Sixteen;
    /// Gives numbers out.
    fn store(way: BitsWitness<Self>, sums: Self::Sixteen) -> [i16; 16];
    /// Sums of products: of each pair of units with each pair of weights, B times eight sums. No
    /// sum may be too large for 32 bits.
    fn products<const P: usize, const B: usize>(
        way: BitsWitness<Self>,
        units: &[[i16; 2]; P],
        weights: &[[[[i16; 2]; 8]; B]; P],
    ) -> [[i32; 8]; B];
    /// The sum of products of weights and of units: sums in so many bits less, and their bias,
    /// clipped between 0 and the largest. Bias and largest together fit into 16 bits.
    fn dot<const BITS: i32>(
        way: BitsWitness<Self>,
        sums: &[[i32; 8]; 4],
        bias: &[[i16; 16]; 2],
        largest: i16,
        weights: &[[i16; 16]; 2],
    ) -> i32;
}

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

impl Lanes for Portable {
    type Sixteen = [i16; 16];

    #[inline(always)]
    fn compiled_wide<J: CpuJob>(_: BitsWitness<Self>, job: J) -> J::Output {
        job.run()
    }

    #[inline(always)]
    fn load(_: BitsWitness<Self>, numbers: &[i16; 16]) -> [i16; 16] {
        *numbers
    }

    #[inline(always)]
    fn plus(_: BitsWitness<Self>, sums: [i16; 16], numbers: &[i16; 16]) -> [i16; 16] {
        std::array::from_fn(|place| sums[place].wrapping_add(numbers[place]))
    }

    #[inline(always)]
    fn store(_: BitsWitness<Self>, sums: [i16; 16]) -> [i16; 16] {
        sums
    }

    fn products<const P: usize, const B: usize>(
        _: BitsWitness<Self>,
        units: &[[i16; 2]; P],
        weights: &[[[[i16; 2]; 8]; B]; P],
    ) -> [[i32; 8]; B] {
        let mut sums = [[0; 8]; B];
        for ([unit, other], weights) in units.iter().zip(weights) {
            for (sums, weights) in sums.iter_mut().zip(weights) {
                for (sum, [by_one, by_other]) in sums.iter_mut().zip(weights) {
                    *sum += i32::from(*unit) * i32::from(*by_one);
                    *sum += i32::from(*other) * i32::from(*by_other);
                }
            }
        }
        sums
    }

    fn dot<const BITS: i32>(
        _: BitsWitness<Self>,
        sums: &[[i32; 8]; 4],
        bias: &[[i16; 16]; 2],
        largest: i16,
        weights: &[[i16; 16]; 2],
    ) -> i32 {
        let beside = bias.as_flattened().iter().zip(weights.as_flattened());
        let each = sums.as_flattened().iter().zip(beside).map(|(sum, (&bias, &weight))| {
            let unit = (sum >> BITS) + i32::from(bias);
            unit.clamp(0, largest.into()) * i32::from(weight)
        });
        each.sum()
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{CpuJob, Lanes};
    use crate::cards::{Bits, BitsWitness};
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_adds_epi16, _mm256_castsi256_ps,
        _mm256_cmpeq_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_movemask_ps, _mm256_packs_epi32, _mm256_permute4x64_epi64,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srai_epi32,
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
    use super::{Lanes, Sums};
    use crate::cards::{BitsWitness, FastBits, Portable};
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
