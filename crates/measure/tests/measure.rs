//! What is measured, from outside: so that the crate is compiled once.

mod chances;
mod contest;
mod exam;
mod knowledge_test;
mod line;
mod sequential;
mod survey;
