//! Tables as data: named columns, and rows of typed cells.

/// A value in a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A name.
    Text(String),
    /// A number of something.
    Count(u64),
    /// A whole number.
    Integer(i64),
    /// A measured number.
    Real(f64),
    /// What nothing can be said of.
    Empty,
}

/// A row of a table: a type for each kind of table.
pub trait Row {
    /// The names of the columns.
    const COLUMNS: &'static [&'static str];

    /// The cells, one for each column.
    fn cells(&self) -> Vec<Cell>;
}

/// A table of any kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The names of the columns.
    pub columns: &'static [&'static str],
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Collects rows into a table.
    pub fn new<R: Row>(rows: impl IntoIterator<Item = R>) -> Table {
        Table { columns: R::COLUMNS, rows: rows.into_iter().map(|row| row.cells()).collect() }
    }
}

/// Below this size numbers are written with an exponent.
const TINY: f64 = 1e-5;

impl Cell {
    /// The value as it is exported: enough digits to read the same number again, nothing if it is
    /// empty.
    #[must_use]
    pub fn exact(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Integer(number) => number.to_string(),
            Cell::Real(number) if *number != 0.0 && number.abs() < TINY => format!("{number:e}"),
            // The sum turns a negative zero into a plain one.
            Cell::Real(number) => (number + 0.0).to_string(),
            Cell::Empty => String::new(),
        }
    }

    /// The value as people like to read it.
    #[must_use]
    pub fn brief(&self) -> String {
        match self {
            Cell::Real(number) => {
                let places = match number.abs() {
                    size if size < 1.0 => 4,
                    size if size < 100.0 => 2,
                    _ => 1,
                };
                format!("{:.places$}", number + 0.0)
            }
            other => other.exact(),
        }
    }

    /// Whether it is a number, or stands where one would.
    #[must_use]
    pub fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Cell {
        Cell::Count(count as u64)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Cell {
        Cell::Integer(number)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        if number.is_finite() { Cell::Real(number) } else { Cell::Empty }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exported_with_all_their_digits() {
        for number in [0.1, 1.0 / 3.0, 1e-9, 123_456_789.123_456_79, -2.5] {
            assert_eq!(Cell::from(number).exact().parse(), Ok(number));
        }
        assert_eq!(Cell::from(1.0).exact(), "1");
        assert_eq!(Cell::from(-0.0).exact(), "0");
    }

    #[test]
    fn what_is_unknown_is_empty() {
        assert_eq!(Cell::from(None::<f64>).exact(), "");
        assert_eq!(Cell::from(f64::NAN), Cell::Empty);
        assert_eq!(Cell::from(f64::INFINITY), Cell::Empty);
    }

    #[test]
    fn numbers_for_people_are_short() {
        let brief = |number: f64| Cell::from(number).brief();
        assert_eq!([brief(0.25), brief(-12.345), brief(1234.56)], ["0.2500", "-12.35", "1234.6"]);
    }
}
