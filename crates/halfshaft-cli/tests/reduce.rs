//! `halfshaft reduce`: bodies as files, matrices for other programs, and back.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use serde_json::Value;

const ARM: &str = r#"
format = 1

[analysis]
type = "modes"

[[superelement]]
name = "arm"
mesh = { type = "block", size = ["200 mm", "20 mm", "10 mm"], divisions = [6, 1, 1] }
material = "steel"
modes = 4
boundary = [{ name = "root", on = "x-" }, { name = "tip", on = "x+" }]

[[joint]]
name = "clamp"
type = "rigid"
between = ["ground", "arm/root"]

[[measure]]
name = "first"
natural_frequency = 1

[[measure]]
name = "third"
natural_frequency = 3
"#;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The measures of the arm held at its root, with another source of the body.
fn measures(folder: &Folder, name: &str, body: &str) -> [f64; 2] {
    let given = "mesh = { type = \"block\", size = [\"200 mm\", \"20 mm\", \"10 mm\"], divisions = [6, 1, 1] }\nmaterial = \"steel\"\nmodes = 4\nboundary = [{ name = \"root\", on = \"x-\" }, { name = \"tip\", on = \"x+\" }]";
    assert!(ARM.contains(given));
    folder.write(name, &ARM.replace(given, body));
    let ran = folder.run(&["run", name, "--json"]);
    assert_eq!(ran.status, 0, "{body}: {}{}", ran.out, ran.err);
    let found = json(&ran.out);
    ["first", "third"].map(|measure| {
        let value = &found["measures"][measure];
        value.as_f64().or(value["value"].as_f64()).unwrap_or_else(|| panic!("{measure}: {found}"))
    })
}

#[test]
fn a_body_has_the_same_frequencies_from_its_mesh_its_file_and_its_matrices() {
    let folder = Folder::new("reduce-round-trip");
    folder.write("arm.toml", ARM);
    for arguments in [
        &["--out", "arm.npz"][..],
        &["--out", "arm.pch"],
        &["--out", "arm.mtx"],
        &["--out", "matrices.npz", "--matrices", "reduced"],
        &["--out", "full.mtx", "--matrices", "full"],
    ] {
        let ran = folder.run(&[&["reduce", "arm.toml", "--body", "arm"], arguments].concat());
        assert_eq!(ran.status, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    }
    let mesh = "mesh = { type = \"block\", size = [\"200 mm\", \"20 mm\", \"10 mm\"], divisions = [6, 1, 1] }\nmaterial = \"steel\"\nmodes = 4\nboundary = [{ name = \"root\", on = \"x-\" }, { name = \"tip\", on = \"x+\" }]";
    let exact = measures(&folder, "mesh.toml", mesh);
    let units = "length_unit = \"1 m\", mass_unit = \"1 kg\"";
    let frames = "boundary = [{ name = \"root\", on = \"1\" }, { name = \"tip\", on = \"2\" }]\nmodes = 16";
    let market = |stem: &str| {
        format!(
            "matrices = {{ type = \"matrix market\", stiffness = \"{stem}_stiffness.mtx\", mass = \"{stem}_mass.mtx\", nodes = \"{stem}_nodes.csv\", unknowns = \"{stem}_unknowns.txt\", {units} }}"
        )
    };
    let full = "modes = 4\nsets = [{ name = \"a\", from = [\"-100 mm\", -1, -1], to = [\"-100 mm\", 1, 1] }, { name = \"b\", from = [\"100 mm\", -1, -1], to = [\"100 mm\", 1, 1] }]";
    let cases = [
        (
            "file",
            "file = \"arm.npz\"\nboundary = [{ name = \"root\", on = \"root\" }, { name = \"tip\", on = \"x+\" }]"
                .to_string(),
            1e-9,
        ),
        ("dmig", format!("matrices = {{ type = \"dmig\", file = \"arm.pch\", {units} }}\n{frames}"), 1e-9),
        ("market", format!("{}\n{frames}", market("arm")), 1e-9),
        (
            "npz",
            format!(
                "matrices = {{ type = \"npz\", file = \"matrices.npz\", {units} }}\nboundary = [{{ name = \"root\", on = \"0\" }}, {{ name = \"tip\", on = \"1\" }}]\nmodes = 16"
            ),
            1e-9,
        ),
        // Frames follow all nodes of a face alike instead of the mean over its area.
        (
            "full",
            format!(
                "{}\n{full}\nboundary = [{{ name = \"root\", on = \"a\" }}, {{ name = \"tip\", on = \"b\" }}]",
                market("full")
            ),
            2e-2,
        ),
    ];
    for (name, body, tolerance) in cases {
        let found = measures(&folder, &format!("{name}.toml"), &body);
        for (found, exact) in found.iter().zip(exact) {
            assert!((found / exact - 1.0).abs() < tolerance, "{name}: {found} Hz instead of {exact} Hz");
        }
    }
}

#[test]
fn ratios_relative_to_a_frame_are_those_of_the_modes_that_it_holds() {
    let folder = Folder::new("reduce-damping");
    folder.write("arm.toml", ARM);
    assert_eq!(folder.run(&["reduce", "arm.toml", "--body", "arm", "--out", "arm.npz"]).status, 0);
    let of_file =
        "file = \"arm.npz\"\nboundary = [{ name = \"root\", on = \"root\" }, { name = \"tip\", on = \"x+\" }]";
    let of_mesh = "mesh = { type = \"block\", size = [\"200 mm\", \"20 mm\", \"10 mm\"], divisions = [6, 1, 1] }\nmaterial = \"steel\"\nmodes = 4\nboundary = [{ name = \"root\", on = \"x-\" }, { name = \"tip\", on = \"x+\" }]";
    for (name, body) in [("file.toml", of_file), ("mesh.toml", of_mesh)] {
        let damped = |keys: &str| {
            let arm = ARM.replace(of_mesh, &format!("{body}\ndamping_ratio = 0.02\n{keys}"));
            folder.write(name, &arm);
            let ran = folder.run(&["modes", name, "--json"]);
            let found = json(&ran.out);
            let modes = found["modes"].as_array().unwrap_or_else(|| panic!("{found}"));
            modes.iter().map(|mode| mode["damping_ratio"].as_f64().expect("a ratio")).collect::<Vec<f64>>()
        };
        let held = damped("damping_frame = \"root\"");
        assert!(held.iter().all(|ratio| (ratio / 0.02 - 1.0).abs() < 1e-6), "{name}: {held:?}");
        // In the first mode the arm mostly turns about its root, which in the mean frame is a rigid motion.
        let free = damped("");
        assert!(free[0] < 0.002, "{name}: {free:?}");
        assert!(folder.run(&["check", name]).status == 0);
        folder.write(name, &ARM.replace(of_mesh, &format!("{body}\ndamping_frame = \"foot\"")));
        let refused = folder.run(&["check", name]);
        assert!(refused.status == 2 && refused.err.contains("has no boundary frame \"foot\""), "{}", refused.err);
    }
}

#[test]
fn a_frame_that_cannot_move_is_named() {
    let folder = Folder::new("reduce-dependent");
    folder.write("arm.toml", &ARM.replace("on = \"x+\" }]", "on = \"x+\" }, { name = \"same\", on = \"x+\" }]"));
    let ran = folder.run(&["reduce", "arm.toml", "--body", "arm", "--out", "arm.npz"]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("boundary frame \"same\"") && ran.err.contains("in 6 of 6 directions"), "{}", ran.err);
    assert!(!folder.path().join("arm.npz").exists());
}

#[test]
fn a_body_that_has_not_changed_is_not_reduced_again() {
    let folder = Folder::new("reduce-up-to-date");
    folder.write("arm.toml", ARM);
    let arguments = ["reduce", "arm.toml", "--body", "arm", "--out", "arm.npz", "--json"];
    let first = json(&folder.run(&arguments).out);
    assert_eq!((&first["unchanged"], &first["coordinates"]), (&Value::Bool(false), &Value::from(6 + 4 + 12)));
    let second = json(&folder.run(&arguments).out);
    assert_eq!((&second["unchanged"], &second["hash"]), (&Value::Bool(true), &first["hash"]));
    folder.write("arm.toml", &ARM.replace("\"10 mm\"]", "\"11 mm\"]"));
    let third = json(&folder.run(&arguments).out);
    assert_eq!(third["unchanged"], Value::Bool(false));
    assert_ne!(third["hash"], first["hash"]);
    // A file of another body beside the mesh is refused.
    folder.write("arm.toml", &ARM.replace("name = \"arm\"", "name = \"arm\"\nfile = \"arm.npz\""));
    let ran = folder.run(&["check", "arm.toml"]);
    let hashes = [&first["hash"], &third["hash"]].map(|hash| hash.as_str().unwrap_or_default().to_owned());
    assert!(ran.status != 0 && hashes.iter().all(|hash| ran.err.contains(hash)), "{}", ran.err);
}

#[test]
fn what_a_reduction_leaves_out_is_stated() {
    let folder = Folder::new("reduce-compare");
    folder.write("arm.toml", ARM);
    for basis in ["primal", "dual"] {
        let ran = folder.run(&[
            "reduce",
            "arm.toml",
            "--body",
            "arm",
            "--basis",
            basis,
            "--compare",
            "--load",
            "z+",
            "--out",
            "arm.npz",
            "--json",
        ]);
        let found = json(&ran.out);
        let left_out = &found["left_out"];
        let pairs = left_out["frequencies_hz"].as_array().cloned().unwrap_or_default();
        assert!(pairs.len() >= 4, "{found}");
        for pair in &pairs {
            let (mesh, own) = (pair[0].as_f64().unwrap_or(f64::NAN), pair[1].as_f64());
            assert!(own.is_none_or(|own| own > mesh * (1.0 - 1e-9)), "{basis}: {pair}");
        }
        let effective = left_out["effective_masses"].as_array().map_or(0, Vec::len);
        assert_eq!(effective, 6);
        let errors = left_out["static_errors"].as_array().cloned().unwrap_or_default();
        let names: Vec<&str> = errors.iter().filter_map(|pair| pair[0].as_str()).collect();
        assert!(names.contains(&"pressure on z+") && names.contains(&"traction along y on z+"), "{names:?}");
    }
}

const FRAME: &str = r#"
format = 1

[analysis]
type = "modes"

[[beam]]
name = "frame"
points = [
  { name = "a", position = [1.2, 0.4, 0] }, { name = "b", position = [1.2, -0.4, 0] },
  { name = "c", position = [-1.2, 0.4, 0.1] }, { name = "d", position = [-1.2, -0.4, 0.1] },
]
members = [{ between = ["a", "c"] }, { between = ["b", "d"] }, { between = ["a", "b"] }, { between = ["c", "d"] }]
section = { type = "tube", outer_diameter = "50 mm", inner_diameter = "44 mm" }
material = "steel"
"#;

/// The elastic frequencies of a free model in Hz, its rigid motions being 0.
fn elastic(folder: &Folder, name: &str, text: &str) -> Vec<f64> {
    folder.write(name, text);
    let ran = folder.run(&["modes", name, "--json"]);
    assert_eq!(ran.status, 0, "{name}: {}{}", ran.out, ran.err);
    let modes = json(&ran.out)["modes"].as_array().cloned().unwrap_or_default();
    let all: Vec<f64> = modes.iter().filter_map(|mode| mode["frequency_hz"].as_f64()).collect();
    assert!(all[..6].iter().all(|frequency| *frequency == 0.0), "{name}: {all:?}");
    all[6..].to_vec()
}

#[test]
fn a_reduced_frame_of_beams_has_the_frequencies_of_its_elements() {
    let folder = Folder::new("reduce-beam");
    let exact = elastic(&folder, "frame.toml", FRAME);
    let head = "format = 1\nanalysis = { type = \"modes\" }\n\n[[superelement]]\nname = \"frame\"\n";
    let given = "matrices = { type = \"beam\", file = \"frame.toml\" }\nmodes = 8\nboundary = [{ name = \"a\", on = \"a\" }, { name = \"d\", on = \"d\" }]\n";
    let ran = folder.run(&["reduce", "frame.toml", "--body", "frame", "--modes", "8", "--out", "frame.npz"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let file = "file = \"frame.npz\"\nboundary = [{ name = \"front\", on = \"a\" }, { name = \"rear\", on = \"d\" }]\n";
    for (name, body) in [("matrices.toml", given), ("file.toml", file)] {
        let found = elastic(&folder, name, &format!("{head}{body}"));
        for k in 0..8 {
            assert!((found[k] / exact[k] - 1.0).abs() < 1e-7, "{name}: {} Hz instead of {} Hz", found[k], exact[k]);
        }
    }
    let primal = format!("{head}basis = \"primal\"\n{given}");
    let found = elastic(&folder, "primal.toml", &primal);
    assert!(found.iter().zip(&exact).take(8).all(|(own, full)| *own > full * (1.0 - 1e-9)), "{found:?} and {exact:?}");
    assert!((found[0] / exact[0] - 1.0).abs() < 0.01, "{found:?} and {exact:?}");
    // A second beam has to be named, one on the ground is not free, and hinges are constraints.
    let refused = |frame: &str| {
        folder.write("frame.toml", frame);
        let ran = folder.run(&["check", "matrices.toml"]);
        assert_eq!(ran.status, 2, "{}", ran.out);
        ran.err
    };
    let second = "\n[[beam]]\nname = \"rod\"\npoints = [{ position = [0, 0, 0] }, { position = [1, 0, 0] }]\nsection = { type = \"circle\", diameter = \"10 mm\" }\nmaterial = \"steel\"\n";
    let wrong = refused(&format!("{FRAME}{second}"));
    assert!(wrong.contains("it has 2 beams"), "{wrong}");
    let wrong =
        refused(&FRAME.replace("{ between = [\"a\", \"c\"] }", "{ between = [\"a\", \"c\"], hinged = \"both\" }"));
    assert!(wrong.contains("hinged members"), "{wrong}");
    let held = "format = 1\nanalysis = { type = \"modes\" }\n\n[[beam]]\nname = \"rod\"\nstart = \"ground\"\npoints = [{ position = [0, 0, 0] }, { position = [1, 0, 0] }]\nsection = { type = \"circle\", diameter = \"10 mm\" }\nmaterial = \"steel\"\n";
    let wrong = refused(held);
    assert!(wrong.contains("clamped to the ground"), "{wrong}");
}
