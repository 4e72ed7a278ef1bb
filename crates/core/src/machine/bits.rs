//! What differs from one kind of machine to the other: how bits are found, and how rows of numbers
//! are added up; with the way that every machine has.

#![allow(unsafe_code)]

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

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

/// How a machine that has a way goes over rows of numbers.
pub trait Lanes: Copy {
    /// Sixteen numbers of 16 bits, in a register where one is wide enough.
    type Sixteen: Copy + Debug;

    /// Does work in code compiled for wide registers as well; not for what draws lots: see
    /// `machine.rs`.
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

/// How to find the `rank`-th set bit of 64 bits.
///
/// The one thing that differs between the build for any machine and the one for x86-64 with BMI2;
/// see `docs/ARCHITECTURE.md`.
pub trait Bits: Lanes + Copy + Debug + Hash + Default + Send + Sync + 'static {
    /// [`BitsWitness::select`]
    ///
    /// # Safety
    /// The machine must have this way: see [`Bits::is_available`].
    unsafe fn select(bits: u64, rank: u32) -> u32;
    /// [`BitsWitness::compiled`]
    ///
    /// # Safety
    /// The machine must have this way: see [`Bits::is_available`].
    unsafe fn compiled<J: CpuJob>(job: J) -> J::Output;
    /// Whether this machine has this way.
    fn is_available() -> bool;
}

/// That the machine has a way to find bits: who has looked may use it. It takes no room.
///
/// Safe code cannot use a way that was not looked for:
///
/// ```compile_fail,E0133
/// use unobench_core::cards::{Bits as _, FastBits};
///
/// FastBits::select(1, 0);
/// ```
#[derive(Debug, Clone, Copy, Hash)]
#[must_use]
pub struct BitsWitness<B>(PhantomData<B>);

impl BitsWitness<Portable> {
    /// Every machine has it.
    pub const PORTABLE: BitsWitness<Portable> = BitsWitness(PhantomData);
}

impl<B: Bits> BitsWitness<B> {
    /// Looks for it.
    pub fn look() -> Option<BitsWitness<B>> {
        B::is_available().then_some(BitsWitness(PhantomData))
    }

    /// Index of the set bit that has `rank` set bits below it; unspecified when there are not that
    /// many.
    #[inline(always)]
    pub fn select(self, bits: u64, rank: u32) -> u32 {
        // SAFETY: it was looked for.
        unsafe { B::select(bits, rank) }
    }

    /// Does some work, its code compiled for the machine that has this way.
    #[inline(always)]
    pub fn compiled<J: CpuJob>(self, job: J) -> J::Output {
        // SAFETY: it was looked for.
        unsafe { B::compiled(job) }
    }
}

/// Finds bits with plain arithmetic, without a branch, on any machine.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub struct Portable;

impl Bits for Portable {
    fn is_available() -> bool {
        true
    }

    unsafe fn compiled<J: CpuJob>(job: J) -> J::Output {
        job.run()
    }

    /// Halves the word six times, each time keeping the half that holds the bit.
    ///
    /// Source: "Select the bit position with the given count", S. E. Anderson, *Bit Twiddling
    /// Hacks* (the idea only).
    #[inline(always)]
    unsafe fn select(bits: u64, rank: u32) -> u32 {
        let pairs = bits - ((bits >> 1) & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        let sums = bytes.wrapping_mul(0x0101_0101_0101_0101);
        // Counts the bytes whose running total is at most `rank`: they lie wholly below the wanted
        // bit.
        let spread = u64::from(rank) * 0x0101_0101_0101_0101;
        let below = (((spread | 0x8080_8080_8080_8080) - sums) & 0x8080_8080_8080_8080) >> 7;
        let byte = (below.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32 & 7;
        let before = ((sums << 8) >> (8 * byte)) as u32 & 0xFF;
        let mut left = rank.wrapping_sub(before);
        let mut rest = (bits >> (8 * byte)) as u32 & 0xFF;
        let mut index = 8 * byte;
        for (width, mask) in [(4, 0xF), (2, 0x3), (1, 0x1)] {
            let low = (rest & mask).count_ones();
            let above = left >= low;
            left -= if above { low } else { 0 };
            rest = if above { rest >> width } else { rest };
            index += if above { width } else { 0 };
        }
        index
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
