//! One model file from its text to its results.
//!
//! Reading and building are in [`mod@prepare`], the analysis with its recorder in [`mod@perform`], the checkpoints in
//! [`mod@keep`]; this is the order in which they happen, so that input that is wrong leaves nothing on disk and an analysis
//! that fails leaves what it had.

mod held;
mod interior;
pub mod keep;
mod matrices;
mod modes;
pub mod perform;
pub mod places;
pub mod prepare;
mod response;
mod resume;
mod study;
mod watch;

use halfshaft::analysis::Checkpoint;
use halfshaft_model::Analysis;
use halfshaft_model::source::{Open, Source};
use halfshaft_results::campbell::Campbell;
use halfshaft_results::channels::{read_channels, write_csv};
use halfshaft_results::checkpoint;
use halfshaft_results::energy::Balance;
use halfshaft_results::expectation::{Judgement, judge_all};
use halfshaft_results::ledger;
use halfshaft_results::recipe::Recipe;
use halfshaft_results::recorder::{CHANNELS_FILE, Recorder};
use halfshaft_results::report;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::scene::Scene;
use halfshaft_results::summary::{Failure, Statistics, Status, Summary};
use halfshaft_results::table::Table;
use halfshaft_results::train::Parts;
use halfshaft_results::{Error, number::significant};
use keep::Keeper;
use perform::perform;
use prepare::{Prepared, Ready, Refused, prepare, prepare_any};
use resume::Reopened;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use watch::Watch;

/// What is to be done.
pub struct Job<'a> {
    /// The model.
    pub source: &'a Source,
    /// Where the files are that it uses.
    pub files: &'a (dyn Open + Sync),
    /// Overrides, as pairs of name and value.
    pub overrides: &'a [(String, String)],
    /// Where results are kept; nowhere where there is none.
    pub folder: Option<&'a Path>,
    /// Whether to keep the channels as comma-separated values too.
    pub csv: bool,
    /// Stops the analysis after its step, once set.
    pub interrupted: &'a AtomicBool,
}

/// How far a run is.
pub struct Progress<'a> {
    /// The simulated time, in seconds.
    pub time: f64,
    /// The time at which it ends, in seconds.
    pub end: f64,
    /// The last step, in seconds.
    pub step: f64,
    /// What holds the step size down, in words; found when asked for.
    pub held: &'a dyn Fn() -> Option<String>,
    /// What cannot wait until the end.
    pub warning: Option<String>,
}

/// How it ended.
pub struct Ended {
    /// The object for programs.
    pub summary: Summary,
    /// The model's title; its name where it could not be read.
    pub title: String,
    /// The expectations with their sources.
    pub judgements: Vec<Judgement>,
    /// The measures as a table.
    pub table: Option<Table>,
    /// How the energy closes; none where no more moved than errors do.
    pub balance: Option<Balance>,
    /// Worth knowing, and no error.
    pub warnings: Vec<String>,
    /// What the model probably does not mean, with its lines.
    pub remarks: Vec<String>,
    /// What went wrong, for people; empty where nothing did.
    pub trouble: String,
    /// The folder with the results.
    pub folder: Option<PathBuf>,
    /// What takes part in each mode, where modes were computed.
    pub parts: Vec<Parts>,
    /// The Campbell diagram, where one was asked for.
    pub campbell: Option<Campbell>,
}

/// A run whose input is good and whose folder is ready.
struct Begun {
    /// The model file, as it was named.
    name: String,
    prepared: Prepared,
    recorder: Recorder,
    keeper: Option<Keeper>,
    /// Where to go on, with what was seen until there; from the start where there is none.
    from: Option<(Checkpoint, Watch)>,
    folder: Option<PathBuf>,
    /// Keeps other processes out of it.
    lock: Option<RunDirectory>,
    csv: bool,
    /// Seconds that it took before it was resumed.
    earlier: f64,
}

/// Runs one model; `watch` sees every accepted step.
pub fn run(job: &Job, watch: &mut dyn FnMut(&Progress)) -> Ended {
    let started = Instant::now();
    let name = &job.source.name;
    let prepared = match prepare_any(job.source, job.overrides, job.files) {
        Ok(Ready::Model(prepared)) => *prepared,
        Ok(Ready::Study(study)) => return study::run(job, &study),
        Err(refused) => return invalid(name, refused),
    };
    match prepared.analysis {
        Analysis::Modes { .. } => {
            modes::run(job, prepared, job.folder.is_some(), started).unwrap_or_else(|refused| invalid(name, refused))
        }
        Analysis::Response { .. } => {
            response::run(job, prepared, started).unwrap_or_else(|refused| invalid(name, refused))
        }
        Analysis::Transient { .. } | Analysis::Statics => match begin(job, prepared) {
            Ok(begun) => conduct(begun, started, job.interrupted, watch),
            Err(error) => unready(name, error),
        },
    }
}

/// Computes the modes of one model, whatever analysis it asks for; `detailed` with energies and points at rest.
pub fn modes_of(job: &Job, detailed: bool) -> Ended {
    let started = Instant::now();
    let prepared = prepare(job.source, job.overrides, job.files);
    prepared
        .and_then(|prepared| modes::run(job, prepared, detailed, started))
        .unwrap_or_else(|refused| invalid(&job.source.name, refused))
}

/// Goes on with the run in a folder.
pub fn resume(folder: &Path, interrupted: &AtomicBool, watch: &mut dyn FnMut(&Progress)) -> Ended {
    let started = Instant::now();
    match resume::reopen(folder) {
        Ok(Reopened::Begun(begun)) => conduct(*begun, started, interrupted, watch),
        Ok(Reopened::Ended(ended)) => *ended,
        Err(refused) => invalid(&folder.to_string_lossy(), refused),
    }
}

/// The recorder first: it may still find a measure wrong, and the folder must not be touched then.
fn begin(job: &Job, mut prepared: Prepared) -> Result<Begun, Error> {
    let channels = perform::channels(&prepared.system);
    let name = &job.source.name;
    let (recorder, keeper, lock) = match job.folder {
        None => (Recorder::measuring(&channels, &prepared.measures)?, None, None),
        Some(folder) => {
            let recorder = Recorder::storing(&channels, &prepared.measures, name, folder)?;
            let (lock, fingerprint) = enter(job, &mut prepared, folder)?;
            (recorder, Some(Keeper::new(folder, fingerprint, 0.0)), Some(lock))
        }
    };
    let folder = job.folder.map(Path::to_owned);
    Ok(Begun { name: name.clone(), prepared, recorder, keeper, from: None, folder, lock, csv: job.csv, earlier: 0.0 })
}

/// Makes a folder ready for a run and keeps there what the run is about; gives its lock and its fingerprint.
fn enter(job: &Job, prepared: &mut Prepared, folder: &Path) -> Result<(RunDirectory, u64), Error> {
    let recipe = Recipe::new(&job.source.name, job.overrides, std::mem::take(&mut prepared.files), job.csv);
    let lock = RunDirectory::prepare(folder, &job.source.text, &recipe)?;
    let fingerprint = recipe.fingerprint(&job.source.text);
    prepared.scene.hash = format!("{fingerprint:016x}");
    prepared.scene.write(folder)?;
    Ok((lock, fingerprint))
}

fn conduct(begun: Begun, started: Instant, interrupted: &AtomicBool, watch: &mut dyn FnMut(&Progress)) -> Ended {
    let Begun { name, prepared, mut recorder, mut keeper, from, folder, lock, csv, earlier } = begun;
    let performed = perform(&prepared, from, &mut recorder, keeper.as_mut(), interrupted, watch);
    let values = recorder.measures();
    let Prepared { title, measures, expectations, analysis, remarks, places, .. } = prepared;
    let judgements = judge_all(&measures, &values, &expectations);

    let mut summary = Summary::new(&name, performed.status, performed.statistics);
    summary.analysis = Some(analysis.name().into());
    summary.error = performed.error;
    summary.set_measures(&measures, &values, &judgements);
    if let Err(error) = close(&mut recorder, folder.as_deref(), csv) {
        summary.fail(error.into());
    }
    summary.statistics.set_times(performed.simulated, earlier + started.elapsed().as_secs_f64());
    if let Some(folder) = &folder
        && let Err(error) = ledger::write(folder, &performed.accounts)
            .and_then(|()| conclude(&summary, folder, &performed.warnings, performed.round_off))
    {
        summary.fail(error.into());
    }
    drop(lock);
    Ended {
        title,
        table: Some(Table::of_measures(&measures, &values, &judgements)),
        judgements,
        balance: recorder.balance().map(|balance| balance.above(performed.round_off)),
        warnings: performed.warnings.iter().map(|warning| places.mark(warning)).collect(),
        remarks,
        trouble: summary.error.as_ref().map_or(String::new(), |error| places.mark(&in_words(error))),
        folder,
        summary,
        parts: vec![],
        campbell: None,
    }
}

/// Says how it ended; a finished run needs no checkpoint any more.
///
/// The summary says that a run is done, so all else that only the run knows is written before it; `resume` can do the
/// rest.
fn conclude(summary: &Summary, folder: &Path, warnings: &[String], energy_round_off: f64) -> Result<(), Error> {
    if !warnings.is_empty() || energy_round_off > 0.0 {
        let mut scene = Scene::read(folder)?;
        scene.warnings.extend_from_slice(warnings);
        scene.energy_round_off = energy_round_off;
        scene.write(folder)?;
    }
    summary.write(folder)?;
    tidy(summary, folder)
}

/// What remains to be done once the summary is written.
fn tidy(summary: &Summary, folder: &Path) -> Result<(), Error> {
    if summary.status == Status::Done {
        checkpoint::remove(folder)?;
    }
    report::write(folder, None).map(drop)
}

fn close(recorder: &mut Recorder, folder: Option<&Path>, csv: bool) -> Result<(), Error> {
    recorder.finish()?;
    match folder {
        Some(folder) if csv => write_csv(&folder.join("channels.csv"), &read_channels(&folder.join(CHANNELS_FILE))?),
        _ => Ok(()),
    }
}

pub(crate) fn refused(model: &str, error: &Error) -> Refused {
    let (code, file) = match error {
        Error::UnknownChannel { .. } => ("unknown-channel", model.to_string()),
        Error::NotARun(path) | Error::NotAStudy(path) => ("out-refused", path.display().to_string()),
        Error::Locked(path) => ("out-locked", path.display().to_string()),
        Error::File { path, .. } | Error::Full { path, .. } => ("out-unwritable", path.display().to_string()),
        Error::NotFinite { .. } | Error::Backwards { .. } => ("results", model.to_string()),
    };
    Refused::plain(code, error.to_string(), Some(file))
}

/// A run whose folder could not be made ready: the input is wrong, or the disk is full.
fn unready(name: &str, error: Error) -> Ended {
    if !error.is_full() {
        return invalid(name, refused(name, &error));
    }
    let mut ended = invalid(name, Refused { findings: vec![], text: String::new() });
    ended.summary = Summary::new(name, Status::Done, Statistics::default());
    ended.summary.fail(error.into());
    ended.trouble = ended.summary.error.as_ref().map_or(String::new(), in_words);
    ended
}

/// A run whose input could not be used.
pub(crate) fn invalid(name: &str, refused: Refused) -> Ended {
    Ended {
        summary: Summary::invalid(name, refused.findings),
        title: name.to_string(),
        judgements: vec![],
        table: None,
        balance: None,
        warnings: vec![],
        remarks: vec![],
        trouble: refused.text,
        folder: None,
        parts: vec![],
        campbell: None,
    }
}

pub(crate) fn in_words(failure: &Failure) -> String {
    let mut text = format!("error[{}]: ", failure.code);
    if let Some(time) = failure.time_s {
        text += &format!("at {} s: ", significant(time, 6));
    }
    if let Some(element) = &failure.element {
        text += &format!("\"{element}\": ");
    }
    text += &failure.reason;
    if let Some(worst) = failure.worst.as_ref().filter(|worst| !failure.reason.contains(*worst)) {
        text += &format!(" (worst: {worst})");
    }
    text
}
