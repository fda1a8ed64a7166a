//! Undirected graphs with weights on their vertices, without loops, for elimination orders.

/// Neighbours of each vertex, and how many unknowns it stands for.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// First neighbour of each vertex, and their number.
    pub starts: Vec<u32>,
    pub neighbours: Vec<u32>,
    pub weights: Vec<u32>,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    #[inline]
    pub fn of(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    pub fn weight(&self) -> u64 {
        self.weights.iter().map(|&w| u64::from(w)).sum()
    }

    /// A graph from lists of neighbours, which may repeat and may contain the vertex itself.
    pub fn from_lists(weights: Vec<u32>, mut lists: Vec<Vec<u32>>) -> Graph {
        let mut graph = Graph { starts: vec![0], neighbours: Vec::new(), weights };
        for (vertex, list) in lists.iter_mut().enumerate() {
            list.sort_unstable();
            list.dedup();
            graph.neighbours.extend(list.iter().copied().filter(|&v| v as usize != vertex));
            graph.starts.push(graph.neighbours.len() as u32);
        }
        graph
    }

    /// The subgraph of some vertices, in the given order. `local` is a buffer with an entry per vertex, all MAX.
    pub fn subgraph(&self, vertices: &[u32], local: &mut [u32]) -> Graph {
        vertices.iter().enumerate().for_each(|(k, &v)| local[v as usize] = k as u32);
        let mut graph = Graph {
            starts: vec![0],
            neighbours: Vec::new(),
            weights: vertices.iter().map(|&v| self.weights[v as usize]).collect(),
        };
        for &v in vertices {
            let inside = self.of(v as usize).iter().map(|&u| local[u as usize]).filter(|&u| u != u32::MAX);
            graph.neighbours.extend(inside);
            graph.starts.push(graph.neighbours.len() as u32);
        }
        vertices.iter().for_each(|&v| local[v as usize] = u32::MAX);
        graph
    }

    /// Merges vertices with the same neighbours, themselves included: they are eliminated together. Returns the
    /// graph of the merged vertices, and the merged vertex of each.
    pub fn compressed(&self) -> (Graph, Vec<u32>) {
        let n = self.len();
        let closed = |v: usize| {
            let mut list: Vec<u32> = self.of(v).to_vec();
            list.push(v as u32);
            list.sort_unstable();
            list
        };
        let sum = |v: usize| self.of(v).iter().fold(v as u64, |sum, &u| sum.wrapping_add(u64::from(u)));
        let mut keys: Vec<(u32, u64, u32)> = (0..n).map(|v| (self.of(v).len() as u32, sum(v), v as u32)).collect();
        keys.sort_unstable();
        let mut merged = vec![u32::MAX; n];
        let mut first = 0;
        while first < n {
            let mut end = first + 1;
            while end < n && (keys[end].0, keys[end].1) == (keys[first].0, keys[first].1) {
                end += 1;
            }
            for i in first..end {
                let v = keys[i].2 as usize;
                if merged[v] != u32::MAX {
                    continue;
                }
                merged[v] = v as u32;
                for &(_, _, u) in &keys[i + 1..end] {
                    if merged[u as usize] == u32::MAX && closed(u as usize) == closed(v) {
                        merged[u as usize] = v as u32;
                    }
                }
            }
            first = end;
        }
        let mut number = vec![u32::MAX; n];
        let representatives: Vec<u32> = (0..n as u32).filter(|&v| merged[v as usize] == v).collect();
        representatives.iter().enumerate().for_each(|(k, &v)| number[v as usize] = k as u32);
        let to: Vec<u32> = merged.iter().map(|&v| number[v as usize]).collect();
        let mut weights = vec![0; representatives.len()];
        (0..n).for_each(|v| weights[to[v] as usize] += self.weights[v]);
        let lists =
            representatives.iter().map(|&v| self.of(v as usize).iter().map(|&u| to[u as usize]).collect()).collect();
        (Graph::from_lists(weights, lists), to)
    }
}
