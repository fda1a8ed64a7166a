//! Writes checkpoints, from which a run can be resumed.
//!
//! The engine makes a checkpoint every fixed number of steps, whether or not it is written; the clock only decides which
//! of them are written to disk. Writing checkpoints therefore does not change the results.

use super::validity::ValidityMonitor;
use halfshaft::analysis::Checkpoint;
use halfshaft_results::checkpoint::{self, Header};
use halfshaft_results::recorder::RecorderMark;
use halfshaft_results::{Error, Recorder};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The first checkpoint is written after this many seconds, when there is little to write; the second after this many,
/// because what a short run has written would have to be copied when its files are joined …
const FIRST: f64 = 0.1;
const SECOND: f64 = 2.0;
/// … and a further one when this many seconds have passed since the last one, which a resumed run computes once more …
const INTERVAL: f64 = 0.5;
/// … but not before this many times the cost of the last write has passed.
const MIN_COST_RATIO: f64 = 50.0;

/// The checkpoints of one run.
pub struct CheckpointWriter {
    folder: PathBuf,
    fingerprint: u64,
    started: Instant,
    /// Wall time before the run was resumed, in seconds.
    earlier: f64,
    /// Time from the start to the last write, in seconds.
    written: f64,
    /// Duration of the last write, in seconds.
    cost: f64,
    /// The newest checkpoint, unless it is on disk.
    newest: Option<(Header, (Checkpoint, ValidityMonitor), RecorderMark)>,
}

impl CheckpointWriter {
    /// For the run in `folder`; `earlier` is the wall time before it was resumed, in seconds.
    pub fn new(folder: &Path, fingerprint: u64, earlier: f64) -> Self {
        let started = Instant::now();
        CheckpointWriter {
            folder: folder.to_owned(),
            fingerprint,
            started,
            earlier,
            written: 0.0,
            cost: 0.0,
            newest: None,
        }
    }

    /// Accepts a checkpoint, made after the last recorded step, and writes it if one is due.
    pub fn update(
        &mut self,
        checkpoint: &Checkpoint,
        monitor: &ValidityMonitor,
        recorder: &mut Recorder,
    ) -> Result<(), Error> {
        let now = self.started.elapsed().as_secs_f64();
        let header = Header { fingerprint: self.fingerprint, wall_s: self.earlier + now };
        self.newest = Some((header, (checkpoint.clone(), monitor.clone()), recorder.mark()));
        let next = match self.written {
            before if before < FIRST => FIRST,
            before if before < SECOND => SECOND,
            before => before + INTERVAL,
        };
        if now >= next.max(self.written + MIN_COST_RATIO * self.cost) {
            self.write_newest(recorder)?;
            self.written = self.started.elapsed().as_secs_f64();
            self.cost = self.written - now;
        }
        Ok(())
    }

    /// Writes the newest checkpoint to disk, after the recorded steps that it continues.
    pub fn write_newest(&mut self, recorder: &mut Recorder) -> Result<(), Error> {
        let Some((header, checkpoint, mark)) = self.newest.take() else { return Ok(()) };
        recorder.sync()?;
        checkpoint::write(&self.folder, &header, &(recorder.saved(&mark), checkpoint))
    }
}
