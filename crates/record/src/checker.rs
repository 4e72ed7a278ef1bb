//! A world in which everything happens as a record says, and which compares what the machine tells
//! with the record.
//!
//! The machine is never told anything but legal actions and possible outcomes. Where the record has
//! none, the first error is kept and the rest of the machine's step runs on without looking at the
//! record; every answer given then is possible and leads to an end. Which decisions the lines to
//! come imply is found in `choice`, which chance outcomes in `foresight`.

use super::ReplayError;
use super::event_lines::{EventLines, sorted};
use super::line::{Line, Reason};
use super::order::{insert_at, lay_out, same_cards};
use super::parse::shown;
use super::script::Numbered;
use super::stream::{Stop, Stream};
use super::watch::Outlook;
use serde_json::Value;
use std::io::BufRead;
use unobench_core::cards::{Cards, DrawPile, Kind, KindSet, Roomy};
use unobench_core::game::{ActiveRules, Chance, Coin, Event, How, Race, Round, Seat, SeatSet};
use unobench_core::rules::{ColourChoice, People, Person, Probability, Weight};

/// The draw pile of a round that is being checked.
type RoomyPile = <Roomy as Cards>::Pile;

/// The world of a round that is being checked.
pub(super) struct Checker<'a, R> {
    pub(super) active_rules: &'a ActiveRules,
    people: &'a People,
    pub(super) stream: &'a mut Stream<R>,
    pub(super) event_lines: EventLines,
    /// Whether the player forgets a wanted call and remembers it late.
    pub(super) calls_late: bool,
    /// Who may still notice the call that was missed last; nobody once anything else has happened.
    pub(super) may_notice_call: SeatSet,
    pub(super) halt: Option<Stop>,
    /// What the machine told after the line that somebody wants to see.
    outlook: Outlook,
}

impl<'a, R: BufRead> Checker<'a, R> {
    pub(super) fn new(
        rules: &'a ActiveRules,
        people: &'a People,
        stream: &'a mut Stream<R>,
    ) -> Self {
        Checker {
            active_rules: rules,
            people,
            stream,
            event_lines: EventLines::default(),
            calls_late: false,
            may_notice_call: SeatSet::EMPTY,
            halt: None,
            outlook: Outlook::default(),
        }
    }

    /// Stops if something was wrong.
    pub(super) fn check_halt(&mut self) -> Result<(), Stop> {
        self.halt.take().map_or(Ok(()), Err)
    }

    /// Goes on after a step of the machine, unless something was wrong.
    pub(super) fn go_on(&mut self, round: &Round) -> Result<(), Stop> {
        self.stream.inform(round, self.active_rules, &self.outlook);
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
        if !agrees(&found.line, demanded, self.active_rules) {
            let (number, found) = (found.number, &found.line);
            let error = throws_too_much(number, found, demanded, self.active_rules)
                .unwrap_or_else(|| differs(number, found, demanded, blank_draws));
            return Err(error.into());
        }
        if is_other_word(&found.line, demanded) && self.misplay_is_paid_for() {
            return Err(self.wrong_event(demanded.text(blank_draws)));
        }
        self.stream.take_as(Some(demanded))?;
        self.stream.go_on()
    }

    fn check(&mut self, demanded: &Line) {
        if self.halt.is_none() {
            self.halt = self.compare(demanded).err();
        }
    }

    /// Compares a wild that waits for a colour that never came.
    pub(super) fn check_held(&mut self) {
        if let Some(line) = self.event_lines.held() {
            self.check(&line);
        }
    }

    /// Takes the next line, which changes nothing.
    pub(super) fn pass_over(&mut self) {
        if self.halt.is_none() {
            self.halt = self
                .stream
                .take_as(None)
                .map_err(Stop::from)
                .and_then(|()| self.stream.go_on())
                .err();
        }
    }

    /// The next line, while nothing is wrong.
    pub(super) fn front(&mut self) -> Option<&Line> {
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
    pub(super) fn fail(&mut self, field: &str, found: String, demanded: String) {
        if self.halt.is_some() {
            return;
        }
        let taken = self.stream.last();
        let error = match self.stream.front() {
            Ok(Some(Numbered { number, line })) if field != "place" => ReplayError::Differs {
                line: *number,
                event: line.event(),
                field: field.to_owned(),
                found,
                demanded,
            },
            Ok(_) => ReplayError::Differs {
                line: taken,
                event: "turn_up",
                field: field.to_owned(),
                found,
                demanded,
            },
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

    pub(super) fn wrong_event(&mut self, demanded: String) -> Stop {
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

/// After the last card's draw the lost turn may go unsaid.
fn may_be_left_out(demanded: &Line, found: &Line) -> bool {
    matches!(demanded, Line::LoseTurn { .. })
        && matches!(found, Line::RoundEnd(end) if end.reason != Reason::Stalled)
}

/// Whether a line says what the rules demand; under the wheel nobody names a colour, so it need not
/// be said.
fn agrees(found: &Line, demanded: &Line, rules: &ActiveRules) -> bool {
    match (found, demanded) {
        (
            Line::Play { seat, card, colour: None, how },
            Line::Play { seat: player, card: kind, how: way, .. },
        ) if rules.play.colour_choice == ColourChoice::Wheel => {
            (seat, card, how) == (player, kind, way)
        }
        _ => found == demanded || is_other_word(found, demanded),
    }
}

/// Whether a misplay is written as a play. One that nobody noticed stands as played, so a reader
/// may take it for one.
fn is_other_word(found: &Line, demanded: &Line) -> bool {
    match (found, demanded) {
        (
            Line::Play { seat, card, colour: None, how: How::Turn },
            Line::Misplay { seat: player, card: kind },
        ) => (seat, card) == (player, kind),
        _ => false,
    }
}

/// The error for a draw of more cards than the launcher can throw; what is demanded is then the
/// most that it can.
fn throws_too_much(
    line: u64,
    found: &Line,
    demanded: &Line,
    rules: &ActiveRules,
) -> Option<ReplayError> {
    match (found, demanded) {
        (
            Line::Draw { seat, owed, why, .. },
            Line::Draw { seat: draws, owed: most, why: reason, .. },
        ) if rules.hands.launcher > 0 && (seat, why) == (draws, reason) && owed > most => {
            let (found, demanded) = (owed.to_string(), format!("at most {most}"));
            Some(ReplayError::Differs {
                line,
                event: "draw",
                field: "owed".to_owned(),
                found,
                demanded,
            })
        }
        _ => None,
    }
}

/// The error for a line that is not the one demanded: the first field that differs, or the whole
/// line.
pub(super) fn differs(line: u64, found: &Line, demanded: &Line, blank_draws: u8) -> ReplayError {
    let event = found.event();
    let (have, want) = (found.fields(blank_draws), demanded.fields(blank_draws));
    let differing =
        want.keys().chain(have.keys()).find(|field| have.get(*field) != want.get(*field));
    match differing {
        Some(field) if event == demanded.event() => {
            let text = |value: Option<&Value>| value.map_or_else(|| "left out".to_owned(), shown);
            ReplayError::Differs {
                line,
                event,
                field: field.clone(),
                found: text(have.get(field)),
                demanded: text(want.get(field)),
            }
        }
        _ => {
            let (found, demanded) = (found.text(blank_draws), demanded.text(blank_draws));
            ReplayError::WrongEvent { line, event, found: super::parse::shortened(found), demanded }
        }
    }
}

/// Cards in their notation, in brackets.
pub(super) fn list(cards: &[Kind], blank_draws: u8) -> String {
    let texts: Vec<String> = cards.iter().map(|kind| kind.text(blank_draws).to_string()).collect();
    format!("[{}]", texts.join(" "))
}

impl<R: BufRead> Chance for Checker<'_, R> {
    fn listens(&self) -> bool {
        true
    }

    fn rules(&self) -> &ActiveRules {
        self.active_rules
    }

    fn person(&self, seat: Seat) -> &Person {
        &self.people.seats[seat.index()]
    }

    /// The pile lies as the record has it.
    fn shuffle_more(&mut self, pile: &mut RoomyPile) {
        pile.settle_all();
    }

    fn reshuffled(&mut self, pile: &mut RoomyPile) {
        self.check_held();
        let blank_draws = self.active_rules.blank_draws;
        let demanded = |pile: &RoomyPile| {
            let cards = sorted((0..pile.len()).map(|index| pile.get(index)).collect());
            format!("a reshuffle of these cards in any order: {}", list(&cards, blank_draws))
        };
        match self.front() {
            Some(Line::Reshuffle { draw_pile }) if same_cards(draw_pile, pile) => {
                lay_out(pile, draw_pile);
                self.halt =
                    self.stream.take().map_err(Stop::from).and_then(|_| self.stream.go_on()).err();
            }
            Some(Line::Reshuffle { draw_pile }) => {
                let found = list(draw_pile, blank_draws);
                self.fail("draw_pile", found, demanded(pile));
            }
            _ => self.fail_event(demanded(pile)),
        }
    }

    fn put_back(&mut self, pile: &mut RoomyPile, kind: Kind) {
        let place = self.event_lines.place;
        if self.halt.is_none() && place > pile.len() {
            self.fail("place", place.to_string(), format!("a place from 0 to {}", pile.len()));
        }
        // Once something is wrong the card goes to the bottom, so that others come up.
        insert_at(pile, kind, if self.halt.is_none() { place } else { usize::MAX });
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        let both = sorted(cards.to_vec());
        let Some(Line::Crash { hands, .. } | Line::Redeal { hands }) = self.front() else { return };
        let dealt = hands.concat();
        if sorted(dealt.clone()) == both {
            cards.copy_from_slice(&dealt);
        } else {
            let (found, demanded) = (
                list(&dealt, self.active_rules.blank_draws),
                list(&both, self.active_rules.blank_draws),
            );
            self.fail("hands", found, format!("the cards of these hands in any order: {demanded}"));
        }
    }

    fn coin(&mut self, coin: Coin, seat: Seat, _probability: Probability) -> bool {
        self.front().is_some() && self.comes_up(coin, seat)
    }

    fn pick(&mut self, coin: Coin, seats: SeatSet) -> Seat {
        self.one_of(coin, seats)
    }

    fn pick_card(&mut self, _coin: Coin, seat: Seat, kinds: KindSet<u128>) -> Kind {
        self.card_of(seat, kinds)
    }

    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        self.throw(seat, least, most)
    }

    fn press_often(&mut self, seat: Seat, presses: u32, least: u32, most: u32) -> u32 {
        self.throw(seat, presses * least, presses * most)
    }

    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        self.winner(race, candidates)
    }

    fn drawn(&mut self, kind: Kind) {
        self.event_lines.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.event_lines.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        if matches!(self.halt, Some(Stop::Reached)) {
            self.outlook.note(event, self.stream.board().has_drawn());
        }
        self.await_answers(event);
        if let Event::TurnUp { .. } = event {
            self.event_lines.place = match self.front() {
                Some(Line::TurnUp { returned_to: Some(place), .. }) => *place,
                _ => 0,
            };
        }
        for line in self.event_lines.tell(round, event).into_iter().flatten() {
            self.check(&line);
        }
    }
}
