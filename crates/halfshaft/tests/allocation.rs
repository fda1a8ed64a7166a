//! The step loop does not allocate: counted by the allocator.

#[path = "../examples/linalg/cases.rs"]
#[allow(dead_code)]
mod cases;
#[path = "../examples/linalg/mesh.rs"]
#[allow(dead_code)]
mod mesh;

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use halfshaft::analysis::{Accepted, Outcome, Settings, Steps, initial_state, transient};
use halfshaft::elements::{Gravity, Hinge, RigidBody};
use halfshaft::linalg::sparse::lu::SparseLu;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Frame, NodeId, Placement, Pose, System, SystemBuilder, Twist};

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

/// A chain of boxes hinged about alternating axes, from the ground.
fn chain(bodies: usize) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let mut last = (NodeId::GROUND, Placement::identity());
    for i in 0..bodies {
        let position = Vec3([0.2 * i as f64 + 0.1, 0.0, 0.0]);
        let node = b.pose_node(format!("box {i}"), Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
        let here = Placement { x: position, r: Mat3::identity() };
        b.add(format!("box {i}"), RigidBody { node, mass: 2.5, inertia: Mat3::identity() * 0.01 });
        b.add("gravity", Gravity { node, mass: 2.5, field: Vec3([0.0, -6.0, -7.7]) });
        let axes = halfshaft::math::rotation::z_along(Vec3::unit(if i % 2 == 0 { 2 } else { 1 }));
        let pin = Vec3([0.2 * i as f64, 0.0, 0.0]);
        let frame = |(node, at): (NodeId, Placement<f64>)| Frame::at_design(node, &at, pin, axes);
        b.add(format!("hinge {i}"), Hinge { a: frame(last), b: frame((node, here)) });
        last = (node, here);
    }
    b.finish()
}

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
