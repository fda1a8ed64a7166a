//! The modes of a prepared model: measured, judged and summed up as a run is.

use super::prepare::{Prepared, Refused};
use super::{Ended, Job, conclude, enter, perform, refused};
use halfshaft::analysis::{self, Mode, initial_state};
use halfshaft::system::System;
use halfshaft_results::expectation::judge_all;
use halfshaft_results::measure::{Measure, OfMode, What};
use halfshaft_results::summary::{ModeFound, Moves, Named, Statistics, Status, Summary};
use halfshaft_results::table::Table;
use std::time::Instant;

/// Computes the modes of a model, whatever analysis its file asks for, and keeps the summary where the job has a folder.
pub(super) fn run(job: &Job, mut prepared: Prepared, started: Instant) -> Result<Ended, Refused> {
    let name = &job.source.name;
    if let Some(folder) = job.folder {
        enter(job, &mut prepared, folder).map_err(|error| refused(name, &error))?;
    }
    let Prepared { system, measures, expectations, .. } = &prepared;
    let found = initial_state(system)
        .and_then(|(state, report)| analysis::modes(system, &state).map(|modes| (modes, perform::changes(&report))));
    let statistics = Statistics { unknowns: system.unknowns() as u64, ..Statistics::default() };
    let mut summary = Summary::new(name, Status::Done, statistics);
    summary.analysis = Some("modes".into());
    let (modes, warnings) = match found {
        Ok(found) => found,
        Err(failure) => {
            summary.fail(perform::stopped(&failure));
            (vec![], vec![])
        }
    };
    let values: Vec<Option<f64>> = measures.iter().map(|measure| value(measure, &modes, system)).collect();
    let judgements = judge_all(measures, &values, expectations);
    summary.set_measures(measures, &values, &judgements);
    summary.modes = Some(modes.iter().map(|mode| told(mode, system)).collect());
    summary.statistics.set_times(0.0, started.elapsed().as_secs_f64());
    if let Some(folder) = job.folder
        && let Err(error) = conclude(&summary, folder, &warnings)
    {
        summary.fail(error.into());
    }
    Ok(Ended {
        title: prepared.title.clone(),
        table: Some(Table::of_measures(measures, &values, &judgements)),
        judgements,
        balance: None,
        warnings,
        trouble: summary.error.as_ref().map_or(String::new(), super::in_words),
        folder: job.folder.map(Into::into),
        summary,
    })
}

/// The value of a measure; none for a mode that is not there, or for a measure of another analysis.
fn value(measure: &Measure, modes: &[Mode], system: &System) -> Option<f64> {
    let What::Mode(number, of) = &measure.what else { return None };
    let mode = modes.get(number - 1)?;
    match of {
        OfMode::NaturalFrequency => Some(mode.frequency),
        OfMode::DampedFrequency => Some(mode.damped_frequency),
        OfMode::DampingRatio => Some(mode.damping_ratio),
        OfMode::Shape { part, component } => {
            let first = by_node(system).find(|(name, _, _)| name == part)?.1;
            mode.shape.get(first + component).copied()
        }
    }
}

/// The name of each node, the place of its first velocity, and how many it has.
fn by_node(system: &System) -> impl Iterator<Item = (&str, usize, usize)> {
    system.node_names().scan(0, |next, (name, count)| {
        let first = *next;
        *next += count;
        Some((name, first, count))
    })
}

fn told(mode: &Mode, system: &System) -> ModeFound {
    let moves = |first: usize, count: usize| match count {
        1 => Moves::Shaft(mode.shape[first]),
        _ => Moves::Body(mode.shape[first..first + count].to_vec()),
    };
    ModeFound {
        frequency_hz: mode.frequency,
        damped_frequency_hz: mode.damped_frequency,
        damping_ratio: mode.damping_ratio,
        shape: Named(by_node(system).map(|(name, first, count)| (name.into(), moves(first, count))).collect()),
    }
}
