//! The viewer of halfshaft for any host: its page, and what it shows.
//!
//! The build script makes the page from `viewer/` and embeds it ([`Page::embedded`]). A [`Subject`] is a run or a model in
//! the form in which the page takes it. A host serves both, or writes them to one file that needs no server
//! ([`offline_page`]).

mod offline;
mod packed;
mod page;
mod subject;

pub use offline::offline_page;
pub use page::Page;
pub use subject::{Samples, Slice, Subject};
