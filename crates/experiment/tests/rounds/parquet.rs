//! The same as Parquet.

use super::{ORIGIN, rows, written};
use parquet::file::metadata::KeyValue;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use std::borrow::Cow;
use std::fs::File;
use unobench_findings::rows::RoundRow;

/// More rows than one group of a file has.
const MANY: u64 = (1 << 20) + 3;

fn row(fields: Vec<(String, Field)>) -> RoundRow<'static> {
    let int = |place: usize| match fields[place].1 {
        Field::Int(number) => number,
        ref other => panic!("{other} is no number"),
    };
    let whole = |place| u32::try_from(int(place)).expect("not below 0");
    let text = |place: usize| match &fields[place].1 {
        Field::Str(text) => Cow::Owned(text.clone()),
        other => panic!("{other} is no text"),
    };
    let Field::Long(block) = fields[2].1 else { panic!("a block is a number") };
    RoundRow {
        rules: text(0),
        players: whole(1),
        block: u64::try_from(block).expect("not below 0"),
        seating: whole(3),
        round: whole(4),
        seat: whole(5),
        strategy: text(6),
        won: whole(7),
        score: int(8),
        hand_points: whole(9),
        turns: whole(10),
        drawn: whole(11),
        rules_digest: text(12),
    }
}

#[test]
fn rows_are_read_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("rounds.parquet");
    assert_eq!(written(&path, MANY), MANY);
    let reader = SerializedFileReader::new(File::open(&path).expect("a file")).expect("Parquet");
    assert_eq!(reader.metadata().num_row_groups(), 2);
    let origin = reader.metadata().file_metadata().key_value_metadata().expect("an origin");
    assert_eq!(*origin, [KeyValue::new(ORIGIN.0.to_owned(), ORIGIN.1.to_owned())]);
    let names = reader.metadata().file_metadata().schema_descr().columns().iter();
    let names: Vec<String> = names.map(|column| column.name().to_owned()).collect();
    assert_eq!(names, unobench_findings::csv::names(&RoundRow::default()).expect("columns"));
    let read = reader.get_row_iter(None).expect("rows");
    assert!(read.map(|fields| row(fields.expect("a row").into_columns())).eq(rows(MANY)));
}

#[test]
fn a_file_without_rows_is_one_all_the_same() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("rounds.parquet");
    assert_eq!(written(&path, 0), 0);
    let reader = SerializedFileReader::new(File::open(&path).expect("a file")).expect("Parquet");
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
}
