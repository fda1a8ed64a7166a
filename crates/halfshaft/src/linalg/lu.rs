//! Sparse LU with partial pivoting: one symbolic factorization per pattern; factorization and solution reuse their
//! buffers.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::lu::{LuRef, LuSymbolicParams, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::sparse::{Pair, SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, MatMut, Par};

use super::block::{BlockMatrix, BlockPattern};

/// The matrix is singular: some unknowns are undetermined, or some equations contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular;

/// A factorization of the matrices of one pattern.
pub struct Lu {
    csc: SymbolicSparseColMat<u32>,
    /// For each entry of the blocks, in their order, its index among the values by columns.
    places: Vec<usize>,
    values: Vec<f64>,
    symbolic: SymbolicLu<u32>,
    numeric: NumericLu<u32, f64>,
    memory: MemBuffer,
}

impl Lu {
    /// Symbolic factorization of the pattern.
    pub fn new(pattern: &BlockPattern) -> Result<Self, Singular> {
        let n = pattern.unknowns();
        let entries: Vec<_> = BlockMatrix::new(pattern)
            .entries(pattern)
            .map(|(row, column, _)| Pair::new(row as u32, column as u32))
            .collect();
        let csc = SymbolicSparseColMat::try_new_from_indices(n, n, &entries).map_err(|_| Singular)?.0;
        let (starts, rows) = (csc.col_ptr(), csc.row_idx());
        let place = |e: &Pair<u32, u32>| {
            let column = starts[e.col as usize] as usize..starts[e.col as usize + 1] as usize;
            column.start + rows[column].binary_search(&e.row).expect("the entry is in its own pattern")
        };
        let places = entries.iter().map(place).collect();
        // The automatic choice uses the slower simplicial method for chains of bodies.
        let parameters = LuSymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..Default::default()
        };
        let symbolic = factorize_symbolic_lu(csc.as_ref(), parameters).map_err(|_| Singular)?;
        let memory = MemBuffer::new(
            symbolic
                .factorize_numeric_lu_scratch::<f64>(Par::Seq, Default::default())
                .or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq)),
        );
        let values = vec![0.0; rows.len()];
        Ok(Lu { csc, places, values, symbolic, numeric: NumericLu::new(), memory })
    }

    /// Factorizes a matrix of the pattern.
    pub fn factorize(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        for (&place, (_, _, value)) in self.places.iter().zip(matrix.entries(pattern)) {
            self.values[place] = value;
        }
        let matrix = SparseColMatRef::new(self.csc.as_ref(), &self.values[..]);
        let stack = MemStack::new(&mut self.memory);
        self.symbolic
            .factorize_numeric_lu(&mut self.numeric, matrix, Par::Seq, stack, Default::default())
            .map_err(|_| Singular)?;
        Ok(())
    }

    /// Solves in place with the last factorization.
    ///
    /// The factorization does not report a numerically singular matrix; the solution is then not finite.
    pub fn solve(&mut self, x: &mut [f64]) -> Result<(), Singular> {
        let n = x.len();
        let lu = LuRef::new_unchecked(&self.symbolic, &self.numeric);
        let right_side = MatMut::from_column_major_slice_mut(x, n, 1);
        lu.solve_in_place_with_conj(Conj::No, right_side, Par::Seq, MemStack::new(&mut self.memory));
        if x.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(Singular) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_saddle_point_with_a_zero_on_the_diagonal() {
        // [2 0 | 1] [1]   [5]
        // [0 4 | 1] [2] = [11]
        // [1 1 | 0] [3]   [3]
        let mut pattern = BlockPattern::new();
        let (motion, own) = (pattern.add_group(0, 2), pattern.add_group(2, 1));
        let (mm, mo, om) = (pattern.slot(motion, motion), pattern.slot(motion, own), pattern.slot(own, motion));
        let mut matrix = BlockMatrix::new(&pattern);
        matrix.block_mut(mm)[0][0] = 2.0;
        matrix.block_mut(mm)[1][1] = 4.0;
        for k in 0..2 {
            matrix.block_mut(mo)[0][k] = 1.0;
            matrix.block_mut(om)[k][0] = 1.0;
        }
        let mut lu = Lu::new(&pattern).unwrap();
        lu.factorize(&matrix, &pattern).unwrap();
        let mut x = [5.0, 11.0, 3.0];
        lu.solve(&mut x).unwrap();
        for (x, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((x - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn a_singular_matrix_is_an_error_and_not_a_number() {
        let mut pattern = BlockPattern::new();
        pattern.add_group(0, 2);
        let mut lu = Lu::new(&pattern).unwrap();
        let mut x = [1.0, 1.0];
        let outcome = lu.factorize(&BlockMatrix::new(&pattern), &pattern).and_then(|()| lu.solve(&mut x));
        assert_eq!(outcome, Err(Singular));
    }
}
