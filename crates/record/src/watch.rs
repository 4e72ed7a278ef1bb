//! The table at a line of a record, as the round stands that the check plays.

use super::audience::Audience;
use super::event_lines::{cards_of, still_in_hand};
use super::line::{Line, RoundLine};
use super::parse::Numbered;
use super::replay::Referee;
use super::stream::{Go, StreamStop};
use super::table::{TableAt, TableSeat, Upcoming};
use super::{ReplayError, Result};
use std::io::BufRead;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Colour, DrawPile as _, Kind};
use unobench_core::game::{
    ActiveRules, Event, How, PendingPenalty, Round, RoundStatus, Seat, View, Why,
};
use unobench_core::rules::{MAX_SEATS, SilenceMode};

/// Shows the table after the event at line `line`, which counts from 1: hands, piles, up card,
/// colour, direction, what is pending, whose turn it is; under the rules that have them also who is
/// out, who is silent, and how many cards a refill has. The record is checked up to that line.
///
/// # Errors
/// What is wrong with the record up to that line, or that there is no such line.
pub fn table_at(mut input: impl BufRead, line: u64) -> Result<String> {
    let mut watch = Watch::new(line);
    let mut referee = Referee::new(&mut input, &mut watch);
    let checked = if line == 0 { Ok(()) } else { referee.run() };
    let lines = referee.stream.lines();
    match (checked, watch.table()) {
        (Err(StreamStop::Broken(error)), _) => Err(error),
        (_, Some(table)) => Ok(table.to_string()),
        (_, None) => Err(ReplayError::NoSuchLine { wanted: line, lines }),
    }
}

/// Follows a record up to one line, and keeps the table as it stands there.
#[derive(Debug, Default)]
pub(super) struct Watch {
    wanted: u64,
    is_done: bool,
    table: TableAt,
    /// Whether a card lies on top that was laid by mistake and may be taken back.
    is_mislaid: bool,
    moved_on: bool,
    later: Vec<Event>,
    has_silence: bool,
    silence: Option<Seat>,
    has_refills: bool,
    refills: Vec<String>,
    places: Vec<Seat>,
}

impl Watch {
    pub(super) fn new(wanted: u64) -> Watch {
        Watch { wanted, ..Watch::default() }
    }

    pub(super) fn table(mut self) -> Option<TableAt> {
        self.table.more = self.rare();
        self.is_done.then_some(self.table)
    }

    fn rare(&self) -> Vec<(&'static str, String)> {
        let mut rare = Vec::new();
        if !self.places.is_empty() {
            let names: Vec<&str> = self.places.iter().map(|&seat| self.table.name(seat)).collect();
            rare.push(("out", names.join(", ")));
        }
        if self.has_silence {
            let silence = match self.silence {
                Some(seat) => format!("begun by {}", self.table.name(seat)),
                None => "none".to_owned(),
            };
            rare.push(("silence", silence));
        }
        if self.has_refills {
            rare.push(("next refills", format!("{}, by seat", self.refills.join(" "))));
        }
        rare
    }

    fn begin(&mut self, line: &RoundLine) {
        *self = Watch::new(self.wanted);
        self.table.notation = line.rules.deck.notation();
        self.has_silence = line.rules.silence.mode != SilenceMode::Off;
        self.has_refills = line.rules.finish.refills > 0;
        self.refills = vec![line.rules.finish.refills.to_string(); line.players.len()];
        self.table.title = line.title();
        for (index, player) in line.players.iter().enumerate() {
            let (seat, name) = (Seat::new(index), format!("{index} {}", quoted(player)));
            self.table.seats.push(TableSeat { seat, name, hand: Vec::new(), is_out: false });
        }
    }

    /// Looks at the round as it tells of a line that lays no card.
    fn look_at(&mut self, round: &Round) {
        self.places = round.places().iter().collect();
        let table = &mut self.table;
        for seat in &mut table.seats {
            seat.hand = cards_of(round.hand(seat.seat));
            seat.is_out = self.places.contains(&seat.seat);
        }
        let pile = round.pile();
        table.draw_pile = (0..pile.len()).rev().map(|index| pile.get(index)).collect();
        table.turns = u64::from(round.turns());
        if table.up_card.is_some() {
            table.up_card = Some(round.up_card());
            table.colour = round.is_colour_named().then(|| round.active_colour());
            self.refills =
                table.seats.iter().map(|seat| round.next_refill(seat.seat).to_string()).collect();
        }
    }

    /// Does what a line says and the round has still to do as it tells of it; only the order of the
    /// discard pile is known to nobody but those who have seen it grow.
    fn do_rest(&mut self, line: &Line) {
        let was_mislaid = std::mem::take(&mut self.is_mislaid);
        let table = &mut self.table;
        if let Some((seat, card)) = still_in_hand(line) {
            let hand = &mut table.seats[seat.index()].hand;
            hand.iter().position(|&other| other == card).map(|index| hand.remove(index));
        }
        match line {
            Line::TurnUp { card, returned_to: Some(place) } => {
                table.draw_pile.insert((*place).min(table.draw_pile.len()), *card);
            }
            Line::TurnUp { card, returned_to: None } => self.lay(*card, card.colour()),
            Line::Play { card, colour, .. } => {
                let wild_colour = colour.or(table.colour);
                self.lay(*card, if card.is_wild() { wild_colour } else { card.colour() });
            }
            Line::Misplay { card, .. } => {
                self.lay(*card, card.colour());
                self.is_mislaid = true;
            }
            Line::NameColour { colour, .. } => table.colour = Some(*colour),
            Line::TakeBack { .. } => _ = table.discard_pile.remove(0),
            Line::Discard { seat, cards } | Line::KnockOut { seat, cards } => {
                self.lay_under(*seat, cards);
            }
            Line::Draw { why: Why::Misplay, .. } if was_mislaid => {
                table.discard_pile.remove(0);
            }
            Line::Reshuffle { draw_pile } => {
                self.is_mislaid = was_mislaid;
                self.reshuffle(draw_pile);
            }
            Line::Crash { seat, with, hands } => {
                for (seat, hand) in [seat, with].into_iter().zip(hands) {
                    table.seats[seat.index()].hand.clone_from(hand);
                }
            }
            _ => {}
        }
    }

    fn lay(&mut self, card: Kind, colour: Option<Colour>) {
        self.table.discard_pile.insert(0, card);
        (self.table.up_card, self.table.colour) = (Some(card), colour);
    }

    /// A seat's cards go under the up card, which a card lies on that is played.
    fn lay_under(&mut self, seat: Seat, cards: &[Kind]) {
        let table = &mut self.table;
        let hand = &mut table.seats[seat.index()].hand;
        for card in cards {
            hand.iter().position(|other| other == card).map(|index| hand.remove(index));
        }
        let under = table.discard_pile.len().min(1);
        table.discard_pile.splice(under..under, cards.iter().copied());
    }

    /// What was left of the draw pile lies on top, until a line tells who draws it.
    fn reshuffle(&mut self, draw_pile: &[Kind]) {
        let TableAt { draw_pile: pile, discard_pile: discard, .. } = &mut self.table;
        for card in draw_pile {
            discard.iter().rposition(|kind| kind == card).map(|index| discard.remove(index));
        }
        pile.extend(draw_pile);
    }

    /// Takes from the round what no line tells and a line's effect has to come to first.
    fn note_effects(&mut self, round: &Round) {
        if !self.moved_on {
            self.table.direction = round.direction();
            self.silence = round.silence();
        }
    }
}

impl Audience for Watch {
    fn line(&mut self, taken: &Numbered, meant: Option<&Line>, round: Option<&Round>) -> Go {
        if let Line::Round(line) = &taken.line {
            self.begin(line);
        }
        if let Some(meant) = meant {
            round.into_iter().for_each(|round| self.look_at(round));
            self.do_rest(meant);
        }
        if taken.number < self.wanted {
            return Ok(());
        }
        self.is_done = true;
        (self.table.line, self.table.event) = (taken.number, taken.line.event());
        Err(StreamStop::Reached)
    }

    fn saw(&mut self, round: &Round, event: Event) {
        if let Event::Play { .. } | Event::Misplay { .. } | Event::Speaks { .. } = event {
            self.note_effects(round);
            self.moved_on = self.is_done;
        }
        if self.is_done {
            self.later.push(event);
        }
    }

    fn settled(&mut self, round: &Round, active: &ActiveRules) {
        self.note_effects(round);
        if self.is_done {
            self.table.next = Some(match self.later[..] {
                [] => waiting(&self.table, round, active),
                _ => coming(&self.table, round, &self.later),
            });
        }
    }
}

fn waiting(table: &TableAt, round: &Round, rules: &ActiveRules) -> Upcoming {
    if round.standing() != RoundStatus::Waits {
        return Upcoming::Over;
    }
    let view = View::new(round, rules, &[0; MAX_SEATS], round.actor());
    let pending = view.pending();
    let hit = match pending.hit {
        PendingPenalty::Nothing => "nothing".to_owned(),
        PendingPenalty::Skip => format!("{} is skipped", table.name(view.to_move())),
        PendingPenalty::Draw => {
            format!("{} has to draw {}", table.name(view.to_move()), pending.owed)
        }
    };
    Upcoming::Turn {
        mover: view.to_move(),
        asked: Some((round.actor(), round.decision())),
        pending: hit,
    }
}

fn coming(table: &TableAt, round: &Round, events: &[Event]) -> Upcoming {
    let mover = events.iter().copied().find_map(moves).unwrap_or(round.actor());
    let hit = match events[0] {
        Event::LoseTurn { seat } => format!("{} loses the turn", table.name(seat)),
        Event::Draw { seat, owed, why } if why != Why::Turn => {
            format!("{} has to draw {owed}", table.name(seat))
        }
        _ => "nothing".to_owned(),
    };
    Upcoming::Turn { mover, asked: None, pending: hit }
}

const fn moves(event: Event) -> Option<Seat> {
    match event {
        Event::Keep { seat }
        | Event::Pass { seat }
        | Event::LoseTurn { seat }
        | Event::Challenge { seat, .. } => Some(seat),
        Event::Play { seat, how: How::Turn | How::Drawn | How::Answer, .. } => Some(seat),
        Event::Draw {
            seat, why: Why::Turn | Why::Penalty | Why::Start | Why::FalseCall, ..
        } => Some(seat),
        _ => None,
    }
}
