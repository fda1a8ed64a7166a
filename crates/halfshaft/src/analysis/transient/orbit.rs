//! The position error of bodies that a rotating body carries.
//!
//! A planet moves on a circle. The scheme's increment of position has the error C h³ v̈, and on a circle v̈ is known
//! without a history: with Ω the angular velocity of the body's carrier c (the first body of its joint),
//!
//! ```text
//! j = j_c + Ω_c × (Ω_c × (v − v_c))
//! ```
//!
//! is v̈ where the body moves with its carrier, and the carrier with its own one, at constant angular velocities. So C h³ j
//! is taken off the increment, and C h³ (v̈ − j) is the error that is left (`docs/theory.md`, time integration, eq. 30a).
//!
//! Without it, the constraints close a gap of C (Ωh)³ r in every step. Gears that roll on the carried ones turn along,
//! which their velocities do not follow: with ρ∞ = 0, C = 1/3, this limited the steps of differentials.

use super::corotation::carriers;
use crate::math::Vec3;
use crate::system::{State, System};

/// j of the bodies with a carrier.
pub(crate) struct Orbits {
    /// The bodies with their carriers, as indices among the poses; carriers before what they carry.
    carried: Vec<(usize, usize)>,
    /// j of all poses, in m/s³.
    jerks: Vec<Vec3>,
}

impl Orbits {
    /// None are known until [`Orbits::update`].
    pub fn new(system: &System) -> Self {
        let carriers = carriers(system);
        let mut carried: Vec<(usize, usize)> = Vec::with_capacity(carriers.len());
        let mut placed: Vec<bool> = carriers.iter().enumerate().map(|(body, c)| c.is_none_or(|c| c == body)).collect();
        // Bodies that carry each other in a circle have no place, and no j.
        loop {
            let before = carried.len();
            for (body, carrier) in carriers.iter().enumerate() {
                if let Some(carrier) = carrier.filter(|carrier| !placed[body] && placed[*carrier]) {
                    carried.push((body, carrier));
                    placed[body] = true;
                }
            }
            if carried.len() == before {
                break;
            }
        }
        Orbits { carried, jerks: vec![Vec3::zero(); carriers.len()] }
    }

    /// Sets j from the velocities of a state.
    pub fn update(&mut self, state: &State) {
        for &(body, carrier) in &self.carried {
            let spin = state.pose(carrier).rotation.matrix().times(Vec3::from_slice(&state.v[6 * carrier + 3..]));
            let relative = Vec3::from_slice(&state.v[6 * body..]) - Vec3::from_slice(&state.v[6 * carrier..]);
            self.jerks[body] = self.jerks[carrier] + spin.cross(spin.cross(relative));
        }
    }

    /// j of a pose.
    pub fn jerk(&self, pose: usize) -> Vec3 {
        self.jerks[pose]
    }

    /// Each body that is carried, with its j.
    pub fn each(&self) -> impl Iterator<Item = (usize, Vec3)> + '_ {
        self.carried.iter().map(|&(body, _)| (body, self.jerks[body]))
    }
}
