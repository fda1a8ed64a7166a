//! A factorization that turns with the mechanism.
//!
//! Translations stand in world axes, so that the iteration matrix of a planet turns with its carrier even where nothing
//! changes between the parts. A joint's equations stand in the axes of its first body, which carries the second: seen in
//! the carrier's axes, the matrix of a mechanism that turns as a whole is the same at all times. With D the turn of a
//! body's carrier since the factorization of S, on the translations of that body, and 1 on all else,
//!
//! ```text
//! S(now) ≈ D S Dᵀ,     S(now)⁻¹ r ≈ D S⁻¹ Dᵀ r
//! ```
//!
//! holds but for what turned between the parts (`docs/theory.md`, Newton's method, eq. 33a).

use crate::math::{Mat3, Vec3};
use crate::system::{State, System};

/// The turns of the bodies' carriers since a factorization.
pub(crate) struct CorotatedFactorization {
    /// The bodies that are carried: place of the translations, and the carrier, among the poses.
    bodies: Vec<(usize, usize)>,
    /// The rotations of the carriers when the matrix was factorized.
    reference: Vec<Mat3>,
    /// D of each.
    rotations: Vec<Mat3>,
}

impl CorotatedFactorization {
    pub fn new(system: &System) -> Self {
        let mut carriers = vec![None; system.poses()];
        // The first joint of a body tells; bodies on the ground keep the axes of the world.
        for (first, second) in system.jointed() {
            match (first, second) {
                (carrier, Some(body)) if carriers[body].is_none() => carriers[body] = Some(carrier),
                (Some(body), None) if carriers[body].is_none() => carriers[body] = Some(Some(body)),
                _ => {}
            }
        }
        let bodies: Vec<_> =
            carriers.iter().enumerate().filter_map(|(body, carrier)| Some((6 * body, carrier.flatten()?))).collect();
        let (reference, rotations) = (vec![Mat3::identity(); bodies.len()], vec![Mat3::identity(); bodies.len()]);
        CorotatedFactorization { bodies, reference, rotations }
    }

    /// Takes note of the state for which the matrix is factorized.
    pub fn set_reference(&mut self, state: &State) {
        for (reference, &(_, carrier)) in self.reference.iter_mut().zip(&self.bodies) {
            *reference = state.pose(carrier).rotation.matrix();
        }
        self.rotations.fill(Mat3::identity());
    }

    /// Takes note of the state in which solutions are wanted.
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
