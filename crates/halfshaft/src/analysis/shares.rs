//! Modal energy shares of the elements, and nodal points of the modes.
//!
//! ```text
//! U = ½ φᵀK φ = Σ_e ½ φᵀK_e φ,     T = ½ ω² φᵀM φ = Σ_e ½ ω² φᵀM_e φ
//! ```
//!
//! K_e and M_e are the contributions of an element to the tangents from which the modes are computed. An element that
//! is linearized without load, as teeth inside their backlash, therefore has no share. A joint has a share if its
//! reaction rotates with it (geometric stiffness): a pendulum is restored by the reaction of its pivot.

use faer::Mat;
use faer::linalg::solvers::Solve;

use super::linearize::{eliminated, tangents};
use super::modes::Mode;
use super::quadratic_forms::ShapeRows;
use super::sparse_modes::RIGID_TOLERANCE;
use crate::linalg::block::BlockMatrix;
use crate::system::{Condition, State, System, Weights};

/// A shaft end is at rest if its motion is below this, relative to the largest.
const VISIBLE_SHARE: f64 = 1e-6;

/// The shares of each element in the energy of a mode, in the order of [`System::element_names`].
///
/// ```text
/// ∂ ln f/∂ ln k = U_e/2U for what stores energy in proportion to k,     ∂ ln f/∂ ln J = −T_e/2T for what moves in proportion to J
/// ```
///
/// by Rayleigh's quotient, which is stationary at the mode, so changes of the shape have no effect to first order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares {
    /// Shares of the kinetic energy; the sum is one.
    pub kinetic: Vec<f64>,
    /// Shares of the potential energy; the sum is one, or all are zero for a rigid-body motion.
    pub potential: Vec<f64>,
}

impl Shares {
    /// Sensitivity of the frequency to a common factor of an element's stiffness and of its inertia: ∂ ln f/∂ ln k and
    /// ∂ ln f/∂ ln J.
    pub fn sensitivity(&self, element: usize) -> [f64; 2] {
        [0.5 * self.potential[element], -0.5 * self.kinetic[element]]
    }
}

/// The shares of every element in each mode.
pub fn shares(system: &System, state: &State, modes: &[Mode]) -> Vec<Shares> {
    let count = system.element_names().count();
    let extended = Extended::new(system, state);
    let motions: Vec<[Vec<f64>; 2]> = modes.iter().map(|mode| extended.motion(&mode.shape)).collect();
    let [slow, fast] = [0, 1].map(|k| ShapeRows::new(system.unknowns(), motions.iter().map(|of| of[k].as_slice())));
    drop(motions);
    let mut found = vec![Shares { kinetic: vec![0.0; count], potential: vec![0.0; count] }; modes.len()];
    let (mut matrix, still) = (BlockMatrix::new(system.pattern()), vec![0.0; system.motion_unknowns()]);
    let [by_position, by_velocity, by_acceleration] = Weights::TANGENTS;
    // Velocities matter to algebraic unknowns only.
    let any_algebraic = extended.algebraic.contains(&true);
    let weights = [by_position, by_acceleration, by_velocity];
    let weights = if any_algebraic { &weights[..] } else { &weights[..2] };
    let of_motion = |row: usize| row < system.motion_unknowns() && !extended.algebraic[row];
    for element in 0..count {
        let (mut potential, mut kinetic) = (vec![0.0; modes.len()], vec![0.0; modes.len()]);
        system.element_tangents(element, state, &still, weights, &mut matrix, |which, i, j, value| {
            if value == 0.0 || !of_motion(i) {
                return;
            }
            // An algebraic unknown is a velocity in the tangents.
            match (which, extended.algebraic[j]) {
                (0, false) => slow.add_product([i, j], value, &mut potential),
                (1, _) if j < system.motion_unknowns() => fast.add_product([i, j], value, &mut kinetic),
                (2, true) => {
                    slow.add_product([i, j], value, &mut potential);
                    fast.add_product([i, j], value, &mut kinetic);
                }
                _ => {}
            }
        });
        for ((shares, potential), kinetic) in found.iter_mut().zip(potential).zip(kinetic) {
            (shares.potential[element], shares.kinetic[element]) = (potential, kinetic);
        }
    }
    for (shares, mode) in found.iter_mut().zip(modes) {
        if mode.is_rigid() {
            shares.potential.fill(0.0);
        }
        normalise(&mut shares.kinetic);
        normalise(&mut shares.potential);
    }
    found
}

/// Scales the sum to one; sets all to zero if the sum is round-off.
fn normalise(energies: &mut [f64]) {
    let (sum, most) = energies.iter().fold((0.0, 0.0), |(sum, most), e| (sum + e, most + e.abs()));
    let by = if f64::abs(sum) > RIGID_TOLERANCE * most { 1.0 / sum } else { 0.0 };
    energies.iter_mut().for_each(|energy| *energy *= by);
}

/// The motion of a mode with the unknowns that depend on it algebraically: algebraic unknowns, and multipliers of
/// inactive constraints.
struct Extended<'a> {
    system: &'a System,
    algebraic: Vec<bool>,
    eliminated: Vec<usize>,
    /// Their dependence on a motion, as displacement and as acceleration; empty if there are none.
    follow: [Mat<f64>; 2],
}

impl<'a> Extended<'a> {
    fn new(system: &'a System, state: &State) -> Self {
        let (n, motion_unknowns) = (system.unknowns(), system.motion_unknowns());
        let mut algebraic = vec![false; n];
        system.algebraic().for_each(|(i, _)| algebraic[i] = true);
        let eliminated = eliminated(system, state);
        let mut follow = [Mat::zeros(0, 0), Mat::zeros(0, 0)];
        if !eliminated.is_empty() {
            let mut place = vec![None; n];
            eliminated.iter().enumerate().for_each(|(k, &i)| place[i] = Some(k));
            let count = eliminated.len();
            let mut own = Mat::<f64>::zeros(count, count);
            let mut by = [Mat::<f64>::zeros(count, motion_unknowns), Mat::zeros(count, motion_unknowns)];
            tangents(system, state, |which, row, column, value| {
                let Some(row) = place[row] else { return };
                match (which, place[column]) {
                    (0, Some(k)) if !algebraic[column] => own[(row, k)] += value,
                    (1, Some(k)) if algebraic[column] => own[(row, k)] += value,
                    (0, None) if column < motion_unknowns => by[0][(row, column)] += value,
                    (2, None) if column < motion_unknowns => by[1][(row, column)] += value,
                    _ => {}
                }
            });
            let own = own.partial_piv_lu();
            follow = by.map(|by| own.solve(by));
        }
        Extended { system, algebraic, eliminated, follow }
    }

    /// The unknowns of the system in a displacement and in an acceleration along a shape.
    fn motion(&self, shape: &[f64]) -> [Vec<f64>; 2] {
        let mut x = vec![0.0; self.system.unknowns()];
        x[..shape.len()].copy_from_slice(shape);
        for (i, algebraic) in self.algebraic.iter().enumerate() {
            if *algebraic {
                x[i] = 0.0;
            }
        }
        self.follow.each_ref().map(|follow| {
            let mut whole = x.clone();
            for (k, &i) in self.eliminated.iter().enumerate() {
                let value: f64 = (0..follow.ncols()).map(|j| follow[(k, j)] * x[j]).sum();
                whole[i] = if value.is_finite() { -value } else { 0.0 };
            }
            whole
        })
    }
}

/// The elements whose surfaces are separated in a state, as teeth inside their backlash: they do not contribute to its
/// modes.
pub fn open_elements(system: &System, state: &State) -> Vec<String> {
    elements_that(system, state, |condition| condition.open)
}

/// The teeth that friction holds in a state: they do not turn in its modes.
pub fn locked_elements(system: &System, state: &State) -> Vec<String> {
    elements_that(system, state, |condition| condition.locked)
}

fn elements_that(system: &System, state: &State, are: impl Fn(&Condition) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    system.conditions(state, |name, condition| {
        if are(&condition) {
            names.push(name.to_string());
        }
    });
    names
}

/// The nodal points of a mode: the name of the shaft, and the distance of the point from A as a fraction of the shaft's
/// length.
pub fn nodal_points(system: &System, mode: &Mode) -> Vec<(String, f64)> {
    let mut points = Vec::new();
    for set in system.sets().iter().filter(|set| set.channels_each().iter().any(|c| c.name == "twist")) {
        for w in set.connectivity().iter().filter(|w| w.scalar_count == 2) {
            let [a, b] = [0, 1].map(|k| w.scalars[k].map_or(0.0, |place| mode.shape[place]));
            if a * b < 0.0 && a.abs().min(b.abs()) > VISIBLE_SHARE {
                points.push((w.name.clone(), a / (a - b)));
            }
        }
    }
    points
}
