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
/// Most modes for an effective mass, and most frequencies that are compared.
const MAX_MODES: usize = 400;

/// What a reduction leaves out of its mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// Up to where frequencies are compared, in Hz: 1.5 times the highest mode of the reduction.
    pub band: f64,
    /// Frequencies of the free body in Hz: of the mesh, and of the reduction unless it has too few.
    pub frequencies: Vec<(f64, Option<f64>)>,
    /// The part of the strain energy of balanced loads that is missing: rotations about x, y and z.
    pub static_errors: Vec<(String, f64)>,
    /// The part of mass and moments of inertia that moves with the modes of a fixed boundary: along and about x, y and z. Empty for free modes.
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

/// Compares a reduction with its mesh: frequencies of the free body, static shapes of rotation, effective masses.
pub fn quality(structure: &Structure, options: &Options, reduction: &Reduction) -> Result<Quality, ReductionError> {
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
    let effective_masses = match options.basis {
        Basis::Dual | Basis::Rigid => vec![],
        Basis::Primal => {
            let rows = interface::rows(structure, &options.boundary)?;
            let modes = basis::fixed_modes(structure, &rows, options.modes)?;
            let each = each_effective_mass(structure, &modes);
            (0..rigid).map(|j| each.iter().map(|own| own[j]).sum()).collect()
        }
    };
    Ok(Quality { band, frequencies, static_errors: static_errors(structure, reduction)?, effective_masses })
}

/// 1 − f·u_reduced/f·u of the forces of rotation f about each axis, balanced by a rigid acceleration.
fn static_errors(structure: &Structure, reduction: &Reduction) -> Result<Vec<(String, f64)>, ReductionError> {
    let mut loads = basis::rotation_forces(structure);
    loads.truncate(3);
    loads.iter_mut().for_each(|load| basis::balance(structure, load));
    let shapes = basis::Supported::new(structure)?.shapes(loads.clone())?;
    let columns: Vec<Vec<f64>> = reduction.shapes.iter().map(|shape| structure.column(shape)).collect();
    let mut errors = Vec::new();
    for ((load, shape), axis) in loads.iter().zip(&shapes).zip(["x", "y", "z"]) {
        // The shapes are for loads of unit size.
        let energy = dot(load, shape) * dot(load, load).sqrt();
        let of_shape = |(k, column): (usize, &Vec<f64>)| dot(load, column).powi(2) / reduction.body.stiffness[k];
        let reduced: f64 = columns.iter().enumerate().map(of_shape).sum();
        if energy > 0.0 {
            errors.push((format!("rotation about {axis}"), 1.0 - reduced / energy));
        }
    }
    Ok(errors)
}

impl Structure {
    /// The unknowns of displacements of the nodes; rotations and modal coordinates are zero.
    fn column(&self, nodal: &[Vec3]) -> Vec<f64> {
        let forces: Vec<(u32, Vec3)> = nodal.iter().enumerate().map(|(k, u)| (k as u32, *u)).collect();
        self.loads(&forces)
    }
}
