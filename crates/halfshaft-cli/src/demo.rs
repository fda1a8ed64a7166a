//! `halfshaft demo`: the main job on an example that comes with the program.

use crate::arguments::Demo;
use crate::exit::Exit;
use crate::{output, run};
use halfshaft_model::source::Source;
use halfshaft_results::run_directory::{MODEL_FILE, RunDirectory};
use std::io::Result;
use std::path::Path;

const NAME: &str = "pendulum.toml";
const TEXT: &str = include_str!("../../../examples/rigid/pendulum.toml");

pub(crate) fn demo(options: &Demo) -> Result<Exit> {
    let folder = options.out.clone().unwrap_or_else(|| RunDirectory::default_for(Path::new(NAME)));
    let ended = run::keep(&Source::new(NAME, TEXT), &[], &folder, false, true);
    run::tell(&ended, false)?;
    if let Some(folder) = &ended.folder {
        let model = folder.join(MODEL_FILE);
        output::say_line(&format!(
            "the model is {0}; change a copy of it and run that: halfshaft run COPY.toml\n\
             look at it: halfshaft view {1}",
            model.display(),
            folder.display()
        ))?;
    }
    Ok(ended.summary.status.into())
}
