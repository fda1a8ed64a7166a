//! Everything that contributes to the equations of motion, one file a kind.
//!
//! A new kind is a file here: what it is and its equation in the doc comment, its `KIND` for the model file, its
//! `Element`, its `specimen` for the generic check. It is listed in [`crate::check::specimens`] and in the registry of
//! the model crate.

pub mod gravity;
pub mod hinge;
pub mod rigid_body;

pub use gravity::Gravity;
pub use hinge::Hinge;
pub use rigid_body::RigidBody;
