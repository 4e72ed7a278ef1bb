//! The order of a draw pile that is drawn from at random, told afterwards.
//!
//! A pile without an order is the same as a shuffled one whose order nobody looks at: the card
//! drawn first was the top one. This mirror follows the cards one by one and tells, once the round
//! is over, how the pile lay and where cards were put back.

use crate::support::*;

#[derive(Clone, Debug, Default)]
struct Fill {
    kinds: Vec<Kind>,
    pile: Vec<usize>,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Draw(usize),
    /// The card, and how many cards the pile then had.
    PutBack(usize, usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    fills: Vec<Fill>,
}

impl Mirror {
    pub(crate) fn new(kinds: Vec<Kind>) -> Mirror {
        let mut mirror = Mirror { fills: Vec::new() };
        mirror.refill(kinds);
        mirror
    }

    pub(crate) fn refill(&mut self, kinds: Vec<Kind>) {
        let pile = (0..kinds.len()).collect();
        self.fills.push(Fill { kinds, pile, steps: Vec::new() });
    }

    fn last(&mut self) -> &mut Fill {
        self.fills.last_mut().expect("the first fill is the deal")
    }

    /// A card of this kind was drawn: any that is there, since equal cards cannot be told apart.
    pub(crate) fn draw(&mut self, kind: Kind) {
        let fill = self.last();
        let index = fill.pile.iter().position(|&card| fill.kinds[card] == kind);
        let index = index.expect("the card was in the pile");
        fill.steps.push(Step::Draw(fill.pile.swap_remove(index)));
    }

    pub(crate) fn put_back(&mut self, kind: Kind) {
        let fill = self.last();
        let Some(&Step::Draw(card)) = fill.steps.last() else {
            panic!("only a drawn card goes back")
        };
        assert_eq!(fill.kinds[card], kind, "the card that goes back was drawn");
        fill.pile.push(card);
        fill.steps.push(Step::PutBack(card, fill.pile.len()));
    }

    /// How the pile lay after the deal and after each reshuffle, top first.
    pub(crate) fn orders(&self) -> Vec<Vec<Kind>> {
        self.fills.iter().map(Fill::order).collect()
    }

    /// The place of each card that was put back, from the top, in the order of time.
    pub(crate) fn places(&self) -> Vec<usize> {
        self.fills.iter().flat_map(Fill::places).collect()
    }
}

impl Fill {
    fn order(&self) -> Vec<Kind> {
        let mut order = distinct_draws(&self.steps);
        let rest = (0..self.kinds.len()).filter(|card| !order.contains(card)).collect::<Vec<_>>();
        order.extend(rest);
        order.into_iter().map(|card| self.kinds[card]).collect()
    }

    fn places(&self) -> Vec<usize> {
        let place = |(time, step): (usize, &Step)| match *step {
            Step::Draw(_) => None,
            Step::PutBack(card, len) => {
                let later = distinct_draws(&self.steps[time..]);
                Some(later.iter().position(|&other| other == card).unwrap_or(len - 1))
            }
        };
        self.steps.iter().enumerate().filter_map(place).collect()
    }
}

fn distinct_draws(steps: &[Step]) -> Vec<usize> {
    let mut cards = Vec::new();
    for step in steps {
        if let Step::Draw(card) = step
            && !cards.contains(card)
        {
            cards.push(*card);
        }
    }
    cards
}
