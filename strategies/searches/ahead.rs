//! A network that looks ahead: close decisions are played on in sampled worlds for some turns, by
//! the network for everybody, and then the network says what came of it.

use super::policy::Policy;
use super::simulation::{Policies, SampleSource, Simulator};
use super::state::{MOST_ACTIONS, Root, obvious};
use unobench_core::game::{Action, Decision, RoundStatus, Seat, View};
use unobench_core::rng::Rng;
use unobench_core::strategy::{
    ActionEstimate, FastStrategy, FromSettings as _, Lesson, Parameter, ParameterValues, Strategy,
};
use unobench_learners::net::{Learned, Taken};

const WIDTH: usize = 4;

/// After so many worlds it is seen which actions have no hope.
const BATCH: u32 = 16;

/// By how many standard errors an action has to be behind to have none.
const SURE: f64 = 2.5;

/// How far the network's differences between close actions are off, and how far those of a search
/// in worlds without end would be, about: root mean squares in the chance to win, measured at 8,000
/// decisions at two seats against playouts from the hands as they were.
const DOUBT: f64 = 0.03;
const RESIDUE: f64 = 0.02;

/// The variance of one world's difference, and how many worlds it counts as, before any was seen.
const SPREAD: f64 = 0.15 * 0.15;
const SPREAD_WORLDS: f64 = 4.0;

pub(super) const BUDGET: Parameter =
    Parameter::whole("playouts", 500, 1, 10_000_000).means("the most playouts for each decision");

pub(super) const MARGIN: Parameter = Parameter::decimal("margin", 50, 0, 1000).means(
    "how much less likely than the network's best action another one may win, as the network sees \
     it, to be tried",
);

pub(super) const TURNS: Parameter = Parameter::whole("turns", 3, 1, 100)
    .means("at which of its next turns a playout ends, with what the network thinks of it there");

/// A player that tries the network's best actions in playouts of a few turns.
#[derive(Debug, Clone)]
pub(super) struct AheadPlayer {
    rng: Rng,
    learned: Learned,
    playouts: u32,
    margin: f64,
    turns: u32,
}

/// An action and what was seen of it: by how much it went better than the network's best action in
/// the same worlds.
#[derive(Debug, Clone, Copy)]
struct ComparedAction {
    action: Action,
    /// Its chance to win as the network sees it.
    prior: f64,
    /// The same, less that of the best action.
    behind: f64,
    sum: f64,
    squares: f64,
    worlds: f64,
}

impl AheadPlayer {
    /// By a file of networks, [`BUDGET`], [`MARGIN`] and [`TURNS`].
    pub(super) fn new(settings: &ParameterValues<'_>) -> AheadPlayer {
        AheadPlayer {
            rng: Rng::from_key(0),
            learned: Learned::new(settings),
            playouts: settings.whole(1),
            margin: settings.decimal(2),
            turns: settings.whole(3),
        }
    }

    fn think(&mut self, view: &View<'_>) -> (Action, Vec<ActionEstimate>) {
        if let Some(action) = obvious(view) {
            return (action, Vec::new());
        }
        let mut rng = Rng::from_key(self.rng.bits());
        let mut arms = [ComparedAction::new(Action::No, 0.0); MOST_ACTIONS];
        let root = Root::new(view);
        let sure = self.learned.sure(view);
        let known = self.arms(view, &root, sure, &mut arms);
        let arms = &mut arms[..known];
        let Some(&ComparedAction { action: habit, prior: best, .. }) = arms.first() else {
            return (root.actions()[0], Vec::new());
        };
        let close = arms.iter().take(WIDTH).filter(|arm| arm.behind >= -self.margin).count();
        let mut action = habit;
        if close > 1 && sure.is_none() {
            let policies: Policies = std::array::from_fn(|_| Policy::Learned(self.learned.clone()));
            let source = SampleSource::View { view, trust: 0 };
            let mut simulator = source.simulator(policies, false);
            action = self.race(&mut *simulator, &mut rng, root.seat, &mut arms[..close]);
        }
        let taken = if sure.is_some() { Taken::SureWin } else { Taken::Best };
        let often = |chance: f64| self.learned.as_often(view, chance.clamp(0.0, 1.0));
        let estimate = |arm: &ComparedAction| {
            let chance = match arm.worlds {
                // Nothing is known of it but what the network thinks.
                0.0 => {
                    let both = [best, arm.prior].map(often);
                    self.learned.nets().chance_of_other(view, taken, both)
                }
                _ => often(best + arm.merit()),
            };
            ActionEstimate { action: arm.action, value: f64::from(chance) / 1e6, playouts: None }
        };
        (action, arms.iter().map(estimate).collect())
    }

    /// The actions of which the network thinks something, what surely wins and the best first, among
    /// equals as they come; gives their number.
    fn arms(
        &self,
        view: &View<'_>,
        root: &Root,
        sure: Option<Action>,
        arms: &mut [ComparedAction; MOST_ACTIONS],
    ) -> usize {
        let mut known = 0;
        for &action in root.actions() {
            if let Some(chance) = self.learned.value(view, action) {
                arms[known] =
                    ComparedAction::new(action, if sure == Some(action) { 1.0 } else { chance });
                known += 1;
            }
        }
        let arms = &mut arms[..known];
        arms.sort_by(|arm, other| other.prior.total_cmp(&arm.prior));
        let best = arms.first().map_or(0.0, |arm| arm.prior);
        arms.iter_mut().for_each(|arm| arm.behind = arm.prior - best);
        known
    }

    /// Tries the actions in common worlds, and leaves out one after the other as soon as it has no
    /// hope; gives the best.
    fn race(
        &self,
        simulator: &mut dyn Simulator,
        rng: &mut Rng,
        seat: Seat,
        arms: &mut [ComparedAction],
    ) -> Action {
        let (mut alive, mut left, mut worlds) = (arms.len(), self.playouts, 0);
        while alive > 1 && left >= alive as u32 {
            simulator.sample(rng);
            let habit = self.try_out(simulator, seat, arms[0].action);
            for arm in &mut arms[1..alive] {
                arm.note(self.try_out(simulator, seat, arm.action) - habit);
            }
            left -= alive as u32;
            worlds += 1;
            if worlds % BATCH == 0 {
                alive = still_alive(&mut arms[..alive]);
            }
        }
        let best = arms.iter().rev().max_by(|arm, other| arm.merit().total_cmp(&other.merit()));
        best.expect("there is an action").action
    }

    fn try_out(&self, simulator: &mut dyn Simulator, seat: Seat, action: Action) -> f64 {
        simulator.rewind();
        simulator.apply(action);
        let mut turns = 0;
        while simulator.standing() == RoundStatus::Waits {
            let action = simulator.policy_action();
            if simulator.actor() == seat && simulator.decision() == Decision::Play {
                turns += 1;
                if turns == self.turns
                    && let Some(chance) = simulator.policy_value(action)
                {
                    return chance;
                }
            }
            simulator.apply(action);
        }
        simulator.play_out().of(seat)
    }
}

/// Puts the actions without hope last, the first one excepted, which the others are compared with;
/// gives how many are left, or 1 if one is surely the best of two.
fn still_alive(arms: &mut [ComparedAction]) -> usize {
    let (first, others) = arms.split_first_mut().expect("there is an action");
    others.sort_by(|arm, other| other.merit().total_cmp(&arm.merit()));
    let best = others.iter().map(ComparedAction::merit).fold(first.merit(), f64::max);
    let hopeful = others.iter().filter(|arm| arm.merit() + SURE * arm.error() >= best).count();
    match others[..hopeful] {
        [only] if only.merit() - SURE * only.error() > 0.0 => 1,
        _ => 1 + hopeful,
    }
}

impl ComparedAction {
    const fn new(action: Action, prior: f64) -> ComparedAction {
        ComparedAction { action, prior, behind: 0.0, sum: 0.0, squares: 0.0, worlds: 0.0 }
    }

    fn note(&mut self, difference: f64) {
        self.sum += difference;
        self.squares += difference * difference;
        self.worlds += 1.0;
    }

    fn variance(&self) -> f64 {
        let worlds = self.worlds.max(1.0);
        let deviations = (self.squares - self.sum * self.sum / worlds).max(0.0);
        (deviations + SPREAD_WORLDS * SPREAD) / (worlds + SPREAD_WORLDS) / worlds
    }

    /// How far the worlds count against the network: the less, the more they differ.
    fn trust(&self) -> f64 {
        if self.worlds == 0.0 {
            return 0.0;
        }
        let doubt = DOUBT * DOUBT;
        doubt / (doubt + RESIDUE * RESIDUE + self.variance())
    }

    /// By how much it is better than the network's best action, as far as both know.
    fn merit(&self) -> f64 {
        self.behind + self.trust() * (self.sum / self.worlds.max(1.0) - self.behind)
    }

    fn error(&self) -> f64 {
        self.trust() * self.variance().sqrt()
    }
}

impl Strategy for AheadPlayer {
    fn begin(&mut self, rng: Option<&Rng>) {
        if let Some(rng) = rng {
            self.rng = rng.clone();
        }
    }

    fn decide(&mut self, view: &View<'_>) -> Action {
        self.think(view).0
    }

    fn consider(&mut self, view: &View<'_>) -> (Action, Vec<ActionEstimate>) {
        self.think(view)
    }

    fn gives_chances(&self) -> bool {
        true
    }

    fn lesson(&self, players: usize) -> Option<Lesson<'_>> {
        FastStrategy::lesson(&self.learned, players)
    }
}
