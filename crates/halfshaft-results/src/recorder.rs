//! Records each accepted step: updates the measures and stores the channels.

use crate::accumulate::{Accumulators, Mark, RestoredMeasures, SavedMeasures};
use crate::channels::Channels;
use crate::dense_output::DenseOutput;
use crate::energy::{self, Balance};
use crate::error::Error;
use crate::measure::{ChannelInfo, Measure};
use crate::parts::Parts;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What of a run is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordingPlan {
    /// The channels, by their indices, in rising order.
    pub channels: Vec<usize>,
    /// Every so many steps.
    pub every: u64,
    /// The least time between stored steps, in seconds.
    pub interval: f64,
}

impl RecordingPlan {
    /// Everything of `channels` channels.
    pub fn everything(channels: usize) -> Self {
        RecordingPlan { channels: (0..channels).collect(), every: 1, interval: 0.0 }
    }
}

/// Receives the accepted steps of one run.
pub struct Recorder {
    channels: Vec<ChannelInfo>,
    accumulators: Accumulators,
    progress: Progress,
    /// The energy channels are the last ones, if present.
    has_energy: bool,
    plan: RecordingPlan,
    store: Option<Store>,
}

/// Where the rows of the stored channels go.
enum Store {
    Files(Box<Parts>),
    Memory(Channels),
}

impl Store {
    /// Adds a row: the time, then a value for each channel.
    fn push(&mut self, row: impl Iterator<Item = f64>) -> Result<(), Error> {
        match self {
            Store::Files(parts) => parts.push(row),
            Store::Memory(channels) => {
                channels.push_row(row);
                Ok(())
            }
        }
    }

    fn files(&mut self) -> Option<&mut Parts> {
        if let Store::Files(parts) = self { Some(parts) } else { None }
    }
}

/// How far a recorder is; part of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Progress {
    /// Number of steps so far.
    steps: u64,
    /// Number of stored ones.
    stored: u64,
    /// Number of steps since the last stored one, and its time.
    since: u64,
    last: f64,
    /// The newest row, if it is not stored, else empty: at an event or at the end it is needed after all.
    held: Vec<f64>,
    balance: Option<Balance>,
}

/// The state of a recorder at a time; quick to copy, because the samples of measures are not copied.
#[derive(Clone, Debug)]
pub struct RecorderMark {
    measures: Mark,
    progress: Progress,
}

/// The complete state of a recorder at a mark, for a checkpoint.
#[derive(Serialize)]
pub struct SavedRecorder<'a> {
    measures: SavedMeasures<'a>,
    progress: &'a Progress,
}

/// The same, read from a checkpoint.
#[derive(Deserialize)]
pub struct RestoredRecorder {
    measures: RestoredMeasures,
    progress: Progress,
}

impl Recorder {
    /// Evaluates measures and stores nothing.
    pub fn measuring(channels: &[ChannelInfo], measures: &[Measure]) -> Result<Self, Error> {
        Ok(Recorder {
            channels: channels.to_vec(),
            accumulators: Accumulators::new(channels, measures)?,
            progress: Progress::default(),
            has_energy: channels.ends_with(&energy::channels().collect::<Vec<_>>()),
            plan: RecordingPlan { channels: vec![], every: 1, interval: 0.0 },
            store: None,
        })
    }

    /// Evaluates measures and stores every step in `folder`; `model` is written to the metadata.
    pub fn storing(channels: &[ChannelInfo], measures: &[Measure], model: &str, folder: &Path) -> Result<Self, Error> {
        Recorder::storing_part(channels, measures, RecordingPlan::everything(channels.len()), model, folder)
    }

    /// The same with a plan of what is stored.
    pub fn storing_part(
        channels: &[ChannelInfo],
        measures: &[Measure],
        plan: RecordingPlan,
        model: &str,
        folder: &Path,
    ) -> Result<Self, Error> {
        Recorder::with_store(channels, measures, plan, |stored| {
            Store::Files(Box::new(Parts::new(model, stored, folder)))
        })
    }

    /// Evaluates measures and keeps in memory what the plan says; [`Recorder::take_channels`] returns it.
    pub fn in_memory(
        channels: &[ChannelInfo],
        measures: &[Measure],
        plan: RecordingPlan,
        model: &str,
    ) -> Result<Self, Error> {
        Recorder::with_store(channels, measures, plan, |stored| Store::Memory(Channels::empty(model, stored)))
    }

    fn with_store(
        channels: &[ChannelInfo],
        measures: &[Measure],
        plan: RecordingPlan,
        store: impl FnOnce(&[ChannelInfo]) -> Store,
    ) -> Result<Self, Error> {
        let stored: Vec<ChannelInfo> = plan.channels.iter().map(|&i| channels[i].clone()).collect();
        let mut recorder = Recorder::measuring(channels, measures)?;
        recorder.store = Some(store(&stored));
        recorder.plan = plan;
        Ok(recorder)
    }

    /// Adds a state without dense output; `values` are in the order of the channels.
    pub fn push(&mut self, time: f64, values: &[f64]) -> Result<(), Error> {
        self.push_step(time, values, None)
    }

    /// Adds an accepted step, with its dense output; a state without one is the start, or a restart after an event.
    ///
    /// A step with a non-finite value is rejected as a whole: it enters neither measures nor files.
    pub fn push_step(
        &mut self,
        time: f64,
        values: &[f64],
        dense_output: Option<&mut dyn DenseOutput>,
    ) -> Result<(), Error> {
        if !all_finite(values)
            && let Some(i) = values.iter().position(|value| !value.is_finite())
        {
            return Err(Error::NotFinite { channel: self.channels[i].name.clone(), time });
        }
        let at_event = dense_output.is_none();
        self.accumulators.push(time, values, dense_output)?;
        if let (true, Some(energies)) = (self.has_energy, values.last_chunk()) {
            self.progress.balance.get_or_insert_with(|| Balance::new(energies)).push(energies);
        }
        self.progress.steps += 1;
        self.store(time, values, at_event)
    }

    /// Stores a step if it is due; both sides of an event always are.
    fn store(&mut self, time: f64, values: &[f64], at_event: bool) -> Result<(), Error> {
        let Recorder { plan, progress, store: Some(store), .. } = self else { return Ok(()) };
        let row = std::iter::once(time).chain(plan.channels.iter().map(|&i| values[i]));
        progress.since += 1;
        let due = progress.stored == 0 || progress.since >= plan.every && time - progress.last >= plan.interval;
        if at_event && !progress.held.is_empty() {
            store.push(progress.held.iter().copied())?;
            progress.stored += 1;
        }
        progress.held.clear();
        if !(due || at_event) {
            progress.held.extend(row);
            return Ok(());
        }
        (progress.since, progress.last) = (0, time);
        progress.stored += 1;
        store.push(row)
    }

    /// The channels that measures or the plan need, by their indices; `None` if all are needed.
    pub fn needed_channels(&self) -> Option<Vec<usize>> {
        if self.plan.channels.len() == self.channels.len() {
            return None;
        }
        let mut needed: Vec<usize> = self.accumulators.measured().chain(self.plan.channels.iter().copied()).collect();
        needed.sort_unstable();
        needed.dedup();
        Some(needed)
    }

    /// Number of values that have been stored.
    pub fn stored_values(&self) -> u64 {
        self.progress.stored * (self.plan.channels.len() as u64 + 1)
    }

    /// Number of steps so far.
    pub fn steps(&self) -> u64 {
        self.progress.steps
    }

    /// Writes the steps still in memory to disk, if steps are stored.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.store.as_mut().and_then(Store::files).map_or(Ok(()), Parts::sync)
    }

    /// The current state, for [`Recorder::saved`].
    pub fn mark(&self) -> RecorderMark {
        RecorderMark { measures: self.accumulators.mark(), progress: self.progress.clone() }
    }

    /// The state at a mark, for a checkpoint.
    pub fn saved<'a>(&'a self, mark: &'a RecorderMark) -> SavedRecorder<'a> {
        SavedRecorder { measures: self.accumulators.saved_measures(&mark.measures), progress: &mark.progress }
    }

    /// Restores the state of an unfinished run from a checkpoint, and discards what was stored after it.
    pub fn restore(&mut self, saved: RestoredRecorder) -> Result<(), Error> {
        self.accumulators.restore(saved.measures);
        self.progress = saved.progress;
        self.store.as_mut().and_then(Store::files).map_or(Ok(()), |files| files.reopen(self.progress.stored))
    }

    /// The measures so far, in their order.
    pub fn measures(&self) -> Vec<Option<f64>> {
        self.accumulators.values()
    }

    /// The energy balance so far, if the energy channels are recorded.
    pub fn balance(&self) -> Option<Balance> {
        self.progress.balance
    }

    /// Stores the last step, writes the file of all stored steps, if there are any, and removes the parts.
    pub fn finish(&mut self) -> Result<(), Error> {
        let Some(store) = &mut self.store else { return Ok(()) };
        if !self.progress.held.is_empty() {
            store.push(self.progress.held.iter().copied())?;
            self.progress.held.clear();
        }
        store.files().map_or(Ok(()), Parts::finish)
    }

    /// The channels that are kept in memory, which leaves the recorder without any.
    pub fn take_channels(&mut self) -> Option<Channels> {
        match self.store.take() {
            Some(Store::Memory(channels)) => Some(channels),
            other => {
                self.store = other;
                None
            }
        }
    }
}

/// Whether all values are finite: zero times a finite number is zero. Eight at a time, without a branch for each.
fn all_finite(values: &[f64]) -> bool {
    let (eights, rest) = values.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for eight in eights {
        sums.iter_mut().zip(eight).for_each(|(sum, value)| *sum += 0.0 * value);
    }
    sums.iter().chain(rest).all(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::read_channels;
    use crate::measure::{Statistic, Unit, What};
    use crate::parts::{CHANNELS_FILE, GROUP};
    use crate::scratch::Scratch;
    use std::path::Path;

    fn angle() -> [ChannelInfo; 1] {
        [ChannelInfo { name: "pivot.angle".into(), unit: "rad".into() }]
    }

    fn mean() -> [Measure; 1] {
        let what = What::Statistic(Statistic::Mean, "pivot.angle".into());
        [Measure { name: "mean angle".into(), unit: Unit::si("rad"), what, over: None }]
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
        let rows = GROUP / 2 + GROUP + 10;
        for i in 0..rows {
            recorder.push(i as f64, &[2.0 * i as f64]).unwrap();
        }
        recorder.sync().unwrap();
        let first = "channels.part-0001.parquet";
        assert_eq!(names_in(scratch.path()), [".channels.parquet.tmp", first]);
        let part = read_channels(&scratch.path().join(first)).unwrap();
        assert_eq!((part.rows(), part.time[7], part.columns[0][7]), (rows, 7.0, 14.0));

        recorder.finish().unwrap();
        assert_eq!(names_in(scratch.path()), [CHANNELS_FILE]);
        let all = read_channels(&scratch.path().join(CHANNELS_FILE)).unwrap();
        assert_eq!(all.rows(), rows);
        assert!(all.time.iter().enumerate().all(|(i, &t)| t == i as f64));
        assert!(all.columns[0].iter().enumerate().all(|(i, &v)| v == 2.0 * i as f64));
        assert_eq!(recorder.measures(), [Some((rows - 1) as f64)]);
    }

    #[test]
    fn a_restored_recorder_goes_on_with_the_same_bytes_wherever_it_was_cut() {
        let rows = GROUP / 2 + GROUP + 10;
        let push = |recorder: &mut Recorder, from: usize, to: usize| {
            (from..to).for_each(|i| recorder.push(i as f64, &[(i as f64).sin()]).unwrap());
        };
        let whole = Scratch::new("whole");
        let mut recorder = Recorder::storing(&angle(), &mean(), "sine", whole.path()).unwrap();
        push(&mut recorder, 0, rows);
        recorder.finish().unwrap();
        let (bytes, means) = (std::fs::read(whole.path().join(CHANNELS_FILE)).unwrap(), recorder.measures());

        // The checkpoint; the number of rows on disk after it; whether the run ended cleanly.
        let part = GROUP / 2;
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
            let measures = postcard::to_stdvec(&recorder.saved(&mark)).unwrap();
            if ended {
                recorder.finish().unwrap()
            } else {
                recorder.sync().unwrap()
            }
            // The first attempt to resume is interrupted too.
            for _ in 0..2 {
                recorder = Recorder::storing(&angle(), &mean(), "sine", cut.path()).unwrap();
                recorder.restore(postcard::from_bytes(&measures).unwrap()).unwrap();
                assert_eq!(recorder.steps(), saved_measures as u64);
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
    fn a_restored_recorder_needs_what_it_had_stored() {
        let scratch = Scratch::new("short");
        let mut recorder = Recorder::storing(&angle(), &[], "short", scratch.path()).unwrap();
        recorder.push(0.0, &[1.0]).unwrap();
        recorder.sync().unwrap();
        let saved_now = |recorder: &Recorder| postcard::to_stdvec(&recorder.saved(&recorder.mark())).unwrap();
        let stored = saved_now(&recorder);
        recorder.push(1.0, &[1.0]).unwrap();
        let ahead = saved_now(&recorder);
        let restore = |channels: &[ChannelInfo], saved: &[u8]| {
            let mut again = Recorder::storing(channels, &[], "short", scratch.path()).unwrap();
            again.restore(postcard::from_bytes(saved).unwrap())
        };
        let error = restore(&angle(), &ahead).unwrap_err();
        assert!(error.to_string().ends_with("its channels end before its checkpoint"), "{error}");
        let other = [ChannelInfo { name: "pivot.torque".into(), unit: "N m".into() }];
        let error = restore(&other, &stored).unwrap_err();
        assert!(error.to_string().ends_with("its channels do not match the model"), "{error}");
        restore(&angle(), &stored).unwrap();
    }

    /// Dense output that is never asked for.
    struct Inside;

    impl DenseOutput for Inside {
        fn value(&mut self, _channel: usize, _theta: f64) -> f64 {
            unreachable!("no measure needs it")
        }

        fn resolved(&mut self) -> bool {
            true
        }
    }

    #[test]
    fn a_plan_stores_some_channels_at_some_steps_with_both_sides_of_events_and_the_ends() {
        let names = ["a", "b", "c"];
        let channels = names.map(|name| ChannelInfo { name: name.into(), unit: "1".into() });
        let stored = |every: u64, interval: f64| {
            let scratch = Scratch::new("plan");
            let plan = RecordingPlan { channels: vec![0, 2], every, interval };
            let mut recorder = Recorder::storing_part(&channels, &[], plan, "plan", scratch.path()).unwrap();
            for k in 0..=10 {
                let time = f64::from(k);
                let inside: Option<&mut dyn DenseOutput> = if k == 0 { None } else { Some(&mut Inside) };
                recorder.push_step(time, &[time, 0.0, 2.0 * time], inside).unwrap();
                if k == 5 {
                    recorder.push_step(time, &[time, 0.0, -1.0], None).unwrap();
                }
            }
            recorder.finish().unwrap();
            let file = read_channels(&scratch.path().join(CHANNELS_FILE)).unwrap();
            assert_eq!(file.info.iter().map(|info| info.name.as_str()).collect::<Vec<_>>(), ["a", "c"]);
            assert_eq!(file.column("c").unwrap().iter().filter(|value| **value == -1.0).count(), 1);
            file.time
        };
        assert_eq!(stored(1, 0.0).len(), 12);
        assert_eq!(stored(4, 0.0), [0.0, 4.0, 5.0, 5.0, 9.0, 10.0]);
        assert_eq!(stored(1, 2.5), [0.0, 3.0, 5.0, 5.0, 8.0, 10.0]);
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

        // The first full row group is written at once.
        let mut recorder = Recorder::storing(&angle(), &[], "gone", Path::new("/dev/null/folder")).unwrap();
        let error = (0..GROUP).find_map(|i| recorder.push(i as f64, &[1.0]).err());
        assert!(matches!(error, Some(Error::File { .. })));
    }

    #[test]
    fn a_large_open_file_becomes_a_part_with_and_without_a_checkpoint() {
        let rows = 17 * GROUP;
        let recorded = |checkpoints: &[usize], parts: usize| {
            let scratch = Scratch::new("large");
            let mut recorder = Recorder::storing(&angle(), &[], "noise", scratch.path()).unwrap();
            for i in 0..rows {
                recorder.push(i as f64, &[noise(i)]).unwrap();
                if checkpoints.contains(&i) {
                    recorder.sync().unwrap();
                }
            }
            let names = names_in(scratch.path());
            assert_eq!(names.iter().filter(|name| name.starts_with("channels.part-")).count(), parts);
            recorder.finish().unwrap();
            assert_eq!(names_in(scratch.path()), [CHANNELS_FILE]);
            let path = scratch.path().join(CHANNELS_FILE);
            let all = read_channels(&path).unwrap();
            assert!(all.rows() == rows && all.columns[0].iter().enumerate().all(|(i, value)| *value == noise(i)));
            std::fs::read(path).unwrap()
        };
        let bytes = recorded(&[], 1);
        assert!(recorded(&[GROUP, 5 * GROUP, 5 * GROUP + 7, 10 * GROUP], 3) == bytes);
    }

    /// A number whose digits cannot be compressed.
    fn noise(i: usize) -> f64 {
        1e3 * (i as f64 * i as f64).sin()
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
