//! What a search adds to an advice, and what is told without one.
//!
//! A strategy that learned by playing knows what the actions are worth that it took. Of others it
//! has a value that nothing taught, which is right on average and may be far off in one position. A
//! search plays each action on to the end, with the hidden cards dealt anew: it prices all of them
//! alike, but knows nothing of what the others' play gives away. Where the two agree, the chances
//! are the strategy's, which are held to games. Where they do not, games lie between the two, and
//! so does what is told: docs/STATISTICS.md, "The chances of `ask`".

use crate::advice::{Advice, Advised};
use serde::Serialize;
use unobench_findings::tell::number::{fixed, percent};

/// How far a chance that was learned is off at most, on average over positions of such a chance;
/// what is told is never said to be surer.
const LEARNED: f64 = 0.03;

/// From so many points of 100 on nobody can say how much worse an action is, by what was learned
/// alone.
const UNTAUGHT: f64 = 10.0;

/// By so much another action has to look better to be told before what the strategy would do.
const CLEARLY: f64 = 0.01;

/// Chances are told in whole millionths.
const MILLIONTH: f64 = 1e-6;

/// The quantile of the normal distribution for 95 %.
const NORMAL: f64 = 1.96;

/// What is told of an action that is worse, where nobody knows by how much.
pub const UNKNOWN: &str = "less, we cannot say how much";

/// A chance to win as one strategy says it, 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StatedChance {
    /// Who says it.
    pub by: String,
    pub chance: f64,
    /// Its 95 % interval: of playouts Wilson's, else how true such chances were found.
    pub low: f64,
    pub high: f64,
    /// How often the action was played on to the end; none where it was not.
    pub playouts: Option<u32>,
}

impl StatedChance {
    pub(crate) fn of(by: &str, chance: f64, playouts: Option<u32>) -> StatedChance {
        let (low, high) = match playouts {
            // What surely wins.
            None if chance >= 1.0 => (1.0, 1.0),
            Some(playouts) => wilson(chance, f64::from(playouts)),
            None => ((chance - LEARNED).max(0.0), (chance + LEARNED).min(1.0)),
        };
        let [low, high] = [low, high].map(in_millionths);
        StatedChance { by: by.to_owned(), chance, low, high, playouts }
    }

    fn differs(&self, other: &StatedChance) -> bool {
        self.high + MILLIONTH < other.low || other.high + MILLIONTH < self.low
    }
}

fn in_millionths(chance: f64) -> f64 {
    (chance / MILLIONTH).round() / 1e6
}

/// Wilson's 95 % interval of a share of so many trials.
fn wilson(share: f64, trials: f64) -> (f64, f64) {
    let of_trials = NORMAL * NORMAL / trials;
    let middle = (share + of_trials / 2.0) / (1.0 + of_trials);
    let within = share * (1.0 - share) / trials + of_trials / (4.0 * trials);
    let reach = NORMAL * within.sqrt() / (1.0 + of_trials);
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

impl Advice {
    /// What is told where nobody searches: a value that nothing taught is no chance.
    #[must_use]
    pub fn unsearched(mut self) -> Advice {
        self.options.iter_mut().for_each(Advised::leave_out_untaught);
        self
    }

    /// What is told of the same position where a search has looked as well, the best first.
    #[must_use]
    pub fn searched(mut self, by_search: &Advice) -> Advice {
        let alone = self.options.first().map(|option| option.action.clone());
        for option in &mut self.options {
            let found = by_search.options.iter().find(|other| other.action == option.action);
            match found.and_then(|found| found.said.first()) {
                Some(found) => option.said.push(found.clone()),
                None => option.leave_out_untaught(),
            }
            let words = found.filter(|found| {
                found.said.is_empty() && found.playouts != Some(0) && !found.thinks.is_empty()
            });
            if let Some(found) = words {
                option.thinks += &format!("; searched: {}", found.thinks);
            }
        }
        let weight = if self.is_disputed() { Weight::Both } else { Weight::Learned };
        self.options.iter_mut().for_each(|option| option.weigh(weight));
        let merit = |option: &Advised| {
            let habit = if Some(&option.action) == alone.as_ref() { CLEARLY } else { 0.0 };
            option.chance.map_or(-1.0, |chance| chance + habit)
        };
        self.options.sort_by(|option, other| merit(other).total_cmp(&merit(option)));
        let best = self.options.first().and_then(|option| option.chance);
        for (place, option) in self.options.iter_mut().enumerate() {
            let cost = best.zip(option.chance).map(|(best, chance)| 100.0 * (best - chance));
            option.cost = cost.map(|cost| cost.max(0.0));
            if option.chance.is_some() {
                option.thinks = option.in_words() + if place == 0 { ", the best" } else { "" };
            }
        }
        self
    }

    /// Whether the strategy and the search differ by more than their intervals in some action.
    pub fn is_disputed(&self) -> bool {
        self.options.iter().any(Advised::is_disputed)
    }

    /// The label of what the strategy alone would do, where that is not the first of what is told.
    pub fn other_choice(&self) -> Option<&str> {
        let alone = |option: &Advised| {
            let said = option.said.iter().find(|said| said.by == self.strategy);
            said.map_or(-1.0, |said| said.chance)
        };
        let first = self.options.first().map_or(-1.0, alone);
        let of = self.options.iter().filter(|option| alone(option) > first);
        of.max_by(|option, other| alone(option).total_cmp(&alone(other))).map(|of| &*of.label)
    }
}

impl Advised {
    fn leave_out_untaught(&mut self) {
        let is_learned = self.said.iter().all(|said| said.playouts.is_none());
        if is_learned && self.cost.is_some_and(|cost| cost >= UNTAUGHT) {
            (self.chance, self.low, self.high, self.cost) = (None, None, None, None);
            self.thinks = UNKNOWN.to_owned();
        }
    }

    fn is_disputed(&self) -> bool {
        matches!(&self.said[..], [said, found] if said.differs(found))
    }

    fn weigh(&mut self, weight: Weight) {
        let (low, chance, high) = match (&self.said[..], weight) {
            ([said, found], Weight::Both) if said.low < said.high => {
                let chance = f64::midpoint(said.chance, found.chance);
                let reach = ((said.chance - found.chance).abs() / 2.0).max(LEARNED);
                ((chance - reach).max(0.0), chance, (chance + reach).min(1.0))
            }
            ([said, ..], _) if self.chance.is_some() || said.playouts.is_some() => {
                (said.low, said.chance, said.high)
            }
            _ => return,
        };
        let [low, chance, high] = [low, chance, high].map(|chance| Some(in_millionths(chance)));
        (self.low, self.chance, self.high) = (low, chance, high);
        self.playouts = self.said.last().and_then(|said| said.playouts);
    }

    fn in_words(&self) -> String {
        let chance = self.chance.unwrap_or_default();
        let reach = self.low.zip(self.high).map_or(0.0, |(low, high)| 50.0 * (high - low));
        let is_learned = |said: &StatedChance| said.playouts.is_none() && said.chance == chance;
        if self.said.iter().any(is_learned) {
            return format!("{} to win", percent(chance, 1));
        }
        let decimals = usize::from(self.said.len() == 1);
        format!("{} ± {} % to win", fixed(100.0 * chance, decimals), fixed(reach, decimals))
    }

    /// Who says what of it, in words, where the strategy and the search differ.
    pub fn who_says_what(&self) -> Option<String> {
        let [said, found] = &self.said[..] else { return None };
        self.is_disputed().then(|| {
            let [learned, chance] = [said, found].map(|said| fixed(100.0 * said.chance, 1));
            let reach = fixed(50.0 * (found.high - found.low), 1);
            format!("{} {learned}, search {chance} ± {reach}", said.by)
        })
    }
}

/// Whose chances are told of a position.
#[derive(Debug, Clone, Copy)]
enum Weight {
    /// The strategy's.
    Learned,
    /// The means of both.
    Both,
}
