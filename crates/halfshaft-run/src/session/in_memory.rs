//! The results of a run that has no folder.

use super::{Job, complete_run};
use halfshaft_results::Error;
use halfshaft_results::channel_writer::write_channels;
use halfshaft_results::channels::Channels;
use halfshaft_results::ledger::{self, Account};
use halfshaft_results::parts::CHANNELS_FILE;
use halfshaft_results::recipe::Recipe;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::scene::Scene;
use halfshaft_results::stored::Stored;
use halfshaft_results::summary::Summary;
use std::path::Path;
use std::sync::Arc;

/// What the folder of a run would contain, apart from its summary and the model.
pub struct InMemory {
    /// The stored channels.
    pub channels: Arc<Channels>,
    /// What the model looks like, and the warnings of the run.
    pub scene: Scene,
    /// The energy account of each item.
    pub accounts: Vec<Account>,
    /// The other files of the model, as pairs of path and text.
    pub files: Vec<(String, String)>,
}

impl InMemory {
    /// Writes the folder of the run, with its report; `job` is the one that was run.
    pub fn write(&self, job: &Job, summary: &Summary, folder: &Path) -> Result<(), Error> {
        let recipe = Recipe::new(&job.source.name, job.overrides, self.files.clone(), job.csv);
        let _lock = RunDirectory::prepare(folder, &job.source.text, &recipe)?;
        let hash = format!("{:016x}", recipe.fingerprint(&job.source.text));
        Scene { hash, ..self.scene.clone() }.write(folder)?;
        write_channels(&folder.join(CHANNELS_FILE), &self.channels)?;
        ledger::write(folder, &self.accounts)?;
        summary.write(folder)?;
        complete_run(summary, folder, Stored::just_written)
    }
}
