//! What all searches share: worlds that fit a view, playouts in them, and what an outcome is worth.
//!
//! A search asks [`Worlds`] for a full state and the chance that goes with it, takes an action
//! there, and lets a policy play on to the end. Nothing is allocated for a playout. Everything is
//! drawn from the seat's own stream, so that a search makes the same choice again from the same
//! seed.

mod flat;
mod policy;
#[cfg(test)]
mod tests;
mod tree;

pub(super) use policy::POLICY;
pub(super) use tree::TreeSettings;

use unobench_core::cards::{Bits, Cards, Compact, DrawPile, Multiset, Roomy};
use unobench_core::game::{
    Action, Decision, Determinizer, Law, LawSource, Live, Official, Round, Scoring, Seat, Standing,
    View,
};
#[cfg(target_arch = "x86_64")]
use unobench_core::machine::Bmi2;
use unobench_core::machine::{Job, has_bmi2};
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, ScoringMethod};
use unobench_core::strategy::{
    Clairvoyant, Estimate, FastStrategy, Parameter, Settings, Strategy, World, decide, drive,
};
use flat::{PlayOut, SequentialHalving};
use policy::{POLICIES, Policy};
use tree::{Tree, TreeSearch};

/// The most actions that a decision offers: every kind, and declining.
const MOST_ACTIONS: usize = unobench_core::cards::Kind::COUNT + 1;

/// How many playouts a decision may take.
pub(super) const PLAYOUTS: Parameter =
    Parameter::whole("playouts", "playouts for each decision", 1000, 1, 10_000_000);

/// What a search tries to get.
pub(super) const AIM: Parameter = Parameter::choice(
    "aim",
    "what it tries to get: the win, or as many points more than the others as it can",
    &["win", "score"],
);

/// How far it believes what others' draws reveal.
pub(super) const TRUST: Parameter = Parameter::decimal(
    "trust",
    "how often it believes that others lacked the colour on which they drew, and are honest",
    900,
    0,
    1000,
);

/// How much better an action has to look than what the policy does.
pub(super) const CAUTION: Parameter = Parameter::decimal(
    "caution",
    "by how many standard errors another action has to be better than the policy's",
    1500,
    0,
    10_000,
);

/// How many actions are looked at.
pub(super) const WIDTH: Parameter = Parameter::whole(
    "width",
    "how many actions it tries, those that the policy values most; all where the policy has no values",
    2,
    1,
    64,
);

/// The same for who sees enough to look at all of them.
pub(super) const FULL_WIDTH: Parameter = Parameter::whole("width", WIDTH.description, 64, 1, 64);

/// What a search keeps from decision to decision: the seat's generator and how it is to think.
///
/// It owns no memory: players are cloned for every game, and those that need nothing dropped are
/// cloned fastest.
#[derive(Debug, Clone)]
pub(super) struct Seeker {
    rng: Rng,
    habits: Habits,
}

/// How to think.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    playouts: u32,
    /// The policy's place in the list.
    policy: u32,
    /// How often it believes what draws reveal, in 2⁻³².
    trust: u64,
    for_points: bool,
    /// By how many standard errors another action has to be better than the policy's.
    caution: f64,
    /// How many actions it looks at, of those that the policy values most.
    width: usize,
}

impl Seeker {
    /// By the first six settings: [`PLAYOUTS`], [`POLICY`], [`AIM`], [`TRUST`], [`CAUTION`],
    /// [`WIDTH`].
    pub(super) fn new(settings: &Settings<'_>) -> Seeker {
        let habits = Habits {
            playouts: settings.whole(0),
            policy: settings.whole(1),
            trust: (settings.decimal(3) * (1_u64 << 32) as f64) as u64,
            for_points: settings.whole(2) == 1,
            caution: settings.decimal(4),
            width: settings.whole(5) as usize,
        };
        Seeker { rng: Rng::from_key(0), habits }
    }

    /// Takes the seat's generator.
    pub(super) fn begin(&mut self, rng: Option<&Rng>) {
        if let Some(rng) = rng {
            self.rng = rng.clone();
        }
    }

    /// Begins to think about a decision.
    pub(super) fn searcher(&mut self) -> Searcher {
        let mut rng = Rng::from_key(self.rng.bits());
        let mut policy: Box<[Policy; MAX_SEATS]> =
            Box::new(std::array::from_fn(|_| Policy::new(POLICIES[self.habits.policy as usize])));
        policy.iter_mut().for_each(|player| FastStrategy::begin(player, Some(&Rng::from_key(rng.bits()))));
        Searcher { rng, policy, habits: self.habits, notes: None }
    }
}

/// A search for the answer to one decision.
#[derive(Debug)]
pub(super) struct Searcher {
    rng: Rng,
    policy: Box<[Policy; MAX_SEATS]>,
    habits: Habits,
    /// What it thinks of each action, where somebody wants to know.
    notes: Option<Vec<Estimate>>,
}

impl Searcher {
    /// The same search, which notes what it thinks of each action.
    pub(super) fn noting(mut self) -> Searcher {
        self.notes = Some(Vec::new());
        self
    }

    /// What it thought of each action, in the order of the actions; nothing unless it was to note
    /// that.
    pub(super) fn notes(self) -> Vec<Estimate> {
        self.notes.unwrap_or_default()
    }

    /// Notes what it thinks of an action.
    fn note(&mut self, action: Action, total: f64, playouts: u32) {
        if let Some(notes) = &mut self.notes {
            let value = total / f64::from(playouts.max(1));
            notes.push(Estimate { action, value, playouts: Some(playouts) });
        }
    }

    /// Searches the worlds that fit a view.
    pub(super) fn by_view(&mut self, view: &View<'_>, method: Method<'_>) -> Action {
        let sight = Glimpse { law: view.law(), totals: view.totals(), trust: self.habits.trust };
        let root = Root::new(view);
        match Fit::of(view.law()) {
            Fit::Compact => self.think(&sight.fair(view.determinizer::<Compact>()), method, &root),
            Fit::Roomy => self.think(&sight.fair(view.determinizer::<Roomy>()), method, &root),
            #[cfg(target_arch = "x86_64")]
            Fit::CompactBmi2 => {
                self.think(&sight.fair(view.determinizer::<Compact<Bmi2>>()), method, &root)
            }
            #[cfg(target_arch = "x86_64")]
            Fit::RoomyBmi2 => {
                self.think(&sight.fair(view.determinizer::<Roomy<Bmi2>>()), method, &root)
            }
        }
    }

    /// Searches the worlds with the hands as they are and, for who foresees it, with the chance to
    /// come as it will be.
    pub(super) fn by_world(
        &mut self,
        world: &World<'_>,
        foresees: bool,
        method: Method<'_>,
    ) -> Action {
        let sight = Glimpse { law: world.view().law(), totals: world.view().totals(), trust: 0 };
        let (real, root) = (world.round(), Root::new(world.view()));
        let future = world.future().filter(|_| foresees);
        match Fit::of(sight.law) {
            Fit::Compact => {
                self.think(&sight.open(real.recast::<Compact>(), future), method, &root)
            }
            Fit::Roomy => self.think(&sight.open(real.recast::<Roomy>(), future), method, &root),
            #[cfg(target_arch = "x86_64")]
            Fit::CompactBmi2 => {
                self.think(&sight.open(real.recast::<Compact<Bmi2>>(), future), method, &root)
            }
            #[cfg(target_arch = "x86_64")]
            Fit::RoomyBmi2 => {
                self.think(&sight.open(real.recast::<Roomy<Bmi2>>(), future), method, &root)
            }
        }
    }

    fn think<C: Cards>(
        &mut self,
        worlds: &Worlds<'_, C>,
        method: Method<'_>,
        root: &Root,
    ) -> Action {
        match method {
            Method::Flat => self.search(worlds, SequentialHalving(PlayOut), root),
            Method::Tree(tree, settings) => {
                self.search(worlds, TreeSearch { tree, settings }, root)
            }
        }
    }

    /// Searches by one of two instances: for the official game as constants, for any other as data.
    fn search<C: Cards, S: Search>(
        &mut self,
        worlds: &Worlds<'_, C>,
        search: S,
        root: &Root,
    ) -> Action {
        if worlds.law.is_official() {
            search.run(self, Official(worlds.law), worlds, root)
        } else {
            search.run(self, worlds.law, worlds, root)
        }
    }

    /// Plays a world to its end and says what came of it for each seat, from 0 to 1.
    #[inline(always)]
    fn play_out<C: Cards, L: LawSource>(
        &mut self,
        worlds: &Worlds<'_, C>,
        round: &mut Round<C>,
        env: &mut Live<'_, L, C>,
    ) -> Returns {
        C::Bits::compiled(Playout { round, env, players: &mut self.policy, totals: worlds.totals });
        self.returns(worlds.law, round)
    }

    /// What the policy does at a decision of any seat.
    fn policy_action<C: Cards>(&mut self, worlds: &Worlds<'_, C>, round: &Round<C>) -> Action {
        let seat = round.actor();
        let view = View::new(round, worlds.law, worlds.totals, seat);
        decide(&mut self.policy[seat.index()], &view, round.decision(), round.options())
    }

    /// Whether the policy says how good an action is, not only which is best.
    fn values_actions(&self) -> bool {
        matches!(self.policy[0], Policy::Linear(_))
    }

    /// What the policy thinks of an action; 0 if it has no values.
    fn policy_value<C: Cards>(
        &self,
        worlds: &Worlds<'_, C>,
        round: &Round<C>,
        action: Action,
    ) -> f64 {
        let view = View::new(round, worlds.law, worlds.totals, round.actor());
        match &self.policy[0] {
            Policy::Linear(linear) => f64::from(linear.value_of(&view, action)),
            _ => 0.0,
        }
    }

    /// What a finished round is worth to each seat.
    fn returns<C: Cards>(&self, law: &Law, round: &Round<C>) -> Returns {
        if !self.habits.for_points {
            let mut values = [0.0; MAX_SEATS];
            if let Standing::Won(winner) = round.standing() {
                Scoring::new(law.scoring)
                    .winners(winner, round.players())
                    .iter()
                    .for_each(|seat| values[seat.index()] = 1.0);
            }
            return Returns(values);
        }
        let scores = Scoring::new(law.scoring).score(round).scores;
        let sign = if law.scoring.method == ScoringMethod::OwnPoints { -1.0 } else { 1.0 };
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

/// What a playout was worth to each seat, from 0 to 1.
#[derive(Debug, Clone, Copy)]
struct Returns([f32; MAX_SEATS]);

impl Returns {
    fn of(&self, seat: Seat) -> f64 {
        f64::from(self.0[seat.index()])
    }
}

/// A world that is played to its end, in code compiled for the machine.
struct Playout<'a, 'w, C: Cards, L> {
    round: &'a mut Round<C>,
    env: &'a mut Live<'w, L, C>,
    players: &'a mut [Policy; MAX_SEATS],
    totals: &'a [i32; MAX_SEATS],
}

impl<C: Cards, L: LawSource> Job for Playout<'_, '_, C, L> {
    #[inline(always)]
    fn run(self) {
        drive(self.round, self.env, self.players, self.totals);
    }
}

/// A way to search.
trait Search {
    /// Chooses one of the root's actions.
    fn run<C: Cards, L: LawSource>(
        self,
        searcher: &mut Searcher,
        law: L,
        worlds: &Worlds<'_, C>,
        root: &Root,
    ) -> Action;
}

/// The worlds among which a search samples.
#[derive(Debug)]
struct Worlds<'a, C: Cards> {
    law: &'a Law,
    totals: &'a [i32; MAX_SEATS],
    from: Source<'a, C>,
}

/// Where worlds come from; one for each decision that is searched, so that its size is no matter.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)]
enum Source<'a, C: Cards> {
    /// From a view, all that is hidden dealt anew.
    Fair(Determinizer<'a, C>, u64),
    /// All hands as they are, the pile shuffled.
    Hands(Round<C>),
    /// As it is, and as it will be.
    Everything(Round<C>, Live<'a, &'a Law, C>),
}

/// How to search.
pub(super) enum Method<'t> {
    /// By playouts alone.
    Flat,
    /// By a tree.
    Tree(&'t mut Tree, TreeSettings),
}

/// The type of cards that a search plays with, whatever its table plays with: the smallest that
/// holds the deck, the fastest on this machine.
///
/// So a search is compiled in the library alone, once for each of them.
enum Fit {
    Compact,
    Roomy,
    #[cfg(target_arch = "x86_64")]
    CompactBmi2,
    #[cfg(target_arch = "x86_64")]
    RoomyBmi2,
}

impl Fit {
    fn of(law: &Law) -> Fit {
        let most = law.copies.iter().copied().max().unwrap_or(0);
        let total: u32 = law.copies.iter().map(|&copies| u32::from(copies)).sum();
        let is_compact = u32::from(most) <= <Compact as Cards>::Set::MAX_COPIES
            && total as usize <= <Compact as Cards>::Pile::CAPACITY;
        match (is_compact, has_bmi2()) {
            #[cfg(target_arch = "x86_64")]
            (true, true) => Fit::CompactBmi2,
            #[cfg(target_arch = "x86_64")]
            (false, true) => Fit::RoomyBmi2,
            (true, _) => Fit::Compact,
            (false, _) => Fit::Roomy,
        }
    }
}

/// What goes with all worlds.
struct Glimpse<'a> {
    law: &'a Law,
    totals: &'a [i32; MAX_SEATS],
    trust: u64,
}

impl<'a> Glimpse<'a> {
    fn fair<C: Cards>(&self, determinizer: Determinizer<'a, C>) -> Worlds<'a, C> {
        Worlds { law: self.law, totals: self.totals, from: Source::Fair(determinizer, self.trust) }
    }

    fn open<C: Cards>(&self, round: Round<C>, future: Option<&Live<'a, &'a Law>>) -> Worlds<'a, C> {
        let from = match future {
            Some(future) => Source::Everything(round, future.recast()),
            None => Source::Hands(round),
        };
        Worlds { law: self.law, totals: self.totals, from }
    }
}

impl<C: Cards> Worlds<'_, C> {
    /// Some round of these worlds, to be written over.
    fn blank(&self) -> Round<C> {
        match &self.from {
            Source::Fair(determinizer, _) => *determinizer.base(),
            Source::Hands(real) | Source::Everything(real, _) => *real,
        }
    }

    /// Puts a world on the table, and gives the chance that goes with it.
    #[inline(always)]
    fn sample<L: LawSource>(&self, law: L, rng: &mut Rng, round: &mut Round<C>) -> Live<'_, L, C> {
        match &self.from {
            Source::Fair(determinizer, 0) => determinizer.sample(rng, round),
            Source::Fair(determinizer, trust) => determinizer.sample_inferred(rng, *trust, round),
            Source::Hands(real) => {
                *round = *real;
                round.loosen_pile();
            }
            Source::Everything(real, future) => {
                *round = *real;
                return future.under(law);
            }
        }
        let key = RoundKey::new(rng.bits(), 0, 0);
        Live::new(law, &self.law.people, key, Rng::from_key(rng.bits()))
    }
}

/// The decision that is searched.
#[derive(Debug)]
struct Root {
    seat: Seat,
    actions: [Action; MOST_ACTIONS],
    len: usize,
}

impl Root {
    /// The decision of a view.
    fn new(view: &View<'_>) -> Root {
        let mut root = Root { seat: view.seat(), actions: [Action::No; MOST_ACTIONS], len: 0 };
        view.for_each_action(|action| {
            root.actions[root.len] = action;
            root.len += 1;
        });
        root
    }

    fn actions(&self) -> &[Action] {
        &self.actions[..self.len]
    }
}

/// What needs no thought: a call is free, and leaving it out gains nothing.
fn obvious(view: &View<'_>) -> Option<Action> {
    (view.decision() == Decision::Uno).then_some(Action::Yes)
}

/// A strategy that searches the worlds that fit what it sees.
#[derive(Debug, Clone)]
pub(super) struct Searching {
    seeker: Seeker,
    tree: Option<TreeSettings>,
}

impl Searching {
    /// Searches by a tree or, without one, by playouts alone.
    pub(super) fn new(settings: &Settings<'_>, tree: Option<TreeSettings>) -> Searching {
        Searching { seeker: Seeker::new(settings), tree }
    }

    fn search(&self, searcher: &mut Searcher, view: &View<'_>) -> Action {
        match self.tree {
            None => searcher.by_view(view, Method::Flat),
            Some(tree) => searcher.by_view(view, Method::Tree(&mut Tree::default(), tree)),
        }
    }
}

impl Strategy for Searching {
    fn begin(&mut self, rng: Option<&Rng>) {
        self.seeker.begin(rng);
    }

    fn decide(&mut self, view: &View<'_>) -> Action {
        obvious(view).unwrap_or_else(|| {
            let mut searcher = self.seeker.searcher();
            self.search(&mut searcher, view)
        })
    }

    fn consider(&mut self, view: &View<'_>) -> (Action, Vec<Estimate>) {
        if let Some(action) = obvious(view) {
            return (action, Vec::new());
        }
        let mut searcher = self.seeker.searcher().noting();
        (self.search(&mut searcher, view), searcher.notes())
    }
}

/// A bound that searches with open cards.
#[derive(Debug, Clone)]
pub(super) struct Seeing {
    seeker: Seeker,
    tree: TreeSettings,
    foresees: bool,
}

impl Seeing {
    /// Sees all hands and, where it foresees, the cards to come.
    pub(super) fn new(settings: &Settings<'_>, tree: TreeSettings, foresees: bool) -> Seeing {
        Seeing { seeker: Seeker::new(settings), tree, foresees }
    }
}

impl Clairvoyant for Seeing {
    fn begin(&mut self, rng: Option<&Rng>) {
        self.seeker.begin(rng);
    }

    fn foresees(&self) -> bool {
        self.foresees
    }

    fn choose(&mut self, world: &World<'_>) -> Action {
        obvious(world.view()).unwrap_or_else(|| {
            let method = Method::Tree(&mut Tree::default(), self.tree);
            self.seeker.searcher().by_world(world, self.foresees, method)
        })
    }
}
