//! The model file of halfshaft.
