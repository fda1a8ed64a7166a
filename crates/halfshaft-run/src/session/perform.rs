//! Transient and static analysis of a prepared model, with its recorder.

use super::Progress;
use super::checkpoints::CheckpointWriter;
use super::dense_channels::{DenseChannels, energies};
use super::fields::FieldWriter;
use super::prepare::{Prepared, Units};
use super::step_limits;
use super::trace::Trace;
use super::validity::{ValidityMonitor, unstiffened_warnings};
use crate::interrupt::Interrupt;
use halfshaft::analysis::{
    self, Accepted, Checkpoint, InitialReport, NewtonIteration, Observer, Outcome, Redundancy, ShaftChange, Simulation,
};
use halfshaft::system::{ChannelPlan, Condition, State, System};
use halfshaft_model::Analysis;
use halfshaft_results::dense_output::DenseOutput;
use halfshaft_results::energy;
use halfshaft_results::ledger::Account;
use halfshaft_results::number::significant;
use halfshaft_results::summary::{RunError, Statistics, Status};
use halfshaft_results::{Error, Recorder};
use std::ops::ControlFlow;
use std::path::Path;

/// The outcome of an analysis; the measures are in the recorder.
pub struct AnalysisResult {
    /// Done, failed or interrupted.
    pub status: Status,
    /// The error, if it failed.
    pub error: Option<RunError>,
    /// Its cost, without wall times.
    pub statistics: Statistics,
    /// Simulated time, in seconds.
    pub simulated: f64,
    /// Warnings.
    pub warnings: Vec<String>,
    /// The energy account of each element.
    pub accounts: Vec<Account>,
    /// Energies below this are round-off, in joules.
    pub round_off: f64,
}

impl AnalysisResult {
    /// Of an analysis that has not computed anything yet.
    fn begun(system: &System) -> Self {
        AnalysisResult {
            status: Status::Failed,
            error: None,
            statistics: Statistics { unknowns: system.unknowns() as u64, ..Statistics::default() },
            simulated: 0.0,
            warnings: vec![],
            accounts: vec![],
            round_off: 0.0,
        }
    }

    fn count(&mut self, cost: &analysis::Statistics) {
        let statistics = &mut self.statistics;
        statistics.steps = cost.steps as u64;
        statistics.rejected = cost.rejected as u64;
        statistics.newton_iterations = cost.newton_iterations as u64;
        statistics.factorizations = cost.factorizations as u64;
    }
}

/// Computes the motion up to the end, a failure or an interruption; from a checkpoint, or else from the assembled
/// initial state. Fields are written to the folder, if there is one; its time is that at which a run is resumed.
pub fn perform(
    prepared: &Prepared,
    from: Option<(Checkpoint, ValidityMonitor)>,
    recorder: &mut Recorder,
    checkpoints: Option<&mut CheckpointWriter>,
    (trace, folder): (Option<Trace>, Option<(&Path, Option<f64>)>),
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(&Progress),
) -> AnalysisResult {
    let Prepared { system, settings, .. } = prepared;
    let begin = system.state().time;
    let mut result = AnalysisResult::begun(system);
    let (from, monitor) = from.unzip();
    let needed_channels = needed_channels(system, recorder);
    let fields = folder.map(|(folder, resumed)| {
        FieldWriter::new(folder, system, [begin, settings.end], prepared.record.fields, resumed)
    });
    let (fields, error) = match fields.transpose() {
        Ok(fields) => (fields.flatten(), None),
        Err(error) => (None, Some(error)),
    };
    let mut listener = RunObserver {
        recorder,
        checkpoints,
        trace,
        interrupt,
        on_progress,
        end: settings.end,
        values: vec![0.0; system.channels().len() + energy::CHANNELS.len()],
        needed_channels,
        conditions: vec![],
        dense_channels: DenseChannels::new(system),
        time: from.as_ref().map_or(begin, Checkpoint::time),
        error,
        fields,
        accounts: vec![],
        limits: vec![],
        warned_of_size: false,
        monitor: monitor.unwrap_or_else(|| ValidityMonitor::new(system, &prepared.measures)),
    };
    let computing = interrupt.computing();
    let simulation = match from {
        Some(checkpoint) => Ok(Simulation::from_checkpoint(system, checkpoint, settings)),
        None => start(prepared).map(|Start { state, redundancy, warnings }| {
            listener.monitor.start = warnings;
            Simulation::from_state(system, state, redundancy.as_ref(), settings)
        }),
    };
    let (cost, outcome) = match simulation {
        Ok(mut simulation) => {
            let outcome = simulation.run(settings.end, &mut listener);
            (simulation.statistics(), outcome)
        }
        Err(failure) => (analysis::Statistics::default(), Err(failure)),
    };
    drop(computing);
    if let (Some(trace), None) = (&mut listener.trace, &listener.error) {
        listener.error = trace.finish().err();
    }
    if outcome == Ok(Outcome::Stopped) {
        listener.write_newest();
    }
    result.simulated = listener.time - begin;
    result.warnings = listener.monitor.warnings(system);
    result.warnings.extend(step_limits::step_size_warning(&listener.limits, cost.steps as u64));
    result.round_off = listener.monitor.round_off();
    result.accounts = named_accounts(system, &listener.accounts);
    result.count(&cost);
    (result.status, result.error) = match (listener.error, outcome) {
        (Some(error), _) => (Status::Failed, Some(recording_error(&error, listener.time))),
        (None, Err(failure)) => (Status::Failed, Some(run_error(&failure))),
        (None, Ok(Outcome::Done)) => (Status::Done, None),
        (None, Ok(Outcome::Stopped)) => (Status::Interrupted, None),
    };
    result
}

/// The initial state of an analysis.
pub(crate) struct Start {
    pub state: State,
    /// The redundant constraints of this state, if known.
    pub redundancy: Option<Redundancy>,
    /// What the assembly changed.
    pub warnings: Vec<String>,
}

/// Computes the consistent initial state, in equilibrium if requested.
pub(crate) fn start(prepared: &Prepared) -> Result<Start, analysis::Failure> {
    let (start, report) = match prepared.analysis {
        _ if prepared.spin.is_some() => analysis::initial_state(&prepared.system)?,
        _ if prepared.equilibrium => analysis::initial_position(&prepared.system)?,
        Analysis::Modes { .. } => analysis::initial_state_of_modes(&prepared.system)?,
        _ => analysis::initial_state(&prepared.system)?,
    };
    let warnings = assembly_warnings(&report, &prepared.units);
    if let (false, Some(worst)) = (prepared.redundancy_allowed, redundancy_warning(&report.redundancy)) {
        let element = report.redundancy.elements.first().cloned().unwrap_or_default();
        return Err(analysis::Failure { time: start.time, element, reason: analysis::Reason::Redundant, worst });
    }
    if let Some(spin) = &prepared.spin {
        let state = analysis::steady_rotation(&prepared.system, start, spin)?;
        // What the assembly did to velocities has no effect: the rotation prescribes them.
        let warnings = unstiffened_warnings(&prepared.system, &state);
        return Ok(Start { state, redundancy: None, warnings });
    }
    if !prepared.equilibrium {
        return Ok(Start { state: start, redundancy: Some(report.redundancy), warnings });
    }
    let (state, _) = analysis::statics(&prepared.system, start)?;
    Ok(Start { state, redundancy: None, warnings })
}

/// The channels to evaluate: measured and stored ones, and formulas, because a non-finite formula ends a run. The name of a formula has
/// no item prefix.
fn needed_channels(system: &System, recorder: &Recorder) -> ChannelPlan {
    let needed = recorder.needed_channels();
    let is_needed = |i: usize| needed.as_ref().is_none_or(|needed| needed.binary_search(&i).is_ok());
    let places = system.channels().iter().enumerate();
    let evaluated = places.filter(|(i, channel)| is_needed(*i) || !channel.path.contains('.'));
    ChannelPlan::new(system, &evaluated.map(|(i, _)| i).collect::<Vec<_>>())
}

/// Records each step, reports progress, and stops on request.
struct RunObserver<'a> {
    recorder: &'a mut Recorder,
    checkpoints: Option<&'a mut CheckpointWriter>,
    trace: Option<Trace>,
    interrupt: &'a Interrupt,
    on_progress: &'a mut dyn FnMut(&Progress),
    end: f64,
    values: Vec<f64>,
    /// The channels to evaluate.
    needed_channels: ChannelPlan,
    /// The conditions of the elements at the latest step.
    conditions: Vec<Condition>,
    dense_channels: DenseChannels,
    /// The last recorded time.
    time: f64,
    error: Option<Error>,
    fields: Option<FieldWriter>,
    accounts: Vec<analysis::Account>,
    limits: Vec<analysis::Limit>,
    /// Whether the warning about the size of the results has been given.
    warned_of_size: bool,
    monitor: ValidityMonitor,
}

/// Size of the stored channels at which a warning is given, in bytes.
const LARGE_RESULT_BYTES: f64 = 0.8e9;

impl RunObserver<'_> {
    /// Returns a warning, once, when the results become large.
    fn size_warning(&mut self, time: f64) -> Option<String> {
        let bytes = 8.0 * self.recorder.stored_values() as f64;
        if self.warned_of_size || bytes < LARGE_RESULT_BYTES {
            return None;
        }
        self.warned_of_size = true;
        Some(format!(
            "the channels of {} steps take about {} GB at {} of {} s; a larger solver.tolerance needs fewer \
             steps, and [record] can store fewer of them",
            self.recorder.steps(),
            significant(1e-9 * bytes, 2),
            significant(time, 3),
            significant(self.end, 3)
        ))
    }

    fn write_newest(&mut self) {
        if let (Some(checkpoints), None) = (&mut self.checkpoints, &self.error) {
            self.error = checkpoints.write_newest(self.recorder).err();
        }
    }
}

impl Observer for RunObserver<'_> {
    fn accepted(&mut self, accepted: &Accepted) -> ControlFlow<()> {
        if self.error.is_some() {
            return ControlFlow::Break(());
        }
        let time = accepted.state.time;
        let of_items = accepted.system.channels().len();
        let (items, run) = self.values.split_at_mut(of_items);
        accepted.system.observe(&self.needed_channels, accepted.state, items, &mut self.conditions);
        run.copy_from_slice(&energies(accepted.audit));
        let mut inside = accepted.start.map(|_| self.dense_channels.of(accepted));
        let dense_output = inside.as_mut().map(|inside| inside as &mut dyn DenseOutput);
        if let Err(error) = self.recorder.push_step(time, &self.values, dense_output) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        if let Some(Err(error)) = self.fields.as_mut().map(|fields| fields.update(accepted.system, accepted.state)) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        self.time = time;
        self.monitor.update(accepted.system, accepted.state, accepted.step, &self.conditions);
        let limited_by = || accepted.held_by().map(|limit| step_limits::describe(&limit));
        let warning = self.size_warning(time);
        (self.on_progress)(&Progress { time, end: self.end, step: accepted.step, limited_by: &limited_by, warning });
        // After the last step there is nothing to interrupt.
        if self.interrupt.is_requested() && time < self.end {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn ended(&mut self, accounts: &[analysis::Account]) {
        self.accounts = accounts.to_vec();
    }

    fn limited(&mut self, limits: &[analysis::Limit]) {
        self.limits = limits.to_vec();
    }

    fn traced(&mut self, system: &System, iterations: &[NewtonIteration]) {
        if let (Some(trace), None) = (&mut self.trace, &self.error) {
            self.error = trace.push(system, iterations).err();
        }
    }

    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        if let Some(checkpoints) = &mut self.checkpoints {
            self.error = checkpoints.update(checkpoint, &self.monitor, self.recorder).err();
        }
    }
}

/// The energy accounts with the names of their elements.
fn named_accounts(system: &System, accounts: &[analysis::Account]) -> Vec<Account> {
    let with_name = |(name, account): (&str, &analysis::Account)| Account {
        name: name.into(),
        kinetic: account.kinetic,
        potential: account.potential,
        dissipated: account.dissipated,
        supplied: account.supplied,
    };
    system.element_names().zip(accounts).map(with_name).collect()
}

/// Converts a failure of the engine to the error of a run.
pub(crate) fn run_error(failure: &analysis::Failure) -> RunError {
    let nonempty = |text: &String| (!text.is_empty()).then(|| text.clone());
    RunError {
        code: failure.code().into(),
        time_s: Some(failure.time),
        element: nonempty(&failure.element),
        reason: failure.message(),
        worst: nonempty(&failure.worst),
    }
}

/// The error of a step that could not be recorded.
fn recording_error(error: &Error, last: f64) -> RunError {
    let (time, channel) = match error {
        Error::NotFinite { channel, time } => (*time, Some(channel.clone())),
        _ => (last, None),
    };
    let element = channel.as_ref().and_then(|channel| channel.rsplit_once('.')).map(|(element, _)| element.into());
    RunError { time_s: Some(time), element, worst: channel, ..RunError::from(error) }
}

/// Warnings about what the assembly changed, and about redundant constraints.
pub(crate) fn assembly_warnings(report: &InitialReport, units: &Units) -> Vec<String> {
    let change = |what: &str, unit: &str, change: &Option<(f64, String)>| {
        let (size, body) = change.as_ref()?;
        Some(format!("assembly changed {what} of \"{body}\" by {} {unit}", significant(*size, 3)))
    };
    let all = [
        change("the position", "m", &report.moved),
        change("the orientation", "rad", &report.turned),
        change("the velocity", "m/s", &report.velocity),
        change("the angular velocity", "rad/s", &report.angular_velocity),
    ];
    let shafts = report.shafts.iter().filter(|change| change.given).map(|change| shaft_warning(change, units));
    let all = all.into_iter().flatten().chain(shafts).chain(redundancy_warning(&report.redundancy));
    all.chain(nonunique_friction_warning(&report.redundancy)).collect()
}

/// A warning about an initial speed or angle of a shaft that the assembly changed.
fn shaft_warning(change: &ShaftChange, units: &Units) -> String {
    let ShaftChange { name, speed, from, to, because, .. } = change;
    let what = if *speed { "speed" } else { "angle" };
    let [from, to] = [from, to].map(|value| units.in_words(name, what, *value));
    let because = quoted_list(because).map_or(String::new(), |names| format!(" because of {names}"));
    format!(
        "the initial {what} of \"{name}\" is changed from {from} to {to}{because}; make the initial {what}s consistent, or omit \
        those that follow from others"
    )
}

/// Remarks about initial speeds and angles of shafts that follow from others.
pub(crate) fn derived_initial_values(report: &InitialReport, units: &Units) -> Vec<String> {
    let set = report.shafts.iter().filter(|change| !change.given);
    set.map(|ShaftChange { name, speed, to, because, .. }| {
        let what = if *speed { "speed" } else { "angle" };
        let by = quoted_list(because).map_or(String::new(), |names| format!(", from {names}"));
        format!("the initial {what} of \"{name}\" is {}{by}", units.in_words(name, what, *to))
    })
    .collect()
}

/// A warning about friction that depends on reactions that are not unique.
fn nonunique_friction_warning(redundancy: &Redundancy) -> Option<String> {
    let names = quoted_list(redundancy.friction_elements.as_slice()).filter(|_| !redundancy.only_by_sticking)?;
    Some(format!(
        "the friction of {names} depends on reactions that are not unique, so it is not unique either; remove the redundant constraints"
    ))
}

/// A list of quoted names, shortened after eight; `None` for an empty list.
pub(super) fn quoted_list(names: &[String]) -> Option<String> {
    let some = &names[..names.len().min(8)];
    let more = if names.len() > 8 { format!(" and {} more", names.len() - 8) } else { String::new() };
    (!names.is_empty()).then(|| format!("\"{}\"{more}", some.join("\", \"")))
}

/// A warning about redundant constraints.
fn redundancy_warning(redundancy: &Redundancy) -> Option<String> {
    let Redundancy { count, elements, .. } = redundancy;
    let what = match count {
        0 => return None,
        1 => "1 constraint is redundant".to_string(),
        _ => format!("{count} constraints are redundant"),
    };
    let names = quoted_list(elements)?;
    if redundancy.only_by_sticking {
        return Some(format!(
            "{what} while friction sticks: the motion is unique, but how {names} share the load is not"
        ));
    }
    Some(format!("{what}: the motion is unique, but the reactions of {names} are not"))
}
