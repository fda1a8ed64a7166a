//! Two halves of a graph with few edges between them, refined by moves (Fiduccia & Mattheyses 1982).
//!
//! On coarse graphs the weight of cut edges is the better measure of a separator than the weight of its vertices, each
//! of which stands for many: a cut counts the couplings of the fine graph.

use std::collections::BinaryHeap;

use super::graph::Graph;

/// A half may have up to this share of the whole weight, in percent.
const BALANCE: u64 = 55;
/// Moves without improvement until a pass ends.
const PATIENCE: usize = 60;

/// The half of each vertex, the weights of the halves, and the weight of the edges between them.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    pub side: Vec<u8>,
    weights: [u64; 2],
    cut: i64,
}

impl Halves {
    pub fn new(graph: &Graph, edges: &[u32], side: Vec<u8>) -> Halves {
        let (mut weights, mut cut) = ([0; 2], 0);
        for v in 0..graph.len() {
            weights[side[v] as usize] += u64::from(graph.weights[v]);
            let first = graph.starts[v] as usize;
            for (k, &u) in graph.of(v).iter().enumerate() {
                if side[v] == 0 && side[u as usize] == 1 {
                    cut += i64::from(edges[first + k]);
                }
            }
        }
        Halves { side, weights, cut }
    }

    /// How uneven the halves are beyond what is allowed, then the cut.
    pub fn cost(&self) -> (u64, i64, u64) {
        let most = self.weights[0].max(self.weights[1]);
        let both = self.weights[0] + self.weights[1];
        ((100 * most).saturating_sub(BALANCE * both), self.cut, most)
    }
}

struct Moves<'g> {
    graph: &'g Graph,
    edges: &'g [u32],
    halves: Halves,
    /// By how much the cut shrinks if the vertex changes sides.
    gains: Vec<i64>,
    moved: Vec<bool>,
    /// Moves out of each half.
    queues: [BinaryHeap<(i64, u32)>; 2],
}

impl<'g> Moves<'g> {
    fn new(graph: &'g Graph, edges: &'g [u32], halves: Halves) -> Self {
        let n = graph.len();
        let queues = [BinaryHeap::new(), BinaryHeap::new()];
        Moves { graph, edges, halves, gains: vec![0; n], moved: vec![false; n], queues }
    }

    fn gain(&self, v: usize) -> (i64, bool) {
        let first = self.graph.starts[v] as usize;
        let (mut gain, mut boundary) = (0, false);
        for (k, &u) in self.graph.of(v).iter().enumerate() {
            let edge = i64::from(self.edges[first + k]);
            let across = self.halves.side[u as usize] != self.halves.side[v];
            gain += if across { edge } else { -edge };
            boundary |= across;
        }
        (gain, boundary)
    }

    fn start(&mut self) {
        self.moved.fill(false);
        self.queues.iter_mut().for_each(BinaryHeap::clear);
        for v in 0..self.graph.len() {
            let (gain, boundary) = self.gain(v);
            self.gains[v] = gain;
            if boundary {
                self.queues[self.halves.side[v] as usize].push((gain, v as u32));
            }
        }
    }

    /// The best vertex to move out of a half.
    fn top(&mut self, side: usize) -> Option<(i64, usize)> {
        while let Some(&(gain, v)) = self.queues[side].peek() {
            let v = v as usize;
            if !self.moved[v] && usize::from(self.halves.side[v]) == side && gain == self.gains[v] {
                return Some((gain, v));
            }
            self.queues[side].pop();
        }
        None
    }

    fn flip(&mut self, v: usize) {
        let from = usize::from(self.halves.side[v]);
        let weight = u64::from(self.graph.weights[v]);
        self.halves.weights[from] -= weight;
        self.halves.weights[1 - from] += weight;
        self.halves.cut -= self.gains[v];
        self.halves.side[v] = 1 - from as u8;
        self.gains[v] = -self.gains[v];
        let first = self.graph.starts[v] as usize;
        for (k, &u) in self.graph.of(v).iter().enumerate() {
            let (u, edge) = (u as usize, i64::from(self.edges[first + k]));
            let across = self.halves.side[u] != self.halves.side[v];
            self.gains[u] += if across { 2 * edge } else { -2 * edge };
            if !self.moved[u] {
                self.queues[usize::from(self.halves.side[u])].push((self.gains[u], u as u32));
            }
        }
    }

    fn pass(&mut self) -> bool {
        self.start();
        let before = self.halves.cost();
        let mut best = before;
        let mut log: Vec<u32> = Vec::new();
        let (mut best_length, mut since) = (0, 0);
        while since < PATIENCE {
            let [a, b] = self.halves.weights;
            let (x, y) = (self.top(0), self.top(1));
            let fits = |side: usize, m: Option<(i64, usize)>| {
                m.filter(|&(_, v)| {
                    let weight = u64::from(self.graph.weights[v]);
                    let to = [a, b][1 - side] + weight;
                    100 * to <= BALANCE * (a + b) || to <= [a, b][side]
                })
            };
            let side = match (fits(0, x), fits(1, y)) {
                (Some(x), Some(y)) if x.0 != y.0 => usize::from(y.0 > x.0),
                (Some(_), Some(_)) => usize::from(b > a),
                (Some(_), None) => 0,
                (None, Some(_)) => 1,
                (None, None) => break,
            };
            let Some((_, v)) = [x, y][side] else { break };
            self.queues[side].pop();
            self.moved[v] = true;
            self.flip(v);
            log.push(v as u32);
            since += 1;
            if self.halves.cost() < best {
                (best, best_length, since) = (self.halves.cost(), log.len(), 0);
            }
        }
        for &v in log[best_length..].iter().rev() {
            self.flip(v as usize);
        }
        best < before
    }
}

/// Improves two halves by passes of moves; each pass ends at its best state.
pub(super) fn refine(graph: &Graph, edges: &[u32], halves: Halves, passes: usize) -> Halves {
    let mut moves = Moves::new(graph, edges, halves);
    for _ in 0..passes {
        if !moves.pass() {
            break;
        }
    }
    moves.halves
}

/// Grows the first half from some vertices, always by the vertex with the best gain, to half of the weight.
pub(super) fn grow(graph: &Graph, edges: &[u32], mut seed: impl FnMut() -> usize) -> Halves {
    let halves = Halves::new(graph, edges, vec![1; graph.len()]);
    let mut moves = Moves::new(graph, edges, halves);
    moves.start();
    while moves.halves.weights[0] < moves.halves.weights[1] {
        let v = match moves.top(1) {
            Some((_, v)) => v,
            None => {
                // The start, or another component.
                let mut v = seed();
                while moves.halves.side[v] == 0 {
                    v = (v + 1) % graph.len();
                }
                v
            }
        };
        moves.moved[v] = true;
        moves.flip(v);
    }
    moves.halves
}
