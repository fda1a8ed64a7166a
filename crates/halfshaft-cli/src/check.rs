//! `halfshaft check`: reads and assembles a model without simulating it.

use crate::arguments::Check;
use crate::exit::Exit;
use crate::run::unreadable_model;
use crate::session::error_line;
use crate::session::perform::{assembly_warnings, derived_initial_values, run_error};
use crate::session::prepare::{InvalidInput, Prepared, Ready, open, open_from, prepare, prepare_any};
use crate::{file_access, output};
use halfshaft::analysis::{InitialReport, initial_state};
use halfshaft::system::{State, System};
use halfshaft_model::study::{Study, StudyKind};
use halfshaft_results::summary::{Parameter, Statistics, Status, Summary};
use halfshaft_results::table::{Align, Table};
use std::io::Result;

pub(crate) fn check(options: &Check) -> Result<Exit> {
    let name = options.model.to_string_lossy();
    let disk = file_access::disk(&[&options.model]);
    match open(&options.model).and_then(|source| prepare_any(&source, &options.overrides, &disk)) {
        Ok(Ready::Model(prepared)) => assemble(&name, &prepared, options.json),
        Ok(Ready::Study(study)) => match check_models(&name, &study) {
            Ok(()) => print_study(&name, &study, options.json),
            Err(invalid) => report_invalid(options, invalid),
        },
        Err(invalid) => report_invalid(options, invalid),
    }
}

fn report_invalid(options: &Check, invalid: InvalidInput) -> Result<Exit> {
    let outcome = unreadable_model(&options.model, invalid);
    match options.json {
        true => output::print_line(&outcome.summary.json())?,
        false => output::eprint_line(&outcome.error_text),
    }
    Ok(Exit::BadInput)
}

/// Checks the models of a study, with the overrides that all its cases share.
fn check_models(name: &str, study: &Study) -> std::result::Result<(), InvalidInput> {
    for model in &study.models {
        open_from(model, name)
            .and_then(|source| prepare(&source, &study.overrides, &file_access::disk(&[name, model])))?;
    }
    Ok(())
}

fn print_study(name: &str, study: &Study, json: bool) -> Result<Exit> {
    let kind = if study.kind == StudyKind::Fit { "fit" } else { "sweep" };
    if json {
        let mut summary = Summary::new(name, Status::Done, Statistics::default());
        summary.analysis = Some(kind.into());
        output::print_line(&summary.json())?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right)]);
    let counts = [
        ("models", study.models.len()),
        ("varied parameters", study.vary.len()),
        ("target measures", study.to.len()),
        ("expectations", study.expectations.len()),
    ];
    for (what, count) in counts {
        table.row(vec![what.into(), count.to_string()]);
    }
    let title = if study.title.is_empty() { name } else { &study.title };
    output::print(&format!("{title} ({kind})\n{table}"))?;
    Ok(Exit::Done)
}

fn assemble(name: &str, prepared: &Prepared, json: bool) -> Result<Exit> {
    let system = &prepared.system;
    let assembled = initial_state(system);
    if json {
        let statistics = Statistics { unknowns: system.unknowns() as u64, ..Statistics::default() };
        let mut summary = Summary::new(name, Status::Done, statistics);
        summary.analysis = Some(prepared.analysis.name().into());
        summary.set_measures(&prepared.measures, &vec![None; prepared.measures.len()], &[]);
        summary.parameters = Some(prepared.scene.parameters.clone());
        if let Err(failure) = &assembled {
            summary.fail(run_error(failure));
        }
        output::print_line(&summary.json())?;
        return Ok(summary.status.into());
    }
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right)]);
    let freedom = assembled.as_ref().ok().map(|(state, report)| freedom(system, state, report));
    let counts = [("unknowns of motion", system.motion_unknowns()), ("constraints", system.constraints())];
    let counts = counts.into_iter().chain(freedom.map(|freedom| ("degrees of freedom", freedom))).chain([
        ("channels", system.channels().len()),
        ("measures", prepared.measures.len()),
        ("expectations", prepared.expectations.len()),
    ]);
    for (what, count) in counts {
        table.row(vec![what.into(), count.to_string()]);
    }
    output::print(&format!("{}\n{table}", prepared.title))?;
    for (name, parameter) in &prepared.scene.parameters.0 {
        if let Parameter::Word { word, of } = parameter {
            output::print_line(&format!("{name} is \"{word}\", one of {}", of.join(", ")))?;
        }
    }
    prepared.remarks.iter().for_each(|remark| output::eprint_line(remark));
    let locations = &prepared.locations;
    match assembled {
        Ok((_, report)) => {
            for line in derived_initial_values(&report, &prepared.units) {
                output::print_line(&line)?;
            }
            let assembly_warnings = assembly_warnings(&report, &prepared.units);
            assembly_warnings
                .iter()
                .for_each(|change| output::eprint_line(&locations.with_locations(&format!("warning: {change}"))));
            Ok(Exit::Done)
        }
        Err(failure) => {
            output::eprint_line(&locations.with_locations(&error_line(&run_error(&failure))));
            Ok(Exit::Failed)
        }
    }
}

/// Degrees of freedom of the assembled system: its unknowns of motion, minus the algebraic ones, minus the active
/// constraints that are not redundant.
fn freedom(system: &System, state: &State, report: &InitialReport) -> usize {
    let mut active = vec![false; system.constraints()];
    system.active_constraints(state, &mut active);
    let moving = system.motion_unknowns() - system.algebraic().count();
    let constraining = active.iter().filter(|active| **active).count() - report.redundancy.count;
    moving.saturating_sub(constraining)
}
