//! The engine of halfshaft: flexible multibody dynamics of mechanical transmissions.
//!
//! The engine reads no files and prints nothing. `ARCHITECTURE.md` at the root of the repository maps its rooms.

pub mod describe;
pub mod elements;
