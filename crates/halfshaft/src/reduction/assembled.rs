//! The matrices of some elements of a system, as those of a free body: beams and frames of beams.

use std::collections::BTreeMap;

use super::imported::{Coordinate, ImportedMatrices};
use crate::linalg::block::BlockMatrix;
use crate::math::{Mat3, Vec3};
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{System, Weights};

/// A block of a matrix: of the six unknowns of two nodes.
type Block = [[f64; POSE_UNKNOWNS]; POSE_UNKNOWNS];
/// The blocks of a matrix by the poses of their rows and columns.
type Blocks = BTreeMap<(usize, usize), Block>;

/// The matrices of elements, and the names of the nodes that they are on.
#[derive(Clone, Debug, PartialEq)]
pub struct AssembledElements {
    /// In the axes of the system, six unknowns for each node.
    pub matrices: ImportedMatrices,
    /// The names of the nodes, in the order of the matrices.
    pub nodes: Vec<String>,
}

impl AssembledElements {
    /// Stiffness and mass of the elements whose names are picked, about the design position of a system.
    ///
    /// K and M are the tangents of the forces by displacements and accelerations of the nodes; the rotations are turned from the axes of
    /// the nodes to those of the system. What is on the ground is held there. `None` if an element stands on other unknowns than poses, or has
    /// constraints, as the hinges of a frame.
    pub fn new(system: &System, picked: impl Fn(&str) -> bool) -> Option<Self> {
        let state = system.state();
        let still = vec![0.0; system.motion_unknowns()];
        let mut work = BlockMatrix::new(system.pattern());
        let names: Vec<&str> = system.element_names().collect();
        let own: Vec<usize> = (0..names.len()).filter(|&k| picked(names[k])).collect();
        let [position, _, acceleration] = Weights::TANGENTS;
        let both = [position, acceleration];
        let mut found = [Blocks::new(), Blocks::new()];
        let mut is_on_poses = true;
        for element in own {
            system.element_tangents(element, &state, &still, &both, &mut work, |which, row, column, x| {
                let (a, b) = (row / POSE_UNKNOWNS, column / POSE_UNKNOWNS);
                is_on_poses &= a.max(b) < system.poses();
                let block = found[which].entry((a, b)).or_insert([[0.0; POSE_UNKNOWNS]; POSE_UNKNOWNS]);
                block[row % POSE_UNKNOWNS][column % POSE_UNKNOWNS] += x;
            });
        }
        if !is_on_poses {
            return None;
        }
        let [stiffness, mass] = found;
        let mut poses: Vec<usize> = stiffness.keys().chain(mass.keys()).map(|(a, _)| *a).collect();
        poses.sort_unstable();
        poses.dedup();
        let entries = |blocks: &Blocks| {
            let mut found = Vec::new();
            for (&(a, b), block) in blocks {
                let turn = |pose: usize| state.pose(pose).rotation.matrix();
                let place = |pose: usize| (POSE_UNKNOWNS * poses.partition_point(|other| *other < pose)) as u32;
                for (i, row) in turned(block, &turn(a), &turn(b)).into_iter().enumerate() {
                    for (j, x) in row.into_iter().enumerate().filter(|(_, x)| *x != 0.0) {
                        found.push((place(a) + i as u32, place(b) + j as u32, x));
                    }
                }
            }
            found
        };
        let six = |node: usize| (0..6).map(move |component| Coordinate::Node { node: node as u32, component });
        let name = |pose: &usize| system.node_names().nth(*pose).map_or_else(String::new, |(name, _)| name.to_owned());
        Some(AssembledElements {
            matrices: ImportedMatrices {
                positions: poses.iter().map(|&pose| state.pose(pose).position).collect(),
                coordinates: (0..poses.len()).flat_map(six).collect(),
                stiffness: entries(&stiffness),
                mass: entries(&mass),
            },
            nodes: poses.iter().map(name).collect(),
        })
    }
}

/// T_a B T_bᵀ, where T turns the rotation of a node from its own axes to those of the system: δθ = Rᵀ δφ.
fn turned(block: &Block, a: &Mat3, b: &Mat3) -> Block {
    let mut new = *block;
    for row in &mut new {
        let turned = *b * Vec3::from_slice(&row[3..]);
        row[3..].copy_from_slice(&turned.0);
    }
    for column in 0..POSE_UNKNOWNS {
        let turned = *a * Vec3([new[3][column], new[4][column], new[5][column]]);
        (0..3).for_each(|i| new[3 + i][column] = turned[i]);
    }
    new
}
