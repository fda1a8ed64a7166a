//! The consistent initial state: positions and velocities that satisfy the constraints, with the corresponding
//! accelerations and multipliers.
//!
//! Positions and velocities change as little as possible, in the norm of the mass matrix (`docs/theory.md`, eq. 34):
//!
//! ```text
//! [M  Φ_qᵀ] [δ]   [  0  ]            [M  Φ_qᵀ] [v̇]   [      −g      ]
//! [Φ_q  0 ] [μ] = [−Φ, −Φ̇],          [Φ_q  0 ] [λ] = [−Φ̈ with v̇ = 0 ]
//! ```

use std::sync::Arc;

use super::failure::{Failure, Reason};
use super::inertial::Inertial;
use super::initial_speeds::{ShaftChange, check_fixed_speeds, restore_given_speeds, shaft_changes};
use super::redundancy::Redundancy;
use super::transient::events::EventMonitor;
use crate::math::Vec3;
use crate::system::layout::Layout;
use crate::system::node::{POINT_UNKNOWNS, POSE_UNKNOWNS};
use crate::system::{Priority, State, System};

/// Time ahead at which the event functions of the initial modes are evaluated, in seconds: short compared with any
/// motion.
const LOOK_AHEAD: f64 = 1e-9;

/// Changes that made the state consistent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InitialReport {
    /// Largest change of a position, in metres, and the body it belongs to.
    pub moved: Option<(f64, String)>,
    /// Largest change of an orientation, in radians, and the body.
    pub turned: Option<(f64, String)>,
    /// Largest change of a velocity, in metres per second, and the body.
    pub velocity: Option<(f64, String)>,
    /// Largest change of an angular velocity, in radians per second, and the body.
    pub angular_velocity: Option<(f64, String)>,
    /// Changes of shafts.
    pub shafts: Vec<ShaftChange>,
    /// Redundant constraints.
    pub redundancy: Redundancy,
}

/// Makes the state as built consistent, and reports the changes.
pub fn initial_state(system: &Arc<System>) -> Result<(State, InitialReport), Failure> {
    consistent_state(system, Purpose::Motion)
}

/// The same for a search for equilibrium, which begins at rest: accelerations and multipliers of meshes are zero, because they would take
/// a factorization of the mass matrix that is as expensive as one of the stiffness.
pub fn initial_position(system: &Arc<System>) -> Result<(State, InitialReport), Failure> {
    let plain = system.event_functions() == 0 && system.signals().next().is_none();
    consistent_state(system, Purpose::Equilibrium { accelerations: !(system.has_meshes() && plain) })
}

/// The same for an analysis about the given position, to which accelerations matter unless all inertia is that of points without
/// constraints: their forces of inertia do not depend on positions.
pub fn initial_state_of_modes(system: &Arc<System>) -> Result<(State, InitialReport), Failure> {
    if system.poses() == 0 && system.constraints() == 0 { initial_position(system) } else { initial_state(system) }
}

/// What a consistent state is for.
#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    Motion,
    /// A search for equilibrium, to which inertia does not matter.
    Equilibrium {
        accelerations: bool,
    },
}

fn consistent_state(system: &Arc<System>, purpose: Purpose) -> Result<(State, InitialReport), Failure> {
    let built = system.state();
    if let Some(element) = system.non_finite_element(&built) {
        return Err(Failure { time: built.time, worst: element.clone(), element, reason: Reason::NonFinite });
    }
    let mut state = built.clone();
    let mut solver = match purpose {
        Purpose::Motion => Inertial::new(system.clone()),
        Purpose::Equilibrium { .. } => Inertial::for_equilibrium(system.clone(), &built),
    };
    solver.assembling = true;
    if system.constraints() > 0 {
        solver.project_positions(&mut state)?;
    }
    let release_driven = |solver: &mut Inertial, state: &mut State| {
        system.event_functions() > 0 && EventMonitor::new(system, state).release_driven(solver, state)
    };
    let assembled = state.clone();
    let mut closed = solver.make_rates_consistent(&mut state);
    if closed.is_err() {
        let mut released = assembled;
        if release_driven(&mut solver, &mut released) {
            state = released;
            closed = solver.make_rates_consistent(&mut state);
        }
    }
    closed.map_err(|failure| solver.explain(&state, failure))?;
    restore_given_speeds(&mut solver, &built, &mut state)?;
    solver.assembling = false;
    if let Some(failure) = Failure::infeasible(system, &state) {
        return Err(failure);
    }
    // Forces may depend on memory, such as the initial speed of a contact.
    system.commit(&mut state, &mut Vec::new());
    solver.solve_algebraic(&mut state)?;
    if purpose != (Purpose::Equilibrium { accelerations: false }) {
        let mut found = solver.accelerations_and_signal_rates(&mut state);
        if found.is_err() && release_driven(&mut solver, &mut state) {
            found = solver.accelerations_and_signal_rates(&mut state);
        }
        found.map_err(|failure| solver.explain(&state, failure))?;
    }
    if system.event_functions() > 0 {
        EventMonitor::new(system, &state).settle_modes(&mut solver, &mut state, LOOK_AHEAD)?;
    }
    system.commit(&mut state, &mut Vec::new());
    held(system, &built, &state)?;
    check_fixed_speeds(system, &built, &state)?;
    let mut report = report(system, &built, &state);
    report.shafts = shaft_changes(system, &built, &state);
    report.redundancy = Redundancy::find(system, &state);
    Ok((state, report))
}

/// Fixed nodes must not have moved, except by a small amount due to the finite ratio of the weights.
fn held(system: &System, built: &State, state: &State) -> Result<(), Failure> {
    let allowed = 1e-4 * system.length(built);
    for (node, _) in system.priorities().enumerate().filter(|(_, priority)| *priority == Priority::Fixed) {
        let moved = (state.pose(node).position - built.pose(node).position).norm();
        let turned = built.pose(node).rotation.inverse().compose(state.pose(node).rotation).log().norm();
        if moved > allowed || turned > 1e-4 {
            let reason = Reason::FixedBodyMoves { moved, turned };
            return Err(Failure::at_row(system, state.time, POSE_UNKNOWNS * node, reason));
        }
    }
    Ok(())
}

/// Changes smaller than this part of the sizes in the model are round-off, of the assembly or of given numbers.
const ROUND_OFF: f64 = 1e-8;

/// Sizes of lengths, velocities and angular velocities, with which changes are compared: the size of the mechanism and the
/// fastest node, before or after. A velocity over the size of the mechanism is a small angular velocity, and what turns
/// at its ends moves.
fn sizes(system: &System, built: &State, state: &State) -> (f64, f64, f64) {
    let length = system.length(built);
    let Layout { first_point, first_scalar, .. } = *system.layout();
    let (mut velocity, mut turning) = (0.0_f64, 0.0_f64);
    for v in [&built.v, &state.v] {
        for pose in v[..first_point].chunks_exact(POSE_UNKNOWNS) {
            velocity = velocity.max(Vec3::from_slice(pose).norm());
            turning = turning.max(Vec3::from_slice(&pose[3..]).norm());
        }
        for point in v[first_point..first_scalar].chunks_exact(POINT_UNKNOWNS) {
            velocity = velocity.max(Vec3::from_slice(point).norm());
        }
    }
    (length, velocity.max(turning * length), turning.max(velocity / length))
}

fn report(system: &System, built: &State, state: &State) -> InitialReport {
    let mut report = InitialReport::default();
    let (length, velocity, turning) = sizes(system, built, state);
    let mut note = |place: fn(&mut InitialReport) -> &mut Option<(f64, String)>, size: f64, scale: f64, row: usize| {
        let entry = place(&mut report);
        if size > ROUND_OFF * scale && entry.as_ref().is_none_or(|(largest, _)| size > *largest) {
            *entry = Some((size, system.row_name(row).element));
        }
    };
    let change = |after: &[f64], before: &[f64]| (Vec3::from_slice(after) - Vec3::from_slice(before)).norm();
    for node in 0..system.poses() {
        let (before, after, first) = (built.pose(node), state.pose(node), POSE_UNKNOWNS * node);
        note(|r| &mut r.moved, (after.position - before.position).norm(), length, first);
        note(|r| &mut r.turned, before.rotation.inverse().compose(after.rotation).log().norm(), 1.0, first);
        note(|r| &mut r.velocity, change(&state.v[first..], &built.v[first..]), velocity, first);
        note(|r| &mut r.angular_velocity, change(&state.v[first + 3..], &built.v[first + 3..]), turning, first);
    }
    for point in 0..system.points() {
        let first = system.layout().first_point + POINT_UNKNOWNS * point;
        let place = system.layout().coordinate(first);
        note(|r| &mut r.moved, change(&state.q[place..], &built.q[place..]), length, first);
        note(|r| &mut r.velocity, change(&state.v[first..], &built.v[first..]), velocity, first);
    }
    report
}
