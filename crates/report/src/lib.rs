//! The report: one HTML file that shows what the files of one or several run directories say, or
//! who lost how much in a game record, for people who would rather look.
//!
//! It reads `manifest.json`, `summary.json` and whichever tables are there; nothing is played or
//! estimated anew. The page needs no network and nothing beside itself: style, script, pictures and
//! the data behind them are inside. The same files give the same bytes.
//!
//! `source` reads, `figures` turns tables into pictures (`chart`) with sentences (`sentences`), and
//! `page` puts them into HTML. Colours are in `page.css` alone. What is deliberately absent: times
//! of day, and anything that is not in the files.

pub mod answers;
mod chart;
mod density;
mod figure;
mod figures;
mod header;
mod layout;
pub mod matters;
mod page;
mod record;
mod sentences;
pub mod settle;
mod source;
#[cfg(test)]
mod tests;
mod words;

pub use record::{Analysis, lost_a_round, report_of_record, write_report_of_record};
use std::io;
use std::path::{Path, PathBuf};
use unobench_core::bounded::quoted;
use unobench_files::file::{WriteError, replace_file};

/// The name of the file that a report is written to if no other is given, in the first directory.
pub const FILE_NAME: &str = "report.html";

/// A report that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// There is nothing to report.
    #[error("no directory is given; name at least one run directory")]
    Nothing,
    /// The directory is of something else.
    #[error("{} is not a run directory: it has none of {}", shown(.path), source::FILES.join(", "))]
    NotARun {
        /// The directory.
        path: PathBuf,
    },
    /// A file or directory cannot be read.
    #[error("cannot read {}: {source}", shown(.path))]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A table or a document is damaged.
    #[error("{} is damaged: {}", shown(.path), quoted(.reason))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where and how.
        reason: String,
    },
    /// A picture cannot be drawn.
    #[error("a picture cannot be drawn: {0}")]
    Drawing(String),
    /// The report cannot be written; what was there before still is.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A path as a message quotes it.
fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

impl ReportError {
    /// Whether the directories are at fault, rather than the machine that the report is made on.
    #[must_use]
    pub fn is_of_input(&self) -> bool {
        !matches!(self, ReportError::Drawing(_) | ReportError::Write(_))
    }
}

/// A run directory, and which files of it are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The directory, after which the run is named.
    pub directory: PathBuf,
    /// Where its files are as they were made anew from `progress.jsonl`; none if those in the
    /// directory are believed as they stand.
    pub derived: Option<PathBuf>,
}

impl Source {
    /// A directory whose files are believed as they stand.
    #[must_use]
    pub fn as_it_stands(directory: PathBuf) -> Source {
        Source { directory, derived: None }
    }
}

/// The report of some run directories as HTML; several are compared with each other.
///
/// # Errors
/// If there is no directory, or one cannot be read, is not of a run, or has a damaged file.
pub fn report(sources: &[Source]) -> Result<String, ReportError> {
    if sources.is_empty() {
        return Err(ReportError::Nothing);
    }
    let runs = source::read_all(sources)?;
    let mut figures = figures::of_sweeps(&runs)?;
    figures.extend(figures::figures(&source::by_table(&runs))?);
    Ok(page::page(&runs, &figures))
}

/// Writes the report of some run directories to a file, which is replaced at one stroke.
///
/// # Errors
/// Those of [`report`]; or if the file cannot be written.
pub fn write_report(sources: &[Source], out: &Path) -> Result<(), ReportError> {
    let html = report(sources)?;
    Ok(replace_file(out, |file| file.write_all(html.as_bytes()))?)
}
