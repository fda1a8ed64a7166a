//! The channels of a run's folder, read one at a time.
//!
//! Reports and viewers need a few columns of a possibly large result, also of a run that was killed or is still running;
//! then the part files are read instead.

use crate::channels::{Channels, Reader, TIME};
use crate::error::Error;
use crate::measure::ChannelInfo;
use crate::parts::{CHANNELS_FILE, part_files};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The channels in a folder.
pub struct Stored {
    /// One reader at a time, because the position in an open file is shared.
    files: Mutex<Vec<Reader>>,
    /// The axis: the time, or the frequency or speed of a response.
    pub axis: ChannelInfo,
    /// Names and units, without the axis.
    pub info: Vec<ChannelInfo>,
    /// The times of the rows in seconds, or the values of another axis.
    pub time: Vec<f64>,
    /// The error of a damaged part of an unfinished run; that part and later ones are not used.
    pub damage: Option<Error>,
    by_name: HashMap<String, usize>,
}

impl Stored {
    /// Opens the channels of a run; a run without channel files has neither channels nor rows.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        Stored::open_by(folder, Reader::open)
    }

    /// Opens the channels of a run that this process has just written: the checksum of its file need not be tested.
    pub fn just_written(folder: &Path) -> Result<Self, Error> {
        Stored::open_by(folder, Reader::just_written)
    }

    fn open_by(folder: &Path, open: fn(&Path) -> Result<Reader, Error>) -> Result<Self, Error> {
        let whole = folder.join(CHANNELS_FILE);
        let (mut paths, mut files, mut damage) = (vec![whole], vec![], None);
        if paths[0].exists() {
            files.push(open(&paths[0])?);
        } else {
            paths = part_files(folder);
            for path in &paths {
                match Reader::part(path) {
                    Ok(reader) => files.push(reader),
                    Err(error) => {
                        damage = Some(error);
                        break;
                    }
                }
            }
        }
        let Channels { axis, info, .. } = files.first().map_or(Channels::empty("", &[]), |file| file.head.clone());
        if let Some(path) = files.iter().position(|file| file.head.info != info).map(|i| &paths[i]) {
            return Err(Error::file(path, "read", "its channels do not match those of the previous parts"));
        }
        let by_name = info.iter().enumerate().map(|(i, info)| (info.name.clone(), i)).collect();
        let mut stored = Stored { files: Mutex::new(files), axis, info, time: vec![], damage, by_name };
        stored.time = stored.read(0)?;
        Ok(stored)
    }

    /// The index of a channel in [`Stored::info`].
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The values of a channel by its index.
    pub fn column(&self, place: usize) -> Result<Vec<f64>, Error> {
        if place < self.info.len() { self.read(place + 1) } else { Ok(vec![]) }
    }

    /// Returns whether the axis is the time.
    pub fn over_time(&self) -> bool {
        self.axis.name == TIME
    }

    /// The values and unit of a channel by its name, or of the axis by its name.
    pub fn named(&self, name: &str) -> Option<Result<(Vec<f64>, &str), Error>> {
        if name == self.axis.name {
            return Some(Ok((self.time.clone(), &self.axis.unit)));
        }
        let place = self.find(name)?;
        Some(self.column(place).map(|values| (values, self.info[place].unit.as_str())))
    }

    fn read(&self, column: usize) -> Result<Vec<f64>, Error> {
        let mut values = Vec::with_capacity(self.time.len());
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().try_for_each(|file| file.append_column(column, &mut values))?;
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recorder;
    use crate::scratch::Scratch;

    #[test]
    fn a_column_is_the_same_from_one_file_and_from_parts() {
        let scratch = Scratch::new("stored");
        let info = ["a.x", "a.y"].map(|name| ChannelInfo { name: name.into(), unit: "m".into() });
        let mut recorder = Recorder::storing(&info, &[], "m", scratch.path()).unwrap();
        // More values than the first part holds.
        let rows = 100_000;
        (0..rows).for_each(|i| recorder.push(i as f64, &[2.0 * i as f64, -1.0]).unwrap());
        recorder.sync().unwrap();
        let columns = |stored: &Stored| {
            let (y, unit) = stored.named("a.y").unwrap().unwrap();
            (stored.column(0).unwrap(), y, unit.to_string(), stored.time.clone())
        };
        let parts = columns(&Stored::open(scratch.path()).unwrap());
        recorder.finish().unwrap();
        let whole = Stored::open(scratch.path()).unwrap();
        assert_eq!(columns(&whole), parts);
        assert_eq!((parts.0.len(), parts.0[70_000], parts.2.as_str()), (rows, 140_000.0, "m"));
        assert!(whole.named("a.z").is_none() && whole.column(2).unwrap().is_empty());
    }

    #[test]
    fn many_may_read_at_the_same_time() {
        let scratch = Scratch::new("stored-many");
        let info: Vec<_> = (0..8).map(|i| ChannelInfo { name: format!("a.{i}"), unit: "m".into() }).collect();
        let mut recorder = Recorder::storing(&info, &[], "m", scratch.path()).unwrap();
        for i in 0..20_000 {
            let values: Vec<f64> = (0..8).map(|k| (k * 100_000 + i) as f64).collect();
            recorder.push(i as f64, &values).unwrap();
        }
        recorder.finish().unwrap();
        let stored = Stored::open(scratch.path()).unwrap();
        std::thread::scope(|scope| {
            for place in 0..8 {
                let stored = &stored;
                scope.spawn(move || {
                    let values = stored.column(place).unwrap();
                    assert!(values.iter().enumerate().all(|(i, v)| *v == (place * 100_000 + i) as f64));
                });
            }
        });
    }

    #[test]
    fn a_folder_without_channels_has_no_rows() {
        let scratch = Scratch::new("stored-none");
        let stored = Stored::open(scratch.path()).unwrap();
        assert!(stored.info.is_empty() && stored.time.is_empty());
    }
}
