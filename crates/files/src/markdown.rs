//! Markdown tables to paste into a thread.

use crate::table::{Cell, Table};
use std::io::{self, Write};

/// Writes a table, numbers to the right and in few digits.
///
/// # Errors
/// If the writer fails.
pub fn write(mut writer: impl Write, table: &Table) -> io::Result<()> {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    writeln!(
        writer,
        "{}",
        line(table.columns.iter().map(|column| (*column).to_owned()).collect())
    )?;
    writeln!(
        writer,
        "{}",
        line((0..table.columns.len()).map(|column| rule(table, column).to_owned()).collect())
    )?;
    for row in &table.rows {
        writeln!(
            writer,
            "{}",
            line(row.iter().map(|cell| cell.brief().replace('|', "\\|")).collect())
        )?;
    }
    Ok(())
}

/// The line under a column's name.
fn rule(table: &Table, column: usize) -> &'static str {
    if table.rows.iter().all(|row| row.get(column).is_some_and(Cell::is_number)) {
        "---:"
    } else {
        "---"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_to_the_right() {
        let rows =
            vec![vec![Cell::from("a|b"), Cell::from(0.25)], vec![Cell::from("c"), Cell::Empty]];
        let mut text = Vec::new();
        write(&mut text, &Table { columns: &["strategy", "win_rate"], rows })
            .expect("memory is large enough");
        let expected = "| strategy | win_rate |\n| --- | ---: |\n| a\\|b | 0.2500 |\n| c |  |\n";
        assert_eq!(String::from_utf8(text).expect("it is UTF-8"), expected);
    }
}
