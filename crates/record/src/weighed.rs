//! What a search adds to an advice, and what is told without one.
//!
//! A strategy that learned by playing knows what the actions are worth that it took. Of others it
//! has a value that nothing taught, which is right on average and may be far off in one position. A
//! search plays each action on to the end, with the hidden cards dealt anew: it prices all of them
//! alike, but knows nothing of what the others' play gives away. Where the two agree, the chances
//! are the strategy's, which are held to games. Where they do not, games lie between the two, and
//! so does what is told: docs/STATISTICS.md, "The chances of `ask`".

use crate::advice::{Advice, Advised};
use crate::stated::{LEARNED, in_millionths};
use unobench_findings::tell::number::{fixed, percent};

/// From so many points of 100 on nobody can say how much worse an action is, by what was learned
/// alone.
const UNTAUGHT: f64 = 10.0;

/// By so much another action has to look better to be told before what the strategy would do.
const CLEARLY: f64 = 0.01;

/// What is told of an action that is worse, where nobody knows by how much.
pub const UNKNOWN: &str = "less, we cannot say how much";

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
        let weighing = if self.is_disputed() { Weighing::Both } else { Weighing::Learned };
        self.options.iter_mut().for_each(|option| option.weigh(weighing));
        self.options.sort_by(|option, other| {
            other.merit(alone.as_deref()).total_cmp(&option.merit(alone.as_deref()))
        });
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
        let first = self.options.first()?.said_by(&self.strategy);
        let of = self.options.iter().map(|option| (option.said_by(&self.strategy), option));
        let of = of.filter(|&(chance, _)| chance > first);
        of.max_by(|(chance, _), (other, _)| chance.total_cmp(other)).map(|(_, of)| &*of.label)
    }
}

impl Advised {
    /// The chance by which actions are in order, where the strategy would take this one.
    fn merit(&self, taken: Option<&str>) -> f64 {
        let habit = if Some(&*self.action) == taken { CLEARLY } else { 0.0 };
        self.chance.map_or(-1.0, |chance| chance + habit)
    }

    /// What a strategy says of it, less than nothing where that is nothing.
    fn said_by(&self, strategy: &str) -> f64 {
        let said = self.said.iter().find(|said| said.by == strategy);
        said.map_or(-1.0, |said| said.chance)
    }

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

    fn weigh(&mut self, weighing: Weighing) {
        let (low, chance, high) = match (&self.said[..], weighing) {
            ([said, found], Weighing::Both) if said.low < said.high => {
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
        let mut said = self.said.iter();
        if said.any(|said| said.playouts.is_none() && said.chance == chance) {
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
enum Weighing {
    /// The strategy's.
    Learned,
    /// The means of both.
    Both,
}
