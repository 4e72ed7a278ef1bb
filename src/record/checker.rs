//! A world in which everything happens as a record says, and which compares what the machine tells with the record.
//!
//! The machine is never told anything but legal actions and possible outcomes. Where the record has none, the first error is kept and the
//! rest of the machine's step runs on without looking at the record; every answer given then is possible and leads to an end.

use super::ReplayError;
use super::board::Watch;
use super::line::{Line, Reason};
use super::order::{insert_at, lay_out, same_cards};
use super::parse::shown;
use super::scribe::{Scribe, sorted};
use super::script::{Numbered, Script};
use crate::cards::{Cards, DrawPile, Kind};
use crate::game::{Action, Coin, Decision, Env, Event, Fault, How, Law, Race, Round, Seat, Why};
use crate::rules::{ColourChoice, People, Person, Probability, Weight};
use serde_json::Value;
use std::io::BufRead;

/// The most events that are noted after the line that somebody wants to see.
const OUTLOOK: usize = 4;

/// Why checking stops.
pub(super) enum Stop {
    /// The line that somebody wants to see is reached.
    Reached,
    /// The record is wrong.
    Broken(ReplayError),
}

impl From<ReplayError> for Stop {
    fn from(error: ReplayError) -> Stop {
        Stop::Broken(error)
    }
}

/// A record that is being checked, and who watches.
pub(super) struct Stream<R> {
    script: Script<R>,
    watch: Option<Watch>,
    /// The number of the line taken last.
    last: u64,
    taken: u64,
}

impl<R: BufRead> Stream<R> {
    pub(super) const fn new(script: Script<R>, watch: Option<Watch>) -> Stream<R> {
        Stream { script, watch, last: 0, taken: 0 }
    }

    pub(super) const fn blank_draws(&self) -> u8 {
        self.script.blank_draws()
    }

    /// Number of lines read so far.
    pub(super) const fn lines(&self) -> u64 {
        self.script.lines()
    }

    /// The next line, if there is one.
    pub(super) fn front(&mut self) -> Result<Option<&Numbered>, ReplayError> {
        self.script.front()
    }

    /// Takes the next line, if there is one.
    pub(super) fn take(&mut self) -> Result<Option<Numbered>, ReplayError> {
        let taken = self.script.take()?;
        if let Some(numbered) = &taken {
            self.last = numbered.number;
            self.taken += 1;
            if let Some(watch) = &mut self.watch {
                watch.see(numbered);
            }
        }
        Ok(taken)
    }

    /// Number of lines taken so far, blank ones not counted.
    pub(super) const fn taken(&self) -> u64 {
        self.taken
    }

    /// Tells the watch what the machine knows.
    pub(super) fn inform<C: Cards>(&mut self, round: &Round<C>, law: &Law, next: &[Event]) {
        if let Some(watch) = &mut self.watch {
            watch.learn(round, law, next);
        }
    }

    /// Stops if the line that is watched for has been taken.
    pub(super) fn go_on(&self) -> Result<(), Stop> {
        match &self.watch {
            Some(watch) if watch.is_done() => Err(Stop::Reached),
            _ => Ok(()),
        }
    }

    /// Ends the watch.
    pub(super) fn into_watch(self) -> Option<Watch> {
        self.watch
    }

    /// The error for a record that ends here.
    pub(super) fn truncated(&self, inside: &'static str, demanded: impl Into<String>) -> ReplayError {
        ReplayError::Truncated { line: self.last, inside, demanded: demanded.into() }
    }
}

#[cfg(test)]
impl<R> Stream<R> {
    pub(super) fn parser(&mut self) -> &mut super::parse::Parser {
        self.script.parser()
    }
}

/// The world of a round that is being checked.
pub(super) struct Checker<'a, R> {
    law: &'a Law,
    people: &'a People,
    stream: &'a mut Stream<R>,
    scribe: Scribe,
    /// Whether the player forgets a wanted call and remembers it late.
    calls_late: bool,
    halt: Option<Stop>,
    /// What the machine told after the line that somebody wants to see.
    next: Vec<Event>,
}

impl<'a, R: BufRead> Checker<'a, R> {
    pub(super) fn new(law: &'a Law, people: &'a People, stream: &'a mut Stream<R>) -> Self {
        Checker { law, people, stream, scribe: Scribe::default(), calls_late: false, halt: None, next: Vec::new() }
    }

    /// Stops if something was wrong.
    fn check_halt(&mut self) -> Result<(), Stop> {
        self.halt.take().map_or(Ok(()), Err)
    }

    /// Goes on after a step of the machine, unless something was wrong.
    pub(super) fn go_on<C: Cards>(&mut self, round: &Round<C>) -> Result<(), Stop> {
        self.stream.inform(round, self.law, &self.next);
        self.check_halt()
    }

    /// Compares a line that the rules demand with the next one, and takes that.
    pub(super) fn compare(&mut self, demanded: &Line) -> Result<(), Stop> {
        let blank_draws = self.stream.blank_draws();
        let Some(found) = self.stream.front()? else {
            return Err(self.stream.truncated("round", demanded.text(blank_draws)).into());
        };
        if may_be_left_out(demanded, &found.line) {
            return Ok(());
        }
        if !agrees(&found.line, demanded, self.law) {
            return Err(differs(found.number, &found.line, demanded, blank_draws).into());
        }
        self.stream.take()?;
        self.stream.go_on()
    }

    fn check(&mut self, demanded: &Line) {
        if self.halt.is_none() {
            self.halt = self.compare(demanded).err();
        }
    }

    /// Compares a wild that waits for a colour that never came.
    fn check_held(&mut self) {
        if let Some(line) = self.scribe.held() {
            self.check(&line);
        }
    }

    /// The next line, while nothing is wrong.
    fn front(&mut self) -> Option<&Line> {
        if self.halt.is_some() {
            return None;
        }
        match self.stream.front() {
            Ok(numbered) => numbered.map(|numbered| &numbered.line),
            Err(error) => {
                self.halt = Some(error.into());
                None
            }
        }
    }

    /// Stops with what is wrong with the next line, or with the one just taken.
    fn fail(&mut self, field: &str, found: String, demanded: String) {
        if self.halt.is_some() {
            return;
        }
        let taken = self.stream.last;
        let error = match self.stream.front() {
            Ok(Some(Numbered { number, line })) if field != "place" => {
                ReplayError::Differs { line: *number, event: line.event(), field: field.to_owned(), found, demanded }
            }
            Ok(_) => ReplayError::Differs { line: taken, event: "turn_up", field: field.to_owned(), found, demanded },
            Err(error) => error,
        };
        self.halt = Some(error.into());
    }

    /// Stops because another event has to come.
    fn fail_event(&mut self, demanded: String) {
        if self.halt.is_none() {
            let error = self.wrong_event(demanded);
            self.halt = Some(error);
        }
    }

    fn wrong_event(&mut self, demanded: String) -> Stop {
        let blank_draws = self.stream.blank_draws();
        match self.stream.front() {
            Err(error) => error.into(),
            Ok(None) => self.stream.truncated("round", demanded).into(),
            Ok(Some(Numbered { number, line })) => ReplayError::WrongEvent {
                line: *number,
                event: line.event(),
                found: super::parse::shortened(line.text(blank_draws)),
                demanded,
            }
            .into(),
        }
    }
}

/// Decisions, read from the lines to come.
impl<R: BufRead> Checker<'_, R> {
    /// The action that the record has where the round waits for one.
    pub(super) fn decide<C: Cards>(&mut self, round: &Round<C>) -> Result<Action, Stop> {
        let action = match round.decision() {
            Decision::Colour => self.colour(round)?,
            Decision::Uno => self.call(round.actor())?,
            decision => match self.stream.front()? {
                Some(front) => action_of(decision, round.actor(), &front.line),
                None => None,
            },
        };
        let legal = || legal_actions(round, self.law.blank_draws);
        match action {
            Some(action) if round.is_legal(action) => Ok(action),
            Some(_) => Err(self.illegal(round.actor(), legal())),
            None => Err(self.wrong_event(format!("seat {} to decide ({}): {}", round.actor().index(), round.decision().name(), legal()))),
        }
    }

    fn illegal(&mut self, seat: Seat, legal: String) -> Stop {
        let blank_draws = self.stream.blank_draws();
        match self.stream.front() {
            Ok(Some(Numbered { number, line })) => ReplayError::Illegal {
                line: *number,
                event: line.event(),
                found: super::parse::shortened(line.text(blank_draws)),
                seat: seat.index(),
                legal,
            }
            .into(),
            Ok(None) => self.stream.truncated("round", legal).into(),
            Err(error) => error.into(),
        }
    }

    /// The colour that is named: for a wild just laid it stands in that card's own line.
    fn colour<C: Cards>(&mut self, round: &Round<C>) -> Result<Option<Action>, Stop> {
        let seat = round.actor();
        let laid = self.scribe.waits_for_colour();
        match (self.stream.front()?, laid) {
            (Some(Numbered { line: Line::NameColour { seat: names, colour }, .. }), None) if *names == seat => {
                Ok(Some(Action::Colour(*colour)))
            }
            (Some(Numbered { number, line: Line::Play { seat: plays, card, colour, .. } }), Some((player, kind)))
                if (*plays, *card) == (player, kind) =>
            {
                let missing = || ReplayError::Field {
                    line: *number,
                    event: "play",
                    field: "colour",
                    found: "missing".into(),
                    wanted: "the colour named, R, B, G or Y".into(),
                };
                Ok(Some(Action::Colour(colour.ok_or_else(missing)?)))
            }
            _ => {
                self.check_held();
                self.check_halt().map(|()| None)
            }
        }
    }

    /// Whether a player wants to call. Who is silent and who forgot look alike, unless a late call follows.
    fn call(&mut self, seat: Seat) -> Result<Option<Action>, Stop> {
        let is_late = |line: &Line| matches!(line, Line::Uno { seat: calls, called: true, false_call: false } if *calls == seat);
        let called = match self.stream.front()? {
            Some(Numbered { line: Line::Uno { seat: calls, called, false_call: false }, .. }) if *calls == seat => *called,
            _ => return Ok(None),
        };
        self.calls_late = !called && self.stream.script.peek(1).is_some_and(is_late);
        Ok(Some(if called || self.calls_late { Action::Yes } else { Action::No }))
    }
}

/// The action that a line stands for where `seat` has to decide; none if the line cannot come here.
fn action_of(decision: Decision, seat: Seat, line: &Line) -> Option<Action> {
    let card_if = |wanted: How| match line {
        Line::Play { seat: plays, card, how, .. } if *plays == seat && *how == wanted => Some(Action::Card(*card)),
        _ => None,
    };
    match (decision, line) {
        (Decision::Play, Line::Draw { seat: acts, why: Why::Turn, .. } | Line::Keep { seat: acts }) if *acts == seat => Some(Action::No),
        (Decision::Play, Line::Reshuffle { .. }) => Some(Action::No),
        (Decision::Play, _) => card_if(How::Turn),
        (Decision::Drawn, Line::Keep { seat: keeps }) if *keeps == seat => Some(Action::No),
        (Decision::Drawn, _) => card_if(How::Drawn),
        (Decision::Answer, _) => card_if(How::Answer).or(Some(Action::No)),
        (Decision::JumpIn, _) => card_if(How::JumpIn).or(Some(Action::No)),
        (Decision::Double, _) => card_if(How::Double).or(Some(Action::No)),
        (Decision::Challenge, Line::Challenge { seat: challenges, .. }) if *challenges == seat => Some(Action::Yes),
        (Decision::Challenge, _) => Some(Action::No),
        (Decision::Swap, Line::Swap { seat: swaps, with }) if *swaps == seat => Some(Action::Seat(*with)),
        (Decision::Exchange, Line::Exchange { seat: asks, with, .. }) if *asks == seat => Some(Action::Seat(*with)),
        (Decision::Exchange, _) => Some(Action::No),
        (Decision::Give, Line::Exchange { seat: asks, gives, gets, .. }) => Some(Action::Card(if *asks == seat { *gives } else { *gets })),
        _ => None,
    }
}

/// The legal actions of the decision that a round waits for, in words.
fn legal_actions<C: Cards>(round: &Round<C>, blank_draws: u8) -> String {
    let mut words = Vec::new();
    round.for_each_action(|action| {
        words.push(match action {
            Action::Card(kind) => kind.text(blank_draws).to_string(),
            Action::Colour(colour) => colour.to_string(),
            Action::Seat(seat) => format!("seat {}", seat.index()),
            Action::Yes => "yes".to_owned(),
            Action::No => refusal(round.decision()).to_owned(),
        });
    });
    words.join(", ")
}

/// The word for [`Action::No`].
const fn refusal(decision: Decision) -> &'static str {
    match decision {
        Decision::Play => "draw",
        Decision::Drawn => "keep",
        Decision::Answer => "take",
        Decision::Challenge | Decision::Uno => "no",
        _ => "pass",
    }
}

/// After the last card's draw the lost turn may go unsaid.
fn may_be_left_out(demanded: &Line, found: &Line) -> bool {
    matches!(demanded, Line::LoseTurn { .. }) && matches!(found, Line::RoundEnd(end) if end.reason != Reason::Stalled)
}

/// Whether a line says what the rules demand; under the wheel nobody names a colour, so it need not be said.
fn agrees(found: &Line, demanded: &Line, law: &Law) -> bool {
    match (found, demanded) {
        (Line::Play { seat, card, colour: None, how }, Line::Play { seat: player, card: kind, how: way, .. })
            if law.play.colour_choice == ColourChoice::Wheel =>
        {
            (seat, card, how) == (player, kind, way)
        }
        _ => found == demanded,
    }
}

/// The error for a line that is not the one demanded: the first field that differs, or the whole line.
pub(super) fn differs(line: u64, found: &Line, demanded: &Line, blank_draws: u8) -> ReplayError {
    let event = found.event();
    let (have, want) = (found.fields(blank_draws), demanded.fields(blank_draws));
    let differing = want.keys().chain(have.keys()).find(|field| have.get(*field) != want.get(*field));
    match differing {
        Some(field) if event == demanded.event() => {
            let text = |value: Option<&Value>| value.map_or_else(|| "left out".to_owned(), shown);
            ReplayError::Differs { line, event, field: field.clone(), found: text(have.get(field)), demanded: text(want.get(field)) }
        }
        _ => {
            let (found, demanded) = (found.text(blank_draws), demanded.text(blank_draws));
            ReplayError::WrongEvent { line, event, found: super::parse::shortened(found), demanded }
        }
    }
}

/// Cards in their notation, in brackets.
fn list(cards: &[Kind], blank_draws: u8) -> String {
    let texts: Vec<String> = cards.iter().map(|kind| kind.text(blank_draws).to_string()).collect();
    format!("[{}]", texts.join(" "))
}

impl<R: BufRead> Env for Checker<'_, R> {
    const LISTENS: bool = true;

    fn law(&self) -> &Law {
        self.law
    }

    fn person(&self, seat: Seat) -> &Person {
        &self.people.seats[seat.index()]
    }

    /// The pile lies as the record has it.
    fn shuffle_more<P: DrawPile>(&mut self, pile: &mut P) {
        pile.settle_all();
    }

    fn reshuffled<P: DrawPile>(&mut self, pile: &mut P) {
        self.check_held();
        let blank_draws = self.law.blank_draws;
        let demanded = |pile: &P| {
            let cards = sorted((0..pile.len()).map(|index| pile.get(index)).collect());
            format!("a reshuffle of these cards in any order: {}", list(&cards, blank_draws))
        };
        match self.front() {
            Some(Line::Reshuffle { draw_pile }) if same_cards(draw_pile, pile) => {
                lay_out(pile, draw_pile);
                if self.halt.is_none() {
                    self.halt = self.stream.take().map_err(Stop::from).and_then(|_| self.stream.go_on()).err();
                }
            }
            Some(Line::Reshuffle { draw_pile }) => {
                let found = list(draw_pile, blank_draws);
                self.fail("draw_pile", found, demanded(pile));
            }
            _ => self.fail_event(demanded(pile)),
        }
    }

    fn put_back<P: DrawPile>(&mut self, pile: &mut P, kind: Kind) {
        let place = self.scribe.place;
        if self.halt.is_none() && place > pile.len() {
            self.fail("place", place.to_string(), format!("a place from 0 to {}", pile.len()));
        }
        // Once something is wrong the card goes to the bottom, so that others come up.
        insert_at(pile, kind, if self.halt.is_none() { place } else { usize::MAX });
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        let both = sorted(cards.to_vec());
        let Some(Line::Crash { hands, .. }) = self.front() else { return };
        let dealt = hands.concat();
        if sorted(dealt.clone()) == both {
            cards.copy_from_slice(&dealt);
        } else {
            let (found, demanded) = (list(&dealt, self.law.blank_draws), list(&both, self.law.blank_draws));
            self.fail("hands", found, format!("the cards of both hands in any order: {demanded}"));
        }
    }

    fn coin(&mut self, coin: Coin, seat: Seat, _probability: Probability) -> bool {
        let calls_late = self.calls_late;
        match (coin, self.front()) {
            (_, None) => false,
            (Coin::ForgetsUno | Coin::RemembersUno, _) => calls_late,
            (Coin::CatchesUno, Some(Line::Caught { by, of: Fault::Uno, .. })) => *by == seat,
            (Coin::CallsFalsely, Some(Line::Uno { seat: calls, false_call: true, .. })) => *calls == seat,
            _ => false,
        }
    }

    fn race(&mut self, _race: Race, candidates: &[(Seat, Weight)]) -> usize {
        let winner = match self.front() {
            Some(Line::Caught { by, .. }) => *by,
            Some(Line::Uno { seat, .. }) => *seat,
            _ => return 0,
        };
        candidates.iter().position(|(seat, _)| *seat == winner).unwrap_or(0)
    }

    fn drawn(&mut self, kind: Kind) {
        self.scribe.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.scribe.crashed(cards, first);
    }

    fn event(&mut self, event: Event) {
        if matches!(self.halt, Some(Stop::Reached)) && self.next.len() < OUTLOOK {
            self.next.push(event);
        }
        if let Event::TurnUp { .. } = event {
            self.scribe.place = match self.front() {
                Some(Line::TurnUp { returned_to: Some(place), .. }) => *place,
                _ => 0,
            };
        }
        for line in self.scribe.tell(event).into_iter().flatten() {
            self.check(&line);
        }
    }
}
