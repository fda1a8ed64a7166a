//! LU with pivots that are chosen once, entry by entry, for matrices without a well-conditioned order of blocks:
//! massless bodies that are held only by joints, redundant constraints.
//!
//! While the order is valid, factorizations do not allocate.

use super::block::{BlockMatrix, BlockPattern};
use super::lu::Singular;
use super::sparse_lu::{SparseLu, SparsityPattern};

/// A factorization of the matrices of one pattern, with a fixed order.
pub(crate) struct FrozenLu {
    /// The entries that were nonzero in some matrix so far; most entries of a block of two bodies are zero.
    places: SparsityPattern,
    values: Vec<f64>,
    /// For each entry of the blocks, in their order, its index among the values.
    value_index: Vec<Option<u32>>,
    lu: Option<SparseLu<f64>>,
    /// Whether the order was determined for the last matrix.
    fresh: bool,
    right_side: Vec<f64>,
}

impl FrozenLu {
    /// Determines the order for a matrix, and factorizes it.
    pub fn new(matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<Self, Singular> {
        let unknowns = pattern.unknowns();
        let mut lu = FrozenLu {
            places: SparsityPattern { unknowns, entries: Vec::new() },
            values: Vec::new(),
            value_index: vec![None; matrix.entries(pattern).count()],
            lu: None,
            fresh: false,
            right_side: vec![0.0; unknowns],
        };
        lu.factorize(matrix, pattern)?;
        Ok(lu)
    }

    /// Factorizes a matrix of the pattern, in the present order if its nonzero entries are among the known ones.
    pub fn factorize(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        for (value_index, (row, column, value)) in self.value_index.iter_mut().zip(matrix.entries(pattern)) {
            if let Some(place) = value_index {
                self.values[*place as usize] = value;
            } else if value != 0.0 {
                *value_index = Some(self.values.len() as u32);
                self.places.entries.push((row as u32, column as u32));
                self.values.push(value);
                self.lu = None;
            }
        }
        match &mut self.lu {
            Some(lu) => {
                lu.factorize(&self.values);
                self.fresh = false;
                Ok(())
            }
            None => self.order(),
        }
    }

    /// Returns whether the order was determined for a matrix other than the last one.
    pub fn is_stale(&self) -> bool {
        !self.fresh
    }

    /// Determines a new order for the last matrix, and factorizes it.
    pub fn order(&mut self) -> Result<(), Singular> {
        let mut lu = SparseLu::new(&self.places, &self.values).map_err(|_| Singular)?;
        lu.factorize(&self.values);
        (self.lu, self.fresh) = (Some(lu), true);
        Ok(())
    }

    /// Solves in place with the last factorization.
    pub fn solve(&mut self, x: &mut [f64]) {
        self.right_side.copy_from_slice(x);
        if let Some(lu) = &self.lu {
            lu.solve(&mut self.right_side, x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two unknowns of motion, one of them without mass, and a constraint on both.
    fn held(mass: f64, arm: f64) -> (BlockPattern, BlockMatrix) {
        let mut pattern = BlockPattern::new();
        let (motion, own) = (pattern.add_group(0, 2), pattern.add_group(2, 1));
        let (mm, mo, om) = (pattern.slot(motion, motion), pattern.slot(motion, own), pattern.slot(own, motion));
        let mut matrix = BlockMatrix::new(&pattern);
        matrix.block_mut(mm)[0][0] = mass;
        for (k, entry) in [1.0, arm].into_iter().enumerate() {
            matrix.block_mut(mo)[0][k] = entry;
            matrix.block_mut(om)[k][0] = entry;
        }
        (pattern, matrix)
    }

    fn residual(pattern: &BlockPattern, matrix: &BlockMatrix, lu: &mut FrozenLu) -> f64 {
        let b = [5.0, 11.0, 3.0];
        let (mut x, mut r) = (b, b);
        lu.solve(&mut x);
        matrix.subtract_product(pattern, &x, &mut r);
        r.iter().fold(0.0, |most, r| r.abs().max(most))
    }

    #[test]
    fn what_has_no_mass_is_held_by_its_constraint() {
        let (pattern, matrix) = held(2.0, 0.5);
        let mut lu = FrozenLu::new(&matrix, &pattern).unwrap();
        assert!(residual(&pattern, &matrix, &mut lu) < 1e-14);
        let (_, other) = held(3.0, -0.7);
        lu.factorize(&other, &pattern).unwrap();
        assert!(residual(&pattern, &other, &mut lu) < 1e-14);
    }

    #[test]
    fn an_entry_that_was_zero_before_leads_to_another_order() {
        let (pattern, matrix) = held(2.0, 0.5);
        let mut lu = FrozenLu::new(&matrix, &pattern).unwrap();
        let (mut pattern_again, mut other) = held(2.0, 0.5);
        let motion = pattern_again.slot(0, 0);
        other.block_mut(motion)[1][0] = 0.3;
        lu.factorize(&other, &pattern).unwrap();
        assert!(lu.fresh && residual(&pattern, &other, &mut lu) < 1e-14);
    }

    #[test]
    fn a_matrix_that_no_order_bears_is_singular_and_leaves_the_order_there_was() {
        let (pattern, matrix) = held(2.0, 0.5);
        let mut lu = FrozenLu::new(&matrix, &pattern).unwrap();
        assert!(!lu.is_stale());
        // Without mass the first motion cannot be a pivot.
        let (_, other) = held(0.0, 0.5);
        lu.factorize(&other, &pattern).unwrap();
        assert!(lu.is_stale());
        assert_eq!(lu.order(), Err(Singular), "two unknowns, one equation");
        lu.factorize(&matrix, &pattern).unwrap();
        assert!(residual(&pattern, &matrix, &mut lu) < 1e-14);
    }
}
