//! Instruments: they read the state and add nothing to the equations.

use super::frame::Frame;
use super::seed;
use super::set::ElementSet;
use super::state::State;
use crate::describe::{Channel, Quantity};
use crate::laws::Expression;
use crate::math::rotation_vector::RotationVector;
use crate::math::{Mat3, Vec3};

/// Reads the state and the forces of elements.
pub enum Instrument {
    /// Motion of a point, the origin of a frame, in the model frame.
    Point(Frame),
    /// Position and motion of B relative to A.
    Relative(Relative),
    /// Force and torque of an item on a body.
    Force(Force),
    /// A value computed from other channels.
    Derived(Derived),
}

/// Position and motion of frame B relative to frame A, as components in the axes of frame C and their rates.
///
/// ```text
/// p = Cᵀ d,     ṗ = Cᵀ (ḋ − ω × d),     p̈ = Cᵀ (d̈ − ω̇ × d − 2 ω × ḋ + ω × (ω × d)),     d = x_B − x_A
/// ```
///
/// with the angular velocity ω of C: the motion as seen by an observer fixed to C. Angular velocity and acceleration
/// are likewise the components of ω_B − ω_A in C and their rates. The rotation is the rotation vector: its axis times
/// its angle.
pub struct Relative {
    /// A and B.
    pub between: [Frame; 2],
    /// C.
    pub seen_from: Frame,
}

/// The force and torque that an item exerts on a body at a point of the body, as components in the axes of a frame.
pub struct Force {
    /// The item, by the name of its elements.
    pub of: String,
    /// The point; its node is the body.
    pub at: Frame,
    /// The axes.
    pub seen_from: Frame,
    /// The elements of that name: their sets and indices.
    pub(crate) elements: Vec<(usize, usize)>,
}

/// A formula over other channels.
pub struct Derived {
    /// The formula; its inputs are the channels.
    pub formula: Expression,
    /// The paths of the channels.
    pub inputs: Vec<String>,
    /// Physical quantity of its value.
    pub quantity: Quantity,
    /// The indices of the channels.
    pub(crate) places: Vec<usize>,
}

impl Force {
    /// A sensor of the force of an item.
    pub fn new(of: impl Into<String>, at: Frame, seen_from: Frame) -> Self {
        Force { of: of.into(), at, seen_from, elements: Vec::new() }
    }
}

impl Derived {
    /// A channel computed from others.
    pub fn new(formula: Expression, inputs: Vec<String>, quantity: Quantity) -> Self {
        Derived { formula, inputs, quantity, places: Vec::new() }
    }
}

macro_rules! components {
    ($($quantity:ident, $meaning:literal: $x:literal $y:literal $z:literal;)*) => {
        &[$(
            Channel { name: $x, quantity: Quantity::$quantity, meaning: concat!($meaning, " along x") },
            Channel { name: $y, quantity: Quantity::$quantity, meaning: concat!($meaning, " along y") },
            Channel { name: $z, quantity: Quantity::$quantity, meaning: concat!($meaning, " along z") },
        )*]
    };
}

/// The channels of [`Relative`].
pub const RELATIVE: &[Channel] = components! {
    LENGTH, "position of B from A": "position_x" "position_y" "position_z";
    VELOCITY, "rate of the position": "velocity_x" "velocity_y" "velocity_z";
    ACCELERATION, "second rate of the position": "acceleration_x" "acceleration_y" "acceleration_z";
    ANGLE, "rotation of B against A, as a vector up to half a turn long,": "rotation_x" "rotation_y" "rotation_z";
    ANGULAR_VELOCITY, "angular velocity of B against A": "angular_velocity_x" "angular_velocity_y" "angular_velocity_z";
    ANGULAR_ACCELERATION, "rate of the angular velocity": "angular_acceleration_x" "angular_acceleration_y" "angular_acceleration_z";
};

/// The channels of a point: the translational ones of [`Relative`], relative to the origin of the model frame.
pub const POINT: &[Channel] = RELATIVE.split_at(9).0;

/// The channels of [`Force`].
pub const FORCE: &[Channel] = components! {
    FORCE, "force on the body": "force_x" "force_y" "force_z";
    TORQUE, "torque on the body about the point": "torque_x" "torque_y" "torque_z";
};

/// Motion of a frame, in world axes.
struct Moving {
    x: Vec3,
    v: Vec3,
    a: Vec3,
    r: Mat3,
    w: Vec3,
    dw: Vec3,
}

impl Moving {
    fn of(frame: &Frame, state: &State) -> Moving {
        let node = seed::plain(state, frame.node);
        let r = node.at.r;
        let (arm, w, dw) = (r * frame.offset, r * node.w, r * node.dw);
        Moving {
            x: node.at.x + arm,
            v: node.v + w.cross(arm),
            a: node.dv + dw.cross(arm) + w.cross(w.cross(arm)),
            r: r * frame.axes,
            w,
            dw,
        }
    }
}

impl Instrument {
    /// The channels it offers, each with a name that follows the instrument's own; empty for one with a single unnamed
    /// channel.
    pub(crate) fn channels(&self) -> &'static [Channel] {
        match self {
            Instrument::Point(_) => POINT,
            Instrument::Relative(_) => RELATIVE,
            Instrument::Force(_) => FORCE,
            Instrument::Derived(_) => &[],
        }
    }

    /// Number of its channels.
    pub(crate) fn count(&self) -> usize {
        self.channels().len().max(1)
    }

    /// Evaluates its channels; `before` holds those of the elements and of the preceding instruments.
    pub(crate) fn read(&self, state: &State, sets: &[Box<dyn ElementSet>], before: &[f64], out: &mut [f64]) {
        match self {
            Instrument::Point(frame) => {
                let Moving { x, v, a, .. } = Moving::of(frame, state);
                out.chunks_exact_mut(3).zip([x, v, a]).for_each(|(out, vector)| out.copy_from_slice(&vector.0));
            }
            Instrument::Relative(relative) => relative.read(state, out),
            Instrument::Force(force) => force.read(state, sets, out),
            Instrument::Derived(derived) => {
                out[0] = derived.formula.value(state.time, |input| before[derived.places[input]]);
            }
        }
    }
}

impl Relative {
    fn read(&self, state: &State, out: &mut [f64]) {
        let [a, b] = self.between.each_ref().map(|frame| Moving::of(frame, state));
        let c = Moving::of(&self.seen_from, state);
        let (d, v, acceleration) = (b.x - a.x, b.v - a.v, b.a - a.a);
        let (w, dw) = (b.w - a.w, b.dw - a.dw);
        let rotation = a.r * RotationVector::of(&(a.r.transpose() * b.r)).theta;
        let seen = [
            d,
            v - c.w.cross(d),
            acceleration - c.dw.cross(d) - c.w.cross(v) * 2.0 + c.w.cross(c.w.cross(d)),
            rotation,
            w,
            dw - c.w.cross(w),
        ];
        for (out, vector) in out.chunks_exact_mut(3).zip(seen) {
            out.copy_from_slice(&c.r.transpose_times(vector).0);
        }
    }
}

impl Force {
    fn read(&self, state: &State, sets: &[Box<dyn ElementSet>], out: &mut [f64]) {
        let body = seed::plain(state, self.at.node).at;
        let point = Moving::of(&self.at, state).x;
        let axes = Moving::of(&self.seen_from, state).r;
        let (mut force, mut torque) = (Vec3::zero(), Vec3::zero());
        for &(set, element) in &self.elements {
            let [f, t] = sets[set].wrench(element, self.at.node, state);
            force += f;
            torque += body.r * t;
        }
        torque += (body.x - point).cross(force);
        out[..3].copy_from_slice(&axes.transpose_times(force).0);
        out[3..].copy_from_slice(&axes.transpose_times(torque).0);
    }
}
