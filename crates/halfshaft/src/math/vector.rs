//! Vectors of R³ and 3×3 matrices, generic in the scalar.

use super::scalar::Scalar;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub, SubAssign};

/// `three!(i => expression)`: the expression at i = 0, 1 and 2.
///
/// A macro, because `array::map` and `array::from_fn` copy wide duals several times and their closures are not always
/// inlined.
macro_rules! three {
    ($i:ident => $value:expr) => {
        [
            {
                let $i = 0_usize;
                $value
            },
            {
                let $i = 1_usize;
                $value
            },
            {
                let $i = 2_usize;
                $value
            },
        ]
    };
}
pub(crate) use three;

/// A vector of R³.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec3<S = f64>(pub [S; 3]);

/// A 3×3 matrix, by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat3<S = f64>(pub [[S; 3]; 3]);

impl<S: Scalar> Vec3<S> {
    /// The zero vector.
    pub fn zero() -> Self {
        Vec3([S::zero(); 3])
    }

    /// The same vector in another scalar.
    pub fn constant(v: Vec3<f64>) -> Self {
        Vec3(three!(i => S::constant(v[i])))
    }

    /// Scalar product.
    pub fn dot(self, o: Self) -> S {
        self[0] * o[0] + self[1] * o[1] + self[2] * o[2]
    }

    /// Vector product.
    pub fn cross(self, o: Self) -> Self {
        Vec3([self[1] * o[2] - self[2] * o[1], self[2] * o[0] - self[0] * o[2], self[0] * o[1] - self[1] * o[0]])
    }

    /// Length.
    pub fn norm(self) -> S {
        self.dot(self).sqrt()
    }

    /// Times a number.
    pub fn scale(self, k: S) -> Self {
        Vec3(three!(i => self[i] * k))
    }

    /// The matrix v~ with v~ u = v × u.
    pub fn skew(self) -> Mat3<S> {
        let (o, [x, y, z]) = (S::zero(), self.0);
        Mat3([[o, -z, y], [z, o, -x], [-y, x, o]])
    }
}

impl Vec3<f64> {
    /// The unit vector along one of the three axes.
    pub fn unit(axis: usize) -> Self {
        let mut v = Vec3::zero();
        v[axis] = 1.0;
        v
    }

    /// The first three numbers of a slice.
    pub fn from_slice(s: &[f64]) -> Self {
        Vec3([s[0], s[1], s[2]])
    }
}

impl<S: Scalar> Mat3<S> {
    /// The unit matrix.
    pub fn identity() -> Self {
        let (o, i) = (S::zero(), S::one());
        Mat3([[i, o, o], [o, i, o], [o, o, i]])
    }

    /// The same matrix in another scalar.
    pub fn constant(m: Mat3<f64>) -> Self {
        Mat3(three!(i => three!(j => S::constant(m.0[i][j]))))
    }

    /// A matrix from its columns.
    pub fn from_columns(c: [Vec3<S>; 3]) -> Self {
        Mat3(three!(i => three!(j => c[j][i])))
    }

    /// This matrix times a constant vector.
    ///
    /// For duals, this and [`Mat3::times_constant`] cost half as much as a product with constants converted to duals.
    pub fn times_constant_vector(&self, v: Vec3) -> Vec3<S> {
        Vec3(three!(i => self.0[i][0] * v[0] + self.0[i][1] * v[1] + self.0[i][2] * v[2]))
    }

    /// This matrix times a constant one.
    pub fn times_constant(&self, o: &Mat3) -> Self {
        Mat3(three!(i => three!(j => self.0[i][0] * o.0[0][j] + self.0[i][1] * o.0[1][j] + self.0[i][2] * o.0[2][j])))
    }

    /// One column.
    pub fn column(&self, j: usize) -> Vec3<S> {
        Vec3([self.0[0][j], self.0[1][j], self.0[2][j]])
    }

    /// The transpose.
    pub fn transpose(&self) -> Self {
        Mat3(three!(i => three!(j => self.0[j][i])))
    }

    /// The transpose times a vector.
    pub fn transpose_times(&self, v: Vec3<S>) -> Vec3<S> {
        Vec3(three!(j => self.column(j).dot(v)))
    }
}

impl Mat3<f64> {
    /// This constant matrix times a vector of any scalar.
    pub fn times<S: Scalar>(&self, v: Vec3<S>) -> Vec3<S> {
        Vec3(three!(i => v[0] * self.0[i][0] + v[1] * self.0[i][1] + v[2] * self.0[i][2]))
    }
}

impl<S> Index<usize> for Vec3<S> {
    type Output = S;
    fn index(&self, i: usize) -> &S {
        &self.0[i]
    }
}

impl<S> IndexMut<usize> for Vec3<S> {
    fn index_mut(&mut self, i: usize) -> &mut S {
        &mut self.0[i]
    }
}

impl<S: Scalar> Add for Vec3<S> {
    type Output = Self;
    fn add(mut self, o: Self) -> Self {
        self += o;
        self
    }
}

impl<S: Scalar> Sub for Vec3<S> {
    type Output = Self;
    fn sub(mut self, o: Self) -> Self {
        self -= o;
        self
    }
}

impl<S: Scalar> AddAssign for Vec3<S> {
    fn add_assign(&mut self, o: Self) {
        for i in 0..3 {
            self[i] += o[i];
        }
    }
}

impl<S: Scalar> SubAssign for Vec3<S> {
    fn sub_assign(&mut self, o: Self) {
        for i in 0..3 {
            self[i] -= o[i];
        }
    }
}

impl<S: Scalar> Neg for Vec3<S> {
    type Output = Self;
    fn neg(self) -> Self {
        Vec3(three!(i => -self[i]))
    }
}

impl<S: Scalar> Mul<f64> for Vec3<S> {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Vec3(three!(i => self[i] * k))
    }
}

impl<S: Scalar> Mul<Vec3<S>> for Mat3<S> {
    type Output = Vec3<S>;
    fn mul(self, v: Vec3<S>) -> Vec3<S> {
        Vec3(three!(i => self.0[i][0] * v[0] + self.0[i][1] * v[1] + self.0[i][2] * v[2]))
    }
}

impl<S: Scalar> Mul for Mat3<S> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Mat3(three!(i => three!(j => self.0[i][0] * o.0[0][j] + self.0[i][1] * o.0[1][j] + self.0[i][2] * o.0[2][j])))
    }
}

impl<S: Scalar> Add for Mat3<S> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Mat3(three!(i => three!(j => self.0[i][j] + o.0[i][j])))
    }
}

impl<S: Scalar> Mul<f64> for Mat3<S> {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Mat3(three!(i => three!(j => self.0[i][j] * k)))
    }
}
