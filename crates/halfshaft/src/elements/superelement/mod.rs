//! Superelements: reduced bodies in a floating frame, their boundary frames, their weight, and results at points.
//!
//! The reduction that gives their data is in `crates/halfshaft/src/reduction`.

mod body;
mod damping;
mod element;
mod frame;
mod invariants;
pub mod keys;
mod point;
mod shown;
pub(crate) mod specimens;
mod weight;

pub use body::{ReducedBody, ReducedFrame, ReducedPoint};
pub use damping::AmplitudeDamping;
pub use element::Superelement;
pub use frame::BoundaryFrame;
pub use invariants::Invariants;
pub use keys::KIND;
pub use point::{ModeAmplitude, RecoveredPoint};
pub use shown::{ShapesOnMesh, ShapesOnSkin};
pub use weight::SuperelementWeight;
