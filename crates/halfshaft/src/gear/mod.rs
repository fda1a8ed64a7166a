//! Geometry and stiffness of a pair of cylindrical involute wheels, from the data of a drawing.
//!
//! Lengths in metres, angles in radians. Wheel 2 is the one with internal teeth, if there is one. Formulas are those of
//! ISO 21771 for geometry and ISO 6336-1 for stiffness.

mod fillet;
mod form_factor;
mod geometry;
mod modification;
mod profile;
mod section;
mod stiffness;
pub mod tooth;
pub mod wheel_mesh;
#[cfg(test)]
mod wheel_mesh_tests;

/// The dedendum of the basic rack over the module (ISO 53, profile A).
pub const DEDENDUM: f64 = 1.25;

pub use form_factor::FormFactor;
pub use geometry::{Geometry, Impossible, Wheels};
pub use modification::Modification;
pub use profile::ToothProfile;
pub use section::{SectorDivisions, Web, WheelBody};
pub use stiffness::{MeshStiffness, Outside};
pub use tooth::{Tooth, ToothFault, WheelDrawing};
pub use wheel_mesh::{Sector, WheelFault, WheelMesh};
