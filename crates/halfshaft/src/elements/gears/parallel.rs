//! Wheels on parallel axes: external and internal pairs.

use super::measure::{Gradient, Measure, Seen};
use super::{Geometry, Mesh, TURNS_A, TURNS_B, Tilt, Wants};
use crate::elements::pair::MovingPair;
use crate::elements::turns;
use crate::math::{Mat3, Scalar, Vec3};
use crate::system::wrench::Direction;
use crate::system::{At, Frame, Wrench};

/// The geometry of two involute wheels on parallel axes, spur or helical; one of them may have its teeth inside.
///
/// χ_A and χ_B are the angles of the line of centres d = x_B − x_A in the frame of each wheel, so −χ is the rotation of
/// a wheel relative to it. With base radii r_A and r_B (r_B negative in an internal pair) and base helix angle β_b:
///
/// ```text
/// u = −cos β_b (r_A χ_A + r_B χ_B) + s sin β_b z       along the normal of the flanks, closes one and opens the other
/// z = (r_A e_z^A + r_B e_z^B)·d / (r_A + r_B)          axial offset at the pitch point; s = ±1 by the hand of A
/// w = ± cos β_b |r_A + r_B| (inv α − inv α₀)           separates both flanks;   cos α = |r_A + r_B| / a
/// ```
///
/// This is exact for involute helicoids on parallel axes at any centre distance a. dw/da = ± cos β_b sin α, so the
/// radial force follows from the same potential as the others. At the nominal distance their ratios are those of Virlez
/// 2014, eqs. 3.7-3.8: cos α_n cos β, cos α_n sin β and sin α_n. If the axes tilt, each wheel measures d in its own
/// plane.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// Frame on A: z is its axis, x points to B's centre at the design position.
    a: Frame,
    /// Frame on B, parallel to A's at the design position.
    b: Frame,
    /// Base radii; B's is negative in an internal pair.
    pub(super) base_radii: [f64; 2],
    /// Sine and cosine of β_b, positive for a right-handed wheel A.
    pub(super) helix: (f64, f64),
    /// Sine and cosine of the pressure angle at the nominal distance.
    pressure: (f64, f64),
    /// |r_A + r_B| inv α₀.
    nominal: f64,
    /// The distance below which the involute is continued by a straight line: value and slope there.
    shortest: (f64, f64, f64),
}

/// The line of centres in the plane of one wheel.
pub(super) struct View<S> {
    z: S,
    pub length: S,
    pub e: Vec3<S>,
    pub t: Vec3<S>,
    n: Vec3<S>,
    angle: S,
    rate: S,
}

impl<S: Scalar> View<S> {
    pub fn new(axes: &Mat3<S>, d: Vec3<S>, v: Vec3<S>) -> Self {
        let [ex, ey, n] = [axes.column(0), axes.column(1), axes.column(2)];
        let (x, y) = (d.dot(ex), d.dot(ey));
        let length = (x * x + y * y).sqrt();
        let per = S::one() / length;
        let (c, s) = (x * per, y * per);
        let e = ex.scale(c) + ey.scale(s);
        let t = ey.scale(c) - ex.scale(s);
        View { z: d.dot(n), length, e, t, n, angle: y.atan2(x), rate: t.dot(v) * per }
    }
}

impl Parallel {
    /// Two wheels with their frames, z along the axes and x from A's centre to B's at the design position.
    ///
    /// Base radii in metres, B's negative in an internal pair; the nominal centre distance, at which the backlash is
    /// defined, not less than their sum; β_b in radians, positive for a right-handed wheel A.
    pub fn new(frames: [Frame; 2], base_radii: [f64; 2], centre_distance: f64, base_helix: f64) -> Self {
        let [a, b] = frames;
        let sum = (base_radii[0] + base_radii[1]).abs();
        let alpha = (sum / centre_distance).min(1.0).acos();
        let involute = |angle: f64| sum * (angle.tan() - angle);
        // A quarter of the nominal angle: only iterates get there, not wheels.
        let least = 0.25 * alpha;
        Parallel {
            a,
            b,
            base_radii,
            helix: base_helix.sin_cos(),
            pressure: alpha.sin_cos(),
            nominal: involute(alpha),
            shortest: (sum / least.cos(), involute(least), least.sin()),
        }
    }

    /// r_A + r_B.
    pub(super) fn base_sum(&self) -> f64 {
        self.base_radii[0] + self.base_radii[1]
    }

    /// The line of centres in the planes of both wheels.
    pub(super) fn views<S: Scalar>(seen: &Seen<S>) -> [View<S>; 2] {
        let pair = &seen.moving.pair;
        [View::new(&pair.a.r, seen.d, seen.moving.v), View::new(&pair.b.r, seen.d, seen.v_from_b)]
    }

    /// +1 if a larger distance separates the teeth, −1 in an internal pair.
    pub(super) fn opening(&self) -> f64 {
        self.base_radii[1].signum()
    }

    /// |r_A + r_B| inv α and sin α at a distance.
    pub(super) fn involute<S: Scalar>(&self, distance: S) -> (S, S) {
        let sum = self.base_sum().abs();
        let (shortest, value, slope) = self.shortest;
        if distance.value() > shortest {
            let root = (distance * distance - S::constant(sum * sum)).sqrt();
            return (root - root.atan2(S::constant(sum)) * sum, root / distance);
        }
        (S::constant(value) + (distance - S::constant(shortest)) * slope, S::constant(slope))
    }
}

impl Geometry for Parallel {
    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn mesh<S: Scalar>(&self, at: &At<S>, wants: Wants) -> Mesh<S> {
        let seen = Seen::new(MovingPair::on(self.frames(), at.nodes));
        let views = Parallel::views(&seen);
        self.mesh_of(seen, &views, at, wants)
    }

    fn pressure(&self) -> (f64, f64) {
        self.pressure
    }

    fn as_parallel(&self) -> Option<&Parallel> {
        Some(self)
    }

    fn size(&self) -> f64 {
        self.base_radii[0].abs().min(self.base_radii[1].abs())
    }

    fn wrench(&self, wrench: Wrench) -> Wrench {
        let axis = self.a.axes.column(2);
        let (sum, share) = (self.base_sum(), self.base_radii[0] / self.base_sum());
        wrench
            .at_fraction(share)
            .force("tangential_force", sum.signum(), Direction::Tangential(axis))
            .force("axial_force", 1.0, Direction::Fixed(0, axis))
            .force("radial_force", self.opening(), Direction::Radial(axis))
    }
}

impl Parallel {
    /// The mesh of two wheels as seen, with the line of centres in their planes.
    pub(super) fn mesh_of<S: Scalar>(&self, seen: Seen<S>, [a, b]: &[View<S>; 2], at: &At<S>, wants: Wants) -> Mesh<S> {
        let pair = &seen.moving.pair;
        let time = at.time.value();
        let chi_a = turns::unwrapped(a.angle, a.rate.value(), time, &at.memory[TURNS_A]);
        let chi_b = turns::unwrapped(b.angle, b.rate.value(), time, &at.memory[TURNS_B]);
        let [r_a, r_b] = self.base_radii;
        let sum = self.base_sum();
        let (sin_b, cos_b) = self.helix;
        let [share_a, share_b] = [r_a / sum, r_b / sum];

        let per_a = S::constant(-cos_b * r_a) / a.length;
        let per_b = S::constant(-cos_b * r_b) / b.length;
        let turn = Measure::new(
            (chi_a * r_a + chi_b * r_b) * -cos_b + (a.z * share_a + b.z * share_b) * sin_b,
            Gradient {
                at_b: a.t.scale(per_a) + a.n * (sin_b * share_a),
                at_a: b.t.scale(per_b) + b.n * (sin_b * share_b),
                torque: Vec3::zero(),
            },
            &seen,
        );

        let distance = a.length * share_a + b.length * share_b;
        let (involute, sine) = self.involute(distance);
        let opening = self.opening() * cos_b;
        let slope = sine * opening;
        let apart = Measure::new(
            (involute - S::constant(self.nominal)) * opening,
            Gradient { at_b: a.e.scale(slope * share_a), at_a: b.e.scale(slope * share_b), torque: Vec3::zero() },
            &seen,
        );

        let travel = wants.travel.then(|| {
            let gradient = Gradient {
                at_b: a.t.scale(S::constant(-0.5 * r_a) / a.length),
                at_a: b.t.scale(S::constant(0.5 * r_b) / b.length),
                torque: Vec3::zero(),
            };
            Measure::new((chi_b * r_b - chi_a * r_a) * 0.5, gradient, &seen)
        });

        let tilt = wants.tilt.then(|| {
            let (sine, cosine) = self.pressure;
            let axis = pair.b.r.column(2);
            let (across, along) = (a.t.dot(axis), a.e.dot(axis));
            // In A's frame e and t rotate with χ_A, and B's axis with the relative rotation.
            let chi = a.t.scale(S::one() / a.length);
            let across = Measure::new(
                across,
                Gradient { at_b: chi.scale(-along), at_a: Vec3::zero(), torque: axis.cross(a.t) },
                &seen,
            );
            let along = Measure::new(
                along,
                Gradient { at_b: chi.scale(a.t.dot(axis)), at_a: Vec3::zero(), torque: axis.cross(a.e) },
                &seen,
            );
            Tilt { turn: (across, -cos_b * cosine * sum.signum()), apart: (along, self.opening() * cos_b * sine) }
        });

        Mesh {
            turn,
            apart,
            travel,
            tilt,
            angles: [(chi_a, a.rate), (chi_b, b.rate)],
            rolling: a.rate * (-cos_b * r_a),
            distance,
            axis: a.n,
            tangent: a.t * sum.signum(),
            away: a.e * self.opening(),
            pitch_point: pair.a.x + seen.d * share_a,
            seen,
        }
    }
}
