//! Rigid surfaces that solids touch.

use crate::math::{Scalar, Vec3};

/// A rigid surface in the axes of its frame.
///
/// ```text
/// plane      g = z                    n = e_z
/// cylinder   g = ±(√(x² + y²) − R)    n = ±e_ρ
/// sphere     g = ±(‖x‖ − R)           n = ±e_r
/// ```
///
/// g is the gap of a point, n the unit normal towards it. The upper sign is for a point outside, the lower one for a point in a bore. All
/// surfaces are unlimited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RigidSurface {
    /// The plane z = 0; the solid is on the side of z > 0.
    Plane,
    /// A cylinder around z.
    Cylinder {
        /// R, in metres.
        radius: f64,
        /// Whether the solid is inside.
        bore: bool,
    },
    /// A sphere around the origin.
    Sphere {
        /// R, in metres.
        radius: f64,
        /// Whether the solid is inside.
        bore: bool,
    },
}

impl RigidSurface {
    /// The gap of a point and the normal; `None` where the normal is undefined.
    #[inline]
    pub(super) fn gap<S: Scalar>(&self, x: Vec3<S>) -> Option<(S, Vec3<S>)> {
        let (radial, radius, bore) = match *self {
            RigidSurface::Plane => return Some((x[2], Vec3([S::zero(), S::zero(), S::one()]))),
            RigidSurface::Cylinder { radius, bore } => (Vec3([x[0], x[1], S::zero()]), radius, bore),
            RigidSurface::Sphere { radius, bore } => (x, radius, bore),
        };
        let distance = radial.norm();
        if distance.value() <= 1e-9 * radius {
            return None;
        }
        let (outward, gap) = (radial.scale(S::one() / distance), distance - S::constant(radius));
        Some(if bore { (-gap, -outward) } else { (gap, outward) })
    }
}
