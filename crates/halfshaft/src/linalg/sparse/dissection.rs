//! Nested dissection: a separator splits the graph in two halves that do not touch, each half is ordered the same way,
//! and the separator is eliminated last. Source: George 1973, *Nested dissection of a regular finite element mesh*.
//!
//! Separators come from the multilevel method (Hendrickson & Rothberg 1998; Karypis & Kumar 1998): the graph is
//! coarsened by matching neighbours, the coarsest graph is split by growing a region, and the separator is refined on
//! every level on the way back (`separator.rs`). Everything is deterministic.

use super::bisection::{self, Halves};
use super::graph::Graph;
use super::minimum_degree;
use super::separator::{SEPARATOR, Split, refine};

/// Parts of this many vertices or fewer are ordered by minimum degree.
const LEAF: usize = 100;
/// The graph is coarsened down to about this many vertices.
const COARSEST: usize = 100;
/// Number of regions that are grown in the coarsest graph.
const TRIALS: usize = 4;
/// Passes that refine two halves on a level, and a separator: more of them find the same order of solids.
const PASSES_OF_HALVES: usize = 2;
const PASSES_OF_SEPARATOR: usize = 3;
/// Parts of fewer vertices are split by one multilevel run: they are too small to matter.
const ONE_RUN: usize = 1000;

/// The elimination order: `order[k]` is the vertex that is eliminated k-th. Each large part is split by the best of `runs` multilevel runs.
pub(super) fn order(graph: &Graph, runs: usize) -> Vec<u32> {
    let n = graph.len();
    let mut order = vec![0_u32; n];
    let mut local = vec![u32::MAX; n];
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    // A part, and where in the order it ends.
    let mut parts: Vec<(Vec<u32>, usize)> = vec![((0..n as u32).collect(), n)];
    while let Some((vertices, end)) = parts.pop() {
        let part = graph.subgraph(&vertices, &mut local);
        if vertices.len() <= LEAF {
            place(&mut order, end, minimum_degree::order(&part).iter().map(|&k| vertices[k as usize]));
            continue;
        }
        let split = multilevel(&part, runs, &mut random);
        let side =
            |s: u8| (0..vertices.len()).filter(|&k| split.side[k] == s).map(|k| vertices[k]).collect::<Vec<u32>>();
        let (first, second, middle) = (side(0), side(1), side(SEPARATOR));
        if first.is_empty() || second.is_empty() {
            // The part has no useful separator: it is nearly complete.
            place(&mut order, end, minimum_degree::order(&part).iter().map(|&k| vertices[k as usize]));
            continue;
        }
        let end_of_second = end - middle.len();
        place(&mut order, end, middle.iter().copied());
        parts.push((first, end_of_second - second.len()));
        parts.push((second, end_of_second));
    }
    order
}

fn place(order: &mut [u32], end: usize, vertices: impl ExactSizeIterator<Item = u32>) {
    let first = end - vertices.len();
    order[first..end].iter_mut().zip(vertices).for_each(|(o, v)| *o = v);
}

/// A small generator of reproducible numbers (xorshift).
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }
}

/// The best split of several multilevel runs.
fn multilevel(graph: &Graph, runs: usize, random: &mut Random) -> Split {
    let runs = if graph.len() > ONE_RUN { runs } else { 1 };
    let runs = (0..runs).map(|_| one_run(graph, random));
    runs.min_by_key(|split| split.cost()).unwrap_or_else(|| Split::new(graph, vec![0; graph.len()]))
}

fn one_run(graph: &Graph, random: &mut Random) -> Split {
    // The graphs from fine to coarse, with the weights of their edges and the coarse vertex of each vertex.
    let mut levels: Vec<(Graph, Vec<u32>, Vec<u32>)> = Vec::new();
    let mut current = (graph.clone(), vec![1_u32; graph.neighbours.len()]);
    while current.0.len() > COARSEST {
        let to = match_neighbours(&current.0, &current.1, random);
        let coarse = contract(&current.0, &current.1, &to);
        if coarse.0.len() * 20 > current.0.len() * 19 {
            break;
        }
        let fine = std::mem::replace(&mut current, coarse);
        levels.push((fine.0, fine.1, to));
    }
    let (coarsest, edges) = &current;
    let mut halves = (0..TRIALS)
        .map(|_| {
            let grown = bisection::grow(coarsest, edges, || random.below(coarsest.len()));
            bisection::refine(coarsest, edges, grown, 8)
        })
        .min_by_key(Halves::cost)
        .unwrap_or_else(|| Halves::new(coarsest, edges, vec![0; coarsest.len()]));
    for (fine, edges, to) in levels.iter().rev() {
        let side = to.iter().map(|&v| halves.side[v as usize]).collect();
        halves = bisection::refine(fine, edges, Halves::new(fine, edges, side), PASSES_OF_HALVES);
    }
    separate(graph, &halves.side)
}

/// The separator on the boundary of two halves: of that half whose boundary gives the smaller one after refinement.
fn separate(graph: &Graph, halves: &[u8]) -> Split {
    let of_half = |half: u8| {
        let outside = |v: usize| graph.of(v).iter().any(|&u| halves[u as usize] != half);
        let side = (0..graph.len()).map(|v| if halves[v] == half && outside(v) { SEPARATOR } else { halves[v] });
        let mut split = Split::new(graph, side.collect());
        refine(graph, &mut split, PASSES_OF_SEPARATOR);
        split
    };
    let (a, b) = (of_half(0), of_half(1));
    if a.cost() <= b.cost() { a } else { b }
}

/// Matches each vertex with the free neighbour of its heaviest edge; returns the coarse vertex of each.
fn match_neighbours(graph: &Graph, edges: &[u32], random: &mut Random) -> Vec<u32> {
    let n = graph.len();
    let largest = (3 * graph.weight() / (2 * COARSEST as u64)).max(1);
    let mut sequence: Vec<u32> = (0..n as u32).collect();
    (1..n).for_each(|k| sequence.swap(k, random.below(k + 1)));
    // Vertices with few neighbours first: they have the fewest chances.
    sequence.sort_by_key(|&v| graph.of(v as usize).len().min(40));
    let mut to = vec![u32::MAX; n];
    let mut count = 0;
    for &v in &sequence {
        let v = v as usize;
        if to[v] != u32::MAX {
            continue;
        }
        let first = graph.starts[v] as usize;
        let mut best: Option<(u32, u32)> = None;
        for (k, &u) in graph.of(v).iter().enumerate() {
            let fits = u64::from(graph.weights[v]) + u64::from(graph.weights[u as usize]) <= largest;
            if to[u as usize] == u32::MAX && fits && best.is_none_or(|(weight, _)| edges[first + k] > weight) {
                best = Some((edges[first + k], u));
            }
        }
        to[v] = count;
        if let Some((_, u)) = best {
            to[u as usize] = count;
        }
        count += 1;
    }
    to
}

/// The graph of the matched vertices.
fn contract(graph: &Graph, edges: &[u32], to: &[u32]) -> (Graph, Vec<u32>) {
    let count = to.iter().max().map_or(0, |&v| v as usize + 1);
    let mut members = vec![[u32::MAX; 2]; count];
    for (v, &c) in to.iter().enumerate() {
        let pair = &mut members[c as usize];
        pair[usize::from(pair[0] != u32::MAX)] = v as u32;
    }
    let mut coarse = Graph { starts: vec![0], neighbours: Vec::new(), weights: vec![0; count] };
    let mut coarse_edges = Vec::new();
    let mut place = vec![u32::MAX; count];
    for (c, pair) in members.iter().enumerate() {
        let first = coarse.neighbours.len();
        for &v in pair.iter().filter(|&&v| v != u32::MAX) {
            let v = v as usize;
            coarse.weights[c] += graph.weights[v];
            let start = graph.starts[v] as usize;
            for (k, &u) in graph.of(v).iter().enumerate() {
                let d = to[u as usize] as usize;
                if d == c {
                    continue;
                }
                if place[d] == u32::MAX {
                    place[d] = coarse.neighbours.len() as u32;
                    coarse.neighbours.push(d as u32);
                    coarse_edges.push(0);
                }
                coarse_edges[place[d] as usize] += edges[start + k];
            }
        }
        coarse.neighbours[first..].iter().for_each(|&d| place[d as usize] = u32::MAX);
        coarse.starts.push(coarse.neighbours.len() as u32);
    }
    (coarse, coarse_edges)
}
