//! Worlds in which a search tries actions: one instance of the game for each type of cards and
//! source of rules that pays, behind one object-safe trait.

use super::policy::Policy;
use unobench_core::cards::{Bits as _, Cards, Compact, DrawPile, FastBits, Kind, Multiset, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Decision, Determinizer, OfficialRules, RandomChance, Round, RoundStatus,
    RulesSource, Scoring, Seat, View,
};
use unobench_core::machine::CpuJob;
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::{FastStrategy, World, decide, drive};

/// The policies that play a simulated table, by seat.
pub(super) type Policies = [Policy; MAX_SEATS];

/// A table at which actions are tried: what a search needs of the game.
pub(super) trait Simulator {
    /// Samples another world; [`Simulator::rewind`] puts it on the table.
    fn sample(&mut self, rng: &mut Rng);
    /// Puts the world that was sampled last on the table, with the same chance as before.
    fn rewind(&mut self);
    fn apply(&mut self, action: Action);
    fn standing(&self) -> RoundStatus;
    fn actor(&self) -> Seat;
    fn decision(&self) -> Decision;
    /// Turns of the round so far.
    fn turns(&self) -> u32;
    fn for_each_action(&self, visit: &mut dyn FnMut(Action));
    fn policy_action(&mut self) -> Action;
    /// What the policy thinks of an action; none where it has no values.
    fn policy_value(&self, action: Action) -> Option<f64>;
    /// Lets the policies play to the end, and says how it went.
    fn play_out(&mut self) -> Returns;
}

/// The table at which a search tries actions, whatever its cards and rules.
pub(super) type Simulated<'v> = Box<dyn Simulator + 'v>;

/// What a playout was worth to each seat, from 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Returns(pub(super) [f32; MAX_SEATS]);

impl Returns {
    pub(super) fn of(&self, seat: Seat) -> f64 {
        f64::from(self.0[seat.index()])
    }
}

/// What the worlds of a search are sampled from.
pub(super) enum SampleSource<'a, 'v> {
    /// From what a seat sees, all that is hidden dealt anew; `trust` in 2⁻³² says how often what
    /// draws reveal is believed.
    View { view: &'a View<'v>, trust: u64 },
    /// All hands as they are and, for who foresees it, the chance to come as it will be.
    World { world: &'a World<'v>, foresees: bool },
}

impl<'v> SampleSource<'_, 'v> {
    /// The fastest simulator on this machine; `for_points`: a playout is worth points, not the win.
    ///
    /// There are few instances, since each takes seconds to compile.
    pub(super) fn simulator(&self, policies: Policies, for_points: bool) -> Simulated<'v> {
        let (active, seats) = (self.view().rules(), SimulatedSeats { policies, for_points });
        if !FastBits::is_available() || !is_compact(active) {
            return Box::new(self.simulation::<Roomy, _>(active, seats));
        }
        if active.is_official() {
            return Box::new(self.simulation::<Compact<FastBits>, _>(OfficialRules(active), seats));
        }
        Box::new(self.simulation::<Compact<FastBits>, _>(active, seats))
    }

    fn view(&self) -> &View<'v> {
        match self {
            SampleSource::View { view, .. } => view,
            SampleSource::World { world, .. } => world.view(),
        }
    }

    fn simulation<C: Cards, L: RulesSource>(
        &self,
        rules: L,
        seats: SimulatedSeats,
    ) -> Simulation<'v, C, L> {
        let worlds: Worlds<'v, C> = match self {
            SampleSource::View { view, trust } => Worlds::Fair(view.determinizer(), *trust),
            SampleSource::World { world, foresees } => match world.future().filter(|_| *foresees) {
                Some(future) => Worlds::Everything(world.round().recast(), future.recast()),
                None => Worlds::Hands(world.round().recast()),
            },
        };
        Simulation::new(self.view(), rules, worlds, seats)
    }
}

fn is_compact(active: &ActiveRules) -> bool {
    let most = active.copies.iter().copied().max().unwrap_or(0);
    let total: u32 = active.copies.iter().map(|&copies| u32::from(copies)).sum();
    active.copies[Kind::COMPACT..].iter().all(|&copies| copies == 0)
        && u32::from(most) <= <Compact as Cards>::Set::MAX_COPIES
        && total as usize <= <Compact as Cards>::Pile::CAPACITY
}

/// Who plays a simulated table, and whether a playout is worth points or a win.
struct SimulatedSeats {
    policies: Policies,
    for_points: bool,
}

/// The worlds among which a search samples; one for each decision, so that its size is no matter.
#[allow(clippy::large_enum_variant)]
enum Worlds<'a, C: Cards> {
    /// From a view, all that is hidden dealt anew.
    Fair(Determinizer<'a, C>, u64),
    /// All hands as they are, the pile shuffled.
    Hands(Round<C>),
    /// As it is, and as it will be.
    Everything(Round<C>, RandomChance<'a, &'a ActiveRules, C>),
}

/// A simulated table with the world that lies there, for one decision of a search.
struct Simulation<'a, C: Cards, L> {
    active_rules: &'a ActiveRules,
    rules: L,
    totals: &'a [i32; MAX_SEATS],
    scoring: Scoring,
    worlds: Worlds<'a, C>,
    seats: SimulatedSeats,
    /// The world that was sampled, and its chance.
    sampled: (Round<C>, RandomChance<'a, L, C>),
    round: Round<C>,
    chance: RandomChance<'a, L, C>,
}

impl<'a, C: Cards, L: RulesSource> Simulation<'a, C, L> {
    /// The table as far as it is known; nothing is sampled yet.
    fn new(view: &View<'a>, rules: L, worlds: Worlds<'a, C>, seats: SimulatedSeats) -> Self {
        let active = view.rules();
        let round = match &worlds {
            Worlds::Fair(determinizer, _) => *determinizer.base(),
            Worlds::Hands(real) | Worlds::Everything(real, _) => *real,
        };
        let chance =
            RandomChance::new(rules, &active.people, RoundKey::new(0, 0, 0), Rng::from_key(0));
        let sampled = (round, chance.clone());
        Simulation {
            active_rules: active,
            rules,
            totals: view.totals(),
            scoring: Scoring::new(active.scoring, &active.own),
            worlds,
            seats,
            sampled,
            round,
            chance,
        }
    }

    fn view(&self) -> View<'_, C> {
        View::new(&self.round, self.active_rules, self.totals, self.round.actor())
    }

    fn returns(&self) -> Returns {
        let (active, round) = (self.active_rules, &self.round);
        if !self.seats.for_points {
            let mut values = [0.0; MAX_SEATS];
            if let Some(winner) = round.standing().winner() {
                let winners = self.scoring.winners(winner, round.players());
                winners.iter().for_each(|seat| values[seat.index()] = 1.0);
            }
            return Returns(values);
        }
        let scores = self.scoring.score(round).scores;
        let sign = if active.scoring.fewest_win() { -1.0 } else { 1.0 };
        let total: i32 = scores.iter().take(round.players()).sum();
        let others = round.players() as f32 - 1.0;
        Returns(scores.map(|score| {
            let ahead = score as f32 - (total - score) as f32 / others;
            (0.5 + sign * ahead / (2.0 * POINTS_SCALE)).clamp(0.0, 1.0)
        }))
    }
}

/// A lead of so many points is worth as much as a lead can be.
const POINTS_SCALE: f32 = 300.0;

impl<C: Cards, L: RulesSource> Simulator for Simulation<'_, C, L> {
    fn sample(&mut self, rng: &mut Rng) {
        let (round, chance) = &mut self.sampled;
        match &self.worlds {
            Worlds::Fair(determinizer, 0) => determinizer.sample(rng, round),
            Worlds::Fair(determinizer, trust) => determinizer.sample_inferred(rng, *trust, round),
            Worlds::Hands(real) => {
                *round = *real;
                round.loosen_pile();
            }
            Worlds::Everything(real, future) => {
                *round = *real;
                *chance = future.under(self.rules);
                return;
            }
        }
        let key = RoundKey::new(rng.bits(), 0, 0);
        let deal = Rng::from_key(rng.bits());
        *chance = RandomChance::new(self.rules, &self.active_rules.people, key, deal);
    }

    fn rewind(&mut self) {
        self.round = self.sampled.0;
        self.chance = self.sampled.1.clone();
    }

    fn apply(&mut self, action: Action) {
        self.round.apply_trusted(&mut self.chance, action);
    }

    unobench_core::reads! {
        fn standing(&self) -> RoundStatus = self.round.standing();
        fn actor(&self) -> Seat = self.round.actor();
        fn decision(&self) -> Decision = self.round.decision();
        fn turns(&self) -> u32 = self.round.turns();
    }

    fn for_each_action(&self, visit: &mut dyn FnMut(Action)) {
        self.round.for_each_action(visit);
    }

    fn policy_action(&mut self) -> Action {
        let seat = self.round.actor();
        let view = View::new(&self.round, self.active_rules, self.totals, seat);
        let policy = &mut self.seats.policies[seat.index()];
        decide(policy, &view)
    }

    fn policy_value(&self, action: Action) -> Option<f64> {
        self.seats.policies[0].value(&self.view(), action)
    }

    fn play_out(&mut self) -> Returns {
        let Simulation { round, chance, seats, totals, .. } = self;
        round.way().compiled(Playout { round, chance, players: &mut seats.policies, totals });
        self.returns()
    }
}

/// A simulated round played to its end, as a job for code compiled for this processor.
struct Playout<'a, 'w, C: Cards, L> {
    round: &'a mut Round<C>,
    chance: &'a mut RandomChance<'w, L, C>,
    players: &'a mut Policies,
    totals: &'a [i32; MAX_SEATS],
}

impl<C: Cards, L: RulesSource> CpuJob for Playout<'_, '_, C, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        drive(self.round, self.chance, self.players, self.totals);
    }
}
