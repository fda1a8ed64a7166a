//! External torque.

use super::SECTION;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::actuator::TORQUE_EXCITATION;
use crate::elements::load::excitation;
use crate::elements::signals::Input;
use crate::laws::function::Table;
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// An external torque on a shaft, with harmonics of its rotation.
///
/// ```text
/// τ = τ₀ + Σ aₖ cos(nₖ ψ + βₖ),     ψ = φ − φ(0)
/// ```
///
/// τ₀ is a function of time or a signal; an amplitude may depend on the speed, aₖ(φ̇), by a table. Its power τ φ̇
/// counts as supplied; a load has a negative torque. The harmonics are engine orders: order n repeats n times per
/// revolution at any speed (Crowther & Zhang 2005, section 5.2, a four-stroke engine of four cylinders with orders 2
/// and 4).
pub struct Torque {
    /// The shaft.
    pub on: ScalarId,
    /// τ₀, in N m.
    pub torque: Input,
    /// Its harmonics, in addition to τ₀.
    pub harmonics: Vec<Harmonic>,
    /// φ(0), in radians.
    pub angle: f64,
}

/// A harmonic of a torque, periodic in the rotation of the shaft.
#[derive(Clone, Debug, PartialEq)]
pub struct Harmonic {
    /// n, in periods per revolution.
    pub order: f64,
    /// a, in N m.
    pub amplitude: Amplitude,
    /// β, in radians.
    pub phase: f64,
}

/// The amplitude of a harmonic.
#[derive(Clone, Debug, PartialEq)]
pub enum Amplitude {
    /// Independent of the speed.
    Constant(f64),
    /// As a function of the speed of the shaft in rad/s.
    OverSpeed(Table),
}

impl Amplitude {
    /// Its value at a speed.
    pub fn at<S: Scalar>(&self, speed: S) -> S {
        match self {
            Amplitude::Constant(value) => S::constant(*value),
            Amplitude::OverSpeed(table) => table.value(speed),
        }
    }
}

/// `[[driveline]]` with `type = "torque"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("torque"),
    summary: "A torque on a shaft from outside: of an engine or a motor where it is positive, a load where it is negative.",
    keys: &[
        Key::required("on", Form::Shaft, "the shaft"),
        Key::with_default("torque", Form::Input(Quantity::TORQUE), "0", "the torque, apart from harmonics"),
        Key::optional(
            "harmonics",
            Form::List(&Form::Group(HARMONIC)),
            "parts that turn with the shaft, as those of an engine",
        ),
        excitation(Form::Group(TORQUE_EXCITATION)),
    ],
    channels: CHANNELS,
};

const HARMONIC: &[Key] = &[
    Key::required("order", Form::Number(Quantity::NUMBER), "periods for each revolution").within(Range::Positive),
    Key::optional("amplitude", Form::Number(Quantity::TORQUE), "its amplitude"),
    Key::optional(
        "amplitudes",
        Form::Curve(Quantity::ANGULAR_VELOCITY, Quantity::TORQUE),
        "its amplitude over the speed of the shaft, in place of `amplitude`",
    ),
    Key::with_default("phase", Form::Number(Quantity::ANGLE), "0", "phase of the cosine at the angle of the start"),
];

const CHANNELS: &[Channel] = &[
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque on the shaft" },
    Channel { name: "power", quantity: Quantity::POWER, meaning: "power that it puts into the train" },
];

impl Torque {
    fn acting<S: Scalar>(&self, at: &At<S>) -> S {
        let turned = at.scalars[0].q - S::constant(self.angle);
        let mut torque = self.torque.value(at, 1);
        for Harmonic { order, amplitude, phase } in &self.harmonics {
            torque += (turned * *order + S::constant(*phase)).cos() * amplitude.at(at.scalars[0].v);
        }
        torque
    }
}

impl Element for Torque {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        [self.on].into_iter().chain(self.torque.signal()).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, -self.acting(at));
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.torque.time_events(out);
    }

    fn unit_load(&self, _at: &At<f64>, r: &mut Residual<f64>) {
        r.scalar(0, -1.0);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { supplied: self.acting(at) * at.scalars[0].v, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out.copy_from_slice(&[self.acting(at), self.energy(at).supplied]);
    }
}

addable!(Torque);

/// For the generic check.
pub(crate) fn specimen([on]: [ScalarId; 1]) -> Torque {
    let over_speed = Table::new(&[[-50.0, 0.3], [50.0, 2.0]], false).expect("points make a table");
    let harmonics = vec![
        Harmonic { order: 2.0, amplitude: Amplitude::Constant(0.7), phase: 0.4 },
        Harmonic { order: 0.5, amplitude: Amplitude::OverSpeed(over_speed), phase: -0.2 },
    ];
    Torque { on, torque: Function::Polynomial(vec![2.5, -0.3]).into(), harmonics, angle: 0.1 }
}

/// For the generic check: commanded by a signal.
pub(crate) fn commanded_specimen(on: ScalarId, signal: ScalarId) -> Torque {
    Torque { torque: Input::Signal(signal), ..specimen([on]) }
}

examined!(KIND => on_shafts(specimen));
