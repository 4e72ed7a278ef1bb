//! What results are printed on: a terminal or Markdown for people, CSV or JSON for programs.

use serde_json::Value;

use super::console::{self, Style, one_line};
use super::failure::{OrFailure as _, Result};
use super::options::OutputFormat;
use super::text_table::{CellTone, TextTable, pretty};
use unobench_findings::csv;
use unobench_findings::finding::Finding;
use unobench_findings::question::Question;
use unobench_findings::wide::Wide;

/// How results for people are written: for a terminal, or as Markdown.
#[derive(Debug, Clone, Copy)]
pub(super) enum PaperStyle {
    Terminal(Style),
    Markdown,
}

impl PaperStyle {
    pub(super) fn is_coloured(self) -> bool {
        matches!(self, PaperStyle::Terminal(style) if style.coloured)
    }

    pub(super) fn heading(self, text: &str) -> String {
        self.bold(text, format!("### {text}"))
    }

    pub(super) fn strong(self, text: &str) -> String {
        self.bold(text, format!("**{text}**"))
    }

    fn bold(self, text: &str, in_markdown: String) -> String {
        match self {
            PaperStyle::Terminal(style) => style.bold(text),
            PaperStyle::Markdown => in_markdown,
        }
    }

    pub(super) fn table(self, table: &TextTable) -> String {
        self.toned(table, |_, _| None)
    }

    pub(super) fn toned(
        self,
        table: &TextTable,
        tone: impl Fn(usize, usize) -> Option<CellTone>,
    ) -> String {
        match self {
            PaperStyle::Terminal(style) => table.toned(style, tone),
            PaperStyle::Markdown => table.markdown(),
        }
    }

    pub(super) fn remarks(self, remarks: impl IntoIterator<Item = impl AsRef<str>>) -> String {
        let bullet = if matches!(self, PaperStyle::Markdown) { "- " } else { "" };
        remarks.into_iter().map(|remark| format!("{bullet}{}\n", one_line(remark))).collect()
    }

    pub(super) fn closing(self, text: &str) -> String {
        text.to_owned() + if matches!(self, PaperStyle::Markdown) { "\n\n" } else { "\n" }
    }
}

pub(super) fn print(
    format: OutputFormat,
    text: impl FnOnce(PaperStyle) -> String,
    csv: impl FnOnce() -> Result<String>,
    json: impl FnOnce() -> Value,
) -> Result {
    console::print(&match format {
        OutputFormat::Table => {
            let style = Style::of_stdout();
            style.flow(&text(PaperStyle::Terminal(style)))
        }
        OutputFormat::Markdown => text(PaperStyle::Markdown),
        OutputFormat::Csv => csv()?,
        OutputFormat::Json => pretty(&json())?,
    })
}

/// The table of a question as CSV, without the columns that no row has anything in; those of
/// `summary.csv` are always the same.
pub(super) fn csv_of(question: Question, table: &Wide) -> Result<String> {
    let table = with_columns(table, &filled(question, table));
    let mut bytes = Vec::new();
    csv::write_wide(&mut bytes, &table).or_failed("cannot write CSV")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What findings answer to a question, as CSV.
pub(super) fn csv_of_findings(question: Question, findings: &[Finding]) -> Result<String> {
    csv_of(question, &Wide::of(question, findings))
}

/// For each column, whether it is written.
pub(super) fn filled(question: Question, Wide { columns, rows }: &Wide) -> Vec<bool> {
    let are_all = question == Question::Strength || rows.is_empty();
    (0..columns.len())
        .map(|place| {
            let mut cells = rows.iter().map(|row| &row[place]);
            are_all || cells.any(|cell| !cell.is_null() && *cell != "")
        })
        .collect()
}

/// The columns of a table that are written.
pub(super) fn with_columns(Wide { columns, rows }: &Wide, is_written: &[bool]) -> Wide {
    let kept: Vec<usize> = (0..columns.len()).filter(|&place| is_written[place]).collect();
    Wide {
        columns: kept.iter().map(|&place| columns[place].clone()).collect(),
        rows: rows
            .iter()
            .map(|row| kept.iter().map(|&place| row[place].clone()).collect())
            .collect(),
    }
}
