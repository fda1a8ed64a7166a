//! Takes up a run that was interrupted or killed, from what its folder holds.

use super::keep::Keeper;
use super::prepare::{Refused, prepare};
use super::{Begun, perform};
use halfshaft::analysis::Checkpoint;
use halfshaft_model::source::{Embedded, Source};
use halfshaft_results::accumulate::Restored;
use halfshaft_results::checkpoint::{self, Header};
use halfshaft_results::recipe::Recipe;
use halfshaft_results::run_directory::{MODEL_FILE, RunDirectory};
use halfshaft_results::summary::{Status, Summary};
use halfshaft_results::{Error, Recorder};
use std::path::Path;

/// Builds the model again and brings the measures to where the checkpoint stands.
pub(super) fn reopen(folder: &Path) -> Result<Begun, Refused> {
    let refuse = |code: &str, what: &str| {
        let folder = folder.display().to_string();
        Refused::plain(code, format!("{folder} {what}"), Some(folder))
    };
    let unreadable =
        |error: Error| Refused::plain("unreadable-run", error.to_string(), Some(folder.display().to_string()));
    if !RunDirectory::is_run(folder) {
        return Err(refuse("not-a-run", "is not the folder of a run"));
    }
    if Summary::status_in(folder) == Some(Status::Done) {
        return Err(refuse("finished", "holds a run that has finished; there is nothing left to resume"));
    }
    let Some((header, (measures, state))) = checkpoint::read::<(Restored, Checkpoint)>(folder).map_err(unreadable)?
    else {
        return Err(refuse("no-checkpoint", "has no checkpoint; run the model again from its start"));
    };
    let Header { fingerprint, rows, wall_s } = header;
    let recipe = Recipe::read(folder).map_err(unreadable)?;
    let version = env!("CARGO_PKG_VERSION");
    if recipe.halfshaft != version {
        let what = format!("was begun by halfshaft {}, and this is {version}; run the model again", recipe.halfshaft);
        return Err(refuse("other-version", &what));
    }
    let text = std::fs::read_to_string(folder.join(MODEL_FILE));
    let Some(text) = text.ok().filter(|text| recipe.fingerprint(text) == fingerprint) else {
        return Err(refuse("changed-model", "holds another model than the one its checkpoint was made with"));
    };

    let files: Vec<(&str, &str)> = recipe.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let prepared = prepare(&Source::new(&recipe.model, text), &recipe.overrides, &Embedded(&files))?;
    let channels = perform::channels(&prepared.system);
    let replayed = Recorder::storing(&channels, &prepared.measures, &recipe.model, folder).and_then(|mut recorder| {
        recorder.replay(rows, measures)?;
        RunDirectory::reopen(folder)?;
        Ok(recorder)
    });
    Ok(Begun {
        name: recipe.model,
        prepared,
        recorder: replayed.map_err(unreadable)?,
        keeper: Some(Keeper::new(folder, fingerprint, wall_s)),
        from: Some(state),
        folder: Some(folder.to_owned()),
        csv: recipe.csv,
        earlier: wall_s,
    })
}
