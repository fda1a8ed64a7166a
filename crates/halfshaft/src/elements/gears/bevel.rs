//! Wheels on intersecting axes.

use super::measure::{Gradient, Measure, Seen};
use super::{Geometry, Mesh, TURNS_A, TURNS_B, Tilt, Wants};
use crate::elements::pair::MovingPair;
use crate::elements::turns;
use crate::math::Scalar;
use crate::system::wrench::Direction;
use crate::system::{At, Frame, Wrench};

/// The geometry of two bevel wheels, straight or spiral, whose pitch cones roll on each other.
///
/// Each frame is at the apex of its wheel's pitch cone, with z along the axis towards the wheel. With e the direction
/// of the other axis in the plane of wheel A, t = e_z × e, the line of contact g = cos γ e_z + sin γ e and its normal η
/// = cos γ e − sin γ e_z, mean radii r and mean cone distance R, d from apex to apex and Σ the angle of the axes:
///
/// ```text
/// u = cos β cos α_n (−r_A χ_A − r_B χ_B − t·d) + s sin β cos α_n g·d
/// w = sin α_n (η·d + R (Σ − Σ₀))
/// ```
///
/// χ_A and χ_B are the angles of the other wheel's axis in the frame of each wheel. Radii are proportional to the
/// distance from the apex, so u has the slope −cos β cos α_n (r_A χ_A + r_B χ_B)/R across the face, and w the slope sin
/// α_n (Σ − Σ₀). The forces act at the middle of the face on the common pitch line. The approximation is that the
/// pressure angle does not change with the displacements.
#[derive(Clone, Debug)]
pub struct Bevel {
    /// Frame on A at its apex: z along the axis towards the wheel, x in the plane of both axes towards B's.
    pub a: Frame,
    /// Frame on B at its apex, likewise.
    pub b: Frame,
    /// Mean radii, in metres.
    pub radii: [f64; 2],
    /// Σ₀, in radians.
    pub shaft_angle: f64,
    /// α_n, in radians.
    pub pressure_angle: f64,
    /// β in the middle of the face, positive for a right-handed wheel A.
    pub spiral_angle: f64,
}

impl Bevel {
    /// γ_A: tan γ_A = sin Σ / (r_B/r_A + cos Σ).
    fn cone_angle(&self) -> f64 {
        let (sine, cosine) = self.shaft_angle.sin_cos();
        sine.atan2(self.radii[1] / self.radii[0] + cosine)
    }
}

impl Geometry for Bevel {
    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn mesh<S: Scalar>(&self, at: &At<S>, wants: Wants) -> Mesh<S> {
        let seen = Seen::new(MovingPair::on(self.frames(), at.nodes));
        let pair = &seen.moving.pair;
        let (n_a, n_b) = (pair.a.r.column(2), pair.b.r.column(2));
        let (x, y) = (n_b.dot(pair.a.r.column(0)), n_b.dot(pair.a.r.column(1)));
        let sine = (x * x + y * y).sqrt();
        let per = S::one() / sine;
        let e = pair.a.r.column(0).scale(x * per) + pair.a.r.column(1).scale(y * per);
        let t = n_a.cross(e);
        // χ_A changes as B's axis rotates with ω_AB; χ_B as A's axis rotates with −ω_AB, about t_B = −t.
        let chi_a = Gradient::torque(n_b.cross(t).scale(per));
        let chi_b = Gradient::torque(n_a.cross(t).scale(per));
        let angle_b = n_a.dot(pair.b.r.column(1)).atan2(n_a.dot(pair.b.r.column(0)));
        let (rate_a, rate_b) = (chi_a.rate(&seen), chi_b.rate(&seen));
        let time = at.time.value();
        let angle_a = turns::unwrapped(y.atan2(x), rate_a.value(), time, &at.memory[TURNS_A]);
        let angle_b = turns::unwrapped(angle_b, rate_b.value(), time, &at.memory[TURNS_B]);

        let [r_a, r_b] = self.radii;
        let gamma = self.cone_angle();
        let (sin_g, cos_g) = gamma.sin_cos();
        let cone = r_a / sin_g;
        let g = n_a * cos_g + e * sin_g;
        let normal = e * cos_g - n_a * sin_g;
        let (sin_n, cos_n) = self.pressure_angle.sin_cos();
        let (sin_s, cos_s) = self.spiral_angle.sin_cos();
        let (tangential, axial) = (cos_s * cos_n, sin_s * cos_n);
        let (t_d, e_d) = (t.dot(seen.d), e.dot(seen.d));

        // In A's frame, e rotates by χ_A towards t, and t away from e.
        let mut gradient = Gradient::zero();
        gradient.at_b = t * -tangential + g * axial;
        gradient.add(&chi_a, S::constant(-tangential * r_a) + e_d * tangential + t_d * (axial * sin_g));
        gradient.add(&chi_b, S::constant(-tangential * r_b));
        let value = ((angle_a * r_a + angle_b * r_b) + t_d) * -tangential + g.dot(seen.d) * axial;
        let turn = Measure::new(value, gradient, &seen);

        let angle = sine.atan2(n_a.dot(n_b));
        let mut gradient = Gradient::torque(t * (sin_n * cone));
        gradient.at_b = normal * sin_n;
        gradient.add(&chi_a, t_d * (sin_n * cos_g));
        let value = (normal.dot(seen.d) + (angle - S::constant(self.shaft_angle)) * cone) * sin_n;
        let apart = Measure::new(value, gradient, &seen);

        let travel = wants.travel.then(|| {
            let (_, cos_t) = self.pressure();
            let mut gradient = chi_a.scale(S::constant(-0.5 * cos_t * r_a));
            gradient.add(&chi_b, S::constant(0.5 * cos_t * r_b));
            Measure::new((angle_b * r_b - angle_a * r_a) * (0.5 * cos_t), gradient, &seen)
        });

        let tilt = wants.tilt.then(|| {
            let mut of_turn = chi_a.scale(S::constant(r_a / cone));
            of_turn.add(&chi_b, S::constant(r_b / cone));
            let turned = (angle_a * r_a + angle_b * r_b) * (1.0 / cone);
            Tilt {
                turn: (Measure::new(turned, of_turn, &seen), -tangential),
                apart: (Measure::new(angle - S::constant(self.shaft_angle), Gradient::torque(t), &seen), sin_n),
            }
        });

        Mesh {
            turn,
            apart,
            travel,
            tilt,
            angles: [(angle_a, rate_a), (angle_b, rate_b)],
            rolling: rate_a * (-tangential * r_a),
            distance: S::constant(cone),
            axis: g,
            tangent: t,
            away: normal,
            pitch_point: pair.a.x + g * cone,
            seen,
        }
    }

    fn pressure(&self) -> (f64, f64) {
        // tan α_t = tan α_n / cos β.
        (self.pressure_angle.tan() / self.spiral_angle.cos()).atan().sin_cos()
    }

    fn size(&self) -> f64 {
        self.radii[0].min(self.radii[1])
    }

    fn wrench(&self, wrench: Wrench) -> Wrench {
        let axes = [&self.a, &self.b].map(|frame| frame.axes.column(2));
        let (n, e) = (Direction::Fixed(0, axes[0]), Direction::Inclined(axes));
        let (sine, cosine) = self.cone_angle().sin_cos();
        let cone = self.radii[0] / sine;
        wrench
            .at_fraction(0.0)
            .moved(cone * cosine, n.clone())
            .moved(cone * sine, e.clone())
            .force("tangential_force", 1.0, Direction::Normal(axes))
            .force("axial_force", cosine, n.clone())
            .force("axial_force", sine, e.clone())
            .force("radial_force", cosine, e)
            .force("radial_force", -sine, n)
    }
}
