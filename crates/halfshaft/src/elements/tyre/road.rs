//! The road under a tyre: profile over distance and patches of other grip.

use crate::laws::function::Table;
use crate::math::{Scalar, Vec3};
use crate::system::Placement;

/// A plane road with a profile along its x axis and patches of other grip.
///
/// The profile is seen by a two-point follower: height and slope are those of the chord over the length of the contact,
/// so that an edge is climbed over that length. Valid for waves longer than the contact.
#[derive(Clone, Debug, Default)]
pub struct Road {
    /// Height over the distance along x, in metres.
    pub profile: Option<Table>,
    /// Half the length of the contact, in metres.
    pub half_contact: f64,
    /// Patches of other grip.
    pub patches: Vec<Patch>,
}

/// A rectangle of other grip in the axes of the road; its edges are smooth over a transition length inside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// From and to along x, in metres.
    pub x: [f64; 2],
    /// From and to along y, in metres.
    pub y: [f64; 2],
    /// Grip on it over that beside it.
    pub scale: f64,
    /// Length over which the grip changes at its edges, in metres.
    pub transition: f64,
}

/// The tangent plane of the road under a wheel, in world axes.
pub(super) struct Plane<S> {
    pub point: Vec3<S>,
    pub normal: Vec3<S>,
}

impl Road {
    /// The plane under a point.
    pub(super) fn under<S: Scalar>(&self, frame: &Placement<S>, point: Vec3<S>) -> Plane<S> {
        let z = frame.r.column(2);
        let Some(profile) = &self.profile else { return Plane { point: frame.x, normal: z } };
        let (forward, half) = (frame.r.column(0), S::constant(self.half_contact));
        let x = forward.dot(point - frame.x);
        let [behind, ahead] = [profile.value(x - half), profile.value(x + half)];
        let slope = (ahead - behind) * (0.5 / self.half_contact);
        let length = (S::one() + slope * slope).sqrt();
        let normal = (z - forward.scale(slope)).scale(S::one() / length);
        let height = (ahead + behind) * 0.5;
        Plane { point: frame.x + forward.scale(x) + z.scale(height), normal }
    }

    /// The grip at a point of the road, relative to that beside the patches.
    pub(super) fn grip<S: Scalar>(&self, [x, y]: [S; 2]) -> S {
        self.patches.iter().fold(S::one(), |grip, patch| {
            let inside = window(x, patch.x, patch.transition) * window(y, patch.y, patch.transition);
            grip * (S::one() + inside * (patch.scale - 1.0))
        })
    }
}

/// 1 inside an interval and 0 outside, with smooth edges.
fn window<S: Scalar>(x: S, [from, to]: [f64; 2], edge: f64) -> S {
    let edge = edge.min(0.5 * (to - from));
    rise((x - S::constant(from)) * (1.0 / edge)) * rise((S::constant(to) - x) * (1.0 / edge))
}

/// 3 s² − 2 s³ between 0 and 1.
fn rise<S: Scalar>(s: S) -> S {
    match s.value() {
        value if value <= 0.0 => S::zero(),
        value if value >= 1.0 => S::one(),
        _ => s * s * (S::constant(3.0) - s * 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Mat3;

    #[test]
    fn a_patch_scales_the_grip_inside_and_nowhere_else() {
        let patch = Patch { x: [15.0, 25.0], y: [0.0, f64::INFINITY], scale: 0.08, transition: 0.1 };
        let road = Road { patches: vec![patch], ..Road::default() };
        let grips = [[14.9, 0.8], [20.0, 0.8], [20.0, -0.8], [25.1, 0.8]].map(|point| road.grip(point));
        assert_eq!(grips[0], 1.0);
        assert!((grips[1] - 0.08).abs() < 1e-15);
        assert_eq!(grips[2..], [1.0, 1.0]);
    }

    #[test]
    fn a_ramp_has_its_height_and_its_normal() {
        let profile = Table::new(&[[0.0, 0.0], [10.0, 1.0]], false).ok();
        let road = Road { profile, half_contact: 0.05, patches: vec![] };
        let frame = Placement { x: Vec3::zero(), r: Mat3::identity() };
        let plane = road.under(&frame, Vec3([5.0, 0.0, 2.0]));
        assert!((plane.point[2] - 0.5).abs() < 1e-12);
        assert!((plane.normal[0] / plane.normal[2] + 0.1).abs() < 1e-12);
    }
}
