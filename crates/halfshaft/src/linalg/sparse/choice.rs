//! Which factorization is predicted to be faster: the static block LU of mechanisms, or the multifrontal LU.

use super::graph::Graph;
use super::minimum_degree;
use super::pattern::Pattern;
use super::symbolic;

/// Seconds for one update of a block of up to 8 × 8 entries in the static block LU, measured on drivelines and chains.
const SECONDS_PER_UPDATE: f64 = 35e-9;
/// Seconds for the elimination of a block besides its updates.
const SECONDS_PER_BLOCK: f64 = 250e-9;

/// Predicted seconds of a factorization by static blocks: each eliminated block updates all pairs of the blocks it is
/// then coupled to. The order is by minimum degree, as there, but without its test of the pivots.
pub(crate) fn static_block_seconds(pattern: &Pattern) -> f64 {
    let lists = (0..pattern.nodes()).map(|node| pattern.neighbours(node).to_vec()).collect();
    let graph = Graph::from_lists(vec![1; pattern.nodes()], lists);
    let degrees = symbolic::degrees(&graph, &minimum_degree::order(&graph));
    degrees.iter().map(|&d| SECONDS_PER_BLOCK + SECONDS_PER_UPDATE * (d * d) as f64).sum()
}
