//! Columns of blocks in one buffer.

use std::ops::{Deref, DerefMut};

/// Maximum number of unknowns in a block; a column of a block fills one or two vector registers.
pub const BLOCK: usize = 8;

/// A column of a block, padded with zeros.
pub(crate) type Column = [f64; BLOCK];

/// Bytes of a cache line, which a column fills.
const LINE: usize = 64;

/// Columns in one buffer, each in one cache line: a vector register is loaded from two lines in twice the time, and memory is
/// allocated at multiples of 16 bytes only.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// The numbers of the columns, with unused ones before and behind them.
    numbers: Vec<f64>,
    /// Where the first column begins.
    first: usize,
    count: usize,
}

impl Columns {
    /// So many columns of zeros.
    pub fn zeros(count: usize) -> Self {
        let unused = LINE / size_of::<f64>() - 1;
        let numbers = vec![0.0; BLOCK * count + unused];
        // Where this cannot be determined, the columns begin with the buffer.
        let first = Some(numbers.as_ptr().align_offset(LINE)).filter(|first| *first <= unused).unwrap_or(0);
        Columns { numbers, first, count }
    }
}

impl Clone for Columns {
    fn clone(&self) -> Self {
        let mut copy = Columns::zeros(self.count);
        copy.copy_from_slice(self);
        copy
    }
}

impl Deref for Columns {
    type Target = [Column];

    #[inline(always)]
    fn deref(&self) -> &[Column] {
        self.numbers[self.first..][..BLOCK * self.count].as_chunks().0
    }
}

impl DerefMut for Columns {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Column] {
        self.numbers[self.first..][..BLOCK * self.count].as_chunks_mut().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_begin_with_a_cache_line_also_those_of_a_copy() {
        for count in [0, 1, 7, 100_000] {
            let mut columns = Columns::zeros(count);
            for (k, column) in columns.iter_mut().enumerate() {
                column[BLOCK - 1] = k as f64;
            }
            for columns in [columns.clone(), columns] {
                assert_eq!(columns.len(), count);
                assert_eq!(columns.as_ptr().align_offset(LINE), 0);
                assert!(columns.iter().enumerate().all(|(k, column)| column[BLOCK - 1] == k as f64));
            }
        }
    }
}
