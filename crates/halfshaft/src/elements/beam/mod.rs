//! Beams: geometrically exact elements with inertia, weight and distributed loads, and the massless beam between two bodies.

pub mod element;
mod ends;
mod field;
pub mod inertia;
pub mod keys;
pub mod load;
pub mod massless;
pub mod profile;
pub mod section;
mod surface;
mod tangent;
pub mod three_node;

pub use element::{BeamElement, Stiffness};
pub use inertia::BeamInertia;
pub use keys::KIND;
pub use load::{BeamLoad, BeamWeight};
pub use massless::Beam;
pub use profile::Profile;
pub use section::Section;
pub use three_node::{ThreeNodeBeam, ThreeNodeInertia, ThreeNodeLoad, ThreeNodeWeight};

#[cfg(test)]
mod tests;
