//! What led to a line and no line before it holds: `act`, what was decided, and `got`, what chance
//! gave.

use serde_json::Value;
use unobench_core::game::{Action, Decision, Round};

/// An action as bots are offered it: its word, and the card, colour or seat that it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OfferedAction {
    pub(super) word: &'static str,
    pub(super) what: Option<Action>,
}

impl OfferedAction {
    pub(super) fn of(decision: Decision, action: Action) -> OfferedAction {
        let names = matches!(action, Action::Card(_) | Action::Colour(_) | Action::Seat(_));
        OfferedAction { word: decision.word(action), what: names.then_some(action) }
    }

    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        let words = Decision::ALL
            .into_iter()
            .flat_map(|decision| [decision.info().word, decision.info().no.word]);
        words.chain([Decision::Play.word(Action::Pass)])
    }

    pub(super) fn legal(self, round: &Round) -> Option<Action> {
        let candidates = self.what.into_iter().chain([Action::Yes, Action::No, Action::Pass]);
        let mut meant =
            candidates.filter(|&action| OfferedAction::of(round.decision(), action) == self);
        meant.find(|&action| round.is_legal(action))
    }
}

/// The decisions that led to a line, and which outcomes chance gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DecisionTrace {
    pub(super) act: Vec<OfferedAction>,
    /// Why, for as many of them, where those who decided have said so.
    pub(super) why: Vec<Option<Value>>,
    /// Of the outcomes possible then, which one came, each time in its order; the first one again
    /// and again at the end is left out.
    pub(super) got: Vec<usize>,
}

impl DecisionTrace {
    pub(super) const NOTHING: DecisionTrace =
        DecisionTrace { act: Vec::new(), why: Vec::new(), got: Vec::new() };

    /// What is told with the line that comes now.
    pub(super) fn take(&mut self) -> DecisionTrace {
        while self.got.pop_if(|index| *index == 0).is_some() {}
        std::mem::take(self)
    }
}

/// How much was taken of what the next line tells.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TakenPart {
    pub(super) act: usize,
    pub(super) got: usize,
}
