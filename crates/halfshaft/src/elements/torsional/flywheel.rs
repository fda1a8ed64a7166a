//! Dual-mass flywheel.

use super::spring::{CHANNELS, StagedSpring};
use super::{BETWEEN, SECTION};
use crate::describe::{Form, Key, Kind, Quantity, Range};
use crate::elements::Inertia;
use crate::system::{AddTo, ScalarId, SystemBuilder};

/// Two flywheels with arc springs between them, which are guided in a channel of the primary one (A).
///
/// ```text
/// J_A, J_B     on the two shafts
/// s(φ)         zero up to the free angle in both directions, then stages of increasing stiffness
/// H(ω)         = H₀ + ½ μ m r² ω²,   k_f = 3 k
/// ```
///
/// The friction is that of an elastic rod in a groove. At the radius r a rod of mass m, distributed over its arc,
/// presses outward with m r ω² in total, and each piece of it resists with its part of T = μ m r² ω². One end rests
/// against the primary, the other is displaced by φ. The internal torque decreases by T along the rod if all of it
/// slides: its mean is that of the spring, kφ, so the displaced end feels kφ + T/2. Hence H = T/2. When the twist
/// reverses, a sliding front travels along the rod from the displaced end and reaches the other end after 2 H/k;
/// meanwhile the torque changes by 2 (2 k H Δφ)^½. The slider of one piece, with a spring k_f, changes it by (k + k_f)
/// Δφ up to the same 2 H. Both loops have the same area, 4 H (Φ − H/(3 k)) for an amplitude Φ, if k_f = 3 k.
///
/// Not included: the outward pressure due to the spring force itself, whose direction changes along the arc; and the
/// separation from the flange of springs that friction holds compressed, so that here friction also acts in the free
/// angle.
pub struct DualMassFlywheel {
    /// Primary and secondary shaft.
    pub between: [ScalarId; 2],
    /// J_A and J_B, in kg m².
    pub inertias: [f64; 2],
    /// The springs between them.
    pub springs: ArcSprings,
    /// d, in N m s/rad.
    pub damping: f64,
    /// φ₀, initially.
    pub start: f64,
}

/// Arc springs and their friction.
pub struct ArcSprings {
    /// Free play in each direction, in rad.
    pub free_angle: f64,
    /// The angle beyond the free play at which each stage begins, in rad, and its stiffness in N m/rad.
    pub stages: Vec<[f64; 2]>,
    /// H₀, in N m.
    pub friction: f64,
    /// μ.
    pub coefficient: f64,
    /// m, the total mass of the springs, in kg.
    pub mass: f64,
    /// r, in m.
    pub radius: f64,
}

impl ArcSprings {
    /// Torque over twist, the same for drive and coast: its kinks, and a point on each last stage.
    fn points(&self) -> Vec<[f64; 2]> {
        let mut drive = Vec::with_capacity(self.stages.len() + 1);
        let mut torque = 0.0;
        for (i, &[begin, stiffness]) in self.stages.iter().enumerate() {
            drive.push([self.free_angle + begin, torque]);
            // The last stage is unlimited.
            let end = self.stages.get(i + 1).map_or(begin + 1.0, |next| next[0]);
            torque += stiffness * (end - begin);
            if i + 1 == self.stages.len() {
                drive.push([self.free_angle + end, torque]);
            }
        }
        let coast = drive.iter().rev().map(|[angle, torque]| [-angle, -torque]);
        // Without free play both sides begin at one point.
        coast.filter(|[angle, _]| *angle < 0.0).chain(drive.iter().copied()).collect()
    }

    /// c of H = H₀ + c ω².
    fn centrifugal(&self) -> f64 {
        0.5 * self.coefficient * self.mass * self.radius.powi(2)
    }
}

impl DualMassFlywheel {
    fn between_them(&self) -> StagedSpring {
        let law = StagedSpring::law(&self.springs.points(), self.damping);
        StagedSpring {
            between: self.between,
            law: law.expect("stages begin at increasing twists"),
            friction: self.springs.friction,
            centrifugal: self.springs.centrifugal(),
            holding_stiffness: 3.0 * self.springs.stages.first().map_or(1.0, |first| first[1]),
            start: self.start,
        }
    }
}

impl AddTo for DualMassFlywheel {
    /// The springs have the name of the whole flywheel.
    fn add_to(self, builder: &mut SystemBuilder, name: &str) {
        for ((shaft, inertia), which) in self.between.into_iter().zip(self.inertias).zip(["primary", "secondary"]) {
            Inertia { shaft, inertia }.add_to(builder, &format!("{name} {which}"));
        }
        self.between_them().add_to(builder, name);
    }
}

/// `[[driveline]]` with `type = "dual_mass_flywheel"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("dual_mass_flywheel"),
    summary: "A dual-mass flywheel: inertias on the primary shaft A and the secondary shaft B, and arc springs between them whose friction grows with the speed of A.",
    keys: &[
        BETWEEN,
        Key::required(
            "inertias",
            Form::Pair(&Form::Number(Quantity::INERTIA)),
            "inertia of the primary and of the secondary flywheel, beside what the shafts have",
        )
        .within(Range::NonNegative),
        Key::required(
            "stages",
            Form::Curve(Quantity::ANGLE, Quantity::ROTATIONAL_STIFFNESS),
            "twist beyond the free angle at which each stage begins, the first at 0, and its stiffness; for drive and coast",
        ),
        Key::with_default("free_angle", Form::Number(Quantity::ANGLE), "0", "free play either way")
            .within(Range::NonNegative),
        Key::with_default("damping", Form::Number(Quantity::ROTATIONAL_DAMPING), "0", "torque for each speed of twist")
            .within(Range::NonNegative),
        Key::with_default("friction", Form::Number(Quantity::TORQUE), "0", "torque of the dry friction at rest")
            .within(Range::NonNegative),
        Key::with_default(
            "friction_coefficient",
            Form::Number(Quantity::NUMBER),
            "0",
            "friction of the arc springs in their channel",
        )
        .within(Range::NonNegative),
        Key::with_default("spring_mass", Form::Number(Quantity::MASS), "0", "mass of all arc springs")
            .within(Range::NonNegative),
        Key::with_default("spring_radius", Form::Number(Quantity::LENGTH), "0", "radius of the arc on which they lie")
            .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

/// For the generic check, which already covers inertias.
#[cfg(test)]
fn specimen(between: [ScalarId; 2]) -> StagedSpring {
    whole_specimen(between).between_them()
}

#[cfg(test)]
fn whole_specimen(between: [ScalarId; 2]) -> DualMassFlywheel {
    // One stage without free play: the check takes differences, which must not cross kinks.
    let springs = ArcSprings {
        free_angle: 0.0,
        stages: vec![[0.0, 1.5]],
        friction: 0.4,
        coefficient: 0.2,
        mass: 0.6,
        radius: 0.9,
    };
    DualMassFlywheel { between, inertias: [0.7, 0.4], springs, damping: 0.1, start: 0.1 }
}

examined!(KIND => on_shafts(specimen));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_stand_on_both_sides_of_the_free_play() {
        let mut springs = whole_specimen([ScalarId::GROUND; 2]).springs;
        springs.stages = vec![[0.0, 100.0], [0.5, 300.0]];
        springs.free_angle = 0.1;
        let expected = [[-1.6, -350.0], [-0.6, -50.0], [-0.1, 0.0], [0.1, 0.0], [0.6, 50.0], [1.6, 350.0]];
        let points = springs.points();
        assert_eq!(points.len(), expected.len());
        for (point, expected) in points.iter().zip(expected) {
            assert!((0..2).all(|k| (point[k] - expected[k]).abs() < 1e-12), "{points:?}");
        }
        springs.free_angle = 0.0;
        assert_eq!(springs.points().len(), 5);
    }

    #[test]
    fn a_slider_of_three_times_the_stiffness_has_the_loop_of_a_rod_that_slides_piece_by_piece() {
        let (k, all, swing, pieces, steps) = (2.0, 1.2, 1.0, 40, 200);
        let mut rod = Rod { stiffness: k * f64::from(pieces), friction: all / f64::from(pieces), at: vec![0.0; 40] };
        // Loading once, then a full loop of unloading and loading.
        let way = |step: i32| match f64::from(step) / f64::from(steps) {
            part if part <= 1.0 => swing * part,
            part if part <= 2.0 => swing * (3.0 - 2.0 * part),
            part => swing * (2.0 * part - 5.0),
        };
        let loop_of_torque: Vec<[f64; 2]> = (0..=3 * steps).map(|step| [way(step), rod.moved_to(way(step))]).collect();
        let area: f64 = loop_of_torque[steps as usize..]
            .windows(2)
            .map(|pair| 0.5 * (pair[0][1] + pair[1][1]) * (pair[1][0] - pair[0][0]))
            .sum();
        let half = 0.5 * all;
        let expected = 4.0 * half * (swing - half / (3.0 * k));
        // Forty pieces and steps of 1/100 of the amplitude: second-order errors in both. With k_f = 2 k it would be 5 %
        // less.
        assert!((area - expected).abs() < 2e-3 * expected, "{area} for {expected}");
    }

    /// Pieces with dry friction each, with springs between them and to both ends.
    struct Rod {
        stiffness: f64,
        friction: f64,
        at: Vec<f64>,
    }

    impl Rod {
        /// The torque at the displaced end, after all pieces have followed as far as friction allows.
        fn moved_to(&mut self, end: f64) -> f64 {
            let (k, last) = (self.stiffness, self.at.len() - 1);
            loop {
                let mut most = 0.0_f64;
                for i in 0..=last {
                    // The springs at the ends have half the length.
                    let [left, on_left] = if i == 0 { [2.0 * k, end] } else { [k, self.at[i - 1]] };
                    let [right, on_right] = if i == last { [2.0 * k, 0.0] } else { [k, self.at[i + 1]] };
                    let pull = left * (on_left - self.at[i]) + right * (on_right - self.at[i]);
                    let change = (pull - pull.clamp(-self.friction, self.friction)) / (left + right);
                    self.at[i] += change;
                    most = most.max(change.abs());
                }
                if most < 1e-10 {
                    return 2.0 * k * (end - self.at[0]);
                }
            }
        }
    }
}
