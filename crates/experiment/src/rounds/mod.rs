//! A file with a row for each seat of each round: CSV or, with the feature `parquet`, Parquet.
//!
//! It is written under another name and put in its place at the end, so that whoever reads it sees
//! all of it; what is no regular file, such as a pipe, is written to as it is.

#[cfg(feature = "parquet")]
use parquet::ParquetColumns;
use std::io;
use std::path::{Path, PathBuf};
use unobench_disk::{Output, WriteError};
use unobench_findings::csv;
use unobench_findings::rows::RoundRow;

#[cfg(feature = "parquet")]
mod parquet;

const BUFFER: usize = 1 << 16;

/// The format of a rounds file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RoundsFormat {
    Csv,
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Why the name of a rounds file says no format that this program writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("the end of the name says the format; allowed: FILE.csv and FILE.parquet")]
    Unknown,
    /// Parquet is not built in.
    #[error(
        "this program was built without Parquet; allowed: FILE.csv (`cargo build --release \
         --features parquet` builds one that writes FILE.parquet too)"
    )]
    NoParquet,
}

/// Where a user wants the rounds file, with the format that its name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundsPath {
    path: PathBuf,
    format: RoundsFormat,
}

impl RoundsPath {
    /// Takes a name that ends in `.csv` or `.parquet`.
    ///
    /// # Errors
    /// If it says no format, or one that is not built in.
    pub fn new(path: PathBuf) -> Result<RoundsPath, FormatError> {
        let end = path.extension().map(|end| end.to_ascii_lowercase());
        let format = match end.as_ref().and_then(|end| end.to_str()) {
            Some("csv") => RoundsFormat::Csv,
            #[cfg(feature = "parquet")]
            Some("parquet") => RoundsFormat::Parquet,
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => return Err(FormatError::NoParquet),
            _ => return Err(FormatError::Unknown),
        };
        Ok(RoundsPath { path, format })
    }

    pub fn as_path(&self) -> &Path {
        &self.path
    }
}

/// A rounds file that is being written, with the number of its rows.
#[derive(Debug)]
pub struct RoundsFile {
    path: PathBuf,
    rows: RoundsWriter,
    count: u64,
}

impl RoundsFile {
    /// Begins a file. One that is there already stays until the new one is finished. What the
    /// rounds come from, by keys, is told in Parquet alone: CSV has no place for it.
    pub fn begin(to: &RoundsPath, origin: &[(&str, String)]) -> Result<RoundsFile, WriteError> {
        let RoundsPath { path, format } = to;
        let rows = RoundsWriter::begin(Output::named(path)?, *format, origin)
            .map_err(|source| WriteError::new(path, source))?;
        Ok(RoundsFile { path: path.clone(), rows, count: 0 })
    }

    pub fn write(&mut self, row: &RoundRow<'_>) -> Result<(), WriteError> {
        self.count += 1;
        self.rows.write(row).map_err(|source| WriteError::new(&self.path, source))
    }

    /// Puts the file in its place, and gives the number of its rows.
    ///
    /// # Errors
    /// If it cannot be written; what was there before still is.
    pub fn finish(self) -> Result<u64, WriteError> {
        let RoundsFile { path, rows, count } = self;
        rows.finish().map_err(|source| WriteError::new(&path, source))?.keep()?;
        Ok(count)
    }
}

/// What writes the rows of a rounds file in its format.
#[derive(Debug)]
enum RoundsWriter {
    Csv(Box<::csv::Writer<Output>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetColumns<Output>>),
}

impl RoundsWriter {
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "CSV tells no origin"))]
    fn begin(
        file: Output,
        format: RoundsFormat,
        origin: &[(&str, String)],
    ) -> io::Result<RoundsWriter> {
        match format {
            RoundsFormat::Csv => {
                let mut writer = ::csv::WriterBuilder::new()
                    .has_headers(false)
                    .buffer_capacity(BUFFER)
                    .from_writer(file);
                writer.write_record(csv::names(&RoundRow::default())?)?;
                Ok(RoundsWriter::Csv(Box::new(writer)))
            }
            #[cfg(feature = "parquet")]
            RoundsFormat::Parquet => {
                Ok(RoundsWriter::Parquet(Box::new(ParquetColumns::begin(file, origin)?)))
            }
        }
    }

    fn write(&mut self, row: &RoundRow<'_>) -> io::Result<()> {
        match self {
            RoundsWriter::Csv(writer) => Ok(writer.serialize(row)?),
            #[cfg(feature = "parquet")]
            RoundsWriter::Parquet(columns) => columns.write(row),
        }
    }

    fn finish(self) -> io::Result<Output> {
        match self {
            RoundsWriter::Csv(mut writer) => {
                writer.flush()?;
                writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
            }
            #[cfg(feature = "parquet")]
            RoundsWriter::Parquet(columns) => columns.finish(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::borrow::Cow;
    use std::fs;

    pub(crate) fn rows(count: u64) -> impl Iterator<Item = RoundRow<'static>> {
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

    pub(crate) const ORIGIN: (&str, &str) = ("unobench.seed", "7");

    fn begun(path: &Path) -> RoundsFile {
        let to = RoundsPath::new(path.to_owned()).expect("a format");
        RoundsFile::begin(&to, &[(ORIGIN.0, ORIGIN.1.to_owned())]).expect("it is begun")
    }

    pub(crate) fn written(path: &Path, count: u64) -> u64 {
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
        let format_of = |name: &str| RoundsPath::new(name.into()).map(|path| path.format);
        assert_eq!(format_of("a/b.CSV"), Ok(RoundsFormat::Csv));
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
}
