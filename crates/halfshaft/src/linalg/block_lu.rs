//! A static block LU: the elimination order and every block it touches, fill-in included, are determined once. Each
//! factorization is then a flat list of small dense products.
//!
//! The order is by minimum degree in the graph of blocks, but a block may be eliminated only when its own pivot is well
//! conditioned with the numbers of the given matrix. Masses and inertias differ in their units, so conditioning is
//! judged on the matrix scaled to a unit diagonal. The scale of a multiplier is the magnitude that the elimination of
//! its bodies leaves on its diagonal. Multipliers, whose own diagonal is (nearly) zero, are therefore eliminated after
//! the bodies they constrain. Later factorizations reuse the order and check it: an ill-conditioned pivot is reported,
//! and the caller determines a new order or falls back to pivoting by entries (`docs/theory.md`, linear algebra, eqs.
//! 38-39).

use super::block::{BLOCK, Block, BlockMatrix};
use super::columns::{Column, Columns};
use super::lu::Singular;

pub(super) const ZERO: Block = [[0.0; BLOCK]; BLOCK];
/// The elimination of one block.
pub(super) struct Pivot {
    pub(super) group: u32,
    pub(super) size: u32,
    /// First column of its inverse, in `upper`.
    pub(super) inverse: u32,
    /// The blocks it is coupled to: a range of `others`.
    pub(super) others: std::ops::Range<u32>,
    /// The first of its targets.
    pub(super) targets: u32,
}

/// A block coupled to a pivot.
pub(super) struct Other {
    pub(super) group: u32,
    pub(super) size: u32,
    /// First column of the block below the pivot, in `lower`, and of the one to its right, in `upper`.
    pub(super) below: u32,
    pub(super) right: u32,
}

/// Location of a block: the index of its first column in `lower` or in `upper`.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Lower(u32),
    Upper(u32),
}

/// The factorization of the matrices of one sparsity pattern, with a fixed elimination order.
///
/// Blocks are stored in the order of elimination, those below their pivots separately from those on and to the right of
/// them, and only as many columns of each as it has unknowns. Forward and back substitution then read memory
/// sequentially.
pub(crate) struct BlockLu {
    pub(super) pivots: Vec<Pivot>,
    pub(super) others: Vec<Other>,
    /// For each pair of blocks coupled to a pivot, row by row, the block from which their product is subtracted.
    pub(super) targets: Vec<Place>,
    pub(super) lower: Columns,
    pub(super) upper: Columns,
    /// Location and columns of each block of the matrix.
    pub(super) stored: Vec<(Place, u32)>,
    /// Locations and columns of the fill-in: blocks that only the elimination makes nonzero.
    pub(super) filled: Vec<(Place, u32)>,
    /// First unknown and size of each group.
    pub(super) groups: Vec<(usize, usize)>,
    /// The square root of each unknown's scale.
    pub(super) scales: Vec<f64>,
    /// Upper limit of the entries of a scaled inverse.
    pub(super) limit: f64,
    /// Whether the determinant of the last matrix is negative.
    pub(super) negative: bool,
    /// Buffer for a right-hand side, by groups.
    pub(super) work: Columns,
}

impl BlockLu {
    /// Factorizes a matrix of the same pattern in the fixed order.
    pub fn factorize(&mut self, matrix: &BlockMatrix) -> Result<(), Singular> {
        let (lower, upper) = (&mut *self.lower, &mut *self.upper);
        for (block, &(place, columns)) in matrix.blocks().zip(&self.stored) {
            let columns = columns as usize;
            columns_mut(lower, upper, place, columns).copy_from_slice(block);
        }
        for &(place, columns) in &self.filled {
            columns_mut(lower, upper, place, columns as usize).as_flattened_mut().fill(0.0);
        }
        #[cfg(target_arch = "x86_64")]
        match wide() {
            // SAFETY: the processor has AVX-512 or AVX2.
            Wide::Avx512 => return unsafe { self.eliminate_avx512() },
            Wide::Avx2 => return unsafe { self.eliminate_avx2() },
            Wide::No => {}
        }
        self.eliminate()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn eliminate_avx2(&mut self) -> Result<(), Singular> {
        self.eliminate()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    unsafe fn eliminate_avx512(&mut self) -> Result<(), Singular> {
        self.eliminate()
    }

    #[inline(always)]
    fn eliminate(&mut self) -> Result<(), Singular> {
        let mut negative = false;
        let (lower, upper) = (&mut *self.lower, &mut *self.upper);
        for p in &self.pivots {
            let size = p.size as usize;
            let own = &mut upper[p.inverse as usize..][..size];
            let mut block = ZERO;
            block[..size].copy_from_slice(own);
            let (inverse, reverses) = invert(&block, size).ok_or(Singular)?;
            negative ^= reverses;
            let loss = scaled_size(&inverse, &self.scales[self.groups[p.group as usize].0..][..size]);
            if loss.is_nan() || loss > self.limit {
                return Err(Singular);
            }
            own.copy_from_slice(&inverse[..size]);
            let others = &self.others[p.others.start as usize..p.others.end as usize];
            let mut targets = self.targets[p.targets as usize..].iter();
            for row in others {
                let place = &mut lower[row.below as usize..][..size];
                let mut below = ZERO;
                for (column, inverse) in below[..size].iter_mut().zip(&inverse) {
                    add_product(column, place, inverse);
                }
                place.copy_from_slice(&below[..size]);
                for (other, &target) in others.iter().zip(&mut targets) {
                    let columns = other.size as usize;
                    // A pivot updates only blocks of later pivots, which are stored behind its own.
                    let (done, target) = match target {
                        Place::Lower(first) => (&upper[..], &mut lower[first as usize..][..columns]),
                        Place::Upper(first) => {
                            let (before, behind) = upper.split_at_mut(first as usize);
                            (&*before, &mut behind[..columns])
                        }
                    };
                    for (column, right) in target.iter_mut().zip(&done[other.right as usize..][..columns]) {
                        subtract_product(column, &below[..size], right);
                    }
                }
            }
        }
        self.negative = negative;
        Ok(())
    }

    /// Returns whether the determinant of the last matrix is negative. Rows and columns are eliminated in the same
    /// order, so the sign is the product of the signs of the pivot blocks.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Solves in place with the last factorization.
    pub fn solve(&mut self, x: &mut [f64]) {
        let mut work = std::mem::take(&mut self.work);
        for (own, &(first, size)) in work.iter_mut().zip(&self.groups) {
            own[..size].copy_from_slice(&x[first..first + size]);
        }
        self.substitute(&mut work);
        for (own, &(first, size)) in work.iter().zip(&self.groups) {
            x[first..first + size].copy_from_slice(&own[..size]);
        }
        self.work = work;
    }

    fn substitute(&self, work: &mut [Column]) {
        #[cfg(target_arch = "x86_64")]
        match wide() {
            // SAFETY: the processor has AVX-512 or AVX2.
            Wide::Avx512 => return unsafe { self.substitute_avx512(work) },
            Wide::Avx2 => return unsafe { self.substitute_avx2(work) },
            Wide::No => {}
        }
        self.substitute_plain(work);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn substitute_avx2(&self, work: &mut [Column]) {
        self.substitute_plain(work);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    unsafe fn substitute_avx512(&self, work: &mut [Column]) {
        self.substitute_plain(work);
    }

    /// Forward and back substitution. `work` holds each group's part of the right-hand side in a full column, so that
    /// only the lengths of the sums vary; the padding is zero and remains zero.
    #[inline(always)]
    fn substitute_plain(&self, work: &mut [Column]) {
        let (lower, upper) = (&*self.lower, &*self.upper);
        for p in &self.pivots {
            let own = work[p.group as usize];
            for other in &self.others[p.others.start as usize..p.others.end as usize] {
                let below = &lower[other.below as usize..][..p.size as usize];
                subtract_product(&mut work[other.group as usize], below, &own);
            }
        }
        for p in self.pivots.iter().rev() {
            let mut own = work[p.group as usize];
            for other in &self.others[p.others.start as usize..p.others.end as usize] {
                let right = &upper[other.right as usize..][..other.size as usize];
                subtract_product(&mut own, right, &work[other.group as usize]);
            }
            let mut solved = [0.0; BLOCK];
            add_product(&mut solved, &upper[p.inverse as usize..][..p.size as usize], &own);
            work[p.group as usize] = solved;
        }
    }
}

/// The columns of a block.
#[inline(always)]
fn columns_mut<'a>(lower: &'a mut [Column], upper: &'a mut [Column], place: Place, columns: usize) -> &'a mut [Column] {
    match place {
        Place::Lower(first) => &mut lower[first as usize..][..columns],
        Place::Upper(first) => &mut upper[first as usize..][..columns],
    }
}

/// The widest usable vector instructions of the processor. All give the same bits: nothing is contracted or reordered.
#[cfg(target_arch = "x86_64")]
enum Wide {
    Avx512,
    Avx2,
    No,
}

#[cfg(target_arch = "x86_64")]
fn wide() -> Wide {
    if std::arch::is_x86_feature_detected!("avx512f") {
        Wide::Avx512
    } else if std::arch::is_x86_feature_detected!("avx2") {
        Wide::Avx2
    } else {
        Wide::No
    }
}

/// target −= block · x.
#[inline(always)]
pub(super) fn subtract_product(target: &mut Column, block: &[Column], x: &Column) {
    for (column, x) in block.iter().zip(x) {
        for i in 0..BLOCK {
            target[i] -= column[i] * x;
        }
    }
}

/// target += block · x.
#[inline(always)]
pub(super) fn add_product(target: &mut Column, block: &[Column], x: &Column) {
    for (column, x) in block.iter().zip(x) {
        for i in 0..BLOCK {
            target[i] += column[i] * x;
        }
    }
}

/// The largest entry of an inverse pivot, scaled to a unit diagonal of the matrix.
#[inline(always)]
pub(super) fn scaled_size(inverse: &Block, scales: &[f64]) -> f64 {
    let mut size = 0.0_f64;
    for (column, a) in inverse.iter().zip(scales) {
        for (entry, b) in column.iter().zip(scales) {
            let scaled = (entry * a * b).abs();
            size = if scaled.is_nan() { f64::NAN } else { size.max(scaled) };
        }
    }
    size
}

/// The inverse by Gauss-Jordan elimination with row pivoting inside the block, and whether the determinant is negative;
/// `None` if a pivot is zero or not finite.
#[inline(always)]
pub(super) fn invert(block: &Block, size: usize) -> Option<(Block, bool)> {
    let mut negative = false;
    let mut a = *block;
    let mut inverse = ZERO;
    for (i, column) in inverse.iter_mut().enumerate() {
        column[i] = 1.0;
    }
    for k in 0..size {
        let mut best = k;
        for i in k + 1..size {
            if a[k][i].abs() > a[k][best].abs() {
                best = i;
            }
        }
        if best != k {
            negative = !negative;
            for j in 0..size {
                a[j].swap(k, best);
                inverse[j].swap(k, best);
            }
        }
        negative ^= a[k][k] < 0.0;
        let pivot = 1.0 / a[k][k];
        if !pivot.is_finite() {
            return None;
        }
        let mut factors = a[k];
        factors[k] = 0.0;
        for matrix in [&mut a, &mut inverse] {
            for column in &mut matrix[..size] {
                let scaled = column[k] * pivot;
                for i in 0..BLOCK {
                    column[i] -= factors[i] * scaled;
                }
                column[k] = scaled;
            }
        }
    }
    Some((inverse, negative))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::block::BlockPattern;
    use crate::linalg::block_symbolic;
    use crate::linalg::lu::Lu;

    /// A closed chain of bodies and joints, with numbers of no special structure.
    fn ring(bodies: usize, seed: f64) -> (BlockPattern, BlockMatrix) {
        let mut pattern = BlockPattern::new();
        let nodes: Vec<_> = (0..bodies).map(|i| pattern.add_group(6 * i, 6)).collect();
        let joints: Vec<_> = (0..bodies).map(|i| pattern.add_group(6 * bodies + 5 * i, 5)).collect();
        let mut pairs = Vec::new();
        for i in 0..bodies {
            let next = (i + 1) % bodies;
            for (a, b) in [(nodes[i], nodes[next]), (nodes[i], joints[i]), (nodes[next], joints[i])] {
                pairs.extend([(a, b), (b, a)]);
            }
        }
        let mut wave = seed;
        let mut number = || {
            wave = (wave * 12.9898).sin() * 43758.5453;
            wave -= wave.floor();
            2.0 * wave - 1.0
        };
        let slots: Vec<_> = pairs.iter().map(|&(a, b)| pattern.slot(a, b)).collect();
        let diagonals: Vec<_> = nodes.iter().map(|&n| pattern.slot(n, n)).collect();
        let mut matrix = BlockMatrix::new(&pattern);
        for (slot, (a, b)) in slots.into_iter().zip(pairs) {
            // Bodies are coupled weakly to each other, and fully to their joints.
            let weight = if a < bodies && b < bodies { 0.1 } else { 1.0 };
            let (columns, rows) = (if b < bodies { 6 } else { 5 }, if a < bodies { 6 } else { 5 });
            for column in &mut matrix.block_mut(slot)[..columns] {
                column[..rows].iter_mut().for_each(|x| *x = weight * number());
            }
        }
        for slot in diagonals {
            for k in 0..6 {
                matrix.block_mut(slot)[k][k] = 3.0 + number();
            }
        }
        (pattern, matrix)
    }

    #[test]
    fn agrees_with_the_pivoting_factorization() {
        let (pattern, first) = ring(12, 0.3);
        let mut own = block_symbolic::order(&first, &pattern, 72).expect("a sound order");
        let mut oracle = Lu::new(&pattern).unwrap();
        for seed in [0.3, 0.31, 0.32] {
            let (_, matrix) = ring(12, seed);
            let right: Vec<f64> = (0..pattern.unknowns()).map(|i| (i as f64).cos()).collect();
            let (mut x, mut y) = (right.clone(), right);
            oracle.factorize(&matrix, &pattern).unwrap();
            oracle.solve(&mut y).unwrap();
            if own.factorize(&matrix).is_err() {
                own = block_symbolic::order(&matrix, &pattern, 72).expect("a sound order");
                own.factorize(&matrix).unwrap();
            }
            own.solve(&mut x);
            let size = y.iter().fold(0.0_f64, |m, y| m.max(y.abs()));
            // Both lose a few digits to conditioning: pivots down to 1e-4 in each of some twenty eliminations.
            for (x, y) in x.iter().zip(&y) {
                assert!((x - y).abs() < 1e-9 * size, "{x} {y}");
            }
        }
    }

    #[test]
    fn each_block_is_eliminated_once_however_much_is_filled_in() {
        // Cross-coupled bodies: one elimination causes fill-in in several blocks of one body.
        let mut pattern = BlockPattern::new();
        let nodes: Vec<_> = (0..17).map(|i| pattern.add_group(6 * i, 6)).collect();
        for i in 0..17 {
            for j in [(3 * i + 1) % 17, (5 * i + 2) % 17] {
                pattern.slot(nodes[i], nodes[j]);
                pattern.slot(nodes[j], nodes[i]);
            }
        }
        let mut matrix = BlockMatrix::new(&pattern);
        matrix.add_to_diagonal(&pattern, 0, |_| 1.0);
        let lu = block_symbolic::order(&matrix, &pattern, 102).expect("a sound order");
        let mut order: Vec<u32> = lu.pivots.iter().map(|p| p.group).collect();
        order.sort();
        assert_eq!(order, (0..17).collect::<Vec<u32>>());
    }

    #[test]
    fn springs_that_glue_bodies_together_cost_digits_and_not_the_order() {
        // Bodies of 1 kg in a row, with springs 1e7 times as stiff between neighbours: the last pivot is the sum of
        // their masses.
        let mut pattern = BlockPattern::new();
        let nodes: Vec<_> = (0..4).map(|i| pattern.add_group(6 * i, 6)).collect();
        let between: Vec<_> =
            nodes.windows(2).flat_map(|w| [pattern.slot(w[0], w[1]), pattern.slot(w[1], w[0])]).collect();
        let mut matrix = BlockMatrix::new(&pattern);
        for slot in between {
            (0..6).for_each(|k| matrix.block_mut(slot)[k][k] = -1e7);
        }
        matrix.add_to_diagonal(&pattern, 0, |i| 1.0 + if (6..18).contains(&i) { 2e7 } else { 1e7 });
        let mut lu = block_symbolic::order(&matrix, &pattern, 24).expect("an order");
        lu.factorize(&matrix).unwrap();
        let mut x = vec![1.0; 24];
        lu.solve(&mut x);
        assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-7), "{x:?}");
    }

    #[test]
    fn the_inverse_of_a_block_is_its_inverse() {
        let mut block = ZERO;
        for (j, column) in block.iter_mut().enumerate().take(5) {
            for (i, x) in column.iter_mut().enumerate().take(5) {
                *x = 1.0 / (1.0 + i as f64 + j as f64) + if i + j == 4 { 1.0 } else { 0.0 };
            }
        }
        let (inverse, _) = invert(&block, 5).unwrap();
        let mut product = ZERO;
        product.iter_mut().zip(&inverse).for_each(|(column, inverse)| add_product(column, &block[..5], inverse));
        for (j, column) in product.iter().enumerate().take(5) {
            for (i, x) in column.iter().enumerate().take(5) {
                assert!((x - f64::from(u8::from(i == j))).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn a_singular_block_has_no_inverse() {
        assert_eq!(invert(&ZERO, 3), None);
    }
}
