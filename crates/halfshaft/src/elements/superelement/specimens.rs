//! Specimens for the generic checks: a body of mass points that deforms in arbitrary shapes.

use std::sync::Arc;

use super::{AmplitudeDamping, BoundaryFrame, Invariants, ReducedBody, ReducedFrame, Superelement, SuperelementWeight};
use crate::math::Vec3;
use crate::system::{NodeId, Pose, System, SystemBuilder, Twist};

/// Number of amplitudes: more than one group.
const COUNT: usize = 10;

fn arbitrary(seed: usize) -> Vec3 {
    Vec3(std::array::from_fn(|i| ((7 * seed + 3 * i) as f64 * 1.37 + 0.4).sin()))
}

/// Symmetric in the two amplitudes.
fn second_order(i: usize, j: usize) -> [f64; 6] {
    let seed = 5 + (i + j) + 3 * i * j;
    std::array::from_fn(|k| 0.3 * arbitrary(seed + 7 * (k / 3))[k % 3])
}

/// A symmetric matrix with a dominant diagonal.
fn damping() -> Vec<f64> {
    let entry = |i: usize, j: usize| if i == j { 0.1 + 0.02 * i as f64 } else { 0.005 * arbitrary(i + j)[0] };
    (0..COUNT * COUNT).map(|k| entry(k / COUNT, k % COUNT)).collect()
}

/// Mass points with shapes that are orthonormal with respect to mass, and not orthogonal to rigid motions.
pub(crate) fn body() -> Arc<ReducedBody> {
    let positions: Vec<Vec3> = (0..6).map(arbitrary).collect();
    let masses: Vec<f64> = (0..6).map(|k| 0.3 + 0.1 * k as f64).collect();
    let times_mass = |x: &[Vec3]| -> Vec<Vec3> { x.iter().zip(&masses).map(|(x, m)| *x * *m).collect() };
    let mut shapes: Vec<Vec<Vec3>> = Vec::new();
    for k in 0..COUNT {
        let mut shape: Vec<Vec3> = (0..6).map(|node| arbitrary(11 + 13 * k + 5 * node)).collect();
        let dot = |a: &[Vec3], b: &[Vec3]| -> f64 { a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum() };
        for _ in 0..2 {
            for other in &shapes {
                let along = dot(&times_mass(other), &shape);
                shape.iter_mut().zip(other).for_each(|(x, o)| *x -= *o * along);
            }
        }
        let size = dot(&times_mass(&shape), &shape).sqrt();
        shapes.push(shape.into_iter().map(|x| x * (1.0 / size)).collect());
    }
    let momenta: Vec<Vec<Vec3>> = shapes.iter().map(|shape| times_mass(shape)).collect();
    let frame = |name: &str, seed: usize| ReducedFrame {
        name: name.into(),
        position: arbitrary(seed),
        translations: (0..COUNT).map(|k| arbitrary(seed + 1 + k)).collect(),
        rotations: (0..COUNT).map(|k| arbitrary(seed + 17 + k) * 2.0).collect(),
        second_order: (0..COUNT * COUNT).map(|k| second_order(k / COUNT, k % COUNT)).collect(),
    };
    Arc::new(ReducedBody {
        invariants: Invariants::new(&positions, &masses, &times_mass(&positions), &shapes, &momenta),
        stiffness: (0..COUNT).map(|k| 0.5 + 0.3 * k as f64).collect(),
        damping: AmplitudeDamping::Coupled(damping()),
        sizes: vec![1.0; COUNT],
        length: 1.0,
        frames: vec![frame("a", 3), frame("b", 40)],
        points: vec![],
        shown: None,
    })
}

fn system(add: impl Fn(&mut SystemBuilder, Arc<ReducedBody>, [NodeId; 2], &[NodeId])) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let body = body();
    let nodes = ["floating", "node"].map(|name| builder.pose_node(name, Pose::IDENTITY, Twist::ZERO));
    let amplitudes = builder.amplitudes("specimen", &body.scales());
    add(&mut builder, body, nodes, &amplitudes);
    builder.finish()
}

pub(crate) fn superelement() -> Arc<System> {
    system(|builder, body, [frame, _], amplitudes| {
        builder.add_mesh("specimen", Superelement::new(body, frame, amplitudes));
    })
}

pub(crate) fn weight() -> Arc<System> {
    let field = Vec3([0.4, -1.1, 0.7]);
    system(|builder, body, [frame, _], amplitudes| {
        builder.add_mesh("specimen", SuperelementWeight::new(body, frame, amplitudes, field));
    })
}

pub(crate) fn boundary_frame() -> Arc<System> {
    system(|builder, body, [frame, node], amplitudes| {
        builder.add_mesh("specimen", BoundaryFrame::new(body, 1, node, frame, amplitudes));
    })
}
