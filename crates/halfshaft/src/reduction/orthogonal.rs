//! Shapes made orthonormal with respect to mass, orthogonal with respect to stiffness and to rigid motions.

use faer::Mat;

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

/// Takes the rigid motions out of the shapes, drops those that depend on others, and rotates the rest to modes.
///
/// Out of a shape is taken its part along the rigid motions, in the inner product of the mass; or, for a floating frame that is fixed
/// to a boundary frame, the rigid motion of that frame.
pub(super) fn orthogonal(
    structure: &Structure,
    candidates: Vec<Vec<f64>>,
    frame: Option<(&Boundary, &FrameRows)>,
) -> Orthogonal {
    let rigid: Vec<[Vec<f64>; 2]> = structure.rigid().iter().map(|x| [x.clone(), structure.times_mass(x)]).collect();
    let mut kept: Vec<[Vec<f64>; 2]> = Vec::new();
    let mut dropped = 0;
    for mut x in candidates {
        let before = dot(&x, &structure.times_mass(&x)).max(0.0).sqrt();
        take_out(&rigid, &mut x);
        // Twice is enough (Parlett 1998, section 6.9).
        for _ in 0..2 {
            match frame {
                Some((Boundary::Frame { origin, .. }, rows)) => take_out_frame(structure, *origin, rows, &mut x),
                _ => take_out(&rigid, &mut x),
            }
            take_out(&kept, &mut x);
        }
        let mut mass = structure.times_mass(&x);
        let after = dot(&x, &mass).max(0.0).sqrt();
        if after.is_nan() || after <= DEPENDENT * before {
            dropped += 1;
            continue;
        }
        x.iter_mut().chain(mass.iter_mut()).for_each(|x| *x /= after);
        kept.push([x, mass]);
    }
    let n = kept.len();
    let products: Vec<Vec<f64>> = kept.iter().map(|[x, _]| structure.times_stiffness(x)).collect();
    let stiffness = Mat::from_fn(n, n, |i, j| 0.5 * (dot(&kept[i][0], &products[j]) + dot(&kept[j][0], &products[i])));
    let Some(SymmetricEigen { values, vectors }) = symmetric_eigen(&stiffness).filter(|_| n > 0) else {
        return Orthogonal { columns: vec![], masses: vec![], stiffness: vec![], dropped };
    };
    let rotated = |which: usize| -> Vec<Vec<f64>> {
        let column = |k: usize| {
            let mut sum = vec![0.0; structure.unknowns()];
            for (i, own) in kept.iter().enumerate() {
                let factor = vectors[(i, k)];
                sum.iter_mut().zip(&own[which]).for_each(|(sum, x)| *sum += factor * x);
            }
            sum
        };
        (0..n).map(column).collect()
    };
    Orthogonal { columns: rotated(0), masses: rotated(1), stiffness: values, dropped }
}

/// Takes out of a shape its part along orthonormal vectors.
fn take_out(vectors: &[[Vec<f64>; 2]], x: &mut [f64]) {
    for [other, mass] in vectors {
        let along = dot(mass, x);
        x.iter_mut().zip(other).for_each(|(x, o)| *x -= along * o);
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
