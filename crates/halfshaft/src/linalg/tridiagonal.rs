//! Eigenvalues and eigenvectors of symmetric tridiagonal matrices: chains of inertias.
//!
//! Eigenvalues by the square-root-free QL method (Pal, Walker & Kahan; Reinsch 1973). Eigenvectors by twisted
//! factorization: eliminations from both ends meet at row r, where the pivot γ is smallest, and the solution of (A − λ)
//! z = γ e_r is the eigenvector (Fernando 1997; Parlett & Dhillon 1997). If its residual is too large, by inverse
//! iteration with row exchanges. Eigenvectors of clustered eigenvalues are orthogonalised (Wilkinson 1965, chapter 5).
//! The cost is O(n²) as long as few eigenvalues are clustered; a dense method takes O(n³).

/// Eigenvectors are orthogonalised if their eigenvalues are closer than this, relative to the norm of the matrix.
const CLUSTER_GAP: f64 = 1e-3;
/// Above this average number of close neighbours per eigenvalue, another method is faster.
const MAX_CLUSTERED_SHARE: usize = 8;
/// Maximum number of QL iterations per eigenvalue.
const MAX_ITERATIONS: usize = 60;
/// Largest residual of an eigenvector, relative to the norm of the matrix.
const RESIDUAL_TOLERANCE: f64 = 1e-13;

/// Eigenvalues with their vectors.
pub(crate) struct Eigen {
    pub values: Vec<f64>,
    /// Eigenvectors of unit length, one after the other.
    pub vectors: Vec<f64>,
}

/// All eigenpairs, ascending within each decoupled part; `None` if a dense method is better.
pub(crate) fn eigen(diagonal: &[f64], off_diagonal: &[f64]) -> Option<Eigen> {
    let n = diagonal.len();
    let (mut values, mut vectors) = (Vec::with_capacity(n), vec![0.0; n * n]);
    let mut begin = 0;
    for i in 0..n {
        if i + 1 < n && off_diagonal[i] != 0.0 {
            continue;
        }
        let part = Part { diagonal: &diagonal[begin..=i], off_diagonal: &off_diagonal[begin..i] };
        let own = part.values()?;
        let rows = vectors[begin * n..(i + 1) * n].chunks_exact_mut(n).map(|vector| &mut vector[begin..=i]);
        part.vectors(&own, &mut rows.collect::<Vec<_>>())?;
        values.extend(own);
        begin = i + 1;
    }
    Some(Eigen { values, vectors })
}

/// An irreducible tridiagonal matrix.
struct Part<'a> {
    diagonal: &'a [f64],
    off_diagonal: &'a [f64],
}

impl Part<'_> {
    fn size(&self) -> f64 {
        let largest = self.diagonal.iter().chain(self.off_diagonal).fold(0.0_f64, |most, x| most.max(x.abs()));
        if largest > 0.0 { largest } else { 1.0 }
    }

    fn values(&self) -> Option<Vec<f64>> {
        let n = self.diagonal.len();
        let mut d = self.diagonal.to_vec();
        let mut squares: Vec<f64> = self.off_diagonal.iter().map(|e| e * e).chain([0.0]).collect();
        let round_off = f64::EPSILON * f64::EPSILON;
        for first in 0..n {
            for iteration in 0.. {
                let split = |i: &usize| *i + 1 == n || squares[*i] <= round_off * (d[*i] * d[*i + 1]).abs();
                let last = (first..n).find(split)?;
                if last == first {
                    break;
                }
                if iteration == MAX_ITERATIONS {
                    return None;
                }
                squares[last] = 0.0;
                // The shift is the eigenvalue of the leading 2×2 block closest to its first entry.
                let root = squares[first].sqrt();
                let half = (d[first + 1] - d[first]) / (2.0 * root);
                let shift = d[first] - root / (half + (half * half + 1.0).sqrt().copysign(half));
                let (mut c, mut s) = (1.0, 0.0);
                let mut gamma = d[last] - shift;
                let mut p = gamma * gamma;
                for i in (first..last).rev() {
                    let r = p + squares[i];
                    if i + 1 < last {
                        squares[i + 1] = s * r;
                    }
                    let before = (c, gamma);
                    // Independent divisions, so that a rotation waits for only one of them.
                    let inverse = r / p;
                    (c, s) = (p / r, squares[i] / r);
                    gamma = c * (d[i] - shift) - s * before.1;
                    d[i + 1] = before.1 + (d[i] - gamma);
                    p = if c != 0.0 { gamma * gamma * inverse } else { before.0 * squares[i] };
                }
                squares[first] = s * p;
                d[first] = shift + gamma;
            }
        }
        d.sort_by(f64::total_cmp);
        d.iter().all(|x| x.is_finite()).then_some(d)
    }

    fn vectors(&self, values: &[f64], vectors: &mut [&mut [f64]]) -> Option<()> {
        let (n, size) = (values.len(), self.size());
        let (mut twisted, mut factors) = (Twisted::new(n), None);
        // Index of the first eigenvector of the present cluster.
        let (mut from, mut pairs) = (0, 0);
        for k in 0..n {
            let (done, rest) = vectors.split_at_mut(k);
            let x = &mut *rest[0];
            while values[k] - values[from] > CLUSTER_GAP * size {
                from += 1;
            }
            pairs += k - from;
            if pairs > MAX_CLUSTERED_SHARE * n {
                return None;
            }
            if k % LANES == 0 {
                twisted.factorize(self, std::array::from_fn(|lane| values[(k + lane).min(n - 1)]), f64::EPSILON * size);
            }
            twisted.vector(k % LANES, x);
            orthogonalise(&done[from..], x);
            if self.is_met(values[k], x, size) {
                continue;
            }
            let factors = factors.get_or_insert_with(|| Factors::new(n));
            factors.factorize(self, values[k], f64::EPSILON * size);
            start(x, k);
            factors.back(x);
            normalise(x);
            factors.solve(x);
            normalise(x);
            orthogonalise(&done[from..], x);
            if !self.is_met(values[k], x, size) {
                return None;
            }
        }
        Some(())
    }

    fn is_met(&self, value: f64, x: &[f64], size: f64) -> bool {
        self.residual(value, x) <= RESIDUAL_TOLERANCE * size
    }

    /// The largest entry of A x − λ x, or infinity if it is not a number.
    fn residual(&self, value: f64, x: &[f64]) -> f64 {
        let (mut most, mut before) = (0.0, 0.0);
        for (i, (diagonal, own)) in self.diagonal.iter().zip(x).enumerate() {
            let after = if i + 1 < x.len() { self.off_diagonal[i] * x[i + 1] } else { 0.0 };
            let row = f64::abs(before + (diagonal - value) * own + after);
            most = if row <= most { most } else { row };
            before = if i + 1 < x.len() { self.off_diagonal[i] * own } else { 0.0 };
        }
        if most.is_finite() { most } else { f64::INFINITY }
    }
}

/// Number of factorizations processed in parallel, which hides the latency of the divisions.
const LANES: usize = 4;

/// Eliminations of shifted matrices from both ends.
struct Twisted {
    /// Pivots from the first row down, and the multiplier of the next row.
    down: Vec<[[f64; LANES]; 2]>,
    /// The multipliers of the preceding rows, from the last row up.
    up: Vec<[f64; LANES]>,
    /// The row at which the eliminations meet with the smallest pivot.
    meet: [usize; LANES],
}

impl Twisted {
    fn new(n: usize) -> Self {
        Twisted { down: vec![[[0.0; LANES]; 2]; n], up: vec![[0.0; LANES]; n], meet: [0; LANES] }
    }

    /// `tiny` replaces vanishing pivots.
    fn factorize(&mut self, matrix: &Part, values: [f64; LANES], tiny: f64) {
        let kept = |pivot: f64| if pivot.abs() < tiny { tiny } else { pivot };
        let off_diagonal = |i: usize| matrix.off_diagonal.get(i).copied().unwrap_or(0.0);
        let mut taken = [0.0; LANES];
        for (i, (row, diagonal)) in self.down.iter_mut().zip(matrix.diagonal).enumerate() {
            let next = off_diagonal(i);
            let pivot: [f64; LANES] = std::array::from_fn(|l| kept((diagonal - values[l]) - taken[l]));
            let factor: [f64; LANES] = std::array::from_fn(|l| next / pivot[l]);
            taken = factor.map(|factor| next * factor);
            *row = [pivot, factor];
        }
        taken = [0.0; LANES];
        let (mut least, mut meet) = ([f64::INFINITY; LANES], [0.0; LANES]);
        for (i, (row, diagonal)) in self.up.iter_mut().zip(matrix.diagonal).enumerate().rev() {
            let before = if i > 0 { matrix.off_diagonal[i - 1] } else { 0.0 };
            let [pivot, _] = self.down[i];
            let gamma: [f64; LANES] = std::array::from_fn(|l| (pivot[l] - taken[l]).abs());
            for l in 0..LANES {
                meet[l] = if gamma[l] < least[l] { i as f64 } else { meet[l] };
                least[l] = if gamma[l] < least[l] { gamma[l] } else { least[l] };
            }
            *row = std::array::from_fn(|l| before / kept((diagonal - values[l]) - taken[l]));
            taken = row.map(|factor| before * factor);
        }
        self.meet = meet.map(|row| row as usize);
    }

    /// The eigenvector of one of the values, of unit length.
    fn vector(&self, lane: usize, x: &mut [f64]) {
        let meet = self.meet[lane];
        let (mut z, mut sum) = (1.0, 1.0);
        x[meet] = z;
        for (x, [_, factor]) in x[..meet].iter_mut().zip(&self.down).rev() {
            z *= -factor[lane];
            sum += z * z;
            *x = z;
        }
        z = 1.0;
        for (x, factor) in x[meet + 1..].iter_mut().zip(&self.up[meet + 1..]) {
            z *= -factor[lane];
            sum += z * z;
            *x = z;
        }
        let inverse = 1.0 / f64::sqrt(sum);
        x.iter_mut().for_each(|x| *x *= inverse);
    }
}

/// Orthogonalises a vector against others; two passes are enough (Parlett 1980).
fn orthogonalise(others: &[&mut [f64]], x: &mut [f64]) {
    for _ in 0..if others.is_empty() { 0 } else { 2 } {
        for other in others {
            let part: f64 = other.iter().zip(&*x).map(|(a, b)| a * b).sum();
            x.iter_mut().zip(&**other).for_each(|(x, other)| *x -= part * other);
        }
        normalise(x);
    }
}

/// LU of a shifted matrix with exchanges of neighbouring rows: the upper triangle has three diagonals.
struct Factors {
    inverse: Vec<f64>,
    upper: Vec<[f64; 2]>,
    lower: Vec<f64>,
    exchanged: Vec<bool>,
}

impl Factors {
    fn new(n: usize) -> Self {
        Factors { inverse: vec![0.0; n], upper: vec![[0.0; 2]; n], lower: vec![0.0; n], exchanged: vec![false; n] }
    }

    /// `tiny` replaces a vanishing pivot; one vanishes at an eigenvalue.
    fn factorize(&mut self, matrix: &Part, value: f64, tiny: f64) {
        let n = matrix.diagonal.len();
        let off_diagonal = |i: usize| matrix.off_diagonal.get(i).copied().unwrap_or(0.0);
        let (mut pivot, mut right) = (matrix.diagonal[0] - value, off_diagonal(0));
        for i in 0..n {
            let below = off_diagonal(i);
            let [next, next_right] = [matrix.diagonal.get(i + 1).map_or(0.0, |d| d - value), off_diagonal(i + 1)];
            self.exchanged[i] = below.abs() > pivot.abs();
            if self.exchanged[i] {
                let factor = pivot / below;
                (self.inverse[i], self.upper[i], self.lower[i]) = (1.0 / below, [next, next_right], factor);
                (pivot, right) = (right - factor * next, -factor * next_right);
            } else {
                let inverse = 1.0 / if pivot.abs() < tiny { tiny.copysign(pivot) } else { pivot };
                let factor = below * inverse;
                (self.inverse[i], self.upper[i], self.lower[i]) = (inverse, [right, 0.0], factor);
                (pivot, right) = (next - factor * right, next_right);
            }
        }
    }

    fn solve(&self, x: &mut [f64]) {
        for i in 0..x.len() - 1 {
            if self.exchanged[i] {
                x.swap(i, i + 1);
            }
            x[i + 1] -= self.lower[i] * x[i];
        }
        self.back(x);
    }

    fn back(&self, x: &mut [f64]) {
        let mut after = [0.0; 2];
        for ((x, inverse), upper) in x.iter_mut().zip(&self.inverse).zip(&self.upper).rev() {
            *x = (*x - upper[0] * after[0] - upper[1] * after[1]) * inverse;
            after = [*x, after[0]];
        }
    }
}

/// A start vector with a component in every direction, different for each eigenvector.
fn start(x: &mut [f64], k: usize) {
    let mut wave = 0.37 + 0.618_033_988_749_895 * (k + 1) as f64;
    for x in x {
        wave = (wave + 0.754_877_666_246_693).fract();
        *x = 0.5 + wave;
    }
}

fn normalise(x: &mut [f64]) {
    // Inverse iteration gives values of up to 1/ε relative to the matrix, whose squares may overflow.
    let largest = x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    x.iter_mut().for_each(|x| *x /= largest);
    let inverse = 1.0 / x.iter().map(|x| x * x).sum::<f64>().sqrt();
    x.iter_mut().for_each(|x| *x *= inverse);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// The scaled stiffness of a free chain.
    fn chain(stiffness: &[f64], inertia: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = inertia.len();
        let at = |i: usize| stiffness.get(i).copied().unwrap_or(0.0);
        let diagonal = (0..n).map(|i| (if i > 0 { at(i - 1) } else { 0.0 } + at(i)) / inertia[i]).collect();
        let off_diagonal = (0..n - 1).map(|i| -at(i) / (inertia[i] * inertia[i + 1]).sqrt()).collect();
        (diagonal, off_diagonal)
    }

    fn largest_product(eigen: &Eigen, n: usize) -> f64 {
        let vector = |k: usize| &eigen.vectors[k * n..(k + 1) * n];
        let product = |i: usize, j: usize| vector(i).iter().zip(vector(j)).map(|(a, b)| a * b).sum::<f64>().abs();
        (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).fold(0.0, |most, (i, j)| most.max(product(i, j)))
    }

    #[test]
    fn a_uniform_chain_has_the_frequencies_of_the_book() {
        let n = 100;
        let (diagonal, off_diagonal) = chain(&vec![1.0; n - 1], &vec![1.0; n]);
        let eigen = eigen(&diagonal, &off_diagonal).unwrap();
        for (k, value) in eigen.values.iter().enumerate() {
            let exact = 4.0 * (0.5 * PI * k as f64 / n as f64).sin().powi(2);
            assert!((value - exact).abs() < 1e-14, "{k}: {value} for {exact}");
        }
        // Round-off divided by the smallest distance of two eigenvalues, 1e-3.
        assert!(largest_product(&eigen, n) < 1e-12, "{}", largest_product(&eigen, n));
    }

    #[test]
    fn parts_that_nothing_ties_together_have_modes_of_their_own() {
        let stiffness: Vec<f64> = (1..20).map(|i| if i % 5 == 0 { 0.0 } else { f64::from(i % 3 + 1) }).collect();
        let inertia: Vec<f64> = (0..20).map(|i| 1.0 + 0.1 * f64::from(i % 5)).collect();
        let (diagonal, off_diagonal) = chain(&stiffness, &inertia);
        let eigen = eigen(&diagonal, &off_diagonal).unwrap();
        for (k, value) in eigen.values.iter().enumerate() {
            let x = &eigen.vectors[k * 20..(k + 1) * 20];
            let whole = Part { diagonal: &diagonal, off_diagonal: &off_diagonal };
            assert!(whole.residual(*value, x) < 1e-13);
            let part = k / 5 * 5..k / 5 * 5 + 5;
            assert!(x.iter().enumerate().all(|(i, x)| part.contains(&i) || *x == 0.0));
        }
        assert!(largest_product(&eigen, 20) < 1e-13);
    }

    #[test]
    fn one_and_two_inertias_are_chains_too() {
        assert_eq!(eigen(&[3.0], &[]).unwrap().values, [3.0]);
        let nothing = eigen(&[0.0, 0.0], &[0.0]).unwrap();
        assert_eq!((nothing.values, nothing.vectors), (vec![0.0; 2], vec![1.0, 0.0, 0.0, 1.0]));
        let two = eigen(&[1.0, 1.0], &[-1.0]).unwrap();
        assert!(two.values[0].abs() < 1e-15 && (two.values[1] - 2.0).abs() < 1e-15, "{:?}", two.values);
    }

    #[test]
    fn vectors_of_eigenvalues_that_agree_to_round_off_are_orthogonal() {
        // Wilkinson's W21⁺: its largest two differ by 1e-14.
        let diagonal: Vec<f64> = (0..21).map(|i| f64::from(i - 10_i32).abs()).collect();
        let off_diagonal = [1.0; 20];
        let eigen = eigen(&diagonal, &off_diagonal).unwrap();
        assert!((eigen.values[20] - 10.746_194_182_903_393).abs() < 1e-13);
        let whole = Part { diagonal: &diagonal, off_diagonal: &off_diagonal };
        for (value, x) in eigen.values.iter().zip(eigen.vectors.chunks_exact(21)) {
            assert!(whole.residual(*value, x) < 1e-13 * 21.0);
        }
        assert!(largest_product(&eigen, 21) < 1e-12, "{}", largest_product(&eigen, 21));
    }

    #[test]
    fn a_vector_that_twisting_misses_is_found_by_inverse_iteration() {
        // Two equal, weakly coupled halves: each mode occurs twice, and one factorization gives the same vector for
        // both.
        let half = |i: usize| 2.0 + 0.3 * (i % 6) as f64;
        let diagonal: Vec<f64> = (0..12).map(half).collect();
        let mut off_diagonal = vec![-1.0; 11];
        off_diagonal[5] = -1e-20;
        let whole = Part { diagonal: &diagonal, off_diagonal: &off_diagonal };
        let values = whole.values().unwrap();
        let mut twisted = Twisted::new(12);
        twisted.factorize(&whole, [values[0], values[1], values[2], values[3]], f64::EPSILON);
        let mut alike = [vec![0.0; 12], vec![0.0; 12]];
        alike.iter_mut().enumerate().for_each(|(lane, x)| twisted.vector(lane, x));
        let eigen = eigen(&diagonal, &off_diagonal).unwrap();
        let product: f64 = alike[0].iter().zip(&alike[1]).map(|(a, b)| a * b).sum();
        assert!(product.abs() > 0.999, "{product}");
        assert!(largest_product(&eigen, 12) < 1e-12, "{}", largest_product(&eigen, 12));
    }

    #[test]
    fn a_chain_of_which_most_modes_are_close_is_left_to_others() {
        // One stiff pair: all other modes are slow in comparison.
        let mut stiffness = vec![1.0; 99];
        stiffness[50] = 1e7;
        let (diagonal, off_diagonal) = chain(&stiffness, &[1.0; 100]);
        assert!(eigen(&diagonal, &off_diagonal).is_none());
    }
}
