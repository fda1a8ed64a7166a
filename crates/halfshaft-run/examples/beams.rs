//! What `bench/beams` measures of a model file, without reading it and without files of results:
//!
//!     beams steps MODEL CHANNEL,CHANNEL NAME=VALUE ...    channels at the end, and CPU seconds of the steps
//!     beams modes MODEL COUNT NAME=VALUE ...              damped frequencies in Hz, and CPU seconds after a first run

#[path = "../../halfshaft/examples/clock/mod.rs"]
mod clock;

use halfshaft::analysis::lowest_modes;
use halfshaft_run::{Embedded, Simulation, open};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, model, of, parameters @ ..] = &arguments[..] else {
        panic!("usage: beams steps|modes MODEL CHANNELS|COUNT NAME=VALUE ...")
    };
    let pair = |word: &String| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    let overrides: Vec<(String, String)> = parameters.iter().filter_map(pair).collect();
    let source = open(model.as_ref()).expect("a model file");
    let mut simulation = Simulation::new(&source, &Embedded(&[]), &overrides).unwrap_or_else(|error| panic!("{error}"));
    if what == "modes" {
        let engine = simulation.engine();
        let (system, state) = (engine.system().clone(), engine.state().clone());
        let found = || lowest_modes(&system, &state, None, of.parse().ok()).expect("modes");
        found();
        let begin = clock::cpu_seconds();
        let mut frequencies: Vec<f64> = found().iter().map(|mode| mode.damped_frequency).collect();
        let used = clock::cpu_seconds() - begin;
        frequencies.sort_by(f64::total_cmp);
        println!("{frequencies:.6?} {used}");
        return;
    }
    let begin = clock::cpu_seconds();
    simulation.advance_to(simulation.end()).unwrap_or_else(|error| panic!("{error}"));
    let used = clock::cpu_seconds() - begin;
    for channel in of.split(',') {
        print!("{:?} ", simulation.channel(channel).unwrap_or_else(|error| panic!("{error}")));
    }
    println!("{used}");
}
