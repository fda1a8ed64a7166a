//! Model text, and the name under which messages speak of it.

/// The largest model text that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// The largest data file of a model that is read, in bytes.
pub const MAX_DATA_BYTES: usize = 256 << 20;

/// The name of the text of an override.
pub const OVERRIDE: &str = "--set";

/// A text and the name under which messages speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// A path, or what stands in its place.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into() }
    }
}
