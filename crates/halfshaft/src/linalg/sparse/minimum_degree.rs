//! Approximate minimum degree (Amestoy, Davis & Duff 1996), by faer.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

use super::graph::Graph;

/// The elimination order: `order[k]` is the vertex that is eliminated k-th.
pub(super) fn order(graph: &Graph) -> Vec<u32> {
    let n = graph.len();
    let (mut order, mut inverse) = (vec![0_u32; n], vec![0_u32; n]);
    let pattern = SymbolicSparseColMatRef::<u32>::new_unsorted_checked(n, n, &graph.starts, None, &graph.neighbours);
    let mut memory = MemBuffer::new(amd::order_maybe_unsorted_scratch::<u32>(n, graph.neighbours.len()));
    let done = amd::order_maybe_unsorted(
        &mut order,
        &mut inverse,
        pattern,
        amd::Control::default(),
        MemStack::new(&mut memory),
    );
    if done.is_err() {
        order.iter_mut().enumerate().for_each(|(k, o)| *o = k as u32);
    }
    order
}
