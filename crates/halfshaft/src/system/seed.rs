//! From the state to what elements see: poses and velocities as plain numbers, as dual numbers with partials, as rates.
//!
//! The weights of the integrator enter here and nowhere else, so that one sweep over an element gives its rows of the
//! iteration matrix (`docs/theory.md`, tangents).

use super::layout::Layout;
use super::node::{Motion, NodeId, ScalarMotion};
use super::placement::Placement;
use super::state::State;
use super::weights::Weights;
use crate::math::vector::three;
use crate::math::{Dual, Mat3, Scalar, Seeded, Vec3, rotation};

/// A number and its rate along the motion.
pub(crate) type Rate = Dual<1>;
/// A number with its first and second rates along the motion: both the inner and the outer dual part are along time.
pub(crate) type SecondRate = Dual<1, Dual<1>>;

/// The motion of a node in the state; rest at the origin for the ground.
#[inline(always)]
pub(crate) fn plain(state: &State, node: NodeId) -> Motion<f64> {
    let Some(k) = state.layout.velocity(node) else { return Motion::still() };
    if node.is_point() {
        let mut point = Motion::still();
        point.at.x = Vec3::from_slice(&state.q[state.layout.coordinate(k)..]);
        (point.v, point.dv) = (Vec3::from_slice(&state.v[k..]), Vec3::from_slice(&state.dv[k..]));
        return point;
    }
    let pose = state.pose(k / 6);
    Motion {
        at: Placement { x: pose.position, r: pose.rotation.matrix() },
        v: Vec3::from_slice(&state.v[k..]),
        w: Vec3::from_slice(&state.v[k + 3..]),
        dv: Vec3::from_slice(&state.dv[k..]),
        dw: Vec3::from_slice(&state.dv[k + 3..]),
    }
}

/// The motion of a scalar node, from the index of its velocity; rest at zero for the ground.
#[inline(always)]
pub(crate) fn plain_scalar(state: &State, velocity: Option<usize>) -> ScalarMotion<f64> {
    let Some(velocity) = velocity else { return ScalarMotion { q: 0.0, v: 0.0, dv: 0.0 } };
    let q = state.q[state.layout.coordinate(velocity)];
    ScalarMotion { q, v: state.v[velocity], dv: state.dv[velocity] }
}

/// T of the node's rotation increment: maps a change of the increment to a rotation. Identity for nodes that do not
/// rotate.
#[inline(always)]
pub(crate) fn increment_tangent(increment: &[f64], node: NodeId, layout: &Layout) -> Mat3 {
    let first = layout.velocity(node).filter(|_| !node.is_point());
    first.map_or(Mat3::identity(), |k| rotation::tangent(Vec3::from_slice(&increment[k + 3..])))
}

/// The node with the partials of its six unknowns, the first of them at `base`. A point node has the partials of a
/// rotation too, which are unused.
///
/// The unknown is the step's increment s: positions follow it with the weight of the position and, for rotations,
/// through T(s); velocities and accelerations with the integrator's weights.
#[inline(always)]
pub(crate) fn seeded<D: Seeded>(m: &Motion<f64>, base: usize, t: &Mat3, weights: &Weights) -> Motion<D> {
    Motion {
        at: displaced(&m.at, base, t, weights.position),
        v: vector(m.v, base, weights.velocity),
        w: vector(m.w, base + 3, weights.velocity),
        dv: vector(m.dv, base, weights.acceleration),
        dw: vector(m.dw, base + 3, weights.acceleration),
    }
}

/// The scalar node with its partial at `index`.
#[inline(always)]
pub(crate) fn seeded_scalar<D: Seeded>(
    m: &ScalarMotion<f64>,
    index: usize,
    weights: &Weights,
    moving: bool,
) -> ScalarMotion<D> {
    ScalarMotion {
        q: D::seeded(m.q, index, weights.position),
        v: D::seeded(m.v, index, if moving { weights.velocity } else { weights.signal }),
        dv: D::seeded(m.dv, index, weights.acceleration),
    }
}

#[inline(always)]
fn vector<D: Seeded>(v: Vec3, first: usize, weight: f64) -> Vec3<D> {
    Vec3(three!(i => D::seeded(v[i], first + i, weight)))
}

/// The pose with the partials of its displacement, the first at `base`; the rotation follows through `t`.
#[inline(always)]
pub(crate) fn displaced<D: Seeded>(at: &Placement<f64>, base: usize, t: &Mat3, weight: f64) -> Placement<D> {
    let mut r = Mat3::<D>::constant(at.r);
    if weight != 0.0 {
        for j in 0..3 {
            let turned = at.r * t.column(j).skew() * weight;
            for (row, partials) in r.0.iter_mut().zip(turned.0) {
                for (entry, partial) in row.iter_mut().zip(partials) {
                    entry.set_partial(base + 3 + j, partial);
                }
            }
        }
    }
    Placement { x: vector(at.x, base, weight), r }
}

/// The node moving along its velocity.
#[inline(always)]
pub(crate) fn rate(m: &Motion<f64>) -> Placement<Rate> {
    let dr = m.at.r * m.w.skew();
    Placement {
        x: Vec3(three!(i => Dual { re: m.at.x[i], d: [m.v[i]] })),
        r: Mat3(three!(i => three!(j => Dual { re: m.at.r.0[i][j], d: [dr.0[i][j]] }))),
    }
}

/// The node and its velocities moving along velocity and acceleration.
#[inline(always)]
pub(crate) fn motion_rate(m: &Motion<f64>) -> Motion<Rate> {
    let moving = |v: Vec3, dv: Vec3| Vec3(std::array::from_fn(|i| Dual { re: v[i], d: [dv[i]] }));
    Motion {
        at: rate(m),
        v: moving(m.v, m.dv),
        w: moving(m.w, m.dw),
        dv: Vec3::constant(m.dv),
        dw: Vec3::constant(m.dw),
    }
}

/// The scalar node and its velocity moving along velocity and acceleration.
#[inline(always)]
pub(crate) fn scalar_motion_rate(m: &ScalarMotion<f64>) -> ScalarMotion<Rate> {
    ScalarMotion { q: scalar_rate(m), v: Dual { re: m.v, d: [m.dv] }, dv: Dual::constant(m.dv) }
}

/// The scalar coordinate moving along its velocity.
#[inline(always)]
pub(crate) fn scalar_rate(m: &ScalarMotion<f64>) -> Rate {
    Dual { re: m.q, d: [m.v] }
}

/// The scalar coordinate moving along its velocity and acceleration.
#[inline(always)]
pub(crate) fn scalar_second_rate(m: &ScalarMotion<f64>) -> SecondRate {
    second(m.q, m.v, m.dv)
}

/// x(t + ε₁ + ε₂) for a number with these derivatives.
#[inline(always)]
fn second(x: f64, dx: f64, ddx: f64) -> SecondRate {
    Dual { re: Dual { re: x, d: [dx] }, d: [Dual { re: dx, d: [ddx] }] }
}

/// The node moving along its velocity and acceleration.
///
/// With q at t + ε₁ + ε₂, the coefficient of ε₁ε₂ is the second derivative: ẍ = v̇ and R̈ = R (Ω~Ω~ + Ω̇~).
#[inline(always)]
pub(crate) fn second_rate(m: &Motion<f64>) -> Placement<SecondRate> {
    let skew = m.w.skew();
    let (dr, ddr) = (m.at.r * skew, m.at.r * (skew * skew + m.dw.skew()));
    Placement {
        x: Vec3(three!(i => second(m.at.x[i], m.v[i], m.dv[i]))),
        r: Mat3(three!(i => three!(j => second(m.at.r.0[i][j], dr.0[i][j], ddr.0[i][j])))),
    }
}
