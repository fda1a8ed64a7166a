//! Large systems on several threads: the same bytes for any number of them, and nothing from the heap.

#[path = "../examples/large/systems.rs"]
mod systems;

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use halfshaft::analysis::{Accepted, Outcome, Settings, Statistics, Steps, initial_state, transient};
use halfshaft::system::System;
use systems::{cantilever, rope};

/// Counts what all threads take, unlike `tests/allocation.rs`. The tests of this file run one after the other, in one function.
struct Counting;

static TAKEN: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed to the system's allocator unchanged; counting uses only an atomic number.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's contract is passed on.
        unsafe { Heap.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract is passed on.
        unsafe { Heap.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static HEAP: Counting = Counting;

/// The bits of the state after some fixed steps, the statistics, and the most that one step took from the heap after `from` steps.
fn run(system: &Arc<System>, threads: usize, steps: usize, h: f64, from: usize) -> (Vec<u64>, Statistics, usize) {
    let (start, _) = initial_state(system).unwrap_or_else(|failure| panic!("{failure}"));
    let settings = Settings { threads, ..Settings::new((steps as f64 - 0.5) * h, Steps::Fixed(h)) };
    let (mut bits, mut step, mut before, mut worst) = (Vec::new(), 0, 0, 0);
    let mut watch = |accepted: &Accepted| {
        let now = TAKEN.load(Ordering::Relaxed);
        if step > from {
            worst = worst.max(now - before);
        }
        if step + 1 == steps {
            let state = accepted.state;
            let all = [&state.q, &state.v, &state.dv, &state.a, &state.multipliers];
            bits = all.into_iter().flatten().map(|x| x.to_bits()).collect();
        }
        (step, before) = (step + 1, TAKEN.load(Ordering::Relaxed));
        ControlFlow::Continue(())
    };
    let (statistics, outcome) = transient(system, start, &settings, &mut watch);
    assert_eq!(outcome, Ok(Outcome::Done));
    assert!(!bits.is_empty());
    (bits, statistics, worst)
}

/// One test: the counter is common to all threads of the process.
#[test]
fn any_number_of_threads_gives_the_same_bytes_and_takes_nothing_from_the_heap() {
    let systems = [("solid", cantilever([24, 7, 7]), 2e-3, 8), ("rope", rope(10_000), 1e-4, 30)];
    for (name, system, h, steps) in systems {
        let (one, statistics, _) = run(&system, 1, steps, h, steps);
        assert!(statistics.newton_iterations > steps && statistics.factorizations >= 1, "{name}: {statistics:?}");
        for threads in [2, 3, 4] {
            let (several, same, taken) = run(&system, threads, steps, h, steps / 2);
            assert!(one == several, "{name} on {threads} threads");
            assert_eq!(statistics, same, "{name} on {threads} threads");
            assert_eq!(taken, 0, "{name} on {threads} threads");
        }
    }
}
