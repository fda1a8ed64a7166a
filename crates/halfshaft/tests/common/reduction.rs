//! What tests of reductions share.

use halfshaft::elements::solid::Attached;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::Mesh;
use halfshaft::reduction::{Basis, Boundary, Options, Reduction, Structure, reduce};

/// A boundary frame that follows the mean motion of a surface.
pub fn face(mesh: &Mesh, name: &str) -> Boundary {
    let faces = &mesh.surfaces.iter().find(|(other, _)| other == name).expect("a surface").1;
    let on = |origin: Vec3| Attached::on_surface(mesh, faces, origin, &Mat3::identity()).expect("an area");
    let origin = Attached::centre(&on(Vec3::zero()));
    Boundary::Frame { name: name.into(), origin, points: on(origin) }
}

/// Options without anything but modes and a boundary.
pub fn options(basis: Basis, modes: usize, boundary: Vec<Boundary>) -> Options {
    Options {
        basis,
        modes,
        boundary,
        rotation_shapes: false,
        floating: None,
        stiffening: false,
        points: vec![],
        reference: None,
    }
}

/// A reduction that must succeed.
pub fn reduced(structure: &Structure, options: &Options) -> Reduction {
    reduce(structure, options).unwrap_or_else(|error| panic!("{error}"))
}
