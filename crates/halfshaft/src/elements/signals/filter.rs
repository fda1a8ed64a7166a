//! Signals with state: lag, low-pass filter, integral.

use super::{CHANNELS, INPUT, Input, SECTION, SIZE};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::TimeEvents;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId, SystemBuilder};

/// T ż + z = u: a first-order actuator or filter.
pub struct Lag {
    /// z, a first-order node.
    pub value: ScalarId,
    /// u.
    pub input: Input,
    /// T, in seconds.
    pub time_constant: f64,
    /// Its physical quantity.
    pub quantity: Quantity,
}

/// z̈ + 2 ζ ω ż + ω² z = ω² u: a second-order filter, as two first-order equations with w = ż.
pub struct LowPass {
    /// z, a first-order node.
    pub value: ScalarId,
    /// w, a first-order node.
    pub rate: ScalarId,
    /// u.
    pub input: Input,
    /// ω, in rad/s.
    pub frequency: f64,
    /// ζ.
    pub damping_ratio: f64,
    /// Its physical quantity.
    pub quantity: Quantity,
}

/// ż = u.
pub struct Integral {
    /// z, a first-order node.
    pub value: ScalarId,
    /// u.
    pub input: Input,
    /// Its physical quantity.
    pub quantity: Quantity,
}

const START: Key = Key::optional("start", Form::Amount, "its value at the start; default: 0");

/// `[[signal]]` with `type = "lag"` in a model file.
pub const LAG: Kind = Kind {
    section: SECTION,
    type_name: Some("lag"),
    summary: "Follows another signal with a time constant: a filter of first order.",
    keys: &[
        INPUT,
        Key::required("time_constant", Form::Number(Quantity::TIME), "after this time 63 % of a jump are reached")
            .within(Range::Positive),
        START,
        SIZE,
    ],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "low_pass"` in a model file.
pub const LOW_PASS: Kind = Kind {
    section: SECTION,
    type_name: Some("low_pass"),
    summary: "A low-pass filter of second order on another signal.",
    keys: &[
        INPUT,
        Key::required("frequency", Form::Number(Quantity::FREQUENCY), "its natural frequency").within(Range::Positive),
        Key::with_default(
            "damping_ratio",
            Form::Number(Quantity::NUMBER),
            "0.7071067811865476",
            "damping of the filter; as it stands the amplitude at `frequency` is 1/√2 (Butterworth)",
        )
        .within(Range::Positive),
        START,
        SIZE,
    ],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "integral"` in a model file.
pub const INTEGRAL: Kind = Kind {
    section: SECTION,
    type_name: Some("integral"),
    summary: "The integral of another signal over time.",
    keys: &[INPUT, START, SIZE],
    channels: CHANNELS,
};

impl Lag {
    /// A node that starts at the value of its input, with its lag.
    pub fn following(
        b: &mut SystemBuilder,
        name: &str,
        input: Input,
        time_constant: f64,
        quantity: Quantity,
    ) -> ScalarId {
        let start = input.at_start();
        let value = b.state_signal(name, start, start.abs().max(1.0));
        b.add(name, Lag { value, input, time_constant, quantity });
        value
    }
}

macro_rules! states {
    ($($filter:ident: $states:expr, |$this:ident, $at:ident, $r:ident| $equations:expr;)*) => {$(
        impl Element for $filter {
            type Tangent = Dual<4>;
            const INTERNAL: bool = false;
            const CHANNELS: &'static [Channel] = CHANNELS;

            fn quantity(&self, _channel: usize) -> Quantity {
                self.quantity
            }

            fn scalars(&self) -> Vec<ScalarId> {
                let $this = self;
                $states.into_iter().chain(self.input.signal()).collect()
            }

            fn residual<S: Scalar>(&self, $at: &At<S>, $r: &mut Residual<S>) {
                let $this = self;
                $equations
            }

            fn time_events(&self, out: &mut TimeEvents) {
                self.input.time_events(out);
            }

            fn energy(&self, _at: &At<f64>) -> Energy {
                Energy::default()
            }

            fn channels(&self, at: &At<f64>, out: &mut [f64]) {
                out[0] = at.scalars[0].v;
            }
        }
    )*};
}

states! {
    Lag: [this.value], |this, at, r| {
        let z = &at.scalars[0];
        r.scalar(0, z.dv * this.time_constant + z.v - this.input.value(at, 1));
    };
    LowPass: [this.value, this.rate], |this, at, r| {
        let [z, w] = [&at.scalars[0], &at.scalars[1]];
        let (omega, zeta) = (this.frequency, this.damping_ratio);
        r.scalar(0, z.dv - w.v);
        r.scalar(1, w.dv + w.v * (2.0 * zeta * omega) + (z.v - this.input.value(at, 2)) * (omega * omega));
    };
    Integral: [this.value], |this, at, r| {
        r.scalar(0, at.scalars[0].dv - this.input.value(at, 1));
    };
}

addable!(Integral, Lag, LowPass);

/// For the generic check.
#[cfg(test)]
fn lag_specimen(value: ScalarId, input: ScalarId) -> Lag {
    Lag { value, input: Input::Signal(input), time_constant: 0.7, quantity: Quantity::NUMBER }
}

/// For the generic check.
#[cfg(test)]
fn low_pass_specimen([value, rate]: [ScalarId; 2], input: ScalarId) -> LowPass {
    let input = Input::Signal(input);
    LowPass { value, rate, input, frequency: 1.3, damping_ratio: 0.4, quantity: Quantity::NUMBER }
}

/// For the generic check.
#[cfg(test)]
fn integral_specimen(value: ScalarId, input: ScalarId) -> Integral {
    Integral { value, input: Input::Signal(input), quantity: Quantity::NUMBER }
}

examined!(
    LAG => on_scalars("fa", |[z, u]| lag_specimen(z, u)),
    LOW_PASS => on_scalars("ffa", |[z, w, u]| low_pass_specimen([z, w], u)),
    INTEGRAL => on_scalars("fa", |[z, u]| integral_specimen(z, u)),
);
