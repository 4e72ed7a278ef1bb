//! JSON for programs that read what is printed.

use crate::table::{Cell, Table};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// Turns a table into an array of objects with a key for each column; empty cells are `null`.
#[must_use]
pub fn from_table(table: &Table) -> Value {
    let object = |row: &Vec<Cell>| {
        let pairs = table
            .columns
            .iter()
            .zip(row)
            .map(|(column, cell)| ((*column).to_owned(), from_cell(cell)));
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    Value::Array(table.rows.iter().map(object).collect())
}

fn from_cell(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) => text.as_str().into(),
        Cell::Count(count) => (*count).into(),
        Cell::Integer(number) => (*number).into(),
        Cell::Real(number) => (*number).into(),
        Cell::Empty => Value::Null,
    }
}

/// Writes a value over several lines, with a line feed at the end.
///
/// # Errors
/// If the writer fails.
pub fn write_value(mut writer: impl Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut writer, value)?;
    writer.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_become_objects() {
        let rows = vec![vec![Cell::from("a"), Cell::from(3_u64), Cell::from(0.5), Cell::Empty]];
        let table = Table { columns: &["strategy", "games", "win_rate", "elo"], rows };
        assert_eq!(
            from_table(&table),
            json!([{"strategy": "a", "games": 3, "win_rate": 0.5, "elo": null}])
        );
    }
}
