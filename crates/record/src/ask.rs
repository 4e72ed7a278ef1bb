//! What a strategy would have done at the decisions of a record.

use super::replay::Referee;
use super::stream::{Stop, Stream};
use super::{ReplayError, ReplayReport};
use std::io::BufRead;
use unobench_core::game::{Action, ActiveRules, Decision, Memory, Round, View};
use unobench_core::rng::RoundKey;
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::SeatStreams;
use unobench_core::strategy::{Player, StrategySpec};

/// A decision of a record at which a strategy would have acted otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// The number of the line, from 1, that tells what was done or, where nothing tells that, what
    /// came next.
    pub line: u64,
    /// Who decided.
    pub seat: usize,
    /// Who that was, as the record names it.
    pub player: String,
    /// What was to be decided.
    pub decision: Decision,
    /// What was done, in the notation of the record.
    pub done: String,
    /// What the strategy would have done.
    pub would: String,
}

/// What came of asking a strategy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// What the record has.
    pub report: ReplayReport,
    /// Number of decisions at which the strategy was asked.
    pub decisions: u64,
    /// Those at which it would have acted otherwise, in their order.
    pub departures: Vec<Departure>,
}

/// Checks a record as [`super::replay()`] does, and asks a strategy at each decision what it would
/// have done, by what the seat could see.
///
/// It is asked in every seat, each with random numbers of its own. A decision not to jump in is
/// left out, since a record does not tell it from a race that was lost.
///
/// # Errors
/// The first thing that is wrong with the record.
///
/// # Examples
///
/// ```
/// # use unobench_core::rules::{MAX_SEATS, RuleSet};
/// # use unobench_record::{Form, Trace};
/// use unobench_record::ask;
///
/// let strategy = |name| unobench_strategies::strategy(name).expect("a strategy");
/// # let mut record = Vec::new();
/// # Trace {
/// #     rules: &RuleSet::official(),
/// #     players: 2,
/// #     strategies: &[strategy("low-points")],
/// #     seatings: &|_block| vec![[0; MAX_SEATS]],
/// #     games: 1,
/// #     seed: 1,
/// #     match_play: false,
/// #     form: Form::JsonLines,
/// # }
/// # .write(&mut record)
/// # .expect("memory takes everything");
/// // A round that `low-points` played against itself.
/// let itself = ask(record.as_slice(), &strategy("low-points")).expect("a record");
/// assert!(itself.decisions > 0 && itself.departures.is_empty());
/// let other = ask(record.as_slice(), &strategy("high-points")).expect("a record");
/// assert!(!other.departures.is_empty());
/// ```
pub fn ask(mut input: impl BufRead, strategy: &StrategySpec) -> Result<Asked, ReplayError> {
    ask_dyn(&mut input, strategy)
}

/// As [`ask()`]; compiled here, once for all readers.
fn ask_dyn(input: &mut dyn BufRead, strategy: &StrategySpec) -> Result<Asked, ReplayError> {
    let mut referee = Referee::new(input, None);
    referee.asker = Some(Asker::new(strategy));
    match referee.run() {
        Ok(()) | Err(Stop::Reached) => {}
        Err(Stop::Broken(error)) => return Err(error),
    }
    let report = referee.report();
    let asker = referee.asker.take().expect("it was put there");
    Ok(Asked { report, decisions: asker.decisions, departures: asker.departures })
}

/// A strategy in every seat of a record.
pub(super) struct Asker {
    strategy: Player,
    players: Vec<Player>,
    names: Vec<String>,
    totals: [i32; MAX_SEATS],
    pub(super) memory: Memory,
    decisions: u64,
    departures: Vec<Departure>,
}

impl Asker {
    fn new(strategy: &StrategySpec) -> Asker {
        let strategy = strategy.player();
        let players = vec![strategy.clone(); MAX_SEATS];
        let (names, totals, memory) = (Vec::new(), [0; MAX_SEATS], Memory::default());
        Asker { strategy, players, names, totals, memory, decisions: 0, departures: Vec::new() }
    }

    /// Sits down before a round.
    pub(super) fn begin(&mut self, names: &[String], totals: &[i64], (block, round): (u64, u64)) {
        self.names = names.to_vec();
        self.totals = [0; MAX_SEATS];
        for (total, &told) in self.totals.iter_mut().zip(totals) {
            *total = i32::try_from(told).unwrap_or(if told < 0 { i32::MIN } else { i32::MAX });
        }
        self.memory.clear();
        let streams = SeatStreams::new(RoundKey::new(0, block, round), MAX_SEATS);
        for (seat, player) in self.players.iter_mut().enumerate() {
            *player = self.strategy.clone();
            player.begin(streams.of(unobench_core::game::Seat::new(seat)));
        }
    }

    /// Compares what was done with what the strategy would have done; `line` tells of it.
    pub(super) fn compare(&mut self, round: &Round, active: &ActiveRules, line: u64, done: Action) {
        if matches!(round.decision(), Decision::JumpIn | Decision::Double) && done == Action::No {
            return;
        }
        let seat = round.actor();
        let view = View::new(round, active, &self.totals, seat).remembering(&self.memory);
        let would = self.players[seat.index()].act(round, view, None);
        self.decisions += 1;
        if would != done {
            let word =
                |action| super::choice::word_of(round.decision(), action, active.blank_draws);
            self.departures.push(Departure {
                line,
                seat: seat.index(),
                player: self.names.get(seat.index()).cloned().unwrap_or_default(),
                decision: round.decision(),
                done: word(done),
                would: word(would),
            });
        }
    }
}

/// Number of the line that comes next, or of the last one.
pub(super) fn next_line<R: BufRead>(stream: &mut Stream<R>) -> Result<u64, Stop> {
    let last = stream.last();
    Ok(stream.front()?.map_or(last, |numbered| numbered.number))
}
