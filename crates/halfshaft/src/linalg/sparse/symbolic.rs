//! Symbolic factorization of a structurally symmetric matrix: elimination tree, fill-in, fronts.
//!
//! Everything is counted on the graph of ordering vertices, each with several unknowns, so that it costs little compared
//! with one factorization. Sources: Liu 1990, *The role of elimination trees in sparse factorization* (tree and
//! structure); Duff & Reid 1983 and Liu 1992 (fronts).

use super::cost;
use super::graph::Graph;

/// Fronts of an elimination order. Fronts are numbered so that children precede their parents; vertices are numbered in
/// the order of elimination.
#[derive(Clone, Debug)]
pub(super) struct Fronts {
    /// The vertex of the graph that is eliminated k-th.
    pub order: Vec<u32>,
    /// First eliminated vertex of each front, and the number of vertices.
    pub starts: Vec<u32>,
    /// The vertices that each front leaves to its ancestors, as positions in `order`, ascending.
    pub left: Vec<Vec<u32>>,
    /// The parent of each front, or MAX.
    pub parents: Vec<u32>,
    pub estimate: Estimate,
}

/// What a factorization costs, counted before it is attempted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Floating-point operations of an LU factorization.
    pub flops: f64,
    /// Entries of L and U together.
    pub fill: f64,
    /// Predicted seconds of a factorization on one thread.
    pub seconds: f64,
}

impl Fronts {
    /// The fronts of an elimination order of a graph.
    pub fn new(graph: &Graph, order: &[u32]) -> Fronts {
        let n = graph.len();
        let (order, parents) = postordered(graph, order);
        let mut position = vec![0_u32; n];
        order.iter().enumerate().for_each(|(k, &v)| position[v as usize] = k as u32);
        let structures = structures(graph, &order, &position, &parents);
        let weight = |k: u32| graph.weights[order[k as usize] as usize];
        let fundamental = fundamental(&structures, &parents);
        amalgamated(order.clone(), fundamental, structures, &parents, &weight)
    }
}

/// Number of vertices that each one is coupled to when it is eliminated.
pub(super) fn degrees(graph: &Graph, order: &[u32]) -> Vec<usize> {
    let (order, parents) = postordered(graph, order);
    let mut position = vec![0_u32; graph.len()];
    order.iter().enumerate().for_each(|(k, &v)| position[v as usize] = k as u32);
    structures(graph, &order, &position, &parents).iter().map(Vec::len).collect()
}

/// The elimination tree in postorder: the same fill-in, with each subtree contiguous.
fn postordered(graph: &Graph, order: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let n = graph.len();
    let mut position = vec![0_u32; n];
    order.iter().enumerate().for_each(|(k, &v)| position[v as usize] = k as u32);
    let mut parents = vec![u32::MAX; n];
    let mut ancestors = vec![u32::MAX; n];
    for k in 0..n {
        for &u in graph.of(order[k] as usize) {
            let mut i = position[u as usize];
            while i != u32::MAX && (i as usize) < k {
                let next = std::mem::replace(&mut ancestors[i as usize], k as u32);
                if next == u32::MAX {
                    parents[i as usize] = k as u32;
                }
                i = next;
            }
        }
    }
    let mut first_child = vec![u32::MAX; n];
    let mut sibling = vec![u32::MAX; n];
    let mut roots = Vec::new();
    for k in (0..n).rev() {
        match parents[k] {
            u32::MAX => roots.push(k as u32),
            p => sibling[k] = std::mem::replace(&mut first_child[p as usize], k as u32),
        }
    }
    let mut sequence = Vec::with_capacity(n);
    let mut stack: Vec<u32> = roots;
    // Parents before children, last child first; reversed this is a postorder.
    while let Some(k) = stack.pop() {
        match first_child[k as usize] {
            u32::MAX => sequence.push(k),
            child => {
                // Revisited after its children.
                first_child[k as usize] = u32::MAX;
                stack.push(k);
                let mut c = child;
                let at = stack.len();
                while c != u32::MAX {
                    stack.push(c);
                    c = sibling[c as usize];
                }
                stack[at..].reverse();
            }
        }
    }
    let mut renumbered = vec![0_u32; n];
    sequence.iter().enumerate().for_each(|(new, &old)| renumbered[old as usize] = new as u32);
    let mut new_parents = vec![u32::MAX; n];
    for (old, &p) in parents.iter().enumerate() {
        if p != u32::MAX {
            new_parents[renumbered[old] as usize] = renumbered[p as usize];
        }
    }
    (sequence.iter().map(|&k| order[k as usize]).collect(), new_parents)
}

/// For each eliminated vertex, the later ones that it is coupled to at that point, fill-in included.
fn structures(graph: &Graph, order: &[u32], position: &[u32], parents: &[u32]) -> Vec<Vec<u32>> {
    let n = order.len();
    let mut structures: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut seen = vec![u32::MAX; n];
    for k in 0..n {
        let mut list = Vec::new();
        seen[k] = k as u32;
        let mut add = |i: u32| {
            if i as usize > k && seen[i as usize] != k as u32 {
                seen[i as usize] = k as u32;
                list.push(i);
            }
        };
        graph.of(order[k] as usize).iter().for_each(|&u| add(position[u as usize]));
        for &c in &children[k] {
            structures[c as usize].iter().for_each(|&i| add(i));
        }
        list.sort_unstable();
        structures[k] = list;
        if parents[k] != u32::MAX {
            children[parents[k] as usize].push(k as u32);
        }
    }
    structures
}

/// The first vertex of each fundamental supernode: consecutive vertices of the tree with the same structure.
fn fundamental(structures: &[Vec<u32>], parents: &[u32]) -> Vec<u32> {
    let n = structures.len();
    let mut children = vec![0_u32; n];
    parents.iter().filter(|&&p| p != u32::MAX).for_each(|&p| children[p as usize] += 1);
    let continues =
        |k: usize| parents[k - 1] == k as u32 && children[k] == 1 && structures[k - 1].len() == structures[k].len() + 1;
    (0..n).filter(|&k| k == 0 || !continues(k)).map(|k| k as u32).collect()
}

/// Merges fronts with their parents where the predicted time falls (relaxed amalgamation, Duff & Reid 1983).
fn amalgamated(
    order: Vec<u32>,
    firsts: Vec<u32>,
    mut structures: Vec<Vec<u32>>,
    vertex_parents: &[u32],
    weight: &impl Fn(u32) -> u32,
) -> Fronts {
    let (n, count) = (order.len(), firsts.len());
    let end = |f: usize| firsts.get(f + 1).map_or(n, |&k| k as usize);
    let mut front_of = vec![0_u32; n];
    (0..count).for_each(|f| front_of[firsts[f] as usize..end(f)].fill(f as u32));
    let mut members: Vec<Vec<u32>> = (0..count).map(|f| (firsts[f]..end(f) as u32).collect()).collect();
    let mut left: Vec<Vec<u32>> = (0..count).map(|f| std::mem::take(&mut structures[end(f) - 1])).collect();
    let mut parents: Vec<u32> = (0..count)
        .map(|f| match vertex_parents[end(f) - 1] {
            u32::MAX => u32::MAX,
            p => front_of[p as usize],
        })
        .collect();
    let sum = |list: &[u32]| list.iter().map(|&k| f64::from(weight(k))).sum::<f64>();
    let mut pivots: Vec<f64> = members.iter().map(|m| sum(m)).collect();
    let left_size: Vec<f64> = left.iter().map(|l| sum(l)).collect();
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); count];
    (0..count).filter(|&f| parents[f] != u32::MAX).for_each(|f| children[parents[f] as usize].push(f as u32));
    let mut merged = vec![false; count];
    for f in 0..count {
        // The largest children first: they share the most rows.
        let mut candidates = std::mem::take(&mut children[f]);
        candidates.sort_by(|&a, &b| left_size[b as usize].total_cmp(&left_size[a as usize]).then(a.cmp(&b)));
        let mut kept = Vec::new();
        for c in candidates {
            let c = c as usize;
            let apart = cost::front(pivots[f], left_size[f]) + cost::front(pivots[c], left_size[c]);
            let together = cost::front(pivots[f] + pivots[c], left_size[f]);
            // What the child passes up, plus what the parent adds in rows for the child's pivots.
            if together > apart {
                kept.push(c as u32);
                continue;
            }
            merged[c] = true;
            pivots[f] += pivots[c];
            let own = std::mem::take(&mut members[c]);
            members[f].extend(own);
            left[c] = Vec::new();
            for grandchild in std::mem::take(&mut children[c]) {
                parents[grandchild as usize] = f as u32;
                kept.push(grandchild);
            }
        }
        children[f] = kept;
    }
    assemble(order, members, left, parents, &merged, &children, weight)
}

/// Numbers the fronts in a postorder whose stack of contributions is small (Liu 1986), and renumbers the vertices.
fn assemble(
    order: Vec<u32>,
    members: Vec<Vec<u32>>,
    left: Vec<Vec<u32>>,
    parents: Vec<u32>,
    merged: &[bool],
    children: &[Vec<u32>],
    weight: &impl Fn(u32) -> u32,
) -> Fronts {
    let count = members.len();
    let sum = |list: &[u32]| list.iter().map(|&k| f64::from(weight(k))).sum::<f64>();
    // Peak of the stack while a subtree is processed, and what it leaves on it.
    let mut peak = vec![0.0; count];
    let mut sorted: Vec<Vec<u32>> = children.to_vec();
    let squares: Vec<f64> = left.iter().map(|l| sum(l).powi(2)).collect();
    for f in (0..count).filter(|&f| !merged[f]) {
        sorted[f].sort_by(|&a, &b| {
            let need = |c: u32| peak[c as usize] - squares[c as usize];
            need(b).total_cmp(&need(a)).then(a.cmp(&b))
        });
        let mut below = 0.0;
        for &c in &sorted[f] {
            peak[f] = f64::max(peak[f], below + peak[c as usize]);
            below += squares[c as usize];
        }
        peak[f] = f64::max(peak[f], below + squares[f]);
    }
    let mut sequence = Vec::new();
    let mut stack: Vec<(u32, bool)> = (0..count as u32)
        .rev()
        .filter(|&f| parents[f as usize] == u32::MAX && !merged[f as usize])
        .map(|f| (f, false))
        .collect();
    while let Some((f, visited)) = stack.pop() {
        if visited {
            sequence.push(f);
            continue;
        }
        stack.push((f, true));
        stack.extend(sorted[f as usize].iter().rev().map(|&c| (c, false)));
    }
    let mut number = vec![u32::MAX; count];
    sequence.iter().enumerate().for_each(|(k, &f)| number[f as usize] = k as u32);
    let mut starts = vec![0_u32];
    let mut positions = vec![0_u32; order.len()];
    let mut new_order = Vec::with_capacity(order.len());
    for &f in &sequence {
        let mut own = members[f as usize].clone();
        own.sort_unstable();
        for k in own {
            positions[k as usize] = new_order.len() as u32;
            new_order.push(order[k as usize]);
        }
        starts.push(new_order.len() as u32);
    }
    let mut estimate = Estimate::default();
    let mut new_left = Vec::with_capacity(sequence.len());
    for &f in &sequence {
        let (p, m) = (sum(&members[f as usize]), sum(&left[f as usize]));
        estimate.flops += cost::flops(p, m);
        estimate.fill += p * p + 2.0 * p * m;
        estimate.seconds += cost::front(p, m);
        let mut list: Vec<u32> = left[f as usize].iter().map(|&k| positions[k as usize]).collect();
        list.sort_unstable();
        new_left.push(list);
    }
    let parents = sequence
        .iter()
        .map(|&f| match parents[f as usize] {
            u32::MAX => u32::MAX,
            p => number[p as usize],
        })
        .collect();
    Fronts { order: new_order, starts, left: new_left, parents, estimate }
}
