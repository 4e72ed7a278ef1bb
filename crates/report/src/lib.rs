//! The report: one HTML file that shows what the files of one or several run directories say, or
//! who lost how much in a game record, for people who would rather look.
//!
//! It reads `manifest.json`, `findings.csv` and whichever tables are there; nothing is played or
//! estimated anew. What is told, and in which order, is decided here, and goes as a `document` into
//! `viewer.html`, which draws it. That file is built by `npm run report:build` in `web/`, and is
//! kept here so that nobody needs Node to build this crate. A report needs no network and nothing
//! beside itself. The same files give the same bytes. What is deliberately absent: times of day,
//! and anything that is not in the files.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]

mod asked;
mod circles;
mod document;
mod figures;
mod header;
#[cfg(test)]
#[path = "../../findings/src/made.rs"]
mod made;
mod record;
mod source;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typescript;

pub use circles::circles;
use document::{DocumentTable, ReportDocument};
pub use record::{Analysis, lost_a_round, write_report_of_record};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use unobench_core::bounded::quoted;
use unobench_disk::{WriteError, write_file};

/// The name of the file that a report is written to if no other is given, in the first directory.
pub const FILE_NAME: &str = "report.html";

#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error("no directory is given; name at least one run directory")]
    Nothing,
    /// The directory is of something else.
    #[error("{} is not a run directory: it has none of {}", shown(.path), source::FILES.join(", "))]
    NotARun { path: PathBuf },
    #[error("cannot read {}: {source}", shown(.path))]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is damaged: {}", shown(.path), quoted(.reason))]
    Damaged { path: PathBuf, reason: String },
    /// The report cannot be written; what was there before still is.
    #[error(transparent)]
    Write(#[from] WriteError),
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

impl ReportError {
    pub fn is_of_input(&self) -> bool {
        !matches!(self, ReportError::Write(_))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub directory: PathBuf,
    /// Where its files are as they were made anew from `progress.jsonl`; none if those in the
    /// directory are believed as they stand.
    pub derived: Option<PathBuf>,
}

const FOOT: &str = "Intervals are 95 % intervals, each by itself: one in twenty is expected to miss. \
    “Clearly” is said where a difference survives the correction for many comparisons, or where \
    intervals do not overlap. All numbers are from the files of the run, which have more digits.";

/// The report of some run directories as HTML; several are compared with each other.
pub fn report(sources: &[Source]) -> Result<String, ReportError> {
    Ok(page(&document(sources)?))
}

fn document(sources: &[Source]) -> Result<ReportDocument, ReportError> {
    if sources.is_empty() {
        return Err(ReportError::Nothing);
    }
    let mut runs = source::read_all(sources)?;
    asked::name(&mut runs);
    let all = runs
        .iter()
        .flat_map(|run| run.all().map(|(question, finding)| (&*run.label, question, finding)));
    let document = ReportDocument {
        title: asked::title(&runs),
        sources: runs.iter().map(header::of_run).collect(),
        figures: figures::of_all(&runs, &source::by_table(&runs)),
        foot: FOOT,
        everything: DocumentTable::of_findings(all),
        ..ReportDocument::default()
    };
    let (headline, bullets) = asked::front(&runs);
    Ok(document.told(headline, bullets, "There are no results yet in these files."))
}

/// The page that shows a document, with marks where that and its title go.
const VIEWER: &str = include_str!("../viewer.html");
const TITLE: &str = "%TITLE%";
const DOCUMENT: &str = "%DOCUMENT%";

/// The document is JSON that cannot end the element it is in.
fn page(document: &ReportDocument) -> String {
    let (head, rest) = VIEWER.split_once(TITLE).expect("the viewer has a title");
    let (middle, tail) = rest.split_once(DOCUMENT).expect("the viewer has a document");
    let escaped = |text: String| {
        text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
    };
    let json = serde_json::to_string(document).expect("a document is JSON");
    let title = document.title.replace('&', "&amp;").replace('<', "&lt;");
    [head, &title, middle, &escaped(json), tail].concat()
}

/// Writes the report of some run directories to a file, which is replaced at one stroke.
pub fn write_report(sources: &[Source], out: &Path) -> Result<(), ReportError> {
    let html = report(sources)?;
    Ok(write_file(out, |file| file.write_all(html.as_bytes()))?)
}
