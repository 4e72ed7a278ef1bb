//! Chance outcomes, read from the lines to come.
//!
//! A record tells what happened, not what was asked. Of each coin, draw, throw and race it has to
//! be found which outcome leads to the lines that follow; where several do, any of them will. What
//! happens unseen (a word of advice that was not given, a thrower who was not quick enough) is
//! taken not to have happened, unless the rules leave no other way.

use super::checker::Checker;
use super::complaint::list;
use super::line::Line;
use unobench_core::cards::{Kind, KindSet, Multiset as _, Word};
use unobench_core::game::{Chance, Coin, Event, Fault, How, Race, Round, Seat, SeatSet, Why};
use unobench_core::rules::{MAX_SEATS, Weight};

impl Checker<'_, '_> {
    pub(super) fn await_answers(&mut self, event: Event) {
        let missed = matches!(event, Event::Uno { called: false, false_call: false, .. });
        self.may_notice_call = if missed { SeatSet::first(MAX_SEATS) } else { SeatSet::EMPTY };
    }

    /// Whether a seat does something as its turn, or another's, begins.
    pub(super) fn acts(&mut self, round: &Round, coin: Coin, seat: Seat) -> bool {
        match coin {
            Coin::Misplays => self.misplays(round, seat),
            Coin::PlaysOutOfTurn => {
                !self.pass_over_unnoticed(round, seat) && self.shows_next(coin, seat)
            }
            _ => self.shows_next(coin, seat),
        }
    }

    pub(super) fn comes_up(&mut self, coin: Coin, seat: Seat) -> bool {
        match coin {
            Coin::ForgetsUno | Coin::RemembersUno => self.calls_late,
            Coin::CatchesUno => self.catches(seat),
            Coin::CatchesColour => matches!(
                self.front(),
                Some(Line::Caught { by, of: Fault::Colour, .. }) if *by == seat
            ),
            Coin::CatchesFault => self.fault_is_noticed(seat),
            _ => self.shows_next(coin, seat),
        }
    }

    fn shows_next(&mut self, coin: Coin, seat: Seat) -> bool {
        self.front().and_then(|line| who_shows(coin, line)) == Some(seat)
    }

    /// Whether a seat notices what the player did. The others are asked about a missing call first,
    /// each once; then about a forgotten penalty.
    fn catches(&mut self, seat: Seat) -> bool {
        let fault = if self.may_notice_call.contains(seat) { Fault::Uno } else { Fault::Penalty };
        self.may_notice_call = self.may_notice_call.without(seat);
        matches!(self.front(), Some(Line::Caught { by, of, .. }) if *by == seat && *of == fault)
    }

    /// A fault that is noticed is followed by its draw.
    fn fault_is_noticed(&mut self, seat: Seat) -> bool {
        match self.front() {
            Some(Line::Advises { seat: advises }) if *advises == seat => {
                self.draws_after(1, seat, Why::Advice)
            }
            Some(Line::Misplay { seat: lays, .. }) if *lays == seat => {
                self.draws_after(1, seat, Why::Misplay)
            }
            _ => false,
        }
    }

    /// Whether the line `index` lines after the next one is this draw; the reshuffle that it needs
    /// may come first.
    fn draws_after(&mut self, index: usize, seat: Seat, reason: Why) -> bool {
        matches!(
            self.stream.peek_past_reshuffle(index),
            Some(Line::Draw { seat: draws, why, .. }) if (*draws, *why) == (seat, reason)
        )
    }

    pub(super) fn misplay_is_paid_for(&mut self) -> bool {
        match self.front() {
            Some(Line::Play { seat, .. } | Line::Misplay { seat, .. }) => {
                let seat = *seat;
                self.draws_after(1, seat, Why::Misplay)
            }
            _ => false,
        }
    }

    /// Whether the player to move misplays. A misplay that nobody noticed may be written as a play
    /// of a card that does not fit.
    fn misplays(&mut self, round: &Round, seat: Seat) -> bool {
        let may_stand = !self.person(seat).catches_fault.is_always();
        match self.front() {
            Some(Line::Misplay { seat: lays, .. }) => *lays == seat,
            Some(Line::Play { seat: lays, card, how: How::Turn, .. })
                if *lays == seat && may_stand =>
            {
                let card = *card;
                round.unfit(self.active_rules, seat).contains(card)
            }
            _ => false,
        }
    }

    /// A card out of turn that nobody noticed changes nothing and has no event; a record that tells
    /// of it all the same is no worse for it.
    fn pass_over_unnoticed(&mut self, round: &Round, seat: Seat) -> bool {
        let Some(Line::Misplay { seat: lays, card }) = self.front() else { return false };
        let (lays, card) = (*lays, *card);
        let person = self.person(seat);
        let may_be_unnoticed =
            !person.plays_out_of_turn.is_never() && !person.catches_fault.is_always();
        if lays != seat
            || !may_be_unnoticed
            || !round.hand(seat).kinds().contains(card)
            || self.misplay_is_paid_for()
        {
            return false;
        }
        self.pass_over();
        true
    }

    /// Which of some seats is drawn to do something: the one that does it, or one that may be drawn
    /// without doing anything.
    pub(super) fn who_acts(&mut self, round: &Round, coin: Coin, seats: SeatSet) -> Seat {
        match self.front().and_then(|line| who_shows(coin, line)) {
            Some(seat) if seats.contains(seat) => {
                // No coin will be tossed that could tell.
                if coin == Coin::PlaysOutOfTurn && coin.probability(self.person(seat)).is_always() {
                    self.pass_over_unnoticed(round, seat);
                }
                seat
            }
            _ => seats
                .iter()
                .find(|&seat| self.may_do_nothing(round, coin, seat))
                .unwrap_or_else(|| seats.nth(0)),
        }
    }

    fn may_do_nothing(&self, round: &Round, coin: Coin, seat: Seat) -> bool {
        let person = self.person(seat);
        let unseen = !person.catches_fault.is_always() || round.hand(seat).is_empty();
        !coin.probability(person).is_always() || (coin == Coin::PlaysOutOfTurn && unseen)
    }

    pub(super) fn card_of<W: Word>(&mut self, seat: Seat, kinds: KindSet<W>) -> Kind {
        let any = kinds.first().expect("a card to lay");
        let named = match self.front() {
            Some(Line::Misplay { seat: lays, card } | Line::Play { seat: lays, card, .. })
                if *lays == seat =>
            {
                *card
            }
            _ => return any,
        };
        if kinds.contains(named) {
            return named;
        }
        let notation = self.active_rules.notation;
        let possible: Vec<Kind> = kinds.iter().collect();
        self.fail(
            "card",
            named.text(notation).to_string(),
            format!("one of {}", list(&possible, notation)),
        );
        any
    }

    /// How many cards the launcher throws: as many as the next draw says.
    pub(super) fn throw(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        let owed = match self.draw_to_come() {
            Some(Line::Draw { seat: draws, owed, .. }) if *draws == seat => *owed,
            _ => 0,
        };
        owed.clamp(u64::from(least), u64::from(most)) as u32
    }

    /// The next line, or the one after a reshuffle, while nothing is wrong.
    fn draw_to_come(&mut self) -> Option<&Line> {
        self.front()?;
        self.stream.peek_past_reshuffle(0)
    }

    pub(super) fn winner(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        if race == Race::Slam {
            return self.quicker_than_last(candidates);
        }
        let winner = match self.front() {
            Some(Line::Caught { by, .. }) => *by,
            Some(Line::Uno { seat, .. } | Line::Play { seat, .. }) => *seat,
            _ => return 0,
        };
        candidates.iter().position(|(seat, _)| *seat == winner).unwrap_or(0)
    }

    /// A slam ends with the one who draws; anybody else is quicker.
    fn quicker_than_last(&mut self, candidates: &[(Seat, Weight)]) -> usize {
        let last = match self.draw_to_come() {
            Some(Line::Draw { seat, why: Why::Slam, .. }) => *seat,
            _ => return 0,
        };
        candidates.iter().position(|(seat, _)| *seat != last).unwrap_or(0)
    }
}

/// The seat that a line shows to have done what a coin decides.
const fn who_shows(coin: Coin, line: &Line) -> Option<Seat> {
    match (coin, line) {
        (Coin::Advises, Line::Advises { seat })
        | (Coin::Talks, Line::Speaks { seat })
        | (Coin::PlaysOutOfTurn, Line::Misplay { seat, .. })
        | (Coin::CallsFalsely, Line::Uno { seat, false_call: true, .. })
        | (Coin::ForgetsColour, Line::Play { seat, colour: None, .. })
        | (Coin::ForgetsPenalty, Line::Play { seat, how: How::Turn, .. }) => Some(*seat),
        _ => None,
    }
}
