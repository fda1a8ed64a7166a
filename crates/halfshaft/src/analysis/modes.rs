//! Natural frequencies, damping and shapes of the linear system about a state.
//!
//! Undamped: K x = ω² M x with the symmetric part of K. Damped: the poles s of M s² + C s + K, in the coordinates of the
//! undamped modes,
//!
//! ```text
//! ż = Ω w,     ẇ = −K̂ Ω⁻¹ z − Ĉ w,     z = Ω y
//! ```
//!
//! so that the matrix is balanced; rigid-body motions have w only. Each pole is assigned to the undamped mode with the
//! largest share in its shape. First-order unknowns are constant in undamped modes, and contribute to the poles
//! (`analysis/poles.rs`; `docs/theory.md`, modes).

use std::f64::consts::TAU;

use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

use super::chain::Chain;
use super::damped;
use super::failure::{Failure, Reason};
use super::inverse_iteration::improve_lowest;
use super::linearize::{Flows, Linear, finite, sizes};
use super::poles::{self, COUPLING_TOLERANCE, nonzero, own_pole};
use super::rotating_frame::Spin;
use super::sparse_modes::{self, LowestModes, largest, zero_rigid};
use super::sparse_poles;
use super::turning::varying_in_rotating_frame;
use crate::linalg::symmetric_eigen::{SymmetricEigen, symmetric_eigen};
use crate::linalg::tridiagonal::Eigen;
use crate::math::Vec3;
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{State, System};

/// A direction is massless if its inertia is below this fraction of the others'.
const MASSLESS_TOLERANCE: f64 = 1e-13;
/// Maximum number of unknowns of a dense eigenproblem: the shapes need its square in numbers, the computation about ten times that.
const MAX_DENSE: usize = 12_000;
/// Entries of a shape below this are round-off.
const ROUND_OFF: f64 = 1e-12;

/// One mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Its undamped frequency in hertz; zero for a rigid-body motion. For a motion that is restrained only by
    /// first-order unknowns, as by a lag in a controller, it is the magnitude of the pole.
    pub frequency: f64,
    /// The damped frequency, in hertz.
    pub damped_frequency: f64,
    /// −Re s/|s| of its pole; zero for a rigid-body motion, −1 for one that grows without oscillation.
    pub damping_ratio: f64,
    /// The amplitude of each velocity of the system; the largest entry is one. Rotations of bodies are about their own
    /// axes.
    pub shape: Vec<f64>,
}

impl Mode {
    /// Returns whether it is a rigid-body motion, neither restrained nor unstable.
    pub fn is_rigid(&self) -> bool {
        self.frequency == 0.0 && self.damping_ratio == 0.0
    }
}

/// The modes about a consistent state, in ascending order of frequency: all of them, or the 60 lowest of a large system.
pub fn modes(system: &System, state: &State) -> Result<Vec<Mode>, Failure> {
    lowest_modes(system, state, None, None)
}

/// All modes about a steady rotation, as an observer in the rotating frame sees them, or the 60 lowest of a large system. Supports
/// that are not symmetric about the axis have none.
pub fn modes_in_rotating_frame(system: &System, state: &State, spin: &Spin) -> Result<Vec<Mode>, Failure> {
    lowest_modes(system, state, Some(spin), None)
}

/// The `count` lowest modes about a consistent state or a steady rotation; without a count as [`modes`] and
/// [`modes_in_rotating_frame`].
pub fn lowest_modes(
    system: &System,
    state: &State,
    spin: Option<&Spin>,
    count: Option<usize>,
) -> Result<Vec<Mode>, Failure> {
    match spin {
        Some(spin) => {
            check_size(system, state)?;
            if let Some(unknown) = varying_in_rotating_frame(system, state, spin) {
                return Err(Failure::at_unknown(system, state.time, unknown, Reason::VaryingCoefficients));
            }
        }
        None => {
            if let Some(modes) = Chain::about(system, state).and_then(|chain| of_chain(&chain)) {
                return Ok(first(modes, count));
            }
            if let Some(lowest) = sparse_modes::lowest(system, state, count) {
                return Ok(of_lowest(state, lowest));
            }
        }
    }
    if let Some((mut lowest, poles)) = sparse_poles::lowest(system, state, spin, count) {
        if spin.is_none() {
            lowest.shapes.iter_mut().for_each(|shape| turn_to_own_axes(state, shape));
        }
        return Ok(assemble_modes(&lowest.squares, &poles, |k| &lowest.shapes[k]));
    }
    of_linear(system, state, spin).map(|modes| first(modes, count))
}

fn first(mut modes: Vec<Mode>, count: Option<usize>) -> Vec<Mode> {
    modes.truncate(count.unwrap_or(usize::MAX));
    modes
}

/// Refuses systems whose dense matrices would take too much memory.
pub(super) fn check_size(system: &System, state: &State) -> Result<(), Failure> {
    let unknowns = system.motion_unknowns();
    let reason = Reason::TooLarge { unknowns, limit: MAX_DENSE };
    if unknowns > MAX_DENSE { Err(Failure::at_unknown(system, state.time, 0, reason)) } else { Ok(()) }
}

fn of_linear(system: &System, state: &State, spin: Option<&Spin>) -> Result<Vec<Mode>, Failure> {
    check_size(system, state)?;
    let linear = Linear::about(system, state, spin)?;
    let singular = |unknown| Failure::at_unknown(system, state.time, unknown, Reason::Singular);
    let lightest = linear.lightest();
    let failed = || singular(lightest);
    let of_flows = linear.flows.iter().flat_map(|f| f.forces.iter().chain(&f.own).chain(&f.by_motion));
    if ![&linear.mass, &linear.damping, &linear.stiffness].into_iter().chain(of_flows).all(finite) {
        let element = system.non_finite_element(state).unwrap_or_default();
        return Err(Failure { time: state.time, worst: element.clone(), element, reason: Reason::NonFinite });
    }
    let linear = condense(linear).map_err(|row| row.map_or_else(failed, singular))?;
    let chain = Chain::of(&linear);
    let mut undamped = undamped(&linear, chain.as_ref()).ok_or_else(failed)?;
    if spin.is_none() {
        (0..undamped.squares.len()).for_each(|k| turn_to_own_axes(state, undamped.shapes.col_as_slice_mut(k)));
    }
    let by_chain = chain.and_then(|chain| chain.poles(&undamped.squares, |k| undamped.coordinates.col_as_slice(k)));
    let poles = by_chain.or_else(|| poles(&linear, &undamped)).ok_or_else(failed)?;
    Ok(assemble_modes(&undamped.squares, &poles, |k| undamped.shapes.col_as_slice(k)))
}

/// Transforms the rotations of bodies from world axes, in which the coefficients of spinning bodies are constant, to
/// body axes.
fn turn_to_own_axes(state: &State, shape: &mut [f64]) {
    for node in 0..state.poses() {
        let turn = POSE_UNKNOWNS * node + 3;
        let own = state.pose(node).rotation.matrix().transpose() * Vec3::from_slice(&shape[turn..]);
        shape[turn..turn + 3].copy_from_slice(&own.0);
    }
}

/// The modes of a system of shafts that is a chain; `None` if that method gives no result.
fn of_chain(chain: &Chain) -> Option<Vec<Mode>> {
    let Eigen { mut values, vectors } = chain.undamped()?;
    let n = values.len();
    let vector = |k: usize| &vectors[k * n..(k + 1) * n];
    let fastest = largest(&values);
    for (k, square) in values.iter_mut().enumerate() {
        zero_rigid(square, chain.held(vector(k)), fastest);
    }
    let order = ascending(&values);
    let squares: Vec<f64> = order.iter().map(|&k| values[k]).collect();
    let shape = |k: usize| vector(order[k]);
    let poles = chain.poles(&squares, shape)?;
    Some(assemble_modes(&squares, &poles, shape))
}

/// The modes of a large system whose damping does not couple them.
fn of_lowest(state: &State, mut lowest: LowestModes) -> Vec<Mode> {
    lowest.zero_rigid();
    let LowestModes { squares, mut shapes, damping, .. } = lowest;
    shapes.iter_mut().for_each(|shape| turn_to_own_axes(state, shape));
    let poles: Vec<[f64; 2]> = damping.iter().zip(&squares).map(|(&c, &square)| own_pole(c, square)).collect();
    assemble_modes(&squares, &poles, |k| &shapes[k])
}

/// The modes in ascending order of frequency, from ω², poles and shapes of the system.
fn assemble_modes<'a>(squares: &[f64], poles: &[[f64; 2]], shape: impl Fn(usize) -> &'a [f64]) -> Vec<Mode> {
    let still = (0..squares.len()).filter(|&k| squares[k] == 0.0);
    let mut rigid = rigid_shapes(still.map(|k| shape(k).to_vec()).collect()).into_iter();
    let modes = squares.iter().zip(poles).enumerate().map(|(k, (&square, pole))| {
        // A rigid-body motion has a pole at zero; a second one, of a damper to the ground, is not oscillatory either.
        let swings = square != 0.0 || pole[1] != 0.0;
        let size = if swings { pole[0].hypot(pole[1]) } else { 0.0 };
        // Loads that follow the motion, or gyroscopic forces, may oscillate where the symmetric stiffness is negative.
        let frequency = match square > 0.0 {
            true => square.sqrt() / TAU,
            false if square == 0.0 || pole[1] != 0.0 => size / TAU,
            false => 0.0,
        };
        let (damped_frequency, damping_ratio) =
            if size == 0.0 { (0.0, 0.0) } else { (pole[1].abs() / TAU, -pole[0] / size) };
        let own = if square == 0.0 { rigid.next().unwrap_or_default() } else { shape(k).to_vec() };
        Mode { frequency, damped_frequency, damping_ratio, shape: normalised(own) }
    });
    let mut modes: Vec<Mode> = modes.collect();
    modes.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
    modes
}

/// Static condensation: massless directions follow the others if stiffness determines them; otherwise the error is the
/// row of an undetermined one.
fn condense(linear: Linear) -> Result<Linear, Option<usize>> {
    let n = linear.mass.ncols();
    if is_diagonal(&linear.mass) && (0..n).all(|j| linear.mass[(j, j)] > 0.0) {
        return Ok(linear);
    }
    let weight: Vec<f64> =
        (0..n).map(|j| if linear.mass[(j, j)] > 0.0 { linear.mass[(j, j)].sqrt() } else { 1.0 }).collect();
    let scaled = Mat::from_fn(n, n, |i, j| 0.5 * (linear.mass[(i, j)] + linear.mass[(j, i)]) / (weight[i] * weight[j]));
    let SymmetricEigen { values, vectors } = symmetric_eigen(&scaled).ok_or(None)?;
    let empty: Vec<usize> = (0..n).filter(|&k| values[k] < MASSLESS_TOLERANCE).collect();
    if empty.is_empty() {
        return Ok(linear);
    }
    let heavy: Vec<usize> = (0..n).filter(|k| !empty.contains(k)).collect();
    let along = |list: &[usize]| Mat::from_fn(n, list.len(), |i, j| vectors[(i, list[j])] / weight[i]);
    let (light, rest) = (along(&empty), along(&heavy));
    let held = light.transpose() * &linear.stiffness * &light;
    let follows = held.partial_piv_lu().solve(light.transpose() * &linear.stiffness * &rest);
    let loose = || {
        let motion = &linear.basis * &light;
        let size = |i: usize| (0..motion.ncols()).fold(0.0_f64, |most, j| most.max(motion[(i, j)].abs()));
        (0..motion.nrows()).max_by(|&i, &j| size(i).total_cmp(&size(j)))
    };
    if !finite(&follows) || follows.norm_max() > 1.0 / f64::EPSILON {
        return Err(loose());
    }
    let kept = rest - &light * follows;
    let flows = linear.flows.as_ref().map(|flows| {
        // y = kept y' − light (held⁻¹ lightᵀ H) f: massless directions also depend on the first-order unknowns.
        let pushed = &light * held.partial_piv_lu().solve(light.transpose() * &flows.forces[0]);
        let mut flows =
            Flows { forces: flows.forces.clone(), own: flows.own.clone(), by_motion: flows.by_motion.clone() };
        flows.forces[0] -= &linear.stiffness * &pushed;
        flows.own[0] -= &flows.by_motion[0] * &pushed;
        flows.in_coordinates(&kept)
    });
    let reduced = |matrix: &Mat<f64>| kept.transpose() * matrix * &kept;
    Ok(Linear {
        mass: reduced(&linear.mass),
        damping: reduced(&linear.damping),
        stiffness: reduced(&linear.stiffness),
        stiffness_size: sizes(&kept).transpose() * &linear.stiffness_size * sizes(&kept),
        basis: &linear.basis * &kept,
        flows,
    })
}

/// The undamped modes.
pub(super) struct Undamped {
    /// ω² in ascending order, exactly zero for rigid-body motions.
    pub squares: Vec<f64>,
    /// Shapes of unit modal mass in independent coordinates.
    pub coordinates: Mat<f64>,
    /// The shapes as motions of the system.
    shapes: Mat<f64>,
}

fn undamped(linear: &Linear, chain: Option<&Chain>) -> Option<Undamped> {
    let n = linear.mass.ncols();
    let [mass, stiffness] = [&linear.mass, &linear.stiffness].map(symmetric_part);
    let (mut squares, coordinates) = match chain.and_then(Chain::undamped) {
        Some(Eigen { values, vectors }) => (values, Mat::from_fn(n, n, |i, k| vectors[k * n + i])),
        None => {
            let by_decomposition = if is_diagonal(&mass) { by_roots } else { by_factor };
            let (mut squares, mut coordinates) = by_decomposition(&mass, &stiffness)?;
            improve_lowest(&mass, &stiffness, &mut squares, &mut coordinates);
            (squares, coordinates)
        }
    };
    let (sizes, fastest) = (nonzero(&linear.stiffness_size), largest(&squares));
    for (k, square) in squares.iter_mut().enumerate() {
        let x = coordinates.col_as_slice(k);
        let (mut held, mut most) = (0.0, 0.0);
        for &(i, j, size) in &sizes {
            held += x[i] * stiffness[(i, j)] * x[j];
            most += (x[i] * size * x[j]).abs();
        }
        zero_rigid(square, [held, most], fastest);
    }
    let order = ascending(&squares);
    let coordinates = match order.is_sorted() {
        true => coordinates,
        false => Mat::from_fn(n, n, |i, k| coordinates[(i, order[k])]),
    };
    let shapes = sparse_times(&linear.basis, &coordinates);
    let squares: Vec<f64> = order.iter().map(|&k| squares[k]).collect();
    (finite(&shapes) && squares.iter().all(|x| x.is_finite())).then_some(Undamped { squares, coordinates, shapes })
}

/// The ascending order, with rigid-body motions first among the values that round-off scatters around zero.
fn ascending(squares: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..squares.len()).collect();
    order.sort_by(|&i, &j| squares[i].total_cmp(&squares[j]));
    order
}

fn symmetric_part(matrix: &Mat<f64>) -> Mat<f64> {
    let mut part = matrix.clone();
    for (i, j, value) in nonzero(matrix) {
        (part[(i, j)], part[(j, i)]) = (0.5 * (value + matrix[(j, i)]), 0.5 * (value + matrix[(j, i)]));
    }
    part
}

fn skew_part(matrix: &Mat<f64>) -> Mat<f64> {
    let mut part = Mat::zeros(matrix.nrows(), matrix.ncols());
    for (i, j, value) in nonzero(matrix) {
        let difference = 0.5 * (value - matrix[(j, i)]);
        (part[(i, j)], part[(j, i)]) = (difference, -difference);
    }
    part
}

/// ω² and shapes of unit modal mass, by L⁻¹ K L⁻ᵀ with the Cholesky factor of M = L Lᵀ.
fn by_factor(mass: &Mat<f64>, stiffness: &Mat<f64>) -> Option<(Vec<f64>, Mat<f64>)> {
    let root = mass.llt(Side::Lower).ok()?;
    let factor = root.L();
    let mut half = stiffness.clone();
    factor.solve_lower_triangular_in_place(half.as_mut());
    let mut whole = half.transpose().to_owned();
    factor.solve_lower_triangular_in_place(whole.as_mut());
    let SymmetricEigen { values, vectors: mut coordinates } = symmetric_eigen(&whole)?;
    factor.transpose().solve_upper_triangular_in_place(coordinates.as_mut());
    Some((values, coordinates))
}

/// ω² and shapes for a diagonal M, by its square roots.
fn by_roots(mass: &Mat<f64>, stiffness: &Mat<f64>) -> Option<(Vec<f64>, Mat<f64>)> {
    let n = mass.ncols();
    let root: Vec<f64> = (0..n).map(|i| 1.0 / mass[(i, i)].sqrt()).collect();
    let whole = Mat::from_fn(n, n, |i, j| stiffness[(i, j)] * root[i] * root[j]);
    let SymmetricEigen { values, vectors } = symmetric_eigen(&whole)?;
    let coordinates = Mat::from_fn(n, n, |i, k| vectors[(i, k)] * root[i]);
    Some((values, coordinates))
}

fn is_diagonal(matrix: &Mat<f64>) -> bool {
    let zero = |entries: &[f64]| entries.iter().all(|x| *x == 0.0);
    (0..matrix.ncols()).all(|j| zero(&matrix.col_as_slice(j)[..j]) && zero(&matrix.col_as_slice(j)[j + 1..]))
}

/// The product with a sparse matrix.
fn sparse_times(sparse: &Mat<f64>, right: &Mat<f64>) -> Mat<f64> {
    let entries = nonzero(sparse);
    let mut product = Mat::zeros(sparse.nrows(), right.ncols());
    for k in 0..right.ncols() {
        let (column, from) = (product.col_as_slice_mut(k), right.col_as_slice(k));
        entries.iter().for_each(|&(i, j, value)| column[i] += value * from[j]);
    }
    product
}

/// The pole of each mode, as real and imaginary part.
fn poles(linear: &Linear, undamped: &Undamped) -> Option<Vec<[f64; 2]>> {
    let n = undamped.squares.len();
    let modal = |matrix: &Mat<f64>| undamped.coordinates.transpose() * sparse_times(matrix, &undamped.coordinates);
    let asymmetric = nonzero(&linear.stiffness).iter().any(|&(i, j, value)| value != linear.stiffness[(j, i)]);
    let damping = modal(&linear.damping);
    let own = || Mat::from_fn(n, n, |i, j| if i == j { undamped.squares[i] } else { 0.0 });
    // The symmetric part is ω², to more digits than a product with the stiffness of a beam along its axis leaves of the lowest modes.
    let stiffness = asymmetric.then(|| own() + modal(&skew_part(&linear.stiffness)));
    let omega: Vec<f64> = undamped.squares.iter().map(|square| square.abs().sqrt()).collect();
    if let Some(flows) = &linear.flows {
        let stiffness = stiffness.unwrap_or_else(own);
        return poles::with_flows(&omega, &stiffness, &damping, &flows.in_coordinates(&undamped.coordinates));
    }
    let largest = omega.iter().fold(0.0_f64, |most, w| most.max(*w));
    let beside = |matrix: &Mat<f64>| {
        let most = |entries: &[f64]| entries.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let off = |j: usize| {
            let column = matrix.col_as_slice(j);
            most(&column[..j]).max(most(&column[j + 1..]))
        };
        (0..n).fold(0.0_f64, |most, j| most.max(off(j)))
    };
    // Damping proportional to stiffness and inertia, or no damping, couples no modes: each has its own s² + ĉ s + ω² =
    // 0.
    let tied = stiffness.as_ref().is_some_and(|stiffness| beside(stiffness) > 1e-9 * largest.powi(2));
    if beside(&damping) <= COUPLING_TOLERANCE * damping.norm_max().max(largest) && !tied {
        return Some((0..n).map(|k| own_pole(damping[(k, k)], undamped.squares[k])).collect());
    }
    if let Some(poles) = damped::one_by_one(linear, &undamped.squares, &undamped.coordinates, &damping) {
        return Some(poles);
    }
    let stiffness = stiffness.unwrap_or_else(own);
    let elastic: Vec<usize> = (0..n).filter(|&k| undamped.squares[k] != 0.0).collect();
    let e = elastic.len();
    let matrix = Mat::from_fn(e + n, e + n, |i, j| match (i.checked_sub(e), j.checked_sub(e)) {
        (None, None) => 0.0,
        (None, Some(w)) => {
            if elastic[i] == w {
                omega[w]
            } else {
                0.0
            }
        }
        (Some(w), None) => -stiffness[(w, elastic[j])] / omega[elastic[j]],
        (Some(w), Some(v)) => -damping[(w, v)],
    });
    let eigen = matrix.eigen().ok()?;
    let (values, vectors) = (eigen.S().column_vector(), eigen.U());
    // One of each conjugate pair, and every real pole.
    let candidates: Vec<usize> = (0..e + n).filter(|&p| values[p].im >= 0.0).collect();
    let mut shares: Vec<(f64, usize, usize)> = Vec::with_capacity(e * candidates.len());
    for &p in &candidates {
        let amplitude = |k: usize| (vectors[(k, p)].norm() / omega[elastic[k]]).powi(2);
        // Rigid-body motions contribute w/s: a pole at zero belongs to them alone.
        let rigid = (0..n).filter(|&k| undamped.squares[k] == 0.0);
        let along: f64 = rigid.map(|k| (vectors[(e + k, p)].norm() / values[p].norm()).powi(2)).sum();
        let all: f64 = (0..e).map(amplitude).sum::<f64>() + along;
        if all > 0.0 && all.is_finite() {
            shares.extend((0..e).map(|k| (amplitude(k) / all, k, p)));
        }
    }
    shares.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut poles = vec![[0.0; 2]; n];
    let (mut has_pole, mut used) = (vec![false; e], vec![false; e + n]);
    for (_, k, p) in shares {
        if !has_pole[k] && !used[p] {
            (has_pole[k], used[p]) = (true, true);
            poles[elastic[k]] = [values[p].re, values[p].im];
        }
    }
    poles.iter().flatten().all(|x| x.is_finite()).then_some(poles)
}

/// The rigid-body motions, one for each part that moves independently: their reduced echelon form, nodes in their
/// order.
fn rigid_shapes(mut shapes: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for shape in &mut shapes {
        let size = shape.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        shape.iter_mut().for_each(|x| *x /= size);
    }
    let mut done = 0;
    for i in 0..shapes.first().map_or(0, Vec::len) {
        let Some(pivot) = (done..shapes.len()).max_by(|&a, &b| shapes[a][i].abs().total_cmp(&shapes[b][i].abs()))
        else {
            break;
        };
        if shapes[pivot][i].abs() < 1e-8 {
            continue;
        }
        shapes.swap(done, pivot);
        let value = shapes[done][i];
        shapes[done].iter_mut().for_each(|x| *x /= value);
        let leading = shapes[done].clone();
        for (_, other) in shapes.iter_mut().enumerate().filter(|(k, _)| *k != done) {
            let factor = other[i];
            other.iter_mut().zip(&leading).for_each(|(x, lead)| *x -= factor * lead);
        }
        done += 1;
    }
    shapes
}

/// Scales the shape so that the largest entry is one, the first of them if several are equal.
fn normalised(mut shape: Vec<f64>) -> Vec<f64> {
    let size = shape.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let largest = shape.iter().copied().find(|x| x.abs() >= size * (1.0 - 1e-9)).unwrap_or(1.0);
    for x in &mut shape {
        *x = if x.abs() <= ROUND_OFF * size { 0.0 } else { *x / largest };
    }
    shape
}
