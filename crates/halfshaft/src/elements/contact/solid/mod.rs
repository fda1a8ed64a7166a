//! Contacts of solids: their surfaces against rigid surfaces and against each other, at many points.
//!
//! The parts are small: the points of a surface with their areas (`points.rs`), the gap to a rigid surface (`rigid.rs`) or to faces (`master.rs`, `pair.rs`), the law of
//! pressure and friction (`law.rs`), sums over the points (`sums.rs`) and fields of them (`field.rs`), how many steps an impact takes (`impact.rs`), and how far two surfaces may move (`reach.rs`). Between solids the points are those of one
//! surface, or those of the common parts of two faces (`segments.rs`, `mortar.rs`).

mod augmented;
mod augmented_pair;
mod field;
mod impact;
pub mod keys;
mod law;
pub(super) mod master;
mod mortar;
mod on_solid;
mod on_surface;
pub(super) mod pair;
mod points;
mod reach;
mod rigid;
mod segments;
pub(crate) mod specimens;
mod sums;
mod unilateral;

pub use augmented::AugmentedPoint;
pub use augmented_pair::AugmentedSolid;
pub use law::SurfaceLaw;
pub use mortar::SolidMortar;
pub use on_solid::SolidOnSolid;
pub use on_surface::SolidOnSurface;
pub use points::mean_face_area;
pub use rigid::RigidSurface;
pub use unilateral::UnilateralSolid;
