//! Results of halfshaft: channels, measures, expectations and the files that hold them.
//!
//! Nothing here knows the engine: results can be read, measured and reported without it.

pub mod measure;
