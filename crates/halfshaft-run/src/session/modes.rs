//! Modal analysis of a prepared model, with measures, expectations and a summary as for a run.

use super::fields;
use super::matrices::{self, by_node};
use super::perform::{self, Start};
use super::prepare::{Prepared, prepare};
use super::{InMemory, Job, RunOutcome, folder_error, prepare_folder, stepless_outcome, with_warnings, write_summary};
use crate::invalid_input::InvalidInput;
use halfshaft::analysis::{self, Failure, Mode, Reason};
use halfshaft::system::{State, System};
use halfshaft_model::Campbell as CampbellSettings;
use halfshaft_results::campbell::{Campbell, Critical};
use halfshaft_results::channels::Channels;
use halfshaft_results::expectation::judge_all;
use halfshaft_results::measure::{ItemInMode, Measure, OfMode, What};
use halfshaft_results::summary::{ModeSummary, Named, ShapeEntry, Statistics, Status, Summary};
use halfshaft_results::table::Table;
use halfshaft_results::train::{Details, Parts};
use std::sync::Arc;
use std::time::Instant;

/// Maximum number of unknowns.
const MAX_UNKNOWNS: usize = 100_000;
/// Maximum number of points whose shapes are reported one by one; those of larger meshes would fill the summary.
const MAX_POINTS: usize = 2000;
/// Number of modes reported in detail.
const MAX_DETAILED: usize = 100;

/// Computes the modes of a model, whatever its analysis, and writes the summary if the job has a folder; `detailed` adds
/// energy shares and nodal points.
pub(super) fn run(
    job: &Job,
    mut prepared: Prepared,
    detailed: bool,
    started: Instant,
) -> Result<RunOutcome, InvalidInput> {
    let name = &job.source.name;
    let unknowns = prepared.system.motion_unknowns();
    if unknowns > MAX_UNKNOWNS {
        let message =
            format!("the model has {unknowns} unknowns of motion; a modal analysis is limited to {MAX_UNKNOWNS}");
        return Err(InvalidInput::plain("too-large", message, Some(name.clone())));
    }
    let _lock = match job.folder.map(|folder| prepare_folder(job, &mut prepared, folder)) {
        Some(Err(error)) => return Ok(folder_error(name, error)),
        entered => entered,
    };
    let Prepared { system, measures, expectations, .. } = &prepared;
    let computing = job.interrupt.computing();
    let found = perform::start(&prepared).and_then(|Start { state, mut warnings, .. }| {
        let modes = modes_about(&prepared, &state)?;
        let shared = |m: &Measure| if let What::Mode(k, OfMode::Item { .. }) = m.what { Some(k) } else { None };
        let measured: Vec<usize> = measures.iter().filter_map(shared).collect();
        let wanted = |k: usize| measured.contains(&(k + 1)) || detailed && k < MAX_DETAILED;
        let parts = parts(system, &state, &modes, wanted);
        warnings.extend(open_contact_warning(system, &state));
        warnings.extend(locked_teeth_warning(system, &state));
        warnings.extend(varying_warning(&prepared, &state));
        let diagram = match &prepared.campbell {
            Some(settings) => Some(campbell(job, settings, &modes)?),
            None => None,
        };
        let linear =
            if prepared.matrices { Some(analysis::linearize(system, &state, prepared.spin.as_ref())?) } else { None };
        Ok((modes, parts, diagram, linear, warnings, state))
    });
    drop(computing);
    let statistics = Statistics { unknowns: system.unknowns() as u64, ..Statistics::default() };
    let mut summary = Summary::new(name, Status::Done, statistics);
    summary.analysis = Some("modes".into());
    let (modes, parts, diagram, linear, warnings, state) = match found {
        Ok((modes, parts, diagram, linear, warnings, state)) => (modes, parts, diagram, linear, warnings, Some(state)),
        Err(failure) => {
            summary.fail(perform::run_error(&failure));
            (vec![], vec![], None, None, vec![], None)
        }
    };
    let found = ModalResults { system, modes: &modes, parts: &parts, campbell: diagram.as_ref() };
    let values: Vec<Option<f64>> =
        measures.iter().map(|measure| found.value(measure).map(|value| measure.in_unit(value))).collect();
    let judgements = judge_all(measures, &values, expectations);
    summary.set_measures(measures, &values, &judgements);
    summary.modes = Some(modes.iter().map(|mode| mode_summary(mode, system)).collect());
    summary.statistics.set_times(0.0, started.elapsed().as_secs_f64());
    if let Some(folder) = job.folder {
        let details = Details { train: prepared.scene.train.clone(), modes: parts.clone() };
        let kept = details
            .write(folder, summary.modes.as_deref().unwrap_or_default())
            .and_then(|()| diagram.as_ref().map_or(Ok(()), |diagram| diagram.write(folder)))
            .and_then(|()| linear.map_or(Ok(()), |linear| matrices::of(system, &linear).write(folder)))
            .and_then(|()| {
                state.map_or(Ok(()), |state| {
                    fields::write_shapes(folder, system, &state, &modes, prepared.record.fields)
                })
            })
            .and_then(|()| write_summary(&summary, folder, &warnings, 0.0));
        if let Err(error) = kept {
            summary.fail(error.into());
        }
    }
    let table = Table::of_measures(measures, &values, &judgements);
    let outcome = stepless_outcome(job, &prepared, summary, judgements, table, &warnings);
    let memory = (job.in_memory && job.folder.is_none()).then(|| {
        let channels = Arc::new(Channels::empty(name, &[]));
        let scene = with_warnings(prepared.scene, &warnings, 0.0);
        InMemory { channels, scene, accounts: vec![], files: prepared.files }
    });
    Ok(RunOutcome { parts, campbell: diagram, memory, ..outcome })
}

/// The modes about a state, in the rotating frame if it is a steady rotation.
fn modes_about(prepared: &Prepared, state: &State) -> Result<Vec<Mode>, Failure> {
    analysis::lowest_modes(&prepared.system, state, prepared.spin.as_ref(), prepared.modes)
}

/// The results from which measures are evaluated.
struct ModalResults<'a> {
    system: &'a System,
    modes: &'a [Mode],
    parts: &'a [Parts],
    campbell: Option<&'a Campbell>,
}

impl ModalResults<'_> {
    /// The value of a measure; `None` for a mode that does not exist, or for a measure of another analysis.
    fn value(&self, measure: &Measure) -> Option<f64> {
        let What::Mode(number, of) = &measure.what else { return None };
        let mode = self.modes.get(number - 1)?;
        match of {
            OfMode::NaturalFrequency => Some(mode.frequency),
            OfMode::DampedFrequency => Some(mode.damped_frequency),
            OfMode::DampingRatio => Some(mode.damping_ratio),
            OfMode::Shape { part, component } => {
                let (_, first, count) = by_node(self.system).find(|(name, _, _)| name == part)?;
                // A point node has no rotations.
                if *component < count { mode.shape.get(first + component).copied() } else { Some(0.0) }
            }
            OfMode::Item { item, number: property } => {
                let parts = &self.parts[number - 1];
                // One item may consist of several elements.
                let own = parts.shares.iter().filter(|(name, ..)| belongs_to_item(name, item));
                let [kinetic, potential] = own.fold([0.0, 0.0], |sum, (_, t, u)| [sum[0] + t, sum[1] + u]);
                match property {
                    ItemInMode::PotentialShare => Some(potential),
                    ItemInMode::KineticShare => Some(kinetic),
                    ItemInMode::StiffnessSensitivity => Some(0.5 * potential),
                    ItemInMode::InertiaSensitivity => Some(-0.5 * kinetic),
                    ItemInMode::RestPoint => parts.nodes.iter().find(|(name, _)| name == item).map(|(_, at)| *at),
                }
            }
            OfMode::CriticalSpeed(order) => Some(self.critical(*number, *order)?.speed),
            OfMode::CriticalMargin(order) => self.critical(*number, *order)?.margin,
        }
    }

    /// The first critical speed of an order and a mode.
    fn critical(&self, mode: usize, order: f64) -> Option<&Critical> {
        self.campbell?.critical.iter().find(|c| c.mode == mode && (c.order - order).abs() <= 1e-9 * order)
    }
}

/// Returns whether an element is an item or a piece of it.
fn belongs_to_item(element: &str, item: &str) -> bool {
    element.strip_prefix(item).is_some_and(|rest| rest.is_empty() || rest.starts_with(" piece "))
}

/// Energy shares by element and nodal points of the wanted modes; empty for the others.
fn parts(system: &System, state: &State, modes: &[Mode], wanted: impl Fn(usize) -> bool) -> Vec<Parts> {
    let places: Vec<usize> = (0..modes.len()).filter(|&k| wanted(k)).collect();
    let chosen: Vec<Mode> = places.iter().map(|&k| modes[k].clone()).collect();
    let mut parts = vec![Parts::default(); modes.len()];
    for ((&k, mode), shares) in places.iter().zip(&chosen).zip(analysis::shares(system, state, &chosen)) {
        let each = system.element_names().zip(shares.kinetic.iter().zip(&shares.potential));
        let shares = each.filter(|(_, (t, u))| **t != 0.0 || **u != 0.0).map(|(name, (t, u))| (name.into(), *t, *u));
        parts[k] = Parts { shares: shares.collect(), nodes: analysis::nodal_points(system, mode) };
    }
    parts
}

/// A warning about elements without stiffness in the modes because their surfaces are apart.
fn open_contact_warning(system: &System, state: &State) -> Option<String> {
    let names = analysis::open_elements(system, state);
    let (are, they) = if names.len() == 1 { ("is", "it contributes") } else { ("are", "they contribute") };
    let names = perform::quoted_list(&names)?;
    Some(format!(
        "{names} {are} open in the linearisation state (inside backlash or clearance): {they} no stiffness to these modes; \
        load the model and set `start = \"equilibrium\"` in [analysis] for the modes in contact"
    ))
}

/// A warning about teeth that do not turn in the modes because friction holds them at rest.
fn locked_teeth_warning(system: &System, state: &State) -> Option<String> {
    let names = perform::quoted_list(&analysis::locked_elements(system, state))?;
    Some(format!(
        "friction holds the teeth of {names} in the linearisation state: they do not turn in these modes; omit their `efficiency` and \
        `bearing_friction` for the modes of the train without losses, or give the shafts speeds at which they turn"
    ))
}

/// A warning about a rotor whose coefficients in world axes vary as it turns.
fn varying_warning(prepared: &Prepared, state: &State) -> Option<String> {
    let worst = analysis::varying_in_world_axes(&prepared.system, state).filter(|_| prepared.spin.is_none())?;
    Some(format!(
        "the coefficients of the {worst} vary as the rotor turns, since it is not isotropic about its axis: these modes hold at this angle only; \
        with `spin` in [analysis] they are in the rotating frame, where coefficients are constant if all supports are symmetric"
    ))
}

/// The frequencies over speed; constant unless a parameter takes the speed as its value.
fn campbell(job: &Job, settings: &CampbellSettings, modes: &[Mode]) -> Result<Campbell, Failure> {
    let oscillating = |modes: &[Mode]| -> Vec<f64> {
        let mut all: Vec<f64> = modes.iter().map(|mode| mode.damped_frequency).filter(|f| *f > 0.0).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let at = |speed: f64| -> Result<Vec<f64>, Failure> {
        let Some(parameter) = &settings.parameter else { return Ok(oscillating(modes)) };
        let mut overrides = job.overrides.to_vec();
        overrides.push((parameter.clone(), format!("{speed:e} rad/s")));
        let none = |reason| Failure { time: 0.0, element: parameter.clone(), reason, worst: String::new() };
        let prepared = prepare(job.source, &overrides, job.files).map_err(|_| none(Reason::NonFinite))?;
        let Start { state, .. } = perform::start(&prepared)?;
        Ok(oscillating(&modes_about(&prepared, &state)?))
    };
    let frequencies = settings.speeds.iter().map(|speed| at(*speed)).collect::<Result<_, _>>()?;
    let (speeds, orders, operating) = (settings.speeds.clone(), settings.orders.clone(), settings.operating);
    let mut diagram = Campbell { speeds, frequencies, orders, operating, critical: vec![] };
    diagram.find_critical(|k, speed| at(speed).map(|all| all.get(k).copied().unwrap_or(0.0)))?;
    Ok(diagram)
}

fn mode_summary(mode: &Mode, system: &System) -> ModeSummary {
    // Signals are no motions.
    let signals: Vec<usize> = system.algebraic().chain(system.first_order()).map(|(at, _)| at).collect();
    let moves = |first: usize, count: usize| match count {
        1 => ShapeEntry::Shaft(mode.shape[first]),
        _ => ShapeEntry::Body(mode.shape[first..first + count].to_vec()),
    };
    ModeSummary {
        frequency_hz: mode.frequency,
        damped_frequency_hz: mode.damped_frequency,
        damping_ratio: mode.damping_ratio,
        shape: Named(
            by_node(system)
                .filter(|(_, _, count)| *count != 3 || system.points() <= MAX_POINTS)
                .filter(|(_, first, _)| !signals.contains(first))
                .map(|(name, first, count)| (name.into(), moves(first, count)))
                .collect(),
        ),
    }
}
