//! How much of a game is skill: a relative measure, the share of the deal, rounds until the better
//! leads, and the ladder.
//!
//! Every figure here belongs to the strategies that it was measured with; whoever prints it names
//! them.

pub mod deal_share;
pub mod ladder;
pub mod relative;
pub mod rounds;

pub use deal_share::{DealGroup, DealShare, deal_share};
pub use ladder::over_the_others;
pub use relative::{Estimate, GainSums, RelativeSkill, Undefined};
pub use rounds::{RoundsToLead, rounds_to_lead};
