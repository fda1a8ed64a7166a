//! The inertia of a body that deforms in given shapes: constant integrals over its undeformed volume.

use crate::math::{Mat3, Vec3};

/// The inertia of a reduced body with displacements u = Σ Ψ_i η_i in its frame, for shapes that are orthonormal with respect to mass.
///
/// ```text
/// r = X + Σ Ψ_i η_i,   ∫ρ Ψ_i·Ψ_j dV = δ_ij
/// ∫ρ r dV = S₀ + Σ S_i η_i
/// J = ∫ρ (r·r 1 − r rᵀ) dV = J₀ + Σ J_i η_i + Σ J_ij η_i η_j,   J_ij = δ_ij 1 − ½ ∫ρ (Ψ_i Ψ_jᵀ + Ψ_j Ψ_iᵀ) dV
/// ∫ρ r × Ψ_i dV = c_i + Σ η_j ∫ρ Ψ_j × Ψ_i dV
/// ```
///
/// These are all integrals that the velocity R₀ᵀẋ₀ + Ω × r + Σ Ψ_i η̇_i needs: centrifugal, Coriolis and Euler forces are exact for
/// the shapes. Source: Shabana 2013, *Dynamics of multibody systems*, section 5.3; Schwertassek & Wallrapp 1999.
#[derive(Clone, Debug, PartialEq)]
pub struct Invariants {
    /// In kg.
    pub mass: f64,
    /// S₀.
    pub first_moment: Vec3,
    /// J₀.
    pub inertia: Mat3,
    /// S_i.
    pub translations: Vec<Vec3>,
    /// c_i.
    pub rotations: Vec<Vec3>,
    /// J_i: xx, yy, zz, xy, yz, zx.
    pub inertia_slopes: Vec<[f64; 6]>,
    /// J_ij and ∫ρ Ψ_i × Ψ_j dV for each pair, row by row.
    pub pairs: Vec<[f64; PAIR]>,
}

/// Numbers of a pair of shapes: six of J_ij, three of the vector product.
pub const PAIR: usize = 9;

/// Entries of a symmetric tensor in the order of the six numbers.
const ENTRIES: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [2, 0]];

/// A symmetric tensor from its six numbers.
#[inline]
pub(super) fn tensor(six: &[f64; 6]) -> Mat3 {
    let [xx, yy, zz, xy, yz, zx] = *six;
    Mat3([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
}

/// ΣᵢΣⱼ a_i b_jᵀ → trace 1 − its symmetric part, as six numbers.
fn moment(product: &Mat3) -> [f64; 6] {
    let trace = product.0[0][0] + product.0[1][1] + product.0[2][2];
    ENTRIES.map(|[i, j]| {
        let symmetric = 0.5 * (product.0[i][j] + product.0[j][i]);
        if i == j { trace - symmetric } else { -symmetric }
    })
}

/// Σ a bᵀ over the nodes.
fn outer(a: &[Vec3], b: &[Vec3]) -> Mat3 {
    let mut sum = [[0.0; 3]; 3];
    for (a, b) in a.iter().zip(b) {
        (0..3).for_each(|i| (0..3).for_each(|j| sum[i][j] += a[i] * b[j]));
    }
    Mat3(sum)
}

/// Σ a × b from Σ a bᵀ.
fn vector_product(outer: &Mat3) -> Vec3 {
    let o = &outer.0;
    Vec3([o[1][2] - o[2][1], o[2][0] - o[0][2], o[0][1] - o[1][0]])
}

impl Invariants {
    /// From nodes at `positions` in the body's frame, the products of their mass matrix with one (`masses`), with the positions
    /// (`moments`) and with each shape (`momenta`).
    pub fn new(
        positions: &[Vec3],
        masses: &[f64],
        moments: &[Vec3],
        shapes: &[Vec<Vec3>],
        momenta: &[Vec<Vec3>],
    ) -> Self {
        let weighted = positions.iter().zip(masses).fold(Vec3::zero(), |sum, (x, m)| sum + *x * *m);
        let n = shapes.len();
        let mut pairs = vec![Mat3([[0.0; 3]; 3]); n * n];
        for i in 0..n {
            for j in 0..=i {
                pairs[i * n + j] = outer(&shapes[i], &momenta[j]);
                pairs[j * n + i] = pairs[i * n + j].transpose();
            }
        }
        let of_shape = |p: &Vec<Vec3>| (p.iter().fold(Vec3::zero(), |sum, p| sum + *p), outer(positions, p));
        let inertia = tensor(&moment(&outer(positions, moments)));
        Invariants::from_products(masses.iter().sum(), weighted, inertia, momenta.iter().map(of_shape), &pairs)
    }

    /// From mass, first moment and moments of inertia; ∫ρ Ψ_i dV and ∫ρ X Ψ_iᵀ dV of each shape; and ∫ρ Ψ_i Ψ_jᵀ dV of each pair, row by row.
    pub fn from_products(
        mass: f64,
        first_moment: Vec3,
        inertia: Mat3,
        shapes: impl Iterator<Item = (Vec3, Mat3)>,
        pairs: &[Mat3],
    ) -> Self {
        let (mut translations, mut slopes, mut rotations) = (vec![], vec![], vec![]);
        for (translation, product) in shapes {
            translations.push(translation);
            slopes.push(moment(&product).map(|x| 2.0 * x));
            rotations.push(vector_product(&product));
        }
        let n = translations.len();
        let pair = |(k, product): (usize, &Mat3)| {
            let (six, cross) = (moment(product), vector_product(product));
            let own = k / n == k % n;
            std::array::from_fn(|k| {
                if k < 6 {
                    six[k]
                } else if own {
                    0.0
                } else {
                    cross[k - 6]
                }
            })
        };
        let pairs = pairs.iter().enumerate().map(pair).collect();
        Invariants { mass, first_moment, inertia, translations, rotations, inertia_slopes: slopes, pairs }
    }

    /// The same in axes in which the present ones are the columns of `axes`.
    pub fn rotated(&self, axes: &Mat3) -> Self {
        let six = |own: &[f64; 6]| {
            let turned = *axes * tensor(own) * axes.transpose();
            ENTRIES.map(|[i, j]| turned.0[i][j])
        };
        let pair = |own: &[f64; PAIR]| {
            let (moments, product) = (six(&std::array::from_fn(|k| own[k])), *axes * Vec3::from_slice(&own[6..]));
            std::array::from_fn(|k| if k < 6 { moments[k] } else { product[k - 6] })
        };
        Invariants {
            mass: self.mass,
            first_moment: *axes * self.first_moment,
            inertia: *axes * self.inertia * axes.transpose(),
            translations: self.translations.iter().map(|x| *axes * *x).collect(),
            rotations: self.rotations.iter().map(|x| *axes * *x).collect(),
            inertia_slopes: self.inertia_slopes.iter().map(six).collect(),
            pairs: self.pairs.iter().map(pair).collect(),
        }
    }

    /// Number of shapes.
    pub fn count(&self) -> usize {
        self.translations.len()
    }

    /// ∫ρ r dV.
    pub(super) fn moment_at(&self, eta: &[f64]) -> Vec3 {
        self.translations.iter().zip(eta).fold(self.first_moment, |sum, (s, eta)| sum + *s * *eta)
    }

    /// Σ_j of the numbers of the pairs (i, j) times each of the given amplitudes.
    #[inline]
    pub(super) fn pair_sums<const K: usize>(&self, i: usize, amplitudes: [&[f64]; K]) -> [[f64; PAIR]; K] {
        let n = self.count();
        let mut sums = [[0.0; PAIR]; K];
        for (j, pair) in self.pairs[i * n..(i + 1) * n].iter().enumerate() {
            for (sum, amplitudes) in sums.iter_mut().zip(&amplitudes) {
                let x = amplitudes[j];
                (0..PAIR).for_each(|k| sum[k] += pair[k] * x);
            }
        }
        sums
    }

    /// ∂J/∂η_i from the sum of its pairs times η.
    #[inline]
    pub(super) fn inertia_slope(&self, i: usize, sums: &[f64; PAIR]) -> Mat3 {
        let own = &self.inertia_slopes[i];
        tensor(&std::array::from_fn(|k| own[k] + 2.0 * sums[k]))
    }

    /// ∫ρ r × Ψ_i dV from the sum of its pairs times η.
    #[inline]
    pub(super) fn rotation_at(&self, i: usize, sums: &[f64; PAIR]) -> Vec3 {
        self.rotations[i] - cross(sums)
    }
}

/// The vector product in the numbers of a pair, or of sums of them.
#[inline]
pub(super) fn cross(pair: &[f64; PAIR]) -> Vec3 {
    Vec3([pair[6], pair[7], pair[8]])
}

/// The inertia in the numbers of a pair, or of sums of them.
#[inline]
pub(super) fn inertia(pair: &[f64; PAIR]) -> Mat3 {
    tensor(&[pair[0], pair[1], pair[2], pair[3], pair[4], pair[5]])
}
