//! Chances and shares in whole numbers, so that every machine has the same.

/// A chance of 1, in whole numbers.
pub(super) const SURE: u32 = 1 << 16;

/// The chance that a card is none of a part of all.
#[inline(always)]
pub(super) fn lacks(part: u32, all: u32) -> u32 {
    (all.saturating_sub(part) << 16) / all.max(1)
}

/// A chance to the power of a number of cards, rounded down at each step, so that it never falls
/// where the chance rises.
pub(super) const fn power(chance: u32, cards: u32) -> u32 {
    let mut square = chance;
    let (mut chance, mut left) = (SURE, if cards < MOST_CARDS { cards } else { MOST_CARDS });
    while left > 0 {
        if left & 1 == 1 {
            chance = ((chance as u64 * square as u64) >> 16) as u32;
        }
        square = ((square as u64 * square as u64) >> 16) as u32;
        left >>= 1;
    }
    chance
}

/// The most cards that chances tell apart.
pub(super) const MOST_CARDS: u32 = 31;

/// Chances from which on a row counts: more rows where little ones differ. They are 3, 8, 16, 28,
/// 42, 60 and 80 percent; the last one, which none reaches, makes a list easy to find.
const CHANCES: [u32; 8] = [1967, 5243, 10486, 18351, 27526, 39322, 52429, u32::MAX];

/// For each number of cards the lowest chance whose power reaches each of [`CHANCES`].
static POWERS: [[u32; CHANCES.len()]; MOST_CARDS as usize + 1] = {
    let mut least = [[0; CHANCES.len()]; MOST_CARDS as usize + 1];
    let (mut cards, mut row) = (0, 0);
    while cards < least.len() {
        // Bit by bit the highest chance that does not reach it.
        let (mut below, mut step) = (0, SURE / 2);
        while step > 0 {
            if power(below + step, cards as u32) < CHANCES[row] {
                below += step;
            }
            step /= 2;
        }
        least[cards][row] = if power(below, cards as u32) < CHANCES[row] { below + 1 } else { 0 };
        row += 1;
        if row == CHANCES.len() {
            (cards, row) = (cards + 1, 0);
        }
    }
    least
};

/// A chance as the number of a row.
#[inline(always)]
pub(super) fn chance(chance: u32) -> u32 {
    reached(chance, &CHANCES)
}

/// What [`chance`] says of a [`power`] of [`MOST_CARDS`] at most.
#[inline(always)]
pub(super) fn chance_of_power(chance: u32, cards: u32) -> u32 {
    reached(chance, &POWERS[cards as usize % POWERS.len()])
}

/// How many of the bounds, which rise, a number reaches; the last one is out of reach.
#[inline(always)]
fn reached(number: u32, bounds: &[u32; CHANCES.len()]) -> u32 {
    let reaches = |place: usize| usize::from(number >= bounds[place]);
    let mut reached = 4 * reaches(3);
    reached += 2 * reaches(reached + 1);
    (reached + reaches(reached)) as u32 & 7
}

/// Each colour's share of the unseen cards as the number of a row: from so many percent on.
#[inline(always)]
pub(super) fn shares(parts: [u32; 4], all: u32) -> [u32; 4] {
    let mut shares = [0; 4];
    for bound in [14, 18, 21, 24, 27, 31] {
        for (share, part) in shares.iter_mut().zip(parts) {
            *share += u32::from(100 * part >= bound * all.max(1));
        }
    }
    shares
}

/// For each number how many of the bounds it reaches; the last number is the last bound.
pub(super) const fn buckets<const N: usize>(bounds: &[u32]) -> [u8; N] {
    assert!(bounds[bounds.len() - 1] as usize == N - 1, "as many as tell numbers apart");
    let mut buckets = [0; N];
    let (mut number, mut reached) = (0, 0);
    while number < N {
        if reached < bounds.len() && number as u32 >= bounds[reached] {
            reached += 1;
        }
        buckets[number] = reached as u8;
        number += 1;
    }
    buckets
}

/// Sizes of hands: those of the player, and those of others.
pub(super) const OWN: &[u8; 36] =
    &buckets(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 21, 23, 27, 35]);
pub(super) const THEIRS: &[u8; 41] =
    &buckets(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 30, 40]);

/// A number as that of a row.
#[inline(always)]
pub(super) fn bucket<const N: usize>(number: u32, buckets: &[u8; N]) -> u32 {
    u32::from(buckets[(number as usize).min(N - 1)])
}
