//! All decisions of a record, for whoever learns from them.

use super::line::RoundLine;
use super::replay::Referee;
use super::stream::Stop;
use super::{ReplayError, ReplayReport};
use std::io::BufRead;
use unobench_core::game::{Action, ActiveRules, Decision, Round, RoundScore, Seat, View};
use unobench_core::rules::{MAX_SEATS, RuleSet};

/// What happens in a record, in its order.
#[derive(Debug, Clone, Copy)]
pub enum Moment<'a> {
    /// A round begins.
    Begins {
        /// Its rules.
        rules: &'a RuleSet,
        /// The players by seat, as the record names them.
        players: &'a [String],
        /// The number of its deal.
        block: u64,
    },
    /// A seat decides.
    Decides {
        /// What it sees.
        view: &'a View<'a>,
        /// What it does.
        action: Action,
    },
    /// The round is over.
    Ends {
        /// How it is scored.
        score: &'a RoundScore,
    },
}

/// Who is told of each moment; false to be told no more.
pub(super) type Witness = Box<dyn FnMut(Moment<'_>) -> bool>;

/// Checks a record as [`super::replay()`] does, and tells of every decision, by what its seat could
/// see; cards that it was shown earlier are not kept. `witness` says whether it wants to hear more.
///
/// A decision not to jump in is left out, since a record does not tell it from a race that was
/// lost.
///
/// # Errors
/// The first thing that is wrong with the record.
///
/// # Examples
///
/// ```
/// # use unobench_core::rules::{MAX_SEATS, RuleSet};
/// # use unobench_record::{Form, Trace};
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use unobench_record::{Moment, witness};
///
/// # let mut record = Vec::new();
/// # Trace {
/// #     rules: &RuleSet::official(),
/// #     players: 2,
/// #     strategies: &[unobench_strategies::strategy("random").expect("a strategy")],
/// #     seatings: &|_block| vec![[0; MAX_SEATS]],
/// #     games: 1,
/// #     seed: 1,
/// #     match_play: false,
/// #     form: Form::JsonLines,
/// # }
/// # .write(&mut record)
/// # .expect("memory takes everything");
/// static DECISIONS: AtomicU32 = AtomicU32::new(0);
/// witness(record.as_slice(), |moment| {
///     if let Moment::Decides { .. } = moment {
///         DECISIONS.fetch_add(1, Ordering::Relaxed);
///     }
///     true
/// })?;
/// assert!(DECISIONS.load(Ordering::Relaxed) > 10);
/// # Ok::<(), unobench_record::ReplayError>(())
/// ```
pub fn witness(
    mut input: impl BufRead,
    witness: impl FnMut(Moment<'_>) -> bool + 'static,
) -> Result<ReplayReport, ReplayError> {
    let mut referee = Referee::new(&mut input as &mut dyn BufRead, None);
    referee.witness = Some(Box::new(witness));
    match referee.run() {
        Ok(()) | Err(Stop::Reached) => Ok(referee.report()),
        Err(Stop::Broken(error)) => Err(error),
    }
}

/// Tells of something, if anybody wants to hear it.
fn tell(witness: &mut Option<Witness>, moment: Moment<'_>) -> Result<(), Stop> {
    let hears_more = witness.as_mut().is_none_or(|witness| witness(moment));
    if hears_more { Ok(()) } else { Err(Stop::Reached) }
}

/// Tells of a round.
pub(super) fn begins(witness: &mut Option<Witness>, line: &RoundLine) -> Result<(), Stop> {
    let RoundLine { rules, players, block, .. } = line;
    tell(witness, Moment::Begins { rules, players, block: *block })
}

/// Tells of a decision.
pub(super) fn decides(
    witness: &mut Option<Witness>,
    round: &Round,
    active: &ActiveRules,
    action: Action,
) -> Result<(), Stop> {
    let is_unsure = matches!(round.decision(), Decision::JumpIn | Decision::Double);
    if witness.is_none() || is_unsure && action == Action::No {
        return Ok(());
    }
    let seat: Seat = round.actor();
    let view = View::new(round, active, &[0; MAX_SEATS], seat);
    tell(witness, Moment::Decides { view: &view, action })
}

/// Tells how a round ended.
pub(super) fn ends(witness: &mut Option<Witness>, score: &RoundScore) -> Result<(), Stop> {
    tell(witness, Moment::Ends { score })
}
