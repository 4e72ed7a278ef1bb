//! Playing rounds and writing them down.

use super::line::{Line, MatchEndLine, RoundLine};
use super::order::{Layout, draw_order};
use super::pretty::Printer;
use super::scribe::{Scribe, hands_of, round_end};
use crate::arena::Places;
use crate::arena::table::{House, Unwatched, Watched, play_round, winner};
use crate::cards::{Cards, Compact, DrawPile, Kind, Roomy};
use crate::game::match_play::{MatchEnd, MatchPlay};
use crate::game::{Action, Env, Event, Law, Live, Opening, Prepared, Round, RoundScore, Standing};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::{MAX_SEATS, RuleSet};
use crate::strategies::{Player, StrategySpec};
use crate::strategy::SeatStreams;
use serde_json::Value;
use std::io::{self, Write};
use std::sync::Arc;

/// What is to be played and written down.
#[derive(Clone, Copy)]
pub struct Trace<'a> {
    /// The rules; valid for so many players.
    pub rules: &'a RuleSet,
    /// Number of seats.
    pub players: usize,
    /// The strategies that the seatings refer to.
    pub strategies: &'a [StrategySpec],
    /// The seatings of each block, in their order.
    pub seatings: &'a dyn Fn(u64) -> Vec<Places>,
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
    pub decisions: &'a dyn Fn(u64, &[Places]) -> GameDecisions,
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
            Form::JsonLines => self.write_to(
                script,
                &mut Sink::new(&mut JsonLines { out, blank_draws, buffer: Vec::new() }),
            ),
            Form::Pretty { colour } => {
                self.write_to(script, &mut Sink::new(&mut Printer::new(out, colour)))
            }
        }
    }

    fn write_to(&self, script: Option<Script<'_>>, sink: &mut Sink<'_>) -> io::Result<Traced> {
        if self.rules.deck.cards().is_compact() {
            self.play::<Compact>(script, sink)
        } else {
            self.play::<Roomy>(script, sink)
        }
    }

    fn play<C: Cards>(
        &self,
        script: Option<Script<'_>>,
        sink: &mut Sink<'_>,
    ) -> io::Result<Traced> {
        let tracer = Tracer::<C>::new(self, script.map(|script| script.names));
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
struct Deal<C: Cards> {
    key: RoundKey,
    dealt: Round<C>,
    rng: Rng,
    layout: Layout,
}

/// Decisions in their order.
type Decisions = std::vec::IntoIter<Action>;

/// Plays games as the arena's table does.
struct Tracer<C: Cards> {
    house: House,
    deck: Prepared<C>,
    rules: Arc<RuleSet>,
    settings: Arc<Value>,
    names: Vec<String>,
}

impl<C: Cards> Tracer<C> {
    fn new(trace: &Trace<'_>, names: Option<&[String]>) -> Tracer<C> {
        assert!(!trace.strategies.is_empty(), "a table needs strategies");
        Tracer {
            house: House::new(
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
    fn first_deal(&self, block: u64) -> Deal<C> {
        let key = RoundKey::new(self.house.seed, block, 0);
        self.deal(key, self.deck.first_opening(key))
    }

    fn deal(&self, key: RoundKey, opening: Opening) -> Deal<C> {
        let mut rng = key.stream(Purpose::Deal, 0);
        let dealt = self.deck.deal(opening, &mut rng);
        let layout = Layout::find(&dealt, &self.house.law, &self.rules, key, rng.clone());
        Deal { key, dealt, rng, layout }
    }

    /// Plays a round, or a match from its first round on; gives the number of rounds.
    fn play_game(
        &self,
        first: &Deal<C>,
        place: Place,
        seating: &Places,
        mut script: Option<&mut Decisions>,
        sink: &mut Sink<'_>,
    ) -> io::Result<u64> {
        let strategies = &self.house.strategies;
        let mut players: [Player; MAX_SEATS] = std::array::from_fn(|_| strategies[0].clone());
        for (player, &strategy) in players.iter_mut().zip(seating).take(self.house.players) {
            *player = strategies[usize::from(strategy)].clone();
        }
        let opening = Opening { dealer: first.dealt.dealer(), first: first.dealt.first() };
        let mut game = MatchPlay::new(&self.rules, self.house.players, opening);
        let mut end = self.play_round(
            first,
            place,
            seating,
            (&mut players, script.as_deref_mut()),
            &mut game,
            sink,
        )?;
        if !self.house.match_play {
            return Ok(1);
        }
        while end.is_none() {
            let place = Place { round: u64::from(game.rounds()), ..place };
            let deal =
                self.deal(RoundKey::new(self.house.seed, place.block, place.round), game.opening());
            end = self.play_round(
                &deal,
                place,
                seating,
                (&mut players, script.as_deref_mut()),
                &mut game,
                sink,
            )?;
        }
        sink.put(&match_end(&game, self.house.players, end));
        sink.check()?;
        Ok(u64::from(game.rounds()))
    }

    fn play_round(
        &self,
        deal: &Deal<C>,
        place: Place,
        seating: &Places,
        (players, script): (&mut [Player; MAX_SEATS], Option<&mut Decisions>),
        game: &mut MatchPlay,
        sink: &mut Sink<'_>,
    ) -> io::Result<Option<MatchEnd>> {
        sink.put(&self.round_line(deal, place, seating, game.totals()));
        let mut round = deal.dealt;
        let live = Live::new(&self.house.law, &self.rules.people, deal.key, deal.rng.clone());
        let places = deal.layout.places.clone().into_iter();
        let mut recorder = Recorder { live, scribe: Scribe::default(), places, sink };
        round.open(&mut recorder, &self.rules.setup);
        let streams = SeatStreams::new(deal.key, self.house.random_seats);
        if let Some(decisions) = script {
            while round.standing() == Standing::Waits {
                round.apply_trusted(
                    &mut recorder,
                    decisions.next().expect("a script has every decision"),
                );
            }
        } else if self.house.is_watched {
            play_round::<_, _, _, Watched>(
                &mut round,
                &mut recorder,
                players,
                &streams,
                game.totals(),
            );
        } else {
            play_round::<_, _, _, Unwatched>(
                &mut round,
                &mut recorder,
                players,
                &streams,
                game.totals(),
            );
        }
        recorder.flush();
        let score: RoundScore = self.house.scoring.score(&round);
        sink.put(&round_end(&round, &self.rules, &score));
        sink.check()?;
        debug_assert!(round.standing() != Standing::Waits);
        Ok(game.add(&score, winner(&round)))
    }

    fn round_line(
        &self,
        deal: &Deal<C>,
        place: Place,
        seating: &Places,
        totals: &[i32; MAX_SEATS],
    ) -> Line {
        let players = self.house.players;
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
            dealer: deal.dealt.dealer(),
            first: deal.dealt.first(),
            hands: hands_of(&deal.dealt),
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

/// The arena's world, listened to.
struct Recorder<'a, 's, 'o> {
    live: Live<'a, &'a Law>,
    scribe: Scribe,
    /// Where the cards go that are put back, in their order.
    places: std::vec::IntoIter<usize>,
    sink: &'s mut Sink<'o>,
}

impl Recorder<'_, '_, '_> {
    fn flush(&mut self) {
        if let Some(line) = self.scribe.held() {
            self.sink.put(&line);
        }
    }
}

impl Env for Recorder<'_, '_, '_> {
    const LISTENS: bool = true;

    crate::chance_of!(live);

    fn shuffle_more<P: DrawPile>(&mut self, pile: &mut P) {
        self.live.shuffle_more(pile);
    }

    fn reshuffled<P: DrawPile>(&mut self, pile: &mut P) {
        self.live.reshuffled(pile);
        self.flush();
        self.sink.put(&Line::Reshuffle { draw_pile: draw_order(self.live.clone(), *pile) });
    }

    fn put_back<P: DrawPile>(&mut self, pile: &mut P, kind: Kind) {
        self.live.put_back(pile, kind);
    }

    fn drawn(&mut self, kind: Kind) {
        self.scribe.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.scribe.crashed(cards, first);
    }

    fn event(&mut self, event: Event) {
        if let Event::TurnUp { returned: true, .. } = event {
            self.scribe.place = self.places.next().expect("a place for each card that goes back");
        }
        for line in self.scribe.tell(event).into_iter().flatten() {
            self.sink.put(&line);
        }
    }
}
