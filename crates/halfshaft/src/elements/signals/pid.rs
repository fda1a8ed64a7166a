//! Controller with proportional, integral and derivative action.

use super::{CHANNELS, INPUT, SECTION, SIZE, UNIT};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A PID controller on an error e, with a filtered derivative and limits of its output.
///
/// ```text
/// y = k_p e + k_i z + k_d (e − x)/T,     u = min(max(y, u_min), u_max)
/// ż = e + (u − y)/k_p,                   T ẋ = e − x
/// ```
///
/// x follows e with the lag T, so (e − x)/T is the filtered derivative of e. At a limit the integral is reduced with
/// the time constant k_p/k_i (anti-windup by back-calculation, Åström & Hägglund 1995, section 3.5).
pub struct Pid {
    /// u, an algebraic node.
    pub value: ScalarId,
    /// z, a first-order node.
    pub integral: ScalarId,
    /// x, a first-order node.
    pub filtered: ScalarId,
    /// e.
    pub error: ScalarId,
    /// k_p, k_i and k_d.
    pub gains: [f64; 3],
    /// T, in seconds.
    pub lag: f64,
    /// u_min and u_max.
    pub limits: [f64; 2],
    /// Its physical quantity.
    pub quantity: Quantity,
}

/// `[[signal]]` with `type = "pid"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("pid"),
    summary: "A controller: proportional, integral and derivative action on the error that another signal gives.",
    keys: &[
        INPUT,
        UNIT,
        Key::required("proportional", Form::Amount, "what it commands for each unit of the error"),
        Key::optional("integral", Form::Amount, "what it commands for each unit of the error's integral over time"),
        Key::optional("derivative", Form::Amount, "what it commands for each unit of the error's rate"),
        Key::optional(
            "derivative_lag",
            Form::Number(Quantity::TIME),
            "time constant with which the rate is filtered; goes with `derivative`",
        )
        .within(Range::Positive),
        Key::optional(
            "limits",
            Form::Pair(&Form::Amount),
            "least and most of what it commands; the integral does not wind up behind them",
        ),
        SIZE,
    ],
    channels: CHANNELS,
};

impl Pid {
    fn unlimited<S: Scalar>(&self, at: &At<S>) -> S {
        let [_, z, x, e] = [0, 1, 2, 3].map(|i| at.scalars[i].v);
        let [proportional, integral, derivative] = self.gains;
        e * proportional + z * integral + (e - x) * (derivative / self.lag)
    }
}

impl Element for Pid {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn quantity(&self, _channel: usize) -> Quantity {
        self.quantity
    }

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.value, self.integral, self.filtered, self.error]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let [u, z, x, e] = [0, 1, 2, 3].map(|i| &at.scalars[i]);
        let y = self.unlimited(at);
        let [least, most] = self.limits;
        let (commanded, beyond) = match y.value() {
            y_value if y_value < least => (S::constant(least), S::constant(least) - y),
            y_value if y_value > most => (S::constant(most), S::constant(most) - y),
            _ => (y, S::zero()),
        };
        r.scalar(0, u.v - commanded);
        r.scalar(1, z.dv - e.v - beyond * (1.0 / self.gains[0]));
        r.scalar(2, x.dv * self.lag + x.v - e.v);
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = at.scalars[0].v;
    }
}

addable!(Pid);

/// For the generic check.
#[cfg(test)]
fn specimen([value, integral, filtered, error]: [ScalarId; 4]) -> Pid {
    let (gains, limits) = ([1.3, 0.6, 0.2], [-0.8, 0.5]);
    Pid { value, integral, filtered, error, gains, lag: 0.4, limits, quantity: Quantity::NUMBER }
}

examined!(KIND => on_scalars("affa", specimen));
