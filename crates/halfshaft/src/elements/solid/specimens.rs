//! Specimens of solids for the generic check: one distorted cell.

use std::sync::Arc;

use super::{
    Attached, Elastic, Law, MeanFrame, SolidElasticity, SolidInertia, SolidMesh, SolidWeight, SurfacePressure,
};
use crate::laws::Function;
use crate::math::{Mat3, Vec3};
use crate::mesh::{Cell, CellBlock, CellFace, Mesh};
use crate::system::{Pose, System, SystemBuilder, Twist};

/// One cell about as long as two units, with all nodes moved irregularly.
fn mesh(cell: Cell) -> Mesh {
    let position = |k: usize| {
        let shift = |i: usize| 0.12 * ((7 * k + 3 * i) as f64 + 0.3).sin();
        let at = cell.natural(k);
        Vec3(std::array::from_fn(|i| at[i] + shift(i)))
    };
    let nodes = (0..cell.nodes() as u32).collect();
    let positions = (0..cell.nodes()).map(position).collect();
    Mesh { positions, blocks: vec![CellBlock { cell, nodes }], ..Mesh::default() }
}

pub(crate) fn solid(builder: &mut SystemBuilder, cell: Cell) -> Arc<SolidMesh> {
    placed(builder, cell, |x| x)
}

/// The same with its positions changed.
pub(crate) fn placed(builder: &mut SystemBuilder, cell: Cell, place: impl Fn(Vec3) -> Vec3) -> Arc<SolidMesh> {
    let mut mesh = mesh(cell);
    mesh.positions.iter_mut().for_each(|x| *x = place(*x));
    let point = |(k, x): (usize, &Vec3)| builder.point_node(format!("node {k}"), *x, Vec3::zero());
    let nodes = mesh.positions.iter().enumerate().map(point).collect();
    Arc::new(SolidMesh { mesh, nodes })
}

pub(crate) fn elasticity(cell: Cell, law: Law, viscosity: f64, plain: bool) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let solid = solid(&mut builder, cell);
    let elastic = Elastic::new(law, 2.0, 0.3);
    builder.add_mesh("specimen", SolidElasticity::new(solid, elastic, viscosity, plain));
    builder.finish()
}

pub(crate) fn inertia(cell: Cell, lumped: bool) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let solid = solid(&mut builder, cell);
    builder.add_mesh("specimen", SolidInertia::new(solid, 1.7, 0.4, lumped));
    builder.finish()
}

pub(crate) fn weight() -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let solid = solid(&mut builder, Cell::Hex20);
    builder.add_mesh("specimen", SolidWeight::new(solid, 1.7, Vec3([0.4, -0.3, 0.8])));
    builder.finish()
}

pub(crate) fn pressure(cell: Cell) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let solid = solid(&mut builder, cell);
    let faces = [0, 2].map(|face| CellFace { block: 0, cell: 0, face });
    builder.add_mesh("specimen", SurfacePressure::new(solid, &faces, Function::Constant(1.3)));
    builder.finish()
}

pub(crate) fn mean_frame(on_surface: bool) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let frame = builder.pose_node("frame", Pose::IDENTITY, Twist::ZERO);
    let solid = solid(&mut builder, Cell::Hex20);
    let faces = [CellFace { block: 0, cell: 0, face: 1 }];
    let (origin, axes) = (Vec3([0.2, -0.1, 0.7]), Mat3::identity());
    let attached = match on_surface {
        true => Attached::on_surface(&solid.mesh, &faces, origin, &axes).expect("a face has an area"),
        false => Attached::on_nodes(&solid.mesh, &[0, 3, 7, 12], origin, &axes),
    };
    builder.add_mesh("specimen", MeanFrame::new(frame, attached, |node| solid.nodes[node as usize]));
    builder.finish()
}
