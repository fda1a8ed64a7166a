//! From the state to what elements see: poses and velocities as plain numbers, as duals with partials, as rates.
//!
//! The weights of the integrator enter here and nowhere else, so that one sweep over an element gives its rows of the
//! iteration matrix (`docs/theory.md`, tangents).

use super::element::MAX_NODES;
use super::frame::Placement;
use super::node::{Motion, NodeId};
use super::set::Weights;
use super::state::State;
use crate::math::{Dual, Mat3, Scalar, Seeded, Vec3, rotation};

/// A number and its rate along the motion.
pub(crate) type Rate = Dual<1>;
/// A number with its first and second rates along the motion: both inner and outer part run along time.
pub(crate) type SecondRate = Dual<1, Dual<1>>;
/// A number and its rate, each with its partials by the velocities of the element's nodes.
pub(crate) type RateTangent = Dual<{ 6 * MAX_NODES }, Dual<1>>;

/// A node's numbers in the state, or rest at the origin for the ground.
#[inline(always)]
pub(crate) fn plain(state: &State, node: NodeId) -> Motion<f64> {
    let Some(k) = node.velocities() else { return Motion::still() };
    let pose = state.pose(k / 6);
    Motion {
        at: Placement { x: pose.position, r: pose.rotation.matrix() },
        v: Vec3::from_slice(&state.v[k..]),
        w: Vec3::from_slice(&state.v[k + 3..]),
        dv: Vec3::from_slice(&state.dv[k..]),
        dw: Vec3::from_slice(&state.dv[k + 3..]),
    }
}

/// T of the node's rotation increment: how the turn follows a change of the increment.
#[inline(always)]
pub(crate) fn increment_tangent(increment: &[f64], node: NodeId) -> Mat3 {
    node.velocities().map_or(Mat3::identity(), |k| rotation::tangent(Vec3::from_slice(&increment[k + 3..])))
}

/// The node with the partials of its six unknowns, the first of them at `base`.
///
/// The unknown is the step's increment s: positions follow it with the weight of the position and, for rotations,
/// through T(s); velocities and accelerations with the integrator's weights.
#[inline(always)]
pub(crate) fn seeded<D: Seeded>(m: &Motion<f64>, base: usize, t: &Mat3, weights: &Weights) -> Motion<D> {
    let vector = |v: Vec3, first: usize, w: f64| Vec3(std::array::from_fn(|i| D::seeded(v[i], first + i, w)));
    let mut r = Mat3::<D>::constant(m.at.r);
    if weights.position != 0.0 {
        for j in 0..3 {
            let turned = m.at.r * t.column(j).skew() * weights.position;
            for (row, partials) in r.0.iter_mut().zip(turned.0) {
                for (entry, partial) in row.iter_mut().zip(partials) {
                    entry.set_partial(base + 3 + j, partial);
                }
            }
        }
    }
    Motion {
        at: Placement { x: vector(m.at.x, base, weights.position), r },
        v: vector(m.v, base, weights.velocity),
        w: vector(m.w, base + 3, weights.velocity),
        dv: vector(m.dv, base, weights.acceleration),
        dw: vector(m.dw, base + 3, weights.acceleration),
    }
}

/// The node moving along its velocity.
#[inline(always)]
pub(crate) fn rate(m: &Motion<f64>) -> Placement<Rate> {
    let dr = m.at.r * m.w.skew();
    Placement {
        x: Vec3(std::array::from_fn(|i| Dual { re: m.at.x[i], d: [m.v[i]] })),
        r: Mat3(std::array::from_fn(|i| std::array::from_fn(|j| Dual { re: m.at.r.0[i][j], d: [dr.0[i][j]] }))),
    }
}

/// The node moving along its velocity and acceleration.
///
/// With q at t + ε₁ + ε₂, the coefficient of ε₁ε₂ is the second derivative: ẍ = v̇ and R̈ = R (Ω~Ω~ + Ω̇~).
#[inline(always)]
pub(crate) fn second_rate(m: &Motion<f64>) -> Placement<SecondRate> {
    let number = |x: f64, dx: f64, ddx: f64| Dual { re: Dual { re: x, d: [dx] }, d: [Dual { re: dx, d: [ddx] }] };
    let skew = m.w.skew();
    let (dr, ddr) = (m.at.r * skew, m.at.r * (skew * skew + m.dw.skew()));
    Placement {
        x: Vec3(std::array::from_fn(|i| number(m.at.x[i], m.v[i], m.dv[i]))),
        r: Mat3(std::array::from_fn(|i| std::array::from_fn(|j| number(m.at.r.0[i][j], dr.0[i][j], ddr.0[i][j])))),
    }
}

/// The node moving along its velocity, with the partials of its pose, the first at `base`.
///
/// The pose is displaced first, and then moves: R (1 + δθ~)(1 + ε Ω~), so that the inner part of a partial is the
/// derivative of the rate at constant velocity.
#[inline(always)]
pub(crate) fn rate_tangent(m: &Motion<f64>, base: usize) -> Placement<RateTangent> {
    let skew = m.w.skew();
    let dr = m.at.r * skew;
    let mut r = Mat3(std::array::from_fn(|i| {
        std::array::from_fn(|j| RateTangent {
            re: Dual { re: m.at.r.0[i][j], d: [dr.0[i][j]] },
            d: [Dual::zero(); 6 * MAX_NODES],
        })
    }));
    for k in 0..3 {
        let turned = m.at.r * Vec3::unit(k).skew();
        let moved = turned * skew;
        for i in 0..3 {
            for j in 0..3 {
                r.0[i][j].d[base + 3 + k] = Dual { re: turned.0[i][j], d: [moved.0[i][j]] };
            }
        }
    }
    let x = Vec3(std::array::from_fn(|i| {
        let mut x = RateTangent { re: Dual { re: m.at.x[i], d: [m.v[i]] }, d: [Dual::zero(); 6 * MAX_NODES] };
        x.d[base + i] = Dual::one();
        x
    }));
    Placement { x, r }
}
