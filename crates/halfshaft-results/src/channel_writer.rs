//! Writes channel files: row groups as they come, then the metadata and the checksum.
//!
//! Each row group chooses the encodings of its columns by its own values, which Parquet's writer of whole files cannot do;
//! so this one writes the file's frame itself, and leaves row groups and metadata to the library.

use crate::atomic::{Target, Unfinished};
use crate::channels::{Channels, MODEL_KEY, VERSION_KEY, read_sealed, unit_key};
use crate::checksum;
use crate::error::Error;
use parquet::basic::{Compression, Encoding, Repetition, Type as Physical};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::{FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;
use parquet::file::writer::{SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, SchemaDescPtr, SchemaDescriptor, Type};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Size of the buffer of a file being written, in bytes: it stays in the cache, and system calls are few.
const WRITTEN_AT_ONCE: usize = 1 << 17;
/// The first bytes of every Parquet file.
const MAGIC: &[u8] = b"PAR1";
/// The version of the format in the metadata.
const FORMAT: i32 = 1;

/// Passes bytes on in blocks. The library flushes its sink after every column; here this does nothing, so that a system call
/// writes a block and not the few kilobytes of a column.
struct Blocks(BufWriter<Unfinished>);

impl Blocks {
    fn create(path: &Path) -> Result<Self, Error> {
        Ok(Blocks(BufWriter::with_capacity(WRITTEN_AT_ONCE, Unfinished::create(path)?)))
    }
}

impl Write for Blocks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes one complete file with one row group.
pub fn write_channels(path: &Path, channels: &Channels) -> Result<(), Error> {
    let mut writer = ChannelWriter::create(path, channels)?;
    writer.rows(channels)?;
    writer.finish(path)
}

/// A channel file being written. Dropped before its end, it leaves nothing.
pub(crate) struct ChannelWriter {
    /// Where it is written, for messages.
    path: PathBuf,
    sink: TrackedWrite<Blocks>,
    schema: SchemaDescPtr,
    pairs: Vec<KeyValue>,
    groups: Vec<RowGroupMetaData>,
}

impl ChannelWriter {
    /// Begins the file of the channels of `head`, beside `path`.
    pub fn create(path: &Path, head: &Channels) -> Result<Self, Error> {
        let schema = schema(head).map_err(|e| Error::file(path, "write", e))?;
        let mut writer = ChannelWriter {
            path: path.to_owned(),
            sink: TrackedWrite::new(Blocks::create(path)?),
            schema,
            pairs: pairs(head),
            groups: vec![],
        };
        writer.attempt(|writer| Ok(writer.sink.write_all(MAGIC)?))?;
        Ok(writer)
    }

    /// Begins another file with the same row groups.
    pub fn copy(&mut self, path: &Path) -> Result<Self, Error> {
        let mut copy = ChannelWriter {
            path: path.to_owned(),
            sink: TrackedWrite::new(Blocks::create(path)?),
            schema: self.schema.clone(),
            pairs: self.pairs.clone(),
            groups: self.groups.clone(),
        };
        self.attempt(|writer| {
            writer.write_out()?;
            Ok(writer.target().file().rewind()?)
        })?;
        let mut piece = vec![0; WRITTEN_AT_ONCE];
        loop {
            let read = self.attempt(|writer| Ok(writer.target().file().read(&mut piece)?))?;
            if read == 0 {
                return Ok(copy);
            }
            copy.attempt(|copy| Ok(copy.sink.write_all(&piece[..read])?))?;
        }
    }

    /// The number of row groups so far.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The number of bytes so far.
    pub fn size(&self) -> usize {
        self.sink.bytes_written()
    }

    /// Adds a row group.
    pub fn rows(&mut self, channels: &Channels) -> Result<(), Error> {
        self.attempt(|writer| {
            let columns = std::iter::once(&channels.time).chain(&channels.columns);
            writer.group(encodings(channels), |group| {
                for column in columns {
                    let Some(mut writer) = group.next_column()? else { break };
                    writer.typed::<DoubleType>().write_batch(column, None, None)?;
                    writer.close()?;
                }
                Ok(())
            })
        })
    }

    /// Copies the row groups of a part file with the same columns, and their encodings.
    pub fn part(&mut self, path: &Path) -> Result<(), Error> {
        self.attempt(|writer| {
            let bytes = read_sealed(path)?;
            // The whole statistics of encodings, so that the copy has the bytes of the original.
            let options = ReadOptionsBuilder::new().with_encoding_stats_as_mask(false).build();
            let part = SerializedFileReader::new_with_options(bytes.clone(), options)?;
            for rows in part.metadata().row_groups() {
                writer.group(Arc::default(), |group| {
                    for column in rows.columns() {
                        let encoded = ColumnCloseResult {
                            bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                            rows_written: u64::try_from(rows.num_rows()).unwrap_or(0),
                            metadata: column.clone(),
                            bloom_filter: None,
                            column_index: None,
                            offset_index: None,
                        };
                        group.append_column(&bytes, encoded)?;
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    fn group(
        &mut self,
        encodings: WriterPropertiesPtr,
        fill: impl FnOnce(&mut SerializedRowGroupWriter<'_, Blocks>) -> Result<(), ParquetError>,
    ) -> Result<(), ParquetError> {
        let number = i32::try_from(self.groups.len()).map_err(|e| ParquetError::General(e.to_string()))?;
        let mut group = SerializedRowGroupWriter::new(self.schema.clone(), encodings, &mut self.sink, number, None);
        fill(&mut group)?;
        self.groups.push(Arc::unwrap_or_clone(group.close()?));
        Ok(())
    }

    /// Writes the metadata and the checksum, and gives the file its name.
    pub fn finish(mut self, name: &Path) -> Result<(), Error> {
        self.attempt(|writer| {
            let rows = writer.groups.iter().map(RowGroupMetaData::num_rows).sum();
            let pairs = std::mem::take(&mut writer.pairs);
            let file = FileMetaData::new(FORMAT, rows, Some(created_by()), Some(pairs), writer.schema.clone(), None);
            let metadata = ParquetMetaData::new(file, std::mem::take(&mut writer.groups));
            ParquetMetaDataWriter::new(&mut writer.sink, &metadata).finish()?;
            writer.write_out()?;
            let target = writer.target();
            let sum = target.sum();
            Ok(checksum::seal(target.file(), sum)?)
        })?;
        let failed = |e: &dyn std::fmt::Display| Error::file(name, "write", e);
        let Blocks(buffered) = self.sink.into_inner().map_err(|e| failed(&e))?;
        buffered.into_inner().map_err(|e| failed(&e))?.complete(name)
    }

    /// Writes what is still in buffers.
    fn write_out(&mut self) -> io::Result<()> {
        self.sink.flush()?;
        self.sink.inner_mut().0.flush()
    }

    fn target(&mut self) -> &mut Target {
        self.sink.inner_mut().0.get_mut().target()
    }

    /// Does something that may fail, above all because the disk is full.
    fn attempt<T>(&mut self, act: impl FnOnce(&mut Self) -> Result<T, ParquetError>) -> Result<T, Error> {
        act(self).map_err(|error| {
            let path = self.path.clone();
            self.target().error(&path, &error)
        })
    }
}

fn created_by() -> String {
    format!("halfshaft {}", env!("CARGO_PKG_VERSION"))
}

fn schema(head: &Channels) -> Result<SchemaDescPtr, ParquetError> {
    let column = |name: &str| {
        let column = Type::primitive_type_builder(name, Physical::DOUBLE).with_repetition(Repetition::REQUIRED);
        column.build().map(Arc::new)
    };
    let names = std::iter::once(&head.axis).chain(&head.info).map(|info| info.name.as_str());
    let columns = names.map(column).collect::<Result<_, _>>()?;
    let root = Type::group_type_builder("channels").with_fields(columns).build()?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
}

/// The metadata of a file, by key.
fn pairs(head: &Channels) -> Vec<KeyValue> {
    let first = [(VERSION_KEY, env!("CARGO_PKG_VERSION")), (MODEL_KEY, &head.model)];
    let first = first.map(|(key, value)| KeyValue::new(key.into(), value.to_string()));
    let units = std::iter::once(&head.axis).chain(&head.info);
    let units = units.map(|info| KeyValue::new(unit_key(&info.name), info.unit.clone()));
    // The last entry, where the checksum is searched for.
    let checksum = KeyValue::new(checksum::KEY.into(), checksum::BLANK.to_string());
    first.into_iter().chain(units).chain([checksum]).collect()
}

/// Columns whose digits repeat are compressed, after splitting of their bytes into streams: 1.45 MB instead of 3.04 MB for
/// the channels of a pendulum. The others would take a sixth of the time of a run's recording and become little smaller. A
/// dictionary is useless for numbers that never repeat, and page statistics for columns that are not searched by value.
fn encodings(rows: &Channels) -> WriterPropertiesPtr {
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::PLAIN)
        .set_compression(Compression::UNCOMPRESSED)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true);
    let columns = std::iter::once((&rows.axis, &rows.time)).chain(rows.info.iter().zip(&rows.columns));
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
    let (equal, all) = pairs.fold((0, 0), |(equal, all), pair| (equal + equal_bytes(pair[0], pair[1]), all + 8));
    f64::from(equal) > ENOUGH * f64::from(all)
}

/// The number of bytes that two numbers have in common, at the same places.
fn equal_bytes(a: f64, b: f64) -> u32 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let difference = a.to_bits() ^ b.to_bits();
    // The sum carries into the highest bit of each byte that is not zero but for that bit, and into no other byte.
    let zero = !(((difference & LOW) + LOW) | difference | LOW);
    // One bit for each zero byte: the highest byte of the product is the sum of all.
    ((zero >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::tests::three_rows;
    use crate::channels::{Reader, read_channels};
    use crate::scratch::Scratch;

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
        let join = |part: &Path| {
            let mut writer = ChannelWriter::create(&joined, &three_rows())?;
            writer.part(part)?;
            writer.finish(&joined)
        };
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            std::fs::write(&path, &bad).unwrap();
            assert!(Reader::part(&path).is_err(), "byte {place} of {}", good.len());
            assert!(join(&path).is_err(), "byte {place}");
        }
        std::fs::write(&path, &good).unwrap();
        assert!(Reader::part(&path).is_ok() && join(&path).is_ok());
        assert_eq!(std::fs::read(&joined).unwrap(), good);
    }

    #[test]
    fn equal_bytes_of_numbers_are_counted_one_by_one() {
        let mut wave = 0.3_f64;
        for _ in 0..1000 {
            wave = (wave * 12.9898).sin() * 43758.5453;
            // Every combination of equal bytes is there, and bytes that differ in one bit only.
            let other = f64::from_bits(wave.to_bits() ^ (wave.to_bits() << 3 & 0x8000_0180_4000_0100));
            for (a, b) in [(wave, other), (wave, -wave), (wave, wave), (wave, 1.0), (0.0, f64::from_bits(!0))] {
                let counted = a.to_le_bytes().iter().zip(b.to_le_bytes()).filter(|(a, b)| **a == *b).count();
                assert_eq!(equal_bytes(a, b) as usize, counted, "{a:e} {b:e}");
            }
        }
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
}
