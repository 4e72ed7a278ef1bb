//! CSV: UTF-8, a header row, commas, RFC 4180 quoting, numbers with enough digits to be read again.
//! A real number has a decimal point even where it is whole, so that whoever guesses the type of a
//! column by its first rows is right.
//!
//! A row is any type of plain fields; the names of its fields are the header. What is `None`, and
//! a number that is not finite, is an empty field.

use crate::wide::Wide;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::{self, Read, Write};

pub use ::csv::Error;

/// Below this size numbers are written with an exponent.
const TINY: f64 = 1e-5;

/// Writes rows under a header, which is there even if there are no rows.
pub fn write<R: Serialize + Default>(
    writer: impl Write,
    rows: impl IntoIterator<Item = R>,
) -> io::Result<()> {
    let mut rows = rows.into_iter().peekable();
    let header: Vec<String> = match rows.peek() {
        Some(row) => names(row)?,
        None => names(&R::default())?,
    };
    let rows = rows.map(|row| Ok(fields(&row)?.map(|(_, value)| value).collect()));
    write_table(writer, &header, rows)
}

/// Writes rows of values under a header.
fn write_table<S: AsRef<str>>(
    writer: impl Write,
    header: &[S],
    rows: impl IntoIterator<Item = io::Result<Vec<Value>>>,
) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(writer);
    writer.write_record(header.iter().map(AsRef::as_ref))?;
    for row in rows {
        writer.write_record(row?.iter().map(field))?;
    }
    writer.flush()
}

/// Writes a table of findings.
pub fn write_wide(writer: impl Write, table: &Wide) -> io::Result<()> {
    write_part(writer, table, CsvHead::Written)
}

/// Whether the columns are named, which they are once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsvHead {
    Written,
    WrittenBefore,
}

/// Writes a part of a table of findings.
pub fn write_part(writer: impl Write, table: &Wide, head: CsvHead) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(writer);
    if head == CsvHead::Written {
        writer.write_record(table.columns.iter().map(|heading| &heading.name))?;
    }
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns);
        writer.write_record(cells.map(|(value, heading)| match value.as_f64() {
            Some(number) if heading.is_real => real(number),
            _ => field(value),
        }))?;
    }
    writer.flush()
}

/// Reads rows, whatever other columns there are.
pub fn read<R: DeserializeOwned>(reader: impl Read) -> Result<Vec<R>, ::csv::Error> {
    rows(reader).collect()
}

/// Reads rows one by one.
pub fn rows<R: DeserializeOwned>(reader: impl Read) -> impl Iterator<Item = Result<R, Error>> {
    ::csv::Reader::from_reader(reader).into_deserialize()
}

pub fn names(row: &impl Serialize) -> io::Result<Vec<String>> {
    Ok(fields(row)?.map(|(name, _)| name).collect())
}

fn fields(row: &impl Serialize) -> io::Result<impl Iterator<Item = (String, Value)>> {
    match serde_json::to_value(row)? {
        Value::Object(fields) => Ok(fields.into_iter()),
        _ => Err(io::Error::other("a row has to have named fields")),
    }
}

/// A value with enough digits to read the same number again.
fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => real(number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    }
}

fn real(number: f64) -> String {
    let digits = if number != 0.0 && number.abs() < TINY {
        format!("{number:e}")
    } else {
        // The sum turns a negative zero into a plain one.
        (number + 0.0).to_string()
    };
    match digits.split_once('e') {
        _ if digits.contains('.') => digits,
        Some((whole, exponent)) => format!("{whole}.0e{exponent}"),
        None => digits + ".0",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Finding;
    use crate::metric::Metric;
    use crate::question::Question;
    use crate::rows::{LadderRow, TurnsRow};

    fn written<R: Serialize + Default>(rows: Vec<R>) -> String {
        let mut text = Vec::new();
        write(&mut text, rows).expect("memory is large enough");
        String::from_utf8(text).expect("it is UTF-8")
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let named = |strategy: &str, win_rate| LadderRow {
            rules: "official".to_owned(),
            players: 2,
            strategy: strategy.to_owned(),
            games: 7,
            win_rate,
            ..LadderRow::default()
        };
        let rows = vec![named("save-wilds:keep=2,call=1", Some(0.5)), named("a\"b", None)];
        let expected = "rules,players,strategy,opponent,games,win_rate,win_rate_low,win_rate_high\n\
            official,2,\"save-wilds:keep=2,call=1\",,7,0.5,,\n\
            official,2,\"a\"\"b\",,7,,,\n";
        assert_eq!(written(rows.clone()), expected);
        assert_eq!(read::<LadderRow>(expected.as_bytes()).expect("they are rows"), rows);
    }

    #[test]
    fn without_rows_there_is_a_header() {
        assert_eq!(written(Vec::<TurnsRow>::new()), "rules,players,turns,count,rules_digest\n");
    }

    #[test]
    fn numbers_are_exported_with_all_their_digits() {
        for number in [0.1, 1.0 / 3.0, 1e-9, 123_456_789.123_456_79, -2.5] {
            assert_eq!(field(&number.into()).parse(), Ok(number));
        }
        assert_eq!(field(&1.0.into()), "1.0");
        assert_eq!(field(&(-0.0).into()), "0.0");
        assert_eq!(field(&1e-9.into()), "1.0e-9");
        assert_eq!(field(&1.5e-9.into()), "1.5e-9");
        assert_eq!(field(&1e15.into()), "1000000000000000.0");
        assert_eq!(field(&u64::MAX.into()), "18446744073709551615");
        assert_eq!(field(&(-3_i64).into()), "-3");
    }

    /// A column of numbers is whole in every row or in none, whatever the numbers are.
    #[test]
    fn real_columns_of_tables_have_a_point() {
        let (question, subject) = (Question::Seats, "seat 1".to_owned());
        let seat = Finding { question, subject, ..Finding::default() };
        let all = [seat.count(Metric::Wins, 3), seat.number(Metric::WinRate, 1.0)];
        let mut text = Vec::new();
        write_wide(&mut text, &Wide::of(Question::Seats, &all)).expect("memory is large enough");
        let text = String::from_utf8(text).expect("it is UTF-8");
        assert!(text.ends_with("\n,0,,1,,3,1.0,,,,\n"), "{text}");
    }

    #[test]
    fn what_is_unknown_is_empty() {
        for number in [None, Some(f64::NAN), Some(f64::INFINITY)] {
            let row = LadderRow { win_rate: number, ..LadderRow::default() };
            assert!(written(vec![row]).ends_with("\n,0,,,0,,,\n"), "{number:?}");
        }
    }
}
