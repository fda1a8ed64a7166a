//! The files of a recorder: rows are encoded as complete part files during a run, and joined to one file at its end.
//!
//! Parts are written to disk with each checkpoint, or when they fill the memory set aside for them. Memory does not grow
//! with the run, a killed run leaves its results so far, and a run of a second writes its results once.

use crate::atomic::{self, remove};
use crate::channels::{self, Channels, Reader, encode_channels, join_channels, write_channels};
use crate::error::Error;
use crate::measure::ChannelInfo;
use bytes::Bytes;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// The file with the stored channels of a finished run.
pub const CHANNELS_FILE: &str = "channels.parquet";

/// The first part is small, so that a run killed early leaves some results; each further part is twice as large up to a
/// limit, so that a long run has few files. In values (8 bytes each), because the number of channels varies.
pub(crate) const FIRST_PART: usize = 1 << 18;
const LARGEST_PART: usize = 1 << 19;

/// Encoded parts are kept in memory up to this size, in bytes.
const KEPT_IN_MEMORY: usize = 64 << 20;

/// Rows that are transposed into columns together; a single row of many channels would scatter over memory.
const TOGETHER: usize = 16;

/// The rows in memory and the parts before them.
pub(crate) struct Parts {
    folder: PathBuf,
    rows: Channels,
    /// The latest rows, consecutively, each with its time first.
    latest: Vec<f64>,
    full: Vec<FullPart>,
    /// The part after these, while it is being encoded.
    encoding: Option<JoinHandle<(Channels, Result<FullPart, Error>)>>,
    /// Its storage, for reuse.
    spare: Option<Channels>,
    part_values: usize,
}

/// A part that gets no more rows.
struct FullPart {
    /// Its file's contents, unless memory is short.
    bytes: Option<Bytes>,
    on_disk: bool,
}

impl FullPart {
    /// A part that was read from a folder.
    const ON_DISK: FullPart = FullPart { bytes: None, on_disk: true };

    /// Writes it to its file, if it is not there yet.
    fn write(&mut self, path: &Path) -> Result<(), Error> {
        if let (false, Some(bytes)) = (self.on_disk, &self.bytes) {
            atomic::write_bytes(path, bytes)?;
            self.on_disk = true;
        }
        Ok(())
    }
}

impl Parts {
    /// For the channels of a model; nothing is written yet.
    pub fn new(model: &str, channels: &[ChannelInfo], folder: &Path) -> Self {
        Parts {
            folder: folder.to_owned(),
            rows: Channels::empty(model, channels),
            latest: Vec::with_capacity(TOGETHER * (channels.len() + 1)),
            full: vec![],
            encoding: None,
            spare: None,
            part_values: FIRST_PART,
        }
    }

    /// Adds a row: the time, then a value for each channel.
    pub fn push(&mut self, row: impl Iterator<Item = f64>) -> Result<(), Error> {
        self.latest.extend(row);
        if self.in_memory() < self.part_values {
            if self.latest.len() >= TOGETHER * self.width() {
                self.transpose_rows();
            }
            return Ok(());
        }
        self.transpose_rows();
        self.encode_part_in_background()?;
        self.part_values = larger(self.part_values);
        self.rows.reserve(self.part_values.div_ceil(self.width()));
        Ok(())
    }

    fn width(&self) -> usize {
        self.rows.columns.len() + 1
    }

    /// The number of values in memory.
    fn in_memory(&self) -> usize {
        self.rows.rows() * self.width() + self.latest.len()
    }

    /// Continues an unfinished run after its first `rows` rows, and discards later ones.
    ///
    /// Full parts stay as they are. If this is interrupted, the folder still has those rows: a part is replaced by one with
    /// the same first rows, and later files are removed only after that.
    pub fn reopen(&mut self, rows: u64) -> Result<(), Error> {
        let whole = self.folder.join(CHANNELS_FILE);
        let mut left = usize::try_from(rows).unwrap_or(usize::MAX);
        if whole.exists() {
            self.read_rows(&whole, &mut left)?;
        } else {
            for path in part_files(&self.folder) {
                if left == 0 {
                    break;
                }
                let in_part = self.matching(&path)?.rows();
                if in_part <= left && in_part * self.width() >= self.part_values {
                    self.full.push(FullPart::ON_DISK);
                    self.part_values = larger(self.part_values);
                    left -= in_part;
                } else {
                    self.read_rows(&path, &mut left)?;
                }
            }
        }
        if left > 0 {
            return Err(Error::file(&self.folder, "resume", "its channels end before its checkpoint"));
        }
        self.remove_later_parts()
    }

    /// Opens a file that must have the channels of this run.
    fn matching(&self, path: &Path) -> Result<Reader, Error> {
        let reader = Reader::part(path)?;
        match reader.head.info == self.rows.info {
            true => Ok(reader),
            false => Err(Error::file(path, "resume", "its channels do not match the model")),
        }
    }

    /// Adds up to `left` rows of a file.
    fn read_rows(&mut self, path: &Path, left: &mut usize) -> Result<(), Error> {
        let reader = self.matching(path)?;
        let mut group = reader.head.clone();
        let mut row = vec![0.0; self.width()];
        for i in 0..reader.groups() {
            if *left == 0 {
                break;
            }
            group.clear();
            reader.append(i, &mut group)?;
            for k in 0..group.rows().min(*left) {
                row[0] = group.time[k];
                row[1..].iter_mut().zip(&group.columns).for_each(|(value, column)| *value = column[k]);
                self.push(row.iter().copied())?;
                *left -= 1;
            }
        }
        Ok(())
    }

    /// Encodes a full part in a background thread, and starts another one.
    fn encode_part_in_background(&mut self) -> Result<(), Error> {
        self.wait_for_part()?;
        let kept: usize = self.full.iter().filter_map(|part| part.bytes.as_ref()).map(Bytes::len).sum();
        let keep = kept + 8 * self.part_values <= KEPT_IN_MEMORY;
        if !keep {
            self.write_full_parts()?;
            self.full.iter_mut().for_each(|part| part.bytes = None);
        }
        let path = self.next();
        let next = self.spare.take().unwrap_or_else(|| self.rows.without_rows());
        let mut rows = std::mem::replace(&mut self.rows, next);
        let capacity = 8 * self.part_values;
        let (target, background) = (path.clone(), std::thread::Builder::new().name("channels".into()));
        let encoding = background.spawn(move || {
            let encoded = encode_channels(&rows, capacity).map_err(|e| Error::file(&target, "write", e));
            rows.clear();
            (rows, encoded.map(|bytes| FullPart { bytes: Some(bytes.into()), on_disk: false }))
        });
        self.encoding = Some(encoding.map_err(|e| Error::file(&path, "write", e))?);
        Ok(())
    }

    /// Waits until the last full part is encoded.
    fn wait_for_part(&mut self) -> Result<(), Error> {
        let Some(encoding) = self.encoding.take() else { return Ok(()) };
        let (storage, part) = encoding.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        self.spare = Some(storage);
        self.full.push(part?);
        Ok(())
    }

    /// Writes the full parts that are not on disk yet, the first of them first, so that there is never a gap.
    fn write_full_parts(&mut self) -> Result<(), Error> {
        let folder = &self.folder;
        self.full.iter_mut().zip(1..).try_for_each(|(part, number)| part.write(&part_file(folder, number)))
    }

    /// The part file of the rows in memory; it may exist already with the first of them.
    fn next(&self) -> PathBuf {
        part_file(&self.folder, self.full.len() + 1)
    }

    /// Transposes the latest rows into columns.
    fn transpose_rows(&mut self) {
        self.rows.extend(&self.latest);
        self.latest.clear();
    }

    /// Writes the rows still in memory to disk.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.transpose_rows();
        self.wait_for_part()?;
        self.write_full_parts()?;
        if self.rows.rows() == 0 { Ok(()) } else { write_channels(&self.next(), &self.rows) }
    }

    /// Removes the parts after the rows so far, the last part first, so that there is never a gap.
    fn remove_later_parts(&mut self) -> Result<(), Error> {
        self.sync()?;
        let kept = self.full.len() + usize::from(self.rows.rows() > 0);
        part_files(&self.folder).iter().skip(kept).rev().try_for_each(|part| remove(part))?;
        remove(&self.folder.join(CHANNELS_FILE))
    }

    /// Writes the file of all rows and removes the parts.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.transpose_rows();
        self.wait_for_part()?;
        let paths: Vec<PathBuf> = (1..=self.full.len()).map(|number| part_file(&self.folder, number)).collect();
        let parts = self.full.iter().zip(&paths).map(|(part, path)| match &part.bytes {
            Some(bytes) => channels::Part::Encoded(bytes),
            None => channels::Part::File(path),
        });
        join_channels(&self.folder.join(CHANNELS_FILE), parts, &self.rows)?;
        part_files(&self.folder).iter().rev().try_for_each(|part| remove(part))?;
        self.full.clear();
        self.rows.clear();
        Ok(())
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        // An error can no longer be reported.
        let _ = self.wait_for_part();
    }
}

/// The size of the part after one.
fn larger(part_values: usize) -> usize {
    (2 * part_values).min(LARGEST_PART)
}

fn part_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("channels.part-{number:04}.parquet"))
}

/// The existing part files, in order.
pub(crate) fn part_files(folder: &Path) -> Vec<PathBuf> {
    (1..).map(|number| part_file(folder, number)).take_while(|path| path.exists()).collect()
}
