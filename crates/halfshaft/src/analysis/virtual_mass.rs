//! Virtual masses for the search of a static equilibrium.
//!
//! An equilibrium does not depend on inertia, but the search for it uses the mass matrix as a metric: projections onto constraints move
//! along M⁻¹Φ_qᵀ, and pseudo-transient continuation adds σM to the stiffness. Motions without inertia, such as those of massless
//! beams, get the largest mass of the system there:
//!
//! ```text
//! m_i = m (L/s_i)²,     m = max_j M_jj (s_j/L)²        s_i: L for displacements, 1 for rotations
//! ```

use crate::linalg::block::BlockMatrix;
use crate::system::{State, System, Weights};

/// A mass below this share of the largest one counts as none.
const NEGLIGIBLE: f64 = 1e-14;

/// The virtual masses of a search for equilibrium, computed where they are first needed: a mesh that nothing constrains never needs
/// them, and they take its mass matrix.
pub(super) enum VirtualMasses {
    /// Of motions in time, which have their own inertia only.
    None,
    /// Those of a state.
    Of(Box<State>),
    /// Computed.
    Known(Vec<f64>),
}

impl VirtualMasses {
    /// The virtual mass of each unknown of motion; empty if each has inertia of its own.
    pub fn get(&mut self, system: &System) -> &[f64] {
        if let VirtualMasses::Of(state) = self {
            *self = VirtualMasses::Known(virtual_masses(system, state));
        }
        match self {
            VirtualMasses::Known(masses) => masses,
            _ => &[],
        }
    }
}

fn virtual_masses(system: &System, state: &State) -> Vec<f64> {
    let n = system.motion_unknowns();
    let mut matrix = BlockMatrix::new(system.pattern());
    system.tangent(state, &vec![0.0; n], &Weights::INERTIAL, &mut matrix);
    let (length, scales) = (system.length(state), system.error_scales(state));
    let mut is_motion = vec![true; n];
    system.signals().for_each(|i| is_motion[i] = false);
    let as_displacement = |i: usize| (scales[i] / length).powi(2);
    let masses: Vec<(usize, f64)> = matrix
        .diagonal(system.pattern(), n)
        .filter(|&(i, _)| is_motion[i])
        .map(|(i, m)| (i, m * as_displacement(i)))
        .collect();
    let largest = masses.iter().fold(0.0, |most: f64, (_, m)| most.max(*m));
    let massless = |m: f64| m <= NEGLIGIBLE * largest;
    if masses.iter().all(|(_, m)| !massless(*m)) {
        return Vec::new();
    }
    let reference = if largest > 0.0 { largest } else { 1.0 };
    let mut virtual_masses = vec![0.0; n];
    for &(i, _) in masses.iter().filter(|(_, m)| massless(*m)) {
        virtual_masses[i] = reference / as_displacement(i);
    }
    virtual_masses
}

/// Adds a multiple of the virtual masses, which may be empty, to the diagonal of a matrix.
pub(super) fn add_virtual_masses(masses: &[f64], system: &System, factor: f64, matrix: &mut BlockMatrix) {
    if !masses.is_empty() {
        // Multipliers follow the motions.
        matrix.add_to_diagonal(system.pattern(), 0, |i| factor * masses.get(i).copied().unwrap_or(0.0));
    }
}
