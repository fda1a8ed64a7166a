//! `modes`, and model files whose analysis is of modes.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, pendulum};
use serde_json::json;

const TRAIN: &str = r#"
format = 1
title = "Two discs"
analysis = { type = "modes" }

[[inertia]]
name = "first"
inertia = "0.5 kg m^2"

[[inertia]]
name = "second"
inertia = "0.125 kg m^2"

[[driveline]]
name = "shaft"
type = "shaft"
between = ["first", "second"]
stiffness = "40 N m/rad"

[[measure]]
name = "frequency of the shaft"
natural_frequency = 2

[[measure]]
name = "first in mode 2"
shape = "first"
mode = 2

[[measure]]
name = "missing"
damping_ratio = 3

[[expect]]
measure = "frequency of the shaft"
value = "= 20 / (2 * pi) * 1 Hz"
tolerance = "1e-9 Hz"
source = "ω² = k (1/J₁ + 1/J₂)"
"#;

#[test]
fn the_object_of_modes_holds_what_the_contract_says() {
    let folder = Folder::new("modes");
    folder.write("train.toml", TRAIN);
    let ran = folder.run(&["modes", "train.toml", "--json"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let object = ran.json();
    assert_eq!((&object["status"], &object["analysis"]), (&json!("done"), &json!("modes")));
    assert_eq!(object["measures"]["missing"], json!(null));
    assert!((object["measures"]["first in mode 2"].as_f64().unwrap() + 0.25).abs() < 1e-12);
    assert_eq!(object["expectations"][0]["ok"], true);
    let modes = object["modes"].as_array().unwrap();
    assert_eq!(modes.len(), 2);
    let [rigid, elastic] = [&modes[0], &modes[1]];
    let keys: Vec<&str> = rigid.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["damped_frequency_hz", "damping_ratio", "frequency_hz", "shape"]);
    assert_eq!((&rigid["frequency_hz"], &rigid["damping_ratio"]), (&json!(0.0), &json!(0.0)));
    assert_eq!(rigid["shape"], json!({"first": 1.0, "second": 1.0}));
    assert!((elastic["frequency_hz"].as_f64().unwrap() - 20.0 / std::f64::consts::TAU).abs() < 1e-12);
    assert_eq!(elastic["shape"]["second"], 1.0);
}

#[test]
fn run_and_verify_perform_an_analysis_of_modes() {
    let folder = Folder::new("modes-run");
    folder.write("train.toml", TRAIN);
    let ran = folder.run(&["run", "train.toml"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("frequency of the shaft") && ran.out.contains("2 modes"), "{}", ran.out);
    let verified = folder.run(&["verify", "train.toml"]);
    assert_eq!(verified.status, 0, "{}", verified.err);
    assert!(verified.out.contains("1 of 1 met"), "{}", verified.out);
}

#[test]
fn modes_of_a_body_are_six_numbers_and_a_table_for_people() {
    let folder = Folder::new("modes-body");
    folder.write("pendulum.toml", &pendulum());
    let object = folder.run(&["modes", "pendulum.toml", "--json"]).json();
    assert_eq!(object["modes"][0]["shape"]["bob"].as_array().unwrap().len(), 6);
    let output = folder.run(&["modes", "pendulum.toml"]);
    assert_eq!(output.status, 0);
    assert!(output.out.contains("damped Hz"), "{}", output.out);
    let wrong = folder.run(&["modes", "nowhere.toml", "--json"]);
    assert_eq!((wrong.status, &wrong.json()["status"]), (2, &json!("invalid")));
}

#[test]
fn the_linear_system_about_an_equilibrium_is_kept_for_other_programs() {
    let folder = Folder::new("modes-matrices");
    folder.write("bob.toml", include_str!("../../../examples/modes/about_equilibrium.toml"));
    let ran = folder.run(&["run", "bob.toml", "--out", "bob", "--quiet"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let text = std::fs::read_to_string(folder.path().join("bob/matrices.json")).unwrap();
    let matrices: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entry = |name: &str| matrices[name][0][0].as_f64().unwrap();
    // m g l over J + m l².
    assert!((entry("stiffness") / entry("mass") - 9.81 / 0.6).abs() < 1e-6, "{text}");
    assert_eq!(matrices["motions"][5], "bob.turn_z");
    // It hangs: turning moves it sideways, along x.
    let basis = |row: usize| matrices["basis"][row][0].as_f64().unwrap();
    assert!((basis(0) / basis(5) - 0.5).abs() < 1e-6 && basis(1).abs() < 1e-6 * basis(5).abs(), "{text}");
}

/// Two wheels on bearings whose teeth stand inside their backlash, or are loaded.
fn wheels(backlash: &str, module: &str, loaded: bool) -> String {
    let more = if loaded { "0.4" } else { "0" };
    let mut text = String::from("format = 1\nanalysis = { type = \"modes\", start = \"equilibrium\" }\n");
    for (name, mass, radius, at) in [("a", 1.0, 20.0, 0.0), ("b", 10.0, 40.0, 60.0)] {
        let inertia = mass * 1e-3;
        text += &format!(
            "[[body]]\nname = \"{name}\"\nmass = \"{mass} kg\"\ninertia = \"{inertia} kg m^2\"\n\
             position = [\"= {at} * {module}\", 0, 0]\n\
             [[force]]\nname = \"bearing {name}\"\ntype = \"bushing\"\nbetween = [\"ground\", \"{name}\"]\n\
             position = [\"= {at} * {module}\", 0, 0]\nstiffness = [\"1e8 N/m\", \"1e8 N/m\", \"1e8 N/m\"]\n\
             rotational_stiffness = [\"1e5 N m/rad\", \"1e5 N m/rad\", \"{radius} N m/rad\"]\n"
        );
    }
    text += &format!(
        "[[gear]]\nname = \"mesh\"\ntype = \"external\"\nbetween = [\"a\", \"b\"]\naxis = \"z\"\nteeth = [40, 80]\n\
         module = \"{module}\"\nstiffness = \"3e8 N/m\"\nbacklash = \"{backlash}\"\n\
         [[force]]\nname = \"turn\"\ntype = \"load\"\non = \"a\"\ntorque = [0, 0, \"{more} N m\"]\n"
    );
    for mode in 1..=12 {
        for item in ["mesh", "bearing a", "bearing b"] {
            let name = format!("{item} {mode}");
            text += &format!("[[measure]]\nname = \"{name}\"\npotential_share = \"{item}\"\nmode = {mode}\n");
        }
    }
    text
}

#[test]
fn a_mesh_inside_its_backlash_has_no_share_in_any_mode_and_a_note_says_so() {
    let folder = Folder::new("open-mesh");
    for (backlash, module) in [("0.1 mm", "1 mm"), ("1 um", "1 mm"), ("0.5 mm", "3 mm")] {
        folder.write("wheels.toml", &wheels(backlash, module, false));
        let ran = folder.run(&["modes", "wheels.toml", "--json"]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        for mode in 1..=12 {
            let share = |item: &str| ran.json()["measures"][format!("{item} {mode}")].as_f64().unwrap();
            assert_eq!(share("mesh"), 0.0, "mode {mode}");
            assert!((share("bearing a") + share("bearing b") - 1.0).abs() < 1e-9, "mode {mode}");
        }
        let output = folder.run(&["modes", "wheels.toml"]);
        assert!(output.err.contains("\"mesh\" is open in the linearisation state"), "{}", output.err);
    }
}

#[test]
fn a_mesh_under_load_has_the_share_that_its_stiffness_moves_the_frequency_by() {
    let folder = Folder::new("loaded-mesh");
    // A torque of 0.4 N m turns the soft bearing of A by more than the backlash.
    let model = wheels("1 um", "1 mm", true);
    let modes = |stiffness: f64| {
        folder.write("wheels.toml", &model.replace("3e8 N/m", &format!("{stiffness} N/m")));
        let ran = folder.run(&["modes", "wheels.toml", "--json"]);
        assert!(ran.status == 0 && !ran.err.contains("is open"), "{}", ran.err);
        ran.json()
    };
    let (h, at) = (1e-3, modes(3e8));
    let (more, less) = (modes(3e8 * (1.0 + h)), modes(3e8 * (1.0 - h)));
    let mut largest = 0.0_f64;
    for mode in 1..=12 {
        let frequency = |object: &serde_json::Value| object["modes"][mode - 1]["frequency_hz"].as_f64().unwrap();
        let slope = (frequency(&more).ln() - frequency(&less).ln()) / ((1.0 + h).ln() - (1.0 - h).ln());
        let share = at["measures"][format!("mesh {mode}")].as_f64().unwrap();
        // ∂ ln f/∂ ln k = U_e/2U, to h² and to what the equilibrium moves with k.
        assert!((slope - 0.5 * share).abs() < 1e-4, "mode {mode}: {slope} for {share}");
        largest = largest.max(share);
    }
    assert!(largest > 0.5, "{largest}");
}

#[test]
fn rigid_motions_of_a_starter_and_of_a_train_with_dampers_to_the_ground_have_zero_frequency_and_damping() {
    let folder = Folder::new("rigid");
    assert_eq!(folder.run(&["new", "--kind", "train", "starter.toml"]).status, 0);
    let shafts: String =
        ["a", "b", "c"].map(|name| format!("[[inertia]]\nname = \"{name}\"\ninertia = \"0.37 kg m^2\"\n")).concat();
    let ties = "[[driveline]]\nname = \"stage\"\ntype = \"stage\"\nbetween = [\"a\", \"b\"]\nratio = 3.7\n\
        [[driveline]]\nname = \"shaft\"\ntype = \"shaft\"\nbetween = [\"b\", \"c\"]\nstiffness = \"1234.5 N m/rad\"\ndamping = \"1 N m s/rad\"\n\
        [[driveline]]\nname = \"drag\"\ntype = \"damper\"\nbetween = [\"c\", \"ground\"]\ndamping = \"0.3 N m s/rad\"\n";
    folder.write("dragged.toml", &format!("format = 1\nanalysis = {{ type = \"modes\" }}\n{shafts}{ties}"));
    for (model, rigid) in [("starter.toml", 2), ("dragged.toml", 1)] {
        let object = folder.run(&["modes", model, "--json"]).json();
        let modes = object["modes"].as_array().unwrap();
        for (k, mode) in modes.iter().enumerate() {
            let number = |key: &str| mode[key].as_f64().unwrap();
            let three = [number("frequency_hz"), number("damped_frequency_hz"), number("damping_ratio")];
            assert_eq!(three == [0.0; 3], k < rigid, "{model}: {three:?}");
        }
        let output = folder.run(&["modes", model]);
        assert!(!output.out.contains("-100 %") && !output.out.contains("e-"), "{}", output.out);
    }
}

#[test]
fn a_rigid_motion_stays_at_zero_beside_filters_that_do_not_read_where_it_is() {
    let folder = Folder::new("rigid-filters");
    let carriage = |name: &str, at: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = \"2.3 kg\"\ninertia = \"0.01 kg m^2\"\nposition = [\"{at}\", 0, 0]\n\
             [[joint]]\nname = \"rail {name}\"\ntype = \"prismatic\"\nbetween = [\"ground\", \"{name}\"]\naxis = \"x\"\n"
        )
    };
    for (gain, time) in [("1200 N/m", "20 ms"), ("3.7e6 N/m", "0.3 ms"), ("0.011 N/m", "9 s")] {
        let text = format!(
            "format = 1\nanalysis = {{ type = \"modes\" }}\n{}{}\
             [[force]]\nname = \"spring\"\ntype = \"spring\"\nbetween = [\"a\", \"b\"]\nstiffness = \"800 N/m\"\n\
             [[signal]]\nname = \"gap\"\ntype = \"displacement\"\nbetween = [\"a\", \"b\"]\naxis = \"x\"\n\
             [[signal]]\nname = \"lagging\"\ntype = \"lag\"\ninput = \"gap\"\ntime_constant = \"{time}\"\n\
             [[signal]]\nname = \"push\"\ntype = \"expression\"\nunit = \"N\"\nvalue = \"= {gain} * ('lagging' - 'gap')\"\n\
             [[force]]\nname = \"maxwell\"\ntype = \"thrust\"\nbetween = [\"a\", \"b\"]\naxis = \"x\"\nforce = {{ signal = \"push\" }}\n",
            carriage("a", "0 m"),
            carriage("b", "0.7 m")
        );
        folder.write("pair.toml", &text);
        let ran = folder.run(&["modes", "pair.toml", "--json"]);
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
        let object = ran.json();
        let modes = object["modes"].as_array().unwrap();
        assert_eq!(modes.len(), 2);
        let number = |k: usize, key: &str| modes[k][key].as_f64().unwrap();
        assert_eq!((number(0, "frequency_hz"), number(0, "damping_ratio")), (0.0, 0.0), "{gain}");
        assert!(number(1, "frequency_hz") > 1.0 && number(1, "damping_ratio") > 0.0, "{gain}");
    }
}

#[test]
fn shapes_give_rotations_about_the_own_axes_of_a_body_and_shares_know_it() {
    let folder = Folder::new("turned");
    // Turned by 90 degrees about x, the body's y axis is the z axis of the model, about which the hinge lets it turn.
    folder.write(
        "disc.toml",
        "format = 1\nanalysis = { type = \"modes\" }\n\
         [[body]]\nname = \"disc\"\nmass = \"2 kg\"\ninertia = [\"0.1 kg m^2\", \"0.3 kg m^2\", \"0.2 kg m^2\"]\n\
         orientation = { axis = \"x\", angle = \"90 deg\" }\n\
         [[joint]]\nname = \"pivot\"\ntype = \"hinge\"\nbetween = [\"ground\", \"disc\"]\naxis = \"z\"\n\
         [[force]]\nname = \"spring\"\ntype = \"rotational_spring\"\nbetween = [\"ground\", \"disc\"]\naxis = \"z\"\nstiffness = \"30 N m/rad\"\n\
         [[measure]]\nname = \"share\"\npotential_share = \"spring\"\nmode = 1\n",
    );
    let object = folder.run(&["modes", "disc.toml", "--json"]).json();
    let mode = &object["modes"][0];
    assert!((mode["frequency_hz"].as_f64().unwrap() - 10.0 / std::f64::consts::TAU).abs() < 1e-9, "√(30/0.3) rad/s");
    let shape: Vec<f64> = mode["shape"]["disc"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert!(
        shape.iter().zip([0.0, 0.0, 0.0, 0.0, 1.0, 0.0]).all(|(x, expected)| (x - expected).abs() < 1e-9),
        "{shape:?}"
    );
    assert!((object["measures"]["share"].as_f64().unwrap() - 1.0).abs() < 1e-9);
}
