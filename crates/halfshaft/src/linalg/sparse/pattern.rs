//! A sparse matrix of dense blocks of any size, for elements that touch many nodes.
//!
//! A node is a run of consecutive unknowns: three of a point, six of a pose, one of a multiplier. The pattern is
//! structurally symmetric. Its blocks lie one after the other in one buffer, each by columns, and elements add to them
//! through slots, which are valid for this pattern.

pub use super::error::MAX_UNKNOWNS;
use super::error::SparseError;

/// Identifier of a stored block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSlot(u32);

/// Collects the couplings of a pattern.
#[derive(Clone, Debug)]
pub struct PatternBuilder {
    starts: Vec<u32>,
    pairs: Vec<(u32, u32)>,
}

impl PatternBuilder {
    /// A pattern of nodes of the given sizes, coupled to nothing but themselves yet.
    pub fn new(sizes: impl IntoIterator<Item = usize>) -> Self {
        let mut starts = vec![0_u32];
        let mut end = 0;
        for size in sizes {
            end += size;
            starts.push(u32::try_from(end).unwrap_or(u32::MAX));
        }
        let pairs = (0..starts.len() as u32 - 1).map(|i| (i, i)).collect();
        PatternBuilder { starts, pairs }
    }

    /// Couples two nodes both ways.
    pub fn couple(&mut self, a: usize, b: usize) {
        self.pairs.push((a as u32, b as u32));
        self.pairs.push((b as u32, a as u32));
    }

    /// Couples all nodes of an element with each other.
    pub fn couple_all(&mut self, nodes: &[usize]) {
        for (k, &a) in nodes.iter().enumerate() {
            nodes[..k].iter().for_each(|&b| self.couple(a, b));
        }
        // Long lists of repeated pairs are reduced as they grow.
        if self.pairs.len() > 4_000_000 && self.pairs.len() > self.pairs.capacity() - 2 * nodes.len() * nodes.len() {
            self.reduce();
        }
    }

    /// Sorts the pairs by column and row, each once: first into columns by counting, then within each.
    fn reduce(&mut self) {
        let nodes = self.starts.len() - 1;
        let mut ends = vec![0_u32; nodes + 1];
        self.pairs.iter().for_each(|&(_, column)| ends[column as usize + 1] += 1);
        (0..nodes).for_each(|j| ends[j + 1] += ends[j]);
        let mut next = ends.clone();
        let mut rows = vec![0_u32; self.pairs.len()];
        for &(row, column) in &self.pairs {
            rows[next[column as usize] as usize] = row;
            next[column as usize] += 1;
        }
        self.pairs.clear();
        for column in 0..nodes {
            let rows = &mut rows[ends[column] as usize..ends[column + 1] as usize];
            rows.sort_unstable();
            let mut last = u32::MAX;
            for &row in rows.iter().filter(|&&row| std::mem::replace(&mut last, row) != row) {
                self.pairs.push((row, column as u32));
            }
        }
    }

    /// The pattern; an error above [`MAX_UNKNOWNS`].
    pub fn finish(mut self) -> Result<Pattern, SparseError> {
        self.reduce();
        let unknowns = *self.starts.last().unwrap_or(&0) as usize;
        if unknowns > MAX_UNKNOWNS {
            return Err(SparseError::TooLarge { unknowns });
        }
        let nodes = self.starts.len() - 1;
        let mut columns = vec![0_u32; nodes + 1];
        let (mut rows, mut offsets) = (Vec::with_capacity(self.pairs.len()), Vec::with_capacity(self.pairs.len() + 1));
        let mut offset = 0_u32;
        let size = |node: u32| self.starts[node as usize + 1] - self.starts[node as usize];
        for &(row, column) in &self.pairs {
            columns[column as usize + 1] += 1;
            rows.push(row);
            offsets.push(offset);
            offset += size(row) * size(column);
        }
        offsets.push(offset);
        (0..nodes).for_each(|j| columns[j + 1] += columns[j]);
        Ok(Pattern { starts: self.starts, columns, rows, offsets })
    }
}

/// The stored blocks of a matrix, by columns and sorted within each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// First unknown of each node, and the number of unknowns.
    starts: Vec<u32>,
    /// First slot of each column of blocks.
    columns: Vec<u32>,
    /// The row of each slot.
    rows: Vec<u32>,
    /// First value of each slot.
    offsets: Vec<u32>,
}

impl Pattern {
    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.starts[self.nodes()] as usize
    }

    /// Number of stored values.
    pub fn values(&self) -> usize {
        self.offsets[self.rows.len()] as usize
    }

    /// First unknown of a node.
    pub fn start(&self, node: usize) -> usize {
        self.starts[node] as usize
    }

    /// Number of unknowns of a node.
    pub fn size(&self, node: usize) -> usize {
        (self.starts[node + 1] - self.starts[node]) as usize
    }

    /// The node of an unknown.
    pub fn node_of(&self, unknown: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= unknown) - 1
    }

    /// The nodes that a node is coupled to, itself included, in ascending order.
    pub fn neighbours(&self, node: usize) -> &[u32] {
        &self.rows[self.columns[node] as usize..self.columns[node + 1] as usize]
    }

    /// The slot of a block, if it is stored.
    pub fn slot(&self, row: usize, column: usize) -> Option<BlockSlot> {
        let place = self.neighbours(column).binary_search(&(row as u32)).ok()?;
        Some(BlockSlot(self.columns[column] + place as u32))
    }

    /// The index of the first value of a block.
    pub fn offset(&self, slot: BlockSlot) -> usize {
        self.offsets[slot.0 as usize] as usize
    }

    /// The blocks of a column: row and index of the first value.
    pub fn column(&self, column: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let range = self.columns[column] as usize..self.columns[column + 1] as usize;
        range.map(|k| (self.rows[k] as usize, self.offsets[k] as usize))
    }

    /// Calls `f` with row, column and index of each stored value, by columns of blocks.
    pub fn for_each_value(&self, mut f: impl FnMut(usize, usize, usize)) {
        for node in 0..self.nodes() {
            for (row, offset) in self.column(node) {
                let (first, rows) = (self.start(row), self.size(row));
                for j in 0..self.size(node) {
                    (0..rows).for_each(|i| f(first + i, self.start(node) + j, offset + j * rows + i));
                }
            }
        }
    }
}

/// The values of a matrix of a [`Pattern`].
#[derive(Clone, Debug)]
pub struct SparseMatrix {
    values: Vec<f64>,
}

impl SparseMatrix {
    /// A zero matrix.
    pub fn new(pattern: &Pattern) -> Self {
        SparseMatrix { values: vec![0.0; pattern.values()] }
    }

    /// Sets every entry to zero.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// All values, in the order of the slots.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All values, to change.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// The block of a slot by columns, to add to.
    #[inline]
    pub fn block_mut(&mut self, pattern: &Pattern, slot: BlockSlot) -> &mut [f64] {
        let k = slot.0 as usize;
        &mut self.values[pattern.offsets[k] as usize..pattern.offsets[k + 1] as usize]
    }

    /// Adds to one entry.
    ///
    /// # Panics
    /// If its block is not stored.
    pub fn add(&mut self, pattern: &Pattern, row: [usize; 2], column: [usize; 2], value: f64) {
        let slot = pattern.slot(row[0], column[0]).expect("a stored block");
        self.values[pattern.offset(slot) + column[1] * pattern.size(row[0]) + row[1]] += value;
    }

    /// r −= A x, and s += |A| |x|.
    pub fn residual(&self, pattern: &Pattern, x: &[f64], r: &mut [f64], s: &mut [f64]) {
        for node in 0..pattern.nodes() {
            let columns = &x[pattern.start(node)..][..pattern.size(node)];
            for (row, offset) in pattern.column(node) {
                let rows = pattern.size(row);
                let (r, s) = (&mut r[pattern.start(row)..][..rows], &mut s[pattern.start(row)..][..rows]);
                let block = &self.values[offset..][..rows * columns.len()];
                for (column, &x) in block.chunks_exact(rows).zip(columns) {
                    for ((r, s), a) in r.iter_mut().zip(s.iter_mut()).zip(column) {
                        let product = a * x;
                        *r -= product;
                        *s += product.abs();
                    }
                }
            }
        }
    }
}
