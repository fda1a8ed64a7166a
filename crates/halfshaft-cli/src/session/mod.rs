//! One model file from its text to its results.
//!
//! Reading and building are in [`mod@prepare`], the analysis with its recorder in [`mod@perform`]; this is the order in
//! which they happen, so that input that is wrong leaves nothing on disk and an analysis that fails leaves what it had.

pub mod perform;
pub mod prepare;

use halfshaft_model::source::Source;
use halfshaft_results::channels::{read_channels, write_csv};
use halfshaft_results::expectation::{Judgement, judge_all};
use halfshaft_results::recorder::{CHANNELS_FILE, Recorder};
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::summary::{Failure, Summary};
use halfshaft_results::table::Table;
use halfshaft_results::{Error, number::significant};
use perform::perform;
use prepare::{Prepared, Refused, prepare};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What is to be done.
pub struct Job<'a> {
    /// The model.
    pub source: &'a Source,
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The simulated time, in seconds.
    pub time: f64,
    /// The time at which it ends, in seconds.
    pub end: f64,
    /// The last step, in seconds.
    pub step: f64,
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
    /// Worth knowing, and no error.
    pub warnings: Vec<String>,
    /// What went wrong, for people; empty where nothing did.
    pub trouble: String,
    /// The folder with the results.
    pub folder: Option<PathBuf>,
}

/// Runs one model; `watch` sees every accepted step.
pub fn run(job: &Job, watch: &mut dyn FnMut(&Progress)) -> Ended {
    let started = Instant::now();
    let name = &job.source.name;
    let ready = prepare(job.source, job.overrides).and_then(|prepared| {
        let (recorder, folder) = open(job, &prepared).map_err(|error| refused(name, &error))?;
        Ok((prepared, recorder, folder))
    });
    let (prepared, mut recorder, folder) = match ready {
        Ok(ready) => ready,
        Err(refused) => return invalid(name, refused),
    };
    let performed = perform(&prepared, &mut recorder, job.interrupted, watch);
    let values = recorder.measures();
    let Prepared { title, measures, expectations, analysis, .. } = prepared;
    let judgements = judge_all(&measures, &values, &expectations);

    let mut summary = Summary::new(name, performed.status, performed.statistics);
    summary.analysis = Some(analysis.into());
    summary.error = performed.error;
    summary.set_measures(&measures, &values, &judgements);
    if let Err(error) = close(&mut recorder, folder.as_deref(), job.csv) {
        summary.fail(error.into());
    }
    summary.statistics.set_times(performed.simulated, started.elapsed().as_secs_f64());
    if let Some(folder) = &folder
        && let Err(error) = summary.write(folder)
    {
        summary.fail(error.into());
    }
    Ended {
        title,
        table: Some(Table::of_measures(&measures, &values, &judgements)),
        judgements,
        warnings: performed.warnings,
        trouble: summary.error.as_ref().map_or(String::new(), in_words),
        folder,
        summary,
    }
}

/// The recorder first: it may still find a measure wrong, and the folder must not be touched then.
fn open(job: &Job, prepared: &Prepared) -> Result<(Recorder, Option<PathBuf>), Error> {
    let channels = perform::channels(&prepared.system);
    let Some(folder) = job.folder else {
        return Ok((Recorder::measuring(&channels, &prepared.measures)?, None));
    };
    let recorder = Recorder::storing(&channels, &prepared.measures, &job.source.name, folder)?;
    RunDirectory::prepare(folder, &job.source.text)?;
    Ok((recorder, Some(folder.to_owned())))
}

fn close(recorder: &mut Recorder, folder: Option<&Path>, csv: bool) -> Result<(), Error> {
    recorder.finish()?;
    match folder {
        Some(folder) if csv => write_csv(&folder.join("channels.csv"), &read_channels(&folder.join(CHANNELS_FILE))?),
        _ => Ok(()),
    }
}

fn refused(model: &str, error: &Error) -> Refused {
    let (code, file) = match error {
        Error::UnknownChannel { .. } => ("unknown-channel", model.to_string()),
        Error::NotARun(path) => ("out-refused", path.display().to_string()),
        Error::File { path, .. } => ("out-unwritable", path.display().to_string()),
        Error::NotFinite { .. } | Error::Backwards { .. } => ("results", model.to_string()),
    };
    Refused::plain(code, error.to_string(), Some(file))
}

/// A run whose input could not be used.
pub(crate) fn invalid(name: &str, refused: Refused) -> Ended {
    Ended {
        summary: Summary::invalid(name, refused.findings),
        title: name.to_string(),
        judgements: vec![],
        table: None,
        warnings: vec![],
        trouble: refused.text,
        folder: None,
    }
}

fn in_words(failure: &Failure) -> String {
    let mut text = String::from("error: ");
    if let Some(time) = failure.time_s {
        text += &format!("at {} s: ", significant(time, 6));
    }
    if let Some(element) = &failure.element {
        text += &format!("\"{element}\": ");
    }
    text += &failure.reason;
    if let Some(worst) = &failure.worst {
        text += &format!(" (worst: {worst})");
    }
    text
}
