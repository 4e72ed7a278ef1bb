//! `net`: a small network that values actions, learned by playing against itself.
//!
//! Each legal action is described by what the table looks like once it is taken, as far as the seat
//! may see (`net/scene.rs`); the network says how likely the seat then wins, and by how many points
//! it then leads. The action with the highest chance is taken or, by a network that learned to do
//! well in points, the one with the highest lead. A wild is valued as if it named the colour held
//! most; which one it names is a decision of its own. UNO is always called, and who can surely
//! win within its own turn does so; every other decision is the network's. Where an empty hand is
//! filled again, each hand is played as if it were the last.
//!
//! The networks that come with the program are in `net/champion.net`, for matches in
//! `net/score.net`, where it stands how they were made, and twice more, made from other games;
//! `unobench train` makes others.

mod file;
mod fit;
mod gaps;
mod house;
mod model;
pub mod rows;
mod scene;
mod seats;
mod specialists;

pub use file::{Nets, NetsError, Origin, SEEDS, Shipped, StoredResult, StoredTest};
pub use gaps::{Taken, chance_of_other};
pub use house::{EFFECT, EFFECTS, Effects, effects};
pub use model::{CLIP, DEPTH, MOST, Net, OUTPUTS, WIDTH, said};
pub use scene::{After, Lineup, Scene};
pub use specialists::specialist;

use model::{Layer, LayerSums};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use unobench_core::game::{Action, SeatSet};
use unobench_core::machine::{CpuJob, Lanes as _};
use unobench_core::rng::Rng;
use unobench_core::strategy::{Aim, FileFormat, Lesson, decide};
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "net",
    description: "plays the action with the best chance to win, as a small network that has \
        learned by playing sees it",
    source: "our own; learned by `unobench train`",
    tier: 3,
    parameters: &[
        Parameter::file("file").means("the network to play by instead of the built-in ones")
    ],
    traits: Traits {
        recall: Recall::Moved,
        looks_at: "all that lies on the table",
        cost: Cost::Heavy,
        ..HEURISTIC
    },
    file: Some(FileFormat {
        read: |path, files| {
            Ok(Arc::new(Nets::read(path, files).map_err(|error| error.to_string())?))
        },
        built_in: || &**Nets::champion(),
    }),
    ..LIBRARY.fast::<Learned>()
};

/// The networks built in that a strategy plays by, by the parameters of `champion`; others have but
/// a file.
pub fn built_in(settings: &ParameterValues<'_>) -> &'static Arc<Nets> {
    let seed = if settings.count() == 2 { settings.whole(1) as usize } else { 1 };
    Shipped(Aim::of_choice(settings.whole(0)), seed).nets()
}

/// Networks, and what they make of the rule set of the table at which they play.
#[derive(Debug)]
pub struct SeatedNets {
    nets: Arc<Nets>,
    under: OnceLock<Under>,
}

/// What the first layer begins with under a rule set at a number of seats.
#[derive(Debug)]
struct Under {
    rules: u64,
    players: usize,
    sums: [i16; WIDTH],
}

impl SeatedNets {
    /// What the first layer of the network for a view begins with.
    #[inline(always)]
    fn under<C: Cards>(&self, view: &View<'_, C>) -> [i16; WIDTH] {
        let (rules, players) = (view.rules().id, view.players());
        match self.under.get() {
            Some(under) if (under.rules, under.players) == (rules, players) => under.sums,
            _ => self.found(view),
        }
    }

    #[cold]
    fn found<C: Cards>(&self, view: &View<'_, C>) -> [i16; WIDTH] {
        let (rules, players) = (view.rules().id, view.players());
        let sums = self.nets.at(view).1.under(&effects(view.rules(), players));
        // Of who goes from table to table the first one is remembered.
        let _ = self.under.set(Under { rules, players, sums });
        sums
    }
}

/// Plays by its networks, which it owns together with others, or is lent.
#[derive(Debug, Clone)]
pub struct Learned<N = Arc<SeatedNets>> {
    seated: N,
}

impl<N: Deref<Target = SeatedNets>> Learned<N> {
    /// What the best of the actions is worth by the network's aim, and which it is: the first of
    /// those that are worth most. Compiled once for each kind of table.
    #[inline(never)]
    fn best<C: Cards>(
        &self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
        among: Among<'_, C::Word>,
    ) -> Option<(i32, Action)> {
        let &(Origin { aim, .. }, ref net) = self.seated.nets.at(view);
        let under = &self.seated.under(view);
        C::Bits::compiled_wide(view.way(), Valuing { net, under, aim, view, choice, among })
    }

    fn best_of<C: Cards>(&self, view: &View<'_, C>, actions: &[Action]) -> Option<(i32, Action)> {
        self.best(view, CardChoice::NONE, Among { actions, ..Among::default() })
    }

    fn best_card<C: Cards>(
        &self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<(i32, Action)> {
        let among = Among { cards: choice.legal, declines: choice.may_decline, ..Among::default() };
        self.best(view, choice, among)
    }

    /// What an action is worth by the network's aim; none of calls and passes, which it is never
    /// asked about.
    fn worth<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<i32> {
        let is_asked = view.decision() != Decision::Uno && action != Action::Pass;
        let among = Among { actions: &[action], ..Among::default() };
        let best = is_asked.then(|| self.best(view, view.options().card_choice(), among))?;
        best.map(|(worth, _)| worth)
    }

    /// How likely, in millionths, the seat of a view wins, where the networks say that it is so
    /// likely.
    pub fn as_often<C: Cards>(&self, view: &View<'_, C>, chance: f64) -> i32 {
        let logit = (chance / (1.0 - chance)).ln() * f64::from(1 << 20);
        self.seated.nets.chance(view, logit as i32)
    }

    /// The networks by which it plays.
    pub fn nets(&self) -> &Nets {
        &self.seated.nets
    }

    /// How likely, in millionths, the seat wins by an action, as often as seats won of which the
    /// networks saw it so. To name a colour reveals nothing, so a wild is worth as much before its
    /// player names the best colour as after, and a bluff is one still.
    fn chance<C: Cards>(
        &self,
        view: &View<'_, C>,
        action: Action,
        sure: Option<Action>,
    ) -> Option<i32> {
        if sure == Some(action) {
            return Some(1_000_000);
        }
        let mut worth = self.worth(view, action)?;
        if let Some(wild) = view.wild_to_name().map(Action::Card)
            && let Some(Some(laid)) = view.before_wild(|before| self.worth(before, wild))
        {
            worth += laid - self.best_of(view, &Colour::ALL.map(Action::Colour))?.0;
        }
        Some(self.seated.nets.chance(view, worth))
    }

    /// What surely wins; a larger lead may be worth more than that.
    #[inline(always)]
    pub fn sure<C: Cards>(&self, view: &View<'_, C>) -> Option<Action> {
        let wins = self.seated.nets.at(view).0.aim == Aim::Wins;
        if wins { view.surely_wins() } else { None }
    }

    fn card<C: Cards>(&self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if choice.legal.is_empty() {
            return None;
        }
        match self.sure(view) {
            Some(action) => action.card(),
            None => self.best_card(view, choice)?.1.card(),
        }
    }
}

/// Among which actions the best is sought, in this order.
#[derive(Clone, Copy, Default)]
struct Among<'a, W> {
    cards: KindSet<W>,
    seats: SeatSet,
    actions: &'a [Action],
    /// Whether what declines is one.
    declines: bool,
}

/// Visits the rows that count for each of these actions, all that a network is told of it but the
/// rule set.
pub fn each_rows<C: Cards>(
    view: &View<'_, C>,
    actions: impl Iterator<Item = Action>,
    visit: &mut dyn FnMut(&[u16]),
) {
    let scene = Scene::new(view, view.options().card_choice(), rows::slots(view.players()));
    let mut active = rows::Active::default();
    scene.common(&mut active);
    let shared = active.rows().len();
    for action in actions {
        active.truncate(shared);
        scene.rows(action, &mut active);
        visit(active.rows());
    }
}

/// How many sums are kept that actions share.
const SHARED: usize = 4;

/// Sums of the first layer that several actions share, with what they are found by.
type LayerCache<B> = Option<(u32, LayerSums<B>, Lineup)>;

/// One decision whose actions a network values, as a job for code compiled for this processor.
struct Valuing<'a, 'v, C: Cards> {
    net: &'a Net,
    under: &'a [i16; WIDTH],
    aim: Aim,
    view: &'a View<'v, C>,
    choice: CardChoice<C::Word>,
    among: Among<'a, C::Word>,
}

impl<C: Cards> CpuJob for Valuing<'_, '_, C> {
    type Output = Option<(i32, Action)>;

    #[inline(always)]
    fn run(self) -> Option<(i32, Action)> {
        let Valuing { net, under, aim, view, choice, among } = self;
        let way = view.way();
        let scene = Scene::new(view, choice, net.slots());
        let mut base = net.layer(way, under);
        scene.common(&mut base);
        let mut kept: [LayerCache<C::Bits>; SHARED] = std::array::from_fn(|_| None);
        let mut next = 0;
        let mut best = None;
        let cards = among.cards.iter().map(Action::Card);
        let seats = among.seats.iter().map(Action::Seat);
        let others = among.actions.iter().copied().chain(among.declines.then_some(Action::No));
        for action in cards.chain(seats).chain(others) {
            let after = scene.after(action);
            let shares = scene.shares(&after);
            let found = kept.iter().flatten().find(|(key, ..)| shares == Some(*key));
            let (_, sums, lineup) = match found {
                Some(found) => found,
                None => {
                    let mut layer = base;
                    let lineup = scene.shared(&after, &mut layer);
                    let place = &mut kept[next % SHARED];
                    next += 1;
                    place.insert((shares.unwrap_or(u32::MAX), layer.sums, lineup))
                }
            };
            let mut layer = Layer { sums: *sums, ..base };
            scene.own(action, &after, lineup, &mut layer);
            let worth = net.weigh(way, layer.sums, aim);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        best
    }
}

impl Learned {
    /// Who plays by these networks.
    pub fn of(nets: Arc<Nets>) -> Learned {
        Learned { seated: Arc::new(SeatedNets { nets, under: OnceLock::new() }) }
    }
}

impl FromSettings for Learned {
    fn new(settings: &ParameterValues<'_>) -> Learned {
        Learned::of(settings.file().unwrap_or_else(|| built_in(settings).clone()))
    }
}

impl<N: Deref<Target = SeatedNets> + Clone + Send + Sync> FastStrategy for Learned<N> {
    const LOOKS_BACK: bool = true;

    #[inline(always)]
    fn answer<C: Cards>(&self, _rng: &mut Rng, view: &View<'_, C>) -> Action {
        decide(&mut Learned { seated: &*self.seated }, view)
    }

    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.card(view, choice)
    }

    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.card(view, choice)
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        let sure = self.sure(view);
        let best = || self.best_of(view, &Colour::ALL.map(Action::Colour)).map(|(_, best)| best);
        match sure.or_else(best) {
            Some(Action::Colour(colour)) => colour,
            _ => Colour::Red,
        }
    }

    fn gives_chances(&self) -> bool {
        self.seated.nets.give_chances()
    }

    fn prospect<C: Cards>(&self, view: &View<'_, C>) -> Option<i32> {
        let wins = self.seated.nets.at(view).0.aim == Aim::Wins;
        if self.sure(view).is_some() {
            return Some(1_000_000);
        }
        let best = self.best_card(view, view.options().card_choice()).filter(|_| wins);
        best.map(|(logit, _)| self.seated.nets.chance(view, logit))
    }

    fn lesson(&self, players: usize) -> Option<Lesson<'_>> {
        let (Origin { rules, players, .. }, _) = self.seated.nets.of(players);
        (rules != Origin::ANY_RULES).then_some(Lesson { rules, players: *players })
    }

    /// The chance to win as the network has it, or the lead in points.
    fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        Some(said(self.worth(view, action)?, self.seated.nets.at(view).0.aim))
    }

    /// The same, but chances as often as seats win: by the action that is taken as often as was
    /// found of such, by another one less, by what was found of such gaps.
    fn said<C: Cards>(&self, view: &View<'_, C>, action: Action, taken: Action) -> Option<f64> {
        if self.seated.nets.at(view).0.aim == Aim::Score {
            return self.value(view, action);
        }
        let sure = self.sure(view);
        let chance = self.chance(view, action, sure)?;
        let told = if action == taken {
            chance
        } else {
            let best = self.chance(view, taken, sure)?;
            let taken = if sure == Some(taken) { Taken::SureWin } else { Taken::Best };
            self.seated.nets.chance_of_other(view, taken, [best, chance])
        };
        Some(f64::from(told) / 1e6)
    }

    fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        view.decision() == Decision::Uno
            || matches!(self.best_of(view, &[Action::Yes, Action::No]), Some((_, Action::Yes)))
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        let among = Among { seats: choice.seats, declines: choice.may_decline, ..Among::default() };
        self.best(view, CardChoice::NONE, among)?.1.seat()
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        let choice = CardChoice { legal: kinds, playable: kinds, may_decline: false };
        let best = self.best_card(view, choice).and_then(|(_, action)| action.card());
        best.expect("a hand to give from")
    }
}
