//! Checks a file without running it: a model is read, built and assembled; the models of a study are read.

use crate::invalid_input::InvalidInput;
use crate::session::error_line;
use crate::session::perform::{assembly_warnings, derived_initial_values, run_error};
use crate::session::prepare::{Prepared, Ready, prepare, prepare_any};
use halfshaft::analysis::{InitialReport, initial_state};
use halfshaft::system::{State, System};
use halfshaft_model::Diagnostic;
use halfshaft_model::source::{Open, Source};
use halfshaft_model::study::{Study, StudyKind};
use halfshaft_results::summary::{Statistics, Status, Summary};

/// What a check found.
pub struct CheckOutcome {
    /// The object for programs; failed if the model cannot be assembled.
    pub summary: Summary,
    /// The title of the model, or its name.
    pub title: String,
    /// What the file contains, and how much of it, in the order in which it is reported.
    pub counts: Vec<(&'static str, usize)>,
    /// Warnings about the model file.
    pub remarks: Vec<Diagnostic>,
    /// Initial speeds and angles that follow from others, as text.
    pub derived_values: Vec<String>,
    /// What the assembly changed, with the locations of the items.
    pub warnings: Vec<String>,
    /// Why the model cannot be assembled, with the locations of the items; empty if it can.
    pub failure: String,
}

/// Checks a file; `open` gives the files that it uses.
pub fn check(source: &Source, overrides: &[(String, String)], open: &dyn Open) -> Result<CheckOutcome, InvalidInput> {
    match prepare_any(source, overrides, open)? {
        Ready::Model(prepared) => Ok(assemble(&source.name, *prepared)),
        Ready::Study(study) => {
            check_models(&study, open)?;
            Ok(check_study(&source.name, &study))
        }
    }
}

/// Checks the models of a study, with the overrides that all its cases share.
fn check_models(study: &Study, open: &dyn Open) -> Result<(), InvalidInput> {
    for model in &study.models {
        prepare(&open.open(model)?, &study.overrides, open)?;
    }
    Ok(())
}

fn check_study(name: &str, study: &Study) -> CheckOutcome {
    let kind = if study.kind == StudyKind::Fit { "fit" } else { "sweep" };
    let mut summary = Summary::new(name, Status::Done, Statistics::default());
    summary.analysis = Some(kind.into());
    let title = if study.title.is_empty() { name } else { &study.title };
    CheckOutcome {
        summary,
        title: format!("{title} ({kind})"),
        counts: vec![
            ("models", study.models.len()),
            ("varied parameters", study.vary.len()),
            ("target measures", study.to.len()),
            ("expectations", study.expectations.len()),
        ],
        remarks: vec![],
        derived_values: vec![],
        warnings: vec![],
        failure: String::new(),
    }
}

fn assemble(name: &str, prepared: Prepared) -> CheckOutcome {
    let Prepared { title, analysis, system, measures, expectations, scene, units, remarks, locations, .. } = prepared;
    let assembled = initial_state(&system);
    let statistics = Statistics { unknowns: system.unknowns() as u64, ..Statistics::default() };
    let mut summary = Summary::new(name, Status::Done, statistics);
    summary.analysis = Some(analysis.name().into());
    summary.set_measures(&measures, &vec![None; measures.len()], &[]);
    summary.parameters = Some(scene.parameters);
    let mut counts = vec![("unknowns of motion", system.motion_unknowns()), ("constraints", system.constraints())];
    let (mut derived_values, mut warnings, mut failure) = (vec![], vec![], String::new());
    match assembled {
        Ok((state, report)) => {
            counts.push(("degrees of freedom", freedom(&system, &state, &report)));
            derived_values = derived_initial_values(&report, &units);
            let changes = assembly_warnings(&report, &units);
            warnings = changes.iter().map(|change| locations.with_locations(change)).collect();
        }
        Err(error) => {
            let error = run_error(&error);
            failure = locations.with_locations(&error_line(&error));
            summary.fail(error);
        }
    }
    counts.extend([
        ("channels", system.channels().len()),
        ("measures", measures.len()),
        ("expectations", expectations.len()),
    ]);
    CheckOutcome { summary, title, counts, remarks, derived_values, warnings, failure }
}

/// Degrees of freedom of the assembled system: its unknowns of second order, minus the active constraints that are not
/// redundant.
fn freedom(system: &System, state: &State, report: &InitialReport) -> usize {
    let mut active = vec![false; system.constraints()];
    system.active_constraints(state, &mut active);
    let moving = system.motion_unknowns() - system.algebraic().count() - system.first_order().count();
    let constraining = active.iter().filter(|active| **active).count() - report.redundancy.count;
    moving.saturating_sub(constraining)
}
