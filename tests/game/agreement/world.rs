//! The world in which the naive engine plays a tape again.

use super::memory::Memory;
use super::position::Position;
use super::tape::{Entry, Tape};
use crate::reference::players::{naive_high_points, random_support};
use crate::reference::{Act, Card, Decision, Game, World};

#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// How many events of the record it takes to see it.
    pub(crate) events: usize,
    pub(crate) text: String,
}

/// Hands out the outcomes of a tape in their order, and stops at the first question that is not the
/// next one.
pub(crate) struct TapeWorld<'a> {
    pub(crate) tape: &'a Tape,
    pub(crate) line_up: &'a [String],
    pub(crate) asked: usize,
    /// How many of the questions were decisions.
    pub(crate) decided: usize,
    /// What those remember who look back.
    pub(crate) memory: Memory,
}

impl TapeWorld<'_> {
    /// Stops the naive engine; `catch_unwind` around it gets the difference.
    fn stop(&self, text: String) -> ! {
        let events = self
            .tape
            .entries
            .get(self.asked.saturating_sub(1))
            .map_or(self.tape.events.len(), |entry| entry.0);
        std::panic::resume_unwind(Box::new(Difference { events, text }))
    }

    fn next(&mut self, question: &dyn Fn() -> String) -> &Entry {
        self.asked += 1;
        match self.tape.entries.get(self.asked - 1) {
            Some((_, entry)) => entry,
            None => self.stop(format!("naive asks {}, fast is over", question())),
        }
    }

    fn other_question(&self, question: String) -> ! {
        self.stop(format!(
            "naive asks {question}, fast asks {:?}",
            self.tape.entries[self.asked - 1].1
        ))
    }

    /// The table has to be the one of the tape, at a decision among these acts or at the end, if it
    /// was looked at.
    fn check_position(&mut self, game: &Game<'_>, asked: Option<(Decision, &[Act])>) {
        if self.tape.positions.is_empty() {
            return;
        }
        let told = match asked {
            Some(_) => self.tape.entries[self.asked - 1].0,
            None => self.tape.events.len(),
        };
        self.memory.hear(&self.tape.events[..told]);
        let naive = Position::of(game, &self.tape.start.totals, &self.memory, asked);
        let fast = self.tape.positions.get(self.decided);
        if fast != Some(&naive) {
            self.stop(format!("the tables differ: naive\n{naive:?}\nfast\n{fast:?}"));
        }
        self.decided += 1;
    }

    /// What the pinned strategies must do.
    fn check_pinned(
        &self,
        game: &Game<'_>,
        seat: usize,
        decision: Decision,
        legal: &[Act],
        act: Act,
    ) {
        let allowed = match self.line_up[seat].as_str() {
            "high-points" => vec![naive_high_points(game, seat, decision, legal)],
            "random" => random_support(game, seat, decision, legal),
            _ => return,
        };
        if !allowed.contains(&act) {
            self.stop(format!(
                "{} does {act:?} at {decision:?}, naive {allowed:?}, hand {:?}",
                self.line_up[seat], game.hands[seat]
            ));
        }
    }
}

impl World for TapeWorld<'_> {
    fn decide(&mut self, game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act]) -> Act {
        let mut sorted = legal.to_vec();
        sorted.sort_unstable();
        let question = || {
            format!(
                "seat {seat} {decision:?} {sorted:?} (up {}, hand {:?})",
                game.up, game.hands[seat]
            )
        };
        match self.next(&question) {
            Entry::Decision { seat: s, decision: d, legal: l, act }
                if (*s, *d, l) == (seat, decision, &sorted) =>
            {
                let act = *act;
                self.check_position(game, Some((decision, legal)));
                self.check_pinned(game, seat, decision, legal, act);
                self.memory.note(game, seat, decision, act);
                act
            }
            _ => self.other_question(question()),
        }
    }

    fn coin(&mut self, what: &'static str, seat: usize, p: f64) -> bool {
        let question = || format!("coin {what} seat {seat} {p}");
        match *self.next(&question) {
            Entry::Coin { what: w, seat: s, p: q, up }
                if (w, s) == (what, seat) && (p - q).abs() < 1e-9 =>
            {
                up
            }
            _ => self.other_question(question()),
        }
    }

    fn race(&mut self, what: &'static str, candidates: &[(usize, f64)]) -> usize {
        let question = || format!("race {what} {candidates:?}");
        match self.next(&question) {
            Entry::Race { what: w, candidates: c, winner }
                if (*w, c.as_slice()) == (what, candidates) =>
            {
                *winner
            }
            _ => self.other_question(question()),
        }
    }

    fn pick(&mut self, what: &'static str, seats: &[usize]) -> usize {
        let question = || format!("pick {what} {seats:?}");
        match self.next(&question) {
            Entry::Pick { what: w, seats: s, seat } if (*w, s.as_slice()) == (what, seats) => *seat,
            _ => self.other_question(question()),
        }
    }

    fn pick_card(&mut self, what: &'static str, seat: usize, cards: &[Card]) -> Card {
        let mut sorted = cards.to_vec();
        sorted.sort_unstable();
        let question = || format!("pick_card {what} seat {seat} {sorted:?}");
        match self.next(&question) {
            Entry::PickCard { what: w, seat: s, cards: c, card }
                if (*w, *s, c) == (what, seat, &sorted) =>
            {
                *card
            }
            _ => self.other_question(question()),
        }
    }

    fn place(&mut self, n: usize) -> usize {
        let question = || format!("place {n}");
        match *self.next(&question) {
            Entry::Place { n: m, place } if m == n => place,
            _ => self.other_question(question()),
        }
    }

    fn throw(&mut self, seat: usize, least: usize, max: usize) -> usize {
        let question = || format!("throw seat {seat} {least} {max}");
        match *self.next(&question) {
            Entry::Press { seat: s, least: l, most, cards }
                if (s, l, most) == (seat, least, max) =>
            {
                cards
            }
            _ => self.other_question(question()),
        }
    }

    fn shuffle(&mut self, what: &'static str, cards: Vec<Card>) -> Vec<Card> {
        let question = || format!("shuffle {what} {cards:?}");
        match self.next(&question) {
            Entry::Shuffle { what: w, cards: order }
                if *w == what && is_order_of(order, &cards) =>
            {
                order.clone()
            }
            _ => self.other_question(question()),
        }
    }

    fn over(&mut self, game: &Game<'_>) {
        self.check_position(game, None);
    }
}

fn is_order_of(order: &[Card], cards: &[Card]) -> bool {
    let sorted = |cards: &[Card]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    sorted(order) == sorted(cards)
}
