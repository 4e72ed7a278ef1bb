//! A position as a person or a program tells it: a line of words, the JSON of a bot's view, or of
//! the question in which it stands.

use crate::card_names::CardNames;
use crate::play::colour_word;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Colour, DrawPile as _, Kind, Notation};
use unobench_core::game::{
    Decision, Direction, Impossible, Memory, Pending, PendingPenalty, Position, Round, Seat,
    Watched,
};
use unobench_core::rules::{Challenge, MAX_SEATS, MIN_SEATS, RuleSet};

/// What was read of a position, or why it is not possible.
type Read<T> = Result<T, Impossible>;

fn wrong<T>(why: impl Into<String>) -> Read<T> {
    Err(Impossible(why.into()))
}

/// A position that was read: the table, what the seat remembers, and the match points.
#[derive(Debug, Clone)]
pub(crate) struct PositionTable {
    pub(crate) round: Round,
    pub(crate) memory: Memory,
    pub(crate) totals: [i32; MAX_SEATS],
}

/// What is told of a seat's hand and of what it sees, most of which may be left out; those of the
/// last line follow from the rest. `docs/BOTS.md` says what they are.
const FIELDS: &str = "decision drawn seat hand hand_sizes up_card active_colour direction in_play \
     places pending colour_before_wild_draw_four discards known drawn_since_not_following \
     turns_since_naming last_laid draw_pile turns totals silence refills missed_calls \
     to_move dealer first playable opponents partner unseen wild_to_name";

/// The fields in which a position is told.
type JsonFields = Map<String, Value>;

/// What waits for an answer of a player, as a position tells it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ToldPending {
    hit: String,
    owed: u16,
    card: Option<String>,
    challengeable: Option<usize>,
    from_start: bool,
}

/// What may follow the hand, and how it is written.
const CLAUSES: &str = "up CARD [COLOUR], others CARDS-EACH.., seen CARDS.., drew CARDS.., draw N, \
     skip, before COLOUR, known SEAT CARDS.., refused SEAT COLOUR [DRAWN], turn N, points N.., \
     counterclockwise";

fn fields(text: &str, rules: &RuleSet) -> Read<JsonFields> {
    if !text.trim_start().starts_with('{') {
        return of_words(text, rules);
    }
    let mut told: JsonFields =
        serde_json::from_str(text).map_err(|error| Impossible(format!("the position: {error}")))?;
    // A question to a bot.
    if let Some(Value::Object(mut view)) = told.remove("view") {
        if told.get("decision").is_some_and(|decision| decision == "drawn") {
            let legal = told.get("legal").and_then(Value::as_array).into_iter().flatten();
            let cards: Value = legal.filter_map(|action| action.get("card").cloned()).collect();
            view.insert("drawn".to_owned(), cards);
        }
        view.extend(told.remove_entry("decision"));
        told = view;
    }
    match told.keys().find(|field| !FIELDS.split(' ').any(|known| known == **field)) {
        Some(other) => wrong(format!("no field \"{}\"; allowed: {FIELDS}", quoted(other))),
        None => Ok(told),
    }
}

/// The hand, and clauses after it, each a word and what belongs to it; seats from 1, that of the
/// hand, clockwise.
fn of_words(text: &str, rules: &RuleSet) -> Read<JsonFields> {
    let (mut told, names) = (ToldClauses::default(), CardNames::of(rules.deck));
    for (place, clause) in text.split(';').enumerate() {
        if let Some(clause) = PositionClause::read(place, clause) {
            told.take(&clause, &names)?;
        }
    }
    told.refuse_missing(rules)?;
    told.fields()
}

/// A clause: its place, its text, its first word as written, and the rest in capitals.
struct PositionClause<'a> {
    place: usize,
    text: &'a str,
    first: &'a str,
    rest: Vec<String>,
}

impl<'a> PositionClause<'a> {
    /// The words of a clause; none where it is empty.
    fn read(place: usize, text: &'a str) -> Option<PositionClause<'a>> {
        let mut words = text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
        let first = words.next()?;
        Some(PositionClause { place, text, first, rest: words.map(str::to_uppercase).collect() })
    }

    fn number(&self, word: Option<&String>) -> Read<u16> {
        let number = word.and_then(|word| word.parse::<u16>().ok());
        number.ok_or_else(|| {
            let (clause, word) = (quoted(self.text.trim()), word.map_or("", String::as_str));
            Impossible(format!("\"{clause}\": \"{}\" is no number", quoted(word)))
        })
    }

    /// All words after the first as numbers.
    fn numbers(&self) -> Read<Vec<u16>> {
        self.rest.iter().map(|word| self.number(Some(word))).collect()
    }

    /// The seat, which people count from 1, from 0.
    fn seat(&self) -> Read<usize> {
        Ok(usize::from(self.number(self.rest.first())?).max(1) - 1)
    }

    /// All words in capitals.
    fn cards(&self) -> Vec<String> {
        std::iter::once(self.first.to_uppercase()).chain(self.rest.iter().cloned()).collect()
    }
}

/// What the clauses tell: fields that are known at once, and those that depend on how many play.
#[derive(Debug, Default)]
struct ToldClauses {
    fields: JsonFields,
    hand: Vec<String>,
    others: Vec<u32>,
    up: String,
    discards: BTreeMap<String, u32>,
    known: BTreeMap<usize, Vec<String>>,
    refused: BTreeMap<usize, JsonFields>,
}

impl ToldClauses {
    fn tell(&mut self, field: &str, value: Value) {
        self.fields.insert(field.to_owned(), value);
    }

    /// Takes what a clause tells.
    fn take(&mut self, clause: &PositionClause<'_>, names: &CardNames) -> Read<()> {
        let rest = &clause.rest;
        match &*clause.first.to_lowercase() {
            "up" => {
                let up = names.in_notation(rest);
                self.up = up.first().cloned().unwrap_or_default();
                self.tell("active_colour", json!(up.get(1)));
            }
            "others" => self.others = clause.numbers()?.into_iter().map(u32::from).collect(),
            "seen" => {
                for card in names.in_notation(rest) {
                    *self.discards.entry(card).or_default() += 1;
                }
            }
            "drew" => self.tell("drawn", json!(names.in_notation(rest))),
            "skip" => self.tell("pending", json!({"hit": "skip"})),
            "draw" => {
                let owed = clause.number(rest.first())?;
                self.tell("pending", json!({"hit": "draw", "owed": owed}));
            }
            "before" => self.tell("colour_before_wild_draw_four", json!(rest.first())),
            "turn" => self.tell("turns", json!(clause.number(rest.first())?)),
            "points" => self.tell("totals", json!(clause.numbers()?)),
            "counterclockwise" => self.tell("direction", json!(-1)),
            "known" => {
                let cards = names.in_notation(rest.get(1..).unwrap_or_default());
                self.known.entry(clause.seat()?).or_default().extend(cards);
            }
            "refused" => self.refuse(clause)?,
            _ if clause.place == 0 => self.hand = names.in_notation(&clause.cards()),
            other => {
                return wrong(format!("no clause \"{}\"; allowed: {CLAUSES}", quoted(other)));
            }
        }
        Ok(())
    }

    /// A seat did not follow a colour, and drew so many cards since.
    fn refuse(&mut self, clause: &PositionClause<'_>) -> Read<()> {
        let rest = &clause.rest;
        let since = rest.get(2).map_or(Ok(0), |word| clause.number(Some(word)))?;
        let colour = rest.get(1).into_iter().flat_map(|word| word.chars()).take(1).collect();
        self.refused.entry(clause.seat()?).or_default().insert(colour, json!(since));
        Ok(())
    }

    /// Asks for what has to be told, where it is not, with an example that can be read.
    fn refuse_missing(&self, rules: &RuleSet) -> Read<()> {
        let notation = rules.deck.notation();
        for card in &self.hand {
            Kind::parse(card, notation).map_err(|error| Impossible(format!("hand: {error}")))?;
        }
        let asked = [
            ("which cards do you hold", self.hand.is_empty()),
            ("what lies on top", self.up.is_empty()),
            ("how many cards does each of the others hold", self.others.is_empty()),
        ];
        let missing: Vec<&str> =
            asked.iter().filter(|(_, is_missing)| *is_missing).map(|(asks, _)| *asks).collect();
        match missing.split_last() {
            None => Ok(()),
            Some((last, [])) => wrong(format!("{last}? For example: \"{}\"", self.example(rules))),
            Some((last, first)) => {
                let (first, example) = (first.join(", "), self.example(rules));
                wrong(format!("{first}, and {last}? For example: \"{example}\""))
            }
        }
    }

    /// What was told, and something possible in the place of what was not.
    fn example(&self, rules: &RuleSet) -> String {
        let notation = rules.deck.notation();
        let hand = told_or(self.hand.join(" "), "R5 B2");
        let up = other_number(&hand, rules);
        let named = self.fields.get("active_colour").and_then(Value::as_str).unwrap_or_default();
        let is_wild = Kind::parse(&self.up, notation).is_ok_and(Kind::is_wild);
        let colour = if is_wild { told_or(named.to_owned(), "GREEN") } else { named.to_owned() };
        let up = told_or(format!("{} {colour}", self.up).trim().to_owned(), &up);
        let others: Vec<String> = self.others.iter().map(u32::to_string).collect();
        let others =
            told_or(others.join(" "), if rules.scoring.partners { "3 1 5" } else { "3 1" });
        format!("{}; up {}; others {others}", quoted(&hand), quoted(&up))
    }

    /// All that was told, as the fields of a position.
    fn fields(mut self) -> Read<JsonFields> {
        // Whoever tells in words tells of the up card apart.
        *self.discards.entry(self.up.clone()).or_default() += 1;
        let seats = 1 + self.others.len();
        let mut named = self.known.keys().chain(self.refused.keys());
        if let Some(seat) = named.find(|seat| **seat >= seats) {
            return wrong(format!("player {}: the players are 1 to {seats}", seat + 1));
        }
        let (mut known, mut refused) = (self.known, self.refused);
        let mut tell = |field: &str, value: Value| self.fields.insert(field.to_owned(), value);
        tell("known", (0..seats).map(|seat| known.remove(&seat).unwrap_or_default()).collect());
        let by_seat = (0..seats).map(|seat| refused.remove(&seat).unwrap_or_default());
        tell("drawn_since_not_following", by_seat.collect());
        let sizes = std::iter::once(self.hand.len() as u32).chain(self.others);
        tell("hand_sizes", sizes.collect());
        tell("hand", json!(self.hand));
        tell("up_card", json!(self.up));
        tell("discards", json!(self.discards));
        Ok(self.fields)
    }
}

/// The last number of the deck that is not in a hand.
fn other_number(hand: &str, rules: &RuleSet) -> String {
    let (notation, deck) = (rules.deck.notation(), rules.deck.cards());
    notation
        .kinds()
        .filter(|&kind| kind.symbol().is_number() && deck.copies(kind) > 0)
        .map(|kind| kind.text(notation).to_string())
        .filter(|text| !hand.split(' ').any(|card| card == text))
        .last()
        .unwrap_or_default()
}

/// What was told, or what is usual where nothing was.
fn told_or(told: String, usual: &str) -> String {
    if told.is_empty() { usual.to_owned() } else { told }
}

/// Reads a position under these rules.
pub(crate) fn read(text: &str, rules: &RuleSet) -> Read<PositionTable> {
    let fields = fields(text, rules)?;
    let mut reader = PositionReader { fields, notation: rules.deck.notation(), seats: 0 };
    reader.seats = reader.get::<Vec<u32>>("hand_sizes")?.len();
    let (round, memory) = reader.position(rules)?.round(rules)?;
    let left = round.pile().len();
    if let Some(pile) = reader.get::<Option<usize>>("draw_pile")?.filter(|&pile| pile != left) {
        return wrong(format!("draw_pile is {pile}; of the deck {left} are left"));
    }
    let mut totals = [0; MAX_SEATS];
    totals[..reader.seats].copy_from_slice(&reader.by_seat("totals", 0)?);
    Ok(PositionTable { round, memory, totals })
}

/// The fewest turns after which so many cards may be in the hands and on the discard pile.
fn least_turns(rules: &RuleSet, sizes: &[u32], discards: &[Kind]) -> u32 {
    let dealt = u32::from(rules.setup.hand_size);
    // Each card fewer than at the start took a turn.
    let laid = sizes.iter().map(|&size| dealt.saturating_sub(size)).sum::<u32>();
    laid.max(discards.len() as u32)
}

/// Reads a position from its fields, with the notation and number of seats of its rules.
struct PositionReader {
    fields: JsonFields,
    notation: Notation,
    seats: usize,
}

impl PositionReader {
    fn position(&self, rules: &RuleSet) -> Read<Position> {
        let (seat, sizes, hand) = self.hand()?;
        let (up, colour) = self.up_card()?;
        let discards = self.discards(up)?;
        let known: Vec<Vec<String>> = self.by_seat("known", Vec::new())?;
        let direction = self.direction()?;
        let drawn = self.drawn(&hand)?;
        let pending = self.pending(rules, up, self.seat_before(seat, direction))?;
        let before = self.colour_before(&pending)?;
        let least_turns = least_turns(rules, &sizes, &discards);
        Ok(Position {
            seat,
            decision: self.decision(&drawn)?,
            drawn,
            sizes,
            known: known
                .iter()
                .map(|cards| cards.iter().map(|card| self.card("known", card)).collect())
                .collect::<Read<_>>()?,
            watched: self.watched()?,
            before,
            pending,
            direction,
            turns: self.get::<Option<u32>>("turns")?.unwrap_or(least_turns),
            out: self.out()?,
            silence: self.all("silence")?.first().copied(),
            refills: self.by_seat("refills", rules.finish.refills)?,
            missed_calls: self.all("missed_calls")?,
            hand,
            discards,
            up,
            colour,
        })
    }

    /// The seat that moved before this one.
    fn seat_before(&self, seat: Seat, direction: Direction) -> Seat {
        let step = if direction == Direction::Clockwise { self.seats - 1 } else { 1 };
        Seat::new((seat.index() + step) % self.seats)
    }

    /// The colour before a wild draw four that hits the seat.
    fn colour_before(&self, pending: &Pending) -> Read<Option<Colour>> {
        let before = self.colour("colour_before_wild_draw_four")?;
        if !self.is_view() && before.is_some() && pending.challengeable.is_none() {
            return wrong("before: no wild draw four hits you that you may challenge");
        }
        Ok(before)
    }

    /// Whether a seat's view was given, in which a colour may have been forgotten.
    fn is_view(&self) -> bool {
        self.fields.contains_key("draw_pile")
    }

    /// Who has to decide, how many cards everybody holds, and the cards of who has to decide.
    fn hand(&self) -> Read<(Seat, Vec<u32>, Vec<Kind>)> {
        if !(MIN_SEATS..=MAX_SEATS).contains(&self.seats) {
            return wrong(format!(
                "hand_sizes, or others and you, are of {} players; {MIN_SEATS} to {MAX_SEATS} play",
                self.seats
            ));
        }
        let (seat, hand) = (self.seat("seat", self.get("seat")?)?, self.cards("hand")?);
        let sizes: Vec<u32> = self.get("hand_sizes")?;
        let said = sizes[seat.index()];
        match hand.len() {
            cards if cards == said as usize => Ok((seat, sizes, hand)),
            cards => wrong(format!("hand_sizes says {said}, and the hand has {cards} cards")),
        }
    }

    /// The up card, and the colour that has to be followed.
    fn up_card(&self) -> Read<(Kind, Option<Colour>)> {
        let up = self.card("up_card", &self.get::<String>("up_card")?)?;
        let colour =
            up.colour().map_or_else(|| self.colour("active_colour"), |colour| Ok(Some(colour)))?;
        if colour.is_none() && !self.is_view() {
            return wrong("which colour was named for the up card (up W GREEN)?");
        }
        Ok((up, colour))
    }

    /// What was laid, with the up card.
    fn discards(&self, up: Kind) -> Read<Vec<Kind>> {
        let mut discards = Vec::new();
        for (card, count) in self.get::<BTreeMap<String, u8>>("discards")? {
            let card = self.card("discards", &card)?;
            discards.extend((0..count).map(|_| card));
        }
        if !discards.contains(&up) {
            discards.push(up);
        }
        Ok(discards)
    }

    /// Who has gone out, in their order, and who was knocked out.
    fn out(&self) -> Read<[Vec<Seat>; 2]> {
        let places = self.all("places")?;
        let in_play: Option<Vec<usize>> = self.get("in_play")?;
        let Some(in_play) = in_play else { return Ok([places, Vec::new()]) };
        let knocked_out = (0..self.seats)
            .filter(|seat| !in_play.contains(seat))
            .map(Seat::new)
            .filter(|seat| !places.contains(seat))
            .collect();
        Ok([places, knocked_out])
    }

    fn direction(&self) -> Read<Direction> {
        match self.get::<Option<i64>>("direction")? {
            None | Some(1) => Ok(Direction::Clockwise),
            Some(-1) => Ok(Direction::Counterclockwise),
            Some(other) => wrong(format!("direction is {other}; it has to be 1 or -1")),
        }
    }

    /// The cards that were just drawn, which are in the hand.
    fn drawn(&self, hand: &[Kind]) -> Read<Vec<Kind>> {
        let drawn = self.cards("drawn")?;
        match drawn.iter().find(|card| !hand.contains(card)) {
            Some(card) => {
                wrong(format!("{} was drawn and is not in the hand", card.text(self.notation)))
            }
            None => Ok(drawn),
        }
    }

    fn decision(&self, drawn: &[Kind]) -> Read<Decision> {
        match self.get::<Option<String>>("decision")?.as_deref() {
            None if !drawn.is_empty() => Ok(Decision::Drawn),
            None | Some("play") => Ok(Decision::Play),
            Some("drawn") => Ok(Decision::Drawn),
            Some("answer") => Ok(Decision::Answer),
            Some("challenge") => Ok(Decision::Challenge),
            Some(other) => {
                let other = quoted(other);
                wrong(format!(
                    "decision is \"{other}\"; a position is of play, drawn, answer or challenge, \
                     and of others a line of a record"
                ))
            }
        }
    }

    /// The number that a field has for each seat and colour; none of colours that it does not have.
    fn by_colour(&self, field: &str) -> Read<Vec<[Option<u16>; 4]>> {
        let told: Vec<BTreeMap<char, u16>> = self.by_seat(field, BTreeMap::new())?;
        let mut letters = told.iter().flat_map(BTreeMap::keys);
        if let Some(other) = letters.find(|letter| !"RBGY".contains(**letter)) {
            return wrong(format!("\"{other}\" is no colour: R, B, G or Y ({field})"));
        }
        Ok(told
            .iter()
            .map(|told| Colour::ALL.map(|colour| told.get(&colour.letter()).copied()))
            .collect())
    }

    fn watched(&self) -> Read<Vec<Watched>> {
        let since = self.by_colour("drawn_since_not_following")?.into_iter();
        let named = self.by_colour("turns_since_naming")?.into_iter();
        let laid: Vec<Option<(String, bool)>> = self.by_seat("last_laid", None)?;
        let watched = since.zip(named).zip(laid).map(|((not_followed, named), laid)| {
            let laid = laid.map(|(card, changed)| Ok((self.card("last_laid", &card)?, changed)));
            Ok(Watched { not_followed, named, laid: laid.transpose()? })
        });
        watched.collect()
    }

    /// What hits; in words a wild draw four may be challenged wherever that is allowed.
    fn pending(&self, rules: &RuleSet, up: Kind, before: Seat) -> Read<Pending> {
        let Some(pending) = self.get::<Option<ToldPending>>("pending")? else {
            return Ok(Pending::NOTHING);
        };
        let hit = match &*pending.hit {
            "nothing" => return Ok(Pending::NOTHING),
            "skip" => PendingPenalty::Skip,
            "draw" => PendingPenalty::Draw,
            other => {
                let other = quoted(other);
                return wrong(format!("hit is \"{other}\"; allowed: nothing, skip, draw"));
            }
        };
        let card = pending.card.as_deref().map(|card| self.card("pending", card)).transpose()?;
        let is_challenged = card.is_none()
            && (hit, up) == (PendingPenalty::Draw, Kind::WILD_DRAW_FOUR)
            && rules.play.bluff
            && rules.play.challenge != Challenge::Off;
        let by = pending.challengeable.map(|seat| self.seat("challengeable", seat)).transpose()?;
        let challengeable = by.or(is_challenged.then_some(before));
        let (owed, from_start) = (pending.owed, pending.from_start);
        let mut hits = Pending::NOTHING;
        (hits.hit, hits.owed, hits.challengeable) = (hit, owed, challengeable);
        (hits.from_start, hits.card) = (from_start, card.unwrap_or(up));
        Ok(hits)
    }

    fn seat(&self, field: &str, seat: usize) -> Read<Seat> {
        match seat < self.seats {
            true => Ok(Seat::new(seat)),
            false => wrong(format!("{field}: seat {seat}; the seats are 0 to {}", self.seats - 1)),
        }
    }

    /// One seat or several; none where the field is left out.
    fn all(&self, field: &str) -> Read<Vec<Seat>> {
        let seats: Vec<usize> = match self.fields.get(field) {
            Some(Value::Number(_)) => vec![self.get(field)?],
            _ => self.get(field)?,
        };
        seats.into_iter().map(|seat| self.seat(field, seat)).collect()
    }

    fn get<T: DeserializeOwned + Default>(&self, field: &str) -> Read<T> {
        match self.fields.get(field).cloned() {
            None | Some(Value::Null) => Ok(T::default()),
            Some(value) => serde_json::from_value(value)
                .map_err(|error| Impossible(format!("{field}: {error}"))),
        }
    }

    /// A list by seat, or what holds of each where it is left out.
    fn by_seat<T: DeserializeOwned + Clone>(&self, field: &str, usual: T) -> Read<Vec<T>> {
        let list: Vec<T> = self.get(field)?;
        match list.len() {
            0 => Ok(vec![usual; self.seats]),
            len if len == self.seats => Ok(list),
            len => wrong(format!("{field} has {len} entries, and there are {} seats", self.seats)),
        }
    }

    fn card(&self, field: &str, card: &str) -> Read<Kind> {
        Kind::parse(card, self.notation).map_err(|error| Impossible(format!("{field}: {error}")))
    }

    fn cards(&self, field: &str) -> Read<Vec<Kind>> {
        self.get::<Vec<String>>(field)?.iter().map(|card| self.card(field, card)).collect()
    }

    fn colour(&self, field: &str) -> Read<Option<Colour>> {
        let Some(text) = self.get::<Option<String>>(field)? else { return Ok(None) };
        let found = text.chars().next().and_then(Colour::from_letter);
        match found {
            Some(colour) if text.len() == 1 || text.eq_ignore_ascii_case(colour_word(colour)) => {
                Ok(Some(colour))
            }
            _ => wrong(format!("{field}: \"{}\"; colours are R, B, G, Y", quoted(&text))),
        }
    }
}
