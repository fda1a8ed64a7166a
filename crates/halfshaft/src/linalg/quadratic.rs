//! Poles of tridiagonal quadratic problems, det(s² M + s C + K) = 0: chains of inertias with dampers between them.
//!
//! ```text
//! det = p_1 … p_{r−1} γ q_{r+1} … q_n,     γ = p_r + q_r − t_r
//! p_i = t_i − b²_{i−1}/p_{i−1} from the first row down,     q_i = t_i − b_i²/q_{i+1} from the last row up
//! s ← s − 1/(det'/det − Σ 1/(s − s_j))
//! ```
//!
//! with t and b the diagonal and off-diagonal entries of s² M + s C + K, and the sum over the current values of all
//! other poles. This is Newton's method on the determinant deflated by them (Aberth 1973), for all poles
//! simultaneously: no pole is found twice, and convergence is cubic. The derivative is computed along with the pivots,
//! O(n) per pole and iteration (Bini, Gemignani & Tisseur 2005 for first powers of s). The eliminations meet at a row r
//! where the mode shape is not zero, so that γ vanishes at the pole.

use faer::c64;

/// Number of poles processed in parallel, which hides the latency of the divisions in the pivots.
pub(crate) const LANES: usize = 4;
const MAX_STEPS: usize = 20;
/// A pole has converged when s² changes by less than this fraction of the largest one, round-off of the matrix,
const ROUND_OFF_TOLERANCE: f64 = 1e-15;
/// or is expected to change by less than this fraction in the next iteration, extrapolated from its last two changes.
const CONVERGENCE_TOLERANCE: f64 = 1e-17;

/// Stiffness, damping and inertia on the diagonal, and stiffness and damping on the off-diagonal.
pub(crate) struct Quadratic<'a> {
    pub diagonal: &'a [[f64; 3]],
    pub beside: &'a [[f64; 2]],
}

type Lanes = [f64; LANES];

/// A complex number in each lane.
#[derive(Clone, Copy)]
struct Complex {
    re: Lanes,
    im: Lanes,
}

impl Complex {
    const ZERO: Complex = Complex { re: [0.0; LANES], im: [0.0; LANES] };

    fn each(re: impl Fn(usize) -> f64, im: impl Fn(usize) -> f64) -> Self {
        Complex { re: std::array::from_fn(re), im: std::array::from_fn(im) }
    }

    fn times(self, other: Self) -> Self {
        Self::each(
            |l| self.re[l] * other.re[l] - self.im[l] * other.im[l],
            |l| self.re[l] * other.im[l] + self.im[l] * other.re[l],
        )
    }

    fn minus(self, other: Self) -> Self {
        Self::each(|l| self.re[l] - other.re[l], |l| self.im[l] - other.im[l])
    }

    fn plus(self, other: Self) -> Self {
        Self::each(|l| self.re[l] + other.re[l], |l| self.im[l] + other.im[l])
    }

    /// factor · self + real
    fn scaled(self, factor: f64, real: f64) -> Self {
        Self::each(|l| factor * self.re[l] + real, |l| factor * self.im[l])
    }

    fn inverse(self) -> Self {
        let size: Lanes = std::array::from_fn(|l| 1.0 / (self.re[l] * self.re[l] + self.im[l] * self.im[l]));
        Self::each(|l| self.re[l] * size[l], |l| -self.im[l] * size[l])
    }

    fn lane(&self, l: usize) -> c64 {
        c64::new(self.re[l], self.im[l])
    }
}

/// Poles that are iterated together.
pub(crate) struct Group {
    /// The row at which eliminations meet.
    pub meet: usize,
    /// Their indices; the last one is repeated if there are fewer.
    pub poles: [usize; LANES],
}

impl Quadratic<'_> {
    /// Iterates all poles with positive imaginary part from their initial values. `at_zero` more are at zero, and the
    /// rest are conjugates.
    pub fn find(&self, poles: &mut [c64], at_zero: usize, groups: &[Group]) -> Option<()> {
        let mut last = vec![0.0; poles.len()];
        let mut found = vec![false; poles.len()];
        let largest = poles.iter().fold(0.0_f64, |most, pole| most.max(pole.norm_sqr()));
        for _ in 0..MAX_STEPS {
            for group in groups {
                if group.poles.iter().all(|&k| found[k]) {
                    continue;
                }
                let s = Complex::each(|l| poles[group.poles[l]].re, |l| poles[group.poles[l]].im);
                let meeting = self.meeting(s, group.meet);
                let deflation_sum = deflation_sum(poles, s, group);
                for (l, &k) in group.poles.iter().enumerate() {
                    if found[k] || group.poles[..l].contains(&k) {
                        continue;
                    }
                    let [gamma, slope, rest, deflation_sum] =
                        [meeting.gamma, meeting.slope, meeting.rest, deflation_sum].map(|all| all.lane(l));
                    let deflation_sum = deflation_sum + poles[k].inv() * at_zero as f64;
                    let change = -gamma / (slope + gamma * (rest - deflation_sum));
                    poles[k] += change;
                    let (size, change) = (poles[k].norm_sqr(), change.norm_sqr());
                    // Convergence is at least quadratic at the rate of the last two changes.
                    let rate = change / last[k];
                    let left = change * rate * rate;
                    found[k] = left * size <= (CONVERGENCE_TOLERANCE * largest).powi(2)
                        || change * size <= (ROUND_OFF_TOLERANCE * largest).powi(2);
                    last[k] = change;
                    if !size.is_finite() {
                        return None;
                    }
                    // Its conjugate is a pole too.
                    poles[k].im = poles[k].im.abs();
                }
            }
            if found.iter().all(|found| *found) {
                return Some(());
            }
        }
        None
    }

    fn meeting(&self, s: Complex, r: usize) -> Meeting {
        let at = |[k, c, m]: [f64; 3]| [s.times(s.scaled(m, c)).scaled(1.0, k), s.scaled(2.0 * m, c)];
        let mut rest = Complex::ZERO;
        // The Schur update of the neighbour's pivot and its derivative: with f = b/p, b²/p = f b and (b²/p)' = f (2 b'
        // − f p').
        let mut take = |[own, its]: [Complex; 2], [off, its_off]: [Complex; 2], [k, c]: [f64; 2]| {
            let (inverse, slope) = (own.minus(off).inverse(), its.minus(its_off));
            rest = rest.plus(slope.times(inverse));
            let beside = s.scaled(c, k);
            let factor = beside.times(inverse);
            [factor.times(beside), factor.times(factor.times(slope).scaled(-1.0, 2.0 * c))]
        };
        let mut above = [Complex::ZERO; 2];
        for (diagonal, beside) in self.diagonal[..r].iter().zip(self.beside) {
            above = take(at(*diagonal), above, *beside);
        }
        let mut below = [Complex::ZERO; 2];
        for (diagonal, beside) in self.diagonal[r + 1..].iter().zip(&self.beside[r..]).rev() {
            below = take(at(*diagonal), below, *beside);
        }
        let [own, its] = at(self.diagonal[r]);
        let (gamma, slope) = (own.minus(above[0]).minus(below[0]), its.minus(above[1]).minus(below[1]));
        Meeting { gamma, slope, rest }
    }
}

/// The pivot where eliminations from both ends meet.
struct Meeting {
    gamma: Complex,
    /// The derivative of γ.
    slope: Complex,
    /// The logarithmic derivative of all other pivots.
    rest: Complex,
}

/// Σ 1/(s − s_j) over all poles except those at zero and each lane's own.
fn deflation_sum(poles: &[c64], s: Complex, group: &Group) -> Complex {
    let mut sum = Complex::ZERO;
    for (_, pole) in poles.iter().enumerate().filter(|(j, _)| !group.poles.contains(j)) {
        // Together with its conjugate, 2 t/(t² + Im²) with t = s − Re.
        let t = s.scaled(1.0, -pole.re);
        sum = sum.plus(t.times(t.times(t).scaled(1.0, pole.im * pole.im).inverse()));
    }
    let mut sum = sum.scaled(2.0, 0.0);
    for l in 0..LANES {
        let own = s.lane(l);
        let mut add = |term: c64| {
            sum.re[l] += term.re;
            sum.im[l] += term.im;
        };
        add((own - own.conj()).inv());
        for (m, &j) in group.poles.iter().enumerate() {
            if j != group.poles[l] && !group.poles[..m].contains(&j) {
                add((own - poles[j]).inv() + (own - poles[j].conj()).inv());
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A free chain of unequal inertias and dampers.
    fn chain(n: usize) -> (Vec<[f64; 3]>, Vec<[f64; 2]>) {
        let shaft = |i: usize| [3e4 + 1e3 * (i % 7) as f64, 1.0 + (i % 2) as f64];
        let beside: Vec<[f64; 2]> = (0..n - 1).map(shaft).collect();
        let at = |i: Option<usize>| i.and_then(|i| beside.get(i)).copied().unwrap_or([0.0; 2]);
        let own = |i: usize| {
            let [before, after] = [at(i.checked_sub(1)), at(Some(i))];
            [before[0] + after[0], before[1] + after[1], 0.02 + 0.001 * (i % 5) as f64]
        };
        ((0..n).map(own).collect(), beside.iter().map(|[k, c]| [-k, -c]).collect())
    }

    #[test]
    fn the_slope_where_eliminations_meet_is_the_difference_of_its_values() {
        let (diagonal, beside) = chain(12);
        let problem = Quadratic { diagonal: &diagonal, beside: &beside };
        let s = |shift: f64| Complex::each(|_| -5.0, |l| 400.0 * (l + 1) as f64 + shift);
        let h = 1e-2;
        for r in [0, 5, 11] {
            let [after, before, here] = [h, -h, 0.0].map(|shift| problem.meeting(s(shift), r));
            for l in 0..LANES {
                let slope = here.slope.lane(l);
                let difference = (after.gamma.lane(l) - before.gamma.lane(l)) / c64::new(0.0, 2.0 * h);
                // h² over the distance of poles, some 100 rad/s.
                assert!((difference - slope).norm() < 1e-6 * slope.norm(), "{r} {l}");
            }
        }
    }

    #[test]
    fn wherever_eliminations_meet_the_determinant_is_the_same() {
        let (diagonal, beside) = chain(12);
        let problem = Quadratic { diagonal: &diagonal, beside: &beside };
        let s = Complex::each(|_| -5.0, |l| 400.0 * (l + 1) as f64);
        let logarithmic = |r: usize, l: usize| {
            let meeting = problem.meeting(s, r);
            meeting.slope.lane(l) / meeting.gamma.lane(l) + meeting.rest.lane(l)
        };
        for (r, l) in [1, 4, 11].into_iter().flat_map(|r| (0..LANES).map(move |l| (r, l))) {
            let (first, other) = (logarithmic(0, l), logarithmic(r, l));
            assert!((first - other).norm() < 1e-12 * first.norm(), "{r} {l}: {first} {other}");
        }
    }

    #[test]
    fn one_disc_has_the_pole_of_the_book() {
        // m s² + c s + k = 0.
        let problem = Quadratic { diagonal: &[[200.0, 4.0, 0.5]], beside: &[] };
        let mut poles = [c64::new(-2.0, 19.0)];
        problem.find(&mut poles, 0, &[Group { meet: 0, poles: [0; LANES] }]).unwrap();
        assert!((poles[0] - c64::new(-4.0, (400.0_f64 - 16.0).sqrt())).norm() < 1e-13, "{}", poles[0]);
    }

    #[test]
    fn poles_that_begin_beside_each_other_are_found_one_each() {
        // Three discs in a row, the first one connected to the ground; all poles start next to the lowest mode.
        let (diagonal, beside) =
            ([[3.0, 0.02, 1.0], [3.0, 0.05, 1.0], [1.0, 0.03, 1.0]], [[-2.0, -0.01], [-1.0, -0.03]]);
        let problem = Quadratic { diagonal: &diagonal, beside: &beside };
        let mut poles = [0.40, 0.42, 0.44].map(|omega| c64::new(-0.01, omega));
        problem.find(&mut poles, 0, &[Group { meet: 2, poles: [0, 1, 2, 2] }]).unwrap();
        let sum: f64 = poles.iter().map(|pole| 2.0 * pole.re).sum();
        assert!((sum + 0.1).abs() < 1e-13, "{poles:?}");
        // The product of their squared magnitudes is det K/det M = 9 + … by hand: 3 (3 − 1) − 4 = 2.
        let product: f64 = poles.iter().map(|pole| pole.norm_sqr()).product();
        assert!((product - 2.0).abs() < 1e-13, "{product}");
    }
}
