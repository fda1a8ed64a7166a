//! The lowest modes of large systems whose damping couples them, or that spin: poles from sparse matrices.
//!
//! ```text
//! (s² M + s C + K) x + Gᵀλ = 0,   G x = 0
//! x' = −Q⁻¹ (M (w + σ x) + C x),   w' = x + σ x',   Q = σ² M + σ C + K      (x', w') = (A − σ)⁻¹ (x, w),   w = s x
//! ```
//!
//! is the inverse of the linearization A, shifted by a real σ near the lowest frequency. Its largest eigenvalues θ are the poles
//! s = σ + 1/θ next to it (block Arnoldi, `linalg/arnoldi.rs`). Neither M⁻¹ nor K⁻¹ occurs, so that M may be
//! singular and motions may be rigid. Rotations are in world axes, in which a symmetric rotor in bearings has constant coefficients; or
//! everything is in the rotating frame. The undamped modes are from the symmetric part of K, as in the dense
//! method (`analysis/modes.rs`), and each takes the pole in whose shape it has the largest share.
//!
//! Measured: 16 modes of a rotor of 1206 unknowns take a hundredth of the time of the dense problem, which grows with the cube of the
//! unknowns.

use faer::c64;

use super::linearize::eliminated;
use super::rotating_frame::Spin;
use super::sparse_modes::{
    COUNT, COUNTED_FROM, LowestModes, SPARSE_FROM, SPARSE_MESH_FROM, energies, regularize_constraints, symmetric_part,
    tangents, turn_to_world_axes,
};
use crate::linalg::arnoldi::{self, Pair};
use crate::linalg::sparse::lanczos;
use crate::linalg::sparse::lu::SparseLu;
use crate::linalg::sparse::pattern::{Pattern, SparseMatrix};
use crate::math::{Mat3, Vec3};
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{ScalarKind, State, System};

/// Spinning systems of fewer unknowns of motion are solved as dense ones, which gives all their modes: at this size that takes about a
/// second. For those at rest, whose poles start from undamped ones, the limits of `analysis/sparse_modes.rs` hold.
const SPINNING_FROM: usize = 600;
/// Undamped modes and poles that are computed beyond those that are asked for, so that each of these finds its pole.
const SPARE: usize = 4;
/// A mode has a pole if it has this share in its shape at least.
const LEAST_SHARE: f64 = 0.05;
/// Attempts with twice as many poles where modes are left without one: gyroscopic forces may raise the pole of a low mode.
const ATTEMPTS: usize = 3;
/// Poles below this fraction of the lowest frequency are those of rigid-body motions.
const STILL: f64 = 1e-5;

/// K, C and M with constraints, in world axes or in the rotating frame.
struct Matrices {
    pattern: Pattern,
    stiffness: SparseMatrix,
    damping: SparseMatrix,
    mass: SparseMatrix,
    motion_unknowns: usize,
}

/// The lowest modes with their poles; `None` if the system is small, has unknowns other than motions and the multipliers of active
/// constraints, or if the method fails.
pub(super) fn lowest(
    system: &System,
    state: &State,
    spin: Option<&Spin>,
    count: Option<usize>,
) -> Option<(LowestModes, Vec<[f64; 2]>)> {
    let n = system.motion_unknowns();
    let plain = system.scalar_kinds().all(|kind| kind == ScalarKind::Motion) && !system.has_force_signals();
    let from = match count {
        Some(_) => COUNTED_FROM,
        None if system.has_meshes() => SPARSE_MESH_FROM,
        None if spin.is_some() || state.v.iter().any(|v| *v != 0.0) => SPINNING_FROM,
        None => SPARSE_FROM,
    };
    let freedoms = n.saturating_sub(system.constraints());
    let count = count.unwrap_or(COUNT);
    if n < from || 8 * count > freedoms || !plain || !eliminated(system, state).is_empty() {
        return None;
    }
    let matrices = Matrices::about(system, state, spin)?;
    let symmetric = symmetric_part(&matrices.pattern, &matrices.stiffness)?;
    let modes = lanczos::lowest(&matrices.pattern, &symmetric, &matrices.mass, n, count + SPARE, None).ok()?;
    let shapes: Vec<Vec<f64>> = (0..modes.values.len()).map(|k| modes.vectors.col_as_slice(k)[..n].to_vec()).collect();
    let stiffness = energies(&matrices.pattern, &symmetric, &modes.values, &shapes);
    let mut lowest = LowestModes { squares: modes.values, shapes, stiffness, damping: vec![] };
    lowest.zero_rigid();
    let sigma = lowest.squares.iter().find(|square| **square > 0.0)?.sqrt();
    let shapes = ModalCoordinates::new(&matrices, &lowest.shapes);
    let mut wanted = 2 * (count + SPARE);
    for _ in 0..ATTEMPTS {
        let pairs = matrices.poles(sigma, wanted.min(freedoms))?;
        if let Some(mut poles) = assigned(&pairs, &shapes, &lowest.squares, STILL * sigma, count) {
            poles.truncate(count);
            lowest.truncate(count);
            return Some((lowest, poles));
        }
        wanted *= 2;
    }
    None
}

impl Matrices {
    fn about(system: &System, state: &State, spin: Option<&Spin>) -> Option<Matrices> {
        let n = system.motion_unknowns();
        let (pattern, tangents, compliance) = tangents(system, state, |_, _, matrix| Some(matrix.clone()))?;
        let [mut stiffness, mut damping, mut mass] =
            tangents.map(|matrix| matrix.unwrap_or_else(|| SparseMatrix::new(&pattern)));
        // The constraints stand in the stiffness alone.
        pattern.for_each_value(|i, j, k| {
            if i >= n || j >= n {
                (damping.values_mut()[k], mass.values_mut()[k]) = (0.0, 0.0);
            }
        });
        let columns = Columns { system, state, spin };
        columns.transform(&pattern, &mut stiffness, &mut damping, &mass);
        if spin.is_none() {
            for matrix in [&mut stiffness, &mut damping, &mut mass] {
                turn_to_world_axes(&pattern, matrix, state);
            }
        }
        regularize_constraints(&pattern, &mut stiffness, n, &compliance);
        let all = [&stiffness, &damping, &mass];
        let finite = all.iter().all(|matrix| matrix.values().iter().all(|x| x.is_finite()));
        finite.then_some(Matrices { pattern, stiffness, damping, mass, motion_unknowns: n })
    }

    /// y += A x.
    fn add_product(&self, matrix: &SparseMatrix, x: &[f64], y: &mut [f64]) {
        for node in 0..self.pattern.nodes() {
            let columns = &x[self.pattern.start(node)..][..self.pattern.size(node)];
            for (row, offset) in self.pattern.column(node) {
                let rows = self.pattern.size(row);
                let y = &mut y[self.pattern.start(row)..][..rows];
                for (column, x) in matrix.values()[offset..][..rows * columns.len()].chunks_exact(rows).zip(columns) {
                    y.iter_mut().zip(column).for_each(|(y, a)| *y += a * x);
                }
            }
        }
    }

    /// The poles next to σ with their shapes.
    fn poles(&self, sigma: f64, count: usize) -> Option<Vec<Pair>> {
        let n = self.motion_unknowns;
        let all = self.pattern.unknowns();
        let mut shifted = self.stiffness.clone();
        for ((q, c), m) in shifted.values_mut().iter_mut().zip(self.damping.values()).zip(self.mass.values()) {
            *q += sigma * (c + sigma * m);
        }
        let mut lu = SparseLu::new(&self.pattern, &shifted, n).ok()?;
        lu.factorize(&shifted);
        // Coordinates of about the same kinetic energy: √m_ii x_i, and w/σ in place of w.
        let mut diagonal = vec![0.0_f64; n];
        self.pattern.for_each_value(|i, j, k| {
            if i == j && i < n {
                diagonal[i] = self.mass.values()[k];
            }
        });
        let heaviest = diagonal.iter().fold(0.0_f64, |most, m| most.max(*m));
        let weight: Vec<f64> = diagonal.iter().map(|m| m.max(1e-12 * heaviest).sqrt()).collect();
        let (mut x, mut sum, mut y) = (vec![0.0; all], vec![0.0; all], vec![0.0; all]);
        let operator = |from: &[f64], to: &mut [f64]| {
            let (positions, velocities) = from.split_at(n);
            for i in 0..n {
                x[i] = positions[i] / weight[i];
                sum[i] = sigma * (x[i] + velocities[i] / weight[i]);
            }
            y.fill(0.0);
            self.add_product(&self.mass, &sum, &mut y);
            self.add_product(&self.damping, &x, &mut y);
            y.iter_mut().for_each(|y| *y = -*y);
            lu.solve(&self.pattern, &shifted, &mut y).ok()?;
            for i in 0..n {
                // θ in units of 1/σ.
                to[i] = sigma * weight[i] * y[i];
                to[n + i] = positions[i] + to[i];
            }
            Some(())
        };
        let mut pairs = arnoldi::largest(2 * n, count, operator)?;
        for pair in &mut pairs {
            pair.value = (c64::new(1.0, 0.0) + pair.value.inv()) * sigma;
            pair.vector.truncate(n);
            pair.vector.iter_mut().zip(&weight).for_each(|(x, weight)| *x /= *weight);
        }
        Some(pairs)
    }
}

/// Perturbations of velocities and accelerations, in terms of perturbations that have constant coefficients.
struct Columns<'a> {
    system: &'a System,
    state: &'a State,
    spin: Option<&'a Spin>,
}

impl Columns<'_> {
    /// Adds C D₁ + M D₂ to the columns of K, and M D₃ to those of C. In world axes δΩ̇ = Rᵀφ̈ − Ω × Rᵀφ̇, hence D₃ = −Ω~ for rotations
    /// (`analysis/linearize.rs`); in the rotating frame as in `analysis/rotating_frame.rs`.
    fn transform(
        &self,
        pattern: &Pattern,
        stiffness: &mut SparseMatrix,
        damping: &mut SparseMatrix,
        mass: &SparseMatrix,
    ) {
        for column in 0..pattern.nodes() {
            for (first, [d1, d2, d3]) in self.maps(pattern.start(column)).into_iter().flatten() {
                for (row, offset) in pattern.column(column) {
                    let rows = pattern.size(row);
                    for i in 0..rows {
                        let entry = |j: usize| offset + (first + j) * rows + i;
                        let of = |matrix: &SparseMatrix| Vec3(std::array::from_fn(|j| matrix.values()[entry(j)]));
                        let (c, m) = (of(damping), of(mass));
                        let more = d1.transpose() * c + d2.transpose() * m;
                        let rate = d3.transpose() * m;
                        for j in 0..3 {
                            stiffness.values_mut()[entry(j)] += more[j];
                            damping.values_mut()[entry(j)] += rate[j];
                        }
                    }
                }
            }
        }
    }

    /// D₁, D₂ and D₃ of the first and the second three columns of a node.
    fn maps(&self, start: usize) -> [Option<(usize, [Mat3; 3])>; 2] {
        let zero = Mat3::identity() * 0.0;
        let poses = POSE_UNKNOWNS * self.system.poses();
        if start >= self.system.first_scalar() {
            return [None, None];
        }
        let Some(spin) = self.spin else {
            let own = || Vec3::from_slice(&self.state.v[start + 3..]).skew() * -1.0;
            return [None, (start < poses).then(|| (3, [zero, zero, own()]))];
        };
        let omega = spin.angular_velocity.skew();
        let rotation = || {
            let pose = self.state.pose(start / POSE_UNKNOWNS);
            let own = pose.rotation.matrix().transpose_times(spin.angular_velocity).skew();
            (3, [own, zero, own])
        };
        [Some((0, [omega, omega * omega, omega * 2.0])), (start < poses).then(rotation)]
    }
}

/// M φ of the undamped modes.
struct ModalCoordinates<'a> {
    matrices: &'a Matrices,
    momenta: Vec<Vec<f64>>,
}

impl<'a> ModalCoordinates<'a> {
    fn new(matrices: &'a Matrices, shapes: &[Vec<f64>]) -> Self {
        let momentum = |shape: &Vec<f64>| matrices.momentum(shape.iter().copied());
        ModalCoordinates { matrices, momenta: shapes.iter().map(momentum).collect() }
    }

    /// The share of each mode in a shape.
    fn shares(&self, shape: &[c64]) -> Vec<f64> {
        let energy = |part: fn(&c64) -> f64| {
            let momentum = self.matrices.momentum(shape.iter().map(part));
            shape.iter().map(part).zip(momentum).map(|(x, p)| x * p).sum::<f64>()
        };
        let all = energy(|x| x.re) + energy(|x| x.im);
        let along = |p: &Vec<f64>| shape.iter().zip(p).map(|(x, p)| *x * *p).sum::<c64>().norm_sqr();
        self.momenta.iter().map(|p| along(p) / all).collect()
    }
}

impl Matrices {
    /// M x of a motion.
    fn momentum(&self, x: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut full: Vec<f64> = x.collect();
        full.resize(self.pattern.unknowns(), 0.0);
        let mut y = vec![0.0; full.len()];
        self.add_product(&self.mass, &full, &mut y);
        y.truncate(self.motion_unknowns);
        y
    }
}

/// The pole of each mode, zero for rigid-body motions; `None` if one of the first `count` has none.
fn assigned(
    pairs: &[Pair],
    shapes: &ModalCoordinates,
    squares: &[f64],
    still: f64,
    count: usize,
) -> Option<Vec<[f64; 2]>> {
    let mut shares: Vec<(f64, usize, usize)> = Vec::new();
    // One of each conjugate pair, and every real pole.
    for (p, pair) in pairs.iter().enumerate().filter(|(_, pair)| pair.value.im >= 0.0 && pair.value.norm() > still) {
        let all = shapes.shares(&pair.vector).into_iter().enumerate();
        shares.extend(
            all.filter(|(k, share)| squares[*k] != 0.0 && *share > LEAST_SHARE).map(|(k, share)| (share, k, p)),
        );
    }
    shares.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut poles: Vec<Option<[f64; 2]>> = squares.iter().map(|square| (*square == 0.0).then_some([0.0; 2])).collect();
    let mut used = vec![false; pairs.len()];
    for (_, k, p) in shares {
        if poles[k].is_none() && !used[p] {
            used[p] = true;
            poles[k] = Some([pairs[p].value.re, pairs[p].value.im]);
        }
    }
    poles.into_iter().take(count).collect()
}
