//! The step loop does not allocate: counted by the allocator.

#[path = "../examples/linalg/cases.rs"]
#[allow(dead_code)]
mod cases;
#[path = "../examples/linalg/mesh.rs"]
#[allow(dead_code)]
mod mesh;

mod common;

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::cell::Cell;
use std::ops::ControlFlow;

use common::chain;
use halfshaft::analysis::{Accepted, Outcome, Settings, Steps, initial_state, transient};
use halfshaft::linalg::sparse::lu::SparseLu;

struct Counting;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed to the system's allocator unchanged; counting uses only a thread-local cell.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = TAKEN.try_with(|taken| taken.set(taken.get() + 1));
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

#[test]
fn no_step_takes_anything_from_the_heap() {
    let system = chain(20);
    let (start, _) = initial_state(&system).unwrap();
    let mut values = vec![0.0; system.channels().len()];
    // Steps 100 to 900: after the buffers have reached their size, before the first checkpoint.
    let (mut steps, mut before, mut worst) = (0, 0, 0);
    let mut watch = |accepted: &Accepted| {
        accepted.system.channel_values(accepted.state, &mut values);
        let now = TAKEN.with(Cell::get);
        if (100..900).contains(&steps) {
            worst = worst.max(now - before);
        }
        (steps, before) = (steps + 1, now);
        ControlFlow::Continue(())
    };
    let settings = Settings::new(1.0, Steps::Fixed(1e-3));
    let (statistics, outcome) = transient(&system, start, &settings, &mut watch);
    assert_eq!(outcome, Ok(Outcome::Done));
    assert!(statistics.factorizations > 20, "the matrix was renewed on the way");
    assert_eq!(worst, 0);
}

#[test]
fn a_sparse_factorization_and_its_solutions_take_nothing_from_the_heap() {
    for case in [cases::cube(6, false), cases::stacked(5, true, 0), cases::frame([2, 2, 2], 4)] {
        let mut lu = SparseLu::new(&case.pattern, &case.matrix, case.motion_unknowns).unwrap();
        let mut x = vec![1.0; case.pattern.unknowns()];
        let mut taken = usize::MAX;
        // Thread-local buffers of the products are taken in the first round.
        for _ in 0..3 {
            let before = TAKEN.get();
            lu.factorize(&case.matrix);
            lu.solve(&case.pattern, &case.matrix, &mut x).unwrap();
            lu.solve(&case.pattern, &case.matrix, &mut x).unwrap();
            taken = TAKEN.get() - before;
        }
        assert_eq!(taken, 0, "{}", case.name);
    }
}
