//! An item before its values are read.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::Kind;
use toml::de::DeTable;

use crate::repeat::Copied;
use crate::source::Source;

/// An item before its values are read: what others need to know of it.
pub(crate) struct Draft<'a> {
    pub(crate) kind: Option<&'static Kind>,
    /// The full path; none where the name is missing or wrong, which has been reported.
    pub(crate) name: Option<String>,
    pub(crate) section: &'static str,
    pub(crate) table: &'a DeTable<'a>,
    pub(crate) source: &'a Arc<Source>,
    pub(crate) span: Range<usize>,
    pub(crate) name_span: Range<usize>,
    /// The place of its scope.
    pub(crate) scope: usize,
    pub(crate) copied: Copied<'a>,
    /// Which part of a beam or a solid it is, if it is one; its table is that of the beam or the solid.
    pub(crate) part: Option<Part>,
}

/// A part of a beam or a solid, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A node of a beam.
    Node(usize),
    /// An element of a beam.
    Element(usize),
    /// An attachment of a solid, or a boundary frame of a superelement.
    Attachment(usize),
    /// A point of a superelement at which results are recovered.
    Point(usize),
}
