//! Contacts of solids: their surfaces against rigid surfaces and against each other, at many points.
//!
//! The parts are small: the points of a surface with their areas (`points.rs`), the gap to a rigid surface (`rigid.rs`) or to faces (`master.rs`, `pair.rs`), the law of
//! pressure and friction (`law.rs`).

mod augmented;
mod augmented_pair;
pub mod keys;
mod law;
pub(super) mod master;
mod on_solid;
mod on_surface;
pub(super) mod pair;
mod points;
mod rigid;
pub(crate) mod specimens;
mod unilateral;

pub use augmented::AugmentedPoint;
pub use augmented_pair::AugmentedSolid;
pub use law::SurfaceLaw;
pub use on_solid::SolidOnSolid;
pub use on_surface::SolidOnSurface;
pub use points::mean_face_area;
pub use rigid::RigidSurface;
pub use unilateral::UnilateralSolid;
