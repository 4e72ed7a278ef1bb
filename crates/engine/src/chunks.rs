//! Chunks of blocks: what is written to `progress.jsonl` at a time, and lost at most when a run is
//! killed.
//!
//! Where a chunk begins depends on the block number alone, so that every run, shard and sitting
//! cuts the blocks at the same places. A chunk is as long as a fixed share of all before it: a run
//! of a billion games leaves some hundred records, and a short one loses little.

/// Blocks of the first chunks: few, because with search strategies a block may take minutes.
const SMALLEST: u64 = 8;

/// Blocks of the largest chunks: some seconds of the fastest games.
const LARGEST: u64 = 1 << 20;

/// All blocks so far over the blocks of a chunk.
const GROWTH: u64 = 32;

/// Consecutive blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// Its number, from 0.
    pub index: u64,
    /// Its first block.
    pub first: u64,
    /// How many blocks it has; only the last one of a run is cut short by the run's end.
    pub blocks: u64,
}

impl Chunk {
    /// The block after its last one.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.first + self.blocks
    }
}

/// The chunks of a run, in order.
///
/// # Examples
///
/// ```
/// use unobench_engine::Chunks;
///
/// let cut = Chunks::new(20).map(|chunk| (chunk.first, chunk.blocks));
/// assert_eq!(cut.collect::<Vec<_>>(), [(0, 8), (8, 8), (16, 4)]);
/// ```
#[derive(Debug, Clone)]
pub struct Chunks {
    index: u64,
    first: u64,
    end: u64,
}

impl Chunks {
    /// Cuts so many blocks into chunks.
    #[must_use]
    pub fn new(blocks: u64) -> Chunks {
        Chunks { index: 0, first: 0, end: blocks }
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let left = self.end - self.first;
        let blocks = (self.first / GROWTH).clamp(SMALLEST, LARGEST).min(left);
        let chunk = Chunk { index: self.index, first: self.first, blocks };
        self.index += 1;
        self.first += blocks;
        (blocks > 0).then_some(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_every_block_once() {
        for blocks in [1, 7, 8, 9, 1000, 123_456] {
            let mut next = 0;
            for (index, chunk) in Chunks::new(blocks).enumerate() {
                assert_eq!((chunk.index, chunk.first), (index as u64, next));
                next = chunk.end();
            }
            assert_eq!(next, blocks);
        }
        assert_eq!(Chunks::new(0).next(), None);
    }

    #[test]
    fn boundaries_do_not_depend_on_the_length_of_the_run() {
        let long: Vec<u64> = Chunks::new(1_000_000).map(|chunk| chunk.first).collect();
        let short: Vec<u64> = Chunks::new(30_000).map(|chunk| chunk.first).collect();
        assert_eq!(short[..], long[..short.len()]);
    }

    #[test]
    fn a_billion_games_leave_some_hundred_chunks() {
        assert_eq!(Chunks::new(250_000).count(), 258);
        assert_eq!(Chunks::new(250_000_000).count(), 624);
    }

    #[test]
    fn little_is_lost_when_a_run_is_killed() {
        assert!(
            Chunks::new(10_000_000).all(|chunk| chunk.blocks <= SMALLEST.max(chunk.first / 32))
        );
    }
}
