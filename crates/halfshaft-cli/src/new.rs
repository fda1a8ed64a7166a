//! `halfshaft new`: starter models, which run as they are.

use crate::arguments::{New, Starter};
use crate::exit::Exit;
use crate::output;
use std::fs::File;
use std::io::{ErrorKind, Result, Write};

pub(crate) fn new(options: &New) -> Result<Exit> {
    let file = options.file.display();
    let text = match options.kind {
        Starter::Pendulum => include_str!("starters/pendulum.toml"),
        Starter::Train => include_str!("starters/train.toml"),
        Starter::Wheels => include_str!("starters/wheels.toml"),
    };
    // If the file cannot be written completely because the disk is full, it is removed.
    let written = File::create_new(&options.file).and_then(|mut new| {
        new.write_all(text.as_bytes()).inspect_err(|_| {
            let _ = std::fs::remove_file(&options.file);
        })
    });
    match written {
        Ok(()) => output::print_line(&format!("wrote {file}; run it with: halfshaft run {file}")).map(|()| Exit::Done),
        Err(error) => {
            let reason = match error.kind() {
                ErrorKind::AlreadyExists => "the file already exists".to_string(),
                _ => error.to_string(),
            };
            output::eprint_line(&format!("error: cannot write {file}: {reason}"));
            Ok(Exit::BadInput)
        }
    }
}
