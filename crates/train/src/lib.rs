//! Networks that learn rule sets by playing them, against themselves and against strategies of the
//! library: TD(λ) on the values of actions, and steps up the gradient of the policy that prefers
//! the better ones.
//!
//! The same plan gives the same bytes whatever the threads: each game has random numbers of its
//! own, the games of a step are played with the weights at its beginning, and gradients are added
//! in the order of the desks.

mod game;
mod model;
mod state;

pub use state::StateError;

use game::{TrainSeats, TrainTable, TrainWorker, Trainer};
use model::{Learner, Model, Parts};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};
use unobench_core::machine::{CpuJob, with_wide_registers};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::drawn::{asked_of_seed, cards_of_seed, rules_of_seed};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Aim, Entry, StrategySpec};
use unobench_learners::net::{Net, Nets, Origin, rows};

/// Of how many times as many decisions as a desk is to have in a step, those of a rule set with
/// longer rounds count as much.
const MOST: f32 = 2.0;

/// Desks at which the games of a step are played.
const DESKS: usize = 8;

const LAMBDA: f32 = 0.8;

/// The least number of seats whose network plays at tables of other sizes too.
const LARGE: usize = 6;

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

/// How much the latest games count for how long a rule set takes.
const LATELY: f32 = 0.2;

/// The parts of all rule sets but the first.
const PARTS: u32 = 1 << 30;

/// In how many games of a thousand the second stage is played against the network as it was when
/// that began.
const AGAINST_ITS_PAST: u32 = 300;

impl TrainPlan {
    pub fn new(rules: &RuleSet, players: usize, seed: u64, games: u64) -> TrainPlan {
        TrainPlan {
            rules: vec![(1, rules.clone())],
            players,
            seed,
            stages: [TrainStage::values(games), TrainStage::policy(0)],
            rivals: vec![
                (250, rival(&unobench_learners::ENTRIES, "linear")),
                (150, rival(&unobench_fast::ENTRIES, "most-colour")),
            ],
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
    fn unseen(&self) -> Vec<u16> {
        let about = |topic: &String| rows::about(topic, self.slots());
        let mut unseen: Vec<u16> = self.without.iter().flat_map(about).collect();
        unseen.sort_unstable();
        unseen
    }

    /// How many sit at the next table: with one rule set those that it is learned for; with several
    /// sometimes others that the network is to play with too.
    fn seats(&self, rng: &mut Rng) -> usize {
        if self.rules.len() == 1 || self.players < LARGE || rng.below(2) == 0 {
            return self.players;
        }
        let most = (self.players + 1).min(MAX_SEATS);
        self.players - 2 + rng.below((most - self.players + 3) as u32) as usize
    }

    fn choose(&self, rng: &mut Rng) -> usize {
        let all = self.rules.iter().map(|(weight, _)| weight).sum();
        draw(rng.below(all), self.rules.iter().map(|(weight, _)| *weight)).unwrap_or(0)
    }
}

/// Which of these parts a number falls into.
fn draw(mut number: u32, parts: impl Iterator<Item = u32>) -> Option<usize> {
    for (place, part) in parts.enumerate() {
        if number < part {
            return Some(place);
        }
        number -= part;
    }
    None
}

fn rival(entries: &'static [Entry], name: &str) -> StrategySpec {
    let entry = entries.iter().find(|entry| entry.name == name);
    StrategySpec::new(entry.expect("a strategy of the library"))
}

pub const MOST_RIVALS: usize = 16;

/// What was played and learned in some training games, added up.
#[derive(Debug, Clone, Copy, Default)]
pub struct Taught {
    pub games: u64,
    pub turns: u64,
    /// Games that did not end.
    pub unfinished: u64,
    /// Decisions that were learned from.
    pub samples: u64,
    /// The sum of the cross-entropies, or of the squared errors of the lead.
    pub loss: f64,
    /// For each rival the games against it, and how many of them were won; that of the past last.
    pub against: [(u64, u64); MOST_RIVALS + 1],
}

impl Taught {
    pub fn add(&mut self, other: &Taught) {
        self.games += other.games;
        self.turns += other.turns;
        self.unfinished += other.unfinished;
        self.samples += other.samples;
        self.loss += other.loss;
        for (sum, (games, won)) in self.against.iter_mut().zip(other.against) {
            *sum = (sum.0 + games, sum.1 + won);
        }
    }
}

/// A training that goes on step by step: the network, its average and all that it needs.
pub struct Training {
    plan: TrainPlan,
    parts: Parts,
    model: Model,
    average: Model,
    learner: Learner,
    desks: Vec<TrainWorker>,
    /// For each rule set the tables that were played at, by the number of seats.
    tables: Vec<[OnceLock<TrainTable>; MAX_SEATS + 1]>,
    /// For each rule set how many decisions a desk came to when it played it, lately.
    lengths: Vec<f32>,
    played: [u64; 2],
    steps: u64,
    /// The weights with which the second stage began.
    past: Option<(Model, StrategySpec)>,
}

impl Training {
    /// Begins with random weights, or with the mean of those of the networks for the nearest number
    /// of seats (Wortsman et al. 2022, *Model soups*).
    ///
    /// # Panics
    /// If the plan has more than [`MOST_RIVALS`] rivals.
    pub fn new(plan: TrainPlan, from: &[Nets]) -> Training {
        assert!(plan.rivals.len() <= MOST_RIVALS, "too many rivals");
        let mut rng = RoundKey::new(plan.seed, u64::MAX, 0).stream(Purpose::Strategy, 0);
        let begun = |nets: &Nets| Model::of_net(plan.players, &nets.of(plan.players).1);
        let model = Model::mean(&from.iter().map(begun).collect::<Vec<_>>())
            .unwrap_or_else(|| Model::random(plan.players, || uniform(&mut rng)));
        Training {
            parts: Parts::of(plan.players),
            average: model.clone(),
            learner: Learner::new(&model),
            desks: (0..DESKS).map(|_| TrainWorker::new(model.weights.len())).collect(),
            model,
            tables: plan.rules.iter().map(|_| Default::default()).collect(),
            lengths: vec![1.0; plan.rules.len()],
            played: [0; 2],
            steps: 0,
            past: None,
            plan,
        }
    }

    pub fn plan(&self) -> &TrainPlan {
        &self.plan
    }

    pub fn played(&self) -> u64 {
        self.played.iter().sum()
    }

    /// The stage that it is in, and which part of its games it has played.
    fn stage(&self) -> (usize, f32) {
        let part = |stage: usize| self.played[stage] as f32 / self.plan.stages[stage].games as f32;
        if self.past.is_some() || part(0) >= 1.0 && self.plan.stages[1].games > 0 {
            (1, part(1))
        } else {
            (0, part(0))
        }
    }

    /// Which part of its games it has played.
    pub fn part(&self) -> f32 {
        self.played() as f32 / self.plan.games() as f32
    }

    /// How the network so far was made, by this command.
    pub fn origin(&self, command: String) -> Origin {
        let TrainPlan { ref rules, players, seed, aim, .. } = self.plan;
        let rules = if let [(_, rules)] = &rules[..] { &rules.name } else { Origin::ANY_RULES };
        Origin { players, rules: rules.to_owned(), seed, games: self.played(), command, aim }
    }

    /// The network so far: the average of the weights of the last steps.
    pub fn net(&self) -> Net {
        let mut model = self.average.clone();
        model.forget(&self.plan.unseen());
        model.rounded()
    }

    /// The second stage goes on from the average, against the network as it is.
    fn begin_policy(&mut self) {
        self.model = self.average.clone();
        self.learner = Learner::new(&self.model);
        self.past = Some((self.average.clone(), self.as_rival()));
    }

    fn as_rival(&self) -> StrategySpec {
        let nets = Nets::new([(self.origin("itself".to_owned()), self.net())]);
        rival(&unobench_learners::ENTRIES, "net").with_file("its past", Arc::new(nets))
    }

    /// Plays the games of a step and learns from them. This part of the first stage is done, which
    /// the learning rate goes by; if none is told, the part of the games.
    pub fn step(&mut self, done: Option<f32>) -> Taught {
        let (number, part) = self.stage();
        if number == 1 && self.past.is_none() {
            self.begin_policy();
        }
        let Training { plan, parts, model, desks, steps, past, tables, lengths, .. } = self;
        let past = past.as_ref().map(|(_, spec)| spec);
        let stage = &plan.stages[number];
        let school = Trainer { plan, stage, model, parts, unseen: &plan.unseen(), past };
        desks.par_iter_mut().enumerate().for_each(|(place, desk)| {
            let key = *steps * DESKS as u64 + place as u64;
            with_wide_registers(TrainBatch { desk, school, tables, lengths, key });
        });
        for TrainWorker { rules, taught, .. } in desks.iter() {
            lengths[*rules] += LATELY * (taught.samples as f32 - lengths[*rules]);
        }
        let counted: f32 = desks.iter().map(|desk| desk.counted).sum();
        let mut taught = Taught::default();
        let (sum, others) = desks.split_first_mut().expect("there are desks");
        taught.add(&sum.taught);
        for desk in others.iter() {
            taught.add(&desk.taught);
        }
        let rate = stage.rate * stage.falls.powf(-done.unwrap_or(part).min(1.0));
        let scale = 1.0 / counted.max(1.0);
        with_wide_registers(Update {
            sum: &mut sum.gradient,
            others,
            scale,
            learner: &mut self.learner,
            model: &mut self.model,
            average: &mut self.average.weights,
            rate,
            decay: self.plan.decay,
        });
        self.played[number] += taught.games;
        self.steps += 1;
        taught
    }
}

fn uniform(rng: &mut Rng) -> f32 {
    (rng.bits() >> 40) as f32 / (1_u64 << 24) as f32
}

/// The games of a desk in a step: with one rule set, until there are enough decisions, and so that
/// rule sets with long rounds teach no more than others.
struct TrainBatch<'a> {
    desk: &'a mut TrainWorker,
    school: Trainer<'a>,
    tables: &'a [[OnceLock<TrainTable>; MAX_SEATS + 1]],
    lengths: &'a [f32],
    key: u64,
}

impl CpuJob for TrainBatch<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let TrainBatch { desk, school, tables, lengths, key } = self;
        desk.clear();
        let Trainer { plan, stage, .. } = school;
        let mut rng = RoundKey::new(plan.seed, key, u64::MAX).stream(Purpose::Strategy, 0);
        let enough = stage.batch / DESKS as u64;
        // What takes long is played less often.
        let number = loop {
            let number = plan.choose(&mut rng);
            if uniform(&mut rng).powi(2) * lengths[number] < enough as f32 {
                break number;
            }
        };
        desk.rules = number;
        let seats = plan.seats(&mut rng);
        let rules = &plan.rules[number].1;
        let players = if rules.validate_for(seats).is_ok() { seats } else { plan.players };
        let table = tables[number][players].get_or_init(|| TrainTable::new(rules, players));
        let seated = TrainSeats::new(table, school);
        let mut game = 0;
        while desk.taught.samples < enough && desk.taught.games < enough {
            desk.play(school, &seated, RoundKey::new(plan.seed, key, game));
            game += 1;
        }
        // By the rule set and not by the game, or who loses would do well to play on.
        desk.end(school, &seated, (MOST * enough as f32 / lengths[number]).min(1.0));
    }
}

/// A step of the weights by the gradients of all desks, as a job compiled for this processor.
struct Update<'a> {
    sum: &'a mut [f32],
    others: &'a [TrainWorker],
    scale: f32,
    learner: &'a mut Learner,
    model: &'a mut Model,
    average: &'a mut [f32],
    rate: f32,
    decay: f32,
}

impl CpuJob for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for desk in self.others {
            for (sum, slope) in self.sum.iter_mut().zip(&desk.gradient) {
                *sum += slope;
            }
        }
        for slope in self.sum.iter_mut() {
            *slope *= self.scale;
        }
        self.learner.step(self.model, self.average, self.sum, (self.rate, self.decay));
    }
}
