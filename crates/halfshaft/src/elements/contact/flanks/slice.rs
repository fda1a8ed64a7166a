//! One slice of a pair of teeth: where a point of one flank is deepest in the other, and what acts there.

use super::law::FlankLaw;
use super::wheel::{FlankedWheel, SIDES};
use crate::math::{Dual, Mat3, Scalar, Seeded, Vec3};
use crate::system::{Motion, Weights};

/// Partials: six of the frame of the point, six of that of the other wheel, and u with its slope u' along the flank of both.
pub(super) const LOCAL: usize = 24;
/// The partials of u of the point and of the other flank; those of u' follow.
pub(super) const OF_POINT: usize = 12;
pub(super) const OF_FIELD: usize = 18;

/// Steps of the search for the deepest point.
const MAX_ITERATIONS: usize = 12;
/// The search has converged after a step that changes the fraction of the flank by less.
const CONVERGED: f64 = 1e-7;
/// The largest step of the search, as a fraction of the flank.
const LONGEST_STEP: f64 = 0.3;

/// A pair of teeth in one slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub teeth: [i64; 2],
    /// The flanks of both teeth: a flank of an external wheel touches the one on the other side of a tooth of a ring.
    pub sides: [usize; 2],
    pub plane: usize,
}

/// A point of the flank of wheel `curve` that is nearest to, or deepest in, the flank of the other wheel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub place: Place,
    pub curve: usize,
    /// Fractions of the flanks: of the point, and at its radius on the other wheel.
    pub fractions: [f64; 2],
    /// ∂²g/∂s², or none if the point is an edge of its flank.
    pub curvature: Option<f64>,
    pub gap: f64,
    /// Displacements of both flanks there.
    pub elastic: [Elastic<f64>; 2],
}

/// Elastic displacement along a flank near a place, u + u' σ + ½ u'' σ², in the axes of the drawing, with its rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elastic<S> {
    pub u: [Vec3<S>; 2],
    pub curvature: Vec3,
    pub rate: [Vec3<S>; 2],
}

impl<S: Scalar> Elastic<S> {
    fn at<T: Scalar>(&self, lift: impl Fn(S) -> T, along: T) -> Vec3<T> {
        let lifted = |x: Vec3<S>| Vec3(std::array::from_fn(|k| lift(x[k])));
        lifted(self.u[0]) + lifted(self.u[1]).scale(along) + Vec3::constant(self.curvature).scale(along * along * 0.5)
    }
}

/// The displacements and rates of the four stations of a flank around a place, computed once while a search stays between the same stations.
#[derive(Clone, Copy, Default)]
struct Stations {
    /// The first of them, once they are known.
    first: Option<usize>,
    u: [[f64; 3]; 4],
    rate: [[f64; 3]; 4],
}

impl Stations {
    /// The displacement at the fraction s of a flank of a wheel.
    fn at(
        &mut self,
        wheel: &FlankedWheel,
        place: &Place,
        which: usize,
        s: f64,
        amplitudes: [&[f64]; 2],
    ) -> Elastic<f64> {
        let mut found = Elastic { u: [Vec3::zero(); 2], curvature: Vec3::zero(), rate: [Vec3::zero(); 2] };
        if amplitudes[0].is_empty() {
            return found;
        }
        let weights = wheel.weights(s);
        let is_used = |k: usize| weights.values[k] != 0.0 || weights.slopes[k] != 0.0 || weights.curvatures[k] != 0.0;
        if self.first != Some(weights.first) {
            self.first = Some(weights.first);
            for k in 0..wheel.stations_from(weights.first) {
                let shapes = wheel.shapes(place.teeth[which], place.sides[which], place.plane, weights.first + k);
                let [u, rate] = amplitudes
                    .map(|numbers| shapes.iter().zip(numbers).fold(Vec3::zero(), |sum, (shape, x)| sum + *shape * *x));
                (self.u[k], self.rate[k]) = (u.0, rate.0);
            }
        }
        for k in (0..4).filter(|&k| is_used(k)) {
            let (u, rate) = (Vec3(self.u[k]), Vec3(self.rate[k]));
            found.u[0] += u * weights.values[k];
            found.u[1] += u * weights.slopes[k];
            found.curvature += u * weights.curvatures[k];
            found.rate[0] += rate * weights.values[k];
            found.rate[1] += rate * weights.slopes[k];
        }
        found
    }
}

impl Elastic<f64> {
    /// With partials from a place on; u' has those three places further on.
    pub fn seeded<D: Seeded>(&self, first: usize, weights: &Weights) -> Elastic<D> {
        let vector =
            |x: Vec3, first: usize, weight: f64| Vec3(std::array::from_fn(|i| D::seeded(x[i], first + i, weight)));
        Elastic {
            u: [vector(self.u[0], first, weights.position), vector(self.u[1], first + 3, weights.position)],
            curvature: self.curvature,
            rate: [vector(self.rate[0], first, weights.velocity), vector(self.rate[1], first + 3, weights.velocity)],
        }
    }
}

/// From the drawing of one wheel to that of the other: x ↦ turn x + shift.
pub(super) struct CarriedFlank {
    pub turn: Mat3,
    pub shift: Vec3,
}

impl CarriedFlank {
    pub fn new(from: &FlankedWheel, own: &Motion<f64>, to: &FlankedWheel, other: &Motion<f64>) -> Self {
        let back = to.axes.transpose() * other.at.r.transpose();
        let x = own.at.x + own.at.r * from.origin - other.at.x;
        CarriedFlank { turn: back * own.at.r * from.axes, shift: back * x - to.axes.transpose_times(to.origin) }
    }
}

/// The signs of the flanks: of the wheel with the point, and of the other one.
fn signs(place: &Place, curve: usize) -> [f64; 2] {
    [curve, 1 - curve].map(|wheel| SIDES[place.sides[wheel]])
}

/// The gap of a point x in the axes of the wheel's drawing, whose flank is displaced.
fn gap<T: Scalar>(
    wheel: &FlankedWheel,
    x: Vec3<T>,
    displaced: impl Fn(T) -> Vec3<T>,
    s: f64,
    tooth: i64,
    side: f64,
) -> Option<T> {
    let along = wheel.fraction_at(x) - T::constant(s);
    wheel.distance(x - displaced(along), tooth, side)
}

/// A number with first and second derivative.
type Second = Dual<1, Dual<1>>;

/// The gap at a point of a flank.
struct Along {
    /// g with two derivatives by the fraction s of the point.
    gap: [f64; 3],
    /// The fraction of the other flank.
    there: f64,
    elastic: [Elastic<f64>; 2],
}

/// The gap of the point s of the flank of the wheel `curve`, the first of the given ones.
fn gap_along(
    place: &Place,
    curve: usize,
    [own, other]: [&FlankedWheel; 2],
    carried: &CarriedFlank,
    s: f64,
    amplitudes: [[&[f64]; 2]; 2],
    stations: &mut [Stations; 2],
) -> Option<Along> {
    let (field, [side, opposite]) = (1 - curve, signs(place, curve));
    let elastic = stations[0].at(own, place, curve, s, amplitudes[0]);
    let seeded = Second { re: Dual { re: s, d: [1.0] }, d: [Dual { re: 1.0, d: [0.0] }] };
    let along = seeded - Second::constant(s);
    let x = own.point(seeded, own.planes[place.plane], place.teeth[curve], side) + elastic.at(Second::constant, along);
    let x: Vec3<Second> = carried.turn.times(x) + Vec3::constant(carried.shift);
    let there = other.fraction_at(Vec3(x.0.map(Scalar::value)));
    let displaced = stations[1].at(other, place, field, there, amplitudes[1]);
    let g = gap(other, x, |along| displaced.at(Second::constant, along), there, place.teeth[field], opposite)?;
    Some(Along { gap: [g.re.re, g.re.d[0], g.d[0].d[0]], there, elastic: [elastic, displaced] })
}

/// Finds where a pair of teeth touches in a slice; `start` is a guess on wheel 0. `None` if one is out of reach of the other.
pub(super) fn touch(
    place: Place,
    wheels: [&FlankedWheel; 2],
    carried: [&CarriedFlank; 2],
    start: f64,
    amplitudes: [[&[f64]; 2]; 2],
) -> Option<Touch> {
    let mut s = start.clamp(0.0, 1.0);
    let mut converged = false;
    let mut stations = [Stations::default(); 2];
    for _ in 0..MAX_ITERATIONS {
        let found = gap_along(&place, 0, wheels, carried[0], s, amplitudes, &mut stations)?;
        let Along { gap: [gap, slope, curvature], there, elastic } = found;
        let step = if curvature > 0.0 { -slope / curvature } else { -LONGEST_STEP * slope.signum() };
        if converged {
            if there > 1.0 {
                break;
            }
            let is_edge = (s >= 1.0 && step > 0.0) || (s <= 0.0 && step < 0.0) || curvature <= 0.0;
            let curvature = if is_edge { None } else { Some(curvature) };
            return Some(Touch { place, curve: 0, fractions: [s, there], curvature, gap, elastic });
        }
        let next = (s + step.clamp(-LONGEST_STEP, LONGEST_STEP)).clamp(0.0, 1.0);
        // The error after a step is of the order of its square.
        converged = (next - s).abs() < CONVERGED;
        s = next;
    }
    // The edge of wheel 1 against the flank of wheel 0.
    let (swapped, mut stations) = ([amplitudes[1], amplitudes[0]], [Stations::default(); 2]);
    let found = gap_along(&place, 1, [wheels[1], wheels[0]], carried[1], 1.0, swapped, &mut stations)?;
    let Along { gap: [gap, ..], there, elastic } = found;
    (there <= 1.0).then_some(Touch { place, curve: 1, fractions: [1.0, there], curvature: None, gap, elastic })
}

/// The equations of a touch: rows of the frames, then of u and u' of the point and of the other flank.
pub(super) struct Local<S> {
    pub rows: [Vec3<S>; LOCAL / 3],
    /// On the wheel of the point, in world axes, and where.
    pub force: Vec3<S>,
    pub at: Vec3<S>,
    pub normal: S,
    pub friction: S,
    pub stored: S,
    pub dissipated: S,
}

/// How far the deepest point moves along its flank with the unknowns: one step of Newton's method, whose value is zero. An edge stays where it is.
fn moved_along<S: Scalar>(
    touch: &Touch,
    [own, other]: [&FlankedWheel; 2],
    [frame, field]: [&Motion<S>; 2],
    [elastic, displaced]: [&Elastic<S>; 2],
) -> Option<S> {
    let Some(curvature) = touch.curvature else { return Some(S::zero()) };
    let Touch { place, curve, fractions: [s, there], .. } = *touch;
    let (z, [side, opposite]) = (own.planes[place.plane], signs(&place, curve));
    type T<S> = Dual<1, S>;
    let lift = |x: S| T { re: x, d: [S::zero()] };
    let seeded = T { re: S::constant(s), d: [S::one()] };
    let x = own.point(seeded, z, place.teeth[curve], side) + elastic.at(lift, seeded - T::constant(s));
    let arm = own.axes.times(x) + Vec3::constant(own.origin);
    let rotate = |r: &Mat3<S>, x: Vec3<T<S>>| -> Vec3<T<S>> {
        Vec3(std::array::from_fn(|i| (0..3).fold(T::zero(), |sum, j| sum + lift(r.0[i][j]) * x[j])))
    };
    let world = Vec3((frame.at.x - field.at.x).0.map(lift)) + rotate(&frame.at.r, arm);
    let x = other.axes.transpose().times(rotate(&field.at.r.transpose(), world) - Vec3::constant(other.origin));
    let g = gap(other, x, |along| displaced.at(lift, along), there, place.teeth[1 - curve], opposite)?;
    Some(-g.d[0] * (1.0 / curvature))
}

/// The gap of a point with its derivatives by the point and by the displacement of the flank.
fn gap_with_derivatives<S: Scalar>(
    wheel: &FlankedWheel,
    p: Vec3<S>,
    displaced: &Elastic<S>,
    there: f64,
    tooth: i64,
    side: f64,
) -> Option<Dual<6, S>> {
    let lift = |x: S| Dual { re: x, d: [S::zero(); 6] };
    let seed = |x: Vec3<S>, first: usize| {
        let one = |k: usize, i: usize| if i == first + k { S::one() } else { S::zero() };
        Vec3(std::array::from_fn(|k| Dual { re: x[k], d: std::array::from_fn(|i| one(k, i)) }))
    };
    let u = [seed(displaced.u[0], 3), Vec3(displaced.u[1].0.map(lift))];
    let moved = Elastic { u, curvature: displaced.curvature, rate: [Vec3::zero(); 2] };
    gap(wheel, seed(p, 0), |along| moved.at(|x| x, along), there, tooth, side)
}

/// What acts at a touch in a slice of a width; `None` if the flanks are apart.
pub(super) fn local<S: Scalar>(
    touch: &Touch,
    [own, other]: [&FlankedWheel; 2],
    [frame, field]: [&Motion<S>; 2],
    [elastic, displaced]: [&Elastic<S>; 2],
    law: &FlankLaw,
    width: f64,
) -> Option<Local<S>> {
    let Touch { place, curve, fractions: [s, there], .. } = *touch;
    let (z, [side, opposite_side]) = (own.planes[place.plane], signs(&place, curve));
    let (tooth, opposite) = (place.teeth[curve], place.teeth[1 - curve]);
    let along = moved_along(touch, [own, other], [frame, field], [elastic, displaced])?;
    let point = own.point(along + S::constant(s), z, tooth, side) + elastic.at(|x| x, along);
    let arm = own.axes.times(point) + Vec3::constant(own.origin);
    let x = frame.at.x + frame.at.r * arm;
    let other_arm = field.at.r.transpose_times(x - field.at.x);
    let p = other.axes.transpose().times(other_arm - Vec3::constant(other.origin));
    let g = gap_with_derivatives(other, p, displaced, there, opposite, opposite_side)?;
    if g.re.value() >= 0.0 {
        return None;
    }
    let [by_point, by_flank] = [0, 3].map(|first| Vec3(std::array::from_fn(|k| g.d[first + k])));
    let there_along = other.fraction_at(p) - S::constant(there);
    let rate = elastic.rate[0] + elastic.rate[1].scale(along);
    let other_rate = displaced.rate[0] + displaced.rate[1].scale(there_along);
    let v = frame.v + frame.at.r * (frame.w.cross(arm) + own.axes.times(rate)) - field.v;
    let back = field.at.r.transpose_times(v) - field.w.cross(other_arm);
    let p_rate = other.axes.transpose().times(back);
    let gap_rate = by_point.dot(p_rate) + by_flank.dot(other_rate);
    let normal = law.force(-g.re, -gap_rate) * width;
    let direction = by_point.scale(S::one() / by_point.norm());
    let relative = p_rate - other_rate;
    let slip = relative - direction.scale(direction.dot(relative));
    let square = slip.dot(slip);
    let speed = if square.value() == 0.0 { S::zero() } else { square.sqrt() };
    let resistance = law.friction.map_or(S::zero(), |law| law.resistance(speed) * normal);
    let friction = -slip.scale(resistance);
    let on_point = by_point.scale(normal) + friction;
    let inside = other.axes.times(on_point);
    let force = field.at.r * inside;
    let on_own = frame.at.r.transpose_times(force);
    let on_flank = own.axes.transpose().times(on_own);
    let on_other = by_flank.scale(normal) - friction;
    let elastic_force = -g.re * (law.stiffness * width);
    Some(Local {
        rows: [
            -force,
            -arm.cross(on_own),
            force,
            other_arm.cross(inside),
            -on_flank,
            -on_flank.scale(along),
            -on_other,
            -on_other.scale(there_along),
        ],
        force,
        at: x,
        normal,
        friction: resistance * speed,
        stored: g.re * g.re * (0.5 * law.stiffness * width),
        dissipated: (elastic_force - normal) * gap_rate + resistance * square,
    })
}
