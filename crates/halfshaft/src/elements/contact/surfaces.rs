//! Pairs of surfaces in point contact.

use super::super::pair::MovingPair;
use crate::math::{Scalar, Vec3};
use crate::system::Wrench;
use crate::system::wrench::Direction;

/// Relative position of two surfaces; vectors in world axes.
#[derive(Clone, Copy, Debug)]
pub struct Touch<S> {
    /// ℓ: indentation; negative for a gap.
    pub indentation: S,
    /// ℓ̇.
    pub rate: S,
    /// Unit normal, in the direction of the force on B.
    pub normal: Vec3<S>,
    /// The contact point, in the middle of the overlap.
    pub point: Vec3<S>,
}

/// Two surfaces on frames A and B, with at most one contact point.
pub trait Surfaces: Clone + Send + Sync + 'static {
    /// Their relative position. `None` if the normal is undefined, which is never near contact.
    #[doc(hidden)]
    fn touch<S: Scalar>(&self, moving: &Moving<S>) -> Option<Touch<S>>;

    /// The radius of the smaller surface, in metres.
    fn size(&self) -> f64;

    /// Adds the point of action and the direction of the normal force to a wrench at B's origin; `axis` is A's z axis in
    /// the axes of its node.
    fn wrench(&self, wrench: Wrench, axis: Vec3) -> Wrench;
}

/// Poses of the frames and motion of B relative to A; vectors in world axes.
#[derive(Clone, Copy, Debug)]
pub struct Moving<S> {
    /// Origin of A.
    pub a: Vec3<S>,
    /// Axis z of A.
    pub z: Vec3<S>,
    /// Origin of B.
    pub b: Vec3<S>,
    /// Velocity of B's origin relative to the coincident point of A's body.
    pub v: Vec3<S>,
}

impl<S: Scalar> Moving<S> {
    pub(super) fn of(pair: &MovingPair<S>) -> Self {
        Moving { a: pair.pair.a.x, z: pair.pair.a.r.column(2), b: pair.pair.b.x, v: pair.v }
    }
}

/// A sphere around B's origin above the plane through A's origin whose normal is A's z axis.
///
/// ```text
/// ℓ = R − z·(x_B − x_A)
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereOnPlane {
    /// R, in metres.
    pub radius: f64,
}

impl Surfaces for SphereOnPlane {
    fn size(&self) -> f64 {
        self.radius
    }

    fn touch<S: Scalar>(&self, m: &Moving<S>) -> Option<Touch<S>> {
        let indentation = S::constant(self.radius) - m.z.dot(m.b - m.a);
        let point = m.b - m.z.scale(S::constant(self.radius) - indentation * 0.5);
        Some(Touch { indentation, rate: -m.z.dot(m.v), normal: m.z, point })
    }

    fn wrench(&self, wrench: Wrench, axis: Vec3) -> Wrench {
        let normal = Direction::Fixed(0, axis);
        wrench.moved(-self.radius, normal.clone()).force("normal_force", 1.0, normal)
    }
}

/// Spheres around the origins of A and B.
///
/// ```text
/// ℓ = R_A + R_B − ‖x_B − x_A‖
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spheres {
    /// R_A and R_B, in metres.
    pub radii: [f64; 2],
}

impl Surfaces for Spheres {
    fn size(&self) -> f64 {
        self.radii[0].min(self.radii[1])
    }

    fn touch<S: Scalar>(&self, m: &Moving<S>) -> Option<Touch<S>> {
        let offset = m.b - m.a;
        let distance = offset.norm();
        if distance.value() <= 0.0 {
            return None;
        }
        let normal = offset.scale(S::one() / distance);
        let indentation = S::constant(self.radii[0] + self.radii[1]) - distance;
        let point = m.b - normal.scale(S::constant(self.radii[1]) - indentation * 0.5);
        Some(Touch { indentation, rate: -normal.dot(m.v), normal, point })
    }

    fn wrench(&self, wrench: Wrench, _axis: Vec3) -> Wrench {
        wrench.moved(-self.radii[1], Direction::Between).force("normal_force", 1.0, Direction::Between)
    }
}

/// One end of a pin in a bore: a sphere of the pin's radius around B's origin, inside a cylinder around A's z axis.
///
/// ```text
/// ρ = (1 − z zᵀ)(x_B − x_A)        ℓ = ‖ρ‖ + r_B − r_A
/// ```
///
/// Virlez 2014, eqs. 4.49-4.57: a pin with clearance has one such contact at each end, and can tilt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinInBore {
    /// r_B, in metres.
    pub pin: f64,
    /// r_A, in metres.
    pub bore: f64,
}

impl Surfaces for PinInBore {
    fn size(&self) -> f64 {
        self.pin.min(self.bore)
    }

    fn touch<S: Scalar>(&self, m: &Moving<S>) -> Option<Touch<S>> {
        let offset = m.b - m.a;
        let radial = offset - m.z.scale(m.z.dot(offset));
        let distance = radial.norm();
        if distance.value() <= 1e-9 * self.bore {
            return None;
        }
        let outward = radial.scale(S::one() / distance);
        let indentation = distance + S::constant(self.pin - self.bore);
        let point = m.b + outward.scale(S::constant(self.pin) - indentation * 0.5);
        Some(Touch { indentation, rate: outward.dot(m.v), normal: -outward, point })
    }

    fn wrench(&self, wrench: Wrench, axis: Vec3) -> Wrench {
        let outward = Direction::Radial(axis);
        wrench.moved(self.pin, outward.clone()).force("normal_force", -1.0, outward)
    }
}
