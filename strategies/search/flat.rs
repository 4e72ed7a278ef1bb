//! Flat Monte Carlo: each action by playouts alone, the budget spent by sequential halving.

use super::{MOST_ACTIONS, Returns, Root, Search, Searcher, Worlds};
use unobench_core::cards::Cards;
use unobench_core::game::{Action, LawSource, Live, Round};

/// Halves the actions again and again, the better half going on, with as many playouts for each
/// round of it.
///
/// All actions of a round are tried in the same worlds with the same chance, so that luck is common
/// to them and their difference is seen earlier.
///
/// Source: Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits",
/// ICML 2013.
#[derive(Debug, Clone, Copy)]
pub(super) struct SequentialHalving<T>(pub(super) T);

/// How an action is tried in a world.
pub(super) trait Trial {
    /// Takes the action and plays on to the end.
    fn try_out<C: Cards, L: LawSource>(
        &mut self,
        searcher: &mut Searcher,
        worlds: &Worlds<'_, C>,
        round: &mut Round<C>,
        env: &mut Live<'_, L, C>,
        action: Action,
    ) -> Returns;
}

/// The policy plays on at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayOut;

impl Trial for PlayOut {
    fn try_out<C: Cards, L: LawSource>(
        &mut self,
        searcher: &mut Searcher,
        worlds: &Worlds<'_, C>,
        round: &mut Round<C>,
        env: &mut Live<'_, L, C>,
        action: Action,
    ) -> Returns {
        round.apply_trusted(env, action);
        searcher.play_out(worlds, round, env)
    }
}

/// An action and what its playouts were worth.
#[derive(Debug, Clone, Copy)]
struct Arm {
    action: Action,
    rank: usize,
    total: f64,
    playouts: u32,
}

impl<T: Trial> Search for SequentialHalving<T> {
    fn run<C: Cards, L: LawSource>(
        mut self,
        searcher: &mut Searcher,
        law: L,
        worlds: &Worlds<'_, C>,
        root: &Root,
    ) -> Action {
        let mut arms = [Arm { action: Action::No, rank: 0, total: 0.0, playouts: 0 }; MOST_ACTIONS];
        for (rank, (arm, &action)) in arms.iter_mut().zip(root.actions()).enumerate() {
            (arm.action, arm.rank) = (action, rank);
        }
        let mut alive = root.actions().len();
        let mut left = searcher.habits.playouts;
        let mut world = worlds.blank();
        let habit = searcher.policy_action(worlds, &world);
        if alive > searcher.habits.width && searcher.values_actions() {
            for arm in &mut arms[..alive] {
                arm.total = searcher.policy_value(worlds, &world, arm.action);
            }
            arms[..alive].sort_unstable_by(|one, other| {
                other.total.total_cmp(&one.total).then(one.rank.cmp(&other.rank))
            });
            alive = searcher.habits.width;
            arms[..alive].iter_mut().for_each(|arm| arm.total = 0.0);
        }
        let caution = searcher.habits.caution;
        let merit =
            |arm: &Arm| arm.mean() + if arm.action == habit { caution * arm.error() } else { 0.0 };
        let mut halvings = usize::BITS - alive.saturating_sub(1).leading_zeros(); // the logarithm to base 2, rounded up
        while alive > 1 && halvings > 0 {
            // What is left may not be enough for all of them in one world; then nothing more can be
            // said.
            let worlds_now =
                (left / (halvings * alive as u32)).max(u32::from(left >= alive as u32));
            for _ in 0..worlds_now {
                let chance = worlds.sample(law, &mut searcher.rng, &mut world);
                for arm in &mut arms[..alive] {
                    let mut round = world;
                    let mut env = chance.clone();
                    arm.total += self
                        .0
                        .try_out(searcher, worlds, &mut round, &mut env, arm.action)
                        .of(root.seat);
                    arm.playouts += 1;
                }
            }
            left -= worlds_now * alive as u32;
            arms[..alive].sort_unstable_by(|one, other| {
                merit(other).total_cmp(&merit(one)).then(one.rank.cmp(&other.rank))
            });
            alive = alive.div_ceil(2);
            halvings -= 1;
        }
        for action in root.actions() {
            if let Some(arm) = arms[..root.actions().len()].iter().find(|arm| arm.action == *action)
            {
                searcher.note(
                    arm.action,
                    if arm.playouts > 0 { arm.total } else { 0.0 },
                    arm.playouts,
                );
            }
        }
        arms[0].action
    }
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
