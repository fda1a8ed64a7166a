//! Specimens: wheels of a module of 1 m in mesh, which deform smoothly.

use std::f64::consts::PI;
use std::sync::Arc;

use super::{FlankContact, FlankLaw, FlankedWheel, WheelPlace};
use crate::elements::superelement::specimens::body;
use crate::elements::superelement::{ReducedBody, ShapesOnMesh};
use crate::gear::{Modification, SectorDivisions, Tooth, WheelBody, WheelDrawing, WheelMesh};
use crate::laws::Friction;
use crate::math::{Mat3, Quaternion, Vec3};
use crate::system::{NodeId, Pose, System, SystemBuilder, Twist};

const TEETH: [usize; 2] = [16, 24];
const WIDTH: f64 = 3.0;

fn tooth(k: usize) -> Tooth {
    let reference = 0.5 * TEETH[k] as f64 / 0.2_f64.cos();
    let drawing = WheelDrawing {
        teeth: TEETH[k],
        internal: false,
        module: 1.0,
        pressure_angle: 20_f64.to_radians(),
        helix_angle: [0.2, -0.2][k],
        shift: 0.1,
        tip_radius: reference + 1.1,
        root_radius: reference - 1.15,
        edge_radius: 0.38,
        thinning: 0.02,
    };
    Tooth::new(drawing).expect("the drawing of the specimen is possible")
}

#[cfg(test)]
/// A wheel of the specimen with so many slices.
pub(super) fn wheel(k: usize, slices: usize) -> FlankedWheel {
    flanked(k, slices, 3)
}

fn flanked(k: usize, slices: usize, modes: usize) -> FlankedWheel {
    let (tooth, bare) = (tooth(k), body());
    let divisions = SectorDivisions::of_fineness(1);
    let body = WheelBody { face_width: WIDTH, bore_radius: 3.0, web: None };
    let modification = Modification { tip_relief: 0.01, tip_relief_length: 0.8, crowning: 0.004, ..Default::default() };
    let mesh = WheelMesh { tooth: &tooth, body, modification, divisions, quadratic: true }.whole();
    let mesh = mesh.expect("the wheel of the specimen has a mesh");
    // Long waves: the cubics along a flank have jumps of their second derivative, which differences would see.
    let wave = |mode: usize, x: Vec3| {
        let phase = 0.02 * x[0] + 0.03 * x[1] - 0.025 * x[2] + mode as f64;
        Vec3([phase.sin(), (1.3 * phase).cos(), (0.8 * phase + 1.0).sin()]) * 0.03
    };
    let shown = ShapesOnMesh {
        positions: mesh.positions.clone(),
        origin: Vec3::zero(),
        blocks: mesh.blocks.clone(),
        displacements: (0..modes).map(|i| mesh.positions.iter().map(|x| wave(i, *x)).collect()).collect(),
        ..ShapesOnMesh::default()
    };
    let body = ReducedBody {
        shown: Some(Arc::new(shown)),
        stiffness: bare.stiffness[..modes].to_vec(),
        sizes: vec![0.06; modes],
        ..(*bare).clone()
    };
    let planes = (0..slices).map(|i| WIDTH * ((i as f64 + 0.5) / slices as f64 - 0.5)).collect();
    let place = WheelPlace { origin: Vec3::zero(), axes: Mat3::identity() };
    let data = (tooth, modification, WIDTH);
    FlankedWheel::new(Arc::new(body), data, &mesh, place, planes).expect("the mesh is that of the drawing")
}

/// Two wheels in mesh: one has a tooth where the other has a space, turned until some of the flanks overlap.
pub(crate) fn teeth(modes: [usize; 2]) -> Arc<System> {
    let wheels = [0, 1].map(|k| flanked(k, 2, modes[k]));
    let distance = 0.5 * 40.0 / 0.2_f64.cos() + 0.2;
    let mut builder = SystemBuilder::new();
    let turn = PI + PI / TEETH[1] as f64 + 0.01;
    let rotation = Quaternion::exp(Vec3([0.0, 0.0, turn]));
    let poses = [Pose::IDENTITY, Pose { position: Vec3([distance, 0.0, 0.0]), rotation }];
    let frames = [0, 1].map(|k| builder.pose_node(["first", "second"][k], poses[k], Twist::ZERO));
    let amplitudes: [Vec<NodeId>; 2] = [0, 1].map(|k| builder.amplitudes("specimen", &vec![1.0; modes[k]]));
    let friction = Some(Friction::Regularised { coefficient: 0.3, velocity: 4000.0 });
    let law = FlankLaw { stiffness: 1.3, hysteresis: 0.05, friction };
    let nodes = [(frames[0], &amplitudes[0][..]), (frames[1], &amplitudes[1][..])];
    builder.add_mesh("specimen", FlankContact::new(wheels, vec![WIDTH / 2.0; 2], nodes, law));
    builder.finish()
}
