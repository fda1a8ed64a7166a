//! Results of halfshaft: channels, measures, expectations and the files that hold them.
//!
//! Nothing here knows the engine: results can be read, measured and reported without it.

pub mod accumulate;
pub mod atomic;
pub mod base64;
pub mod campbell;
pub mod channel_writer;
pub mod channels;
pub mod checkpoint;
mod checksum;
mod crossing;
mod date;
pub mod dense_output;
mod diagrams;
pub mod digest;
pub mod energy;
pub mod error;
pub mod expectation;
pub mod fields;
pub mod figure;
pub mod flexible;
pub mod glb;
pub mod ledger;
pub mod matrices;
pub mod measure;
pub mod mesh;
pub mod motion;
pub mod npz;
pub mod number;
pub mod orders;
pub mod parts;
pub mod pattern;
pub mod plot;
pub mod recipe;
pub mod recorder;
pub mod reduce;
pub mod report;
pub mod run_directory;
pub mod scene;
#[cfg(test)]
mod scratch;
pub mod stored;
pub mod study;
pub mod summary;
pub mod table;
mod track;
pub mod train;
pub mod validation;
pub mod vtk;

pub use error::Error;
pub use recorder::Recorder;
