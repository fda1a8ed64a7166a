//! One model from its text to its results.
//!
//! Reading and building are in [`mod@prepare`], the analysis with its recorder in `perform`, the checkpoints in
//! `checkpoints`. This module puts them in order: invalid input leaves nothing on disk, and a failed analysis leaves its
//! results up to the failure.

mod checkpoints;
mod dense_channels;
pub(crate) mod fields;
mod in_memory;
pub mod item_locations;
mod matrices;
mod modes;
pub(crate) mod perform;
pub mod prepare;
mod recording;
mod response;
mod response_settings;
mod resume;
mod skins;
mod step_limits;
mod trace;
mod validity;

use crate::interrupt::Interrupt;
use crate::invalid_input::InvalidInput;
use crate::parallel;
use checkpoints::CheckpointWriter;
use halfshaft::analysis::Checkpoint;
use halfshaft_model::source::{Embedded, Open, Source};
use halfshaft_model::{Analysis, Diagnostic, Style};
use halfshaft_results::campbell::Campbell;
use halfshaft_results::channels::{read_channels, write_csv};
use halfshaft_results::checkpoint;
use halfshaft_results::energy::Balance;
use halfshaft_results::expectation::{Judgement, judge_until};
use halfshaft_results::ledger;
use halfshaft_results::parts::CHANNELS_FILE;
use halfshaft_results::recipe::Recipe;
use halfshaft_results::recorder::Recorder;
use halfshaft_results::report;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::scene::Scene;
use halfshaft_results::stored::Stored;
use halfshaft_results::summary::{RunError, Statistics, Status, Summary};
use halfshaft_results::table::Table;
use halfshaft_results::train::Parts;
use halfshaft_results::{Error, number::significant};
pub use in_memory::InMemory;
use perform::perform;
use prepare::{Prepared, prepare};
use resume::Reopened;
pub(crate) use resume::StoredFiles;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use trace::Trace;
use validity::ValidityMonitor;

/// One model to run, or one study of other models.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The model.
    pub source: &'a Source,
    /// The files that it uses.
    pub files: &'a (dyn Open + Sync),
    /// Overrides, as pairs of name and value.
    pub overrides: &'a [(String, String)],
    /// The folder for the results; `None` stores nothing on disk.
    pub folder: Option<&'a Path>,
    /// Whether to return the stored channels with the outcome, if there is no folder.
    pub in_memory: bool,
    /// Whether to write the channels as comma-separated values too.
    pub csv: bool,
    /// Whether to write every Newton iteration too.
    pub trace: bool,
    /// Number of threads for the cases of a study; a single run uses one.
    pub threads: usize,
    /// Stops the analysis after the current step.
    pub interrupt: &'a Interrupt,
}

impl<'a> Job<'a> {
    /// Runs a model without overrides and stores nothing.
    pub fn new(source: &'a Source, files: &'a (dyn Open + Sync), interrupt: &'a Interrupt) -> Self {
        let threads = parallel::cores();
        Job {
            source,
            files,
            overrides: &[],
            folder: None,
            in_memory: false,
            csv: false,
            trace: false,
            threads,
            interrupt,
        }
    }
}

/// Progress of a run.
pub struct Progress<'a> {
    /// The simulated time, in seconds.
    pub time: f64,
    /// The end time, in seconds.
    pub end: f64,
    /// The last step size, in seconds.
    pub step: f64,
    /// What limits the step size, as text; evaluated on demand.
    pub limited_by: &'a dyn Fn() -> Option<String>,
    /// A warning to show at once.
    pub warning: Option<String>,
}

/// The outcome of a run.
pub struct RunOutcome {
    /// The object for programs.
    pub summary: Summary,
    /// The model's title; its name if the model could not be read.
    pub title: String,
    /// The expectations with their sources.
    pub judgements: Vec<Judgement>,
    /// The measures as a table.
    pub table: Option<Table>,
    /// The energy balance; `None` if the energy transferred is within round-off.
    pub balance: Option<Balance>,
    /// Warnings of the analysis.
    pub warnings: Vec<String>,
    /// Warnings about the model file.
    pub remarks: Vec<Diagnostic>,
    /// Why nothing was computed, if the input is invalid.
    pub invalid: Option<InvalidInput>,
    /// The error of a failed analysis, with the locations of the items that it names; empty without an error.
    pub failure: String,
    /// The folder with the results.
    pub folder: Option<PathBuf>,
    /// Energy shares and nodal points of each mode of a modal analysis.
    pub parts: Vec<Parts>,
    /// The Campbell diagram, if requested.
    pub campbell: Option<Campbell>,
    /// What a folder would contain, if requested.
    pub memory: Option<InMemory>,
}

impl RunOutcome {
    /// The outcome of a run with invalid input; `name` is the model file, or the folder to resume.
    pub fn of_invalid_input(name: &str, invalid: InvalidInput) -> Self {
        RunOutcome {
            invalid: Some(invalid.clone()),
            ..RunOutcome::empty(name, Summary::invalid(name, invalid.findings()))
        }
    }

    /// An outcome without results.
    pub(crate) fn empty(title: &str, summary: Summary) -> Self {
        RunOutcome {
            summary,
            title: title.to_string(),
            judgements: vec![],
            table: None,
            balance: None,
            warnings: vec![],
            remarks: vec![],
            invalid: None,
            failure: String::new(),
            folder: None,
            parts: vec![],
            campbell: None,
            memory: None,
        }
    }

    /// The value of a measure, in the unit that the summary gives for it; `None` if it does not exist or has no value.
    pub fn measure(&self, name: &str) -> Option<f64> {
        self.summary.measures.0.iter().find(|(known, _)| known == name).and_then(|(_, value)| *value)
    }

    /// Whether all expectations that were evaluated are met.
    pub fn meets_expectations(&self) -> bool {
        !self.judgements.iter().any(Judgement::is_miss)
    }

    /// The error message as text: what is wrong with the input, or how the analysis failed; empty without an error.
    pub fn error_text(&self, style: Style) -> String {
        self.invalid.as_ref().map_or_else(|| self.failure.clone(), |invalid| invalid.render(style))
    }
}

/// A run with valid input and a prepared folder.
struct RunSetup {
    /// The model file, as given on the command line.
    name: String,
    prepared: Prepared,
    recorder: Recorder,
    checkpoints: Option<CheckpointWriter>,
    /// The checkpoint to continue from; `None` starts from the initial state.
    from: Option<(Checkpoint, ValidityMonitor)>,
    folder: Option<PathBuf>,
    /// Keeps other processes out of the folder.
    lock: Option<RunDirectory>,
    csv: bool,
    trace: Option<Trace>,
    /// Wall time before the run was resumed, in seconds.
    earlier: f64,
}

/// Runs one model; `on_progress` is called for every accepted step. A file that describes a study is invalid here.
pub(crate) fn run_model(job: &Job, on_progress: &mut dyn FnMut(&Progress)) -> RunOutcome {
    let started = Instant::now();
    match read(job) {
        Ok(prepared) => run_prepared(job, prepared, started, on_progress),
        Err(invalid) => RunOutcome::of_invalid_input(&job.source.name, invalid),
    }
}

/// Reads and builds the model of a job.
fn read(job: &Job) -> Result<Prepared, InvalidInput> {
    let _computing = job.interrupt.computing();
    prepare(job.source, job.overrides, job.files)
}

/// Runs a model that has been read and built since `started`.
pub(crate) fn run_prepared(
    job: &Job,
    prepared: Prepared,
    started: Instant,
    on_progress: &mut dyn FnMut(&Progress),
) -> RunOutcome {
    let name = &job.source.name;
    match prepared.analysis {
        Analysis::Modes { .. } => modes::run(job, prepared, job.folder.is_some(), started)
            .unwrap_or_else(|invalid| RunOutcome::of_invalid_input(name, invalid)),
        Analysis::Response { .. } => {
            response::run(job, prepared, started).unwrap_or_else(|invalid| RunOutcome::of_invalid_input(name, invalid))
        }
        Analysis::Transient { .. } | Analysis::Statics => match set_up(job, prepared) {
            Ok(setup) => execute(setup, started, job.interrupt, on_progress),
            Err(error) => folder_error(name, error),
        },
    }
}

/// Computes the modes of one model, whatever its analysis; `detailed` adds energy shares and nodal points.
pub fn modes(job: &Job, detailed: bool) -> RunOutcome {
    let started = Instant::now();
    read(job)
        .and_then(|prepared| modes::run(job, prepared, detailed, started))
        .unwrap_or_else(|invalid| RunOutcome::of_invalid_input(&job.source.name, invalid))
}

/// Resumes the run in a folder.
pub fn resume(folder: &Path, interrupt: &Interrupt, on_progress: &mut dyn FnMut(&Progress)) -> RunOutcome {
    resume_with(&Embedded(&[]), folder, interrupt, on_progress)
}

/// Resumes the run in a folder, of a model that calls functions of the program; they are those of `functions`.
pub fn resume_with(
    functions: &(dyn Open + Sync),
    folder: &Path,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(&Progress),
) -> RunOutcome {
    let started = Instant::now();
    match resume::reopen(folder, functions, interrupt) {
        Ok(Reopened::Setup(setup)) => execute(*setup, started, interrupt, on_progress),
        Ok(Reopened::Finished(outcome)) => *outcome,
        Err(invalid) => RunOutcome::of_invalid_input(&folder.to_string_lossy(), invalid),
    }
}

/// Sets up a run. The recorder comes first: it may still reject a measure, and the folder must not be touched then.
fn set_up(job: &Job, mut prepared: Prepared) -> Result<RunSetup, Error> {
    let name = &job.source.name;
    let (recorder, checkpoints, lock) = match job.folder {
        None if job.in_memory => (recording::in_memory(&prepared, name)?, None, None),
        None => (Recorder::measuring(&recording::channels(&prepared.system), &prepared.measures)?, None, None),
        Some(folder) => {
            let recorder = recording::recorder(&prepared, name, folder)?;
            let (lock, fingerprint) = prepare_folder(job, &mut prepared, folder)?;
            (recorder, Some(CheckpointWriter::new(folder, fingerprint, 0.0)), Some(lock))
        }
    };
    let folder = job.folder.map(Path::to_owned);
    prepared.settings.trace = job.trace && folder.is_some();
    let trace = job.folder.filter(|_| job.trace).map(Trace::create).transpose()?;
    let (name, csv) = (name.clone(), job.csv);
    Ok(RunSetup { name, prepared, recorder, checkpoints, from: None, folder, lock, csv, trace, earlier: 0.0 })
}

/// Prepares the folder of a run and stores the model and the scene there; returns the lock and the fingerprint.
fn prepare_folder(job: &Job, prepared: &mut Prepared, folder: &Path) -> Result<(RunDirectory, u64), Error> {
    let recipe = Recipe::new(&job.source.name, job.overrides, std::mem::take(&mut prepared.files), job.csv);
    let lock = RunDirectory::prepare(folder, &job.source.text, &recipe)?;
    let fingerprint = recipe.fingerprint(&job.source.text);
    prepared.scene.hash = format!("{fingerprint:016x}");
    prepared.scene.write(folder)?;
    Ok((lock, fingerprint))
}

fn execute(
    setup: RunSetup,
    started: Instant,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(&Progress),
) -> RunOutcome {
    let RunSetup { name, prepared, mut recorder, mut checkpoints, from, folder, lock, csv, trace, earlier } = setup;
    let resumed = from.as_ref().map(|(checkpoint, _)| checkpoint.time());
    let result = perform(
        &prepared,
        from,
        &mut recorder,
        checkpoints.as_mut(),
        (trace, folder.as_deref().map(|folder| (folder, resumed))),
        interrupt,
        on_progress,
    );
    let mut values = recorder.measures();
    let Prepared { title, measures, expectations, analysis, remarks, locations, scene, files, .. } = prepared;
    // A run that overrides have shortened does not evaluate what lies beyond its end.
    let end = if let Analysis::Transient { end, .. } = analysis { end } else { f64::INFINITY };
    values
        .iter_mut()
        .zip(&measures)
        .filter(|(_, measure)| measure.lies_beyond(end))
        .for_each(|(value, _)| *value = None);
    let judgements = judge_until(end, &measures, &values, &expectations);

    let mut summary = Summary::new(&name, result.status, result.statistics);
    summary.analysis = Some(analysis.name().into());
    summary.error = result.error;
    summary.set_measures(&measures, &values, &judgements);
    if let Err(error) = finish_recording(&mut recorder, folder.as_deref(), csv) {
        summary.fail(error.into());
    }
    summary.statistics.set_times(result.simulated, earlier + started.elapsed().as_secs_f64());
    if let Some(folder) = &folder
        && let Err(error) = ledger::write(folder, &result.accounts)
            .and_then(|()| write_summary(&summary, folder, &result.warnings, result.round_off))
    {
        summary.fail(error.into());
    }
    drop(lock);
    let memory = recorder.take_channels().map(|channels| {
        let scene = with_warnings(scene, &result.warnings, result.round_off);
        InMemory { channels: Arc::new(channels), scene, accounts: result.accounts, files }
    });
    RunOutcome {
        table: Some(Table::of_measures(&measures, &values, &judgements)),
        judgements,
        memory,
        balance: recorder.balance().map(|balance| balance.with_round_off(result.round_off)),
        warnings: result.warnings.iter().map(|warning| locations.with_locations(warning)).collect(),
        remarks,
        failure: summary.error.as_ref().map_or(String::new(), |error| locations.with_locations(&error_line(error))),
        folder,
        ..RunOutcome::empty(&title, summary)
    }
}

/// Writes the summary of a run.
///
/// The summary marks a run as done, so everything that only the run knows is written before it; `resume` can do the
/// rest.
fn write_summary(summary: &Summary, folder: &Path, warnings: &[String], energy_round_off: f64) -> Result<(), Error> {
    if !warnings.is_empty() || energy_round_off > 0.0 {
        with_warnings(Scene::read(folder)?, warnings, energy_round_off).write(folder)?;
    }
    summary.write(folder)?;
    complete_run(summary, folder, Stored::just_written)
}

/// A scene with what only the run knows.
fn with_warnings(mut scene: Scene, warnings: &[String], energy_round_off: f64) -> Scene {
    scene.warnings.extend_from_slice(warnings);
    scene.energy_round_off = energy_round_off;
    scene
}

/// Completes a run whose summary is written: removes the checkpoint of a finished run, opens its channels and writes the
/// report.
fn complete_run(summary: &Summary, folder: &Path, open: fn(&Path) -> Result<Stored, Error>) -> Result<(), Error> {
    if summary.status == Status::Done {
        checkpoint::remove(folder)?;
    }
    report::write_from(folder, &open(folder)?, &folder.join(report::REPORT_FILE))
}

fn finish_recording(recorder: &mut Recorder, folder: Option<&Path>, csv: bool) -> Result<(), Error> {
    recorder.finish()?;
    match folder {
        Some(folder) if csv => write_csv(&folder.join("channels.csv"), &read_channels(&folder.join(CHANNELS_FILE))?),
        _ => Ok(()),
    }
}

/// The outcome of a run whose folder could not be prepared: invalid input, or a full disk.
pub(crate) fn folder_error(name: &str, error: Error) -> RunOutcome {
    if !error.is_full() {
        return RunOutcome::of_invalid_input(name, InvalidInput::of_results(name, &error));
    }
    let mut summary = Summary::new(name, Status::Done, Statistics::default());
    summary.fail(error.into());
    let failure = summary.error.as_ref().map_or(String::new(), error_line);
    RunOutcome { failure, ..RunOutcome::empty(name, summary) }
}

/// The outcome of an analysis without time steps.
fn stepless_outcome(
    job: &Job,
    prepared: &Prepared,
    summary: Summary,
    judgements: Vec<Judgement>,
    table: Table,
    warnings: &[String],
) -> RunOutcome {
    let with_locations = |text: &str| prepared.locations.with_locations(text);
    RunOutcome {
        table: Some(table),
        judgements,
        warnings: warnings.iter().map(|warning| with_locations(warning)).collect(),
        remarks: prepared.remarks.clone(),
        failure: summary.error.as_ref().map_or(String::new(), |error| with_locations(&error_line(error))),
        folder: job.folder.map(Into::into),
        ..RunOutcome::empty(&prepared.title, summary)
    }
}

/// The error of a failed analysis as one line of text.
pub(crate) fn error_line(failure: &RunError) -> String {
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
