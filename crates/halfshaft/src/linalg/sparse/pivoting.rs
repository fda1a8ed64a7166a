//! faer's sparse LU with partial pivoting over all rows: the fallback for matrices whose fronts have no good pivots.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::lu::{LuRef, LuSymbolicParams, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, MatMut, Par};

use super::error::SparseError;
use super::pattern::{Pattern, SparseMatrix};
use super::scaling::Scales;

/// A factorization of the matrices of one pattern.
pub(super) struct PivotingLu {
    csc: SymbolicSparseColMat<u32>,
    /// For each entry by columns of unknowns, its index among the values of the blocks.
    index: Vec<u32>,
    values: Vec<f64>,
    symbolic: SymbolicLu<u32>,
    numeric: NumericLu<u32, f64>,
    memory: MemBuffer,
}

impl PivotingLu {
    /// The symbolic factorization of a pattern.
    pub fn new(pattern: &Pattern) -> Result<Self, SparseError> {
        let n = pattern.unknowns();
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
        let csc = SymbolicSparseColMat::<u32>::new_checked(n, n, starts, None, rows);
        let parameters = LuSymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..Default::default()
        };
        let symbolic =
            factorize_symbolic_lu(csc.as_ref(), parameters).map_err(|_| SparseError::Singular { unknown: 0 })?;
        let for_factors = symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Default::default());
        let memory = MemBuffer::new(for_factors.or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq)));
        let values = vec![0.0; index.len()];
        Ok(PivotingLu { csc, index, values, symbolic, numeric: NumericLu::new(), memory })
    }

    /// Factorizes a scaled matrix.
    pub fn factorize(&mut self, matrix: &SparseMatrix, scales: &Scales) -> Result<(), SparseError> {
        let (starts, rows) = (self.csc.col_ptr(), self.csc.row_idx());
        for j in 0..self.csc.ncols() {
            for k in starts[j] as usize..starts[j + 1] as usize {
                let value = matrix.values()[self.index[k] as usize];
                self.values[k] = value * scales.rows[rows[k] as usize] * scales.columns[j];
            }
        }
        let matrix = SparseColMatRef::new(self.csc.as_ref(), &self.values);
        self.symbolic
            .factorize_numeric_lu(
                &mut self.numeric,
                matrix,
                Par::Seq,
                MemStack::new(&mut self.memory),
                Default::default(),
            )
            .map(|_| ())
            .map_err(|_| SparseError::Singular { unknown: 0 })
    }

    /// Solves in place. The result may hold infinite numbers if the matrix is singular.
    pub fn solve(&mut self, scales: &Scales, x: &mut [f64]) {
        x.iter_mut().zip(&scales.rows).for_each(|(x, s)| *x *= s);
        let lu = LuRef::new_unchecked(&self.symbolic, &self.numeric);
        let n = x.len();
        lu.solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(x, n, 1),
            Par::Seq,
            MemStack::new(&mut self.memory),
        );
        x.iter_mut().zip(&scales.columns).for_each(|(x, s)| *x *= s);
    }
}
