//! Steady rotation: the equilibrium in a frame that rotates at constant speed.
//!
//! With the velocities and accelerations of the rotation (`analysis/rotating_frame.rs`), r(q, v(q), v̇(q), λ) = 0 and Φ(q) = 0
//! determine the positions. The matrix of Newton's method is the stiffness K' in the rotating frame.

use faer::Mat;
use faer::linalg::solvers::Solve;

use super::failure::{Failure, Reason};
use super::linearize::{finite, tangents};
use super::modes::check_size;
use super::rotating_frame::{Spin, stiffness_in_rotating_frame, to_rotating_frame};
use crate::linalg::block::BlockMatrix;
use crate::linalg::solver::Solver;
use crate::system::{State, System, Weights};

/// Steps in which the square of the speed grows to its value.
const SPEED_STEPS: usize = 4;
/// Maximum number of iterations of a step.
const MAX_ITERATIONS: usize = 40;
/// Converged if a correction is below this, relative to the size of the mechanism or in radians: well above round-off.
const CORRECTION_TOLERANCE: f64 = 1e-11;
/// Maximum correction of an iteration; a longer one is shortened.
const MAX_CORRECTION: f64 = 0.2;
/// Largest violation of the rate of a constraint, relative to the speed.
const RATE_TOLERANCE: f64 = 1e-6;

/// The state in steady rotation near a consistent state.
pub fn steady_rotation(system: &System, mut state: State, spin: &Spin) -> Result<State, Failure> {
    if !system.has_meshes() {
        check_size(system, &state)?;
    }
    let units = system.error_scales(&state);
    for step in 1..=SPEED_STEPS {
        let part = (step as f64 / SPEED_STEPS as f64).sqrt();
        let spin = Spin { angular_velocity: spin.angular_velocity * part, ..*spin };
        converge(system, &mut state, &spin, &units)?;
    }
    let (mut phi, mut rate) = (vec![0.0; system.constraints()], vec![0.0; system.constraints()]);
    system.constraint_values(&state, &mut phi, &mut rate);
    let speed = spin.angular_velocity.norm();
    if let Some(k) = (0..rate.len()).find(|&k| rate[k].abs() > RATE_TOLERANCE * speed) {
        return Err(Failure::at_row(system, state.time, system.motion_unknowns() + k, Reason::NoEquilibrium));
    }
    state.a.copy_from_slice(&state.dv);
    Ok(state)
}

/// Newton's method at one speed.
fn converge(system: &System, state: &mut State, spin: &Spin, units: &[f64]) -> Result<(), Failure> {
    let (n, all) = (system.motion_unknowns(), system.unknowns());
    let signals: Vec<usize> = system.signals().collect();
    let mut r = vec![0.0; all];
    let (mut phi, mut rate) = (vec![0.0; system.constraints()], vec![0.0; system.constraints()]);
    let mut last = f64::INFINITY;
    let mut solver = system.has_meshes().then(|| Solver::new(n));
    for _ in 0..MAX_ITERATIONS {
        spin.set_velocities(system, state);
        system.residual(state, &mut r);
        system.constraint_values(state, &mut phi, &mut rate);
        let right: Vec<f64> = (0..all).map(|i| if i < n { -r[i] } else { -phi[i - n] }).collect();
        let change = match &mut solver {
            Some(solver) => sparse_correction(system, state, spin, &signals, solver, right),
            None => dense_correction(system, state, spin, &signals, &right),
        };
        let Some(change) = change else {
            return Err(Failure::at_row(system, state.time, worst(&r, n), Reason::NoStiffness));
        };
        let size = (0..n).fold(0.0_f64, |most, i| most.max(change[i].abs() / units[i]));
        let part = (MAX_CORRECTION / size).min(1.0);
        let from = state.q.clone();
        let step: Vec<f64> = (0..n).map(|i| part * change[i]).collect();
        state.set_moved(&from, &step);
        signals.iter().for_each(|&i| state.v[i] += step[i]);
        (0..all - n).for_each(|k| state.multipliers[k] += part * change[n + k]);
        system.commit(state, &mut Vec::new());
        // The tolerance, or no further decrease near it: round-off of a stiff beam.
        if size <= CORRECTION_TOLERANCE || size < 1e3 * CORRECTION_TOLERANCE && size >= 0.5 * last {
            spin.set_velocities(system, state);
            return Ok(());
        }
        last = size;
    }
    Err(Failure::at_row(system, state.time, worst(&r, n), Reason::NoEquilibrium))
}

/// The correction by dense matrices; `None` if it is not finite.
fn dense_correction(system: &System, state: &State, spin: &Spin, signals: &[usize], right: &[f64]) -> Option<Vec<f64>> {
    let all = right.len();
    let mut matrices = [Mat::zeros(all, all), Mat::zeros(all, all), Mat::zeros(all, all)];
    tangents(system, state, |which, row, column, value| matrices[which][(row, column)] += value);
    to_rotating_frame(system, state, spin, &mut matrices);
    let [mut matrix, by_velocity, _] = matrices;
    for &signal in signals {
        (0..all).for_each(|row| matrix[(row, signal)] = by_velocity[(row, signal)]);
    }
    let change = matrix.partial_piv_lu().solve(Mat::from_fn(all, 1, |i, _| right[i]));
    finite(&change).then(|| change.col_as_slice(0).to_vec())
}

/// The correction by the solver of large systems; `None` if the matrix is singular.
fn sparse_correction(
    system: &System,
    state: &State,
    spin: &Spin,
    signals: &[usize],
    solver: &mut Solver,
    mut right: Vec<f64>,
) -> Option<Vec<f64>> {
    let still = vec![0.0; system.motion_unknowns()];
    let matrices = Weights::TANGENTS.map(|weights| {
        let mut matrix = BlockMatrix::new(system.pattern());
        system.tangent(state, &still, &weights, &mut matrix);
        matrix
    });
    let by_velocity = if signals.is_empty() { None } else { Some(matrices[1].clone()) };
    let mut matrix = stiffness_in_rotating_frame(system, state, spin, matrices);
    if let Some(by_velocity) = by_velocity {
        matrix.take_columns(system.pattern(), &by_velocity, |column| signals.contains(&column));
    }
    solver.factorize(&matrix, system.pattern()).ok()?;
    solver.solve(&matrix, system.pattern(), &mut right).ok()?;
    right.iter().all(|x| x.is_finite()).then_some(right)
}

fn worst(r: &[f64], n: usize) -> usize {
    (0..n).max_by(|&i, &j| r[i].abs().total_cmp(&r[j].abs())).unwrap_or(0)
}
