//! Linear complementarity problems: 0 ≤ λ ⊥ D λ + b ≥ 0.

/// Block exchanges without progress before single ones follow.
const PATIENCE: usize = 3;
/// Maximum number of exchanges for each unknown.
const MAX_EXCHANGES: usize = 20;
/// What is left of D λ + b may be negative by this part of the largest b.
const ROUND_OFF: f64 = 1e-12;

/// The problem has no solution, or its exchanges come back to where they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsolved;

/// Solver with the buffers it needs.
#[derive(Default)]
pub(crate) struct Complementarity {
    active: Vec<bool>,
    order: Vec<usize>,
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl Complementarity {
    /// Sets `x` to λ, for a matrix D by rows that is symmetric and positive definite.
    ///
    /// Block principal pivoting: all unknowns of the wrong sign are exchanged at once; if that brings no progress, only the last of them, which
    /// always ends (Júdice & Pires 1994; Murty 1974).
    pub fn solve(&mut self, d: &[f64], b: &[f64], x: &mut [f64]) -> Result<(), Unsolved> {
        let n = b.len();
        let round_off = ROUND_OFF * b.iter().fold(0.0_f64, |most, b| most.max(b.abs()));
        self.active.clear();
        self.active.resize(n, false);
        let (mut fewest, mut patience) = (n + 1, PATIENCE);
        for _ in 0..MAX_EXCHANGES * (n + 1) {
            self.solve_active(d, b, x)?;
            let rest = |i: usize| b[i] + (0..n).map(|j| d[i * n + j] * x[j]).sum::<f64>();
            let active = &self.active;
            let wrong = |i: usize| if active[i] { x[i] < 0.0 } else { rest(i) < -round_off };
            let count = (0..n).filter(|i| wrong(*i)).count();
            if count == 0 {
                return Ok(());
            }
            let all = count < fewest || patience > 0;
            (fewest, patience) = match count < fewest {
                true => (count, PATIENCE),
                false => (fewest, patience.saturating_sub(1)),
            };
            self.order.clear();
            self.order.extend((0..n).filter(|i| wrong(*i)));
            let first = if all { 0 } else { self.order.len() - 1 };
            self.order[first..].iter().for_each(|&i| self.active[i] ^= true);
        }
        Err(Unsolved)
    }

    /// Solves D λ + b = 0 for the active unknowns; the others are zero.
    fn solve_active(&mut self, d: &[f64], b: &[f64], x: &mut [f64]) -> Result<(), Unsolved> {
        let n = b.len();
        self.order.clear();
        self.order.extend((0..n).filter(|i| self.active[*i]));
        let (m, order) = (self.order.len(), &self.order);
        self.matrix.clear();
        self.right.clear();
        for &i in order {
            self.matrix.extend(order.iter().map(|&j| d[i * n + j]));
            self.right.push(-b[i]);
        }
        let (a, r) = (&mut self.matrix, &mut self.right);
        // Gauss elimination; diagonal pivots suffice for positive definite matrices.
        for k in 0..m {
            let pivot = a[k * m + k];
            if pivot.is_nan() || pivot <= 0.0 {
                return Err(Unsolved);
            }
            for i in k + 1..m {
                let factor = a[i * m + k] / pivot;
                (k..m).for_each(|j| a[i * m + j] -= factor * a[k * m + j]);
                r[i] -= factor * r[k];
            }
        }
        for k in (0..m).rev() {
            let rest: f64 = (k + 1..m).map(|j| a[k * m + j] * r[j]).sum();
            r[k] = (r[k] - rest) / a[k * m + k];
        }
        x.fill(0.0);
        order.iter().zip(r).for_each(|(&i, r)| x[i] = *r);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_of_a_coupled_problem_is_complementary() {
        // Of a chain of springs, pressed in the middle and pulled at the ends.
        let n = 12;
        let mut d = vec![0.0; n * n];
        for i in 0..n {
            d[i * n + i] = 2.0;
            if i + 1 < n {
                (d[i * n + i + 1], d[(i + 1) * n + i]) = (-1.0, -1.0);
            }
        }
        for seed in 0..50 {
            let b: Vec<f64> = (0..n).map(|i| (1.7 * (seed * n + i) as f64).sin()).collect();
            let mut x = vec![0.0; n];
            Complementarity::default().solve(&d, &b, &mut x).unwrap();
            for i in 0..n {
                let rest = b[i] + (0..n).map(|j| d[i * n + j] * x[j]).sum::<f64>();
                assert!(x[i] >= 0.0 && rest >= -1e-11 && (x[i] * rest).abs() < 1e-10, "{x:?}");
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_is_refused() {
        let mut x = [0.0; 2];
        assert_eq!(Complementarity::default().solve(&[0.0; 4], &[-1.0, -1.0], &mut x), Err(Unsolved));
    }
}
