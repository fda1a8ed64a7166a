//! Prescribed inputs: as a function of time, or from a signal.

use crate::laws::{Function, TimeEvents};
use crate::math::Scalar;
use crate::system::{At, ScalarId};

/// A scalar input of an element.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A function of time.
    Time(Function),
    /// The value of a signal.
    Signal(ScalarId),
}

impl Input {
    /// The signal it reads, which the element lists among its scalar nodes.
    pub fn signal(&self) -> Option<ScalarId> {
        match self {
            Input::Time(_) => None,
            Input::Signal(signal) => Some(*signal),
        }
    }

    /// Its value; `place` is the index of the signal among the element's scalar nodes.
    pub fn value<S: Scalar>(&self, at: &At<S>, place: usize) -> S {
        match self {
            Input::Time(function) => function.value(at.time),
            Input::Signal(_) => at.scalars[place].v,
        }
    }

    /// Adds its time events, at which it or its slope jumps.
    pub fn time_events(&self, out: &mut TimeEvents) {
        if let Input::Time(function) = self {
            function.time_events(out);
        }
    }

    /// Its initial value, as far as it is known before the signals are.
    pub fn at_start(&self) -> f64 {
        match self {
            Input::Time(function) => function.value(0.0),
            Input::Signal(_) => 0.0,
        }
    }
}

impl From<Function> for Input {
    fn from(function: Function) -> Self {
        Input::Time(function)
    }
}
