//! Contacts between superelements: points of one skin on the faces of the other, reconstructed from the frames and the amplitudes.

mod element;
pub mod keys;
mod skin;
mod smooth;
pub(crate) mod specimens;

pub use element::SuperelementContact;
pub use skin::{Faces, Skin};
