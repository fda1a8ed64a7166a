//! The cells of a mesh: shape functions, integration points, faces and edges.
//!
//! Nodes are numbered as in Abaqus and VTK: corners first, then the middles of the edges.
//! Source: Zienkiewicz, Taylor & Zhu 2013, *The finite element method: its basis and fundamentals*, chapters 3 and 6.

use crate::math::{Dual, Scalar, Vec3};

/// Maximum number of nodes of a cell.
pub const MAX_CELL_NODES: usize = 20;

/// The type of the cells of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Hexahedron of 8 nodes, trilinear.
    Hex8,
    /// Hexahedron of 20 nodes, serendipity.
    Hex20,
    /// Tetrahedron of 10 nodes.
    Tet10,
    /// Wedge of 15 nodes.
    Wedge15,
}

/// A point of a quadrature rule: natural coordinates and weight.
pub type QuadraturePoint = ([f64; 3], f64);

/// Signs of the natural coordinates of the corners of a hexahedron.
const CORNERS: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];
/// The two corners of each edge, in the order of the middle nodes.
const HEX_EDGES: [[usize; 2]; 12] =
    [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]];
const TET_EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]];
const WEDGE_EDGES: [[usize; 2]; 9] = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]];
/// Corners of each face, counterclockwise as seen from outside, then the middle nodes between them.
const HEX_FACES: [&[usize]; 6] = [
    &[0, 3, 2, 1, 11, 10, 9, 8],
    &[4, 5, 6, 7, 12, 13, 14, 15],
    &[0, 1, 5, 4, 8, 17, 12, 16],
    &[1, 2, 6, 5, 9, 18, 13, 17],
    &[2, 3, 7, 6, 10, 19, 14, 18],
    &[3, 0, 4, 7, 11, 16, 15, 19],
];
const TET_FACES: [&[usize]; 4] = [&[0, 2, 1, 6, 5, 4], &[0, 1, 3, 4, 8, 7], &[1, 2, 3, 5, 9, 8], &[2, 0, 3, 6, 7, 9]];
const WEDGE_FACES: [&[usize]; 5] = [
    &[0, 2, 1, 8, 7, 6],
    &[3, 4, 5, 9, 10, 11],
    &[0, 1, 4, 3, 6, 13, 9, 12],
    &[1, 2, 5, 4, 7, 14, 10, 13],
    &[2, 0, 3, 5, 8, 12, 11, 14],
];

impl Cell {
    /// Number of nodes.
    pub fn nodes(self) -> usize {
        match self {
            Cell::Hex8 => 8,
            Cell::Hex20 => 20,
            Cell::Tet10 => 10,
            Cell::Wedge15 => 15,
        }
    }

    /// Number of corners, which are the first nodes.
    pub fn corners(self) -> usize {
        match self {
            Cell::Hex8 | Cell::Hex20 => 8,
            Cell::Tet10 => 4,
            Cell::Wedge15 => 6,
        }
    }

    /// The two corners of each edge; cells with middle nodes have them in this order.
    pub fn edges(self) -> &'static [[usize; 2]] {
        match self {
            Cell::Hex8 | Cell::Hex20 => &HEX_EDGES,
            Cell::Tet10 => &TET_EDGES,
            Cell::Wedge15 => &WEDGE_EDGES,
        }
    }

    /// The nodes of each face: corners counterclockwise as seen from outside, then the middles of the edges between
    /// them.
    pub fn faces(self) -> impl Iterator<Item = &'static [usize]> {
        let all: &'static [&'static [usize]] = match self {
            Cell::Hex8 | Cell::Hex20 => &HEX_FACES,
            Cell::Tet10 => &TET_FACES,
            Cell::Wedge15 => &WEDGE_FACES,
        };
        all.iter().map(move |face| if self == Cell::Hex8 { &face[..4] } else { face })
    }

    /// The natural coordinates of a node.
    pub fn natural(self, node: usize) -> [f64; 3] {
        let corner = |k: usize| match self {
            Cell::Hex8 | Cell::Hex20 => CORNERS[k],
            Cell::Tet10 => [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]][k],
            Cell::Wedge15 => {
                let [r, s] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]][k % 3];
                [r, s, if k < 3 { -1.0 } else { 1.0 }]
            }
        };
        match node.checked_sub(self.corners()) {
            None => corner(node),
            Some(edge) => {
                let [a, b] = self.edges()[edge].map(corner);
                std::array::from_fn(|i| 0.5 * (a[i] + b[i]))
            }
        }
    }

    /// The shape functions at natural coordinates.
    pub fn shape<S: Scalar>(self, at: [S; 3]) -> [S; MAX_CELL_NODES] {
        let mut n = [S::zero(); MAX_CELL_NODES];
        match self {
            Cell::Hex8 => CORNERS.iter().zip(&mut n).for_each(|(signs, n)| *n = trilinear(at, signs) * 0.125),
            Cell::Hex20 => hex20(at, &mut n),
            Cell::Tet10 => tet10(at, &mut n),
            Cell::Wedge15 => wedge15(at, &mut n),
        }
        n
    }

    /// The derivatives of the shape functions by the natural coordinates.
    pub fn derivatives(self, at: [f64; 3]) -> [[f64; 3]; MAX_CELL_NODES] {
        let seeded: [Dual<3>; 3] =
            std::array::from_fn(|i| Dual { re: at[i], d: std::array::from_fn(|j| f64::from(u8::from(i == j))) });
        self.shape(seeded).map(|n| n.d)
    }

    /// The rule for the stiffness: full integration.
    pub fn quadrature(self) -> Vec<QuadraturePoint> {
        match self {
            Cell::Hex8 => cube(&GAUSS_2),
            Cell::Hex20 => cube(&GAUSS_3),
            Cell::Tet10 => {
                let (a, b) = (0.585_410_196_624_968_5, 0.138_196_601_125_010_5);
                let points = [[b, b, b], [a, b, b], [b, a, b], [b, b, a]];
                points.map(|point| (point, 1.0 / 24.0)).to_vec()
            }
            Cell::Wedge15 => prism(&triangle_3()),
        }
    }

    /// The rule for the mass, exact for cells with straight edges.
    pub fn mass_quadrature(self) -> Vec<QuadraturePoint> {
        match self {
            Cell::Hex8 | Cell::Hex20 => self.quadrature(),
            Cell::Tet10 => tetrahedron_14(),
            Cell::Wedge15 => prism(&TRIANGLE_6),
        }
    }

    /// The natural coordinates of the centre.
    pub fn centre(self) -> [f64; 3] {
        match self {
            Cell::Hex8 | Cell::Hex20 => [0.0; 3],
            Cell::Tet10 => [0.25; 3],
            Cell::Wedge15 => [1.0 / 3.0, 1.0 / 3.0, 0.0],
        }
    }
}

fn trilinear<S: Scalar>(at: [S; 3], signs: &[f64; 3]) -> S {
    let factor = |i: usize| at[i] * signs[i] + S::one();
    factor(0) * factor(1) * factor(2)
}

fn hex20<S: Scalar>(at: [S; 3], n: &mut [S]) {
    for (signs, n) in CORNERS.iter().zip(&mut *n) {
        let sum = at[0] * signs[0] + at[1] * signs[1] + at[2] * signs[2];
        *n = trilinear(at, signs) * (sum - S::constant(2.0)) * 0.125;
    }
    for (edge, n) in HEX_EDGES.iter().zip(&mut n[8..]) {
        let [a, b] = edge.map(|corner| CORNERS[corner]);
        let along = |i: usize| match a[i] == b[i] {
            true => at[i] * a[i] + S::one(),
            false => S::one() - at[i] * at[i],
        };
        *n = along(0) * along(1) * along(2) * 0.25;
    }
}

fn tet10<S: Scalar>([r, s, t]: [S; 3], n: &mut [S]) {
    let l = [S::one() - r - s - t, r, s, t];
    (0..4).for_each(|k| n[k] = l[k] * (l[k] * 2.0 - S::one()));
    TET_EDGES.iter().zip(&mut n[4..]).for_each(|([a, b], n)| *n = l[*a] * l[*b] * 4.0);
}

fn wedge15<S: Scalar>([r, s, z]: [S; 3], n: &mut [S]) {
    let one = S::one();
    let l = [one - r - s, r, s];
    let bubble = one - z * z;
    for k in 0..6 {
        let side = if k < 3 { one - z } else { one + z };
        n[k] = l[k % 3] * ((l[k % 3] * 2.0 - one) * side - bubble) * 0.5;
    }
    for (edge, [a, b]) in WEDGE_EDGES.iter().enumerate() {
        let side = if edge < 3 { one - z } else { one + z };
        n[6 + edge] = if edge < 6 { l[a % 3] * l[b % 3] * side * 2.0 } else { l[*a] * bubble };
    }
}

/// Gauss points of a line and their weights.
const GAUSS_2: [(f64, f64); 2] = [(-0.577_350_269_189_625_8, 1.0), (0.577_350_269_189_625_8, 1.0)];
const GAUSS_3: [(f64, f64); 3] =
    [(-0.774_596_669_241_483_4, 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.774_596_669_241_483_4, 5.0 / 9.0)];

fn cube(line: &[(f64, f64)]) -> Vec<QuadraturePoint> {
    let mut points = Vec::new();
    for &(z, wz) in line {
        for &(y, wy) in line {
            points.extend(line.iter().map(|&(x, wx)| ([x, y, z], wx * wy * wz)));
        }
    }
    points
}

fn prism(triangle: &[([f64; 2], f64)]) -> Vec<QuadraturePoint> {
    let layer = |&(z, wz): &(f64, f64)| triangle.iter().map(move |&([r, s], w)| ([r, s, z], w * wz));
    GAUSS_3.iter().flat_map(layer).collect()
}

/// Three points, exact to degree 2.
fn triangle_3() -> Vec<([f64; 2], f64)> {
    let (a, b) = (1.0 / 6.0, 2.0 / 3.0);
    [[a, a], [b, a], [a, b]].map(|point| (point, 1.0 / 6.0)).to_vec()
}

/// Six points of a triangle, exact to degree 4. Source: Dunavant 1985, table II.
pub(crate) const TRIANGLE_6: [([f64; 2], f64); 6] = {
    let (a, u) = (0.445_948_490_915_965, 0.5 * 0.223_381_589_678_011);
    let (b, v) = (0.091_576_213_509_771, 0.5 * 0.109_951_743_655_322);
    let (c, d) = (1.0 - 2.0 * a, 1.0 - 2.0 * b);
    [([a, a], u), ([c, a], u), ([a, c], u), ([b, b], v), ([d, b], v), ([b, d], v)]
};

/// Three by three points of a square.
pub(super) const SQUARE_3: [([f64; 2], f64); 9] = {
    let (a, u, v) = (GAUSS_3[2].0, GAUSS_3[0].1, GAUSS_3[1].1);
    [
        ([-a, -a], u * u),
        ([0.0, -a], u * v),
        ([a, -a], u * u),
        ([-a, 0.0], u * v),
        ([0.0, 0.0], v * v),
        ([a, 0.0], u * v),
        ([-a, a], u * u),
        ([0.0, a], u * v),
        ([a, a], u * u),
    ]
};

/// Fourteen points, exact to degree 5. Source: Walkington 2000, *Quadrature on simplices of arbitrary dimension*.
fn tetrahedron_14() -> Vec<QuadraturePoint> {
    let mut points = Vec::new();
    for (a, w) in
        [(0.310_885_919_263_300_6, 0.018_781_320_953_002_64), (0.092_735_250_310_891_23, 0.012_248_840_519_393_66)]
    {
        let b = 1.0 - 3.0 * a;
        points.extend([[a, a, a], [b, a, a], [a, b, a], [a, a, b]].map(|point| (point, w)));
    }
    let (a, w) = (0.454_496_295_874_350_4, 0.007_091_003_462_846_911);
    let b = 0.5 - a;
    let rest = [[a, a, b], [a, b, a], [b, a, a], [a, b, b], [b, a, b], [b, b, a]];
    points.extend(rest.map(|point| (point, w)));
    points
}

/// The volume of a cell with these corners and middles: positive unless it is inverted.
pub fn determinant(cell: Cell, at: [f64; 3], position: impl Fn(usize) -> Vec3) -> f64 {
    let derivatives = cell.derivatives(at);
    let mut columns = [Vec3::zero(); 3];
    for (a, d) in derivatives.iter().enumerate().take(cell.nodes()) {
        (0..3).for_each(|j| columns[j] += position(a) * d[j]);
    }
    columns[0].cross(columns[1]).dot(columns[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Cell; 4] = [Cell::Hex8, Cell::Hex20, Cell::Tet10, Cell::Wedge15];

    #[test]
    fn shape_functions_are_one_at_their_node_and_zero_at_the_others() {
        for cell in ALL {
            for a in 0..cell.nodes() {
                let n = cell.shape(cell.natural(a));
                let expected = |b: usize| f64::from(u8::from(a == b));
                (0..cell.nodes()).for_each(|b| assert!((n[b] - expected(b)).abs() < 1e-15, "{cell:?} {a} {b}"));
            }
        }
    }

    /// ∫ξ^i η^j ζ^k over the parent cell, to the degree that products of shape functions need.
    #[test]
    fn the_rules_of_the_mass_integrate_polynomials_exactly() {
        let factorial = |n: i32| (1..=n).map(f64::from).product::<f64>();
        let line = |k: i32| if k % 2 == 0 { 2.0 / f64::from(k + 1) } else { 0.0 };
        for cell in ALL {
            let degree = if cell == Cell::Hex8 { 2 } else { 4 };
            for (i, j, k) in
                (0..=degree).flat_map(|i| (0..=degree).flat_map(move |j| (0..=degree).map(move |k| (i, j, k))))
            {
                let exact = match cell {
                    Cell::Hex8 | Cell::Hex20 => line(i) * line(j) * line(k),
                    Cell::Tet10 => factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3),
                    Cell::Wedge15 => factorial(i) * factorial(j) / factorial(i + j + 2) * line(k),
                };
                let simplex = match cell {
                    Cell::Tet10 => i + j + k,
                    Cell::Wedge15 => i + j,
                    _ => 0,
                };
                if simplex > degree {
                    continue;
                }
                let term = |&([x, y, z], w): &QuadraturePoint| w * x.powi(i) * y.powi(j) * z.powi(k);
                let sum: f64 = cell.mass_quadrature().iter().map(term).sum();
                // The printed digits of the rules.
                assert!((sum - exact).abs() < 1e-14, "{cell:?} {i} {j} {k}: {sum} {exact}");
            }
        }
    }

    #[test]
    fn faces_are_counterclockwise_from_outside_and_close_the_cell() {
        for cell in ALL {
            let corner = |k: usize| Vec3(cell.natural(k));
            let mut volume = 0.0;
            for face in cell.faces() {
                let corners = if cell.nodes() == 8 { 4 } else { face.len() / 2 };
                let first = corner(face[0]);
                for k in 1..corners - 1 {
                    volume += first.dot(corner(face[k]).cross(corner(face[k + 1]))) / 6.0;
                }
                for k in 0..face.len() - corners {
                    let (a, b) = (face[k], face[(k + 1) % corners]);
                    let middle = (corner(a) + corner(b)) * 0.5;
                    assert_eq!(middle, corner(face[corners + k]), "{cell:?} {face:?}");
                }
            }
            let whole: f64 = cell.quadrature().iter().map(|(_, w)| w).sum();
            assert!((volume - whole).abs() < 1e-14, "{cell:?}: {volume} {whole}");
        }
    }
}
