//! The core of `unobench`: cards, rules, random streams, the game, and what a strategy is.
//!
//! It has no I/O, threads, clocks or, where a card is played, floats, and knows no strategy; a
//! [`Reader`](reader::Reader) hands it the texts of files. A [`RuleSet`](rules::RuleSet) says what is
//! played, a [`Game`](game::Game) plays it; inside it is a [`Round`](game::Round), the state machine.
//! A [`Strategy`](strategy::Strategy) decides, and a [`Table`](table::Table) plays deals in all
//! seatings.

#![warn(missing_docs)]

/// Methods that only read: of each what it is said to be, and where that is.
#[doc(hidden)]
#[macro_export]
macro_rules! reads {
    (const: $(
        $(#[$doc:meta])*
        $public:vis fn $name:ident($($own:tt)*) -> $answer:ty = $read:expr;
    )+) => {
        $($(#[$doc])*
        #[inline(always)]
        $public const fn $name($($own)*) -> $answer {
            $read
        })+
    };
    ($(
        $(#[$doc:meta])*
        $public:vis fn $name:ident($($own:tt)*) -> $answer:ty = $read:expr;
    )+) => {
        $($(#[$doc])*
        #[inline(always)]
        $public fn $name($($own)*) -> $answer {
            $read
        })+
    };
}

pub mod bounded;
pub mod cards;
pub mod digest;
pub mod game;
pub mod machine;
pub mod reader;
pub mod rng;
#[cfg_attr(not(feature = "text"), allow(dead_code))]
pub mod rules;
pub mod shown;
pub mod slip;
pub mod strategy;
pub mod table;

/// The page of the crate, whose lines are run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
