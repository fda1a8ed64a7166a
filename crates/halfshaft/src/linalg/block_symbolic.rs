//! Symbolic factorization of a block matrix: minimum degree, with pivots that are well conditioned, and the fill-in.

use std::collections::BTreeSet;

use super::block::{BLOCK, Block, BlockMatrix, BlockPattern};
use super::block_lu::{BlockLu, Other, Pivot, Place, ZERO, add_product, invert, scaled_size, subtract_product};
use super::columns::Columns;

/// A pivot block is accepted in the order if no entry of its scaled inverse exceeds this. If no order satisfies the
/// first limit, the next is tried, at the loss of as many digits. Example: bodies connected by springs so stiff that
/// after elimination only the sum of their masses is left.
const PIVOT_CONDITION: [f64; 3] = [1e4, 1e6, 1e8];
/// A reused order is rejected when an entry exceeds the limit under which it was found by this factor.
const CONDITION_LOSS: f64 = 1e3;

/// Determines the elimination order for a matrix whose unknowns from `motion_unknowns` on are multipliers; `None` if no order
/// is well conditioned.
pub(crate) fn order(matrix: &BlockMatrix, pattern: &BlockPattern, motion_unknowns: usize) -> Option<BlockLu> {
    PIVOT_CONDITION.iter().find_map(|&pivot_condition| {
        SymbolicFactorization::new(matrix, pattern, motion_unknowns, pivot_condition).run(pattern)
    })
}

/// Symbolic factorization: the search for an elimination order, with the blocks of the fill-in.
struct SymbolicFactorization {
    groups: Vec<(usize, usize)>,
    /// For each group, the remaining groups that it is coupled to, with the slots below and to the right of it if it
    /// were the pivot.
    neighbours: Vec<Vec<(u32, u32, u32)>>,
    diagonals: Vec<u32>,
    blocks: Vec<Block>,
    scales: Vec<f64>,
    pivot_condition: f64,
}

/// An eliminated group, and the groups it is coupled to at that point, each with the blocks of its row and of its
/// column.
type Eliminated = (usize, Vec<(u32, u32, u32)>);

impl SymbolicFactorization {
    fn new(matrix: &BlockMatrix, pattern: &BlockPattern, motion_unknowns: usize, pivot_condition: f64) -> Self {
        let n = pattern.groups.len();
        let mut scales = vec![0.0; pattern.unknowns()];
        matrix.schur_size(pattern, motion_unknowns, &mut scales[motion_unknowns..]);
        for (row, column, value) in matrix.entries(pattern) {
            if row == column && row < motion_unknowns {
                scales[row] = value.abs();
            }
        }
        // Rows without a scale are left unscaled.
        scales.iter_mut().for_each(|s| *s = if *s > 0.0 { s.sqrt() } else { 1.0 });
        let mut diagonals = vec![u32::MAX; n];
        let mut neighbours: Vec<Vec<(u32, u32, u32)>> = vec![Vec::new(); n];
        let blocks = matrix.blocks().map(padded).collect();
        for (slot, &(row, column)) in pattern.slots.iter().enumerate() {
            let slot = slot as u32;
            if row == column {
                diagonals[row] = slot;
                continue;
            }
            // The slot is below `column` as pivot, and to the right of `row` as pivot.
            note(&mut neighbours[column], row as u32).1 = slot;
            note(&mut neighbours[row], column as u32).2 = slot;
        }
        let symmetric = neighbours.iter().flatten().all(|e| e.1 != u32::MAX && e.2 != u32::MAX);
        assert!(symmetric, "an element couples its nodes both ways");
        let groups = pattern.groups.iter().map(|g| (g.first, g.size)).collect();
        SymbolicFactorization { groups, neighbours, diagonals, blocks, scales, pivot_condition }
    }

    fn run(mut self, pattern: &BlockPattern) -> Option<BlockLu> {
        let n = self.groups.len();
        // By degree, then by group, so that the order is reproducible. A group with an ill-conditioned pivot is out of
        // the queue until an elimination changes its diagonal.
        let mut queue: BTreeSet<(usize, usize)> = (0..n).map(|g| (self.neighbours[g].len(), g)).collect();
        let mut eliminated = Vec::with_capacity(n);
        let mut targets = Vec::new();
        while let Some((_, group)) = queue.pop_first() {
            if !self.is_well_conditioned(group) {
                continue;
            }
            let size = self.groups[group].1;
            let (inverse, _) = invert(&self.blocks[self.diagonals[group] as usize], size)?;
            let coupled = std::mem::take(&mut self.neighbours[group]);
            // Before the fill-in, which changes the degrees that are their keys in the queue.
            for &(row, ..) in &coupled {
                queue.remove(&(self.neighbours[row as usize].len(), row as usize));
            }
            for &(row, below, _) in &coupled {
                let mut scaled = ZERO;
                for (column, inverse) in scaled[..size].iter_mut().zip(&inverse) {
                    add_product(column, &self.blocks[below as usize][..size], inverse);
                }
                for &(column, _, right) in &coupled {
                    let target = self.slot(row, column);
                    targets.push(target);
                    let right = self.blocks[right as usize];
                    let columns = self.groups[column as usize].1;
                    for (column, right) in self.blocks[target as usize][..columns].iter_mut().zip(&right) {
                        subtract_product(column, &scaled[..size], right);
                    }
                }
            }
            for &(row, ..) in &coupled {
                let list = &mut self.neighbours[row as usize];
                list.retain(|e| e.0 as usize != group);
                queue.insert((list.len(), row as usize));
            }
            eliminated.push((group, coupled));
        }
        (eliminated.len() == n).then(|| self.assemble_order(pattern, eliminated, &targets))
    }

    /// Assigns each block its location, in the order of elimination.
    fn assemble_order(self, pattern: &BlockPattern, order: Vec<Eliminated>, targets: &[u32]) -> BlockLu {
        let mut places = vec![(Place::Lower(0), 0); self.blocks.len()];
        let (mut in_lower, mut in_upper) = (0, 0);
        let (mut pivots, mut others) = (Vec::with_capacity(order.len()), Vec::new());
        let mut first_target = 0;
        for (group, coupled) in &order {
            let size = self.groups[*group].1 as u32;
            let first = others.len() as u32;
            places[self.diagonals[*group] as usize] = (Place::Upper(in_upper), size);
            let inverse = in_upper;
            in_upper += size;
            for &(other, below, right) in coupled {
                let columns = self.groups[other as usize].1 as u32;
                places[below as usize] = (Place::Lower(in_lower), size);
                places[right as usize] = (Place::Upper(in_upper), columns);
                others.push(Other { group: other, size: columns, below: in_lower, right: in_upper });
                in_lower += size;
                in_upper += columns;
            }
            let others = first..others.len() as u32;
            pivots.push(Pivot { group: *group as u32, size, inverse, others, targets: first_target });
            first_target += (coupled.len() * coupled.len()) as u32;
        }
        let filled = places.split_off(pattern.slots.len());
        let place = |slot: u32| {
            let slot = slot as usize;
            if slot < places.len() { places[slot].0 } else { filled[slot - places.len()].0 }
        };
        BlockLu {
            targets: targets.iter().map(|&slot| place(slot)).collect(),
            pivots,
            others,
            lower: Columns::zeros(in_lower as usize),
            upper: Columns::zeros(in_upper as usize),
            stored: places,
            filled,
            work: Columns::zeros(self.groups.len()),
            groups: self.groups,
            scales: self.scales,
            limit: CONDITION_LOSS * self.pivot_condition,
            negative: false,
        }
    }

    fn is_well_conditioned(&self, group: usize) -> bool {
        let (first, size) = self.groups[group];
        let inverse = invert(&self.blocks[self.diagonals[group] as usize], size);
        inverse.is_some_and(|(inverse, _)| scaled_size(&inverse, &self.scales[first..][..size]) <= self.pivot_condition)
    }

    /// The slot of a block; adds a block of fill-in if it is not stored yet.
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

/// A block with all its columns.
fn padded(columns: &[[f64; BLOCK]]) -> Block {
    let mut block = ZERO;
    block[..columns.len()].copy_from_slice(columns);
    block
}

fn note(list: &mut Vec<(u32, u32, u32)>, group: u32) -> &mut (u32, u32, u32) {
    let place = list.iter().position(|e| e.0 == group).unwrap_or_else(|| {
        list.push((group, u32::MAX, u32::MAX));
        list.len() - 1
    });
    &mut list[place]
}
