//! Block matrices of large systems in the form of the sparse solvers, whose blocks have the size of their nodes.

use super::block::{BlockMatrix, BlockPattern};
use super::lu::Singular;
use super::sparse::SparseError;
use super::sparse::choice::static_block_seconds;
use super::sparse::lu::SparseLu;
use super::sparse::pattern::{Pattern, PatternBuilder, SparseMatrix};

/// The multifrontal LU is considered from this many unknowns on.
const LARGE: usize = 1500;
/// For meshes it is used from this many unknowns on: their blocks have much fill-in, and frames without mass on them have no pivots of
/// their own.
const SMALLEST_MESH: usize = 30;
/// Static blocks that take less than this many seconds each have so little fill-in that nothing is faster: chains, drivelines.
const LITTLE_FILL: f64 = 3e-6;
/// It must be predicted to take less than this share of the time of the static block LU, whose prediction is rougher.
const CLEARLY_FASTER: f64 = 0.75;

/// A block matrix with exact block sizes; each multiplier is a node of its own.
pub(crate) struct Compact {
    pub pattern: Pattern,
    pub matrix: SparseMatrix,
    /// The nodes of each group: one, or one for each multiplier.
    nodes: Vec<std::ops::Range<usize>>,
    /// The index of the first value of each pair of nodes, in the order of the slots and by rows within a slot.
    offsets: Vec<u32>,
}

impl Compact {
    /// The pattern of block matrices, whose unknowns from `motion_unknowns` on are multipliers.
    pub fn new(blocks: &BlockPattern, motion_unknowns: usize) -> Result<Self, SparseError> {
        let (sizes, nodes) = nodes(blocks, |first| first >= motion_unknowns);
        let mut builder = PatternBuilder::new(sizes);
        for &(row, column) in &blocks.slots {
            for i in nodes[row].clone() {
                nodes[column].clone().for_each(|j| builder.couple(i, j));
            }
        }
        let pattern = builder.finish()?;
        let mut offsets = Vec::with_capacity(blocks.slots.len());
        for &(row, column) in &blocks.slots {
            for i in nodes[row].clone() {
                for j in nodes[column].clone() {
                    offsets.push(pattern.offset(pattern.slot(i, j).expect("every block was coupled")) as u32);
                }
            }
        }
        Ok(Compact { matrix: SparseMatrix::new(&pattern), pattern, nodes, offsets })
    }

    /// Copies the values of a block matrix.
    pub fn copy(&mut self, matrix: &BlockMatrix, blocks: &BlockPattern) {
        let values = self.matrix.values_mut();
        let mut offsets = self.offsets.iter();
        for (block, &(row, column)) in matrix.blocks().zip(&blocks.slots) {
            // A node is the whole group, or one of its unknowns.
            let size = |group: usize| if self.nodes[group].len() == 1 { blocks.groups[group].size } else { 1 };
            let (rows, columns) = (size(row), size(column));
            for i in 0..self.nodes[row].len() {
                for (j, &offset) in (0..self.nodes[column].len()).zip(&mut offsets) {
                    for (column, to) in block[j * columns..][..columns].iter().zip(0..) {
                        let to = &mut values[offset as usize + to * rows..][..rows];
                        to.iter_mut().zip(&column[i * rows..][..rows]).for_each(|(to, from)| *to = *from);
                    }
                }
            }
        }
    }
}

/// The sizes of the nodes in the order of the unknowns, and the nodes of each group; groups are split into single
/// unknowns if `split` is true of their first unknown.
fn nodes(blocks: &BlockPattern, split: impl Fn(usize) -> bool) -> (Vec<usize>, Vec<std::ops::Range<usize>>) {
    let mut order: Vec<usize> = (0..blocks.groups.len()).collect();
    order.sort_by_key(|&g| blocks.groups[g].first);
    let mut sizes = Vec::new();
    let mut nodes = vec![0..0; order.len()];
    for g in order {
        let group = blocks.groups[g];
        let first = sizes.len();
        if split(group.first) {
            sizes.extend(std::iter::repeat_n(1, group.size));
        } else {
            sizes.push(group.size);
        }
        nodes[g] = first..sizes.len();
    }
    (sizes, nodes)
}

/// The multifrontal LU of block matrices.
pub(crate) struct LargeLu {
    compact: Compact,
    lu: SparseLu,
}

impl LargeLu {
    /// Orders a matrix if it is of a mesh, or if it is large and the multifrontal LU is predicted to be clearly faster than static blocks.
    pub fn if_faster(matrix: &BlockMatrix, blocks: &BlockPattern, motion_unknowns: usize) -> Option<LargeLu> {
        if blocks.finite_elements && blocks.unknowns() >= SMALLEST_MESH {
            return LargeLu::new(matrix, blocks, motion_unknowns).ok();
        }
        if blocks.unknowns() < LARGE {
            return None;
        }
        let (sizes, groups) = nodes(blocks, |_| false);
        let mut builder = PatternBuilder::new(sizes);
        blocks.slots.iter().for_each(|&(row, column)| builder.couple(groups[row].start, groups[column].start));
        let by_blocks = static_block_seconds(&builder.finish().ok()?);
        if by_blocks < LITTLE_FILL * blocks.groups.len() as f64 {
            return None;
        }
        let large = LargeLu::new(matrix, blocks, motion_unknowns).ok()?;
        (large.lu.report().estimate.seconds < CLEARLY_FASTER * by_blocks).then_some(large)
    }

    /// Orders a matrix.
    pub fn new(matrix: &BlockMatrix, blocks: &BlockPattern, motion_unknowns: usize) -> Result<LargeLu, SparseError> {
        let mut compact = Compact::new(blocks, motion_unknowns)?;
        compact.copy(matrix, blocks);
        let lu = SparseLu::new(&compact.pattern, &compact.matrix, motion_unknowns)?;
        Ok(LargeLu { compact, lu })
    }

    /// Factorizes a matrix of the pattern.
    pub fn factorize(&mut self, matrix: &BlockMatrix, blocks: &BlockPattern) {
        self.compact.copy(matrix, blocks);
        self.lu.factorize(&self.compact.matrix);
    }

    /// Solves in place with the matrix that was factorized last.
    pub fn solve(&mut self, x: &mut [f64]) -> Result<(), Singular> {
        self.lu.solve(&self.compact.pattern, &self.compact.matrix, x).map_err(|_| Singular)
    }

    /// The unknown that the matrix determines least.
    pub fn least_determined(&mut self) -> usize {
        self.lu.least_determined(&self.compact.matrix)
    }
}

/// Whether a system is so large that methods by entries take too long.
pub(crate) fn is_large(blocks: &BlockPattern) -> bool {
    blocks.unknowns() >= LARGE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::solver::Solver;

    /// Bodies on a grid, coupled to their neighbours, and each row of them tied to the ground by a constraint.
    fn grid(cells: [usize; 3]) -> (BlockPattern, BlockMatrix, usize) {
        let [a, b, c] = cells;
        let count = a * b * c;
        let mut pattern = BlockPattern::new();
        let bodies: Vec<_> = (0..count).map(|k| pattern.add_group(6 * k, 6)).collect();
        let ties: Vec<_> = (0..a * b).map(|k| pattern.add_group(6 * count + 2 * k, 2)).collect();
        let mut springs = Vec::new();
        for k in 0..count {
            let at = [k / (b * c), k / c % b, k % c];
            for (axis, step) in [b * c, c, 1].into_iter().enumerate() {
                if at[axis] + 1 < cells[axis] {
                    springs.push((k, k + step));
                }
            }
        }
        let between: Vec<_> = springs
            .iter()
            .map(|&(i, j)| (pattern.slot(bodies[i], bodies[j]), pattern.slot(bodies[j], bodies[i])))
            .collect();
        let held: Vec<_> =
            (0..a * b).map(|k| (pattern.slot(bodies[k * c], ties[k]), pattern.slot(ties[k], bodies[k * c]))).collect();
        let own: Vec<_> = bodies.iter().map(|&g| pattern.slot(g, g)).collect();
        let mut matrix = BlockMatrix::new(&pattern);
        for (k, (i, j)) in springs.iter().enumerate() {
            for d in 0..6 {
                let stiffness = 1e4 * (1.0 + ((7 * k + d) % 5) as f64);
                matrix.block_mut(own[*i])[d][d] += stiffness;
                matrix.block_mut(own[*j])[d][d] += stiffness;
                matrix.block_mut(between[k].0)[d][d] -= stiffness;
                // Unsymmetric, as with friction.
                matrix.block_mut(between[k].1)[d][(d + 1) % 6] -= 0.1 * stiffness;
                matrix.block_mut(between[k].1)[d][d] -= stiffness;
            }
        }
        own.iter().for_each(|&slot| (0..6).for_each(|d| matrix.block_mut(slot)[d][d] += 50.0));
        for &(column, row) in &held {
            for i in 0..2 {
                matrix.block_mut(column)[i][i] = 1.0;
                matrix.block_mut(row)[i][i] = 1.0;
            }
        }
        (pattern, matrix, 6 * count)
    }

    #[test]
    fn grids_take_the_multifrontal_method_and_chains_static_blocks() {
        let chooses = |cells| {
            let (pattern, matrix, motions) = grid(cells);
            LargeLu::if_faster(&matrix, &pattern, motions).is_some()
        };
        assert!(chooses([8, 8, 8]), "3200 unknowns in three dimensions");
        assert!(!chooses([1, 1, 2000]), "12 000 unknowns in a row");
        assert!(!chooses([3, 3, 3]), "too small to matter");
    }

    #[test]
    fn the_solver_agrees_with_the_equations_whatever_its_method() {
        for cells in [[8, 8, 6], [1, 2, 200]] {
            let (pattern, matrix, motions) = grid(cells);
            let n = pattern.unknowns();
            let b: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
            let mut solver = Solver::new(motions);
            for _ in 0..2 {
                solver.factorize(&matrix, &pattern).unwrap();
                for _ in 0..2 {
                    let (mut x, mut r) = (b.clone(), b.clone());
                    solver.solve(&matrix, &pattern, &mut x).unwrap();
                    matrix.subtract_product(&pattern, &x, &mut r);
                    // Entries are of the order of 1e5.
                    let size = 1e5 * x.iter().fold(1e-5_f64, |most, x| most.max(x.abs()));
                    assert!(r.iter().all(|r| r.abs() < 1e-12 * size), "{cells:?}");
                }
            }
        }
    }
}
