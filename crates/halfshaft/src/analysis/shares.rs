//! What takes part in a mode: the energy of each element, and the points that stay at rest.

use super::modes::Mode;
use crate::system::{Energy, State, System};

/// Where the energy over this far and over a hundredth of it agree to this, an element is linear.
const LINEAR: f64 = 1e-6;
const FAR: f64 = 1.0;
const NEAR: f64 = 1e-2;
/// A shaft end that moves less than this beside the largest motion counts as at rest itself.
const SEEN: f64 = 1e-6;

/// The parts of a mode's energy that each element has, in the order of [`System::element_names`].
///
/// ```text
/// ∂ ln f/∂ ln k = U_e/2U for what stores energy in proportion to k,     ∂ ln f/∂ ln J = −T_e/2T for what moves in proportion to J
/// ```
///
/// which is Rayleigh's quotient, stationary at the mode: its shape does not count to first order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares {
    /// Of the kinetic energy; the sum is one.
    pub kinetic: Vec<f64>,
    /// Of the potential energy; the sum is one, or all are zero for a rigid motion.
    pub potential: Vec<f64>,
}

impl Shares {
    /// How the frequency follows what an element's stiffness and inertia scale with together: ∂ ln f/∂ ln k and ∂ ln f/∂ ln J.
    pub fn sensitivity(&self, element: usize) -> [f64; 2] {
        [0.5 * self.potential[element], -0.5 * self.kinetic[element]]
    }
}

/// Energies as second differences along the shape: of positions for the potential, of velocities for the kinetic energy.
pub fn shares(system: &System, state: &State, mode: &Mode) -> Shares {
    let count = system.element_names().count();
    let mut energies = [vec![Energy::default(); count], vec![Energy::default(); count], vec![Energy::default(); count]];
    let mut moved = state.clone();
    let mut differences = |h: f64, positions: bool| -> Vec<f64> {
        for (energies, sign) in energies.iter_mut().zip([-1.0, 0.0, 1.0]) {
            let by: Vec<f64> = mode.shape.iter().map(|x| sign * h * x).collect();
            if positions {
                moved.set_moved(&state.q, &by);
            } else {
                moved.v.iter_mut().zip(&state.v).zip(&by).for_each(|((v, from), by)| *v = from + by);
            }
            system.element_energies(&moved, energies);
        }
        moved.q.copy_from_slice(&state.q);
        moved.v.copy_from_slice(&state.v);
        let of = |energy: &Energy| if positions { energy.potential } else { energy.kinetic };
        let second = |i: usize| (of(&energies[0][i]) - 2.0 * of(&energies[1][i]) + of(&energies[2][i])) / (h * h);
        (0..count).map(second).collect()
    };
    let mut part = |positions: bool| {
        let (far, near) = (differences(FAR, positions), differences(NEAR, positions));
        let linear = |(far, near): (&f64, &f64)| if (far - near).abs() <= LINEAR * far.abs() { *far } else { *near };
        let all: Vec<f64> = far.iter().zip(&near).map(linear).collect();
        let sum: f64 = all.iter().sum();
        all.into_iter().map(|energy| if sum.abs() > 0.0 { energy / sum } else { 0.0 }).collect::<Vec<f64>>()
    };
    let kinetic = part(false);
    let potential = if mode.is_rigid() { vec![0.0; count] } else { part(true) };
    Shares { kinetic, potential }
}

/// The points of shafts that stay at rest in a mode: the name of the shaft, and how far from A the point is, as a part of
/// its length.
pub fn nodal_points(system: &System, mode: &Mode) -> Vec<(String, f64)> {
    let mut points = Vec::new();
    for set in system.sets().iter().filter(|set| set.channels_each().iter().any(|c| c.name == "twist")) {
        for w in set.wiring().iter().filter(|w| w.scalar_count == 2) {
            let [a, b] = [0, 1].map(|k| w.scalars[k].map_or(0.0, |place| mode.shape[place]));
            if a * b < 0.0 && a.abs().min(b.abs()) > SEEN {
                points.push((w.name.clone(), a / (a - b)));
            }
        }
    }
    points
}
