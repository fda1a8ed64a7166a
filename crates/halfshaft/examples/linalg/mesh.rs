//! Plain finite elements for the benches: hex8 and hex20 solids on structured grids.

use halfshaft::linalg::sparse::pattern::{Pattern, PatternBuilder, SparseMatrix};

/// Elastic constants and density.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// Young's modulus in Pa.
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// Density in kg/m³.
    pub density: f64,
}

/// Steel of the reference solutions.
pub const STEEL: Material = Material { young: 210e9, poisson: 0.3, density: 7800.0 };

/// Nodes and elements.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Coordinates of the nodes.
    pub nodes: Vec<[f64; 3]>,
    /// Nodes of each element: 8 or 20.
    pub elements: Vec<Vec<usize>>,
    /// Whether all elements have the same shape and orientation.
    pub uniform: bool,
}

/// Corners of the reference cube.
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

/// Corners and mid-edges of the reference cube.
fn reference_nodes(quadratic: bool) -> Vec<[f64; 3]> {
    let mut nodes = CORNERS.to_vec();
    if quadratic {
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)] {
            nodes.push(std::array::from_fn(|k| 0.5 * (CORNERS[a][k] + CORNERS[b][k])));
        }
    }
    nodes
}

impl Mesh {
    /// A box of hexahedra. With `closed`, the last layer along x is the first one: a ring, if `place` bends it.
    pub fn grid(
        cells: [usize; 3],
        quadratic: bool,
        closed: bool,
        place: impl Fn([f64; 3]) -> [f64; 3],
        uniform: bool,
    ) -> Mesh {
        // Lattice at half a cell: every node has even or one odd coordinate.
        let [nx, ny, nz] = cells.map(|c| 2 * c + 1);
        let mut number = vec![usize::MAX; nx * ny * nz];
        let mut mesh = Mesh { nodes: Vec::new(), elements: Vec::new(), uniform };
        let reference = reference_nodes(quadratic);
        for x in 0..cells[0] {
            for y in 0..cells[1] {
                for z in 0..cells[2] {
                    let element = reference.iter().map(|r| {
                        let mut at = [x, y, z].map(|c| 2 * c + 1);
                        (0..3).for_each(|k| at[k] = (at[k] as f64 + r[k]) as usize);
                        if closed && at[0] == 2 * cells[0] {
                            at[0] = 0;
                        }
                        let index = (at[0] * ny + at[1]) * nz + at[2];
                        if number[index] == usize::MAX {
                            number[index] = mesh.nodes.len();
                            let share = std::array::from_fn(|k| at[k] as f64 / (2 * cells[k]) as f64);
                            mesh.nodes.push(place(share));
                        }
                        number[index]
                    });
                    let element = element.collect();
                    mesh.elements.push(element);
                }
            }
        }
        mesh
    }

    /// A box of given edges.
    pub fn cuboid(cells: [usize; 3], edges: [f64; 3], quadratic: bool) -> Mesh {
        Mesh::grid(cells, quadratic, false, |s| std::array::from_fn(|k| s[k] * edges[k]), true)
    }

    /// A ring of rectangular section about z.
    pub fn ring(cells: [usize; 3], radius: f64, section: [f64; 2], quadratic: bool) -> Mesh {
        let bend = |s: [f64; 3]| {
            let (angle, r) = (std::f64::consts::TAU * s[0], radius + section[0] * s[1]);
            [r * angle.cos(), r * angle.sin(), section[1] * s[2]]
        };
        Mesh::grid(cells, quadratic, true, bend, false)
    }

    /// The pattern of its stiffness without the fixed nodes, and the number of each node in it.
    pub fn pattern(&self, fixed: &[bool]) -> (Pattern, Vec<usize>) {
        let mut free = vec![usize::MAX; self.nodes.len()];
        let mut count = 0;
        for (k, &held) in fixed.iter().enumerate() {
            if !held {
                free[k] = count;
                count += 1;
            }
        }
        let mut builder = PatternBuilder::new(std::iter::repeat_n(3, count));
        for element in &self.elements {
            let nodes: Vec<usize> = element.iter().map(|&k| free[k]).filter(|&k| k != usize::MAX).collect();
            builder.couple_all(&nodes);
        }
        (builder.finish().expect("at most 100 000 unknowns"), free)
    }

    /// Adds k·K + m·M.
    pub fn assemble(
        &self,
        pattern: &Pattern,
        free: &[usize],
        material: Material,
        [k, m]: [f64; 2],
        to: &mut SparseMatrix,
    ) {
        let quadratic = self.elements[0].len() == 20;
        let mut local = None;
        for element in &self.elements {
            if local.is_none() || !self.uniform {
                let at: Vec<[f64; 3]> = element.iter().map(|&k| self.nodes[k]).collect();
                local = Some(element_matrices(&at, quadratic, material));
            }
            let Some((stiffness, mass)) = &local else { continue };
            let n = element.len();
            for (a, &i) in element.iter().enumerate().filter(|&(_, &i)| free[i] != usize::MAX) {
                for (b, &j) in element.iter().enumerate().filter(|&(_, &j)| free[j] != usize::MAX) {
                    let Some(slot) = pattern.slot(free[i], free[j]) else { continue };
                    let block = to.block_mut(pattern, slot);
                    for c in 0..3 {
                        for r in 0..3 {
                            block[3 * c + r] += k * stiffness[(3 * b + c) * 3 * n + 3 * a + r];
                        }
                        block[3 * c + c] += m * mass[b * n + a];
                    }
                }
            }
        }
    }
}

/// Stiffness (by columns, node by node) and consistent mass (one per pair of nodes) of a hexahedron.
fn element_matrices(at: &[[f64; 3]], quadratic: bool, material: Material) -> (Vec<f64>, Vec<f64>) {
    let n = at.len();
    let reference = reference_nodes(quadratic);
    let gauss: Vec<(f64, f64)> = if quadratic {
        let x = 0.6_f64.sqrt();
        vec![(-x, 5.0 / 9.0), (0.0, 8.0 / 9.0), (x, 5.0 / 9.0)]
    } else {
        let x = 1.0 / 3.0_f64.sqrt();
        vec![(-x, 1.0), (x, 1.0)]
    };
    let Material { young, poisson, density } = material;
    let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    let mu = young / (2.0 * (1.0 + poisson));
    let (mut stiffness, mut mass) = (vec![0.0; 9 * n * n], vec![0.0; n * n]);
    for &(x, wx) in &gauss {
        for &(y, wy) in &gauss {
            for &(z, wz) in &gauss {
                let shapes: Vec<(f64, [f64; 3])> = reference.iter().map(|r| shape(*r, [x, y, z], quadratic)).collect();
                let mut jacobian = [[0.0; 3]; 3];
                for (node, (_, d)) in at.iter().zip(&shapes) {
                    (0..3).for_each(|i| (0..3).for_each(|j| jacobian[i][j] += d[i] * node[j]));
                }
                let (inverse, determinant) = inverse(jacobian);
                let w = wx * wy * wz * determinant;
                let gradient: Vec<[f64; 3]> = shapes
                    .iter()
                    .map(|(_, d)| std::array::from_fn(|i| (0..3).map(|j| inverse[i][j] * d[j]).sum()))
                    .collect();
                for a in 0..n {
                    for b in 0..n {
                        mass[b * n + a] += w * density * shapes[a].0 * shapes[b].0;
                        let (ga, gb) = (gradient[a], gradient[b]);
                        let dot: f64 = (0..3).map(|k| ga[k] * gb[k]).sum();
                        for r in 0..3 {
                            for c in 0..3 {
                                let mut value = lambda * ga[r] * gb[c] + mu * ga[c] * gb[r];
                                if r == c {
                                    value += mu * dot;
                                }
                                stiffness[(3 * b + c) * 3 * n + 3 * a + r] += w * value;
                            }
                        }
                    }
                }
            }
        }
    }
    (stiffness, mass)
}

/// Value and derivatives of the shape function of a reference node.
fn shape(r: [f64; 3], x: [f64; 3], quadratic: bool) -> (f64, [f64; 3]) {
    let linear: [f64; 3] = std::array::from_fn(|k| 1.0 + r[k] * x[k]);
    let Some(mid) = r.iter().position(|&c| c == 0.0) else {
        let product = 0.125 * linear[0] * linear[1] * linear[2];
        let slope = |k: usize| 0.125 * r[k] * linear[(k + 1) % 3] * linear[(k + 2) % 3];
        if !quadratic {
            return (product, std::array::from_fn(slope));
        }
        // N = 1/8 (1+ξᵣξ)(1+ηᵣη)(1+ζᵣζ)(ξᵣξ + ηᵣη + ζᵣζ − 2)
        let sum: f64 = (0..3).map(|k| r[k] * x[k]).sum::<f64>() - 2.0;
        return (product * sum, std::array::from_fn(|k| slope(k) * sum + product * r[k]));
    };
    // N = 1/4 (1−ξ²)(1+ηᵣη)(1+ζᵣζ)
    let (b, c) = ((mid + 1) % 3, (mid + 2) % 3);
    let bubble = 1.0 - x[mid] * x[mid];
    let mut slope = [0.0; 3];
    slope[mid] = -0.5 * x[mid] * linear[b] * linear[c];
    slope[b] = 0.25 * bubble * r[b] * linear[c];
    slope[c] = 0.25 * bubble * linear[b] * r[c];
    (0.25 * bubble * linear[b] * linear[c], slope)
}

fn inverse(a: [[f64; 3]; 3]) -> ([[f64; 3]; 3], f64) {
    let minor = |i: usize, j: usize| {
        let ([p, q], [r, s]) = ([(i + 1) % 3, (i + 2) % 3], [(j + 1) % 3, (j + 2) % 3]);
        a[p][r] * a[q][s] - a[p][s] * a[q][r]
    };
    let determinant = (0..3).map(|j| a[0][j] * minor(0, j)).sum::<f64>();
    (std::array::from_fn(|i| std::array::from_fn(|j| minor(j, i) / determinant)), determinant)
}
