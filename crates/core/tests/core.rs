//! Rules, cards, seats and chance, tested through what others may use.

mod any_rules;
mod card_words;
mod cards;
mod catalogue;
mod chance;
mod digest;
mod game;
mod people;
mod questions;
mod stories;
mod validate;
