//! Scalar behaviour as data: functions, friction, contact, films. A law knows nothing of nodes.

pub mod contact;
pub mod expression;
pub mod film;
pub mod friction;
pub mod function;
pub mod mesh;
mod mesh_curve;
pub mod path;
pub mod program;
pub mod spring;
pub mod stiffness;
pub mod tyre;

pub use contact::NormalLaw;
pub use expression::Expression;
pub use film::{Film, Ring};
pub use friction::{DryFriction, Friction, Presliding};
pub use function::{Function, TimeEvents};
pub use mesh::MeshLaw;
pub use mesh_curve::MeshCurve;
pub use path::Path;
pub use program::{ProgramFunction, ProgramLaw};
pub use spring::{HystereticLaw, SpringLaw};
pub use tyre::TyreLaw;
