//! What items attach to: bodies and shafts.

/// What something attaches to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyRef {
    /// The model frame.
    Ground,
    /// The body at this place in the items of the model.
    Body(usize),
}

/// The shaft that something connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaftRef {
    /// What never turns.
    Ground,
    /// The shaft of the item at this place in the items of the model.
    Shaft(usize),
}
