//! Superelements against exact rods, other programs and rigid bodies.

#[path = "common/reduction.rs"]
mod reduction;

use std::sync::Arc;

use halfshaft::analysis::{Accepted, Outcome, Settings, Steps, initial_state, modes, transient};
use halfshaft::elements::solid::{Elastic, Law};
use halfshaft::elements::superelement::{BoundaryFrame, ReducedBody, Superelement};
use halfshaft::elements::{RigidBody, RigidJoint};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::mesh::Mesh;
use halfshaft::mesh::structured::block;
use halfshaft::reduction::{Basis, Boundary, Reduction, Structure, StructureOf, with_damping};
use halfshaft::system::{AddTo, Frame, NodeId, Pose, State, System, SystemBuilder, Twist};
use reduction::{face, options, reduced};

fn structure(mesh: &Mesh, young: f64, poisson: f64, density: f64, blocked: [bool; 3]) -> Structure {
    let elastic = Elastic::new(Law::SaintVenantKirchhoff, young, poisson);
    let of = StructureOf { mesh, elastic, density, plain: true, lumped: false, blocked };
    Structure::new(&of).unwrap_or_else(|error| panic!("{error}"))
}

/// A superelement in a system, with its centre of mass at a place: the floating frame and the nodes of its boundary frames.
fn add(builder: &mut SystemBuilder, body: &Arc<ReducedBody>, centre: Vec3, twist: Twist) -> (NodeId, Vec<Frame>) {
    let floating = builder.pose_node("floating", Pose { position: centre, ..Pose::IDENTITY }, twist);
    let amplitudes = builder.amplitudes("body", &body.scales());
    builder.include_extent(body.length);
    builder.add_mesh("body", Superelement::new(body.clone(), floating, &amplitudes));
    let mut frames = Vec::new();
    for (k, frame) in body.frames.iter().enumerate() {
        let position = centre + frame.position;
        let velocity = twist.linear + twist.angular.cross(frame.position);
        let node = builder.pose_node(
            frame.name.clone(),
            Pose { position, ..Pose::IDENTITY },
            Twist { linear: velocity, ..twist },
        );
        RigidBody { node, mass: 0.0, inertia: Mat3([[0.0; 3]; 3]) }.add_to(builder, &frame.name);
        builder.add_mesh(&frame.name, BoundaryFrame::new(body.clone(), k, node, floating, &amplitudes));
        frames.push(Frame { node, offset: Vec3::zero(), axes: Mat3::identity() });
    }
    (floating, frames)
}

fn ground(position: Vec3) -> Frame {
    Frame { node: NodeId::GROUND, offset: position, axes: Mat3::identity() }
}

fn frequencies(system: &Arc<System>) -> Vec<f64> {
    let (state, _) = initial_state(system).unwrap_or_else(|failure| panic!("{failure}"));
    let found = modes(system, &state).unwrap_or_else(|failure| panic!("{failure}"));
    found.iter().map(|mode| std::f64::consts::TAU * mode.frequency).filter(|w| *w > 1e-6).collect()
}

/// ω₁ and ω₂ of a rod of unit length and wave speed, with one end held.
fn rod(structure: &Structure, mesh: &Mesh, basis: Basis, modes: usize) -> Vec<f64> {
    let ends = match basis {
        Basis::Primal => vec![face(mesh, "x-"), face(mesh, "x+")],
        Basis::Dual | Basis::Rigid => vec![face(mesh, "x-")],
    };
    let body = Arc::new(reduced(structure, &options(basis, modes, ends)).body);
    let mut builder = SystemBuilder::new();
    let (_, frames) = add(&mut builder, &body, structure.centre(), Twist::ZERO);
    RigidJoint { a: ground(Vec3([-0.5, 0.0, 0.0])), b: frames[0] }.add_to(&mut builder, "support");
    frequencies(&builder.finish())
}

#[test]
fn rods_have_the_frequencies_of_exact_craig_bampton_reductions() {
    let mesh = block([1.0, 0.02, 0.02], [100, 1, 1]).with_middles();
    let structure = structure(&mesh, 1.0, 0.0, 1.0, [false, true, true]);
    let table = [
        (Basis::Primal, 0, 1.73205081, f64::NAN),
        (Basis::Primal, 1, 1.57781053, 5.50772487),
        (Basis::Primal, 2, 1.57241392, 4.76792758),
        (Basis::Primal, 4, 1.57108273, 4.72064192),
        (Basis::Primal, 8, 1.57083932, 4.71357001),
        (Basis::Dual, 0, 1.58113883, f64::NAN),
        (Basis::Dual, 1, 1.57094708, 4.85752892),
        (Basis::Dual, 2, 1.57081133, 4.71775246),
        (Basis::Dual, 4, 1.57079723, 4.71263457),
        (Basis::Dual, 8, 1.57079637, 4.71239880),
    ];
    for (basis, n, first, second) in table {
        let found = rod(&structure, &mesh, basis, n);
        // Eight decimals are printed; quadratic elements of length 1/100 have errors of ω (ω h)⁴/720: 1e-10 and 3e-8.
        assert!((found[0] - first).abs() < 1e-8, "{basis:?} {n}: {} instead of {first}", found[0]);
        assert!(second.is_nan() || (found[1] - second).abs() < 1e-7, "{basis:?} {n}: {} instead of {second}", found[1]);
    }
}

/// scikit-fem's matrices reduced independently; the lowest frequencies of the free body with all displacements of both ends kept.
#[test]
fn a_beam_with_all_displacements_of_its_ends_kept_has_the_frequencies_of_an_independent_reduction() {
    let mesh = block([1.0, 0.05, 0.03], [20, 2, 2]).with_middles();
    let structure = structure(&mesh, 210e9, 0.3, 7800.0, [false; 3]);
    let ends = (0..mesh.positions.len() as u32).filter(|&k| mesh.positions[k as usize][0].abs() > 0.5 - 1e-9).collect();
    let boundary = Boundary::Nodes(ends);
    let full = [159.5422389669, 264.3582458988, 437.5571975665, 717.4273089084, 851.6372024011, 1322.395629742];
    let table = [
        (4, [160.1212017149, 265.4486082116, 439.5287907965, 721.4494037944, 1424.03095505, 1451.160958953]),
        (8, [159.614527467, 264.5108121562, 438.0194300474, 721.4494037916, 855.5266040768, 1385.024745899]),
        (16, [159.54800998, 264.3983365579, 437.7079570406, 718.4633024374, 852.1841726075, 1328.168497032]),
    ];
    for (n, expected) in table {
        let found = reduced(&structure, &options(Basis::Primal, n, vec![boundary.clone()]));
        assert_eq!((found.rigid_motions, found.body.count()), (6, 126 + n - 6));
        for ((found, expected), full) in found.body.frequencies().iter().zip(expected).zip(full) {
            assert!((found / expected - 1.0).abs() < 1e-6, "{n}: {found} Hz instead of {expected} Hz");
            assert!(*found > full * (1.0 - 1e-9), "{n}: {found} Hz is below {full} Hz");
        }
    }
}

#[test]
fn dual_frequencies_are_above_those_of_the_mesh_and_a_dependent_frame_is_named() {
    let mesh = block([1.0, 0.05, 0.03], [10, 1, 1]).with_middles();
    let structure = structure(&mesh, 210e9, 0.3, 7800.0, [false; 3]);
    let ends = || vec![face(&mesh, "x-"), face(&mesh, "x+")];
    let free = reduced(&structure, &options(Basis::Dual, 12, ends()));
    let exact = reduced(&structure, &options(Basis::Dual, 40, vec![]));
    for (found, exact) in free.body.frequencies().iter().zip(exact.mode_frequencies) {
        assert!(*found > exact * (1.0 - 1e-9), "{found} Hz is below {exact} Hz");
    }
    assert_eq!(free.dependent_frames, vec![]);
    // Two frames on one face move alike, and cannot be held apart.
    let twice = reduced(&structure, &options(Basis::Dual, 12, vec![face(&mesh, "x-"), face(&mesh, "x-")]));
    assert_eq!(twice.dependent_frames, vec![("x-".to_string(), 6)]);
}

/// The angular momentum about the centre of mass, in world axes, of a free body from its pose and velocities.
fn spin_of(state: &State, inertia: &Mat3) -> Vec3 {
    let rotation = Quaternion([state.q[3], state.q[4], state.q[5], state.q[6]]);
    rotation.matrix() * (*inertia * Vec3::from_slice(&state.v[3..6]))
}

#[test]
fn a_stiff_free_body_at_1000_rad_per_second_about_no_principal_axis_moves_as_a_rigid_one() {
    let mesh = block([0.1, 0.06, 0.02], [4, 2, 1]).with_middles();
    // Strains of order ρ Ω² ℓ²/E = 4e-7.
    let structure = structure(&mesh, 210e12, 0.3, 7800.0, [false; 3]);
    let twist = Twist { linear: Vec3([1.0, -2.0, 0.5]), angular: Vec3([300.0, 900.0, 300.0]) };
    let end = 0.02;
    let settings = Settings { newton_tolerance: 1e-9, ..Settings::new(end, Steps::Fixed(2e-5)) };
    let run = |body: Option<Arc<ReducedBody>>| {
        let mut builder = SystemBuilder::new();
        let inertia = match &body {
            Some(body) => {
                add(&mut builder, body, Vec3::zero(), twist);
                body.invariants.inertia
            }
            None => {
                let body = reduced(&structure, &options(Basis::Dual, 1, vec![])).body.invariants;
                let node = builder.pose_node("rigid", Pose::IDENTITY, twist);
                RigidBody { node, mass: body.mass, inertia: body.inertia }.add_to(&mut builder, "rigid");
                body.inertia
            }
        };
        let system = builder.finish();
        let (start, _) = initial_state(&system).unwrap_or_else(|failure| panic!("{failure}"));
        let before = (spin_of(&start, &inertia), system.energy(&start));
        let mut last = None;
        let mut keep = |step: &Accepted| {
            last = Some(step.state.clone());
            std::ops::ControlFlow::Continue(())
        };
        assert_eq!(transient(&system, start, &settings, &mut keep).1, Ok(Outcome::Done));
        let last = last.expect("a last state");
        let after = (spin_of(&last, &inertia), system.energy(&last));
        let [e0, e1] = [before.1, after.1].map(|e| e.kinetic + e.potential);
        (last, [(after.0 - before.0).norm() / before.0.norm(), e1 / e0 - 1.0])
    };
    let (rigid, of_rigid) = run(None);
    for basis in [Basis::Dual, Basis::Primal] {
        let body = Arc::new(reduced(&structure, &options(basis, 6, vec![face(&mesh, "x-")])).body);
        let (flexible, of_flexible) = run(Some(body));
        for k in 0..7 {
            // Strains of 4e-7 over twenty radians, which grow because the rotation is mostly about the axis of the middle moment.
            assert!((rigid.q[k] - flexible.q[k]).abs() < 2e-5, "{k}: {} and {}", rigid.q[k], flexible.q[k]);
        }
        // The scheme conserves neither to round-off; both bodies have the same error of it.
        let pairs = [("momentum", of_rigid[0], of_flexible[0]), ("energy", of_rigid[1], of_flexible[1])];
        for (name, rigid, flexible) in pairs {
            assert!((flexible - rigid).abs() < 1e-5, "{name}: relative changes of {rigid:e} and {flexible:e}");
        }
    }
}

/// A free-free reduction of a beam with a frame on each end, in the mean frame or in that of one end.
fn with_ends(young: f64, size: [f64; 3], floating: Option<usize>) -> Reduction {
    let mesh = block(size, [6, 2, 1]).with_middles();
    let mut structure = structure(&mesh, young, 0.3, 7800.0, [false; 3]);
    let mut options = options(Basis::Dual, 12, vec![face(&mesh, "x-"), face(&mesh, "x+")]);
    (options.floating, options.rotation_shapes) = (floating, true);
    if let Some(Boundary::Frame { origin, .. }) = floating.map(|k| &options.boundary[k]) {
        structure.move_origin(*origin);
    }
    reduced(&structure, &options)
}

#[test]
fn damping_relative_to_a_frame_is_that_of_the_modes_held_by_it_in_any_floating_frame() {
    let [alpha, beta, ratio] = [30.0, 2e-6, 0.01];
    let of_mode = |_: usize, square: f64| alpha + beta * square + 2.0 * ratio * square.sqrt();
    let found = |floating: Option<usize>, held: usize| {
        let found = with_ends(210e9, [0.4, 0.05, 0.03], floating);
        let frame = Some(0).filter(|_| floating != Some(0));
        let body = Arc::new(with_damping(&found.body, frame, of_mode).expect("elastic shapes"));
        let mut builder = SystemBuilder::new();
        let (_, frames) = add(&mut builder, &body, found.centre, Twist::ZERO);
        let place = found.centre + body.frames[held].position;
        RigidJoint { a: ground(place), b: frames[held] }.add_to(&mut builder, "support");
        let system = builder.finish();
        let (state, _) = initial_state(&system).unwrap_or_else(|failure| panic!("{failure}"));
        let found = modes(&system, &state).unwrap_or_else(|failure| panic!("{failure}"));
        found.into_iter().map(|mode| [std::f64::consts::TAU * mode.frequency, mode.damping_ratio]).collect::<Vec<_>>()
    };
    let [mean, fixed] = [None, Some(0)].map(|floating| [0, 1].map(|held| found(floating, held)));
    for [w, zeta] in &mean[0] {
        let expected = ratio + alpha / (2.0 * w) + beta * w / 2.0;
        assert!((zeta / expected - 1.0).abs() < 1e-8, "{w} rad/s: {zeta} instead of {expected}");
    }
    // Damping is a property of the body: the floating frame changes nothing, whichever end is held.
    for ([w, zeta], [other, same]) in mean.iter().flatten().zip(fixed.iter().flatten()) {
        assert!((w / other - 1.0).abs() < 1e-8 && (zeta / same - 1.0).abs() < 1e-6, "{w} {zeta} {other} {same}");
    }
    // It cannot be Rayleigh's for both supports: a rotation of the whole beam is not damped.
    let [w, zeta] = mean[1][0];
    assert!((zeta / (ratio + alpha / (2.0 * w) + beta * w / 2.0) - 1.0).abs() > 0.01, "{w} {zeta}");
}

#[test]
fn a_free_body_with_damping_relative_to_a_frame_keeps_its_rigid_motions() {
    let found = with_ends(210e9, [0.4, 0.05, 0.03], None);
    let body = Arc::new(with_damping(&found.body, Some(1), |_, square| 1e3 + square.sqrt()).expect("elastic shapes"));
    let mut builder = SystemBuilder::new();
    add(&mut builder, &body, found.centre, Twist::ZERO);
    let system = builder.finish();
    let (state, _) = initial_state(&system).unwrap_or_else(|failure| panic!("{failure}"));
    let found = modes(&system, &state).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(found.iter().filter(|mode| mode.is_rigid()).count(), 6);
    assert!(found.iter().skip(6).all(|mode| mode.damping_ratio > 1e-3));
}

/// The displacement of one end of a tumbling beam in the axes of its other end, step by step, in a floating frame.
fn displacements(young: f64, floating: Option<usize>) -> Vec<Vec3> {
    let size = [0.4, 0.1, 0.06];
    let found = with_ends(young, size, floating);
    let angular = Vec3([20.0, 20.0, 30.0]);
    let twist = Twist { linear: angular.cross(found.centre), angular };
    let mut builder = SystemBuilder::new();
    add(&mut builder, &Arc::new(found.body), found.centre, twist);
    let system = builder.finish();
    let (start, _) = initial_state(&system).unwrap_or_else(|failure| panic!("{failure}"));
    // The same number of oscillations for any stiffness: frequencies differ to the order of the strain, and phases drift apart.
    let unit = (218e6 / young).sqrt();
    let settings = Settings { newton_tolerance: 1e-10, ..Settings::new(0.04 * unit, Steps::Fixed(5e-5 * unit)) };
    let mut found = vec![];
    let mut keep = |step: &Accepted| {
        // The poses of the floating frame and of the two boundary frames come first.
        let q = &step.state.q;
        let [a, b] = [7, 14].map(|first| Vec3::from_slice(&q[first..]));
        let axes = Quaternion([q[10], q[11], q[12], q[13]]).matrix();
        found.push(axes.transpose_times(b - a) - Vec3([size[0], 0.0, 0.0]));
        std::ops::ControlFlow::Continue(())
    };
    assert_eq!(transient(&system, start, &settings, &mut keep).1, Ok(Outcome::Done));
    found
}

/// Floating frames differ by terms of second order in the displacements: frequencies in bending by that part of Ω²/ω², (ℓ/h)² times the
/// strain, which one frame has in its inertia and another one leaves out.
#[test]
fn results_depend_on_the_floating_frame_to_the_order_of_the_strain() {
    let largest = |x: &mut dyn Iterator<Item = Vec3>| x.map(|x| x.norm()).fold(0.0, f64::max);
    let [soft, stiff] = [218e6, 872e6].map(|young| {
        let mean = displacements(young, None);
        // ρ Ω² ℓ²/(8 E), the strain in the middle of a bar that spins across its axis at the same speed.
        let strain = 7800.0 * 1700.0 * 0.16 / (8.0 * young);
        [0, 1].map(|frame| {
            let other = displacements(young, Some(frame));
            let apart = largest(&mut mean.iter().zip(&other).map(|(a, b)| *a - *b));
            apart / largest(&mut mean.iter().copied()) / strain
        })
    });
    let slenderness = 0.4_f64 / 0.06;
    for k in 0..2 {
        // Relative differences over the strain, 1.2e-3 and 3.0e-4.
        let [a, b] = [soft[k], stiff[k]];
        assert!(a < 2.0 * slenderness.powi(2) && (a / b - 1.0).abs() < 0.15, "frame {k}: {a} and {b}");
    }
}
