//! Enhanced assumed strains of the hexahedron of 8 nodes: nine modes in the Green-Lagrange strain.
//!
//! ```text
//! E = E(u) + Σ α_k M_k,     M_k = (j₀/j) ξ_k sym(∇ξ_i ⊗ ∇ξ_j)₀,     ∫ M_k : S dV = 0
//! ```
//!
//! ξ, η, ζ for the normal strains along them, and two modes for each shear. j is the determinant of the Jacobian, and the index 0
//! is the centre of the cell: the integral of each mode vanishes, so that constant strains are exact on distorted cells. The nine
//! equations determine α for given displacements. They are solved to round-off in each evaluation, so that the condensed element has a
//! strain energy that depends on the displacements alone, and nothing must be stored between steps.
//!
//! Sources: Simo & Rifai 1990, *A class of mixed assumed strain methods and the method of incompatible modes*; Klinkel & Wagner 1997,
//! *A geometrical non-linear brick element based on the EAS-method*. Under strong compression such elements develop hourglass
//! instabilities, and nearly incompressible materials need more modes.

use super::cells::{Cells, Point};
use super::material::{Elastic, Law, Moduli, product, symmetric};
use crate::math::{Mat3, Vec3};

/// Number of modes.
pub(super) const MODES: usize = 9;
/// Strain component and natural coordinate of each mode.
const PATTERN: [([usize; 2], usize); MODES] = [
    ([0, 0], 0),
    ([1, 1], 1),
    ([2, 2], 2),
    ([0, 1], 0),
    ([0, 1], 1),
    ([1, 2], 1),
    ([1, 2], 2),
    ([2, 0], 2),
    ([2, 0], 0),
];
/// Maximum number of iterations of the local equations.
const MAX_ITERATIONS: usize = 20;
/// Converged if the remaining change of the strains is below this: round-off.
const STRAIN_TOLERANCE: f64 = 1e-15;

/// The modes of a cell.
pub(super) struct Modes<'a> {
    tensors: [Mat3; MODES],
    determinant: f64,
    cells: &'a Cells,
}

impl Modes<'_> {
    pub fn new(cells: &Cells, cell: usize) -> Modes<'_> {
        let (gradients, determinant) = &cells.centres[cell];
        let row = |i: usize| Vec3(gradients.0[i]);
        let tensors = PATTERN.map(|([i, j], _)| symmetric(row(i), row(j)));
        Modes { tensors, determinant: *determinant, cells }
    }

    /// The modes at an integration point of this volume. The weights of the rule are one.
    pub fn at(&self, point: usize, volume: f64) -> [Mat3; MODES] {
        let scale = self.determinant / volume;
        std::array::from_fn(|k| self.tensors[k] * (scale * self.cells.natural[point][PATTERN[k].1]))
    }

    /// ∫ M_k : ℂ : M_l dV.
    pub fn stiffness(&self, points: &[Point], moduli: impl Fn(&Point) -> Moduli) -> [[f64; MODES]; MODES] {
        let mut a = [[0.0; MODES]; MODES];
        for (p, point) in points.iter().enumerate() {
            let (modes, moduli) = (self.at(p, point.volume), moduli(point));
            for k in 0..MODES {
                let stress = moduli.times(&modes[k]) * point.volume;
                (0..=k).for_each(|l| a[k][l] += product(&stress, &modes[l]));
            }
        }
        (0..MODES).for_each(|k| (0..k).for_each(|l| a[l][k] = a[k][l]));
        a
    }

    /// ∫ M_k : S dV.
    fn unbalanced(&self, points: &[Point], stress: impl Fn(&Point) -> Mat3) -> [[f64; 1]; MODES] {
        let mut r = [[0.0]; MODES];
        for (p, point) in points.iter().enumerate() {
            let stress = stress(point) * point.volume;
            self.at(p, point.volume).iter().zip(&mut r).for_each(|(mode, r)| r[0] += product(&stress, mode));
        }
        r
    }

    fn add(&self, amplitudes: &[[f64; 1]; MODES], points: &mut [Point], strain: impl Fn(&mut Point) -> &mut Mat3) {
        for (p, point) in points.iter_mut().enumerate() {
            for (mode, [amplitude]) in self.at(p, point.volume).iter().zip(amplitudes) {
                let strain = strain(point);
                *strain = *strain + *mode * -*amplitude;
            }
        }
    }

    /// Adds the enhanced strains to those of the displacements.
    pub fn enhance(&self, elastic: &Elastic, points: &mut [Point]) {
        let volume: f64 = points.iter().map(|point| point.volume).sum();
        for _ in 0..MAX_ITERATIONS {
            let r = self.unbalanced(points, |point| elastic.stress(&point.strain));
            let mut amplitudes = r;
            solve(self.stiffness(points, |point| elastic.moduli(&point.strain)), &mut amplitudes);
            self.add(&amplitudes, points, |point| &mut point.strain);
            let work: f64 = amplitudes.iter().zip(&r).map(|([amplitude], [r])| amplitude * r).sum();
            // Linear equations need one step.
            let done = work.abs() <= STRAIN_TOLERANCE.powi(2) * elastic.mu * volume;
            if elastic.law == Law::SaintVenantKirchhoff || done || work.is_nan() {
                return;
            }
        }
    }

    /// Adds the rates of enhanced strains to those of the displacements, for the linear viscosity.
    pub fn enhance_rates(&self, linear: &Moduli, points: &mut [Point]) {
        let mut amplitudes = self.unbalanced(points, |point| linear.times(&point.strain_rate));
        solve(self.stiffness(points, |_| *linear), &mut amplitudes);
        self.add(&amplitudes, points, |point| &mut point.strain_rate);
    }
}

/// The modes of a cell for small strains, M_k = f_c T_k with the natural coordinate c of the mode: what does not depend on the displacements.
pub(super) struct LinearModes {
    /// T_k, with the natural coordinate of the mode.
    pub tensors: [(Mat3, usize); MODES],
    /// f = (j₀/j) ξ at each integration point, for the three natural coordinates.
    pub factors: Vec<[f64; 3]>,
    /// The inverse of ∫ M_k : ℂ : M_l dV.
    pub inverse: [[f64; MODES]; MODES],
}

impl LinearModes {
    pub fn new(cells: &Cells, cell: usize, linear: &Moduli) -> Self {
        let modes = Modes::new(cells, cell);
        let volume = |p: usize| cells.point(cell, p).1;
        let factor = |p: usize| cells.natural[p].map(|x| x * modes.determinant / volume(p));
        let factors: Vec<[f64; 3]> = (0..cells.points).map(factor).collect();
        let mut products = [[0.0; 3]; 3];
        for (p, f) in factors.iter().enumerate() {
            (0..3).for_each(|c| (0..3).for_each(|d| products[c][d] += volume(p) * f[c] * f[d]));
        }
        let tensors: [(Mat3, usize); MODES] = std::array::from_fn(|k| (modes.tensors[k], PATTERN[k].1));
        let stiffness = tensors.map(|(mode, c)| {
            let stress = linear.times(&mode);
            tensors.map(|(other, d)| products[c][d] * product(&stress, &other))
        });
        let mut inverse = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
        solve(stiffness, &mut inverse);
        LinearModes { tensors, factors, inverse }
    }
}

/// Solves A x = b for several right-hand sides by elimination with pivots. A singular matrix gives numbers that are not finite.
pub(super) fn solve<const M: usize>(mut a: [[f64; MODES]; MODES], b: &mut [[f64; M]; MODES]) {
    for k in 0..MODES {
        let pivot = (k..MODES).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())).unwrap_or(k);
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..MODES {
            let factor = a[i][k] / a[k][k];
            (k + 1..MODES).for_each(|j| a[i][j] -= factor * a[k][j]);
            (0..M).for_each(|j| b[i][j] -= factor * b[k][j]);
        }
    }
    for k in (0..MODES).rev() {
        for i in k + 1..MODES {
            (0..M).for_each(|j| b[k][j] -= a[k][i] * b[i][j]);
        }
        b[k].iter_mut().for_each(|x| *x /= a[k][k]);
    }
}
