//! Draws that were lucky: the drawer's chance to win after the card that came, less its mean over
//! what could have come by the cards in the draw pile at that moment.
//!
//! Each card of a penalty counts alone. Where cards are drawn until one fits, their number is
//! chance too, and the mean is over samples of all of it. Shuffled hands are not judged.

use serde::Serialize;
use std::cmp::Ordering;
use unobench_core::cards::{DrawPile as _, Kind, KindSet};
use unobench_core::game::{ActiveRules, Memory, Round, Seat, View, Why};
use unobench_core::rng::Rng;
use unobench_core::rules::{DrawRule, MAX_SEATS};
use unobench_core::strategy::Player;

/// Draws that are told at either end.
const TOLD: usize = 3;

const SAMPLES: u32 = 100;

/// A draw, as a strategy sees it that gives chances to win.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Draw {
    pub line: u64,
    pub turns: u32,
    pub seat: usize,
    pub player: String,
    /// The card, or all that were drawn until one fitted.
    pub cards: String,
    /// The mean chance over what could have come, 0 to 1, and the chance after what came.
    pub before: f64,
    pub after: f64,
}

impl Draw {
    pub fn luck(&self) -> f64 {
        self.after - self.before
    }
}

/// The luck of all draws of a record.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Luck {
    pub draws: u64,
    pub sums: [f64; 2],
    pub luckiest: Vec<Draw>,
    pub unluckiest: Vec<Draw>,
}

impl Luck {
    fn add(&mut self, draw: Draw) {
        let luck = draw.luck();
        self.draws += 1;
        self.sums = [self.sums[0] + luck, self.sums[1] + luck * luck];
        let ends =
            [(&mut self.luckiest, Ordering::Greater), (&mut self.unluckiest, Ordering::Less)];
        for (told, first) in ends.into_iter().filter(|_| luck != 0.0) {
            let place =
                told.partition_point(|other| other.luck().total_cmp(&luck) != first.reverse());
            told.insert(place, draw.clone());
            told.truncate(TOLD);
        }
    }
}

/// A table after a draw, and who judges it.
pub(crate) struct JudgedDraw<'a> {
    pub(crate) round: &'a Round,
    pub(crate) active: &'a ActiveRules,
    pub(crate) totals: &'a [i32; MAX_SEATS],
    pub(crate) memory: &'a Memory,
    pub(crate) judge: &'a mut Player,
    pub(crate) seat: Seat,
    pub(crate) cards: &'a [Kind],
    pub(crate) why: Why,
}

impl JudgedDraw<'_> {
    /// Judges each card, told as `draw` says it.
    pub(crate) fn judge(mut self, luck: &mut Luck, draw: impl Fn(&[Kind]) -> Draw) {
        let pile = self.round.pile();
        let mut left: Vec<Kind> = (0..pile.len()).map(|place| pile.get(place)).collect();
        if self.why == Why::Turn && self.active.play.draw == DrawRule::UntilPlayable {
            left.extend(self.cards);
            if let (Some(after), Some(before)) = (self.chance(self.cards), self.sampled(&left)) {
                luck.add(Draw { before, after, ..draw(self.cards) });
            }
            return;
        }
        for count in (1..=self.cards.len()).rev() {
            let (came, card) = (&self.cards[..count], self.cards[count - 1]);
            left.push(card);
            let mut sum = 0.0;
            let kinds: KindSet<u128> = left.iter().copied().collect();
            for kind in kinds.iter() {
                let often = left.iter().filter(|&&other| other == kind).count();
                let other = [&came[..count - 1], &[kind]].concat();
                let Some(chance) = self.chance(&other) else { return };
                sum += often as f64 * chance;
            }
            let before = sum / left.len() as f64;
            let Some(after) = self.chance(came) else { return };
            luck.add(Draw { before, after, ..draw(&came[count - 1..]) });
        }
    }

    /// The chance to win had these cards come.
    fn chance(&mut self, cards: &[Kind]) -> Option<f64> {
        let (round, _) = self.instead(cards);
        let view = View::new(&round, self.active, self.totals, self.seat).remembering(self.memory);
        let (action, thoughts) = self.judge.consider(&round, view);
        thoughts.iter().find(|thought| thought.action == action).map(|thought| thought.value)
    }

    fn instead(&self, cards: &[Kind]) -> (Round, bool) {
        self.round.drawn_instead(self.active, self.seat, self.cards, cards, self.why == Why::Turn)
    }

    fn sampled(&mut self, left: &[Kind]) -> Option<f64> {
        let (mut rng, mut sum) = (Rng::from_key(u64::from(self.round.turns())), 0.0);
        for _ in 0..SAMPLES {
            let (mut pile, mut cards) = (left.to_vec(), Vec::new());
            while let Some(last) = pile.len().checked_sub(1) {
                cards.push(pile.swap_remove(rng.below(1 + last as u32) as usize));
                if self.instead(&cards).1 {
                    break;
                }
            }
            sum += self.chance(&cards)?;
        }
        Some(sum / f64::from(SAMPLES))
    }
}
