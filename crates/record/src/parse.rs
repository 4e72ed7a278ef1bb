//! Reading the lines of a record. RawFields that no event has are ignored.

use super::ReplayError;
use super::event_lines::sorted;
use super::line::{Line, MatchEndLine, REASONS, RoundEnd, RoundLine};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::Arc;
use unobench_core::cards::{Colour, Kind, Notation, ParseCardError};
use unobench_core::game::{Direction, Fault, How, Seat, Why};
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet};
use unobench_core::shown::Shown;

const SHOWN: usize = 120;

/// Reads lines, one after the other: how a card is written depends on the rules of the round that
/// it is played in.
#[derive(Debug, Clone)]
pub(super) struct Parser {
    kinds: HashMap<String, Kind>,
    notation: Notation,
    seats: usize,
    rules: Option<KnownSettings>,
}

#[derive(Debug, Clone)]
struct KnownSettings {
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

    pub(super) fn line(&mut self, line: u64, bytes: &[u8]) -> Result<Line, ReplayError> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| ReplayError::Json {
            line,
            message: error.to_string(),
            broken_off: error.is_eof() && bytes.last() != Some(&b'\n'),
        })?;
        match value {
            Value::Object(object) if object.contains_key("event") => {
                self.event(&RawFields { line, object })
            }
            _ => Err(ReplayError::NoEvent { line, found: shown(&value) }),
        }
    }

    fn event(&mut self, fields: &RawFields) -> Result<Line, ReplayError> {
        if fields.event() == "round" {
            return self.round(fields);
        }
        let fields = InRound { fields, parser: self };
        let seat = || fields.seat("seat");
        let with = || fields.seat("with");
        Ok(match fields.event() {
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
                of: fields.word("of", Fault::ALL.map(|of| (of, of.name())))?,
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
                let (line, event) = (fields.line, shown(&fields.object["event"]));
                return Err(ReplayError::UnknownEvent { line, event });
            }
        })
    }

    fn round(&mut self, fields: &RawFields) -> Result<Line, ReplayError> {
        let name = fields.text("rules")?;
        let (rules, settings) = self.rules_of(fields, &name)?;
        let players = fields.texts("players")?;
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
        })))
    }

    fn rules_of(
        &mut self,
        fields: &RawFields,
        name: &str,
    ) -> Result<(Arc<RuleSet>, Arc<Value>), ReplayError> {
        let settings = fields.get("settings")?;
        if let Some(known) = self.rules.as_mut().filter(|known| *known.settings == *settings) {
            if known.rules.name != name {
                Arc::make_mut(&mut known.rules).name = name.to_owned();
            }
            return Ok((Arc::clone(&known.rules), Arc::clone(&known.settings)));
        }
        if !settings.is_object() {
            return Err(fields.wrong("settings", "an object with the sections of a rule set"));
        }
        let rules = RuleSet::from_settings_json(name, settings)
            .map_err(|error| ReplayError::Rules { line: fields.line, error: Box::new(error) })?;
        let (rules, settings) = (Arc::new(rules), Arc::new(settings.clone()));
        self.rules =
            Some(KnownSettings { settings: Arc::clone(&settings), rules: Arc::clone(&rules) });
        Ok((rules, settings))
    }
}

fn kinds(notation: Notation) -> HashMap<String, Kind> {
    notation.kinds().map(|kind| (kind.text(notation).to_string(), kind)).collect()
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

struct RawFields {
    line: u64,
    object: Map<String, Value>,
}

impl RawFields {
    fn event(&self) -> &str {
        self.object.get("event").and_then(Value::as_str).unwrap_or_default()
    }

    fn wrong(&self, field: &'static str, wanted: impl Into<String>) -> ReplayError {
        let found = self.object.get(field).map_or_else(|| "missing".to_owned(), shown);
        let (line, event, wanted) = (self.line, self.event().to_owned(), wanted.into());
        ReplayError::Field { line, event, field, found, wanted }
    }

    fn get(&self, field: &'static str) -> Result<&Value, ReplayError> {
        self.object.get(field).ok_or_else(|| self.wrong(field, "there"))
    }

    fn optional(&self, field: &'static str) -> Option<&Value> {
        self.object.get(field).filter(|value| !value.is_null())
    }

    fn read<T>(
        &self,
        field: &'static str,
        wanted: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, ReplayError> {
        self.object.get(field).and_then(read).ok_or_else(|| self.wrong(field, wanted))
    }

    fn text(&self, field: &'static str) -> Result<String, ReplayError> {
        self.read(field, "a text", |value| value.as_str().map(str::to_owned))
    }

    fn texts(&self, field: &'static str) -> Result<Vec<String>, ReplayError> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.read(field, "a list of strings", |value| value.as_array()?.iter().map(text).collect())
    }

    fn number(&self, field: &'static str) -> Result<u64, ReplayError> {
        self.read(field, "a whole number from 0 on", Value::as_u64)
    }

    fn flag(&self, field: &'static str) -> Result<bool, ReplayError> {
        self.read(field, "true or false", Value::as_bool)
    }

    fn flag_or_false(&self, field: &'static str) -> Result<bool, ReplayError> {
        if self.optional(field).is_none() { Ok(false) } else { self.flag(field) }
    }

    fn word<T: Copy>(
        &self,
        field: &'static str,
        table: impl IntoIterator<Item = (T, &'static str)> + Clone,
    ) -> Result<T, ReplayError> {
        let word = self.object.get(field).and_then(Value::as_str);
        let found = table.clone().into_iter().find(|(_, name)| word == Some(name));
        found.map(|(value, _)| value).ok_or_else(|| {
            let names = table.into_iter().map(|(_, name)| format!("\"{name}\""));
            self.wrong(field, format!("one of {}", names.collect::<Vec<_>>().join(", ")))
        })
    }

    fn colour(&self, field: &'static str) -> Result<Colour, ReplayError> {
        self.read(field, "a colour R, B, G or Y", |value| {
            let mut letters = value.as_str()?.chars();
            let colour = Colour::from_letter(letters.next()?)?;
            letters.next().is_none().then_some(colour)
        })
    }

    fn direction(&self, field: &'static str) -> Result<Direction, ReplayError> {
        self.read(field, "1 or -1", |value| match value.as_i64()? {
            1 => Some(Direction::Clockwise),
            -1 => Some(Direction::Counterclockwise),
            _ => None,
        })
    }
}

struct InRound<'a> {
    fields: &'a RawFields,
    parser: &'a Parser,
}

impl std::ops::Deref for InRound<'_> {
    type Target = RawFields;

    fn deref(&self) -> &RawFields {
        self.fields
    }
}

impl InRound<'_> {
    fn seat(&self, field: &'static str) -> Result<Seat, ReplayError> {
        let seats = self.parser.seats;
        self.read(field, &format!("a seat from 0 to {}", seats - 1), |value| {
            usize::try_from(value.as_u64()?).ok().filter(|&seat| seat < seats).map(Seat::new)
        })
    }

    fn seat_or_none(&self, field: &'static str) -> Result<Option<Seat>, ReplayError> {
        if self.get(field)?.is_null() { Ok(None) } else { self.seat(field).map(Some) }
    }

    fn card(&self, field: &'static str) -> Result<Kind, ReplayError> {
        self.card_of(field, self.get(field)?)
    }

    fn card_of(&self, field: &'static str, value: &Value) -> Result<Kind, ReplayError> {
        let Some(text) = value.as_str() else {
            return Err(self.wrong(field, "cards in their notation"));
        };
        let card = self.parser.kinds.get(text).copied();
        card.ok_or_else(|| {
            self.wrong(field, shortened(ParseCardError(shortened(text.to_owned())).to_string()))
        })
    }

    fn card_list(&self, field: &'static str, value: &Value) -> Result<Vec<Kind>, ReplayError> {
        let Some(list) = value.as_array() else { return Err(self.wrong(field, "a list of cards")) };
        list.iter().map(|card| self.card_of(field, card)).collect()
    }

    fn cards(&self, field: &'static str) -> Result<Vec<Kind>, ReplayError> {
        self.card_list(field, self.get(field)?)
    }

    fn hands(&self, count: usize) -> Result<Vec<Vec<Kind>>, ReplayError> {
        let field = "hands";
        let wanted = || self.wrong(field, format!("a list of {count} hands"));
        let list =
            self.get(field)?.as_array().filter(|list| list.len() == count).ok_or_else(wanted)?;
        list.iter().map(|hand| self.card_list(field, hand).map(sorted)).collect()
    }

    fn integers(&self, field: &'static str) -> Result<Vec<i64>, ReplayError> {
        let seats = self.parser.seats;
        self.read(field, &format!("a list of {seats} whole numbers"), |value| {
            value.as_array().filter(|list| list.len() == seats)?.iter().map(Value::as_i64).collect()
        })
    }

    fn turn_up(&self) -> Result<Line, ReplayError> {
        let returned = self.flag_or_false("returned")?;
        let place = || {
            self.read("place", "a place in the draw pile", |value| {
                usize::try_from(value.as_u64()?).ok()
            })
        };
        let returned_to = if returned { Some(place()?) } else { None };
        Ok(Line::TurnUp { card: self.card("card")?, returned_to })
    }

    fn play(&self) -> Result<Line, ReplayError> {
        let (seat, card) = (self.seat("seat")?, self.card("card")?);
        let how = self.word("how", How::all().map(|(how, info)| (how, info.name)))?;
        let named =
            if self.optional("colour").is_some() { Some(self.colour("colour")?) } else { None };
        match (card.colour(), named) {
            (Some(own), Some(named)) if own != named => {
                Err(self.wrong("colour", format!("left out, or the card's own, {own}")))
            }
            (Some(_), _) => Ok(Line::Play { seat, card, colour: None, how }),
            (None, colour) => Ok(Line::Play { seat, card, colour, how }),
        }
    }

    fn round_end(&self) -> Result<Line, ReplayError> {
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

    fn match_end(&self) -> Result<Line, ReplayError> {
        Ok(Line::MatchEnd(Box::new(MatchEndLine {
            winner: self.seat_or_none("winner")?,
            totals: self.integers("totals")?,
            rounds: self.number("rounds")?,
        })))
    }
}
