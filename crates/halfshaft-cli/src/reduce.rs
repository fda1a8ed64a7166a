//! `halfshaft reduce`: a body on a mesh reduced to a few shapes, as a file for NumPy.

use crate::arguments::Reduce;
use crate::exit::Exit;
use crate::output;
use halfshaft_model::reduced_file::{self, ReducedFile, Request};
use halfshaft_results::npz;
use halfshaft_results::number::significant;
use halfshaft_results::summary::{Finding, Summary};
use halfshaft_results::table::{Align, Table};
use halfshaft_run::{FileAccess, InvalidInput, open};
use serde_json::json;
use std::io::Result;

/// Frequencies that are printed.
const SHOWN: usize = 20;

pub(crate) fn reduce(options: &Reduce, file_access: &FileAccess) -> Result<Exit> {
    let disk = file_access.disk(&[&options.of.model]);
    let read = |source| halfshaft_model::read_with(&source, &options.of.overrides, &disk).map_err(InvalidInput::from);
    let model = match open(&options.of.model).and_then(read) {
        Ok(model) => model,
        Err(invalid) => {
            match options.of.json {
                true => output::print_line(&Summary::invalid(&name(options), invalid.findings()).json())?,
                false => output::eprint_line(&invalid.render(output::style())),
            }
            return Ok(Exit::BadInput);
        }
    };
    let request = Request { basis: options.basis.clone(), modes: options.modes };
    let reduced = match reduced_file::reduce(&model, &options.body, &request) {
        Ok(reduced) => reduced,
        Err(message) => return refuse(options, message),
    };
    // Nothing is written if the file is of the same body already.
    let before = std::fs::read(&options.out).ok().and_then(|bytes| npz::read(&bytes).ok());
    let unchanged = before.is_some_and(|(header, _)| header == reduced.header);
    let written = if unchanged { Ok(()) } else { npz::write(&options.out, &reduced.header, &reduced.arrays) };
    if let Err(error) = written {
        output::eprint_line(&format!("error: {error}"));
        return Ok(Exit::Failed);
    }
    print(options, &reduced, unchanged)?;
    Ok(Exit::Done)
}

fn name(options: &Reduce) -> String {
    options.of.model.to_string_lossy().into_owned()
}

fn refuse(options: &Reduce, message: String) -> Result<Exit> {
    if options.of.json {
        let file = Some(name(options));
        let finding = Finding { code: "bad-reduction".into(), message, file, line: None, column: None, help: None };
        output::print_line(&Summary::invalid(&name(options), vec![finding]).json())?;
    } else {
        output::eprint_line(&format!("error: {message}"));
    }
    Ok(Exit::BadInput)
}

fn print(options: &Reduce, reduced: &ReducedFile, unchanged: bool) -> Result<()> {
    let (reduction, body) = (&reduced.reduction, &reduced.reduction.body);
    if options.of.json {
        let object = json!({
            "status": "done",
            "file": options.out.to_string_lossy(),
            "hash": reduced.hash,
            "unchanged": unchanged,
            "mass_kg": body.invariants.mass,
            "shapes": body.count(),
            "dropped_shapes": reduction.dropped,
            "rigid_motions": reduction.rigid_motions,
            "mode_frequencies_hz": reduction.mode_frequencies,
            "frequencies_hz": body.frequencies(),
        });
        return output::print_line(&object.to_string());
    }
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right)]);
    let mut row = |what: &str, value: String| table.row(vec![what.into(), value]);
    row("mass [kg]", significant(body.invariants.mass, 8));
    row("rigid motions", reduction.rigid_motions.to_string());
    row("shapes", body.count().to_string());
    row("dependent shapes dropped", reduction.dropped.to_string());
    row("boundary frames", body.frames.len().to_string());
    for (k, frequency) in body.frequencies().iter().take(SHOWN).enumerate() {
        row(&format!("frequency {} of the free body [Hz]", k + 1), significant(*frequency, 8));
    }
    output::print_line(table.to_string().trim_end())?;
    let verb = if unchanged { "unchanged" } else { "written" };
    output::print_line(&format!("{} {verb}, hash {}", options.out.display(), &reduced.hash[..16]))
}
