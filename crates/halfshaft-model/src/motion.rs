//! Rigid transformations of values: copies of a repeated item, submodels, and values in the axes of a body.
//!
//! A file gives points and directions in its own frame; a motion transforms them to the model frame, so that only the
//! reader deals with copies and submodels.

use halfshaft::describe::{Form, Key, Quantity};
use halfshaft::math::{Quaternion, Vec3};

use crate::model::{AxisAngle, Value};

/// A rigid motion x ↦ R x + d.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RigidTransform {
    rotation: Quaternion,
    shift: Vec3,
}

impl RigidTransform {
    pub(crate) const NONE: RigidTransform = RigidTransform { rotation: Quaternion::IDENTITY, shift: Vec3([0.0; 3]) };

    /// The motion from the model frame to a position and an orientation.
    pub(crate) fn to(position: [f64; 3], orientation: Option<AxisAngle>) -> RigidTransform {
        let rotation = orientation.map_or(Quaternion::IDENTITY, |r| Quaternion::exp(Vec3(r.axis) * r.angle));
        RigidTransform { rotation, shift: Vec3(position) }
    }

    /// A rotation about an axis through a point.
    pub(crate) fn about(axis: [f64; 3], through: [f64; 3], angle: f64) -> RigidTransform {
        let turn = RigidTransform { rotation: Quaternion::exp(Vec3(axis) * angle), shift: Vec3::zero() };
        RigidTransform { shift: Vec3(through) - Vec3(turn.point(through)), ..turn }
    }

    pub(crate) fn along(shift: [f64; 3]) -> RigidTransform {
        RigidTransform { shift: Vec3(shift), ..RigidTransform::NONE }
    }

    /// First `inner`, then this.
    pub(crate) fn after(self, inner: RigidTransform) -> RigidTransform {
        RigidTransform { rotation: self.rotation.compose(inner.rotation), shift: Vec3(self.point(inner.shift.0)) }
    }

    pub(crate) fn point(&self, x: [f64; 3]) -> [f64; 3] {
        (Vec3(self.direction(x)) + self.shift).0
    }

    pub(crate) fn direction(&self, v: [f64; 3]) -> [f64; 3] {
        if self.rotation == Quaternion::IDENTITY { v } else { (self.rotation.matrix() * Vec3(v)).0 }
    }

    /// The image of the origin.
    pub(crate) fn position(&self) -> [f64; 3] {
        self.shift.0
    }

    /// The rotation of the axes; `None` for the identity.
    pub(crate) fn orientation(&self) -> Option<AxisAngle> {
        let turn = self.rotation.log();
        let angle = turn.norm();
        (angle > 0.0).then(|| AxisAngle { axis: (turn * (1.0 / angle)).0, angle })
    }

    /// Transforms the value of a key, if it depends on position or orientation.
    pub(crate) fn carry(&self, key: &Key, value: &mut Option<Value>) {
        match (transform_rule(key), &mut *value) {
            _ if *self == RigidTransform::NONE => {}
            (TransformRule::Point, Some(Value::Vector(point))) => *point = self.point(*point),
            (TransformRule::Direction, Some(Value::Vector(vector) | Value::Axis(vector))) => {
                *vector = self.direction(*vector)
            }
            (TransformRule::Orientation, Some(Value::Rotation(turn))) => {
                let turned = self.after(RigidTransform::to([0.0; 3], Some(*turn)));
                *value = turned.orientation().map(Value::Rotation);
            }
            (_, Some(Value::Group(values) | Value::Variant(_, values))) => {
                values.iter_mut().for_each(|(key, value)| self.carry(key, value));
            }
            (_, Some(Value::List(list))) => {
                for value in list {
                    if let Value::Group(values) = value {
                        values.iter_mut().for_each(|(key, value)| self.carry(key, value));
                    }
                }
            }
            (TransformRule::Orientation, None) => *value = self.orientation().map(Value::Rotation),
            _ => {}
        }
    }
}

/// How a value is transformed with its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransformRule {
    Point,
    Direction,
    Orientation,
    /// A number, or a triple along the axes of the item such as the stiffnesses of a bushing.
    Not,
}

/// Lengths are points, what has a direction in space turns, and other triples are along the item's own axes.
pub(crate) fn transform_rule(key: &Key) -> TransformRule {
    match key.form {
        _ if key.own_axes => TransformRule::Not,
        Form::Vector(Quantity::LENGTH) => TransformRule::Point,
        Form::Vector(quantity) if quantity.is_directed() => TransformRule::Direction,
        Form::Axis => TransformRule::Direction,
        Form::Rotation => TransformRule::Orientation,
        _ => TransformRule::Not,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    const X: [f64; 3] = [1.0, 0.0, 0.0];
    const Z: [f64; 3] = [0.0, 0.0, 1.0];

    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        // A few roundings of numbers around one.
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15)
    }

    #[test]
    fn a_quarter_turn_about_z_through_a_point_leaves_that_point() {
        let turn = RigidTransform::about(Z, [1.0, 1.0, 0.0], FRAC_PI_2);
        assert!(near(turn.point([1.0, 1.0, 5.0]), [1.0, 1.0, 5.0]));
        assert!(near(turn.point([2.0, 1.0, 0.0]), [1.0, 2.0, 0.0]));
        assert!(near(turn.direction(X), [0.0, 1.0, 0.0]));
    }

    #[test]
    fn one_motion_after_another_is_both() {
        let (a, b) = (RigidTransform::about(Z, X, 0.3), RigidTransform::about(X, [0.0, 2.0, 1.0], -1.1));
        let x = [0.3, -0.2, 0.7];
        assert!(near(a.after(b).point(x), a.point(b.point(x))));
    }

    #[test]
    fn an_orientation_comes_back_as_it_was_given() {
        let given = AxisAngle { axis: Z, angle: 0.5 };
        let back = RigidTransform::to([1.0, 2.0, 3.0], Some(given)).orientation().unwrap();
        assert!(near(back.axis, Z) && (back.angle - 0.5).abs() < 1e-15);
        assert_eq!(RigidTransform::along(X).orientation(), None);
    }
}
