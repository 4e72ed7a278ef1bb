//! What a strategy is, and how a table asks it.
//!
//! It is a [`Strategy`], an object-safe trait with one method to write, [`Strategy::decide`],
//! which sees the table through a [`View`] and learns nothing else. Any crate may implement it, and
//! an [`Entry`] puts it into a [`Catalogue`], from where every command can seat it.
//!
//! [`FastStrategy`] is the same for strategies that are compiled into the tables, and so generic
//! over the type of the cards: each of them is a [`Strategy`] too. [`Clairvoyant`]s see more than a
//! seat may; they are bounds, labelled wherever they are shown.

mod called;
pub mod careful;
mod catalogue;
mod entry;
mod fast;
mod hearing;
mod parameter;
pub mod tactics;

pub use crate::game::{CardChoice, SeatChoice};
pub use called::{AnyFast, Called, Decides, Holds};
pub use catalogue::{Catalogue, StrategyError};
pub use entry::{
    Cost, Entry, FileFormat, FromSettings, MakeFast, Recall, SetFastTable, SharedFile,
    StrategySpec, Traits, Visibility,
};
pub use fast::{FastStrategy, decide, drive};
pub use hearing::{Ears, Notification, open, tell, tell_end, tell_opening};
pub use parameter::{Parameter, ParameterRange, ParameterValues, StrategyFile, THOUSANDTHS};

use crate::game::{
    Action, ActiveRules, Chance, Memory, Observed, RandomChance, Round, RoundStatus, Seat, View,
};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::MAX_SEATS;
use std::fmt;

/// What a player is to do well in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Aim {
    /// Games won.
    #[default]
    Wins,
    /// Points given, by which a match is won.
    Score,
}

impl Aim {
    /// Both.
    pub const ALL: [Aim; 2] = [Aim::Wins, Aim::Score];

    /// The values of a parameter `aim` that depends on the game: see [`StrategySpec::aiming`].
    pub const CHOICE: Parameter = Parameter::choice("aim", &["auto", "win", "score"]);

    /// Of the value of such a parameter.
    pub const fn of_choice(value: u32) -> Aim {
        if value == 2 { Aim::Score } else { Aim::Wins }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Aim::Wins => "wins",
            Aim::Score => "score",
        })
    }
}

/// Where the seats' random numbers come from: one generator for each seat of a round, the same in
/// each seating of a block.
#[derive(Debug, Clone)]
#[must_use]
pub struct SeatStreams {
    key: RoundKey,
    players: usize,
    kept: Option<[Option<Rng>; MAX_SEATS]>,
}

impl SeatStreams {
    /// The streams of the round with this key, for `players` seats: 0 where nobody draws random
    /// numbers, so that none is computed.
    #[inline(always)]
    pub const fn new(key: RoundKey, players: usize) -> SeatStreams {
        SeatStreams { key, players, kept: None }
    }

    /// Computes all of them now, for who asks for each several times.
    #[inline(always)]
    pub fn keep(&mut self) {
        let rngs = self.kept.insert([const { None }; MAX_SEATS]);
        for (seat, rng) in rngs.iter_mut().enumerate().take(self.players) {
            *rng = Some(self.key.stream(Purpose::Strategy, seat as u64));
        }
    }

    /// A seat's generator at its beginning; none where nobody draws random numbers.
    #[inline(always)]
    pub fn of(&self, seat: Seat) -> Option<Rng> {
        match &self.kept {
            Some(rngs) => rngs[seat.index()].clone(),
            None => (seat.index() < self.players)
                .then(|| self.key.stream(Purpose::Strategy, seat.index() as u64)),
        }
    }

    /// Begins a round for the players of all seats, each with its generator.
    pub fn begin(&self, players: &mut [Player]) {
        for (seat, player) in players.iter_mut().enumerate() {
            player.begin(self.of(Seat::new(seat)).as_ref());
        }
    }
}

/// How a seat plays.
///
/// # Examples
///
/// Plays the first legal card, and names the colour it holds most of.
///
/// ```
/// use unobench_core::game::{Action, Decision, View};
/// use unobench_core::strategy::Strategy;
///
/// #[derive(Clone)]
/// struct Hasty;
///
/// impl Strategy for Hasty {
///     fn decide(&mut self, view: &View) -> Action {
///         match view.decision() {
///             Decision::Colour => Action::Colour(view.most_held_colour()),
///             _ => view.actions()[0],
///         }
///     }
/// }
/// ```
pub trait Strategy: CloneStrategy + Send + Sync {
    /// Is called before each round. One that declares itself stochastic is given its seat's
    /// generator, to take a copy of; others may get none.
    ///
    /// Each game is played by a copy of its own, so what it keeps in its fields lasts a match, and
    /// two seatings of a deal cannot share it. What is to last a round only is forgotten here.
    fn begin(&mut self, _rng: Option<&Rng>) {}

    /// Whether it wants to hear what happens; it costs time.
    fn listens(&self) -> bool {
        false
    }

    /// Hears what a bot in its seat would be told, if it listens.
    fn hear(&mut self, _view: &View<'_>, _heard: Notification<'_>) {}

    /// Makes the decision that the view's seat is asked for: one of [`View::actions`].
    fn decide(&mut self, view: &View<'_>) -> Action;

    /// Decides, and says what it thinks of each action, where it has such thoughts.
    fn consider(&mut self, view: &View<'_>) -> (Action, Vec<ActionEstimate>) {
        (self.decide(view), Vec::new())
    }

    /// Whether what it thinks of an action is how likely the seat then wins, from 0 to 1.
    fn gives_chances(&self) -> bool {
        false
    }

    /// How likely the seat that plays or draws is to win if it does what it thinks best, in
    /// millionths; nothing where it does not think of that.
    fn prospect(&self, _view: &View<'_>) -> Option<i32> {
        None
    }

    /// What it was trained for, of all that it knows the nearest to a table of so many seats;
    /// nothing where it was not trained.
    fn lesson(&self, _players: usize) -> Option<Lesson<'_>> {
        None
    }
}

/// How a boxed strategy is copied; every strategy that is [`Clone`] has it.
pub trait CloneStrategy {
    /// A copy that plays on as this one does.
    fn boxed_clone(&self) -> Box<dyn Strategy>;
}

impl<S: Strategy + Clone + 'static> CloneStrategy for S {
    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

/// What a strategy thinks of an action, for those who want to know why it chose as it did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionEstimate {
    /// The action.
    pub action: Action,
    /// How good it is; higher is better. With playouts their mean, from 0 to 1: the part that was
    /// won or, for who plays for points, 0.5 and the mean lead over 600 points; 0 where it was not
    /// tried. Without playouts the chance to win, where [`Strategy::gives_chances`], or else a
    /// number of the strategy's own.
    pub value: f64,
    /// Number of playouts that began with it; none where the strategy does not play out.
    pub playouts: Option<u32>,
}

/// What a strategy was trained for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson<'a> {
    /// The rule set, by its name.
    pub rules: &'a str,
    /// Seats.
    pub players: usize,
}

/// A table as those may see it who see more than a seat: the whole round, and for some the chance
/// to come.
#[derive(Debug)]
#[must_use]
pub struct World<'a> {
    round: &'a Round,
    view: View<'a>,
    future: Option<RandomChance<'a, &'a ActiveRules>>,
}

impl<'a> World<'a> {
    /// The world at a decision, and how it would go on.
    pub fn new(
        round: &'a Round,
        view: View<'a>,
        future: Option<RandomChance<'a, &'a ActiveRules>>,
    ) -> Self {
        World { round, view, future }
    }

    reads! {
        /// The whole round, all hands open.
        pub fn round(&self) -> &'a Round = self.round;
        /// What an honest player would see.
        pub fn view(&self) -> &View<'a> = &self.view;
        /// The chance to come; none where it is not known.
        pub fn future(&self) -> Option<&RandomChance<'a, &'a ActiveRules>> = self.future.as_ref();
    }
}

/// A bound: what somebody could reach who sees what nobody may.
pub trait Clairvoyant: CloneClairvoyant + Send + Sync {
    /// Is called before each round, as [`Strategy::begin`].
    fn begin(&mut self, _rng: Option<&Rng>) {}

    /// Whether it sees the chance to come, too.
    fn foresees(&self) -> bool {
        false
    }

    /// Makes any decision.
    fn choose(&mut self, world: &World<'_>) -> Action;
}

/// How a boxed bound is copied.
pub trait CloneClairvoyant {
    /// A copy that plays on as this one does.
    fn boxed_clone(&self) -> Box<dyn Clairvoyant>;
}

impl<S: Clairvoyant + Clone + 'static> CloneClairvoyant for S {
    fn boxed_clone(&self) -> Box<dyn Clairvoyant> {
        Box::new(self.clone())
    }
}

/// Who sits in a seat.
#[must_use]
pub enum Player {
    /// Somebody who sees what the seat may see.
    Honest(Box<dyn Strategy>),
    /// Somebody who sees more.
    Clairvoyant(Box<dyn Clairvoyant>),
}

impl Clone for Player {
    fn clone(&self) -> Player {
        match self {
            Player::Honest(strategy) => Player::Honest(strategy.boxed_clone()),
            Player::Clairvoyant(seer) => Player::Clairvoyant(seer.boxed_clone()),
        }
    }
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_honest() { "Honest" } else { "Clairvoyant" })
    }
}

impl Player {
    /// Somebody who sees what the seat may see.
    pub fn honest(strategy: impl Strategy + 'static) -> Player {
        Player::Honest(Box::new(strategy))
    }

    /// Somebody who sees more.
    pub fn clairvoyant(seer: impl Clairvoyant + 'static) -> Player {
        Player::Clairvoyant(Box::new(seer))
    }

    /// Whether it sees no more than the seat may.
    pub const fn is_honest(&self) -> bool {
        matches!(self, Player::Honest(_))
    }

    /// Is called before each round.
    pub fn begin(&mut self, rng: Option<&Rng>) {
        match self {
            Player::Honest(strategy) => strategy.begin(rng),
            Player::Clairvoyant(seer) => seer.begin(rng),
        }
    }

    /// Whether it wants to hear what happens.
    pub fn listens(&self) -> bool {
        matches!(self, Player::Honest(strategy) if strategy.listens())
    }

    pub(crate) fn hear(&mut self, view: &View<'_>, heard: Notification<'_>) {
        if let Player::Honest(strategy) = self {
            strategy.hear(view, heard);
        }
    }

    /// Makes the decision of the seat whose view it is; `chance` is what is to come, for those who
    /// are let see that, where it is known.
    pub fn act(&mut self, round: &Round, view: View<'_>, chance: Option<&dyn Chance>) -> Action {
        match self {
            Player::Honest(strategy) => strategy.decide(&view),
            Player::Clairvoyant(seer) => {
                let future = chance.filter(|_| seer.foresees()).and_then(|chance| chance.foresee());
                seer.choose(&World::new(round, view, future))
            }
        }
    }

    /// As [`Player::act`], and says what it thinks of each action, where it has such thoughts.
    pub fn consider(&mut self, round: &Round, view: View<'_>) -> (Action, Vec<ActionEstimate>) {
        match self {
            Player::Honest(strategy) => strategy.consider(&view),
            Player::Clairvoyant(_) => (self.act(round, view, None), Vec::new()),
        }
    }

    /// Whether what it thinks of an action is how likely the seat then wins, from 0 to 1.
    pub fn gives_chances(&self) -> bool {
        matches!(self, Player::Honest(strategy) if strategy.gives_chances())
    }

    /// What it was trained for; see [`Strategy::lesson`].
    pub fn lesson(&self, players: usize) -> Option<Lesson<'_>> {
        match self {
            Player::Honest(strategy) => strategy.lesson(players),
            Player::Clairvoyant(_) => None,
        }
    }
}

/// Plays a round to its end: puts each decision to the player in the seat that has to decide.
/// Cards that are shown are remembered only if asked for; see [`Recall::Shown`].
pub fn drive_players(
    round: &mut Round,
    chance: &mut dyn Chance,
    players: &mut [Player],
    totals: &[i32; MAX_SEATS],
    remembers: bool,
) {
    let mut memory = remembers.then(Memory::default);
    let rules = players.iter().any(Player::listens).then(|| *chance.house());
    while round.standing() == RoundStatus::Waits {
        let seat = round.actor();
        let view = View::new(round, chance.house(), totals, seat).remembering(memory.as_ref());
        let action = players[seat.index()].act(round, view, Some(&*chance));
        let mut apply = |chance: &mut dyn Chance| match &mut memory {
            Some(memory) => round.apply_trusted_dyn(&mut Observed::new(chance, memory), action),
            None => round.apply_trusted_dyn(chance, action),
        };
        match &rules {
            Some(rules) => apply(&mut Observed::new(chance, &mut Ears { players, rules, totals })),
            None => apply(chance),
        }
    }
}
