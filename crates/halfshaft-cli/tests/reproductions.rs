//! Models that once gave a wrong answer, crawled or failed, each under the name of its file: in the folder
//! `reproductions`, or in `bench/models`. Generators of variants of them are in `studies/trust`.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, Ran};
use serde_json::Value;
use std::path::Path;

/// Runs `reproductions/<name>.toml` or `bench/models/<name>.toml` with settings.
fn run(name: &str, settings: &[&str]) -> Ran {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = here.join("tests/reproductions").join(format!("{name}.toml"));
    let path = if own.exists() { own } else { here.join("../../bench/models").join(format!("{name}.toml")) };
    let folder = Folder::new(&format!("reproduction-{name}"));
    folder.write("m.toml", &std::fs::read_to_string(path).unwrap());
    let mut arguments = vec!["run", "m.toml", "--json"];
    for setting in settings {
        arguments.extend(["--set", setting]);
    }
    folder.run(&arguments)
}

/// The object of a run that must finish.
fn done(name: &str, settings: &[&str]) -> Value {
    let ran = run(name, settings);
    assert_eq!(ran.status, 0, "{name} {settings:?}: {}{}", ran.out, ran.err);
    ran.json()
}

fn measure(object: &Value, name: &str) -> f64 {
    object["measures"][name].as_f64().unwrap_or_else(|| panic!("{name}: {object}"))
}

fn steps(object: &Value) -> f64 {
    object["statistics"]["steps"].as_f64().unwrap()
}

/// Code and text of the error of a run that must fail, and the number of its steps.
fn failed(name: &str, settings: &[&str]) -> (String, String, f64) {
    let ran = run(name, settings);
    assert_eq!(ran.status, 1, "{name} {settings:?}: {}{}", ran.out, ran.err);
    let object = ran.json();
    let code = object["error"]["code"].as_str().unwrap_or_else(|| panic!("{object}")).to_owned();
    (code, object["error"].to_string(), steps(&object))
}

/// Whether a value is near another one, relative to it.
fn near(value: f64, expected: f64, tolerance: f64) -> bool {
    (value - expected).abs() <= tolerance * expected.abs()
}

#[test]
fn beam_half_turn() {
    let (code, text, _) = failed("beam-half-turn", &[]);
    assert!(code == "turned-too-far" && text.contains("f0") && text.contains('°'), "{text}");
}

#[test]
fn belt_default_friction() {
    let ran = run("belt-default-friction", &[]);
    assert!(ran.status == 0 && ran.err.contains("100 mm/s") && ran.err.contains("\"face\""), "{}", ran.err);
}

#[test]
fn block_at_rest() {
    assert!(near(measure(&done("block-at-rest", &[]), "speed"), 1.0496, 1e-3));
}

#[test]
fn brake_at_rest() {
    for (hertz, end) in [(0.7, 2.0), (5.0, 0.5), (20.0, 0.1), (50.0, 0.05), (100.0, 0.02), (2003.0, 1e-3), (5e3, 5e-4)]
    {
        let object = done("brake-at-rest", &[&format!("f={hertz} Hz"), &format!("duration={end} s")]);
        // The first peak under A sin ωt against the capacity C: slip begins at the phase φ where A sin φ = C = A/5.
        let phase = 0.2_f64.asin();
        let impulse = 5.0 * 2.0 * phase.cos() - (std::f64::consts::PI - 2.0 * phase);
        let peak = impulse / (1e-3 * 2.0 * std::f64::consts::PI * hertz);
        let speed = measure(&object, "largest speed");
        assert!(near(speed, peak, 0.02), "{hertz} Hz: {speed} {peak}");
    }
}

#[test]
fn brake_release() {
    for part in 0..=60 {
        let torque = 15.0 + f64::from(part) / 6.0;
        let object = done("brake-release", &[&format!("te={torque} N m")]);
        assert_eq!(object["expectations"][0]["ok"], true, "{torque} N m: {object}");
    }
}

#[test]
fn bricard_redundant() {
    for (tolerance, bound) in [("1e-5", 2e-5), ("1e-6", 2e-6), ("1e-7", 2e-7)] {
        let setting = format!("solver.tolerance={tolerance}");
        let error = measure(&done("bricard-redundant", &[&setting]), "energy error").abs();
        assert!(error < bound, "{tolerance}: {error} J");
    }
}

#[test]
fn crossing_counted_twice() {
    let object = done("crossing-counted-twice", &["analysis.end=1 s"]);
    // Reversals of the block, half a period of √(411/2.3) rad/s apart.
    let half_period = std::f64::consts::PI / (411.0_f64 / 2.3).sqrt();
    for number in 1..=4 {
        let time = measure(&object, &format!("crossing {number}"));
        assert!(near(time, f64::from(number) * half_period, 1e-5), "{number}: {time}");
    }
}

#[test]
fn dct_rattle() {
    for radius in ["0.8", "0"] {
        let settings = ["analysis.end=0.5 s", &format!("solver.spectral_radius={radius}")];
        let object = done("dual-clutch", &settings);
        assert!(steps(&object) < 40_000.0, "{object}");
    }
}

#[test]
fn dead_centre() {
    let loss = measure(&done("dead-centre", &[]), "loss");
    // The mean over two turns of μ |N| |ẋ| with m ẍ = T cos ψ − f, N = m g − T sin ψ, by quadrature.
    assert!(near(loss, 6.507_954_8, 1e-4), "{loss}");
}

#[test]
fn driven_guide() {
    let object = done("driven-guide", &[]);
    let friction = 0.1 * 3.0 * 9.81;
    // 0.2 m forwards, 0.225 m backwards, in 5 s.
    assert!(near(measure(&object, "loss"), friction * 0.425 / 5.0, 1e-4), "{object}");
    assert!(near(measure(&object, "forwards"), friction + 3.0 * 0.2, 1e-6), "{object}");
    assert!(near(measure(&object, "backwards"), -friction, 1e-6), "{object}");
}

#[test]
fn driven_shaft() {
    // Without a weight the brake is the only load.
    for gravity in ["9.81 m/s^2", "0 m/s^2"] {
        let loss = measure(&done("driven-shaft", &[&format!("g={gravity}")]), "loss");
        // 5 N m over 0.5 rad forwards and back, in 1.6 s.
        assert!(near(loss, 5.0 * 1.0 / 1.6, 1e-3), "{gravity}: {loss}");
    }
}

#[test]
fn energy_shares_in_backlash() {
    let ran = run("energy-shares-in-backlash", &[]);
    assert!(ran.status == 0 && ran.err.contains("\"mesh\" is open"), "{}", ran.err);
    let shares = &ran.json()["modes"];
    assert!(!shares.as_array().unwrap().is_empty() && !shares.to_string().contains("\"mesh\""), "{shares}");
}

#[test]
fn friction_near_jam() {
    for tolerance in ["1e-6", "1e-7"] {
        let (code, text, steps) = failed("friction-near-jam", &[&format!("solver.tolerance={tolerance}")]);
        assert!(code == "self-locking-friction" && text.contains("j0") && steps < 30_000.0, "{text} {steps}");
    }
}

#[test]
fn gearbox_two_stages() {
    for (radius, most) in [("0.8", 10_000.0), ("0", 1_000.0)] {
        let settings = ["finish=0.1 s", &format!("solver.spectral_radius={radius}")];
        let object = done("gearbox", &settings);
        assert!(steps(&object) < most && near(measure(&object, "ratio"), 9.0, 1e-3), "{object}");
    }
}

#[test]
fn initial_speeds_conflict() {
    let ran = run("initial-speeds-conflict", &[]);
    for told in ["\"in\"", "from 1000 rpm to 1089.11 rpm", "\"out\"", "from 1000 rpm to 108.911 rpm", "\"gear\""] {
        assert!(ran.status == 0 && ran.err.contains(told), "{told}: {}", ran.err);
    }
}

#[test]
fn lepelletier() {
    for (ratio, radius) in [("1", "0.8"), ("1.1", "0.8"), ("1.1", "0")] {
        let object = done("six-speed", &[&format!("static={ratio}"), &format!("solver.spectral_radius={radius}")]);
        for (gear, expected) in [("first gear", 4.170831), ("second gear", 2.339735), ("third gear", 1.521127)] {
            assert!(near(measure(&object, gear), expected, 1e-6), "{ratio} {radius} {gear}: {object}");
        }
    }
}

#[test]
fn lock_up_with_losses() {
    let object = done("lock-up-with-losses", &[]);
    let [motor, drum] = ["motor at the end", "drum at the end"].map(|name| measure(&object, name));
    assert!(near(motor, drum, 1e-9) && drum > 100.0, "{motor} {drum}");
}

#[test]
fn mass_on_rod() {
    // 60 of 300 links; the wave of a force that steps do not resolve gave a contact 200 times too short.
    let coarse = done("mass-on-rod", &["n=60"]);
    let fine = done("mass-on-rod", &["n=60", "solver.tolerance=1e-7"]);
    assert!(near(measure(&coarse, "peak force"), measure(&fine, "peak force"), 0.03), "{coarse} {fine}");
    // In units of 2 L/c the contact of a continuous bar lasts 2.3544.
    let contact = 2.3544 / (210e9_f64 / 7800.0).sqrt();
    assert!(near(measure(&coarse, "contact time"), contact, 0.05), "{coarse}");
}

#[test]
fn measure_max_between_steps() {
    let object = done("measure-max-between-steps", &[]);
    assert!(near(measure(&object, "apex"), 4.12844036697, 1e-9) && near(measure(&object, "mean height"), 2.46, 1e-9));
}

#[test]
fn parallel_brakes() {
    let object = done("parallel-brakes", &[]);
    assert!(measure(&object, "largest speed").abs() < 1e-12, "{object}");
    // J ω̇ = A sin ωt − 105 N m, up to rest.
    let [j, a, c, omega] = [0.05, 80.0, 105.0, 2.0 * std::f64::consts::PI];
    let t = measure(&object, "rest");
    let left = 10.0 + (a / omega * (1.0 - (omega * t).cos()) - c * t) / j;
    assert!(left.abs() < 1e-5, "{t} s: {left} rad/s");
    // Above the sum of the capacities the shaft slips, in either direction.
    let slips = measure(&done("parallel-brakes", &["amplitude=140 N m"]), "largest speed");
    let phase = (105.0_f64 / 140.0).asin();
    let impulse = 2.0 * 140.0 * phase.cos() - 105.0 * (std::f64::consts::PI - 2.0 * phase);
    assert!(near(slips, impulse / (0.05 * omega), 1e-4), "{slips}");
}

#[test]
fn parallel_rails() {
    let object = done("parallel-rails", &[]);
    // From where F sin ωt is μ m g, m v̇ = F sin ωt − μ m g.
    let [mass, force, friction, omega] = [2.0, 8.8, 0.3 * 2.0 * 9.81, 2.0 * std::f64::consts::PI];
    let phase = (friction / force).asin();
    let impulse = 2.0 * force * phase.cos() - friction * (std::f64::consts::PI - 2.0 * phase);
    let peak = impulse / (mass * omega);
    for (name, expected) in [("forwards", peak), ("backwards", -peak)] {
        assert!(near(measure(&object, name), expected, 2e-3), "{name}: {object} {peak}");
    }
}

#[test]
fn parallelogram_hang() {
    for name in ["parallelogram-hang", "parallelogram-hang-min"] {
        for tolerance in ["1e-5", "3e-6", "1e-6", "3e-7"] {
            let ran = run(name, &[&format!("solver.tolerance={tolerance}")]);
            let object = ran.json();
            let code = &object["error"]["code"];
            assert!(
                ran.status == 0 || ran.status == 1 && code == "singular-configuration",
                "{name} {tolerance}: {object}"
            );
            assert!(object["statistics"]["newton_iterations"].as_f64().unwrap() < 1e5, "{name} {tolerance}: {object}");
        }
    }
}

#[test]
fn rigid_joint_point() {
    assert!(measure(&done("rigid-joint-point", &[]), "torque_z in the key").abs() < 1e-9);
}

#[test]
fn signal_air_drag() {
    done("signal-air-drag", &[]);
}

#[test]
fn signal_energy() {
    done("signal-energy", &[]);
}

#[test]
fn signal_loops() {
    for speed in [-186.0, -1e-3, 0.0, 2.5, 1e6] {
        let object = done("signal-loops", &[&format!("speed={speed} rad/s")]);
        let [s, c, e] = ["s", "c", "e"].map(|name| measure(&object, name));
        assert!((s - speed / 3.0).abs() <= 1e-12 * speed.abs(), "{speed}: {s}");
        assert!((c + 3.0 * c.powi(3) - s * s).abs() <= 1e-9 * s * s, "{speed}: {c}");
        assert!((e + (2.0 * e).exp() - s).abs() <= 1e-9 * s.abs().max(1.0), "{speed}: {e}");
    }
}

#[test]
fn singular_start() {
    let (code, _, steps) = failed("singular-start", &[]);
    assert!(code == "singular-configuration" && steps == 0.0, "{code}");
}
