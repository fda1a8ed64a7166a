//! Signals: values of sensors, formulas, filters, controllers and logic with state, as inputs of drives, loads and clutches.
//!
//! A signal is a scalar node whose unknown u is stored as its velocity. Its element contributes the equation that
//! defines it, u − f(…) = 0 or a first-order one in time. Equations of signals are solved together with those of
//! motion, so a control loop has no delay, and algebraic loops of signals are solved too. They are not balances of
//! forces: signals do no work, and the power of what they command counts as supplied where it acts.

pub mod external;
pub mod filter;
pub mod force;
pub mod formula;
pub mod input;
pub mod logic;
pub mod pid;
pub mod sensed;

pub use external::ExternalInput;
pub use filter::{Integral, Lag, LowPass};
pub use force::ForceSignal;
pub use formula::{Formula, Law};
pub use input::Input;
pub use logic::{Logic, LogicLaw};
pub use pid::Pid;
pub use sensed::{Sensed, SensedShaft};

use crate::describe::{Channel, Form, Key, Quantity};
use crate::system::{ScalarId, ScalarKind, ScalarNode, SystemBuilder};

/// The section of signals in a model file.
pub const SECTION: &str = "signal";

/// The channels of every signal; the quantity is that of the signal.
pub(crate) const CHANNELS: &[Channel] =
    &[Channel { name: "value", quantity: Quantity::NUMBER, meaning: "its value, in the unit of the signal" }];

pub(crate) const UNIT: Key =
    Key::with_default("unit", Form::Unit, "\"1\"", "unit of its value; results are in the SI unit of that quantity");

pub(crate) const INPUT: Key = Key::required("input", Form::Signal, "the signal it takes");

pub(crate) const SIZE: Key = Key::optional(
    "size",
    Form::Amount,
    "a size of its value that matters: error control follows it to the tolerance times this; default: 1 of its SI unit",
);

impl SystemBuilder {
    /// A node for an algebraic signal.
    pub fn signal(&mut self, name: impl Into<String>) -> ScalarId {
        self.scalar_node(ScalarNode {
            name: name.into(),
            kind: ScalarKind::Algebraic,
            position: 0.0,
            velocity: 0.0,
            scale: 1.0,
        })
    }

    /// A node for a first-order signal, with its initial value and typical magnitude.
    pub fn state_signal(&mut self, name: impl Into<String>, start: f64, size: f64) -> ScalarId {
        self.scalar_node(ScalarNode {
            name: name.into(),
            kind: ScalarKind::Flow,
            position: 0.0,
            velocity: start,
            scale: size,
        })
    }
}
