//! Solids against published and closed-form results.

use std::sync::Arc;

use super::{Elastic, Law, SolidElasticity, SolidInertia, SolidMesh};
use crate::analysis::modes::modes;
use crate::math::{Mat3, Vec3};
use crate::mesh::structured::block;
use crate::mesh::{Cell, CellBlock, Mesh};
use crate::system::{NodeId, State, System, SystemBuilder};

/// A solid of steel on a mesh, whose nodes for which `fixed` is true never move.
fn steel(mesh: Mesh, plain: bool, fixed: impl Fn(Vec3) -> bool) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let node = |x: &Vec3| match fixed(*x) {
        true => NodeId::GROUND,
        false => builder.point_node("node", *x, Vec3::zero()),
    };
    let nodes = mesh.positions.iter().map(node).collect();
    let solid = Arc::new(SolidMesh { mesh, nodes });
    let elastic = Elastic::new(Law::SaintVenantKirchhoff, 210e9, 0.3);
    builder.add_mesh("solid", SolidElasticity::new(solid.clone(), elastic, 0.0, plain));
    builder.add_mesh("solid", SolidInertia::new(solid, 7800.0, 0.0, false));
    builder.finish()
}

fn elastic_frequencies(system: &System, count: usize) -> Vec<f64> {
    let modes = modes(system, &system.state()).unwrap_or_else(|failure| panic!("{failure:?}"));
    modes.iter().map(|mode| mode.frequency).filter(|f| *f > 0.0).take(count).collect()
}

/// Reference frequencies of regular grids: scikit-fem 12 and CalculiX 2.20, which agree within the seven digits that the latter prints.
fn check_reference(size: [f64; 3], divisions: [usize; 3], middles: bool, clamped: &[f64], free: &[f64]) {
    let mesh = || match middles {
        true => block(size, divisions).with_middles(),
        false => block(size, divisions),
    };
    let end = -0.5 * size[0] * (1.0 - 1e-9);
    for (expected, system) in [(clamped, steel(mesh(), true, |x| x[0] < end)), (free, steel(mesh(), true, |_| false))] {
        for (found, expected) in elastic_frequencies(&system, expected.len()).iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-8, "{found} Hz, expected {expected} Hz");
        }
    }
}

#[test]
fn frequencies_of_a_beam_of_plain_hexahedra_agree_with_scikit_fem_and_calculix() {
    let clamped = [36.74067437634, 50.08312638161, 230.0338798647, 311.4775104193, 644.605976713, 713.5424831671];
    let free = [232.988474303, 315.6743702904, 643.4365917864, 863.8171651591, 1265.729546805, 1421.620233959];
    check_reference([1.0, 0.05, 0.03], [20, 2, 2], false, &clamped, &free);
}

#[test]
fn frequencies_of_a_beam_of_quadratic_hexahedra_agree_with_scikit_fem_and_calculix() {
    let clamped = [25.26056198173, 42.01241427934, 157.7181928636, 260.352084173, 439.0921274461, 664.5561542825];
    let free = [159.5422389668, 264.3582458942, 437.5571975444, 717.4273089095, 851.637202553, 1322.395629823];
    check_reference([1.0, 0.05, 0.03], [20, 2, 2], true, &clamped, &free);
}

#[test]
fn frequencies_of_a_plate_of_plain_hexahedra_agree_with_scikit_fem_and_calculix() {
    let clamped = [122.0489718848, 210.465102271, 768.325731952, 902.5923269869, 1187.721606466, 1434.370461783];
    let free = [288.7331075503, 778.6201152668, 975.0326057418, 1392.772933293, 1505.983146572, 1994.735790012];
    check_reference([0.4, 0.3, 0.01], [12, 9, 2], false, &clamped, &free);
}

#[test]
fn frequencies_of_a_plate_of_quadratic_hexahedra_agree_with_scikit_fem_and_calculix() {
    let clamped = [54.30195848018, 165.148995911, 337.0814271493, 567.437107575, 682.0458656486, 958.6478142867];
    let free = [277.5335601647, 332.8809921215, 618.1910907686, 656.237004103, 802.5030116137, 972.0387645622];
    check_reference([0.4, 0.3, 0.01], [12, 9, 2], true, &clamped, &free);
}

#[test]
fn enhanced_hexahedra_bend_within_one_percent_of_quadratic_ones() {
    // Quadratic ones on the same mesh: 25.26 Hz; plain ones 36.74 Hz.
    let system = steel(block([1.0, 0.05, 0.03], [20, 2, 2]), false, |x| x[0] < -0.499_999);
    let first = elastic_frequencies(&system, 1)[0];
    assert!((first / 25.26056198173 - 1.0).abs() < 0.01, "{first} Hz");
}

/// A block of two by two by two cells of one type, with all nodes moved irregularly: interior ones too.
fn distorted(cell: Cell) -> Mesh {
    let cubes = block([2.0, 2.0, 2.0], [2, 2, 2]);
    let mut mesh = match cell {
        Cell::Hex8 => cubes,
        Cell::Hex20 => cubes.with_middles(),
        Cell::Tet10 => split(&cubes, cell, &[[0, 1, 3, 4], [1, 2, 3, 6], [1, 3, 4, 6], [1, 4, 5, 6], [3, 4, 6, 7]]),
        Cell::Wedge15 => split(&cubes, cell, &[[0, 1, 2, 4, 5, 6], [0, 2, 3, 4, 6, 7]]),
    };
    let corners = 27;
    let shift = |k: usize| Vec3(std::array::from_fn(|i| 0.15 * ((11 * k + 5 * i) as f64 + 0.7).sin()));
    let before = mesh.positions.clone();
    mesh.positions.iter_mut().take(corners).enumerate().for_each(|(k, x)| *x += shift(k));
    // Middles stay in the middle: constant strains are exact on straight edges for all cells.
    for block in &mesh.blocks {
        for nodes in block.nodes.chunks_exact(cell.nodes()) {
            for (edge, &middle) in cell.edges().iter().zip(&nodes[cell.corners()..]) {
                let [a, b] = edge.map(|k| mesh.positions[nodes[k] as usize]);
                mesh.positions[middle as usize] = (a + b) * 0.5;
            }
        }
    }
    assert!(mesh.positions.iter().zip(&before).all(|(a, b)| a != b));
    mesh
}

/// Cuts each cube into cells with middle nodes. Neighbouring cubes need not fit: each cell has its corners from the cube.
fn split<const C: usize>(cubes: &Mesh, cell: Cell, parts: &[[usize; C]]) -> Mesh {
    let mut mesh = Mesh { positions: cubes.positions.clone(), ..Mesh::default() };
    let mut nodes = Vec::new();
    let mut middles = std::collections::HashMap::new();
    let spans = [2, 2, 2];
    for (c, corners) in cubes.blocks[0].nodes.chunks_exact(8).enumerate() {
        // Every second cube is mirrored, so that the diagonals of neighbouring faces agree.
        let odd = (c % spans[0] + c / spans[0] % spans[1] + c / (spans[0] * spans[1])) % 2 == 1;
        let turned = [1, 2, 3, 0, 5, 6, 7, 4];
        for part in parts {
            let turn = |k: usize| if odd && cell == Cell::Tet10 { turned[k] } else { k };
            let own: Vec<u32> = part.iter().map(|&k| corners[turn(k)]).collect();
            nodes.extend(&own);
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

fn moved(system: &System, by: impl Fn(Vec3) -> Vec3) -> State {
    let mut state = system.state();
    state.q.chunks_exact_mut(3).for_each(|q| q.copy_from_slice(&by(Vec3::from_slice(q)).0));
    state
}

const CELLS: [(Cell, bool); 5] =
    [(Cell::Hex8, true), (Cell::Hex8, false), (Cell::Hex20, true), (Cell::Tet10, true), (Cell::Wedge15, true)];

#[test]
fn constant_strains_are_exact_on_distorted_meshes_of_all_cells() {
    let stretch = Mat3([[1.05, 0.02, -0.03], [0.01, 0.97, 0.04], [0.02, -0.01, 1.02]]);
    for (cell, plain) in CELLS {
        let mesh = distorted(cell);
        assert_eq!((mesh.bad_cell(0.05), mesh.unconnected_node()), (None, None), "{cell:?}");
        let outside = mesh.nodes_on(&mesh.boundary());
        let system = steel(mesh.clone(), plain, |_| false);
        let state = moved(&system, |x| stretch * x);
        let mut r = vec![0.0; system.unknowns()];
        system.residual(&state, &mut r);
        let size = r.iter().fold(0.0_f64, |most, r| most.max(r.abs()));
        let interior: Vec<usize> = (0..mesh.positions.len()).filter(|k| !outside.contains(&(*k as u32))).collect();
        assert!(!interior.is_empty());
        for node in interior {
            // Round-off of the sums of some hundred terms.
            assert!(r[3 * node..3 * node + 3].iter().all(|r| r.abs() < 1e-12 * size), "{cell:?} {plain}");
        }
        let strain = (stretch.transpose() * stretch + Mat3::identity() * -1.0) * 0.5;
        let elastic = Elastic::new(Law::SaintVenantKirchhoff, 210e9, 0.3);
        let volume: f64 = 8.0; // of the undistorted block
        let energy = system.energy(&state).potential / elastic.energy(&strain);
        assert!((energy / volume - 1.0).abs() < 0.5, "{cell:?}: a volume of {energy}");
    }
}

#[test]
fn a_cell_has_six_motions_without_energy_and_no_more() {
    for (cell, plain) in CELLS {
        let positions = (0..cell.nodes()).map(|k| Vec3(cell.natural(k))).collect();
        let blocks = vec![CellBlock { cell, nodes: (0..cell.nodes() as u32).collect() }];
        let system = steel(Mesh { positions, blocks, ..Mesh::default() }, plain, |_| false);
        let modes = modes(&system, &system.state()).unwrap_or_else(|failure| panic!("{cell:?} {failure:?}"));
        assert_eq!(modes.iter().filter(|mode| mode.is_rigid()).count(), 6, "{cell:?} {plain}");
        assert_eq!(modes.len(), 3 * cell.nodes(), "{cell:?}");
    }
}

#[test]
fn rigid_motions_of_any_size_cause_no_forces() {
    let turn = crate::math::Quaternion::exp(Vec3([0.7, -1.9, 0.4])).matrix();
    for (cell, plain) in CELLS {
        let system = steel(distorted(cell), plain, |_| false);
        let state = moved(&system, |x| turn * x + Vec3([3.0, -1.0, 2.0]));
        let mut r = vec![0.0; system.unknowns()];
        system.residual(&state, &mut r);
        // Strains of round-off, times the modulus, times areas of order one.
        assert!(r.iter().all(|r| r.abs() < 210e9 * 1e-14), "{cell:?}");
    }
}

#[test]
fn a_bent_bar_has_its_largest_fields_at_the_outer_points_and_its_tensors_at_the_nodes() {
    let (kappa, young, nu) = (1e-6, 210e9, 0.3);
    let mesh = block([2.0, 1.0, 1.0], [2, 1, 2]).with_middles();
    let system = steel(mesh.clone(), true, |_| false);
    // Pure bending: σ_xx = E κ z and no other stress, but for terms of the relative size κ.
    let bent = |Vec3([x, y, z]): Vec3| {
        let across = -0.5 * (x * x + nu * (z * z - y * y));
        Vec3([x, y, z]) + Vec3([x * z, -nu * y * z, across]) * kappa
    };
    let state = moved(&system, bent);
    let mut values = vec![0.0; system.channels().len()];
    system.channel_values(&state, &mut values);
    let value = |name: &str| values[system.channel(&format!("solid.{name}")).unwrap_or_else(|| panic!("{name}"))];
    // The outermost of three Gauss points of a cell of half the height.
    let z = 0.25 + 0.25 * 0.6_f64.sqrt();
    let stress = young * kappa * z;
    let near = |found: f64, expected: f64| {
        assert!((found / expected - 1.0).abs() < 10.0 * kappa, "{found}, expected {expected}");
    };
    near(value("von_mises"), stress);
    near(value("von_mises_z").abs(), z);
    near(value("principal_1"), stress);
    near(value("principal_1_z"), z);
    near(value("principal_3"), -stress);
    near(value("principal_3_z"), -z);
    near(value("strain_energy_density"), 0.5 * stress * kappa * z);
    // ½ E κ² I L with I = 1/12.
    near(value("strain_energy"), young * kappa * kappa / 12.0);
    // The section rises in its middle: ν z² without ν y².
    let edge = Vec3([1.0, 0.0, 0.5]);
    near(value("displacement"), (bent(edge) - edge).norm());
    near(value("displacement_x").abs(), 1.0);
    let fields = system.fields(&state);
    let tensors = |name: &str| &fields[0].1.tensors.iter().find(|(other, ..)| *other == name).expect("a tensor").2;
    for (x, (stress, strain)) in mesh.positions.iter().zip(tensors("stress").iter().zip(tensors("strain"))) {
        let along = kappa * x[2];
        for (k, expected) in [along, -nu * along, -nu * along, 0.0, 0.0, 0.0].into_iter().enumerate() {
            let only = if k == 0 { young * along } else { 0.0 };
            assert!(
                (strain[k] - expected).abs() < 10.0 * kappa * kappa && (stress[k] - only).abs() < 1e13 * kappa * kappa
            );
        }
    }
}
