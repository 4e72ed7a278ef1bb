//! A table that plays blocks: the one place where a rule set, seats and strategies are turned into
//! the code that plays them fastest.
//!
//! Which code that is was decided once, when the table was set: by the deck ([`Compact`] or
//! [`Roomy`]), by the rules (the official game as constants, or any [`Law`] as data), and by the
//! machine (with or without BMI2). All are compiled from the same source.

use super::chart::{Chart, ChartBlock};
use super::outcome::Outcome;
use super::schedule::Places;
use crate::cards::{Cards, Compact, Roomy};
use crate::game::match_play::MatchPlay;
use crate::game::{
    Env, Law, LawSource, Live, Official, Opening, Prepared, Round, Scoring, Seat, Standing,
};
use crate::machine::{self, Job};
use crate::rng::{Purpose, RoundKey};
use crate::rules::{MAX_SEATS, RuleSet};
use crate::strategies::high_points::HighPoints;
use crate::strategies::random::Random;
use crate::strategies::{Player, StrategySpec};
use crate::strategy::{SeatStreams, Settings, Strategy, drive, drive_watched};

/// A rule set, a number of seats and strategies, ready to play.
#[derive(Debug, Clone)]
pub struct Table {
    deck: Deck,
    house: House,
}

/// The deck, in the type that fits it and the machine.
#[derive(Debug, Clone)]
enum Deck {
    Compact(Prepared<Compact>),
    Roomy(Prepared<Roomy>),
    #[cfg(target_arch = "x86_64")]
    CompactBmi2(Prepared<Compact<machine::Bmi2>>),
    #[cfg(target_arch = "x86_64")]
    RoomyBmi2(Prepared<Roomy<machine::Bmi2>>),
    /// For a table that is watched: what takes time there is thought, which has its own instances.
    Watched(Prepared<Roomy>),
}

/// What does not depend on the type of the cards.
#[derive(Debug, Clone)]
pub(crate) struct House {
    pub(crate) rules: RuleSet,
    pub(crate) law: Law,
    /// Whether the law is the official one.
    pub(crate) official: bool,
    pub(crate) scoring: Scoring,
    pub(crate) players: usize,
    pub(crate) strategies: Vec<Player>,
    alone: Alone,
    pub(crate) match_play: bool,
    pub(crate) seed: u64,
    /// Number of seats that need random numbers: all, or none where no strategy draws any.
    pub(crate) random_seats: usize,
    /// Whether somebody looks at more than what lies on the table.
    pub(crate) is_watched: bool,
    /// Whether the strategies draw other random numbers in each game of a block.
    fresh_streams: bool,
}

/// A strategy that has the table to itself, as `random` has where rule sets are compared.
///
/// The two that other programs compare with are then played without asking, decision by decision,
/// which strategy it is.
#[derive(Debug, Clone)]
enum Alone {
    Random(Vec<Random>),
    HighPoints(Vec<HighPoints>),
    /// Any other strategy, or several.
    No,
}

impl Alone {
    fn of(strategies: &[StrategySpec]) -> Alone {
        let all = |name: &str| strategies.iter().all(|spec| spec.name() == name);
        let settings = Settings::new(&[]);
        if all("random") {
            Alone::Random(vec![Random::new(&settings); strategies.len()])
        } else if all("high-points") {
            Alone::HighPoints(vec![HighPoints::new(&settings); strategies.len()])
        } else {
            Alone::No
        }
    }
}

impl House {
    pub(crate) fn new(
        rules: &RuleSet,
        players: usize,
        strategies: &[StrategySpec],
        match_play: bool,
        seed: u64,
    ) -> House {
        House {
            rules: rules.clone(),
            law: Law::of(rules),
            official: Law::of(rules).is_official(),
            scoring: Scoring::of(rules),
            players,
            strategies: strategies.iter().map(StrategySpec::player).collect(),
            alone: Alone::of(strategies),
            match_play,
            seed,
            random_seats: if strategies.iter().any(|spec| spec.entry().traits.stochastic) {
                players
            } else {
                0
            },
            fresh_streams: false,
            is_watched: strategies.iter().any(|spec| spec.entry().traits.is_watched()),
        }
    }
}

impl Table {
    /// Sets a table. The rule set must be valid for that many seats.
    ///
    /// # Panics
    /// If there are no strategies.
    #[must_use]
    pub fn new(
        rules: &RuleSet,
        players: usize,
        strategies: &[StrategySpec],
        match_play: bool,
        seed: u64,
    ) -> Table {
        assert!(!strategies.is_empty(), "a table needs strategies");
        let house = House::new(rules, players, strategies, match_play, seed);
        Table { deck: Deck::new(rules, players, machine::has_bmi2(), house.is_watched), house }
    }

    /// The same table, played by the code for any machine.
    #[must_use]
    pub fn portable(mut self) -> Table {
        self.deck = Deck::new(&self.house.rules, self.house.players, false, self.house.is_watched);
        self
    }

    /// Plays one deal with each seat beginning, everybody in the place of the strategy with their
    /// number, and appends how each round went.
    ///
    /// # Panics
    /// If somebody at the table looks at more than what lies on it.
    pub fn chart_block(&self, block: u64, charts: &mut Vec<Chart>) {
        let house = &self.house;
        match &self.deck {
            Deck::Compact(deck) => ChartBlock { deck, house, block, charts }.run(),
            Deck::Roomy(deck) => ChartBlock { deck, house, block, charts }.run(),
            #[cfg(target_arch = "x86_64")]
            Deck::CompactBmi2(deck) => {
                machine::with_bmi2(ChartBlock { deck, house, block, charts })
            }
            #[cfg(target_arch = "x86_64")]
            Deck::RoomyBmi2(deck) => machine::with_bmi2(ChartBlock { deck, house, block, charts }),
            Deck::Watched(_) => panic!("a table that is watched cannot be charted"),
        }
    }

    /// The same table, where the strategies draw other random numbers in each game of a block: a
    /// deal may so be played many times.
    #[must_use]
    pub fn with_fresh_streams(mut self) -> Table {
        self.house.fresh_streams = true;
        self
    }

    /// Plays one deal in each of the seatings and appends an outcome for each.
    pub fn play_block(&self, block: u64, seatings: &[Places], outcomes: &mut Vec<Outcome>) {
        let house = &self.house;
        match &self.deck {
            Deck::Compact(deck) => Block { deck, house, block, seatings, outcomes }.run(),
            Deck::Roomy(deck) => Block { deck, house, block, seatings, outcomes }.run(),
            #[cfg(target_arch = "x86_64")]
            Deck::CompactBmi2(deck) => {
                machine::with_bmi2(Block { deck, house, block, seatings, outcomes })
            }
            #[cfg(target_arch = "x86_64")]
            Deck::RoomyBmi2(deck) => {
                machine::with_bmi2(Block { deck, house, block, seatings, outcomes })
            }
            Deck::Watched(deck) => play_block::<_, _, _, Watched>(
                deck,
                house,
                &house.law,
                &house.strategies,
                block,
                seatings,
                outcomes,
            ),
        }
    }
}

/// One deal to be played in each of the seatings.
struct Block<'a, C: Cards> {
    deck: &'a Prepared<C>,
    house: &'a House,
    block: u64,
    seatings: &'a [Places],
    outcomes: &'a mut Vec<Outcome>,
}

impl<C: Cards> machine::Job for Block<'_, C> {
    /// The one switch between rules as constants and rules as data, and between a strategy alone
    /// and any strategies.
    #[inline(always)]
    fn run(self) {
        let Block { deck, house, block, seatings, outcomes } = self;
        let official = Official(&house.law);
        match (house.official, &house.alone) {
            (true, Alone::Random(alone)) => play_block::<_, _, _, Unwatched>(
                deck, house, official, alone, block, seatings, outcomes,
            ),
            (true, Alone::HighPoints(alone)) => play_block::<_, _, _, Unwatched>(
                deck, house, official, alone, block, seatings, outcomes,
            ),
            (true, Alone::No) => play_block::<_, _, _, Unwatched>(
                deck,
                house,
                official,
                &house.strategies,
                block,
                seatings,
                outcomes,
            ),
            (false, Alone::Random(alone)) => play_block::<_, _, _, Unwatched>(
                deck, house, &house.law, alone, block, seatings, outcomes,
            ),
            (false, _) => play_block::<_, _, _, Unwatched>(
                deck,
                house,
                &house.law,
                &house.strategies,
                block,
                seatings,
                outcomes,
            ),
        }
    }
}

/// How rounds are driven at a table.
pub(crate) trait Driver<S> {
    /// Plays a round to its end.
    fn drive<C: Cards, E: Env>(
        round: &mut Round<C>,
        env: &mut E,
        players: &mut [S; MAX_SEATS],
        totals: &[i32; MAX_SEATS],
    );
}

/// Everybody goes by what lies on the table.
pub(crate) struct Unwatched;

impl<S: Strategy> Driver<S> for Unwatched {
    #[inline(always)]
    fn drive<C: Cards, E: Env>(
        round: &mut Round<C>,
        env: &mut E,
        players: &mut [S; MAX_SEATS],
        totals: &[i32; MAX_SEATS],
    ) {
        drive(round, env, players, totals);
    }
}

/// Somebody looks at more.
pub(crate) struct Watched;

impl Driver<Player> for Watched {
    fn drive<C: Cards, E: Env>(
        round: &mut Round<C>,
        env: &mut E,
        players: &mut [Player; MAX_SEATS],
        totals: &[i32; MAX_SEATS],
    ) {
        drive_watched(round, env, players, totals);
    }
}

impl Deck {
    fn new(rules: &RuleSet, players: usize, bmi2: bool, is_watched: bool) -> Deck {
        if is_watched {
            return Deck::Watched(Prepared::new(rules, players));
        }
        match (rules.deck.cards().is_compact(), bmi2) {
            #[cfg(target_arch = "x86_64")]
            (true, true) => Deck::CompactBmi2(Prepared::new(rules, players)),
            #[cfg(target_arch = "x86_64")]
            (false, true) => Deck::RoomyBmi2(Prepared::new(rules, players)),
            (true, _) => Deck::Compact(Prepared::new(rules, players)),
            (false, _) => Deck::Roomy(Prepared::new(rules, players)),
        }
    }
}

/// The deal is dealt, and its start card turned up, once for all seatings.
#[inline(always)]
fn play_block<C: Cards, L: LawSource, S: Strategy, D: Driver<S>>(
    deck: &Prepared<C>,
    house: &House,
    law: L,
    strategies: &[S],
    block: u64,
    seatings: &[Places],
    outcomes: &mut Vec<Outcome>,
) {
    let key = RoundKey::new(house.seed, block, 0);
    let opening = deck.first_opening(key);
    let mut dealt = *deck.table();
    let mut rng = key.stream(Purpose::Deal, 0);
    deck.deal_onto(&mut dealt, opening, &mut rng);
    let mut opened = Live::new(law, &house.rules.people, key, rng);
    dealt.open(&mut opened, &house.rules.setup);
    let mut streams = SeatStreams::NONE;
    streams.seed(key, house.random_seats);
    let anybody = || strategies[0].clone();
    // Written out, because `array::from_fn` would fill another array and move it here.
    let mut players: [S; MAX_SEATS] = [
        anybody(),
        anybody(),
        anybody(),
        anybody(),
        anybody(),
        anybody(),
        anybody(),
        anybody(),
        anybody(),
        anybody(),
    ];
    for (game, seating) in seatings.iter().enumerate() {
        if house.fresh_streams {
            streams.seed(RoundKey::new(house.seed, block, 1 + game as u64), house.random_seats);
        }
        for (player, &strategy) in players.iter_mut().zip(seating).take(house.players) {
            *player = strategies[usize::from(strategy)].clone();
        }
        let (mut round, mut env) = (dealt, opened.clone());
        let mut later_streams = None;
        let mut current_streams = &streams;
        let mut game = house.match_play.then(|| RunningMatch::new(house, opening));
        let outcome = loop {
            let totals = game.as_ref().map_or(&[0; MAX_SEATS], |game| game.play.totals());
            play_round::<_, _, _, D>(&mut round, &mut env, &mut players, current_streams, totals);
            let Some(game) = &mut game else { break outcome_of_round(house, &round) };
            if let Some(outcome) = game.add(house, &round) {
                break outcome;
            }
            let key = RoundKey::new(house.seed, block, u64::from(game.play.rounds()));
            env = deal_next(deck, house, law, key, game.play.opening(), &mut round);
            current_streams = later_streams.insert(SeatStreams::new(key, house.random_seats));
        };
        outcomes.push(outcome);
    }
}

/// Deals a later round of a match and turns up its start card.
#[inline(never)]
fn deal_next<'a, C: Cards, L: LawSource>(
    deck: &Prepared<C>,
    house: &'a House,
    law: L,
    key: RoundKey,
    opening: Opening,
    round: &mut Round<C>,
) -> Live<'a, L> {
    *round = *deck.table();
    let mut rng = key.stream(Purpose::Deal, 0);
    deck.deal_onto(round, opening, &mut rng);
    let mut env = Live::new(law, &house.rules.people, key, rng);
    round.open(&mut env, &house.rules.setup);
    env
}

/// Plays a dealt round to its end.
#[inline(always)]
pub(crate) fn play_round<C: Cards, E: Env, S: Strategy, D: Driver<S>>(
    round: &mut Round<C>,
    env: &mut E,
    players: &mut [S; MAX_SEATS],
    streams: &SeatStreams,
    totals: &[i32; MAX_SEATS],
) {
    for (seat, player) in players.iter_mut().enumerate().take(round.players()) {
        player.begin(streams.of(Seat::new(seat)));
    }
    D::drive(round, env, players, totals);
}

#[inline(always)]
pub(crate) fn outcome_of_round<C: Cards>(house: &House, round: &Round<C>) -> Outcome {
    let score = house.scoring.score(round);
    Outcome {
        winners: score.winners.bits(),
        scores: score.scores,
        hand_points: score.points,
        turns: round.turns(),
        stalled: round.standing() == Standing::Stalled,
        first: round.first().index() as u8,
        faults: [0; MAX_SEATS],
    }
}

/// A match that is being played.
pub(crate) struct RunningMatch {
    pub(crate) play: MatchPlay,
    outcome: Option<Outcome>,
}

impl RunningMatch {
    pub(crate) fn new(house: &House, opening: Opening) -> RunningMatch {
        RunningMatch { play: MatchPlay::new(&house.rules, house.players, opening), outcome: None }
    }

    /// Adds a round; gives the match's outcome when that was the last one.
    #[inline(never)]
    pub(crate) fn add<C: Cards>(&mut self, house: &House, round: &Round<C>) -> Option<Outcome> {
        let this = outcome_of_round(house, round);
        let mut sum =
            self.outcome.unwrap_or(Outcome { turns: 0, hand_points: [0; MAX_SEATS], ..this });
        sum.turns += this.turns;
        for (total, points) in sum.hand_points.iter_mut().zip(this.hand_points) {
            *total += points;
        }
        self.outcome = Some(sum);
        let end = self.play.add(&house.scoring.score(round), winner(round))?;
        Some(Outcome {
            winners: end.winners.bits(),
            scores: *self.play.totals(),
            stalled: end.stalled,
            ..sum
        })
    }
}

/// Who went out; none after a stall.
pub(crate) fn winner<C: Cards>(round: &Round<C>) -> Option<Seat> {
    match round.standing() {
        Standing::Won(seat) => Some(seat),
        _ => None,
    }
}
