//! How long the bots of a run may take, and how much they are asked at once.

use super::MOVE_TIME;
use std::time::Duration;
use unobench_engine::OnFault;

/// A process that takes decisions in batches is asked for those of so many blocks at once.
pub(super) const BY_BATCHES: u64 = 64;

/// How long a bot has to say that it is ready: it may have to load much.
const START_TIME: Duration = Duration::from_secs(10);

/// How long the bots of a pool may take, and what happens after a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolSettings {
    pub move_time: Duration,
    pub start_time: Duration,
    pub on_fault: OnFault,
}

impl PoolSettings {
    pub fn with_move_time(move_time: Option<Duration>) -> PoolSettings {
        let usual = PoolSettings::default();
        PoolSettings { move_time: move_time.unwrap_or(usual.move_time), ..usual }
    }
}

impl Default for PoolSettings {
    fn default() -> PoolSettings {
        PoolSettings { move_time: MOVE_TIME, start_time: START_TIME, on_fault: OnFault::Random }
    }
}
