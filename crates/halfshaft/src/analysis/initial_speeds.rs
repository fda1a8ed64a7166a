//! Speeds of shafts that were asked for at the start: kept where the ties between the shafts allow it, reported where they do
//! not.
//!
//! Velocities are moved as little as possible in the norm of the mass matrix, those that nobody asked for at a small weight.
//! That moves the others by a trace too. Setting them back and moving again takes the trace away, by the ratio of the weights
//! each time; where speeds that were asked for contradict each other, it changes nothing any more.

use super::failure::{Failure, Reason};
use super::initial::Inertial;
use crate::system::{Priority, ScalarKind, State, System};

/// A speed is kept when it is within this part of the largest speed.
const CHANGE_TOLERANCE: f64 = 1e-9;
/// Passes of setting back; one that leaves more than `PROGRESS` of the change before is the last.
const MAX_PASSES: usize = 40;
const PROGRESS: f64 = 0.9;

/// A change of the start of a shaft, or of another scalar coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaftChange {
    /// Its name.
    pub name: String,
    /// Whether it is the speed; else the angle.
    pub speed: bool,
    /// Whether somebody asked for the value that was changed.
    pub given: bool,
    /// The value before, in rad/s or rad.
    pub from: f64,
    /// The value at which the motion begins.
    pub to: f64,
    /// What ties it to others, and does not allow the value before.
    pub because: Vec<String>,
}

/// Makes velocities consistent again with those that were asked for set back, as long as that brings them nearer to where
/// they were. One that comes no nearer contradicts others, and is left where it is.
pub(super) fn keep_speeds(inertial: &mut Inertial, built: &State, state: &mut State) -> Result<(), Failure> {
    let system = inertial.system();
    let (starts, first) = (system.scalar_starts(), system.first_scalar());
    if starts.iter().all(|start| start.priority == Priority::Guess) {
        return Ok(());
    }
    let asked = starts.iter().enumerate().filter(|(_, start)| match start.priority {
        Priority::Fixed => true,
        Priority::Guess => start.velocity_given,
        Priority::Free => false,
    });
    let fixed = |place: usize| starts[place - first].priority == Priority::Fixed;
    // Each with how far it was off before.
    let mut asked: Vec<(usize, f64)> = asked.map(|(k, _)| (first + k, f64::INFINITY)).collect();
    for _ in 0..MAX_PASSES {
        let off = |i: usize| (state.v[i] - built.v[i]).abs();
        if asked.iter().all(|&(i, _)| off(i) <= 1e-3 * CHANGE_TOLERANCE * largest(&state.v)) {
            return Ok(());
        }
        let stalled = |&(i, last): &(usize, f64)| off(i) > PROGRESS * last;
        let count = asked.len();
        asked.retain(|one| fixed(one.0) || !stalled(one));
        if asked.len() < count {
            // Without those that contradict them, the others may stay.
            asked.iter_mut().for_each(|(_, last)| *last = f64::INFINITY);
        } else {
            asked.retain(|one| !stalled(one));
            asked.iter_mut().for_each(|(i, last)| *last = off(*i));
        }
        asked.iter().for_each(|&(i, _)| state.v[i] = built.v[i]);
        inertial.close_rates(state)?;
    }
    Ok(())
}

/// A fixed start must not have changed.
pub(super) fn held_speeds(system: &System, built: &State, state: &State) -> Result<(), Failure> {
    let first = system.first_scalar();
    let starts = system.scalar_starts().iter().enumerate();
    for (k, _) in starts.filter(|(_, start)| start.priority == Priority::Fixed) {
        let (given, needed) = (built.v[first + k], state.v[first + k]);
        if (needed - given).abs() > 1e-4 * largest(&state.v).max(given.abs()) {
            return Err(Failure::at_row(system, state.time, first + k, Reason::CannotHoldSpeed { given, needed }));
        }
    }
    Ok(())
}

/// What became of the starts of scalar coordinates.
pub(super) fn shaft_changes(system: &System, built: &State, state: &State) -> Vec<ShaftChange> {
    let (first, poses) = (system.first_scalar(), system.poses());
    // What the ties say about the start as it was built, in the modes that hold.
    let before = State { q: built.q.clone(), v: built.v.clone(), ..state.clone() };
    let (mut phi, mut rate) = (vec![0.0; system.constraints()], vec![0.0; system.constraints()]);
    system.constraint_values(&before, &mut phi, &mut rate);
    let names: Vec<&str> = system.node_names().map(|(name, _)| name).collect();
    let scalars = names.len() - system.scalar_starts().len();
    let mut changes = Vec::new();
    for (k, _) in system.scalar_kinds().enumerate().filter(|(_, kind)| *kind == ScalarKind::Motion) {
        let start = system.scalar_starts()[k];
        let place = first + k;
        let both = [
            (false, start.position_given, built.q[place + poses], state.q[place + poses], 1.0, &phi),
            (
                true,
                start.velocity_given,
                built.v[place],
                state.v[place],
                largest(&state.v).max(largest(&built.v)),
                &rate,
            ),
        ];
        for (speed, given, from, to, scale, open) in both {
            if (to - from).abs() <= CHANGE_TOLERANCE * scale {
                continue;
            }
            let violated = |constraint: usize| open[constraint].abs() > 1e-9 * largest(open);
            let mut because = system.ties_of(k, violated);
            if because.is_empty() {
                because = system.ties_of(k, |_| true);
            }
            let given = given && start.priority != Priority::Free;
            changes.push(ShaftChange { name: names[scalars + k].into(), speed, given, from, to, because });
        }
    }
    changes
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}
