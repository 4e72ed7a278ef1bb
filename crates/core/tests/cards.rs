use unobench_core::cards::{Counts, DrawPile, Kind, KindCounts, Pile, Symbol};
use unobench_core::rules::{DeckRules, Edition, RuleSet};

#[test]
fn only_blanks_that_draw_are_blank_draws() {
    let copies = |deck: DeckRules, symbol: Symbol| deck.cards().copies(Kind::wild(symbol));
    let drawing = DeckRules { blanks: 3, blank_draws: 8, packs: 2, ..DeckRules::OFFICIAL };
    assert_eq!((copies(drawing, Symbol::BlankDraw), copies(drawing, Symbol::BlankWild)), (6, 0));
    let white = DeckRules { blanks: 3, ..DeckRules::OFFICIAL };
    assert_eq!((copies(white, Symbol::BlankDraw), copies(white, Symbol::BlankWild)), (0, 3));
}

#[test]
fn editions_are_named_as_printed() {
    for edition in [Edition::Standard, Edition::Junior] {
        let mut rules = RuleSet::official();
        rules.deck.edition = edition;
        assert_eq!(rules.settings_json()["deck"]["edition"], edition.printed().name);
        let wilds = [0, 1].map(|wild| edition.printed().wilds[wild].0);
        assert_eq!(wilds, [Symbol::Wild, Symbol::WildDrawFour]);
    }
    assert_eq!(DeckRules::OFFICIAL.wild_draw_four, Edition::Standard.wild_draw_fours());
}

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
