//! Where the flanks of a pair of teeth touch first, and how far apart they are.

use crate::gear::{Geometry, Modification, Tooth};

/// Points of a flank that are searched for the smallest gap.
const SAMPLES: usize = 48;
/// The smallest radius of curvature over the module: an involute has none at its base circle.
const LEAST_RADIUS: f64 = 0.05;
/// Iterations of bisections and of the search between samples: below a nanometre.
const ITERATIONS: usize = 40;

/// Two wheels in the transverse section, of which wheel 1 turns counterclockwise and pushes with the flanks at positive angles.
///
/// The place of a pair of teeth is the roll angle ξ = tan α of the contact point of its ideal flanks on wheel 1. The axes of wheel 2
/// are turned by half a turn (external) or mirrored (internal), so that its flanks in contact are at positive angles too; a pair
/// further ahead is then at a smaller angle. Wheel 2 stands, and the gap of a pair is the rotation of wheel 1 up to contact, times
/// its base radius: so it is zero on the path of contact, and before and after it, where an edge touches a flank, it is exact.
pub struct Kinematics<'a> {
    /// The teeth; both with the helix angle that they have in these axes.
    pub teeth: [&'a Tooth; 2],
    /// What is taken off the flanks.
    pub modifications: [Modification; 2],
    /// Centre distance.
    pub distance: f64,
    /// α_w in the transverse section.
    pub pressure_angle: f64,
}

/// The smallest gap between two flanks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlankContact {
    /// Along the line of action in the transverse section, in metres; negative if the flanks overlap.
    pub gap: f64,
    /// Fractions of the length of both involutes from the form circle to the tip.
    pub fractions: [f64; 2],
    /// Radius of relative curvature in the transverse section.
    pub curvature_radius: f64,
}

/// Place across the face from −1 to 1, and whether the teeth are those with pitch deviations.
#[derive(Clone, Copy, Debug)]
pub struct FacePlace {
    /// From −1 to 1.
    pub across: f64,
    /// Whether this is the pair in the middle.
    pub middle: bool,
}

impl Kinematics<'_> {
    /// The kinematics of a pair at its working distance.
    pub fn new<'a>(teeth: [&'a Tooth; 2], modifications: [Modification; 2], geometry: &Geometry) -> Kinematics<'a> {
        Kinematics {
            teeth,
            modifications,
            distance: geometry.centre_distance,
            pressure_angle: geometry.working_pressure_angle,
        }
    }

    fn is_internal(&self) -> bool {
        self.teeth[1].drawing.internal
    }

    /// ξ of wheel 2 where that of wheel 1 is given.
    fn roll_of_second(&self, roll: f64) -> f64 {
        let [a, b] = self.teeth.map(|tooth| tooth.base_radius);
        let between = self.distance * self.pressure_angle.sin();
        if self.is_internal() { (a * roll + between) / b } else { (between - a * roll) / b }
    }

    /// ξ at which contact begins and ends: at the tip of wheel 2, and at that of wheel 1.
    pub fn path(&self) -> [f64; 2] {
        let [a, b] = self.teeth;
        let between = self.distance * self.pressure_angle.sin();
        let reach = b.base_radius * b.roll(b.drawing.tip_radius);
        let start = if self.is_internal() { reach - between } else { between - reach };
        [start / a.base_radius, a.roll(a.drawing.tip_radius)]
    }

    /// What is taken off a flank at a radius.
    fn taken_off(&self, wheel: usize, radius: f64, place: FacePlace) -> f64 {
        let tooth = self.teeth[wheel];
        let along = |other: f64| tooth.base_radius * (tooth.roll(radius) - tooth.roll(other)).abs();
        let [tip, form] = [along(tooth.drawing.tip_radius), along(tooth.form_radius)];
        self.modifications[wheel].at(tip, form, place.across, place.middle) / tooth.base_helix_angle.cos()
    }

    /// The point of wheel 2's flank at a radius, in polar coordinates about wheel 1.
    fn polar_about_first(&self, radius: f64, roll: f64) -> [f64; 2] {
        let (tooth, second) = (self.teeth[1], self.roll_of_second(roll));
        let side = if self.is_internal() { 1.0 } else { -1.0 };
        let middle = side * self.pressure_angle - tooth.base_half_angle() - side * second;
        let (sine, cosine) = (middle + tooth.half_angle(radius)).sin_cos();
        let x = if self.is_internal() { radius * cosine - self.distance } else { self.distance - radius * cosine };
        let y = -radius * sine;
        [x.hypot(y), y.atan2(x)]
    }

    /// The contact of a pair whose ideal place is `roll`; `None` if wheel 2's flank is out of reach of wheel 1's teeth.
    pub fn contact(&self, roll: f64, place: FacePlace) -> Option<FlankContact> {
        let [first, second] = self.teeth;
        let middle = roll - self.pressure_angle - first.base_half_angle();
        let gap = |fraction: f64| {
            let radius = second.flank(fraction)[0];
            let [own, angle] = self.polar_about_first(radius, roll);
            let apart = first.base_radius * (angle - middle - first.half_angle(own));
            apart + self.taken_off(0, own, place) + self.taken_off(1, radius, place)
        };
        let beyond =
            |fraction: f64| self.polar_about_first(second.flank(fraction)[0], roll)[0] - first.drawing.tip_radius;
        // The part of wheel 2's flank inside the tip circle of wheel 1 ends at its own tip.
        if beyond(1.0) > 0.0 {
            return None;
        }
        let mut start = 0.0;
        if beyond(0.0) > 0.0 {
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..ITERATIONS {
                let middle = 0.5 * (low + high);
                if beyond(middle) > 0.0 { low = middle } else { high = middle }
            }
            start = high;
        }
        let at = |k: f64| start + (1.0 - start) * k / SAMPLES as f64;
        let best = (0..=SAMPLES).map(|k| (k, gap(at(k as f64)))).min_by(|a, b| a.1.total_cmp(&b.1))?.0 as f64;
        let (mut low, mut high) = (at((best - 1.0).max(0.0)), at((best + 1.0).min(SAMPLES as f64)));
        // Golden section.
        const PART: f64 = 0.381_966_011_250_105;
        for _ in 0..ITERATIONS {
            let [a, b] = [low + PART * (high - low), high - PART * (high - low)];
            if gap(a) < gap(b) { high = b } else { low = a }
        }
        let candidates = [low, 0.5 * (low + high), high, at(best)];
        let fraction = candidates.into_iter().min_by(|a, b| gap(*a).total_cmp(&gap(*b)))?;
        let radius = second.flank(fraction)[0];
        let own = self.polar_about_first(radius, roll)[0];
        let least = LEAST_RADIUS * first.drawing.module;
        let radii =
            [first.base_radius * first.roll(own), second.base_radius * second.roll(radius)].map(|r| r.max(least));
        let difference = if self.is_internal() { radii[1] - radii[0] } else { radii[1] + radii[0] };
        Some(FlankContact {
            gap: gap(fraction),
            fractions: [first.fraction(own), fraction],
            curvature_radius: radii[0] * radii[1] / difference.max(1e-3 * radii[1]),
        })
    }
}
