//! Results of halfshaft.
