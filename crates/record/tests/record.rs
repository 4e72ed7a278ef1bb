//! Records and sessions, tested through what others may use.

mod advice;
mod ask;
mod golden;
mod order;
mod play;
mod reading;
mod replay_log;
mod support;
mod tamper;
mod told;
mod traces;
