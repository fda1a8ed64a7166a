//! Solids in equilibrium against benchmark problems, with the mean frames that carry loads and supports.

use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::sync::Arc;

use halfshaft::analysis::{initial_state, statics};
use halfshaft::elements::load::Axes;
use halfshaft::elements::signals::Input;
use halfshaft::elements::solid::{
    Attached, Elastic, Law, MeanFrame, SolidElasticity, SolidInertia, SolidMesh, SurfacePressure,
};
use halfshaft::elements::{Load, RigidBody, RigidJoint};
use halfshaft::laws::Function;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::structured::grid;
use halfshaft::mesh::{Cell, CellFace, Mesh};
use halfshaft::system::{AddTo, Frame, NodeId, Pose, State, System, SystemBuilder, Twist};

/// Which elements a benchmark uses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    Enhanced,
    Quadratic,
}

/// A solid under construction; the system has its point nodes in the order of those that can move.
struct Bench {
    builder: SystemBuilder,
    solid: Arc<SolidMesh>,
}

impl Bench {
    fn new(mesh: Mesh, kind: Kind, young: f64, poisson: f64, fixed: impl Fn(Vec3) -> bool) -> Bench {
        let mesh = if kind == Kind::Quadratic { mesh.with_middles() } else { mesh };
        let mut builder = SystemBuilder::new();
        let node = |x: &Vec3| match fixed(*x) {
            true => NodeId::GROUND,
            false => builder.point_node("node", *x, Vec3::zero()),
        };
        let nodes = mesh.positions.iter().map(node).collect();
        let solid = Arc::new(SolidMesh { mesh, nodes });
        let elastic = Elastic::new(Law::SaintVenantKirchhoff, young, poisson);
        builder.add_mesh("solid", SolidElasticity::new(solid.clone(), elastic, 0.0, kind == Kind::Plain));
        builder.add_mesh("solid", SolidInertia::new(solid.clone(), 1.0, 0.0, false));
        Bench { builder, solid }
    }

    fn faces(&self, name: &str) -> Vec<CellFace> {
        self.solid.mesh.surfaces.iter().find(|(other, _)| other == name).expect("a surface of the mesh").1.clone()
    }

    /// A mean frame at the centroid of faces.
    fn frame(&mut self, faces: &[CellFace]) -> Frame {
        let axes = Mat3::identity();
        let on = |origin: Vec3| Attached::on_surface(&self.solid.mesh, faces, origin, &axes).expect("an area");
        let centre = Attached::centre(&on(Vec3::zero()));
        let points = on(centre);
        let node = self.builder.pose_node("frame", Pose { position: centre, ..Pose::IDENTITY }, Twist::ZERO);
        RigidBody { node, mass: 0.0, inertia: Mat3([[0.0; 3]; 3]) }.add_to(&mut self.builder, "frame");
        let nodes = self.solid.nodes.clone();
        self.builder.add_mesh("frame", MeanFrame::new(node, points, |k| nodes[k as usize]));
        Frame { node, offset: Vec3::zero(), axes }
    }

    fn load(&mut self, frame: Frame, force: Vec3) {
        let factor = Input::Time(Function::Constant(1.0));
        Load { frame, force, torque: Vec3::zero(), axes: Axes::Model, factor }.add_to(&mut self.builder, "load");
    }

    fn equilibrium(self) -> (Arc<System>, State) {
        let system = self.builder.finish();
        let (start, _) = initial_state(&system).unwrap_or_else(|failure| panic!("{failure}"));
        let (state, _) = statics(&system, start).unwrap_or_else(|failure| panic!("{failure}"));
        (system, state)
    }
}

/// The position of the first pose node.
fn frame_position(state: &State) -> Vec3 {
    Vec3([state.q[0], state.q[1], state.q[2]])
}

/// Cook's membrane: a tapered panel, clamped at the left, with a shear load at the right. Mean deflection of the loaded edge.
fn cook(kind: Kind, divisions: usize) -> f64 {
    let n = divisions as f64;
    let mesh = grid([divisions, divisions, 1], false, ["x-", "x+", "", "", "", ""], |[i, j, k]| {
        let (s, t) = (i as f64 / n, j as f64 / n);
        let (low, high) = (44.0 * s, 44.0 + 16.0 * s);
        Vec3([48.0 * s, low + (high - low) * t, k as f64])
    });
    let mut bench = Bench::new(mesh, kind, 1.0, 1.0 / 3.0, |x| x[0] < 1e-9);
    let faces = bench.faces("x+");
    let frame = bench.frame(&faces);
    let force = 1e-6;
    bench.load(frame, Vec3([0.0, force, 0.0]));
    let (_, state) = bench.equilibrium();
    (frame_position(&state)[1] - 52.0) / force
}

#[test]
fn cooks_membrane_converges_to_its_published_deflection() {
    // 23.96 at the middle of the loaded edge in plane stress (Simo & Rifai 1990 and others); the mean over the edge is almost the same.
    let fine = cook(Kind::Quadratic, 12);
    assert!((fine / 23.96 - 1.0).abs() < 0.01, "{fine}");
    let error = |kind: Kind, divisions: usize| (cook(kind, divisions) / fine - 1.0).abs();
    let (coarse, finer) = (error(Kind::Enhanced, 4), error(Kind::Enhanced, 8));
    assert!(finer < 0.03 && coarse / finer > 2.0, "{coarse} {finer}");
    assert!(error(Kind::Plain, 8) > 3.0 * finer, "plain hexahedra are far too stiff");
}

/// The twisted beam of MacNeal & Harder 1985: deflection along the load at the tip.
fn twisted(kind: Kind, divisions: [usize; 3], along: usize) -> f64 {
    let [n, m, l] = divisions;
    let mesh = grid([n, m, l], false, ["x-", "x+", "", "", "", ""], |[i, j, k]| {
        let s = i as f64 / n as f64;
        let (y, z) = (1.1 * (j as f64 / m as f64 - 0.5), 0.32 * (k as f64 / l as f64 - 0.5));
        let (sin, cos) = (s * FRAC_PI_2).sin_cos();
        Vec3([12.0 * s, cos * y - sin * z, sin * y + cos * z])
    });
    let mut bench = Bench::new(mesh, kind, 29e6, 0.22, |x| x[0] < 1e-9);
    let faces = bench.faces("x+");
    let frame = bench.frame(&faces);
    let force = 1e-3;
    bench.load(frame, Vec3::unit(along) * force);
    let (_, state) = bench.equilibrium();
    frame_position(&state)[along] / force
}

#[test]
fn the_twisted_beam_has_its_theoretical_tip_deflections() {
    // In-plane and out-of-plane shear (MacNeal & Harder 1985, table 8), to the digits and the 2 % that their best elements reach.
    for (along, expected) in [(2, 0.005424), (1, 0.001754)] {
        for (kind, divisions, tolerance) in [(Kind::Quadratic, [12, 2, 1], 0.01), (Kind::Enhanced, [24, 4, 2], 0.02)] {
            let found = twisted(kind, divisions, along);
            assert!((found / expected - 1.0).abs() < tolerance, "{kind:?}: {found}, expected {expected}");
        }
    }
}

/// A hollow sphere of six blocks of n by n by m cells, radii 1 and 2; the inner faces.
fn sphere(n: usize, m: usize) -> (Mesh, Vec<CellFace>) {
    let mut mesh = Mesh::default();
    let mut known: HashMap<[i64; 3], u32> = HashMap::new();
    let (mut nodes, mut inner) = (Vec::new(), Vec::new());
    for side in 0..6 {
        let block = grid([n, n, m], false, ["", "", "", "", "z-", ""], |[i, j, k]| {
            let angle = |i: usize| FRAC_PI_4 * (2.0 * i as f64 / n as f64 - 1.0);
            let (a, b) = (angle(i).tan(), angle(j).tan());
            let direction = match side {
                0 => Vec3([1.0, a, b]),
                1 => Vec3([-1.0, b, a]),
                2 => Vec3([b, 1.0, a]),
                3 => Vec3([a, -1.0, b]),
                4 => Vec3([a, b, 1.0]),
                _ => Vec3([b, a, -1.0]),
            };
            direction * ((1.0 + k as f64 / m as f64) / direction.norm())
        });
        let first = nodes.len() / 8;
        let place = |x: &Vec3| {
            let key = x.0.map(|x| (x * 1e7).round() as i64);
            *known.entry(key).or_insert_with(|| {
                mesh.positions.push(*x);
                mesh.positions.len() as u32 - 1
            })
        };
        let merged: Vec<u32> = block.positions.iter().map(place).collect();
        nodes.extend(block.blocks[0].nodes.iter().map(|&k| merged[k as usize]));
        let own = block.surfaces[0].1.iter();
        inner.extend(own.map(|face| CellFace { cell: face.cell + first as u32, ..*face }));
    }
    mesh.blocks.push(halfshaft::mesh::CellBlock { cell: Cell::Hex8, nodes });
    (mesh, inner)
}

/// The mean radial displacement of the inner surface under internal pressure, relative to Lamé's.
fn sphere_error(kind: Kind, n: usize, m: usize) -> f64 {
    let (mesh, inner) = sphere(n, m);
    assert_eq!(mesh.bad_cell(0.01), None);
    let (young, poisson, pressure) = (1.0, 0.3, 1e-7);
    let mut bench = Bench::new(mesh, kind, young, poisson, |_| false);
    // The mean frame holds the rigid motions and nothing else.
    let all = bench.solid.mesh.boundary();
    let frame = bench.frame(&all);
    let ground = Frame { node: NodeId::GROUND, ..frame };
    RigidJoint { a: ground, b: frame }.add_to(&mut bench.builder, "support");
    let load = SurfacePressure::new(bench.solid.clone(), &inner, Function::Constant(pressure));
    bench.builder.add_mesh("pressure", load);
    let solid = bench.solid.clone();
    let (system, state) = bench.equilibrium();
    let first = 7 * system.poses();
    let corners = solid.mesh.nodes_on(&inner);
    let radial = corners.iter().map(|&k| {
        let (x, now) = (solid.mesh.positions[k as usize], first + 3 * k as usize);
        (Vec3([state.q[now], state.q[now + 1], state.q[now + 2]]) - x).dot(x) / x.norm()
    });
    let mean = radial.sum::<f64>() / corners.len() as f64;
    // Lamé: u(a) = p a³/(E (b³ − a³)) ((1 − 2ν) a + (1 + ν) b³/(2 a²)).
    let exact = pressure / (young * 7.0) * ((1.0 - 2.0 * poisson) + (1.0 + poisson) * 4.0);
    mean / exact - 1.0
}

#[test]
fn a_thick_sphere_under_pressure_converges_to_lames_solution() {
    let (coarse, fine) = (sphere_error(Kind::Enhanced, 3, 2), sphere_error(Kind::Enhanced, 6, 4));
    // Second order: a factor of four for half the size. Extrapolation by that order leaves terms of the fourth, which are a sixteenth of the
    // coarse error.
    assert!((3.0..4.5).contains(&(coarse / fine)), "{coarse} {fine}");
    assert!((fine - (coarse - fine) / 3.0).abs() < coarse.abs() / 16.0, "{coarse} {fine}");
}
