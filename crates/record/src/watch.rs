//! The table at a line of a record.

use super::ReplayError;
use super::board::Board;
use super::replay::Referee;
use super::script::Numbered;
use super::stream::Stop;
use super::table::{Next, Table};
use std::io::BufRead;
use unobench_core::game::{ActiveRules, Event, Hit, How, Round, Seat, Standing, View, Why};
use unobench_core::rules::MAX_SEATS;

/// The most events that are noted after the line that somebody wants to see.
const EVENTS_AFTER: usize = 8;

/// Shows the table after the event at line `line`, which counts from 1: hands, piles, up card,
/// colour, direction, what is pending, whose turn it is; under the rules that have them also who is
/// out, who is silent, and how many cards a refill has. The record is checked up to that line.
///
/// # Errors
/// What is wrong with the record up to that line, or that there is no such line.
///
/// # Examples
///
/// ```
/// # use unobench_core::rules::{MAX_SEATS, RuleSet};
/// # use unobench_record::{Form, Trace};
/// use unobench_record::table_at;
///
/// # let mut record = Vec::new();
/// # Trace {
/// #     rules: &RuleSet::official(),
/// #     players: 2,
/// #     strategies: &[unobench_strategies::strategy("random").expect("a strategy")],
/// #     seatings: &|_block| vec![[0; MAX_SEATS]],
/// #     games: 1,
/// #     seed: 1,
/// #     match_play: false,
/// #     form: Form::JsonLines,
/// # }
/// # .write(&mut record)
/// # .expect("memory takes everything");
/// // After the second line the start card lies there.
/// let table = table_at(record.as_slice(), 2).expect("the table");
/// assert!(table.contains("random"), "{table}");
/// assert!(table_at(record.as_slice(), 100_000).is_err(), "there is no such line");
/// ```
pub fn table_at(mut input: impl BufRead, line: u64) -> Result<String, ReplayError> {
    table_at_dyn(&mut input, line)
}

/// As [`table_at`]; compiled here, once for all readers.
fn table_at_dyn(input: &mut dyn BufRead, line: u64) -> Result<String, ReplayError> {
    let mut referee = Referee::new(input, Some(Watch::new(line)));
    let checked = if line == 0 { Ok(()) } else { referee.run() };
    match (checked, referee.table()) {
        (Err(Stop::Broken(error)), _) => Err(error),
        (_, Some(table)) => Ok(table.to_string()),
        (_, None) => Err(ReplayError::NoSuchLine { wanted: line, lines: referee.lines() }),
    }
}

/// What the machine tells after the line that somebody wants to see, without having been told the
/// lines that follow.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    /// The first few events.
    events: Vec<Event>,
    /// Turns that all of them count.
    turns: u64,
    /// Whether the player to move has drawn.
    drew: bool,
    /// Whether cards are laid or somebody speaks.
    moves_on: bool,
}

impl Outlook {
    /// Notes an event; `drew`: whether the player to move had drawn before the first one.
    pub(super) fn note(&mut self, event: Event, drew: bool) {
        if self.events.is_empty() {
            self.drew = drew;
        }
        self.turns += u64::from(self.counts(event));
        self.drew = matches!(event, Event::Draw { why: Why::Turn, .. });
        self.moves_on |=
            matches!(event, Event::Play { .. } | Event::Misplay { .. } | Event::Speaks { .. });
        if self.events.len() < EVENTS_AFTER {
            self.events.push(event);
        }
    }

    /// Whether a turn is counted with an event.
    fn counts(&self, event: Event) -> bool {
        match event {
            Event::Play { how, .. } => how.info().is_turn,
            Event::Draw { why, .. } => why == Why::Turn,
            Event::Keep { .. } => !self.drew,
            Event::Pass { .. } => true,
            Event::Misplay { .. } => true,
            _ => false,
        }
    }
}

/// Who waits for a line.
#[derive(Debug)]
pub(super) struct Watch {
    wanted: u64,
    /// The line that was waited for.
    seen: Option<(u64, &'static str)>,
    outlook: Option<Next>,
}

impl Watch {
    pub(super) const fn new(wanted: u64) -> Watch {
        Watch { wanted, seen: None, outlook: None }
    }

    /// Whether the line has come.
    pub(super) const fn is_done(&self) -> bool {
        self.seen.is_some()
    }

    /// Sees a line.
    pub(super) fn see(&mut self, numbered: &Numbered) {
        if !self.is_done() && numbered.number >= self.wanted {
            self.seen = Some((numbered.number, numbered.line.event()));
        }
    }

    /// Takes from the machine what lines do not tell. It has gone on from the line that was waited
    /// for as far as it could.
    pub(super) fn learn(
        &mut self,
        board: &mut Board,
        round: &Round,
        rules: &ActiveRules,
        outlook: &Outlook,
    ) {
        board.learn(round, outlook.turns, outlook.moves_on);
        if self.is_done() {
            let next = if outlook.events.is_empty() {
                waiting(board, round, rules)
            } else {
                coming(board, round, &outlook.events)
            };
            self.outlook = Some(next);
        }
    }

    /// The table, once the line has come.
    pub(super) fn table(&self, board: &Board) -> Option<Table> {
        let mut table = board.table(self.seen?);
        table.next.clone_from(&self.outlook);
        Some(table)
    }
}

/// What the machine waits for.
fn waiting(board: &Board, round: &Round, rules: &ActiveRules) -> Next {
    if round.standing() != Standing::Waits {
        return Next::Over;
    }
    let view = View::new(round, rules, &[0; MAX_SEATS], round.actor());
    let pending = view.pending();
    let hit = match pending.hit {
        Hit::Nothing => "nothing".to_owned(),
        Hit::Skip => format!("{} is skipped", board.name(view.to_move())),
        Hit::Draw => format!("{} has to draw {}", board.name(view.to_move()), pending.owed),
    };
    Next::Turn {
        mover: view.to_move(),
        asked: Some((round.actor(), round.decision())),
        pending: hit,
    }
}

/// What comes next without a decision.
fn coming(board: &Board, round: &Round, events: &[Event]) -> Next {
    let mover = events.iter().copied().find_map(moves).unwrap_or(round.actor());
    let hit = match events[0] {
        Event::LoseTurn { seat } => format!("{} loses the turn", board.name(seat)),
        Event::Draw { seat, owed, why } if why != Why::Turn => {
            format!("{} has to draw {owed}", board.name(seat))
        }
        _ => "nothing".to_owned(),
    };
    Next::Turn { mover, asked: None, pending: hit }
}

/// The seat that an event shows to be the player to move.
const fn moves(event: Event) -> Option<Seat> {
    match event {
        Event::Keep { seat }
        | Event::Pass { seat }
        | Event::LoseTurn { seat }
        | Event::Challenge { seat, .. } => Some(seat),
        Event::Play { seat, how: How::Turn | How::Drawn | How::Answer, .. } => Some(seat),
        Event::Draw {
            seat, why: Why::Turn | Why::Penalty | Why::Start | Why::FalseCall, ..
        } => Some(seat),
        _ => None,
    }
}
