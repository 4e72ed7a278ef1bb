//! Finding the order of a draw pile that the arena keeps without one.
//!
//! The arena draws from a pile of which only the top is in order. The order is therefore found by
//! drawing all cards from copies of the pile and of its stream. The start is harder, because a
//! record wants the order *before* the start card is turned up, while the arena throws a card that
//! goes back among the others and draws again. [`Layout`] undoes each such return.
//!
//! Why the places are right. Let a pile of `n` cards be in uniformly random order, its top card be
//! taken off and put in at a uniformly random place `p`. The map from (old order, `p`) to (new
//! order, `p`) is one to one, so the new order is uniform again and `p` is uniform and independent
//! of it; the card that went back is the one at `p`. This is the arena's distribution too: the card
//! that it turns up is a uniformly random one, whatever is drawn afterwards. Given the *kind* that
//! went back and the new order, `p` is then equally likely to be any position of that kind, and how
//! many there are does not depend on the other places. So each place is drawn uniformly among the
//! positions of the kind, the last return first, from a stream of its own ([`PLACES`]): the deal
//! and all other chance stay untouched.

use std::collections::VecDeque;
use unobench_core::cards::{Cards, DrawPile, Kind, Roomy};
use unobench_core::game::{
    ActiveRules, Chance as _, Dealt, Event, Observed, Observer, RandomChance, Round, RulesSource,
};
use unobench_core::rng::{Purpose, Rng};
use unobench_core::rules::RuleSet;

/// The index of the stream of [`Purpose::Chance`] that chooses among equal cards; the game itself
/// uses index 0.
const PLACES: u64 = 1;

/// The draw pile of a deal as a record has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// Top first, before the start card is turned up.
    pub(super) draw_pile: Vec<Kind>,
    /// Where each card that goes back goes, in the order in which they are turned up.
    pub(super) places: Vec<usize>,
}

impl Layout {
    /// Finds the order of the pile of a dealt round that is not yet open; `deal` is the deal's
    /// stream after the hands were dealt.
    pub(super) fn find(dealt: &Dealt, active: &ActiveRules, rules: &RuleSet) -> Layout {
        let mut scout = Scout::default();
        let mut round = dealt.round;
        let mut chance = dealt.chance(active, &rules.people);
        round.open_dyn(&mut Observed::new(&mut chance, &mut scout), &rules.setup);
        let below = scout.below.unwrap_or_default();
        Layout::undo(&scout.turned, below, &mut dealt.key.stream(Purpose::Chance, PLACES))
    }

    /// `turned` are the kinds turned up in their order, `below` is what then lies below the last
    /// one, top first.
    fn undo(turned: &[Kind], below: Vec<Kind>, rng: &mut Rng) -> Layout {
        let mut pile = below;
        let mut places = Vec::new();
        for (count, &kind) in turned.iter().rev().enumerate() {
            if count > 0 {
                let place = pick_position(&pile, kind, rng);
                pile.remove(place);
                places.push(place);
            }
            pile.insert(0, kind);
        }
        places.reverse();
        Layout { draw_pile: pile, places }
    }
}

/// One of the positions of a kind that is in the pile.
fn pick_position(pile: &[Kind], kind: Kind, rng: &mut Rng) -> usize {
    let positions: Vec<usize> =
        (0..pile.len()).filter(|&position| pile[position] == kind).collect();
    match positions[..] {
        [only] => only,
        _ => positions[rng.below(positions.len() as u32) as usize],
    }
}

/// Draws a pile to its end: its order, top first.
pub(super) fn draw_order<L: RulesSource, C: Cards>(
    mut chance: RandomChance<'_, L, C>,
    pile: &C::Pile,
) -> Vec<Kind> {
    let mut pile = *pile;
    std::iter::from_fn(|| {
        if pile.is_empty() {
            return None;
        }
        if pile.len() == pile.loose() {
            chance.shuffle_more(&mut pile);
        }
        Some(pile.pop())
    })
    .collect()
}

/// Listens up to the moment when the start card lies.
#[derive(Default)]
struct Scout {
    /// The order of the pile, top first.
    order: VecDeque<Kind>,
    turned: Vec<Kind>,
    /// The order of what is left when the start card lies.
    below: Option<Vec<Kind>>,
}

impl Observer for Scout {
    fn pile_changed(
        &mut self,
        pile: &<Roomy as Cards>::Pile,
        future: Option<RandomChance<'_, &ActiveRules>>,
    ) {
        if let (None, Some(future)) = (&self.below, future) {
            self.order = draw_order(future, pile).into();
        }
    }

    fn saw(&mut self, _round: &Round, event: Event) {
        if let Event::TurnUp { card, returned } = event {
            self.turned.push(card);
            self.order.pop_front();
            if !returned {
                self.below = Some(std::mem::take(&mut self.order).into());
            }
        }
    }
}

/// Whether the cards of a list are those of a pile, in whatever order.
pub(super) fn same_cards<P: DrawPile>(cards: &[Kind], pile: &P) -> bool {
    let mut counts = [0_i32; 128];
    cards.iter().for_each(|kind| counts[kind.index() & 127] += 1);
    (0..pile.len()).for_each(|index| counts[pile.get(index).index() & 127] -= 1);
    counts.iter().all(|&count| count == 0)
}

/// Lays a pile out in this order, top first; the top is at the last index.
pub(super) fn lay_out<P: DrawPile>(pile: &mut P, order: &[Kind]) {
    for (index, &kind) in order.iter().rev().enumerate().take(pile.len()) {
        pile.put(index, kind);
    }
    pile.settle_all();
}

/// Puts a card into a pile whose top is at the last index; `place` 0 is the top.
pub(super) fn insert_at<P: DrawPile>(pile: &mut P, kind: Kind, place: usize) {
    pile.push(kind);
    let target = (pile.len() - 1).saturating_sub(place);
    for index in (target + 1..pile.len()).rev() {
        pile.put(index, pile.get(index - 1));
    }
    pile.put(target, kind);
    pile.settle_all();
}

#[cfg(test)]
mod tests {
    use super::super::event_lines::{cards_of, sorted};
    use super::*;
    use unobench_core::cards::Pile;
    use unobench_core::game::{Prepared, Seat};
    use unobench_core::rng::RoundKey;
    use unobench_core::rules::RuleSet;

    fn deal(rules: &RuleSet, seed: u64) -> (Round, Layout) {
        let deck = Prepared::<Roomy>::new(rules, 3);
        let key = RoundKey::new(seed, 0, 0);
        let dealt = deck.dealt(key, deck.first_opening(key));
        let layout = Layout::find(&dealt, &ActiveRules::of(rules), rules);
        (dealt.round, layout)
    }

    #[test]
    fn a_layout_has_the_cards_of_the_pile() {
        for seed in 0..50 {
            let (dealt, layout) = deal(&RuleSet::official(), seed);
            let mut pile: Vec<Kind> =
                (0..dealt.pile().len()).map(|index| dealt.pile().get(index)).collect();
            pile.sort_unstable();
            assert_eq!(sorted(layout.draw_pile), pile);
            assert_eq!(cards_of(dealt.hand(Seat::new(0))).len(), 7);
        }
    }

    /// Chi-square over ten classes of places; 27.9 is the 99.9th percentile of nine degrees of
    /// freedom.
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
        assert!(
            total > 1500 && chi_square < 27.9,
            "{total} places, chi-square {chi_square}, {classes:?}"
        );
    }

    /// With two kinds, `A A B` of which the last goes back: the order before is found by undoing
    /// what happened.
    #[test]
    fn undoing_puts_the_card_back_on_top() {
        let (wild, red) = (Kind::WILD_DRAW_FOUR, Kind::from_index(3));
        let mut rng = Rng::from_key(5);
        let mut seen = [0; 3];
        for _ in 0..200 {
            let layout = Layout::undo(&[wild, red], vec![wild, wild], &mut rng);
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
}
