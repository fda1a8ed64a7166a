//! faer's sparse LU with partial pivoting on the same matrix.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::lu::{LuSymbolicParams, NumericLu, factorize_symbolic_lu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use halfshaft::linalg::sparse::pattern::{Pattern, SparseMatrix};

use super::clock::cpu_seconds;

/// The matrix by columns of unknowns: starts, rows, and the index of each value in the blocks.
pub fn columns(pattern: &Pattern) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let (mut starts, mut rows, mut index) = (vec![0_u32], Vec::new(), Vec::new());
    for node in 0..pattern.nodes() {
        for j in 0..pattern.size(node) {
            for (row, offset) in pattern.column(node) {
                let size = pattern.size(row);
                rows.extend((0..size).map(|i| (pattern.start(row) + i) as u32));
                index.extend((0..size).map(|i| (offset + j * size + i) as u32));
            }
            starts.push(rows.len() as u32);
        }
    }
    (starts, rows, index)
}

/// CPU seconds of the second numeric factorization, with the symbolic one and its memory from before.
pub fn refactor_seconds(pattern: &Pattern, matrix: &SparseMatrix) -> f64 {
    let n = pattern.unknowns();
    let (starts, rows, index) = columns(pattern);
    let values: Vec<f64> = index.iter().map(|&k| matrix.values()[k as usize]).collect();
    let pattern = SymbolicSparseColMat::<u32>::new_checked(n, n, starts, None, rows);
    let parameters = LuSymbolicParams {
        supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
        ..Default::default()
    };
    let Ok(symbolic) = factorize_symbolic_lu(pattern.as_ref(), parameters) else { return f64::NAN };
    let mut numeric = NumericLu::<u32, f64>::new();
    let mut memory = MemBuffer::new(symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Default::default()));
    let matrix = SparseColMatRef::new(pattern.as_ref(), &values[..]);
    let mut seconds = f64::NAN;
    for _ in 0..2 {
        let before = cpu_seconds();
        let stack = MemStack::new(&mut memory);
        let done = symbolic.factorize_numeric_lu(&mut numeric, matrix, Par::Seq, stack, Default::default());
        if done.is_err() {
            return f64::NAN;
        }
        seconds = cpu_seconds() - before;
    }
    seconds
}
