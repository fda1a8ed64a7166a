//! The fields of a contact on the surface of its solid.

use crate::math::Vec3;
use crate::mesh::MeshField;
use crate::system::MeshState;

/// What a contact has at a point, for each undeformed area.
#[derive(Clone, Copy, Default)]
pub(super) struct AtPoint {
    /// In Pa.
    pub pressure: f64,
    /// In metres, negative in contact.
    pub gap: f64,
    /// In Pa.
    pub friction: f64,
    /// In m/s, under pressure.
    pub sliding: f64,
    /// In W/m².
    pub power: f64,
}

/// Means of what a contact has at its points over the nodes of its surface.
///
/// ```text
/// value of node a = Σ A N_a² value/Σ A N_a²     over all points
/// ```
///
/// Squares of the shape functions, because those of quadratic faces change their sign.
pub(super) struct SurfaceField {
    sums: Vec<([f64; 5], f64)>,
}

impl SurfaceField {
    /// For a number of nodes.
    pub fn new(nodes: usize) -> Self {
        SurfaceField { sums: vec![([0.0; 5], 0.0); nodes] }
    }

    /// Adds a point by its nodes with their shape functions.
    pub fn add(&mut self, entries: impl Iterator<Item = (u32, f64)>, area: f64, at: &AtPoint) {
        let values = [at.pressure, at.gap, at.friction, at.sliding, at.power];
        for (k, n) in entries {
            let (sums, weights) = &mut self.sums[k as usize];
            let weight = area * n * n;
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
            *weights += weight;
        }
    }

    /// The field, on nodes of the mesh with their undeformed positions; `first` is the number of the first one in the element.
    pub fn finish(self, at: &MeshState, nodes: &[u32], undeformed: &[Vec3], first: usize) -> MeshField {
        let of = |i: usize| {
            self.sums.iter().map(move |(sums, weight)| if *weight > 0.0 { sums[i] / weight } else { 0.0 }).collect()
        };
        let displacement = |(k, x): (usize, &Vec3)| at.position(first + k, *x) - *x;
        MeshField {
            positions: undeformed.to_vec(),
            displacements: undeformed.iter().enumerate().map(displacement).collect(),
            scalars: vec![
                ("contact_pressure", "Pa", of(0)),
                ("contact_gap", "m", of(1)),
                ("friction_stress", "Pa", of(2)),
                ("sliding_speed", "m/s", of(3)),
                ("dissipated_power", "W/m^2", of(4)),
            ],
            overlay: nodes.to_vec(),
            ..MeshField::default()
        }
    }
}
