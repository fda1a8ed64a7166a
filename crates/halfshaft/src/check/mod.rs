//! The generic checks every element must pass.
