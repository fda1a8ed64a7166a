//! The straight line between two points, for forces along it.

use super::pair::MovingPair;
use crate::describe::{Form, Key, Quantity};
use crate::math::{Scalar, Vec3};

/// The line from A's point to B's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<S> {
    /// ℓ.
    pub length: S,
    /// ℓ̇.
    pub rate: S,
    /// From A to B; not a number if the length is zero, which stops the run at this element.
    pub direction: Vec3<S>,
}

impl<S: Scalar> Line<S> {
    /// Between the origins of two frames.
    pub fn of(moving: &MovingPair<S>) -> Self {
        let d = moving.pair.offset();
        let length = d.norm();
        let direction = d.scale(S::one() / length);
        // The rotation of A moves the end only perpendicular to the line.
        Line { length, rate: direction.dot(moving.v), direction }
    }
}

/// The key of the point on A.
pub(crate) const POSITION_A: Key = Key::optional(
    "position_a",
    Form::Vector(Quantity::LENGTH),
    "point on A at the design position, in the model frame; default: A's own origin",
);

/// The key of the point on B.
pub(crate) const POSITION_B: Key = Key::optional(
    "position_b",
    Form::Vector(Quantity::LENGTH),
    "point on B at the design position, in the model frame; default: B's own origin",
);
