//! Copies, shapes, frames and submodels: what stands where, and how heavy it is.

use halfshaft_model::model::{BodyRef, Model, Solid};
use halfshaft_model::source::Embedded;
use halfshaft_model::{Diagnostics, Source, read, read_with};

const HEAD: &str = "format = 1\nanalysis = { type = \"transient\", end = \"1 s\" }\n";

fn model(text: &str) -> Model {
    let read = read(&Source::new("model.toml", format!("{HEAD}{text}")), &[]);
    read.unwrap_or_else(|d| panic!("{}", d.render(halfshaft_model::Style::Plain)))
}

fn near(a: [f64; 3], b: [f64; 3]) -> bool {
    // A few roundings of numbers below one.
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15)
}

const PLANETS: &str = r#"
[parameters]
planets = 4
[[body]]
name = "planet {i}"
repeat = { count = "= planets", around = "z", radius = "40 mm", start = "90 deg" }
mass = "= i * 1 kg"
inertia = 0
position = [0, 0, "3 mm"]
velocity = ["1 m/s", 0, 0]
[[joint]]
name = "pin {k}"
repeat = { count = "= planets", index = "k", around = "z", radius = "40 mm", start = "90 deg" }
type = "hinge"
between = ["ground", "planet {k}"]
axis = "x"
"#;

#[test]
fn copies_around_an_axis_stand_in_a_circle_and_turn_with_it() {
    let model = model(PLANETS);
    let names: Vec<&str> = model.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names[..5], ["planet 1", "planet 2", "planet 3", "planet 4", "pin 1"]);
    let [first, second] = [&model.items[0], &model.items[1]];
    assert!(near(first.vector("position"), [0.0, 0.04, 0.003]));
    assert!(near(first.vector("velocity"), [0.0, 1.0, 0.0]));
    assert!(near(second.vector("position"), [-0.04, 0.0, 0.003]));
    assert_eq!(second.number("mass"), 2.0);
    assert!((second.rotation("orientation").angle - std::f64::consts::PI).abs() < 1e-14);
    let pin = &model.items[5];
    assert_eq!(pin.between("between"), [BodyRef::Ground, BodyRef::Body(1)]);
    assert!(near(pin.vector("position"), [-0.04, 0.0, 0.0]) && near(pin.axis("axis"), [-1.0, 0.0, 0.0]));
}

#[test]
fn copies_stand_at_angles_and_along_lines() {
    let body = "mass = 1\ninertia = 0\n";
    let text = format!(
        "[[body]]\nname = \"a {{i}}\"\nrepeat = {{ around = \"x\", at = [0, \"1 m\", 0], angles = [\"0 deg\", \"180 deg\"] }}\n{body}\
         [[body]]\nname = \"b {{i}}\"\nrepeat = {{ count = 2, along = \"-y\", spacing = \"5 mm\" }}\n{body}\
         [[body]]\nname = \"c {{i}}\"\nrepeat = {{ count = 2, along = [0, 0, \"1 m\"] }}\nposition = [\"= i * 1 m\", 0, 0]\n{body}\
         [[body]]\nname = \"never {{i}}\"\nrepeat = {{ count = 0 }}\n{body}"
    );
    let positions: Vec<[f64; 3]> = model(&text).items.iter().map(|item| item.vector("position")).collect();
    let expected = [[0.0; 3], [0.0, 2.0, 0.0], [0.0; 3], [0.0, -0.005, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 1.0]];
    assert!(positions.len() == 6 && positions.iter().zip(expected).all(|(a, b)| near(*a, b)), "{positions:?}");
}

#[test]
fn measures_and_expectations_are_repeated_too() {
    let model = model(&format!(
        "{PLANETS}\n[[measure]]\nname = \"x {{i}}\"\nrepeat = {{ count = \"= planets\" }}\nmax = \"planet {{i}}.position_x\"\n\
         [[expect]]\nmeasure = \"x {{i}}\"\nrepeat = {{ count = \"= planets\" }}\nat_most = \"= i * 1 m\"\nsource = \"regression\"\n"
    ));
    assert_eq!(model.measures[3].name, "x 4");
    assert_eq!(model.expectations[2].bound, halfshaft_results::measure::Bound::AtMost(3.0));
}

#[test]
fn a_shape_gives_mass_and_inertia_and_a_mass_goes_before_its_material() {
    let model = model(
        r#"
[[material]]
name = "lead"
density = "11340 kg/m^3"
[[body]]
name = "a"
shape = { box = { size = ["1 m", "2 m", "3 m"], material = "lead" } }
[[body]]
name = "b"
mass = "2 kg"
shape = { sphere = { radius = "5 m", material = "steel" } }
[[body]]
name = "c"
shape = { cylinder = { radius = "2 m", length = "3 m", density = 1, axis = "x" } }
"#,
    );
    let [a, b, c] = &model.items[..] else { panic!("three bodies") };
    assert_eq!(a.number("mass"), 6.0 * 11340.0);
    assert_eq!((b.number("mass"), b.inertia("inertia")), (2.0, [20.0, 20.0, 20.0, 0.0, 0.0, 0.0]));
    assert_eq!(b.shapes[0].material.as_deref(), Some("steel"));
    let mass = 12.0 * std::f64::consts::PI;
    assert_eq!(c.inertia("inertia"), [2.0 * mass, 1.75 * mass, 1.75 * mass, 0.0, 0.0, 0.0]);
    assert!(matches!(c.shapes[0].solid, Solid::Tube { inner_radius: 0.0, .. }));
    model.build();
}

#[test]
fn a_joint_takes_position_and_axis_from_a_frame() {
    let model = model(
        r#"
[[body]]
name = "arm"
mass = 1
inertia = 1
position = ["1 m", 0, 0]
orientation = { axis = "z", angle = "90 deg" }
[[body]]
name = "wheel"
mass = 1
inertia = 1
[[frame]]
name = "tip"
on = "arm"
in = "body"
position = ["2 m", 0, 0]
orientation = { axis = "x", angle = "90 deg" }
[[joint]]
name = "from the frame"
type = "hinge"
between = ["wheel", "tip"]
[[joint]]
name = "its own"
type = "hinge"
between = ["tip", "wheel"]
in = "body"
position = [0, "1 m", 0]
axis = "y"
"#,
    );
    let [tip] = &model.frames[..] else { panic!("one frame") };
    assert_eq!((tip.name.as_str(), tip.body), ("tip", BodyRef::Body(0)));
    assert!(near(tip.position, [1.0, 2.0, 0.0]));
    let [_, _, from, own] = &model.items[..] else { panic!("four items") };
    assert_eq!(from.between("between"), [BodyRef::Body(1), BodyRef::Body(0)]);
    // The frame's z axis is −y of the arm, which stands along x of the model.
    assert!(near(from.vector("position"), [1.0, 2.0, 0.0]) && near(from.axis("axis"), [1.0, 0.0, 0.0]));
    assert!(near(own.vector("position"), [0.0, 0.0, 0.0]) && near(own.axis("axis"), [-1.0, 0.0, 0.0]));
}

#[test]
fn a_spring_takes_each_end_from_its_own_frame_and_a_bushing_keeps_its_triples() {
    let model = model(
        r#"
[[body]]
name = "a"
mass = 1
inertia = 1
position = ["1 m", 0, 0]
[[frame]]
name = "eye"
on = "a"
in = "body"
position = [0, "2 m", 0]
[[frame]]
name = "hook"
on = "ground"
position = ["5 m", 0, 0]
[[force]]
name = "s"
type = "spring"
between = ["hook", "eye"]
[[force]]
name = "t"
type = "spring"
between = ["ground", "a"]
in = "body"
position_a = ["1 m", 0, 0]
position_b = ["1 m", 0, 0]
[[force]]
name = "b {i}"
repeat = { around = "z", angles = ["90 deg"] }
type = "bushing"
between = ["ground", "a"]
stiffness = [1, 2, 3]
preload = [4, 5, 6]
[[force]]
name = "l {i}"
repeat = { around = "z", angles = ["90 deg"] }
type = "load"
on = "a"
in = "body"
position = ["1 m", 0, 0]
force = [1, 0, 0]
"#,
    );
    let [_, s, t, b, l] = &model.items[..] else { panic!("five items") };
    assert_eq!((s.vector("position_a"), s.vector("position_b")), ([5.0, 0.0, 0.0], [1.0, 2.0, 0.0]));
    assert_eq!((t.vector("position_a"), t.vector("position_b")), ([1.0, 0.0, 0.0], [2.0, 0.0, 0.0]));
    assert_eq!((b.vector("stiffness"), b.vector("preload")), ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]));
    assert!((b.rotation("orientation").angle - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    assert!(near(l.vector("position"), [0.0, 1.0, 0.0]));
    assert_eq!(l.vector("force"), [1.0, 0.0, 0.0]);
}

const LINK: &str = r#"
format = 1
[parameters]
length = "1 m"
half = "= length / 2"
[[body]]
name = "rod"
mass = "1 kg"
inertia = 1
position = ["= half", 0, 0]
[[joint]]
name = "pin"
type = "hinge"
between = ["base", "rod"]
axis = "z"
[[frame]]
name = "end"
on = "rod"
position = ["= length", 0, 0]
[[port]]
name = "base"
requires = "frame"
[[port]]
name = "tip"
provides = "end"
"#;

const PAIR: &str = r#"
format = 1
[parameters]
reach = "3 m"
[[submodel]]
name = "upper"
file = "link.toml"
parameters = { length = "= reach / 3" }
ports = { base = "shoulder" }
[[submodel]]
name = "lower"
file = "../parts/link.toml"
parameters = { length = "= reach * 2 / 3" }
ports = { base = "upper/tip" }
position = ["= reach / 3", 0, 0]
[[port]]
name = "shoulder"
requires = "frame"
[[port]]
name = "hand"
provides = "lower/tip"
"#;

fn arm(text: &str, overrides: &[(&str, &str)]) -> Result<Model, Diagnostics> {
    let files = [("parts/link.toml", LINK), ("parts/pair.toml", PAIR)];
    let overrides: Vec<_> = overrides.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    read_with(&Source::new("arm.toml", format!("{HEAD}{text}")), &overrides, &Embedded(&files))
}

const ARM: &str = r#"
[[submodel]]
name = "arm"
file = "parts/pair.toml"
ports = { shoulder = "ground" }
position = [0, "10 m", 0]
orientation = { axis = "z", angle = "90 deg" }
[[body]]
name = "load"
mass = 1
inertia = 1
[[joint]]
name = "grip"
type = "hinge"
between = ["arm/hand", "load"]
[[measure]]
name = "height"
max = "arm/lower/rod.position_y"
"#;

#[test]
fn submodels_are_placed_bound_and_named_to_any_depth() {
    let model = arm(ARM, &[]).unwrap();
    let names: Vec<&str> = model.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["load", "grip", "arm/upper/rod", "arm/upper/pin", "arm/lower/rod", "arm/lower/pin"]);
    let at = |name: &str| model.items.iter().find(|item| item.name == name).unwrap();
    // Upper from 0 to 1 m, lower from 1 to 3 m along x of the pair, which stands along y from 10 m on.
    assert!((at("arm/lower/rod").vector("position")[1] - 12.0).abs() < 1e-14);
    assert!((at("arm/lower/pin").vector("position")[1] - 11.0).abs() < 1e-14);
    assert!((at("grip").vector("position")[1] - 13.0).abs() < 1e-14);
    assert_eq!(at("arm/upper/pin").between("between"), [BodyRef::Ground, BodyRef::Body(2)]);
    assert_eq!(at("arm/lower/pin").between("between"), [BodyRef::Body(2), BodyRef::Body(4)]);
    assert_eq!(at("grip").between("between"), [BodyRef::Body(4), BodyRef::Body(0)]);
    assert_eq!(at("arm/upper/rod").source.name, "parts/link.toml");
    // A required port costs no body: two rods and the load.
    assert_eq!(model.build().motion_unknowns(), 3 * 6);
}

#[test]
fn an_override_reaches_a_submodel_at_any_depth() {
    let height = |overrides: &[(&str, &str)]| {
        let model = arm(ARM, overrides).unwrap();
        model.items.iter().find(|item| item.name == "arm/lower/rod").unwrap().vector("position")[1]
    };
    assert!((height(&[("arm.reach", "6 m")]) - 14.0).abs() < 1e-14);
    assert!((height(&[("arm/lower.length", "4 m")]) - 13.0).abs() < 1e-14);
    assert!((height(&[("arm.lower.half", "= length")]) - 13.0).abs() < 1e-14);
    let refused = arm(ARM, &[("arm.raech", "6 m")]).unwrap_err();
    assert_eq!(refused.as_slice()[0].help.as_deref(), Some("did you mean `arm.reach`?"));
}

#[test]
fn a_file_with_a_required_port_runs_on_its_own_from_the_ground() {
    let text = LINK.replace("format = 1", HEAD);
    let model = read(&Source::new("link.toml", text), &[]).unwrap();
    assert_eq!(model.items[1].between("between"), [BodyRef::Ground, BodyRef::Body(0)]);
}

#[test]
fn growth_without_end_is_refused() {
    // Ten submodels in each of six files, one in the other: a million bodies.
    let file = |next: &str| {
        format!("format = 1\n[[submodel]]\nname = \"s {{i}}\"\nrepeat = {{ count = 10 }}\nfile = \"{next}\"\n")
    };
    let body = "format = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 0\n";
    let texts: Vec<(String, String)> = (0..6)
        .map(|k| (format!("{k}.toml"), if k < 5 { file(&format!("{}.toml", k + 1)) } else { body.to_owned() }))
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let root = file("0.toml").replace("format = 1", HEAD);
    let refused = read_with(&Source::new("model.toml", root), &[], &Embedded(&files)).unwrap_err();
    assert!(refused.as_slice().iter().any(|d| d.code == "too-many-items"));
    // A chain of files deeper than the limit.
    let texts: Vec<(String, String)> = (0..20)
        .map(|k| (format!("{k}.toml"), file(&format!("{}.toml", k + 1)).replace("count = 10", "count = 1")))
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let root = file("0.toml").replace("format = 1", HEAD).replace("count = 10", "count = 1");
    let refused = read_with(&Source::new("model.toml", root), &[], &Embedded(&files)).unwrap_err();
    assert!(refused.as_slice().iter().any(|d| d.code == "nested-too-deeply"));
}
