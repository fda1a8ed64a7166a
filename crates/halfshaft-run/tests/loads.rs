//! The forces that a player draws are those in the equations of motion.
//!
//! A load is drawn from stored channels and poses, along the directions that its element describes. Here it is compared with
//! what the element adds to the equations of its last body, for the items of all examples.

use halfshaft::analysis::{Settings, Simulation, Steps};
use halfshaft::math::Vec3;
use halfshaft::system::{ChannelPath, State, System};
use halfshaft_model::source::{Disk, Source};
use halfshaft_model::{Analysis, Model};
use halfshaft_results::Recorder;
use halfshaft_results::measure::ChannelInfo;
use halfshaft_results::motion::{Load, Playback};
use halfshaft_results::scene::Scene;
use halfshaft_results::stored::Stored;
use halfshaft_run::{Embedded, FileAccess};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// When something has moved, in seconds.
const SOON: f64 = 0.02;

/// The largest difference, relative to the force or torque; only for gears on tilted axes is it above 1e-9, because the
/// force is described along the axes of one wheel.
const LARGEST_DIFFERENCE: f64 = 1e-3;

/// Parts that press on each other from the start, each kind on a body of its own that is turned a little.
const PRESSED: &str = r#"
format = 1
analysis = { type = "transient", end = "1 ms" }

[[body]]
name = "part {i}"
repeat = { count = 6 }
mass = 1
inertia = [1, 2, 3]
position = ["= 0.3 m + 0.01 m * i", "40 mm", "-20 mm"]
orientation = { axis = [1, 2, 3], angle = "0.2 rad" }

[[force]]
name = "rotation"
type = "rotation_stop"
between = ["ground", "part 1"]
axis = [0, 0.6, 0.8]
lower = "0.1 rad"
law = { type = "hertz", stiffness = "50 N m/rad" }

[[force]]
name = "travel"
type = "travel_stop"
between = ["ground", "part 2"]
axis = [0, 0.6, 0.8]
lower = "10 mm"
law = { type = "hertz", stiffness = "2000 N/m" }

[[force]]
name = "cone"
type = "cone_stop"
between = ["ground", "part 3"]
axis_a = [0, 0.6, 0.8]
axis_b = [0.6, 0, 0.8]
upper = "0.05 rad"
law = { type = "hertz", stiffness = "50 N m/rad" }

[[force]]
name = "distance"
type = "distance_stop"
between = ["ground", "part 4"]
position_b = ["0.35 m", "50 mm", 0]
upper = "0.2 m"
law = { type = "hertz", stiffness = "2000 N/m" }

[[contact]]
name = "spheres"
type = "spheres"
between = ["ground", "part 5"]
radii = ["0.2 m", "0.19 m"]
law = { type = "hertz", stiffness = "2000 N/m" }

[[contact]]
name = "pin"
type = "pin_in_bore"
between = ["ground", "part 6"]
position = ["0.3 m", "40 mm", "-20 mm"]
axis = [0, 0.6, 0.8]
end = ["0.32 m", "45 mm", "-20 mm"]
pin_radius = "30 mm"
bore_radius = "40 mm"
law = { type = "hertz", stiffness = "2000 N/m" }
"#;

#[derive(Default)]
struct Comparison {
    /// The kinds that exerted a force or a torque.
    kinds: BTreeSet<String>,
    wrong: Vec<String>,
}

impl Comparison {
    /// Compares all loads of a model at some times.
    fn add(&mut self, name: &str, model: &Model, times: &[f64], scratch: &Path) {
        let Analysis::Transient { end, .. } = model.analysis else { return };
        let system = model.build();
        let scene = model.scene(&system);
        let settings = Settings::new(end, Steps::Controlled { tolerance: 1e-4, longest: f64::INFINITY });
        let Ok(mut simulation) = Simulation::new(&system, &settings) else { return };
        for time in times.iter().map(|time| time.min(end)) {
            if simulation.advance_to(time).is_err() {
                return;
            }
            self.add_state(&format!("{name} at {time} s"), model, &scene, &system, simulation.state(), scratch);
        }
    }

    fn add_state(&mut self, name: &str, model: &Model, scene: &Scene, system: &System, state: &State, scratch: &Path) {
        let info = |channel: &ChannelPath| ChannelInfo { name: channel.path.clone(), unit: "1".into() };
        let channels: Vec<ChannelInfo> = system.channels().iter().map(info).collect();
        let mut values = vec![0.0; channels.len()];
        system.channel_values(state, &mut values);
        let mut recorder = Recorder::storing(&channels, &[], "loads", scratch).unwrap();
        recorder.push(0.0, &values).unwrap();
        recorder.finish().unwrap();
        let motion = Playback::of(scene, &Stored::open(scratch).unwrap(), 2).unwrap();
        for (place, frames) in &motion.loads {
            let item = &scene.items[*place];
            // The direction of friction is not among the channels, so it is not drawn.
            let frictional = |own: &halfshaft_model::Item| own.values.given().any(|(key, _)| key.name == "friction");
            if model.items.iter().any(|own| own.name == item.name && frictional(own)) {
                continue;
            }
            let Some(body) = item.wrench.as_ref().and_then(|wrench| *wrench.on.last()?) else { continue };
            let [force, torque] = system.wrench_on(&item.name, &scene.bodies[body].name, state);
            let Load { at, force: drawn, torque: turning } = frames[0];
            let arm = Vec3(at) - Vec3(motion.poses[body][0].position);
            let about_origin = Vec3(turning) + arm.cross(Vec3(drawn));
            // Uneven load over the face of a gear adds a torque of about its moment, which is not drawn.
            let uneven = system.channel(&format!("{}.misalignment_moment", item.name));
            let uneven = uneven.map_or(0.0, |channel| values[channel].abs());
            // Of tyres only the force is drawn.
            let uneven = if item.section == "tyre" { f64::INFINITY } else { uneven };
            let off = [(Vec3(drawn) - force).norm(), (about_origin - torque).norm() - 1.1 * uneven];
            let most = [force.norm().max(1e-6), torque.norm().max(arm.norm() * force.norm()).max(1e-6)];
            if force.norm() + torque.norm() > 1e-3 {
                self.kinds.insert(format!("{}/{}", item.section, item.kind));
            }
            if (0..2).any(|i| off[i] > LARGEST_DIFFERENCE * most[i]) {
                self.wrong.push(format!("{name}, {} \"{}\": {off:?} of {most:?}", item.kind, item.name));
            }
        }
    }
}

fn examples(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(examples(&path));
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn loads_are_the_forces_in_the_equations_of_motion() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").canonicalize().unwrap();
    let scratch = std::env::temp_dir().join(format!("halfshaft-loads-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let mut comparison = Comparison::default();
    let pressed = halfshaft_model::read_with(&Source::new("pressed.toml", PRESSED), &[], &Embedded(&[])).unwrap();
    comparison.add("pressed", &pressed, &[0.0, 1e-3], &scratch);
    for path in examples(&root) {
        let source = Disk::open_named(&path.to_string_lossy()).unwrap();
        let Ok(model) = halfshaft_model::read_with(&source, &[], &FileAccess::default().disk(&[&path])) else {
            continue;
        };
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        comparison.add(&name, &model, &[0.0, SOON], &scratch);
    }
    std::fs::remove_dir_all(&scratch).unwrap();
    let Comparison { kinds, wrong } = comparison;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(kinds.len() > 30, "{kinds:?}");
}
