//! Large systems: a cantilever of hexahedra, and a rope of points and springs.

use std::sync::Arc;

use halfshaft::elements::solid::{Elastic, Law, SolidElasticity, SolidInertia, SolidMesh, SolidWeight};
use halfshaft::elements::{Gravity, RigidBody, Spring};
use halfshaft::laws::SpringLaw;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::structured::block;
use halfshaft::system::{AddTo, Frame, NodeId, System, SystemBuilder};

const GRAVITY: Vec3 = Vec3([0.0, 0.0, -9.81]);

/// A block of rubber of 1 m with these numbers of cells, held on its face x−, under its weight from rest.
pub fn cantilever(cells: [usize; 3]) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let mesh = block([1.0, 0.3, 0.3], cells);
    let least = mesh.positions.iter().map(|x| x.0[0]).fold(f64::INFINITY, f64::min);
    let mut node = |x: &Vec3| match x.0[0] == least {
        true => NodeId::GROUND,
        false => builder.point_node("node", *x, Vec3::zero()),
    };
    let nodes: Vec<_> = mesh.positions.iter().map(&mut node).collect();
    let solid = Arc::new(SolidMesh { mesh, nodes });
    let elastic = Elastic::new(Law::NeoHookean, 5e6, 0.45);
    builder.add_mesh("solid", SolidElasticity::new(solid.clone(), elastic, 1e-4, false));
    builder.add_mesh("solid", SolidInertia::new(solid.clone(), 1100.0, 0.0, false));
    builder.add_mesh("weight", SolidWeight::new(solid, 1100.0, GRAVITY));
    builder.finish()
}

/// A rope of this many points and springs, held at its first point, that falls sideways.
pub fn rope(points: usize) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let (length, mass) = (0.01, 0.01);
    let frame = |node| Frame { node, offset: Vec3::zero(), axes: Mat3::identity() };
    let mut last = NodeId::GROUND;
    for i in 0..points {
        let x = Vec3([(i + 1) as f64 * length, 0.0, 0.0]);
        let node = builder.point_node(format!("point {i}"), x, Vec3([0.0, 0.05 * (0.3 * i as f64).sin(), 0.0]));
        RigidBody { node, mass, inertia: Mat3([[0.0; 3]; 3]) }.add_to(&mut builder, "point");
        Gravity { node, mass, field: GRAVITY }.add_to(&mut builder, "weight");
        let law = SpringLaw::linear(2e4, 0.5).into();
        Spring { a: frame(last), b: frame(node), free_length: length, law }.add_to(&mut builder, "spring");
        last = node;
    }
    builder.finish()
}
