//! Beam elements with a node in the middle: elasticity, inertia, weight and distributed loads.

pub mod element;
pub mod inertia;
pub mod load;
mod state;
mod tangent;

pub use element::{SectionPoint, ThreeNodeBeam};
pub use inertia::ThreeNodeInertia;
pub use load::{ThreeNodeLoad, ThreeNodeWeight};

/// Gauss's points of two on ξ = −1 … 1; both have the weight 1.
pub const POINTS: [f64; 2] = [-0.577_350_269_189_625_8, 0.577_350_269_189_625_8];

/// Shape functions of A, the middle and B on ξ = −1 … 1.
pub(crate) fn shape(xi: f64) -> [f64; 3] {
    [0.5 * xi * (xi - 1.0), 1.0 - xi * xi, 0.5 * xi * (xi + 1.0)]
}
