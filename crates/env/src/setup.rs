//! What is to be played at the tables, and what of that is refused.

use crate::actions;
use crate::observation::Layout;
use unobench_core::bounded::quoted;
use unobench_core::rules::{AtTarget, MAX_SEATS, MIN_SEATS, RuleSet, ScoringMethod};
use unobench_core::strategy::{Catalogue, StrategyError, StrategySpec};

pub const MAX_TABLES: usize = 1_000_000;

/// The last block that a table may be dealt first.
pub const MAX_BLOCK: u64 = 1_000_000_000_000_000;

pub const MAX_THREADS: usize = 1024;

/// What a learner is rewarded for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reward {
    /// 1 for each seat that is credited with the win, otherwise 0.
    #[default]
    Win,
    /// The points of the round as it is scored; where the fewest points win they count below 0. In
    /// a match they come as each round ends.
    Points,
    /// The share of the others that a seat is ahead of, ties counting half: 1 for the first, 0 for
    /// the last. The win comes first, then points, then the fewest points left in hand.
    Rank,
}

/// What happens at a table whose round or match has ended; the names are those of Gymnasium.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Autoreset {
    #[default]
    SameStep,
    /// It deals the next one in the next step, which takes no action and gives no reward.
    NextStep,
    Disabled,
}

/// Whose seats are asked from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Learners {
    All,
    Seats(Vec<usize>),
}

/// What is to be played.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::RuleSet;
/// use unobench_env::{Environment, Learners, Setup};
/// use unobench_strategies::CATALOGUE;
///
/// let setup = Setup::new(RuleSet::official(), 4)
///     .seats(&Learners::Seats(vec![0]), &CATALOGUE, &["counter", "linear", "most-colour"])?
///     .tables(16);
/// assert_eq!(Environment::new(setup)?.tables(), 16);
/// # Ok::<(), unobench_env::SetupError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Setup {
    pub rules: RuleSet,
    pub players: usize,
    /// The strategy in each seat; none where a learner sits.
    pub strategies: Vec<Option<StrategySpec>>,
    pub tables: usize,
    pub seed: u64,
    /// Threads that a step is divided among.
    pub threads: usize,
    pub reward: Reward,
    /// Whether a block is a match, round after round until the scoring says who has won.
    pub match_play: bool,
    pub autoreset: Autoreset,
    pub layout: Layout,
    /// Whether learners may draw where they can play a card that is no bluff.
    pub draw_by_choice: bool,
    /// Whether [`net_rows`](crate::Environment::net_rows) is asked, for which seats remember cards.
    pub net_rows: bool,
}

/// Why an environment cannot be set up, for the user who asked for it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SetupError {
    #[error("rule set {}: {error}", quoted(.name))]
    Rules { name: String, error: String },
    #[error(
        "rule set {}: deck.card adds more than 8 cards with colours; the actions of an environment \
         have numbers for 8", quoted(.0)
    )]
    AddedCards(String),
    #[error("players={0}: a table has {MIN_SEATS} to {MAX_SEATS} seats")]
    Players(usize),
    #[error("envs={0}: allowed are 1 to {MAX_TABLES} tables")]
    Tables(usize),
    #[error("threads={0}: allowed are 1 to {MAX_THREADS}")]
    Threads(usize),
    #[error(
        "learners: seat {seat} is not at a table of {players}, whose seats are 0 to {}",
        .players - 1
    )]
    NoSuchSeat { seat: usize, players: usize },
    #[error("learners: seat {0} is named twice")]
    SeatTwice(usize),
    #[error("opponents: nobody sits in {}; name opponents, or learners=\"all\"", seats(.0))]
    NobodySits(Vec<usize>),
    #[error("opponents: {opponents} named, more than there are seats without a learner, {seats}")]
    TooManyOpponents { opponents: usize, seats: usize },
    #[error("opponents: {0}")]
    Opponent(StrategyError),
    #[error(
        "opponents: \"{}\" is an external bot, which is asked one decision at a time over a pipe; \
         only strategies of the library can sit here (`unobench run` seats bots)",
        quoted(.0)
    )]
    Bot(String),
    #[error(
        "reward=\"points\": rule set {} is scored by rounds won, not by points; use \"win\"",
        quoted(.0)
    )]
    NoPoints(String),
    #[error("threads={threads}: the system starts no more threads: {error}")]
    NoThreads { threads: usize, error: String },
}

fn seats(list: &[usize]) -> String {
    let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
    format!("{} {}", if list.len() == 1 { "seat" } else { "seats" }, numbers.join(", "))
}

impl Setup {
    /// One table of learners.
    pub fn new(rules: RuleSet, players: usize) -> Setup {
        Setup {
            rules,
            players,
            strategies: vec![None; players.min(MAX_SEATS)],
            tables: 1,
            seed: 1,
            threads: 1,
            reward: Reward::Win,
            match_play: false,
            autoreset: Autoreset::SameStep,
            layout: Layout::Cards,
            draw_by_choice: true,
            net_rows: false,
        }
    }

    pub fn tables(self, tables: usize) -> Setup {
        Setup { tables, ..self }
    }

    /// The same with strategies of a catalogue in the seats that no learner has, in order of the
    /// seats; fewer than seats are repeated.
    ///
    /// # Errors
    /// If there is no such table, seat or strategy, or nobody for a seat.
    pub fn seats(
        self,
        learners: &Learners,
        catalogue: &Catalogue,
        opponents: &[&str],
    ) -> Result<Setup, SetupError> {
        let players = self.players;
        check_players(players)?;
        let free = free_seats(players, learners)?;
        if opponents.len() > free.len() {
            let (opponents, seats) = (opponents.len(), free.len());
            return Err(SetupError::TooManyOpponents { opponents, seats });
        }
        if opponents.is_empty() && !free.is_empty() {
            return Err(SetupError::NobodySits(free));
        }
        let named = opponents.iter().map(|text| catalogue.parse(text));
        let named = named.collect::<Result<Vec<_>, _>>().map_err(|error| match error {
            StrategyError::External(text) => SetupError::Bot(text),
            error => SetupError::Opponent(error),
        })?;
        let mut strategies = vec![None; players];
        for (&seat, strategy) in free.iter().zip(named.iter().cycle()) {
            strategies[seat] = Some(strategy.clone());
        }
        Ok(Setup { strategies, ..self })
    }

    pub(crate) fn check(&self) -> Result<(), SetupError> {
        check_players(self.players)?;
        if !(1..=MAX_TABLES).contains(&self.tables) {
            return Err(SetupError::Tables(self.tables));
        }
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return Err(SetupError::Threads(self.threads));
        }
        let name = || self.rules.name.clone();
        self.rules
            .validate_for(self.players)
            .map_err(|error| SetupError::Rules { name: name(), error: error.to_string() })?;
        if !actions::have_numbers(&self.rules) {
            return Err(SetupError::AddedCards(name()));
        }
        if self.reward == Reward::Points && self.rules.scoring.method == ScoringMethod::Lazy {
            return Err(SetupError::NoPoints(name()));
        }
        Ok(())
    }

    /// The bytes of a row, and the number of actions.
    pub fn widths(&self) -> [usize; 2] {
        [self.layout.bytes(self.rules.adds_cards(), self.players), actions::count(&self.rules)]
    }

    /// Whether the tables of another one can go on at those of this one.
    pub(crate) fn plays_as(&self, other: &Setup) -> bool {
        let [here, there] = [self, other]
            .map(|setup| (setup.tables, setup.players, setup.match_play, setup.net_rows));
        here == there && self.rules == other.rules && self.strategies == other.strategies
    }

    pub(crate) fn point(&self) -> f32 {
        if self.rules.scoring.at_target == AtTarget::Loses { -1.0 } else { 1.0 }
    }
}

fn check_players(players: usize) -> Result<(), SetupError> {
    if (MIN_SEATS..=MAX_SEATS).contains(&players) {
        return Ok(());
    }
    Err(SetupError::Players(players))
}

fn free_seats(players: usize, learners: &Learners) -> Result<Vec<usize>, SetupError> {
    let Learners::Seats(learners) = learners else { return Ok(Vec::new()) };
    for (place, &seat) in learners.iter().enumerate() {
        if seat >= players {
            return Err(SetupError::NoSuchSeat { seat, players });
        }
        if learners[..place].contains(&seat) {
            return Err(SetupError::SeatTwice(seat));
        }
    }
    Ok((0..players).filter(|seat| !learners.contains(seat)).collect())
}
