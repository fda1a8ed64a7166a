//! A vertex separator and its refinement by moves (Fiduccia & Mattheyses 1982, in the form for vertex separators of
//! Ashcraft & Liu 1998).

use std::collections::BinaryHeap;

use super::graph::Graph;

/// The side of a vertex in the separator; 0 and 1 are the halves.
pub(super) const SEPARATOR: u8 = 2;
/// A half may have up to this share of the weight of both, in percent.
const BALANCE: u64 = 58;
/// Moves without improvement until a pass ends.
const PATIENCE: usize = 120;

/// The side of each vertex, and the weights of halves and separator.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub side: Vec<u8>,
    pub weights: [u64; 3],
}

impl Split {
    pub fn new(graph: &Graph, side: Vec<u8>) -> Split {
        let mut weights = [0; 3];
        side.iter().zip(&graph.weights).for_each(|(&s, &w)| weights[s as usize] += u64::from(w));
        Split { side, weights }
    }

    /// The weight of the separator, with a penalty for uneven halves.
    pub fn cost(&self) -> (u64, u64) {
        let [a, b, s] = self.weights;
        let (most, both) = (a.max(b), a + b);
        let excess = (100 * most).saturating_sub(BALANCE * both) / 100;
        (s + excess, most)
    }
}

struct Refinement<'g> {
    graph: &'g Graph,
    split: Split,
    /// For vertices of the separator, the weight of their neighbours in each half.
    halves: Vec<[u64; 2]>,
    /// Moved in this pass.
    moved: Vec<bool>,
    queues: [BinaryHeap<(i64, u32)>; 2],
}

/// Improves a split by passes of moves out of the separator; each pass ends at its best state.
pub(super) fn refine(graph: &Graph, split: &mut Split, passes: usize) {
    let n = graph.len();
    let mut refinement = Refinement {
        graph,
        split: split.clone(),
        halves: vec![[0; 2]; n],
        moved: vec![false; n],
        queues: [BinaryHeap::new(), BinaryHeap::new()],
    };
    for _ in 0..passes {
        if !refinement.pass() {
            break;
        }
    }
    *split = refinement.split;
}

impl Refinement<'_> {
    /// One pass; returns whether it improved the split.
    fn pass(&mut self) -> bool {
        self.moved.fill(false);
        self.queues.iter_mut().for_each(BinaryHeap::clear);
        for v in 0..self.graph.len() {
            if self.split.side[v] == SEPARATOR {
                self.enter(v);
            }
        }
        let before = self.split.cost();
        let mut best = before;
        // The vertices whose side changed, with the side they had.
        let mut log: Vec<(u32, u8)> = Vec::new();
        let (mut best_length, mut since) = (0, 0);
        while since < PATIENCE {
            let Some((v, to)) = self.choose() else { break };
            self.move_to(v, to, &mut log);
            since += 1;
            let cost = self.split.cost();
            if cost < best {
                (best, best_length, since) = (cost, log.len(), 0);
            }
        }
        for &(v, side) in log[best_length..].iter().rev() {
            let weight = u64::from(self.graph.weights[v as usize]);
            self.split.weights[self.split.side[v as usize] as usize] -= weight;
            self.split.weights[side as usize] += weight;
            self.split.side[v as usize] = side;
        }
        best < before
    }

    /// Puts a vertex of the separator into the queues.
    fn enter(&mut self, v: usize) {
        let mut halves = [0; 2];
        for &u in self.graph.of(v) {
            if self.split.side[u as usize] != SEPARATOR {
                halves[self.split.side[u as usize] as usize] += u64::from(self.graph.weights[u as usize]);
            }
        }
        self.halves[v] = halves;
        if !self.moved[v] {
            (0..2).for_each(|to| self.queues[to].push((self.gain(v, to), v as u32)));
        }
    }

    /// By how much the separator shrinks if a vertex moves to a half: its neighbours in the other one enter it.
    fn gain(&self, v: usize, to: usize) -> i64 {
        i64::from(self.graph.weights[v]) - self.halves[v][1 - to] as i64
    }

    /// The valid best move of a queue.
    fn top(&mut self, to: usize) -> Option<(i64, usize)> {
        while let Some(&(gain, v)) = self.queues[to].peek() {
            let v = v as usize;
            if self.split.side[v] == SEPARATOR && !self.moved[v] && gain == self.gain(v, to) {
                return Some((gain, v));
            }
            self.queues[to].pop();
        }
        None
    }

    fn choose(&mut self) -> Option<(usize, usize)> {
        let [a, b, _] = self.split.weights;
        let both = a + b;
        let allowed = |to: usize, v: usize, graph: &Graph, halves: &[[u64; 2]]| {
            let now = [a, b];
            let (grows, shrinks) = (now[to] + u64::from(graph.weights[v]), now[1 - to] - halves[v][1 - to]);
            100 * grows <= BALANCE * (grows + shrinks).max(both) || grows <= shrinks + u64::from(graph.weights[v])
        };
        let moves = [self.top(0), self.top(1)];
        let fits = |to: usize| moves[to].filter(|&(_, v)| allowed(to, v, self.graph, &self.halves));
        let to = match (fits(0), fits(1)) {
            (Some(x), Some(y)) if x.0 != y.0 => usize::from(y.0 > x.0),
            (Some(_), Some(_)) => usize::from(a > b),
            (Some(_), None) => 0,
            (None, Some(_)) => 1,
            (None, None) => return None,
        };
        self.queues[to].pop();
        moves[to].map(|(_, v)| (v, to))
    }

    fn move_to(&mut self, v: usize, to: usize, log: &mut Vec<(u32, u8)>) {
        let graph = self.graph;
        self.set(v, to as u8, log);
        self.moved[v] = true;
        for &u in graph.of(v) {
            let u = u as usize;
            match self.split.side[u] {
                SEPARATOR => {
                    self.halves[u][to] += u64::from(graph.weights[v]);
                    self.push(u, 1 - to);
                }
                side if side as usize != to => {
                    self.set(u, SEPARATOR, log);
                    self.enter(u);
                    for &w in graph.of(u) {
                        let w = w as usize;
                        if self.split.side[w] == SEPARATOR && w != u {
                            self.halves[w][1 - to] -= u64::from(graph.weights[u]);
                            self.push(w, to);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, v: usize, to: usize) {
        if !self.moved[v] {
            self.queues[to].push((self.gain(v, to), v as u32));
        }
    }

    fn set(&mut self, v: usize, side: u8, log: &mut Vec<(u32, u8)>) {
        let weight = u64::from(self.graph.weights[v]);
        log.push((v as u32, self.split.side[v]));
        self.split.weights[self.split.side[v] as usize] -= weight;
        self.split.weights[side as usize] += weight;
        self.split.side[v] = side;
    }
}
