//! Experiments: runs, surveys and tuning, each in a directory that can be resumed.
//!
//! A *run* plays line-ups against each other, a *survey* rule sets on the same deals, a *tuning*
//! searches the numbers of a strategy. `progress.jsonl` is the one truth of a run or survey, from
//! which every other file is derived.

pub mod output;
pub mod run;
pub mod survey;
pub mod tune;
