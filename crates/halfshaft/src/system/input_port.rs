//! Inputs from outside: signals whose values a simulation handle sets, and the line on which each goes.

use crate::describe::Quantity;
use crate::math::Scalar;

/// An input of a system.
#[derive(Clone, Debug, PartialEq)]
pub struct InputPort {
    /// Its name.
    pub name: String,
    /// Its physical quantity.
    pub quantity: Quantity,
    /// How it goes from one value to the next.
    pub between: Between,
    /// Where its line begins in the memory of the state.
    pub(crate) memory: usize,
    /// The index of its value among the velocities.
    pub(crate) unknown: usize,
}

/// How an input goes from one value to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// It jumps, and is held.
    Hold,
    /// On a straight line over the next advance of the handle.
    Linear,
}

/// The line of an input, as its element remembers it: from w₀ at the time t₀ to w₁ at t₁, where it stays.
///
/// An input that jumps has t₁ = t₀. As long as t₁ is not known, it is infinite, and the input stays at w₀.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputLine {
    /// t₀ and w₀.
    pub from: (f64, f64),
    /// t₁ and w₁.
    pub to: (f64, f64),
}

impl InputLine {
    /// What its element remembers.
    pub const MEMORY: &'static [&'static str] = &["time from", "from", "time to", "to"];

    /// An input that has jumped to a value.
    pub fn held(time: f64, value: f64) -> Self {
        InputLine { from: (time, value), to: (time, value) }
    }

    /// The line in the memory of an element.
    pub fn read(memory: &[f64]) -> Self {
        InputLine { from: (memory[0], memory[1]), to: (memory[2], memory[3]) }
    }

    /// Writes the line into the memory of an element.
    pub fn write(&self, memory: &mut [f64]) {
        memory.copy_from_slice(&[self.from.0, self.from.1, self.to.0, self.to.1]);
    }

    /// The value at a time.
    pub fn value<S: Scalar>(&self, time: S) -> S {
        if time.value() >= self.to.0 {
            return S::constant(self.to.1);
        }
        let slope = (self.to.1 - self.from.1) / (self.to.0 - self.from.0);
        S::constant(self.from.1) + (time - S::constant(self.from.0)) * slope
    }

    /// The input after a value was set at a time. A straight line has no end until [`InputLine::ending_at`] gives it one.
    pub fn set(&self, between: Between, time: f64, value: f64) -> Self {
        match between {
            Between::Hold => InputLine::held(time, value),
            Between::Linear => InputLine { from: (time, self.value(time)), to: (f64::INFINITY, value) },
        }
    }

    /// The input from `now` on, during an advance to a time: a line without end ends there, and one that ends now goes on
    /// level.
    pub fn ending_at(&self, now: f64, time: f64) -> Self {
        match self.to.0 {
            f64::INFINITY => InputLine { to: (time, self.to.1), ..*self },
            end if end == now => InputLine::held(now, self.to.1),
            _ => *self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_input_jumps_and_stays() {
        let line = InputLine::held(f64::MIN, 2.0).set(Between::Hold, 1.0, 5.0);
        assert_eq!((line.value(1.0), line.value(9.0)), (5.0, 5.0));
    }

    #[test]
    fn a_straight_line_waits_for_its_end_and_stays_there() {
        let waiting = InputLine::held(f64::MIN, 2.0).set(Between::Linear, 1.0, 5.0);
        assert_eq!((waiting.value(1.0), waiting.value(9.0)), (2.0, 2.0));
        let line = waiting.ending_at(1.0, 3.0);
        assert_eq!([1.0, 2.0, 3.0, 4.0].map(|time| line.value(time)), [2.0, 3.5, 5.0, 5.0]);
        assert_eq!(line.ending_at(2.0, 7.0), line);
        assert_eq!(line.ending_at(3.0, 7.0), InputLine::held(3.0, 5.0));
        let mut memory = [0.0; 4];
        line.write(&mut memory);
        assert_eq!(InputLine::read(&memory), line);
    }
}
