//! Storage of large matrices in large pages.
//!
//! The kernel hands out memory page by page when it is first touched. With pages of 4 kB that took a fifth of the time of the statics of a
//! solid of 30 000 unknowns; with pages of 2 MB it takes a tenth of that.

/// Smaller arrays stay in the pages they are in.
const LARGE: usize = 8 << 20;

/// Zeros that are about to be written all together. Where the system has large pages and gives them to programs that ask, as Linux
/// does, they are in such pages.
pub(super) fn zeros<T: Copy>(zero: T, length: usize) -> Vec<T> {
    let values = vec![zero; length];
    if size_of_val(&values[..]) >= LARGE {
        ask_for_large_pages(&values);
    }
    values
}

#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(values: &[T]) {
    /// What the address of advice must be a multiple of, on every machine that we know.
    const PAGE: usize = 64 << 10;
    let start = values.as_ptr().addr().next_multiple_of(PAGE);
    let end = values.as_ptr().addr() + size_of_val(values);
    let offset = start - values.as_ptr().addr();
    // SAFETY: the range is inside `values`, and the advice changes neither its contents nor what may access it. It may be refused,
    // and is not needed.
    unsafe { libc::madvise(values.as_ptr().byte_add(offset).cast_mut().cast(), end - start, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_small_arrays_are_zeros() {
        for length in [0, 1, LARGE / 8, LARGE / 8 + 12_345] {
            let values = zeros(0.0, length);
            assert_eq!(values.len(), length);
            assert!(values.iter().all(|value| *value == 0.0));
        }
    }
}
