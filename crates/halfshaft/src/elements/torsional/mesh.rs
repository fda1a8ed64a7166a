//! Elastic gear mesh with lash.

use super::lossy::{BEARING_FRICTION, DISSIPATION, EFFICIENCY, LOCKED, Lossy, Teeth};
use super::stage::{CARRIER, RATIO};
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::SpringLaw;
use crate::math::{Dual, Scalar};
use crate::system::{At, Condition, Element, Energy, Residual, ScalarId, ScalarMotion};

/// Two gears with elastic teeth and lash between their flanks, on an optional carrier.
///
/// ```text
/// x = r [(φ_A − φ_C) − i (φ_B − φ_C)]
/// F = k (x ∓ b/2) + d ẋ   on the drive flank (−) or the coast flank (+),     F = 0 between them
/// torques on A, B, C:  −F r, i F r, (1 − i) F r
/// ```
///
/// Positive x loads the drive flank. Tooth forces are never tensile: a flank separates when its force has decreased to
/// zero, which with damping is before the spring is relaxed, and makes contact when x reaches it. Both are events. At b
/// = 0 the mesh is linear. Crowther & Zhang 2005, eqs. 14-18; the signs of their 17 and 18 are reversed, eq. 29 agrees
/// with the above.
pub struct Mesh {
    /// A and B.
    pub between: [ScalarId; 2],
    /// C.
    pub carrier: ScalarId,
    /// i = speed of A/speed of B, relative to the carrier.
    pub ratio: f64,
    /// r, the base radius of A in metres.
    pub radius: f64,
    /// k in N/m and d in N s/m along the line of action.
    pub law: SpringLaw,
    /// b, from flank to flank along the line of action, in metres.
    pub lash: f64,
    /// Whether there is a coast flank.
    pub two_sided: bool,
    /// The initial mode.
    pub start: usize,
}

const DRIVE: usize = 0;
const FREE: usize = 1;
const COAST: usize = 2;

/// `[[driveline]]` with `type = "mesh"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("mesh"),
    summary: "An elastic gear mesh with lash: teeth that yield, part and strike.",
    keys: &[
        BETWEEN,
        RATIO,
        CARRIER,
        Key::required("radius", Form::Number(Quantity::LENGTH), "base radius of A").within(Range::Positive),
        Key::required(
            "stiffness",
            Form::Number(Quantity::STIFFNESS),
            "tooth force for each deflection along the line of action",
        )
        .within(Range::Positive),
        Key::with_default(
            "damping",
            Form::Number(Quantity::DAMPING),
            "0",
            "tooth force for each speed of deflection, in contact only",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "lash",
            Form::Number(Quantity::LENGTH),
            "0",
            "play from flank to flank along the line of action",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "flanks",
            Form::Choice(&["both", "drive"]),
            "\"both\"",
            "whether the teeth meet on both flanks, or A can only drive B",
        ),
        EFFICIENCY,
        BEARING_FRICTION,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel {
        name: "deflection",
        quantity: Quantity::LENGTH,
        meaning: "how far A is ahead of B along the line of action, from the middle of the lash",
    },
    Channel { name: "deflection_rate", quantity: Quantity::VELOCITY, meaning: "rate of the deflection" },
    Channel { name: "force", quantity: Quantity::FORCE, meaning: "tooth force, positive on the drive flank" },
    Channel { name: "torque_a", quantity: Quantity::TORQUE, meaning: "torque on A" },
    Channel { name: "torque_b", quantity: Quantity::TORQUE, meaning: "torque on B" },
    Channel { name: "torque_carrier", quantity: Quantity::TORQUE, meaning: "torque on the carrier, or on the housing" },
    Channel {
        name: "flank",
        quantity: Quantity::NUMBER,
        meaning: "1 on the drive flank, −1 on the coast flank, 0 between them",
    },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    DISSIPATION,
    LOCKED,
];

impl Mesh {
    /// The mode of teeth with this deflection.
    pub fn mode_at(deflection: f64, lash: f64, two_sided: bool) -> usize {
        if lash == 0.0 && two_sided || deflection > 0.5 * lash {
            DRIVE
        } else if two_sided && deflection < -0.5 * lash {
            COAST
        } else {
            FREE
        }
    }

    /// x and ẋ.
    fn deflection<S: Scalar>(&self, shafts: &[ScalarMotion<S>]) -> [S; 2] {
        let [a, b, c] = [&shafts[0], &shafts[1], &shafts[2]];
        [[a.q, b.q, c.q], [a.v, b.v, c.v]].map(|[a, b, c]| ((a - c) - (b - c) * self.ratio) * self.radius)
    }

    /// Deflection of a flank.
    fn beyond<S: Scalar>(&self, mode: usize, x: S) -> S {
        let flank = if mode == DRIVE { 0.5 } else { -0.5 } * self.lash;
        x - S::constant(flank)
    }

    /// The tooth force in a mode.
    fn force<S: Scalar>(&self, mode: usize, [x, rate]: [S; 2]) -> S {
        if mode == FREE { S::zero() } else { self.law.effort(self.beyond(mode, x), rate) }
    }

    fn linear(&self) -> bool {
        self.lash == 0.0 && self.two_sided
    }

    fn torques<S: Scalar>(&self, force: S) -> [S; 3] {
        let torque = force * self.radius;
        [-torque, torque * self.ratio, torque * (1.0 - self.ratio)]
    }
}

impl Element for Mesh {
    type Tangent = Dual<4>;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const MODES: &'static [&'static str] = &["drive flank", "between the flanks", "coast flank"];
    const EVENT_FUNCTIONS: usize = 2;
    const ELASTIC: bool = true;
    const HAS_CONDITION: bool = true;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.between[0], self.between[1], self.carrier]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let force = self.force(at.mode, self.deflection(at.scalars));
        for (k, torque) in self.torques(force).into_iter().enumerate() {
            r.scalar(k, -torque);
        }
    }

    fn start(&self, _memory: &mut [f64]) -> usize {
        self.start
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        let motion = self.deflection(at.scalars);
        match at.mode {
            _ if self.linear() => {}
            DRIVE => out[0] = self.force(DRIVE, motion),
            COAST => out[0] = -self.force(COAST, motion),
            _ => {
                // A flank makes contact when x reaches it, unless it still recovers from the last contact more slowly.
                let stiffness = self.law.stiffness(0.0);
                out[0] = (-self.beyond(DRIVE, motion[0])).max(-self.force(DRIVE, motion) / stiffness);
                if self.two_sided {
                    out[1] = self.beyond(COAST, motion[0]).max(self.force(COAST, motion) / stiffness);
                }
            }
        }
    }

    fn switch(&self, at: &At<f64>, event: usize, _memory: &mut [f64]) -> usize {
        match (at.mode, event) {
            (FREE, 0) => DRIVE,
            (FREE, _) => COAST,
            _ => FREE,
        }
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        let depth = if at.mode == FREE { 0.0 } else { self.beyond(at.mode, self.deflection(at.scalars)[0]).abs() };
        Condition { open: at.mode == FREE, indentation: depth / self.radius, ..Condition::default() }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        if at.mode == FREE {
            return Energy::default();
        }
        let [x, rate] = self.deflection(at.scalars);
        let potential = self.law.stored(self.beyond(at.mode, x));
        Energy { potential, dissipated: self.law.dissipated(rate), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let motion = self.deflection(at.scalars);
        let force = self.force(at.mode, motion);
        let ([a, b, c], energy) = (self.torques(force), self.energy(at));
        let flank = match at.mode {
            _ if self.linear() => {
                if force < 0.0 {
                    -1.0
                } else {
                    1.0
                }
            }
            DRIVE => 1.0,
            COAST => -1.0,
            _ => 0.0,
        };
        out.copy_from_slice(&[motion[0], motion[1], force, a, b, c, flank, energy.potential, energy.dissipated, 0.0]);
    }
}

impl Teeth for Mesh {
    const MODES_WITH_LOSSES: &'static [&'static str] = &[
        "drive flank, turning",
        "drive flank, turning backward",
        "drive flank, locked",
        "between the flanks, turning",
        "between the flanks, turning backward",
        "between the flanks, locked",
        "coast flank, turning",
        "coast flank, turning backward",
        "coast flank, locked",
    ];
    const LOSS_CHANNELS: [usize; 4] = [3, 5, 8, 9];

    fn transmitted<S: Scalar>(&self, at: &At<S>) -> S {
        self.force(at.mode, self.deflection(at.scalars)) * self.radius
    }
}

addable!(Mesh, Lossy<Mesh>);

/// For the generic check.
pub(crate) fn specimen([a, b, carrier]: [ScalarId; 3], two_sided: bool) -> Mesh {
    let law = SpringLaw::linear(3.0, 0.2);
    Mesh { between: [a, b], carrier, ratio: -1.7, radius: 0.6, law, lash: 0.3, two_sided, start: FREE }
}

examined!(KIND => on_shafts(|shafts| specimen(shafts, true)));

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(damping: f64) -> Mesh {
        let law = SpringLaw::linear(100.0, damping);
        let g = ScalarId::GROUND;
        Mesh { between: [g, g], carrier: g, ratio: 2.0, radius: 0.5, law, lash: 0.2, two_sided: true, start: FREE }
    }

    /// The first event function with A at this angle and speed, and everything else at rest.
    fn event(mesh: &Mesh, mode: usize, q: f64, v: f64) -> f64 {
        let (moving, still) = (ScalarMotion { q, v, dv: 0.0 }, ScalarMotion { q: 0.0, v: 0.0, dv: 0.0 });
        let scalars = [moving, still, still];
        let mut out = [f64::INFINITY; 2];
        mesh.event_functions(
            &At { time: 0.0, nodes: &[], scalars: &scalars, multipliers: &[], memory: &[], mode },
            &mut out,
        );
        out[0]
    }

    #[test]
    fn lash_carries_no_force_between_the_flanks() {
        assert_eq!(mesh(0.0).force(FREE, [0.05, 3.0]), 0.0);
        assert!((mesh(0.0).force(DRIVE, [0.15, 3.0]) - 5.0).abs() < 1e-12);
        assert!((mesh(0.0).force(COAST, [-0.15, 3.0]) + 5.0).abs() < 1e-12);
    }

    #[test]
    fn a_damped_flank_is_left_before_its_spring_is_at_rest_and_not_met_again_at_once() {
        // 1 mm beyond the flank and separating at 0.2 m/s: F = 100·0.001 − 1·0.2 < 0.
        let mesh = mesh(1.0);
        assert!(event(&mesh, DRIVE, 0.202, -0.4) < 0.0 && event(&mesh, FREE, 0.202, -0.4) > 0.0);
        assert!(event(&mesh, FREE, 0.202, 0.4) < 0.0, "coming back, it is met");
    }
}
