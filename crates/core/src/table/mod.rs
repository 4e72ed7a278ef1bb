//! Tables: a rule set, seats and strategies, turned into the code that plays them.
//!
//! [`open_table`] seats any strategies: it has one instance of the game, for [`Roomy`] cards and
//! rules as data, and asks each player through the object-safe
//! [`Strategy`](crate::strategy::Strategy). Strategies that are compiled together may bring faster
//! tables of their own
//! ([`Catalogue::with_fast_tables`](crate::strategy::Catalogue::with_fast_tables)), made of
//! [`play_block`] for the types that fit. [`TableSetup::table`] takes the fastest. All play alike.

mod outcome;
mod round_stats;

pub use outcome::Outcome;
pub use round_stats::{Judge, RoundNotes, RoundStats, SeatProspects, stats_block};

use crate::cards::{Cards, Roomy};
use crate::game::match_play::MatchPlay;
use crate::game::{
    Action, ActiveRules, Chance, Event, Memory, Opening, Prepared, RandomChance, Round,
    RoundStatus, RulesSource, Scoring, Seat, SeatSet, View,
};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::{MAX_SEATS, RuleSet};
use crate::strategy::{
    self, FastStrategy, Notification, Player, SeatStreams, StrategySpec, decide, drive,
    drive_players,
};
use std::fmt::Debug;

/// A number for each seat or position, seat 0 first, 0 where nobody sits: mostly that of the
/// strategy that sits there.
pub type SeatMap = [u8; MAX_SEATS];

/// Something that plays blocks.
pub trait PlayBlocks: Send + Sync {
    /// Plays a deal in each of the seatings, which hold the number of the strategy in each seat,
    /// and appends an outcome for each.
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>);

    /// Plays blocks, each in its seatings, and appends their outcomes in order.
    fn play_blocks(&self, blocks: &[(u64, &[SeatMap])], outcomes: &mut Vec<Outcome>) {
        blocks.iter().for_each(|&(block, seatings)| self.play_block(block, seatings, outcomes));
    }

    /// How many blocks are best played side by side: several where somebody is asked in batches.
    fn side_by_side(&self) -> u64 {
        1
    }
}

/// A table of a rule set, seats and strategies.
pub trait Table: PlayBlocks + Debug + Send {
    /// Plays one deal with each seat beginning, everybody in the place of the strategy with their
    /// number, and appends how each round went, as a judge sees it if there is one.
    ///
    /// # Panics
    /// If somebody at the table looks at more than what lies on it.
    fn stats_block(&self, block: u64, judge: Option<&dyn Judge>, stats: &mut Vec<RoundStats>);

    /// The same for several blocks, in order.
    ///
    /// # Panics
    /// As with one.
    fn stats_blocks(&self, blocks: &[(u64, Option<&dyn Judge>)], stats: &mut Vec<RoundStats>) {
        blocks.iter().for_each(|&(block, judge)| self.stats_block(block, judge, stats));
    }
}

/// What is to be played at a table.
///
/// # Examples
///
/// ```
/// # use unobench_core::game::{Action, View};
/// # use unobench_core::strategy::{Entry, Player, Strategy};
/// # #[derive(Clone)]
/// # struct Hasty;
/// # impl Strategy for Hasty {
/// #     fn decide(&mut self, view: &View) -> Action { view.actions()[0] }
/// # }
/// # static HASTY: Entry = Entry::new("hasty", "first card", |_| Player::honest(Hasty));
/// use unobench_core::rules::{MAX_SEATS, RuleSet};
/// use unobench_core::strategy::StrategySpec;
/// use unobench_core::table::TableSetup;
///
/// let strategies = [StrategySpec::new(&HASTY)];
/// let setup = TableSetup::new(&RuleSet::official(), 3, &strategies, false, 1);
/// // Nobody draws random numbers or looks at hidden cards.
/// assert_eq!((setup.random_seats(), setup.is_watched()), (0, false));
/// let mut outcomes = Vec::new();
/// setup.table().play_block(0, &[[0; MAX_SEATS]], &mut outcomes);
/// assert_eq!(outcomes[0].winners.count_ones(), 1);
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct TableSetup {
    /// The rules, valid for so many players.
    pub rules: RuleSet,
    /// The part of them that acts during a round.
    pub active_rules: ActiveRules,
    /// How rounds are scored.
    pub scoring: Scoring,
    /// Seats.
    pub players: usize,
    /// The strategies that seatings name by number, aiming at what the game asks for.
    pub strategies: Vec<StrategySpec>,
    /// Whether a game is a match.
    pub match_play: bool,
    /// The seed of all chance.
    pub seed: u64,
    random_seats: usize,
}

impl TableSetup {
    /// Single rounds, or matches. The rule set must be valid for that many seats.
    ///
    /// # Panics
    /// If there are no strategies.
    pub fn new(
        rules: &RuleSet,
        players: usize,
        strategies: &[StrategySpec],
        match_play: bool,
        seed: u64,
    ) -> TableSetup {
        assert!(!strategies.is_empty(), "a table needs strategies");
        let draws = |spec: &StrategySpec| spec.entry().traits.stochastic;
        TableSetup {
            rules: rules.clone(),
            active_rules: ActiveRules::of(rules),
            scoring: Scoring::of(rules),
            players,
            strategies: strategies.iter().map(|spec| spec.aiming(rules, match_play)).collect(),
            match_play,
            seed,
            random_seats: if strategies.iter().any(draws) { players } else { 0 },
        }
    }

    /// Number of seats that need random numbers: all, or none where no strategy draws any.
    #[inline(always)]
    pub fn random_seats(&self) -> usize {
        self.random_seats
    }

    /// Whether somebody uses more than what lies on the table.
    pub fn is_watched(&self) -> bool {
        let rules = &self.active_rules;
        self.strategies.iter().any(|spec| spec.entry().traits.is_watched(rules))
    }

    /// The fastest table that plays this.
    pub fn table(self) -> Box<dyn Table> {
        let fast = self.strategies.iter().find_map(StrategySpec::fast_table);
        fast.and_then(|set| set(&self)).unwrap_or_else(|| open_table(self))
    }
}

/// A table that seats any strategies.
pub fn open_table(setup: TableSetup) -> Box<dyn Table> {
    let deck = Prepared::new(&setup.rules, setup.players);
    let players = setup.strategies.iter().map(StrategySpec::player).collect();
    Box::new(OpenTable { deck, players, setup })
}

/// A table at which players of any kind play blocks under any rules.
#[derive(Debug)]
struct OpenTable {
    deck: Prepared<Roomy>,
    players: Vec<Player>,
    setup: TableSetup,
}

impl PlayBlocks for OpenTable {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        if self.setup.is_watched() {
            self.play::<true>(block, seatings, outcomes);
        } else {
            self.play::<false>(block, seatings, outcomes);
        }
    }
}

impl OpenTable {
    fn play<const REMEMBERS: bool>(
        &self,
        block: u64,
        seatings: &[SeatMap],
        outcomes: &mut Vec<Outcome>,
    ) {
        let OpenTable { deck, players, setup } = self;
        let players = (&players[..], |number: usize| players[number].clone());
        let play = play_block::<_, _, Anybody<REMEMBERS>>;
        play(deck, setup, &setup.active_rules, players, block, seatings, outcomes);
    }
}

impl Table for OpenTable {
    fn stats_block(&self, block: u64, judge: Option<&dyn Judge>, stats: &mut Vec<RoundStats>) {
        let OpenTable { deck, players, setup } = self;
        let play = stats_block::<_, _, Anybody<false>>;
        play(deck, setup, &setup.active_rules, players, judge, block, stats);
    }
}

/// How rounds are driven at a table.
pub trait Drive<C: Cards> {
    /// Who sits there.
    type Player: Clone;

    /// Tells a player that a round begins.
    fn begin(player: &mut Self::Player, rng: Option<&Rng>);

    /// Asks a player for the decision that a round waits for; `memory`: of the cards that were
    /// shown, where they are remembered.
    fn act(
        player: &mut Self::Player,
        round: &Round<C>,
        chance: &RandomChance<'_, impl RulesSource, C>,
        totals: &[i32; MAX_SEATS],
        memory: Option<&Memory>,
    ) -> Action;

    /// Plays a round to its end.
    fn drive(
        round: &mut Round<C>,
        chance: &mut RandomChance<'_, impl RulesSource, C>,
        players: &mut [Self::Player; MAX_SEATS],
        totals: &[i32; MAX_SEATS],
    );

    /// Whether somebody of these listens.
    #[inline(always)]
    fn listens(_players: &[Self::Player]) -> bool {
        false
    }

    /// Turns up the start card, and gives what happens if somebody of these listens.
    #[inline(always)]
    fn open(
        round: &mut Round<C>,
        chance: &mut RandomChance<'_, impl RulesSource, C>,
        setup: &TableSetup,
        _players: &[Self::Player],
    ) -> Vec<Event> {
        round.open(chance, &setup.rules.setup);
        Vec::new()
    }

    /// Tells those who listen what is to be heard.
    #[inline(always)]
    fn tell(
        _players: &mut [Self::Player],
        _round: &Round<C>,
        _setup: &TableSetup,
        _totals: &[i32; MAX_SEATS],
        _heard: Notification<'_>,
    ) {
    }
}

/// Players of one type that are compiled into the table.
#[derive(Debug)]
pub struct Inlined<S>(std::marker::PhantomData<S>);

impl<C: Cards, S: FastStrategy> Drive<C> for Inlined<S> {
    type Player = S;

    #[inline(always)]
    fn begin(player: &mut S, rng: Option<&Rng>) {
        player.begin(rng);
    }

    #[inline(always)]
    fn act(
        player: &mut S,
        round: &Round<C>,
        chance: &RandomChance<'_, impl RulesSource, C>,
        totals: &[i32; MAX_SEATS],
        _memory: Option<&Memory>,
    ) -> Action {
        let view = View::new(round, chance.house(), totals, round.actor());
        decide(player, &view)
    }

    #[inline(always)]
    fn drive(
        round: &mut Round<C>,
        chance: &mut RandomChance<'_, impl RulesSource, C>,
        players: &mut [S; MAX_SEATS],
        totals: &[i32; MAX_SEATS],
    ) {
        drive(round, chance, players, totals);
    }
}

/// Players of any kind; `REMEMBERS`: at a table that remembers which cards were shown.
struct Anybody<const REMEMBERS: bool>;

impl<const REMEMBERS: bool> Drive<Roomy> for Anybody<REMEMBERS> {
    type Player = Player;

    fn begin(player: &mut Player, rng: Option<&Rng>) {
        player.begin(rng);
    }

    fn act(
        player: &mut Player,
        round: &Round<Roomy>,
        chance: &RandomChance<'_, impl RulesSource>,
        totals: &[i32; MAX_SEATS],
        memory: Option<&Memory>,
    ) -> Action {
        let view = View::new(round, chance.house(), totals, round.actor());
        player.act(round, view.remembering(memory), Some(chance))
    }

    fn drive(
        round: &mut Round<Roomy>,
        chance: &mut RandomChance<'_, impl RulesSource>,
        players: &mut [Player; MAX_SEATS],
        totals: &[i32; MAX_SEATS],
    ) {
        drive_players(round, chance, players, totals, REMEMBERS);
    }

    fn listens(players: &[Player]) -> bool {
        players.iter().any(Player::listens)
    }

    fn open(
        round: &mut Round<Roomy>,
        chance: &mut RandomChance<'_, impl RulesSource>,
        setup: &TableSetup,
        players: &[Player],
    ) -> Vec<Event> {
        strategy::open(round, chance, &setup.rules.setup, players)
    }

    fn tell(
        players: &mut [Player],
        round: &Round<Roomy>,
        setup: &TableSetup,
        totals: &[i32; MAX_SEATS],
        heard: Notification<'_>,
    ) {
        strategy::tell(players, round, &setup.active_rules, totals, heard);
    }
}

/// Plays one deal in each of the seatings. The deal is dealt, its start card turned up, and the
/// seats' generators seeded once for all of them; they are kept where several play it. A strategy
/// is a player who may listen, and makes one for each seat that it has.
#[inline(always)]
pub fn play_block<C: Cards, L: RulesSource, D: Drive<C>>(
    deck: &Prepared<C>,
    setup: &TableSetup,
    active: L,
    (strategies, player_of): (&[D::Player], impl Fn(usize) -> D::Player),
    block: u64,
    seatings: &[SeatMap],
    outcomes: &mut Vec<Outcome>,
) {
    let random_seats = setup.random_seats();
    let key = RoundKey::new(setup.seed, block, 0);
    let opening = deck.first_opening(key);
    let mut round = *deck.table();
    let (mut chance, events) =
        deal::<_, _, D>(deck, (setup, strategies), active, key, opening, &mut round);
    let mut dealt = None;
    let mut streams = SeatStreams::new(key, random_seats);
    if seatings.len() > 1 {
        dealt = Some((round, chance.clone()));
        streams.keep();
    }
    let mut players = in_every_seat(&player_of(0));
    for (game, seating) in seatings.iter().enumerate() {
        for (player, &strategy) in players.iter_mut().zip(seating).take(setup.players) {
            *player = player_of(usize::from(strategy));
        }
        if game > 0
            && let Some(dealt) = &dealt
        {
            (round, chance) = dealt.clone();
        }
        let mut later_streams = None;
        let mut current_streams = &streams;
        let mut later_events;
        let mut current_events = &events;
        let mut game = setup.match_play.then(|| RunningMatch::new(setup, opening));
        let outcome = loop {
            let totals = game.as_ref().map_or(&[0; MAX_SEATS], |game| game.play.totals());
            for (seat, player) in players.iter_mut().enumerate().take(round.players()) {
                D::begin(player, current_streams.of(Seat::new(seat)).as_ref());
            }
            let number = game.as_ref().map_or(0, |game| game.play.rounds());
            D::tell(&mut players, &round, setup, totals, Notification::Round(number));
            for &event in current_events {
                D::tell(&mut players, &round, setup, totals, Notification::Event(event));
            }
            D::drive(&mut round, &mut chance, &mut players, totals);
            if D::listens(&players) {
                let score = setup.scoring.score(&round);
                D::tell(&mut players, &round, setup, totals, Notification::End(&score));
            }
            let Some(game) = &mut game else { break outcome_of_round(setup, &round) };
            if let Some(outcome) = game.add(setup, &round) {
                break outcome;
            }
            let key = RoundKey::new(setup.seed, block, u64::from(game.play.rounds()));
            round = *deck.table();
            (chance, later_events) = deal_next::<_, _, D>(
                deck,
                (setup, strategies),
                active,
                key,
                game.play.opening(),
                &mut round,
            );
            current_events = &later_events;
            current_streams = later_streams.insert(SeatStreams::new(key, random_seats));
        };
        outcomes.push(outcome);
    }
}

/// The same player in every seat. Written out, because `array::from_fn` would fill another array and
/// move it here.
#[inline(always)]
fn in_every_seat<P: Clone>(player: &P) -> [P; MAX_SEATS] {
    let copy = || player.clone();
    [copy(), copy(), copy(), copy(), copy(), copy(), copy(), copy(), copy(), copy()]
}

#[inline(always)]
fn deal<'a, C: Cards, L: RulesSource, D: Drive<C>>(
    deck: &Prepared<C>,
    (setup, players): (&'a TableSetup, &[D::Player]),
    active: L,
    key: RoundKey,
    opening: Opening,
    table: &mut Round<C>,
) -> (RandomChance<'a, L, C>, Vec<Event>) {
    let mut rng = key.stream(Purpose::Deal, 0);
    deck.deal_onto(table, opening, &mut rng);
    let mut chance = RandomChance::new(active, &setup.rules.people, key, rng);
    let events = D::open(table, &mut chance, setup, players);
    (chance, events)
}

#[inline(never)]
fn deal_next<'a, C: Cards, L: RulesSource, D: Drive<C>>(
    deck: &Prepared<C>,
    table_and_players: (&'a TableSetup, &[D::Player]),
    active: L,
    key: RoundKey,
    opening: Opening,
    table: &mut Round<C>,
) -> (RandomChance<'a, L, C>, Vec<Event>) {
    deal::<C, L, D>(deck, table_and_players, active, key, opening, table)
}

/// How a round ended.
#[inline(always)]
pub fn outcome_of_round<C: Cards>(setup: &TableSetup, round: &Round<C>) -> Outcome {
    let score = setup.scoring.score(round);
    Outcome {
        winners: score.winners.bits(),
        scores: score.scores,
        hand_points: score.points,
        turns: round.turns(),
        stalled: round.standing() == RoundStatus::Stalled,
        blocked: matches!(round.standing(), RoundStatus::Blocked(_)),
        rounds: 1,
        ahead: 0,
        first: round.first().index() as u8,
        faults: [0; MAX_SEATS],
        asked: [0; MAX_SEATS],
    }
}

/// A match that is being played.
#[derive(Debug, Clone)]
#[must_use]
pub struct RunningMatch {
    /// The totals and whose deal it is.
    pub play: MatchPlay,
    outcome: Option<Outcome>,
}

impl RunningMatch {
    /// A match before its first round.
    pub fn new(setup: &TableSetup, opening: Opening) -> RunningMatch {
        RunningMatch { play: MatchPlay::new(&setup.rules, setup.players, opening), outcome: None }
    }

    /// Adds a round; gives the match's outcome when that was the last one.
    #[inline(never)]
    pub fn add<C: Cards>(&mut self, setup: &TableSetup, round: &Round<C>) -> Option<Outcome> {
        let this = outcome_of_round(setup, round);
        let mut sum =
            self.outcome.unwrap_or(Outcome { turns: 0, hand_points: [0; MAX_SEATS], ..this });
        sum.turns += this.turns;
        for (total, points) in sum.hand_points.iter_mut().zip(this.hand_points) {
            *total += points;
        }
        self.outcome = Some(sum);
        let end = self.play.add(&setup.scoring.score(round), winner(round))?;
        Some(Outcome {
            winners: end.winners.bits(),
            scores: *self.play.totals(),
            rounds: self.play.rounds(),
            ahead: self.play.ahead().map_or(0, SeatSet::bits),
            stalled: end.stalled && !this.blocked,
            blocked: end.stalled && this.blocked,
            ..sum
        })
    }
}

/// Who won a round; none after a stall.
pub fn winner<C: Cards>(round: &Round<C>) -> Option<Seat> {
    round.standing().winner()
}
