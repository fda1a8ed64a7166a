//! The model file of halfshaft: from text to a resolved model, with every mistake pointed at.
//!
//! Text becomes a TOML document with spans ; parameters, units and expressions are resolved; every item is
//! checked against the description of its kind ([`kinds`]). The result is a [`Model`], in SI units and free of
//! text-level concerns, from which a system is built. The JSON schema and the reference page come from the same
//! descriptions.

pub mod diagnostic;
mod document;
pub mod expression;
mod parameters;
pub mod source;
mod suggest;
pub mod units;
