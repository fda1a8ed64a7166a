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
