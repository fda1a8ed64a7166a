//! Solids on meshes: elasticity, inertia, weight, pressure on surfaces, and frames that move with sets of nodes.

pub mod attachment;
mod cells;
pub mod elasticity;
mod enhanced;
mod field;
pub mod inertia;
pub mod keys;
pub mod linear;
pub mod material;
pub mod peaks;
pub mod pressure;
mod shape_stresses;
pub(crate) mod specimens;
mod stiffness;
#[cfg(test)]
mod tests;

pub use attachment::{Attached, MeanFrame};
pub use cells::SolidMesh;
pub use elasticity::SolidElasticity;
pub use field::{TakeStresses, components, nodal_stresses};
pub use inertia::{SolidInertia, SolidWeight};
pub use keys::KIND;
pub use linear::LinearStiffness;
pub use material::{Elastic, Law};
pub use peaks::{Peak, Peaks};
pub use pressure::SurfacePressure;
