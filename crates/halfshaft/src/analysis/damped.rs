//! Poles of lightly damped trains, one at a time from the undamped mode next to each.
//!
//! ```text
//! (s² M + s C + K) y = (2 s M + C) x,     x ← y/|y|,     s ← the root of xᵀM x s² + xᵀC x s + xᵀK x next to s
//! ```
//!
//! With symmetric matrices this inverse iteration converges cubically: three or four sparse factorizations for each pole. A chain of n inertias
//! costs O(n²) for all its poles, where the dense eigenvalue problem of twice the size costs O(n³). The sum of all poles is known, −tr M⁻¹C; where
//! it is missed, or two modes came to one pole, or one does not swing, the dense problem decides.

use faer::{Mat, c64};

use super::linearize::Linear;
use super::modes::{nonzero, own_pole};
use crate::linalg::sparse_lu::{Places, SparseLu};

/// Smaller problems are as quick in one piece.
const SMALLEST: usize = 24;
/// The matrices must be filled by less than this.
const SPARSE: f64 = 0.1;
const MAX_ITERATIONS: usize = 12;
/// So many poles that were found are kept out of the search for the next.
const BESIDE: usize = 16;
/// A pole has converged when it changes by less than this part: with cubic convergence what is left is its third power.
const CONVERGED: f64 = 1e-6;
/// Modes are mixed by damping when half of what they share of it is this part of the difference of their frequencies.
const MIXED: f64 = 0.05;
/// How close the sum of the poles comes to what it must be.
const SUM: f64 = 1e-9;

/// The pole of each mode, zero for rigid ones; none where that is not safe.
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
    // Rigid motions must feel no damper, so that their poles are zero.
    let largest = (0..n).fold(0.0_f64, |most, k| most.max(damping[(k, k)]));
    let rigid = |k: usize| squares[k] == 0.0;
    if (0..n).any(|k| squares[k] < 0.0 || rigid(k) && damping[(k, k)].abs() > 1e-12 * largest) {
        return None;
    }
    let mut poles = vec![[0.0; 2]; n];
    let mut search = Search::new(&places, &terms, n);
    for k in (0..n).filter(|&k| !rigid(k)) {
        let [re, im] = own_pole(damping[(k, k)], squares[k]);
        if im <= 0.1 * re.abs() {
            return None;
        }
        let (start, x) = beginning(k, c64::new(re, im), squares, shapes, damping);
        let pole = search.from(start, x)?;
        if pole.im <= 0.0 {
            return None;
        }
        poles[k] = [pole.re, pole.im];
    }
    let trace: f64 = (0..n).map(|k| damping[(k, k)]).sum();
    let sum: f64 = poles.iter().map(|pole| 2.0 * pole[0]).sum();
    let mut order: Vec<[f64; 2]> = poles.iter().copied().filter(|pole| pole[1] > 0.0).collect();
    order.sort_by(|a, b| a[1].total_cmp(&b[1]));
    let apart = order.windows(2).all(|w| (w[0][1] - w[1][1]).abs() + (w[0][0] - w[1][0]).abs() > 1e-9 * w[1][1]);
    ((sum + trace).abs() <= SUM * trace && apart).then_some(poles)
}

/// Where to begin for a mode: at its own pole, or where damping mixes it with a mode of nearly its frequency, at one of the two poles of
/// both. With z = y − i ẏ/ω they are those of [iω_k − ĉ_kk/2, −ĉ_kj/2; −ĉ_kj/2, iω_j − ĉ_jj/2] to first order.
fn beginning(k: usize, own: c64, squares: &[f64], shapes: &Mat<f64>, damping: &Mat<f64>) -> (c64, Vec<c64>) {
    let n = squares.len();
    let shape = |j: usize, factor: c64| (0..n).map(move |i| factor * shapes[(i, j)]);
    let omega = squares[k].sqrt();
    let mixing = |j: usize| (0.5 * damping[(k, j)]).abs() / (omega - squares[j].sqrt()).abs().max(f64::MIN_POSITIVE);
    let others = (0..n).filter(|&j| j != k && squares[j] > 0.0);
    let partner = others.max_by(|&i, &j| mixing(i).total_cmp(&mixing(j))).filter(|&j| mixing(j) > MIXED);
    let Some(j) = partner else { return (own, shape(k, c64::new(1.0, 0.0)).collect()) };
    let pole = |i: usize| c64::new(-0.5 * damping[(i, i)], squares[i].sqrt());
    let (a, b, beside) = (pole(k), pole(j), c64::new(-0.5 * damping[(k, j)], 0.0));
    let root = ((a - b) * (a - b) * 0.25 + beside * beside).sqrt();
    // The lower of both modes takes one pole, the higher the other.
    let s = (a + b) * 0.5 + if k < j { -root } else { root };
    let x = shape(k, s - b).zip(shape(j, beside)).map(|(x, y)| x + y).collect();
    (s, x)
}

/// Where the three matrices have entries, and these; none where they are not sparse and symmetric.
fn entries(linear: &Linear) -> Option<(Places, Vec<[f64; 3]>)> {
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
    Some((Places { unknowns: n, entries: list.iter().map(|&(j, i)| (i as u32, j as u32)).collect() }, terms))
}

struct Search<'a> {
    places: &'a Places,
    terms: &'a [[f64; 3]],
    lu: Option<SparseLu>,
    values: Vec<c64>,
    right: Vec<c64>,
    y: Vec<c64>,
    /// The poles that were found, with their shapes.
    found: Vec<(c64, Vec<c64>)>,
}

impl<'a> Search<'a> {
    fn new(places: &'a Places, terms: &'a [[f64; 3]], n: usize) -> Self {
        let zero = c64::new(0.0, 0.0);
        let (values, room) = (vec![zero; terms.len()], vec![zero; n]);
        Search { places, terms, lu: None, values, right: room.clone(), y: room, found: Vec::with_capacity(n) }
    }

    /// The pole next to a beginning that was not found before.
    fn from(&mut self, s: c64, x: Vec<c64>) -> Option<c64> {
        let (mut pole, mut shape) = self.converge(s, x.clone(), &[])?;
        let again = |pole: c64| self.found.iter().any(|(known, _)| (known - pole).norm() <= 1e-8 * pole.norm());
        if again(pole) {
            // Those next to where it begins are kept out of it.
            let mut beside: Vec<usize> = (0..self.found.len()).collect();
            let away = |i: usize| (self.found[i].0 - s).norm();
            beside.sort_by(|&i, &j| away(i).total_cmp(&away(j)));
            beside.truncate(BESIDE);
            (pole, shape) = self.converge(s, x, &beside)?;
        }
        self.found.push((pole, shape));
        Some(pole)
    }

    fn converge(&mut self, mut s: c64, mut x: Vec<c64>, beside: &[usize]) -> Option<(c64, Vec<c64>)> {
        let mut fresh = self.lu.is_none();
        for _ in 0..MAX_ITERATIONS {
            beside.iter().for_each(|&i| self.leave(i, s, &mut x));
            for (value, [k, c, m]) in self.values.iter_mut().zip(self.terms) {
                *value = s * s * *m + s * *c + *k;
            }
            if fresh {
                self.lu = Some(SparseLu::new(self.places, &self.values).ok()?);
                fresh = false;
            }
            let lu = self.lu.as_mut()?;
            lu.factorize(&self.values);
            self.right.fill(c64::new(0.0, 0.0));
            for (&(i, j), [_, c, m]) in self.places.entries.iter().zip(self.terms) {
                self.right[i as usize] += (s * (2.0 * m) + *c) * x[j as usize];
            }
            lu.solve(&mut self.right, &mut self.y);
            let size = self.y.iter().fold(0.0_f64, |most, y| most.max(y.l1_norm()));
            if !size.is_finite() || size == 0.0 {
                return None;
            }
            x.iter_mut().zip(&self.y).for_each(|(x, y)| *x = *y / size);
            let next = self.root(&x, s)?;
            let change = (next - s).norm();
            s = next;
            if change <= CONVERGED * s.norm() {
                return Some((s, x));
            }
        }
        None
    }

    /// Takes the part of a shape that was found out of x: two shapes have xᵢᵀ((sᵢ + sⱼ) M + C) xⱼ = 0.
    fn leave(&self, i: usize, s: c64, x: &mut [c64]) {
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

    /// The root of xᵀ(s² M + s C + K) x next to `near`.
    fn root(&self, x: &[c64], near: c64) -> Option<c64> {
        let mut sums = [c64::new(0.0, 0.0); 3];
        for (&(i, j), terms) in self.places.entries.iter().zip(self.terms) {
            let product = x[i as usize] * x[j as usize];
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += product * *term);
        }
        let [k, c, m] = sums;
        let half = c / (m * 2.0);
        let under = (half * half - k / m).sqrt();
        let [first, second] = [under - half, -under - half];
        let root = if (first - near).norm() <= (second - near).norm() { first } else { second };
        (root.re.is_finite() && root.im.is_finite()).then_some(root)
    }
}
