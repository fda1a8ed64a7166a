//! A corotated factorization, which rotates with the mechanism.
//!
//! Translations are in world axes, so the iteration matrix of a planet rotates with its carrier even if the relative
//! configuration does not change. The equations of a joint are in the axes of its first body, the carrier of the
//! second: in the carrier's axes, the matrix of a mechanism that rotates as a whole is constant. With D the rotation of
//! a body's carrier since the factorization of S, applied to the translations of that body, and 1 on all other
//! unknowns,
//!
//! ```text
//! S(now) ≈ D S Dᵀ,     S(now)⁻¹ r ≈ D S⁻¹ Dᵀ r
//! ```
//!
//! holds except for relative rotations between the parts (`docs/theory.md`, Jacobian policy, eq. 33a).

use crate::math::{Mat3, Vec3};
use crate::system::{State, System};

/// The rotations of the bodies' carriers since a factorization.
pub(crate) struct CorotatedFactorization {
    /// The bodies with a carrier: index of the translations, and the carrier's index among the poses.
    bodies: Vec<(usize, usize)>,
    /// The rotations of the carriers when the matrix was factorized.
    reference: Vec<Mat3>,
    /// D of each.
    rotations: Vec<Mat3>,
}

/// The carrier of each body: the first body of its first joint, itself where the ground is the second; none for bodies
/// that the ground carries, or nothing.
pub(super) fn carriers(system: &System) -> Vec<Option<usize>> {
    let mut carriers = vec![None; system.poses()];
    // The first joint of a body determines its carrier; bodies jointed to the ground stay in world axes.
    for (first, second) in system.jointed() {
        match (first, second) {
            (carrier, Some(body)) if carriers[body].is_none() => carriers[body] = Some(carrier),
            (Some(body), None) if carriers[body].is_none() => carriers[body] = Some(Some(body)),
            _ => {}
        }
    }
    carriers.into_iter().map(Option::flatten).collect()
}

impl CorotatedFactorization {
    pub fn new(system: &System) -> Self {
        let carriers = carriers(system);
        let bodies: Vec<_> =
            carriers.iter().enumerate().filter_map(|(body, carrier)| Some((6 * body, (*carrier)?))).collect();
        let (reference, rotations) = (vec![Mat3::identity(); bodies.len()], vec![Mat3::identity(); bodies.len()]);
        CorotatedFactorization { bodies, reference, rotations }
    }

    /// Records the rotations at the state for which the matrix is factorized.
    pub fn set_reference(&mut self, state: &State) {
        for (reference, &(_, carrier)) in self.reference.iter_mut().zip(&self.bodies) {
            *reference = state.pose(carrier).rotation.matrix();
        }
        self.rotations.fill(Mat3::identity());
    }

    /// Updates the rotations to the present state.
    pub fn update(&mut self, state: &State) {
        for ((rotation, reference), &(_, carrier)) in self.rotations.iter_mut().zip(&self.reference).zip(&self.bodies) {
            *rotation = state.pose(carrier).rotation.matrix().times_constant(&reference.transpose());
        }
    }

    /// r ← Dᵀ r.
    pub fn to_reference(&self, r: &mut [f64]) {
        self.rotate_each(r, |rotation, force| rotation.transpose_times(force));
    }

    /// x ← D x.
    pub fn to_current(&self, x: &mut [f64]) {
        self.rotate_each(x, |rotation, translation| rotation.times(translation));
    }

    fn rotate_each(&self, x: &mut [f64], f: impl Fn(&Mat3, Vec3) -> Vec3) {
        for (rotation, &(first, _)) in self.rotations.iter().zip(&self.bodies) {
            let three = &mut x[first..first + 3];
            three.copy_from_slice(&f(rotation, Vec3::from_slice(three)).0);
        }
    }
}
