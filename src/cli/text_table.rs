//! A table of texts, in every format that `--format` knows.

use std::borrow::Cow;

use anyhow::Context as _;
use comfy_table::{
    Attribute, Cell, CellAlignment, Color, ColumnConstraint, ContentArrangement, Table,
    Width as ComfyWidth, presets,
};
use serde_json::Value;
use textwrap::core::display_width;

use super::console::Style;
use super::failure::{Failure, Result};
use super::options::OutputFormat;
use super::table_fit::{Need, Role, Width, blocks};
use unobench_core::shown::{Shown, spelled};

/// The most characters of texts that are never wrapped.
const SHORT: usize = 22;

/// The fewest characters of a column of longer texts.
const NARROW: usize = 28;

/// A column of a table: its heading, the side it is aligned to, and how it gives way.
#[derive(Debug, Clone)]
pub(super) struct TextColumn {
    heading: Cow<'static, str>,
    alignment: CellAlignment,
    role: Role,
}

impl TextColumn {
    /// A column that is left out on terminals that are too narrow, before anything else is.
    pub(super) fn minor(self) -> TextColumn {
        TextColumn { role: Role::Minor, ..self }
    }

    /// A column that says, with the first one, what a row is about.
    pub(super) fn key(self) -> TextColumn {
        TextColumn { role: Role::Key, ..self }
    }
}

pub(super) fn words(heading: impl Into<Cow<'static, str>>) -> TextColumn {
    TextColumn { heading: heading.into(), alignment: CellAlignment::Left, role: Role::Plain }
}

pub(super) fn figures(heading: impl Into<Cow<'static, str>>) -> TextColumn {
    TextColumn { heading: heading.into(), alignment: CellAlignment::Right, role: Role::Plain }
}

/// What a cell says by its colour, where colours are welcome: two that the colour-blind tell apart,
/// on dark and on light ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellTone {
    /// Significantly more than what it is compared with: cyan.
    More,
    /// Significantly less: yellow.
    Less,
}

/// A table to be printed, each row with a cell for each column.
pub(super) struct TextTable {
    pub(super) columns: Vec<TextColumn>,
    pub(super) rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Writes the table in the format asked for; JSON has a shape of its own, which the caller
    /// gives.
    pub(super) fn render(
        &self,
        format: OutputFormat,
        style: Style,
        json: impl FnOnce() -> Value,
    ) -> Result<String> {
        match format {
            OutputFormat::Table => Ok(self.aligned(style)),
            OutputFormat::Markdown => Ok(self.markdown()),
            OutputFormat::Csv => self.csv().map_err(Failure::Failed),
            OutputFormat::Json => pretty(&json()),
        }
    }

    pub(super) fn aligned(&self, style: Style) -> String {
        self.toned(style, |_, _| None)
    }

    pub(super) fn toned(
        &self,
        style: Style,
        tone: impl Fn(usize, usize) -> Option<CellTone>,
    ) -> String {
        self.fitted(style, style.columns(), tone)
    }

    /// The table on so many columns of characters; as wide as it is where there is no limit.
    fn fitted(
        &self,
        style: Style,
        width: Option<usize>,
        tone: impl Fn(usize, usize) -> Option<CellTone>,
    ) -> String {
        // Lines end with a blank, which the line under the headings shows.
        let width = width.map_or(usize::MAX, |width| width.saturating_sub(1));
        let needs: Vec<Need> =
            (0..self.columns.len()).map(|place| self.need(place, width)).collect();
        let blocks = blocks(&needs, width);
        let text: Vec<String> =
            blocks.iter().map(|block| self.block(block, style, &tone)).collect();
        let left_out: Vec<String> = (0..self.columns.len())
            .filter(|place| blocks.iter().flatten().all(|(shown, _)| shown != place))
            .map(|place| shown(&self.columns[place].heading))
            .collect();
        let mut text = text.join("\n");
        if !left_out.is_empty() {
            text += &format!("(a wider terminal also shows: {})\n", left_out.join(", "));
        }
        text
    }

    /// What a column takes. Texts that are short, and figures, stand on one line; of headings only
    /// the words do.
    fn need(&self, place: usize, width: usize) -> Need {
        let column = &self.columns[place];
        let cells = || self.rows.iter().map(|row| shown(&row[place]));
        let longest_cell = cells().map(|cell| display_width(&cell)).max().unwrap_or(0);
        let heading = shown(&column.heading);
        let is_whole =
            column.alignment == CellAlignment::Right || place == 0 || longest_cell <= SHORT;
        let of_cells = if is_whole {
            longest_cell
        } else {
            cells().map(|cell| longest_word(&cell)).max().unwrap_or(0).max(NARROW)
        };
        let least = of_cells.max(longest_word(&heading)).min((width / 2).max(1));
        let role = if place == 0 { Role::Key } else { column.role };
        Need { least, all: longest_cell.max(display_width(&heading)), role }
    }

    fn block(
        &self,
        block: &[Width],
        style: Style,
        tone: &impl Fn(usize, usize) -> Option<CellTone>,
    ) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.style_mut().header_separator = presets::UTF8_HORIZONTAL_ONLY.header_separator;
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_header(block.iter().map(|&(place, _)| heading(&self.columns[place], style)));
        if style.coloured {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        for (number, row) in self.rows.iter().enumerate() {
            table.add_row(block.iter().map(|&(place, _)| {
                let alignment = self.columns[place].alignment;
                let cell = Cell::new(shown(&row[place])).set_alignment(alignment);
                match tone(number, place).filter(|_| style.coloured) {
                    Some(CellTone::More) => cell.fg(Color::DarkCyan),
                    Some(CellTone::Less) => cell.fg(Color::DarkYellow),
                    None => cell,
                }
            }));
        }
        for (column, &(_, width)) in table.column_iter_mut().zip(block) {
            column.set_padding((0, 1));
            let width = u16::try_from(width + 1).unwrap_or(u16::MAX);
            column.set_constraint(ColumnConstraint::Absolute(ComfyWidth::Fixed(width)));
        }
        table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    pub(super) fn markdown(&self) -> String {
        let mut text = markdown_line(self.columns.iter().map(|column| escaped(&column.heading)));
        text += &markdown_line(self.columns.iter().map(|column| match column.alignment {
            CellAlignment::Right => "---:".to_owned(),
            _ => "---".to_owned(),
        }));
        for row in &self.rows {
            text += &markdown_line(row.iter().map(|cell| escaped(cell)));
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

fn shown(cell: &str) -> String {
    Shown::of(cell).to_string()
}

fn longest_word(text: &str) -> usize {
    text.split(' ').map(display_width).max().unwrap_or(0)
}

fn markdown_line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

/// A cell as a table of Markdown has it.
fn escaped(cell: &str) -> String {
    shown(cell).replace('|', "\\|")
}

fn heading(column: &TextColumn, style: Style) -> Cell {
    let cell = Cell::new(shown(&column.heading)).set_alignment(column.alignment);
    if style.coloured { cell.add_attribute(Attribute::Bold) } else { cell }
}

/// Writes JSON with indentation and a final newline; what is hidden in its texts is spelled out.
pub(super) fn pretty(value: &Value) -> Result<String> {
    serde_json::to_string_pretty(value)
        .map(|text| spelled(&text) + "\n")
        .map_err(|error| Failure::Failed(anyhow::Error::new(error).context("cannot write JSON")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style { coloured: false, wrapped: false };

    fn table() -> TextTable {
        TextTable {
            columns: vec![
                words("name"),
                figures("wins"),
                figures("lead changes"),
                words("what it does, told at length"),
                words("where it comes from").minor(),
            ],
            rows: vec![
                ["counter", "12.34 ± 0.05 %", "1.2", "weighs what it can follow later", "a book"],
                ["ismcts:playouts=1000", "9.9 %", "3.4", "searches", "a paper in three volumes"],
            ]
            .into_iter()
            .map(|row| row.map(str::to_owned).to_vec())
            .collect(),
        }
    }

    /// Every word of the table, wherever it is wrapped.
    fn words_of(text: &str) -> Vec<String> {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.retain(|word| !word.contains('═'));
        words.sort_unstable();
        words.dedup();
        words
    }

    #[test]
    fn a_table_fits_the_terminal_and_no_word_is_broken() {
        let table = table();
        let whole = words_of(&table.fitted(PLAIN, None, |_, _| None));
        for width in 60..=160 {
            let text = table.fitted(PLAIN, Some(width), |_, _| None);
            let widest = text.lines().map(display_width).max().unwrap_or(0);
            assert!(widest <= width, "{widest} of {width}:\n{text}");
            let is_left_out = text.contains("(a wider terminal also shows: where it comes from)");
            let words = words_of(&text);
            let lacks = whole.iter().filter(|word| !words.contains(word)).count();
            assert_eq!(lacks > 0, is_left_out, "{text}");
            assert!(text.contains("12.34 ± 0.05 %"), "figures are not wrapped: {text}");
        }
        assert!(table.fitted(PLAIN, Some(60), |_, _| None).contains("a wider terminal"));
    }

    #[test]
    fn what_does_not_fit_stands_below_behind_the_first_column_again() {
        let columns = ["name"]
            .into_iter()
            .map(words)
            .chain((0..12).map(|place| figures(format!("figure {place}"))));
        let row = |name: &str| {
            std::iter::once(name.to_owned())
                .chain((0..12).map(|place| format!("1{place}.5 ▲")))
                .collect()
        };
        let table =
            TextTable { columns: columns.collect(), rows: vec![row("official"), row("stacking")] };
        let text = table.fitted(PLAIN, Some(80), |_, _| None);
        assert_eq!(text.matches("official").count(), 2, "{text}");
        assert!(text.lines().all(|line| display_width(line) <= 80), "{text}");
        assert!((0..12).all(|place| text.contains(&format!("1{place}.5 ▲"))), "{text}");
        let whole = table.fitted(PLAIN, None, |_, _| None);
        assert_eq!(whole.matches("official").count(), 1, "{whole}");
    }
}
