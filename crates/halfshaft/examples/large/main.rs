//! Wall time of large systems on several threads, as a line of JSON.
//!
//! ```text
//! large solid <cells along> <threads> <steps>      a cantilever of cells × cells/4 × cells/4 hexahedra
//! large rope <points> <threads> <steps>
//! ```

mod systems;

use std::time::Instant;

use halfshaft::analysis::{Settings, Simulation, Steps, initial_state};

const USAGE: &str = "usage: large solid <cells along> <threads> <steps> | large rope <points> <threads> <steps>";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, size, threads, steps] = &arguments[..] else { panic!("{USAGE}") };
    let [size, threads, steps] = [size, threads, steps].map(|text| text.parse::<usize>().expect(USAGE));
    let (system, step) = match kind.as_str() {
        "solid" => (systems::cantilever([size, size / 4, size / 4]), 2e-4),
        "rope" => (systems::rope(size), 5e-5),
        _ => panic!("{USAGE}"),
    };
    let (start, _) = initial_state(&system).expect("a consistent state");
    let settings = Settings { threads, ..Settings::new(f64::INFINITY, Steps::Fixed(step)) };
    let mut simulation = Simulation::from_state(&system, start, None, &settings);
    simulation.step().expect("a first step");
    let before = simulation.statistics();
    let begun = Instant::now();
    for _ in 0..steps {
        simulation.step().expect("a step");
    }
    let (seconds, after) = (begun.elapsed().as_secs_f64(), simulation.statistics());
    // The sum of the bits of all coordinates: the same for any number of threads.
    let digest = simulation.state().q.iter().fold(0_u64, |sum, q| sum.rotate_left(5) ^ q.to_bits());
    println!(
        "{{\"unknowns\": {}, \"threads\": {threads}, \"ms_per_step\": {:.3}, \"iterations\": {}, \"factorizations\": {}, \"digest\": \"{digest:016x}\"}}",
        system.unknowns(),
        1e3 * seconds / steps as f64,
        after.newton_iterations - before.newton_iterations,
        after.factorizations - before.factorizations,
    );
}
