//! The world in which the naive engine plays a tape again.

use super::memory::Memory;
use super::position::Position;
use super::tape::{Outcome, Question, Tape};
use crate::reference::players::{naive_high_points, random_support};
use crate::reference::{Act, Card, Decision, Game, World};
use crate::support::*;

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
    pub(crate) decided: usize,
    pub(crate) memory: Memory,
}

impl TapeWorld<'_> {
    /// Stops the naive engine; `catch_unwind` around it gets the difference.
    fn stop(&self, text: String) -> ! {
        let last = self.tape.entries.get(self.asked.saturating_sub(1));
        let events = last.map_or(self.tape.events.len(), |entry| entry.0);
        std::panic::resume_unwind(Box::new(Difference { events, text }))
    }

    /// The tape's outcome of a question, which has to be the next one.
    fn outcome(&mut self, question: Question) -> Outcome {
        self.asked += 1;
        match self.tape.entries.get(self.asked - 1) {
            Some((_, fast, outcome)) if *fast == question => outcome.clone(),
            Some((_, fast, _)) => self.stop(format!("naive asks {question:?}, fast asks {fast:?}")),
            None => self.stop(format!("naive asks {question:?}, fast is over")),
        }
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

    fn check_act(&self, game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act], act: Act) {
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
        let Outcome::Act(act) = self.outcome(Question::decision(seat, decision, legal)) else {
            unreachable!("the outcome of a decision")
        };
        self.check_position(game, Some((decision, legal)));
        self.check_act(game, seat, decision, legal, act);
        self.memory.note(game, seat, decision, act);
        act
    }

    fn coin(&mut self, what: &'static str, seat: usize, p: f64) -> bool {
        self.outcome(Question::coin(what, seat, p)).number() == 1
    }

    fn race(&mut self, what: &'static str, candidates: &[(usize, f64)]) -> usize {
        self.outcome(Question::Race { what, candidates: candidates.to_vec() }).number()
    }

    fn pick(&mut self, what: &'static str, seats: &[usize]) -> usize {
        self.outcome(Question::Pick { what, seats: seats.to_vec() }).number()
    }

    fn pick_card(&mut self, what: &'static str, seat: usize, cards: &[Card]) -> Card {
        self.outcome(Question::PickCard { what, seat, cards: sorted(cards.to_vec()) }).cards()[0]
    }

    fn place(&mut self, n: usize) -> usize {
        self.outcome(Question::Place { n }).number()
    }

    fn throw(&mut self, seat: usize, least: usize, most: usize) -> usize {
        self.outcome(Question::Press { seat, least, most }).number()
    }

    fn shuffle(&mut self, what: &'static str, cards: Vec<Card>) -> Vec<Card> {
        self.outcome(Question::Shuffle { what, cards: sorted(cards) }).cards()
    }

    fn over(&mut self, game: &Game<'_>) {
        self.check_position(game, None);
    }
}
