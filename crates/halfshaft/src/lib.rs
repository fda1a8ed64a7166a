//! The engine of halfshaft: flexible multibody dynamics of mechanical transmissions.
//!
//! The engine reads no files and prints nothing. `ARCHITECTURE.md` at the root of the repository describes its modules.

pub mod analysis;
pub mod check;
pub mod describe;
pub mod elements;
pub mod gear;
pub mod laws;
pub mod linalg;
pub mod math;
pub mod mesh;
pub mod reduction;
pub mod system;
pub mod tooth_contact;
