//! Everything that is said of findings, and every number that people read. Whoever shows results
//! (a screen, a report, a page, a document) says these sentences and no others.
//!
//! | what is told | where |
//! |---|---|
//! | numbers, and names as in speech | [`number`], [`speech`] |
//! | one finding | [`finding`] |
//! | a run: who is best, the seats, a duel, ranks | [`run`] |
//! | a house rule, for people who read no statistics | [`plain`], [`answers`] |
//! | what matters of several rules; a number in steps | [`main_effects`], [`sweep_line`] |
//! | who knows the rules | [`exam`] |

pub mod answers;
pub mod exam;
pub mod finding;
pub mod main_effects;
pub mod number;
pub mod plain;
pub mod run;
pub mod speech;
pub mod sweep_line;
