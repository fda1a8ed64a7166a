//! The simulation handle of model files: the same bits after a restore, also in a fresh process; pieces; refusals.

use halfshaft_run::{Embedded, FileAccess, Simulation, SimulationError, Source, open};
use std::path::{Path, PathBuf};
use std::process::Command;

fn example(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path)
}

fn simulation(path: &Path, overrides: &[(String, String)]) -> Simulation {
    let source = open(path).unwrap();
    Simulation::new(&source, &FileAccess::default().disk(&[path]), overrides).unwrap()
}

/// All channels as bits.
fn bits(simulation: &mut Simulation) -> Vec<u64> {
    let paths: Vec<String> = simulation.channels().map(|(path, _)| path.to_owned()).collect();
    paths.iter().map(|path| simulation.channel(path).unwrap().to_bits()).collect()
}

/// The variables that give a fresh process what to restore and where to advance.
const VARIABLES: [&str; 4] =
    ["HALFSHAFT_TEST_MODEL", "HALFSHAFT_TEST_SAVED", "HALFSHAFT_TEST_TIME", "HALFSHAFT_TEST_OUT"];

/// In a fresh process: restores, advances and writes the bits. Otherwise it does nothing.
#[test]
fn a_fresh_process_goes_on() {
    let values = VARIABLES.map(std::env::var);
    let [Ok(model), Ok(saved), Ok(time), Ok(out)] = values else { return };
    let mut simulation = simulation(Path::new(&model), &[]);
    simulation.restore(&std::fs::read(saved).unwrap()).unwrap();
    simulation.advance_to(time.parse().unwrap()).unwrap();
    let text: Vec<String> = bits(&mut simulation).iter().map(|bits| format!("{bits:016x}")).collect();
    std::fs::write(out, text.join("\n")).unwrap();
}

fn goes_on_with_the_same_bits(path: &str, [save_at, end]: [f64; 2]) {
    let path = example(path);
    let mut first = simulation(&path, &[]);
    // From the first call on they are kept.
    first.events();
    first.advance_to(save_at).unwrap();
    let saved = first.save();
    first.advance_to(end).unwrap();
    let expected = bits(&mut first);
    let events = first.events();
    first.restore(&saved).unwrap();
    first.advance_to(end).unwrap();
    assert!(bits(&mut first) == expected, "{}: in the same handle", path.display());
    let after = |events: &[halfshaft::analysis::ModeSwitch]| events.iter().filter(|event| event.time > save_at).count();
    assert_eq!(after(&first.events()), after(&events));

    let folder = std::env::temp_dir().join(format!("halfshaft-handle-{}-{}", std::process::id(), save_at.to_bits()));
    std::fs::create_dir_all(&folder).unwrap();
    let [saved_file, out] = ["saved", "out"].map(|name| folder.join(name));
    std::fs::write(&saved_file, &saved).unwrap();
    let [model, state, time, output] = VARIABLES;
    let fresh = Command::new(std::env::current_exe().unwrap())
        .args(["a_fresh_process_goes_on", "--exact"])
        .env(model, &path)
        .env(state, &saved_file)
        .env(time, end.to_string())
        .env(output, &out)
        .output()
        .unwrap();
    assert!(fresh.status.success(), "{}", String::from_utf8_lossy(&fresh.stdout));
    let text = std::fs::read_to_string(&out).unwrap();
    let there: Vec<u64> = text.lines().map(|line| u64::from_str_radix(line, 16).unwrap()).collect();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(there == expected, "{}: in a fresh process", path.display());
}

#[test]
fn the_film_differential_goes_on_with_the_same_bits() {
    goes_on_with_the_same_bits("torsen-c/bench-rear-film.toml", [0.3, 0.4]);
}

#[test]
fn an_engaging_clutch_goes_on_with_the_same_bits() {
    goes_on_with_the_same_bits("powertrain/crowther-clutch.toml", [0.31, 0.9]);
}

#[test]
fn sticking_mechanisms_go_on_with_the_same_bits() {
    goes_on_with_the_same_bits("friction/sticking_mechanisms.toml", [0.27, 1.1]);
}

#[test]
fn pieces_end_where_the_whole_ends() {
    let path = example("powertrain/crowther-clutch.toml");
    let end = 1.0;
    let angle = |pieces: u32| {
        let mut simulation = simulation(&path, &[]);
        for piece in 1..=pieces {
            simulation.advance_to(end * f64::from(piece) / f64::from(pieces)).unwrap();
        }
        let angles: Vec<String> =
            simulation.channels().map(|(path, _)| path.to_owned()).filter(|path| path.ends_with(".angle")).collect();
        angles.iter().map(|path| simulation.channel(path).unwrap()).collect::<Vec<f64>>()
    };
    let tolerance = 1e-3;
    let whole = angle(1);
    assert!(!whole.is_empty());
    for pieces in [10, 1000] {
        let off = whole.iter().zip(angle(pieces)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < tolerance, "{pieces} pieces: {off:e}");
    }
}

#[test]
fn another_model_and_damage_are_refused_with_a_reason() {
    let path = example("signals/external_torque.toml");
    let mut own = simulation(&path, &[]);
    own.advance_to(0.1).unwrap();
    let saved = own.save();
    let mut other = simulation(&path, &[("load".into(), "1.6 kg m^2".into())]);
    let refused = other.restore(&saved).unwrap_err().to_string();
    assert!(refused.starts_with("saved from another model, or with other parameters: its hash is "), "{refused}");
    assert!(own.restore(&saved[..saved.len() - 9]).unwrap_err().to_string().contains("damaged"));
    assert!(own.restore(b"nothing of the kind").unwrap_err().to_string().contains("not a saved simulation"));
    own.restore(&saved).unwrap();
    let error = own.set_input("tork", 1.0).unwrap_err();
    assert!(matches!(error, SimulationError::UnknownName { what: "input", .. }), "{error}");
    assert!(own.output("sped").unwrap_err().to_string().contains("did you mean \"speed\"?"));
    let text = "format = 1\nanalysis = { type = \"transient\", end = \"1 s\" }\n";
    let mut empty = Simulation::new(&Source::new("empty.toml", text), &Embedded(&[]), &[]).unwrap();
    assert!(empty.output("speed").unwrap_err().to_string().contains("the model file has no [[output]]"));
}
