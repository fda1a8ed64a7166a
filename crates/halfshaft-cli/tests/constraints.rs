//! Constraints that repeat or contradict each other, and motions without mass: reported with the names of the parts.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;

/// A parallelogram of four hinges in space, and a body that has nothing to do with it.
const LINKAGE: &str = r#"
format = 1

[analysis]
type = "transient"
end = "0.01 s"

[[body]]
name = "crank"
mass = 1
inertia = 0.1
position = [0, 0.5, 0]

[[body]]
name = "coupler"
mass = 1
inertia = 0.1
position = [1, 1, 0]

[[body]]
name = "rocker"
mass = 1
inertia = 0.1
position = [2, 0.5, 0]

[[body]]
name = "bystander"
mass = 1
inertia = 0.1

[[joint]]
name = "crank bearing"
type = "hinge"
between = ["ground", "crank"]
axis = "z"

[[joint]]
name = "first pin"
type = "hinge"
between = ["crank", "coupler"]
position = [0, 1, 0]
axis = "z"

[[joint]]
name = "second pin"
type = "hinge"
between = ["coupler", "rocker"]
position = [2, 1, 0]
axis = "z"

[[joint]]
name = "rocker bearing"
type = "hinge"
between = ["ground", "rocker"]
position = [2, 0, 0]
axis = "z"

[[joint]]
name = "elsewhere"
type = "hinge"
between = ["ground", "bystander"]
axis = "z"
"#;

const HINGES: &str = r#""crank bearing", "first pin", "second pin", "rocker bearing""#;

/// The linkage with one drive on the crank and one on the rocker.
fn driven(motor: &str, brake: &str) -> String {
    let drive = |name: &str, on: &str, motion: &str| {
        format!(
            "[[drive]]\nname = \"{name}\"\ntype = \"rotation\"\nbetween = [\"ground\", \"{on}\"]\naxis = \"z\"\n{motion}\n"
        )
    };
    format!("{LINKAGE}\n{}\n{}", drive("motor", "crank", motor), drive("brake", "rocker", brake))
}

/// Reason and worst equation of a run that must fail.
fn failure(folder: &Folder, text: &str) -> [String; 2] {
    folder.write("m.toml", text);
    let ran = folder.run(&["run", "m.toml", "--json"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    let error = ran.json()["error"].clone();
    ["reason", "worst"].map(|key| error[key].as_str().unwrap().to_owned())
}

#[test]
fn constraints_that_repeat_each_other_are_named_and_nothing_else_is() {
    let folder = Folder::new("constraints-repeat");
    folder.write("m.toml", LINKAGE);
    let ran = folder.run(&["run", "m.toml"]);
    assert!(
        ran.status == 0
            && ran.err.contains(&format!(
                "3 constraints are redundant: the motion is unique, but the reactions of {HINGES} are not\n"
            )),
        "{}",
        ran.err
    );
    let [reason, worst] =
        failure(&folder, &LINKAGE.replace("[analysis]", "[solver]\nredundant = \"error\"\n\n[analysis]"));
    assert_eq!(reason, "constraints are redundant");
    assert!(worst.contains(HINGES) && !worst.contains("elsewhere"), "{worst}");
}

#[test]
fn drives_that_contradict_each_other_are_rejected_with_the_loop_of_parts() {
    let folder = Folder::new("constraints-contradict");
    let loop_of_parts = format!("in the loop of {HINGES}, \"motor\", \"brake\"");
    let ramp = |speed: &str| {
        format!("angle = {{ type = \"ramp\", from = 0, to = \"{speed} rad\", start = 0, end = \"1 s\" }}")
    };
    let contradicting = [
        driven("speed = \"2 rad/s\"", "speed = \"-1 rad/s\""),
        driven(&ramp("2"), &ramp("1")),
        driven("angle = \"0.1 rad\"", "angle = \"0.2 rad\""),
    ];
    for (k, text) in contradicting.iter().enumerate() {
        let [reason, worst] = failure(&folder, text);
        let expected = ["contradict each other", "contradict each other", "cannot be assembled"][k];
        assert!(reason.contains(expected) && worst.ends_with(&loop_of_parts), "{reason}: {worst}");
    }
    // Drives that agree are one more repetition, and run.
    folder.write("m.toml", &driven(&ramp("2"), &ramp("2")));
    let ran = folder.run(&["run", "m.toml"]);
    assert!(ran.status == 0 && ran.err.contains("4 constraints are redundant"), "{}", ran.err);
}

/// Two stages with losses at rest, before a brake: friction of the teeth holds what the brake holds.
const LOSSY: &str = r#"
format = 1

[analysis]
type = "transient"
end = "0.01 s"

[[inertia]]
name = "motor"
inertia = 0.1

[[inertia]]
name = "middle"
inertia = 0.1

[[inertia]]
name = "axle"
inertia = 0.1

[[driveline]]
name = "first"
type = "stage"
between = ["motor", "middle"]
ratio = 3
efficiency = [0.98, 0.97]

[[driveline]]
name = "second"
type = "stage"
between = ["middle", "axle"]
ratio = 4
efficiency = [0.98, 0.97]
"#;

#[test]
fn what_only_sticks_is_no_mistake_of_the_model() {
    let folder = Folder::new("constraints-sticking");
    folder.write("m.toml", LOSSY);
    let ran = folder.run(&["run", "m.toml"]);
    let expected = "1 constraint is redundant while friction sticks: the motion is unique, but how \"first\", \"second\" share the load is not";
    assert!(ran.status == 0 && ran.err.contains(expected) && !ran.err.contains("remove"), "{}", ran.err);
    // Modes at rest are those of the locked train, which nobody may take for its modes.
    let expected = "friction holds the teeth of \"first\", \"second\" in the linearisation state";
    let ran = folder.run(&["modes", "m.toml"]);
    assert!(ran.status == 0 && ran.err.contains(expected), "{}", ran.err);
    folder.write("m.toml", &LOSSY.replace("efficiency", "# efficiency"));
    for command in ["run", "modes"] {
        let ran = folder.run(&[command, "m.toml"]);
        assert!(ran.status == 0 && ran.err.is_empty(), "{}", ran.err);
    }
}

#[test]
fn a_motion_without_mass_is_told_by_its_body_and_direction() {
    let folder = Folder::new("constraints-massless");
    let needle = r#"
[[body]]
name = "needle"
mass = 1
inertia = [0, 0.1, 0.1]

[[joint]]
name = "sleeve"
type = "hinge"
between = ["bystander", "needle"]
axis = "x"
"#;
    let [reason, worst] = failure(&folder, &format!("{LINKAGE}{needle}"));
    let named = "rotation about x of \"needle\"";
    assert_eq!(reason, format!("the {named} is undetermined in motion: it has no inertia, and no constraint holds it"));
    assert_eq!(worst, named);
}

#[test]
fn a_guide_shorter_than_friction_allows_is_self_locking() {
    // Friction F at the guide's axis slows the carriage, whose centre is a beside it: the guide of length l takes the moment F a by forces of
    // F a/l at either end, which cause friction again. That locks from 2 μ a/l = 1 on, here from μ = 0.083.
    let folder = Folder::new("constraints-self-locking");
    let carriage = |coefficient: f64| {
        format!(
            r#"
format = 1
gravity = [0, 0, -9.81]

[analysis]
type = "transient"
end = "0.1 s"

[[body]]
name = "carriage"
mass = 2
inertia = 1e-6
position = [0, "0.3 m", 0]
velocity = ["1 m/s", 0, 0]

[[joint]]
name = "guide"
type = "cylindrical"
between = ["ground", "carriage"]
axis = "x"
friction = {{ coefficient = {coefficient}, velocity = "1 mm/s", radius = "10 mm", length = "50 mm" }}
"#
        )
    };
    folder.write("m.toml", &carriage(0.06));
    assert_eq!(folder.run(&["run", "m.toml"]).status, 0);
    for coefficient in [0.12, 0.3, 0.9] {
        let [reason, worst] = failure(&folder, &carriage(coefficient));
        assert!(reason.starts_with("the friction is self-locking") && worst.contains("\"guide\""), "{reason}: {worst}");
    }
}

#[test]
fn a_body_welded_to_the_ground_is_in_equilibrium_where_it_stands() {
    let folder = Folder::new("constraints-welded");
    let text = r#"
format = 1
gravity = [-6.4, -4.5, -6]

[analysis]
type = "statics"

[[body]]
name = "bracket"
mass = 0.7
inertia = [0.0019, 0.0049, 0.005]
position = [-0.071, 0.063, 0.082]
orientation = { axis = [0.22, 0.38, -0.9], angle = 0.97 }

[[joint]]
name = "weld"
type = "rigid"
between = ["ground", "bracket"]
position = [0, 0, 0]

[[force]]
name = "load"
type = "load"
on = "bracket"
position = [-0.14, 0.125, 0.165]
force = [-2.5, 0.04, 3.1]
in = "body"

[[measure]]
name = "place"
final = "bracket.position_x"

[[expect]]
measure = "place"
value = -0.071
tolerance = 1e-12
source = "where it was put"
"#;
    folder.write("m.toml", text);
    let ran = folder.run(&["verify", "m.toml"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn a_rigid_joint_gives_its_reaction_at_the_second_body_unless_a_point_is_named() {
    let folder = Folder::new("constraints-rigid-point");
    let text = r#"
format = 1
analysis = { type = "transient", end = "10 ms" }

[[body]]
name = "shaft"
mass = 1
inertia = 0.01
position = ["100 mm", 0, 0]

[[body]]
name = "wheel"
mass = 1
inertia = 0.01
position = ["100 mm", 0, 0]

[[joint]]
name = "bearing"
type = "hinge"
between = ["ground", "shaft"]
position = ["100 mm", 0, 0]
axis = "z"

[[joint]]
name = "key"
type = "rigid"
between = ["shaft", "wheel"]

[[force]]
name = "load"
type = "load"
on = "wheel"
force = [0, "1000 N", 0]

[[measure]]
name = "torque"
final = "key.torque_z"
"#;
    let torque = |text: &str| {
        folder.write("m.toml", text);
        folder.run(&["run", "m.toml", "--json"]).json()["measures"]["torque"].as_f64().unwrap()
    };
    assert!(torque(text).abs() < 1e-9);
    // 1000 N at an arm of 100 mm.
    let at_the_origin =
        text.replace(r#"between = ["shaft", "wheel"]"#, "between = [\"shaft\", \"wheel\"]\nposition = [0, 0, 0]");
    assert!((torque(&at_the_origin) + 100.0).abs() < 1e-6);
}
