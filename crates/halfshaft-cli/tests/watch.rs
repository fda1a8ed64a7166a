//! Warnings about laws that are used where they do not hold: friction at speeds below its transition, films that still thin,
//! contacts that jam; and no verdict about the energy of what is at rest.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, Ran};

fn run(name: &str, text: &str) -> Ran {
    let folder = Folder::new(&format!("watch-{name}"));
    folder.write("model.toml", text);
    let ran = folder.run(&["run", "model.toml"]);
    assert_eq!(ran.status, 0, "{name}: {}", ran.err);
    ran
}

/// A block that a drive pulls along the ground at a speed, held down by a load, with a joint or a contact between.
fn pulled(speed: &str, friction: &str) -> String {
    format!(
        r#"format = 1
analysis = {{ type = "transient", end = "0.05 s" }}
[[body]]
name = "block"
mass = "1 kg"
inertia = "1e3 kg m^2"
velocity = ["{speed}", 0, 0]
[[drive]]
name = "winch"
type = "translation"
between = ["ground", "block"]
axis = "x"
speed = "{speed}"
[[force]]
name = "press"
type = "load"
on = "block"
force = [0, 0, "-12 N"]
{friction}"#
    )
}

fn face(friction: &str) -> String {
    format!(
        "[[joint]]\nname = \"face\"\ntype = \"prismatic\"\nbetween = [\"ground\", \"block\"]\naxis = \"x\"\nfriction = {{ {friction} }}\n"
    )
}

#[test]
fn friction_that_never_is_full_is_named_with_both_speeds() {
    // A joint, and a ball on a plane.
    let ball = "[[contact]]\nname = \"face\"\ntype = \"sphere_on_plane\"\nbetween = [\"ground\", \"block\"]\nposition = [0, 0, \"-10 mm\"]\n\
        normal = \"z\"\nradius = \"10 mm\"\nlaw = { type = \"hertz\", stiffness = \"1e6 N/m\" }\nfriction = { coefficient = 0.2 }\n";
    let joint = face("coefficient = 0.2");
    for (k, (given, slow)) in [("2 mm/s", "2 mm/s"), ("0.5 um/s", "0.0005 mm/s")].into_iter().enumerate() {
        for (what, friction) in [("joint", joint.as_str()), ("ball", ball)] {
            let ran = run(&format!("slow-{what}-{k}"), &pulled(given, friction));
            let line = format!(
                "warning: the friction of \"face\" never reaches its full value: its transition speed is 10 mm/s, but the sliding speed is at most {slow}"
            );
            assert!(ran.err.contains(&line), "{what} {given}: {}", ran.err);
        }
    }
    // Fast enough, with a transition that is small enough, sticking, or at rest.
    let small = face("coefficient = 0.2, velocity = \"0.1 mm/s\"");
    let stick = face("coefficient = 0.2, law = \"stick\"");
    for (k, (given, friction)) in
        [("20 mm/s", &joint), ("2 mm/s", &small), ("2 mm/s", &stick), ("0 m/s", &joint)].into_iter().enumerate()
    {
        let ran = run(&format!("fast-{k}"), &pulled(given, friction));
        assert!(!ran.err.contains("never reaches its full value"), "{given}: {}", ran.err);
    }
}

/// A block on a belt, held by a spring: stick and slip.
fn belt(friction: &str) -> String {
    format!(
        r#"format = 1
analysis = {{ type = "transient", end = "1 s" }}
[[body]]
name = "belt"
mass = "1 kg"
inertia = "1 kg m^2"
velocity = ["70 mm/s", 0, 0]
[[joint]]
name = "rollers"
type = "prismatic"
between = ["ground", "belt"]
axis = "x"
[[drive]]
name = "motor"
type = "translation"
between = ["ground", "belt"]
axis = "x"
speed = "70 mm/s"
[[body]]
name = "block"
mass = "0.8 kg"
inertia = "0.01 kg m^2"
velocity = ["70 mm/s", 0, 0]
[[joint]]
name = "face"
type = "prismatic"
between = ["belt", "block"]
axis = "x"
friction = {{ coefficient = 0.23, static_coefficient = 0.41{friction} }}
[[force]]
name = "press"
type = "load"
on = "block"
force = [0, 0, "-12 N"]
[[force]]
name = "spring"
type = "spring"
between = ["ground", "block"]
position_a = ["-1 m", 0, 0]
stiffness = "260 N/m"
free_length = "1 m"
"#
    )
}

#[test]
fn a_static_coefficient_that_fades_over_an_assumed_speed_is_named_with_both_speeds() {
    let ran = run("belt", &belt(""));
    assert!(
        ran.err.contains("warning: the friction of \"face\" is between static and kinetic for ")
            && ran.err.contains("its Stribeck velocity is 100 mm/s (ten times `velocity`, by default)"),
        "{}",
        ran.err
    );
    let average = ran.err.split("the mean sliding speed ").nth(1).and_then(|rest| rest.split(" mm/s").next());
    let average: f64 = average.unwrap().parse().unwrap();
    // The block stays where it is on average, so that it slides as fast as the belt runs.
    assert!((average - 70.0).abs() < 15.0, "{}", ran.err);
    for (k, given) in
        [", stribeck_velocity = \"100 mm/s\"".to_string(), ", velocity = \"0.3 mm/s\"".into()].iter().enumerate()
    {
        // What is given as 10 ε is the same law, and as good an assumption.
        let warned = run(&format!("belt-{k}"), &belt(given)).err.contains("between static and kinetic");
        assert_eq!(warned, k == 0, "{given}");
    }
    assert!(!run("belt-given", &belt(", stribeck_velocity = \"120 mm/s\"")).err.contains("between static and kinetic"));
}

fn rings(stiffness: &str, depth: &str, law: &str) -> String {
    format!(
        r#"format = 1
analysis = {{ type = "transient", end = "1 ms" }}
[[body]]
name = "disc"
mass = "1 kg"
inertia = "0.01 kg m^2"
position = [0, 0, "1 mm"]
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "disc"]
axis = "z"
[[drive]]
name = "press"
type = "translation"
between = ["ground", "disc"]
axis = "z"
displacement = {{ type = "ramp", to = "{depth}", end = "1 ms" }}
[[contact]]
name = "washer"
type = "rings"
between = ["ground", "disc"]
position = [0, 0, 0]
normal = "z"
clearance = "1 mm"
inner_radius = "20 mm"
outer_radius = "31.5 mm"
law = {{ type = "{law}", stiffness = "{stiffness}" }}
"#
    )
}

#[test]
fn a_contact_that_is_forced_together_is_named_with_its_force_or_its_depth() {
    // 0.05 mm beyond the gap at 1e13 N/m: 5e8 N on 1861 mm².
    let ran = run("jam", &rings("1e13 N/m", "-1.05 mm", "hertz"));
    assert!(ran.err.contains("the contact force of \"washer\" reaches 5e8 N"), "{}", ran.err);
    let ran = run("deep", &rings("1e6 N/m", "-9 mm", "hertz"));
    assert!(ran.err.contains("the indentation of \"washer\" reaches 25 % of the size"), "{}", ran.err);
    let ran = run("sound", &rings("1e9 N/m", "-1.05 mm", "hertz"));
    assert!(!ran.err.contains("washer"), "{}", ran.err);
}

fn film(begin: &str, roughness: &str) -> String {
    format!(
        r#"format = 1
analysis = {{ type = "transient", end = "1 s" }}
[[body]]
name = "disc"
mass = "1 g"
inertia = "1e-7 kg m^2"
position = [0, 0, "0.1 mm"]
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "disc"]
axis = "z"
[[force]]
name = "load"
type = "load"
on = "disc"
force = [0, 0, "-100 N"]
[[contact]]
name = "film"
type = "film"
between = ["ground", "disc"]
position = [0, 0, 0]
normal = "z"
clearance = "0.1 mm"
outer_radius = "30 mm"
viscosity = "0.05 Pa s"
roughness = "{roughness}"
stiffness = "1e9 N/m"
[[measure]]
name = "force"
mean = "film.normal_force"
over = ["{begin}", "1 s"]
"#
    )
}

#[test]
fn a_film_that_still_thins_in_the_window_of_a_measure_is_named_with_both_thicknesses() {
    // h = h₀/√(1 + 2 h₀² F t/A*): 0.1 mm at the start, 31 µm after 0.1 s, 10 µm after 1 s.
    let ran = run("film", &film("0.1 s", "0.1 um"));
    assert!(
        ran.err.contains("the film \"film\" is still being squeezed out when measure \"force\" begins"),
        "{}",
        ran.err
    );
    // Late in the run it changes little; and where asperities carry, it has come to rest.
    assert!(!run("film-late", &film("0.9 s", "0.1 um")).err.contains("squeezed out"));
    assert!(!run("film-rough", &film("0.5 s", "60 um")).err.contains("squeezed out"));
}

#[test]
fn the_energy_of_what_stands_still_gets_no_verdict() {
    for (k, (mass, at)) in [("2 kg", "0"), ("1e-3 kg", "3 m"), ("5e4 kg", "-0.2 m")].into_iter().enumerate() {
        let text = format!(
            "format = 1\ngravity = [0, 0, \"-9.81 m/s^2\"]\nanalysis = {{ type = \"transient\", end = \"1 s\" }}\n\
             [[body]]\nname = \"block\"\nmass = \"{mass}\"\ninertia = \"0.1 kg m^2\"\nposition = [\"{at}\", 0, \"{at}\"]\n\
             [[force]]\nname = \"bolt\"\ntype = \"bushing\"\nbetween = [\"ground\", \"block\"]\nposition = [\"{at}\", 0, \"{at}\"]\n\
             stiffness = [\"1e6 N/m\", \"1e6 N/m\", \"1e6 N/m\"]\n\
             rotational_stiffness = [\"1e4 N m/rad\", \"1e4 N m/rad\", \"1e4 N m/rad\"]\n"
        );
        let still = text.replace("end = \"1 s\"", "end = \"1 s\", start = \"equilibrium\"");
        let ran = run(&format!("still-{k}"), &still);
        assert!(ran.out.contains("No energy was transferred\n"), "{mass}: {}", ran.out);
        let ran = run(&format!("moving-{k}"), &text);
        assert!(ran.out.contains("Energy balance error ") && ran.out.contains(" J transferred)\n"), "{}", ran.out);
    }
}
