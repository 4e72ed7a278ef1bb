//! A picture with what it says and the numbers behind it.

use super::chart::Picture;
use super::words::{grouped, plain};

/// What is in a cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    /// Nothing is known.
    Empty,
    /// Words.
    Text(String),
    /// A number.
    Number(f64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Number(number)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Number(number as f64)
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Cell {
        Cell::Number(number.into())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::Empty, Into::into)
    }
}

/// How the numbers of a column are written on the page; the data keep all digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    /// Words, or numbers with four significant digits.
    Plain,
    /// Whole numbers.
    Count,
    /// Shares in percent.
    Percent,
}

/// Numbers with the names of their columns.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Data {
    /// Names, and how the column is written.
    pub(super) columns: Vec<(&'static str, Show)>,
    /// Rows, each as long as there are columns.
    pub(super) rows: Vec<Vec<Cell>>,
}

/// A column of a table: its name, how it is written, and what stands in it.
pub(super) type Column<R> = (&'static str, Show, fn(&R) -> Cell);

impl Data {
    /// A table without rows.
    pub(super) fn new(columns: &[(&'static str, Show)]) -> Data {
        Data { columns: columns.to_vec(), rows: Vec::new() }
    }

    /// A table of the rows of some runs, each with its run's label, which is the first column.
    pub(super) fn of<'a, R: 'a>(
        rows: impl Iterator<Item = (&'a str, &'a R)>,
        columns: &[Column<R>],
    ) -> Data {
        let cells = |(label, row): (&'a str, &'a R)| {
            std::iter::once(label.into())
                .chain(columns.iter().map(|column| column.2(row)))
                .collect()
        };
        let names = std::iter::once(("run", Show::Plain))
            .chain(columns.iter().map(|&(name, show, _)| (name, show)));
        Data { columns: names.collect(), rows: rows.map(cells).collect() }
    }
}

/// Writes a cell for a person.
pub(super) fn shown(cell: &Cell, show: Show) -> String {
    match (cell, show) {
        (Cell::Empty, _) => "–".to_owned(),
        (Cell::Text(text), _) => text.clone(),
        (Cell::Number(number), Show::Count) => grouped(number.max(0.0) as u64),
        (Cell::Number(number), Show::Percent) => format!("{:.2} %", 100.0 * number),
        (Cell::Number(number), Show::Plain) => plain(*number),
    }
}

/// A series, as the legend names it.
pub(super) type Legend = Vec<String>;

/// A picture, the sentences under it, and its data.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    /// Its anchor on the page, which is also the name of its data: lower case letters, digits and
    /// hyphens.
    pub(super) id: String,
    /// Its heading.
    pub(super) title: String,
    /// The picture.
    pub(super) picture: Picture,
    /// The names of its series; empty if there is only one.
    pub(super) legend: Legend,
    /// What it shows, and how sure that is; the first is repeated at the head of the page.
    pub(super) sentences: Vec<String>,
    /// How many of the sentences tell the same of different directories or rule sets; at least 1.
    pub(super) headlines: usize,
    /// How it is read.
    pub(super) reading: String,
    /// The numbers behind it, as a table.
    pub(super) table: Data,
    /// What else can be downloaded: the points of curves.
    pub(super) curves: Option<Data>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_for_their_column() {
        let known = [
            (Cell::Empty, Show::Percent, "–"),
            (Cell::from("a"), Show::Count, "a"),
            (Cell::from(100_012_u64), Show::Count, "100,012"),
            (Cell::from(0.566_182), Show::Percent, "56.62 %"),
            (Cell::from(29.810_3), Show::Plain, "29.81"),
        ];
        for (cell, show, text) in known {
            assert_eq!(shown(&cell, show), text);
        }
    }
}
