//! The report: one HTML file that shows what the files of one or several run directories say, or
//! who lost how much in a game record, for people who would rather look.
//!
//! It reads `manifest.json`, `findings.csv` and whichever tables are there; nothing is played or
//! estimated anew. The page needs no network and nothing beside itself: style, script, pictures and
//! the data behind them are inside. The same files give the same bytes.
//!
//! `source` reads, `figures` turns tables into pictures (`chart`) with sentences (`sentences`), and
//! `page` puts them into HTML. Colours are in `page.css` alone. What is deliberately absent: times
//! of day, and anything that is not in the files.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests make files as they please"))]

mod alone;
pub mod answers;
mod chart;
mod circles;
mod density;
mod figure;
mod figures;
mod header;
mod layout;
pub mod line;
#[cfg(test)]
mod made;
pub mod matters;
mod page;
mod record;
pub mod sentences;
mod source;
#[cfg(test)]
mod tests;
mod words;

pub use circles::circles;
pub use record::{
    Analysis, figure_of_record, lost_a_round, report_of_record, write_report_of_record,
};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use unobench_core::bounded::quoted;
use unobench_disk::{WriteError, write_file};
pub use words::with_margin;

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
    #[error("{}", no_figure(.name, .found, .all))]
    NoFigure { name: String, found: Vec<String>, all: Vec<String> },
    #[error("a chart cannot be drawn: {0}")]
    Drawing(String),
    /// The report cannot be written; what was there before still is.
    #[error(transparent)]
    Write(#[from] WriteError),
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

impl ReportError {
    pub fn is_of_input(&self) -> bool {
        !matches!(self, ReportError::Drawing(_) | ReportError::Write(_))
    }
}

fn no_figure(name: &str, found: &[String], all: &[String]) -> String {
    let name = quoted(name);
    match (found, all) {
        (_, []) => format!("there is no figure {name}: this report has none"),
        ([], all) => {
            format!("there is no figure {name} in this report; allowed: {}", all.join(", "))
        }
        (several, _) => format!("several figures are called {name}: {}", several.join(", ")),
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub directory: PathBuf,
    /// Where its files are as they were made anew from `progress.jsonl`; none if those in the
    /// directory are believed as they stand.
    pub derived: Option<PathBuf>,
}

/// The report of some run directories as HTML; several are compared with each other.
pub fn report(sources: &[Source]) -> Result<String, ReportError> {
    let (runs, figures) = read(sources)?;
    Ok(page::page(&runs, &figures))
}

/// One figure of such a report as SVG that stands alone, by its name on the page or by a part of
/// it that no other has, such as `ladder` for `ladder-4`.
pub fn figure(sources: &[Source], name: &str) -> Result<String, ReportError> {
    let (runs, figures) = read(sources)?;
    Ok(alone::svg(named(&figures, name)?, &header::source(&runs)))
}

fn read(sources: &[Source]) -> Result<(Vec<source::Run>, Vec<figure::Figure>), ReportError> {
    if sources.is_empty() {
        return Err(ReportError::Nothing);
    }
    let runs = source::read_all(sources)?;
    let mut figures = figures::of_sweeps(&runs)?;
    figures.extend(figures::figures(&source::by_table(&runs))?);
    Ok((runs, figures))
}

fn named<'a>(figures: &'a [figure::Figure], name: &str) -> Result<&'a figure::Figure, ReportError> {
    if let Some(figure) = figures.iter().find(|figure| figure.id == name) {
        return Ok(figure);
    }
    let is_part = |id: &str| format!("-{id}-").contains(&format!("-{name}-"));
    let found: Vec<&figure::Figure> = figures.iter().filter(|figure| is_part(&figure.id)).collect();
    if let [one] = found.as_slice() {
        return Ok(one);
    }
    let ids = |figure: &figure::Figure| figure.id.clone();
    Err(ReportError::NoFigure {
        name: name.to_owned(),
        found: found.into_iter().map(ids).collect(),
        all: figures.iter().map(ids).collect(),
    })
}

/// Writes the report of some run directories to a file, which is replaced at one stroke.
pub fn write_report(sources: &[Source], out: &Path) -> Result<(), ReportError> {
    let html = report(sources)?;
    Ok(write_file(out, |file| file.write_all(html.as_bytes()))?)
}
