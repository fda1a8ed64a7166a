//! The elimination order of a matrix: nested dissection and minimum degree on the graph of its nodes, the cheaper kept.

use super::dissection;
use super::graph::Graph;
use super::hosts::{Hosts, hosts};
use super::minimum_degree;
use super::pattern::{Pattern, SparseMatrix};
use super::symbolic::Fronts;

/// Graphs of fewer vertices are ordered by minimum degree alone.
const DISSECTION_FROM: usize = 300;
/// Approximate seconds of nested dissection per vertex.
const DISSECTION_SECONDS: f64 = 25e-6;
/// Number of complete multilevel runs for a separator: a second one costs as much as the first, and saves a few percent of the fill-in of
/// matrices that are factorized often or solved with many right-hand sides.
const RUNS: usize = 2;
/// A vertex with more neighbours than this multiple of √n is eliminated last: a mean frame on a whole face.
const DENSE: f64 = 8.0;

/// How an order was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// Approximate minimum degree.
    MinimumDegree,
    /// Nested dissection.
    NestedDissection,
}

/// The order of a matrix, with its fronts.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub by: Ordering,
    pub fronts: Fronts,
    /// The nodes of each ordering vertex, motions before multipliers.
    pub members: Vec<Vec<u32>>,
    /// Number of multipliers without a host.
    pub alone: usize,
}

impl Order {
    /// The unknown that is eliminated k-th.
    pub fn unknowns(&self, pattern: &Pattern) -> Vec<u32> {
        let members = self.fronts.order.iter().flat_map(|&v| &self.members[v as usize]);
        let of = |node: usize| pattern.start(node) as u32..(pattern.start(node) + pattern.size(node)) as u32;
        members.flat_map(|&node| of(node as usize)).collect()
    }
}

/// Orders a matrix; its unknowns from `motion_unknowns` on are multipliers. Nested dissection is not tried if it takes
/// longer than the given number of factorizations by minimum degree.
pub(super) fn order(pattern: &Pattern, matrix: &SparseMatrix, motion_unknowns: usize, factorizations: f64) -> Order {
    let hosts = hosts(pattern, matrix, motion_unknowns);
    let (graph, members) = vertices(pattern, &hosts);
    let mut unhosted = vec![false; pattern.nodes()];
    hosts.alone.iter().for_each(|&k| unhosted[k as usize] = true);
    let alone = |v: usize| unhosted[members[v][0] as usize];
    let last: Vec<bool> = (0..graph.len())
        .map(|v| {
            let dense = graph.of(v).len() as f64 > (DENSE * (graph.len() as f64).sqrt()).max(64.0);
            dense || alone(v)
        })
        .collect();
    let inner: Vec<u32> = (0..graph.len() as u32).filter(|&v| !last[v as usize]).collect();
    let mut local = vec![u32::MAX; graph.len()];
    let part = graph.subgraph(&inner, &mut local);
    let (small, to) = part.compressed();
    let whole = |order: Vec<u32>| {
        let mut positions = vec![0_u32; small.len()];
        order.iter().enumerate().for_each(|(k, &v)| positions[v as usize] = k as u32);
        let mut sequence: Vec<u32> = (0..inner.len() as u32).collect();
        sequence.sort_by_key(|&k| (positions[to[k as usize] as usize], k));
        let mut sequence: Vec<u32> = sequence.iter().map(|&k| inner[k as usize]).collect();
        // Multipliers without a host follow the dense motions.
        let mut behind: Vec<u32> = (0..graph.len() as u32).filter(|&v| last[v as usize]).collect();
        behind.sort_by_key(|&v| (alone(v as usize), v));
        sequence.extend(behind);
        Fronts::new(&graph, &sequence)
    };
    let mut found = vec![(Ordering::MinimumDegree, whole(minimum_degree::order(&small)))];
    let pays = found[0].1.estimate.seconds * factorizations > DISSECTION_SECONDS * small.len() as f64;
    if small.len() >= DISSECTION_FROM && pays {
        found.push((
            Ordering::NestedDissection,
            whole(dissection::order(&small, if factorizations > 1.0 { RUNS } else { 1 })),
        ));
    }
    let best = found.into_iter().min_by(|a, b| a.1.estimate.seconds.total_cmp(&b.1.estimate.seconds));
    let (by, fronts) = best.expect("at least one order was computed");
    Order { by, fronts, members, alone: hosts.alone.len() }
}

/// The graph of ordering vertices: nodes with the multipliers they host.
fn vertices(pattern: &Pattern, hosts: &Hosts) -> (Graph, Vec<Vec<u32>>) {
    let mut members: Vec<Vec<u32>> = Vec::new();
    let mut vertex = vec![u32::MAX; pattern.nodes()];
    for node in (0..pattern.nodes()).filter(|&k| hosts.of[k] as usize == k) {
        vertex[node] = members.len() as u32;
        members.push(vec![node as u32]);
    }
    for node in (0..pattern.nodes()).filter(|&k| hosts.of[k] as usize != k) {
        vertex[node] = vertex[hosts.of[node] as usize];
        members[vertex[node] as usize].push(node as u32);
    }
    let size = |list: &Vec<u32>| list.iter().map(|&k| pattern.size(k as usize) as u32).sum();
    let weights = members.iter().map(size).collect();
    let neighbours = |list: &Vec<u32>| {
        list.iter().flat_map(|&k| pattern.neighbours(k as usize)).map(|&u| vertex[u as usize]).collect()
    };
    let lists = members.iter().map(neighbours).collect();
    (Graph::from_lists(weights, lists), members)
}
