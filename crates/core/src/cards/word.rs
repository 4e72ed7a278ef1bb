//! Machine words as sets of kinds, and the two instructions that a baseline build lacks.

#![allow(unsafe_code)]

use super::{Colour, Kind, Symbol, WILD_BASE};
use crate::machine::{CpuJob, Lanes};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// An unsigned integer used as a set of kinds: bit `i` stands for the kind with index `i`.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No kind.
    const ZERO: Self;
    /// All kinds with a colour, for each colour in order.
    const COLOURS: [Self; 4];
    /// All wild kinds.
    const WILDS: Self;
    /// All coloured number kinds.
    const NUMBERS: Self;
    /// For each coloured kind, the kinds that match it: those of its colour, those of its symbol,
    /// and all wilds.
    const MATCHING: [Self; Kind::COUNT];

    /// The word with one bit set.
    fn bit(index: usize) -> Self;
    /// Whether a bit is one of the lowest 64.
    fn is_low(index: usize) -> bool;
    /// The word with one of the lowest 64 bits set.
    fn low_bit(index: usize) -> Self;
    /// Whether the bit is set.
    fn has(self, index: usize) -> bool;
    /// The word whose bits are the lowest of these.
    fn truncated(bits: u128) -> Self;
    /// The kinds that share a coloured kind's symbol, in all four colours.
    fn alike(index: usize) -> Self;
    /// Number of set bits.
    fn ones(self) -> u32;
    /// Index of the lowest set bit; the word's width when there is none.
    fn lowest(self) -> usize;
    /// Index of the highest set bit.
    ///
    /// # Panics
    /// In debug builds, when no bit is set.
    fn highest(self) -> usize;
    /// The word without its lowest set bit.
    fn without_lowest(self) -> Self;
    /// The 64 bits from bit `64 × part` on.
    fn part(self, part: usize) -> u64;
    /// Number of 64-bit parts.
    const PARTS: usize;
}

macro_rules! word {
    ($($int:ty),*) => {$(
        impl Word for $int {
            const ZERO: Self = 0;
            const COLOURS: [Self; 4] = {
                let mut red: Self = 0;
                let mut index = 0;
                while index < Self::BITS as usize {
                    if !Kind::from_index(index).is_wild() {
                        red |= 1 << index;
                    }
                    index += 4;
                }
                [red, red << 1, red << 2, red << 3]
            };
            const WILDS: Self = ((1 << Symbol::WILDS) - 1) << WILD_BASE;
            const NUMBERS: Self = (1 << 40) - 1;
            const PARTS: usize = (Self::BITS / 64) as usize;
            const MATCHING: [Self; Kind::COUNT] = {
                let mut table = [Self::WILDS; Kind::COUNT];
                let mut index = 0;
                while index < Self::BITS as usize {
                    if !Kind::from_index(index).is_wild() {
                        table[index] |= Self::COLOURS[index & 3] | 0xF << (index & !3);
                    }
                    index += 1;
                }
                table
            };

            #[inline(always)]
            fn bit(index: usize) -> Self {
                (1 as Self) << (index as u32 & (Self::BITS - 1))
            }
            #[inline(always)]
            fn is_low(index: usize) -> bool {
                Self::PARTS == 1 || index < 64
            }
            #[inline(always)]
            fn low_bit(index: usize) -> Self {
                (1u64 << (index as u32 & 63)) as Self
            }
            #[inline(always)]
            fn has(self, index: usize) -> bool {
                if Self::is_low(index) {
                    self & Self::low_bit(index) != 0
                } else {
                    self & Self::bit(index) != 0
                }
            }
            #[inline(always)]
            fn truncated(bits: u128) -> Self {
                bits as Self
            }
            #[inline(always)]
            fn alike(index: usize) -> Self {
                (0xF as Self) << (index as u32 & !3 & (Self::BITS - 1))
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn highest(self) -> usize {
                debug_assert!(self != 0);
                (Self::BITS - 1 - self.leading_zeros()) as usize & (Self::BITS as usize - 1)
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn part(self, part: usize) -> u64 {
                (self >> (64 * part as u32 & (Self::BITS - 1))) as u64
            }
        }
    )*};
}

word!(u64, u128);

const _: () = assert!(Colour::ALL.len() == 4);

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

/// The fastest way of an architecture, which old machines may lack.
#[cfg(target_arch = "x86_64")]
pub type FastBits = crate::machine::Bmi2;
/// The fastest way of an architecture, which old machines may lack.
#[cfg(not(target_arch = "x86_64"))]
pub type FastBits = Portable;

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
