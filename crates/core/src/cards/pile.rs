//! The draw pile: an array of which the loose part is not in order yet.

use super::Kind;
use super::set::Counts;
use std::fmt::Debug;
use std::hash::Hash;

/// A face-down pile of cards of which only the top is in order; the last card is the top one.
///
/// This is Fisher and Yates' shuffle done lazily: the lowest [`DrawPile::loose`] cards have no
/// order yet, and whoever draws brings a few of them into theirs first. The capacity `N` is a power
/// of two, so that an index is confined by a mask instead of a check.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Pile<const N: usize> {
    cards: [u8; N],
    len: u16,
    loose: u16,
}

/// What the game needs of a draw pile.
pub trait DrawPile: Copy + Debug + Hash + Send + Sync + 'static {
    /// The largest number of cards.
    const CAPACITY: usize;
    /// The empty pile.
    fn empty() -> Self;
    /// Number of cards.
    fn len(&self) -> usize;
    /// Whether there is no card.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Number of cards at the bottom that have no order yet.
    fn loose(&self) -> usize;
    /// Gives up the order of all cards.
    fn loosen(&mut self);
    /// The kinds of the cards by number, from the bottom.
    fn cards(&self) -> &[u8];
    /// A pile of these cards, of which the lowest are loose: so many, and no more than there are.
    fn of(cards: &[u8], loose: usize) -> Self;
    /// Says that the cards are in order as they lie.
    fn settle_all(&mut self);
    /// Puts the loose card at `index` on top of the loose ones and says that it is in order there.
    ///
    /// # Panics
    /// In debug builds, when it is not loose.
    fn settle(&mut self, index: usize);
    /// Does the same for each of the indices in turn.
    fn settle_batch<const B: usize>(&mut self, indices: [u32; B]);
    /// Takes the top card, which must be in order.
    ///
    /// # Panics
    /// In debug builds, when there is none.
    fn pop(&mut self) -> Kind;
    /// Takes out the loose card at `index`, of a pile that is all loose, putting the last one in
    /// its place.
    ///
    /// # Panics
    /// In debug builds, when some card is in order, or `index` is out of range.
    fn take_loose(&mut self, index: usize) -> Kind;
    /// Adds a card on top of a pile that is all loose, or all in order.
    fn push(&mut self, kind: Kind);
    /// Fills an empty pile with these cards, in order of their kinds, all loose.
    ///
    /// # Panics
    /// In debug builds, when there are cards in the pile already, or too many to come.
    fn refill(&mut self, cards: &impl Counts);
    /// The card at `index`, from the bottom.
    fn get(&self, index: usize) -> Kind;
    /// Replaces the card at `index`, from the bottom.
    fn put(&mut self, index: usize, kind: Kind);
    /// Removes all cards.
    fn clear(&mut self);
}

impl<const N: usize> DrawPile for Pile<N> {
    const CAPACITY: usize = {
        assert!(N.is_power_of_two());
        N
    };

    reads! {
        fn empty() -> Self = Pile { cards: [0; N], len: 0, loose: 0 };
        fn len(&self) -> usize = usize::from(self.len);
        fn loose(&self) -> usize = usize::from(self.loose);
        fn cards(&self) -> &[u8] = &self.cards[..self.len()];
    }
    #[inline(always)]
    fn loosen(&mut self) {
        self.loose = self.len;
    }
    fn of(cards: &[u8], loose: usize) -> Self {
        debug_assert!(loose <= cards.len());
        let mut pile = Pile { len: cards.len() as u16, loose: loose as u16, ..Pile::empty() };
        pile.cards[..cards.len()].copy_from_slice(cards);
        pile
    }
    #[inline(always)]
    fn settle_all(&mut self) {
        self.loose = 0;
    }
    #[inline(always)]
    fn settle(&mut self, index: usize) {
        debug_assert!(index < self.loose());
        self.loose -= 1;
        self.cards.swap(index & (N - 1), usize::from(self.loose) & (N - 1));
    }
    #[inline(always)]
    fn settle_batch<const B: usize>(&mut self, indices: [u32; B]) {
        debug_assert!(self.loose() >= B);
        let loose = self.loose() - B;
        for (step, index) in indices.into_iter().enumerate() {
            let (from, to) = (index as usize & (N - 1), (loose + B - 1 - step) & (N - 1));
            self.cards.swap(from, to);
        }
        self.loose = loose as u16;
    }
    #[inline(always)]
    fn pop(&mut self) -> Kind {
        debug_assert!(self.len > self.loose);
        self.len -= 1;
        Kind::from_index(usize::from(self.cards[usize::from(self.len) & (N - 1)]))
    }
    #[inline(always)]
    fn take_loose(&mut self, index: usize) -> Kind {
        debug_assert!(index < self.len() && self.loose == self.len);
        self.len -= 1;
        self.loose = self.len;
        let last = self.cards[usize::from(self.len) & (N - 1)];
        let slot = &mut self.cards[index & (N - 1)];
        let taken = *slot;
        *slot = last;
        Kind::from_index(usize::from(taken))
    }
    #[inline(always)]
    fn push(&mut self, kind: Kind) {
        debug_assert!(self.len() < N && (self.loose == self.len || self.loose == 0));
        self.cards[usize::from(self.len) & (N - 1)] = kind.index() as u8;
        if self.loose == self.len {
            self.loose += 1;
        }
        self.len += 1;
    }
    #[inline(always)]
    fn refill(&mut self, cards: &impl Counts) {
        debug_assert!(self.is_empty() && cards.len() as usize <= N);
        let mut len = 0;
        cards.for_each_card(|kind| {
            self.cards[len & (N - 1)] = kind.index() as u8;
            len += 1;
        });
        (self.len, self.loose) = (len as u16, len as u16);
    }
    #[inline(always)]
    fn get(&self, index: usize) -> Kind {
        debug_assert!(index < self.len());
        Kind::from_index(usize::from(self.cards[index & (N - 1)]))
    }
    #[inline(always)]
    fn put(&mut self, index: usize, kind: Kind) {
        debug_assert!(index < self.len());
        self.cards[index & (N - 1)] = kind.index() as u8;
    }
    #[inline(always)]
    fn clear(&mut self) {
        self.len = 0;
        self.loose = 0;
    }
}
