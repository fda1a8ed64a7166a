//! What a body is reduced to.

use std::collections::BTreeMap;

use crate::elements::solid::Attached;
use crate::math::Vec3;
use crate::mesh::{CellFace, FaceShape, Mesh};

/// The form of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Static shapes of the boundary and modes with the boundary fixed.
    Primal,
    /// Free-free modes and residual attachment shapes.
    Dual,
    /// No shapes: a rigid body.
    Rigid,
}

/// What a body is reduced to.
pub struct Options {
    /// The form.
    pub basis: Basis,
    /// Number of elastic modes.
    pub modes: usize,
    /// Its boundary.
    pub boundary: Vec<Boundary>,
    /// Whether the static shapes of the centrifugal forces of all rotations are included.
    pub rotation_shapes: bool,
    /// The boundary frame that the floating frame is fixed to; `None` for Buckens' frame, which moves with the body in the mean.
    pub floating: Option<usize>,
    /// Whether the stresses of steady rotations stiffen the body; only for a floating frame that is fixed to a boundary frame.
    pub stiffening: bool,
    /// Nodes at which displacements and stresses are recovered, with their names.
    pub points: Vec<(String, u32)>,
    /// The boundary frame relative to which displacements of points are given.
    pub reference: Option<usize>,
}

/// A part of the boundary of a body.
#[derive(Clone, Debug)]
pub enum Boundary {
    /// A frame that moves with a surface or a set of nodes in the mean.
    Frame {
        /// Its name.
        name: String,
        /// Its origin, in the axes of the mesh.
        origin: Vec3,
        /// The nodes with their weights, about the origin.
        points: Vec<Attached>,
    },
    /// All displacements of some nodes.
    Nodes(Vec<u32>),
    /// The mean displacement of a zone along its normal, or a pressure on it.
    Zone {
        /// Its name.
        name: String,
        /// Weights of the displacements of nodes.
        weights: Vec<(u32, Vec3)>,
    },
    /// Forces on nodes whose static shape is included, as those of a pressure on a surface or a zone of it. Loads come behind all frames.
    Load {
        /// Its name.
        name: String,
        /// Nodes and forces, in the axes of the mesh.
        forces: Vec<(u32, Vec3)>,
    },
}

impl Boundary {
    /// A unit pressure on faces of a mesh.
    pub fn pressure(name: impl Into<String>, mesh: &Mesh, faces: &[CellFace]) -> Boundary {
        let mut sums: BTreeMap<u32, Vec3> = BTreeMap::new();
        for &face in faces {
            let nodes = mesh.face_nodes(face);
            let positions: Vec<Vec3> = nodes.iter().map(|&node| mesh.positions[node as usize]).collect();
            FaceShape::of(nodes.len()).integrate(&positions, |n, _, area| {
                for (&node, n) in nodes.iter().zip(n) {
                    *sums.entry(node).or_insert(Vec3::zero()) += area * -*n;
                }
            });
        }
        Boundary::Load { name: name.into(), forces: sums.into_iter().collect() }
    }
}
