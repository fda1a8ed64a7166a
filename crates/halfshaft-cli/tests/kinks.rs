//! Newton's method where contacts carry little, or are so stiff that round-off of a position is a force: models whose steps once became
//! a hundred times shorter.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use serde_json::Value;

fn json(folder: &Folder, text: &str, settings: &[&str]) -> Value {
    folder.write("m.toml", text);
    let ran = folder.run(&[&["run", "m.toml", "--json"], settings].concat());
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    ran.json()
}

fn steps(run: &Value) -> u64 {
    run["statistics"]["steps"].as_u64().unwrap()
}

/// A disc that turns on a film, whose asperities carry 2 kN.
const FILM: &str = r#"format = 1
title = "Film far from the origin"

[analysis]
type = "transient"
end = "1 s"

[solver]
spectral_radius = 0

[parameters]
distance = "1 km"
load = "2 kN"

[[body]]
name = "disc"
mass = "0.1 kg"
inertia = ["5e-5 kg m^2", "5e-5 kg m^2", "1e-4 kg m^2"]
position = [0, 0, "= distance"]
angular_velocity = [0, 0, "10 rad/s"]

[[joint]]
name = "guide"
type = "cylindrical"
between = ["ground", "disc"]
position = [0, 0, "= distance"]
axis = "z"

[[contact]]
name = "film"
type = "film"
between = ["ground", "disc"]
position = [0, 0, "= distance"]
normal = "z"
clearance = "10 um"
inner_radius = "16 mm"
outer_radius = "24 mm"
viscosity = "0.0741 Pa s"
roughness = "1.6 um"
stiffness = "1e14 N/m"
friction = { coefficient = 0.1, velocity = "10 mm/s" }

[[force]]
name = "press"
type = "load"
on = "disc"
force = [0, 0, "= -load"]
factor = { type = "table", points = [[0, 0], ["0.2 s", 1], ["1 s", 0.5]] }

[[force]]
name = "motor"
type = "torque"
between = ["ground", "disc"]
axis = "z"
torque = "3 N m"

[[measure]]
name = "force"
final = "film.normal_force"
"#;

/// A pinion that a wheel drives against little drag, inside its backlash.
const PINION: &str = r#"format = 1
title = "Idler inside its backlash, with little torque"

[analysis]
type = "transient"
end = "1 s"

[solver]
spectral_radius = 0

[parameters]
drag = "1e-5 N m s/rad"

[[body]]
name = "wheel"
mass = "1 kg"
inertia = ["1e-3 kg m^2", "1e-3 kg m^2", "2e-3 kg m^2"]
angular_velocity = [0, 0, "10 rad/s"]

[[body]]
name = "pinion"
mass = "0.1 kg"
inertia = ["1e-5 kg m^2", "1e-5 kg m^2", "3e-6 kg m^2"]
position = ["24 mm", 0, 0]
angular_velocity = [0, 0, "-30 rad/s"]

[[joint]]
name = "wheel bearing"
type = "hinge"
between = ["ground", "wheel"]
axis = "z"

[[joint]]
name = "pinion bearing"
type = "hinge"
between = ["ground", "pinion"]
position = ["24 mm", 0, 0]
axis = "z"
friction = { coefficient = 0.14, radius = "7.4 mm", velocity = "10 mm/s" }

[[drive]]
name = "speed"
type = "rotation"
between = ["ground", "wheel"]
axis = "z"
[drive.speed]
type = "harmonic"
mean = "10 rad/s"
amplitude = "0.5 rad/s"
frequency = "3 Hz"

[[force]]
name = "drag"
type = "rotational_spring"
between = ["ground", "pinion"]
axis = "z"
stiffness = 0
damping = "= drag"

[[gear]]
name = "mesh"
type = "external"
between = ["wheel", "pinion"]
axis = "z"
plane = [0, 0, 0]
teeth = [15, 5]
module = "2.4 mm"
face_width = "20 mm"
pressure_angle = "30 deg"
backlash = "0.08 mm"
stiffness = "3.96e8 N/m"
damping = "703 N s/m"

[[measure]]
name = "force"
mean = "mesh.normal_force"
"#;

#[test]
fn a_film_far_from_the_origin_takes_the_steps_of_one_at_the_origin() {
    let folder = Folder::new("kinks-far");
    let at_origin = steps(&json(&folder, FILM, &["--set", "distance=0 m"]));
    for distance in ["5 m", "25 m", "100 m"] {
        let run = json(&folder, FILM, &["--set", &format!("distance={distance}")]);
        // One unit in the last place is 1.4 N at 100 m.
        let force = run["measures"]["force"].as_f64().unwrap();
        assert!((force - 1000.0).abs() < 3.0, "{distance}: {force}");
        assert!(steps(&run) < 3 * at_origin, "{distance}: {} steps, {at_origin} at the origin", steps(&run));
    }
}

#[test]
fn a_tooth_that_carries_a_hundredth_of_a_newton_does_not_shorten_steps() {
    let folder = Folder::new("kinks-light");
    for drag in ["1e-6", "1e-5", "1e-4"] {
        let run = json(&folder, PINION, &["--set", &format!("drag={drag} N m s/rad")]);
        assert!(steps(&run) < 110, "{drag}: {}", steps(&run));
    }
}
