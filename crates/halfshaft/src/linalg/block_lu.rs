//! A static block LU: the order of elimination and every block it touches are fixed once, then each factorization is
//! a flat list of small dense products.
//!
//! The order is by least degree in the graph of blocks, but a block may be eliminated only when its own pivot is sound
//! with the numbers at hand. Masses and inertias differ by their units, so soundness is judged on the matrix scaled to a
//! unit diagonal, where a multiplier's scale is the size of what the elimination of its bodies leaves on its diagonal.
//! Multipliers, whose own diagonal is (nearly) zero, therefore wait for the bodies they hold. Later factorizations keep
//! the order and watch it: a pivot that has become unsound is reported, and the owner orders anew or falls back to
//! pivoting by entries (`docs/theory.md`, linear algebra, eqs. 38-39).

use std::collections::BTreeSet;

use super::block::{BLOCK, Block, BlockMatrix, BlockPattern};
use super::lu::Singular;

const ZERO: Block = [[0.0; BLOCK]; BLOCK];
/// A pivot block is sound for the order when no entry of its scaled inverse is above this.
const SOUND: f64 = 1e4;
/// A kept order is given up when one is above this: some eight digits would be lost.
const UNSOUND: f64 = 1e8;

/// The elimination of one block.
struct Pivot {
    group: u32,
    diagonal: u32,
    /// Blocks below it, with their row group, and to its right, with their column group: ranges of `below`, `right`.
    others: std::ops::Range<u32>,
    updates: std::ops::Range<u32>,
}

/// The factorization of the matrices of one pattern, with a frozen order.
pub(crate) struct BlockLu {
    pivots: Vec<Pivot>,
    /// For each block coupled to a pivot: its group, the slot below the pivot and the slot to its right.
    others: Vec<(u32, u32, u32)>,
    /// dst −= below · right.
    updates: Vec<(u32, u32, u32)>,
    blocks: Vec<Block>,
    /// First unknown and size of each group.
    groups: Vec<(usize, usize)>,
    /// The root of each unknown's scale.
    scales: Vec<f64>,
    /// Room for a right side, by groups.
    work: Vec<Column>,
}

impl BlockLu {
    /// Chooses the order for a matrix whose unknowns from `motions` on are multipliers; `None` where no order is sound.
    pub fn new(matrix: &BlockMatrix, pattern: &BlockPattern, motions: usize) -> Option<Self> {
        Analysis::new(matrix, pattern, motions).run()
    }

    /// Factorizes a matrix of the pattern in the frozen order.
    pub fn factorize(&mut self, matrix: &BlockMatrix) -> Result<(), Singular> {
        let stored = matrix.blocks();
        self.blocks[..stored.len()].copy_from_slice(stored);
        self.blocks[stored.len()..].fill(ZERO);
        self.fill_padding();
        #[cfg(target_arch = "x86_64")]
        match wide() {
            // SAFETY: the processor has AVX-512 or AVX2.
            Wide::Avx512 => return unsafe { self.eliminate_avx512() },
            Wide::Avx2 => return unsafe { self.eliminate_avx2() },
            Wide::No => {}
        }
        self.eliminate()
    }

    /// Ones on the diagonal where a group has fewer than [`BLOCK`] unknowns.
    fn fill_padding(&mut self) {
        for p in &self.pivots {
            let diagonal = &mut self.blocks[p.diagonal as usize];
            for i in self.groups[p.group as usize].1..BLOCK {
                diagonal[i][i] = 1.0;
            }
        }
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
        for p in &self.pivots {
            let size = self.groups[p.group as usize].1;
            let diagonal = &mut self.blocks[p.diagonal as usize];
            let inverse = invert(diagonal, size).ok_or(Singular)?;
            let loss = scaled_size(&inverse, &self.scales[self.groups[p.group as usize].0..][..size]);
            if loss.is_nan() || loss > UNSOUND {
                return Err(Singular);
            }
            *diagonal = inverse;
            for &(_, below, _) in &self.others[p.others.start as usize..p.others.end as usize] {
                let block = self.blocks[below as usize];
                let mut scaled = ZERO;
                add_product(&mut scaled, &block, &inverse, size, 1.0);
                self.blocks[below as usize] = scaled;
            }
            for &(target, below, right) in &self.updates[p.updates.start as usize..p.updates.end as usize] {
                let (below, right) = (self.blocks[below as usize], self.blocks[right as usize]);
                add_product(&mut self.blocks[target as usize], &below, &right, size, -1.0);
            }
        }
        Ok(())
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

    /// Forward and back. `work` holds each group's part of the right side in a full column, so that no length but that of
    /// the sums varies; the padding is zero and stays so.
    #[inline(always)]
    fn substitute_plain(&self, work: &mut [Column]) {
        for p in &self.pivots {
            let own = work[p.group as usize];
            let size = self.groups[p.group as usize].1;
            for &(group, below, _) in &self.others[p.others.start as usize..p.others.end as usize] {
                subtract_product(&mut work[group as usize], &self.blocks[below as usize], &own, size);
            }
        }
        for p in self.pivots.iter().rev() {
            let mut own = work[p.group as usize];
            for &(group, _, right) in &self.others[p.others.start as usize..p.others.end as usize] {
                let size = self.groups[group as usize].1;
                subtract_product(&mut own, &self.blocks[right as usize], &work[group as usize], size);
            }
            let size = self.groups[p.group as usize].1;
            let mut solved = [0.0; BLOCK];
            subtract_product(&mut solved, &self.blocks[p.diagonal as usize], &own, size);
            work[p.group as usize] = solved.map(|x| -x);
        }
    }
}

/// The widest vectors of the processor that are of use. All give the same bits: nothing is contracted or reordered.
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

/// A group's part of a right side.
type Column = [f64; BLOCK];

/// target −= block · x, with `inner` columns of the block.
#[inline(always)]
fn subtract_product(target: &mut Column, block: &Block, x: &Column, inner: usize) {
    for (column, x) in block.iter().zip(x).take(inner) {
        for i in 0..BLOCK {
            target[i] -= column[i] * x;
        }
    }
}

/// target += sign · a · b, with `inner` columns of `a`.
#[inline(always)]
fn add_product(target: &mut Block, a: &Block, b: &Block, inner: usize, sign: f64) {
    for (column, b) in target.iter_mut().zip(b) {
        for k in 0..inner {
            let factor = sign * b[k];
            for i in 0..BLOCK {
                column[i] += a[k][i] * factor;
            }
        }
    }
}

/// The largest entry of an inverse pivot, scaled to a unit diagonal of the matrix.
#[inline(always)]
fn scaled_size(inverse: &Block, scales: &[f64]) -> f64 {
    let mut size = 0.0_f64;
    for (column, a) in inverse.iter().zip(scales) {
        for (entry, b) in column.iter().zip(scales) {
            let scaled = (entry * a * b).abs();
            size = if scaled.is_nan() { f64::NAN } else { size.max(scaled) };
        }
    }
    size
}

/// The inverse by Gauss and Jordan with row pivoting inside the block; `None` where a pivot is zero or not finite.
#[inline(always)]
fn invert(block: &Block, size: usize) -> Option<Block> {
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
            for j in 0..size {
                a[j].swap(k, best);
                inverse[j].swap(k, best);
            }
        }
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
    Some(inverse)
}

/// The search for an order, on growing blocks.
struct Analysis {
    groups: Vec<(usize, usize)>,
    /// For each group the others it is coupled to and that are still there, with the slots below and to the right of it
    /// if it were the pivot.
    neighbours: Vec<Vec<(u32, u32, u32)>>,
    diagonals: Vec<u32>,
    blocks: Vec<Block>,
    scales: Vec<f64>,
}

impl Analysis {
    fn new(matrix: &BlockMatrix, pattern: &BlockPattern, motions: usize) -> Self {
        let n = pattern.groups.len();
        let mut scales = vec![0.0; pattern.unknowns()];
        matrix.schur_size(pattern, motions, &mut scales[motions..]);
        for (row, column, value) in matrix.entries(pattern) {
            if row == column && row < motions {
                scales[row] = value.abs();
            }
        }
        // Where there is nothing to scale by, the entries stand as they are.
        scales.iter_mut().for_each(|s| *s = if *s > 0.0 { s.sqrt() } else { 1.0 });
        let mut diagonals = vec![u32::MAX; n];
        let mut neighbours: Vec<Vec<(u32, u32, u32)>> = vec![Vec::new(); n];
        let blocks = matrix.blocks().to_vec();
        for (slot, &(row, column)) in pattern.slots.iter().enumerate() {
            let slot = slot as u32;
            if row == column {
                diagonals[row] = slot;
                continue;
            }
            // The slot stands below `column` as pivot, and to the right of `row` as pivot.
            note(&mut neighbours[column], row as u32).1 = slot;
            note(&mut neighbours[row], column as u32).2 = slot;
        }
        let symmetric = neighbours.iter().flatten().all(|e| e.1 != u32::MAX && e.2 != u32::MAX);
        assert!(symmetric, "an element couples its nodes both ways");
        let groups = pattern.groups.iter().map(|g| (g.first, g.size)).collect();
        Analysis { groups, neighbours, diagonals, blocks, scales }
    }

    fn run(mut self) -> Option<BlockLu> {
        let n = self.groups.len();
        // By degree, then by group, so that the order is reproducible. A group found unsound waits outside the queue
        // until an elimination changes its diagonal.
        let mut queue: BTreeSet<(usize, usize)> = (0..n).map(|g| (self.neighbours[g].len(), g)).collect();
        let (mut pivots, mut others, mut updates) = (Vec::with_capacity(n), Vec::new(), Vec::new());
        while let Some((_, group)) = queue.pop_first() {
            if !self.sound(group) {
                continue;
            }
            let size = self.groups[group].1;
            let inverse = invert(&self.blocks[self.diagonals[group] as usize], size)?;
            let coupled = std::mem::take(&mut self.neighbours[group]);
            let (first_other, first_update) = (others.len() as u32, updates.len() as u32);
            others.extend(&coupled);
            for &(row, below, _) in &coupled {
                queue.remove(&(self.neighbours[row as usize].len(), row as usize));
                let mut scaled = ZERO;
                add_product(&mut scaled, &self.blocks[below as usize], &inverse, size, 1.0);
                for &(column, _, right) in &coupled {
                    let target = self.slot(row, column);
                    updates.push((target, below, right));
                    let right = self.blocks[right as usize];
                    add_product(&mut self.blocks[target as usize], &scaled, &right, size, -1.0);
                }
            }
            pivots.push(Pivot {
                group: group as u32,
                diagonal: self.diagonals[group],
                others: first_other..others.len() as u32,
                updates: first_update..updates.len() as u32,
            });
            for &(row, ..) in &coupled {
                let list = &mut self.neighbours[row as usize];
                list.retain(|e| e.0 as usize != group);
                queue.insert((list.len(), row as usize));
            }
        }
        let complete = pivots.len() == n;
        complete.then_some(BlockLu {
            pivots,
            others,
            updates,
            blocks: self.blocks,
            work: vec![[0.0; BLOCK]; n],
            groups: self.groups,
            scales: self.scales,
        })
    }

    fn sound(&self, group: usize) -> bool {
        let (first, size) = self.groups[group];
        let inverse = invert(&self.blocks[self.diagonals[group] as usize], size);
        inverse.is_some_and(|inverse| scaled_size(&inverse, &self.scales[first..][..size]) <= SOUND)
    }

    /// The slot of a block, stored from now on.
    fn slot(&mut self, row: u32, column: u32) -> u32 {
        if row == column {
            return self.diagonals[row as usize];
        }
        if let Some(e) = self.neighbours[column as usize].iter().find(|e| e.0 == row) {
            return e.1;
        }
        let below = self.blocks.len() as u32;
        let right = below + 1;
        self.blocks.extend([ZERO, ZERO]);
        self.neighbours[column as usize].push((row, below, right));
        self.neighbours[row as usize].push((column, right, below));
        below
    }
}

fn note(list: &mut Vec<(u32, u32, u32)>, group: u32) -> &mut (u32, u32, u32) {
    let place = list.iter().position(|e| e.0 == group).unwrap_or_else(|| {
        list.push((group, u32::MAX, u32::MAX));
        list.len() - 1
    });
    &mut list[place]
}

#[cfg(test)]
mod tests {
    use super::*;
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
            // Bodies couple weakly to each other, and fully to their joints.
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
        let mut own = BlockLu::new(&first, &pattern, 72).expect("a sound order");
        let mut oracle = Lu::new(&pattern).unwrap();
        for seed in [0.3, 0.31, 0.32] {
            let (_, matrix) = ring(12, seed);
            let right: Vec<f64> = (0..pattern.unknowns()).map(|i| (i as f64).cos()).collect();
            let (mut x, mut y) = (right.clone(), right);
            oracle.factorize(&matrix, &pattern).unwrap();
            oracle.solve(&mut y).unwrap();
            if own.factorize(&matrix).is_err() {
                own = BlockLu::new(&matrix, &pattern, 72).expect("a sound order");
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
    fn the_inverse_of_a_block_is_its_inverse() {
        let mut block = ZERO;
        for (j, column) in block.iter_mut().enumerate().take(5) {
            for (i, x) in column.iter_mut().enumerate().take(5) {
                *x = 1.0 / (1.0 + i as f64 + j as f64) + if i + j == 4 { 1.0 } else { 0.0 };
            }
        }
        let inverse = invert(&block, 5).unwrap();
        let mut product = ZERO;
        add_product(&mut product, &block, &inverse, 5, 1.0);
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
