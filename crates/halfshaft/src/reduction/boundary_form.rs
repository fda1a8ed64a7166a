//! A reduced body in the coordinates of other programs: the motions of its boundary frames and modes with these fixed.

use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

use super::Reduction;
use super::imported::{Coordinate, ImportedMatrices};
use crate::linalg::symmetric_eigen::{SymmetricEigen, symmetric_eigen};
use crate::math::Vec3;

impl Reduction {
    /// The matrices of the body in the form of Craig and Bampton, whatever its shapes: p = (rigid motion, η) = W (q_b, q_i).
    ///
    /// ```text
    /// B p = q_b, the motions of the frames;   B Z = 0;   K Z y = μ M Z y
    /// W = [W_b, Z y],   B W_b = 1,   Zᵀ K W_b = 0
    /// ```
    ///
    /// q_b has six components for each frame. Rigid motions have q_i = 0, and K is block diagonal. `None` without boundary frames, with blocked
    /// directions, or if frames depend on each other.
    pub fn boundary_form(&self) -> Option<ImportedMatrices> {
        let (body, n) = (&self.body, self.body.count());
        let (all, rows) = (6 + n, 6 * body.frames.len());
        if rows == 0 || self.rigid_motions < 6 || rows > all || !self.dependent_frames.is_empty() {
            return None;
        }
        // Rigid motions in units of the amplitudes, and rotations of frames in units of length.
        let (mass, length) = (body.invariants.mass.sqrt(), body.length);
        let scale = |k: usize| if k < 3 { 1.0 / mass } else { 1.0 / (mass * length) };
        let (stiffness, inertia) = self.scaled_matrices(scale);
        let b = Mat::from_fn(rows, all, |row, column| {
            let (frame, k) = (&body.frames[row / 6], row % 6);
            let value = match column {
                0..3 if k < 3 => f64::from(u8::from(k == column)),
                0..3 => 0.0,
                3..6 if k < 3 => Vec3::unit(column - 3).cross(frame.position)[k],
                3..6 => f64::from(u8::from(k == column)),
                _ if k < 3 => frame.translations[column - 6][k],
                _ => frame.rotations[column - 6][k - 3],
            };
            value * if column < 6 { scale(column) } else { 1.0 } * if k < 3 { 1.0 } else { length }
        });
        let qr = b.transpose().qr();
        let q = qr.compute_Q();
        let (q1, z) = (q.as_ref().subcols(0, rows), q.as_ref().subcols(rows, all - rows));
        // B = Rᵀ Q₁ᵀ: a right inverse is Q₁ R⁻ᵀ.
        let square = q1.transpose() * b.transpose();
        let inverse = square.transpose().partial_piv_lu().solve(Mat::<f64>::identity(rows, rows));
        let mut static_shapes = q1 * inverse;
        let inner = z.transpose() * &stiffness * z;
        let load = z.transpose() * &stiffness * &static_shapes;
        if all > rows {
            static_shapes -= z * inner.llt(Side::Lower).ok()?.solve(load);
        }
        let modes = dense_modes(&inner, &(z.transpose() * &inertia * z))?.vectors;
        let internal = z * modes;
        let w = Mat::from_fn(all, all, |i, j| if j < rows { static_shapes[(i, j)] } else { internal[(i, j - rows)] });
        let project = |matrix: &Mat<f64>| w.transpose() * matrix * &w;
        let (k, m) = (project(&stiffness), project(&inertia));
        // Back from units of length to rotations of frames.
        let unit = |k: usize| if k < rows && k % 6 >= 3 { length } else { 1.0 };
        let entries = |matrix: &Mat<f64>, is_stiffness: bool| {
            let mut list = Vec::new();
            for (i, j) in (0..all).flat_map(|i| (0..all).map(move |j| (i, j))) {
                // The entries that are zero by construction.
                let zero = i != j && i.max(j) >= rows && (is_stiffness || i.min(j) >= rows);
                if !zero {
                    let value = 0.5 * (matrix[(i, j)] + matrix[(j, i)]) * unit(i) * unit(j);
                    list.push((i as u32, j as u32, value));
                }
            }
            list
        };
        let coordinate = |k: usize| match k < rows {
            true => Coordinate::Node { node: (k / 6) as u32, component: (k % 6) as u8 },
            false => Coordinate::Modal,
        };
        Some(ImportedMatrices {
            positions: body.frames.iter().map(|frame| self.centre + frame.position).collect(),
            coordinates: (0..all).map(coordinate).collect(),
            stiffness: entries(&k, true),
            mass: entries(&m, false),
        })
    }

    /// K and M of rigid motions in given units and amplitudes.
    fn scaled_matrices(&self, scale: impl Fn(usize) -> f64) -> (Mat<f64>, Mat<f64>) {
        let (body, i) = (&self.body, &self.body.invariants);
        let all = 6 + body.count();
        let stiffness = Mat::from_fn(all, all, |r, c| if r == c && r >= 6 { body.stiffness[r - 6] } else { 0.0 });
        // A rotation Ω moves the centre of mass by Ω × S₀/m: the coupling of e_r and Ω_c is e_r·(e_c × S₀).
        let coupling = |r: usize, c: usize| Vec3::unit(c).cross(i.first_moment)[r];
        let entry = |r: usize, c: usize| match (r, c) {
            (0..3, 0..3) => i.mass * f64::from(u8::from(r == c)),
            (0..3, 3..6) => coupling(r, c - 3),
            (3..6, 3..6) => i.inertia.0[r - 3][c - 3],
            (0..3, _) => i.translations[c - 6][r],
            (3..6, _) => i.rotations[c - 6][r - 3],
            _ => f64::from(u8::from(r == c)),
        };
        let unit = |k: usize| if k < 6 { scale(k) } else { 1.0 };
        let inertia = Mat::from_fn(all, all, |r, c| entry(r.min(c), r.max(c)) * unit(r) * unit(c));
        (stiffness, inertia)
    }
}

/// Modes of K y = μ M y with yᵀM y = 1.
pub(super) fn dense_modes(stiffness: &Mat<f64>, mass: &Mat<f64>) -> Option<SymmetricEigen> {
    if stiffness.nrows() == 0 {
        return Some(SymmetricEigen { values: vec![], vectors: Mat::zeros(0, 0) });
    }
    let n = stiffness.nrows();
    let llt = mass.llt(Side::Lower).ok()?;
    let l = llt.L();
    let inverse = l.partial_piv_lu().solve(Mat::<f64>::identity(n, n));
    let standard = &inverse * stiffness * inverse.transpose();
    let symmetric = Mat::from_fn(n, n, |i, j| 0.5 * (standard[(i, j)] + standard[(j, i)]));
    let SymmetricEigen { values, vectors } = symmetric_eigen(&symmetric)?;
    Some(SymmetricEigen { values, vectors: inverse.transpose() * vectors })
}
