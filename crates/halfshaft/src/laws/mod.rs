//! Scalar behaviour as data: functions, friction, contact, films. A law knows nothing of nodes.

pub mod friction;
pub mod function;

pub use friction::Friction;
pub use function::Function;
