//! Finding the order of a draw pile that the arena keeps without one.
//!
//! The arena draws from a pile of which only the top is in order. The order is therefore found by
//! drawing all cards from copies of the pile and of its stream. The start is harder, because a
//! record wants the order *before* the start card is turned up, while the arena throws a card that
//! goes back among the others and draws again. [`PileOrder`] undoes each such return.
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

/// The order of a draw pile as the record of a round writes it down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileOrder {
    /// Top first, before the start card is turned up.
    pub draw_pile: Vec<Kind>,
    /// Where each card that goes back goes, in the order in which they are turned up.
    pub places: Vec<usize>,
}

impl PileOrder {
    /// Finds the order of the pile of a dealt round that is not yet open; `deal` is the deal's
    /// stream after the hands were dealt.
    pub fn find(dealt: &Dealt, active: &ActiveRules, rules: &RuleSet) -> PileOrder {
        let mut scout = Scout::default();
        let mut round = dealt.round;
        let mut chance = dealt.chance(active, &rules.people);
        round.open_dyn(&mut Observed::new(&mut chance, &mut scout), &rules.setup);
        let below = scout.below.unwrap_or_default();
        PileOrder::undo(&scout.turned, below, &mut dealt.key.stream(Purpose::Chance, PLACES))
    }

    /// `turned` are the kinds turned up in their order, and whether each went back, `below` is what
    /// then lies below the last one, top first.
    pub fn undo(turned: &[(Kind, bool)], below: Vec<Kind>, rng: &mut Rng) -> PileOrder {
        let mut pile = below;
        let mut places = Vec::new();
        for &(kind, returned) in turned.iter().rev() {
            if returned {
                let place = pick_position(&pile, kind, rng);
                pile.remove(place);
                places.push(place);
            }
            pile.insert(0, kind);
        }
        places.reverse();
        PileOrder { draw_pile: pile, places }
    }
}

fn pick_position(pile: &[Kind], kind: Kind, rng: &mut Rng) -> usize {
    let positions: Vec<usize> =
        (0..pile.len()).filter(|&position| pile[position] == kind).collect();
    match positions[..] {
        [only] => only,
        _ => positions[rng.below(positions.len() as u32) as usize],
    }
}

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

/// Watches a round being opened, and notes the order of its draw pile.
#[derive(Default)]
struct Scout {
    order: VecDeque<Kind>,
    turned: Vec<(Kind, bool)>,
    /// The order of what is left when the start card lies.
    below: Option<Vec<Kind>>,
}

impl Observer for Scout {
    fn pile_changed(
        &mut self,
        pile: &<Roomy as Cards>::Pile,
        future: Option<RandomChance<'_, &ActiveRules>>,
    ) {
        if let Some(future) = future {
            self.order = draw_order(future, pile).into();
        }
    }

    fn saw(&mut self, _round: &Round, event: Event) {
        if let Event::TurnUp { card, returned } = event {
            self.turned.push((card, returned));
            self.order.pop_front();
            if !returned {
                self.below = Some(self.order.clone().into());
            }
        }
    }
}

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
pub fn insert_at<P: DrawPile>(pile: &mut P, kind: Kind, place: usize) {
    pile.push(kind);
    let target = (pile.len() - 1).saturating_sub(place);
    for index in (target + 1..pile.len()).rev() {
        pile.put(index, pile.get(index - 1));
    }
    pile.put(target, kind);
    pile.settle_all();
}
