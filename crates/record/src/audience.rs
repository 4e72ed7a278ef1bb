//! Who follows a record while it is checked.

use super::line::Line;
use super::parse::Numbered;
use super::stream::Go;
use unobench_core::cards::Kind;
use unobench_core::game::{Action, ActiveRules, Decision, Event, Round, RoundScore};

/// Somebody who hears of each line that is right and of each decision, with the round that the
/// check plays; by default nobody listens.
pub(super) trait Audience {
    fn listens(&self) -> bool {
        true
    }

    /// A line is taken, and `meant` is what the rules make of it, if anything. `round` stands as it
    /// tells of that; none where nothing is told with a round, as of a reshuffle.
    fn line(&mut self, _taken: &Numbered, _meant: Option<&Line>, _round: Option<&Round>) -> Go {
        Ok(())
    }

    /// A seat decides; the line of this number tells of it or, where none does, comes next.
    fn decides(&mut self, _round: &Round, _active: &ActiveRules, _line: u64, _done: Action) -> Go {
        Ok(())
    }

    fn drawn(&mut self, _kind: Kind) {}

    fn crashed(&mut self, _cards: &[Kind], _first: usize) {}

    /// What happened; told even after [`Audience::line`] wants to hear no more, up to the next
    /// decision.
    fn saw(&mut self, _round: &Round, _event: Event) {}

    /// The round waits for the next decision, or is over.
    fn settled(&mut self, _round: &Round, _active: &ActiveRules) {}

    fn ends(&mut self, _round: &Round, _score: &RoundScore) -> Go {
        Ok(())
    }
}

/// An audience that wants to hear nothing of a record.
pub(super) struct Nobody;

impl Audience for Nobody {
    fn listens(&self) -> bool {
        false
    }
}

/// Whether a story alone does not tell a decision not to jump in from a race that was lost.
pub(super) fn is_unsure(decision: Decision, action: Action) -> bool {
    matches!(decision, Decision::JumpIn | Decision::Double) && action == Action::No
}
