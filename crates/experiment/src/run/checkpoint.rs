//! `progress.jsonl`: what was played, chunk by chunk; the one truth from which every other file is
//! derived.
//!
//! The first line is the [`Header`]; each further line is one finished chunk of one rule set, with
//! its tally as a [`Record`]. Rule sets follow each other in the header's order, and their chunks
//! in block order. Every line is a JSON object that ends with `"check"`: the 64-bit FNV-1a sum, in
//! 16 hexadecimal digits, of the line's bytes before `,"check"`. A line that is cut short or
//! altered is thus found, and nothing after it is believed.
//!
//! Lines are only ever appended.

use unobench_engine::chunks::Chunk;
use super::plan::{Header, Plan};
use unobench_engine::record::Record;
use super::run::RunError;
use unobench_engine::tally::Tally;
use unobench_engine::totals::Totals;
use unobench_files::file::WriteError;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the file.
pub const PROGRESS: &str = "progress.jsonl";

/// The longest line that is read, in bytes; what is longer was not written by this program.
const LONGEST_LINE: u64 = 1 << 28;

/// How long finished chunks may wait before the disk is told to keep them.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// What stands between a line's contents and its check sum.
const CHECK: &str = ",\"check\":\"";

/// A finished chunk of a rule set, without its check sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkRecord {
    /// The rule set's name.
    pub rules: String,
    /// The chunk's number.
    pub chunk: u64,
    /// Its first block.
    pub first: u64,
    /// How many blocks it has.
    pub blocks: u64,
    /// What happened in them.
    pub tally: Record,
}

/// What was left out of a damaged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The first line that was left out, from 1.
    pub line: u64,
    /// How many bytes were left out, to the end of the file.
    pub bytes: u64,
    /// What is wrong with that line.
    pub reason: String,
}

/// Writes an object as a line with its check sum.
pub(crate) fn seal(object: &impl Serialize) -> Result<Vec<u8>, RunError> {
    let mut line =
        serde_json::to_vec(object).map_err(|error| RunError::Encode(error.to_string()))?;
    line.pop();
    let sum = fnv1a(&line);
    line.extend_from_slice(format!("{CHECK}{sum:016x}\"}}\n").as_bytes());
    Ok(line)
}

/// Checks a line, which may end with a line feed, and returns its object.
pub(crate) fn unseal<T: for<'de> Deserialize<'de>>(line: &[u8]) -> Result<T, String> {
    let line = line.strip_suffix(b"\n").ok_or("it is cut short")?;
    let contents = line.len().checked_sub(CHECK.len() + 18).ok_or("it is cut short")?;
    let (contents, check) = line.split_at(contents);
    if check != format!("{CHECK}{:016x}\"}}", fnv1a(contents)).as_bytes() {
        return Err("its check sum is wrong".to_owned());
    }
    serde_json::from_slice(&[contents, b"}"].concat()).map_err(|error| error.to_string())
}

/// The 64-bit FNV-1a sum.
///
/// # Source
/// Fowler, Noll, Vo and Eastlake, *The FNV Non-Cryptographic Hash Algorithm*, RFC 9923.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Reads a line into the buffer, its line feed included; false at the end.
pub(crate) fn read_line(reader: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<bool> {
    buffer.clear();
    reader.take(LONGEST_LINE).read_until(b'\n', buffer).map(|bytes| bytes > 0)
}

/// What is kept in a `progress.jsonl`: lines in a fixed order that are added up under a header.
pub(crate) trait Account {
    /// The header, sealed.
    fn header_line(&self) -> Result<Vec<u8>, RunError>;
    /// What another header says otherwise, in words; empty if nothing.
    fn differences(&self, there: &AnyHeader) -> Vec<String>;
    /// Takes in the line that comes next; what does not fit leaves nothing behind.
    fn add_line(&mut self, line: &[u8]) -> Result<(), String>;
    /// Games played so far.
    fn games(&self) -> u64;
    /// Whether nothing is left to be played.
    fn is_complete(&mut self) -> bool;

    /// Takes in the lines after the header, up to the first that cannot be believed; returns how
    /// many bytes are good, and what is not.
    fn add_lines(
        &mut self,
        reader: &mut impl BufRead,
        header: u64,
    ) -> io::Result<(u64, Option<Dropped>)> {
        let (mut good, mut line) = (header, 2);
        let mut buffer = Vec::new();
        while read_line(reader, &mut buffer)? {
            if let Err(reason) = self.add_line(&buffer) {
                let rest = io::copy(reader, &mut io::sink())?;
                return Ok((
                    good,
                    Some(Dropped { line, bytes: buffer.len() as u64 + rest, reason }),
                ));
            }
            good += buffer.len() as u64;
            line += 1;
        }
        Ok((good, None))
    }
}

/// How far a plan is played: the totals of its rule sets, and what comes next.
pub(super) struct Played<'p> {
    plan: &'p Plan,
    totals: Vec<Totals>,
    rules: usize,
    chunks: Peekable<Box<dyn Iterator<Item = Chunk> + Send>>,
    games: u64,
}

impl<'p> Played<'p> {
    pub(super) fn new(plan: &'p Plan) -> Played<'p> {
        let totals = vec![Totals::new(plan.schedule()); plan.header().rules.len()];
        Played { plan, totals, rules: 0, chunks: plan.chunks().peekable(), games: 0 }
    }

    /// The rule set and chunk that come next; none when the plan is played.
    pub(super) fn next(&mut self) -> Option<(usize, Chunk)> {
        while self.rules < self.totals.len() {
            if let Some(&chunk) = self.chunks.peek() {
                return Some((self.rules, chunk));
            }
            self.next_rules();
        }
        None
    }

    fn next_rules(&mut self) {
        self.rules += 1;
        self.chunks = self.plan.chunks().peekable();
    }

    pub(super) fn totals(&self) -> &[Totals] {
        &self.totals
    }

    pub(super) fn into_totals(self) -> Vec<Totals> {
        self.totals
    }

    /// The record of the chunk that comes next.
    pub(super) fn record(&mut self, tally: &Tally) -> ChunkRecord {
        let (rules, chunk) = self.next().expect("a chunk was played, so it was to be played");
        let name = self.plan.header().rules[rules].name.clone();
        let tally = tally.to_record(self.plan.schedule());
        ChunkRecord {
            rules: name,
            chunk: chunk.index,
            first: chunk.first,
            blocks: chunk.blocks,
            tally,
        }
    }

    /// Takes in the record of the chunk that comes next.
    pub(super) fn add(&mut self, record: &ChunkRecord) -> Result<(), String> {
        let (rules, chunk) = self.next().ok_or("nothing was left to be played")?;
        let name = &self.plan.header().rules[rules].name;
        if record.rules != *name
            || (record.chunk, record.first, record.blocks)
                != (chunk.index, chunk.first, chunk.blocks)
        {
            return Err(format!(
                "it is chunk {} of {}, not chunk {} of {name}",
                record.chunk, record.rules, chunk.index
            ));
        }
        let blocks = record
            .tally
            .line_ups
            .blocks
            .iter()
            .fold(0_u64, |sum, &blocks| sum.saturating_add(blocks));
        if blocks != chunk.blocks {
            return Err(format!("its tally has {blocks} blocks, not {}", chunk.blocks));
        }
        self.totals[rules]
            .add(self.plan.schedule(), &record.tally)
            .map_err(|error| error.to_string())?;
        self.games += self.plan.games_of(chunk);
        self.chunks.next();
        if self.plan.is_enough(rules, &self.totals[rules]) {
            self.next_rules();
        }
        Ok(())
    }
}

impl Account for Played<'_> {
    fn header_line(&self) -> Result<Vec<u8>, RunError> {
        seal(self.plan.header())
    }

    fn differences(&self, there: &AnyHeader) -> Vec<String> {
        match there {
            AnyHeader::Run(there) => self.plan.differences(there),
            AnyHeader::Survey(there) => {
                vec![format!("question: {} there, another here", there.question)]
            }
        }
    }

    fn add_line(&mut self, line: &[u8]) -> Result<(), String> {
        let record: ChunkRecord = unseal(line)?;
        // A record that does not fit must leave nothing behind.
        Totals::new(self.plan.schedule())
            .add(self.plan.schedule(), &record.tally)
            .map_err(|error| error.to_string())?;
        self.add(&record)
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn is_complete(&mut self) -> bool {
        self.next().is_none()
    }
}

/// `progress.jsonl`, open at its end.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    len: u64,
    synced: Instant,
}

impl Journal {
    /// Takes over a file of this length that is open for appending.
    pub(super) fn new(file: File, path: PathBuf, len: u64) -> Journal {
        Journal { file, path, len, synced: Instant::now() }
    }

    /// Appends a whole line. What a failed attempt may have written is taken off again, as far as
    /// the disk allows.
    pub(crate) fn append(&mut self, line: &[u8]) -> Result<(), RunError> {
        if let Err(source) = self.file.write_all(line) {
            let _ = self.file.set_len(self.len);
            return Err(self.failed(source));
        }
        self.len += line.len() as u64;
        if self.synced.elapsed() > SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), RunError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> RunError {
        WriteError::new(&self.path, source).into()
    }
}

/// The header of a run, or of a survey.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum AnyHeader {
    /// Of a run.
    Run(Box<Header>),
    /// Of a survey.
    Survey(Box<crate::survey::Header>),
}

/// The first line of a file.
pub(crate) enum FirstLine {
    /// A header, and its length in bytes.
    Header(AnyHeader, u64),
    /// Something else.
    Other(Vec<u8>),
}

/// Reads the first line of `progress.jsonl`.
pub(crate) fn first_line(reader: &mut impl BufRead, path: &Path) -> Result<FirstLine, RunError> {
    let mut buffer = Vec::new();
    read_line(reader, &mut buffer)
        .map_err(|source| RunError::Read { path: path.to_owned(), source })?;
    Ok(match unseal::<AnyHeader>(&buffer) {
        Ok(header) => FirstLine::Header(header, buffer.len() as u64),
        Err(_) => FirstLine::Other(buffer),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Sample {
        text: String,
        number: i128,
    }

    fn sample() -> Sample {
        Sample { text: "a,\"check\":\"b".to_owned(), number: i128::from(u64::MAX) * 5 }
    }

    /// The values that RFC 9923 gives.
    #[test]
    fn the_check_sum_has_its_published_values() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn sealed_lines_open_again() {
        let line = seal(&sample()).expect("it is JSON");
        assert_eq!(unseal(&line), Ok(sample()));
        let value: serde_json::Value =
            serde_json::from_slice(&line[..line.len() - 1]).expect("a JSON object");
        assert_eq!(value["check"].as_str().map(str::len), Some(16));
    }

    #[test]
    fn cut_and_altered_lines_do_not() {
        let line = seal(&sample()).expect("it is JSON");
        for end in 0..line.len() {
            assert!(unseal::<Sample>(&line[..end]).is_err(), "{end}");
        }
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut altered = line.clone();
                altered[place] ^= 1 << bit;
                assert!(unseal::<Sample>(&altered).is_err(), "byte {place}, bit {bit}");
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let file = File::options().append(true).open("/dev/full").expect("Linux has it");
        let error = Journal::new(file, PathBuf::from("out/progress.jsonl"), 0)
            .append(b"{}\n")
            .expect_err("it is full");
        assert!(error.to_string().starts_with("cannot write out/progress.jsonl: "), "{error}");
    }
}
