//! The lowest modes of K x = λ M x with constraints G x = 0, by block Lanczos with shift and inversion.
//!
//! ```text
//! [K − σM  Gᵀ] [w]   [M v]
//! [  G      0 ] [·] = [ 0 ],     λ = σ + 1/θ with the eigenvalues θ of v → w
//! ```
//!
//! The operator is symmetric in the inner product of M, and its images satisfy the constraints. A block finds repeated
//! eigenvalues, full reorthogonalisation keeps the basis orthogonal, and the result is complete: the negative pivots of
//! K − μM with constraints, less the number of constraints, are the eigenvalues below μ (Sylvester's law of inertia).
//! Source: Grimes, Lewis & Simon 1994, *A shifted block Lanczos algorithm for solving sparse symmetric generalized
//! eigenproblems*. The constraints must be independent, or regularized by small negative entries on their diagonal.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};

use super::error::SparseError;
use super::lanes::WIDTH;
use super::mass::MassProduct;
use super::orthonormal;
use super::pattern::{Pattern, SparseMatrix};
use super::symmetric::SymmetricFactor;
use crate::linalg::symmetric_eigen::{SymmetricEigen, symmetric_eigen};

/// A Ritz value has converged if its residual is below this fraction of it. Its error is of second order.
const TOLERANCE: f64 = 1e-10;
/// The completeness of the modes is tested at this distance above the last one, relative to its distance from the shift.
const MARGIN: f64 = 1e-6;
/// Missing copies of repeated modes are looked for after this many checks without another converged mode.
const STALLED_CHECKS: usize = 3;
/// Basis vectors per mode, and on top, before the iteration is given up.
const BASIS_PER_MODE: usize = 12;
const BASIS_ON_TOP: usize = 160;
/// Vectors are orthogonal to the basis if the last pass removed less than this of what is left, in squares.
const LEAST_LEFT: f64 = 1e-4;
/// The first shift, as a fraction of the mean ratio of stiffness and mass.
const FIRST_SHIFT: f64 = 1e-8;
/// A shift is replaced if the lowest elastic eigenvalue is below this fraction of its magnitude, which would cost digits
/// of the low modes,
const LEAST_RATIO: f64 = 0.02;
/// or, if there are rigid-body modes, above this multiple, which would cost digits of the high modes.
const MOST_RATIO: f64 = 1e4;

/// The lowest modes, in ascending order of λ.
pub struct SparseModes {
    /// λ = ω².
    pub values: Vec<f64>,
    /// Shapes of unit modal mass, one column each, with the multipliers of the constraints behind the motions.
    pub vectors: Mat<f64>,
    /// Number of factorizations, vectors of the basis, and blocks solved.
    pub effort: Effort,
}

/// What the modes took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Factorizations, the ones of the Sturm counts included.
    pub factorizations: usize,
    /// Vectors of the basis.
    pub basis: usize,
    /// Random blocks added because modes were missing.
    pub repairs: usize,
}

/// K, M and constraints: unknowns from `motion_unknowns` on are multipliers.
#[derive(Clone, Copy)]
pub struct Pencil<'a> {
    /// The pattern of both matrices.
    pub pattern: &'a Pattern,
    /// K, with the constraints.
    pub stiffness: &'a SparseMatrix,
    /// M.
    pub mass: &'a SparseMatrix,
    /// Number of unknowns that are not multipliers.
    pub motion_unknowns: usize,
}

/// Rigid motions that are not looked for, and how they are prevented in a factorization of K.
#[derive(Clone, Copy, Default)]
pub struct Rigid<'a> {
    /// The motions, orthonormal with respect to mass.
    pub motions: &'a [Vec<f64>],
    /// As many unknowns, which these motions cannot leave at zero.
    pub supports: &'a [u32],
}

/// The `count` lowest modes; fewer if the system has fewer. Unknowns from `motion_unknowns` on are multipliers.
/// The shift is chosen if it is not given.
pub fn lowest(
    pattern: &Pattern,
    stiffness: &SparseMatrix,
    mass: &SparseMatrix,
    motion_unknowns: usize,
    count: usize,
    shift: Option<f64>,
) -> Result<SparseModes, SparseError> {
    let mut factor = SymmetricFactor::new(pattern, stiffness, motion_unknowns)?;
    let pencil = Pencil { pattern, stiffness, mass, motion_unknowns };
    let mut lanczos = Lanczos::new(pencil, &mut factor, Rigid::default());
    match shift {
        Some(shift) => lanczos.start(shift)?,
        None => lanczos.start_near_zero(pattern)?,
    }
    lanczos.run(count)
}

/// The `count` lowest modes that are no rigid motions, with a factorization of K whose supports hold the rigid motions
/// ([`SymmetricFactor::factorize_held`]).
///
/// A load M v of a vector without rigid motions is balanced: supports carry none of it, and the rigid motion that they leave
/// is taken out of the image. The operator is the inverse of K on the vectors without rigid motions, with the shift zero.
pub fn lowest_elastic(
    pencil: Pencil,
    factor: &mut SymmetricFactor,
    rigid: Rigid,
    count: usize,
) -> Result<SparseModes, SparseError> {
    let mut lanczos = Lanczos::new(pencil, factor, rigid);
    rigid.motions.iter().for_each(|motion| lanczos.basis.extend(motion));
    lanczos.active = rigid.motions.len();
    lanczos.add_random()?;
    lanczos.run(count)
}

struct Lanczos<'a> {
    stiffness: &'a SparseMatrix,
    mass: &'a SparseMatrix,
    factor: &'a mut SymmetricFactor,
    rigid: Rigid<'a>,
    product: MassProduct,
    multipliers: usize,
    n: usize,
    shift: f64,
    /// Number of eigenvalues below the shift.
    below: usize,
    /// Orthonormal vectors one after the other: rigid motions first.
    basis: Vec<f64>,
    /// The products of the active vectors with M.
    masses: Vec<f64>,
    /// Columns of the projected operator without rigid motions, one for each vector that the operator was applied to.
    projected: Vec<Vec<f64>>,
    /// First vector that the operator has not been applied to.
    active: usize,
    /// The part of the images of the last block that the basis did not contain, in the vectors of the next block.
    residual: Mat<f64>,
    random: u64,
    /// Number of modes that had converged at the last check, and checks since it grew.
    advanced: usize,
    stalled: usize,
    effort: Effort,
}

impl<'a> Lanczos<'a> {
    fn new(pencil: Pencil<'a>, factor: &'a mut SymmetricFactor, rigid: Rigid<'a>) -> Self {
        let Pencil { pattern, stiffness, mass, motion_unknowns } = pencil;
        let n = pattern.unknowns();
        Lanczos {
            stiffness,
            mass,
            factor,
            rigid,
            product: MassProduct::new(pattern, mass),
            multipliers: n - motion_unknowns,
            n,
            shift: 0.0,
            below: 0,
            basis: Vec::new(),
            masses: Vec::new(),
            projected: Vec::new(),
            active: 0,
            residual: Mat::new(),
            random: 0x2545_F491_4F6C_DD1D,
            advanced: 0,
            stalled: 0,
            effort: Effort::default(),
        }
    }

    fn dimension(&self) -> usize {
        self.basis.len() / self.n
    }

    /// Starts with a small negative shift, and moves it to the order of the lowest elastic eigenvalue.
    fn start_near_zero(&mut self, pattern: &Pattern) -> Result<(), SparseError> {
        let mut ratios = (0.0, 0);
        pattern.for_each_value(|i, j, k| {
            let (stiffness, mass) = (self.stiffness.values()[k], self.mass.values()[k]);
            if i == j && mass > 0.0 && stiffness > 0.0 {
                ratios = (ratios.0 + (stiffness / mass).ln(), ratios.1 + 1);
            }
        });
        // Without any stiffness all modes are rigid.
        let mean = if ratios.1 > 0 { (ratios.0 / f64::from(ratios.1)).exp() } else { 1.0 };
        self.start(-FIRST_SHIFT * mean)?;
        for _ in 0..3 {
            self.step()?;
            self.step()?;
            let (thetas, _) = self.ritz()?;
            let all: Vec<f64> = thetas.iter().map(|theta| self.shift + 1.0 / theta).collect();
            let is_rigid = |value: f64| value.abs() <= -1e-3 * self.shift;
            let elastic = all.iter().copied().filter(|&value| value > 0.0 && !is_rigid(value));
            let lowest = elastic.fold(f64::INFINITY, f64::min);
            let ratio = lowest / -self.shift;
            let too_far = ratio > MOST_RATIO && all.iter().any(|&value| is_rigid(value));
            if !lowest.is_finite() || (ratio >= LEAST_RATIO && !too_far) {
                break;
            }
            self.start(-lowest)?;
        }
        Ok(())
    }

    /// Factorizes at a shift, and starts from random vectors.
    fn start(&mut self, shift: f64) -> Result<(), SparseError> {
        self.shift = shift;
        self.below = self.count_below(shift)?;
        self.basis.clear();
        self.masses.clear();
        self.projected.clear();
        self.active = 0;
        self.residual = Mat::new();
        self.add_random()
    }

    /// Number of eigenvalues below μ, by the negative pivots; leaves the factorization at μ.
    fn count_below(&mut self, mu: f64) -> Result<usize, SparseError> {
        self.effort.factorizations += 1;
        self.factor.factorize(self.stiffness, mu, self.mass)?;
        Ok(self.factor.negative_pivots().saturating_sub(self.multipliers))
    }

    /// Restores the factorization of the operator.
    fn restore(&mut self) -> Result<(), SparseError> {
        self.effort.factorizations += 1;
        match self.rigid.motions.is_empty() {
            true => self.factor.factorize(self.stiffness, self.shift, self.mass),
            false => self.factor.factorize_held(self.stiffness, self.rigid.supports),
        }
    }

    /// Adds a block of random directions, passed through the operator once so that they satisfy the constraints.
    fn add_random(&mut self) -> Result<(), SparseError> {
        let mut block: Vec<f64> = (0..self.n * WIDTH)
            .map(|_| {
                self.random ^= self.random << 13;
                self.random ^= self.random >> 7;
                self.random ^= self.random << 17;
                (self.random >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
            })
            .collect();
        let mut masses = vec![0.0; block.len()];
        // The load of the operator contains no rigid motions.
        self.orthogonalize(0..self.rigid.motions.len(), &mut block, &mut masses);
        self.multiply(&block, &mut masses);
        block.copy_from_slice(&masses);
        self.factor.solve(&mut block)?;
        let coefficients = self.orthogonalize_fully(&mut block, &mut masses);
        self.append(block, masses, &norms(&coefficients));
        Ok(())
    }

    /// Applies the operator to the active vectors, and makes the next ones of what is new in their images.
    fn step(&mut self) -> Result<(), SparseError> {
        let (from, to) = (self.active, self.dimension());
        let mut masses = std::mem::take(&mut self.masses);
        let mut images = masses.clone();
        for block in images.chunks_mut(self.n * WIDTH) {
            self.factor.solve(block)?;
        }
        let coefficients = self.orthogonalize_fully(&mut images, &mut masses);
        let rigid = self.rigid.motions.len();
        for j in 0..to - from {
            self.projected.push((rigid..to).map(|i| coefficients[(i, j)]).collect());
        }
        self.active = to;
        self.residual = self.append(images, masses, &norms(&coefficients));
        Ok(())
    }

    /// Removes what lies in the basis, in the inner product of M; returns the coefficients, and leaves the products with M in
    /// `masses`.
    ///
    /// An image lies almost entirely in the last two blocks and the next one: they are taken out first, and one pass over the
    /// basis is then enough, unless it finds more than the first one left, as after random directions.
    fn orthogonalize_fully(&mut self, block: &mut [f64], masses: &mut [f64]) -> Mat<f64> {
        let k = self.dimension();
        let mut sum = Mat::zeros(k, block.len() / self.n);
        let last = k.saturating_sub(3 * WIDTH).max(self.rigid.motions.len().min(k));
        let local = self.orthogonalize(last..k, block, masses);
        sum.as_mut().subrows_mut(last, k - last).copy_from(&local);
        for _ in 0..3 {
            let found = self.orthogonalize(0..k, block, masses);
            sum += &found;
            self.multiply(block, masses);
            let left = orthonormal::squares(self.n, block, masses);
            let small = |(j, found): (usize, f64)| found * found <= LEAST_LEFT * left[j];
            if norms(&found).into_iter().enumerate().all(small) {
                break;
            }
        }
        sum
    }

    /// Removes what lies in some vectors of the basis; returns the coefficients. `masses` is overwritten.
    fn orthogonalize(&mut self, range: std::ops::Range<usize>, block: &mut [f64], masses: &mut [f64]) -> Mat<f64> {
        let (n, k) = (self.n, range.len());
        let columns = block.len() / n;
        let mut part = Mat::zeros(k, columns);
        if k == 0 {
            return part;
        }
        self.multiply(block, masses);
        let basis = MatRef::from_column_major_slice(&self.basis[range.start * n..range.end * n], n, k);
        let masses = MatRef::from_column_major_slice(masses, n, columns);
        matmul(part.as_mut(), Accum::Replace, basis.transpose(), masses, 1.0, Par::Seq);
        let block = MatMut::from_column_major_slice_mut(block, n, columns);
        matmul(block, Accum::Add, basis, part.as_ref(), -1.0, Par::Seq);
        part
    }

    /// Appends the directions of a block that are new, orthonormal; returns the block in them. `sizes` are the norms of
    /// what the basis contained: less than round-off of them is not new. `masses` are the products with M.
    fn append(&mut self, mut block: Vec<f64>, mut masses: Vec<f64>, sizes: &[f64]) -> Mat<f64> {
        let first = orthonormal::by_cholesky(self.n, &mut block, &mut masses, sizes);
        let second = first.as_ref().and_then(|_| orthonormal::by_cholesky(self.n, &mut block, &mut masses, &[]));
        let in_new = match (first, second) {
            (Some(first), Some(second)) => second * first,
            (first, _) => {
                // Nearly dependent directions: one by one, then once more against the basis, since division by small
                // sizes amplified round-off.
                let rest =
                    orthonormal::by_columns(self.n, &mut block, &mut masses, if first.is_some() { &[] } else { sizes });
                masses.truncate(block.len());
                self.orthogonalize_fully(&mut block, &mut masses);
                first.map_or_else(|| rest.clone(), |first| &rest * first)
            }
        };
        self.basis.extend(block);
        self.masses.extend(masses);
        in_new
    }

    fn multiply(&mut self, block: &[f64], masses: &mut [f64]) {
        let length = self.n * WIDTH;
        for (x, y) in block.chunks(length).zip(masses.chunks_mut(length)) {
            self.product.apply(x, y);
        }
    }

    /// Ritz values θ and vectors of the basis that the operator was applied to.
    fn ritz(&self) -> Result<(Vec<f64>, Mat<f64>), SparseError> {
        let k = self.projected.len();
        // A column has as many rows as the basis had; below, the projected operator is symmetric.
        let entry = |i: usize, j: usize| self.projected[j].get(i).copied().filter(|_| i < k);
        let t = Mat::from_fn(k, k, |i, j| match (entry(i, j), entry(j, i)) {
            (Some(a), Some(b)) => 0.5 * (a + b),
            (a, b) => a.or(b).unwrap_or(0.0),
        });
        let SymmetricEigen { values, vectors } = symmetric_eigen(&t).ok_or(SparseError::NonFinite)?;
        Ok((values, vectors))
    }

    /// The residual of a Ritz vector.
    fn residual_of(&self, vector: &[f64]) -> f64 {
        let columns = self.residual.ncols();
        let last = &vector[vector.len() - columns..];
        let of_row = |i: usize| (0..columns).map(|j| self.residual[(i, j)] * last[j]).sum::<f64>();
        (0..self.residual.nrows()).map(|i| of_row(i).powi(2)).sum::<f64>().sqrt()
    }

    fn run(&mut self, count: usize) -> Result<SparseModes, SparseError> {
        let limit = (BASIS_PER_MODE * (count + self.below) + BASIS_ON_TOP).min(self.n);
        loop {
            let exhausted = self.active >= self.dimension();
            if !exhausted {
                self.step()?;
            }
            let k = self.projected.len();
            // Large projected problems are solved after every other block.
            let often = k < 80 || (k / WIDTH).is_multiple_of(2);
            if !exhausted && (k < count.min(self.n) || !often) {
                continue;
            }
            let (thetas, vectors) = self.ritz()?;
            let small = |i: usize| self.residual_of(vectors.col_as_slice(i)) <= TOLERANCE * thetas[i].abs();
            let settled: Vec<bool> = (0..thetas.len()).map(|i| exhausted || small(i)).collect();
            let chosen = self.choose(&thetas, count);
            let Some(&last) = chosen.last() else { return Err(SparseError::NotConverged { modes: 0 }) };
            // Neighbours of the last one belong to the same cluster.
            let end = self.shift + 1.0 / thetas[last];
            let mu = end + MARGIN * (end - self.shift).abs().max(1e-3 * self.shift.abs());
            let mut within = self.choose(&thetas, thetas.len());
            within.retain(|&i| self.shift + 1.0 / thetas[i] < mu);
            let done = exhausted || (chosen.len() >= count && within.iter().all(|&i| settled[i]));
            if !done {
                self.repair_stall(&thetas, &chosen, &settled)?;
            } else {
                if self.is_complete(mu, within.len())? {
                    return self.assemble(&thetas, &vectors, &within[..count.min(within.len())]);
                }
                let before = self.dimension();
                self.effort.repairs += 1;
                self.add_random()?;
                if exhausted && self.dimension() == before {
                    return self.assemble(&thetas, &vectors, &chosen);
                }
            }
            if self.dimension() > limit {
                let modes = chosen.iter().filter(|&&i| settled[i]).count();
                return Err(SparseError::NotConverged { modes });
            }
        }
    }

    /// Adds random directions if the modes have not advanced for some time because copies of a repeated one are missing:
    /// a block finds as many as it has columns, and round-off finds the others slowly.
    fn repair_stall(&mut self, thetas: &[f64], chosen: &[usize], settled: &[bool]) -> Result<(), SparseError> {
        let advanced = chosen.iter().take_while(|&&i| settled[i]).count();
        self.stalled = if advanced > self.advanced { 0 } else { self.stalled + 1 };
        self.advanced = advanced;
        if advanced == 0 || self.stalled < STALLED_CHECKS {
            return Ok(());
        }
        self.stalled = 0;
        let end = self.shift + 1.0 / thetas[chosen[advanced - 1]];
        let mu = end + MARGIN * (end - self.shift).abs().max(1e-3 * self.shift.abs());
        let found = chosen.iter().filter(|&&i| self.shift + 1.0 / thetas[i] < mu).count();
        if self.is_complete(mu, found)? {
            self.restore()?;
        } else {
            self.effort.repairs += 1;
            self.add_random()?;
        }
        Ok(())
    }

    /// Whether there are no more eigenvalues below μ than were found; restores the factorization if there are.
    fn is_complete(&mut self, mu: f64, found: usize) -> Result<bool, SparseError> {
        let counted = self.count_below(mu)?.saturating_sub(self.rigid.motions.len());
        if counted > found {
            self.restore()?;
        }
        Ok(counted <= found)
    }

    /// The Ritz values of the lowest modes in ascending order of λ: those below the shift, whose number is known, then
    /// those above.
    fn choose(&self, thetas: &[f64], count: usize) -> Vec<usize> {
        // θ is ascending: negative ones, from the nearest below the shift to the furthest, first.
        let negative = thetas.iter().take_while(|t| **t < 0.0).count().min(self.below);
        let mut chosen: Vec<usize> = (0..negative).rev().collect();
        chosen.extend((0..thetas.len()).rev().filter(|&i| thetas[i] > 0.0));
        chosen.truncate(count);
        chosen
    }

    fn assemble(&mut self, thetas: &[f64], vectors: &Mat<f64>, chosen: &[usize]) -> Result<SparseModes, SparseError> {
        let (n, k) = (self.n, vectors.nrows());
        let own = self.rigid.motions.len() * n;
        let basis = MatRef::from_column_major_slice(&self.basis[own..own + n * k], n, k);
        let coordinates = Mat::from_fn(k, chosen.len(), |i, j| vectors[(i, chosen[j])]);
        let mut shapes = Mat::zeros(n, chosen.len());
        matmul(shapes.as_mut(), Accum::Replace, basis, coordinates.as_ref(), 1.0, Par::Seq);
        let massless = (0..n).any(|i| self.product.is_massless(i));
        if massless {
            self.purify(&mut shapes)?;
        }
        self.effort.basis = self.dimension();
        let values = chosen.iter().map(|&i| self.shift + 1.0 / thetas[i]).collect();
        Ok(SparseModes { values, vectors: shapes, effort: self.effort })
    }

    /// Applies the operator once more: motions without mass, which the inner product does not see, then satisfy their
    /// equations (Ericsson & Ruhe 1980).
    fn purify(&mut self, shapes: &mut Mat<f64>) -> Result<(), SparseError> {
        self.restore()?;
        let n = self.n;
        for first in (0..shapes.ncols()).step_by(WIDTH) {
            let end = (first + WIDTH).min(shapes.ncols());
            let block: Vec<f64> = (first..end).flat_map(|j| shapes.col_as_slice(j).to_vec()).collect();
            let mut image = vec![0.0; block.len()];
            self.product.apply(&block, &mut image);
            self.factor.solve(&mut image)?;
            let mut masses = vec![0.0; image.len()];
            self.product.apply(&image, &mut masses);
            for j in first..end {
                let at = (j - first) * n..(j - first + 1) * n;
                let square: f64 = image[at.clone()].iter().zip(&masses[at.clone()]).map(|(x, m)| x * m).sum();
                let size = if square > 0.0 { square.sqrt() } else { 1.0 };
                shapes.col_as_slice_mut(j).iter_mut().zip(&image[at]).for_each(|(s, x)| *s = x / size);
            }
        }
        Ok(())
    }
}

/// The norm of each column.
fn norms(matrix: &Mat<f64>) -> Vec<f64> {
    (0..matrix.ncols()).map(|j| matrix.col_as_slice(j).iter().map(|x| x * x).sum::<f64>().sqrt()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::sparse::pattern::PatternBuilder;

    /// Masses in a row between springs, the ends free, with constraints that hold the given masses.
    fn row(masses: &[f64], held: &[usize]) -> (Pattern, SparseMatrix, SparseMatrix) {
        let n = masses.len();
        let mut builder = PatternBuilder::new(vec![1; n + held.len()]);
        (1..n).for_each(|i| builder.couple(i - 1, i));
        held.iter().enumerate().for_each(|(k, &i)| builder.couple(n + k, i));
        let pattern = builder.finish().unwrap();
        let (mut stiffness, mut mass) = (SparseMatrix::new(&pattern), SparseMatrix::new(&pattern));
        for i in 1..n {
            for (a, b, value) in [(i, i, 1.0), (i - 1, i - 1, 1.0), (i, i - 1, -1.0), (i - 1, i, -1.0)] {
                stiffness.add(&pattern, [a, 0], [b, 0], 1e6 * value);
            }
        }
        masses.iter().enumerate().for_each(|(i, m)| mass.add(&pattern, [i, 0], [i, 0], *m));
        for (k, &i) in held.iter().enumerate() {
            stiffness.add(&pattern, [n + k, 0], [i, 0], 1.0);
            stiffness.add(&pattern, [i, 0], [n + k, 0], 1.0);
        }
        (pattern, stiffness, mass)
    }

    #[test]
    fn all_modes_of_a_small_system_are_found() {
        for n in [1, 2, 5, 9, 30] {
            let (pattern, stiffness, mass) = row(&vec![2.0; n], &[]);
            let modes = lowest(&pattern, &stiffness, &mass, n, n, None).unwrap();
            assert_eq!(modes.values.len(), n);
            for (k, value) in modes.values.iter().enumerate() {
                let sine = (std::f64::consts::PI * k as f64 / (2 * n) as f64).sin();
                assert!((value - 2e6 * sine * sine).abs() < 1e-3, "{n} masses: {:?}", modes.values);
            }
        }
    }

    #[test]
    fn a_held_end_and_a_massless_middle_have_the_modes_of_what_is_left() {
        // Held at one end; every other mass is zero, so that springs act in series.
        let n = 21;
        let masses: Vec<f64> = (0..n).map(|i| if i % 2 == 1 { 0.0 } else { 2.0 }).collect();
        let (pattern, stiffness, mass) = row(&masses, &[0]);
        let modes = lowest(&pattern, &stiffness, &mass, n, 6, None).unwrap();
        for (k, value) in modes.values.iter().enumerate() {
            // Ten masses between springs of 0.5e6, fixed and free.
            let sine = (std::f64::consts::PI * (2 * k + 1) as f64 / (2.0 * 21.0)).sin();
            assert!((value / (1e6 * sine * sine) - 1.0).abs() < 1e-9, "{:?}", modes.values);
            let x = modes.vectors.col_as_slice(k);
            // The massless ones follow statically.
            assert!((1..n - 1).step_by(2).all(|i| (x[i] - 0.5 * (x[i - 1] + x[i + 1])).abs() < 1e-9));
        }
    }
}
