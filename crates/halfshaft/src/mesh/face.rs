//! Faces of cells: quadrilaterals and triangles with shape functions and integration points of their own.

use super::cell::{SQUARE_3, TRIANGLE_6};
use crate::math::{Dual, Scalar, Vec3};

/// Maximum number of nodes of a face.
pub const MAX_FACE_NODES: usize = 8;

/// The shape of a face, by its number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceShape {
    /// Quadrilateral of 4 nodes.
    Quad4,
    /// Quadrilateral of 8 nodes.
    Quad8,
    /// Triangle of 6 nodes.
    Tri6,
}

const CORNERS: [[f64; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

impl FaceShape {
    /// The shape of a face with this number of nodes.
    pub fn of(nodes: usize) -> FaceShape {
        match nodes {
            4 => FaceShape::Quad4,
            6 => FaceShape::Tri6,
            _ => FaceShape::Quad8,
        }
    }

    /// Number of corners.
    pub fn corners(self) -> usize {
        if self == FaceShape::Tri6 { 3 } else { 4 }
    }

    /// Integration points with weights.
    pub fn quadrature(self) -> &'static [([f64; 2], f64)] {
        match self {
            FaceShape::Quad4 | FaceShape::Quad8 => &SQUARE_3,
            FaceShape::Tri6 => &TRIANGLE_6,
        }
    }

    /// The shape functions.
    pub fn shape<S: Scalar>(self, [r, s]: [S; 2]) -> [S; MAX_FACE_NODES] {
        let (one, mut n) = (S::one(), [S::zero(); MAX_FACE_NODES]);
        match self {
            FaceShape::Quad4 => {
                for ([a, b], n) in CORNERS.iter().zip(&mut n) {
                    *n = (r * *a + one) * (s * *b + one) * 0.25;
                }
            }
            FaceShape::Quad8 => {
                for ([a, b], n) in CORNERS.iter().zip(&mut n) {
                    *n = (r * *a + one) * (s * *b + one) * (r * *a + s * *b - one) * 0.25;
                }
                for k in 0..4 {
                    let ([a, b], [c, d]) = (CORNERS[k], CORNERS[(k + 1) % 4]);
                    let along = |x: S, a: f64, c: f64| if a == c { x * a + one } else { one - x * x };
                    n[4 + k] = along(r, a, c) * along(s, b, d) * 0.5;
                }
            }
            FaceShape::Tri6 => {
                let l = [one - r - s, r, s];
                for k in 0..3 {
                    n[k] = l[k] * (l[k] * 2.0 - one);
                    n[3 + k] = l[k] * l[(k + 1) % 3] * 4.0;
                }
            }
        }
        n
    }

    /// The derivatives of the shape functions.
    pub fn derivatives(self, at: [f64; 2]) -> [[f64; 2]; MAX_FACE_NODES] {
        let seeded: [Dual<2>; 2] =
            std::array::from_fn(|i| Dual { re: at[i], d: std::array::from_fn(|j| f64::from(u8::from(i == j))) });
        self.shape(seeded).map(|n| n.d)
    }

    /// Passes the shape functions, the position and the area of each integration point of a face at these positions.
    pub fn integrate(self, positions: &[Vec3], mut take: impl FnMut(&[f64; MAX_FACE_NODES], Vec3, Vec3)) {
        for &(at, weight) in self.quadrature() {
            let (n, d) = (self.shape(at), self.derivatives(at));
            let (mut x, mut tangents) = (Vec3::zero(), [Vec3::zero(); 2]);
            for (k, position) in positions.iter().enumerate() {
                x += *position * n[k];
                (0..2).for_each(|j| tangents[j] += *position * d[k][j]);
            }
            take(&n, x, tangents[0].cross(tangents[1]) * weight);
        }
    }
}
