//! Rounds as Parquet: columns of numbers, names as dictionaries, compressed with Zstandard.
//!
//! The columns are those of [`RoundRow`], none of which is ever empty. What they come from is in the
//! file's footer.

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use unobench_findings::rows::RoundRow;

/// Rows that are compressed together.
const ROW_GROUP: usize = 1 << 20;

const SCHEMA: &str = "message rounds {
    REQUIRED BYTE_ARRAY rules (STRING);
    REQUIRED INT32 players;
    REQUIRED INT64 block;
    REQUIRED INT32 seating;
    REQUIRED INT32 round;
    REQUIRED INT32 seat;
    REQUIRED BYTE_ARRAY strategy (STRING);
    REQUIRED INT32 won;
    REQUIRED INT32 score;
    REQUIRED INT32 hand_points;
    REQUIRED INT32 turns;
    REQUIRED INT32 drawn;
    REQUIRED BYTE_ARRAY rules_digest (STRING);
}";

/// A Parquet file of rounds that is being written, one group of rows at a time.
pub(crate) struct ParquetColumns<W: Write + Send> {
    file: SerializedFileWriter<W>,
    names: Vec<ByteArray>,
    group: RowGroup,
}

/// The columns that are not written yet, by their type, in the order of the schema.
#[derive(Default)]
struct RowGroup {
    names: [Vec<ByteArray>; 3],
    numbers: [Vec<i32>; 9],
    blocks: Vec<i64>,
}

impl<W: Write + Send> fmt::Debug for ParquetColumns<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Columns").field("rows", &self.group.blocks.len()).finish_non_exhaustive()
    }
}

impl<W: Write + Send> ParquetColumns<W> {
    pub(crate) fn begin(to: W, origin: &[(&str, String)]) -> io::Result<ParquetColumns<W>> {
        let origin =
            origin.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
        let schema = parse_message_type(SCHEMA).map_err(io_error)?;
        let block = ColumnPath::from("block");
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(ROW_GROUP))
            // It grows slowly and takes many values.
            .set_column_dictionary_enabled(block.clone(), false)
            .set_column_encoding(block, Encoding::DELTA_BINARY_PACKED)
            .set_key_value_metadata(Some(origin.collect()))
            .build();
        let file = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties));
        Ok(ParquetColumns {
            file: file.map_err(io_error)?,
            names: Vec::new(),
            group: RowGroup::default(),
        })
    }

    pub(crate) fn write(&mut self, row: &RoundRow<'_>) -> io::Result<()> {
        let names = [&row.rules, &row.strategy, &row.rules_digest].map(|text| self.name(text));
        let RoundRow { players, seating, round, seat, won, hand_points, turns, drawn, .. } = *row;
        let group = &mut self.group;
        group.names.iter_mut().zip(names).for_each(|(column, name)| column.push(name));
        group.blocks.push(i64::try_from(row.block).map_err(io::Error::other)?);
        let [players, seating, round, seat] = [players, seating, round, seat].map(number);
        let [won, hand_points, turns, drawn] = [won, hand_points, turns, drawn].map(number);
        let numbers =
            [players, seating, round, seat, won, Ok(row.score), hand_points, turns, drawn];
        for (column, number) in group.numbers.iter_mut().zip(numbers) {
            column.push(number?);
        }
        if group.blocks.len() < ROW_GROUP { Ok(()) } else { self.write_group() }
    }

    fn name(&mut self, text: &str) -> ByteArray {
        if let Some(known) = self.names.iter().find(|name| name.data() == text.as_bytes()) {
            return known.clone();
        }
        self.names.push(ByteArray::from(text.as_bytes().to_vec()));
        self.names[self.names.len() - 1].clone()
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut to = self.file.next_row_group().map_err(io_error)?;
        let RowGroup { names: [rules, strategies, digests], numbers, blocks } = &mut self.group;
        let (before, after) = numbers.split_at_mut(4);
        put::<ByteArrayType>(&mut to, rules)?;
        put::<Int32Type>(&mut to, &mut before[0])?;
        put::<Int64Type>(&mut to, blocks)?;
        before[1..].iter_mut().try_for_each(|numbers| put::<Int32Type>(&mut to, numbers))?;
        put::<ByteArrayType>(&mut to, strategies)?;
        after.iter_mut().try_for_each(|numbers| put::<Int32Type>(&mut to, numbers))?;
        put::<ByteArrayType>(&mut to, digests)?;
        to.close().map(drop).map_err(io_error)
    }

    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.group.blocks.is_empty() {
            self.write_group()?;
        }
        self.file.into_inner().map_err(io_error)
    }
}

fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &mut Vec<T::T>,
) -> io::Result<()> {
    let mut column =
        group.next_column().map_err(io_error)?.expect("as many columns as in the schema");
    column.typed::<T>().write_batch(values, None, None).map_err(io_error)?;
    values.clear();
    column.close().map_err(io_error)
}

fn number(number: u32) -> io::Result<i32> {
    i32::try_from(number).map_err(io::Error::other)
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast() {
            Ok(source) => *source,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
    }
}
