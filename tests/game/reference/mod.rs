//! The reference engine: the rules of the catalogue a second time, in plain vectors, enums and
//! structs.
//!
//! It shares no code with the engine it checks. Every decision and every chance outcome comes from
//! a [`World`], so that a round of the other engine can be played again here: with the same pile,
//! the same outcomes and the same chosen acts it must find the same legal acts and the same events.
//! Each clause cites the catalogue's section and key. Speed is deliberately absent.
// The bench that mounts this uses a part of it, and so do the tests.
#![allow(dead_code, missing_docs, unreachable_pub, unused_imports)]

pub mod cards;
pub mod effects;
pub mod events;
pub mod finish;
pub mod game;
pub mod hands;
pub mod jump_in;
pub mod legal;
pub mod match_play;
pub mod own;
pub mod people;
pub mod piles;
pub mod play;
pub mod players;
pub mod responses;
pub mod round;
pub mod scoring;
pub mod settings;
pub mod setup;
pub mod shuffler;
pub mod uno;
pub mod world;

pub use cards::{Card, Colour, deck};
pub use game::Game;
pub use match_play::MatchPlay;
pub use round::{Reason, RoundResult, play_round};
pub use settings::Settings;
pub use setup::Start;
pub use shuffler::{Player, Shuffler};
pub use world::{Act, Decision, World};
