//! Position and rotation of a frame.

use crate::math::{Mat3, Scalar, Vec3};

/// A position and a rotation matrix, in world axes.
#[derive(Clone, Copy, Debug)]
pub struct Placement<S> {
    /// Position of the origin.
    pub x: Vec3<S>,
    /// Rotation matrix: its columns are the axes.
    pub r: Mat3<S>,
}

impl<S: Scalar> Placement<S> {
    /// At the origin, with the world axes.
    pub fn identity() -> Self {
        Placement { x: Vec3::zero(), r: Mat3::identity() }
    }
}
