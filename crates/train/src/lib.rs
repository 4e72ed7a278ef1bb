//! Networks that learn a rule set by playing it, against itself and against strategies of the
//! library: TD(λ) on the values of actions, and steps up the gradient of the policy that prefers
//! the better ones.
//!
//! The same plan gives the same bytes whatever the threads: each game has random numbers of its
//! own, the games of a step are played with the weights at its beginning, and gradients are added
//! in the order of the games.

mod game;
mod model;
mod state;

pub use state::StateError;

use game::{Desk, School};
use model::{Learner, Model, Parts};
use rayon::prelude::*;
use unobench_core::game::{ActiveRules, Prepared, Scoring};
use unobench_core::machine::{Job, with_wide_registers};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Aim, Entry, StrategySpec};
use unobench_learners::net::{Net, Nets, Origin, rows};

/// Desks at which the games of a step are played.
const DESKS: usize = 8;

pub const LAMBDA: f32 = 0.8;

#[derive(Debug, Clone)]
pub struct Plan {
    /// The rules, valid for so many seats.
    pub rules: RuleSet,
    pub players: usize,
    pub seed: u64,
    pub games: u64,
    /// Who else is played against, and in how many games of a thousand.
    pub rivals: Vec<(u32, StrategySpec)>,
    pub aim: Aim,
    /// How much likelier the better of two actions is taken: the logarithm of the ratio is so many
    /// times the difference of their outputs.
    pub sharpness: f32,
    /// How much the choice among actions counts beside their values.
    pub choice: f32,
    /// λ: how far the end of the game is believed, not the next value.
    pub trust: f32,
    pub rate: f32,
    /// By how much it has fallen at the end.
    pub falls: f32,
    /// How fast weights go back to 0, per step and rate.
    pub decay: f32,
    /// Turns after which a game is lost for all.
    pub longest: u32,
    /// Games at each desk in a step.
    pub batch: u64,
    /// Topics of rows that it does not see: see [`rows::topics`].
    pub without: Vec<String>,
}

impl Plan {
    pub fn new(rules: &RuleSet, players: usize, seed: u64, games: u64) -> Plan {
        Plan {
            rules: rules.clone(),
            players,
            seed,
            games,
            rivals: vec![
                (250, rival(&unobench_learners::ENTRIES, "linear")),
                (150, rival(&unobench_fast::ENTRIES, "most-colour")),
            ],
            aim: Aim::Wins,
            sharpness: 15.0,
            choice: 0.5,
            trust: LAMBDA,
            rate: 0.003,
            falls: 30.0,
            // The more play, the more of a result is luck: steps wander, and without it the weights
            // grow with their number. At two seats it makes no difference that can be told.
            decay: if players > 2 { 0.1 } else { 0.0 },
            longest: 250,
            batch: 1,
            without: Vec::new(),
        }
    }

    /// The usual plan for who is to do well in points.
    pub fn for_score(self) -> Plan {
        // A lead differs less from one action to the other than the logit of a chance does.
        Plan { aim: Aim::Score, sharpness: 50.0, choice: 0.15, ..self }
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

    /// Whom the next game is played against, and the seat of the network; none: against itself.
    fn rival(&self, rng: &mut Rng) -> (Option<usize>, usize) {
        let mut draw = rng.below(1000);
        let seat = rng.below(self.players as u32) as usize;
        for (rival, (share, _)) in self.rivals.iter().enumerate() {
            if draw < *share {
                return (Some(rival), seat);
            }
            draw -= share;
        }
        (None, seat)
    }
}

fn rival(entries: &'static [Entry], name: &str) -> StrategySpec {
    let entry = entries.iter().find(|entry| entry.name == name);
    StrategySpec::new(entry.expect("a strategy of the library"))
}

pub const MOST_RIVALS: usize = 16;

#[derive(Debug, Clone, Copy, Default)]
pub struct Taught {
    pub games: u64,
    pub turns: u64,
    /// Decisions that were learned from.
    pub samples: u64,
    /// The sum of the cross-entropies, or of the squared errors of the lead.
    pub loss: f64,
    /// For each rival the games against it, and how many of them were won.
    pub against: [(u64, u64); MOST_RIVALS],
}

impl Taught {
    pub fn add(&mut self, other: &Taught) {
        self.games += other.games;
        self.turns += other.turns;
        self.samples += other.samples;
        self.loss += other.loss;
        for (sum, (games, won)) in self.against.iter_mut().zip(other.against) {
            *sum = (sum.0 + games, sum.1 + won);
        }
    }
}

pub struct Training {
    plan: Plan,
    deck: Prepared,
    active: ActiveRules,
    scoring: Scoring,
    parts: Parts,
    model: Model,
    average: Model,
    learner: Learner,
    desks: Vec<Desk>,
    played: u64,
}

impl Training {
    /// Begins with random weights, or with those of the network for the nearest number of
    /// seats.
    ///
    /// # Panics
    /// If the plan has more than [`MOST_RIVALS`] rivals.
    pub fn new(plan: Plan, from: Option<&Nets>) -> Training {
        assert!(plan.rivals.len() <= MOST_RIVALS, "too many rivals");
        let mut rng = RoundKey::new(plan.seed, u64::MAX, 0).stream(Purpose::Strategy, 0);
        let model = from.map_or_else(
            || Model::random(plan.players, || uniform(&mut rng)),
            |nets| Model::of_net(plan.players, &nets.of(plan.players).1),
        );
        let len = model.weights.len();
        Training {
            deck: Prepared::new(&plan.rules, plan.players),
            active: ActiveRules::of(&plan.rules),
            scoring: Scoring::of(&plan.rules),
            parts: Parts::of(plan.players),
            average: model.clone(),
            learner: Learner::new(&model),
            model,
            desks: (0..DESKS).map(|_| Desk::new(len)).collect(),
            played: 0,
            plan,
        }
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub fn played(&self) -> u64 {
        self.played
    }

    /// Which part of its games it has played.
    pub fn part(&self) -> f32 {
        self.played as f32 / self.plan.games as f32
    }

    /// How the network so far was made, by this command.
    pub fn origin(&self, command: String) -> Origin {
        let Plan { ref rules, players, seed, aim, .. } = self.plan;
        Origin { players, rules: rules.name.clone(), seed, games: self.played, command, aim }
    }

    /// The network so far: the average of the weights of the last steps.
    pub fn net(&self) -> Net {
        let mut model = self.average.clone();
        model.forget(&self.plan.unseen());
        model.rounded()
    }

    /// Plays the games of a step and learns from them; this part of the training is done, which the
    /// learning rate goes by.
    pub fn step(&mut self, done: f32) -> Taught {
        let Training { plan, deck, active, scoring, parts, model, desks, played, .. } = self;
        let done = done.min(1.0);
        let unseen = &plan.unseen();
        let school = School { plan, deck, active, scoring, model, parts, unseen };
        desks.par_iter_mut().enumerate().for_each(|(place, desk)| {
            let first = *played + place as u64 * plan.batch;
            with_wide_registers(Sitting { desk, school, first });
        });
        let mut taught = Taught::default();
        let (sum, others) = desks.split_first_mut().expect("there are desks");
        taught.add(&sum.taught);
        for desk in others.iter() {
            taught.add(&desk.taught);
        }
        let rate = self.plan.rate * self.plan.falls.powf(-done);
        let scale = 1.0 / taught.samples.max(1) as f32;
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
        self.played += DESKS as u64 * self.plan.batch;
        taught
    }
}

fn uniform(rng: &mut Rng) -> f32 {
    (rng.bits() >> 40) as f32 / (1_u64 << 24) as f32
}

struct Sitting<'a> {
    desk: &'a mut Desk,
    school: School<'a>,
    first: u64,
}

impl Job for Sitting<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Sitting { desk, school, first } = self;
        desk.clear();
        for game in first..first + school.plan.batch {
            desk.play(school, game);
        }
    }
}

struct Update<'a> {
    sum: &'a mut [f32],
    others: &'a [Desk],
    scale: f32,
    learner: &'a mut Learner,
    model: &'a mut Model,
    average: &'a mut [f32],
    rate: f32,
    decay: f32,
}

impl Job for Update<'_> {
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
