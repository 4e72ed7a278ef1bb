//! Everything that is said of findings, and every number that people read. Whoever shows results
//! (a screen, a report, a page, a document) says these sentences and no others.
//!
//! | what is told | where |
//! |---|---|
//! | numbers, and names as in speech | [`number`], [`speech`] |
//! | one finding | [`finding`] |
//! | a run: who is best, the seats, a duel, ranks | [`run`], [`duel`], [`ratings`] |
//! | how long games last; where matches have another answer than rounds | [`length`], [`matches`] |
//! | a house rule, for people who read no statistics | [`plain`], [`answers`] |
//! | what matters of several rules; a number in steps | [`main_effects`], [`sweep_line`] |
//! | a survey: what its marks mean, who sat there, what is to be known of its games | [`survey`] |
//! | who knows the rules | [`exam`] |

pub mod answers;
pub mod duel;
pub mod exam;
pub mod finding;
pub mod length;
pub mod main_effects;
pub mod matches;
pub mod number;
pub mod plain;
pub mod ratings;
pub mod run;
pub mod speech;
pub mod survey;
pub mod sweep_line;
