//! The overhead of the simulation handle: the same given steps, once in one call and once with a call for each.
//!
//! Prints nanoseconds of CPU time for each call beyond the steps themselves, of an advance, of an output and of an input
//! that keeps its value.

mod clock;

use halfshaft::analysis::{Settings, Simulation, Steps};
use halfshaft::describe::Quantity;
use halfshaft::elements::signals::Input;
use halfshaft::elements::torsional::torque::Torque;
use halfshaft::elements::{Inertia, Shaft};
use halfshaft::laws::SpringLaw;
use halfshaft::system::{Between, ScalarKind, ScalarNode, System, SystemBuilder};
use std::sync::Arc;

const STEPS: usize = 200_000;
const STEP: f64 = 1.0 / 1024.0;

/// Two inertias on a shaft, with an input as torque.
fn system() -> Arc<System> {
    let mut b = SystemBuilder::new();
    let [motor, load] = ["motor", "load"].map(|name| {
        let kind = ScalarKind::Motion;
        b.scalar_node(ScalarNode { name: name.into(), kind, position: 0.0, velocity: 0.0, scale: 1.0 })
    });
    b.add("motor", Inertia { shaft: motor, inertia: 0.2 });
    b.add("load", Inertia { shaft: load, inertia: 1.5 });
    b.add("coupling", Shaft { between: [motor, load], law: SpringLaw::linear(400.0, 0.8) });
    let torque = b.input("torque", Between::Hold, 1.0, Quantity::TORQUE);
    b.add("drive", Torque { on: motor, torque: Input::Signal(torque), harmonics: vec![], angle: 0.0 });
    b.finish()
}

fn main() {
    let system = system();
    let settings = Settings::new(f64::INFINITY, Steps::Fixed(STEP));
    let speed = system.channel("load.speed").expect("the load has a speed");
    let time = |work: &mut dyn FnMut(&mut Simulation)| {
        let mut best = f64::INFINITY;
        for _ in 0..7 {
            let mut simulation = Simulation::new(&system, &settings).expect("it assembles");
            simulation.advance_to(STEP).expect("a step");
            let begin = clock::cpu_seconds();
            work(&mut simulation);
            best = best.min(clock::cpu_seconds() - begin);
        }
        best
    };
    let end = |k: usize| STEP * (k + 1) as f64;
    let whole = time(&mut |simulation| simulation.advance_to(end(STEPS)).expect("a motion"));
    let advances = time(&mut |simulation| {
        (1..=STEPS).for_each(|k| simulation.advance_to(end(k)).expect("a step"));
    });
    let mut sum = 0.0;
    let all = time(&mut |simulation| {
        for k in 1..=STEPS {
            simulation.set_input(0, 1.0).expect("an input");
            simulation.advance_to(end(k)).expect("a step");
            sum += simulation.channel(speed);
        }
    });
    let each = |seconds: f64| 1e9 * seconds / STEPS as f64;
    println!("{STEPS} steps of two inertias (sum of speeds {sum:.6e})");
    println!("step                      {:8.0} ns", each(whole));
    println!("advance beyond the step   {:8.0} ns", each(advances - whole));
    println!("with input and channel    {:8.0} ns", each(all - whole));
}
