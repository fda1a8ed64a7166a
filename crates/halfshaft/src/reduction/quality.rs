//! How many modes a body needs, and what a reduction leaves out.

use super::Reduction;
use super::basis::{self, Candidates};
use super::error::ReductionError;
use super::interface;
use super::options::{Basis, Options};
use super::structure::{Structure, dot};
use crate::linalg::sparse::lanczos;
use crate::math::Vec3;

/// The frequencies of the mesh are compared up to this multiple of the highest mode of the reduction.
const BAND: f64 = 1.5;
/// What is left of a load below this part of it is round-off.
const ROUND_OFF: f64 = 1e-8;
/// Most modes for an effective mass, and most frequencies that are compared.
const MAX_MODES: usize = 400;

/// What a reduction leaves out of its mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// Up to where frequencies are compared, in Hz: 1.5 times the highest mode of the reduction.
    pub band: f64,
    /// Frequencies of the free body in Hz: of the mesh, and of the reduction unless it has too few.
    pub frequencies: Vec<(f64, Option<f64>)>,
    /// The part of the strain energy of balanced loads that is missing: rotations about x, y and z, and the loads that were given.
    pub static_errors: Vec<(String, f64)>,
    /// The part of mass and moments of inertia that the reduced body moves while its boundary is held: along and about x, y and z. In the primal form it is
    /// that of the modes, unless there are further shapes.
    pub effective_masses: Vec<f64>,
}

/// The number of modes below a frequency in Hz, by a Sturm count: with the boundary fixed, or free-free without rigid motions.
pub fn modes_below(structure: &Structure, options: &Options, frequency: f64) -> Result<usize, ReductionError> {
    let rows = interface::rows(structure, &options.boundary)?;
    basis::count_below(structure, options.basis, &rows, frequency)
}

/// The smallest number of modes with a fixed boundary whose effective mass is a fraction of the whole in all directions.
///
/// The effective mass of mode φ along a rigid motion r of unit modal mass is (φᵀM r)². Free-free modes have none, and the number is that of
/// the primal form in both.
pub fn modes_for_effective_mass(
    structure: &Structure,
    options: &Options,
    fraction: f64,
) -> Result<usize, ReductionError> {
    let rows = interface::rows(structure, &options.boundary)?;
    let mut count = 20;
    loop {
        let found = basis::fixed_modes(structure, &rows, count)?;
        let each = each_effective_mass(structure, &found);
        let mut sums = vec![0.0; structure.rigid().len()];
        for (k, own) in each.iter().enumerate() {
            sums.iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
            if sums.iter().all(|sum| *sum >= fraction) {
                return Ok(k + 1);
            }
        }
        if each.len() < count || count >= MAX_MODES {
            let reached = sums.iter().copied().fold(1.0, f64::min);
            return Err(ReductionError::TooLittleMass { modes: each.len(), reached });
        }
        count = (2 * count).min(MAX_MODES);
    }
}

/// (φᵀM r)² of each mode and rigid motion.
fn each_effective_mass(structure: &Structure, modes: &Candidates) -> Vec<Vec<f64>> {
    let masses: Vec<Vec<f64>> = structure.rigid().iter().map(|r| structure.times_mass(r)).collect();
    let of = |mode: &Vec<f64>| masses.iter().map(|mass| dot(mass, mode).powi(2)).collect();
    modes.columns.iter().map(of).collect()
}

/// Forces on nodes with a name: a load under which a reduction is compared with its mesh.
pub type NamedLoad = (String, Vec<(u32, Vec3)>);

/// Compares a reduction with its mesh: frequencies of the free body, static shapes of rotation and of given loads, effective masses.
pub fn quality(
    structure: &Structure,
    options: &Options,
    reduction: &Reduction,
    loads: &[NamedLoad],
) -> Result<Quality, ReductionError> {
    let band = BAND * reduction.mode_frequencies.iter().copied().fold(0.0, f64::max);
    let count = basis::count_below(structure, Basis::Dual, &[], band)?.min(MAX_MODES);
    let rigid = structure.rigid().len();
    let mut frequencies = Vec::new();
    if count > 0 {
        let [stiffness, mass] = structure.matrices();
        let n = structure.unknowns();
        let modes = lanczos::lowest(structure.pattern(), stiffness, mass, n, (count + rigid).min(n), None)?;
        let of_body = reduction.body.frequencies();
        for (k, square) in modes.values.iter().skip(rigid).enumerate() {
            frequencies.push((square.max(0.0).sqrt() / std::f64::consts::TAU, of_body.get(k).copied()));
        }
    }
    let columns = reduction.columns(structure);
    let effective_masses = effective_masses(structure, options, &columns)?;
    let static_errors = static_errors(structure, &reduction.body.stiffness, &columns, loads)?;
    Ok(Quality { band, frequencies, static_errors, effective_masses })
}

/// The effective masses of a reduced body whose boundary is held.
///
/// ```text
/// 1 − Σ_j (q_j·e_k)²,   q_j an orthonormal basis of the rows of B,   G x = B (rigid motions, η) = 0
/// ```
///
/// Rigid motions e_k and shapes are orthonormal with respect to mass: Σ (φᵀM r)² over the modes φ of the held body is the square of the projection
/// of e_k on the motions with B p = 0. Those of the primal form are its modes and the static shapes of loads.
fn effective_masses(
    structure: &Structure,
    options: &Options,
    columns: &[Vec<f64>],
) -> Result<Vec<f64>, ReductionError> {
    let rows = interface::rows(structure, &options.boundary)?;
    let all = || structure.rigid().iter().chain(columns);
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for row in interface::independent(&rows) {
        let mut motion: Vec<f64> = all().map(|column| row.times(column)).collect();
        if interface::reduce_by(&basis, &mut motion) {
            basis.push(motion);
        }
    }
    let held = |k: usize| basis.iter().map(|q| q[k] * q[k]).sum::<f64>();
    Ok((0..structure.rigid().len()).map(|k| (1.0 - held(k)).max(0.0)).collect())
}

/// 1 − f·u_reduced/f·u of the forces of rotation f about each axis and of given loads, balanced by a rigid acceleration.
fn static_errors(
    structure: &Structure,
    stiffness: &[f64],
    columns: &[Vec<f64>],
    given: &[NamedLoad],
) -> Result<Vec<(String, f64)>, ReductionError> {
    let mut loads = basis::rotation_forces(structure);
    loads.truncate(3);
    let mut names = ["x", "y", "z"].map(|axis| format!("rotation about {axis}")).to_vec();
    for (name, forces) in given {
        names.push(name.clone());
        loads.push(structure.loads(forces));
    }
    let sizes: Vec<f64> = loads.iter().map(|load| dot(load, load).sqrt()).collect();
    loads.iter_mut().for_each(|load| basis::balance(structure, load));
    let shapes = basis::Supported::new(structure)?.shapes(loads.clone())?;
    let mut errors = Vec::new();
    for (((load, shape), name), size) in loads.iter().zip(&shapes).zip(names).zip(sizes) {
        // The shapes are for loads of unit size.
        let rest = dot(load, load).sqrt();
        let energy = dot(load, shape) * rest;
        let of_shape = |(k, column): (usize, &Vec<f64>)| dot(load, column).powi(2) / stiffness[k];
        let reduced: f64 = columns.iter().enumerate().map(of_shape).sum();
        // What only accelerates the body as a whole deforms nothing.
        if energy > 0.0 && rest > ROUND_OFF * size {
            errors.push((name, 1.0 - reduced / energy));
        }
    }
    Ok(errors)
}

impl Reduction {
    /// The shapes as columns of the unknowns of a structure.
    fn columns(&self, structure: &Structure) -> Vec<Vec<f64>> {
        if !self.unknowns.is_empty() {
            return self.unknowns.clone();
        }
        self.shapes.iter().map(|shape| structure.column(shape)).collect()
    }
}

impl Structure {
    /// The unknowns from the displacements of the nodes.
    fn column(&self, nodal: &[Vec3]) -> Vec<f64> {
        let forces: Vec<(u32, Vec3)> = nodal.iter().enumerate().map(|(k, u)| (k as u32, *u)).collect();
        self.loads(&forces)
    }
}
