//! Contacts between rigid bodies: two surfaces that press into each other, and oil films between them.
//!
//! The pieces are small: a pair of surfaces measures indentation, its rate, normal and point (`surfaces.rs`); a normal
//! law makes a force of them and needs to know how the contact began (`impact.rs`); friction acts across the normal.

pub(super) mod impact;
mod surfaces;

pub mod film;
pub mod point;
pub mod ring;
pub mod sticking;

pub use film::FilmContact;
pub use impact::Normal;
pub use point::PointContact;
pub use ring::RingContact;
pub use sticking::StickingFaces;
pub use surfaces::{PinInBore, SphereOnPlane, Spheres, Surfaces};
