//! `halfshaft view`: a run, or a model that has not been run, in 3D.
//!
//! The page and the data come from `halfshaft-viewer`. A small server on the loopback address serves them
//! ([`mod@server`]), or everything is written to one file.

mod server;

use crate::arguments::View;
use crate::exit::Exit;
use crate::output;
use crate::report::{no_run_message, warn_of_damage};
use halfshaft_model::read_with;
use halfshaft_results::atomic::write_text;
use halfshaft_results::mesh::meshes;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::{glb, vtk};
use halfshaft_run::{FileAccess, InvalidInput, open, undeformed};
use halfshaft_viewer::{Page, Subject, offline_page};
use std::io::Result;
use std::path::Path;

pub(crate) fn view(options: &View, file_access: &FileAccess) -> Result<Exit> {
    if let Some(path) = options.export.as_deref().filter(|path| ending(path).is_none()) {
        output::eprint_line(&format!("error[bad-arguments]: {} must end in .html, .glb or .pvd", path.display()));
        return Ok(Exit::BadInput);
    }
    let mut subjects = vec![];
    for path in std::iter::once(&options.subject).chain(&options.compare) {
        match load(path, file_access) {
            Ok(subject) => subjects.push(subject),
            Err(text) => {
                output::eprint_line(&text);
                return Ok(Exit::BadInput);
            }
        }
    }
    let done = match &options.export {
        Some(path) => export(&subjects, path, options.frames),
        None => serve(subjects, options.port),
    };
    match done {
        Ok(text) => output::print(&text).map(|()| Exit::Done),
        Err(text) => {
            output::eprint_line(&format!("error: {text}"));
            Ok(Exit::Failed)
        }
    }
}

/// Loads a run from its folder, or a model from its file.
fn load(path: &Path, file_access: &FileAccess) -> std::result::Result<Subject, String> {
    if RunDirectory::is_run(path) {
        let subject = Subject::run(path).map_err(|error| format!("error: {error}"))?;
        subject.damage().into_iter().for_each(warn_of_damage);
        return Ok(subject);
    }
    if path.is_dir() {
        return Err(no_run_message(path));
    }
    let invalid = |invalid: InvalidInput| invalid.render(output::style());
    let source = open(path).map_err(invalid)?;
    let model = read_with(&source, &[], &file_access.disk(&[path]));
    let model = model.map_err(|diagnostics| invalid(diagnostics.into()))?;
    let system = model.build();
    Ok(Subject::model(model.scene(&system), undeformed(&system)))
}

/// The export format given by a file name; `None` if it is unknown.
fn ending(path: &Path) -> Option<&'static str> {
    let given = path.extension()?.to_string_lossy().to_lowercase();
    ["html", "glb", "pvd"].into_iter().find(|known| *known == given)
}

/// Writes the format given by the extension of the file.
fn export(subjects: &[Subject], path: &Path, frames: usize) -> std::result::Result<String, String> {
    let subject = &subjects[0];
    let failed = |error: halfshaft_results::Error| error.to_string();
    match ending(path) {
        Some("html") => {
            let page = offline_page(subjects, frames)?;
            write_text(path, &page).map_err(failed)?;
        }
        Some("glb") => {
            let motion = subject.motion(frames).map_err(failed)?;
            glb::write(path, &subject.scene, &meshes(&subject.scene), &motion).map_err(failed)?;
        }
        _ => {
            let motion = subject.motion(frames).map_err(failed)?;
            vtk::write(path, &subject.scene, &meshes(&subject.scene), &motion).map_err(failed)?;
        }
    }
    Ok(format!("{}\n", path.display()))
}

/// Serves the page until interrupted.
fn serve(subjects: Vec<Subject>, port: u16) -> std::result::Result<String, String> {
    let page = Page::embedded()?;
    let server = server::Server::bind(port, subjects, page)
        .map_err(|error| format!("cannot listen on port {port}: {error}; choose another --port"))?;
    output::print(&format!("open {} in a browser; stop with Ctrl-C\n", server.address())).map_err(|e| e.to_string())?;
    server.run();
    Ok(String::new())
}
