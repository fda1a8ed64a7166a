//! The teeth of two superelements in mesh: exact flanks carried by the elastic displacements of the wheels, in slices across the face.

mod element;
pub mod keys;
mod law;
mod slice;
pub(crate) mod specimens;
mod wheel;

pub use element::FlankContact;
pub use law::FlankLaw;
pub use wheel::{FlankedWheel, WheelPlace};
