//! Models that nobody tuned, at default settings: what error control promises.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use serde_json::Value;

fn steps(object: &Value) -> f64 {
    object["statistics"]["steps"].as_f64().unwrap()
}

fn measure(object: &Value, name: &str) -> f64 {
    object["measures"][name].as_f64().unwrap()
}

/// A pendulum with a spring and a stop, so that it is smooth, vibrates and strikes.
const RIG: &str = r#"format = 1
title = "rig"
gravity = [0, "-9.81 m/s^2", 0]
analysis = { type = "transient", end = "1 s" }

[[body]]
name = "arm"
mass = "1 kg"
inertia = "0.01 kg m^2"
position = ["0.4 m", 0, 0]

[[joint]]
name = "pivot"
type = "hinge"
between = ["ground", "arm"]
axis = "z"

[[body]]
name = "weight"
mass = "0.2 kg"
rotates = false
position = ["0.4 m", "-0.1 m", 0]

[[force]]
name = "spring"
type = "spring"
between = ["arm", "weight"]
stiffness = "4 kN/m"
damping = "0.5 N s/m"
"#;

#[test]
fn a_run_to_twice_the_time_repeats_the_first_half_to_the_last_bit() {
    let folder = Folder::new("prefix");
    folder.write("rig.toml", RIG);
    let run = |end: &str, out: &str| {
        let end = format!("analysis.end={end}");
        let object = folder.run(&["run", "rig.toml", "--json", "--csv", "--out", out, "--set", &end]).json();
        assert_eq!(object["status"], "done");
        (steps(&object), folder.read(&format!("{out}/channels.csv")))
    };
    let ((once, short), (twice, long)) = (run("1 s", "once"), run("2 s", "twice"));
    let same = short.lines().zip(long.lines()).take_while(|(a, b)| a == b).count();
    // All rows but the last, whose step is cut to end there.
    assert_eq!(same, short.lines().count() - 1);
    assert!(twice < 2.2 * once, "{once} {twice}");
}

#[test]
fn the_first_step_does_not_decide_how_a_fast_vibration_is_followed() {
    // 14 kHz with an amplitude of the tolerance, beside a pendulum of one metre.
    let text = RIG.replace("0.4 m", "1 m")
        + "\n[[body]]\nname = \"ringing\"\nmass = \"1 kg\"\nrotates = false\nposition = [0, 0, \"0.10001 m\"]\n\
           \n[[force]]\nname = \"stiff\"\ntype = \"spring\"\nbetween = [\"ground\", \"ringing\"]\nstiffness = \"7.738e9 N/m\"\nfree_length = \"0.1 m\"\n";
    let folder = Folder::new("trap");
    folder.write("trap.toml", &text);
    let counts = ["1 us", "10 us", "0.1 ms", "1 ms"].map(|first| {
        let first = format!("solver.first_step={first}");
        let arguments = ["run", "trap.toml", "--json", "--out", "out", "--set", &first, "--set", "analysis.end=5 ms"];
        steps(&folder.run(&arguments).json())
    });
    let (least, most) = counts.iter().fold((f64::INFINITY, 0.0_f64), |(l, m), n| (l.min(*n), m.max(*n)));
    assert!(most < 2.0 * least, "{counts:?}");
}

#[test]
fn a_brake_slips_under_a_torque_that_is_faster_than_the_steps_would_be() {
    let folder = Folder::new("alias");
    folder.write(
        "brake.toml",
        r#"format = 1
analysis = { type = "transient", end = "20 ms" }
[[inertia]]
name = "rotor"
inertia = "1e-3 kg m^2"
[[driveline]]
name = "brake"
type = "clutch"
between = ["rotor", "ground"]
torque = "1 N m"
[[driveline]]
name = "shaker"
type = "torque"
on = "rotor"
torque = { type = "harmonic", amplitude = "5 N m", frequency = "2 kHz" }
[[measure]]
name = "largest speed"
max = "brake.slip"
"#,
    );
    let object = folder.run(&["run", "brake.toml", "--json"]).json();
    assert_eq!(object["status"], "done", "{object}");
    // Free, 5 N m at 2 kHz would swing it by 2 T/(J ω) = 0.8 rad/s; the brake takes a part.
    let speed = measure(&object, "largest speed");
    assert!((0.3..0.8).contains(&speed), "{speed}");
}

#[test]
fn the_force_of_a_short_contact_is_resolved_by_its_own_size() {
    // A mass strikes a bar of forty links: micrometres of indentation in a mechanism of half a metre.
    let folder = Folder::new("bar");
    folder.write(
        "bar.toml",
        r#"format = 1
analysis = { type = "transient", end = "0.25 ms" }
[parameters]
n = 40
h = "= 0.5 m / n"
k = "= 210 GPa * 1e-4 m^2 / h"
node_mass = "= 7800 kg/m^3 * 1e-4 m^2 * h"
[[body]]
name = "striker"
mass = "0.78 kg"
rotates = false
position = ["-2 mm", 0, 0]
velocity = ["1 m/s", 0, 0]
[[body]]
name = "node 0"
mass = "= node_mass / 2"
rotates = false
[[body]]
name = "node {i}"
repeat = { count = "= n - 1" }
mass = "= node_mass"
rotates = false
position = ["= i * h", 0, 0]
[[force]]
name = "link {i}"
repeat = { count = "= n - 1" }
type = "spring"
between = ["node {i - 1}", "node {i}"]
stiffness = "= k"
[[force]]
name = "last link"
type = "spring"
between = ["node {n - 1}", "ground"]
position_b = ["0.5 m", 0, 0]
stiffness = "= k"
[[contact]]
name = "face"
type = "spheres"
between = ["striker", "node 0"]
radii = ["1 mm", "1 mm"]
law = { type = "hertz", stiffness = "= 0.3 * k" }
[[measure]]
name = "largest force"
max = "face.normal_force"
"#,
    );
    let force = |tolerance: &str| {
        let tolerance = format!("solver.tolerance={tolerance}");
        measure(
            &folder.run(&["run", "bar.toml", "--json", "--out", "out", "--set", &tolerance]).json(),
            "largest force",
        )
    };
    let (default, fine) = (force("1e-5"), force("1e-7"));
    assert!((default / fine - 1.0).abs() < 0.03, "{default} {fine}");
}

#[test]
fn many_steps_say_which_part_holds_them_down() {
    let folder = Folder::new("held");
    // Undamped, 5 kHz and some micrometres: followed period by period.
    let text = RIG
        .replace("stiffness = \"4 kN/m\"", "stiffness = \"2e8 N/m\"")
        .replace("damping = \"0.5 N s/m\"", "free_length = \"0.1 m\"");
    folder.write(
        "rig.toml",
        &text.replace("position = [\"0.4 m\", \"-0.1 m\", 0]", "position = [\"0.4 m\", \"-0.10002 m\", 0]"),
    );
    let ran = folder.run(&["run", "rig.toml", "--set", "analysis.end=0.3 s"]);
    let line = ran.err.lines().find(|line| line.contains("steps: ")).unwrap_or_default().to_string();
    assert!(line.contains(" Hz; ") && (line.contains("\"weight\"") || line.contains("\"spring\"")), "{}", ran.err);
    assert!(folder.read("runs/rig/report.html").contains("of them the step size is limited to about"));
}

#[test]
fn many_steps_of_a_shaft_without_damping_name_the_shaft() {
    let folder = Folder::new("shaft");
    // Loads that are there at once excite all modes of the beam, up to those of its elements.
    folder.write(
        "shaft.toml",
        r#"format = 1
title = "Shaft under sudden loads"
[analysis]
type = "transient"
end = "8 ms"
[record]
channels = ["shaft/wheel.*"]
[[beam]]
name = "shaft"
start = "ground"
points = [{ position = [0, 0, 0] }, { name = "pinion", position = ["100 mm", 0, 0] }, { name = "wheel", position = ["250 mm", 0, 0] }]
elements = 8
material = "steel"
section = { type = "circle", diameter = "30 mm" }
[[force]]
name = "mesh"
type = "load"
on = "shaft/wheel"
force = [0, "2 kN", "800 N"]
torque = ["100 N m", 0, 0]
"#,
    );
    let ran = folder.run(&["run", "shaft.toml"]);
    let line = ran.err.lines().find(|line| line.contains("steps: ")).unwrap_or_default().to_string();
    assert!(line.contains("vibration of \"shaft/") && line.contains(" Hz; damp"), "{}", ran.err);
    assert!(line.contains("set solver.spectral_radius = 0"), "{}", ran.err);
    // Numerical damping takes a few dozen steps.
    let damped = folder.run(&["run", "shaft.toml", "--json", "--set", "solver.spectral_radius=0"]).json();
    assert!(damped["statistics"]["steps"].as_f64().unwrap() < 2000.0, "{damped}");
}
