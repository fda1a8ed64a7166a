//! Given initial speeds of shafts: preserved if the connections between the shafts allow it, reported otherwise.
//!
//! Velocities change as little as possible in the norm of the mass matrix, with a small weight for those that are not
//! given. This also changes the given ones slightly. Resetting them and repeating the correction reduces that change by
//! the ratio of the weights each time; for contradicting speeds it has no effect.

use super::failure::{Failure, Reason};
use super::inertial::Inertial;
use crate::system::{Priority, ScalarKind, State, System};

/// A speed is preserved if its change is within this fraction of the largest speed.
const CHANGE_TOLERANCE: f64 = 1e-9;
/// Maximum number of passes; a speed whose change exceeds `PROGRESS` times the previous one is no longer reset.
const MAX_PASSES: usize = 40;
const PROGRESS: f64 = 0.9;

/// A change of an initial value of a shaft, or of another scalar coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaftChange {
    /// Its name.
    pub name: String,
    /// Whether it is the speed; otherwise the angle.
    pub speed: bool,
    /// Whether the changed value was specified by the user.
    pub given: bool,
    /// The value before, in rad/s or rad.
    pub from: f64,
    /// The initial value of the motion.
    pub to: f64,
    /// The elements that connect it to others and do not allow the value before.
    pub because: Vec<String>,
}

/// Resets the given velocities and makes the velocities consistent again, as long as this reduces the change. A
/// velocity whose change does not decrease contradicts others, and is no longer reset.
pub(super) fn restore_given_speeds(inertial: &mut Inertial, built: &State, state: &mut State) -> Result<(), Failure> {
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
    // Each with its previous change.
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
            // Without the contradicting ones, the others may be preserved.
            asked.iter_mut().for_each(|(_, last)| *last = f64::INFINITY);
        } else {
            asked.retain(|one| !stalled(one));
            asked.iter_mut().for_each(|(i, last)| *last = off(*i));
        }
        asked.iter().for_each(|&(i, _)| state.v[i] = built.v[i]);
        inertial.make_rates_consistent(state)?;
    }
    Ok(())
}

/// Checks that fixed initial values have not changed.
pub(super) fn check_fixed_speeds(system: &System, built: &State, state: &State) -> Result<(), Failure> {
    let first = system.first_scalar();
    let starts = system.scalar_starts().iter().enumerate();
    for (k, _) in starts.filter(|(_, start)| start.priority == Priority::Fixed) {
        let (given, needed) = (built.v[first + k], state.v[first + k]);
        if (needed - given).abs() > 1e-4 * largest(&state.v).max(given.abs()) {
            return Err(Failure::at_row(system, state.time, first + k, Reason::FixedSpeedChanges { given, needed }));
        }
    }
    Ok(())
}

/// The changes of the initial values of scalar coordinates; nobody gives those of reduced bodies, which follow from their boundary.
pub(super) fn shaft_changes(system: &System, built: &State, state: &State) -> Vec<ShaftChange> {
    let layout = system.layout();
    // The constraints evaluated with the initial values as built, in the present modes.
    let before = State { q: built.q.clone(), v: built.v.clone(), ..state.clone() };
    let (mut phi, mut rate) = (vec![0.0; system.constraints()], vec![0.0; system.constraints()]);
    system.constraint_values(&before, &mut phi, &mut rate);
    let names: Vec<&str> = system.node_names().map(|(name, _)| name).collect();
    let scalars = names.len() - system.scalar_starts().len();
    let mut changes = Vec::new();
    let shafts = layout.first_amplitude - layout.first_scalar;
    for (k, _) in system.scalar_kinds().take(shafts).enumerate().filter(|(_, kind)| *kind == ScalarKind::Motion) {
        let start = system.scalar_starts()[k];
        let place = layout.first_scalar + k;
        let coordinate = layout.coordinate(place);
        let both = [
            (false, start.position_given, built.q[coordinate], state.q[coordinate], 1.0, &phi),
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
            let mut because = system.connections_of(k, violated);
            if because.is_empty() {
                because = system.connections_of(k, |_| true);
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
