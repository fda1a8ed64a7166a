//! Shapes made orthonormal with respect to mass, orthogonal with respect to stiffness and to rigid motions.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};

use super::interface::FrameRows;
use super::options::Boundary;
use super::structure::{Structure, dot};
use crate::linalg::symmetric_eigen::{SymmetricEigen, symmetric_eigen};
use crate::math::Vec3;

/// A shape is dropped if less than this of it is left after the others have been taken out.
const DEPENDENT: f64 = 1e-8;

/// Shapes with M̄ = 1 and K̄ diagonal.
pub(super) struct Orthogonal {
    /// The shapes.
    pub columns: Vec<Vec<f64>>,
    /// Their products with the mass matrix.
    pub masses: Vec<Vec<f64>>,
    /// K̄ in ascending order.
    pub stiffness: Vec<f64>,
    /// Number of shapes that were dropped.
    pub dropped: usize,
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
/// Out of a shape is taken its part along the rigid motions, in the inner product of the mass; or, for a floating frame that is fixed
/// to a boundary frame, the rigid motion of that frame.
pub(super) fn orthogonal(
    structure: &Structure,
    candidates: Vec<Vec<f64>>,
    frame: Option<(&Boundary, &FrameRows)>,
) -> Orthogonal {
    let n = structure.unknowns();
    let masses = structure.rigid().iter().flat_map(|x| structure.times_mass(x)).collect();
    let rigid = Orthonormal { n, vectors: structure.rigid().concat(), masses };
    let mut kept = Orthonormal { n, vectors: Vec::with_capacity(n * candidates.len()), masses: vec![] };
    let mut dropped = 0;
    for candidates in candidates.chunks(COLUMNS) {
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
        // Twice is enough (Parlett 1998, section 6.9).
        (0..2).for_each(|_| take_out_all(&kept, &mut block));
        let first = kept.count();
        for (x, before) in block.chunks_exact_mut(n).zip(before) {
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
            if after.is_nan() || after <= DEPENDENT * before {
                dropped += 1;
                continue;
            }
            x.iter_mut().chain(mass.iter_mut()).for_each(|x| *x /= after);
            kept.vectors.extend_from_slice(x);
            kept.masses.extend(mass);
        }
    }
    rotated(structure, &kept, dropped)
}

/// Rotates orthonormal shapes so that they are orthogonal with respect to stiffness.
fn rotated(structure: &Structure, kept: &Orthonormal, dropped: usize) -> Orthogonal {
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
