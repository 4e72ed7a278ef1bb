//! Surveys: what house rules do to the game, and how much of it is skill.
//!
//! A survey plays each of its rule sets on the same deals, in several *legs*: each seat beginning
//! in turn, where everybody plays the same strategy ([`Play::Starters`]) or several by turns
//! ([`Play::Mixed`]); one strategy alone among others ([`Play::Alone`]); and all pairs of a pool
//! ([`Play::Pairs`]). The blocks of a leg are dealt out to [`GROUPS`] groups of equally many; a
//! line of `progress.jsonl` has, for each group, the tally of its blocks in a chunk. Everything
//! that is said follows from these tallies: a quantity is computed in each group alone, and the
//! spread of the groups says how precise it is ([`groups`](unobench_stats::groups)). Rule sets are
//! compared group by group, so that what the same deals have in common cancels.
//!
//! ```text
//! SurveyConfig ─ Header ─ LegTable  plays the chunks of a leg ─ Tally of a group
//! Sums (the tallies of a rule set) ─ Measured (a Metric) ─ Survey: effects, factorial, skill
//! ```

mod chances;
mod cost;
mod effects;
mod factorial;
mod learned;
mod learners;
mod metric;
mod panel;
mod sequential;
mod skill;
mod surveyed;
mod table;
mod tally;
#[doc(hidden)]
pub mod testing;

pub use crate::header::{GROUPS, Header, Leg, Study, WORTH};
pub use cost::{known, nanoseconds_per_block, of_catalogue};
pub use effects::MetricEffect;
pub(crate) use factorial::swept;
pub use learned::LearnedSeats;
pub use panel::{PanelTable, PlayedRuleSet};
pub use sequential::{LookEnd, LookTables, OfficialGames, SequentialSurvey};
pub use surveyed::Survey;
pub(crate) use surveyed::{AtTable, GameCounts};
pub use table::{ExternalPlayers, LegTable, STAND_IN, SurveyGame, TableGuests};
pub(crate) use tally::RANGES;
pub use tally::{Counters, LeadCurve, SurveyTally};
pub use unobench_findings::documents::Play;
pub use unobench_findings::metric::Metric;
pub use unobench_findings::rows::FAIR;
