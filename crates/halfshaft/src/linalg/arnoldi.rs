//! Eigenvalues of largest magnitude of an operator, by block Arnoldi iteration.
//!
//! ```text
//! A V_m = V_{m+p} H,     H_m y = θ y:     ‖A V y − θ V y‖ = ‖(the last p rows of H) y‖
//! ```
//!
//! Two starting vectors find double eigenvalues, such as those of bending in two planes; each image is orthogonalized twice against
//! the whole basis. Source: Ruhe 1979, *Implementation aspects of band Lanczos algorithms*; Saad 2011, *Numerical methods
//! for large eigenvalue problems*, section 6.5.

use faer::{Mat, c64};

/// p.
const BLOCK: usize = 2;
/// A Ritz value has converged if its residual is below this fraction of it.
const TOLERANCE: f64 = 1e-11;
/// Basis vectors per eigenvalue, and on top, before the iteration is given up.
const BASIS_PER_VALUE: usize = 6;
const BASIS_ON_TOP: usize = 60;
/// An image is in the span of the basis if less than this is left of it.
const DEPENDENT: f64 = 1e-13;

/// An eigenvalue and its vector of unit length.
pub(crate) struct Pair {
    pub value: c64,
    pub vector: Vec<c64>,
}

/// The `count` eigenvalues of largest magnitude of an operator on vectors of length `n`, in descending order; all of them if there are
/// fewer. `None` if they do not converge, or if the operator fails.
pub(crate) fn largest(
    n: usize,
    count: usize,
    mut operator: impl FnMut(&[f64], &mut [f64]) -> Option<()>,
) -> Option<Vec<Pair>> {
    let most = (BASIS_PER_VALUE * count + BASIS_ON_TOP).min(n);
    let mut basis = Basis { n, vectors: Vec::with_capacity(n * (most + BLOCK)), random: 1 };
    (0..BLOCK.min(n)).for_each(|_| basis.add_random());
    let mut columns: Vec<Vec<f64>> = Vec::with_capacity(most);
    let mut image = vec![0.0; n];
    // The first test where a good start could have converged, the next ones after a quarter of what there is.
    let mut test = (count + count / 2 + BLOCK).min(most);
    for m in 0..most {
        operator(basis.vector(m), &mut image)?;
        columns.push(basis.extend(&mut image));
        if m + 1 == test {
            let pairs = converged(&basis, &columns, count.min(n))?;
            if pairs.is_some() {
                return pairs;
            }
            test = (test + (test / 4).max(4)).min(most);
        }
    }
    None
}

/// Orthonormal vectors one after the other.
struct Basis {
    n: usize,
    vectors: Vec<f64>,
    random: u64,
}

impl Basis {
    fn len(&self) -> usize {
        self.vectors.len() / self.n
    }

    fn vector(&self, k: usize) -> &[f64] {
        &self.vectors[k * self.n..(k + 1) * self.n]
    }

    /// Adds what an image has beside the basis; returns the components of the image, one more than the basis had. Of an image in
    /// the span of the basis nothing is added to, and a random vector takes its place.
    fn extend(&mut self, image: &mut [f64]) -> Vec<f64> {
        let size = norm(image);
        let mut components = vec![0.0; self.len() + 1];
        (0..2).for_each(|_| self.orthogonalize(image, &mut components));
        let left = norm(image);
        if self.len() == self.n {
            components.pop();
        } else if left > DEPENDENT * size {
            *components.last_mut().expect("one at least") = left;
            self.vectors.extend(image.iter().map(|x| x / left));
        } else {
            self.add_random();
        }
        components
    }

    /// Removes the components along the basis from a vector, and adds them up.
    fn orthogonalize(&self, x: &mut [f64], components: &mut [f64]) {
        // Four vectors at a time, so that x is read and written less often.
        for (group, vectors) in self.vectors.chunks(4 * self.n).enumerate() {
            let mut along = [0.0; 4];
            for (along, v) in along.iter_mut().zip(vectors.chunks_exact(self.n)) {
                *along = dot(v, x);
            }
            for (k, (along, v)) in along.iter().zip(vectors.chunks_exact(self.n)).enumerate() {
                components[4 * group + k] += along;
                x.iter_mut().zip(v).for_each(|(x, v)| *x -= along * v);
            }
        }
    }

    fn add_random(&mut self) {
        if self.len() == self.n {
            return;
        }
        // Knuth's linear congruential generator.
        let mut next = || {
            self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.random >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let mut x: Vec<f64> = (0..self.n).map(|_| next()).collect();
        let mut components = vec![0.0; self.len() + 1];
        (0..3).for_each(|_| self.orthogonalize(&mut x, &mut components));
        let size = norm(&x);
        self.vectors.extend(x.iter().map(|x| x / size));
    }
}

/// The sum of products, in eight parts that the compiler can add side by side.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (mut parts, end) = ([0.0; 8], a.len() - a.len() % 8);
    for (a, b) in a[..end].chunks_exact(8).zip(b[..end].chunks_exact(8)) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    parts.iter().sum::<f64>() + a[end..].iter().zip(&b[end..]).map(|(a, b)| a * b).sum::<f64>()
}

fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// The eigenvalues of largest magnitude with their vectors, if as many have converged; the outer `None` if the projected problem fails.
#[allow(clippy::option_option)]
fn converged(basis: &Basis, columns: &[Vec<f64>], count: usize) -> Option<Option<Vec<Pair>>> {
    let m = columns.len();
    let entry = |i: usize, j: usize| columns[j].get(i).copied().unwrap_or(0.0);
    let eigen = Mat::from_fn(m, m, entry).eigen().ok()?;
    let (values, vectors) = (eigen.S().column_vector(), eigen.U());
    let mut order: Vec<usize> = (0..m).collect();
    order.sort_by(|&i, &j| values[j].norm().total_cmp(&values[i].norm()).then(values[j].im.total_cmp(&values[i].im)));
    let residual = |k: usize| {
        let row = |i: usize| (0..m).map(|j| vectors[(j, k)] * entry(i, j)).sum::<c64>().norm_sqr();
        (m..basis.len()).map(row).sum::<f64>().sqrt()
    };
    let wanted = &order[..count.min(m)];
    if wanted.iter().any(|&k| residual(k) > TOLERANCE * values[k].norm()) {
        return Some(None);
    }
    let pair = |&k: &usize| {
        let mut vector = vec![c64::new(0.0, 0.0); basis.n];
        for j in 0..m {
            let y = vectors[(j, k)];
            vector.iter_mut().zip(basis.vector(j)).for_each(|(x, v)| *x += y * *v);
        }
        Pair { value: values[k], vector }
    };
    Some(Some(wanted.iter().map(pair).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turning blocks [a −b; b a] of falling size, the first two equal.
    #[test]
    fn it_finds_the_largest_pairs_and_both_copies_of_a_double_one() {
        let n = 400;
        let block = |k: usize| (1.0 / (1.0 + k.max(1) as f64), 2.0 / (1.0 + k.max(1) as f64));
        let apply = |x: &[f64], y: &mut [f64]| {
            for k in 0..n / 2 {
                let (a, b) = block(k);
                (y[2 * k], y[2 * k + 1]) = (a * x[2 * k] - b * x[2 * k + 1], b * x[2 * k] + a * x[2 * k + 1]);
            }
            Some(())
        };
        let found = largest(n, 12, apply).unwrap();
        assert_eq!(found.len(), 12);
        for (k, pairs) in found.chunks_exact(2).enumerate() {
            let (a, b) = block(k);
            // Complex pairs, and two of them are equal.
            for pair in pairs {
                assert!((pair.value.re - a).abs() < 1e-11 && (pair.value.im.abs() - b).abs() < 1e-11, "{}", pair.value);
                let mut image = vec![0.0; n];
                let real: Vec<f64> = pair.vector.iter().map(|x| x.re).collect();
                apply(&real, &mut image);
                let off = pair.vector.iter().zip(&image).map(|(x, y)| ((pair.value * x).re - y).powi(2)).sum::<f64>();
                assert!(off.sqrt() < 1e-10, "{}", off.sqrt());
            }
        }
    }
}
