//! What a strategy would have done at the decisions of a record.

use super::line::RoundLine;
use super::losses::{Chances, Losses, Point};
use super::play::in_hand_order;
use super::replay::Referee;
use super::stream::{Stop, Stream};
use super::{ReplayError, ReplayReport};
use std::io::BufRead;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Counts as _, Kind, Multiset as _};
use unobench_core::game::{Action, ActiveRules, Decision, Memory, Round, Seat, SeatSet, View};
use unobench_core::rng::RoundKey;
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::{Estimate, Player, SeatStreams, StrategySpec};

/// A decision of a record at which a strategy would have acted differently.
#[derive(Debug, Clone, PartialEq)]
pub struct Departure {
    /// The number of the line, from 1, that tells what was done or, where nothing tells that, what
    /// came next.
    pub line: u64,
    /// Turns of the round so far.
    pub turns: u32,
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
    /// How likely the seat wins after the one and after the other, as the strategy sees it; nothing
    /// where it gives no chances.
    pub chances: Option<Chances>,
    /// The up card, with the colour that a wild named.
    pub up_card: String,
    /// The seat's hand.
    pub hand: String,
}

impl Departure {
    /// What was lost by it, from 0 to 1; 0 where that is not known.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.chances.map_or(0.0, Chances::lost)
    }

    /// What was done and what the strategy would have done, in a few words.
    #[must_use]
    pub fn compared(&self) -> String {
        let Departure { decision, done, would, .. } = self;
        match decision {
            Decision::Play => format!("{done} rather than {would}"),
            _ => format!("{}: {done} rather than {would}", decision.name()),
        }
    }
}

/// What came of asking a strategy.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// What the record has.
    pub report: ReplayReport,
    /// Number of decisions at which the strategy was asked.
    pub decisions: u64,
    /// Those at which it would have acted differently, in their order.
    pub departures: Vec<Departure>,
    /// What the players lost; nothing where the strategy does not say how likely each action is to
    /// win.
    pub losses: Option<Losses>,
    /// The most seats that a round has.
    pub seats: usize,
    /// A rule set and number of seats that the strategy was not trained for, and what it was
    /// trained for instead, in a sentence; nothing if there is none.
    pub unlearned: Option<String>,
}

/// Checks a record as [`super::replay()`] does, and asks a strategy at each decision what it would
/// have done, by what the seat could see.
///
/// It is asked in every seat or in one alone, each with random numbers of its own. A decision not
/// to jump in is left out, since a record does not tell it from a race that was lost.
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
/// let itself = ask(record.as_slice(), &strategy("low-points"), None).expect("a record");
/// assert!(itself.decisions > 0 && itself.departures.is_empty());
/// let other = ask(record.as_slice(), &strategy("high-points"), None).expect("a record");
/// assert!(!other.departures.is_empty());
/// ```
pub fn ask(
    mut input: impl BufRead,
    strategy: &StrategySpec,
    seat: Option<Seat>,
) -> Result<Asked, ReplayError> {
    ask_dyn(&mut input, strategy, seat, true)
}

/// As [`ask()`], but keeps no departures beside the costliest, so that it takes no more memory for
/// a long record than for a short one.
///
/// # Errors
/// The first thing that is wrong with the record.
pub fn analyse(
    mut input: impl BufRead,
    strategy: &StrategySpec,
    seat: Option<Seat>,
) -> Result<Asked, ReplayError> {
    ask_dyn(&mut input, strategy, seat, false)
}

/// As [`ask()`]; compiled here, once for all readers.
fn ask_dyn(
    input: &mut dyn BufRead,
    strategy: &StrategySpec,
    seat: Option<Seat>,
    lists: bool,
) -> Result<Asked, ReplayError> {
    let mut referee = Referee::new(input, None);
    referee.asker = Some(Asker::new(strategy, seat, lists));
    match referee.run() {
        Ok(()) | Err(Stop::Reached) => {}
        Err(Stop::Broken(error)) => return Err(error),
    }
    let report = referee.report();
    let mut asked = referee.asker.take().expect("it was put there").asked;
    asked.losses.iter_mut().for_each(Losses::end_block);
    Ok(Asked { report, ..asked })
}

/// A sentence where a strategy was trained, but not for these rules and so many seats.
#[must_use]
pub fn unlearned(
    strategy: &StrategySpec,
    player: &Player,
    rules: &str,
    seats: usize,
) -> Option<String> {
    let lesson = player.lesson(seats)?;
    let (strategy, learned) = (quoted(&strategy.to_string()), quoted(lesson.rules));
    let sentence = match (lesson.rules == rules, lesson.players == seats) {
        (true, true) => return None,
        (true, false) => format!(
            "{strategy} has not learned these rules at {seats} seats, but at {}",
            lesson.players
        ),
        (false, _) => format!(
            "{strategy} has not learned these rules ({}, {seats} seats), but {learned} at {}",
            quoted(rules),
            lesson.players
        ),
    };
    Some(sentence + ": take its chances with caution")
}

/// A strategy in every seat of a record.
pub(super) struct Asker {
    spec: StrategySpec,
    strategy: Player,
    players: Vec<Player>,
    /// The only seat that is asked, if it is one.
    seat: Option<Seat>,
    /// Whether all departures are kept.
    lists: bool,
    names: Vec<String>,
    totals: [i32; MAX_SEATS],
    /// The line at which the round begins.
    begin: u64,
    pub(super) memory: Memory,
    asked: Asked,
}

impl Asker {
    fn new(spec: &StrategySpec, seat: Option<Seat>, lists: bool) -> Asker {
        let strategy = spec.player();
        let losses = strategy.gives_chances().then(Losses::default);
        Asker {
            spec: spec.clone(),
            players: vec![strategy.clone(); MAX_SEATS],
            strategy,
            seat,
            lists,
            names: Vec::new(),
            totals: [0; MAX_SEATS],
            begin: 0,
            memory: Memory::default(),
            asked: Asked { losses, ..Asked::default() },
        }
    }

    /// Sits down before a round.
    pub(super) fn begin(&mut self, number: u64, line: &RoundLine) {
        self.begin = number;
        self.names.clone_from(&line.players);
        self.totals = [0; MAX_SEATS];
        for (total, &told) in self.totals.iter_mut().zip(&line.totals) {
            *total = i32::try_from(told).unwrap_or(if told < 0 { i32::MIN } else { i32::MAX });
        }
        self.memory.clear();
        let streams = SeatStreams::new(RoundKey::new(0, line.block, line.round), MAX_SEATS);
        for (seat, player) in self.players.iter_mut().enumerate() {
            *player = self.strategy.clone();
            player.begin(streams.of(Seat::new(seat)).as_ref());
        }
        let seats = self.names.len();
        self.asked.seats = self.asked.seats.max(seats);
        if self.asked.unlearned.is_none() {
            self.asked.unlearned = unlearned(&self.spec, &self.strategy, &line.rules.name, seats);
        }
        if let Some(losses) = &mut self.asked.losses {
            let is_asked = |seat| self.seat.is_none_or(|only| only.index() == seat);
            losses.begin(number, line, is_asked);
        }
    }

    /// Compares what was done with what the strategy would have done; `line` tells of it.
    pub(super) fn compare(&mut self, round: &Round, active: &ActiveRules, line: u64, done: Action) {
        if matches!(round.decision(), Decision::JumpIn | Decision::Double) && done == Action::No {
            return;
        }
        let seat = round.actor();
        if self.seat.is_some_and(|only| only != seat) {
            return;
        }
        let view = View::new(round, active, &self.totals, seat).remembering(&self.memory);
        let player = &mut self.players[seat.index()];
        let (would, chances) = match &self.asked.losses {
            Some(_) => {
                let (would, thoughts) = player.consider(round, view);
                (would, chances(&thoughts, would, done))
            }
            None => (player.act(round, view, None), None),
        };
        self.asked.decisions += 1;
        let name = self.names.get(seat.index()).map_or("", String::as_str);
        if let (Some(losses), Some(chances)) = (&mut self.asked.losses, chances) {
            losses.add(seat.index(), name, chances, would == done);
            let point = Point { turns: round.turns(), seat: seat.index(), chance: chances.done };
            losses.course(self.begin).into_iter().for_each(|course| course.points.push(point));
        }
        if would != done {
            let word =
                |action| super::choice::word_of(round.decision(), action, active.blank_draws);
            let departure = Departure {
                line,
                turns: round.turns(),
                seat: seat.index(),
                player: name.to_owned(),
                decision: round.decision(),
                done: word(done),
                would: word(would),
                chances,
                up_card: up_card(&view),
                hand: hand(&view),
            };
            if let Some(losses) = self.asked.losses.as_mut().filter(|_| departure.lost() > 0.0) {
                losses.compare(&departure);
            }
            self.asked.departures.extend(Some(departure).filter(|_| self.lists));
        }
    }

    /// Gets up after a round.
    pub(super) fn end(&mut self, turns: u32, winners: SeatSet) {
        if let Some(course) =
            self.asked.losses.as_mut().and_then(|losses| losses.course(self.begin))
        {
            course.turns = turns;
            course.winners = winners.iter().map(Seat::index).collect();
        }
    }
}

/// The chances after what was done and after what a strategy would have done, of those that it
/// gives.
pub(super) fn chances(thoughts: &[Estimate], would: Action, done: Action) -> Option<Chances> {
    let chance = |action: Action| {
        let tried = |thought: &&Estimate| thought.action == action && thought.playouts != Some(0);
        thoughts.iter().find(tried).map(|thought| thought.value)
    };
    Some(Chances { done: chance(done)?, best: chance(would)? })
}

/// The up card as a record writes it, with the colour that a wild named.
fn up_card(view: &View<'_>) -> String {
    if view.discards().is_empty() {
        return String::new();
    }
    let card = view.up_card().text(view.rules().blank_draws);
    let is_open = view.up_card().is_wild() && view.is_colour_named();
    let named = is_open.then(|| format!(" {}", view.active_colour()));
    format!("{card}{}", named.unwrap_or_default())
}

/// The seat's hand as a record writes it, sorted.
fn hand(view: &View<'_>) -> String {
    let mut kinds: Vec<Kind> = Vec::new();
    view.hand().for_each(|kind, count| kinds.extend(std::iter::repeat_n(kind, count as usize)));
    kinds.sort_by_key(|&kind| in_hand_order(kind));
    let text = |kind: &Kind| kind.text(view.rules().blank_draws).to_string();
    kinds.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Number of the line that comes next, or of the last one.
pub(super) fn next_line<R: BufRead>(stream: &mut Stream<R>) -> Result<u64, Stop> {
    let last = stream.last();
    Ok(stream.front()?.map_or(last, |numbered| numbered.number))
}
