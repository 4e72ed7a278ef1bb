//! Taking down a round that is played: its lines, one after the other, as the machine tells of
//! them.

use super::checker::{RoomyPile, outcomes};
use super::event_lines::{EventLines, hands_of};
use super::line::{Line, RoundLine};
use super::order::{PileOrder, draw_order};
use super::told::{DecisionTrace, OfferedAction};
use serde_json::Value;
use std::io;
use std::sync::Arc;
use unobench_core::behind;
use unobench_core::cards::{Kind, KindSet};
use unobench_core::game::{
    Action, ActiveRules, Chance, Coin, Event, Race, RandomChance, Round, Seat, SeatSet, TurnEvents,
};
use unobench_core::rules::{MAX_SEATS, Person, Probability, RuleSet, Weight};

/// Takes the lines of a record while its rounds are played.
pub(crate) trait LineSink {
    /// Writes a line, with what led to it, of which the round, if there is one, tells just then.
    fn line(&mut self, line: &Line, told: &DecisionTrace, round: Option<&Round>) -> io::Result<()>;
}

/// Takes lines until one cannot be written.
pub(crate) struct Sink<'a> {
    to: &'a mut dyn LineSink,
    pub(crate) lines: u64,
    error: Option<io::Error>,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(to: &'a mut dyn LineSink) -> Sink<'a> {
        Sink { to, lines: 0, error: None }
    }

    pub(crate) fn put(&mut self, line: &Line, told: &DecisionTrace, round: Option<&Round>) {
        if self.error.is_none() {
            self.lines += 1;
            self.error = self.to.line(line, told, round).err();
        }
    }

    pub(crate) fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }
}

/// What the first line of a round tells besides the deal: rules, names, numbers and totals.
#[derive(Debug)]
pub(crate) struct RecordHeading<'a> {
    pub(crate) rules: &'a Arc<RuleSet>,
    pub(crate) settings: &'a Arc<Value>,
    pub(crate) names: Vec<String>,
    pub(crate) block: u64,
    pub(crate) seating: u64,
    pub(crate) round: u64,
    pub(crate) totals: &'a [i32; MAX_SEATS],
}

impl RecordHeading<'_> {
    /// The line that a round begins with which is dealt and not yet open.
    pub(crate) fn line(self, dealt: &Round, layout: &PileOrder) -> Line {
        Line::Round(Box::new(RoundLine {
            rules: Arc::clone(self.rules),
            settings: Arc::clone(self.settings),
            block: self.block,
            seating: self.seating,
            round: self.round,
            players: self.names,
            dealer: dealt.dealer(),
            first: dealt.first(),
            hands: hands_of(dealt),
            draw_pile: layout.draw_pile.clone(),
            totals: self.totals[..dealt.players()].iter().map(|&total| i64::from(total)).collect(),
            hidden: Vec::new(),
        }))
    }
}

/// Turns what is told of a round into lines. A copy of it goes on from where it was copied.
#[derive(Debug, Clone)]
pub(crate) struct RecordWriter {
    event_lines: EventLines,
    places: std::vec::IntoIter<usize>,
    told: DecisionTrace,
}

impl RecordWriter {
    pub(crate) fn new(layout: &PileOrder) -> RecordWriter {
        RecordWriter {
            event_lines: EventLines::default(),
            places: layout.places.clone().into_iter(),
            told: DecisionTrace::NOTHING,
        }
    }

    pub(crate) fn end(&mut self, line: &Line, sink: &mut Sink<'_>, round: &Round) {
        sink.put(line, &self.told.take(), Some(round));
    }
}

/// The chance that decides a round which is written down.
type Dice<'a> = RandomChance<'a, &'a ActiveRules>;

/// Chance of which is written down what it gives.
///
/// All is asked of it that may happen on a turn, as a replay does that knows of no quiet turns: it
/// answers what the chance behind it would have done unasked.
pub(crate) struct Recording<'a, 'c, 's> {
    chance: &'a mut Dice<'c>,
    writer: &'a mut RecordWriter,
    sink: &'a mut Sink<'s>,
    is_quiet: bool,
}

impl<'a, 'c, 's> Recording<'a, 'c, 's> {
    pub(crate) fn new(
        chance: &'a mut Dice<'c>,
        writer: &'a mut RecordWriter,
        sink: &'a mut Sink<'s>,
    ) -> Recording<'a, 'c, 's> {
        Recording { chance, writer, sink, is_quiet: false }
    }

    /// Notes what is decided next, and why, where whoever decides has said so.
    pub(crate) fn decides(&mut self, round: &Round, action: Action, why: Option<Value>) {
        let told = &mut self.writer.told;
        told.act.push(OfferedAction::of(round.decision(), action));
        told.why.push(why);
    }

    /// Notes which of so many outcomes came.
    fn got<T: PartialEq>(&mut self, outcomes: impl IntoIterator<Item = T>, outcome: &T) {
        let mut outcomes = outcomes.into_iter();
        let index = outcomes.position(|other| other == *outcome).unwrap_or_default();
        if index > 0 || outcomes.next().is_some() {
            self.writer.told.got.push(index);
        }
    }
}

impl Chance for Recording<'_, '_, '_> {
    behind! { self;
        fn rules(&self) -> &ActiveRules;
        fn person(&self, seat: Seat) -> &Person;
        fn foresee(&self) -> Option<RandomChance<'_, &ActiveRules>>;
        fn shuffle_more(&mut self, pile: &mut RoomyPile);
        fn put_back(&mut self, pile: &mut RoomyPile, kind: Kind);
        fn crash(&mut self, cards: &mut [Kind]);
        fn pick(&mut self, coin: Coin, seats: SeatSet) -> Seat;
        fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32;
        fn last_hand(&mut self, round: &Round) -> Option<Seat>;
    }

    fn listens(&self) -> bool {
        true
    }

    fn reshuffled(&mut self, pile: &mut RoomyPile) {
        self.chance.reshuffled(pile);
        let draw_pile = draw_order(self.chance.clone(), pile);
        self.sink.put(&Line::Reshuffle { draw_pile }, &self.writer.told.take(), None);
    }

    fn coin(&mut self, coin: Coin, seat: Seat, probability: Probability) -> bool {
        let falls_so = self.chance.coin(coin, seat, probability);
        self.got([false, true], &falls_so);
        falls_so
    }

    fn is_surely_quiet(&mut self, most: u64) -> bool {
        self.is_quiet = self.chance.is_surely_quiet(most);
        false
    }

    fn is_quiet(&mut self, noise: u64) -> bool {
        self.is_quiet = self.is_quiet || self.chance.is_quiet(noise);
        false
    }

    fn may_act(&mut self, turn_events: &TurnEvents) {
        if !self.is_quiet {
            self.chance.may_act(turn_events);
        }
    }

    fn one_of(
        &mut self,
        round: &Round,
        coin: Coin,
        seats: SeatSet,
        most: Probability,
    ) -> Option<Seat> {
        if most.is_never() {
            return None;
        }
        let mut pick = || self.chance.one_of(round, coin, seats, most);
        let seat = if self.is_quiet { None } else { pick() };
        self.got(outcomes(self, coin, seats), &seat);
        seat
    }

    fn pick_card(&mut self, coin: Coin, seat: Seat, kinds: KindSet<u128>) -> Kind {
        let kind = self.chance.pick_card(coin, seat, kinds);
        self.got(kinds.iter(), &kind);
        kind
    }

    /// The last hand of a slam is the one that draws.
    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        let first = self.chance.race(race, candidates);
        self.got(0..candidates.len(), &first);
        first
    }

    fn drawn(&mut self, kind: Kind) {
        self.writer.event_lines.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.writer.event_lines.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        let writer = &mut *self.writer;
        if let Event::TurnUp { returned: true, .. } = event {
            let place = writer.places.next();
            writer.event_lines.place = place.expect("a place for each card that goes back");
        }
        if let Some(line) = writer.event_lines.tell(round, event) {
            self.sink.put(&line, &writer.told.take(), Some(round));
        }
    }
}
