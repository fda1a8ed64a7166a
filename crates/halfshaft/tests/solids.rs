//! Solids in equilibrium against benchmark problems, with the mean frames that carry loads and supports.

use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
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
use halfshaft::mesh::{Cell, CellBlock, CellFace, Mesh};
use halfshaft::system::{AddTo, Frame, NodeId, Pose, State, System, SystemBuilder, Twist};

/// Which elements a benchmark uses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    Enhanced,
    Hex20,
    Wedge15,
    Tet10,
}

const KINDS: [Kind; 5] = [Kind::Plain, Kind::Enhanced, Kind::Hex20, Kind::Wedge15, Kind::Tet10];

impl Kind {
    fn is_quadratic(self) -> bool {
        !matches!(self, Kind::Plain | Kind::Enhanced)
    }

    /// A mesh of hexahedra of 8 nodes in these elements. The tetrahedra are those of Kuhn around one diagonal, and the wedges stand on one
    /// diagonal of the bottom, so that the faces of neighbours agree.
    fn mesh(self, mesh: Mesh) -> Mesh {
        match self {
            Kind::Plain | Kind::Enhanced => mesh,
            Kind::Hex20 => mesh.with_middles(),
            Kind::Wedge15 => split(&mesh, Cell::Wedge15, &[[0, 1, 2, 4, 5, 6], [0, 2, 3, 4, 6, 7]]),
            Kind::Tet10 => {
                let tets = [[0, 1, 2, 6], [0, 5, 1, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 4, 5, 6], [0, 7, 4, 6]];
                split(&mesh, Cell::Tet10, &tets)
            }
        }
    }
}

/// Cuts hexahedra into cells with middle nodes.
fn split<const C: usize>(cubes: &Mesh, cell: Cell, parts: &[[usize; C]]) -> Mesh {
    let mut mesh = Mesh { positions: cubes.positions.clone(), ..Mesh::default() };
    let mut nodes = Vec::new();
    let mut middles = HashMap::new();
    for corners in cubes.blocks[0].nodes.chunks_exact(8) {
        for part in parts {
            let own = part.map(|k| corners[k]);
            nodes.extend(own);
            for &[a, b] in cell.edges() {
                let key = [own[a].min(own[b]), own[a].max(own[b])];
                let positions = &mut mesh.positions;
                nodes.push(*middles.entry(key).or_insert_with(|| {
                    positions.push((positions[key[0] as usize] + positions[key[1] as usize]) * 0.5);
                    positions.len() as u32 - 1
                }));
            }
        }
    }
    mesh.blocks.push(CellBlock { cell, nodes });
    mesh
}

/// A solid under construction; the system has its point nodes in the order of those that can move.
struct Bench {
    builder: SystemBuilder,
    solid: Arc<SolidMesh>,
}

impl Bench {
    fn new(mesh: Mesh, kind: Kind, young: f64, poisson: f64, fixed: impl Fn(Vec3) -> bool) -> Bench {
        assert_eq!(mesh.bad_cell(0.01), None, "{kind:?}");
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

    /// The faces all of whose nodes are at certain places.
    fn faces(&self, at: impl Fn(Vec3) -> bool) -> Vec<CellFace> {
        let positions = &self.solid.mesh.positions;
        let nodes: Vec<u32> = (0..positions.len() as u32).filter(|&k| at(positions[k as usize])).collect();
        self.solid.mesh.faces_of(&nodes)
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

/// The order of convergence that three meshes show, each of half the size of the one before: of what the load does, which converges with the
/// square of the strains. For smooth solutions that is 2 for linear and 4 for quadratic elements.
fn observed_order(values: [f64; 3]) -> f64 {
    ((values[0] - values[1]) / (values[1] - values[2])).abs().log2()
}

/// Cook's membrane: a tapered panel, clamped at the left, with a shear load at the right. Mean deflection of the loaded edge.
fn cook(kind: Kind, divisions: usize) -> f64 {
    let n = divisions as f64;
    let mesh = grid([divisions, divisions, 1], false, ["", "", "", "", "", ""], |[i, j, k]| {
        let (s, t) = (i as f64 / n, j as f64 / n);
        let (low, high) = (44.0 * s, 44.0 + 16.0 * s);
        Vec3([48.0 * s, low + (high - low) * t, k as f64])
    });
    let mut bench = Bench::new(kind.mesh(mesh), kind, 1.0, 1.0 / 3.0, |x| x[0] < 1e-9);
    let faces = bench.faces(|x| x[0] > 48.0 - 1e-9);
    let frame = bench.frame(&faces);
    let force = 1e-6;
    bench.load(frame, Vec3([0.0, force, 0.0]));
    let (_, state) = bench.equilibrium();
    (frame_position(&state)[1] - 52.0) / force
}

#[test]
fn cooks_membrane_converges_to_its_published_deflection() {
    // 23.96 at the middle of the loaded edge in plane stress (Simo & Rifai 1990 and others); the mean over the edge is almost the same.
    let fine = cook(Kind::Hex20, 12);
    assert!((fine / 23.96 - 1.0).abs() < 0.01, "{fine}");
    for kind in KINDS {
        let values = if kind.is_quadratic() { [2, 4, 8] } else { [4, 8, 16] }.map(|n| cook(kind, n));
        let (order, error) = (observed_order(values), (values[2] / fine - 1.0).abs());
        println!("Cook {kind:?}: {values:?}, order {order:.2}, error {error:.1e}");
        // The obtuse corner at the clamped edge has a singularity r^0.7 (Williams 1952), which limits the order to 1.4 in the end, whatever
        // the element.
        assert!((1.0..2.8).contains(&order), "{kind:?}: {order}");
        assert!(error < if kind == Kind::Plain { 0.06 } else { 0.01 }, "{kind:?}: {values:?}");
    }
}

/// The twisted beam of MacNeal & Harder 1985: deflection along the load at the tip.
fn twisted(kind: Kind, divisions: [usize; 3], along: usize) -> f64 {
    let [n, m, l] = divisions;
    let mesh = grid([n, m, l], false, ["", "", "", "", "", ""], |[i, j, k]| {
        let s = i as f64 / n as f64;
        let (y, z) = (1.1 * (j as f64 / m as f64 - 0.5), 0.32 * (k as f64 / l as f64 - 0.5));
        let (sin, cos) = (s * FRAC_PI_2).sin_cos();
        Vec3([12.0 * s, cos * y - sin * z, sin * y + cos * z])
    });
    let mut bench = Bench::new(kind.mesh(mesh), kind, 29e6, 0.22, |x| x[0] < 1e-9);
    let faces = bench.faces(|x| x[0] > 12.0 - 1e-9);
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
        for (kind, divisions, tolerance) in [(Kind::Hex20, [12, 2, 1], 0.01), (Kind::Enhanced, [24, 4, 2], 0.02)] {
            let found = twisted(kind, divisions, along);
            assert!((found / expected - 1.0).abs() < tolerance, "{kind:?}: {found}, expected {expected}");
        }
    }
}

#[test]
fn the_twisted_beam_converges_with_all_elements() {
    let along = 2;
    let reference = twisted(Kind::Hex20, [24, 4, 4], along);
    assert!((reference / 0.005424 - 1.0).abs() < 0.01, "{reference}");
    for kind in KINDS {
        let coarsest = match kind {
            // Far from its limit on coarse meshes: it cannot bend without shear.
            Kind::Plain => [16, 2, 2],
            Kind::Enhanced => [8, 1, 1],
            _ => [4, 1, 1],
        };
        let values = [1, 2, 4].map(|finer| twisted(kind, coarsest.map(|n| finer * n), along));
        let [_, coarse, fine] = values.map(|value| (value / reference - 1.0).abs());
        let order = (coarse / fine).log2();
        println!("twisted {kind:?}: {values:?}, reference {reference}, order {order:.2}, error {fine:.1e}");
        // 2 and 4, as for the sphere, but for the singular edges of the clamped end: at a right angle between clamped and free faces
        // displacements grow with r^λ, κ sin²(λπ/2) = (κ + 1)²/4 − λ² with κ = 3 − 4ν = 2.12, λ = 0.77, so that uniform meshes end with the
        // order 2λ = 1.53 whatever the element. Between coarse and fine meshes it goes from the one to the other: between 1.53 and 4 for
        // quadratic elements, 1.53 and 2 for linear ones. A tenth is left for what two meshes show of it.
        let smooth = if kind.is_quadratic() { 4.0 } else { 2.0 };
        assert!((1.43..smooth + 0.1).contains(&order), "{kind:?}: {order} {values:?}");
        // Regression: found 1.5 and 1.7; on these meshes quadratic elements are not yet at the singular order with 3.4, 3.1 and 3.0.
        assert!(!kind.is_quadratic() || order > 2.8, "{kind:?}: {order} {values:?}");
        assert!(fine < if kind == Kind::Plain { 0.15 } else { 0.003 }, "{kind:?}: {values:?}");
    }
}

/// A hollow sphere of six blocks of n by n by m cells, radii 1 and 2.
fn sphere(n: usize, m: usize) -> Mesh {
    let mut mesh = Mesh::default();
    let mut known: HashMap<[i64; 3], u32> = HashMap::new();
    let mut nodes = Vec::new();
    for side in 0..6 {
        let block = grid([n, n, m], false, ["", "", "", "", "", ""], |[i, j, k]| {
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
        let place = |x: &Vec3| {
            let key = x.0.map(|x| (x * 1e7).round() as i64);
            *known.entry(key).or_insert_with(|| {
                mesh.positions.push(*x);
                mesh.positions.len() as u32 - 1
            })
        };
        let merged: Vec<u32> = block.positions.iter().map(place).collect();
        nodes.extend(block.blocks[0].nodes.iter().map(|&k| merged[k as usize]));
    }
    mesh.blocks.push(CellBlock { cell: Cell::Hex8, nodes });
    mesh
}

/// Moves middles of edges to the radius that is the mean of those of the two ends.
fn rounded(mut mesh: Mesh) -> Mesh {
    let CellBlock { cell, nodes } = &mesh.blocks[0];
    for nodes in nodes.chunks_exact(cell.nodes()) {
        for (edge, &middle) in cell.edges().iter().zip(&nodes[cell.corners()..]) {
            let [a, b] = edge.map(|k| mesh.positions[nodes[k] as usize]);
            let chord = a + b;
            mesh.positions[middle as usize] = chord * (0.5 * (a.norm() + b.norm()) / chord.norm());
        }
    }
    mesh
}

/// The strain energy of the sphere under internal pressure, relative to Lamé's.
fn sphere_error(kind: Kind, n: usize, m: usize) -> f64 {
    let mesh = kind.mesh(sphere(n, m));
    let mesh = if kind.is_quadratic() { rounded(mesh) } else { mesh };
    let (young, poisson, pressure) = (1.0, 0.3, 1e-7);
    let mut bench = Bench::new(mesh, kind, young, poisson, |_| false);
    // The mean frame holds the rigid motions and nothing else.
    let all = bench.solid.mesh.boundary();
    let inner = bench.faces(|x| x.norm() < 1.0 + 1e-9);
    let frame = bench.frame(&all);
    let ground = Frame { node: NodeId::GROUND, ..frame };
    RigidJoint { a: ground, b: frame }.add_to(&mut bench.builder, "support");
    let load = SurfacePressure::new(bench.solid.clone(), &inner, Function::Constant(pressure));
    bench.builder.add_mesh("pressure", load);
    let (system, state) = bench.equilibrium();
    // Lamé: u(a) = p a³/(E (b³ − a³)) ((1 − 2ν) a + (1 + ν) b³/(2 a²)), and the energy is half the work p 4π a² u(a).
    let exact = pressure / (young * 7.0) * ((1.0 - 2.0 * poisson) + (1.0 + poisson) * 4.0);
    system.energy(&state).potential / (2.0 * PI * pressure * exact) - 1.0
}

#[test]
fn a_thick_sphere_under_pressure_converges_to_lames_solution() {
    for kind in KINDS {
        let sizes = if kind.is_quadratic() { [[3, 2], [6, 4]] } else { [[5, 3], [10, 6]] };
        let [coarse, fine] = sizes.map(|[n, m]| sphere_error(kind, n, m));
        let order = (coarse / fine).abs().log2();
        println!("sphere {kind:?}: {coarse:.3e} {fine:.3e}, order {order:.2}");
        // The energy of the error is the error of the energy, h²ᵖ with shape functions of degree p: 2 and 4 in the limit of fine meshes. A
        // method that loses a power of h is 1 below, a degree of its shape functions 2: less than one half decides between them. Found on these:
        // 1.9; 3.8, 3.7 and 3.6.
        let expected = if kind.is_quadratic() { 4.0 } else { 2.0 };
        assert!((order - expected).abs() < 0.45, "{kind:?}: {coarse} {fine}");
    }
}
