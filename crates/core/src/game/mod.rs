//! The rules at work: one state machine for a round, with no I/O, threads, clocks or floats.
//!
//! A [`Round`] is over or waits for one decision of one seat among a set of legal actions. Runner,
//! records, replay, search, bots and people all drive it with [`Round::apply`], which asks an
//! [`Chance`] for every chance outcome. A card that is played goes through the stages of the
//! catalogue's "order of things" (see `apply.rs`): named, called, window, effect, empty hand, next
//! turn; each stage that acts lives in the file that bears the name of its section.
//!
//! The order in which a round asks for decisions and chance is part of the contract with the
//! reference engine in `tests/` and is written down in `docs/INTERNALS.md`.

mod action;
mod active_rules;
mod answers;
mod apply;
mod card_trial;
mod card_words;
mod chance;
mod choice;
mod decision;
mod determinize;
mod draw;
mod effects;
mod event;
mod finish;
mod hands;
mod jump_in;
mod legal;
pub mod match_play;
mod memory;
mod observed;
mod options;
mod owned;
mod people;
mod play;
mod position;
mod responses;
mod scoring;
mod seat;
mod sections;
mod setup;
mod silence;
mod state;
mod sure;
mod turn_events;
mod uno;
mod view;

pub use action::Action;
pub use active_rules::{ActiveRules, CommonRules, OfficialRules, PeopleRates, RulesSource};
pub(crate) use apply::Stage;
pub use chance::{Chance, Coin, Race, RandomChance};
pub use choice::{CardChoice, SeatChoice};
pub(crate) use decision::AnswerKind;
pub use decision::{Decision, DecisionInfo, Declining, How, Lays};
pub use determinize::Determinizer;
pub use event::{Event, Fault, Why};
pub use memory::{KnownCards, Memory};
pub use observed::{AnyChance, Observed, Observer};
pub use options::{IllegalAction, Options};
pub use owned::Game;
pub use position::{Impossible, Position, Watched};
pub use scoring::{RoundScore, Scoring};
pub use seat::{Direction, Seat, SeatList, SeatSet};
pub use setup::{Dealt, Opening, Prepared};
pub use state::{Pending, PendingPenalty, Round, RoundStatus};
pub use turn_events::TurnEvents;
pub use view::View;
