//! What a network is trained on, and how.

use crate::random::draw;
use unobench_core::rng::Rng;
use unobench_core::rules::drawn::{asked_of_seed, cards_of_seed, rules_of_seed};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Aim, Catalogue, StrategySpec};
use unobench_learners::net::rows;

const LAMBDA: f32 = 0.8;

/// The least number of seats whose network plays at tables of other sizes too.
const LARGE: usize = 6;

/// The parts of all rule sets but the first.
const PARTS: u32 = 1 << 30;

/// In how many games of a thousand the second stage is played against the network as it was when
/// that began.
pub(crate) const AGAINST_ITS_PAST: u32 = 300;

/// The most strategies of a plan that are played against.
pub const MOST_RIVALS: usize = 16;

/// A part of a training.
#[derive(Debug, Clone, Copy)]
pub struct TrainStage {
    pub games: u64,
    /// How much the choice among actions counts beside their values.
    pub choice: f32,
    /// λ: how far the end of the game is believed, not the next value.
    pub trust: f32,
    pub rate: f32,
    /// By how much it has fallen at the end.
    pub falls: f32,
    /// Decisions from which a step learns, at least.
    pub batch: u64,
}

impl TrainStage {
    /// Values first: believes the next value more than the end of the game.
    pub const fn values(games: u64) -> TrainStage {
        TrainStage { games, choice: 0.5, trust: LAMBDA, rate: 0.003, falls: 30.0, batch: 160 }
    }

    /// The policy then, also against the network as it was when this begins: believes the end of
    /// the game more, and takes longer and smaller steps.
    pub const fn policy(games: u64) -> TrainStage {
        TrainStage { games, choice: 1.0, trust: 0.95, rate: 0.001, falls: 30.0, batch: 640 }
    }
}

/// What a network is trained on, and how: all that determines its bytes.
#[derive(Debug, Clone)]
pub struct TrainPlan {
    /// Rule sets, valid for so many seats, and how often each is played; the first one gives the
    /// network its name.
    pub rules: Vec<(u32, RuleSet)>,
    pub players: usize,
    pub seed: u64,
    pub stages: [TrainStage; 2],
    /// Decisions after which it has learned enough, however few games these were.
    pub decisions: Option<u64>,
    /// Who else is played against, and in how many games of a thousand.
    pub rivals: Vec<(u32, StrategySpec)>,
    pub aim: Aim,
    /// How much likelier the better of two actions is taken: the logarithm of the ratio is so many
    /// times the difference of their outputs.
    pub sharpness: f32,
    /// How fast weights go back to 0, per step and rate.
    pub decay: f32,
    /// Topics of rows that it does not see: see [`rows::topics`].
    pub without: Vec<String>,
}

impl TrainPlan {
    /// The usual plan: against `linear` and `most-colour` of this catalogue too.
    ///
    /// # Panics
    /// If the catalogue lacks one of them.
    pub fn new(
        catalogue: Catalogue,
        rules: &RuleSet,
        players: usize,
        seed: u64,
        games: u64,
    ) -> TrainPlan {
        TrainPlan {
            rules: vec![(1, rules.clone())],
            players,
            seed,
            stages: [TrainStage::values(games), TrainStage::policy(0)],
            decisions: None,
            rivals: vec![(250, rival(catalogue, "linear")), (150, rival(catalogue, "most-colour"))],
            aim: Aim::Wins,
            sharpness: 15.0,
            // The more play, the more of a result is luck: steps wander, and without it the weights
            // grow with their number. At two seats it makes no difference that can be told.
            decay: if players > 2 { 0.1 } else { 0.0 },
            without: Vec::new(),
        }
    }

    /// The usual plan for who is to do well in points.
    pub fn for_score(mut self) -> TrainPlan {
        // A lead differs less from one action to the other than the logit of a chance does.
        self.stages.iter_mut().for_each(|stage| stage.choice *= 0.3);
        TrainPlan { aim: Aim::Score, sharpness: 50.0, ..self }
    }

    /// Learns other rule sets too, and so many that are drawn: of four, two as people ask for them,
    /// one with invented cards, one with all keys at random. The first is played in a quarter of
    /// all decisions; of the rest, the others together have so many times as many as those drawn.
    pub fn add_rules(&mut self, (times, others): (u32, Vec<RuleSet>), drawn: u64) {
        let of_seed = |seed: u64| match seed % 4 {
            0 => rules_of_seed(seed),
            1 => cards_of_seed(seed),
            _ => asked_of_seed(seed),
        };
        let drawn: Vec<RuleSet> = (0..drawn).map(of_seed).collect();
        let groups = [(times, others), (1, drawn)].into_iter().filter(|(_, sets)| !sets.is_empty());
        let groups: Vec<(u32, Vec<RuleSet>)> = groups.collect();
        let parts: u32 = groups.iter().map(|(parts, _)| parts).sum();
        for (part, sets) in groups {
            let weight = PARTS / parts * part / sets.len() as u32;
            self.rules.extend(sets.into_iter().map(|rules| (weight, rules)));
        }
        if parts > 0 {
            self.rules[0].0 = PARTS / 3;
        }
    }

    /// The rule set that gives the network its name.
    pub fn named(&self) -> &RuleSet {
        &self.rules[0].1
    }

    /// Games of all stages.
    pub fn games(&self) -> u64 {
        self.stages.iter().map(|stage| stage.games).sum()
    }

    /// Opponents that are looked at one by one.
    pub fn slots(&self) -> usize {
        rows::slots(self.players)
    }

    /// The rows that are not seen, in order.
    pub(crate) fn unseen(&self) -> Vec<u16> {
        let about = |topic: &String| rows::about(topic, self.slots());
        let mut unseen: Vec<u16> = self.without.iter().flat_map(about).collect();
        unseen.sort_unstable();
        unseen
    }

    /// How many sit at the next table: with one rule set those that it is learned for; with several
    /// sometimes others that the network is to play with too.
    pub(crate) fn seats(&self, rng: &mut Rng) -> usize {
        if self.rules.len() == 1 || self.players < LARGE || rng.below(2) == 0 {
            return self.players;
        }
        let most = (self.players + 1).min(MAX_SEATS);
        self.players - 2 + rng.below((most - self.players + 3) as u32) as usize
    }

    pub(crate) fn choose(&self, rng: &mut Rng) -> usize {
        let all = self.rules.iter().map(|(weight, _)| weight).sum();
        draw(rng.below(all), self.rules.iter().map(|(weight, _)| *weight)).unwrap_or(0)
    }
}

fn rival(catalogue: Catalogue, name: &str) -> StrategySpec {
    catalogue.parse(name).expect("a strategy of the library")
}
