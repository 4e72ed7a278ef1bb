//! Flat Monte Carlo: each action by playouts alone, the budget spent by sequential halving.

use super::simulation::{Returns, SampleSource};
use super::state::{MOST_ACTIONS, Root, SearchState, Searcher};
use unobench_core::game::{Action, View};
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::ParameterValues;

/// How an action is tried once, for sequential halving.
pub(super) trait ActionTrial {
    fn try_out(&mut self, searcher: &mut Searcher<'_>, action: Action) -> Returns;
}

/// The trial of an action by a playout to the end of the round.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayOut;

impl ActionTrial for PlayOut {
    fn try_out(&mut self, searcher: &mut Searcher<'_>, action: Action) -> Returns {
        searcher.simulator.apply(action);
        searcher.simulator.play_out()
    }
}

/// Nothing is played: somebody says what an action is worth.
struct ValueTrial<'t>(&'t mut dyn FnMut(Action) -> f32);

impl ActionTrial for ValueTrial<'_> {
    fn try_out(&mut self, _: &mut Searcher<'_>, action: Action) -> Returns {
        Returns([(self.0)(action); MAX_SEATS])
    }
}

/// The best action of a decision by sequential halving, where `worth` stands in for a playout; the
/// settings are the first six of a search.
pub fn halve(
    view: &View<'_>,
    settings: &ParameterValues<'_>,
    worth: &mut dyn FnMut(Action) -> f32,
) -> Action {
    let source = SampleSource::View { view, trust: 0 };
    let mut searcher = SearchState::new(settings).searcher(source);
    sequential_halving(&mut ValueTrial(worth), &mut searcher, &Root::new(view))
}

/// An action in sequential halving, with its playouts and the sum of what they were worth.
#[derive(Debug, Clone, Copy)]
struct Arm {
    action: Action,
    rank: usize,
    total: f64,
    playouts: u32,
}

/// Halves the actions again and again, the better half going on, with as many playouts for each
/// round of it; gives the best.
///
/// All actions of a round are tried in the same worlds with the same chance, so that luck is common
/// to them and their difference is seen earlier.
///
/// Source: Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits",
/// ICML 2013.
pub(super) fn sequential_halving(
    trial: &mut dyn ActionTrial,
    searcher: &mut Searcher<'_>,
    root: &Root,
) -> Action {
    let mut arms = [Arm { action: Action::No, rank: 0, total: 0.0, playouts: 0 }; MOST_ACTIONS];
    for (rank, (arm, &action)) in arms.iter_mut().zip(root.actions()).enumerate() {
        (arm.action, arm.rank) = (action, rank);
    }
    let mut alive = root.actions().len();
    let mut left = searcher.settings.playouts;
    let habit = searcher.simulator.policy_action();
    let (width, caution) = (searcher.settings.width, searcher.settings.caution);
    if alive > width && searcher.simulator.policy_value(habit).is_some() {
        for arm in &mut arms[..alive] {
            arm.total = searcher.simulator.policy_value(arm.action).unwrap_or(0.0);
        }
        best_first(&mut arms[..alive], &|arm| arm.total);
        alive = width;
        arms[..alive].iter_mut().for_each(|arm| arm.total = 0.0);
    }
    let merit =
        |arm: &Arm| arm.mean() + if arm.action == habit { caution * arm.error() } else { 0.0 };
    // The logarithm to base 2, rounded up.
    let mut halvings = usize::BITS - alive.saturating_sub(1).leading_zeros();
    while alive > 1 && halvings > 0 {
        // What is left may not be enough for all of them in one world; then nothing more can be
        // said.
        let worlds = (left / (halvings * alive as u32)).max(u32::from(left >= alive as u32));
        for _ in 0..worlds {
            searcher.simulator.sample(&mut searcher.rng);
            for arm in &mut arms[..alive] {
                searcher.simulator.rewind();
                arm.total += trial.try_out(searcher, arm.action).of(root.seat);
                arm.playouts += 1;
            }
        }
        left -= worlds * alive as u32;
        best_first(&mut arms[..alive], &merit);
        alive = alive.div_ceil(2);
        halvings -= 1;
    }
    let best = arms[0].action;
    let tried = &mut arms[..root.actions().len()];
    tried.sort_unstable_by_key(|arm| arm.rank);
    for arm in tried {
        searcher.note(arm.action, if arm.playouts > 0 { arm.total } else { 0.0 }, arm.playouts);
    }
    best
}

/// Plays all actions on equally often, in common worlds, so that what is found of each is as sure
/// as of the others and none looks worse because it was left early; gives the best.
///
/// After so many turns it tries no more worlds, 0: any number. That bounds the time under rules
/// whose rounds do not end, and unlike a clock is the same on every machine.
pub(super) fn evenly(searcher: &mut Searcher<'_>, root: &Root, most_turns: u32) -> Action {
    let mut totals = [0.0; MOST_ACTIONS];
    let most_worlds = searcher.settings.playouts / root.actions().len().max(1) as u32;
    let (mut worlds, mut spent) = (0, 0_u64);
    while worlds < most_worlds && (most_turns == 0 || spent < u64::from(most_turns)) {
        searcher.simulator.sample(&mut searcher.rng);
        for (total, &action) in totals.iter_mut().zip(root.actions()) {
            searcher.simulator.rewind();
            let before = searcher.simulator.turns();
            *total += PlayOut.try_out(searcher, action).of(root.seat);
            spent += u64::from(searcher.simulator.turns() - before);
        }
        worlds += 1;
    }
    let mut best = 0;
    for (place, (&action, &total)) in root.actions().iter().zip(&totals).enumerate() {
        searcher.note(action, total, worlds);
        if total > totals[best] {
            best = place;
        }
    }
    root.actions()[best]
}

/// Sorts actions by merit, the best first, among equals as they came.
fn best_first(arms: &mut [Arm], merit: &dyn Fn(&Arm) -> f64) {
    arms.sort_unstable_by(|arm, other| {
        merit(other).total_cmp(&merit(arm)).then(arm.rank.cmp(&other.rank))
    });
}

impl Arm {
    fn mean(&self) -> f64 {
        self.total / f64::from(self.playouts.max(1))
    }

    /// The standard error of the mean at most: half of one over the root of the playouts.
    fn error(&self) -> f64 {
        0.5 / f64::from(self.playouts.max(1)).sqrt()
    }
}
