//! Meshes of wheels against independently computed geometry.

use super::tooth::tests::spur;
use super::{Modification, SectorDivisions, Tooth, Web, WheelBody, WheelDrawing, WheelFault, WheelMesh};
use crate::math::Vec3;
use crate::mesh::Mesh;

const STEEL: f64 = 7800.0;

fn disc(bore_radius: f64) -> WheelBody {
    WheelBody { face_width: 15e-3, bore_radius, web: None }
}

fn wheel(tooth: &Tooth, body: WheelBody, fineness: usize, quadratic: bool) -> WheelMesh<'_> {
    let (modification, divisions) = (Modification::default(), SectorDivisions::of_fineness(fineness));
    WheelMesh { tooth, body, modification, divisions, quadratic }
}

/// ∫ f dV.
fn integral(mesh: &Mesh, f: impl Fn(Vec3) -> f64) -> f64 {
    let mut sum = 0.0;
    for block in &mesh.blocks {
        for cell in 0..block.count() {
            let nodes = block.nodes_of(cell);
            for (at, weight) in block.cell.quadrature() {
                let position = |a: usize| mesh.positions[nodes[a] as usize];
                let n = block.cell.shape(at);
                let x = (0..nodes.len()).fold(Vec3::zero(), |sum, a| sum + position(a) * n[a]);
                sum += weight * crate::mesh::cell::determinant(block.cell, at, position) * f(x);
            }
        }
    }
    sum
}

/// Mass and moment of inertia of the profile, computed independently on polygons: those are 5e-5 above the integral over the radius,
/// which the mesh has to 1e-5.
#[test]
fn mass_and_inertia_of_the_spur_pair() {
    for (k, bore, mass, inertia) in [(0, 10e-3, 0.45300, 3.39531e-4), (1, 15e-3, 1.00331, 1.629447e-3)] {
        let tooth = Tooth::new(spur(k)).unwrap();
        let found = wheel(&tooth, disc(bore), 3, true).moments().unwrap().map(|moment| STEEL * moment);
        assert!((found[0] / mass - 1.0).abs() < 1e-4, "{found:?}");
        assert!((found[1] / inertia - 1.0).abs() < 1e-4, "{found:?}");
        let (root, tip) = (tooth.drawing.root_radius, tooth.drawing.tip_radius);
        let ring = |k: usize| root + (tip - root) * (k as f64 + 0.5) / 4000.0;
        let teeth: f64 = (0..4000).map(|k| 2.0 * tooth.half_angle(ring(k)) * ring(k) * (tip - root) / 4000.0).sum();
        let area = tooth.drawing.teeth as f64 * teeth + std::f64::consts::PI * (root * root - bore * bore);
        assert!((found[0] / (STEEL * 15e-3 * area) - 1.0).abs() < 1e-5, "{found:?} {area}");
        assert!((found[2] / (found[0] * 15e-3 * 15e-3 / 12.0) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn the_surfaces_of_a_wheel_are_its_boundary_and_its_flanks_are_involutes() {
    for (helix, quadratic, web) in [
        (0.0, false, None),
        (0.3, true, Some(Web { rim_radius: 26e-3, hub_radius: 16e-3, thickness: 5e-3, hub_length: 20e-3 })),
    ] {
        let drawing = WheelDrawing { helix_angle: helix, shift: 0.0, ..spur(0) };
        let r = 36e-3 / f64::cos(helix);
        let drawing = WheelDrawing { tip_radius: r + 4.5e-3, root_radius: r - 5.625e-3, ..drawing };
        let tooth = Tooth::new(drawing).unwrap();
        let mesh = wheel(&tooth, WheelBody { web, ..disc(10e-3) }, 1, quadratic).whole().unwrap();
        let marked: usize = mesh.surfaces.iter().map(|(_, faces)| faces.len()).sum();
        let sides = if web.is_some() { 1 } else { 0 };
        // The cylinders of rim and hub have no surface of their own.
        let bare = mesh.boundary().len() - marked;
        assert_eq!(bare > 0, sides == 1, "{bare} of {marked}");
        let flank = |name: &str| {
            let (_, faces) = mesh.surfaces.iter().find(|(own, _)| own == name).unwrap();
            mesh.nodes_on(faces)
        };
        for (name, side) in [("tooth_1_left", 1.0), ("tooth_1_right", -1.0), ("tooth_3_left", 1.0)] {
            let turn = if name.contains('3') { 4.0 * tooth.half_pitch() } else { 0.0 };
            let nodes = flank(name);
            assert!(nodes.len() >= 12);
            for node in nodes {
                let x = mesh.positions[node as usize];
                let radius = x[0].hypot(x[1]);
                let angle = x[1].atan2(x[0]) - turn - x[2] * helix.tan() / r;
                assert!((side * angle - tooth.involute_half_angle(radius)).abs() < 1e-9, "{name}");
                assert!(radius > tooth.form_radius - 1e-9 && radius < drawing.tip_radius + 1e-9);
            }
        }
    }
}

#[test]
fn a_sector_is_one_of_equal_parts() {
    let tooth = Tooth::new(spur(1)).unwrap();
    let own = wheel(&tooth, disc(15e-3), 2, false);
    let sector = own.sector().unwrap();
    let whole = integral(&own.whole().unwrap(), |_| 1.0);
    assert!((24.0 * integral(&sector.mesh, |_| 1.0) / whole - 1.0).abs() < 1e-12);
    assert_eq!(sector.cuts[0].len(), sector.cuts[1].len());
    assert_eq!(sector.cuts[0].len(), own.divisions.rim * (own.divisions.axial + 1));
    assert_eq!(sector.flank.len(), own.divisions.axial + 1);
    assert!(sector.flank.iter().all(|column| column.len() == own.divisions.flank + 1));
    let radius = |node: u32| sector.mesh.positions[node as usize][0].hypot(sector.mesh.positions[node as usize][1]);
    assert!((radius(sector.flank[0][0]) - tooth.form_radius).abs() < 1e-12);
    assert!(sector.bore.iter().all(|&node| (radius(node) - 15e-3).abs() < 1e-12));
}

#[test]
fn rings_pinions_with_few_teeth_and_thin_rims_have_meshes() {
    let ring =
        WheelDrawing { teeth: 60, internal: true, shift: 0.1, tip_radius: 130.5e-3, root_radius: 140.6e-3, ..spur(0) };
    let few = WheelDrawing { teeth: 9, shift: 0.45, tip_radius: 26.4e-3, root_radius: 16.6e-3, ..spur(0) };
    let many = WheelDrawing { teeth: 120, shift: 0.0, tip_radius: 274.5e-3, root_radius: 264.375e-3, ..spur(0) };
    for (drawing, bore) in [(ring, 155e-3), (few, 5e-3), (many, 255e-3), (spur(0), 28e-3)] {
        let tooth = Tooth::new(drawing).unwrap();
        for fineness in 1..4 {
            let mesh = wheel(&tooth, disc(bore), fineness, fineness == 1).sector().unwrap().mesh;
            assert_eq!(mesh.bad_cell(0.05), None, "{} teeth", drawing.teeth);
        }
    }
    let tooth = Tooth::new(spur(0)).unwrap();
    assert_eq!(wheel(&tooth, disc(32e-3), 1, false).whole().unwrap_err(), WheelFault::Bore(31.25e-3));
}

#[test]
fn reliefs_move_the_nodes_of_the_flanks() {
    let tooth = Tooth::new(spur(0)).unwrap();
    let modification =
        Modification { tip_relief: 30e-6, tip_relief_length: 3e-3, crowning: 10e-6, ..Default::default() };
    let plain = wheel(&tooth, disc(10e-3), 1, false);
    let (plain, relieved) = (plain.whole().unwrap(), WheelMesh { modification, ..plain }.whole().unwrap());
    let most = plain.positions.iter().zip(&relieved.positions).map(|(a, b)| (*a - *b).norm()).fold(0.0, f64::max);
    // At the ends of the tips, where the normal is inclined by the pressure angle to the direction of the rotation.
    let expected = 40e-6 * tooth.drawing.tip_radius / tooth.base_radius;
    assert!((most / expected - 1.0).abs() < 1e-3, "{most}");
}
