use unobench_core::cards::{Counts, DrawPile, Kind, KindCounts, Pile};

#[test]
fn a_pile_is_filled_with_the_cards_counted() {
    let mut counts = KindCounts::<64>::default();
    let mut slow = Vec::new();
    for (place, kind) in Kind::all().take(Kind::COMPACT).enumerate() {
        let copies = [0, 1, 16, 2, 0, 7, 3][place % 7];
        (0..copies).for_each(|_| counts.insert(kind));
        slow.extend(std::iter::repeat_n(kind, copies));
    }
    let mut pile = Pile::<512>::empty();
    pile.refill(&counts);
    assert_eq!((pile.len(), pile.loose()), (slow.len(), slow.len()));
    assert_eq!((0..pile.len()).map(|index| pile.get(index)).collect::<Vec<_>>(), slow);
}

#[test]
fn cards_of_a_colour_are_counted_at_once_as_one_by_one() {
    let mut pile = KindCounts::<64>::default();
    let mut slow = [0; 4];
    for (place, kind) in Kind::all().take(Kind::COMPACT).enumerate() {
        (0..place % 16).for_each(|_| pile.insert(kind));
        if let Some(colour) = kind.colour() {
            slow[colour.index()] += place as u32 % 16;
        }
    }
    assert_eq!(pile.by_colour(), slow);
}
