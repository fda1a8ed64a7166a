//! The spur pair of Virlez 2014, table 6.1, against an independent plane analysis by finite elements.

use super::{ContactPair, ToothContact};
use crate::gear::{Modification, WheelBody, WheelDrawing, Wheels};

fn spur() -> ContactPair {
    let drawing = |k: usize| WheelDrawing {
        teeth: [16, 24][k],
        internal: false,
        module: 4.5e-3,
        pressure_angle: 20_f64.to_radians(),
        helix_angle: 0.0,
        shift: [0.196, 0.125][k],
        tip_radius: [41.32e-3, 59.32e-3][k],
        root_radius: [31.25e-3, 49.185e-3][k],
        edge_radius: 0.38,
        thinning: 0.0,
    };
    let wheels = Wheels {
        shift: [0.196, 0.125],
        addendum: [Some((82.64 - 72.0) / 9.0), Some((118.64 - 108.0) / 9.0)],
        centre_distance: Some(91.5e-3),
        face_width: Some(15e-3),
        ..Wheels::standard([16.0, 24.0], 4.5e-3, 20_f64.to_radians(), 0.0)
    };
    ContactPair {
        drawings: [drawing(0), drawing(1)],
        bodies: [10e-3, 15e-3].map(|bore_radius| WheelBody { face_width: 15e-3, bore_radius, web: None }),
        geometry: wheels.geometry().unwrap(),
        modifications: [Modification::default(); 2],
        misalignment: 0.0,
        young: 210e9,
        poisson: 0.3,
    }
}

#[test]
fn the_path_of_contact_of_the_spur_pair() {
    let contact = ToothContact::new(&spur()).unwrap();
    let [start, end] = contact.path().map(f64::to_degrees);
    assert!((start - 7.115397).abs() < 1e-6 && (end - 40.185329).abs() < 1e-6, "{start} {end}");
}

/// Least, greatest error and both stiffnesses, plane strain to plane stress, and the part with one pair: plane finite elements with
/// unilateral contact, computed independently.
#[test]
fn the_spur_pair_lies_between_plane_strain_and_plane_stress() {
    let contact = ToothContact::new(&spur()).unwrap();
    let rows = [
        (10.472, [1.45, 1.52], [2.05, 2.16], [9.5, 10.6], [13.6, 14.3], 0.525),
        (104.72, [13.34, 14.02], [18.24, 19.37], [10.65, 11.62], [14.7, 15.5], 0.48),
        (1047.2, [126.6, 132.7], [166.4, 176.3], [11.7, 12.57], [15.55, 16.3], 0.31),
    ];
    let mut last = 0.53;
    for (torque, least, greatest, single, double, part) in rows {
        let analysis = contact.analysis(torque, 24).unwrap();
        let [min, max, mean] = analysis.errors().map(|error| 1e6 * error);
        // The plane elements are 5 % uncertain under the smallest torque, where their mesh is wider than the contact.
        let margin = if torque < 11.0 { 0.05 } else { 0.01 };
        let inside = |value: f64, [low, high]: [f64; 2]| value > low * (1.0 - margin) && value < high * (1.0 + margin);
        assert!(inside(min, least) && inside(max, greatest) && mean > min && mean < max, "{torque}: {min} {max}");
        let stiffness = [analysis.single_stiffness, analysis.double_stiffness].map(|c| 1e-9 * c.unwrap());
        assert!(inside(stiffness[0], single) && inside(stiffness[1], double), "{torque}: {stiffness:?}");
        assert!((analysis.single_contact - part).abs() < 0.04, "{torque}: {}", analysis.single_contact);
        assert!(analysis.single_contact < last);
        last = analysis.single_contact;
        for position in &analysis.positions {
            assert!((position.pairs.iter().sum::<f64>() / analysis.force - 1.0).abs() < 1e-9);
        }
    }
    // ISO 6336-3 for the same load: 132 and 133 MPa.
    let [first, second] = contact.analysis(104.72, 24).unwrap().highest_root_stress();
    assert!((first / 132.1e6 - 1.0).abs() < 0.1 && (second / 132.9e6 - 1.0).abs() < 0.1, "{first} {second}");
}

#[test]
fn tip_relief_removes_the_early_contact_of_edges_and_misalignment_loads_one_end() {
    let pair = spur();
    let contact = ToothContact::new(&pair).unwrap();
    let plain = contact.analysis(104.72, 24).unwrap();
    let relief = Modification { tip_relief: 20e-6, tip_relief_length: 2e-3, ..Default::default() };
    let relieved = contact.with_modifications([relief; 2]).analysis(104.72, 24).unwrap();
    // Rigid teeth: 0.530.
    assert!(plain.single_contact < 0.46 && relieved.single_contact > 0.53, "{}", relieved.single_contact);
    let tilted = ContactPair { misalignment: 1e-3, ..pair };
    let tilted = ToothContact::new(&tilted).unwrap().analysis(104.72, 8).unwrap();
    assert!(plain.face_load_factor < 1.05 && tilted.face_load_factor > 1.3, "{}", tilted.face_load_factor);
    let position = &tilted.positions[0];
    assert!(position.planes[0] > 1.2 * position.planes[position.planes.len() - 1]);
}

/// The helical pair of Virlez 2014, section 7.6.2, with chosen data: 3 to 4 pairs, and forces by hand.
#[test]
fn the_helical_pair_has_three_to_four_pairs_in_contact() {
    let (beta, module) = (17.7528_f64.to_radians(), 32e-3);
    let wheels = Wheels { face_width: Some(0.6), ..Wheels::standard([25.0; 2], module, 20_f64.to_radians(), beta) };
    let geometry = wheels.geometry().unwrap();
    let drawing = |k: usize| WheelDrawing {
        teeth: 25,
        module,
        helix_angle: if k == 0 { beta } else { -beta },
        shift: 0.0,
        tip_radius: geometry.tip_radii[k],
        root_radius: geometry.reference_radii[k] - 1.25 * module,
        ..spur().drawings[0]
    };
    let pair = ContactPair {
        drawings: [drawing(0), drawing(1)],
        bodies: [WheelBody { face_width: 0.6, bore_radius: 0.3, web: None }; 2],
        geometry,
        ..spur()
    };
    let analysis = ToothContact::new(&pair).unwrap().analysis(2e4, 8).unwrap();
    // 2e4 N m/0.42 m/(cos 20.915° cos β_b).
    assert!((analysis.force / 53208.9 - 1.0).abs() < 1e-4, "{}", analysis.force);
    let pairs: Vec<usize> = analysis.positions.iter().map(|position| position.in_contact()).collect();
    assert!(pairs.iter().all(|n| [3, 4].contains(n)) && pairs.contains(&3) && pairs.contains(&4), "{pairs:?}");
    // Overlap makes the error smooth.
    let [min, max, _] = analysis.errors();
    assert!(max / min < 1.15, "{min} {max}");
}
