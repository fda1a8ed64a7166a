//! How far two surfaces may move relative to each other before a contact might be missed.

use crate::math::{Mat3, Vec3};
use crate::system::MeshState;

/// The reach of a contact of two surfaces whose pairs were found within a radius at the design position.
///
/// A frame on the second surface moves with it. The displacement of each node of the first surface relative to that frame, with the deformation of the second
/// one, must stay below the radius.
pub(super) struct Reach {
    /// Three nodes of the second surface that span a frame.
    frame: [u32; 3],
    /// Number of nodes of the first surface, which precede those of the second one.
    first: u32,
    /// The radius, in metres.
    pub radius: f64,
}

impl Reach {
    /// By the undeformed positions of both surfaces, the first `first` of which belong to the first one.
    pub fn new(undeformed: &[Vec3], first: usize, radius: f64) -> Self {
        Reach { frame: spanning(undeformed, first), first: first as u32, radius }
    }

    /// The largest displacement of a node of the first surface relative to the second one, with that of any node of the second one relative to its frame.
    pub fn displacement(&self, at: &MeshState, undeformed: &[Vec3]) -> f64 {
        let now = |k: u32| at.position(k as usize, undeformed[k as usize]);
        let (origin, axes) = frame(self.frame.map(now));
        let (first_origin, first_axes) = frame(self.frame.map(|k| undeformed[k as usize]));
        let moved = |k: u32| {
            let before = first_axes.transpose_times(undeformed[k as usize] - first_origin);
            (axes.transpose_times(now(k) - origin) - before).norm()
        };
        let largest = |range: std::ops::Range<u32>| range.map(moved).fold(0.0, f64::max);
        largest(0..self.first) + largest(self.first..undeformed.len() as u32)
    }

    /// Whether no contact can be missed. What is not finite fails elsewhere.
    pub fn contains(&self, displacement: f64) -> bool {
        !matches!(displacement.partial_cmp(&self.radius), Some(std::cmp::Ordering::Greater))
    }
}

/// Three nodes from an index on that span a plane well: the first, the one farthest from it, and the one farthest from their line.
fn spanning(positions: &[Vec3], first: usize) -> [u32; 3] {
    let farthest = |distance: &dyn Fn(usize) -> f64| {
        (first..positions.len()).max_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap_or(first)
    };
    let second = farthest(&|k| (positions[k] - positions[first]).norm());
    let along = positions[second] - positions[first];
    let third = farthest(&|k| along.cross(positions[k] - positions[first]).norm());
    [first as u32, second as u32, third as u32]
}

fn frame([a, b, c]: [Vec3; 3]) -> (Vec3, Mat3) {
    let unit = |x: Vec3| x * (1.0 / x.norm());
    let x = unit(b - a);
    let z = unit(x.cross(c - a));
    (a, Mat3::from_columns([x, z.cross(x), z]))
}
