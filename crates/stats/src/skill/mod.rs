//! How much of a game is skill: a relative measure with its sensitivity, the parts of the variance,
//! rounds until the better leads, and the ladder.
//!
//! Every figure here belongs to the strategies that it was measured with; whoever prints it names
//! them.

pub mod deal_share;
pub mod ladder;
pub mod others;
pub mod relative;
pub mod rounds;
pub mod variance;

pub use deal_share::{DealGroup, DealShare, deal_share};
pub use ladder::{Contest, Ladder, Pairs, step, steps};
pub use others::over_the_others;
pub use relative::{CONVERGED, Endless, Estimate, GainSums, RelativeSkill, Undefined};
pub use rounds::{RoundsToLead, rounds_to_lead};
pub use variance::{Crossed, CrossedSums, Part, Share, variance_shares};
