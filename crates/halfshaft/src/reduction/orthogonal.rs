//! Shapes made orthonormal with respect to mass, orthogonal with respect to stiffness and to rigid motions.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};

use super::basis::Candidates;
use super::interface::FrameRows;
use super::options::Boundary;
use super::structure::{Structure, dot};
use crate::linalg::singular::{Singular, singular};
use crate::linalg::symmetric_eigen::{SymmetricEigen, symmetric_eigen};
use crate::math::Vec3;

/// A mode is dropped if less than this of it is left after the others have been taken out, and a direction of static shapes of unit size if
/// its singular value is less than this.
const DEPENDENT: f64 = 1e-8;
/// What is left of a static shape is round-off below this.
const ROUND_OFF: f64 = 1e-12;
/// Of shapes that take part in a dependence nearly equally, the last one is named as dropped.
const NEARLY: f64 = 0.9;

/// Shapes with M̄ = 1 and K̄ diagonal.
pub(super) struct Orthogonal {
    /// The shapes.
    pub columns: Vec<Vec<f64>>,
    /// Their products with the mass matrix.
    pub masses: Vec<Vec<f64>>,
    /// K̄ in ascending order.
    pub stiffness: Vec<f64>,
    /// The shapes that were dropped.
    pub dropped: Vec<String>,
}

/// A shape is taken out of all others again if less than this is left of it within its block, in squares.
const LEAST_LEFT: f64 = 1e-2;
/// Shapes that are orthogonalised at a time.
const COLUMNS: usize = 8;

/// Vectors that are orthonormal with respect to mass, one after the other, and their products with the mass matrix.
struct Orthonormal {
    n: usize,
    vectors: Vec<f64>,
    masses: Vec<f64>,
}

impl Orthonormal {
    fn count(&self) -> usize {
        self.vectors.len() / self.n
    }

    /// Takes out of shapes their parts along the vectors from a given one on.
    fn take_out(&self, from: usize, shapes: &mut [f64]) {
        let (n, k) = (self.n, self.count() - from);
        if k == 0 {
            return;
        }
        let [vectors, masses] =
            [&self.vectors, &self.masses].map(|x| MatRef::from_column_major_slice(&x[from * n..], n, k));
        let columns = shapes.len() / n;
        let mut shapes = MatMut::from_column_major_slice_mut(shapes, n, columns);
        let mut along = Mat::zeros(k, columns);
        matmul(along.as_mut(), Accum::Replace, masses.transpose(), shapes.as_ref(), 1.0, Par::Seq);
        matmul(shapes.as_mut(), Accum::Add, vectors, along.as_ref(), -1.0, Par::Seq);
    }

    /// Linear combinations of the vectors, or of their products with the mass matrix.
    fn combined(&self, numbers: &[f64], factors: MatRef<f64>) -> Vec<Vec<f64>> {
        let mut sums = vec![0.0; self.n * factors.ncols()];
        let to = MatMut::from_column_major_slice_mut(&mut sums, self.n, factors.ncols());
        let from = MatRef::from_column_major_slice(numbers, self.n, factors.nrows());
        matmul(to, Accum::Replace, from, factors, 1.0, Par::Seq);
        sums.chunks_exact(self.n).map(<[f64]>::to_vec).collect()
    }
}

/// Takes the rigid motions out of the shapes, drops those that depend on others, and rotates the rest to modes.
///
/// Static shapes of unit size that have been made orthogonal to the modes with respect to mass, Ψ = Q R with Qᵀ M Q = 1, have the singular values of R. Directions with a singular value of at most
/// 1e-8 are dropped: what a few shapes have nearly in common, also where each of them differs from every other.
///
/// Out of a shape is taken its part along the rigid motions, in the inner product of the mass; or, for a floating frame that is fixed
/// to a boundary frame, the rigid motion of that frame.
pub(super) fn orthogonal(
    structure: &Structure,
    candidates: &Candidates,
    frame: Option<(&Boundary, &FrameRows)>,
) -> Orthogonal {
    let n = structure.unknowns();
    let masses = structure.rigid().iter().flat_map(|x| structure.times_mass(x)).collect();
    let rigid = Orthonormal { n, vectors: structure.rigid().concat(), masses };
    let mut kept = Orthonormal { n, vectors: Vec::with_capacity(n * candidates.columns.len()), masses: vec![] };
    let (modes, mut kept_modes) = (candidates.squares.len(), 0);
    let mut dropped = vec![];
    // The columns of R.
    let mut triangle: Vec<Vec<f64>> = vec![];
    for (number, candidates) in candidates.columns.chunks(COLUMNS).enumerate() {
        let norm = |x: &[f64], mass: &[f64]| dot(x, mass).max(0.0).sqrt();
        let before: Vec<f64> = candidates.iter().map(|x| norm(x, &structure.times_mass(x))).collect();
        let mut block = candidates.concat();
        rigid.take_out(0, &mut block);
        let take_out_all = |kept: &Orthonormal, block: &mut [f64]| {
            match frame {
                Some((Boundary::Frame { origin, .. }, rows)) => {
                    block.chunks_exact_mut(n).for_each(|x| take_out_frame(structure, *origin, rows, x));
                }
                _ => rigid.take_out(0, block),
            }
            kept.take_out(0, block);
        };
        take_out_all(&Orthonormal { n, vectors: vec![], masses: vec![] }, &mut block);
        let given = block.clone();
        // Twice is enough (Parlett 1998, section 6.9).
        (0..2).for_each(|_| take_out_all(&kept, &mut block));
        let first = kept.count();
        for (k, (x, before)) in block.chunks_exact_mut(n).zip(&before).enumerate() {
            let whole = dot(x, x);
            kept.take_out(first, x);
            if dot(x, x) > LEAST_LEFT * whole {
                kept.take_out(first, x);
            } else {
                // Round-off along the shapes of the blocks before has grown against what is left.
                (0..2).for_each(|_| take_out_all(&kept, x));
            }
            let mut mass = structure.times_mass(x);
            let after = norm(x, &mass);
            let mode = number * COLUMNS + k;
            let least = if mode < modes { DEPENDENT } else { ROUND_OFF };
            if after.is_nan() || after <= least * before {
                if mode < modes {
                    dropped.push(format!("mode {}", mode + 1));
                }
                continue;
            }
            kept_modes += usize::from(mode < modes);
            x.iter_mut().chain(mass.iter_mut()).for_each(|x| *x /= after);
            kept.vectors.extend_from_slice(x);
            kept.masses.extend(mass);
        }
        for (k, (x, before)) in given.chunks_exact(n).zip(&before).enumerate() {
            if number * COLUMNS + k >= modes {
                let masses = kept.masses[kept_modes * n..].chunks_exact(n);
                triangle.push(masses.map(|mass| if *before > 0.0 { dot(mass, x) / before } else { 0.0 }).collect());
            }
        }
    }
    kept.drop_dependent(kept_modes, &triangle, &candidates.names, &mut dropped);
    rotated(structure, &kept, dropped)
}

impl Orthonormal {
    /// Drops directions behind the modes along which shapes of unit size hardly differ. The columns of `triangle` are these shapes, by the vectors there were when each was added.
    fn drop_dependent(&mut self, modes: usize, triangle: &[Vec<f64>], names: &[String], dropped: &mut Vec<String>) {
        let size = self.count() - modes;
        let r = Mat::from_fn(size, triangle.len(), |i, j| triangle[j].get(i).copied().unwrap_or(0.0));
        let Some(Singular { left, values, right }) = singular(&r) else { return };
        let rank = values.iter().take_while(|value| **value > DEPENDENT).count();
        dropped.extend(dependent(right.subcols(0, rank)).into_iter().map(|k| names[k].clone()));
        if rank < size {
            for numbers in [&mut self.vectors, &mut self.masses] {
                let behind = numbers.split_off(modes * self.n);
                let from = MatRef::from_column_major_slice(&behind, self.n, size);
                let mut to = vec![0.0; self.n * rank];
                let into = MatMut::from_column_major_slice_mut(&mut to, self.n, rank);
                matmul(into, Accum::Replace, from, left.subcols(0, rank), 1.0, Par::Seq);
                numbers.extend(to);
            }
        }
    }
}

/// As many shapes as there are directions that the right singular vectors of those that are kept do not span, so that the other shapes span all that is kept: pivots of the projection
/// 1 − V Vᵀ onto these directions.
fn dependent(kept: MatRef<f64>) -> Vec<usize> {
    let count = kept.nrows();
    let span = kept * kept.transpose();
    let mut rest = Mat::from_fn(count, count, |i, j| f64::from(u8::from(i == j)) - span[(i, j)]);
    let mut found = Vec::new();
    for _ in kept.ncols()..count {
        let largest = (0..count).map(|k| rest[(k, k)]).fold(0.0, f64::max);
        let Some(pivot) = (0..count).rev().find(|&k| rest[(k, k)] >= NEARLY * largest) else { break };
        let column: Vec<f64> = (0..count).map(|i| rest[(i, pivot)]).collect();
        rest = Mat::from_fn(count, count, |i, j| rest[(i, j)] - column[i] * column[j] / column[pivot]);
        found.push(pivot);
    }
    found.sort_unstable();
    found
}

/// Rotates orthonormal shapes so that they are orthogonal with respect to stiffness.
fn rotated(structure: &Structure, kept: &Orthonormal, dropped: Vec<String>) -> Orthogonal {
    let (n, count) = (kept.n, kept.count());
    let products = structure.times_stiffness(&kept.vectors);
    let [vectors, products] = [&kept.vectors, &products].map(|x| MatRef::from_column_major_slice(x, n, count));
    let product = vectors.transpose() * products;
    let stiffness = Mat::from_fn(count, count, |i, j| 0.5 * (product[(i, j)] + product[(j, i)]));
    let Some(SymmetricEigen { values, vectors }) = symmetric_eigen(&stiffness).filter(|_| count > 0) else {
        return Orthogonal { columns: vec![], masses: vec![], stiffness: vec![], dropped };
    };
    Orthogonal {
        columns: kept.combined(&kept.vectors, vectors.as_ref()),
        masses: kept.combined(&kept.masses, vectors.as_ref()),
        stiffness: values,
        dropped,
    }
}

/// Takes out of a shape the rigid motion of a boundary frame.
fn take_out_frame(structure: &Structure, origin: Vec3, rows: &FrameRows, x: &mut [f64]) {
    let motion: Vec<f64> = rows.motions.iter().map(|row| row.times(x)).collect();
    let (shift, turn) = (Vec3::from_slice(&motion), Vec3::from_slice(&motion[3..]));
    let arm = origin - structure.centre();
    let rigid = structure.gathered(|p| shift + turn.cross(p - arm), turn);
    x.iter_mut().zip(rigid).for_each(|(x, rigid)| *x -= rigid);
}
