//! Plays games and writes their records, by the same streams of random numbers as the arena.

use super::event_lines::{match_end, round_end};
use super::line::Line;
use super::narrator::Narrator;
use super::order::PileOrder;
use super::pretty::Printer;
use super::record_writer::{LineSink, RecordHeading, RecordWriter, Recording, Sink};
use super::told::DecisionTrace;
use serde_json::Value;
use std::io::{self, Write};
use std::sync::Arc;
use unobench_core::cards::Notation;
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{
    Action, Dealt, Event, Memory, Observed, Opening, Prepared, Round, RoundScore, RoundStatus, View,
};
use unobench_core::rng::RoundKey;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{
    self, Ears, Player, SeatStreams, StrategySpec, tell_end, tell_opening,
};
use unobench_core::table::{SeatMap, TableSetup, winner};

/// What is to be played and written down.
#[derive(Clone, Copy)]
pub struct Trace<'a> {
    pub rules: &'a RuleSet,
    pub players: usize,
    pub strategies: &'a [StrategySpec],
    pub seatings: &'a dyn Fn(u64) -> Vec<SeatMap>,
    /// Number of games, rounds or matches; the last block is left where they end.
    pub games: u64,
    pub seed: u64,
    pub match_play: bool,
    pub form: Form,
}

/// How games are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    #[default]
    JsonLines,
    /// For a person to read; `colour`: with escape codes that show the cards in their colours.
    Pretty { colour: bool },
}

/// How many games, rounds and events were written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traced {
    pub games: u64,
    pub rounds: u64,
    pub events: u64,
}

/// A decision, and why it was so, where whoever decided has said so: a sentence or a number.
pub type Decided = (Action, Option<Value>);

/// The decisions of several games, each game's in their order.
pub type GameDecisions = Vec<Vec<Decided>>;

/// Decisions made elsewhere, by those whose decisions cannot be had again from their strategy and
/// its stream: bots.
#[derive(Clone, Copy)]
pub struct Scripted<'a> {
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
        self.write_scripted(None, out)
    }

    /// As [`Trace::write`], with decisions that were made elsewhere, if there are any; panics, too,
    /// if one of them is missing.
    pub fn write_scripted(
        &self,
        script: Option<Scripted<'_>>,
        out: &mut dyn Write,
    ) -> io::Result<Traced> {
        let notation = self.rules.deck.notation();
        match self.form {
            Form::JsonLines => self
                .play(script, &mut Sink::new(&mut JsonLines { out, notation, buffer: Vec::new() })),
            Form::Pretty { colour } => {
                let mut narrator = Narrator::new(None);
                narrator.colour = colour;
                self.play(script, &mut Sink::new(&mut Printer::new(out, narrator)))
            }
        }
    }

    fn play(&self, script: Option<Scripted<'_>>, sink: &mut Sink<'_>) -> io::Result<Traced> {
        let tracer = Tracer::new(self, script.map(|script| script.names));
        let mut traced = Traced::default();
        for block in 0.. {
            let seatings = (self.seatings)(block);
            assert!(!seatings.is_empty(), "block {block} has no seatings");
            let left = (self.games - traced.games).min(seatings.len() as u64) as usize;
            let script = script.filter(|_| left > 0);
            let scripted = script.map(|script| (script.decisions)(block, &seatings[..left]));
            let mut decisions = scripted.map(Vec::into_iter);
            let key = RoundKey::new(self.seed, block, 0);
            let deal = tracer.deal(key, tracer.deck.first_opening(key));
            for (index, seating) in seatings.iter().enumerate() {
                if traced.games == self.games {
                    traced.events = sink.lines;
                    return Ok(traced);
                }
                let actions = decisions.as_mut().and_then(Iterator::next);
                let mut game =
                    tracer.begin_game(block, (index as u64, seating), &deal.dealt.round, actions);
                traced.rounds += tracer.play_game(&deal, &mut game, sink)?;
                traced.games += 1;
            }
        }
        unreachable!("there are more blocks than games")
    }
}

/// Writes the lines of a record as JSON.
struct JsonLines<'a> {
    out: &'a mut dyn Write,
    notation: Notation,
    buffer: Vec<u8>,
}

impl LineSink for JsonLines<'_> {
    fn line(
        &mut self,
        line: &Line,
        told: &DecisionTrace,
        _round: Option<&Round>,
    ) -> io::Result<()> {
        self.buffer.clear();
        serde_json::to_writer(&mut self.buffer, &line.json(told, self.notation))?;
        self.buffer.push(b'\n');
        self.out.write_all(&self.buffer)
    }
}

/// A dealt round to be written down, and the order of its draw pile.
struct TracedDeal {
    dealt: Dealt,
    layout: PileOrder,
}

/// A table whose games are played to be written down.
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
        let Trace { rules, players, strategies, match_play, seed, .. } = *trace;
        let setup = TableSetup::new(rules, players, strategies, match_play, seed);
        Tracer {
            strategies: setup.strategies.iter().map(StrategySpec::player).collect(),
            setup,
            deck: Prepared::new(trace.rules, trace.players),
            rules: Arc::new(trace.rules.clone()),
            settings: Arc::new(trace.rules.settings_json()),
            names: names.map_or_else(
                || trace.strategies.iter().map(ToString::to_string).collect(),
                <[String]>::to_vec,
            ),
        }
    }

    fn deal(&self, key: RoundKey, opening: Opening) -> TracedDeal {
        let dealt = self.deck.dealt(key, opening);
        TracedDeal { layout: PileOrder::find(&dealt, &self.setup.active_rules, &self.rules), dealt }
    }

    fn begin_game<'s>(
        &self,
        block: u64,
        (number, seating): (u64, &'s SeatMap),
        first: &Round,
        actions: Option<Vec<Decided>>,
    ) -> TracedGame<'s> {
        let seating = &seating[..self.setup.players];
        let strategies = seating.iter().map(|&number| &self.strategies[usize::from(number)]);
        let opening = Opening { dealer: first.dealer(), first: first.first() };
        TracedGame {
            block,
            number,
            seating,
            players: strategies.cloned().collect(),
            actions: actions.map(Vec::into_iter),
            play: MatchPlay::new(&self.rules, self.setup.players, opening),
        }
    }

    fn play_game(
        &self,
        first: &TracedDeal,
        game: &mut TracedGame<'_>,
        sink: &mut Sink<'_>,
    ) -> io::Result<u64> {
        let mut end = self.play_round(first, game, sink)?;
        if !self.setup.match_play {
            return Ok(1);
        }
        while end.is_none() {
            let key = RoundKey::new(self.setup.seed, game.block, u64::from(game.play.rounds()));
            end = self.play_round(&self.deal(key, game.play.opening()), game, sink)?;
        }
        sink.put(&match_end(&game.play, self.setup.players, end), &DecisionTrace::NOTHING, None);
        sink.check()?;
        Ok(u64::from(game.play.rounds()))
    }

    fn play_round(
        &self,
        deal: &TracedDeal,
        game: &mut TracedGame<'_>,
        sink: &mut Sink<'_>,
    ) -> io::Result<Option<MatchEnd>> {
        let mut round = deal.dealt.round;
        sink.put(
            &self.caption(game).line(&round, &deal.layout),
            &DecisionTrace::NOTHING,
            Some(&round),
        );
        // Of a game that is not wanted any more there may be no script.
        sink.check()?;
        let mut random = deal.dealt.chance(&self.setup.active_rules, &self.rules.people);
        let mut writer = RecordWriter::new(&deal.layout);
        let mut chance = Recording::new(&mut random, &mut writer, sink);
        let opening = strategy::open(&mut round, &mut chance, &self.rules.setup, &game.players);
        if let Some(actions) = &mut game.actions {
            while round.standing() == RoundStatus::Waits {
                let (action, why) = actions.next().expect("a script has every decision");
                chance.decides(&round, action, why);
                round.apply_trusted_dyn(&mut chance, action);
            }
        } else {
            self.decide(deal, game, &mut round, &mut chance, &opening);
        }
        let score: RoundScore = self.setup.scoring.score(&round);
        writer.end(&round_end(&round, &self.rules, &score), sink, &round);
        sink.check()?;
        Ok(game.play.add(&score, winner(&round)))
    }

    /// Lets the players decide until the round is over.
    fn decide(
        &self,
        deal: &TracedDeal,
        game: &mut TracedGame<'_>,
        round: &mut Round,
        chance: &mut Recording<'_, '_, '_>,
        opening: &[Event],
    ) {
        SeatStreams::new(deal.dealt.key, self.setup.random_seats()).begin(&mut game.players);
        let TracedGame { players, play, .. } = game;
        let (rules, totals) = (&self.setup.active_rules, play.totals());
        tell_opening(players, round, rules, totals, (play.rounds(), opening));
        let mut memory = self.setup.is_watched().then(Memory::default);
        while round.standing() == RoundStatus::Waits {
            let view = View::new(round, rules, totals, round.actor()).remembering(memory.as_ref());
            let action = players[round.actor().index()].act(round, view, Some(&*chance));
            chance.decides(round, action, None);
            let mut ears = Ears { players, rules, totals };
            let mut heard = Observed::new(&mut *chance, &mut ears);
            match &mut memory {
                Some(memory) => {
                    round.apply_trusted_dyn(&mut Observed::new(&mut heard, memory), action);
                }
                None => round.apply_trusted_dyn(&mut heard, action),
            }
        }
        tell_end(players, round, rules, totals, &self.setup.scoring);
    }

    fn caption<'a>(&'a self, game: &'a TracedGame<'_>) -> RecordHeading<'a> {
        let names = game.seating.iter().map(|&number| &self.names[usize::from(number)]);
        RecordHeading {
            rules: &self.rules,
            settings: &self.settings,
            names: names.cloned().collect(),
            block: game.block,
            seating: game.number,
            round: u64::from(game.play.rounds()),
            totals: game.play.totals(),
        }
    }
}

/// A game that is being written down, with its players and the match as it stands.
struct TracedGame<'s> {
    block: u64,
    number: u64,
    seating: &'s [u8],
    players: Vec<Player>,
    actions: Option<std::vec::IntoIter<Decided>>,
    play: MatchPlay,
}
