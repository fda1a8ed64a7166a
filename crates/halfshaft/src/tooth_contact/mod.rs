//! Loaded tooth contact analysis: how two elastic wheels share a torque between their teeth, quasi-statically over a pitch.
//!
//! Finite elements of one tooth give the compliance of the flanks of the complete wheel ([`compliance`]), geometry the gaps between
//! the flanks of each pair of teeth ([`kinematics`]), and unilateral contact with a local Hertzian term the forces ([`analysis`]).

pub mod analysis;
pub mod compliance;
pub mod kinematics;
mod solve;
#[cfg(test)]
mod tests;

pub use analysis::{Analysis, ContactFault, ContactPair, Position, ToothContact};
pub use compliance::FlankCompliance;
pub use kinematics::{FlankContact, Kinematics};
