//! One-way clutch.

use super::shaft::twist;
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Kind, Quantity};
use crate::elements::memory::memory;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Place, Residual, ScalarId};

/// A one-way clutch: A can drive B, and B may overrun A.
///
/// ```text
/// locked:       φ_A − φ_B = constant,   λ ≥ 0
/// overrunning:  λ = 0,                  φ̇_A ≤ φ̇_B
/// ```
///
/// Both transitions are events; while locked, it transmits exactly the torque that the motion requires. With the ground
/// as A it is a backstop of B.
pub struct Freewheel {
    /// A and B.
    pub between: [ScalarId; 2],
    /// φ_A − φ_B, initially.
    pub angle: f64,
    /// The initial mode.
    pub start: usize,
}

const LOCKED: usize = 0;
const OVERRUNNING: usize = 1;

/// `[[driveline]]` with `type = "freewheel"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("freewheel"),
    summary: "A one-way clutch: A drives B, and B may turn faster than A.",
    keys: &[BETWEEN],
    channels: CHANNELS,
};

memory! { MEMORY { ANGLE_AT_LOCKING: "angle at locking", } }

const CHANNELS: &[Channel] = &[
    Channel {
        name: "slip",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "speed of A minus speed of B; never positive",
    },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque it carries from A to B; never negative" },
    Channel { name: "locked", quantity: Quantity::NUMBER, meaning: "1 while locked, 0 while overrunning" },
];

impl Freewheel {
    /// The initial mode for a slip speed.
    pub fn mode_at(slip: f64) -> usize {
        if slip < 0.0 { OVERRUNNING } else { LOCKED }
    }
}

impl Element for Freewheel {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const MEMORY: &'static [&'static str] = MEMORY;
    const MODES: &'static [&'static str] = &["locked", "overrunning"];
    const EVENT_FUNCTIONS: usize = 1;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.to_vec()
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        memory[ANGLE_AT_LOCKING] = self.angle;
        self.start
    }

    fn is_active(&self, mode: usize, _constraint: usize) -> bool {
        mode == LOCKED
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let torque = at.multipliers[0];
        r.scalar(0, torque);
        r.scalar(1, -torque);
        if at.mode == OVERRUNNING {
            r.inactive_constraint_row(0, torque);
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        phi[0] = at.scalars[0] - at.scalars[1] - S::constant(at.memory[ANGLE_AT_LOCKING]);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = if at.mode == LOCKED { at.multipliers[0] } else { -twist(at.scalars).1 };
    }

    fn switch(&self, at: &At<f64>, _event: usize, memory: &mut [f64]) -> usize {
        if at.mode == LOCKED {
            return OVERRUNNING;
        }
        memory[ANGLE_AT_LOCKING] = twist(at.scalars).0;
        LOCKED
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let locked = f64::from(u8::from(at.mode == LOCKED));
        out.copy_from_slice(&[twist(at.scalars).1, at.multipliers[0], locked]);
    }
}

addable!(Freewheel);

/// For the generic check.
#[cfg(test)]
fn specimen(between: [ScalarId; 2]) -> Freewheel {
    Freewheel { between, angle: 0.2, start: LOCKED }
}

examined!(KIND => on_shafts(specimen));
