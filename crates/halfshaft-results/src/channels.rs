//! The channel file: Parquet, one `f64` column per channel, after the column of the axis: the time, or the frequency or
//! speed of a response.
//!
//! The units are in the key-value metadata of the file, as `unit:<column>`. Any Parquet reader opens these files.

use crate::atomic;
use crate::checksum::{self, Seal};
use crate::error::Error;
use crate::measure::ChannelInfo;
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use std::fs::{self, File};
use std::io::{self, BufWriter, Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the time column.
pub const TIME: &str = "time";

const VERSION_KEY: &str = "halfshaft.version";
const MODEL_KEY: &str = "model";
/// Size of the buffer of a file being written, in bytes: it stays in the cache, and system calls are few.
const WRITTEN_AT_ONCE: usize = 1 << 17;
const DAMAGED: &str = "is damaged: its checksum does not match its contents";

/// Channels over time, or over another axis, column by column.
#[derive(Clone, Debug, PartialEq)]
pub struct Channels {
    /// The model file, as given.
    pub model: String,
    /// The axis in the first column: the time in seconds, or another quantity.
    pub axis: ChannelInfo,
    /// Names and units of the columns, without the axis.
    pub info: Vec<ChannelInfo>,
    /// The times in seconds, or the values of another axis.
    pub time: Vec<f64>,
    /// One column per channel, of the same length as the times.
    pub columns: Vec<Vec<f64>>,
}

impl Channels {
    /// No rows yet, over time.
    pub fn empty(model: &str, info: &[ChannelInfo]) -> Self {
        Channels::over(ChannelInfo { name: TIME.into(), unit: "s".into() }, model, info)
    }

    /// No rows yet, over another axis.
    pub fn over(axis: ChannelInfo, model: &str, info: &[ChannelInfo]) -> Self {
        Channels { model: model.into(), axis, info: info.to_vec(), time: vec![], columns: vec![vec![]; info.len()] }
    }

    /// The same channels, without rows.
    pub(crate) fn without_rows(&self) -> Self {
        Channels::over(self.axis.clone(), &self.model, &self.info)
    }

    /// Appends one row; the values come in the order of the channels.
    pub fn push(&mut self, time: f64, values: &[f64]) {
        self.time.push(time);
        for (column, &value) in self.columns.iter_mut().zip(values) {
            column.push(value);
        }
    }

    /// Appends one row: the time, then a value for each channel.
    pub(crate) fn push_row(&mut self, row: impl Iterator<Item = f64>) {
        let columns = std::iter::once(&mut self.time).chain(&mut self.columns);
        columns.zip(row).for_each(|(column, value)| column.push(value));
    }

    /// Appends consecutive rows, each with its time first.
    ///
    /// Column by column, so that each of many columns is touched once for all rows.
    pub(crate) fn extend(&mut self, rows: &[f64]) {
        let width = self.columns.len() + 1;
        for (i, column) in std::iter::once(&mut self.time).chain(&mut self.columns).enumerate() {
            column.extend(rows.chunks_exact(width).map(|row| row[i]));
        }
    }

    /// Makes room for this many rows in all, so that columns are not moved while they grow.
    pub(crate) fn reserve(&mut self, rows: usize) {
        for column in std::iter::once(&mut self.time).chain(&mut self.columns) {
            column.reserve_exact(rows.saturating_sub(column.len()));
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.time.len()
    }

    /// Removes the rows and keeps their storage.
    pub fn clear(&mut self) {
        self.time.clear();
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// The column of a channel by its name, or the axis by its name.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        if name == self.axis.name {
            return Some(&self.time);
        }
        let i = self.info.iter().position(|info| info.name == name)?;
        Some(&self.columns[i])
    }
}

/// Writes one complete file with one row group.
pub fn write_channels(path: &Path, channels: &Channels) -> Result<(), Error> {
    write_sealed(path, channels, |writer| writer.rows(channels))
}

/// The bytes of one complete file with one row group; `capacity` is a guess of their number.
pub(crate) fn encode_channels(channels: &Channels, capacity: usize) -> Result<Vec<u8>, ParquetError> {
    let mut bytes = Vec::with_capacity(capacity);
    let mut writer = Writer::new(&mut bytes, channels)?;
    writer.rows(channels)?;
    writer.finish()?;
    let sum = crc32fast::hash(&bytes);
    checksum::seal(&mut Cursor::new(&mut bytes), sum)?;
    Ok(bytes)
}

/// A part of a run's channels, as a complete file.
pub(crate) enum Part<'a> {
    /// On disk.
    File(&'a Path),
    /// In memory.
    Encoded(&'a Bytes),
}

/// Joins parts and the rows still in memory into one file, with a row group for each.
///
/// Only one part file is in memory at a time, and its encoded columns are copied unchanged.
pub(crate) fn join_channels<'a>(
    path: &Path,
    parts: impl Iterator<Item = Part<'a>>,
    rest: &Channels,
) -> Result<(), Error> {
    write_sealed(path, rest, |writer| {
        let mut parts = parts.peekable();
        let alone = parts.peek().is_none();
        parts.try_for_each(|part| match part {
            Part::File(path) => writer.part(&read_sealed(path)?),
            Part::Encoded(bytes) => writer.part(bytes),
        })?;
        if rest.rows() > 0 || alone { writer.rows(rest) } else { Ok(()) }
    })
}

/// Writes a file with the columns of `head` and its checksum.
fn write_sealed(
    path: &Path,
    head: &Channels,
    fill: impl FnOnce(&mut Writer<&mut BufWriter<&mut atomic::Target>>) -> Result<(), ParquetError>,
) -> Result<(), Error> {
    atomic::write(path, |file| {
        // Parquet's own buffer would make a system call for every 8 KB.
        let mut buffered = BufWriter::with_capacity(WRITTEN_AT_ONCE, &mut *file);
        let mut writer = Writer::new(&mut buffered, head)?;
        fill(&mut writer)?;
        writer.finish()?;
        buffered.flush()?;
        drop(buffered);
        let sum = file.sum();
        Ok::<_, ParquetError>(checksum::seal(file.file(), sum)?)
    })
}

/// The bytes of a part file whose checksum matches.
fn read_sealed(path: &Path) -> Result<Bytes, ParquetError> {
    let bytes = Bytes::from(fs::read(path)?);
    match checksum::verify(&mut Cursor::new(&bytes))? {
        Seal::Good => Ok(bytes),
        _ => Err(ParquetError::General(format!("{} {DAMAGED}", path.display()))),
    }
}

/// Reads a whole file.
pub fn read_channels(path: &Path) -> Result<Channels, Error> {
    let reader = Reader::open(path)?;
    let mut all = reader.head.clone();
    for group in 0..reader.groups() {
        reader.append(group, &mut all)?;
    }
    Ok(all)
}

/// Writes comma-separated values: a header `time [s],pivot.angle [rad]`, then a row per step.
///
/// The numbers have enough digits to be read back exactly.
pub fn write_csv(path: &Path, channels: &Channels) -> Result<(), Error> {
    atomic::write(path, |file| -> io::Result<()> {
        let mut out = BufWriter::new(file);
        write!(out, "{} [{}]", channels.axis.name, channels.axis.unit)?;
        for info in &channels.info {
            write!(out, ",{}", quoted(&format!("{} [{}]", info.name, info.unit)))?;
        }
        writeln!(out)?;
        for (row, time) in channels.time.iter().enumerate() {
            write!(out, "{time:?}")?;
            for column in &channels.columns {
                write!(out, ",{:?}", column[row])?;
            }
            writeln!(out)?;
        }
        out.flush()
    })
}

/// Quotes a field that contains a comma, a quote or a line break (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.into() }
}

struct Writer<W: Write + Send>(SerializedFileWriter<W>);

impl<W: Write + Send> Writer<W> {
    fn new(to: W, head: &Channels) -> Result<Self, ParquetError> {
        Ok(Writer(SerializedFileWriter::new(to, schema(head)?, properties(head))?))
    }

    fn rows(&mut self, channels: &Channels) -> Result<(), ParquetError> {
        let mut group = self.0.next_row_group()?;
        for column in std::iter::once(&channels.time).chain(&channels.columns) {
            let Some(mut writer) = group.next_column()? else { break };
            writer.typed::<DoubleType>().write_batch(column, None, None)?;
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Copies the row groups of a complete file with the same columns.
    fn part(&mut self, bytes: &Bytes) -> Result<(), ParquetError> {
        let part = SerializedFileReader::new(bytes.clone())?;
        for rows in part.metadata().row_groups() {
            let mut group = self.0.next_row_group()?;
            for column in rows.columns() {
                let encoded = ColumnCloseResult {
                    bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                    rows_written: u64::try_from(rows.num_rows()).unwrap_or(0),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                group.append_column(bytes, encoded)?;
            }
            group.close()?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), ParquetError> {
        self.0.close()?;
        Ok(())
    }
}

fn schema(head: &Channels) -> Result<TypePtr, ParquetError> {
    let column = |name: &str| {
        let column = Type::primitive_type_builder(name, Physical::DOUBLE).with_repetition(Repetition::REQUIRED);
        column.build().map(Arc::new)
    };
    let names = std::iter::once(&head.axis).chain(&head.info).map(|info| info.name.as_str());
    let columns = names.map(column).collect::<Result<_, _>>()?;
    Type::group_type_builder("channels").with_fields(columns).build().map(Arc::new)
}

/// Columns whose digits repeat are compressed, after splitting of their bytes into streams: 1.45 MB instead of 3.04 MB for
/// the channels of a pendulum. The others would take a sixth of the time of a run's recording and become little smaller. A
/// dictionary is useless for numbers that never repeat, and page statistics for columns that are not searched by value.
fn properties(head: &Channels) -> WriterPropertiesPtr {
    let version = env!("CARGO_PKG_VERSION").to_string();
    let mut pairs =
        vec![KeyValue::new(VERSION_KEY.into(), version.clone()), KeyValue::new(MODEL_KEY.into(), head.model.clone())];
    pairs.extend(
        std::iter::once(&head.axis)
            .chain(&head.info)
            .map(|info| KeyValue::new(unit_key(&info.name), info.unit.clone())),
    );
    // The last entry, where the checksum is searched for.
    pairs.push(KeyValue::new(checksum::KEY.into(), checksum::BLANK.to_string()));
    let properties = WriterProperties::builder()
        .set_created_by(format!("halfshaft {version}"))
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::PLAIN)
        .set_compression(Compression::UNCOMPRESSED)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(pairs));
    let columns = std::iter::once((&head.axis, &head.time)).chain(head.info.iter().zip(&head.columns));
    let properties = columns.filter(|(_, values)| repeats(values)).fold(properties, |properties, (info, _)| {
        let column = ColumnPath::from(vec![info.name.clone()]);
        properties
            .set_column_encoding(column.clone(), Encoding::BYTE_STREAM_SPLIT)
            .set_column_compression(column, Compression::SNAPPY)
    });
    Arc::new(properties.build())
}

/// Returns whether a good part of the bytes of a column are those of the value before, judged by some short stretches of it.
fn repeats(column: &[f64]) -> bool {
    const STRETCHES: usize = 4;
    const LENGTH: usize = 32;
    const ENOUGH: f64 = 0.3;
    let stretches = (0..STRETCHES).map(|k| &column[k * column.len() / STRETCHES..]);
    let pairs = stretches.flat_map(|stretch| stretch.windows(2).take(LENGTH));
    let (equal, all) = pairs.fold((0, 0), |(equal, all), pair| {
        let difference = (pair[0].to_bits() ^ pair[1].to_bits()).to_le_bytes();
        (equal + difference.iter().filter(|byte| **byte == 0).count(), all + difference.len())
    });
    equal as f64 > ENOUGH * all as f64
}

fn unit_key(column: &str) -> String {
    format!("unit:{column}")
}

/// A channel file that is read one row group at a time.
pub(crate) struct Reader {
    path: PathBuf,
    file: SerializedFileReader<File>,
    /// Its model and channels, without rows.
    pub head: Channels,
}

impl Reader {
    /// Opens a channel file, also one of an earlier version without a checksum.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Reader::checked(path, &[Seal::Good, Seal::Absent])
    }

    /// Opens a channel file that this process has just written: its checksum need not be tested.
    pub fn just_written(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|e| Error::file(path, "read", e))?;
        Reader::of(path, file)
    }

    /// Opens a part file of a run, which must have a checksum.
    pub fn part(path: &Path) -> Result<Self, Error> {
        Reader::checked(path, &[Seal::Good])
    }

    fn checked(path: &Path, accepted: &[Seal]) -> Result<Self, Error> {
        let failed = |e: &dyn std::fmt::Display| Error::file(path, "read", e);
        let mut file = File::open(path).map_err(|e| failed(&e))?;
        if !accepted.contains(&checksum::verify(&mut file).map_err(|e| failed(&e))?) {
            return Err(failed(&format!("it {DAMAGED}")));
        }
        Reader::of(path, file)
    }

    fn of(path: &Path, file: File) -> Result<Self, Error> {
        let failed = |e: ParquetError| Error::file(path, "read", e);
        let file = SerializedFileReader::new(file).map_err(failed)?;
        let head = head(&file).map_err(failed)?;
        Ok(Reader { path: path.to_owned(), file, head })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        usize::try_from(self.file.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    /// The number of row groups.
    pub fn groups(&self) -> usize {
        self.file.num_row_groups()
    }

    /// Appends the rows of one group.
    pub fn append(&self, group: usize, to: &mut Channels) -> Result<(), Error> {
        self.read(group, to).map_err(|e| self.unreadable(e))
    }

    /// Appends all rows of one column; number 0 is the time.
    pub fn append_column(&self, column: usize, to: &mut Vec<f64>) -> Result<(), Error> {
        let mut groups = 0..self.groups();
        groups.try_for_each(|group| self.column(group, column, to)).map_err(|e| self.unreadable(e))
    }

    fn unreadable(&self, error: ParquetError) -> Error {
        Error::file(&self.path, "read", error)
    }

    fn read(&self, group: usize, to: &mut Channels) -> Result<(), ParquetError> {
        let columns = std::iter::once(&mut to.time).chain(&mut to.columns);
        columns.enumerate().try_for_each(|(i, column)| self.column(group, i, column))
    }

    fn column(&self, group: usize, column: usize, to: &mut Vec<f64>) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let ColumnReader::DoubleColumnReader(mut values) = group.get_column_reader(column)? else {
            return Err(ParquetError::General(format!("column {} does not contain doubles", column + 1)));
        };
        values.read_records(rows, None, None, to)?;
        Ok(())
    }
}

/// The model and the columns from the metadata of a file.
fn head(file: &SerializedFileReader<File>) -> Result<Channels, ParquetError> {
    let metadata = file.metadata().file_metadata();
    let pairs = metadata.key_value_metadata().map_or(&[][..], Vec::as_slice);
    let value = |key: &str| pairs.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());

    let names: Vec<&str> = metadata.schema_descr().columns().iter().map(|column| column.name()).collect();
    let unit = |name: &str| value(&unit_key(name)).unwrap_or_else(|| "1".into());
    let mut info = names.iter().map(|name| ChannelInfo { name: name.to_string(), unit: unit(name) });
    let axis = info.next().ok_or_else(|| ParquetError::General("it has no columns".into()))?;
    Ok(Channels::over(axis, &value(MODEL_KEY).unwrap_or_default(), &info.collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn three_rows() -> Channels {
        let info = [("pivot.angle", "rad"), ("front, left.torque", "N m")];
        let info = info.map(|(name, unit)| ChannelInfo { name: name.into(), unit: unit.into() });
        let mut channels = Channels::empty("pendulum", &info);
        channels.push(0.0, &[0.1, -1e300]);
        channels.push(0.5, &[1.0 / 3.0, 5e-324]);
        channels.push(1.0, &[-0.0, 3.0]);
        channels
    }

    #[test]
    fn a_file_reads_back_with_its_units_and_every_bit() {
        let scratch = Scratch::new("parquet");
        let path = scratch.path().join("channels.parquet");
        write_channels(&path, &three_rows()).unwrap();
        let read = read_channels(&path).unwrap();
        assert_eq!(read, three_rows());
        assert!(read.column("pivot.angle").unwrap()[2].is_sign_negative());
        assert_eq!(read.column("time").unwrap(), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn a_flipped_bit_is_found_wherever_it_is() {
        let scratch = Scratch::new("parquet-flipped");
        let path = scratch.path().join("channels.parquet");
        write_channels(&path, &three_rows()).unwrap();
        let good = std::fs::read(&path).unwrap();
        let joined = scratch.path().join("joined");
        let join = |part: &Path| join_channels(&joined, [Part::File(part)].into_iter(), &three_rows());
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            std::fs::write(&path, &bad).unwrap();
            assert!(Reader::part(&path).is_err(), "byte {place} of {}", good.len());
            assert!(join(&path).is_err(), "byte {place}");
        }
        std::fs::write(&path, &good).unwrap();
        assert!(Reader::part(&path).is_ok() && join(&path).is_ok());
    }

    #[test]
    fn an_encoded_part_has_the_bytes_of_its_file() {
        let scratch = Scratch::new("parquet-encoded");
        let path = scratch.path().join("channels.parquet");
        write_channels(&path, &three_rows()).unwrap();
        assert_eq!(encode_channels(&three_rows(), 0).unwrap(), std::fs::read(&path).unwrap());
    }

    #[test]
    fn a_file_without_rows_still_names_its_channels() {
        let scratch = Scratch::new("parquet-empty");
        let path = scratch.path().join("channels.parquet");
        let empty = Channels::empty("pendulum", &three_rows().info);
        write_channels(&path, &empty).unwrap();
        assert_eq!(read_channels(&path).unwrap(), empty);
    }

    #[test]
    fn what_is_no_parquet_file_is_an_error_with_its_path() {
        let scratch = Scratch::new("parquet-bad");
        let path = scratch.path().join("notes.txt");
        std::fs::write(&path, "these are notes").unwrap();
        assert!(read_channels(&path).unwrap_err().to_string().contains("notes.txt"));
        assert!(read_channels(&scratch.path().join("absent")).is_err());
    }

    #[test]
    fn comma_separated_values_have_units_in_the_header_and_read_back_exactly() {
        let scratch = Scratch::new("csv");
        let path = scratch.path().join("channels.csv");
        write_csv(&path, &three_rows()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], r#"time [s],pivot.angle [rad],"front, left.torque [N m]""#);
        assert_eq!(lines[2], "0.5,0.3333333333333333,5e-324");
        assert_eq!(lines.len(), 4);
    }
}
