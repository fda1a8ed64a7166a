//! Inputs from outside: signals whose values a controller or another program sets while the motion goes on.

use super::{CHANNELS, UNIT};
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Dual, Scalar};
use crate::system::{At, Between, Element, Energy, InputLine, Residual, ScalarId, SystemBuilder};

/// u − w(t) = 0 with w from the element's memory ([`InputLine`]), which a simulation handle sets.
pub struct ExternalInput {
    /// u, an algebraic node.
    pub value: ScalarId,
    /// Its value until it is set.
    pub default: f64,
    /// Its physical quantity.
    pub quantity: Quantity,
}

/// `[[input]]` in a model file.
pub const KIND: Kind = Kind {
    section: "input",
    type_name: None,
    summary: "A signal whose value another program sets while the motion goes on, through the simulation handle. \
              Drives, loads and other signals use it by its name, like any signal. In a run it stays at its default.",
    keys: &[
        UNIT,
        Key::optional("default", Form::Amount, "its value until it is set; default: 0"),
        Key::with_default(
            "between",
            Form::Choice(&["hold", "linear"]),
            "\"hold\"",
            "how it goes from one value to the next: jumps and is held, or on a straight line over the next advance",
        ),
    ],
    channels: CHANNELS,
};

impl Element for ExternalInput {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const MEMORY: &'static [&'static str] = InputLine::MEMORY;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn quantity(&self, _channel: usize) -> Quantity {
        self.quantity
    }

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.value]
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        InputLine::held(f64::MIN, self.default).write(memory);
        0
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.scalars[0].v - InputLine::read(at.memory).value(at.time));
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = at.scalars[0].v;
    }
}

addable!(ExternalInput);

impl SystemBuilder {
    /// Adds an input from outside, and returns the node of its value.
    pub fn input(&mut self, name: &str, between: Between, default: f64, quantity: Quantity) -> ScalarId {
        let value = self.signal(name);
        self.input_on(name, value, between, default, quantity);
        value
    }

    /// The same on a node for its value that exists already.
    pub fn input_on(&mut self, name: &str, value: ScalarId, between: Between, default: f64, quantity: Quantity) {
        self.input_port(name, value, between, quantity);
        self.add(name, ExternalInput { value, default, quantity });
    }
}

/// For the generic check.
#[cfg(test)]
fn specimen(value: ScalarId) -> ExternalInput {
    ExternalInput { value, default: 0.7, quantity: Quantity::NUMBER }
}

examined!(KIND => on_scalars("a", |[u]| specimen(u)));
