//! Numbers, vectors and rotations: dual numbers for exact derivatives, and the algebra of R³ and SO(3), generic in the
//! scalar.

pub mod dual;
pub mod rotation;
pub(crate) mod rotation_vector;
pub mod scalar;
pub(crate) mod se3;
pub(crate) mod se3_tangent;
pub mod vector;

pub use dual::{Dual, Seeded};
pub use rotation::Quaternion;
pub use scalar::Scalar;
pub use vector::{Mat3, Vec3};
