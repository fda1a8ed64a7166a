//! `halfshaft reduce`: a body on a mesh reduced to a few shapes, as a file for models and NumPy, or its matrices for other programs.

use crate::arguments::Reduce;
use crate::exit::Exit;
use crate::output;
use halfshaft_model::Model;
use halfshaft_model::matrices::{self, MatrixFile};
use halfshaft_model::reduced_file::{self, ReducedFile, Request};
use halfshaft_model::stored_body;
use halfshaft_results::npz;
use halfshaft_results::number::significant;
use halfshaft_results::table::{Align, Table};
use halfshaft_run::{FileAccess, InvalidInput, open};
use serde_json::json;
use std::io::Result;
use std::path::{Path, PathBuf};

/// Frequencies that are printed.
const SHOWN: usize = 20;
/// Relative errors below this are round-off.
const ROUND_OFF: f64 = 1e-9;

pub(crate) fn reduce(options: &Reduce, file_access: &FileAccess) -> Result<Exit> {
    let Some(format) = Format::of(&options.out) else {
        let ending = "its ending is none of .npz, .mtx (Matrix Market) and .pch (DMIG of Nastran); modal neutral files (MNF) and standard input data (SID) are not supported";
        return refuse(options, format!("cannot write {}: {ending}", options.out.display()));
    };
    let disk = file_access.disk(&[&options.of.model]);
    // A body that has not changed is not reduced again.
    let read =
        |source| halfshaft_model::read_unreduced(&source, &options.of.overrides, &disk).map_err(InvalidInput::from);
    let checked = |model: Model| match reduced_file::check(&model, &options.body) {
        Ok(()) => Ok(model),
        Err(wrong) => Err(InvalidInput::from(wrong)),
    };
    let model = match open(&options.of.model).and_then(read).and_then(checked) {
        Ok(model) => model,
        Err(invalid) => return output::report_invalid(&name(options), &invalid, options.of.json),
    };
    let request = Request {
        basis: options.basis.clone(),
        modes: options.modes,
        compare: options.compare,
        loads: options.load.clone(),
        everywhere: options.everywhere,
    };
    let hash = match reduced_file::hash(&model, &options.body, &request) {
        Ok(hash) => hash,
        Err(message) => return refuse(options, message),
    };
    let is_body = format == Format::Npz && options.matrices.is_none();
    let before = std::fs::read(&options.out).ok().filter(|_| is_body && !options.compare);
    let before = before.and_then(|bytes| stored_body::hash_in(&bytes));
    if before.is_some_and(|(before, everywhere)| before == hash && (everywhere || !options.everywhere)) {
        return up_to_date(options, &hash);
    }
    if options.matrices.as_deref() == Some("full") {
        return match reduced_file::full_matrices(&model, &options.body) {
            Ok(file) => write_full(options, format, &hash, &file),
            Err(message) => refuse(options, message),
        };
    }
    let reduced = match reduced_file::reduce(&model, &options.body, &request) {
        Ok(reduced) => reduced,
        Err(message) => return refuse(options, message),
    };
    let written = if is_body {
        npz::write(&options.out, &reduced.header, &reduced.arrays).map(|()| vec![options.out.clone()])
    } else {
        match reduced_file::reduced_matrices(&options.body, &reduced.reduction) {
            Ok(file) => write_matrices(options, format, &hash, &file),
            Err(message) => return refuse(options, message),
        }
    };
    let files = match written {
        Ok(files) => files,
        Err(error) => return output::report_unwritable(&name(options), &error, options.of.json),
    };
    print(options, &reduced, &files)?;
    Ok(Exit::Done)
}

/// The format of a file, by its ending.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Npz,
    MatrixMarket,
    Dmig,
}

impl Format {
    fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "npz" => Some(Format::Npz),
            "mtx" => Some(Format::MatrixMarket),
            "pch" | "dmig" => Some(Format::Dmig),
            _ => None,
        }
    }
}

/// Writes matrices; returns the files.
fn write_matrices(
    options: &Reduce,
    format: Format,
    hash: &str,
    file: &MatrixFile,
) -> std::result::Result<Vec<PathBuf>, halfshaft_results::Error> {
    let out = &options.out;
    match format {
        Format::Npz => {
            let (header, arrays) = matrices::write_npz(&options.body, hash, file);
            npz::write(out, &header, &arrays)?;
            Ok(vec![out.clone()])
        }
        Format::Dmig => {
            let text = matrices::write_dmig(&format!("{}, hash {hash}", options.body), file);
            halfshaft_results::atomic::write_bytes(out, text.as_bytes())?;
            Ok(vec![out.clone()])
        }
        Format::MatrixMarket => {
            let stem = out.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let ends = ["_stiffness.mtx", "_mass.mtx", "_nodes.csv", "_unknowns.txt"];
            let files: Vec<PathBuf> = ends.iter().map(|end| out.with_file_name(format!("{stem}{end}"))).collect();
            for (path, text) in files.iter().zip(matrices::write_market(file)) {
                halfshaft_results::atomic::write_bytes(path, text.as_bytes())?;
            }
            Ok(files)
        }
    }
}

fn write_full(options: &Reduce, format: Format, hash: &str, file: &MatrixFile) -> Result<Exit> {
    let files = match write_matrices(options, format, hash, file) {
        Ok(files) => files,
        Err(error) => return output::report_unwritable(&name(options), &error, options.of.json),
    };
    if options.of.json {
        let object = json!({
            "status": "done", "files": files.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>(), "hash": hash,
            "unknowns": file.unknowns.len(), "nodes": file.nodes.len(),
        });
        output::print_line(&object.to_string())?;
        return Ok(Exit::Done);
    }
    output::print_line(&format!("{} unknowns of {} nodes", file.unknowns.len(), file.nodes.len()))?;
    for file in files {
        output::print_line(&format!("{} written", file.display()))?;
    }
    Ok(Exit::Done)
}

fn name(options: &Reduce) -> String {
    options.of.model.to_string_lossy().into_owned()
}

fn refuse(options: &Reduce, message: String) -> Result<Exit> {
    let invalid = InvalidInput::plain("bad-reduction", message, Some(name(options)));
    output::report_invalid(&name(options), &invalid, options.of.json)
}

fn up_to_date(options: &Reduce, hash: &str) -> Result<Exit> {
    let file = options.out.display();
    match options.of.json {
        true => {
            let object =
                json!({"status": "done", "file": options.out.to_string_lossy(), "hash": hash, "unchanged": true});
            output::print_line(&object.to_string())?;
        }
        false => output::print_line(&format!("{file} is up to date, hash {}", &hash[..16]))?,
    }
    Ok(Exit::Done)
}

fn print(options: &Reduce, reduced: &ReducedFile, files: &[PathBuf]) -> Result<()> {
    let (reduction, body) = (&reduced.reduction, &reduced.reduction.body);
    if options.of.json {
        let mut object = json!({
            "status": "done",
            "file": options.out.to_string_lossy(),
            "files": files.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>(),
            "hash": reduced.hash,
            "unchanged": false,
            "mass_kg": body.invariants.mass,
            "shapes": body.count(),
            "coordinates": body.count() + reduction.rigid_motions,
            "dropped_shapes": reduction.dropped.len(),
            "dropped": reduction.dropped,
            "rigid_motions": reduction.rigid_motions,
            "mode_frequencies_hz": reduction.mode_frequencies,
            "frequencies_hz": body.frequencies(),
        });
        if let Some(quality) = &reduced.quality {
            object["left_out"] = json!({
                "band_hz": quality.band,
                "frequencies_hz": quality.frequencies,
                "static_errors": quality.static_errors,
                "effective_masses": quality.effective_masses,
            });
        }
        return output::print_line(&object.to_string());
    }
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right)]);
    let mut row = |what: &str, value: String| table.row(vec![what.into(), value]);
    row("mass [kg]", significant(body.invariants.mass, 8));
    row("rigid motions", reduction.rigid_motions.to_string());
    row("shapes", body.count().to_string());
    row("dependent shapes dropped", reduction.dropped.len().to_string());
    for name in reduction.dropped.iter().take(SHOWN) {
        row("", name.clone());
    }
    row("boundary frames", body.frames.len().to_string());
    for (k, frequency) in body.frequencies().iter().take(SHOWN).enumerate() {
        row(&format!("frequency {} of the free body [Hz]", k + 1), significant(*frequency, 8));
    }
    output::print_line(table.to_string().trim_end())?;
    print_left_out(reduced)?;
    for file in files {
        output::print_line(&format!("{} written, hash {}", file.display(), &reduced.hash[..16]))?;
    }
    Ok(())
}

/// What the reduction leaves out of its mesh.
fn print_left_out(reduced: &ReducedFile) -> Result<()> {
    let Some(quality) = &reduced.quality else { return Ok(()) };
    let percent = |x: f64| format!("{} %", significant(if x.abs() < ROUND_OFF { 0.0 } else { 100.0 * x }, 3));
    output::print_line(&format!("\ncompared with its mesh up to {} Hz", significant(quality.band, 5)))?;
    let columns =
        [("mode", Align::Right), ("mesh [Hz]", Align::Right), ("reduced [Hz]", Align::Right), ("error", Align::Right)];
    let mut table = Table::new(&columns);
    for (k, (mesh, own)) in quality.frequencies.iter().enumerate() {
        let error = own.map_or("left out".into(), |own| percent(own / mesh - 1.0));
        let own = own.map_or(String::new(), |own| significant(own, 7));
        table.row(vec![(k + 1).to_string(), significant(*mesh, 7), own, error]);
    }
    output::print_line(table.to_string().trim_end())?;
    for (load, error) in &quality.static_errors {
        output::print_line(&format!("strain energy of {load} that is missing: {}", percent(*error)))?;
    }
    for (k, part) in quality.effective_masses.iter().enumerate() {
        let (what, axis) = (["mass along", "moment of inertia about"][k / 3], ["x", "y", "z"][k % 3]);
        output::print_line(&format!("effective {what} {axis} with the boundary held: {}", percent(*part)))?;
    }
    Ok(())
}
