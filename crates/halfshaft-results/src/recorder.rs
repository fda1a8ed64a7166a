//! Records each accepted step: updates the measures and stores the channels.
//!
//! During a run, rows are written as complete part files; at the end they are joined to one `channels.parquet`. Memory
//! does not grow with the run, and a killed run leaves its results so far.

use crate::accumulate::{Accumulators, Mark, RestoredMeasures, SavedMeasures};
use crate::atomic::remove;
use crate::channels::{Channels, Reader, join_channels, write_channels};
use crate::dense_output::DenseOutput;
use crate::energy::{self, Balance};
use crate::error::Error;
use crate::measure::{ChannelInfo, Measure};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// The file with all channels of a finished run.
pub const CHANNELS_FILE: &str = "channels.parquet";

/// The first part is small, so that a run killed early leaves some results; each further part is twice as large up to a
/// limit, so that a long run has few files. In values (8 bytes each), because the number of channels varies.
const FIRST_PART: usize = 1 << 18;
const LARGEST_PART: usize = 1 << 20;

/// Rows that are transposed into columns together; a single row of many channels would scatter over memory.
const TOGETHER: usize = 16;

/// Receives the accepted steps of one run.
pub struct Recorder {
    channels: Vec<ChannelInfo>,
    accumulators: Accumulators,
    rows: u64,
    /// The energy channels are the last ones, if present.
    has_energy: bool,
    balance: Option<Balance>,
    file: Option<Parts>,
}

impl Recorder {
    /// Evaluates measures and stores nothing.
    pub fn measuring(channels: &[ChannelInfo], measures: &[Measure]) -> Result<Self, Error> {
        let accumulators = Accumulators::new(channels, measures)?;
        let has_energy = channels.ends_with(&energy::channels().collect::<Vec<_>>());
        Ok(Recorder { channels: channels.to_vec(), accumulators, rows: 0, has_energy, balance: None, file: None })
    }

    /// Evaluates measures and stores every step in `folder`; `model` is written to the metadata.
    pub fn storing(channels: &[ChannelInfo], measures: &[Measure], model: &str, folder: &Path) -> Result<Self, Error> {
        let mut recorder = Recorder::measuring(channels, measures)?;
        recorder.file = Some(Parts {
            folder: folder.to_owned(),
            rows: Channels::empty(model, channels),
            latest: Vec::with_capacity(TOGETHER * (channels.len() + 1)),
            written: vec![],
            writing: None,
            spare: None,
            part_values: FIRST_PART,
        });
        Ok(recorder)
    }

    /// Adds a state without dense output; `values` are in the order of the channels.
    pub fn push(&mut self, time: f64, values: &[f64]) -> Result<(), Error> {
        self.push_step(time, values, None)
    }

    /// Adds an accepted step, with its dense output if available.
    ///
    /// A step with a non-finite value is rejected as a whole: it enters neither measures nor files.
    pub fn push_step(
        &mut self,
        time: f64,
        values: &[f64],
        dense_output: Option<&mut dyn DenseOutput>,
    ) -> Result<(), Error> {
        if let Some(i) = values.iter().position(|value| !value.is_finite()) {
            return Err(Error::NotFinite { channel: self.channels[i].name.clone(), time });
        }
        self.accumulators.push(time, values, dense_output)?;
        self.record(time, values)
    }

    /// Adds a step to the file and to the energy balance.
    fn record(&mut self, time: f64, values: &[f64]) -> Result<(), Error> {
        self.rows += 1;
        if let (true, Some(energies)) = (self.has_energy, values.last_chunk()) {
            self.balance.get_or_insert_with(|| Balance::new(energies)).push(energies);
        }
        match &mut self.file {
            Some(file) => file.push(time, values),
            None => Ok(()),
        }
    }

    /// The indices of the measured channels if nothing is stored; `None` if all channels are needed.
    pub fn measured_channels(&self) -> Option<Vec<usize>> {
        self.file.is_none().then(|| self.accumulators.measured().collect())
    }

    /// Number of steps so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes the steps still in memory to disk, if steps are stored.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.file.as_mut().map_or(Ok(()), Parts::sync)
    }

    /// The current state of the measures, for [`Recorder::saved_measures`].
    pub fn mark(&self) -> Mark {
        self.accumulators.mark()
    }

    /// The state of the measures at a mark, for a checkpoint.
    pub fn saved_measures<'a>(&'a self, mark: &'a Mark) -> SavedMeasures<'a> {
        self.accumulators.saved_measures(mark)
    }

    /// Restores the first `rows` steps of an unfinished run with its measures, and discards later steps.
    ///
    /// If this is interrupted, the folder still has those steps: the parts are rewritten with identical bytes, and other files
    /// of the earlier run are removed only after that.
    pub fn replay(&mut self, rows: u64, measures: RestoredMeasures) -> Result<(), Error> {
        self.accumulators.restore(measures);
        let Some(folder) = self.file.as_ref().map(|file| file.folder.clone()) else { return Ok(()) };
        let whole = folder.join(CHANNELS_FILE);
        let stored = if whole.exists() { vec![whole] } else { part_files(&folder) };
        for path in &stored {
            let reader = Reader::part(path)?;
            if reader.head.info != self.channels {
                return Err(Error::file(path, "resume", "its channels do not match the model"));
            }
            let mut group = reader.head.clone();
            let mut values = vec![0.0; self.channels.len()];
            for i in 0..reader.groups() {
                group.clear();
                reader.append(i, &mut group)?;
                for (row, &time) in group.time.iter().enumerate() {
                    if self.rows == rows {
                        break;
                    }
                    values.iter_mut().zip(&group.columns).for_each(|(value, column)| *value = column[row]);
                    self.record(time, &values)?;
                }
            }
        }
        if self.rows < rows {
            return Err(Error::file(&folder, "resume", "its channels end before its checkpoint"));
        }
        self.file.as_mut().map_or(Ok(()), Parts::remove_later_parts)
    }

    /// The measures so far, in their order.
    pub fn measures(&self) -> Vec<Option<f64>> {
        self.accumulators.values()
    }

    /// The energy balance so far, if the energy channels are recorded.
    pub fn balance(&self) -> Option<Balance> {
        self.balance
    }

    /// Writes the file of all steps, if steps are stored, and removes the parts.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.file.as_mut().map_or(Ok(()), Parts::finish)
    }
}

/// The rows in memory and the part files written so far.
struct Parts {
    folder: PathBuf,
    rows: Channels,
    /// The latest rows, consecutively, each with its time first.
    latest: Vec<f64>,
    written: Vec<PathBuf>,
    /// The last of them may be in the process of being written.
    writing: Option<JoinHandle<(Channels, Result<(), Error>)>>,
    /// Its storage, for reuse.
    spare: Option<Channels>,
    part_values: usize,
}

impl Parts {
    fn push(&mut self, time: f64, values: &[f64]) -> Result<(), Error> {
        let width = values.len() + 1;
        self.latest.push(time);
        self.latest.extend_from_slice(values);
        let in_memory = self.rows.rows() * width + self.latest.len();
        if in_memory < self.part_values {
            if self.latest.len() >= TOGETHER * width {
                self.transpose_rows();
            }
            return Ok(());
        }
        self.transpose_rows();
        self.write_part_in_background()?;
        self.part_values = (2 * self.part_values).min(LARGEST_PART);
        Ok(())
    }

    /// Writes a full part in a background thread, and starts another one.
    fn write_part_in_background(&mut self) -> Result<(), Error> {
        self.wait_for_part()?;
        let path = self.next();
        let next = self.spare.take().unwrap_or_else(|| self.rows.without_rows());
        let mut full = std::mem::replace(&mut self.rows, next);
        let (target, writer) = (path.clone(), std::thread::Builder::new().name("channels".into()));
        let writing = writer.spawn(move || {
            let result = write_channels(&target, &full);
            full.clear();
            (full, result)
        });
        self.writing = Some(writing.map_err(|e| Error::file(&path, "write", e))?);
        self.written.push(path);
        Ok(())
    }

    /// Waits until the last part is written.
    fn wait_for_part(&mut self) -> Result<(), Error> {
        let Some(writing) = self.writing.take() else { return Ok(()) };
        let (storage, result) = writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        self.spare = Some(storage);
        result
    }

    /// The part file of the rows in memory; it may exist already with the first of them.
    fn next(&self) -> PathBuf {
        part_file(&self.folder, self.written.len() + 1)
    }

    /// Transposes the latest rows into columns.
    fn transpose_rows(&mut self) {
        self.rows.extend(&self.latest);
        self.latest.clear();
    }

    fn sync(&mut self) -> Result<(), Error> {
        self.transpose_rows();
        self.wait_for_part()?;
        if self.rows.rows() == 0 { Ok(()) } else { write_channels(&self.next(), &self.rows) }
    }

    /// Removes the parts after the rows so far, the last part first, so that there is never a gap.
    fn remove_later_parts(&mut self) -> Result<(), Error> {
        self.sync()?;
        let saved_measures = self.written.len() + usize::from(self.rows.rows() > 0);
        part_files(&self.folder).iter().skip(saved_measures).rev().try_for_each(|part| remove(part))?;
        remove(&self.folder.join(CHANNELS_FILE))
    }

    fn finish(&mut self) -> Result<(), Error> {
        self.transpose_rows();
        self.wait_for_part()?;
        join_channels(&self.folder.join(CHANNELS_FILE), &self.written, &self.rows)?;
        part_files(&self.folder).iter().rev().try_for_each(|part| remove(part))?;
        self.written.clear();
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

fn part_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("channels.part-{number:04}.parquet"))
}

/// The existing part files, in order.
pub(crate) fn part_files(folder: &Path) -> Vec<PathBuf> {
    (1..).map(|number| part_file(folder, number)).take_while(|path| path.exists()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::read_channels;
    use crate::measure::{Statistic, What};
    use crate::scratch::Scratch;

    fn angle() -> [ChannelInfo; 1] {
        [ChannelInfo { name: "pivot.angle".into(), unit: "rad".into() }]
    }

    fn mean() -> [Measure; 1] {
        let what = What::Statistic(Statistic::Mean, "pivot.angle".into());
        [Measure { name: "mean angle".into(), unit: "rad".into(), what, over: None }]
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn parts_are_complete_files_while_running_and_one_file_at_the_end() {
        let scratch = Scratch::new("parts");
        let mut recorder = Recorder::storing(&angle(), &mean(), "ramp", scratch.path()).unwrap();
        let rows = FIRST_PART / 2 + FIRST_PART + 10;
        for i in 0..rows {
            recorder.push(i as f64, &[2.0 * i as f64]).unwrap();
        }
        recorder.sync().unwrap();
        let parts = [1, 2, 3].map(|number| format!("channels.part-000{number}.parquet"));
        assert_eq!(names_in(scratch.path()), parts);
        let part = read_channels(&scratch.path().join("channels.part-0001.parquet")).unwrap();
        assert_eq!((part.rows(), part.time[7], part.columns[0][7]), (FIRST_PART / 2, 7.0, 14.0));

        recorder.finish().unwrap();
        assert_eq!(names_in(scratch.path()), [CHANNELS_FILE]);
        let all = read_channels(&scratch.path().join(CHANNELS_FILE)).unwrap();
        assert_eq!(all.rows(), rows);
        assert!(all.time.iter().enumerate().all(|(i, &t)| t == i as f64));
        assert!(all.columns[0].iter().enumerate().all(|(i, &v)| v == 2.0 * i as f64));
        assert_eq!(recorder.measures(), [Some((rows - 1) as f64)]);
    }

    #[test]
    fn a_replayed_recorder_goes_on_with_the_same_bytes_wherever_it_was_cut() {
        let rows = FIRST_PART / 2 + FIRST_PART + 10;
        let push = |recorder: &mut Recorder, from: usize, to: usize| {
            (from..to).for_each(|i| recorder.push(i as f64, &[(i as f64).sin()]).unwrap());
        };
        let whole = Scratch::new("whole");
        let mut recorder = Recorder::storing(&angle(), &mean(), "sine", whole.path()).unwrap();
        push(&mut recorder, 0, rows);
        recorder.finish().unwrap();
        let (bytes, means) = (std::fs::read(whole.path().join(CHANNELS_FILE)).unwrap(), recorder.measures());

        // The checkpoint; the number of rows on disk after it; whether the run ended cleanly.
        let part = FIRST_PART / 2;
        for (saved_measures, stored, ended) in [
            (1000, 1000, false),
            (1000, part + 1000, false),
            (part, part, false),
            (part + 5, part + 2 * part + 5, false),
            (part + 5, part + 900, true),
            (0, part + 900, true),
        ] {
            let cut = Scratch::new("cut");
            let mut recorder = Recorder::storing(&angle(), &mean(), "sine", cut.path()).unwrap();
            push(&mut recorder, 0, saved_measures);
            let mark = recorder.mark();
            push(&mut recorder, saved_measures, stored);
            let measures = postcard::to_stdvec(&recorder.saved_measures(&mark)).unwrap();
            if ended {
                recorder.finish().unwrap()
            } else {
                recorder.sync().unwrap()
            }
            // The first attempt to resume is interrupted too.
            for _ in 0..2 {
                recorder = Recorder::storing(&angle(), &mean(), "sine", cut.path()).unwrap();
                recorder.replay(saved_measures as u64, postcard::from_bytes(&measures).unwrap()).unwrap();
                assert_eq!(recorder.rows(), saved_measures as u64);
            }
            push(&mut recorder, saved_measures, rows);
            recorder.finish().unwrap();
            assert_eq!(recorder.measures(), means);
            assert!(
                std::fs::read(cut.path().join(CHANNELS_FILE)).unwrap() == bytes,
                "cut at {saved_measures} of {stored}"
            );
            assert_eq!(names_in(cut.path()), [CHANNELS_FILE]);
        }
    }

    #[test]
    fn a_replay_of_what_was_not_stored_is_an_error() {
        let scratch = Scratch::new("short");
        let mut recorder = Recorder::storing(&angle(), &[], "short", scratch.path()).unwrap();
        recorder.push(0.0, &[1.0]).unwrap();
        recorder.sync().unwrap();
        let (mark, measures) = (recorder.mark(), |saved_measures: &SavedMeasures| {
            postcard::from_bytes(&postcard::to_stdvec(saved_measures).unwrap()).unwrap()
        });
        let again = Recorder::storing(&angle(), &[], "short", scratch.path());
        let error = again.unwrap().replay(2, measures(&recorder.saved_measures(&mark))).unwrap_err();
        assert!(error.to_string().ends_with("its channels end before its checkpoint"), "{error}");
        let other = [ChannelInfo { name: "pivot.torque".into(), unit: "N m".into() }];
        assert!(
            Recorder::storing(&other, &[], "short", scratch.path())
                .unwrap()
                .replay(1, measures(&recorder.saved_measures(&mark)))
                .is_err()
        );
    }

    #[test]
    fn a_value_that_is_not_finite_is_refused_by_name_and_time() {
        let scratch = Scratch::new("nan");
        let mut recorder = Recorder::storing(&angle(), &mean(), "nan", scratch.path()).unwrap();
        recorder.push(0.0, &[1.0]).unwrap();
        let error = recorder.push(0.25, &[f64::NAN]).unwrap_err();
        assert_eq!(error.to_string(), "channel pivot.angle is not a finite number at 0.25 s");
        recorder.finish().unwrap();
        assert_eq!(read_channels(&scratch.path().join(CHANNELS_FILE)).unwrap().time, [0.0]);
        assert_eq!(recorder.measures(), [Some(1.0)]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error() {
        let mut recorder = Recorder::storing(&angle(), &[], "gone", Path::new("/dev/null/folder")).unwrap();
        recorder.push(0.0, &[1.0]).unwrap();
        assert!(matches!(recorder.finish(), Err(Error::File { .. })));

        // Written in the background: reported when the next part is full, or at the end.
        let mut recorder = Recorder::storing(&angle(), &[], "gone", Path::new("/dev/null/folder")).unwrap();
        let error = (0..2 * FIRST_PART).find_map(|i| recorder.push(i as f64, &[1.0]).err());
        assert!(matches!(error, Some(Error::File { .. })));
    }

    #[test]
    fn without_a_folder_nothing_is_kept_but_the_measures() {
        let mut recorder = Recorder::measuring(&angle(), &mean()).unwrap();
        recorder.push(0.0, &[0.0]).unwrap();
        recorder.push(2.0, &[4.0]).unwrap();
        recorder.finish().unwrap();
        assert_eq!(recorder.measures(), [Some(2.0)]);
    }
}
