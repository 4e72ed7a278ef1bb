//! Reading the lines of a record. Fields that no event has are ignored.

use super::event_lines::sorted;
use super::hidden::HIDDEN;
use super::line::{Line, MatchEndLine, REASONS, RoundEnd, RoundLine};
use super::told::{DecisionTrace, OfferedAction};
use super::{ReplayError, Result};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::Arc;
use unobench_core::cards::{Colour, Kind, Notation, ParseCardError};
use unobench_core::game::{Action, Direction, Fault, How, Seat, Why};
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet};
use unobench_core::shown::Shown;

const SHOWN: usize = 120;

/// A text of JSON, borrowed from its line where nothing in it is escaped.
#[derive(Debug, Deserialize)]
struct BorrowedText<'b>(#[serde(borrow)] Cow<'b, str>);

/// The fields of a line, each read once it is known what it has to be.
struct Object<'b>(Vec<(BorrowedText<'b>, &'b RawValue)>);

/// Reads the fields of an object of JSON without reading their values.
struct ObjectVisitor;

impl<'b> Visitor<'b> for ObjectVisitor {
    type Value = Object<'b>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'b>>(self, mut map: A) -> Result<Object<'b>, A::Error> {
        let mut fields = Vec::with_capacity(8);
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Object(fields))
    }
}

impl<'b> Deserialize<'b> for Object<'b> {
    fn deserialize<D: Deserializer<'b>>(deserializer: D) -> Result<Object<'b>, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

impl<'b> Object<'b> {
    fn get(&self, field: &str) -> Option<&'b str> {
        let of_name = |(BorrowedText(name), _): &&(BorrowedText<'b>, &'b RawValue)| name == field;
        self.0.iter().rfind(of_name).map(|(_, raw)| raw.get())
    }
}

/// An action as a line tells it, before its card and colour are read.
#[derive(Deserialize)]
struct RawAct<'b> {
    #[serde(borrow)]
    action: BorrowedText<'b>,
    #[serde(borrow)]
    card: Option<BorrowedText<'b>>,
    #[serde(borrow)]
    colour: Option<BorrowedText<'b>>,
    seat: Option<usize>,
}

/// A line of a record with its number, from 1, and what led to it.
#[derive(Debug, Clone)]
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) line: Line,
    pub(super) told: DecisionTrace,
}

/// Reads lines, one after the other: how a card is written depends on the rules of the round that
/// it is played in.
#[derive(Debug, Clone)]
pub(super) struct Parser {
    kinds: HashMap<String, Kind>,
    notation: Notation,
    seats: usize,
    rules: Option<KnownSettings>,
}

/// The rules that were read last, with the text they were read from.
#[derive(Debug, Clone)]
struct KnownSettings {
    text: String,
    settings: Arc<Value>,
    rules: Arc<RuleSet>,
}

impl Parser {
    pub(super) fn new() -> Parser {
        Parser {
            kinds: kinds(Notation::PRINTED),
            notation: Notation::PRINTED,
            seats: MAX_SEATS,
            rules: None,
        }
    }

    pub(super) const fn notation(&self) -> Notation {
        self.notation
    }

    pub(super) fn line(&mut self, number: u64, bytes: &[u8]) -> Result<Numbered> {
        let found = str::from_utf8(bytes).ok().and_then(|text| {
            let object: Object<'_> = serde_json::from_str(text).ok()?;
            let event = serde_json::from_str(object.get("event")?);
            Some((event.map_or_else(|_| Cow::default(), |BorrowedText(event)| event), object))
        });
        let (event, object) = found.ok_or_else(|| no_event(number, bytes))?;
        let fields = RawFields { line: number, event, object };
        let line = self.event(&fields)?;
        let told = InRound { fields: &fields, parser: self }.told()?;
        Ok(Numbered { number, line, told })
    }

    fn event(&mut self, fields: &RawFields<'_>) -> Result<Line> {
        if fields.event == "round" {
            return self.round(fields);
        }
        let fields = InRound { fields, parser: self };
        let seat = || fields.seat("seat");
        let with = || fields.seat("with");
        Ok(match &*fields.event {
            "turn_up" => fields.turn_up()?,
            "name_colour" => Line::NameColour { seat: seat()?, colour: fields.colour("colour")? },
            "play" => fields.play()?,
            "uno" => Line::Uno {
                seat: seat()?,
                called: fields.flag("called")?,
                false_call: fields.flag_or_false("false_call")?,
            },
            "caught" => Line::Caught {
                seat: seat()?,
                by: fields.seat("by")?,
                of: fields.word("of", Fault::ALL.map(|fault| (fault, fault.name())))?,
            },
            "draw" => Line::Draw {
                seat: seat()?,
                cards: fields.cards("cards")?,
                owed: fields.number("owed")?,
                why: fields.word("why", Why::all().map(|why| (why, why.name())))?,
            },
            "keep" => Line::Keep { seat: seat()? },
            "pass" => Line::Pass { seat: seat()? },
            "lose_turn" => Line::LoseTurn { seat: seat()? },
            "challenge" => Line::Challenge {
                seat: seat()?,
                against: fields.seat("against")?,
                upheld: fields.flag("upheld")?,
            },
            "take_back" => Line::TakeBack { seat: seat()?, card: fields.card("card")? },
            "reshuffle" => Line::Reshuffle { draw_pile: fields.cards("draw_pile")? },
            "swap" => Line::Swap { seat: seat()?, with: with()? },
            "rotate" => Line::Rotate { direction: fields.direction("direction")? },
            "exchange" => Line::Exchange {
                seat: seat()?,
                with: with()?,
                gives: fields.card("gives")?,
                gets: fields.card("gets")?,
            },
            "crash" => Line::Crash { seat: seat()?, with: with()?, hands: fields.hands(2)? },
            "redeal" => Line::Redeal { hands: fields.hands(fields.parser.seats)? },
            "misplay" => Line::Misplay { seat: seat()?, card: fields.card("card")? },
            "speaks" => Line::Speaks { seat: seat()? },
            "advises" => Line::Advises { seat: seat()? },
            "out" => Line::Out { seat: seat()?, place: fields.number("place")? },
            "target" => Line::Target { seat: seat()?, whom: fields.seat("whom")? },
            "discard" => Line::Discard { seat: seat()?, cards: sorted(fields.cards("cards")?) },
            "knock_out" => Line::KnockOut { seat: seat()?, cards: sorted(fields.cards("cards")?) },
            "round_end" => fields.round_end()?,
            "match_end" => fields.match_end()?,
            _ => {
                let (line, event) = (fields.line, fields.shown("event"));
                return Err(ReplayError::UnknownEvent { line, event });
            }
        })
    }

    fn round(&mut self, fields: &RawFields<'_>) -> Result<Line> {
        let name: String = fields.read("rules", "a text", Some)?;
        let (rules, settings) = self.rules_of(fields, &name)?;
        let players: Vec<String> = fields.read("players", "a list of strings", Some)?;
        let seats = players.len();
        if !(MIN_SEATS..=MAX_SEATS).contains(&seats) {
            return Err(
                fields.wrong("players", format!("a list of {MIN_SEATS} to {MAX_SEATS} strategies"))
            );
        }
        self.seats = seats;
        if rules.deck.notation() != self.notation {
            self.notation = rules.deck.notation();
            self.kinds = kinds(self.notation);
        }
        let inner = InRound { fields, parser: self };
        Ok(Line::Round(Box::new(RoundLine {
            rules,
            settings,
            block: fields.number("block")?,
            seating: fields.number("seating")?,
            round: fields.number("round")?,
            players,
            dealer: inner.seat("dealer")?,
            first: inner.seat("first")?,
            hands: inner.hands(seats)?,
            draw_pile: inner.cards("draw_pile")?,
            totals: inner.integers("totals")?,
            hidden: fields
                .object
                .get(HIDDEN)
                .and_then(|seats| serde_json::from_str(seats).ok())
                .unwrap_or_default(),
        })))
    }

    fn rules_of(
        &mut self,
        fields: &RawFields<'_>,
        name: &str,
    ) -> Result<(Arc<RuleSet>, Arc<Value>)> {
        let text = fields.object.get("settings").unwrap_or_default();
        if let Some(known) = self.rules.as_mut().filter(|known| known.text == text) {
            if known.rules.name != name {
                Arc::make_mut(&mut known.rules).name = name.to_owned();
            }
            return Ok((Arc::clone(&known.rules), Arc::clone(&known.settings)));
        }
        let wanted = "an object with the sections of a rule set";
        let settings = fields
            .read("settings", wanted, |settings: Value| settings.is_object().then_some(settings))?;
        let rules = RuleSet::from_settings_json(name, &settings)
            .map_err(|error| ReplayError::Rules { line: fields.line, error: Box::new(error) })?;
        let (rules, settings) = (Arc::new(rules), Arc::new(settings));
        self.rules = Some(KnownSettings {
            text: text.to_owned(),
            settings: Arc::clone(&settings),
            rules: Arc::clone(&rules),
        });
        Ok((rules, settings))
    }
}

fn kinds(notation: Notation) -> HashMap<String, Kind> {
    notation.kinds().map(|kind| (kind.text(notation).to_string(), kind)).collect()
}

pub(super) fn no_event(line: u64, bytes: &[u8]) -> ReplayError {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => ReplayError::NoEvent { line, found: shown(&value) },
        Err(error) => ReplayError::Json {
            line,
            message: error.to_string(),
            broken_off: error.is_eof() && bytes.last() != Some(&b'\n'),
        },
    }
}

pub(super) fn shown(value: &Value) -> String {
    shortened(value.to_string())
}

pub(super) fn shortened(text: String) -> String {
    let shown = |text: &str| Shown::of(text).to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => shown(&text[..end]) + " …",
        None => shown(&text),
    }
}

/// A line whose event is known and whose other fields are still to be read.
struct RawFields<'b> {
    line: u64,
    event: Cow<'b, str>,
    object: Object<'b>,
}

impl<'b> RawFields<'b> {
    fn shown(&self, field: &'static str) -> String {
        let plain =
            |raw: &str| serde_json::from_str(raw).map_or(raw.to_owned(), |v: Value| v.to_string());
        self.object.get(field).map_or_else(|| "missing".to_owned(), |raw| shortened(plain(raw)))
    }

    fn wrong(&self, field: &'static str, wanted: impl Display) -> ReplayError {
        let (found, wanted) = (self.shown(field), wanted.to_string());
        let (line, event) = (self.line, self.event.clone().into_owned());
        ReplayError::Field { line, event, field, found, wanted }
    }

    fn optional(&self, field: &'static str) -> Option<&'b str> {
        self.object.get(field).filter(|raw| *raw != "null")
    }

    fn read<T: Deserialize<'b>, U>(
        &self,
        field: &'static str,
        wanted: impl Display,
        read: impl FnOnce(T) -> Option<U>,
    ) -> Result<U> {
        let value = self.object.get(field).and_then(|raw| serde_json::from_str(raw).ok());
        value.and_then(read).ok_or_else(|| self.wrong(field, wanted))
    }

    /// One value or a list of several; none where the field is left out.
    fn some<T: Deserialize<'b>, U>(
        &self,
        field: &'static str,
        wanted: impl Display,
        mut read: impl FnMut(T) -> Option<U>,
    ) -> Result<Vec<U>> {
        match self.optional(field) {
            None => Ok(Vec::new()),
            Some(raw) if raw.starts_with('[') => {
                self.read(field, wanted, |list: Vec<T>| list.into_iter().map(read).collect())
            }
            Some(_) => self.read(field, wanted, |element| Some(vec![read(element)?])),
        }
    }

    fn word<T: Copy>(
        &self,
        field: &'static str,
        table: impl IntoIterator<Item = (T, &'static str)> + Clone,
    ) -> Result<T> {
        let lookup = |BorrowedText(word): BorrowedText<'_>| {
            table.clone().into_iter().find(|(_, name)| *name == word)
        };
        self.read(field, "", lookup).map(|(value, _)| value).map_err(|_| {
            let names = table.clone().into_iter().map(|(_, name)| format!("\"{name}\""));
            self.wrong(field, format!("one of {}", names.collect::<Vec<_>>().join(", ")))
        })
    }

    fn number(&self, field: &'static str) -> Result<u64> {
        self.read(field, "a whole number from 0 on", Some)
    }

    fn flag(&self, field: &'static str) -> Result<bool> {
        self.read(field, "true or false", Some)
    }

    fn flag_or_false(&self, field: &'static str) -> Result<bool> {
        if self.optional(field).is_none() { Ok(false) } else { self.flag(field) }
    }

    fn colour(&self, field: &'static str) -> Result<Colour> {
        self.read(field, "a colour R, B, G or Y", Colour::from_letter)
    }

    fn direction(&self, field: &'static str) -> Result<Direction> {
        self.read(field, "1 or -1", |number: i64| match number {
            1 => Some(Direction::Clockwise),
            -1 => Some(Direction::Counterclockwise),
            _ => None,
        })
    }
}

/// A line to be read by the rules of the round that it belongs to.
struct InRound<'a, 'b> {
    fields: &'a RawFields<'b>,
    parser: &'a Parser,
}

impl<'b> std::ops::Deref for InRound<'_, 'b> {
    type Target = RawFields<'b>;

    fn deref(&self) -> &RawFields<'b> {
        self.fields
    }
}

impl InRound<'_, '_> {
    fn told(&self) -> Result<DecisionTrace> {
        let wanted = "an action {action, card?, colour?, seat?}, or a list of them";
        let act = self.some("act", wanted, |raw: RawAct<'_>| self.act(&raw))?;
        let got = self.some("got", "a whole number from 0 on, or a list of them", Some)?;
        Ok(DecisionTrace { act, got, ..DecisionTrace::NOTHING }.take())
    }

    fn act(&self, raw: &RawAct<'_>) -> Option<OfferedAction> {
        let what = match raw {
            RawAct { card: Some(BorrowedText(card)), .. } => {
                Some(Action::Card(*self.parser.kinds.get(&**card)?))
            }
            RawAct { colour: Some(BorrowedText(colour)), .. } => {
                Some(Action::Colour(colour.parse().ok().and_then(Colour::from_letter)?))
            }
            RawAct { seat: Some(seat), .. } => Some(Action::Seat(self.seat_of(*seat)?)),
            _ => None,
        };
        Some(OfferedAction {
            word: OfferedAction::words().find(|word| *word == raw.action.0)?,
            what,
        })
    }

    fn seat_of(&self, seat: usize) -> Option<Seat> {
        (seat < self.parser.seats).then(|| Seat::new(seat))
    }

    fn seat(&self, field: &'static str) -> Result<Seat> {
        let last = self.parser.seats - 1;
        self.read(field, format_args!("a seat from 0 to {last}"), |seat| self.seat_of(seat))
    }

    fn seat_or_none(&self, field: &'static str) -> Result<Option<Seat>> {
        if self.object.get(field) == Some("null") { Ok(None) } else { self.seat(field).map(Some) }
    }

    fn kind(&self, field: &'static str, BorrowedText(card): &BorrowedText<'_>) -> Result<Kind> {
        self.parser.kinds.get(&**card).copied().ok_or_else(|| {
            let error = ParseCardError(shortened(card.clone().into_owned()));
            self.wrong(field, shortened(error.to_string()))
        })
    }

    fn kinds(&self, field: &'static str, cards: &[BorrowedText<'_>]) -> Result<Vec<Kind>> {
        cards.iter().map(|card| self.kind(field, card)).collect()
    }

    fn card(&self, field: &'static str) -> Result<Kind> {
        self.kind(field, &self.read(field, "a card in its notation", Some)?)
    }

    fn cards(&self, field: &'static str) -> Result<Vec<Kind>> {
        let cards: Vec<BorrowedText<'_>> =
            self.read(field, "a list of cards in their notation", Some)?;
        self.kinds(field, &cards)
    }

    fn hands(&self, count: usize) -> Result<Vec<Vec<Kind>>> {
        let hands = self.read("hands", format_args!("a list of {count} hands"), |hands| {
            Some(hands).filter(|hands: &Vec<Vec<BorrowedText<'_>>>| hands.len() == count)
        })?;
        hands.iter().map(|hand| self.kinds("hands", hand).map(sorted)).collect()
    }

    fn integers(&self, field: &'static str) -> Result<Vec<i64>> {
        let seats = self.parser.seats;
        self.read(field, format_args!("a list of {seats} whole numbers"), |list: Vec<i64>| {
            Some(list).filter(|list| list.len() == seats)
        })
    }

    fn turn_up(&self) -> Result<Line> {
        let returned = self.flag_or_false("returned")?;
        let place = || self.read("place", "a place in the draw pile", Some);
        let returned_to = if returned { Some(place()?) } else { None };
        Ok(Line::TurnUp { card: self.card("card")?, returned_to })
    }

    fn play(&self) -> Result<Line> {
        let (seat, card) = (self.seat("seat")?, self.card("card")?);
        let how = self.word("how", How::all().map(|(how, info)| (how, info.name)))?;
        let named =
            if self.optional("colour").is_some() { Some(self.colour("colour")?) } else { None };
        match (card.colour(), named) {
            (Some(own), Some(named)) if own != named => {
                Err(self.wrong("colour", format!("left out, or the card's own, {own}")))
            }
            (own, named) => {
                Ok(Line::Play { seat, card, colour: named.filter(|_| own.is_none()), how })
            }
        }
    }

    fn round_end(&self) -> Result<Line> {
        let points = self.integers("points")?;
        let points =
            points.into_iter().map(|points| u64::try_from(points).ok()).collect::<Option<_>>();
        Ok(Line::RoundEnd(Box::new(RoundEnd {
            winner: self.seat_or_none("winner")?,
            reason: self.word("reason", REASONS)?,
            hands: self.hands(self.parser.seats)?,
            points: points.ok_or_else(|| self.wrong("points", "whole numbers from 0 on"))?,
            scores: self.integers("scores")?,
            turns: self.number("turns")?,
        })))
    }

    fn match_end(&self) -> Result<Line> {
        Ok(Line::MatchEnd(Box::new(MatchEndLine {
            winner: self.seat_or_none("winner")?,
            totals: self.integers("totals")?,
            rounds: self.number("rounds")?,
        })))
    }
}
