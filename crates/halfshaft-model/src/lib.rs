//! The model file of halfshaft: from text to a resolved model, with a diagnostic for every error.
//!
//! Text becomes a TOML document with spans; parameters, units and expressions are resolved; every item is checked against
//! the description of its kind ([`kinds`]). The result is a [`Model`] in SI units, independent of the text, from which a
//! system is built. The JSON schema and the reference page are generated from the same descriptions.

mod beam_body;
mod beams;
mod build;
mod channels;
mod condition;
pub mod constructors;
pub mod diagnostic;
mod directory;
mod document;
mod draft;
mod driveline;
mod exchange;
pub mod excitation;
pub mod expression;
mod files;
mod flexible_wheels;
mod forms;
mod formula;
mod functions;
mod geometry;
mod items;
pub mod kinds;
pub mod library;
pub mod look;
pub mod matrices;
mod measures;
mod mesh_stiffness;
pub mod meshes;
pub mod model;
mod motion;
mod numbers;
mod outputs;
mod parameters;
mod placed_wheels;
mod plausible;
mod plots;
mod read;
mod recording;
pub mod reduced_file;
pub mod reference;
mod repeat;
mod scene;
pub mod schema;
mod scopes;
pub mod sections;
pub mod shapes;
mod signals;
mod solids;
pub mod source;
pub mod stored_body;
pub mod study;
pub mod suggest;
mod system;
mod tables;
mod text;
mod train;
pub mod tyre_file;
pub mod units;
mod values;
mod wheels;

pub use build::tooth_contact::{GearWheels, gear_wheels};
pub use diagnostic::{Diagnostic, Diagnostics, Style};
pub use document::is_slow;
pub use exchange::{Output, Record};
pub use mesh_stiffness::MeshStiffnessFile;
pub use model::{Analysis, Axis, BodyRef, Campbell, Item, Model, ShaftRef, Sweep};
pub use read::{Described, read, read_file, read_unreduced, read_with};
pub use text::{OVERRIDE, Source};
