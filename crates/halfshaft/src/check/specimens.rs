//! Systems with one element each, and the functions that make them.

use super::random::Random;
use crate::describe::Kind;
use crate::elements::contact::flanks;
use crate::elements::contact::solid as on_solid;
use crate::elements::contact::solid::RigidSurface::{Cylinder, Plane, Sphere};
use crate::elements::contact::superelement as on_superelement;
use crate::elements::joint::Joint;
use crate::elements::joint_stick::Freedoms;
use crate::elements::load::Axes;
use crate::elements::signals::{ForceSignal, force};
use crate::elements::solid::Law::{NeoHookean, SaintVenantKirchhoff as Linear};
use crate::elements::torsional::lossy;
use crate::elements::{
    actuator, beam, bearing, constant_velocity, contact, cylindrical, distance, drive, gears, gravity, hinge, inline,
    joint_friction, joint_presliding, joint_stick, load, planar, prismatic, rack_and_pinion, rigid_body, rod_friction,
    rolling, screw, solid, spherical, spring, superelement, torsional, tyre, universal,
};
use crate::math::{Mat3, Quaternion, Vec3};
use crate::mesh::Cell;
use crate::system::{
    Effort, Element, Frame, Gauge, NodeId, Pose, ScalarId, ScalarKind, ScalarNode, System, SystemBuilder, Twist,
};
use std::sync::Arc;

/// A system with a single element.
pub struct Specimen {
    /// Its name.
    pub name: &'static str,
    /// The kind of model item it belongs to; `None` for elements that a file does not name, such as weight.
    pub kind: Option<&'static Kind>,
    /// The system.
    pub system: Arc<System>,
}

/// Specimens that no file of an element examines by itself (`examined!`): combinations of elements, variants, and kinds
/// that share their specimens.
// Long: a table, one row for each specimen.
pub fn specimens() -> Vec<Specimen> {
    let of = |name, kind, system| Specimen { name, kind, system };
    vec![
        of("gravity", None, on_one_node(gravity::specimen)),
        of("hinge with friction", None, with_friction(hinge::specimen)),
        of(
            "hinge with friction, sliding",
            None,
            between_frames(|a, b| joint_friction::specimen(hinge::specimen(a, b), 1e-4)),
        ),
        of("prismatic with friction", None, with_friction(prismatic::specimen)),
        of("cylindrical with friction", None, with_friction(cylindrical::specimen)),
        of("screw with friction", None, with_friction(screw::specimen)),
        of("spherical with friction", None, with_friction(spherical::specimen)),
        of("universal with friction", None, with_friction(universal::specimen)),
        of("planar with friction", None, with_friction(planar::specimen)),
        of("inline with friction", None, with_friction(inline::specimen)),
        of("hinge with presliding", None, with_presliding(hinge::specimen, 1e3)),
        of("hinge with presliding, sliding", None, with_presliding(hinge::specimen, 1e-6)),
        of("prismatic with presliding", None, with_presliding(prismatic::specimen, 1e3)),
        of("cylindrical with presliding", None, with_presliding(cylindrical::specimen, 1e3)),
        of("cylindrical with presliding, sliding", None, with_presliding(cylindrical::specimen, 1e-6)),
        of("planar with presliding", None, with_presliding(planar::specimen, 1e3)),
        of("inline with presliding", None, with_presliding(inline::specimen, 1e3)),
        of("rack and pinion with friction", None, with_friction(rack_and_pinion::specimen)),
        of("rolling ball with friction", None, with_friction(|a, b| rolling::specimen(a, b, true))),
        of("rolling disc with friction", None, with_friction(|a, b| rolling::specimen(a, b, false))),
        of(
            "rod with friction in its eyes",
            None,
            between_frames(|a, b| rod_friction::specimen(distance::specimen(a, b))),
        ),
        of(
            "rod that sticks in its eyes",
            None,
            between_frames(|a, b| rod_friction::sticking_specimen(distance::specimen(a, b))),
        ),
        of("rack and pinion that sticks", None, sticking(rack_and_pinion::specimen)),
        of("rolling ball that sticks", None, sticking(|a, b| rolling::specimen(a, b, true))),
        of("rolling disc that sticks", None, sticking(|a, b| rolling::specimen(a, b, false))),
        of("hinge that sticks", None, sticking(hinge::specimen)),
        of("prismatic that sticks", None, sticking(prismatic::specimen)),
        of("cylindrical that sticks", None, sticking(cylindrical::specimen)),
        of("screw that sticks", None, sticking(screw::specimen)),
        of("spherical that sticks", None, sticking(spherical::specimen)),
        of("universal that sticks", None, sticking(universal::specimen)),
        of("constant-velocity that sticks", None, sticking(constant_velocity::specimen)),
        of("planar that sticks", None, sticking(planar::specimen)),
        of("inline that sticks", None, sticking(inline::specimen)),
        of("constant velocity with friction", None, with_friction(constant_velocity::specimen)),
        of("rolling disc", None, between_frames(|a, b| rolling::specimen(a, b, false))),
        of("drive by angular speed", None, between_frames(drive::speed_specimen::<true>)),
        of("drive by speed", None, between_frames(drive::speed_specimen::<false>)),
        of("drive after an angle", None, frames_and_signal(drive::following_specimen::<true>)),
        of("drive after a displacement", None, frames_and_signal(drive::following_specimen::<false>)),
        of("commanded torque", None, frames_and_signal(actuator::commanded_specimen::<true>)),
        of("commanded load", None, frames_and_signal(|[a, _], signal| load::commanded_specimen(a.node, signal))),
        of("bearing", Some(&bearing::KIND), between_frames(|a, b| bearing::specimen(a, b, false))),
        of("bearing by speed", None, between_frames(|a, b| bearing::specimen(a, b, true))),
        of("massless beam", Some(&beam::massless::KIND), between_frames(beam::massless::specimen)),
        of("beam element", Some(&beam::KIND), between_frames(beam::element::specimen)),
        of("inertia of a beam", None, between_frames(|a, b| beam::inertia::specimen(a, b, false))),
        of("lumped inertia of a beam", None, between_frames(|a, b| beam::inertia::specimen(a, b, true))),
        of("weight of a beam", None, between_frames(beam::load::weight_specimen)),
        of("dead load along a beam", None, between_frames(|a, b| beam::load::specimen(a, b, Axes::Model))),
        of("follower load along a beam", None, between_frames(|a, b| beam::load::specimen(a, b, Axes::Body))),
        of("three-node beam element", None, between_three(beam::three_node::element::specimen)),
        of("inertia of a three-node beam", None, between_three(|f| beam::three_node::inertia::specimen(f, false))),
        of(
            "lumped inertia of a three-node beam",
            None,
            between_three(|f| beam::three_node::inertia::specimen(f, true)),
        ),
        of("weight of a three-node beam", None, between_three(beam::three_node::load::weight_specimen)),
        of(
            "dead load along a three-node beam",
            None,
            between_three(|f| beam::three_node::load::specimen(f, Axes::Model)),
        ),
        of(
            "follower load along a three-node beam",
            None,
            between_three(|f| beam::three_node::load::specimen(f, Axes::Body)),
        ),
        of("load in the model frame", Some(&load::KIND), on_one_node(|node| load::specimen(node, Axes::Model))),
        of("load in the body's axes", Some(&load::KIND), on_one_node(|node| load::specimen(node, Axes::Body))),
        of("external gear pair", Some(&gears::EXTERNAL), between_frames(gears::specimens::external)),
        of("internal gear pair", Some(&gears::INTERNAL), between_frames(gears::specimens::internal)),
        of("gear pair of constant stiffness", None, between_frames(gears::specimens::plain)),
        of("internal gear pair of constant stiffness", None, between_frames(gears::specimens::plain_internal)),
        of("gear pair in partial contact", None, between_frames(gears::specimens::partial)),
        of("gear pair along its path", None, between_frames(gears::specimens::along_the_path)),
        of("gear pair with the stiffness of an analysis", None, between_frames(gears::specimens::analysed)),
        of("bevel pair", Some(&gears::BEVEL), between_frames(gears::specimens::bevel)),
        of("rack", Some(&gears::RACK), between_frames(gears::specimens::rack)),
        of(
            "sphere on plane",
            Some(&contact::point::SPHERE_ON_PLANE),
            between_frames(contact::point::sphere_on_plane_specimen),
        ),
        of("spheres", Some(&contact::point::SPHERES), between_frames(contact::point::spheres_specimen)),
        of("pin in bore", Some(&contact::point::PIN_IN_BORE), between_frames(contact::point::pin_in_bore_specimen)),
        of("rings", Some(&contact::ring::KIND), between_frames(contact::ring::specimen)),
        of("solid on plane", Some(&on_solid::keys::ON_PLANE), on_solid::specimens::on_surface(Cell::Hex8, Plane, 20.0)),
        of("solid on cylinder", Some(&on_solid::keys::ON_CYLINDER), {
            on_solid::specimens::on_surface(Cell::Hex20, Cylinder { radius: 12.0, bore: false }, 0.01)
        }),
        of("solid on plane by multipliers", None, {
            on_solid::specimens::augmented(Cell::Hex8, Plane, Some([0.4, 0.3]))
        }),
        of("solid on sphere by multipliers", None, {
            on_solid::specimens::augmented(Cell::Hex8, Sphere { radius: 12.0, bore: false }, Some([0.3, 0.3]))
        }),
        of("solid in cylinder by multipliers", None, {
            on_solid::specimens::augmented(Cell::Tet10, Cylinder { radius: 0.2, bore: true }, None)
        }),
        of("solid in cylinder", None, {
            on_solid::specimens::on_surface(Cell::Tet10, Cylinder { radius: 0.2, bore: true }, 0.01)
        }),
        of(
            "solid on solid",
            Some(&on_solid::keys::ON_SOLID),
            on_solid::specimens::on_solid(Cell::Hex8, Cell::Hex8, 20.0),
        ),
        of("solid on solid by segments", None, on_solid::specimens::mortar(Cell::Hex8, Cell::Hex8, 20.0, 4.0)),
        of(
            "quadratic solid on solid by segments",
            None,
            on_solid::specimens::mortar(Cell::Tet10, Cell::Hex20, 0.01, 4.0),
        ),
        of("quadratic solid on solid", None, on_solid::specimens::on_solid(Cell::Hex20, Cell::Hex20, 0.01)),
        of(
            "superelements in contact",
            Some(&on_superelement::keys::KIND),
            on_superelement::specimens::contact([3, 8], false),
        ),
        of("quadratic superelements in contact", None, on_superelement::specimens::contact([7, 2], true)),
        of("rigid superelements in contact", None, on_superelement::specimens::contact([0, 0], true)),
        of("rigid and flexible superelement in contact", None, on_superelement::specimens::contact([0, 4], false)),
        // At random states the wheels are apart; `teeth_in_contact_pass_every_check` examines them near their design position.
        of("teeth of superelements", Some(&flanks::keys::KIND), flanks::specimens::teeth([2, 1])),
        of("solid on sphere", Some(&on_solid::keys::ON_SPHERE), {
            on_solid::specimens::on_surface(Cell::Wedge15, Sphere { radius: 12.0, bore: false }, 30.0)
        }),
        of("film", Some(&contact::film::KIND), between_frames(contact::film::specimen)),
        of("tyre, Magic Formula of 1987", Some(&tyre::KIND), on_road(|f, s, u| tyre::specimen(f, s, u, true))),
        of("tyre, Magic Formula 6.1", None, on_road(|f, s, u| tyre::specimen(f, s, u, false))),
        of("tyre on patches", None, on_road(tyre::patchy_specimen)),
        of("mass point", None, on_point(rigid_body::specimen)),
        of("weight of a point", None, on_point(gravity::specimen)),
        of("solid of hexahedra", Some(&solid::KIND), solid::specimens::elasticity(Cell::Hex8, Linear, 0.0, false)),
        of("solid of plain hexahedra", None, solid::specimens::elasticity(Cell::Hex8, Linear, 0.3, true)),
        of("damped solid of hexahedra", None, solid::specimens::elasticity(Cell::Hex8, Linear, 0.3, false)),
        of("neo-Hookean solid", None, solid::specimens::elasticity(Cell::Hex8, NeoHookean, 0.0, false)),
        of("damped neo-Hookean solid", None, solid::specimens::elasticity(Cell::Hex8, NeoHookean, 0.3, false)),
        of("solid of quadratic hexahedra", None, solid::specimens::elasticity(Cell::Hex20, NeoHookean, 0.3, true)),
        of("solid of tetrahedra", None, solid::specimens::elasticity(Cell::Tet10, NeoHookean, 0.0, true)),
        of("solid of wedges", None, solid::specimens::elasticity(Cell::Wedge15, Linear, 0.2, true)),
        of("inertia of a solid", None, solid::specimens::inertia(Cell::Hex20, false)),
        of("lumped inertia of a solid", None, solid::specimens::inertia(Cell::Tet10, true)),
        of("weight of a solid", None, solid::specimens::weight()),
        of("pressure on quadrilaterals", None, solid::specimens::pressure(Cell::Hex20)),
        of("pressure on triangles", None, solid::specimens::pressure(Cell::Tet10)),
        of("mean frame of a surface", None, solid::specimens::mean_frame(true)),
        of("mean frame of nodes", None, solid::specimens::mean_frame(false)),
        of("superelement", Some(&superelement::KIND), superelement::specimens::superelement()),
        of("weight of a superelement", None, superelement::specimens::weight()),
        of("boundary frame of a superelement", None, superelement::specimens::boundary_frame()),
        of("spring between points", None, between_points(spring::specimen)),
        of("distance between points", None, between_points(distance::specimen)),
        of("spherical joint of a point", None, on_frame_and_point(spherical::specimen)),
        of("shaft to the ground", None, on_shafts(|[a]| torsional::shaft::specimen([a, ScalarId::GROUND]))),
        of("stage with losses", None, on_shafts(|shafts| lossy::specimen(torsional::stage::specimen(shafts)))),
        of("mesh with losses", None, on_shafts(|shafts| lossy::specimen(torsional::mesh::specimen(shafts, true)))),
        of("planetary with losses", None, on_shafts(|shafts| lossy::specimen(torsional::planetary::specimen(shafts)))),
        of("mesh on one flank", None, on_shafts(|shafts| torsional::mesh::specimen(shafts, false))),
        of("actuated clutch", None, on_scalars("mmf", torsional::clutch::actuated_specimen)),
        of("shaft on a body", Some(&torsional::shaft_on_body::KIND), shaft_between_frames()),
        of("piece of a shaft", None, on_shafts(torsional::distributed::piece_specimen)),
        of(
            "commanded torque on a shaft",
            None,
            on_scalars("ma", |[on, u]| torsional::torque::commanded_specimen(on, u)),
        ),
        of("force of a joint", Some(&force::FORCE), has_force_signals(hinge::specimen, false)),
        of("torque of a joint with friction", Some(&force::TORQUE), {
            has_force_signals(|a, b| joint_friction::specimen(hinge::specimen(a, b), 50.0), true)
        }),
        of("force of a spring", None, has_force_signals(spring::specimen, false)),
        of("torque on a shaft", Some(&force::SHAFT_TORQUE), gauged_shaft()),
    ]
}

/// A joint with friction.
fn with_friction<J: Joint>(joint: impl FnOnce(Frame, Frame) -> J) -> Arc<System> {
    between_frames(|a, b| joint_friction::specimen(joint(a, b), 50.0))
}

/// A joint with friction that holds by an elastic deflection.
fn with_presliding<J: Freedoms>(joint: impl FnOnce(Frame, Frame) -> J, displacement: f64) -> Arc<System> {
    between_frames(|a, b| joint_presliding::specimen(joint(a, b), displacement))
}

/// A joint with stick-slip friction.
fn sticking<J: Freedoms>(joint: impl FnOnce(Frame, Frame) -> J) -> Arc<System> {
    between_frames(|a, b| joint_stick::specimen(joint(a, b)))
}

/// A free node with an element on it.
pub(crate) fn on_one_node<E: Element>(element: impl FnOnce(NodeId) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("body", Pose::IDENTITY, Twist::ZERO);
    b.add("specimen", element(node));
    b.finish()
}

/// A free point with an element on it.
fn on_point<E: Element>(element: impl FnOnce(NodeId) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let node = b.point_node("point", Vec3::zero(), Vec3::zero());
    b.add("specimen", element(node));
    b.finish()
}

/// A frame on a free point, at its origin.
fn frame_on_point(b: &mut SystemBuilder, name: &str) -> Frame {
    let node = b.point_node(name, Vec3::zero(), Vec3::zero());
    Frame { node, offset: Vec3::zero(), axes: Mat3::identity() }
}

/// Two free points with an element between them.
fn between_points<E: Element>(element: impl FnOnce(Frame, Frame) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let [frame_a, frame_b] = ["A", "B"].map(|name| frame_on_point(&mut b, name));
    b.add("specimen", element(frame_a, frame_b));
    b.finish()
}

/// A frame on a free node, and a free point, with an element between them.
fn on_frame_and_point<E: Element>(element: impl FnOnce(Frame, Frame) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let ([frame_a, _], frame_b) = (frames(&mut b), frame_on_point(&mut b, "B"));
    b.add("specimen", element(frame_a, frame_b));
    b.finish()
}

/// Free shafts with an element on them.
pub(crate) fn on_shafts<E: Element, const N: usize>(element: impl FnOnce([ScalarId; N]) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let shafts = std::array::from_fn(|i| b.scalar_node(scalar(format!("shaft {i}"), ScalarKind::Motion)));
    b.add("specimen", element(shafts));
    b.finish()
}

/// Scalar nodes with an element on them, with one letter for the kind of each: motion, flow or algebraic.
pub(crate) fn on_scalars<E: Element, const N: usize>(
    kinds: &str,
    element: impl FnOnce([ScalarId; N]) -> E,
) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let mut kinds = kinds.chars().map(|letter| match letter {
        'm' => ScalarKind::Motion,
        'f' => ScalarKind::Flow,
        _ => ScalarKind::Algebraic,
    });
    let nodes = std::array::from_fn(|i| {
        let kind = kinds.next().expect("a letter for each node");
        b.scalar_node(scalar(format!("{kind:?} {i}"), kind))
    });
    b.add("specimen", element(nodes));
    b.finish()
}

fn scalar(name: String, kind: ScalarKind) -> ScalarNode {
    ScalarNode { name, kind, position: 0.0, velocity: 0.0, scale: 1.0 }
}

/// Two free nodes and a shaft with an element between frames on them.
fn shaft_between_frames() -> Arc<System> {
    let mut b = SystemBuilder::new();
    let shaft = b.scalar_node(scalar("shaft".into(), ScalarKind::Motion));
    let [frame_a, frame_b] = frames(&mut b);
    b.add("specimen", torsional::shaft_on_body::specimen(frame_a, frame_b, shaft));
    b.finish()
}

/// Two free nodes and a signal with an element between frames on them.
pub(crate) fn frames_and_signal<E: Element>(element: impl FnOnce([Frame; 2], ScalarId) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let signal = b.signal("signal");
    let frames = frames(&mut b);
    b.add("specimen", element(frames, signal));
    b.finish()
}

/// Two free nodes, two first-order unknowns and a signal with a tyre between frames on the nodes.
fn on_road(element: impl FnOnce([Frame; 2], [ScalarId; 2], ScalarId) -> tyre::Tyre) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let slips = ["along", "across"].map(|name| b.scalar_node(scalar(name.into(), ScalarKind::Flow)));
    let signal = b.signal("grip");
    let frames = frames(&mut b);
    b.add("specimen", element(frames, slips, signal));
    b.finish()
}

/// An element between two free nodes and a signal of the force, or torque, that it exerts on B.
fn has_force_signals<E: Element>(element: impl FnOnce(Frame, Frame) -> E, torque: bool) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let value = b.signal("signal");
    let [frame_a, frame_b] = frames(&mut b);
    b.add("specimen", element(frame_a, frame_b));
    b.add("signal", ForceSignal { value, torque });
    let at = Frame { offset: frame_b.offset * 3.0, ..frame_b };
    b.gauge(Gauge { value, of: "specimen".into(), effort: Effort::OnBody { at, follows: torque, torque } });
    b.finish()
}

/// A stage between two shafts and a signal of its torque on the second.
fn gauged_shaft() -> Arc<System> {
    let mut b = SystemBuilder::new();
    let value = b.signal("signal");
    let shafts = ["a", "b", "c"].map(|name| b.scalar_node(scalar(name.into(), ScalarKind::Motion)));
    b.add("specimen", torsional::stage::specimen(shafts));
    b.add("signal", ForceSignal { value, torque: true });
    b.gauge(Gauge { value, of: "specimen".into(), effort: Effort::OnShaft(shafts[1]) });
    b.finish()
}

/// Two free nodes with an element between frames on them.
pub(crate) fn between_frames<E: Element>(element: impl FnOnce(Frame, Frame) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let [frame_a, frame_b] = frames(&mut b);
    b.add("specimen", element(frame_a, frame_b));
    b.finish()
}

/// A specimen on frames of three free nodes.
pub(crate) fn between_three<E: Element>(element: impl FnOnce([Frame; 3]) -> E) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let frames = free_frames(&mut b, ["A", "middle", "B"]);
    b.add("specimen", element(frames));
    b.finish()
}

/// Frames with an offset and a rotation on two free nodes.
fn frames(b: &mut SystemBuilder) -> [Frame; 2] {
    free_frames(b, ["A", "B"])
}

fn free_frames<const N: usize>(b: &mut SystemBuilder, names: [&str; N]) -> [Frame; N] {
    let mut random = Random::new(1000);
    names.map(|name| Frame {
        node: b.pose_node(name, Pose::IDENTITY, Twist::ZERO),
        offset: random.vector(0.5),
        axes: Quaternion::exp(random.vector(2.0)).matrix(),
    })
}
