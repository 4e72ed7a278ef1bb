//! CSV: UTF-8, a header row, commas, RFC 4180 quoting, numbers with enough digits to be read again.

use crate::table::{Row, Table};
use std::io::{self, Write};

/// Writes rows under a header.
///
/// # Errors
/// If the writer fails.
pub fn write<R: Row>(writer: impl Write, rows: impl IntoIterator<Item = R>) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(writer);
    writer.write_record(R::COLUMNS)?;
    for row in rows {
        writer.write_record(row.cells().iter().map(super::Cell::exact))?;
    }
    writer.flush()
}

/// Writes a table of any kind.
///
/// # Errors
/// If the writer fails.
pub fn write_table(writer: impl Write, table: &Table) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(writer);
    writer.write_record(table.columns)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(super::Cell::exact))?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use crate::table::Cell;
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let rows = vec![
            vec![Cell::from("save-wilds:keep=2,call=1"), Cell::from(0.5)],
            vec![Cell::from("a\"b"), Cell::Empty],
        ];
        let table = Table { columns: &["strategy", "win_rate"], rows };
        let mut text = Vec::new();
        write_table(&mut text, &table).expect("memory is large enough");
        let expected = "strategy,win_rate\n\"save-wilds:keep=2,call=1\",0.5\n\"a\"\"b\",\n";
        assert_eq!(String::from_utf8(text).expect("it is UTF-8"), expected);
    }
}
