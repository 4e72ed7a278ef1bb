use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::str::FromStr;
use unobench_core::bounded::quoted;

pub const MAX_SHARDS: u32 = 100_000;

/// One part of a run: number `part` of `of`, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    pub part: u32,
    pub of: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "shard \"{}\": expected K/N with K from 1 to N and N up to {MAX_SHARDS}, such as 1/3",
    quoted(.0)
)]
pub struct ShardError(String);

impl Shard {
    pub fn new(part: u32, of: u32) -> Result<Shard, ShardError> {
        let shard = Shard { part, of };
        if shard.is_valid() { Ok(shard) } else { Err(ShardError(shard.to_string())) }
    }

    pub fn is_valid(self) -> bool {
        (1..=self.of).contains(&self.part) && self.of <= MAX_SHARDS
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text
            .split_once('/')
            .and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        numbers
            .and_then(|(part, of)| Shard::new(part, of).ok())
            .ok_or_else(|| ShardError(text.to_owned()))
    }
}

/// Pieces of work, each with the part that plays it: the one with the smallest load so far, the
/// lowest among equals.
///
/// Who plays a piece depends on the pieces before it, on their loads and on the number of parts
/// alone. Giving them out by turns would burden the last parts with the larger ones.
#[derive(Debug)]
pub struct Owners<I> {
    pieces: I,
    loads: BinaryHeap<Reverse<(u64, u32)>>,
}

impl<I> Owners<I> {
    pub fn new(pieces: I, parts: u32) -> Owners<I> {
        Owners { pieces, loads: (1..=parts).map(|part| Reverse((0, part))).collect() }
    }
}

impl<T, I: Iterator<Item = (T, u64)>> Iterator for Owners<I> {
    type Item = (T, u32);

    fn next(&mut self) -> Option<(T, u32)> {
        let (piece, more) = self.pieces.next()?;
        let Reverse((load, part)) = self.loads.pop()?;
        self.loads.push(Reverse((load + more, part)));
        Some((piece, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::{ChunkSizes, Chunks};

    #[test]
    fn shards_are_read_and_printed() {
        assert_eq!("2/3".parse(), Ok(Shard { part: 2, of: 3 }));
        assert_eq!(Shard { part: 2, of: 3 }.to_string(), "2/3");
        for text in ["", "0/3", "4/3", "1/0", "1/100001", "-1/2", "1", "a/b"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn parts_are_of_nearly_the_same_size() {
        let pieces = [8, 8, 8, 16, 8].map(|load| ((), load));
        let owners = Owners::new(pieces.into_iter(), 2).map(|(_, part)| part);
        assert_eq!(owners.collect::<Vec<_>>(), [1, 2, 1, 2, 1], "the lowest among equals");
        let blocks = 250_000;
        for parts in [2, 3, 8] {
            let mut loads = vec![0_u64; parts as usize];
            let chunks = Chunks::new(blocks, ChunkSizes::growing(1 << 20));
            Owners::new(chunks.map(|chunk| (chunk.blocks, chunk.blocks)), parts)
                .for_each(|(blocks, part)| loads[part as usize - 1] += blocks);
            assert_eq!(loads.iter().sum::<u64>(), blocks);
            let fair = blocks / u64::from(parts);
            assert!(loads.iter().all(|load| load.abs_diff(fair) < fair / 5), "{loads:?}");
        }
    }
}
