//! Files with a row for each seat of each round.

#[cfg(feature = "parquet")]
mod parquet;

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use unobench_experiment::rounds::{FormatError, RoundsFile, RoundsPath};
use unobench_findings::csv;
use unobench_findings::rows::RoundRow;

fn rows(count: u64) -> impl Iterator<Item = RoundRow<'static>> {
    (0..count).map(|row| RoundRow {
        rules: Cow::Borrowed("official"),
        players: 2,
        block: row / 4,
        seating: (row / 2 % 2) as u32,
        round: 0,
        seat: (row % 2) as u32 + 1,
        strategy: Cow::Borrowed(["linear", "save-wilds:keep=2,call=1"][(row % 2) as usize]),
        won: u32::from(row % 3 == 0),
        score: (row * 7 % 90) as i32 - 10,
        hand_points: (row * 5 % 60) as u32,
        turns: 20 + (row / 2 % 9) as u32,
        drawn: (row % 11) as u32,
        rules_digest: Cow::Borrowed("0123456789ab"),
    })
}

const ORIGIN: (&str, &str) = ("unobench.seed", "7");

fn begun(path: &Path) -> RoundsFile {
    let to = RoundsPath::new(path.to_owned()).expect("a format");
    RoundsFile::begin(&to, &[(ORIGIN.0, ORIGIN.1.to_owned())]).expect("it is begun")
}

fn written(path: &Path, count: u64) -> u64 {
    let mut file = begun(path);
    rows(count).for_each(|row| file.write(&row).expect("it is written"));
    file.finish().expect("it is put in its place")
}

#[test]
fn rows_are_read_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("rounds.csv");
    assert_eq!(written(&path, 5), 5);
    let text = fs::read_to_string(&path).expect("a file");
    let begin = "rules,players,block,seating,round,seat,strategy,won,score,hand_points,turns,\
        drawn,rules_digest\nofficial,2,0,0,0,1,linear,1,-10,0,20,0,0123456789ab\n\
        official,2,0,0,0,2,\"save-wilds:keep=2,call=1\",0,-3,5,20,1,0123456789ab\n";
    assert!(text.starts_with(begin), "{text}");
    let read: Vec<RoundRow<'_>> = csv::read(text.as_bytes()).expect("they are rows");
    assert_eq!(read, rows(5).collect::<Vec<_>>());
}

#[test]
fn without_rows_there_is_a_header() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("rounds.csv");
    assert_eq!(written(&path, 0), 0);
    assert!(fs::read_to_string(&path).expect("a file").starts_with("rules,players,block,"));
}

#[test]
fn the_end_of_a_name_says_the_format() {
    let format_of = |name: &str| RoundsPath::new(name.into()).map(drop);
    assert_eq!(format_of("a/b.CSV"), Ok(()));
    for name in ["rounds", "rounds.json", "csv", ".csv"] {
        assert_eq!(format_of(name), Err(FormatError::Unknown), "{name}");
    }
    assert_eq!(format_of("b.parquet").is_ok(), cfg!(feature = "parquet"));
}

#[test]
fn a_file_that_is_there_stays_until_the_new_one_is_finished() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("rounds.csv");
    fs::write(&path, "old").expect("it is written");
    drop(begun(&path));
    assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let names = ["full.csv", "full.parquet"].map(|name| directory.path().join(name));
    for path in names.iter().filter(|path| RoundsPath::new(path.to_path_buf()).is_ok()) {
        std::os::unix::fs::symlink("/dev/full", path).expect("a link");
        let mut file = begun(path);
        let failed = rows(10_000).try_for_each(|row| file.write(&row));
        let error = failed.and_then(|()| file.finish().map(drop)).expect_err("it is full");
        let said = format!("cannot write {}: No space left", path.display());
        assert!(error.to_string().starts_with(&said), "{error}");
    }
}
