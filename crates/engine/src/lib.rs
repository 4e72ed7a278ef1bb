//! The engine: who sits where in which block, what is tallied, and the threads that play.
//!
//! ```text
//! Schedule     who sits where in which block
//! Chunks       where the work is cut
//! PlayBlocks   plays blocks ─ Outcome ─ Tally: of a thread, of a chunk, of a run
//! NoteRounds   the same, with what each seat did in each round
//! ```
//!
//! Threads, machines and interruptions leave no trace: a block's games depend on the block alone,
//! tallies are sums of integers, and chunks are cut by block number and finished in block order.
//! Nothing here knows of files, strategies or estimates.

mod block;
pub mod chunks;
mod forfeit;
pub mod histogram;
pub mod rounds;
pub mod schedule;
pub mod sums;
pub mod tally;
pub mod workers;

pub use chunks::{Chunk, ChunkSizes, Chunks, largest_chunk};
pub use forfeit::OnFault;
pub use schedule::{Extent, MAX_GAMES, Schedule, ScheduleError, Seating};
pub use tally::Tally;
