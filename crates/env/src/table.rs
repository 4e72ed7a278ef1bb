//! One table: a round, the chance that it is played by, and the strategies in the seats that no
//! learner has.

use crate::actions::{self, AS_THEY_ARE, ColourOrder, legal, ordered, unordered, write_mask};
use crate::rows::{Ended, ObservationRow};
use crate::setup::{Autoreset, Reward, Setup};
use std::cmp::Ordering;
use std::fmt::Debug;
use unobench_core::cards::{Cards, Compact, Roomy};
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{
    Action, ActiveRules, Memory, Observed, OfficialRules, Opening, Prepared, RandomChance, Round,
    RoundScore, RoundStatus, RulesSource, Scoring, Seat, SeatSet, View,
};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, People};
use unobench_core::strategy::{FastStrategy, Player, StrategySpec, decide};
use unobench_core::table::winner;
use unobench_fast::FastPlayer;
use unobench_learners::net::each_rows;

/// Nobody has match points where a game is a round.
static TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

/// The chance that a round of an instance of the game is played by.
type ChanceOf<'a, G> = RandomChance<'a, <G as GameInstance>::Rules<'a>, <G as GameInstance>::Cards>;

/// A chance that waits; the rules belong to the config, and are not these.
type Apart<G> = RandomChance<'static, &'static ActiveRules, <G as GameInstance>::Cards>;

/// An instance of the game: the type of the cards, where rules come from, and who may sit there.
pub(crate) trait GameInstance: Clone + Debug + 'static {
    /// The type of the cards.
    type Cards: Cards;
    /// Where the rules come from.
    type Rules<'a>: RulesSource + Send + Sync;
    /// Who sits where no learner does.
    type Opponent: Clone + Debug + Send + Sync;
    /// Whether cards that were shown can be remembered.
    const REMEMBERS: bool;

    fn rules(active: &ActiveRules) -> Self::Rules<'_>;
    /// Who plays this strategy; nobody if it cannot sit there.
    fn opponent(strategy: &StrategySpec) -> Option<Self::Opponent>;
    fn begin(opponent: &mut Self::Opponent, rng: Option<&Rng>);
    fn decide(
        opponent: &mut Self::Opponent,
        round: &Round<Self::Cards>,
        view: &View<'_, Self::Cards>,
        chance: &ChanceOf<'_, Self>,
    ) -> Action;
    fn apply(
        round: &mut Round<Self::Cards>,
        chance: &mut ChanceOf<'_, Self>,
        memory: Option<&mut Memory>,
        action: Action,
    );
}

/// An instance of decks of usual size, under rules of a type, and of strategies without a memory.
macro_rules! fast {
    ($name:ident, $rules:ty, $of:expr) => {
        #[derive(Debug, Clone)]
        pub(crate) struct $name;

        impl GameInstance for $name {
            type Cards = Compact;
            type Rules<'a> = $rules;
            type Opponent = FastPlayer;
            const REMEMBERS: bool = false;

            fn rules(active: &ActiveRules) -> Self::Rules<'_> {
                $of(active)
            }

            fn opponent(strategy: &StrategySpec) -> Option<FastPlayer> {
                FastPlayer::of(strategy)
            }

            fn begin(opponent: &mut FastPlayer, rng: Option<&Rng>) {
                FastStrategy::begin(opponent, rng);
            }

            fn decide(
                opponent: &mut FastPlayer,
                _round: &Round<Compact>,
                view: &View<'_, Compact>,
                _chance: &ChanceOf<'_, Self>,
            ) -> Action {
                decide(opponent, view)
            }

            #[inline(always)]
            fn apply(
                round: &mut Round<Compact>,
                chance: &mut ChanceOf<'_, Self>,
                _memory: Option<&mut Memory>,
                action: Action,
            ) {
                round.apply_trusted(chance, action);
            }
        }
    };
}

fast!(Official, OfficialRules<'a>, OfficialRules);
fast!(Common, &'a ActiveRules, std::convert::identity);

/// Any deck, any strategies: the instance of the game that all slow paths share.
#[derive(Debug, Clone)]
pub(crate) struct Open;

impl GameInstance for Open {
    type Cards = Roomy;
    type Rules<'a> = &'a ActiveRules;
    type Opponent = Player;
    const REMEMBERS: bool = true;

    fn rules(active: &ActiveRules) -> &ActiveRules {
        active
    }

    fn opponent(strategy: &StrategySpec) -> Option<Player> {
        Some(strategy.player())
    }

    fn begin(opponent: &mut Player, rng: Option<&Rng>) {
        opponent.begin(rng);
    }

    fn decide(
        opponent: &mut Player,
        round: &Round,
        view: &View<'_>,
        chance: &ChanceOf<'_, Self>,
    ) -> Action {
        opponent.act(round, *view, Some(chance))
    }

    fn apply(
        round: &mut Round,
        chance: &mut ChanceOf<'_, Self>,
        memory: Option<&mut Memory>,
        action: Action,
    ) {
        match memory {
            Some(memory) => round.apply_trusted_dyn(&mut Observed::new(chance, memory), action),
            None => round.apply_trusted_dyn(chance, action),
        }
    }
}

/// What all tables of an environment have in common.
#[derive(Debug)]
pub(crate) struct TableConfig<G: GameInstance> {
    pub(crate) setup: Setup,
    active: ActiveRules,
    scoring: Scoring,
    deck: Prepared<G::Cards>,
    learners: SeatSet,
    /// By seat; none where a learner sits.
    opponents: Vec<Option<G::Opponent>>,
    stochastic: SeatSet,
    /// Whether somebody remembers cards that were shown, or sees more than a seat may.
    is_watched: bool,
}

impl<G: GameInstance> TableConfig<G> {
    /// What is to be played; nothing if somebody cannot sit there.
    pub(crate) fn new(setup: &Setup, active: ActiveRules) -> Option<TableConfig<G>> {
        let opponents = (setup.strategies.iter())
            .map(|strategy| match strategy {
                Some(strategy) => {
                    G::opponent(&strategy.aiming(&setup.rules, setup.match_play)).map(Some)
                }
                None => Some(None),
            })
            .collect::<Option<Vec<_>>>()?;
        let seats_where = |test: fn(&StrategySpec) -> bool| {
            let seats = (setup.strategies.iter().zip(Seat::ALL))
                .filter(|(strategy, _)| strategy.as_ref().is_some_and(test));
            seats.fold(SeatSet::EMPTY, |set, (_, seat)| set.with(seat))
        };
        let is_watched = (setup.strategies.iter().flatten())
            .any(|spec| spec.entry().traits.is_watched(&active))
            || setup.net_rows && active.moves_hands();
        if is_watched && !G::REMEMBERS {
            return None;
        }
        let taken = seats_where(|_| true);
        let all = SeatSet::first(setup.players);
        Some(TableConfig {
            setup: setup.clone(),
            active,
            scoring: Scoring::of(&setup.rules),
            deck: Prepared::new(&setup.rules, setup.players),
            learners: taken.iter().fold(all, SeatSet::without),
            opponents,
            stochastic: seats_where(|strategy| strategy.entry().traits.stochastic),
            is_watched,
        })
    }

    #[inline(always)]
    fn chance(&self, kept: &Apart<G>) -> ChanceOf<'_, G> {
        kept.with(G::rules(&self.active), &self.setup.rules.people)
    }

    fn dealt(&self, key: RoundKey, opening: Opening) -> (Round<G::Cards>, ChanceOf<'_, G>) {
        let rules = &self.setup.rules;
        let dealt = self.deck.dealt(key, opening);
        let mut chance = dealt.chance(G::rules(&self.active), &rules.people);
        let mut round = dealt.round;
        round.open(&mut chance, &rules.setup);
        (round, chance)
    }

    fn first_round(&self, block: u64) -> (RoundKey, Opening) {
        let key = RoundKey::new(self.setup.seed, block, 0);
        (key, self.deck.first_opening(key))
    }

    fn new_match(&self, opening: Opening) -> Option<Box<Match>> {
        let Setup { rules, players, match_play, .. } = &self.setup;
        let play = || MatchPlay::new(rules, *players, opening);
        match_play
            .then(|| Box::new(Match { play: play(), end: None, turns: 0, owed: [0; MAX_SEATS] }))
    }

    /// The share of the others that a seat is ahead of, ties counting half.
    fn rank(&self, score: &RoundScore, seat: usize) -> f32 {
        let standing = |seat: usize| {
            let points = score.scores[seat] * self.setup.point() as i32;
            let in_hand = i64::from(score.points[seat]);
            (score.winners.contains(Seat::new(seat)), points, -in_hand)
        };
        let halves = |other: usize| match standing(seat).cmp(&standing(other)) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        let ahead: u8 = (0..self.setup.players).filter(|&other| other != seat).map(halves).sum();
        f32::from(ahead) / (2 * (self.setup.players - 1)) as f32
    }
}

/// Whether a table waits for a learner, or is at the end of its round or match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Asks,
    /// The round or match is over, and no step has said so yet.
    Ended,
    /// The round or match is over, and its end was told.
    Told,
}

/// The match that a table plays, round by round.
#[derive(Debug, Clone)]
struct Match {
    play: MatchPlay,
    end: Option<MatchEnd>,
    /// Turns of the rounds that have ended.
    turns: i32,
    /// Points that no step has given yet.
    owed: [i32; MAX_SEATS],
}

/// A table at which learners play, as it stands between two steps.
#[derive(Debug, Clone)]
pub(crate) struct LearnerTable<G: GameInstance> {
    round: Round<G::Cards>,
    chance: Apart<G>,
    opponents: Vec<Option<G::Opponent>>,
    memory: Option<Box<Memory>>,
    pub(crate) block: u64,
    state: State,
    /// The order of colours in which its row and its actions were shown.
    colours: ColourOrder,
    game: Option<Box<Match>>,
}

impl<G: GameInstance> LearnerTable<G> {
    pub(crate) fn new(config: &TableConfig<G>, block: u64) -> LearnerTable<G> {
        let (key, opening) = config.first_round(block);
        let (round, mut chance) = config.dealt(key, opening);
        let has_opponents = config.learners.len() < config.setup.players as u32;
        let mut table = LearnerTable {
            round,
            chance: apart::<G>(&chance),
            opponents: if has_opponents { config.opponents.clone() } else { Vec::new() },
            memory: config.is_watched.then(Box::default),
            block,
            state: State::Asks,
            colours: AS_THEY_ARE,
            game: config.new_match(opening),
        };
        table.begin(config, key);
        table.go_on(config, &mut chance);
        table
    }

    fn deal(&mut self, config: &TableConfig<G>, block: u64) {
        let (key, opening) = config.first_round(block);
        let mut chance;
        (self.round, chance) = config.dealt(key, opening);
        self.block = block;
        self.game = config.new_match(opening);
        self.begin(config, key);
        self.go_on(config, &mut chance);
    }

    fn begin(&mut self, config: &TableConfig<G>, key: RoundKey) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
        for (opponent, seat) in self.opponents.iter_mut().zip(Seat::ALL) {
            let stream = || key.stream(Purpose::Strategy, seat.index() as u64);
            let rng = config.stochastic.contains(seat).then(stream);
            if let Some(opponent) = opponent {
                G::begin(opponent, rng.as_ref());
            }
        }
    }

    /// Plays on to the next decision of a learner, or to the end.
    #[inline(always)]
    fn go_on<'a>(&mut self, config: &'a TableConfig<G>, chance: &mut ChanceOf<'a, G>) {
        self.state = 'played: loop {
            while self.round.standing() == RoundStatus::Waits {
                let seat = self.round.actor();
                if config.learners.contains(seat) {
                    break 'played State::Asks;
                }
                self.ask_opponent(config, chance, seat);
            }
            if self.game.is_none() || !self.next_round(config, chance) {
                break State::Ended;
            }
        };
        self.chance = apart::<G>(chance);
    }

    #[cold]
    fn next_round<'a>(&mut self, config: &'a TableConfig<G>, chance: &mut ChanceOf<'a, G>) -> bool {
        let Some(game) = &mut self.game else { return false };
        let score = config.scoring.score(&self.round);
        game.turns += self.round.turns() as i32;
        for (owed, points) in game.owed.iter_mut().zip(score.scores) {
            *owed += points;
        }
        game.end = game.play.add(&score, winner(&self.round));
        if game.end.is_some() {
            return false;
        }
        let key = RoundKey::new(config.setup.seed, self.block, game.play.rounds().into());
        let opening = game.play.opening();
        (self.round, *chance) = config.dealt(key, opening);
        self.begin(config, key);
        true
    }

    #[inline(always)]
    fn totals(&self) -> &[i32; MAX_SEATS] {
        self.game.as_ref().map_or(&TOTALS, |game| game.play.totals())
    }

    #[inline(never)]
    fn ask_opponent<'a>(
        &mut self,
        config: &'a TableConfig<G>,
        chance: &mut ChanceOf<'a, G>,
        seat: Seat,
    ) {
        let LearnerTable { round, opponents, memory, game, .. } = self;
        let totals = game.as_ref().map_or(&TOTALS, |game| game.play.totals());
        let view = View::new(round, &config.active, totals, seat).remembering(memory.as_deref());
        let opponent = opponents[seat.index()].as_mut().expect("somebody sits where no learner is");
        let action = G::decide(opponent, round, &view, chance);
        G::apply(round, chance, memory.as_deref_mut(), action);
    }

    /// Visits the rows of a network's first layer that count for each legal action of the learner
    /// that is asked, in the order of their numbers.
    pub(crate) fn net_rows(&self, config: &TableConfig<G>, visit: &mut dyn FnMut(usize, &[u16])) {
        if self.state != State::Asks {
            return;
        }
        let seat = self.round.actor();
        let view = View::new(&self.round, &config.active, self.totals(), seat);
        let view = view.remembering(self.memory.as_deref());
        let legal = ordered(legal(&view, config.setup.draw_by_choice), self.colours);
        let legal = (0..actions::ADDED_ACTIONS).filter(|number| legal >> number & 1 == 1);
        let action = |number| actions::action(&view, unordered(number, self.colours));
        let mut numbers = legal.clone();
        each_rows(&view, legal.map(action), &mut |rows| {
            visit(numbers.next().expect("as many as actions"), rows);
        });
    }

    /// Takes an action of the learner that is asked, if one is, plays on, and writes what there is
    /// to see; without an action only that. The action must be legal.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        config: &TableConfig<G>,
        action: Option<u8>,
        row: &mut ObservationRow<'_>,
    ) {
        let Some(action) = action else { return self.show(config, row) };
        match self.state {
            State::Asks => {
                let seat = self.round.actor();
                let view = View::new(&self.round, &config.active, &TOTALS, seat);
                let action = actions::action(&view, unordered(action.into(), self.colours));
                let mut chance = config.chance(&self.chance);
                G::apply(&mut self.round, &mut chance, self.memory.as_deref_mut(), action);
                self.go_on(config, &mut chance);
            }
            State::Told if config.setup.autoreset == Autoreset::NextStep => {
                self.deal(config, self.block + config.setup.tables as u64);
                return self.show(config, row);
            }
            State::Ended | State::Told => {}
        }
        if self.game.is_some() {
            self.give_points(config, row);
        }
        if self.state == State::Ended {
            self.tell_end(config, row);
        }
        self.show(config, row);
    }

    #[cold]
    fn give_points(&mut self, config: &TableConfig<G>, row: &mut ObservationRow<'_>) {
        let Some(game) = &mut self.game else { return };
        let owed = std::mem::take(&mut game.owed);
        if config.setup.reward == Reward::Points {
            for (reward, owed) in row.rewards.iter_mut().zip(owed) {
                *reward = owed as f32 * config.setup.point();
            }
        }
    }

    #[cold]
    fn tell_end(&mut self, config: &TableConfig<G>, row: &mut ObservationRow<'_>) {
        let mut score = config.scoring.score(&self.round);
        let mut turns = self.round.turns() as i32;
        let mut is_undecided = self.round.standing().winner().is_none();
        let mut stalled = self.round.standing() == RoundStatus::Stalled;
        if let Some(Match { play, end: Some(end), turns: all, .. }) = self.game.as_deref() {
            score = RoundScore { winners: end.winners, scores: *play.totals(), ..score };
            (turns, is_undecided, stalled) = (*all, end.stalled, end.stalled);
        }
        for (place, reward) in row.rewards.iter_mut().enumerate() {
            match config.setup.reward {
                Reward::Win => {
                    *reward = f32::from(u8::from(score.winners.contains(Seat::new(place))));
                }
                // Those of a match were given round by round.
                Reward::Points if self.game.is_some() => {}
                Reward::Points => *reward = score.scores[place] as f32 * config.setup.point(),
                Reward::Rank if is_undecided => {}
                Reward::Rank => *reward = config.rank(&score, place),
            }
        }
        row.facts.ended = Some(Ended { block: self.block as i64, turns, stalled });
        self.state = State::Told;
        if config.setup.autoreset == Autoreset::SameStep {
            self.deal(config, self.block + config.setup.tables as u64);
        }
    }

    #[inline(always)]
    fn show(&mut self, config: &TableConfig<G>, row: &mut ObservationRow<'_>) {
        row.facts.block = self.block as i64;
        row.facts.turn = self.round.turns() as i32;
        for (total, points) in row.totals.iter_mut().zip(self.totals()) {
            *total = *points;
        }
        if self.state != State::Asks {
            return;
        }
        let seat = self.round.actor();
        let view = View::new(&self.round, &config.active, &TOTALS, seat);
        row.facts.seat = seat.index() as u8;
        self.colours = config.setup.layout.observe(&view, row.observation);
        *row.legal = ordered(legal(&view, config.setup.draw_by_choice), self.colours);
        row.facts.colours = self.colours;
        write_mask(*row.legal, row.mask);
    }

    /// The same table as its row shows it, with another world behind it: other cards in hidden
    /// places, other chance to come, and opponents who have forgotten what they were shown. Where
    /// nobody is asked it is the same table.
    pub(crate) fn determinized(&self, config: &TableConfig<G>, key: RoundKey) -> LearnerTable<G> {
        let mut table = self.clone();
        if self.state != State::Asks {
            return table;
        }
        let view = View::new(&self.round, &config.active, self.totals(), self.round.actor());
        let mut rng = key.stream(Purpose::Strategy, MAX_SEATS as u64);
        view.determinizer::<G::Cards>().sample(&mut rng, &mut table.round);
        let deal = key.stream(Purpose::Deal, 0);
        let (rules, people) = (G::rules(&config.active), &config.setup.rules.people);
        table.chance = apart::<G>(&RandomChance::new(rules, people, key, deal));
        table.begin(config, key);
        table
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state == State::Told
    }

    pub(crate) fn asked(&self) -> (usize, &'static str) {
        (self.round.actor().index(), self.round.decision().name())
    }
}

#[inline(always)]
fn apart<G: GameInstance>(chance: &ChanceOf<'_, G>) -> Apart<G> {
    chance.with(&ActiveRules::OFFICIAL, &People::OFFICIAL)
}
