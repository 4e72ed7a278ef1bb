//! The events of a record in words, as everybody sees them or one seat alone.

use super::event_lines::{HandSizes, hand_sizes};
use super::line::{Line, MatchEndLine, REASONS, RoundEnd, RoundLine, name_of};
use super::play::colour_word;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Colour, Kind, Notation};
use unobench_core::game::{Direction, Fault, How, Round, Seat, Why};
use unobench_core::rules::{ColourChoice, MAX_SEATS};

/// Tells the lines of a record in words, for one seat or for who may see all cards.
pub(super) struct Narrator {
    /// Whether there are escape codes.
    pub(super) colour: bool,
    /// Whose cards are told; none: everybody's.
    eyes: Option<Seat>,
    names: Vec<String>,
    notation: Notation,
    /// Whether the colour moves on without being named.
    has_wheel: bool,
    sizes: HandSizes,
}

impl Narrator {
    /// A narrator who knows nothing yet and writes no escape codes.
    pub(super) fn new(eyes: Option<Seat>) -> Narrator {
        Narrator {
            colour: false,
            eyes,
            names: Vec::new(),
            notation: Notation::PRINTED,
            has_wheel: false,
            sizes: [0; MAX_SEATS],
        }
    }

    /// Follows a line, which may then be told; the round, if there is one, tells of it just then.
    pub(super) fn follow(&mut self, line: &Line, round: Option<&Round>) {
        if let Line::Round(round) = line {
            let players = round.players.iter().enumerate();
            self.names =
                players.map(|(seat, player)| format!("{seat} {}", quoted(player))).collect();
            self.notation = round.rules.deck.notation();
            self.has_wheel = round.rules.play.colour_choice == ColourChoice::Wheel;
        }
        if let Some(round) = round {
            self.sizes = hand_sizes(round, line);
        }
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    pub(super) fn size(&self, seat: Seat) -> usize {
        self.sizes[seat.index()]
    }

    pub(super) fn width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0)
    }

    pub(super) fn tell(&self, line: &Line) -> String {
        match line {
            Line::Round(round) => self.round(round).replace('\n', "; "),
            Line::RoundEnd(end) => self.round_end(end),
            Line::MatchEnd(end) => self.match_end(end),
            _ => match line.seat() {
                Some(seat) => format!("{} {}", self.name(seat), self.what(line)),
                None => self.what(line),
            },
        }
    }

    fn sees(&self, seat: Seat) -> bool {
        self.eyes.is_none_or(|eyes| eyes == seat)
    }

    fn only(&self, seat: Option<Seat>, text: &str) -> String {
        if self.eyes.is_none() || self.eyes == seat { text.to_owned() } else { String::new() }
    }

    pub(super) fn round(&self, round: &RoundLine) -> String {
        let (title, pile) = (round.title(), round.draw_pile.len());
        let (dealer, first) = (self.name(round.dealer), self.name(round.first));
        format!("{title}\ndealer {dealer}; first {first}; {pile} cards in the draw pile")
    }

    pub(super) fn round_end(&self, end: &RoundEnd) -> String {
        let winner = self.winner(end.winner);
        let reason = name_of(&REASONS, &end.reason);
        let (points, scores) = (numbers(&end.points), numbers(&end.scores));
        format!(
            "{winner} ({reason}) after {} turns; points in hand {points}; scores {scores}",
            end.turns
        )
    }

    fn winner(&self, seat: Option<Seat>) -> String {
        seat.map_or_else(|| "nobody wins".to_owned(), |seat| format!("{} wins", self.name(seat)))
    }

    pub(super) fn match_end(&self, end: &MatchEndLine) -> String {
        let winner = self.winner(end.winner);
        format!("{winner} the match after {} rounds; totals {}", end.rounds, numbers(&end.totals))
    }

    /// What the seat of a line does, or what happens.
    pub(super) fn what(&self, line: &Line) -> String {
        match line {
            Line::TurnUp { card, returned_to: None } => format!("start card {}", self.card(*card)),
            Line::TurnUp { card, returned_to: Some(place) } => {
                let to = self.only(None, &format!(" to place {place} of the draw pile"));
                format!("start card {} goes back{to}", self.card(*card))
            }
            Line::NameColour { colour, .. } => format!("names {}", self.named(*colour)),
            Line::Play { card, colour, how, .. } => self.played(*card, *colour, *how),
            Line::Uno { false_call: true, .. } => "calls UNO without cause".to_owned(),
            Line::Uno { called: true, .. } => "calls UNO".to_owned(),
            Line::Uno { .. } => "does not call UNO".to_owned(),
            Line::Caught { by, of: offence, .. } => {
                format!("is caught by {}{}", self.name(*by), fault(*offence))
            }
            Line::Draw { seat, cards, owed, why } => self.drawn(*seat, cards, *owed, *why),
            Line::Keep { .. } | Line::Pass { .. } => "passes".to_owned(),
            Line::LoseTurn { .. } => "loses the turn".to_owned(),
            Line::Challenge { against, upheld, .. } => {
                let outcome = if *upheld { "rightly" } else { "wrongly" };
                format!("challenges {}, {outcome}", self.name(*against))
            }
            Line::TakeBack { card, .. } => format!("takes {} back", self.card(*card)),
            Line::Reshuffle { draw_pile } => {
                format!("the discard pile is shuffled: {} cards to draw", draw_pile.len())
            }
            Line::Swap { with, .. } => {
                format!("swaps hands with {} (now {})", self.name(*with), self.size(*with))
            }
            Line::Rotate { direction } => rotation(*direction).to_owned(),
            Line::Exchange { seat, with, .. } if !self.sees(*seat) && !self.sees(*with) => {
                format!("exchanges a card with {}", self.name(*with))
            }
            Line::Exchange { with, gives, gets, .. } => {
                let (gives, gets) = (self.card(*gives), self.card(*gets));
                format!("gives {gives} to {} for {gets}", self.name(*with))
            }
            Line::Crash { seat, with, hands } => self.crashed([*seat, *with], hands),
            Line::Redeal { hands } => self.redealt(hands),
            Line::Misplay { card, .. } => format!("lays {} by mistake", self.card(*card)),
            Line::Speaks { .. } => "speaks".to_owned(),
            Line::Advises { .. } => "gives advice".to_owned(),
            Line::Out { place, .. } => format!("is out, place {place}"),
            Line::Target { whom, .. } => format!("chooses {}", self.name(*whom)),
            Line::Discard { cards, .. } => format!("discards {}", self.cards(cards)),
            Line::KnockOut { cards, .. } => format!("is knocked out with {} cards", cards.len()),
            Line::Round(_) | Line::RoundEnd(_) | Line::MatchEnd(_) => String::new(),
        }
    }

    fn played(&self, card: Kind, colour: Option<Colour>, how: How) -> String {
        let manner = if how == How::Drawn { "plays it:" } else { how.info().told[1] };
        let named = match colour {
            Some(colour) => format!(" and names {}", self.named(colour)),
            None if card.is_wild() && !self.has_wheel => " and names no colour".to_owned(),
            None => String::new(),
        };
        format!("{manner} {}{named}", self.card(card))
    }

    fn drawn(&self, seat: Seat, cards: &[Kind], owed: u64, why: Why) -> String {
        let reason = why.told();
        let missing =
            if cards.len() as u64 == owed { String::new() } else { format!(" of {owed}") };
        let cards_text = if cards.is_empty() {
            String::new()
        } else {
            self.only(Some(seat), &format!(": {}", self.cards(cards)))
        };
        format!("draws {}{missing}{reason}{cards_text}", cards.len())
    }

    fn redealt(&self, hands: &[Vec<Kind>]) -> String {
        let seen = Seat::ALL.into_iter().zip(hands).filter(|(seat, _)| self.sees(*seat));
        let hands: Vec<String> =
            seen.map(|(seat, hand)| format!("{} {}", self.name(seat), self.cards(hand))).collect();
        let told = "all hands are shuffled and dealt out again";
        if hands.is_empty() { told.to_owned() } else { format!("{told}: {}", hands.join(" | ")) }
    }

    fn crashed(&self, seats: [Seat; 2], hands: &[Vec<Kind>]) -> String {
        let seen = seats.into_iter().zip(hands).filter(|(seat, _)| self.sees(*seat));
        let hands: Vec<String> = seen.map(|(_, hand)| self.cards(hand)).collect();
        let hands =
            if hands.is_empty() { String::new() } else { format!(": {}", hands.join(" | ")) };
        format!("shuffles hands with {}{hands}", self.name(seats[1]))
    }

    pub(super) fn cards(&self, cards: &[Kind]) -> String {
        let texts: Vec<String> = cards.iter().map(|&card| self.card(card)).collect();
        texts.join(" ")
    }

    fn card(&self, card: Kind) -> String {
        self.coloured(&card.text(self.notation).to_string(), card.colour())
    }

    fn named(&self, colour: Colour) -> String {
        self.coloured(colour_word(colour), Some(colour))
    }

    /// A text in a card's colour, if colours are wanted; wilds are bold.
    fn coloured(&self, text: &str, colour: Option<Colour>) -> String {
        let code = match colour {
            _ if !self.colour => return text.to_owned(),
            Some(Colour::Red) => 31,
            Some(Colour::Blue) => 34,
            Some(Colour::Green) => 32,
            Some(Colour::Yellow) => 33,
            None => 1,
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

const fn fault(offence: Fault) -> &'static str {
    match offence {
        Fault::Uno => "",
        Fault::Penalty => " dodging a penalty",
        Fault::Colour => " naming no colour",
    }
}

pub(super) const fn rotation(direction: Direction) -> &'static str {
    match direction {
        Direction::Clockwise => "all hands pass on clockwise",
        Direction::Counterclockwise => "all hands pass on counterclockwise",
    }
}

fn numbers(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
