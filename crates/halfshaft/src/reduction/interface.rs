//! The boundary of a body: how its frames move with the nodes, as rows of constraints.

use super::error::ReductionError;
use super::options::Boundary;
use super::structure::{SparseRow, Structure, dot};
use crate::elements::solid::Attached;
use crate::math::Mat3;

/// A row depends on others if less than this of it is left.
const DEPENDENT: f64 = 1e-8;
/// A row is zero below this part of the largest.
const ZERO: f64 = 1e-12;

/// The rows of a part of the boundary.
pub(super) struct FrameRows {
    /// Displacement and rotation of a frame, or the displacements of nodes.
    pub motions: Vec<SparseRow>,
    /// What they are, for reports.
    pub names: Vec<String>,
}

/// The six motions of a frame.
const MOTIONS: [&str; 6] = ["along x", "along y", "along z", "about x", "about y", "about z"];

/// The motions of each part of the boundary as rows.
pub(super) fn rows(structure: &Structure, boundary: &[Boundary]) -> Result<Vec<FrameRows>, ReductionError> {
    let mut all = Vec::new();
    for part in boundary {
        let mut names = vec![];
        let motions = match part {
            Boundary::Frame { name, points, .. } => {
                names.extend(MOTIONS.map(|motion| format!("{name} {motion}")));
                frame(structure, points).ok_or_else(|| ReductionError::UndeterminedFrame(name.clone()))?
            }
            Boundary::Nodes(nodes) => {
                let mut motions = Vec::new();
                for (node, d) in nodes.iter().flat_map(|&node| (0..3).map(move |d| (node, d))) {
                    let Some(unknown) = structure.unknown(node, d) else { continue };
                    names.push(format!("node {} {}", node + 1, MOTIONS[d]));
                    motions.push(SparseRow(vec![(unknown, 1.0)]));
                }
                motions
            }
            Boundary::Load { .. } => vec![],
            Boundary::Zone { name, weights } => {
                names.push(name.clone());
                let mut row = SparseRow::default();
                for (node, weight) in weights {
                    row.0.extend((0..3).filter_map(|d| Some((structure.unknown(*node, d)?, weight[d]))));
                }
                row.0.sort_unstable_by_key(|entry| entry.0);
                vec![row]
            }
        };
        all.push(FrameRows { motions, names });
    }
    Ok(all)
}

/// The mean displacement and rotation of a frame to first order: those of [`crate::elements::solid::MeanFrame`].
///
/// φ = A⁻¹ Σ a_i × u_i with a_i = m_i − w_i X̄ and A = Σ (a_i·X_i) 1 − X_i a_iᵀ; u = Σ w_i u_i − φ × X̄.
fn frame(structure: &Structure, points: &[Attached]) -> Option<Vec<SparseRow>> {
    if let [point] = points {
        return grid_point(structure, point);
    }
    let mean = Attached::centre(points);
    let arm = |point: &Attached| point.moment - mean * point.weight;
    let mut a = [[0.0; 3]; 3];
    for point in points {
        let (x, arm) = (point.position, arm(point));
        let along = arm.dot(x);
        (0..3).for_each(|i| (0..3).for_each(|j| a[i][j] += if i == j { along } else { 0.0 } - x[i] * arm[j]));
    }
    let inverse = inverse(&Mat3(a))?;
    let mut rows = vec![SparseRow::default(); 6];
    for point in points {
        let by_turn = inverse * arm(point).skew();
        let by_shift = Mat3::identity() * point.weight + mean.skew() * by_turn;
        for d in 0..3 {
            let Some(unknown) = structure.unknown(point.node, d) else { continue };
            for k in 0..3 {
                rows[k].0.push((unknown, by_shift.0[k][d]));
                rows[3 + k].0.push((unknown, by_turn.0[k][d]));
            }
        }
    }
    // Where the mesh cannot follow a rigid motion of the frame, the frame moves with the floating frame.
    for (k, row) in rows.iter_mut().enumerate() {
        row.0.retain(|(_, factor)| *factor != 0.0 && structure.allows(k));
        row.0.sort_unstable_by_key(|entry| entry.0);
    }
    Some(rows)
}

/// The motion of a frame on one node with rotations: u = u_i − φ_i × X_i.
fn grid_point(structure: &Structure, point: &Attached) -> Option<Vec<SparseRow>> {
    let mut unknowns = [0; 6];
    for (k, unknown) in unknowns.iter_mut().enumerate() {
        *unknown = structure.unknown(point.node, k)?;
    }
    let by_turn = point.position.skew();
    let row = |k: usize| {
        let mut row = vec![(unknowns[k], 1.0)];
        row.extend((0..3).filter(|_| k < 3).map(|d| (unknowns[3 + d], by_turn.0[k][d])).filter(|(_, x)| *x != 0.0));
        row.sort_unstable_by_key(|entry| entry.0);
        SparseRow(row)
    };
    Some((0..6).map(row).collect())
}

/// The inverse of a matrix; `None` if it is singular to round-off.
fn inverse(a: &Mat3) -> Option<Mat3> {
    let c = [0, 1, 2].map(|j| a.column(j));
    let (rows, size) =
        ([c[1].cross(c[2]), c[2].cross(c[0]), c[0].cross(c[1])], c.iter().map(|c| c.norm()).fold(0.0, f64::max));
    let determinant = c[0].dot(rows[0]);
    let regular = determinant.abs() > 1e-10 * size.powi(3);
    regular.then(|| Mat3(rows.map(|row| (row * (1.0 / determinant)).0)))
}

/// The rows of all parts that are not zero, of unit length, with their names.
pub(super) fn nonzero(rows: &[FrameRows]) -> Vec<(SparseRow, &str)> {
    let all = || rows.iter().flat_map(|rows| rows.motions.iter().zip(&rows.names));
    let norms: Vec<f64> = all().map(|(row, _)| row.dot(row).sqrt()).collect();
    let largest = norms.iter().copied().fold(0.0, f64::max);
    let unit = |row: &SparseRow, norm: f64| {
        SparseRow(row.0.iter().map(|&(k, x)| (k, x / norm)).filter(|(_, x)| *x != 0.0).collect())
    };
    let each = all().zip(norms).filter(|(_, norm)| *norm > ZERO * largest);
    each.map(|((row, name), norm)| (unit(row, norm), name.as_str())).collect()
}

/// The rows that do not depend on others, of unit length: constraints that can be imposed together.
pub(super) fn independent(rows: &[FrameRows]) -> Vec<SparseRow> {
    independent_of(nonzero(rows)).into_iter().map(|(row, _)| row).collect()
}

/// The same with their names.
pub(super) fn independent_of(rows: Vec<(SparseRow, &str)>) -> Vec<(SparseRow, &str)> {
    let mut kept: Vec<(SparseRow, &str)> = Vec::new();
    // Cholesky's factor of the products of the rows, one row after the other.
    let mut factor: Vec<Vec<f64>> = Vec::new();
    for (unit, name) in rows {
        let mut l: Vec<f64> = Vec::with_capacity(kept.len() + 1);
        for (i, (other, _)) in kept.iter().enumerate() {
            let sum = dot(&factor[i][..i], &l[..i]);
            l.push((other.dot(&unit) - sum) / factor[i][i]);
        }
        let rest = 1.0 - dot(&l, &l);
        if rest > DEPENDENT {
            l.push(rest.sqrt());
            factor.push(l);
            kept.push((unit, name));
        }
    }
    kept
}

/// Takes the parts along an orthonormal basis out of a vector and gives it unit length; false if nothing but round-off is left.
pub(super) fn reduce_by(basis: &[Vec<f64>], vector: &mut [f64]) -> bool {
    let before = dot(vector, vector).sqrt();
    for _ in 0..2 {
        for other in basis {
            let along = dot(other, vector);
            vector.iter_mut().zip(other).for_each(|(x, o)| *x -= along * o);
        }
    }
    let after = dot(vector, vector).sqrt();
    vector.iter_mut().for_each(|x| *x /= after);
    before > 0.0 && after > DEPENDENT * before
}

/// The frames whose motions, by rigid motions and shapes, depend on those of the frames before them.
pub(super) fn dependent(
    structure: &Structure,
    boundary: &[Boundary],
    rows: &[FrameRows],
    shapes: &[Vec<f64>],
) -> Vec<(String, usize)> {
    let columns = || structure.rigid().iter().chain(shapes);
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut found = Vec::new();
    for (part, rows) in boundary.iter().zip(rows) {
        let Boundary::Frame { name, .. } = part else { continue };
        let mut missing = 0;
        for row in rows.motions.iter().filter(|row| row.0.iter().any(|(_, x)| *x != 0.0)) {
            let mut motion: Vec<f64> = columns().map(|column| row.times(column)).collect();
            if reduce_by(&basis, &mut motion) {
                basis.push(motion);
            } else {
                missing += 1;
            }
        }
        if missing > 0 {
            found.push((name.clone(), missing));
        }
    }
    found
}
