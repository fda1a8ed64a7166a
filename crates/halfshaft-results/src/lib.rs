//! Results of halfshaft: channels, measures, expectations and the files that hold them.
//!
//! Nothing here knows the engine: results can be read, measured and reported without it.

pub mod accumulate;
mod atomic;
pub mod channels;
pub mod error;
pub mod measure;
pub mod recorder;
#[cfg(test)]
mod scratch;

pub use error::Error;
pub use recorder::Recorder;
