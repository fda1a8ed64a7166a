//! Chains, in which every inertia is coupled only to its neighbours: modes and poles in O(n²), without a dense matrix.
//!
//! Undamped modes are those of a tridiagonal matrix (`linalg/tridiagonal.rs`). If damping couples them, each pole is
//! iterated from the pole of its mode alone (`linalg/quadratic.rs`). The sum of all poles is known, −tr M⁻¹C. If the
//! sum is wrong, or two modes converge to one pole, or one is overdamped, there is no result, and the caller uses other
//! methods.

use faer::c64;

use super::damped;
use super::linearize::{Linear, tangents};
use super::poles::{COUPLING_TOLERANCE, nonzero, own_pole};
use crate::linalg::quadratic::{Group, LANES, Quadratic};
use crate::linalg::tridiagonal::{self, Eigen};
use crate::system::{ScalarKind, State, System};

/// Tolerance of the symmetry of the off-diagonals.
const SYMMETRY_TOLERANCE: f64 = 1e-14;
/// Modes that are mixed more than this may exchange their order, and the shares of the shapes must assign the poles to
/// the modes. Long chains have many such modes; there each mode keeps the pole that was iterated from it.
const AMBIGUOUS_MIXING: f64 = 0.3;
const LONG: usize = 24;

/// Stiffness, damping and inertia of a chain.
pub(super) struct Chain {
    diagonal: Vec<[f64; 3]>,
    /// Stiffness and damping off the diagonal, between each coordinate and the next.
    beside: Vec<[f64; 2]>,
}

/// A chain during assembly.
struct Entries {
    diagonal: Vec<[f64; 3]>,
    /// To the right of the diagonal, and below it.
    beside: [Vec<[f64; 3]>; 2],
    /// Whether all entries are on the diagonal or next to it.
    near: bool,
}

impl Entries {
    fn new(n: usize) -> Self {
        Entries { diagonal: vec![[0.0; 3]; n], beside: [vec![[0.0; 3]; n], vec![[0.0; 3]; n]], near: true }
    }

    /// Adds to stiffness, damping or mass.
    fn add(&mut self, which: usize, i: usize, j: usize, value: f64) {
        if i == j {
            self.diagonal[i][which] += value;
        } else if i + 1 == j {
            self.beside[0][i][which] += value;
        } else if j + 1 == i {
            self.beside[1][j][which] += value;
        } else {
            self.near &= value == 0.0;
        }
    }

    /// The chain, if it is one: symmetric, with inertia at every coordinate and no coupled inertia.
    fn chain(self) -> Option<Chain> {
        let [right, below] = self.beside;
        let same = |(a, b): (&f64, &f64)| (a - b).abs() <= SYMMETRY_TOLERANCE * a.abs().max(b.abs());
        let fits = |(a, b): (&[f64; 3], &[f64; 3])| a.iter().zip(b).all(same) && a[2] == 0.0 && b[2] == 0.0;
        let heavy = self.diagonal.iter().all(|own| own.iter().all(|x| x.is_finite()) && own[2] > 0.0);
        let is_one = self.near && heavy && right.iter().zip(&below).all(fits);
        let mut beside: Vec<[f64; 2]> =
            right.iter().zip(&below).map(|(a, b)| [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]).collect();
        beside.pop();
        is_one.then_some(Chain { diagonal: self.diagonal, beside })
    }
}

impl Chain {
    /// The chain of a system that consists only of shafts, in the order of its nodes, if it is one.
    pub fn about(system: &System, state: &State) -> Option<Chain> {
        let shafts_alone = system.constraints() == 0 && system.first_scalar() == 0;
        if !shafts_alone || system.scalar_kinds().any(|kind| kind != ScalarKind::Motion) {
            return None;
        }
        let mut entries = Entries::new(system.motion_unknowns());
        tangents(system, state, |which, i, j, value| entries.add(which, i, j, value));
        entries.chain()
    }

    /// The chain of a linear system in its coordinates, if it is one.
    pub fn of(linear: &Linear) -> Option<Chain> {
        if linear.flows.is_some() {
            return None;
        }
        let mut entries = Entries::new(linear.mass.ncols());
        for (which, matrix) in [&linear.stiffness, &linear.damping, &linear.mass].into_iter().enumerate() {
            nonzero(matrix).into_iter().for_each(|(i, j, value)| entries.add(which, i, j, value));
        }
        entries.chain()
    }

    /// ω² and shapes of unit modal mass; `None` if a dense method is better.
    pub fn undamped(&self) -> Option<Eigen> {
        let root: Vec<f64> = self.diagonal.iter().map(|[_, _, m]| 1.0 / m.sqrt()).collect();
        let diagonal: Vec<f64> = self.diagonal.iter().zip(&root).map(|([k, _, _], root)| k * root * root).collect();
        let beside: Vec<f64> = self.beside.iter().zip(root.windows(2)).map(|([k, _], w)| k * w[0] * w[1]).collect();
        let mut eigen = tridiagonal::eigen(&diagonal, &beside)?;
        for vector in eigen.vectors.chunks_exact_mut(root.len().max(1)) {
            vector.iter_mut().zip(&root).for_each(|(x, root)| *x *= root);
        }
        Some(eigen)
    }

    /// xᵀK x, and its value without cancellation.
    pub fn held(&self, x: &[f64]) -> [f64; 2] {
        let (mut held, mut most) = (0.0, 0.0);
        for ([k, _, _], x) in self.diagonal.iter().zip(x) {
            held += k * x * x;
            most += k.abs() * x * x;
        }
        for ([k, _], x) in self.beside.iter().zip(x.windows(2)) {
            held += 2.0 * k * x[0] * x[1];
            most += 2.0 * (k * x[0] * x[1]).abs();
        }
        [held, most]
    }

    /// Sets `felt` to C x.
    fn damp(&self, x: &[f64], felt: &mut [f64]) {
        felt.iter_mut().zip(&self.diagonal).zip(x).for_each(|((felt, [_, c, _]), x)| *felt = c * x);
        for (i, [_, c]) in self.beside.iter().enumerate() {
            felt[i] += c * x[i + 1];
            felt[i + 1] += c * x[i];
        }
    }

    /// The pole of each undamped mode, given ω² and shapes of unit modal mass in ascending order; zero for rigid-body
    /// modes.
    pub fn poles<'a>(&self, squares: &[f64], shape: impl Fn(usize) -> &'a [f64]) -> Option<Vec<[f64; 2]>> {
        let n = squares.len();
        let mut felt = vec![0.0; n];
        // The modal damping ĉ_kk of each mode, and its coupling to all others, the root of Σ ĉ_kj².
        let (mut own, mut others) = (vec![0.0; n], vec![0.0; n]);
        for k in 0..n {
            let x = shape(k);
            self.damp(x, &mut felt);
            own[k] = dot(x, &felt);
            let rest = x.iter().zip(&felt).zip(&self.diagonal).map(|((x, felt), [_, _, m])| {
                let rest = felt - own[k] * m * x;
                rest * rest / m
            });
            others[k] = rest.sum::<f64>().sqrt();
        }
        let most = |list: &[f64]| list.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let (largest, fastest) = (most(&own), most(squares).sqrt());
        // Damping proportional to stiffness and inertia, or no damping, does not couple the modes.
        if most(&others) <= COUPLING_TOLERANCE * largest.max(fastest) {
            return Some((0..n).map(|k| own_pole(own[k], squares[k])).collect());
        }
        let rigid = |k: usize| squares[k] == 0.0;
        if (0..n).any(|k| squares[k] < 0.0 || rigid(k) && own[k].abs() > COUPLING_TOLERANCE * largest) {
            return None;
        }
        let omega: Vec<f64> = squares.iter().map(|square| square.sqrt()).collect();
        let mut begin = vec![c64::new(0.0, 0.0); n];
        for k in (0..n).filter(|&k| !rigid(k)) {
            let [re, im] = own_pole(own[k], squares[k]);
            if im <= damped::OSCILLATORY_RATIO * re.abs() {
                return None;
            }
            begin[k] = c64::new(re, im);
            self.damp(shape(k), &mut felt);
            let Some((share, j, between)) = partner(k, &omega, others[k], |j| dot(shape(j), &felt)) else { continue };
            if share > AMBIGUOUS_MIXING && n < LONG {
                return None;
            }
            let alone = |k: usize| c64::new(-0.5 * own[k], omega[k]);
            begin[k] = damped::of_two(alone(k), alone(j), -0.5 * between, k < j);
        }
        let poles = self.search(&begin, shape)?;
        let trace = self.diagonal.iter().map(|[_, c, m]| c / m).sum();
        damped::are_all(&poles, trace).then_some(poles)
    }

    /// The pole next to each nonzero initial value.
    fn search<'a>(&self, begin: &[c64], shape: impl Fn(usize) -> &'a [f64]) -> Option<Vec<[f64; 2]>> {
        let size = |k: usize, i: usize| shape(k)[i] * shape(k)[i] * self.diagonal[i][2];
        let largest = |list: &mut dyn Iterator<Item = f64>| {
            let best = list.enumerate().fold((0, 0.0), |best, (i, x)| if x > best.1 { (i, x) } else { best });
            best.0
        };
        let n = begin.len();
        let (swinging, rigid): (Vec<usize>, Vec<usize>) = (0..n).partition(|&k| begin[k].im > 0.0);
        let place = |(p, &k): (usize, &usize)| (largest(&mut (0..n).map(|i| size(k, i))), p);
        // Groups of those that move most at about the same row.
        let mut places: Vec<(usize, usize)> = swinging.iter().enumerate().map(place).collect();
        places.sort_unstable();
        let together = |group: &[(usize, usize)]| {
            let least = |i: usize| group.iter().fold(f64::INFINITY, |least, &(_, p)| least.min(size(swinging[p], i)));
            let poles = std::array::from_fn(|l| group[l.min(group.len() - 1)].1);
            Group { meet: largest(&mut (0..n).map(least)), poles }
        };
        let groups: Vec<Group> = places.chunks(LANES).map(together).collect();
        let mut found: Vec<c64> = swinging.iter().map(|&k| begin[k]).collect();
        let problem = Quadratic { diagonal: &self.diagonal, beside: &self.beside };
        problem.find(&mut found, 2 * rigid.len(), &groups)?;
        let mut poles = vec![[0.0; 2]; n];
        swinging.iter().zip(found).for_each(|(&k, pole)| poles[k] = [pole.re, pole.im]);
        Some(poles)
    }
}

/// The mode with which damping mixes mode k most, if any: the mixing, the mode, and the coupling ĉ_kj. The search ends
/// where the total coupling of mode k rules out any further mode.
fn partner(k: usize, omega: &[f64], others: f64, between: impl Fn(usize) -> f64) -> Option<(f64, usize, f64)> {
    let (mut most, mut found) = (damped::MIXING_THRESHOLD, None);
    let mut seek = |j: usize| {
        let apart = omega[k] - omega[j];
        let reached = omega[j] > 0.0 && damped::mixing(others, apart) > most;
        if reached {
            let between = between(j);
            let share = damped::mixing(between, apart);
            if share > most {
                (most, found) = (share, Some((share, j, between)));
            }
        }
        reached
    };
    let (lower, higher) = ((0..k).rev(), k + 1..omega.len());
    lower.take_while(|&j| seek(j)).for_each(drop);
    higher.take_while(|&j| seek(j)).for_each(drop);
    found
}

/// In four independent sums, for instruction-level parallelism.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (fours, rest) = a.as_chunks::<4>();
    let (others, other_rest) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in fours.iter().zip(others) {
        sums = std::array::from_fn(|l| sums[l] + a[l] * b[l]);
    }
    sums.iter().sum::<f64>() + rest.iter().zip(other_rest).map(|(a, b)| a * b).sum::<f64>()
}
