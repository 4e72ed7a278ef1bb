//! Randomness: streams that are pure functions of what they are for, the bounded draw, the shuffle.
//!
//! A stream is keyed by (seed, block, round of the match, purpose, seat), so that threads, chunks
//! and the line-up do not change a deal, and a bot that draws random numbers changes nobody else's.
//! Generator: xoshiro256++ (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
//! generators", ACM TOMS 47, 2021), its state filled by SplitMix64's output function. The values
//! are pinned by `tests/game/value_stability.rs`: they are part of what a version promises.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// The generator behind every stream.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Rng(Xoshiro256PlusPlus);

/// The increment of SplitMix64: 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64's output function (Stafford's variant 13 of the MurmurHash3 finalizer).
#[inline(always)]
const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// What a stream is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// Who deals first.
    Dealer = 1,
    /// Hands and draw pile.
    Deal = 2,
    /// The order of the draw pile after a reshuffle.
    Reshuffle = 3,
    /// Other chance of the cards: crashes, the launcher, where a card goes back.
    Chance = 4,
    /// What people do: forgetting, catching, races.
    People = 5,
    /// A seat's strategy.
    Strategy = 6,
    /// A search's playouts.
    Playout = 7,
    /// The seed that an external bot is given.
    Bot = 8,
}

/// The part of a stream's key that is common to a round: seed, block, round of the match.
///
/// # Examples
///
/// ```
/// use unobench_core::rng::{Purpose, RoundKey};
///
/// // Seed 1, block 0, first round; the same key gives the same streams everywhere.
/// let key = RoundKey::new(1, 0, 0);
/// let first = |purpose, seat| key.stream(purpose, seat).bits();
/// assert_eq!(first(Purpose::Deal, 0), RoundKey::new(1, 0, 0).stream(Purpose::Deal, 0).bits());
/// assert_ne!(first(Purpose::Strategy, 0), first(Purpose::Strategy, 1));
/// assert!(key.below(Purpose::Dealer, 4) < 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct RoundKey(u64);

impl RoundKey {
    /// The key of a round.
    #[inline(always)]
    pub const fn new(seed: u64, block: u64, round: u64) -> RoundKey {
        let seeded = mix(seed.wrapping_add(GOLDEN));
        let blocked = mix(seeded ^ mix(block.wrapping_mul(GOLDEN).wrapping_add(1)));
        RoundKey(mix(blocked.wrapping_add(round.wrapping_mul(0xD1B5_4A32_D192_ED03))))
    }

    /// The stream for a purpose and an index (a seat, or the number of the reshuffle).
    #[inline(always)]
    pub fn stream(self, purpose: Purpose, index: u64) -> Rng {
        let salt = ((purpose as u64) << 56 | index).wrapping_mul(0xA24B_AED4_963E_E407);
        Rng::from_key(mix(self.0 ^ salt))
    }

    /// A single number below `bound` for a purpose, each equally likely: Lemire's draw from
    /// SplitMix64's outputs, for where a whole stream would not be worth its seeding.
    #[inline(always)]
    pub fn below(self, purpose: Purpose, bound: u32) -> u32 {
        let bound = u64::from(bound);
        let mut counter = self.0 ^ ((purpose as u64) << 56).wrapping_mul(0xA24B_AED4_963E_E407);
        loop {
            counter = counter.wrapping_add(GOLDEN);
            let product = u128::from(mix(counter)) * u128::from(bound);
            if product as u64 >= bound || product as u64 >= bound.wrapping_neg() % bound {
                return (product >> 64) as u32;
            }
        }
    }
}

impl Rng {
    /// The generator whose four state words are SplitMix64's outputs from `key` on.
    #[inline(always)]
    pub fn from_key(key: u64) -> Rng {
        let mut seed = [0; 32];
        let mut word = key;
        for bytes in seed.chunks_exact_mut(8) {
            word = word.wrapping_add(GOLDEN);
            bytes.copy_from_slice(&mix(word).to_le_bytes());
        }
        Rng(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely.
    ///
    /// Source: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019.
    ///
    /// # Panics
    /// In debug builds, when `bound` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rng::Rng;
    ///
    /// let mut rng = Rng::from_key(7);
    /// let mut seen = [0; 6];
    /// (0..6000).for_each(|_| seen[rng.below(6) as usize] += 1);
    /// assert!(seen.iter().all(|&times| (850..1150).contains(&times)), "{seen:?}");
    /// ```
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        let bound = u64::from(bound);
        let product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            return self.below_again(bound, product);
        }
        (product >> 64) as u32
    }

    /// The rare rest of [`Rng::below`]: throws away what would make some numbers likelier.
    #[cold]
    #[inline(never)]
    fn below_again(&mut self, bound: u64, mut product: u128) -> u32 {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u64) < threshold {
            product = u128::from(self.bits()) * u128::from(bound);
        }
        (product >> 64) as u32
    }

    /// `N` numbers from one draw of 64 bits, the first below `bound`, the next below `bound − 1`,
    /// and so on: the steps of a shuffle.
    ///
    /// Source: N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation",
    /// Software: Practice and Experience, 2024.
    ///
    /// # Panics
    /// In debug builds, when `bound < N`, or when the product of the bounds exceeds 2⁶⁴.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rng::Rng;
    ///
    /// let [first, second, third] = Rng::from_key(7).below_falling::<3>(52);
    /// assert!(first < 52 && second < 51 && third < 50);
    /// ```
    #[inline(always)]
    pub fn below_falling<const N: usize>(&mut self, bound: u32) -> [u32; N] {
        debug_assert!(bound as usize >= N && f64::from(bound).powi(N as i32) < 1.8e19);
        let mut word = self.bits();
        let (mut numbers, mut rest) = spread::<N>(word, bound);
        if rest < u64::from(bound).wrapping_pow(N as u32) {
            let mut total = 1_u64;
            for step in 0..N as u32 {
                total *= u64::from(bound - step);
            }
            let threshold = total.wrapping_neg() % total;
            while rest < threshold {
                word = self.bits();
                (numbers, rest) = spread::<N>(word, bound);
            }
        }
        numbers
    }

    /// Shuffles in place (Fisher and Yates).
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rng::Rng;
    ///
    /// let mut cards: Vec<u32> = (0..108).collect();
    /// Rng::from_key(7).shuffle(&mut cards);
    /// assert!(!cards.is_sorted());
    /// cards.sort_unstable();
    /// assert_eq!(cards, (0..108).collect::<Vec<_>>());
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// Whether an event of probability `threshold / 2³²` happens.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rng::Rng;
    /// use unobench_core::rules::Probability;
    ///
    /// let mut rng = Rng::from_key(7);
    /// assert!((0..100).all(|_| rng.coin(Probability::ALWAYS.raw())));
    /// assert!((0..100).all(|_| !rng.coin(Probability::NEVER.raw())));
    /// ```
    #[inline(always)]
    pub fn coin(&mut self, threshold: u64) -> bool {
        self.bits() >> 32 < threshold
    }
}

/// Reads `N` numbers off a random word as off a fraction in a falling mixed base, and what is left
/// of it.
#[inline(always)]
fn spread<const N: usize>(word: u64, bound: u32) -> ([u32; N], u64) {
    let mut numbers = [0; N];
    let mut rest = word;
    for (step, number) in numbers.iter_mut().enumerate() {
        let product = u128::from(rest) * u128::from(bound - step as u32);
        *number = (product >> 64) as u32;
        rest = product as u64;
    }
    (numbers, rest)
}
