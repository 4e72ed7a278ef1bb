//! Multisets of cards as bit planes: home of the bit tricks, each beside a slow twin in the tests.
//!
//! A [`CardSet`] says in one word which kinds are there; the copies beyond the first stand sideways
//! in further words: bit `i` of extra plane `p` is bit `p` of the number of further copies of kind
//! `i`. Most cards in a hand are the only ones of their kind, so that adding or taking one away
//! mostly touches the first word alone. The instances that a game uses are in `types.rs`.

use super::{Bits, BitsWitness, Kind, OWN_BASE, Symbol, WILD_BASE, Word};
use std::fmt::Debug;
use std::hash::Hash;

/// A set of kinds.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::{Kind, KindSet};
///
/// let card = |text: &str| Kind::parse(text, 0).expect("a card");
/// let hand: KindSet<u64> = ["R9", "B5", "G2", "W"].into_iter().map(card).collect();
/// let playable = hand.and(KindSet::matching(card("R5")));
/// assert_eq!(playable.iter().collect::<Vec<_>>(), [card("B5"), card("R9"), card("W")]);
/// assert_eq!(playable.coloured().last(), Some(card("R9")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[must_use]
pub struct KindSet<W>(pub(crate) W);

impl<W: Word> KindSet<W> {
    /// The set of no kinds.
    pub const EMPTY: KindSet<W> = KindSet(W::ZERO);
    /// All wilds.
    pub const WILDS: KindSet<W> = KindSet(W::WILDS);

    /// All coloured number kinds.
    pub const NUMBERS: KindSet<W> = KindSet(W::NUMBERS);

    /// The kinds that may follow a coloured kind: those of its colour, those of its symbol, wilds.
    #[inline(always)]
    pub fn matching(kind: Kind) -> Self {
        KindSet(W::MATCHING[kind.index() & (Kind::COUNT - 1)])
    }

    /// The kinds with a symbol.
    #[inline(always)]
    pub fn of_symbol(symbol: Symbol) -> Self {
        let first = symbol.kinds().0;
        KindSet(if symbol.is_wild() { W::bit(first) } else { W::alike(first) })
    }

    reads! {
        /// The lowest index of a kind in the set; the word's width when there is none.
        pub fn lowest(self) -> usize = self.0.lowest();
        /// The set of one kind.
        pub fn only(kind: Kind) -> Self = KindSet(W::bit(kind.index()));
        /// All kinds of a colour.
        pub fn of_colour(colour: super::Colour) -> Self = KindSet(W::COLOURS[colour.index()]);
        /// Whether no kind is in the set.
        pub fn is_empty(self) -> bool = self.0 == W::ZERO;
        /// Number of kinds.
        pub fn len(self) -> u32 = self.0.ones();
        /// Whether the kind is in the set.
        pub fn contains(self, kind: Kind) -> bool = self.0.has(kind.index());
        /// The kinds in both sets.
        pub fn and(self, other: Self) -> Self = KindSet(self.0 & other.0);
        /// The kinds in either set.
        pub fn or(self, other: Self) -> Self = KindSet(self.0 | other.0);
        /// The kinds of this set that are not in the other.
        pub fn without(self, other: Self) -> Self = KindSet(self.0 & !other.0);
        /// The coloured kinds of the set.
        pub fn coloured(self) -> Self = KindSet(self.0 & !W::WILDS);
        /// The kinds with the symbol of a coloured kind.
        pub fn like(kind: Kind) -> Self = KindSet(W::alike(kind.index()));
    }

    /// The symbols of a colour in the set: a bit for each, four places apart, a zero's the lowest.
    #[inline(always)]
    pub fn symbols(self, colour: super::Colour) -> u64 {
        (self.0 & W::COLOURS[colour.index()]).part(0) >> colour.index()
    }

    /// The kind with the lowest index.
    #[inline(always)]
    pub fn first(self) -> Option<Kind> {
        (!self.is_empty()).then(|| Kind::from_index(self.0.lowest()))
    }

    /// The kind with the highest index: among coloured kinds the highest symbol, and among equals
    /// the last colour.
    #[inline(always)]
    pub fn last(self) -> Option<Kind> {
        (!self.is_empty()).then(|| Kind::from_index(self.0.highest()))
    }

    /// The kinds in order of their index.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let kind = rest.first()?;
            rest = KindSet(rest.0.without_lowest());
            Some(kind)
        })
    }

    /// The kind that has `rank` kinds of the set below it, by a way that was found.
    ///
    /// # Panics
    /// In debug builds, when the set has no more than `rank` kinds.
    #[inline(always)]
    pub fn nth<B: Bits>(self, way: BitsWitness<B>, rank: u32) -> Kind {
        debug_assert!(rank < self.len());
        let mut left = rank;
        for part in 0..W::PARTS - 1 {
            let ones = self.0.part(part).count_ones();
            if left < ones {
                return Kind::from_index(64 * part + way.select(self.0.part(part), left) as usize);
            }
            left -= ones;
        }
        Kind::from_index(64 * (W::PARTS - 1) + way.select(self.0.part(W::PARTS - 1), left) as usize)
    }
}

impl<W: Word> FromIterator<Kind> for KindSet<W> {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::EMPTY, |set, kind| set.or(Self::only(kind)))
    }
}

/// A multiset of cards.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::{Cards, Colour, Compact, Kind, KindSet, Multiset};
///
/// let mut hand = <Compact as Cards>::Set::default();
/// for text in ["R7", "R7", "RS", "B2"] {
///     hand.insert(Kind::parse(text, 0).expect("a card"));
/// }
/// assert_eq!(hand.count_among(KindSet::of_colour(Colour::Red)), 3);
/// let mut copies = Vec::new();
/// hand.for_each(|kind, count| copies.push((kind.text(0).to_string(), count)));
/// assert_eq!(copies, [("B2".into(), 1), ("R7".into(), 2), ("RS".into(), 1)]);
/// ```
pub trait Multiset: Copy + Debug + PartialEq + Eq + Hash + Default + Send + Sync + 'static {
    /// The word that holds a set of its kinds.
    type Word: Word;
    /// The largest number of copies of one kind that it can hold.
    const MAX_COPIES: u32;

    /// Adds one card.
    fn insert(&mut self, kind: Kind);
    /// Takes one card out.
    ///
    /// # Panics
    /// In debug builds, when there is none of that kind.
    fn remove(&mut self, kind: Kind);
    /// The kinds of which there is at least one.
    fn kinds(&self) -> KindSet<Self::Word>;
    /// Number of copies of a kind.
    fn count(&self, kind: Kind) -> u32;
    /// Number of cards of all the kinds in `among`.
    fn count_among(&self, among: KindSet<Self::Word>) -> u32;
    /// Calls `visit` with each kind and its number of copies, in order of the kinds.
    fn for_each(&self, visit: impl FnMut(Kind, u32));
    /// The sum over all cards of their kind's weight.
    fn weigh(&self, weights: &[u16; Kind::COUNT]) -> u32;

    /// Number of cards.
    #[inline(always)]
    fn len(&self) -> u32 {
        self.count_among(KindSet(!Self::Word::ZERO))
    }
    /// Whether there is no card.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.kinds().is_empty()
    }
}

/// A multiset of cards: one word for the kinds that are there, and `EXTRA` words for the copies
/// beyond the first, in binary across them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardSet<W, const EXTRA: usize> {
    present: W,
    extra: [W; EXTRA],
}

impl<W: Word, const EXTRA: usize> CardSet<W, EXTRA> {
    #[inline(always)]
    fn doubled(&self) -> W {
        self.extra.iter().fold(W::ZERO, |all, &plane| all | plane)
    }

    #[inline(always)]
    fn insert_bit(&mut self, bit: W) {
        if self.present & bit != W::ZERO {
            self.insert_extra(bit);
        }
        self.present |= bit;
    }

    #[inline(always)]
    fn remove_bit(&mut self, bit: W) {
        if self.doubled() & bit != W::ZERO {
            self.remove_extra(bit);
        } else {
            self.present ^= bit;
        }
    }

    /// Where a word is two of the machine's, few cards are of a kind in the higher one.
    #[cold]
    fn insert_high(&mut self, kind: Kind) {
        self.insert_bit(W::bit(kind.index()));
    }

    #[cold]
    fn remove_high(&mut self, kind: Kind) {
        self.remove_bit(W::bit(kind.index()));
    }

    /// A second or later copy comes: a carry ripples through the extra planes.
    #[cold]
    fn insert_extra(&mut self, bit: W) {
        let mut carry = bit;
        for plane in &mut self.extra {
            let next = *plane & carry;
            *plane ^= carry;
            carry = next;
        }
        debug_assert!(carry == W::ZERO, "more copies than the set can hold");
    }

    /// A second or later copy goes: a borrow ripples through the extra planes.
    #[cold]
    fn remove_extra(&mut self, bit: W) {
        let mut borrow = bit;
        for plane in &mut self.extra {
            *plane ^= borrow;
            borrow = *plane & borrow;
        }
    }
}

impl<W: Word, const EXTRA: usize> Default for CardSet<W, EXTRA> {
    #[inline(always)]
    fn default() -> Self {
        CardSet { present: W::ZERO, extra: [W::ZERO; EXTRA] }
    }
}

impl<W: Word, const EXTRA: usize> Multiset for CardSet<W, EXTRA> {
    type Word = W;
    const MAX_COPIES: u32 = 1 << EXTRA;

    #[inline(always)]
    fn insert(&mut self, kind: Kind) {
        match W::is_low(kind.index()) {
            true => self.insert_bit(W::low_bit(kind.index())),
            false => self.insert_high(kind),
        }
    }

    #[inline(always)]
    fn remove(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) > 0, "no card {} to remove", kind.index());
        match W::is_low(kind.index()) {
            true => self.remove_bit(W::low_bit(kind.index())),
            false => self.remove_high(kind),
        }
    }

    #[inline(always)]
    fn kinds(&self) -> KindSet<W> {
        KindSet(self.present)
    }

    #[inline(always)]
    fn count(&self, kind: Kind) -> u32 {
        self.count_among(KindSet::only(kind))
    }

    #[inline(always)]
    fn count_among(&self, among: KindSet<W>) -> u32 {
        let mut total = (self.present & among.0).ones();
        if self.doubled() == W::ZERO {
            return total;
        }
        for (power, &plane) in self.extra.iter().enumerate() {
            total += (plane & among.0).ones() << power;
        }
        total
    }

    #[inline(always)]
    fn weigh(&self, weights: &[u16; Kind::COUNT]) -> u32 {
        let mut total = weigh_plane(self.present, weights);
        for (power, &plane) in self.extra.iter().enumerate() {
            total += weigh_plane(plane, weights) << power;
        }
        total
    }

    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Kind, u32)) {
        let mut rest = self.present;
        while rest != W::ZERO {
            let kind = Kind::from_index(rest.lowest());
            visit(kind, self.count(kind));
            rest = rest.without_lowest();
        }
    }
}

#[inline(always)]
fn weigh_plane<W: Word>(plane: W, weights: &[u16; Kind::COUNT]) -> u32 {
    let mut total = 0;
    let mut rest = plane;
    while rest != W::ZERO {
        total += u32::from(weights[rest.lowest() & 127]);
        rest = rest.without_lowest();
    }
    total
}

/// How many cards there are of each kind: for piles that only grow until they are emptied, and are
/// looked at more than computed with.
pub trait Counts: Copy + Debug + PartialEq + Eq + Hash + Default + Send + Sync + 'static {
    /// Number of kinds that it has counters for, the first ones.
    const KINDS: usize;

    /// Adds one card.
    fn insert(&mut self, kind: Kind);
    /// Takes one card out.
    fn remove(&mut self, kind: Kind);
    /// Number of copies of a kind.
    fn count(&self, kind: Kind) -> u32;
    /// Numbers of copies of the four kinds with the symbol of a coloured kind.
    fn alike(&self, kind: Kind) -> [u8; 4];
    /// Calls `visit` with each kind that is there and its number of copies, in order of the kinds.
    fn for_each(&self, visit: impl FnMut(Kind, u32));
    /// Calls `visit` with the kind of each card, in order of the kinds.
    fn for_each_card(&self, visit: impl FnMut(Kind));
    /// Number of cards of each colour.
    fn by_colour(&self) -> [u32; 4];
    /// Number of cards.
    fn len(&self) -> u32 {
        let mut total = 0;
        self.for_each(|_, count| total += count);
        total
    }
    /// Whether there is no card.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A counter for each of `K` kinds, a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KindCounts<const K: usize>([u8; K]);

impl<const K: usize> Default for KindCounts<K> {
    #[inline(always)]
    fn default() -> Self {
        const { assert!(K.is_power_of_two() && K >= 8) };
        KindCounts([0; K])
    }
}

impl<const K: usize> Counts for KindCounts<K> {
    const KINDS: usize = K;

    #[inline(always)]
    fn insert(&mut self, kind: Kind) {
        self.0[kind.index() & (K - 1)] += 1;
    }
    #[inline(always)]
    fn remove(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) > 0, "no card {} to remove", kind.index());
        self.0[kind.index() & (K - 1)] -= 1;
    }
    #[inline(always)]
    fn count(&self, kind: Kind) -> u32 {
        u32::from(self.0[kind.index() & (K - 1)])
    }
    #[inline(always)]
    fn alike(&self, kind: Kind) -> [u8; 4] {
        self.0.as_chunks().0[kind.index() >> 2 & (K / 4 - 1)]
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Kind, u32)) {
        for (index, &count) in self.0.iter().enumerate() {
            if count > 0 {
                visit(Kind::from_index(index), u32::from(count));
            }
        }
    }
    #[inline(always)]
    fn for_each_card(&self, mut visit: impl FnMut(Kind)) {
        // Eight counters at a time: the lowest that is not 0 is counted down.
        let (words, _) = self.0.as_chunks::<8>();
        for (part, bytes) in words.iter().enumerate() {
            let mut rest = u64::from_le_bytes(*bytes);
            while rest != 0 {
                let place = rest.trailing_zeros() / 8;
                visit(Kind::from_index(8 * part + place as usize));
                rest -= 1 << (8 * place);
            }
        }
    }
    #[inline(always)]
    fn by_colour(&self) -> [u32; 4] {
        if K > Kind::COMPACT {
            return sum_by_colour(&self.0);
        }
        // Of so few cards no colour has more than a byte can count.
        let (printed, _) = self.0[..WILD_BASE].as_chunks::<8>();
        let sum: u64 = printed.iter().map(|bytes| u64::from_le_bytes(*bytes)).sum();
        (sum as u32 + (sum >> 32) as u32).to_le_bytes().map(u32::from)
    }
}

/// Adds up counters of kinds, in order of the kinds, by colour: the colours come in turn, with the
/// wilds between the printed kinds and those of a rule set's own.
///
/// Eight counters at a time, the even and the odd ones apart, so that each sum has sixteen bits.
#[inline(always)]
pub(crate) fn sum_by_colour(counters: &[u8]) -> [u32; 4] {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    let (printed, _) = counters[..WILD_BASE].as_chunks::<8>();
    let (own, _) = counters.get(OWN_BASE..).unwrap_or_default().as_chunks::<8>();
    let (even, odd) = printed.iter().chain(own).fold((0, 0), |(even, odd), bytes| {
        let word = u64::from_le_bytes(*bytes);
        (even + (word & EVEN), odd + (word >> 8 & EVEN))
    });
    let halves = |sums: u64| {
        (
            (sums as u16 + (sums >> 32) as u16).into(),
            ((sums >> 16) as u16 + (sums >> 48) as u16).into(),
        )
    };
    let ((red, green), (blue, yellow)) = (halves(even), halves(odd));
    [red, blue, green, yellow]
}
