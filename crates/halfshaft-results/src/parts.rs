//! The files of a recorder: rows are collected in memory, and each full row group is appended to an open file.
//!
//! With each checkpoint the open file is completed as a part file, and another one is opened; at the end of the run the parts
//! are joined. While it is small, a copy of it becomes the part, and a short run has nothing to join. Memory does not grow
//! with the run, and a killed run leaves its results so far.

use crate::atomic::remove;
use crate::channel_writer::{ChannelWriter, write_channels};
use crate::channels::{Channels, Reader};
use crate::error::Error;
use crate::measure::ChannelInfo;
use std::path::{Path, PathBuf};

/// The file with the stored channels of a finished run.
pub const CHANNELS_FILE: &str = "channels.parquet";

/// The size of a full row group, in values (8 bytes each), because the number of channels varies …
pub(crate) const GROUP: usize = 1 << 19;
/// … but at least so many rows: what a file says of each row group is as large as some of them.
const ROWS: usize = 32;

/// An open file of this size is completed as a part at a checkpoint, in bytes …
const COPIED: usize = 8 << 20;
/// … and one of this size without a checkpoint.
const LARGE: usize = 64 << 20;

/// Rows that are transposed into columns together; a single row of many channels would scatter over memory.
const TOGETHER: usize = 8;

/// The rows in memory, the open file before them, and the part files before that.
pub(crate) struct Parts {
    folder: PathBuf,
    rows: Channels,
    /// The latest rows, consecutively, each with its time first.
    latest: Vec<f64>,
    /// The number of part files with full row groups only.
    full: usize,
    /// The file of the row groups after these, if there are any.
    open: Option<ChannelWriter>,
}

impl Parts {
    /// For the channels of a model; nothing is written yet.
    pub fn new(model: &str, channels: &[ChannelInfo], folder: &Path) -> Self {
        let rows = Channels::empty(model, channels);
        Parts {
            folder: folder.to_owned(),
            rows: with_room(rows),
            latest: Vec::with_capacity(TOGETHER * (channels.len() + 1)),
            full: 0,
            open: None,
        }
    }

    /// Adds a row: the time, then a value for each channel.
    pub fn push(&mut self, row: impl Iterator<Item = f64>) -> Result<(), Error> {
        self.latest.extend(row);
        if self.in_memory() < full_group(self.width()) {
            if self.latest.len() >= TOGETHER * self.width() {
                self.transpose_rows();
            }
            return Ok(());
        }
        self.transpose_rows();
        self.encode_rows()
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
    /// Parts with full row groups stay as they are. If this is interrupted, the folder still has those rows: a part is
    /// replaced by one with the same first rows, and later files are removed only after that.
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
                let part = self.matching(&path)?;
                let first = self.in_memory() == 0 && self.open.is_none();
                if first && part.rows() <= left && self.is_full(&part) {
                    self.full += 1;
                    left -= part.rows();
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

    /// Returns whether all row groups of a part have the size of full ones.
    fn is_full(&self, part: &Reader) -> bool {
        (0..part.groups()).all(|group| part.rows_of(group) * self.width() >= full_group(self.width()))
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

    /// Appends the rows in memory to the open file.
    ///
    /// Not in a thread of its own: that takes more time in all, for storage of another row group and its way to another core.
    fn encode_rows(&mut self) -> Result<(), Error> {
        if self.open.as_ref().is_some_and(|open| open.size() >= LARGE) {
            self.complete_part()?;
        }
        let open = match &mut self.open {
            Some(open) => open,
            None => self.open.insert(ChannelWriter::create(&self.folder.join(CHANNELS_FILE), &self.rows)?),
        };
        open.rows(&self.rows)?;
        self.rows.clear();
        Ok(())
    }

    /// Completes the open file as a part.
    fn complete_part(&mut self) -> Result<(), Error> {
        let Some(open) = self.open.take() else { return Ok(()) };
        open.finish(&self.next())?;
        self.full += 1;
        Ok(())
    }

    /// The next part file; it may exist already with the first of its rows.
    fn next(&self) -> PathBuf {
        part_file(&self.folder, self.full + 1)
    }

    /// Transposes the latest rows into columns.
    fn transpose_rows(&mut self) {
        self.rows.extend(&self.latest);
        self.latest.clear();
    }

    /// Writes all rows so far to part files.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.transpose_rows();
        let next = self.next();
        if let Some(open) = self.open.as_mut().filter(|open| open.size() < COPIED) {
            let mut part = open.copy(&next)?;
            if self.rows.rows() > 0 {
                part.rows(&self.rows)?;
            }
            return part.finish(&next);
        }
        self.complete_part()?;
        if self.rows.rows() == 0 { Ok(()) } else { write_channels(&self.next(), &self.rows) }
    }

    /// Removes the parts after the rows so far, the last part first, so that there is never a gap.
    fn remove_later_parts(&mut self) -> Result<(), Error> {
        self.sync()?;
        let kept = self.full + usize::from(self.open.is_some() || self.rows.rows() > 0);
        part_files(&self.folder).iter().skip(kept).rev().try_for_each(|part| remove(part))?;
        remove(&self.folder.join(CHANNELS_FILE))
    }

    /// Writes the file of all rows and removes the parts.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.transpose_rows();
        let whole = self.folder.join(CHANNELS_FILE);
        if self.full > 0 {
            self.complete_part()?;
        }
        let mut file = self.open.take().map_or_else(|| ChannelWriter::create(&whole, &self.rows), Ok)?;
        (1..=self.full).try_for_each(|number| file.part(&part_file(&self.folder, number)))?;
        if self.rows.rows() > 0 || file.groups() == 0 {
            file.rows(&self.rows)?;
        }
        file.finish(&whole)?;
        part_files(&self.folder).iter().rev().try_for_each(|part| remove(part))?;
        self.full = 0;
        self.rows.clear();
        Ok(())
    }
}

/// The number of values of a full row group with so many columns.
fn full_group(width: usize) -> usize {
    GROUP.max(ROWS * width)
}

/// Channels with room for a full row group, so that columns are not moved while they grow.
fn with_room(mut channels: Channels) -> Channels {
    let width = channels.columns.len() + 1;
    channels.reserve(full_group(width).div_ceil(width));
    channels
}

fn part_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("channels.part-{number:04}.parquet"))
}

/// The existing part files, in order.
pub(crate) fn part_files(folder: &Path) -> Vec<PathBuf> {
    (1..).map(|number| part_file(folder, number)).take_while(|path| path.exists()).collect()
}
