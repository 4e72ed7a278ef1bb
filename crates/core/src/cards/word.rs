//! Machine words as sets of kinds.

use super::{Colour, Kind, Symbol, WILD_BASE};
use std::fmt::Debug;
use std::hash::Hash;
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
