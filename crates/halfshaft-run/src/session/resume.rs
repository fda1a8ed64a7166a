//! Resumes a run that was interrupted or killed, from the contents of its folder.

use super::checkpoints::CheckpointWriter;
use super::prepare::prepare;
use super::validity::ValidityMonitor;
use super::{RunOutcome, RunSetup, complete_run, error_line, recording};
use crate::interrupt::Interrupt;
use crate::invalid_input::InvalidInput;
use halfshaft::analysis::Checkpoint;
use halfshaft::laws::ProgramFunction;
use halfshaft_model::diagnostic::Diagnostic;
use halfshaft_model::source::{Embedded, Open, Source};
use halfshaft_results::Error;
use halfshaft_results::checkpoint::{self, Header};
use halfshaft_results::recipe::Recipe;
use halfshaft_results::recorder::RestoredRecorder;
use halfshaft_results::report::REPORT_FILE;
use halfshaft_results::run_directory::{MODEL_FILE, RunDirectory};
use halfshaft_results::scene::Scene;
use halfshaft_results::stored::Stored;
use halfshaft_results::summary::{Status, Summary};
use halfshaft_results::table::Table;
use std::path::Path;
use std::sync::Arc;

/// The contents of a folder to resume.
pub(super) enum Reopened {
    /// A run that can be continued.
    Setup(Box<RunSetup>),
    /// A finished run without a report, which has now been written.
    Finished(Box<RunOutcome>),
}

/// Rebuilds the model and restores the measures at the checkpoint.
pub(super) fn reopen(
    folder: &Path,
    functions: &(dyn Open + Sync),
    interrupt: &Interrupt,
) -> Result<Reopened, InvalidInput> {
    let refuse = |code: &'static str, what: &str| {
        let folder = folder.display().to_string();
        InvalidInput::plain(code, format!("{folder} {what}"), Some(folder))
    };
    let unreadable =
        |error: Error| InvalidInput::plain("unreadable-run", error.to_string(), Some(folder.display().to_string()));
    if !RunDirectory::is_run(folder) {
        return Err(refuse("not-a-run", "is not the folder of a run"));
    }
    let lock = RunDirectory::lock(folder).map_err(|error| match error {
        Error::Locked(_) => InvalidInput::of_results(&folder.to_string_lossy(), &error),
        error => unreadable(error),
    })?;
    if Summary::status_in(folder) == Some(Status::Done) {
        if folder.join(REPORT_FILE).is_file() {
            return Err(refuse("finished", "contains a finished run; there is nothing to resume"));
        }
        return complete(folder).map(|outcome| Reopened::Finished(Box::new(outcome))).map_err(unreadable);
    }
    let read = checkpoint::read::<(RestoredRecorder, (Checkpoint, ValidityMonitor))>(folder).map_err(unreadable)?;
    let Some((header, (saved, state))) = read else {
        return Err(refuse("no-checkpoint", "has no checkpoint; run the model again from the start"));
    };
    let Header { fingerprint, wall_s } = header;
    let recipe = Recipe::read(folder).map_err(unreadable)?;
    let version = env!("CARGO_PKG_VERSION");
    if recipe.halfshaft != version {
        let what = format!(
            "was started by halfshaft {}, but this is halfshaft {version}; run the model again",
            recipe.halfshaft
        );
        return Err(refuse("other-version", &what));
    }
    let text = std::fs::read_to_string(folder.join(MODEL_FILE));
    let Some(text) = text.ok().filter(|text| recipe.fingerprint(text) == fingerprint) else {
        return Err(refuse(
            "changed-model",
            "contains a model that does not match its checkpoint; run the model again",
        ));
    };

    let files: Vec<(&str, &str)> = recipe.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let computing = interrupt.computing();
    let prepared = prepare(
        &Source::new(&recipe.model, text),
        &recipe.overrides,
        &StoredFiles { texts: Embedded(&files), functions },
    )?;
    drop(computing);
    let restored = recording::recorder(&prepared, &recipe.model, folder).and_then(|mut recorder| {
        lock.remove_incomplete()?;
        recorder.restore(saved)?;
        lock.reopen()?;
        Ok(recorder)
    });
    Ok(Reopened::Setup(Box::new(RunSetup {
        name: recipe.model,
        prepared,
        recorder: restored.map_err(unreadable)?,
        checkpoints: Some(CheckpointWriter::new(folder, fingerprint, wall_s)),
        from: Some(state),
        folder: Some(folder.to_owned()),
        lock: Some(lock),
        csv: recipe.csv,
        trace: None,
        earlier: wall_s,
    })))
}

/// The files of a model as a run or a plan stores them, with the functions of the program, which it does not.
pub(crate) struct StoredFiles<'a> {
    /// The texts of the files.
    pub texts: Embedded<'a>,
    /// Where the functions are.
    pub functions: &'a (dyn Open + Sync),
}

impl Open for StoredFiles<'_> {
    fn open(&self, path: &str) -> Result<Source, Diagnostic> {
        self.texts.open(path)
    }

    fn function(&self, name: &str) -> Option<Arc<dyn ProgramFunction>> {
        self.functions.function(name)
    }
}

/// Completes a finished run that was killed after its summary and before its report was written.
fn complete(folder: &Path) -> Result<RunOutcome, Error> {
    let (scene, summary) = (Scene::read(folder)?, Summary::read(folder)?);
    let mut summary = summary.ok_or_else(|| Error::NotARun(folder.to_owned()))?;
    if let Err(error) = complete_run(&summary, folder, Stored::open) {
        summary.fail(error.into());
    }
    Ok(RunOutcome {
        table: Some(Table::of_values(&summary)),
        warnings: scene.warnings,
        failure: summary.error.as_ref().map_or(String::new(), error_line),
        folder: Some(folder.to_owned()),
        ..RunOutcome::empty(&scene.title, summary)
    })
}
