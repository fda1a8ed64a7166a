//! Specimens for the generic check: a small body deep behind a wide face of another one, away from kinks.

use std::sync::Arc;

use super::{Faces, Skin, SuperelementContact};
use crate::elements::contact::solid::SurfaceLaw;
use crate::elements::superelement::specimens::body;
use crate::elements::superelement::{ReducedBody, ShapesOnMesh};
use crate::laws::Friction;
use crate::math::Vec3;
use crate::mesh::structured::block;
use crate::mesh::{CellFace, Mesh};
use crate::system::{NodeId, Pose, System, SystemBuilder, Twist};

/// A body with the shapes of the specimens of superelements, on a mesh that deforms smoothly.
fn meshed(mesh: &Mesh, modes: usize) -> Arc<ReducedBody> {
    let bare = body();
    let wave = |k: usize, x: Vec3| {
        let phase = 0.7 * x[0] + 0.4 * x[1] - 0.5 * x[2] + k as f64;
        Vec3([phase.sin(), (1.3 * phase).cos(), (0.8 * phase + 1.0).sin()]) * 0.2
    };
    let displacements = (0..modes).map(|k| mesh.positions.iter().map(|x| wave(k, *x)).collect()).collect();
    let shown = ShapesOnMesh {
        positions: mesh.positions.clone(),
        origin: Vec3::zero(),
        blocks: mesh.blocks.clone(),
        displacements,
        ..ShapesOnMesh::default()
    };
    let stiffness = bare.stiffness[..modes].to_vec();
    Arc::new(ReducedBody { shown: Some(Arc::new(shown)), stiffness, length: 10.0, ..(*bare).clone() })
}

fn face(mesh: &Mesh, name: &str) -> Vec<CellFace> {
    mesh.region(name).map(|(_, faces)| faces).unwrap_or_default()
}

/// The specimen with this number of amplitudes of both bodies, on faces of 4 or 8 nodes.
pub(crate) fn contact(modes: [usize; 2], quadratic: bool) -> Arc<System> {
    let made = |mesh: Mesh| if quadratic { mesh.with_middles() } else { mesh };
    let mut small = made(block([0.6, 0.5, 0.4], [1, 1, 1]));
    small.positions.iter_mut().for_each(|x| *x += Vec3([0.1, -0.2, 0.0]));
    let mut wide = made(block([90.0, 90.0, 1.0], [1, 1, 1]));
    // Behind its upper face, wherever both bodies are.
    let shift = Vec3([0.0, 0.0, 6.0 - wide.positions.iter().map(|x| x[2]).fold(0.0, f64::max)]);
    let middle = wide.positions.iter().fold(Vec3::zero(), |sum, x| sum + *x) * (1.0 / wide.positions.len() as f64);
    wide.positions.iter_mut().for_each(|x| *x = *x + shift - Vec3([middle[0], middle[1], 0.0]));
    let bodies = [meshed(&small, modes[0]), meshed(&wide, modes[1])];
    let skins = [(&bodies[0], face(&small, "z-")), (&bodies[1], face(&wide, "z+"))];
    // The corners of the wide face are far away from the small one.
    let [Some(first), Some(second)] = skins.map(|(body, faces)| Skin::new(body.clone(), &faces, Faces::Smooth, 2))
    else {
        return SystemBuilder::new().finish();
    };
    let mut builder = SystemBuilder::new();
    let frames = ["first", "second"].map(|name| builder.pose_node(name, Pose::IDENTITY, Twist::ZERO));
    let amplitudes: [Vec<NodeId>; 2] = [0, 1].map(|k| builder.amplitudes("specimen", &vec![1.0; modes[k]]));
    let friction = Some(Friction::Regularised { coefficient: 0.3, velocity: 4000.0 });
    let law = SurfaceLaw { stiffness: 1.3, damping: 0.0, damping_depth: 1.0, hysteresis: 0.01, friction };
    let nodes = [(frames[0], &amplitudes[0][..]), (frames[1], &amplitudes[1][..])];
    builder.add_mesh("specimen", SuperelementContact::new([first, second], nodes, 40.0, law));
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bodies_of_the_specimen_touch() {
        for (modes, quadratic) in [([3, 8], false), ([7, 2], true), ([0, 0], true)] {
            let system = contact(modes, quadratic);
            let mut rows = vec![0.0; system.unknowns()];
            system.residual(&system.state(), &mut rows);
            // Pressures of 1.3 times about 6 m on 0.3 m², half of them from the points of the small face.
            let force = -Vec3::from_slice(&rows);
            assert!(force[2] > 0.8 && force[2] < 1.6, "{force:?}");
            assert!(rows[12..].iter().all(|row| *row != 0.0));
        }
    }
}
