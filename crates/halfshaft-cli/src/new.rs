//! `halfshaft new`: a starter model, which runs as it is.

use crate::arguments::New;
use crate::exit::Exit;
use crate::output;
use std::fs::File;
use std::io::{ErrorKind, Result, Write};

const TEXT: &str = include_str!("starter.toml");

pub(crate) fn new(options: &New) -> Result<Exit> {
    let file = options.file.display();
    match File::create_new(&options.file).and_then(|mut new| new.write_all(TEXT.as_bytes())) {
        Ok(()) => output::say_line(&format!("wrote {file}; run it with: halfshaft run {file}")).map(|()| Exit::Done),
        Err(error) => {
            let reason = match error.kind() {
                ErrorKind::AlreadyExists => "it exists already".to_string(),
                _ => error.to_string(),
            };
            output::warn(&format!("error: cannot write {file}: {reason}"));
            Ok(Exit::BadInput)
        }
    }
}
