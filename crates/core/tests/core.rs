//! Rules, cards, seats and chance, tested through what others may use.

mod active_rules;
mod any_rules;
mod catalogue;
mod chance;
mod deck;
mod digest;
mod people;
mod seat;
mod set;
mod validate;
