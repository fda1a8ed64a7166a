//! Signals with state: hysteresis, latch, timer, sample and hold, counted states.

use super::{CHANNELS, INPUT, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::memory::memory;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A signal whose value depends on what has happened before: on events, at which a step ends.
///
/// ```text
/// hysteresis:  0 → 1 where u rises above on,   1 → 0 where it falls below off
/// latch:       0 → 1 where set > ½ and not reset,   1 → 0 where reset > ½
/// timer:       t − t₀ since u > ½, else 0
/// sampled:     u(k T) for k T ≤ t < (k + 1) T
/// states:      n → n + 1 where up > ½, n → n − 1 where down > ½, both at least the dwell time after the last change
/// ```
///
/// Between events the value is constant, or the time that has passed; so it brings no equation of motion. A condition that holds
/// from the start acts at the start.
pub struct Logic {
    /// The node of its value.
    pub value: ScalarId,
    /// The signals it reads, in the order of its law.
    pub inputs: Vec<ScalarId>,
    /// Which of them it is.
    pub law: LogicLaw,
    /// What its value stands for.
    pub quantity: Quantity,
}

/// How a signal changes its state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LogicLaw {
    /// Of one signal.
    Hysteresis {
        /// The level at which it becomes 1; above `off`, or below it for a signal that acts where its input falls.
        on: f64,
        /// The level at which it becomes 0.
        off: f64,
        /// Whether it starts at 1.
        starts_on: bool,
    },
    /// Of `set` and `reset`.
    Latch {
        /// Whether it starts at 1.
        starts_on: bool,
    },
    /// Of one signal.
    Timer,
    /// Of one signal, with a period in seconds.
    Sampled(f64),
    /// Of `up` and `down`.
    States {
        /// The first state is 1, the last this.
        count: u64,
        /// The state at the start.
        first: u64,
        /// The least time between two changes, in seconds.
        dwell: f64,
    },
}

/// True is above this, false below.
const TRUE: f64 = 0.5;
/// How far before the start the first sample is due, in periods: it is taken at the start then.
const BEFORE: f64 = 1e-9;

const ON_AT_START: Key = Key::with_default("on_at_start", Form::Switch, "false", "whether its value is 1 at the start");

/// `[[signal]]` with `type = "hysteresis"` in a model file.
pub const HYSTERESIS: Kind = Kind {
    section: SECTION,
    type_name: Some("hysteresis"),
    summary: "A relay: 1 once its input has risen above `on`, 0 once it has fallen below `off`. With `on` below `off` it acts the other way.",
    keys: &[
        INPUT,
        Key::required("on", Form::Amount, "level of the input at which its value becomes 1"),
        Key::required("off", Form::Amount, "level of the input at which its value becomes 0"),
        ON_AT_START,
    ],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "latch"` in a model file.
pub const LATCH: Kind = Kind {
    section: SECTION,
    type_name: Some("latch"),
    summary: "A latch: 1 once `set` is above 0.5, 0 once `reset` is above 0.5, which has priority.",
    keys: &[
        Key::required("set", Form::Signal, "the signal that sets it"),
        Key::required("reset", Form::Signal, "the signal that resets it"),
        ON_AT_START,
    ],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "timer"` in a model file.
pub const TIMER: Kind = Kind {
    section: SECTION,
    type_name: Some("timer"),
    summary: "A timer: the time for which its input has been above 0.5, zero while it is not.",
    keys: &[INPUT],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "sampled"` in a model file.
pub const SAMPLED: Kind = Kind {
    section: SECTION,
    type_name: Some("sampled"),
    summary: "Sample and hold: the value that its input had at the last multiple of `period`, as in a digital controller.",
    keys: &[
        INPUT,
        Key::required("period", Form::Number(Quantity::TIME), "time from sample to sample").within(Range::Positive),
    ],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "states"` in a model file.
pub const STATES: Kind = Kind {
    section: SECTION,
    type_name: Some("states"),
    summary: "States from 1 to `count`, as the gears of a shift logic: one up where `up` is above 0.5, one down where `down` is. Both may depend on the state itself.",
    keys: &[
        Key::required("up", Form::Signal, "the signal that leads to the next state"),
        Key::required("down", Form::Signal, "the signal that leads back to the state before"),
        Key::required("count", Form::Count, "how many states there are").within(Range::Between(1.0, 1000.0)),
        Key::with_default("first", Form::Count, "1", "the state at the start").within(Range::Between(1.0, 1000.0)),
        Key::with_default("dwell", Form::Number(Quantity::TIME), "\"0.2 s\"", "least time between two changes")
            .within(Range::Positive),
    ],
    channels: CHANNELS,
};

memory! { MEMORY { HELD: "value held", SINCE: "time of the last change", } }

/// The value is constant, or a relay is off, or a timer stands.
const OFF: usize = 0;
/// A relay is on, or a timer runs; others change between both modes with every event.
const ON: usize = 1;

impl Logic {
    fn input(at: &At<f64>, k: usize) -> f64 {
        at.scalars[1 + k].v
    }
}

impl Element for Logic {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const MEMORY: &'static [&'static str] = MEMORY;
    const MODES: &'static [&'static str] = &["off", "on"];
    const EVENT_FUNCTIONS: usize = 2;

    fn quantity(&self, _channel: usize) -> Quantity {
        self.quantity
    }

    fn scalars(&self) -> Vec<ScalarId> {
        [self.value].into_iter().chain(self.inputs.iter().copied()).collect()
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        match self.law {
            LogicLaw::Hysteresis { starts_on, .. } | LogicLaw::Latch { starts_on } => usize::from(starts_on),
            LogicLaw::Timer => OFF,
            LogicLaw::Sampled(period) => {
                memory[SINCE] = -(1.0 + BEFORE) * period;
                OFF
            }
            LogicLaw::States { first, dwell, .. } => {
                memory[HELD] = first as f64;
                // A condition that holds from the start acts at the start.
                memory[SINCE] = -2.0 * dwell;
                OFF
            }
        }
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let value = match (self.law, at.mode) {
            (LogicLaw::Hysteresis { .. } | LogicLaw::Latch { .. }, mode) => S::constant(mode as f64),
            (LogicLaw::Timer, ON) => at.time - S::constant(at.memory[SINCE]),
            (LogicLaw::Timer, _) => S::zero(),
            (LogicLaw::Sampled(_) | LogicLaw::States { .. }, _) => S::constant(at.memory[HELD]),
        };
        r.scalar(0, at.scalars[0].v - value);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        out.fill(1.0);
        match (self.law, at.mode) {
            (LogicLaw::Hysteresis { on, off, .. }, mode) => {
                let rising = (on - off).signum();
                let u = Logic::input(at, 0);
                out[0] = if mode == OFF { rising * (on - u) } else { rising * (u - off) };
            }
            (LogicLaw::Latch { .. }, OFF) => out[0] = (TRUE - Logic::input(at, 0)).max(Logic::input(at, 1) - TRUE),
            (LogicLaw::Latch { .. }, _) => out[0] = TRUE - Logic::input(at, 1),
            (LogicLaw::Timer, OFF) => out[0] = TRUE - Logic::input(at, 0),
            (LogicLaw::Timer, _) => out[0] = Logic::input(at, 0) - TRUE,
            (LogicLaw::Sampled(period), _) => out[0] = at.memory[SINCE] + period - at.time,
            (LogicLaw::States { count, dwell, .. }, _) => {
                let wait = at.memory[SINCE] + dwell - at.time;
                if at.memory[HELD] < count as f64 {
                    out[0] = (TRUE - Logic::input(at, 0)).max(wait);
                }
                if at.memory[HELD] > 1.0 {
                    out[1] = (TRUE - Logic::input(at, 1)).max(wait);
                }
            }
        }
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        match self.law {
            LogicLaw::Hysteresis { .. } | LogicLaw::Latch { .. } => {}
            LogicLaw::Timer => memory[SINCE] = at.time,
            LogicLaw::Sampled(period) => {
                memory[HELD] = Logic::input(at, 0);
                // Multiples of the period, without the errors of a sum.
                memory[SINCE] = ((memory[SINCE] + period) / period).round() * period;
            }
            LogicLaw::States { .. } => {
                memory[HELD] += if event == 0 { 1.0 } else { -1.0 };
                memory[SINCE] = at.time;
            }
        }
        ON - at.mode
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = at.scalars[0].v;
    }
}

addable!(Logic);

#[cfg(test)]
fn specimen(value: ScalarId, inputs: &[ScalarId], law: LogicLaw) -> Logic {
    Logic { value, inputs: inputs.to_vec(), law, quantity: Quantity::NUMBER }
}

/// For the generic check.
#[cfg(test)]
fn hysteresis_specimen(value: ScalarId, input: ScalarId) -> Logic {
    specimen(value, &[input], LogicLaw::Hysteresis { on: 0.4, off: -0.2, starts_on: false })
}

/// For the generic check.
#[cfg(test)]
fn latch_specimen(value: ScalarId, inputs: [ScalarId; 2]) -> Logic {
    specimen(value, &inputs, LogicLaw::Latch { starts_on: true })
}

/// For the generic check.
#[cfg(test)]
fn timer_specimen(value: ScalarId, input: ScalarId) -> Logic {
    specimen(value, &[input], LogicLaw::Timer)
}

/// For the generic check.
#[cfg(test)]
fn sampled_specimen(value: ScalarId, input: ScalarId) -> Logic {
    specimen(value, &[input], LogicLaw::Sampled(0.3))
}

/// For the generic check.
#[cfg(test)]
fn states_specimen(value: ScalarId, inputs: [ScalarId; 2]) -> Logic {
    specimen(value, &inputs, LogicLaw::States { count: 3, first: 2, dwell: 0.5 })
}

examined!(
    HYSTERESIS => on_scalars("aa", |[z, u]| hysteresis_specimen(z, u)),
    LATCH => on_scalars("aaa", |[z, a, b]| latch_specimen(z, [a, b])),
    TIMER => on_scalars("aa", |[z, u]| timer_specimen(z, u)),
    SAMPLED => on_scalars("aa", |[z, u]| sampled_specimen(z, u)),
    STATES => on_scalars("aaa", |[z, a, b]| states_specimen(z, [a, b])),
);
