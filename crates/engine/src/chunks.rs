//! Chunks of blocks: what is written to `progress.jsonl` at a time, lost at most when a run is
//! killed, and handed to another machine.
//!
//! Where a chunk begins depends on the block number and on the cost class of what is played, never
//! on how much is played: every run and machine cuts the blocks at the same places, and a run can
//! be extended. The chunks of a run are as long as a fixed share of all before them, up to a bound,
//! so that a run of a billion games leaves some hundred records, and a short one loses little.

/// Blocks of the first chunks of a run: few, because with search strategies a block may take
/// minutes.
const SMALLEST: u64 = 8;

/// The largest chunk that there is, in blocks.
const LARGEST: u64 = 1 << 20;

/// All blocks so far over the blocks of a chunk.
const GROWTH: u64 = 32;

/// How long the largest chunks take a core at most, in nanoseconds, if what strategies declare of
/// their cost is true.
const LONGEST: u64 = 8_000_000_000;

/// Successive blocks that are played and written at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    pub index: u64,
    pub first: u64,
    /// How many blocks it has; only the last one of a run is cut short by the run's end.
    pub blocks: u64,
}

impl Chunk {
    /// The block after its last one.
    pub fn end(&self) -> u64 {
        self.first + self.blocks
    }
}

/// The fewest and the most blocks of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkSizes {
    pub smallest: u64,
    pub largest: u64,
}

impl ChunkSizes {
    pub fn growing(largest: u64) -> ChunkSizes {
        ChunkSizes { smallest: SMALLEST.min(largest), largest }
    }

    pub fn equal(blocks: u64) -> ChunkSizes {
        ChunkSizes { smallest: blocks, largest: blocks }
    }

    pub fn is_valid(self) -> bool {
        self.smallest >= 1 && (self.smallest..=LARGEST).contains(&self.largest)
    }
}

/// The cost class of blocks that take a core so many nanoseconds each, as the number of blocks of
/// the largest chunk: a power of two that takes four to eight seconds, where one block does not
/// take longer.
pub fn largest_chunk(nanoseconds: u64) -> u64 {
    1 << (LONGEST / nanoseconds.max(1)).clamp(1, LARGEST).ilog2()
}

/// The chunks of so many blocks, in order.
#[derive(Debug, Clone)]
pub struct Chunks {
    sizes: ChunkSizes,
    index: u64,
    first: u64,
    end: u64,
}

impl Chunks {
    pub fn new(blocks: u64, sizes: ChunkSizes) -> Chunks {
        Chunks { sizes, index: 0, first: 0, end: blocks }
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let left = self.end - self.first;
        let ChunkSizes { smallest, largest } = self.sizes;
        let blocks = (self.first / GROWTH).clamp(smallest, largest).min(left);
        let chunk = Chunk { index: self.index, first: self.first, blocks };
        self.index += 1;
        self.first += blocks;
        (blocks > 0).then_some(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(blocks: u64) -> Chunks {
        Chunks::new(blocks, ChunkSizes::growing(LARGEST))
    }

    #[test]
    fn chunks_cover_every_block_once() {
        for sizes in [ChunkSizes::growing(LARGEST), ChunkSizes::growing(16), ChunkSizes::equal(3)] {
            for blocks in [1, 7, 8, 9, 1000, 123_456] {
                let mut next = 0;
                for (index, chunk) in Chunks::new(blocks, sizes).enumerate() {
                    assert_eq!((chunk.index, chunk.first), (index as u64, next));
                    assert!(chunk.blocks <= sizes.largest);
                    next = chunk.end();
                }
                assert_eq!(next, blocks);
            }
        }
        assert_eq!(chunks(0).next(), None);
    }

    #[test]
    fn boundaries_do_not_depend_on_the_length_of_the_run() {
        let long: Vec<u64> = chunks(1_000_000).map(|chunk| chunk.first).collect();
        let short: Vec<u64> = chunks(30_000).map(|chunk| chunk.first).collect();
        assert_eq!(short[..], long[..short.len()]);
    }

    #[test]
    fn a_billion_games_leave_some_hundred_chunks() {
        assert_eq!(chunks(250_000).count(), 258);
        assert_eq!(chunks(250_000_000).count(), 624);
    }

    #[test]
    fn little_is_lost_when_a_run_is_killed() {
        assert!(chunks(10_000_000).all(|chunk| chunk.blocks <= SMALLEST.max(chunk.first / 32)));
    }

    #[test]
    fn a_chunk_lasts_four_to_eight_seconds_whatever_a_block_costs() {
        for nanoseconds in [7_700, 16_000, 1_000_000, 123_456_789, 3_999_999_999] {
            let seconds = (largest_chunk(nanoseconds) * nanoseconds) as f64 / 1e9;
            assert!((4.0..=8.0).contains(&seconds), "{nanoseconds}: {seconds}");
        }
        assert_eq!((largest_chunk(0), largest_chunk(1)), (LARGEST, LARGEST));
        assert_eq!(largest_chunk(u64::MAX), 1, "longer than that, but no shorter chunk");
    }
}
