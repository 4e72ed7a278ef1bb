use unobench_core::cards::{DrawPile, Kind, Multiset, Pile, Roomy};
use unobench_core::game::{ActiveRules, Prepared, Round, Seat};
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::RuleSet;
use unobench_record::testing::{PileOrder, insert_at};

fn deal(rules: &RuleSet, seed: u64) -> (Round, PileOrder) {
    let deck = Prepared::<Roomy>::new(rules, 3);
    let key = RoundKey::new(seed, 0, 0);
    let dealt = deck.dealt(key, deck.first_opening(key));
    let layout = PileOrder::find(&dealt, &ActiveRules::of(rules), rules);
    (dealt.round, layout)
}

#[test]
fn a_layout_has_the_cards_of_the_pile() {
    for seed in 0..50 {
        let (dealt, mut layout) = deal(&RuleSet::official(), seed);
        let mut pile: Vec<Kind> =
            (0..dealt.pile().len()).map(|index| dealt.pile().get(index)).collect();
        pile.sort_unstable();
        layout.draw_pile.sort_unstable();
        assert_eq!(layout.draw_pile, pile);
        assert_eq!(dealt.hand(Seat::new(0)).len(), 7);
    }
}

/// Chi-square over ten classes of places; 27.9 is the 99.9th percentile of nine degrees of freedom.
#[test]
fn places_are_uniform() {
    let rules = RuleSet::load("number-start").expect("a shipped rule set");
    let mut classes = [0_u32; 10];
    let mut total = 0;
    for seed in 0..4000 {
        let (_, layout) = deal(&rules, seed);
        for place in layout.places {
            classes[place * 10 / layout.draw_pile.len()] += 1;
            total += 1;
        }
    }
    // 87 cards in the pile: seven classes of nine places and three of eight.
    let len = 87;
    let size = |class: usize| (0..len).filter(|place| place * 10 / len == class).count();
    let chi_square: f64 = (0..10)
        .map(|class| {
            let expected = f64::from(total) * size(class) as f64 / len as f64;
            (f64::from(classes[class]) - expected).powi(2) / expected
        })
        .sum();
    let is_fair = total > 1500 && chi_square < 27.9;
    assert!(is_fair, "{total} places, chi-square {chi_square}, {classes:?}");
}

/// With two kinds, `A A B` of which the last goes back: the order before is found by undoing
/// what happened.
#[test]
fn undoing_puts_the_card_back_on_top() {
    let (wild, red) = (Kind::WILD_DRAW_FOUR, Kind::from_index(3));
    let mut rng = Rng::from_key(5);
    let mut seen = [0; 3];
    for _ in 0..200 {
        let layout = PileOrder::undo(&[(wild, true), (red, false)], vec![wild, wild], &mut rng);
        assert_eq!(layout.draw_pile[0], wild);
        let place = layout.places[0];
        seen[place] += 1;
        let mut pile = layout.draw_pile.clone();
        let card = pile.remove(0);
        pile.insert(place, card);
        assert_eq!(pile, [red, wild, wild]);
    }
    assert!(seen[0] == 0 && seen[1] > 60 && seen[2] > 60, "{seen:?}");
}

#[test]
fn cards_go_back_to_their_places() {
    for place in 0..=4 {
        let mut pile = Pile::<128>::empty();
        (0..4).for_each(|index| pile.push(Kind::from_index(index)));
        insert_at(&mut pile, Kind::WILD, place);
        let top_first: Vec<Kind> = (0..5).rev().map(|index| pile.get(index)).collect();
        let mut expected: Vec<Kind> = (0..4).rev().map(Kind::from_index).collect();
        expected.insert(place, Kind::WILD);
        assert_eq!(top_first, expected);
    }
}
