//! Poles of lightly damped trains, one at a time, each from the nearest undamped mode.
//!
//! ```text
//! (s² M + s C + K) y = (2 s M + C) x,     x ← y/|y|,     s ← the root of xᵀM x s² + xᵀC x s + xᵀK x next to s
//! ```
//!
//! With symmetric matrices this inverse iteration converges cubically. It starts with a shape of first order in the
//! damping coupling, whose s is accurate to third order, so one or two sparse factorizations suffice for each pole. A
//! branched train of n inertias costs O(n²) for all its poles (and a matrix product for the initial shapes); the dense
//! eigenvalue problem of twice the size costs O(n³). The sum of all poles is known, −tr M⁻¹C. If the sum is wrong, or
//! two modes converge to one pole, or one is overdamped, the dense problem is solved. Chains have a method of their own
//! (`analysis/chain.rs`), and use this one if that gives no result.

use faer::{Mat, c64};

use super::linearize::Linear;
use super::poles::{nonzero, own_pole};
use crate::linalg::sparse_lu::{SparseLu, SparsityPattern};

/// Smaller problems are as fast with the dense method.
const SMALLEST: usize = 24;
/// Maximum density of the matrices.
const SPARSE: f64 = 0.1;
const MAX_ITERATIONS: usize = 12;
/// Number of poles already found against which the next shape is deflated.
const MAX_DEFLATED: usize = 16;
/// A pole has converged when its relative change is below this: with cubic convergence the remaining error is its third
/// power.
const CONVERGED: f64 = 1e-6;
/// Damping mixes two modes if half of its coupling is this fraction of the difference of their frequencies.
pub(super) const MIXING_THRESHOLD: f64 = 0.05;
/// A mode is oscillatory if the imaginary part of its pole exceeds this fraction of the real part.
pub(super) const OSCILLATORY_RATIO: f64 = 0.1;
/// Relative tolerance of the sum of the poles.
const SUM_TOLERANCE: f64 = 1e-9;

/// The pole of each mode, zero for rigid-body modes; `None` if the result is not reliable.
pub(super) fn one_by_one(
    linear: &Linear,
    squares: &[f64],
    shapes: &Mat<f64>,
    damping: &Mat<f64>,
) -> Option<Vec<[f64; 2]>> {
    let n = squares.len();
    if n < SMALLEST {
        return None;
    }
    let (places, terms) = entries(linear)?;
    // No damper may act on rigid-body motions, so that their poles are zero.
    let largest = (0..n).fold(0.0_f64, |most, k| most.max(damping[(k, k)]));
    let rigid = |k: usize| squares[k] == 0.0;
    if (0..n).any(|k| squares[k] < 0.0 || rigid(k) && damping[(k, k)].abs() > 1e-12 * largest) {
        return None;
    }
    let mut poles = vec![[0.0; 2]; n];
    let beginnings = InitialPoles::new(squares, shapes, damping)?;
    let mut search = Search::new(&places, &terms, n);
    for k in (0..n).filter(|&k| !rigid(k)) {
        let pole = search.from(beginnings.poles[k], beginnings.shape(k))?;
        if pole.im <= 0.0 {
            return None;
        }
        poles[k] = [pole.re, pole.im];
    }
    are_all(&poles, (0..n).map(|k| damping[(k, k)]).sum()).then_some(poles)
}

/// Returns whether these are all poles without duplicates: those of rigid-body motions are zero, the others are
/// oscillatory, and the sum of all is minus the trace of M⁻¹C.
pub(super) fn are_all(poles: &[[f64; 2]], trace: f64) -> bool {
    let sum: f64 = poles.iter().map(|pole| 2.0 * pole[0]).sum();
    let mut order: Vec<[f64; 2]> = poles.iter().copied().filter(|pole| *pole != [0.0; 2]).collect();
    order.sort_by(|a, b| a[1].total_cmp(&b[1]));
    let apart = order.windows(2).all(|w| (w[0][1] - w[1][1]).abs() + (w[0][0] - w[1][0]).abs() > 1e-9 * w[1][1]);
    (sum + trace).abs() <= SUM_TOLERANCE * trace && apart && order.iter().all(|pole| pole[1] > 0.0)
}

/// How much damping mixes two modes, from its coupling and the difference of their frequencies.
pub(super) fn mixing(between: f64, apart: f64) -> f64 {
    0.5 * between.abs() / apart.abs().max(f64::MIN_POSITIVE)
}

/// A pole of two modes that damping mixes, with the uncoupled poles a and b: to first order, with z = y − i ẏ/ω, an
/// eigenvalue of [a, beside; beside, b].
pub(super) fn of_two(a: c64, b: c64, beside: f64, lower: bool) -> c64 {
    let root = ((a - b) * (a - b) * 0.25 + beside * beside).sqrt();
    let root = if root.im < 0.0 { -root } else { root };
    (a + b) * 0.5 + if lower { -root } else { root }
}

/// Initial pole and shape of each mode.
///
/// The pole is its own, or if damping mixes it with a mode of nearly its frequency, one of the two poles of both, the
/// eigenvalues of [iω_k − ĉ_kk/2, −ĉ_kj/2; −ĉ_kj/2, iω_j − ĉ_jj/2]. All other modes contribute to first order,
///
/// ```text
/// (s² + ĉ_ii s + ω_i²) y_i = −s (ĉ_ik y_k + ĉ_ij y_j)
/// ```
struct InitialPoles {
    poles: Vec<c64>,
    /// Real and imaginary parts of the shapes, one column per mode.
    shapes: [Mat<f64>; 2],
}

impl InitialPoles {
    /// `None` if a mode is overdamped.
    fn new(squares: &[f64], shapes: &Mat<f64>, damping: &Mat<f64>) -> Option<Self> {
        let n = squares.len();
        let omega: Vec<f64> = squares.iter().map(|square| square.sqrt()).collect();
        let own = |i: usize| c64::new(-0.5 * damping[(i, i)], omega[i]);
        let mut poles = vec![c64::new(0.0, 0.0); n];
        let mut shares = [Mat::<f64>::zeros(n, n), Mat::<f64>::zeros(n, n)];
        for k in (0..n).filter(|&k| squares[k] > 0.0) {
            let felt = damping.col_as_slice(k);
            let [re, im] = own_pole(felt[k], squares[k]);
            if im <= OSCILLATORY_RATIO * re.abs() {
                return None;
            }
            let mut partner = (MIXING_THRESHOLD, None);
            for j in (0..n).filter(|&j| j != k && squares[j] > 0.0) {
                let share = mixing(felt[j], omega[k] - omega[j]);
                if share > partner.0 {
                    partner = (share, Some(j));
                }
            }
            let (mut s, mut of_k, mut of_partner) = (c64::new(re, im), c64::new(1.0, 0.0), c64::new(0.0, 0.0));
            if let (_, Some(j)) = partner {
                let beside = -0.5 * felt[j];
                // The lower mode takes the lower pole, the higher mode the other one.
                s = of_two(own(k), own(j), beside, k < j);
                (of_k, of_partner) = (s - own(j), c64::new(beside, 0.0));
                let size = of_k.l1_norm() + of_partner.l1_norm();
                (of_k, of_partner) = (of_k / size, of_partner / size);
            }
            let partner = partner.1.unwrap_or(k);
            let of_other = damping.col_as_slice(partner);
            let square = s * s;
            for i in 0..n {
                let share = match i {
                    _ if i == k => of_k,
                    _ if i == partner => of_partner,
                    _ => {
                        let held = square + s * damping[(i, i)] + squares[i];
                        -s * (of_k * felt[i] + of_partner * of_other[i]) / held
                    }
                };
                (shares[0][(i, k)], shares[1][(i, k)]) = (share.re, share.im);
            }
            poles[k] = s;
        }
        Some(InitialPoles { poles, shapes: shares.map(|share| shapes * share) })
    }

    fn shape(&self, k: usize) -> Vec<c64> {
        let [re, im] = self.shapes.each_ref().map(|shapes| shapes.col_as_slice(k));
        re.iter().zip(im).map(|(re, im)| c64::new(*re, *im)).collect()
    }
}

/// The sparsity pattern and the entries of the three matrices; `None` if they are not sparse and symmetric.
fn entries(linear: &Linear) -> Option<(SparsityPattern, Vec<[f64; 3]>)> {
    let n = linear.mass.ncols();
    let all = [&linear.stiffness, &linear.damping, &linear.mass];
    let mut list: Vec<(usize, usize)> = all.iter().flat_map(|m| nonzero(m)).map(|(i, j, _)| (j, i)).collect();
    list.sort_unstable();
    list.dedup();
    let symmetric = |m: &Mat<f64>| {
        list.iter().all(|&(j, i)| (m[(i, j)] - m[(j, i)]).abs() <= 1e-14 * m[(i, j)].abs().max(m[(j, i)].abs()))
    };
    if list.len() as f64 > SPARSE * (n * n) as f64 || !all.into_iter().all(symmetric) {
        return None;
    }
    let terms = list.iter().map(|&(j, i)| all.map(|m| m[(i, j)])).collect();
    Some((SparsityPattern { unknowns: n, entries: list.iter().map(|&(j, i)| (i as u32, j as u32)).collect() }, terms))
}

struct Search<'a> {
    places: &'a SparsityPattern,
    terms: &'a [[f64; 3]],
    lu: Option<SparseLu>,
    values: Vec<c64>,
    right: Vec<c64>,
    used_up: Vec<c64>,
    y: Vec<c64>,
    /// M x and C x.
    products: [Vec<c64>; 2],
    /// The poles found so far, with their shapes.
    found: Vec<(c64, Vec<c64>)>,
}

impl<'a> Search<'a> {
    fn new(places: &'a SparsityPattern, terms: &'a [[f64; 3]], n: usize) -> Self {
        let room = || vec![c64::new(0.0, 0.0); n];
        Search {
            places,
            terms,
            lu: None,
            values: vec![c64::new(0.0, 0.0); terms.len()],
            right: room(),
            used_up: room(),
            y: room(),
            products: [room(), room()],
            found: Vec::with_capacity(n),
        }
    }

    /// The pole next to an initial value, other than those found before.
    fn from(&mut self, s: c64, x: Vec<c64>) -> Option<c64> {
        let (mut pole, mut shape) = self.converge(s, x.clone(), &[])?;
        let near = (1e-8 * pole.l1_norm()).powi(2);
        if self.found.iter().any(|(known, _)| (known - pole).norm_sqr() <= near) {
            // Deflation against the known poles next to the initial value.
            let mut beside: Vec<usize> = (0..self.found.len()).collect();
            let away = |i: usize| (self.found[i].0 - s).norm_sqr();
            beside.sort_by(|&i, &j| away(i).total_cmp(&away(j)));
            beside.truncate(MAX_DEFLATED);
            (pole, shape) = self.converge(s, x, &beside)?;
        }
        self.found.push((pole, shape));
        Some(pole)
    }

    fn converge(&mut self, mut s: c64, mut x: Vec<c64>, beside: &[usize]) -> Option<(c64, Vec<c64>)> {
        beside.iter().for_each(|&i| self.deflate(i, s, &mut x));
        self.multiply(&x);
        // The first root needs all three matrices; later ones get the third from the equations just solved.
        let stiff =
            self.places.entries.iter().zip(self.terms).map(|(&(i, j), [k, _, _])| x[i as usize] * x[j as usize] * *k);
        let held = stiff.sum::<c64>();
        let [m, c] = self.sums(&x);
        s = root(s, m, c, held + (m * s + c) * s)?;
        for iteration in 0..MAX_ITERATIONS {
            if iteration > 0 && !beside.is_empty() {
                beside.iter().for_each(|&i| self.deflate(i, s, &mut x));
                self.multiply(&x);
            }
            let [by_mass, by_damping] = &self.products;
            for (right, (m, c)) in self.right.iter_mut().zip(by_mass.iter().zip(by_damping)) {
                *right = s * *m * 2.0 + *c;
            }
            self.used_up.copy_from_slice(&self.right);
            self.solve(s)?;
            let sizes = self.y.iter().map(|y| y.l1_norm());
            let size = sizes.fold(0.0_f64, |most, y| if y > most || y.is_nan() { y } else { most });
            if !size.is_finite() || size == 0.0 {
                // s is exactly on the pole: perturb it.
                s *= 1.0 + 1e-9;
                continue;
            }
            x.iter_mut().zip(&self.y).for_each(|(x, y)| *x = *y / size);
            // xᵀ(s² M + s C + K) x, from the equation that x solves.
            let left = x.iter().zip(&self.right).map(|(x, right)| *x * *right).sum::<c64>() / size;
            self.multiply(&x);
            let [m, c] = self.sums(&x);
            let next = root(s, m, c, left)?;
            let change = (next - s).norm_sqr();
            s = next;
            if change <= CONVERGED * CONVERGED * s.norm_sqr() {
                return Some((s, x));
            }
        }
        None
    }

    /// y ← (s² M + s C + K)⁻¹ of the right-hand side, which is overwritten.
    fn solve(&mut self, s: c64) -> Option<()> {
        if self.lu.is_none() {
            // The elimination order is determined away from the pole, where the matrix is singular.
            self.fill(s * c64::new(0.9, 0.1));
            self.lu = Some(SparseLu::new(self.places, &self.values).ok()?);
        }
        self.fill(s);
        let lu = self.lu.as_mut()?;
        lu.factorize(&self.values);
        lu.solve(&mut self.used_up, &mut self.y);
        Some(())
    }

    /// Sets the entries of s² M + s C + K.
    fn fill(&mut self, s: c64) {
        for (value, [k, c, m]) in self.values.iter_mut().zip(self.terms) {
            *value = s * (s * *m + *c) + *k;
        }
    }

    /// Sets the products of mass and damping with x.
    fn multiply(&mut self, x: &[c64]) {
        let [by_mass, by_damping] = &mut self.products;
        by_mass.fill(c64::new(0.0, 0.0));
        by_damping.fill(c64::new(0.0, 0.0));
        for (&(i, j), [_, c, m]) in self.places.entries.iter().zip(self.terms) {
            by_mass[i as usize] += x[j as usize] * *m;
            by_damping[i as usize] += x[j as usize] * *c;
        }
    }

    /// xᵀM x and xᵀC x, from the products.
    fn sums(&self, x: &[c64]) -> [c64; 2] {
        self.products.each_ref().map(|product| x.iter().zip(product).map(|(x, y)| *x * *y).sum())
    }

    /// Removes the component of a known shape from x: two shapes satisfy xᵢᵀ((sᵢ + sⱼ) M + C) xⱼ = 0.
    fn deflate(&self, i: usize, s: c64, x: &mut [c64]) {
        let (own, shape) = &self.found[i];
        let (mut part, mut whole) = (c64::new(0.0, 0.0), c64::new(0.0, 0.0));
        for (&(row, column), [_, c, m]) in self.places.entries.iter().zip(self.terms) {
            let left = shape[row as usize];
            part += left * ((*own + s) * *m + *c) * x[column as usize];
            whole += left * (*own * (2.0 * m) + *c) * shape[column as usize];
        }
        let factor = part / whole;
        x.iter_mut().zip(shape).for_each(|(x, shape)| *x -= factor * *shape);
    }
}

/// The root next to s of the quadratic polynomial with the coefficients m and c and the value `left` at s.
fn root(s: c64, m: c64, c: c64, left: c64) -> Option<c64> {
    let slope = m * s * 2.0 + c;
    let under = (slope * slope - m * left * 4.0).sqrt();
    let along = slope.re * under.re + slope.im * under.im;
    let root = s - left * 2.0 / (slope + if along < 0.0 { -under } else { under });
    (root.re.is_finite() && root.im.is_finite()).then_some(root)
}
