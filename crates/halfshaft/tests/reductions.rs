//! Reductions: matrices of other programs, boundaries without mass, pressures, the choice of modes.

#[path = "common/reduction.rs"]
mod reduction;

use std::sync::Arc;

use faer::Mat;
use faer::linalg::solvers::Solve;

use halfshaft::elements::solid::{Elastic, Law, SolidElasticity, SolidMesh, nodal_stresses};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::Mesh;
use halfshaft::mesh::structured::block;
use halfshaft::reduction::{
    Basis, Boundary, Coordinate, ImportedMatrices, Reduction, ReductionError, Structure, StructureOf, modes_below,
    modes_for_effective_mass, quality,
};
use reduction::{face, options, reduced};

const YOUNG: f64 = 210e9;

fn structure(mesh: &Mesh, poisson: f64) -> Structure {
    let elastic = Elastic::new(Law::SaintVenantKirchhoff, YOUNG, poisson);
    let of = StructureOf { mesh, elastic, density: 7800.0, plain: false, lumped: false, blocked: [false; 3] };
    Structure::new(&of).unwrap_or_else(|error| panic!("{error}"))
}

fn pressure(mesh: &Mesh, name: &str) -> Boundary {
    Boundary::pressure(name, mesh, &mesh.surfaces.iter().find(|(other, _)| other == name).expect("a surface").1)
}

fn imported(matrices: &ImportedMatrices) -> Structure {
    Structure::imported(matrices).unwrap_or_else(|error| panic!("{error}"))
}

fn arm() -> Mesh {
    block([0.4, 0.05, 0.03], [8, 2, 1]).with_middles()
}

#[test]
fn full_matrices_of_a_mesh_have_its_inertia_to_all_orders() {
    let mesh = arm();
    let own = structure(&mesh, 0.3);
    let other = imported(&own.exported());
    let options = options(Basis::Dual, 5, vec![face(&mesh, "x-")]);
    let (own, other) = (reduced(&own, &options), reduced(&other, &options));
    let (a, b) = (&own.body.invariants, &other.body.invariants);
    assert!((own.centre - other.centre).norm() < 1e-12 && (a.mass / b.mass - 1.0).abs() < 1e-12);
    let close = |name: &str, x: f64, y: f64, size: f64| {
        // Shapes have arbitrary signs; two iterations for modes agree to 1e-8 in shapes.
        assert!((x.abs() - y.abs()).abs() < 1e-6 * size, "{name}: {x:e} and {y:e}");
    };
    for i in 0..own.body.count() {
        assert!((own.body.stiffness[i] / other.body.stiffness[i] - 1.0).abs() < 1e-9);
        (0..3).for_each(|k| close("translation", a.translations[i][k], b.translations[i][k], a.mass.sqrt()));
        (0..3).for_each(|k| close("rotation", a.rotations[i][k], b.rotations[i][k], a.inertia.0[1][1].sqrt()));
        (0..6).for_each(|k| close("slope", a.inertia_slopes[i][k], b.inertia_slopes[i][k], a.inertia.0[1][1].sqrt()));
        for j in 0..own.body.count() {
            let (p, q) = (&a.pairs[i * own.body.count() + j], &b.pairs[i * own.body.count() + j]);
            (0..9).for_each(|k| close("pair", p[k], q[k], 1.0));
        }
    }
}

/// The deflection of equal and opposite unit forces along an axis on two frames.
fn compliance(reduction: &Reduction, axis: usize) -> f64 {
    let [a, b] = [0, 1].map(|k| &reduction.body.frames[k].translations);
    let squares = reduction.body.stiffness.iter();
    squares.enumerate().map(|(i, square)| (b[i][axis] - a[i][axis]).powi(2) / square).sum()
}

#[test]
fn a_boundary_without_mass_keeps_its_statics_in_both_forms() {
    let mesh = arm();
    let mut matrices = structure(&mesh, 0.0).exported();
    // No mass at one end, whose frame must still move.
    let is_bare = |k: u32| match matrices.coordinates[k as usize] {
        Coordinate::Node { node, .. } => matrices.positions[node as usize][0] < -0.2 + 1e-9,
        Coordinate::Modal => false,
    };
    matrices.mass = matrices.mass.iter().copied().filter(|(i, j, _)| !is_bare(*i) && !is_bare(*j)).collect();
    let structure = imported(&matrices);
    let ends = || vec![face(&mesh, "x-"), face(&mesh, "x+")];
    let exact = 0.4 / (YOUNG * 0.05 * 0.03);
    let mut lowest = Vec::new();
    for basis in [Basis::Primal, Basis::Dual] {
        let found = reduced(&structure, &options(basis, 10, ends()));
        // The static shapes of the primal form contain the rigid motions.
        let dropped = if basis == Basis::Primal { 6 } else { 0 };
        assert_eq!((found.dropped.len(), found.dependent_frames.len(), found.rigid_motions), (dropped, 0, 6));
        // A bar in tension is exact on the mesh.
        assert!((compliance(&found, 0) / exact - 1.0).abs() < 1e-8, "{basis:?}: {}", compliance(&found, 0) / exact);
        lowest.push(found.body.frequencies()[0]);
    }
    // Upper bounds of the same frequency: the error of the primal form falls with the third power of the number of modes.
    assert!(lowest[0] >= lowest[1] * (1.0 - 1e-9) && lowest[0] / lowest[1] < 1.001, "{lowest:?}");
}

#[test]
fn shapes_of_pressures_make_their_statics_exact() {
    let mesh = arm();
    let structure = structure(&mesh, 0.0);
    let ends = vec![pressure(&mesh, "x-"), pressure(&mesh, "x+")];
    let found = reduced(&structure, &options(Basis::Dual, 2, ends.clone()));
    let mut energy = 0.0;
    for (shape, square) in found.shapes.iter().zip(&found.body.stiffness) {
        let work = |part: &Boundary| match part {
            Boundary::Load { forces, .. } => forces.iter().map(|(node, f)| f.dot(shape[*node as usize])).sum::<f64>(),
            _ => 0.0,
        };
        energy += ends.iter().map(work).sum::<f64>().powi(2) / square;
    }
    // p² A ℓ/E of a bar under a pressure of 1 Pa at both ends.
    let exact = 0.05 * 0.03 * 0.4 / YOUNG;
    assert!((energy / exact - 1.0).abs() < 1e-9, "{energy:e} instead of {exact:e}");
    assert_eq!(found.body.count(), 2 + 2);
}

#[test]
fn modes_are_counted_by_frequency_and_by_effective_mass() {
    let mesh = arm();
    let structure = structure(&mesh, 0.3);
    for basis in [Basis::Primal, Basis::Dual] {
        let of = options(basis, 12, vec![face(&mesh, "x-")]);
        let all = reduced(&structure, &of).mode_frequencies;
        for count in [1, 4, 9] {
            let between = 0.5 * (all[count - 1] + all[count]);
            assert_eq!(modes_below(&structure, &of, between), Ok(count), "{basis:?}");
        }
    }
    let of = |modes| options(Basis::Primal, modes, vec![face(&mesh, "x-")]);
    let enough = modes_for_effective_mass(&structure, &of(0), 0.6).unwrap_or_else(|error| panic!("{error}"));
    let least = |modes: usize| {
        let options = of(modes);
        let found = quality(&structure, &options, &reduced(&structure, &options), &[]);
        let masses = found.unwrap_or_else(|error| panic!("{error}")).effective_masses;
        masses.iter().copied().fold(f64::INFINITY, f64::min)
    };
    assert!(least(enough) >= 0.6 && least(enough - 1) < 0.6, "{enough} modes");
    // A clamped bar has 8/π² of its mass in its first axial mode, and 0.613 in its first bending mode.
    assert!(least(enough) < 1.0);
}

#[test]
fn the_comparison_with_the_mesh_has_frequencies_and_static_errors() {
    let mesh = arm();
    let structure = structure(&mesh, 0.3);
    let mut of = options(Basis::Dual, 6, vec![face(&mesh, "x-")]);
    // A traction along z on one side, and a pressure on both ends that deforms.
    let Boundary::Load { forces, .. } = pressure(&mesh, "z+") else { panic!("a load") };
    let loads = vec![("traction".to_string(), forces)];
    let plain = quality(&structure, &of, &reduced(&structure, &of), &loads).unwrap_or_else(|error| panic!("{error}"));
    assert!(plain.frequencies.len() > 6);
    for (k, (mesh, own)) in plain.frequencies.iter().enumerate() {
        let own = own.unwrap_or(f64::INFINITY);
        // The modes that are kept are exact.
        assert!(own >= mesh * (1.0 - 1e-9) && (k >= 6 || own <= mesh * (1.0 + 1e-9)), "{k}: {own} and {mesh} Hz");
    }
    assert!(plain.static_errors.iter().all(|(_, error)| (1e-6..1.0).contains(error)), "{:?}", plain.static_errors);
    of.rotation_shapes = true;
    let exact = quality(&structure, &of, &reduced(&structure, &of), &loads).unwrap_or_else(|error| panic!("{error}"));
    let [turned @ .., (name, of_load)] = exact.static_errors.as_slice() else { panic!("no errors") };
    assert!(turned.iter().all(|(_, error)| error.abs() < 1e-8), "{:?}", exact.static_errors);
    assert!(name == "traction" && (1e-6..1.0).contains(of_load), "{of_load}");
    of.boundary.push(pressure(&mesh, "z+"));
    let exact = quality(&structure, &of, &reduced(&structure, &of), &loads).unwrap_or_else(|error| panic!("{error}"));
    assert!(exact.static_errors[3].1.abs() < 1e-8, "{:?}", exact.static_errors);
}

/// The modes of a body that is held at its boundary have this effective mass together, by the modes themselves and by a projection.
#[test]
fn effective_masses_are_those_of_the_held_body() {
    let mesh = arm();
    let structure = structure(&mesh, 0.3);
    let masses = |basis, modes| {
        let of = options(basis, modes, vec![face(&mesh, "x-")]);
        let found = quality(&structure, &of, &reduced(&structure, &of), &[]);
        found.unwrap_or_else(|error| panic!("{error}")).effective_masses
    };
    // A clamped bar has 8/π² of its mass in its first axial mode; Poisson's ratio and the mean frame change it by a few thousandths. The
    // fixed modes 1 to 8 contain it and no other.
    let axial = masses(Basis::Primal, 8)[0];
    assert!((axial / 0.8106 - 1.0).abs() < 0.02, "{axial}");
    // More shapes move more of the mass, and all of them what the mean of the held surface leaves free.
    for basis in [Basis::Primal, Basis::Dual] {
        let [few, many] = [4, 40].map(|modes| masses(basis, modes));
        assert!(few.iter().zip(&many).all(|(few, many)| *few < many + 1e-12 && *many < 1.0), "{few:?} {many:?}");
        assert!(many.iter().all(|part| *part > 0.8), "{many:?}");
    }
}

#[test]
fn matrices_that_are_not_of_a_free_body_are_refused() {
    let good = structure(&arm(), 0.3).exported();
    let refused = |change: &dyn Fn(&mut ImportedMatrices)| {
        let mut matrices = good.clone();
        change(&mut matrices);
        Structure::imported(&matrices).err()
    };
    // A support.
    let held = refused(&|m| m.stiffness.push((0, 0, 1e9)));
    assert!(
        matches!(&held, Some(ReductionError::Held { motions, .. }) if motions[0] == "translation along x"),
        "{held:?}"
    );
    // Coordinates in another unit turn rotations into strains.
    let stretched = refused(&|m| m.positions.iter_mut().for_each(|x| x[2] *= 1000.0));
    assert!(
        matches!(&stretched, Some(ReductionError::Held { motions, .. }) if motions[0].starts_with("rotation")),
        "{stretched:?}"
    );
    let heavy = refused(&|m| m.mass.push((1, 1, 1.0)));
    assert!(matches!(heavy, Some(ReductionError::BadMass(_))), "{heavy:?}");
    let one_sided = refused(&|m| m.stiffness.push((0, 1, 1e9)));
    assert!(matches!(one_sided, Some(ReductionError::NotSymmetric { matrix: "stiffness", .. })), "{one_sided:?}");
}

#[test]
fn a_placed_body_has_its_own_axes() {
    let mesh = arm();
    let found = reduced(&structure(&mesh, 0.3), &options(Basis::Dual, 4, vec![face(&mesh, "x+")]));
    // A quarter turn about z: x becomes y.
    let axes = Mat3([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    let placed = found.placed(Vec3([1.0, 2.0, 3.0]), &axes);
    let (a, b) = (&found.body.invariants, &placed.body.invariants);
    let tip = placed.centre + placed.body.frames[0].position;
    assert!((tip - Vec3([1.0, 2.2, 3.0])).norm() < 1e-12, "{tip:?}");
    for i in 0..found.body.count() {
        assert!((b.rotations[i][1] - a.rotations[i][0]).abs() < 1e-12);
        assert!((b.inertia_slopes[i][1] - a.inertia_slopes[i][0]).abs() < 1e-12);
        assert!((b.pairs[i][7] - a.pairs[i][6]).abs() < 1e-12 && (b.pairs[i][8] - a.pairs[i][8]).abs() < 1e-12);
    }
}

/// The supported factorization, without rigid motions in the basis, against a negative shift that finds them too.
#[test]
fn modes_on_supports_are_those_of_the_free_body() {
    let mesh = arm();
    let own = structure(&mesh, 0.3);
    let modes = |structure: &Structure| {
        reduced(structure, &options(Basis::Dual, 40, vec![face(&mesh, "x-"), face(&mesh, "x+")])).mode_frequencies
    };
    let (supported, free) = (modes(&own), modes(&imported(&own.exported())));
    assert_eq!(supported.len(), 40);
    for (a, b) in supported.iter().zip(&free) {
        assert!((a / b - 1.0).abs() < 1e-9, "{supported:?} {free:?}");
    }
}

#[test]
fn stresses_of_many_shapes_are_those_of_each() {
    let distorted = |mut mesh: Mesh| {
        mesh.positions.iter_mut().for_each(|x| *x += Vec3([x[1] * x[2], 0.3 * x[0] * x[2], -0.2 * x[0] * x[1]]));
        mesh
    };
    let meshes = [block([0.4, 0.05, 0.03], [4, 2, 2]), block([0.4, 0.05, 0.03], [3, 1, 1]).with_middles()];
    for (mesh, plain) in meshes.map(distorted).into_iter().flat_map(|mesh| [(mesh.clone(), false), (mesh, true)]) {
        let elastic = Elastic::new(Law::SaintVenantKirchhoff, YOUNG, 0.3);
        let solid = SolidElasticity::new(Arc::new(SolidMesh { mesh, nodes: vec![] }), elastic, 0.0, plain);
        let nodes = solid.mesh().positions.len();
        let number = |i: usize, node: usize, k: usize| (1.0 + (37 * i + 11 * node + 5 * k) as f64).sin();
        let shape = |i| (0..nodes).map(|node| Vec3(std::array::from_fn(|k| number(i, node, k)))).collect();
        let shapes: Vec<Vec<Vec3>> = (0..11).map(shape).collect();
        for (shape, found) in shapes.iter().zip(solid.stresses_of_shapes(&shapes)) {
            let alone = nodal_stresses(solid.mesh(), |take| solid.linear_stresses(shape, take));
            let largest = alone.as_flattened().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for (a, b) in alone.as_flattened().iter().zip(found.as_flattened()) {
                assert!((a - b).abs() < 1e-12 * largest, "{a} {b}");
            }
        }
    }
}

/// Loads whose static shapes are given combinations of free-free modes: the forces M Φ Ω² c.
fn loads_of_shapes(mesh: &Mesh, structure: &Structure, columns: &[Vec<f64>]) -> Vec<Boundary> {
    let modes = reduced(structure, &options(Basis::Dual, columns[0].len(), vec![]));
    let exported = structure.exported();
    let place = |k: u32| match exported.coordinates[k as usize] {
        Coordinate::Node { node, component } => (node as usize, usize::from(component)),
        Coordinate::Modal => unreachable!("a mesh has nodes only"),
    };
    let load = |(j, column): (usize, &Vec<f64>)| {
        let mut forces = vec![Vec3::zero(); mesh.positions.len()];
        for (i, c) in column.iter().enumerate() {
            for &(row, unknown, mass) in &exported.mass {
                let ((node, d), (from, e)) = (place(row), place(unknown));
                forces[node].0[d] += c * modes.body.stiffness[i] * mass * modes.shapes[i][from][e];
            }
        }
        let forces = forces.into_iter().enumerate().map(|(node, f)| (node as u32, f)).collect();
        Boundary::Load { name: format!("load {}", j + 1), forces }
    };
    columns.iter().enumerate().map(load).collect()
}

#[test]
fn shapes_that_depend_on_all_others_together_are_dropped_by_name() {
    let mesh = arm();
    let structure = structure(&mesh, 0.3);
    // Kahan's matrix with unit columns: 2e-8 of the last column is left behind the others, one by one more than 1e-8, but the smallest
    // singular value is 1.9e-11.
    let (n, s) = (12, 0.2_f64);
    let c = (1.0 - s * s).sqrt();
    let entry = |i: usize, j: usize| match i.cmp(&j) {
        std::cmp::Ordering::Less => -c * s.powi(i as i32),
        std::cmp::Ordering::Equal => s.powi(i as i32),
        std::cmp::Ordering::Greater => 0.0,
    };
    let kahan: Vec<Vec<f64>> = (0..n).map(|j| (0..n).map(|i| entry(i, j)).collect()).collect();
    let found = reduced(&structure, &options(Basis::Dual, 0, loads_of_shapes(&mesh, &structure, &kahan)));
    assert!(found.dropped.iter().all(|name| name.starts_with("pressure on load ")), "{:?}", found.dropped);
    assert_eq!((found.dropped.len(), found.body.count()), (1, n - 1));
    // Two shapes that differ by 1e-6 are two, by 1e-10 one.
    for (apart, dropped) in [(1e-6, vec![]), (1e-10, vec!["pressure on load 3".to_owned()])] {
        let columns = [vec![1.0, 0.0, 0.0], vec![0.0, 1.0, 0.0], vec![0.6, 0.8, apart]];
        let found = reduced(&structure, &options(Basis::Dual, 0, loads_of_shapes(&mesh, &structure, &columns)));
        assert_eq!((&found.dropped, found.body.count()), (&dropped, 3 - dropped.len()));
    }
    // The shapes of modes that are retained are nothing new.
    let columns = [vec![0.6, -0.8, 0.0, 0.0], vec![0.0, 0.0, 0.0, 1.0]];
    let found = reduced(&structure, &options(Basis::Dual, 3, loads_of_shapes(&mesh, &structure, &columns)));
    assert_eq!((found.dropped, found.body.count()), (vec!["pressure on load 1".to_owned()], 4));
}

#[test]
fn a_body_with_all_nodes_kept_is_the_finite_element_model() {
    let mesh = block([0.4, 0.05, 0.03], [3, 1, 1]);
    let structure = structure(&mesh, 0.3);
    let nodes = mesh.positions.len();
    let elastic = 3 * nodes - 6;
    let exact = reduced(&structure, &options(Basis::Dual, elastic, vec![])).mode_frequencies;
    assert_eq!(exact.len(), elastic);
    for basis in [Basis::Primal, Basis::Dual] {
        let found = reduced(&structure, &options(basis, 0, vec![Boundary::Nodes((0..nodes as u32).collect())]));
        assert_eq!((found.body.count(), found.dropped.len()), (elastic, 6), "{basis:?}");
        for (own, exact) in found.body.frequencies().iter().zip(&exact) {
            assert!((own / exact - 1.0).abs() < 1e-9, "{basis:?}: {own} and {exact} Hz");
        }
    }
}

/// The residual shapes of a free body may be computed on temporary links to the ground, which balanced loads do not stress, or on supports; the
/// program takes supports.
#[test]
fn residual_shapes_on_temporary_links_are_those_on_supports() {
    let mesh = block([0.4, 0.05, 0.03], [4, 1, 1]);
    let structure = structure(&mesh, 0.3);
    let node_of =
        |x: [f64; 3]| mesh.positions.iter().position(|p| (*p - Vec3(x)).norm() < 1e-9).expect("a corner") as u32;
    let corners =
        [[-0.2, -0.025, -0.015], [0.2, -0.025, -0.015], [-0.2, 0.025, -0.015], [0.2, 0.025, 0.015]].map(node_of);
    // Forces of two corners on each other are in balance.
    let pair = |a: u32, b: u32| {
        let apart = mesh.positions[b as usize] - mesh.positions[a as usize];
        let unit = apart * (1.0 / apart.norm());
        vec![(a, unit * -1.0), (b, unit)]
    };
    let pairs = [(0, 1), (1, 2), (0, 3)].map(|(a, b)| pair(corners[a], corners[b]));
    let loads = pairs.iter().map(|forces| Boundary::Load { name: "pair".into(), forces: forces.clone() }).collect();
    let found = reduced(&structure, &options(Basis::Dual, 0, loads));
    let full = structure.exported();
    let place = |node: u32, d: usize| {
        let is_own = |c: &Coordinate| *c == Coordinate::Node { node, component: d as u8 };
        full.coordinates.iter().position(is_own).expect("an unknown")
    };
    let n = full.coordinates.len();
    let mut stiffness = Mat::<f64>::zeros(n, n);
    full.stiffness.iter().for_each(|&(i, j, x)| stiffness[(i as usize, j as usize)] += x);
    // Three links on one node, two on another and one on a third: no motion of the body is free.
    for (node, d) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
        let link = place(corners[node], d);
        stiffness[(link, link)] += 1e9;
    }
    let links = stiffness.partial_piv_lu();
    for forces in &pairs {
        let mut load = Mat::<f64>::zeros(n, 1);
        forces.iter().for_each(|(node, f)| (0..3).for_each(|d| load[(place(*node, d), 0)] += f[d]));
        let on_links = (load.transpose() * links.solve(&load))[(0, 0)];
        let work = |shape: &Vec<Vec3>| forces.iter().map(|(node, f)| f.dot(shape[*node as usize])).sum::<f64>();
        let shapes = found.shapes.iter().zip(&found.body.stiffness);
        let of_shapes: f64 = shapes.map(|(shape, square)| work(shape).powi(2) / square).sum();
        assert!((on_links / of_shapes - 1.0).abs() < 1e-8, "{on_links:e} and {of_shapes:e}");
    }
}
