//! Each bit trick beside its slow twin: a `BTreeMap` from index to number of copies, a `BTreeSet`
//! of indices, a `Vec`.

use crate::support::*;
use proptest::prelude::*;
use unobench_core::cards::{
    Bits, BitsWitness, CardSet, EDITIONS, FastBits, OWN_BASE, Pile, Symbol, WILD_BASE, Word,
};

type Indices = BTreeSet<usize>;

type Checked = Result<(), TestCaseError>;

#[derive(Debug, Clone, Copy)]
enum Step {
    Insert(usize),
    Remove(usize),
}

fn steps(kinds: usize) -> impl Strategy<Value = Vec<Step>> {
    // Few kinds at a time, so that the counters fill up.
    let step =
        |index: usize| prop_oneof![3 => Just(Step::Insert(index)), 1 => Just(Step::Remove(index))];
    prop::sample::subsequence((0..kinds).collect::<Vec<_>>(), 1..8).prop_flat_map(move |indices| {
        prop::collection::vec(prop::sample::select(indices).prop_flat_map(step), 0..150)
    })
}

fn check_multiset<W: Word, const PLANES: usize>(steps: &[Step], among: &Indices) -> Checked {
    let mut set = CardSet::<W, PLANES>::default();
    let mut twin: BTreeMap<usize, u32> = BTreeMap::new();
    for step in steps {
        match *step {
            Step::Insert(index) => {
                let count = twin.entry(index).or_default();
                if *count < CardSet::<W, PLANES>::MAX_COPIES {
                    *count += 1;
                    set.insert(Kind::from_index(index));
                }
            }
            Step::Remove(index) => {
                if let Some(count) = twin.get_mut(&index).filter(|count| **count > 0) {
                    *count -= 1;
                    set.remove(Kind::from_index(index));
                }
            }
        }
        twin.retain(|_, count| *count > 0);
        compare_multiset(&set, &twin, among)?;
    }
    Ok(())
}

fn compare_multiset(set: &impl Multiset, twin: &BTreeMap<usize, u32>, among: &Indices) -> Checked {
    prop_assert_eq!(set.len(), twin.values().sum::<u32>());
    prop_assert_eq!(set.is_empty(), twin.is_empty());
    prop_assert_eq!(indices(set.kinds()), twin.keys().copied().collect::<Vec<_>>());
    let mut visited = Vec::new();
    set.for_each(|kind, count| visited.push((kind.index(), count)));
    prop_assert!(visited.into_iter().eq(twin.iter().map(|(&index, &count)| (index, count))));
    for index in twin.keys().chain(among) {
        prop_assert_eq!(set.count(Kind::from_index(*index)), twin.get(index).copied().unwrap_or(0));
    }
    let wanted: u32 =
        twin.iter().filter(|(index, _)| among.contains(index)).map(|(_, count)| count).sum();
    prop_assert_eq!(set.count_among(kind_set(among)), wanted);
    Ok(())
}

fn kind_set<W: Word>(indices: &Indices) -> KindSet<W> {
    indices.iter().map(|&index| Kind::from_index(index)).collect()
}

fn numbers(pile: &impl DrawPile) -> Vec<usize> {
    (0..pile.len()).map(|index| pile.get(index).index()).collect()
}

fn indices<W: Word>(kinds: KindSet<W>) -> Vec<usize> {
    kinds.iter().map(Kind::index).collect()
}

fn check_kinds<W: Word>(twin: &Indices, other: &Indices) -> Checked {
    let (set, with) = (kind_set::<W>(twin), kind_set::<W>(other));
    let list: Vec<usize> = twin.iter().copied().collect();
    prop_assert_eq!(indices(set), list.clone());
    prop_assert_eq!((set.len() as usize, set.is_empty()), (list.len(), list.is_empty()));
    prop_assert_eq!(set.first().map(Kind::index), list.first().copied());
    prop_assert_eq!(set.last().map(Kind::index), list.last().copied());
    for (rank, &index) in list.iter().enumerate() {
        prop_assert_eq!(set.nth(BitsWitness::PORTABLE, rank as u32).index(), index);
        if let Some(way) = BitsWitness::<FastBits>::look() {
            prop_assert_eq!(set.nth(way, rank as u32).index(), index);
        }
    }
    for index in 0..64 * W::PARTS {
        prop_assert_eq!(set.contains(Kind::from_index(index)), twin.contains(&index));
    }
    prop_assert!(indices(set.and(with)).iter().eq(twin.intersection(other)));
    prop_assert!(indices(set.or(with)).iter().eq(twin.union(other)));
    prop_assert!(indices(set.without(with)).iter().eq(twin.difference(other)));
    let coloured: Vec<usize> =
        list.into_iter().filter(|index| !(WILD_BASE..OWN_BASE).contains(index)).collect();
    prop_assert_eq!(indices(set.coloured()), coloured);
    Ok(())
}

fn check_select<B: Bits>(way: BitsWitness<B>, word: u64) -> Checked {
    for (rank, index) in (0..64).filter(|index| word >> index & 1 == 1).enumerate() {
        prop_assert_eq!(way.select(word, rank as u32), index, "bit {} of {:#x}", rank, word);
    }
    Ok(())
}

fn check_both_selects(word: u64) -> Checked {
    check_select(BitsWitness::PORTABLE, word)?;
    BitsWitness::look().map_or(Ok(()), |way: BitsWitness<FastBits>| check_select(way, word))
}

/// Words of every density.
fn words() -> impl Strategy<Value = u64> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..5).prop_map(|(a, b, c, density)| match density {
        0 => a & b & c,
        1 => a & b,
        2 => a,
        3 => a | b,
        _ => a | b | c,
    })
}

fn index_sets(width: usize) -> impl Strategy<Value = Indices> {
    prop::collection::btree_set(0..width, 0..=width)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn sets_are_multisets(steps in steps(64), among in index_sets(64)) {
        check_multiset::<u64, 2>(&steps, &among)?;
        check_multiset::<u64, 4>(&steps, &among)?;
    }

    #[test]
    fn wide_sets_are_multisets(steps in steps(128), among in index_sets(128)) {
        check_multiset::<u128, 5>(&steps, &among)?;
    }

    #[test]
    fn kind_sets_are_sets(twin in index_sets(64), other in index_sets(64)) {
        check_kinds::<u64>(&twin, &other)?;
    }

    #[test]
    fn wide_kind_sets_are_sets(twin in index_sets(128), other in index_sets(128)) {
        check_kinds::<u128>(&twin, &other)?;
    }

    #[test]
    fn selecting_finds_every_bit(word in words()) {
        check_both_selects(word)?;
    }

    #[test]
    fn piles_are_vectors(
        steps in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..3_u8, 0..64_usize),
            0..300,
        ),
    ) {
        let mut pile = Pile::<128>::empty();
        let mut twin: Vec<usize> = Vec::new();
        for (index, what, kind) in steps {
            match what {
                0 if !twin.is_empty() => {
                    let index = index.index(twin.len());
                    prop_assert_eq!(pile.take_loose(index).index(), twin.swap_remove(index));
                }
                1 if !twin.is_empty() => {
                    let index = index.index(twin.len());
                    pile.put(index, Kind::from_index(kind));
                    twin[index] = kind;
                }
                _ if twin.len() < 128 => {
                    pile.push(Kind::from_index(kind));
                    twin.push(kind);
                }
                _ => {
                    pile.clear();
                    twin.clear();
                }
            }
            prop_assert_eq!((pile.len(), pile.is_empty()), (twin.len(), twin.is_empty()));
            prop_assert_eq!(&numbers(&pile), &twin);
            prop_assert_eq!(pile.loose(), pile.len());
        }
    }

    #[test]
    fn settled_cards_are_popped_in_the_order_in_which_they_were_settled(
        kinds in prop::collection::vec(0..64_usize, 8..128),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 8),
    ) {
        let mut pile = Pile::<128>::empty();
        kinds.iter().for_each(|&kind| pile.push(Kind::from_index(kind)));
        let mut batch = pile;
        let mut twin = kinds.clone();
        let mut settled = Vec::new();
        let choices = choices.iter().enumerate();
        let indices: Vec<usize> =
            choices.map(|(step, choice)| choice.index(kinds.len() - step)).collect();
        for &index in &indices {
            pile.settle(index);
            settled.push(twin.swap_remove(index));
        }
        let eight: [u32; 8] = std::array::from_fn(|step| indices[step] as u32);
        batch.settle_batch(eight);
        prop_assert_eq!((pile.loose(), batch.loose()), (kinds.len() - 8, kinds.len() - 8));
        for &kind in &settled {
            prop_assert_eq!((pile.pop().index(), batch.pop().index()), (kind, kind));
        }
        prop_assert_eq!(numbers(&pile), twin);
        pile.loosen();
        prop_assert_eq!(pile.loose(), pile.len());
        pile.settle_all();
        prop_assert_eq!(pile.loose(), 0);
    }
}

/// What random words hardly ever hold: single bits, runs of bits, whole bytes, and one bit missing
/// from all.
#[test]
fn selecting_finds_every_bit_of_peculiar_words() {
    let single = (0..64).map(|bit| 1_u64 << bit);
    let runs = (0..64)
        .flat_map(|start| (1..=64 - start).map(move |len| (u64::MAX >> (64 - len)) << start));
    for word in
        single.flat_map(|bit| [bit, !bit, bit | 1, bit | 1 << 63]).chain(runs).chain([0, u64::MAX])
    {
        check_both_selects(word).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A multiset holds the largest deck that its instance is meant for, all in one hand.
#[test]
fn full_counters_hold() {
    let mut set = CardSet::<u64, 2>::default();
    let mut large = CardSet::<u128, 5>::default();
    for kind in Kind::printed().take(Kind::COMPACT) {
        (0..4).for_each(|_| set.insert(kind));
        (0..32).for_each(|_| large.insert(kind));
    }
    assert_eq!((set.len(), large.len()), (4 * 64, 32 * 64));
    Kind::printed().take(Kind::COMPACT).for_each(|kind| set.remove(kind));
    let is_full = |kind| (set.count(kind), large.count(kind)) == (3, 32);
    assert!(Kind::printed().take(Kind::COMPACT).all(is_full));
}

/// The masks of a word against the kinds, looked at one by one.
#[test]
fn masks_hold_the_kinds_that_they_are_named_for() {
    fn check<W: Word>() {
        let kinds = || Kind::all().take(64 * W::PARTS);
        let holding = |mask: W, holds: &dyn Fn(Kind) -> bool| {
            let masked = kinds().filter(|kind| mask & W::bit(kind.index()) != W::ZERO);
            assert!(masked.eq(kinds().filter(|&kind| holds(kind))), "{mask:?}");
        };
        holding(W::WILDS, &|kind| kind.is_wild());
        holding(W::NUMBERS, &|kind| kind.symbol().is_number() && !kind.is_wild());
        for colour in Colour::ALL {
            holding(W::COLOURS[colour.index()], &|kind| kind.colour() == Some(colour));
        }
        let symbols: BTreeSet<Symbol> = kinds().map(Kind::symbol).collect();
        for symbol in symbols {
            let alike: KindSet<W> = kinds().filter(|kind| kind.symbol() == symbol).collect();
            assert_eq!(KindSet::of_symbol(symbol), alike);
        }
        for up in kinds().filter(|kind| !kind.is_wild()) {
            holding(W::MATCHING[up.index()], &|kind| {
                kind.is_wild() || kind.colour() == up.colour() || kind.symbol() == up.symbol()
            });
        }
    }
    check::<u64>();
    check::<u128>();
}

#[test]
fn kinds_are_numbered_as_documented() {
    let (coloured, wilds) = (Symbol::COLOURED, Symbol::WILDS);
    for (index, kind) in Kind::all().enumerate() {
        assert_eq!(kind.index(), index);
        let symbol = kind.symbol().index();
        match kind.colour() {
            Some(colour) => {
                let place = if index < WILD_BASE { symbol } else { symbol + 18 - coloured - wilds };
                assert_eq!(index, 4 * place + colour.index());
                assert_eq!(Kind::coloured(colour, kind.symbol()), kind);
            }
            None => {
                assert_eq!(index, WILD_BASE + symbol - coloured);
                assert_eq!(Kind::wild(kind.symbol()), kind);
            }
        }
        assert_eq!(kind.symbol().own().is_some(), index >= Kind::PRINTED);
    }
    assert_eq!(Kind::PRINTED, 4 * 14 + 9);
    assert_eq!((Symbol::OWN_COLOURED, Symbol::OWN_WILDS), (14, 7));
}

#[test]
fn decks_hold_what_their_tables_say() {
    use unobench_core::cards::{Cards, Deck};
    for edition in &EDITIONS {
        for packs in [1, 2] {
            let deck = Deck::new(edition, &[(Symbol::Wild, 8), (Symbol::Crash, 1)], packs);
            let mut counts = BTreeMap::new();
            deck.cards().for_each(|kind| *counts.entry(kind).or_insert(0_u8) += 1);
            for kind in Kind::printed() {
                let coloured = *edition.per_colour.get(kind.symbol().index()).unwrap_or(&0);
                let crash = Kind::wild(Symbol::Crash);
                let wild = 8 * u8::from(kind == Kind::WILD) + u8::from(kind == crash);
                assert_eq!(deck.copies(kind), (coloured + wild) * packs);
                assert_eq!(counts.get(&kind).copied().unwrap_or(0), deck.copies(kind));
            }
            assert_eq!(deck.len(), deck.cards().count());
            // Eight wilds do not fit three planes.
            assert_eq!((deck.is_empty(), deck.is_compact()), (false, false));
        }
        let printed = Deck::new(edition, &edition.wilds, 1);
        assert!(printed.is_compact() && printed.len() <= <Compact as Cards>::Pile::CAPACITY);
    }
}
