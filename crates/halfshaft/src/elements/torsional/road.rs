//! Tyre and road.

use super::SECTION;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A tyre between the shaft of its wheel and the vehicle, with transient slip.
///
/// ```text
/// σ ṡ + |v| s = r ω − v,     F = μ N tanh(C s/(μ N)),     v = r φ̇_V
/// torque on the wheel −r F, on the vehicle r F
/// ```
///
/// The vehicle is a shaft that rotates like a wheel without slip: its inertia is its mass times r². s is the transient
/// slip: at speed it follows the slip within the relaxation length σ, at rest it is a spring of stiffness C/σ, so the
/// tyre needs no special case there. Pacejka, Tyre and Vehicle Dynamics, section 7.2 (transient slip).
pub struct Tyre {
    /// The wheel and the vehicle.
    pub between: [ScalarId; 2],
    /// s, a first-order unknown.
    pub slip: ScalarId,
    /// r, in metres.
    pub radius: f64,
    /// C, in newtons per unit of slip.
    pub slip_stiffness: f64,
    /// μ N, in newtons.
    pub grip: f64,
    /// σ, in metres.
    pub relaxation_length: f64,
}

/// `[[driveline]]` with `type = "tyre"` in a model file.
pub const TYRE: Kind = Kind {
    section: SECTION,
    type_name: Some("tyre"),
    summary: "A tyre with slip and relaxation between a wheel and the vehicle, which is an inertia of mass times radius squared.",
    keys: &[
        Key::required("wheel", Form::Shaft, "the wheel"),
        Key::required("vehicle", Form::Shaft, "the vehicle, turning as a wheel without slip would"),
        Key::required("radius", Form::Number(Quantity::LENGTH), "rolling radius").within(Range::Positive),
        Key::required(
            "slip_stiffness",
            Form::Number(Quantity::FORCE),
            "force for each unit of slip, where it is small",
        )
        .within(Range::Positive),
        Key::required("load", Form::Number(Quantity::FORCE), "wheel load").within(Range::Positive),
        Key::with_default(
            "coefficient",
            Form::Number(Quantity::NUMBER),
            "1",
            "friction coefficient: the largest force over the wheel load",
        )
        .within(Range::Positive),
        Key::required("relaxation_length", Form::Number(Quantity::LENGTH), "way over which the force follows the slip")
            .within(Range::Positive),
    ],
    channels: TYRE_CHANNELS,
};

const TYRE_CHANNELS: &[Channel] = &[
    Channel {
        name: "slip",
        quantity: Quantity::NUMBER,
        meaning: "slip with its memory, positive where the wheel drives",
    },
    Channel { name: "force", quantity: Quantity::FORCE, meaning: "force that drives the vehicle" },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

impl Tyre {
    fn force<S: Scalar>(&self, slip: S) -> S {
        tanh(slip * (self.slip_stiffness / self.grip)) * self.grip
    }

    /// Speed of the vehicle, and the relative speed of the tread.
    fn speeds<S: Scalar>(&self, at: &At<S>) -> [S; 2] {
        [at.scalars[1].v * self.radius, (at.scalars[0].v - at.scalars[1].v) * self.radius]
    }
}

/// tanh from exponentials that cannot overflow.
pub(super) fn tanh<S: Scalar>(x: S) -> S {
    let e = (if x.value() > 0.0 { x * -2.0 } else { x * 2.0 }).exp();
    let size = (S::one() - e) / (S::one() + e);
    if x.value() > 0.0 { size } else { -size }
}

fn magnitude<S: Scalar>(x: S) -> S {
    if x.value() < 0.0 { -x } else { x }
}

impl Element for Tyre {
    type Tangent = Dual<4>;
    const CHANNELS: &'static [Channel] = TYRE_CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.between[0], self.between[1], self.slip]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let ([speed, faster], slip) = (self.speeds(at), &at.scalars[2]);
        let torque = self.force(slip.v) * self.radius;
        r.scalar(0, torque);
        r.scalar(1, -torque);
        r.scalar(2, slip.dv * self.relaxation_length + magnitude(speed) * slip.v - faster);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let ([speed, _], slip) = (self.speeds(at), at.scalars[2].v);
        // ∫ μN tanh(C s/μN) σ ds, written so that it does not overflow.
        let x = (slip * self.slip_stiffness / self.grip).abs();
        let log_cosh = x + (0.5 * (1.0 + (-2.0 * x).exp())).ln();
        let potential = self.relaxation_length * self.grip * self.grip / self.slip_stiffness * log_cosh;
        Energy { potential, dissipated: self.force(slip) * slip * speed.abs(), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (slip, energy) = (at.scalars[2].v, self.energy(at));
        out.copy_from_slice(&[slip, self.force(slip), energy.potential, energy.dissipated]);
    }
}

/// Resistance of road and air to a vehicle.
///
/// ```text
/// F = m g (f cos α · v/√(v² + v₀²) + sin α) + ½ ρ c A v |v|,     torque −r F
/// ```
///
/// Rolling resistance vanishes below v₀ = 0.1 m/s, so that it does not push a vehicle at rest; holding one on a grade
/// needs a brake.
pub struct Road {
    /// The vehicle, or a wheel.
    pub on: ScalarId,
    /// r, in metres.
    pub radius: f64,
    /// m g f, in newtons; times cos α.
    pub rolling: f64,
    /// m g, in newtons.
    pub weight: f64,
    /// α as a function of time, in radians.
    pub grade: Function,
    /// ½ ρ c A, in kg/m.
    pub drag: f64,
    /// v₀, in m/s.
    pub slow: f64,
}

impl Road {
    /// The default v₀, in m/s.
    pub const SLOW: f64 = 0.1;
}

/// `[[driveline]]` with `type = "road_load"` in a model file.
pub const ROAD: Kind = Kind {
    section: SECTION,
    type_name: Some("road_load"),
    summary: "Rolling resistance, air drag and grade of a vehicle, on the shaft that stands for it or on a wheel.",
    keys: &[
        Key::required("on", Form::Shaft, "the shaft"),
        Key::required("radius", Form::Number(Quantity::LENGTH), "rolling radius").within(Range::Positive),
        Key::required("mass", Form::Number(Quantity::MASS), "mass of the vehicle").within(Range::Positive),
        Key::with_default("rolling_resistance", Form::Number(Quantity::NUMBER), "0", "rolling resistance over weight")
            .within(Range::NonNegative),
        Key::with_default("drag_area", Form::Number(Quantity::AREA), "0", "frontal area times drag coefficient")
            .within(Range::NonNegative),
        Key::with_default("air_density", Form::Number(Quantity::DENSITY), "1.2", "density of the air")
            .within(Range::NonNegative),
        Key::with_default("grade", Form::Function(Quantity::ANGLE), "0", "angle of the road, positive uphill"),
        Key::with_default("gravity", Form::Number(Quantity::ACCELERATION), "9.80665", "acceleration of free fall")
            .within(Range::NonNegative),
    ],
    channels: ROAD_CHANNELS,
};

const ROAD_CHANNELS: &[Channel] = &[
    Channel { name: "speed", quantity: Quantity::VELOCITY, meaning: "speed of the vehicle" },
    Channel { name: "resistance", quantity: Quantity::FORCE, meaning: "force against forward motion" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "power lost to rolling and air" },
];

impl Road {
    /// Rolling resistance and drag, and the grade force.
    fn forces<S: Scalar>(&self, at: &At<S>) -> [S; 2] {
        let (v, grade) = (at.scalars[0].v * self.radius, self.grade.value(at.time));
        let smooth = v / (v * v + S::constant(self.slow * self.slow)).sqrt();
        [smooth * grade.cos() * self.rolling + v * magnitude(v) * self.drag, grade.sin() * self.weight]
    }
}

impl Element for Road {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = ROAD_CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.on]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let [lost, climbed] = self.forces(at);
        r.scalar(0, (lost + climbed) * self.radius);
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.grade.time_events(out);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let ([lost, climbed], v) = (self.forces(at), at.scalars[0].v * self.radius);
        Energy { dissipated: lost * v, supplied: -climbed * v, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let ([lost, climbed], v) = (self.forces(at), at.scalars[0].v * self.radius);
        out.copy_from_slice(&[v, lost + climbed, lost * v]);
    }
}

addable!(Road, Tyre);

/// For the generic check.
#[cfg(test)]
fn tyre_specimen([wheel, vehicle, slip]: [ScalarId; 3]) -> Tyre {
    Tyre { between: [wheel, vehicle], slip, radius: 0.3, slip_stiffness: 0.4, grip: 2.1, relaxation_length: 0.6 }
}

/// For the generic check.
#[cfg(test)]
fn road_specimen([on]: [ScalarId; 1]) -> Road {
    Road { on, radius: 3.0, rolling: 0.6, weight: 2.0, grade: Function::Constant(0.2), drag: 0.7, slow: 9.0 }
}

examined!(
    TYRE => on_scalars("mmf", tyre_specimen),
    ROAD => on_shafts(road_specimen),
);
