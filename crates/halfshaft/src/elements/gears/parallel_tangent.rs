//! The analytic tangent of wheels on parallel axes.
//!
//! With g₁ and g₂ the gradients of u by the changes of d seen from A and from B, h₁ and h₂ those of w, f₁ and f₂ the forces of the
//! flanks and c the couple of tooth friction, the wrench on B is
//!
//! ```text
//! E_k = g_k (f₁ − f₂) − h_k (f₁ + f₂),     F = E₁ + E₂,     τ = c n_A − d × E₂
//! ```
//!
//! Seen from A, only d, B's axes and the velocities vary. In the plane of a wheel, with χ the angle of d and L its length there,
//!
//! ```text
//! δL = e·δd,   δχ = t·δd/L,   δe = t δχ,   δt = −e δχ
//! ```
//!
//! and for B the same with δd − δψ × d, whereupon all of its vectors rotate by δψ (`docs/theory.md`, gear pairs).

use super::measure::{Gradient, Seen};
use super::parallel::{Parallel, View};
use super::{Geometry, Mesh, Wants};
use crate::elements::pair::MovingPair;
use crate::elements::pair_tangent::{PairTangent, PairWrench, Variation};
use crate::laws::mesh::{MeshLaw, ToothFriction};
use crate::math::{Dual, Scalar, Seeded, Vec3};
use crate::system::{At, ForceTangent, Increments, TangentRow};

/// A number with its partials by approach and rate of a flank.
type ByFlank = Dual<2>;

/// A mesh under load with its gradients, and what varies them.
struct Varied {
    mesh: Mesh<f64>,
    views: [View<f64>; 2],
    /// r/(r_A + r_B) of both wheels.
    shares: [f64; 2],
    /// Factor of t in g of both wheels.
    across: [f64; 2],
    /// |dw/da| and its derivative by a, with the sign of w.
    slope: f64,
    curvature: f64,
    /// f of both flanks.
    flanks: [ByFlank; 2],
    /// Couple of friction per force of the flanks, with its derivative by the spin.
    arm: Dual<1>,
}

/// Adds the partials of a pair. Returns whether its law has an analytic tangent: nothing that varies along the path of contact or
/// across the face.
pub(super) fn add_tangent(
    geometry: &Parallel,
    law: &MeshLaw,
    at: &At<f64>,
    by: &Increments,
    tangent: &mut ForceTangent,
) -> bool {
    if law.follows_path() || law.face.is_some() {
        return false;
    }
    let seen = Seen::new(MovingPair::on(geometry.frames(), at.nodes));
    let views = Parallel::views(&seen);
    let mesh = geometry.mesh_of(seen, &views, at, Wants { travel: false, tilt: false });
    let flanks = flanks(law, &mesh);
    if flanks.iter().all(|force| *force == ByFlank::zero()) {
        return true;
    }
    let pair = PairTangent::of(mesh.seen.moving, geometry.frames(), at.nodes, by);
    Varied::new(geometry, law, mesh, views, flanks).add(&pair, &mut tangent.motion);
    true
}

impl Varied {
    fn new(geometry: &Parallel, law: &MeshLaw, mesh: Mesh<f64>, views: [View<f64>; 2], flanks: [ByFlank; 2]) -> Self {
        let cosine = geometry.helix.1;
        let across = [0, 1].map(|k| -cosine * geometry.base_radii[k] / views[k].length);
        let sine = geometry.involute(Dual::<1>::seeded(mesh.distance, 0, 1.0)).1;
        let opening = geometry.opening() * cosine;
        Varied {
            shares: geometry.base_radii.map(|r| r / geometry.base_sum()),
            across,
            slope: sine.re * opening,
            curvature: sine.d[0] * opening,
            flanks,
            arm: match &law.friction {
                Some(ToothFriction::Mean { law, arm }) => {
                    let spin = mesh.axis.dot(mesh.seen.moving.w);
                    law.coefficient(Dual::<1>::seeded(spin, 0, 1.0) * *arm) * *arm
                }
                _ => Dual::zero(),
            },
            mesh,
            views,
        }
    }

    fn add(&self, pair: &PairTangent, columns: &mut [TangentRow; 12]) {
        let Mesh { turn, apart, seen, axis, .. } = &self.mesh;
        let (g, h) = (&turn.gradient, &apart.gradient);
        let [one, two] = self.flanks.map(|force| force.re);
        let (difference, sum) = (one - two, one + two);
        let [effort_b, effort_a] = [g.at_b * difference - h.at_b * sum, g.at_a * difference - h.at_a * sum];
        let wrench =
            PairWrench { force: effort_b + effort_a, torque: *axis * (self.arm.re * sum) - seen.d.cross(effort_a) };
        let vary = |change: &Variation| {
            let seen_from_b = change.d - change.turn.cross(seen.d);
            let [dg, dh] = self.vary_gradients(change, seen_from_b);
            let v_from_b = change.v - change.w.cross(seen.d) - seen.moving.w.cross(change.d);
            // Of u and w with their rates.
            let value = |m: &Gradient<f64>| m.at_b.dot(change.d) + m.at_a.dot(seen_from_b);
            let rate =
                |m: &Gradient<f64>, dm: &Gradient<f64>| dm.rate(seen) + m.at_b.dot(change.v) + m.at_a.dot(v_from_b);
            let ([u, w], [u_rate, w_rate]) = ([value(g), value(h)], [rate(g, &dg), rate(h, &dh)]);
            let by_flank =
                |flank: &ByFlank, side: f64| flank.d[0] * (side * u - w) + flank.d[1] * (side * u_rate - w_rate);
            let [d_one, d_two] = [by_flank(&self.flanks[0], 1.0), by_flank(&self.flanks[1], -1.0)];
            let (d_difference, d_sum) = (d_one - d_two, d_one + d_two);
            let effort =
                |g: Vec3, dg: Vec3, h: Vec3, dh: Vec3| dg * difference + g * d_difference - dh * sum - h * d_sum;
            let d_effort_b = effort(g.at_b, dg.at_b, h.at_b, dh.at_b);
            let d_effort_a = effort(g.at_a, dg.at_a, h.at_a, dh.at_a);
            let couple = self.arm.re * d_sum + self.arm.d[0] * axis.dot(change.w) * sum;
            PairWrench {
                force: d_effort_b + d_effort_a,
                torque: *axis * couple - change.d.cross(effort_a) - seen.d.cross(d_effort_a),
            }
        };
        pair.add(&wrench, vary, columns);
    }

    /// δg and δh.
    fn vary_gradients(&self, change: &Variation, seen_from_b: Vec3) -> [Gradient<f64>; 2] {
        let offsets = [change.d, seen_from_b];
        let lengths = [0, 1].map(|k| self.views[k].e.dot(offsets[k]));
        let slope = self.curvature * (self.shares[0] * lengths[0] + self.shares[1] * lengths[1]);
        let vary = |k: usize| {
            let View { e, t, length, .. } = self.views[k];
            let angle = t.dot(offsets[k]) / length;
            let dg = e * (-angle * self.across[k]) - t * (self.across[k] * lengths[k] / length);
            let dh = t * (angle * self.slope * self.shares[k]) + e * (slope * self.shares[k]);
            [dg, dh]
        };
        let ([g_b, h_b], [g_a, h_a]) = (vary(0), vary(1));
        let turned = |m: &Gradient<f64>, own: Vec3| own + change.turn.cross(m.at_a);
        let (turn, apart) = (&self.mesh.turn.gradient, &self.mesh.apart.gradient);
        [
            Gradient { at_b: g_b, at_a: turned(turn, g_a), torque: Vec3::zero() },
            Gradient { at_b: h_b, at_a: turned(apart, h_a), torque: Vec3::zero() },
        ]
    }
}

/// The forces of both flanks, with partials by their approach and its rate.
fn flanks(law: &MeshLaw, mesh: &Mesh<f64>) -> [ByFlank; 2] {
    let stiffness = ByFlank::constant(law.stiffness(None::<f64>).0);
    [1.0, -1.0].map(|side| {
        let approach = side * mesh.turn.value - mesh.apart.value - 0.5 * law.backlash;
        let rate = side * mesh.turn.rate - mesh.apart.rate;
        let [approach, rate] = [ByFlank::seeded(approach, 0, 1.0), ByFlank::seeded(rate, 1, 1.0)];
        law.flank(stiffness, approach, ByFlank::zero(), rate).force
    })
}
