//! What is kept in a `progress.jsonl`: the one truth from which every other file is derived.

use super::StoreError;
use super::line::read_line;
use serde::de::DeserializeOwned;
use std::io::{self, BufRead};

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

/// What is kept in a `progress.jsonl`: lines in a fixed order that are added up under a header.
pub(crate) trait Progress {
    /// What the first line may hold: a header of this kind of file, or of another.
    type Header: DeserializeOwned;

    /// The header, sealed.
    fn header_line(&self) -> Result<Vec<u8>, StoreError>;
    /// Takes over the format and version of another header, if they are all that it says otherwise.
    fn adopt(&mut self, there: &Self::Header);
    /// The version of the program that plays it.
    fn version(&self) -> &str;
    /// What another header says otherwise, in words; empty if nothing.
    fn differences(&self, there: &Self::Header) -> Vec<String>;
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
