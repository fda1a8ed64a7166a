//! A wheel on a rack.

use super::measure::{Gradient, Measure, Seen};
use super::{Geometry, Mesh, TURNS_A, Tilt, Wants};
use crate::elements::pair::MovingPair;
use crate::elements::turns;
use crate::math::Scalar;
use crate::system::wrench::Direction;
use crate::system::{At, Frame, Wrench};

/// The geometry of a wheel A on a rack B, spur or helical.
///
/// The rack's frame has x = e from the wheel to the rack, z = n along the width of the teeth and y = t along the travel.
/// With χ the angle of e in the wheel's frame, r the radius that rolls on the rack and d from the wheel's centre to the
/// point of the rack that was there at the design position:
///
/// ```text
/// u = cos β cos α_n (−r χ − t·d) + s sin β cos α_n z,     z = n·d − r n·e_A
/// w = sin α_n e·d
/// ```
///
/// e_A is the projection of e into the plane of the wheel, so z is the axial offset at the teeth. If the rack is
/// tilted, its teeth deviate from the wheel's across the width by n·t_A along the travel and by n·e_A towards it, t_A =
/// e_z^A × e_A.
#[derive(Clone, Debug)]
pub struct Rack {
    /// Frame on the wheel: z is its axis, x points to the rack at the design position.
    pub a: Frame,
    /// Frame on the rack, at the wheel's centre at the design position, with the same axes.
    pub b: Frame,
    /// r, in metres.
    pub radius: f64,
    /// α_n, in radians.
    pub pressure_angle: f64,
    /// β, positive for a right-handed wheel.
    pub helix_angle: f64,
}

impl Geometry for Rack {
    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn mesh<S: Scalar>(&self, at: &At<S>, wants: Wants) -> Mesh<S> {
        let seen = Seen::new(MovingPair::on(self.frames(), at.nodes));
        let pair = &seen.moving.pair;
        let [e, t, n] = [pair.b.r.column(0), pair.b.r.column(1), pair.b.r.column(2)];
        let (x, y) = (e.dot(pair.a.r.column(0)), e.dot(pair.a.r.column(1)));
        let per = S::one() / (x * x + y * y).sqrt();
        let e_a = pair.a.r.column(0).scale(x * per) + pair.a.r.column(1).scale(y * per);
        let t_a = pair.a.r.column(2).cross(e_a);
        let chi = Gradient::torque(e.cross(t_a).scale(per));
        let rate = chi.rate(&seen);
        let angle = turns::unwrapped(y.atan2(x), rate.value(), at.time.value(), &at.memory[TURNS_A]);

        let r = self.radius;
        let (sin_n, cos_n) = self.pressure_angle.sin_cos();
        let (sin_s, cos_s) = self.helix_angle.sin_cos();
        let (tangential, axial) = (cos_s * cos_n, sin_s * cos_n);
        let mut gradient = Gradient::torque(n.cross(e_a) * (-axial * r));
        gradient.at_a = t * -tangential + n * axial;
        // e_A rotates with χ in the wheel's plane.
        gradient.add(&chi, S::constant(-tangential * r) - n.dot(t_a) * (axial * r));
        let value = (angle * r + t.dot(seen.d)) * -tangential + (n.dot(seen.d) - n.dot(e_a) * r) * axial;
        let turn = Measure::new(value, gradient, &seen);

        let mut gradient = Gradient::zero();
        gradient.at_a = e * sin_n;
        let apart = Measure::new(e.dot(seen.d) * sin_n, gradient, &seen);

        let travel = wants.travel.then(|| {
            let (_, cos_t) = self.pressure();
            let mut gradient = chi.scale(S::constant(-0.5 * cos_t * r));
            gradient.at_a = t * (0.5 * cos_t);
            Measure::new((t.dot(seen.d) - angle * r) * (0.5 * cos_t), gradient, &seen)
        });

        let tilt = wants.tilt.then(|| {
            let (across, along) = (t_a.dot(n), e_a.dot(n));
            // In the wheel's frame e_A and t_A rotate with χ, and n with the relative rotation.
            let (mut of_across, mut of_along) = (Gradient::torque(n.cross(t_a)), Gradient::torque(n.cross(e_a)));
            of_across.add(&chi, -along);
            of_along.add(&chi, across);
            Tilt {
                turn: (Measure::new(across, of_across, &seen), -tangential),
                apart: (Measure::new(along, of_along, &seen), sin_n),
            }
        });

        Mesh {
            turn,
            apart,
            travel,
            tilt,
            angles: [(angle, rate), (S::zero(), S::zero())],
            rolling: rate * (-tangential * r),
            distance: e.dot(seen.d) + S::constant(r),
            axis: n,
            tangent: t,
            away: e,
            pitch_point: pair.a.x + e_a * r,
            seen,
        }
    }

    fn pressure(&self) -> (f64, f64) {
        (self.pressure_angle.tan() / self.helix_angle.cos()).atan().sin_cos()
    }

    fn size(&self) -> f64 {
        self.radius
    }

    fn wrench(&self, wrench: Wrench) -> Wrench {
        let [e, t, n] = [0, 1, 2].map(|i| Direction::Fixed(1, self.b.axes.column(i)));
        wrench
            .at_fraction(0.0)
            .moved(self.radius, e.clone())
            .force("tangential_force", 1.0, t)
            .force("axial_force", 1.0, n)
            .force("radial_force", 1.0, e)
    }
}
