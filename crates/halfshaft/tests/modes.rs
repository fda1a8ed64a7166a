//! Modes against closed forms: torsional chains, bodies on joints, all degrees of damping, and motions without
//! stiffness or mass.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use halfshaft::analysis::{Mode, Reason, initial_state, modes};
use halfshaft::describe::Quantity;
use halfshaft::elements::rigid_body::inertia_tensor;
use halfshaft::elements::signals::{Formula, Input, Law, Pid, SensedShaft};
use halfshaft::elements::torsional::Torque;
use halfshaft::elements::{Bushing, Gravity, Hinge, Inertia, Mesh, RigidBody, Shaft, Spherical, Stage};
use halfshaft::laws::{Function, SpringLaw};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::{Frame, NodeId, Pose, ScalarId, ScalarKind, ScalarNode, System, SystemBuilder, Twist};

fn shaft(b: &mut SystemBuilder, name: &str, inertia: f64) -> ScalarId {
    let kind = ScalarKind::Motion;
    let shaft = b.scalar_node(ScalarNode { name: name.into(), kind, position: 0.0, velocity: 0.0, scale: 1.0 });
    b.add(name, Inertia { shaft, inertia });
    shaft
}

fn spring(b: &mut SystemBuilder, between: [ScalarId; 2], stiffness: f64, damping: f64) {
    b.add("spring", Shaft { between, law: SpringLaw::linear(stiffness, damping) });
}

fn found(system: &Arc<System>) -> Vec<Mode> {
    modes(system, &initial_state(system).unwrap().0).unwrap()
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * b.abs()
}

#[test]
fn a_free_chain_of_equal_discs_has_its_textbook_frequencies() {
    // ω_k = 2 √(k/J) sin(kπ/2n), k = 0 … n−1.
    let (n, j, k) = (50, 0.02, 3.0e4_f64);
    let mut b = SystemBuilder::new();
    let shafts: Vec<ScalarId> = (0..n).map(|i| shaft(&mut b, &format!("disc {i}"), j)).collect();
    shafts.windows(2).for_each(|pair| spring(&mut b, [pair[0], pair[1]], k, 0.0));
    let modes = found(&b.finish());
    assert_eq!(modes.len(), n);
    assert_eq!(modes[0].frequency, 0.0);
    assert!(modes[0].shape.iter().all(|x| near(*x, 1.0, 1e-10)));
    for (i, mode) in modes.iter().enumerate().skip(1) {
        let omega = 2.0 * (k / j).sqrt() * (i as f64 * PI / (2 * n) as f64).sin();
        assert!(near(mode.frequency, omega / TAU, 1e-10), "{i}: {} {}", mode.frequency, omega / TAU);
        assert_eq!((mode.damped_frequency, mode.damping_ratio), (mode.frequency, 0.0));
    }
}

#[test]
fn damping_below_and_above_critical_gives_its_poles() {
    // ζ = c/(2 √(k J)): 0.1 and 2; above critical the pole is real.
    for (ratio, swings) in [(0.1_f64, true), (2.0, false)] {
        let (j, k) = (0.5, 200.0_f64);
        let mut b = SystemBuilder::new();
        let disc = shaft(&mut b, "disc", j);
        spring(&mut b, [disc, ScalarId::GROUND], k, 2.0 * ratio * (k * j).sqrt());
        let mode = &found(&b.finish())[0];
        assert!(near(mode.frequency, (k / j).sqrt() / TAU, 1e-13));
        if swings {
            assert!(near(mode.damping_ratio, ratio, 1e-12));
            assert!(near(mode.damped_frequency, (1.0 - ratio * ratio).sqrt() * mode.frequency, 1e-12));
        } else {
            assert!(near(mode.damping_ratio, 1.0, 1e-14) && mode.damped_frequency == 0.0);
        }
    }
}

#[test]
fn a_rigid_stage_carries_inertia_over_with_the_square_of_its_ratio() {
    // Reduced to B, A has the inertia i² J_A; the shaft to the ground is on B.
    let (a, b_inertia, ratio, k) = (0.03, 0.2, -3.5, 1500.0);
    let mut b = SystemBuilder::new();
    let [first, second] = [shaft(&mut b, "A", a), shaft(&mut b, "B", b_inertia)];
    b.add("stage", Stage { between: [first, second], carrier: ScalarId::GROUND, ratio, offset: 0.0 });
    spring(&mut b, [second, ScalarId::GROUND], k, 0.0);
    let modes = found(&b.finish());
    assert_eq!(modes.len(), 1);
    assert!(near(modes[0].frequency, (k / (b_inertia + ratio * ratio * a)).sqrt() / TAU, 1e-13));
    assert!(near(modes[0].shape[1] / modes[0].shape[0], 1.0 / ratio, 1e-13));
}

#[test]
fn a_damper_to_the_ground_leaves_a_rigid_mode_at_zero() {
    let mut b = SystemBuilder::new();
    let [first, second] = [shaft(&mut b, "A", 1.0), shaft(&mut b, "B", 2.0)];
    spring(&mut b, [first, second], 600.0, 0.0);
    spring(&mut b, [second, ScalarId::GROUND], 0.0, 0.3);
    let modes = found(&b.finish());
    assert_eq!((modes[0].frequency, modes[0].damped_frequency, modes[0].damping_ratio), (0.0, 0.0, 0.0));
    assert!(near(modes[1].frequency, 30.0 / TAU, 1e-13) && modes[1].damping_ratio > 0.0);
}

#[test]
fn a_shaft_without_inertia_between_springs_follows_statically() {
    // Two springs in series on a disc; without the second spring the flange is undetermined.
    let (j, k1, k2) = (0.4, 100.0, 300.0);
    let train = |second: f64| {
        let mut b = SystemBuilder::new();
        let disc = shaft(&mut b, "disc", j);
        let flange = shaft(&mut b, "flange", 0.0);
        spring(&mut b, [disc, flange], second * k1, 0.0);
        spring(&mut b, [flange, ScalarId::GROUND], second * k2, 0.0);
        b.finish()
    };
    // Without mass no motion can start from rest, but the linearized system exists.
    let system = train(1.0);
    let series = 1.0 / (1.0 / k1 + 1.0 / k2);
    let modes_found = modes(&system, &system.state()).unwrap();
    assert_eq!(modes_found.len(), 1);
    assert!(near(modes_found[0].frequency, (series / j).sqrt() / TAU, 1e-12));
    assert!(near(modes_found[0].shape[1], k1 / (k1 + k2), 1e-12));
    let loose = train(0.0);
    let failure = modes(&loose, &loose.state()).unwrap_err();
    assert_eq!((failure.reason, failure.element.as_str()), (Reason::Singular, "flange"));
}

#[test]
fn a_rod_on_a_hinge_swings_as_a_compound_pendulum() {
    // ω² = m g l/(I + m l²) hanging at rest; the geometric stiffness of the reaction is the restoring effect of
    // gravity.
    let (mass, inertia, l, g) = (2.0, 0.3, 0.6, 9.81);
    let mut b = SystemBuilder::new();
    let pose = Pose { position: Vec3([0.0, -l, 0.0]), ..Pose::IDENTITY };
    let node = b.pose_node("rod", pose, Twist::ZERO);
    b.add("rod", RigidBody { node, mass, inertia: inertia_tensor([inertia, inertia, inertia, 0.0, 0.0, 0.0]) });
    b.add("rod", Gravity { node, mass, field: Vec3([0.0, -g, 0.0]) });
    let frame = |node, y| Frame { node, offset: Vec3([0.0, y, 0.0]), axes: Mat3::identity() };
    b.add("pivot", Hinge { a: frame(NodeId::GROUND, 0.0), b: frame(node, l) });
    let modes = found(&b.finish());
    assert_eq!(modes.len(), 1);
    let omega = (mass * g * l / (inertia + mass * l * l)).sqrt();
    assert!(near(modes[0].frequency, omega / TAU, 1e-12), "{} {}", modes[0].frequency, omega / TAU);
    // One radian about z moves the centre by l along x.
    assert!(near(modes[0].shape[0], l, 1e-12) && near(modes[0].shape[5], 1.0, 1e-12));
}

#[test]
fn a_free_body_has_six_rigid_motions_one_along_each_axis() {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("body", Pose::IDENTITY, Twist::ZERO);
    b.add("body", RigidBody { node, mass: 3.0, inertia: inertia_tensor([1.0, 2.0, 2.5, 0.0, 0.0, 0.0]) });
    let modes = found(&b.finish());
    assert_eq!(modes.len(), 6);
    for (i, mode) in modes.iter().enumerate() {
        assert!(mode.is_rigid());
        assert!(mode.shape.iter().enumerate().all(|(k, x)| *x == f64::from(u8::from(i == k))), "{:?}", mode.shape);
    }
}

#[test]
fn a_planetary_set_of_yielding_meshes_has_the_frequencies_of_its_matrices() {
    // Closed form: K = N k_sp g gᵀ + N k_rp h hᵀ on (sun, ring, carrier, planet).
    let (rs, rr, n) = (0.03, 0.07, 4.0);
    let rp = 0.5 * (rr - rs);
    let rc: f64 = rs + rp;
    let (mp, jp) = (0.05, 4e-6);
    let build = |held: bool| {
        let mut b = SystemBuilder::new();
        let sun = shaft(&mut b, "sun", 1e-4);
        let ring = if held { ScalarId::GROUND } else { shaft(&mut b, "ring", 8e-4) };
        let carrier = shaft(&mut b, "carrier", 6e-4 + n * mp * rc * rc);
        let planet = shaft(&mut b, "planet", n * jp);
        for (gear, radius, sign, k) in [(sun, rs, -1.0, 1e8), (ring, rr, 1.0, 1.2e8)] {
            let law = SpringLaw::linear(n * k, 0.0);
            b.add(
                "mesh",
                Mesh {
                    between: [gear, planet],
                    carrier,
                    ratio: sign * rp / radius,
                    radius,
                    law,
                    lash: 0.0,
                    two_sided: true,
                    start: 0,
                },
            );
        }
        found(&b.finish())
    };
    let frequencies: Vec<f64> = build(false).iter().map(|m| m.frequency).collect();
    assert_eq!(frequencies[..2], [0.0, 0.0]);
    assert!((frequencies[2] - 11567.379563).abs() < 1e-6 && (frequencies[3] - 25293.931430).abs() < 1e-6);
    let held: Vec<f64> = build(true).iter().map(|m| m.frequency).collect();
    assert_eq!(held[0], 0.0);
    assert!((held[1] - 9831.853685).abs() < 1e-6 && (held[2] - 24544.873604).abs() < 1e-6);
}

/// A branched train with a stage and irregular values; one stiffness and one inertia may be scaled.
fn branched(stiffer: f64, heavier: f64) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let [engine, gear, wheel, pump] =
        [("engine", 0.3), ("gear", 0.02 * heavier), ("wheel", 1.1), ("pump", 0.05)].map(|(n, j)| shaft(&mut b, n, j));
    b.add("clutch", Shaft { between: [engine, gear], law: SpringLaw::linear(900.0 * stiffer, 0.0) });
    b.add("half shaft", Shaft { between: [gear, wheel], law: SpringLaw::linear(4000.0, 0.0) });
    b.add("belt", Shaft { between: [engine, pump], law: SpringLaw::linear(300.0, 0.0) });
    b.finish()
}

#[test]
fn sensitivities_by_energy_are_the_slopes_of_the_frequencies() {
    let system = branched(1.0, 1.0);
    let (state, _) = initial_state(&system).unwrap();
    let names: Vec<String> = system.element_names().map(Into::into).collect();
    let place = |name: &str| names.iter().position(|n| n == name).unwrap();
    let h = 1e-4;
    let slope = |k: usize, of: &dyn Fn(f64) -> Arc<System>| {
        let frequency = |x: f64| found(&of(x))[k].frequency.ln();
        (frequency(1.0 + h) - frequency(1.0 - h)) / ((1.0 + h).ln() - (1.0 - h).ln())
    };
    for (k, mode) in modes(&system, &state).unwrap().iter().enumerate().filter(|(_, mode)| !mode.is_rigid()) {
        let shares = &halfshaft::analysis::shares(&system, &state, std::slice::from_ref(mode))[0];
        assert!(near(shares.kinetic.iter().sum(), 1.0, 1e-12) && near(shares.potential.iter().sum(), 1.0, 1e-12));
        let by_stiffness = shares.sensitivity(place("clutch"))[0];
        let by_inertia = shares.sensitivity(place("gear"))[1];
        // Differences over h have an error of h² times the curvature.
        assert!((by_stiffness - slope(k, &|x| branched(x, 1.0))).abs() < 1e-7, "mode {k}");
        assert!((by_inertia - slope(k, &|x| branched(1.0, x))).abs() < 1e-7, "mode {k}");
    }
}

#[test]
fn the_point_at_rest_divides_a_shaft_as_the_inertias_do() {
    let mut b = SystemBuilder::new();
    let (light, heavy) = (shaft(&mut b, "light", 1.0), shaft(&mut b, "heavy", 4.0));
    spring(&mut b, [light, heavy], 100.0, 0.0);
    let system = b.finish();
    let points = halfshaft::analysis::nodal_points(&system, &found(&system)[1]);
    // φ_A/(φ_A − φ_B) with J_A φ_A = −J_B φ_B.
    assert!(points.len() == 1 && points[0].0 == "spring" && near(points[0].1, 0.8, 1e-12), "{points:?}");
}

#[test]
fn poles_found_one_by_one_are_those_of_the_whole_problem() {
    // A chain long enough for the one-by-one method, and another with a damper to the ground in the middle, for which
    // it is not reliable.
    let chain = |n: usize, grounded: bool| {
        let mut b = SystemBuilder::new();
        let discs: Vec<ScalarId> = (0..n).map(|i| shaft(&mut b, &format!("disc {i}"), 0.02)).collect();
        for (i, pair) in discs.windows(2).enumerate() {
            spring(&mut b, [pair[0], pair[1]], 3e4, 1.0 + (i % 2) as f64);
        }
        if grounded {
            // Too weak to move a pole by more than the tolerance, but it acts on the rigid-body motion.
            spring(&mut b, [discs[n / 2], ScalarId::GROUND], 0.0, 1e-9);
        }
        b.finish()
    };
    let (one_by_one, whole) = (found(&chain(40, false)), found(&chain(40, true)));
    for (a, b) in one_by_one.iter().zip(&whole) {
        assert!(near(a.damped_frequency, b.damped_frequency, 1e-9), "{} {}", a.damped_frequency, b.damped_frequency);
        assert!((a.damping_ratio - b.damping_ratio).abs() < 1e-9);
    }
}

#[test]
fn a_chain_has_the_same_modes_however_its_discs_are_numbered() {
    // In the order of the shafts it is tridiagonal; with every other disc first the dense and the sparse method must
    // give the same.
    let chain = |n: usize, in_order: bool| {
        let mut b = SystemBuilder::new();
        let order: Vec<usize> =
            if in_order { (0..n).collect() } else { (0..n).step_by(2).chain((1..n).step_by(2)).collect() };
        let inertia = |i: usize| 0.02 * (1.0 + 0.37 * (i * i % 7) as f64);
        let mut discs = vec![ScalarId::GROUND; n];
        order.iter().for_each(|&i| discs[i] = shaft(&mut b, &format!("disc {i}"), inertia(i)));
        for (i, pair) in discs.windows(2).enumerate() {
            spring(&mut b, [pair[0], pair[1]], 3e4 * (1.0 + 0.21 * (i % 5) as f64), 0.3 + 0.4 * (i % 3) as f64);
        }
        (found(&b.finish()), order)
    };
    for n in [2, 5, 12, 23, 60] {
        let ((straight, _), (mixed, order)) = (chain(n, true), chain(n, false));
        for (k, (a, b)) in straight.iter().zip(&mixed).enumerate() {
            assert!((a.frequency - b.frequency).abs() <= 1e-11 * b.frequency, "{n}, mode {k}");
            assert!((a.damped_frequency - b.damped_frequency).abs() <= 1e-11 * b.frequency, "{n}, mode {k}");
            assert!((a.damping_ratio - b.damping_ratio).abs() < 1e-11, "{n}, mode {k}");
            // Of two entries of about the same size, the other may be the largest.
            let sign = a.shape[order[0]] / b.shape[0];
            let same = order.iter().zip(&b.shape).all(|(&i, x)| (a.shape[i] - sign * x).abs() < 1e-9);
            assert!(b.shape[0].abs() < 1e-3 || same, "{n}, mode {k}");
        }
    }
}

#[test]
fn a_rigid_motion_takes_no_pole_from_a_mode() {
    // The pole at zero has a shape of its own; round-off of others in it is not a share. Numbered from the middle, the
    // train is not a chain and uses the dense method. The sum of all poles is −tr M⁻¹C = −(c₁ + (c₁ + c₂) + c₂)/J.
    let j = 0.02;
    for second in [1.2, 2.0, 5.0, 8.0, 12.0, 20.0] {
        for order in [[0, 1, 2], [1, 0, 2], [2, 0, 1]] {
            let mut b = SystemBuilder::new();
            let mut discs = [ScalarId::GROUND; 3];
            order.iter().for_each(|&i| discs[i] = shaft(&mut b, &format!("disc {i}"), j));
            spring(&mut b, [discs[0], discs[1]], 3e4, second);
            spring(&mut b, [discs[1], discs[2]], 3e4, 1.0);
            let modes = found(&b.finish());
            let real = |mode: &Mode| TAU * mode.damped_frequency / (1.0 / mode.damping_ratio.powi(2) - 1.0).sqrt();
            let sum: f64 = modes[1..].iter().map(|mode| 2.0 * real(mode)).sum();
            assert!(near(sum, 2.0 * (second + 1.0) / j, 1e-11), "{second} {order:?}: {sum}");
        }
    }
}

#[test]
fn an_integral_in_a_controller_moves_with_the_mode() {
    // J s³ + c s² + p s + i = 0 for a disc with a damper, controlled by a torque p e + i ∫e of the error e = −φ.
    let (j, c, p, i) = (0.5, 3.0, 400.0, 2500.0);
    let mut b = SystemBuilder::new();
    let disc = shaft(&mut b, "disc", j);
    spring(&mut b, [disc, ScalarId::GROUND], 0.0, c);
    let [angle, error, command] = ["angle", "error", "command"].map(|name| b.signal(name));
    let [integral, filtered] = ["integral", "filtered"].map(|name| b.state_signal(name, 0.0, 1.0));
    b.add("angle", SensedShaft::<false> { value: angle, shaft: disc });
    let law = Law::Function(Function::Polynomial(vec![0.0, -1.0]));
    b.add("error", Formula { value: error, inputs: vec![angle], law, quantity: Quantity::ANGLE });
    b.add(
        "controller",
        Pid {
            value: command,
            integral,
            filtered,
            error,
            gains: [p, i, 0.0],
            lag: 1.0,
            limits: [f64::NEG_INFINITY, f64::INFINITY],
            quantity: Quantity::TORQUE,
        },
    );
    b.add("motor", Torque { on: disc, torque: Input::Signal(command), harmonics: vec![], angle: 0.0 });
    let mode = &found(&b.finish())[0];
    assert!(near(mode.frequency, (p / j).sqrt() / TAU, 1e-12));
    // The pole must be a root: real and imaginary part of the cubic, relative to its terms.
    let im = TAU * mode.damped_frequency;
    let re = -mode.damping_ratio * im / (1.0 - mode.damping_ratio.powi(2)).sqrt();
    let (re2, im2) = (re * re - im * im, 2.0 * re * im);
    let (re3, im3) = (re2 * re - im2 * im, re2 * im + im2 * re);
    let left = (j * re3 + c * re2 + p * re + i).hypot(j * im3 + c * im2 + p * im);
    assert!(left < 1e-10 * p * im, "{left} at {re} + {im}i");
    // The integral reduces the damping: without it the ratio would be c/2 √(J p).
    assert!(mode.damping_ratio < 0.8 * c / (2.0 * (j * p).sqrt()), "{}", mode.damping_ratio);
}

/// Bodies on a grid with bushings between neighbours, at an arbitrary orientation; the first one may be tied to the
/// ground by spherical joints.
fn grid(cells: [usize; 3], mass: f64, k: [f64; 2], held: bool) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let rotation = halfshaft::math::Quaternion::IDENTITY;
    let [nx, ny, nz] = cells;
    let nodes: Vec<NodeId> = (0..nx * ny * nz)
        .map(|i| {
            let node = b.pose_node(format!("body {i}"), Pose { position: Vec3::zero(), rotation }, Twist::ZERO);
            b.add(format!("body {i}"), RigidBody { node, mass, inertia: Mat3::identity() * (mass * k[1] / k[0]) });
            node
        })
        .collect();
    let frame = |node| Frame { node, offset: Vec3::zero(), axes: Mat3::identity() };
    for i in 0..nodes.len() {
        let at = [i / (ny * nz), i / nz % ny, i % nz];
        for (axis, step) in [ny * nz, nz, 1].into_iter().enumerate() {
            if at[axis] + 1 < cells[axis] {
                let [linear, rotational] = k.map(|k| std::array::from_fn(|_| SpringLaw::linear(k, 0.0)));
                let (a, other) = (frame(nodes[i]), frame(nodes[i + step]));
                b.add("bushing", Bushing { a, b: other, length: 0.0, linear, rotational });
            }
        }
    }
    if held {
        b.add("pivot", Spherical { a: frame(NodeId::GROUND), b: frame(nodes[0]) });
    }
    b.finish()
}

#[test]
fn a_large_grid_of_bodies_has_the_frequencies_of_its_closed_form() {
    // ω² = k/m Σ 4 sin²(j π/2n) over the three directions, six times each: three displacements and three rotations.
    let cells = [8, 7, 6];
    let (mass, k) = (2.0, [5e4, 3e3]);
    let system = grid(cells, mass, k, false);
    assert!(system.motion_unknowns() > 1500);
    let mut expected = Vec::new();
    for x in 0..cells[0] {
        for y in 0..cells[1] {
            for z in 0..cells[2] {
                let sines = [x, y, z].into_iter().zip(cells).map(|(j, n)| (PI * j as f64 / (2 * n) as f64).sin());
                let square = k[0] / mass * sines.map(|s| 4.0 * s * s).sum::<f64>();
                expected.extend([square.sqrt() / TAU; 6]);
            }
        }
    }
    expected.sort_by(f64::total_cmp);
    let modes = modes(&system, &system.state()).unwrap();
    assert_eq!(modes.len(), 60);
    for (mode, expected) in modes.iter().zip(&expected) {
        assert!(
            near(mode.frequency, *expected, 1e-9) || (mode.is_rigid() && *expected == 0.0),
            "{} {expected}",
            mode.frequency
        );
        assert_eq!(mode.damping_ratio, 0.0);
    }
}

#[test]
fn constraints_of_a_large_grid_take_their_freedoms() {
    // The first body on a spherical joint: translations of the grid become elastic, three rotations stay rigid.
    let (cells, mass, k) = ([7, 6, 6], 2.0, [5e4, 3e3]);
    let of = |system: Arc<System>| modes(&system, &system.state()).unwrap();
    let (free, held) = (of(grid(cells, mass, k, false)), of(grid(cells, mass, k, true)));
    let rigid = |modes: &[Mode]| modes.iter().filter(|mode| mode.is_rigid()).count();
    assert_eq!((rigid(&free), rigid(&held)), (6, 3));
    // Frequencies interlace with those of the free grid, as many modes apart as there are constraints.
    for k in 0..50 {
        assert!(held[k].frequency >= free[k].frequency * (1.0 - 1e-9));
        assert!(held[k].frequency <= free[k + 3].frequency * (1.0 + 1e-9), "mode {k}");
    }
}
