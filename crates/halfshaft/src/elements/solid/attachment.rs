//! A frame that moves with a set of nodes in the mean, so that joints, loads and bodies fit a mesh.

use crate::math::{Mat3, Vec3};
use crate::mesh::{CellFace, FaceShape, Mesh};
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// A pose node that follows a set of point nodes in the mean.
///
/// ```text
/// d_i = R_Aᵀ (x_i − x_A):     Σ w_i (d_i − X_i) = 0,     1/ℓ Σ m_i × d_i = 0
/// ```
///
/// X_i are the positions of the nodes in the frame at the start. On a surface w_i = ∫N_i dA and m_i = ∫X N_i dA, relative to the area:
/// position and rotation are the mean ones of the surface, and the reactions are the nodal forces of tractions that vary linearly over it.
/// On nodes alone w_i is equal for all, and m_i = w_i X_i. The surface may deform otherwise: the frame adds no stiffness. ℓ is the size of the
/// surface, so that all six equations are lengths. Nodes on one line do not determine the rotation about it.
///
/// The linear equations of Géradin & Cardona 2001 (section 11.3) hold inside a superelement; these hold for any rotation.
pub struct MeanFrame {
    /// The frame, followed by the points.
    nodes: Vec<NodeId>,
    points: Vec<Attached>,
    length: f64,
    /// Σ w_i X_i.
    mean: Vec3,
}

/// A node of a set: weight, first moment of its area, and position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attached {
    /// The node in its mesh.
    pub node: u32,
    /// w.
    pub weight: f64,
    /// m, in the axes of the frame.
    pub moment: Vec3,
    /// X, in the axes of the frame.
    pub position: Vec3,
}

impl Attached {
    /// The nodes of a surface, for a frame with this origin and these axes; `None` if the surface has no area.
    pub fn on_surface(mesh: &Mesh, faces: &[CellFace], origin: Vec3, axes: &Mat3) -> Option<Vec<Attached>> {
        let mut weights = vec![(0.0, Vec3::zero()); mesh.positions.len()];
        let mut whole = 0.0;
        for &face in faces {
            let nodes = mesh.face_nodes(face);
            let positions: Vec<Vec3> = nodes.iter().map(|&node| mesh.positions[node as usize]).collect();
            FaceShape::of(nodes.len()).integrate(&positions, |n, x, area| {
                let area = area.norm();
                whole += area;
                for (&node, n) in nodes.iter().zip(n) {
                    let own = &mut weights[node as usize];
                    own.0 += n * area;
                    own.1 += axes.transpose_times(x - origin) * (n * area);
                }
            });
        }
        let attached = |node: u32| {
            let (weight, moment) = weights[node as usize];
            let position = axes.transpose_times(mesh.positions[node as usize] - origin);
            Attached { node, weight: weight / whole, moment: moment * (1.0 / whole), position }
        };
        (whole > 0.0).then(|| mesh.nodes_on(faces).into_iter().map(attached).collect())
    }

    /// Nodes of equal weight, for a frame with this origin and these axes.
    pub fn on_nodes(mesh: &Mesh, nodes: &[u32], origin: Vec3, axes: &Mat3) -> Vec<Attached> {
        let weight = 1.0 / nodes.len() as f64;
        let attached = |&node: &u32| {
            let position = axes.transpose_times(mesh.positions[node as usize] - origin);
            Attached { node, weight, moment: position * weight, position }
        };
        nodes.iter().map(attached).collect()
    }

    /// The mean position, in the axes of the frame.
    pub fn centre(points: &[Attached]) -> Vec3 {
        points.iter().fold(Vec3::zero(), |sum, point| sum + point.position * point.weight)
    }
}

impl MeanFrame {
    /// A frame on points; `nodes` gives the node of each, the ground for one that never moves.
    pub fn new(frame: NodeId, points: Vec<Attached>, nodes: impl Fn(u32) -> NodeId) -> Self {
        let mean = Attached::centre(&points);
        let squares = points.iter().map(|p| p.moment.dot(p.position)).sum::<f64>() - mean.dot(mean);
        let length = if squares > 0.0 { squares.sqrt() } else { 1.0 };
        let nodes = std::iter::once(frame).chain(points.iter().map(|point| nodes(point.node))).collect();
        // Moments about the mean: the rotation is then independent of the origin.
        MeanFrame { nodes, points, length, mean }
    }

    /// The moment of a point about the mean position, over ℓ.
    fn arm(&self, point: &Attached) -> Vec3 {
        (point.moment - self.mean * point.weight) * (1.0 / self.length)
    }

    /// g_i: the reaction on a point in the axes of the frame.
    fn reaction(&self, point: &Attached, multipliers: &[f64]) -> Vec3 {
        let (force, couple) = (Vec3::from_slice(multipliers), Vec3::from_slice(&multipliers[3..]));
        force * point.weight + couple.cross(self.arm(point))
    }
}

impl MeshElement for MeanFrame {
    const CONSTRAINTS: usize = 6;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        (1..self.nodes.len()).for_each(|k| couple(&[0, k as u32]));
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        let frame = at.motion(0).at;
        for (k, point) in self.points.iter().enumerate() {
            let g = self.reaction(point, at.multipliers);
            let d = frame.r.transpose_times(at.motion(k + 1).at.x - frame.x);
            let force = frame.r * g;
            rows.force(k + 1, force);
            rows.force(0, -force);
            rows.torque(0, g.cross(d));
        }
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let frame = at.motion(0).at;
        let (r, turn) = (frame.r, at.increment_tangent(0));
        let stiffness = weights.force_row * weights.position;
        for (k, point) in self.points.iter().enumerate() {
            let d = r.transpose_times(at.motion(k + 1).at.x - frame.x);
            let [weight, arm] = [Mat3::identity() * point.weight, self.arm(point).skew()];
            // Φ_q by the point, by the frame's position and by its rotation in its own axes: δd = Rᵀ(δx − δx_A) + d × δθ.
            let by_point = r.transpose();
            for (rows, factor) in [(0, weight), (3, arm)] {
                let (of_point, of_turn) = (factor * by_point, factor * d.skew());
                for i in 0..3 {
                    for j in 0..3 {
                        blocks.add_gradient(rows + i, k + 1, j, of_point.0[i][j], weights);
                        blocks.add_gradient(rows + i, 0, j, -of_point.0[i][j], weights);
                        blocks.add_gradient(rows + i, 0, 3 + j, of_turn.0[i][j], weights);
                    }
                }
            }
            if stiffness == 0.0 {
                continue;
            }
            let g = self.reaction(point, at.multipliers).skew();
            // δ(R g) = R (δθ × g), δ(g × d) = g × δd, with δθ through T of the increment.
            let forces = r * g * turn * -stiffness;
            let torques = g * by_point * stiffness;
            let own = g * d.skew() * turn * stiffness;
            let mut add = |pair: [usize; 2], rows: usize, columns: usize, entries: &Mat3| {
                let Some(block) = blocks.block(k, 2, pair[0], pair[1]) else { return };
                for (j, column) in block[columns..columns + 3].iter_mut().enumerate() {
                    (0..3).for_each(|i| column[rows + i] += entries.0[i][j]);
                }
            };
            add([1, 0], 0, 3, &forces);
            add([0, 0], 0, 3, &(forces * -1.0));
            add([0, 1], 3, 0, &torques);
            add([0, 0], 3, 0, &(torques * -1.0));
            add([0, 0], 3, 3, &own);
        }
    }

    fn constraints(&self, at: &MeshState, values: &mut [[f64; 3]]) {
        let frame = at.motion(0);
        let (r, w) = (frame.at.r, frame.w);
        let mut sums = [[Vec3::zero(); 3]; 2];
        for (k, point) in self.points.iter().enumerate() {
            let own = at.motion(k + 1);
            let d = r.transpose_times(own.at.x - frame.at.x);
            let relative = r.transpose_times(own.v - frame.v);
            let rate = relative + d.cross(w);
            let second = r.transpose_times(own.dv - frame.dv) + relative.cross(w) + rate.cross(w) + d.cross(frame.dw);
            for (n, x) in [d - point.position, rate, second].into_iter().enumerate() {
                sums[0][n] += x * point.weight;
            }
            for (n, x) in [d, rate, second].into_iter().enumerate() {
                sums[1][n] += self.arm(point).cross(x);
            }
        }
        for (k, value) in values.iter_mut().enumerate() {
            *value = std::array::from_fn(|n| sums[k / 3][n][k % 3]);
        }
    }

    fn energy(&self, _at: &MeshState) -> Energy {
        Energy::default()
    }
}
