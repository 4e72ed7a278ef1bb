//! Surveys, played and kept: what house rules do to the game, and how much of it is skill.

mod bots;
mod config;
mod cost;

pub use bots::{BotCare, SurveyBots};
pub(crate) use config::SurveyTables;
pub use config::{SurveyConfig, SurveyControl, survey, survey_with_bots};
pub(crate) use cost::planned;
pub use cost::{bytes_of, time_of};
pub use unobench_measure::header::{GROUPS, Header, Leg, Study, WORTH};
pub use unobench_measure::survey::*;
