//! Networks that learn rule sets by playing them, against themselves and against strategies of the
//! library: TD(λ) on the values of actions, and steps up the gradient of the policy that prefers
//! the better ones.
//!
//! The same plan gives the same bytes whatever the threads: each game has random numbers of its
//! own, the games of a step are played with the weights at its beginning, and gradients are added
//! in the order of the desks.

mod game;
mod model;
mod plan;
mod random;
mod state;
mod taught;

pub use plan::{MOST_RIVALS, TrainPlan, TrainStage};
pub use state::StateError;
pub use taught::Taught;

use game::{TrainSeats, TrainTable, TrainWorker, Trainer};
use model::{Learner, Model, Parts};
use random::uniform;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};
use unobench_core::machine::{CpuJob, with_wide_registers};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::StrategySpec;
use unobench_learners::net::{Net, Nets, Origin};

/// Of how many times as many decisions as a desk is to have in a step, those of a rule set with
/// longer rounds count as much.
const MOST: f32 = 2.0;

/// Desks at which the games of a step are played.
const DESKS: usize = 8;

/// How much the latest games count for how long a rule set takes.
const LATELY: f32 = 0.2;

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
    /// How many decisions it has learned from.
    decisions: u64,
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
            decisions: 0,
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

    /// Which part of the decisions it has learned from, if the plan says after how many it is over.
    fn decided(&self) -> f32 {
        self.plan.decisions.map_or(0.0, |most| self.decisions as f32 / most as f32)
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

    /// Which part of it is over: of its games, or of its decisions if these come to their end sooner.
    pub fn part(&self) -> f32 {
        (self.played() as f32 / self.plan.games() as f32).max(self.decided())
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
        let entry = unobench_learners::ENTRIES.iter().find(|entry| entry.name == "net");
        StrategySpec::new(entry.expect("a learner")).with_file("its past", Arc::new(nets))
    }

    /// Plays the games of a step of a stage at all desks, with the weights at its beginning.
    fn play(&mut self, stage: usize) {
        let Training { plan, parts, model, desks, steps, past, tables, lengths, .. } = self;
        let past = past.as_ref().map(|(_, spec)| spec);
        let stage = &plan.stages[stage];
        let school = Trainer { plan, stage, model, parts, unseen: &plan.unseen(), past };
        desks.par_iter_mut().enumerate().for_each(|(place, desk)| {
            let key = *steps * DESKS as u64 + place as u64;
            with_wide_registers(TrainBatch { desk, school, tables, lengths, key });
        });
        for TrainWorker { rules, taught, .. } in desks.iter() {
            lengths[*rules] += LATELY * (taught.samples as f32 - lengths[*rules]);
        }
    }

    /// Plays the games of a step and learns from them. This part of the first stage is done, which
    /// the learning rate goes by; if none is told, the part of the games or of the decisions.
    pub fn step(&mut self, done: Option<f32>) -> Taught {
        let (number, played) = self.stage();
        let part = done.unwrap_or(played.max(self.decided())).min(1.0);
        if number == 1 && self.past.is_none() {
            self.begin_policy();
        }
        self.play(number);
        let Training { plan, desks, .. } = self;
        let stage = &plan.stages[number];
        let counted: f32 = desks.iter().map(|desk| desk.counted).sum();
        let mut taught = Taught::default();
        let (sum, others) = desks.split_first_mut().expect("there are desks");
        taught.add(&sum.taught);
        for desk in others.iter() {
            taught.add(&desk.taught);
        }
        let rate = stage.rate * stage.falls.powf(-part);
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
        self.decisions += taught.samples;
        self.steps += 1;
        taught
    }
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
