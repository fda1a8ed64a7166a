//! The step loop takes nothing from the heap, on the largest example, with events and recording: counted, not believed.

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::cell::Cell;
use std::ops::ControlFlow;

use halfshaft::analysis::{Accepted, Outcome, Settings, Steps, initial_state, transient_from};
use halfshaft_model::{Source, read};
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

/// The example with most unknowns, and beside it a ball that bounces: events.
const LARGEST: &str = include_str!("../../../examples/rigid/four_bar_40.toml");
const BALL: &str = r#"
[[body]]
name = "ball"
mass = "1 kg"
inertia = "0.1 kg m^2"
position = [0, "105 mm", "1 m"]

[[contact]]
name = "floor"
type = "sphere_on_plane"
between = ["ground", "ball"]
position = [0, 0, 0]
normal = "y"
radius = "100 mm"
law = { type = "hunt_crossley", stiffness = "1e5 N/m", restitution = 0.9 }
"#;

/// Steps within which buffers find their size.
const FIRST: usize = 20;

#[test]
fn no_step_of_the_largest_example_takes_anything_from_the_heap() {
    let model = read(&Source::new("model.toml", format!("{LARGEST}{BALL}")), &[]);
    let model = model.unwrap_or_else(|d| panic!("{}", d.render(halfshaft_model::Style::Plain)));
    let system = model.build();
    assert!(system.unknowns() > 1000, "{} unknowns", system.unknowns());
    let info = |channel: &halfshaft::system::ChannelPath| ChannelInfo {
        name: channel.path.clone(),
        unit: channel.quantity.unit.into(),
    };
    let channels: Vec<ChannelInfo> = system.channels().iter().map(info).collect();
    let folder = std::env::temp_dir().join(format!("halfshaft-allocation-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut recorder = Recorder::storing(&channels, &[], "largest", &folder).unwrap();

    let (start, report) = initial_state(&system).unwrap();
    let mut values = vec![0.0; system.channels().len()];
    // By the steps themselves, and how many steps made the recorder grow.
    let (mut steps, mut left, mut worst, mut growths) = (0, 0, 0, 0);
    let mut watch = |accepted: &Accepted| {
        let before = taken();
        // Beginning anew after an event finds the redundant constraints of the new modes, which takes memory.
        if steps > FIRST && accepted.step > 0.0 {
            worst = worst.max(before - left);
        }
        accepted.system.channel_values(accepted.state, &mut values);
        recorder.push(accepted.state.time, &values).unwrap();
        steps += 1;
        left = taken();
        growths += usize::from(left > before);
        ControlFlow::Continue(())
    };
    // Before the first checkpoint, which is a copy.
    let settings = Settings::new(0.4, Steps::Fixed(1e-3));
    let known = Some(&report.redundancy);
    let (statistics, outcome) = transient_from(&system, start, known, &settings, &mut watch);
    std::fs::remove_dir_all(&folder).unwrap();
    println!("{statistics:?}; {worst} taken in the worst step, the recorder grew in {growths} of {steps}");
    assert_eq!(outcome, Ok(Outcome::Done));
    assert!(statistics.events > 4, "the ball bounces");
    assert!(statistics.factorizations > 20, "the matrix was renewed on the way");
    assert_eq!(worst, 0);
    // The recorder doubles its room, and writes a part of what it holds now and then.
    assert!(growths < 16, "{growths}");
}
