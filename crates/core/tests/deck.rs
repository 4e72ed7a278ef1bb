use unobench_core::cards::{Kind, Symbol};
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
