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
