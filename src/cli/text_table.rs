//! A table of texts, in every format that `--format` knows.

use std::borrow::Cow;

use anyhow::Context as _;
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table, presets};
use serde_json::Value;

use super::console::Style;
use super::failure::Failure;
use super::options::Format;
use unobench_core::shown::{Shown, spelled};

/// A column: its heading, and to which side its cells lean.
#[derive(Debug, Clone)]
pub(super) struct Column {
    heading: Cow<'static, str>,
    alignment: CellAlignment,
}

/// A column of words.
pub(super) fn words(heading: impl Into<Cow<'static, str>>) -> Column {
    Column { heading: heading.into(), alignment: CellAlignment::Left }
}

/// A column of numbers.
pub(super) fn figures(heading: impl Into<Cow<'static, str>>) -> Column {
    Column { heading: heading.into(), alignment: CellAlignment::Right }
}

/// What a cell says by its colour, where colours are welcome: two that the colour-blind tell apart,
/// on dark and on light ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// For sure more than what it is compared with: cyan.
    More,
    /// For sure less: yellow.
    Less,
}

/// Rows of texts under headings.
#[derive(Debug)]
pub(super) struct TextTable {
    /// The columns, from the left.
    pub(super) columns: Vec<Column>,
    /// The rows, each with a text for every column.
    pub(super) rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Writes the table in the format asked for; JSON has a shape of its own, which the caller
    /// gives.
    pub(super) fn render(
        &self,
        format: Format,
        style: Style,
        json: impl FnOnce() -> Value,
    ) -> Result<String, Failure> {
        match format {
            Format::Table => Ok(self.aligned(style)),
            Format::Markdown => Ok(self.markdown()),
            Format::Csv => self.csv().map_err(Failure::Failed),
            Format::Json => pretty(&json()),
        }
    }

    /// Aligned columns under a line, for a person.
    pub(super) fn aligned(&self, style: Style) -> String {
        self.toned(style, |_, _| None)
    }

    /// The same, each cell in the tone that its row and column have.
    pub(super) fn toned(
        &self,
        style: Style,
        tone: impl Fn(usize, usize) -> Option<Tone>,
    ) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.style_mut().header_separator = presets::UTF8_HORIZONTAL_ONLY.header_separator;
        let arrangement =
            if style.wrapped { ContentArrangement::Dynamic } else { ContentArrangement::Disabled };
        table
            .set_content_arrangement(arrangement)
            .set_header(self.columns.iter().map(|column| heading(column, style)));
        if style.coloured {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        for (number, row) in self.rows.iter().enumerate() {
            table.add_row(self.columns.iter().zip(row).enumerate().map(
                |(place, (column, text))| {
                    let cell = Cell::new(shown(text)).set_alignment(column.alignment);
                    match tone(number, place).filter(|_| style.coloured) {
                        Some(Tone::More) => cell.fg(Color::DarkCyan),
                        Some(Tone::Less) => cell.fg(Color::DarkYellow),
                        None => cell,
                    }
                },
            ));
        }
        for column in table.column_iter_mut() {
            column.set_padding((0, 1));
        }
        table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// A pipe table.
    pub(super) fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let escaped = |cell: &str| shown(cell).replace('|', "\\|");
        let mut text = line(&mut self.columns.iter().map(|column| escaped(&column.heading)));
        text += &line(&mut self.columns.iter().map(|column| rule(column).to_owned()));
        for row in &self.rows {
            text += &line(&mut row.iter().map(|cell| escaped(cell)));
        }
        text
    }

    fn csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns.iter().map(|column| shown(&column.heading)))?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| shown(cell)))?;
        }
        let bytes =
            writer.into_inner().map_err(|error| error.into_error()).context("cannot write CSV")?;
        String::from_utf8(bytes).context("cannot write CSV")
    }
}

/// What stands in a cell: names are from files and command lines.
fn shown(cell: &str) -> String {
    Shown::of(cell).to_string()
}

fn heading(column: &Column, style: Style) -> Cell {
    let cell = Cell::new(shown(&column.heading)).set_alignment(column.alignment);
    if style.coloured { cell.add_attribute(Attribute::Bold) } else { cell }
}

/// What stands under a heading in Markdown.
fn rule(column: &Column) -> &'static str {
    match column.alignment {
        CellAlignment::Right => "---:",
        _ => "---",
    }
}

/// Writes JSON with indentation and a final newline; what is hidden in its texts is spelled out.
pub(super) fn pretty(value: &Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|text| spelled(&text) + "\n")
        .map_err(|error| Failure::Failed(anyhow::Error::new(error).context("cannot write JSON")))
}
