//! The lines of a record: each event with its fields, and how it is written as JSON.

use super::told::{DecisionTrace, OfferedAction};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};
use std::sync::Arc;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Colour, Kind, Notation};
use unobench_core::game::{Action, Direction, Fault, How, Seat, Why};
use unobench_core::rules::RuleSet;

pub(super) const REASONS: [(EndReason, &str); 4] = [
    (EndReason::Out, "out"),
    (EndReason::Last, "last"),
    (EndReason::Stalled, "stalled"),
    (EndReason::Blocked, "blocked"),
];

/// Why a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndReason {
    Out,
    Last,
    Stalled,
    Blocked,
}

pub(super) fn name_of<T: PartialEq>(table: &[(T, &'static str)], value: &T) -> &'static str {
    table.iter().find(|(known, _)| known == value).map_or("", |(_, name)| name)
}

/// Declares the lines, each with its event.
macro_rules! lines {
    ($($line:ident $fields:tt = $event:literal,)+) => {
        /// One line of a record. Hands, which have no order, stand sorted.
        #[derive(Debug, Clone, PartialEq)]
        pub(super) enum Line {
            $($line $fields,)+
        }

        impl Line {
            pub(super) const fn event(&self) -> &'static str {
                match self { $(Line::$line { .. } => $event,)+ }
            }
        }
    };
}

lines! {
    Round(Box<RoundLine>) = "round",
    TurnUp { card: Kind, returned_to: Option<usize> } = "turn_up",
    NameColour { seat: Seat, colour: Colour } = "name_colour",
    Play { seat: Seat, card: Kind, colour: Option<Colour>, how: How } = "play",
    Uno { seat: Seat, called: bool, false_call: bool } = "uno",
    Caught { seat: Seat, by: Seat, of: Fault } = "caught",
    Draw { seat: Seat, cards: Vec<Kind>, owed: u64, why: Why } = "draw",
    Keep { seat: Seat } = "keep",
    Pass { seat: Seat } = "pass",
    LoseTurn { seat: Seat } = "lose_turn",
    Challenge { seat: Seat, against: Seat, upheld: bool } = "challenge",
    TakeBack { seat: Seat, card: Kind } = "take_back",
    Reshuffle { draw_pile: Vec<Kind> } = "reshuffle",
    Swap { seat: Seat, with: Seat } = "swap",
    Rotate { direction: Direction } = "rotate",
    Exchange { seat: Seat, with: Seat, gives: Kind, gets: Kind } = "exchange",
    Crash { seat: Seat, with: Seat, hands: Vec<Vec<Kind>> } = "crash",
    Redeal { hands: Vec<Vec<Kind>> } = "redeal",
    Misplay { seat: Seat, card: Kind } = "misplay",
    Speaks { seat: Seat } = "speaks",
    Advises { seat: Seat } = "advises",
    Out { seat: Seat, place: u64 } = "out",
    Target { seat: Seat, whom: Seat } = "target",
    Discard { seat: Seat, cards: Vec<Kind> } = "discard",
    KnockOut { seat: Seat, cards: Vec<Kind> } = "knock_out",
    RoundEnd(Box<RoundEnd>) = "round_end",
    MatchEnd(Box<MatchEndLine>) = "match_end",
}

/// The first line of a round: its rules, players, hands and draw pile.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RoundLine {
    /// The rules in force: what `settings` says, under the name that `rules` gives.
    pub(super) rules: Arc<RuleSet>,
    pub(super) settings: Arc<Value>,
    pub(super) block: u64,
    pub(super) seating: u64,
    pub(super) round: u64,
    pub(super) players: Vec<String>,
    pub(super) dealer: Seat,
    pub(super) first: Seat,
    pub(super) hands: Vec<Vec<Kind>>,
    /// Top first.
    pub(super) draw_pile: Vec<Kind>,
    pub(super) totals: Vec<i64>,
    /// The seats whose hands the record hides: any cards that fit stand for theirs.
    pub(super) hidden: Vec<usize>,
}

/// The last line of a round: its winner, hands, points and turns.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RoundEnd {
    pub(super) winner: Option<Seat>,
    pub(super) reason: EndReason,
    pub(super) hands: Vec<Vec<Kind>>,
    pub(super) points: Vec<u64>,
    pub(super) scores: Vec<i64>,
    pub(super) turns: u64,
}

/// The last line of a match: its winner, totals in points, and number of rounds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MatchEndLine {
    pub(super) winner: Option<Seat>,
    pub(super) totals: Vec<i64>,
    pub(super) rounds: u64,
}

impl RoundLine {
    pub(super) fn title(&self) -> String {
        let RoundLine { block, seating, round, .. } = self;
        format!("{}: block {block}, seating {seating}, round {round}", quoted(&self.rules.name))
    }
}

impl Line {
    /// Who does it, where one seat does.
    pub(super) const fn seat(&self) -> Option<Seat> {
        match *self {
            Line::NameColour { seat, .. }
            | Line::Play { seat, .. }
            | Line::Uno { seat, .. }
            | Line::Caught { seat, .. }
            | Line::Draw { seat, .. }
            | Line::Keep { seat }
            | Line::Pass { seat }
            | Line::LoseTurn { seat }
            | Line::Challenge { seat, .. }
            | Line::TakeBack { seat, .. }
            | Line::Swap { seat, .. }
            | Line::Exchange { seat, .. }
            | Line::Crash { seat, .. }
            | Line::Misplay { seat, .. }
            | Line::Speaks { seat }
            | Line::Advises { seat }
            | Line::Out { seat, .. }
            | Line::Target { seat, .. }
            | Line::Discard { seat, .. }
            | Line::KnockOut { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// Whether this may be what an action does: it names the card or the seat that was chosen.
    pub(super) fn may_be(&self, action: Action) -> bool {
        match (action, self) {
            (Action::Card(kind), Line::Play { card, .. }) => kind == *card,
            (Action::Card(kind), Line::Exchange { gives, gets, .. }) => {
                [*gives, *gets].contains(&kind)
            }
            (Action::Seat(seat), Line::Swap { with, .. } | Line::Exchange { with, .. }) => {
                seat == *with
            }
            (Action::Yes | Action::No | Action::Pass, _) => true,
            _ => false,
        }
    }

    /// The line as JSON, its cards in the rule set's notation, with what led to it.
    pub(super) const fn json<'a>(
        &'a self,
        told: &'a DecisionTrace,
        notation: Notation,
    ) -> Json<'a> {
        Json { line: self, told, notation }
    }

    /// The story alone: everybody may see of `act` and `got` no more than that.
    pub(super) fn fields(&self, notation: Notation) -> Map<String, Value> {
        self.json(&DecisionTrace::NOTHING, notation).fields()
    }

    pub(super) fn text(&self, notation: Notation) -> String {
        self.json(&DecisionTrace::NOTHING, notation).text()
    }
}

/// A line of a record with what led to it, to be written as JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json<'a> {
    line: &'a Line,
    told: &'a DecisionTrace,
    notation: Notation,
}

impl Json<'_> {
    pub(super) fn fields(self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }

    pub(super) fn text(self) -> String {
        Value::Object(self.fields()).to_string()
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("event", self.line.event())?;
        let mut fields = FieldWriter { map: &mut map, notation: self.notation };
        fields.all(self.line)?;
        let why = |place: usize| self.told.why.get(place).and_then(Option::as_ref);
        let act = self.told.act.iter().enumerate();
        let act = act.map(|(place, &act)| ActJson(act, why(place), self.notation));
        fields.some("act", &act.collect::<Vec<_>>())?;
        fields.some("got", &self.told.got)?;
        map.end()
    }
}

/// Writes the fields of a line into a map of JSON.
struct FieldWriter<'a, M> {
    map: &'a mut M,
    notation: Notation,
}

impl<M: SerializeMap> FieldWriter<'_, M> {
    fn all(&mut self, line: &Line) -> Result<(), M::Error> {
        if let Some(seat) = line.seat() {
            self.seat("seat", seat)?;
        }
        match line {
            Line::Round(round) => self.round(round),
            Line::TurnUp { card, returned_to } => {
                self.card("card", *card)?;
                let Some(place) = returned_to else { return Ok(()) };
                self.value("returned", &true)?;
                self.value("place", place)
            }
            Line::NameColour { colour, .. } => self.colour("colour", *colour),
            Line::Play { card, colour, how, .. } => {
                self.card("card", *card)?;
                if let Some(colour) = colour {
                    self.colour("colour", *colour)?;
                }
                self.value("how", how.name())
            }
            Line::Uno { called, false_call, .. } => {
                self.value("called", called)?;
                if *false_call { self.value("false_call", &true) } else { Ok(()) }
            }
            Line::Caught { by, of: fault, .. } => self.seat("by", *by)?.value("of", fault.name()),
            Line::Draw { cards, owed, why, .. } => {
                self.cards("cards", cards)?;
                self.value("owed", owed)?;
                self.value("why", why.name())
            }
            Line::Keep { .. } | Line::Pass { .. } | Line::LoseTurn { .. } => Ok(()),
            Line::Speaks { .. } | Line::Advises { .. } => Ok(()),
            Line::Challenge { against, upheld, .. } => {
                self.seat("against", *against)?.value("upheld", upheld)
            }
            Line::TakeBack { card, .. } | Line::Misplay { card, .. } => self.card("card", *card),
            Line::Reshuffle { draw_pile } => self.cards("draw_pile", draw_pile),
            Line::Swap { with, .. } => self.seat("with", *with).map(drop),
            Line::Rotate { direction } => self.value("direction", &sign(*direction)),
            Line::Exchange { with, gives, gets, .. } => {
                self.seat("with", *with)?.card("gives", *gives)?;
                self.card("gets", *gets)
            }
            Line::Crash { with, hands, .. } => self.seat("with", *with)?.hands(hands),
            Line::Redeal { hands } => self.hands(hands),
            Line::Out { place, .. } => self.value("place", place),
            Line::Target { whom, .. } => self.seat("whom", *whom).map(drop),
            Line::Discard { cards, .. } | Line::KnockOut { cards, .. } => {
                self.cards("cards", cards)
            }
            Line::RoundEnd(end) => self.round_end(end),
            Line::MatchEnd(end) => {
                self.value("winner", &end.winner.map(Seat::index))?;
                self.value("totals", &end.totals)?;
                self.value("rounds", &end.rounds)
            }
        }
    }

    fn round(&mut self, round: &RoundLine) -> Result<(), M::Error> {
        self.value("rules", &round.rules.name)?;
        self.value("settings", &*round.settings)?;
        self.value("block", &round.block)?;
        self.value("seating", &round.seating)?;
        self.value("round", &round.round)?;
        self.value("players", &round.players)?;
        self.seat("dealer", round.dealer)?.seat("first", round.first)?.hands(&round.hands)?;
        self.cards("draw_pile", &round.draw_pile)?;
        self.value("totals", &round.totals)
    }

    fn round_end(&mut self, end: &RoundEnd) -> Result<(), M::Error> {
        self.value("winner", &end.winner.map(Seat::index))?;
        self.value("reason", name_of(&REASONS, &end.reason))?;
        self.hands(&end.hands)?;
        self.value("points", &end.points)?;
        self.value("scores", &end.scores)?;
        self.value("turns", &end.turns)
    }

    fn value(
        &mut self,
        name: &'static str,
        value: &(impl Serialize + ?Sized),
    ) -> Result<(), M::Error> {
        self.map.serialize_entry(name, value)
    }

    /// One value or a list of several; nothing where there is none.
    fn some(&mut self, name: &'static str, values: &[impl Serialize]) -> Result<(), M::Error> {
        match values {
            [] => Ok(()),
            [single] => self.value(name, single),
            _ => self.value(name, values),
        }
    }

    fn seat(&mut self, name: &'static str, seat: Seat) -> Result<&mut Self, M::Error> {
        self.value(name, &seat.index())?;
        Ok(self)
    }

    fn colour(&mut self, name: &'static str, colour: Colour) -> Result<(), M::Error> {
        self.value(name, &colour.letter())
    }

    fn card(&mut self, name: &'static str, card: Kind) -> Result<(), M::Error> {
        self.value(name, &CardJson(card, self.notation))
    }

    fn cards(&mut self, name: &'static str, cards: &[Kind]) -> Result<(), M::Error> {
        self.value(name, &CardsJson(cards, self.notation))
    }

    fn hands(&mut self, hands: &[Vec<Kind>]) -> Result<(), M::Error> {
        self.value("hands", &HandsJson(hands, self.notation))
    }
}

/// A decided action, why it was so, and the notation of its card, to be written as JSON.
struct ActJson<'a>(OfferedAction, Option<&'a Value>, Notation);

impl Serialize for ActJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("action", self.0.word)?;
        let mut fields = FieldWriter { map: &mut map, notation: self.2 };
        match self.0.what {
            Some(Action::Card(card)) => fields.card("card", card)?,
            Some(Action::Colour(colour)) => fields.colour("colour", colour)?,
            Some(Action::Seat(seat)) => _ = fields.seat("seat", seat)?,
            _ => {}
        }
        if let Some(why) = self.1 {
            map.serialize_entry("why", why)?;
        }
        map.end()
    }
}

/// A card, to be written as JSON in a notation.
struct CardJson(Kind, Notation);

impl Serialize for CardJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.text(self.1))
    }
}

/// Several cards, to be written as a list of JSON in a notation.
struct CardsJson<'a>(&'a [Kind], Notation);

impl Serialize for CardsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|&card| CardJson(card, self.1)))
    }
}

/// The hands by seat, to be written as lists of JSON in a notation.
struct HandsJson<'a>(&'a [Vec<Kind>], Notation);

impl Serialize for HandsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|hand| CardsJson(hand, self.1)))
    }
}

/// The number of a direction: 1 clockwise, −1 the other way.
pub(super) const fn sign(direction: Direction) -> i64 {
    match direction {
        Direction::Clockwise => 1,
        Direction::Counterclockwise => -1,
    }
}
