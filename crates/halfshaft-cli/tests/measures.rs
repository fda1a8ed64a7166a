//! Measures follow the motion between steps: their error is that of the motion, and falls with the tolerance.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use halfshaft_results::channels::read_channels;
use serde_json::Value;

/// The measures of a model at a tolerance.
fn measures(folder: &Folder, text: &str, tolerance: f64) -> Value {
    folder.write("model.toml", &format!("{text}\n[solver]\ntolerance = {tolerance:e}\n"));
    let ran = folder.run(&["run", "model.toml", "--json"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    ran.json()["measures"].clone()
}

fn number(measures: &Value, name: &str) -> f64 {
    measures[name].as_f64().unwrap_or_else(|| panic!("{name} in {measures}"))
}

fn statistic(name: &str, what: &str) -> String {
    format!("\n[[measure]]\nname = \"{name}\"\n{what}\n")
}

/// Thrown upwards at 9 m/s.
fn ball() -> String {
    let mut text = r#"
format = 1
title = "max of a channel between steps"
gravity = [0, 0, "-9.81 m/s^2"]
analysis = { type = "transient", end = "2 s" }

[[body]]
name = "ball"
mass = "1 kg"
inertia = "1 kg m^2"
velocity = [0, 0, "9 m/s"]

[[channel]]
name = "square"
unit = "m^2"
value = "= 'ball.position_z'^2"
"#
    .to_string();
    text += &statistic("apex", "max = \"ball.position_z\"");
    text += &statistic("time of apex", "time_of = \"ball.velocity_z\"\ncrosses = 0");
    text += &statistic("mean", "mean = \"ball.position_z\"");
    text += &statistic("late mean", "mean = \"ball.position_z\"\nover = [\"0.3333 s\", \"1.777 s\"]");
    text += &statistic("rms", "rms = \"ball.position_z\"");
    text += &statistic("second time at 2 m", "time_of = \"ball.position_z\"\ncrosses = \"2 m\"\nnth = 2");
    text += &statistic("at 313 ms", "value = \"ball.position_z\"\nat = \"0.313 s\"");
    text += &statistic("kinetic energy", "mean = \"energy_kinetic\"");
    text += &statistic("mean square", "mean = \"square\"");
    text += &statistic("slope", "slope = \"ball.velocity_z\"");
    text
}

#[test]
fn what_a_thrown_ball_does_between_its_steps_is_measured() {
    let folder = Folder::new("measures-ball");
    let (v, g) = (9.0_f64, 9.81_f64);
    let height = |t: f64| v * t - 0.5 * g * t * t;
    let integral = |t: f64| v * t * t / 2.0 - g * t * t * t / 6.0;
    let square = |t: f64| v * v * t.powi(3) / 3.0 - v * g * t.powi(4) / 4.0 + g * g * t.powi(5) / 20.0;
    for tolerance in [1e-3, 1e-5, 1e-7] {
        let found = measures(&folder, &ball(), tolerance);
        let expected = [
            ("apex", v * v / (2.0 * g)),
            ("time of apex", v / g),
            ("mean", integral(2.0) / 2.0),
            ("late mean", (integral(1.777) - integral(0.3333)) / (1.777 - 0.3333)),
            ("second time at 2 m", (v + (v * v - 4.0 * g).sqrt()) / g),
            ("at 313 ms", height(0.313)),
            ("kinetic energy", (v * v - 2.0 * v * g + g * g * 4.0 / 3.0) / 2.0),
            ("slope", -g),
        ];
        for (name, value) in expected {
            // The scheme is exact where the acceleration is constant, and the cubics are too; the place of the apex is found
            // to a part in a million of a step.
            let error = number(&found, name) - value;
            assert!(error.abs() < 1e-9, "{name} at {tolerance}: off by {error}");
        }
        // Simpson's rule on a quartic: h⁴/2880 of its fourth derivative, with the longest step of 0.1 s 1e-6 in the mean.
        let error = number(&found, "rms") - (square(2.0) / 2.0).sqrt();
        assert!(error.abs() < 1e-6, "rms at {tolerance}: off by {error}");
        let error = number(&found, "mean square") - square(2.0) / 2.0;
        assert!(error.abs() < 1e-5, "mean of the squares by a formula at {tolerance}: off by {error}");
    }
}

/// A mass on a spring, 1 kg and 400 N/m, drawn by 0.1 m; x = 0.1 cos 20 t.
fn oscillator() -> String {
    let mut text = r#"
format = 1
analysis = { type = "transient", end = "3 s" }

[[body]]
name = "mass"
mass = "1 kg"
inertia = "0.01 kg m^2"
position = ["0.1 m", 0, 0]

[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "mass"]
position = ["0.1 m", 0, 0]
axis = "x"

[[force]]
name = "spring"
type = "spring"
between = ["ground", "mass"]
position_a = ["-1 m", 0, 0]
stiffness = "400 N/m"
free_length = "1 m"
"#
    .to_string();
    let late = "over = [\"2 s\", \"3 s\"]";
    text += &statistic("lowest", &format!("min = \"mass.position_x\"\n{late}"));
    text += &statistic("fastest", &format!("max = \"mass.velocity_x\"\n{late}"));
    text += &statistic("largest force", &format!("range = \"spring.tension\"\n{late}"));
    text += &statistic("mean", "mean = \"mass.position_x\"");
    text += &statistic("rms", "rms = \"mass.position_x\"");
    text += &statistic("at", "value = \"mass.position_x\"\nat = \"1.2345 s\"");
    text += &statistic("tenth zero", "time_of = \"mass.position_x\"\ncrosses = 0\nnth = 10");
    text += &statistic("frequency", "frequency = \"mass.position_x\"");
    text
}

#[test]
fn errors_of_measures_are_proportional_to_the_tolerance() {
    let folder = Folder::new("measures-oscillator");
    let (a, w) = (0.1_f64, 20.0_f64);
    let square = a * a * (0.5 + (2.0 * w * 3.0).sin() / (4.0 * w * 3.0));
    let expected = [
        ("lowest", -a, a),
        ("fastest", a * w, a * w),
        ("largest force", 2.0 * 400.0 * a, 2.0 * 400.0 * a),
        ("mean", a * (w * 3.0).sin() / (w * 3.0), a),
        ("rms", square.sqrt(), a),
        ("at", a * (w * 1.2345).cos(), a),
        ("tenth zero", 9.5 * std::f64::consts::PI / w, 1.0 / w),
        ("frequency", w / std::f64::consts::TAU, w / std::f64::consts::TAU),
    ];
    let mut errors: Vec<Vec<f64>> = vec![vec![]; expected.len()];
    let tolerances = [1e-3, 1e-4, 1e-5, 1e-6];
    for tolerance in tolerances {
        let found = measures(&folder, &oscillator(), tolerance);
        for (errors, (name, value, unit)) in errors.iter_mut().zip(expected) {
            errors.push((number(&found, name) - value).abs() / unit);
        }
    }
    for (errors, (name, ..)) in errors.iter().zip(expected) {
        println!("{name}: {errors:?}");
        for (error, tolerance) in errors.iter().zip(tolerances) {
            // A tolerance bounds the error of position relative to the size of the mechanism, here the amplitude itself; ten periods
            // add up what it is at the end.
            assert!(*error < 60.0 * tolerance, "{name} at {tolerance}: {error:e} of {errors:?}");
        }
        // Three decades of the tolerance: two and a half at least, for an error may begin below the line.
        assert!(errors[3] < errors[0] / 300.0 || errors[3] < 1e-7, "{name}: {errors:?}");
    }
}

/// A block on a guide with friction that sticks, drawn by a spring.
fn friction(m: f64, k: f64, mu: f64, x0: f64) -> String {
    format!(
        r#"
format = 1
gravity = [0, 0, "-9.81 m/s^2"]
analysis = {{ type = "transient", end = "2.5 s" }}

[[body]]
name = "block"
mass = "{m} kg"
inertia = "0.01 kg m^2"
position = ["{x0} m", 0, 0]

[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "block"]
position = ["{x0} m", 0, 0]
axis = "x"
friction = {{ coefficient = {mu}, law = "stick" }}

[[force]]
name = "spring"
type = "spring"
between = ["ground", "block"]
position_a = ["-1 m", 0, 0]
stiffness = "{k} N/m"
free_length = "1 m"

[[measure]]
name = "crossing {{i}}"
repeat = {{ count = 14 }}
time_of = "guide.speed"
crosses = 0
nth = "= i"
"#
    )
}

#[test]
fn each_reversal_of_a_sliding_block_is_one_crossing() {
    let folder = Folder::new("measures-friction");
    for (m, k, mu, x0) in [(2.3, 411.0, 0.17, 0.133), (5.1, 873.0, 0.09, 0.071), (0.8, 950.0, 0.3, 0.052)] {
        let found = measures(&folder, &friction(m, k, mu, x0), 1e-4);
        // Every half cycle takes half a period and loses 2 μ m g/k, until the spring cannot move the block.
        let half = std::f64::consts::PI * (m / k).sqrt();
        let held = mu * m * 9.81 / k;
        let reversals = (1..).take_while(|n| x0 - 2.0 * held * f64::from(n - 1) > held).count();
        assert!((3..14).contains(&reversals));
        for n in 1..=reversals {
            let time = number(&found, &format!("crossing {n}"));
            assert!(
                (time - half * n as f64).abs() < 1e-3 * half,
                "{n} of {reversals}: {time}, not {}",
                half * n as f64
            );
        }
        for n in reversals + 1..=14 {
            assert!(found[format!("crossing {n}")].is_null(), "{n} of {reversals}: {found}");
        }
    }
}

#[test]
fn vibration_that_steps_do_not_resolve_makes_no_peaks_between_them() {
    let folder = Folder::new("measures-stiff");
    // 160 rad in a step of 5 ms: the force is right at the steps, and the velocity rings.
    let text = oscillator().replace("400 N/m", "1e9 N/m").replace("end = \"3 s\"", "end = \"0.5 s\"");
    let text = text.split("[[measure]]").next().unwrap().replace("0.1 m", "0.001 mm");
    let text = format!(
        "{text}{}\n[solver]\nstep = \"5 ms\"\n",
        statistic("range", "range = \"spring.tension\"\nover = [\"5 ms\", \"0.5 s\"]")
    );
    folder.write("model.toml", &text);
    let ran = folder.run(&["run", "model.toml", "--json", "--out", "out"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let stored = read_channels(&folder.path().join("out/channels.parquet")).unwrap();
    let place = stored.info.iter().position(|info| info.name == "spring.tension").unwrap();
    // The first step has no others to compare with.
    let column = &stored.columns[place][1..];
    let at_steps = column.iter().copied().fold(f64::MIN, f64::max) - column.iter().copied().fold(f64::MAX, f64::min);
    let range = number(&ran.json()["measures"], "range");
    assert!(range >= at_steps && range < 3.0 * at_steps, "{range} N against {at_steps} N");
}
