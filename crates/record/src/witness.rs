//! All decisions of a record, for whoever learns from them.

use super::audience::{Audience, is_unsure};
use super::line::{Line, RoundLine};
use super::parse::Numbered;
use super::replay::check_so_far;
use super::stream::{Go, StreamStop};
use super::{ReplayReport, Result};
use std::io::BufRead;
use unobench_core::game::{Action, ActiveRules, Round, RoundScore, View};
use unobench_core::rules::{MAX_SEATS, RuleSet};

/// What a learner is told of a record: that a round begins, a decision, or that a round ends.
#[derive(Debug, Clone, Copy)]
pub enum Witnessed<'a> {
    Begins { rules: &'a RuleSet, players: &'a [String], block: u64 },
    Decides { view: &'a View<'a>, action: Action },
    Ends { score: &'a RoundScore },
}

/// Checks a record as [`super::replay()`] does, and tells of every decision, by what its seat could
/// see; cards that it was shown earlier are not kept. `tell` says whether it wants to hear more.
///
/// A decision not to jump in is left out, since a story alone does not tell it from a race that
/// was lost.
pub fn witness(
    mut input: impl BufRead,
    tell: impl FnMut(Witnessed<'_>) -> bool,
) -> Result<ReplayReport> {
    check_so_far(&mut input, &mut Witness(tell))
}

/// Passes what is told of a record to a function, until that wants no more.
struct Witness<F>(F);

impl<F: FnMut(Witnessed<'_>) -> bool> Witness<F> {
    fn tell(&mut self, witnessed: Witnessed<'_>) -> Go {
        if (self.0)(witnessed) { Ok(()) } else { Err(StreamStop::Reached) }
    }
}

impl<F: FnMut(Witnessed<'_>) -> bool> Audience for Witness<F> {
    fn line(&mut self, taken: &Numbered, _meant: Option<&Line>, _round: Option<&Round>) -> Go {
        let Line::Round(line) = &taken.line else { return Ok(()) };
        let RoundLine { rules, players, block, .. } = &**line;
        self.tell(Witnessed::Begins { rules, players, block: *block })
    }

    fn decides(&mut self, round: &Round, active: &ActiveRules, _line: u64, action: Action) -> Go {
        if is_unsure(round.decision(), action) {
            return Ok(());
        }
        let view = View::new(round, active, &[0; MAX_SEATS], round.actor());
        self.tell(Witnessed::Decides { view: &view, action })
    }

    fn ends(&mut self, _round: &Round, score: &RoundScore) -> Go {
        self.tell(Witnessed::Ends { score })
    }
}
