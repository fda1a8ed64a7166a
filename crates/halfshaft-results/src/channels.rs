//! The channel file: Parquet, one `f64` column per channel, after the column of the axis: the time, or the frequency or
//! speed of a response.
//!
//! The units are in the key-value metadata of the file, as `unit:<column>`. Any Parquet reader opens these files.

use crate::atomic;
use crate::checksum::{self, Seal};
use crate::error::Error;
use crate::measure::ChannelInfo;
use bytes::Bytes;
use parquet::column::reader::ColumnReader;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::{self, File};
use std::io::{self, BufWriter, Cursor, Write};
use std::path::{Path, PathBuf};

/// The name of the time column.
pub const TIME: &str = "time";

pub(crate) const VERSION_KEY: &str = "halfshaft.version";
pub(crate) const MODEL_KEY: &str = "model";
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

    /// Makes room for this many rows in all.
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

/// The bytes of a part file whose checksum matches.
pub(crate) fn read_sealed(path: &Path) -> Result<Bytes, ParquetError> {
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

/// The key of a column's unit in the metadata.
pub(crate) fn unit_key(column: &str) -> String {
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

    /// The number of rows of one group.
    pub fn rows_of(&self, group: usize) -> usize {
        usize::try_from(self.file.metadata().row_group(group).num_rows()).unwrap_or(0)
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
pub(crate) mod tests {
    use super::*;
    use crate::scratch::Scratch;

    pub(crate) fn three_rows() -> Channels {
        let info = [("pivot.angle", "rad"), ("front, left.torque", "N m")];
        let info = info.map(|(name, unit)| ChannelInfo { name: name.into(), unit: unit.into() });
        let mut channels = Channels::empty("pendulum", &info);
        channels.push(0.0, &[0.1, -1e300]);
        channels.push(0.5, &[1.0 / 3.0, 5e-324]);
        channels.push(1.0, &[-0.0, 3.0]);
        channels
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
