//! How many steps an impact of two surfaces takes.
//!
//! Error control alone steps over an impact: for a step that is long compared with the contact, the force that stops a body is that of a spring so stiff that its errors restore themselves.
//! A contact of surfaces therefore remembers the velocities of its nodes at the last accepted step, and for each point the speed at which it closed. A step is too long if it changes the mean rate of the
//! gap by too much of the mean speed of impact V:
//!
//! ```text
//! STEPS (1 + (KINK − 1) s) |Σ A (ġ − ġ₀)| / (Σ A V) ≤ 1
//! ```
//!
//! summed over the points that touch at either end of the step; ġ₀ is the rate by the velocities at its start, and s the share of points that close or open in it, whose forces act over the wrong part of the step. This is the rule
//! of contacts of rigid bodies in a point ([`super::super::impact`]) for the mean of many: no point of more than [`POINTS`] shortens a step by itself. Contact that has lasted for [`SETTLED`] steps without points that close is
//! vibration of elastic bodies, and left to error control. With ρ∞ = 0 the rule does not apply: such a scheme is chosen because vibrations do not matter, and the washers of a differential, which close at some mm/s and chatter for
//! microseconds, would take a thousand times as many steps.

use crate::math::Vec3;

/// Minimum number of steps over the change of the gap's rate by the speed of impact.
const STEPS: f64 = 24.0;
/// Factor for points that close or open.
const KINK: f64 = 8.0;
/// The points that touch count for at least this many of the surface.
const POINTS: f64 = 32.0;
/// Smallest speed of impact, in m/s.
const SPEED_FLOOR: f64 = 1e-3;
/// Accepted steps after which a contact is no impact any more.
const SETTLED: f64 = 64.0;
/// A contact is an impact again if this share of its points closes in a step.
const CLOSING_SHARE: f64 = 1.0 / 32.0;
/// A point that ends a step this close to the other surface, relative to the distance it would have travelled in it, may have touched: the tolerance of Newton's method in a step that is far too long leaves a hundredth of it.
/// A point that only passes by does no harm, because the rate of its gap does not change.
const NEAR: f64 = 0.1;
/// Mark of a point that touches and did so from rest.
const FROM_STANDSTILL: f64 = f64::MIN_POSITIVE;

/// Places in the memory of a contact: time of the last step, steps since points closed; then velocities, then the speeds at which points closed.
const TIME: usize = 0;
const AGE: usize = 1;
pub(super) const VELOCITIES: usize = 2;

/// A point at the end of a step.
#[derive(Clone, Copy)]
pub(super) struct Approaching {
    /// Undeformed area.
    pub area: f64,
    pub gap: f64,
    /// Rate of the gap.
    pub rate: f64,
    /// The same by the velocities at the start of the step.
    pub rate_before: f64,
    /// Where its speed is remembered, counted from the first point.
    pub slot: usize,
}

/// The rates of a gap along a normal by the velocities at both ends of a step, each at the end first: of the point, and of the nodes of the face below with their shape functions.
pub(super) fn gap_rates(normal: Vec3, point: [Vec3; 2], face: impl Iterator<Item = (f64, [Vec3; 2])>) -> [f64; 2] {
    let relative = face.fold(point, |[u, before], (n, [w, w_before])| [u - w * n, before - w_before * n]);
    relative.map(|u| normal.dot(u))
}

/// Sums over the points of a contact at the end of a step.
pub(super) struct ImpactSums<'a> {
    speeds: &'a [f64],
    age: f64,
    step: f64,
    least_area: f64,
    touching: f64,
    switching: f64,
    change: f64,
    impact: f64,
}

/// The number of numbers that a contact remembers, with velocities of so many numbers and so many slots of points.
pub(super) fn memory(velocities: usize, slots: usize) -> usize {
    VELOCITIES + velocities + slots
}

/// Sets the memory at the start: nothing before it is an impact.
pub(super) fn start(memory: &mut [f64]) {
    memory.fill(0.0);
    (memory[TIME], memory[AGE]) = (f64::NEG_INFINITY, SETTLED);
}

impl<'a> ImpactSums<'a> {
    /// For a state at a time, by the memory of a contact with so many numbers of velocities. `area` and `points`: of the whole surface.
    pub fn new(memory: &'a [f64], velocities: usize, time: f64, area: f64, points: usize) -> Self {
        let step = time - memory[TIME];
        ImpactSums {
            speeds: &memory[VELOCITIES + velocities..],
            age: memory[AGE],
            // Nothing was remembered before the first step.
            step: if step.is_finite() { step } else { 0.0 },
            least_area: area * (POINTS / points.max(1) as f64).min(1.0),
            touching: 0.0,
            switching: 0.0,
            change: 0.0,
            impact: 0.0,
        }
    }

    /// Adds a point.
    pub fn add(&mut self, point: &Approaching) {
        let Approaching { area, gap, rate, rate_before, slot } = *point;
        let remembered = self.speeds[slot];
        let near = NEAR * rate_before.abs() * self.step;
        let (touched, touches) = (remembered > 0.0, gap < near);
        if !(touched || touches) {
            return;
        }
        self.touching += area;
        self.switching += if touched != touches { area } else { 0.0 };
        self.change += area * (rate - rate_before);
        self.impact += area * if touched { remembered } else { (-rate_before).max(0.0) };
    }

    /// The share of the touching area that closes or opens.
    fn switching_share(&self) -> f64 {
        self.switching / self.touching.max(self.least_area)
    }

    fn speed(&self) -> f64 {
        (self.impact / self.touching).max(SPEED_FLOOR)
    }

    /// The length of the step relative to the longest one that resolves the impact; zero if there is none.
    pub fn step_size_ratio(&self) -> f64 {
        let share = self.switching_share();
        if self.touching <= 0.0 || self.step <= 0.0 || self.age >= SETTLED && share < CLOSING_SHARE {
            return 0.0;
        }
        let area = self.touching.max(self.least_area);
        STEPS * (1.0 + (KINK - 1.0) * share) * self.change.abs() / (area * self.speed())
    }
}

/// Updates the memory of a contact after a step to a time: the points passed by `each`, and the velocities of its nodes.
pub(super) fn commit(
    memory: &mut [f64],
    velocities: impl ExactSizeIterator<Item = f64>,
    time: f64,
    mut sums: ImpactSums,
    each: impl FnOnce(&mut dyn FnMut(&Approaching)),
) {
    let (head, speeds) = memory.split_at_mut(VELOCITIES + velocities.len());
    speeds.fill(0.0);
    each(&mut |point| {
        sums.add(point);
        if point.gap < 0.0 {
            let before = sums.speeds[point.slot];
            let closing = if sums.step > 0.0 { (-point.rate_before).max(FROM_STANDSTILL) } else { FROM_STANDSTILL };
            let own = &mut speeds[point.slot];
            *own = own.max(if before > 0.0 { before } else { closing });
        }
    });
    if sums.step > 0.0 {
        let struck = sums.switching_share() >= CLOSING_SHARE && sums.speed() > SPEED_FLOOR;
        head[AGE] = if struck { 0.0 } else { (sums.age + 1.0).min(SETTLED) };
    }
    head[TIME] = time;
    head[VELOCITIES..].iter_mut().zip(velocities).for_each(|(to, v)| *to = v);
}
