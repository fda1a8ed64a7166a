//! Keeps on disk the newest place from which a run can go on.
//!
//! The engine makes its checkpoints at fixed numbers of steps, whether or not anybody keeps them; the clock decides only
//! which of them reach the disk. So keeping them changes no result.

use super::watch::Watch;
use halfshaft::analysis::Checkpoint;
use halfshaft_results::accumulate::Mark;
use halfshaft_results::checkpoint::{self, Header};
use halfshaft_results::{Error, Recorder};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A checkpoint is written when this part of the time so far has passed since the last one, or this many seconds …
const SHARE: f64 = 0.125;
const SECONDS: f64 = 2.0;
/// … but not before the last one's cost has been earned this many times.
const EARNED: f64 = 50.0;

/// The checkpoints of one run.
pub struct Keeper {
    folder: PathBuf,
    fingerprint: u64,
    started: Instant,
    /// Seconds that the run took before it was resumed.
    earlier: f64,
    /// Seconds from the start to the last checkpoint written.
    written: f64,
    /// Seconds that writing it took.
    cost: f64,
    /// The newest one, unless it is on disk.
    newest: Option<(Header, (Checkpoint, Watch), Mark)>,
}

impl Keeper {
    /// For the run in `folder`; `earlier` is what it took before it was resumed, in seconds.
    pub fn new(folder: &Path, fingerprint: u64, earlier: f64) -> Self {
        let started = Instant::now();
        Keeper { folder: folder.to_owned(), fingerprint, started, earlier, written: 0.0, cost: 0.0, newest: None }
    }

    /// Takes note of a checkpoint, made after the last step that was recorded, and writes it when it is time to.
    pub fn note(&mut self, checkpoint: &Checkpoint, watch: &Watch, recorder: &mut Recorder) -> Result<(), Error> {
        let now = self.started.elapsed().as_secs_f64();
        let header = Header { fingerprint: self.fingerprint, rows: recorder.rows(), wall_s: self.earlier + now };
        self.newest = Some((header, (checkpoint.clone(), watch.clone()), recorder.mark()));
        if now - self.written >= SECONDS.min(SHARE * now).max(EARNED * self.cost) {
            self.keep_newest(recorder)?;
            self.written = self.started.elapsed().as_secs_f64();
            self.cost = self.written - now;
        }
        Ok(())
    }

    /// Brings the newest checkpoint to the disk, after the steps that led to it.
    pub fn keep_newest(&mut self, recorder: &mut Recorder) -> Result<(), Error> {
        let Some((header, checkpoint, mark)) = self.newest.take() else { return Ok(()) };
        recorder.sync()?;
        checkpoint::write(&self.folder, &header, &(recorder.kept(&mark), checkpoint))
    }
}
