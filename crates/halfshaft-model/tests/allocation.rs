//! What the step loop takes from the heap on the largest examples, with events and recording: counted, not believed.

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::cell::Cell;
use std::ops::ControlFlow;

use halfshaft::analysis::{Accepted, Scheme, Settings, Simulation, Statistics, Steps, initial_state};
use halfshaft_model::source::Disk;
use halfshaft_model::{Source, read_with};
use halfshaft_results::measure::ChannelInfo;
use halfshaft_results::recorder::Recorder;

struct Counting;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

fn taken() -> usize {
    TAKEN.with(Cell::get)
}

fn count() {
    let _ = TAKEN.try_with(|taken| taken.set(taken.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged; counting touches only a thread-local cell.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's contract is passed on.
        unsafe { Heap.alloc(layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's contract is passed on.
        unsafe { Heap.realloc(pointer, layout, size) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract is passed on.
        unsafe { Heap.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static HEAP: Counting = Counting;

/// Steps within which buffers find their size.
const FIRST: usize = 50;

/// What a run took from the heap.
struct Taken {
    /// How many steps took anything.
    taking: usize,
    /// In how many steps the recorder took anything.
    recording: usize,
    statistics: Statistics,
}

/// Runs an example up to a number of steps and records every channel.
fn run(path: &str, steps: Steps, count: usize) -> Taken {
    let folder = format!("halfshaft-allocation-{}-{}", std::process::id(), path.replace('/', "-"));
    let folder = std::env::temp_dir().join(folder);
    let path = format!("{}/../../examples/{path}", env!("CARGO_MANIFEST_DIR"));
    let source = Source::new(&*path, std::fs::read_to_string(&path).unwrap());
    let model = read_with(&source, &[], &Disk::anywhere());
    let model = model.unwrap_or_else(|d| panic!("{}", d.render(halfshaft_model::Style::Plain)));
    let system = model.build();
    let info = |channel: &halfshaft::system::ChannelPath| ChannelInfo {
        name: channel.path.clone(),
        unit: channel.quantity.unit.into(),
    };
    let channels: Vec<ChannelInfo> = system.channels().iter().map(info).collect();
    std::fs::create_dir_all(&folder).unwrap();
    let mut recorder = Recorder::storing(&channels, &[], "largest", &folder).unwrap();

    let (start, report) = initial_state(&system).unwrap();
    let mut values = vec![0.0; system.channels().len()];
    let mut counts = Taken { taking: 0, recording: 0, statistics: Statistics::default() };
    let (mut seen, mut left) = (0, 0);
    let mut watch = |accepted: &Accepted| {
        let before = taken();
        if seen > FIRST {
            counts.taking += usize::from(before > left);
        }
        accepted.system.channel_values(accepted.state, &mut values);
        recorder.push(accepted.state.time, &values).unwrap();
        seen += 1;
        left = taken();
        counts.recording += usize::from(left > before);
        // Before the first checkpoint, which is a copy.
        if seen < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let settings =
        Settings { scheme: Scheme::chung_hulbert(model.solver.spectral_radius), ..Settings::new(10.0, steps) };
    let mut simulation = Simulation::from_state(&system, start, Some(&report.redundancy), &settings);
    let outcome = simulation.run(settings.end, &mut watch);
    let statistics = simulation.statistics();
    // It may still be writing.
    drop(recorder);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(outcome.is_ok(), "{outcome:?}");
    counts.statistics = statistics;
    println!(
        "{} unknowns, {statistics:?}: taken by {} steps of {seen}; recording took in {}",
        system.unknowns(),
        counts.taking,
        counts.recording
    );
    counts
}

/// The recorder doubles its room, and writes a part of what it holds now and then.
const GROWTHS: usize = 16;

#[test]
fn the_largest_example_takes_nothing_from_the_heap() {
    // 120 of its constraints repeat others: its matrices have no sound order of blocks, and are eliminated by entries.
    let counts = run("rigid/four_bar_40.toml", Steps::Fixed(1e-3), 400);
    assert_eq!(counts.taking, 0, "{:?}", counts.statistics);
    assert!(counts.recording < GROWTHS, "{}", counts.recording);
}

#[test]
fn contacts_and_teeth_take_from_the_heap_only_where_another_order_is_sought() {
    // Once in a while planets in bores change the matrix so much that its order of elimination is not sound any more.
    let steps = Steps::Controlled { tolerance: 1e-5, longest: f64::INFINITY };
    let counts = run("torsen-c/bench-rear-clearance.toml", steps, 990);
    assert!(100 * counts.taking < counts.statistics.factorizations, "{} {:?}", counts.taking, counts.statistics);
    assert!(counts.recording < GROWTHS, "{}", counts.recording);
}

#[test]
fn events_take_nothing_from_the_heap_unless_other_constraints_hold() {
    let steps = |tolerance| Steps::Controlled { tolerance, longest: f64::INFINITY };
    let lash = run("powertrain/idle-rattle.toml", steps(1e-3), 990);
    assert!(lash.statistics.events >= 20, "{:?}", lash.statistics);
    assert_eq!(lash.taking, 0, "{:?}", lash.statistics);
    // What begins to stick, or to slide, may make constraints repeat each other: they are looked through, once an event.
    let sticking = run("contact/belt_stick_slip_stick.toml", steps(1e-3), 700);
    assert!(sticking.statistics.events >= 20, "{:?}", sticking.statistics);
    assert!(sticking.taking <= sticking.statistics.events, "{} {:?}", sticking.taking, sticking.statistics);
}
