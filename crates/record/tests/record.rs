//! Records and sessions, tested through what others may use.

mod ask;
mod golden;
mod order;
mod play;
mod replay_log;
mod tamper;
mod traces;
