//! The table as the lines of a record leave it: who holds what, which cards lie where. It moves cards and judges nothing.

use super::ReplayError;
use super::checker::Stop;
use super::line::{Line, RoundLine};
use super::replay::Referee;
use super::scribe::sorted;
use super::script::Numbered;
use crate::cards::{Cards, Colour, Kind, Symbol};
use crate::game::{Direction, Event, Hit, How, Law, Round, Seat, Standing, View, Why};
use crate::rules::{MAX_SEATS, ReverseRule};
use std::fmt::Write;
use std::io::BufRead;

/// Shows the table after the event at line `line`, which counts from 1: hands, piles, up card, colour, direction, what is pending, whose
/// turn it is. The record is checked up to that line.
///
/// # Errors
/// What is wrong with the record up to that line, or that there is no such line.
pub fn table_at(input: impl BufRead, line: u64) -> Result<String, ReplayError> {
    let mut referee = Referee::new(input, Some(Watch::new(line)));
    let checked = if line == 0 { Ok(()) } else { referee.run() };
    let lines = referee.lines();
    let text = referee.into_watch().and_then(|watch| watch.text());
    match (checked, text) {
        (Err(Stop::Broken(error)), _) => Err(error),
        (_, Some(text)) => Ok(text),
        (_, None) => Err(ReplayError::NoSuchLine { wanted: line, lines }),
    }
}

/// Who waits for a line.
#[derive(Debug)]
pub(super) struct Watch {
    board: Board,
    wanted: u64,
    /// The line that was waited for.
    seen: Option<(u64, &'static str)>,
    outlook: String,
}

impl Watch {
    fn new(wanted: u64) -> Watch {
        Watch { board: Board::new(), wanted, seen: None, outlook: String::new() }
    }

    /// Whether the line has come.
    pub(super) const fn is_done(&self) -> bool {
        self.seen.is_some()
    }

    /// Sees a line.
    pub(super) fn see(&mut self, numbered: &Numbered) {
        if self.is_done() {
            return;
        }
        self.board.apply(&numbered.line);
        if numbered.number >= self.wanted {
            self.seen = Some((numbered.number, numbered.line.event()));
        }
    }

    /// Takes from the machine what lines do not tell. It has gone on from the line that was waited for as far as it could; `next` is what
    /// it told on the way.
    pub(super) fn learn<C: Cards>(&mut self, round: &Round<C>, law: &Law, next: &[Event]) {
        if next.is_empty() {
            self.board.direction = round.direction();
            self.board.turns = u64::from(round.turns());
        }
        if self.is_done() {
            self.outlook = if next.is_empty() { self.waiting(round, law) } else { self.coming(round, next) };
        }
    }

    /// What the machine waits for.
    fn waiting<C: Cards>(&self, round: &Round<C>, law: &Law) -> String {
        if round.standing() != Standing::Waits {
            return "turn          none, the round is over\n".to_owned();
        }
        let view = View::new(round, law, &[0; MAX_SEATS], round.actor());
        let pending = view.pending();
        let hit = match pending.hit {
            Hit::Nothing => "nothing".to_owned(),
            Hit::Skip => format!("{} is skipped", self.board.name(view.to_move())),
            Hit::Draw => format!("{} has to draw {}", self.board.name(view.to_move()), pending.owed),
        };
        let (mover, actor) = (self.board.name(view.to_move()), self.board.name(round.actor()));
        format!("turn          {mover}; {actor} has to decide: {}\npending       {hit}\n", round.decision().name())
    }

    /// What comes next without a decision.
    fn coming<C: Cards>(&self, round: &Round<C>, next: &[Event]) -> String {
        let mover = next.iter().find_map(|event| match *event {
            Event::Keep { seat } | Event::LoseTurn { seat } | Event::Play { seat, .. } => Some(seat),
            Event::Draw { seat, why: Why::Turn | Why::Penalty | Why::Start | Why::FalseCall, .. } => Some(seat),
            _ => None,
        });
        let hit = match next[0] {
            Event::LoseTurn { seat } => format!("{} loses the turn", self.board.name(seat)),
            Event::Draw { seat, owed, why } if why != Why::Turn => format!("{} has to draw {owed}", self.board.name(seat)),
            _ => "nothing".to_owned(),
        };
        let mover = self.board.name(mover.unwrap_or(round.actor()));
        format!("turn          {mover}\npending       {hit}\n")
    }

    fn text(&self) -> Option<String> {
        let (number, event) = self.seen?;
        Some(format!("after line {number}, {event}\n{}{}", self.board.text(), self.outlook))
    }
}

/// The table.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// The line that the round began with.
    round: Option<RoundLine>,
    pub(super) blank_draws: u8,
    hands: Vec<Vec<Kind>>,
    /// The top is last.
    pile: Vec<Kind>,
    /// The up card is last.
    discard: Vec<Kind>,
    colour: Option<Colour>,
    /// The colour that stood before the last wild.
    covered: Option<Colour>,
    direction: Direction,
    turns: u64,
    out: [bool; MAX_SEATS],
    /// Whether the player to move has drawn.
    drew: bool,
}

impl Board {
    pub(super) fn new() -> Board {
        Board {
            round: None,
            blank_draws: 0,
            hands: Vec::new(),
            pile: Vec::new(),
            discard: Vec::new(),
            colour: None,
            covered: None,
            direction: Direction::Clockwise,
            turns: 0,
            out: [false; MAX_SEATS],
            drew: false,
        }
    }

    /// A seat with its strategy.
    pub(super) fn name(&self, seat: Seat) -> String {
        let strategy = self.round.as_ref().and_then(|round| round.players.get(seat.index()));
        strategy.map_or_else(|| seat.index().to_string(), |strategy| format!("{} {strategy}", seat.index()))
    }

    /// Number of cards in a hand.
    pub(super) fn size(&self, seat: Seat) -> usize {
        self.hands.get(seat.index()).map_or(0, Vec::len)
    }

    /// Number of cards in the draw pile.
    pub(super) fn pile_len(&self) -> usize {
        self.pile.len()
    }

    /// Does what a line says.
    pub(super) fn apply(&mut self, line: &Line) {
        match line {
            Line::Round(round) => self.deal(round),
            Line::TurnUp { card, returned_to } => self.turn_up(*card, *returned_to),
            Line::NameColour { colour, .. } => self.colour = Some(*colour),
            Line::Play { seat, card, colour, how } => self.play(*seat, *card, *colour, *how),
            Line::Draw { seat, cards, why, .. } => self.draw(*seat, cards, *why),
            Line::Keep { .. } => {
                self.turns += u64::from(!self.drew);
                self.drew = false;
            }
            Line::TakeBack { seat, card } => self.take_back(*seat, *card),
            Line::Reshuffle { draw_pile } => self.reshuffle(draw_pile),
            Line::Swap { seat, with } if seat.index().max(with.index()) < self.hands.len() => self.hands.swap(seat.index(), with.index()),
            Line::Rotate { direction } => self.rotate(*direction),
            Line::Exchange { seat, with, gives, gets } => {
                self.pass(*seat, *with, *gives);
                self.pass(*with, *seat, *gets);
            }
            Line::Crash { seat, with, hands } => {
                for (seat, hand) in [seat, with].into_iter().zip(hands) {
                    self.set_hand(*seat, hand.clone());
                }
            }
            Line::Misplay { .. } => self.turns += 1,
            Line::Out { seat, .. } => self.out[seat.index()] = true,
            Line::RoundEnd(end) => {
                self.hands.clone_from(&end.hands);
                self.turns = end.turns;
            }
            _ => {}
        }
    }

    fn deal(&mut self, round: &RoundLine) {
        *self = Board {
            blank_draws: round.rules.deck.blank_draws,
            hands: round.hands.clone(),
            pile: round.draw_pile.iter().rev().copied().collect(),
            round: Some(round.clone()),
            ..Board::new()
        };
    }

    fn turn_up(&mut self, card: Kind, returned_to: Option<usize>) {
        self.pile.pop();
        if let Some(place) = returned_to {
            self.pile.insert(self.pile.len().saturating_sub(place), card);
            return;
        }
        self.discard.push(card);
        self.colour = card.colour();
        self.turn_if_reverse(card, false);
    }

    fn play(&mut self, seat: Seat, card: Kind, colour: Option<Colour>, how: How) {
        self.turns += u64::from(how != How::Drawn);
        self.drew = false;
        self.lose(seat, card);
        self.discard.push(card);
        self.covered = self.colour;
        self.colour = card.colour().or(colour).or(self.colour);
        self.turn_if_reverse(card, how == How::Answer);
    }

    /// A reverse turns the direction, unless the rules say that it does not last; what else there is to it the machine tells.
    fn turn_if_reverse(&mut self, card: Kind, answers: bool) {
        let lasting = self.round.as_ref().is_none_or(|round| round.rules.play.reverse == ReverseRule::Lasting);
        if card.symbol() == Symbol::Reverse && (lasting || answers) {
            self.direction = match self.direction {
                Direction::Clockwise => Direction::Counterclockwise,
                Direction::Counterclockwise => Direction::Clockwise,
            };
        }
    }

    fn draw(&mut self, seat: Seat, cards: &[Kind], why: Why) {
        self.pile.truncate(self.pile.len().saturating_sub(cards.len()));
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.extend(cards);
        }
        if why == Why::Turn {
            self.turns += 1;
            self.drew = true;
        }
    }

    fn take_back(&mut self, seat: Seat, card: Kind) {
        self.discard.pop();
        self.colour = self.covered;
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.push(card);
        }
    }

    fn reshuffle(&mut self, draw_pile: &[Kind]) {
        for card in draw_pile {
            if let Some(index) = self.discard.iter().position(|kind| kind == card) {
                self.discard.remove(index);
            }
        }
        let left = std::mem::replace(&mut self.pile, draw_pile.iter().rev().copied().collect());
        self.pile.extend(left);
    }

    fn rotate(&mut self, direction: Direction) {
        let mut seats: Vec<usize> = (0..self.hands.len()).filter(|&seat| !self.out[seat]).collect();
        if direction == Direction::Counterclockwise {
            seats.reverse();
        }
        let hands: Vec<Vec<Kind>> = seats.iter().map(|&seat| std::mem::take(&mut self.hands[seat])).collect();
        for (hand, &seat) in hands.into_iter().zip(seats.iter().cycle().skip(1)) {
            self.hands[seat] = hand;
        }
    }

    fn pass(&mut self, from: Seat, to: Seat, card: Kind) {
        self.lose(from, card);
        if let Some(hand) = self.hands.get_mut(to.index()) {
            hand.push(card);
        }
    }

    fn lose(&mut self, seat: Seat, card: Kind) {
        if let Some(hand) = self.hands.get_mut(seat.index())
            && let Some(index) = hand.iter().position(|kind| *kind == card)
        {
            hand.remove(index);
        }
    }

    fn set_hand(&mut self, seat: Seat, cards: Vec<Kind>) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            *hand = cards;
        }
    }

    /// Cards in their notation.
    pub(super) fn cards(&self, cards: impl IntoIterator<Item = Kind>) -> String {
        let texts: Vec<String> = cards.into_iter().map(|kind| kind.text(self.blank_draws).to_string()).collect();
        texts.join(" ")
    }

    /// The table in words, but for the turn and what is pending.
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(round) = &self.round {
            let (rules, block, seating, number) = (&round.rules.name, round.block, round.seating, round.round);
            _ = writeln!(text, "{rules}: block {block}, seating {seating}, round {number}");
        }
        for (seat, hand) in self.hands.iter().enumerate() {
            let out = if self.out[seat] { " (out)" } else { "" };
            _ = writeln!(text, "seat {}{out}, {}: {}", self.name(Seat::new(seat)), hand.len(), self.cards(sorted(hand.clone())));
        }
        let up_card = self.discard.last().map_or_else(|| "none yet".to_owned(), |kind| self.cards([*kind]));
        let colour = self.colour.map_or_else(|| "none".to_owned(), |colour| colour.to_string());
        let direction = if self.direction == Direction::Clockwise { "clockwise" } else { "counterclockwise" };
        _ = writeln!(text, "up card       {up_card}, colour {colour}");
        _ = writeln!(text, "draw pile     {}, top first: {}", self.pile.len(), self.cards(self.pile.iter().rev().copied()));
        _ = writeln!(text, "discard pile  {}, top first: {}", self.discard.len(), self.cards(self.discard.iter().rev().copied()));
        _ = writeln!(text, "direction     {direction}");
        _ = writeln!(text, "turns         {}", self.turns);
        text
    }
}

#[cfg(test)]
impl Board {
    /// The hands, each sorted.
    pub(super) fn sorted_hands(&self) -> Vec<Vec<Kind>> {
        self.hands.iter().cloned().map(sorted).collect()
    }

    /// Turns counted.
    pub(super) const fn turns(&self) -> u64 {
        self.turns
    }

    /// Number of cards in hands and piles.
    pub(super) fn cards_in_play(&self) -> usize {
        self.hands.iter().map(Vec::len).sum::<usize>() + self.pile.len() + self.discard.len()
    }
}
