//! A sparse matrix of small dense blocks: six unknowns of a pose node, or the multipliers of one element.
//!
//! The sparsity pattern is fixed when the system is built. Elements know the slots of their blocks and add directly
//! into them. A block has as many columns as it has unknowns, each as long as a vector register, one after the other in
//! one buffer.

pub use super::columns::BLOCK;
use super::columns::{Column, Columns};

/// A dense block by columns: `block[column][row]`.
pub type Block = [Column; BLOCK];

/// Identifier of a stored block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u32);

/// A group of consecutive unknowns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub first: usize,
    pub size: usize,
}

/// Sparsity pattern: the stored blocks.
#[derive(Clone, Debug, Default)]
pub struct BlockPattern {
    pub(crate) groups: Vec<Group>,
    /// Row and column group of each slot.
    pub(crate) slots: Vec<(usize, usize)>,
    /// The slots of each row of groups with their columns, in ascending order. A mesh looks up millions of blocks, those of a cell in few
    /// rows one after the other: short lists stay in the cache, which a hash table of all blocks does not.
    rows: Vec<Vec<(u32, Slot)>>,
    /// The slot of each group's diagonal block.
    diagonals: Vec<Slot>,
    /// The end of the columns of each slot.
    ends: Vec<u32>,
    /// Whether it is of finite elements.
    pub(crate) finite_elements: bool,
}

impl BlockPattern {
    /// An empty pattern.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a group of unknowns and its diagonal block.
    pub fn add_group(&mut self, first: usize, size: usize) -> usize {
        assert!((1..=BLOCK).contains(&size), "a group has one to {BLOCK} unknowns");
        let index = self.groups.len();
        self.groups.push(Group { first, size });
        self.rows.push(Vec::new());
        let diagonal = self.slot(index, index);
        self.diagonals.push(diagonal);
        index
    }

    /// The slot of a block; adds the block to the pattern if it is not stored yet.
    pub fn slot(&mut self, row: usize, column: usize) -> Slot {
        let place = match self.rows[row].binary_search_by_key(&(column as u32), |stored| stored.0) {
            Ok(place) => return self.rows[row][place].1,
            Err(place) => place,
        };
        let slot = Slot(u32::try_from(self.slots.len()).expect("fewer than 2³² blocks"));
        self.slots.push((row, column));
        let columns = self.ends.last().map_or(0, |end| *end as usize) + self.groups[column].size;
        self.ends.push(u32::try_from(columns).expect("fewer than 2³² columns of blocks"));
        self.rows[row].insert(place, (column as u32, slot));
        slot
    }

    /// The group of a block's columns.
    pub(crate) fn column(&self, slot: Slot) -> usize {
        self.slots[slot.0 as usize].1
    }

    /// Number of stored blocks in the rows of each group.
    pub(crate) fn row_lengths(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(Vec::len)
    }

    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.groups.iter().map(|g| g.size).sum()
    }
}

/// The values of a block matrix.
#[derive(Clone, Debug)]
pub struct BlockMatrix {
    columns: Columns,
    /// The end of the columns of each slot.
    ends: Vec<u32>,
}

impl BlockMatrix {
    /// A zero matrix.
    pub fn new(pattern: &BlockPattern) -> Self {
        let count = pattern.ends.last().map_or(0, |end| *end as usize);
        BlockMatrix { columns: Columns::zeros(count), ends: pattern.ends.clone() }
    }

    /// A zero matrix that stores the rows of some groups only, by the first row of each; the blocks of the others are empty.
    pub(crate) fn of_rows(pattern: &BlockPattern, wanted: impl Fn(usize) -> bool) -> Self {
        let mut ends = Vec::with_capacity(pattern.slots.len());
        let mut end = 0;
        for &(row, column) in &pattern.slots {
            end += if wanted(pattern.groups[row].first) { pattern.groups[column].size as u32 } else { 0 };
            ends.push(end);
        }
        BlockMatrix { columns: Columns::zeros(end as usize), ends }
    }

    /// Replaces the blocks that another matrix of the pattern stores by its own.
    pub(crate) fn take_rows(&mut self, other: &BlockMatrix) {
        for (block, from) in self.blocks_mut().zip(other.blocks()).filter(|(_, from)| !from.is_empty()) {
            block.copy_from_slice(from);
        }
    }

    /// Sets every entry to zero.
    pub fn clear(&mut self) {
        // Number by number: filling with columns is not recognized as clearing memory.
        self.columns.as_flattened_mut().fill(0.0);
    }

    /// Whether every entry is zero.
    pub fn is_zero(&self) -> bool {
        self.columns.as_flattened().iter().all(|entry| *entry == 0.0)
    }

    /// All blocks, in the order of the slots.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &[Column]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.columns[start as usize..end as usize])
    }

    /// All blocks, to change them.
    fn blocks_mut(&mut self) -> impl Iterator<Item = &mut [Column]> {
        let (mut rest, mut start) = (&mut self.columns[..], 0);
        self.ends.iter().map(move |&end| {
            let (block, others) = std::mem::take(&mut rest).split_at_mut((end - start) as usize);
            (rest, start) = (others, end);
            block
        })
    }

    #[inline(always)]
    fn columns_of(&self, slot: Slot) -> std::ops::Range<usize> {
        let slot = slot.0 as usize;
        let start = if slot == 0 { 0 } else { self.ends[slot - 1] as usize };
        start..self.ends[slot] as usize
    }

    /// The columns of one block, to add to.
    #[inline(always)]
    pub fn block_mut(&mut self, slot: Slot) -> &mut [[f64; BLOCK]] {
        let columns = self.columns_of(slot);
        &mut self.columns[columns]
    }

    /// Adds to the diagonal entry of each unknown from index `first` on.
    pub fn add_to_diagonal(&mut self, pattern: &BlockPattern, first: usize, values: impl Fn(usize) -> f64) {
        for (&slot, group) in pattern.diagonals.iter().zip(&pattern.groups).filter(|(_, g)| g.first >= first) {
            let block = self.block_mut(slot);
            for k in 0..group.size {
                block[k][k] += values(group.first - first + k);
            }
        }
    }

    /// The diagonal entries of the rows before `end`, as row and entry.
    pub fn diagonal<'a>(&'a self, pattern: &'a BlockPattern, end: usize) -> impl Iterator<Item = (usize, f64)> + 'a {
        let own = pattern.diagonals.iter().zip(&pattern.groups).filter(move |(_, group)| group.first < end);
        own.flat_map(|(&slot, group)| {
            let block = self.block(slot);
            (0..group.size).map(move |k| (group.first + k, block[k][k]))
        })
    }

    /// Multiplies rows and columns by the square roots of the weights of their groups, for blocks whose groups both
    /// have one.
    pub fn scale_symmetric(&mut self, pattern: &BlockPattern, weight: impl Fn(usize) -> Option<f64>) {
        for (block, &(row, column)) in self.blocks_mut().zip(&pattern.slots) {
            let of = |group: usize| weight(pattern.groups[group].first);
            if let (Some(a), Some(b)) = (of(row), of(column)) {
                let factor = (a * b).sqrt();
                block.iter_mut().flatten().for_each(|entry| *entry *= factor);
            }
        }
    }

    /// Replaces every row for which `keep` is false by a row of the unit matrix.
    pub fn keep_rows(&mut self, pattern: &BlockPattern, keep: impl Fn(usize) -> bool) {
        for (block, &(row, column)) in self.blocks_mut().zip(&pattern.slots) {
            let rows = pattern.groups[row];
            for i in (0..rows.size).filter(|i| !keep(rows.first + i)) {
                block.iter_mut().for_each(|column| column[i] = 0.0);
                if row == column {
                    block[i][i] = 1.0;
                }
            }
        }
    }

    /// Copies the columns for which `wanted` is true from a matrix of the same pattern.
    pub fn take_columns(&mut self, pattern: &BlockPattern, other: &BlockMatrix, wanted: impl Fn(usize) -> bool) {
        for ((block, from), &(_, column)) in self.blocks_mut().zip(other.blocks()).zip(&pattern.slots) {
            let columns = pattern.groups[column];
            for j in (0..columns.size).filter(|j| wanted(columns.first + j)) {
                block[j] = from[j];
            }
        }
    }

    /// Sets `out` to Σ_j c_ij²/a_j for each row i from `first` on, over the unknowns j before `first` with a_j ≠ 0.
    /// This is the order of magnitude of the Schur complement's diagonal.
    ///
    /// a_j is the largest diagonal entry among the three translations or the three rotations that j belongs to: a thin
    /// rod has no inertia about its own axis, and its joints determine that rotation. With finite elements it is at least the largest
    /// diagonal entry of all: the geometric stiffness of a frame without mass is no measure of anything.
    pub fn schur_size(&self, pattern: &BlockPattern, first: usize, out: &mut [f64]) {
        out.fill(0.0);
        let largest = || self.diagonal(pattern, first).fold(0.0, |most: f64, (_, entry)| most.max(entry.abs()));
        let typical = if pattern.finite_elements { largest() } else { 0.0 };
        for (block, &(row, column)) in self.blocks().zip(&pattern.slots) {
            let (rows, columns) = (pattern.groups[row], pattern.groups[column]);
            if rows.first < first || columns.first >= first {
                continue;
            }
            let diagonal = self.block(pattern.diagonals[column]);
            let own = &mut out[rows.first - first..][..rows.size];
            let mut sums = [0.0; BLOCK];
            sums[..own.len()].copy_from_slice(own);
            for (j, entries) in block.iter().enumerate() {
                let kind = j - j % 3;
                let three = kind..(kind + 3).min(columns.size);
                let size = three.fold(typical, |size: f64, k| size.max(diagonal[k][k].abs()));
                if size > 0.0 {
                    sums.iter_mut().zip(entries).for_each(|(sum, entry)| *sum += entry * entry / size);
                }
            }
            own.copy_from_slice(&sums[..own.len()]);
        }
    }

    /// A ← A + B D in the rows before `end`, with a matrix B of the same pattern and a block-diagonal D: `turn` gives its 3×3 block by rows
    /// for three consecutive unknowns, by the first of them.
    pub(crate) fn add_turned(
        &mut self,
        pattern: &BlockPattern,
        other: &BlockMatrix,
        end: usize,
        turn: impl Fn(usize) -> Option<[[f64; 3]; 3]>,
    ) {
        for ((block, from), &(row, column)) in self.blocks_mut().zip(other.blocks()).zip(&pattern.slots) {
            let (rows, columns) = (pattern.groups[row], pattern.groups[column]);
            if rows.first >= end {
                continue;
            }
            for three in (0..columns.size / 3).map(|k| 3 * k) {
                let Some(d) = turn(columns.first + three) else { continue };
                for j in 0..3 {
                    for i in 0..rows.size {
                        block[three + j][i] += (0..3).map(|l| from[three + l][i] * d[l][j]).sum::<f64>();
                    }
                }
            }
        }
    }

    /// r −= A x.
    pub fn subtract_product(&self, pattern: &BlockPattern, x: &[f64], r: &mut [f64]) {
        for (block, &(row, column)) in self.blocks().zip(&pattern.slots) {
            let (rows, columns) = (pattern.groups[row], pattern.groups[column]);
            let own = &mut r[rows.first..][..rows.size];
            // Full columns, whose length is known: the padding is zero.
            let mut sums = [0.0; BLOCK];
            sums[..own.len()].copy_from_slice(own);
            for (entries, factor) in block.iter().zip(&x[columns.first..][..columns.size]) {
                for (sum, entry) in sums.iter_mut().zip(entries) {
                    *sum -= entry * factor;
                }
            }
            own.copy_from_slice(&sums[..own.len()]);
        }
    }

    /// The columns of one block.
    #[inline(always)]
    pub fn block(&self, slot: Slot) -> &[[f64; BLOCK]] {
        &self.columns[self.columns_of(slot)]
    }

    /// The entries of one block with their rows and columns.
    pub fn entries_of<'a>(
        &'a self,
        pattern: &'a BlockPattern,
        slot: Slot,
    ) -> impl Iterator<Item = (usize, usize, f64)> + 'a {
        let (row, column) = pattern.slots[slot.0 as usize];
        let (rows, columns, block) = (pattern.groups[row], pattern.groups[column], self.block(slot));
        (0..columns.size)
            .flat_map(move |j| (0..rows.size).map(move |i| (rows.first + i, columns.first + j, block[j][i])))
    }

    /// Every entry with its row and column, in the order of the slots.
    pub fn entries<'a>(&'a self, pattern: &'a BlockPattern) -> impl Iterator<Item = (usize, usize, f64)> + 'a {
        self.blocks().zip(&pattern.slots).flat_map(move |(block, &(row, column))| {
            let (rows, columns) = (pattern.groups[row], pattern.groups[column]);
            (0..columns.size)
                .flat_map(move |j| (0..rows.size).map(move |i| (rows.first + i, columns.first + j, block[j][i])))
        })
    }
}
