//! `halfshaft check`: reads and assembles a model without simulating it.

use crate::arguments::Check;
use crate::exit::Exit;
use crate::run::unread;
use crate::session::in_words;
use crate::session::perform::{changes, settings, stopped};
use crate::session::prepare::{Prepared, Refused, open, open_from, prepare};
use crate::{output, reach};
use halfshaft::analysis::{InitialReport, initial_state};
use halfshaft::system::{State, System};
use halfshaft_model::study::{Study, StudyKind};
use halfshaft_results::summary::{Statistics, Status, Summary};
use halfshaft_results::table::{Align, Table};
use std::io::Result;

pub(crate) fn check(options: &Check) -> Result<Exit> {
    let opened = open(&options.model);
    let name = options.model.to_string_lossy();
    if let Some(study) = opened.as_ref().ok().and_then(halfshaft_model::study::study) {
        return match study.map_err(Refused::from).and_then(|study| check_models(&name, &study).map(|()| study)) {
            Ok(study) => tell(&name, &study, options.json),
            Err(refused) => refuse(options, refused),
        };
    }
    match opened.and_then(|source| prepare(&source, &options.overrides, &reach::disk(&[&options.model]))) {
        Ok(prepared) => assemble(&name, &prepared, options.json),
        Err(refused) => refuse(options, refused),
    }
}

fn refuse(options: &Check, refused: Refused) -> Result<Exit> {
    let ended = unread(&options.model, refused);
    match options.json {
        true => output::say_line(&ended.summary.json())?,
        false => output::warn(&ended.trouble),
    }
    Ok(Exit::BadInput)
}

/// Checks the models of a study, with the overrides that all its cases share.
fn check_models(name: &str, study: &Study) -> std::result::Result<(), Refused> {
    for model in &study.models {
        open_from(model, name).and_then(|source| prepare(&source, &study.overrides, &reach::disk(&[name, model])))?;
    }
    Ok(())
}

fn tell(name: &str, study: &Study, json: bool) -> Result<Exit> {
    let kind = if study.kind == StudyKind::Fit { "fit" } else { "sweep" };
    if json {
        let mut summary = Summary::new(name, Status::Done, Statistics::default());
        summary.analysis = Some(kind.into());
        output::say_line(&summary.json())?;
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
    output::say(&format!("{title} ({kind})\n{table}"))?;
    Ok(Exit::Done)
}

fn assemble(name: &str, prepared: &Prepared, json: bool) -> Result<Exit> {
    let system = &prepared.system;
    let assembled = initial_state(system);
    if json {
        let statistics = Statistics { unknowns: system.unknowns() as u64, ..Statistics::default() };
        let mut summary = Summary::new(name, Status::Done, statistics);
        summary.analysis = Some(prepared.analysis.into());
        summary.set_measures(&prepared.measures, &vec![None; prepared.measures.len()], &[]);
        if let Err(failure) = &assembled {
            summary.fail(stopped(failure));
        }
        output::say_line(&summary.json())?;
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
    output::say(&format!("{}\n{table}", prepared.title))?;
    prepared.remarks.iter().for_each(|remark| output::warn(remark));
    let places = &prepared.places;
    match assembled {
        Ok((_, report)) => {
            for line in settings(&report, &prepared.units) {
                output::say_line(&line)?;
            }
            let changes = changes(&report, &prepared.units);
            changes.iter().for_each(|change| output::warn(&places.mark(&format!("warning: {change}"))));
            Ok(Exit::Done)
        }
        Err(failure) => {
            output::warn(&places.mark(&in_words(&stopped(&failure))));
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
