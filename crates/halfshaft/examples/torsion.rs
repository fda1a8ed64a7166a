//! Runs one torsional case of the benchmark and prints what it found and what it cost, as a line of JSON.
//!
//! ```text
//! torsion modes <inertias> <second damper>
//! torsion response <inertias> <second damper>
//! torsion train <lash, or "rigid"> <tolerance> <end>
//! ```
//!
//! Chains have dampers of 1 N m s/rad and, at every other shaft, the second one: the same again is damping in proportion to stiffness.
//! `bench/torsion` and `bench/exudyn_train.py` build the same from the same data; `bench/README.md` states them.

mod clock;

use std::ops::ControlFlow;
use std::sync::Arc;

use clock::cpu_seconds;
use halfshaft::analysis::response::c64;
use halfshaft::analysis::{Accepted, HarmonicLoad, Response, Settings, Steps, initial_state, modes, transient};
use halfshaft::elements::torsional::Torque;
use halfshaft::elements::{Inertia, Mesh, Shaft, Stage};
use halfshaft::laws::{Function, SpringLaw};
use halfshaft::system::{AddTo, ScalarId, ScalarKind, ScalarNode, System, SystemBuilder};

const USAGE: &str =
    "usage: torsion modes|response <inertias> <second damper> | torsion train <lash, or rigid> <tolerance> <end>";
/// Frequencies of the response, in hertz: so many from the first on, so far apart.
const POINTS: usize = 1000;
const FIRST: f64 = 0.5;
const APART: f64 = 0.5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize| arguments.get(k).and_then(|text| text.parse::<f64>().ok()).expect(USAGE);
    // The best of several, so that what counts is the work and not the first touch of memory.
    let mut spent = f64::INFINITY;
    match arguments.first().map(String::as_str) {
        Some("modes") => {
            let mut found = vec![];
            for _ in 0..repeats(number(1)) {
                let before = cpu_seconds();
                let system = chain(number(1) as usize, number(2));
                let (state, _) = initial_state(&system).expect("a consistent initial state");
                found = modes(&system, &state).expect("modes");
                spent = spent.min(cpu_seconds() - before);
            }
            let swinging = found.iter().filter(|mode| mode.damped_frequency > 0.0);
            let poles: Vec<String> =
                swinging.map(|mode| format!("[{:?}, {:?}]", mode.damped_frequency, mode.damping_ratio)).collect();
            println!("{{\"cpu\": {spent:?}, \"poles\": [{}]}}", poles.join(", "));
        }
        Some("response") => {
            let mut last = vec![];
            for _ in 0..repeats(number(1)) {
                last.clear();
                let before = cpu_seconds();
                let system = chain(number(1) as usize, number(2));
                let (state, _) = initial_state(&system).expect("a consistent initial state");
                let mut response = Response::about(&system, &state).expect("a linear system");
                let load = HarmonicLoad { element: "torque".into(), amplitude: c64::new(1.0, 0.0) };
                let (forces, mut x) = (response.forces(&state, &[load]), vec![]);
                for i in 0..POINTS {
                    response.solve(FIRST + APART * i as f64, &forces, &mut x).expect("a response");
                    last.push(x[x.len() - 1]);
                }
                spent = spent.min(cpu_seconds() - before);
            }
            let sampled: Vec<String> = last.iter().step_by(100).map(|x| format!("[{:?}, {:?}]", x.re, x.im)).collect();
            println!("{{\"cpu\": {spent:?}, \"last\": [{}]}}", sampled.join(", "));
        }
        Some("train") => {
            let lash = if arguments.get(1).is_some_and(|word| word == "rigid") { None } else { Some(number(1)) };
            train(lash, number(2), number(3), cpu_seconds());
        }
        _ => panic!("{USAGE}"),
    }
}

/// Larger chains once.
fn repeats(inertias: f64) -> usize {
    if inertias > 300.0 { 1 } else { 10 }
}

fn disc(b: &mut SystemBuilder, name: String, inertia: f64, velocity: f64) -> ScalarId {
    let kind = ScalarKind::Motion;
    let shaft = b.scalar_node(ScalarNode { name: name.clone(), kind, position: 0.0, velocity, scale: 1.0 });
    Inertia { shaft, inertia }.add_to(b, &name);
    shaft
}

fn push(b: &mut SystemBuilder, name: &str, on: ScalarId, torque: f64) {
    Torque { on, torque: Function::Constant(torque).into(), harmonics: vec![], angle: 0.0 }.add_to(b, name);
}

/// A free chain of equal discs.
fn chain(inertias: usize, second: f64) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let discs: Vec<ScalarId> = (1..=inertias).map(|i| disc(&mut b, format!("disc {i}"), 0.02, 0.0)).collect();
    for (i, pair) in discs.windows(2).enumerate() {
        let law = SpringLaw::linear(3e4, if i % 2 == 0 { second } else { 1.0 });
        Shaft { between: [pair[0], pair[1]], law }.add_to(&mut b, &format!("shaft {}", i + 1));
    }
    push(&mut b, "torque", discs[0], 0.0);
    b.finish()
}

/// Twenty discs with a mesh in the middle; the first half turns, the second rests, and torques press them together. Rigid teeth have no lash, and the disc
/// behind them turns with the first half.
fn train(lash: Option<f64>, tolerance: f64, end: f64, before: f64) {
    let mut b = SystemBuilder::new();
    let turning = if lash.is_some() { 10 } else { 11 };
    let speed = |i: usize| if i < turning { 10.0 } else { 0.0 };
    let discs: Vec<ScalarId> =
        (0..20).map(|i| disc(&mut b, format!("disc {i}"), 0.02 + 0.001 * i as f64, speed(i))).collect();
    for i in (0..19).filter(|i| *i != 9) {
        let law = SpringLaw::linear(2e4 + 500.0 * i as f64, 2.0);
        Shaft { between: [discs[i], discs[i + 1]], law }.add_to(&mut b, &format!("shaft {i}"));
    }
    let (between, carrier) = ([discs[9], discs[10]], ScalarId::GROUND);
    if let Some(lash) = lash {
        let law = SpringLaw::linear(2e5, 5.0);
        let start = Mesh::mode_at(0.0, lash, true);
        Mesh { between, carrier, ratio: 1.0, radius: 1.0, law, lash, two_sided: true, start }.add_to(&mut b, "mesh");
    } else {
        Stage { between, carrier, ratio: 1.0, offset: 0.0 }.add_to(&mut b, "mesh");
    }
    push(&mut b, "drive", discs[0], 30.0);
    push(&mut b, "load", discs[19], -30.0);
    let system = b.finish();
    let (state, _) = initial_state(&system).expect("a consistent initial state");
    let mut last = (0.0, 0.0);
    let mut keep = |accepted: &Accepted| {
        last = (accepted.state.q[0], accepted.state.q[19]);
        ControlFlow::Continue(())
    };
    let settings = Settings::new(end, Steps::Controlled { tolerance, longest: end / 100.0 });
    let (statistics, outcome) = transient(&system, state, &settings, &mut keep);
    outcome.expect("a motion to the end");
    let spent = cpu_seconds() - before;
    println!("{{\"cpu\": {spent:?}, \"angles\": [{:?}, {:?}], \"steps\": {}}}", last.0, last.1, statistics.steps);
}
