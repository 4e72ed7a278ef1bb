//! Playing rounds and writing them down.

use super::event_lines::{EventLines, hands_of, round_end};
use super::line::{Line, MatchEndLine, RoundLine};
use super::order::{Layout, draw_order};
use super::pretty::Printer;
use serde_json::Value;
use std::io::{self, Write};
use std::sync::Arc;
use unobench_core::cards::{Cards, Kind, Roomy};
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{
    Action, ActiveRules, Dealt, Event, Observed, Observer, Opening, Prepared, RandomChance, Round,
    RoundScore, Seat, Standing,
};
use unobench_core::rng::RoundKey;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Player, SeatStreams, StrategySpec, drive_players};
use unobench_core::table::{SeatMap, TableSetup, winner};

/// What is to be played and written down.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::{MAX_SEATS, RuleSet};
/// use unobench_record::{Form, Trace, replay};
///
/// let strategy = |name| unobench_strategies::strategy(name).expect("a strategy");
/// let mut seating = [0; MAX_SEATS];
/// seating[1] = 1;
/// let trace = Trace {
///     rules: &RuleSet::official(),
///     players: 2,
///     strategies: &[strategy("random"), strategy("counter")],
///     seatings: &|_block| vec![seating],
///     games: 3,
///     seed: 1,
///     match_play: false,
///     form: Form::JsonLines,
/// };
/// let mut record = Vec::new();
/// let traced = trace.write(&mut record).expect("memory takes everything");
/// let report = replay(record.as_slice()).expect("a record that keeps to the rules");
/// assert_eq!((traced.rounds, report.rounds, report.events), (3, 3, traced.events));
/// ```
#[derive(Clone, Copy)]
pub struct Trace<'a> {
    /// The rules; valid for so many players.
    pub rules: &'a RuleSet,
    /// Number of seats.
    pub players: usize,
    /// The strategies that the seatings refer to.
    pub strategies: &'a [StrategySpec],
    /// The seatings of each block, in their order.
    pub seatings: &'a dyn Fn(u64) -> Vec<SeatMap>,
    /// Number of games, rounds or matches; the last block is left where they end.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Whether a game is a match.
    pub match_play: bool,
    /// How it is written.
    pub form: Form,
}

/// How rounds are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// A game record: JSON Lines, one event a line.
    #[default]
    JsonLines,
    /// For a person to read; `colour`: with escape codes that show the cards in their colours.
    Pretty {
        /// Whether cards have their colours.
        colour: bool,
    },
}

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traced {
    /// Games: rounds, or matches.
    pub games: u64,
    /// Rounds.
    pub rounds: u64,
    /// Events, the lines of a record.
    pub events: u64,
}

/// For each of some games every decision, in their order.
pub type GameDecisions = Vec<Vec<Action>>;

/// Decisions made elsewhere, by those whose decisions cannot be had again from their strategy and
/// its stream: bots.
#[derive(Clone, Copy)]
pub struct Script<'a> {
    /// Who sits there, in place of the names of the strategies.
    pub names: &'a [String],
    /// For a block and the seatings that are written down, every decision of each game in its
    /// order.
    pub decisions: &'a dyn Fn(u64, &[SeatMap]) -> GameDecisions,
}

impl Trace<'_> {
    /// Plays the games in the order of a run, block by block and seating by seating, and writes
    /// them down.
    ///
    /// # Errors
    /// What `out` reports; what was written until then is whole lines but for the last.
    ///
    /// # Panics
    /// If there are no strategies, or a block has no seatings.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<Traced> {
        self.write_by(None, out)
    }

    /// As [`Trace::write`], with decisions that were made elsewhere.
    ///
    /// # Errors
    /// What `out` reports.
    ///
    /// # Panics
    /// If a decision is missing.
    pub fn write_scripted(&self, script: Script<'_>, out: &mut dyn Write) -> io::Result<Traced> {
        self.write_by(Some(script), out)
    }

    fn write_by(&self, script: Option<Script<'_>>, out: &mut dyn Write) -> io::Result<Traced> {
        let blank_draws = self.rules.deck.blank_draws;
        match self.form {
            Form::JsonLines => self.play(
                script,
                &mut Sink::new(&mut JsonLines { out, blank_draws, buffer: Vec::new() }),
            ),
            Form::Pretty { colour } => {
                self.play(script, &mut Sink::new(&mut Printer::new(out, colour)))
            }
        }
    }

    fn play(&self, script: Option<Script<'_>>, sink: &mut Sink<'_>) -> io::Result<Traced> {
        let tracer = Tracer::new(self, script.map(|script| script.names));
        let mut traced = Traced::default();
        for block in 0.. {
            let seatings = (self.seatings)(block);
            assert!(!seatings.is_empty(), "block {block} has no seatings");
            let left = usize::try_from(self.games - traced.games)
                .unwrap_or(usize::MAX)
                .min(seatings.len());
            let scripted = script
                .filter(|_| left > 0)
                .map(|script| (script.decisions)(block, &seatings[..left]));
            let mut decisions = scripted.map(Vec::into_iter);
            let deal = tracer.first_deal(block);
            for (index, seating) in seatings.iter().enumerate() {
                if traced.games == self.games {
                    traced.events = sink.lines;
                    return Ok(traced);
                }
                let place = Place { block, seating: index as u64, round: 0 };
                let mut actions = decisions.as_mut().and_then(Iterator::next).map(Vec::into_iter);
                traced.rounds += tracer.play_game(&deal, place, seating, actions.as_mut(), sink)?;
                traced.games += 1;
            }
        }
        unreachable!("there are more blocks than games")
    }
}

/// Takes the lines of a record.
pub(super) trait LineSink {
    /// Writes a line.
    fn line(&mut self, line: &Line) -> io::Result<()>;
}

/// Writes lines as JSON.
struct JsonLines<'a> {
    out: &'a mut dyn Write,
    blank_draws: u8,
    buffer: Vec<u8>,
}

impl LineSink for JsonLines<'_> {
    fn line(&mut self, line: &Line) -> io::Result<()> {
        self.buffer.clear();
        serde_json::to_writer(&mut self.buffer, &line.json(self.blank_draws))?;
        self.buffer.push(b'\n');
        self.out.write_all(&self.buffer)
    }
}

/// Where lines go; after the first error they go nowhere.
struct Sink<'a> {
    to: &'a mut dyn LineSink,
    lines: u64,
    error: Option<io::Error>,
}

impl<'a> Sink<'a> {
    fn new(to: &'a mut dyn LineSink) -> Sink<'a> {
        Sink { to, lines: 0, error: None }
    }

    fn put(&mut self, line: &Line) {
        if self.error.is_none() {
            self.lines += 1;
            self.error = self.to.line(line).err();
        }
    }

    fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }
}

/// Which round it is.
#[derive(Debug, Clone, Copy)]
struct Place {
    block: u64,
    seating: u64,
    round: u64,
}

/// A deal with the order of its pile, to be played in each seating.
struct Deal {
    dealt: Dealt,
    layout: Layout,
}

/// Decisions in their order.
type Decisions = std::vec::IntoIter<Action>;

/// Plays games as the arena's table does.
struct Tracer {
    setup: TableSetup,
    strategies: Vec<Player>,
    deck: Prepared,
    rules: Arc<RuleSet>,
    settings: Arc<Value>,
    names: Vec<String>,
}

impl Tracer {
    fn new(trace: &Trace<'_>, names: Option<&[String]>) -> Tracer {
        assert!(!trace.strategies.is_empty(), "a table needs strategies");
        Tracer {
            strategies: trace.strategies.iter().map(StrategySpec::player).collect(),
            setup: TableSetup::new(
                trace.rules,
                trace.players,
                trace.strategies,
                trace.match_play,
                trace.seed,
            ),
            deck: Prepared::new(trace.rules, trace.players),
            rules: Arc::new(trace.rules.clone()),
            settings: Arc::new(trace.rules.settings_json()),
            names: names.map_or_else(
                || trace.strategies.iter().map(ToString::to_string).collect(),
                <[String]>::to_vec,
            ),
        }
    }

    /// The deal that all seatings of a block begin with.
    fn first_deal(&self, block: u64) -> Deal {
        let key = RoundKey::new(self.setup.seed, block, 0);
        self.deal(key, self.deck.first_opening(key))
    }

    fn deal(&self, key: RoundKey, opening: Opening) -> Deal {
        let dealt = self.deck.dealt(key, opening);
        let layout = Layout::find(&dealt, &self.setup.active_rules, &self.rules);
        Deal { dealt, layout }
    }

    /// Plays a round, or a match from its first round on; gives the number of rounds.
    fn play_game(
        &self,
        first: &Deal,
        place: Place,
        seating: &SeatMap,
        mut script: Option<&mut Decisions>,
        sink: &mut Sink<'_>,
    ) -> io::Result<u64> {
        let mut players: Vec<Player> = seating[..self.setup.players]
            .iter()
            .map(|&strategy| self.strategies[usize::from(strategy)].clone())
            .collect();
        let opening =
            Opening { dealer: first.dealt.round.dealer(), first: first.dealt.round.first() };
        let mut game = MatchPlay::new(&self.rules, self.setup.players, opening);
        let mut end = self.play_round(
            first,
            place,
            seating,
            (&mut players, script.as_deref_mut()),
            &mut game,
            sink,
        )?;
        if !self.setup.match_play {
            return Ok(1);
        }
        while end.is_none() {
            let place = Place { round: u64::from(game.rounds()), ..place };
            let deal =
                self.deal(RoundKey::new(self.setup.seed, place.block, place.round), game.opening());
            end = self.play_round(
                &deal,
                place,
                seating,
                (&mut players, script.as_deref_mut()),
                &mut game,
                sink,
            )?;
        }
        sink.put(&match_end(&game, self.setup.players, end));
        sink.check()?;
        Ok(u64::from(game.rounds()))
    }

    fn play_round(
        &self,
        deal: &Deal,
        place: Place,
        seating: &SeatMap,
        (players, script): (&mut [Player], Option<&mut Decisions>),
        game: &mut MatchPlay,
        sink: &mut Sink<'_>,
    ) -> io::Result<Option<MatchEnd>> {
        sink.put(&self.round_line(deal, place, seating, game.totals()));
        // Of a game that is not wanted any more there may be no script.
        sink.check()?;
        let mut round = deal.dealt.round;
        let mut random = deal.dealt.chance(&self.setup.active_rules, &self.rules.people);
        let places = deal.layout.places.clone().into_iter();
        let mut recorder = Recorder { event_lines: EventLines::default(), places, sink };
        let mut chance = Observed::new(&mut random, &mut recorder);
        round.open_dyn(&mut chance, &self.rules.setup);
        if let Some(decisions) = script {
            while round.standing() == Standing::Waits {
                let action = decisions.next().expect("a script has every decision");
                round.apply_trusted_dyn(&mut chance, action);
            }
        } else {
            let streams = SeatStreams::new(deal.dealt.key, self.setup.random_seats());
            for (seat, player) in players.iter_mut().enumerate() {
                player.begin(streams.of(Seat::new(seat)).as_ref());
            }
            let remembers = self.setup.is_watched();
            drive_players(&mut round, &mut chance, players, game.totals(), remembers);
        }
        recorder.flush();
        let score: RoundScore = self.setup.scoring.score(&round);
        sink.put(&round_end(&round, &self.rules, &score));
        sink.check()?;
        debug_assert!(round.standing() != Standing::Waits);
        Ok(game.add(&score, winner(&round)))
    }

    fn round_line(
        &self,
        deal: &Deal,
        place: Place,
        seating: &SeatMap,
        totals: &[i32; MAX_SEATS],
    ) -> Line {
        let players = self.setup.players;
        Line::Round(Box::new(RoundLine {
            rules: Arc::clone(&self.rules),
            settings: Arc::clone(&self.settings),
            block: place.block,
            seating: place.seating,
            round: place.round,
            players: seating[..players]
                .iter()
                .map(|&strategy| self.names[usize::from(strategy)].clone())
                .collect(),
            dealer: deal.dealt.round.dealer(),
            first: deal.dealt.round.first(),
            hands: hands_of(&deal.dealt.round),
            draw_pile: deal.layout.draw_pile.clone(),
            totals: totals[..players].iter().map(|&total| i64::from(total)).collect(),
        }))
    }
}

/// The line that a match ends with.
pub(super) fn match_end(game: &MatchPlay, players: usize, end: Option<MatchEnd>) -> Line {
    Line::MatchEnd(Box::new(MatchEndLine {
        winner: end.and_then(|end| end.winners.iter().next()),
        totals: game.totals()[..players].iter().map(|&total| i64::from(total)).collect(),
        rounds: u64::from(game.rounds()),
    }))
}

/// Listens to a round and writes it down.
struct Recorder<'s, 'o> {
    event_lines: EventLines,
    /// Where the cards go that are put back, in their order.
    places: std::vec::IntoIter<usize>,
    sink: &'s mut Sink<'o>,
}

impl Recorder<'_, '_> {
    fn flush(&mut self) {
        if let Some(line) = self.event_lines.held() {
            self.sink.put(&line);
        }
    }
}

impl Observer for Recorder<'_, '_> {
    fn reshuffled(
        &mut self,
        pile: &<Roomy as Cards>::Pile,
        future: Option<RandomChance<'_, &ActiveRules>>,
    ) {
        self.flush();
        let future = future.expect("what is written down is played by known chance");
        self.sink.put(&Line::Reshuffle { draw_pile: draw_order(future, pile) });
    }

    fn drawn(&mut self, kind: Kind) {
        self.event_lines.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.event_lines.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        if let Event::TurnUp { returned: true, .. } = event {
            self.event_lines.place =
                self.places.next().expect("a place for each card that goes back");
        }
        for line in self.event_lines.tell(round, event).into_iter().flatten() {
            self.sink.put(&line);
        }
    }
}
