//! The equations of one thread, where several evaluate a large system (`distribution.rs`).

use std::sync::Arc;

/// The equations of one thread.
pub(crate) struct Share {
    /// The thread to which each equation belongs.
    pub owners: Arc<[u8]>,
    /// Its number.
    pub own: u8,
    /// The elements of each set that touch its equations, in their order.
    pub elements: Vec<Vec<u32>>,
}

impl Share {
    /// Whether an equation belongs to the thread.
    #[inline(always)]
    pub fn owns(&self, row: usize) -> bool {
        self.owners[row] == self.own
    }

    /// The equations that belong to the thread.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.owners.len()).filter(|&row| self.owns(row))
    }
}
