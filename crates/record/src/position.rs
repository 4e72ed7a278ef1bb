//! A position as a person or a program tells it: a line of words, the JSON of a bot's view, or of
//! the question in which it stands.

use crate::play::colour_word;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::BTreeMap;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Colour, DrawPile as _, Kind, Notation};
use unobench_core::game::{
    Decision, Direction, Hit, Memory, Pending, Position, Round, Seat, Watched,
};
use unobench_core::rules::{Challenge, MAX_SEATS, MIN_SEATS, RuleSet};

/// What is wrong with a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

type Read<T> = Result<T, PositionError>;

fn wrong<T>(why: impl Into<String>) -> Read<T> {
    Err(PositionError(why.into()))
}

/// A position that was read: the table, what the seat remembers, and the match points.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) round: Round,
    pub(crate) memory: Memory,
    pub(crate) totals: [i32; MAX_SEATS],
}

/// What is told of a seat's hand and of what it sees; the fields of `docs/BOTS.md`, of which most
/// may be left out.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Told {
    decision: Option<String>,
    drawn: Vec<String>,
    seat: usize,
    hand: Vec<String>,
    hand_sizes: Vec<u32>,
    up_card: String,
    active_colour: Option<String>,
    direction: Option<i64>,
    in_play: Option<Vec<usize>>,
    places: Vec<usize>,
    pending: Option<ToldPending>,
    colour_before_wild_draw_four: Option<String>,
    discards: BTreeMap<String, u32>,
    known: Vec<Vec<String>>,
    drawn_since_not_following: Vec<BTreeMap<String, u16>>,
    turns_since_naming: Vec<BTreeMap<String, u16>>,
    last_laid: Vec<Option<(String, bool)>>,
    draw_pile: Option<usize>,
    turns: Option<u32>,
    totals: Vec<i32>,
    silence: Option<usize>,
    refills: Vec<u8>,
    missed_calls: Vec<usize>,
    // What follows from the rest.
    to_move: IgnoredAny,
    dealer: IgnoredAny,
    first: IgnoredAny,
    playable: IgnoredAny,
    opponents: IgnoredAny,
    partner: IgnoredAny,
    unseen: IgnoredAny,
    wild_to_name: IgnoredAny,
}

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

impl Told {
    fn read(text: &str) -> Read<Told> {
        if !text.trim_start().starts_with('{') {
            return Told::of_words(text);
        }
        let json = |error: serde_json::Error| PositionError(format!("the position: {error}"));
        let mut value: Value = serde_json::from_str(text).map_err(json)?;
        // A question to a bot.
        if let Some(mut view) = value.get_mut("view").map(Value::take) {
            if value["decision"] == "drawn" {
                let legal = value["legal"].as_array().into_iter().flatten();
                view["drawn"] = legal.filter_map(|of| of.get("card").cloned()).collect();
            }
            view["decision"] = value["decision"].take();
            value = view;
        }
        serde_json::from_value(value).map_err(json)
    }

    /// The hand, and clauses after it, each a word and what belongs to it; seats from 1, that of
    /// the hand, clockwise.
    fn of_words(text: &str) -> Read<Told> {
        let mut told = Told::default();
        let mut others = Vec::new();
        for (place, clause) in text.split(';').enumerate() {
            let mut words = clause.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
            let all: Vec<&str> = words.clone().collect();
            let Some(first) = words.next() else { continue };
            let rest: Vec<String> = words.map(str::to_uppercase).collect();
            let number = |word: Option<&String>| {
                let number = word.and_then(|word| word.parse::<u16>().ok());
                number.ok_or_else(|| {
                    let (clause, word) = (quoted(clause.trim()), word.map_or("", String::as_str));
                    PositionError(format!("\"{clause}\": \"{}\" is no number", quoted(word)))
                })
            };
            let numbers = || rest.iter().map(|word| number(Some(word))).collect::<Read<Vec<_>>>();
            let seat = || Ok(usize::from(number(rest.first())?).max(1) - 1);
            match &*first.to_lowercase() {
                "up" => {
                    told.up_card = rest.first().cloned().unwrap_or_default();
                    told.active_colour = rest.get(1).cloned();
                }
                "colour" | "color" => told.active_colour = rest.first().cloned(),
                "others" => others = numbers()?.into_iter().map(u32::from).collect(),
                "seen" => {
                    rest.into_iter().for_each(|card| *told.discards.entry(card).or_default() += 1)
                }
                "drew" => told.drawn = rest,
                "skip" => {
                    told.pending = Some(ToldPending { hit: "skip".into(), ..Default::default() })
                }
                "draw" => {
                    let owed = number(rest.first())?;
                    let hit = "draw".into();
                    told.pending = Some(ToldPending { hit, owed, ..Default::default() });
                }
                "before" => told.colour_before_wild_draw_four = rest.first().cloned(),
                "turn" => told.turns = Some(number(rest.first())?.into()),
                "points" => told.totals = numbers()?.into_iter().map(i32::from).collect(),
                "counterclockwise" => told.direction = Some(-1),
                "known" => {
                    let seat = seat()?;
                    told.known.resize(told.known.len().max(seat + 1), Vec::new());
                    told.known[seat].extend(rest.into_iter().skip(1));
                }
                "refused" => {
                    let (seat, since) = (seat()?, rest.get(2));
                    let since = since.map_or(Ok(0), |word| number(Some(word)))?;
                    let of = &mut told.drawn_since_not_following;
                    of.resize(of.len().max(seat + 1), BTreeMap::new());
                    of[seat].insert(rest.get(1).cloned().unwrap_or_default(), since);
                }
                _ if place == 0 => told.hand = all.iter().map(|word| word.to_uppercase()).collect(),
                other => {
                    return wrong(format!("no clause \"{}\"; allowed: {CLAUSES}", quoted(other)));
                }
            }
        }
        // Whoever tells in words tells of the up card apart.
        *told.discards.entry(told.up_card.clone()).or_default() += 1;
        told.hand_sizes = std::iter::once(told.hand.len() as u32).chain(others).collect();
        for known in [told.known.len(), told.drawn_since_not_following.len()] {
            if known > told.hand_sizes.len() {
                return wrong(format!(
                    "seat {known}: the seats are 1 to {}",
                    told.hand_sizes.len()
                ));
            }
        }
        told.known.resize(told.hand_sizes.len(), Vec::new());
        told.drawn_since_not_following.resize(told.hand_sizes.len(), BTreeMap::new());
        Ok(told)
    }
}

/// Reads a position under these rules.
pub(crate) fn read(text: &str, rules: &RuleSet) -> Read<Table> {
    let told = Told::read(text)?;
    let reader = Reader { notation: rules.deck.notation(), seats: told.hand_sizes.len() };
    let position = reader.position(&told, rules)?;
    let (round, memory) =
        position.round(rules).map_err(|error| PositionError(error.to_string()))?;
    if let Some(pile) = told.draw_pile.filter(|&pile| pile != round.pile().len()) {
        let left = round.pile().len();
        return wrong(format!("draw_pile is {pile}; of the deck {left} are left"));
    }
    let mut totals = [0; MAX_SEATS];
    totals[..reader.seats].copy_from_slice(&reader.list("totals", &told.totals, 0)?);
    Ok(Table { round, memory, totals })
}

struct Reader {
    notation: Notation,
    seats: usize,
}

impl Reader {
    fn position(&self, told: &Told, rules: &RuleSet) -> Read<Position> {
        if !(MIN_SEATS..=MAX_SEATS).contains(&self.seats) {
            return wrong(format!(
                "how many cards do the others hold (others 3 1 5)? {MIN_SEATS} to {MAX_SEATS} \
                 play, not {}",
                self.seats
            ));
        }
        let seat = self.seat("seat", told.seat)?;
        let hand = self.cards("hand", &told.hand)?;
        if told.hand_sizes[told.seat] as usize != hand.len() {
            return wrong(format!(
                "hand_sizes says {}, and the hand has {} cards",
                told.hand_sizes[told.seat],
                hand.len()
            ));
        }
        let up = self.card("up", &told.up_card)?;
        let colour = match up.colour() {
            Some(colour) => Some(colour),
            None => self.colour("the colour of the up card", told.active_colour.as_deref())?,
        };
        // In a view a colour may have been forgotten.
        if colour.is_none() && told.draw_pile.is_none() {
            return wrong("which colour was named for the up card (up W GREEN)?");
        }
        let mut discards = Vec::new();
        for (card, &count) in &told.discards {
            let card = self.card("discards", card)?;
            discards.extend((0..count.min(255)).map(|_| card));
        }
        if !discards.contains(&up) {
            discards.push(up);
        }
        let in_play = told.in_play.clone().unwrap_or_else(|| (0..self.seats).collect());
        let out = |seat: &usize| !in_play.contains(seat) && !told.places.contains(seat);
        let knocked_out = (0..self.seats).filter(out).map(Seat::new).collect();
        let known: Vec<Vec<Kind>> = self
            .list("known", &told.known, Vec::new())?
            .iter()
            .map(|cards| self.cards("known", cards))
            .collect::<Read<_>>()?;
        let since = self.list(
            "drawn_since_not_following",
            &told.drawn_since_not_following,
            BTreeMap::new(),
        )?;
        let named = self.list("turns_since_naming", &told.turns_since_naming, BTreeMap::new())?;
        let laid = self.list("last_laid", &told.last_laid, None)?;
        let watched = (0..self.seats).map(|seat| {
            let laid = laid[seat]
                .as_ref()
                .map(|(card, changed)| Ok((self.card("last_laid", card)?, *changed)));
            Ok(Watched {
                not_followed: self.colours("drawn_since_not_following", &since[seat])?,
                named: self.colours("turns_since_naming", &named[seat])?,
                laid: laid.transpose()?,
            })
        });
        let watched = watched.collect::<Read<Vec<Watched>>>()?;
        let direction = match told.direction {
            None | Some(1) => Direction::Clockwise,
            Some(-1) => Direction::Counterclockwise,
            Some(other) => return wrong(format!("direction is {other}; it has to be 1 or -1")),
        };
        let dealt = u32::from(rules.setup.hand_size);
        // Each card fewer than at the start took a turn.
        let least = told.hand_sizes.iter().map(|&size| dealt.saturating_sub(size)).sum::<u32>();
        let drawn = self.cards("drawn", &told.drawn)?;
        if let Some(card) = drawn.iter().find(|card| !hand.contains(card)) {
            return wrong(format!("{} was drawn and is not in the hand", card.text(self.notation)));
        }
        let decision = match told.decision.as_deref() {
            None if !drawn.is_empty() => Decision::Drawn,
            None | Some("play") => Decision::Play,
            Some("drawn") => Decision::Drawn,
            Some("answer") => Decision::Answer,
            Some("challenge") => Decision::Challenge,
            Some(other) => {
                return wrong(format!(
                    "decision is \"{}\"; a position is of play, drawn, answer or challenge, and of \
                 others a line of a record",
                    quoted(other)
                ));
            }
        };
        let step = if direction == Direction::Clockwise { self.seats - 1 } else { 1 };
        let before = Seat::new((seat.index() + step) % self.seats);
        let pending = self.pending(told, rules, up, before)?;
        Ok(Position {
            seat,
            decision,
            drawn,
            sizes: told.hand_sizes.clone(),
            known,
            watched,
            before: self.colour("before", told.colour_before_wild_draw_four.as_deref())?,
            pending,
            direction,
            turns: told.turns.unwrap_or(least.max(discards.len() as u32)),
            out: [self.all("places", &told.places)?, knocked_out],
            silence: told.silence.map(|of| self.seat("silence", of)).transpose()?,
            refills: self.list("refills", &told.refills, rules.finish.refills)?,
            missed_calls: self.all("missed_calls", &told.missed_calls)?,
            hand,
            discards,
            up,
            colour,
        })
    }

    /// What hits; in words a wild draw four may be challenged wherever that is allowed.
    fn pending(&self, told: &Told, rules: &RuleSet, up: Kind, before: Seat) -> Read<Pending> {
        let Some(pending) = &told.pending else { return Ok(Pending::NOTHING) };
        let hit = match &*pending.hit {
            "nothing" => return Ok(Pending::NOTHING),
            "skip" => Hit::Skip,
            "draw" => Hit::Draw,
            other => {
                let other = quoted(other);
                return wrong(format!("hit is \"{other}\"; allowed: nothing, skip, draw"));
            }
        };
        let card = pending.card.as_deref().map(|card| self.card("pending", card)).transpose()?;
        let is_challenged = card.is_none()
            && (hit, up) == (Hit::Draw, Kind::WILD_DRAW_FOUR)
            && rules.play.bluff
            && rules.play.challenge != Challenge::Off;
        let by = pending.challengeable.map(|of| self.seat("challengeable", of)).transpose()?;
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

    fn all(&self, field: &str, seats: &[usize]) -> Read<Vec<Seat>> {
        seats.iter().map(|&seat| self.seat(field, seat)).collect()
    }

    /// A list by seat, or what holds of each where it is left out.
    fn list<T: Clone>(&self, field: &str, list: &[T], usual: T) -> Read<Vec<T>> {
        match list.len() {
            0 => Ok(vec![usual; self.seats]),
            len if len == self.seats => Ok(list.to_vec()),
            len => wrong(format!("{field} has {len} entries, and there are {} seats", self.seats)),
        }
    }

    fn card(&self, field: &str, card: &str) -> Read<Kind> {
        let named = Kind::parse(card, self.notation);
        named.map_err(|error| PositionError(format!("{field}: {error}")))
    }

    fn cards(&self, field: &str, cards: &[String]) -> Read<Vec<Kind>> {
        cards.iter().map(|card| self.card(field, card)).collect()
    }

    fn colour(&self, field: &str, colour: Option<&str>) -> Read<Option<Colour>> {
        let Some(text) = colour else { return Ok(None) };
        let found = text.chars().next().and_then(Colour::from_letter);
        let is_named = |of: &Colour| text.len() == 1 || text.eq_ignore_ascii_case(colour_word(*of));
        found.filter(is_named).map(Some).ok_or_else(|| {
            PositionError(format!("{field}: \"{}\"; colours are R, B, G, Y", quoted(text)))
        })
    }

    fn colours(&self, field: &str, told: &BTreeMap<String, u16>) -> Read<[Option<u16>; 4]> {
        let mut of = [None; 4];
        for (colour, &number) in told {
            let colour = self.colour(field, Some(colour))?;
            colour.into_iter().for_each(|colour| of[colour.index()] = Some(number));
        }
        Ok(of)
    }
}
