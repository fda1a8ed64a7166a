//! Which signals depend on which, and the algebraic loops among them.

/// The dependencies of signals: an edge i → j where formula i contains signal j.
pub(super) struct SignalGraph {
    inputs: Vec<Vec<usize>>,
}

/// What the search knows of a signal.
#[derive(Clone, Copy)]
struct Visit {
    /// When the search reached it.
    order: usize,
    /// The earliest signal on the stack that it leads back to.
    lowest: usize,
    on_stack: bool,
}

impl SignalGraph {
    pub fn new(signals: usize) -> Self {
        SignalGraph { inputs: vec![Vec::new(); signals] }
    }

    /// Adds an edge; returns whether it is new.
    pub fn add(&mut self, signal: usize, input: usize) -> bool {
        let new = !self.inputs[signal].contains(&input);
        if new {
            self.inputs[signal].push(input);
        }
        new
    }

    /// The signals of a loop without which the others form a chain.
    pub fn tears(&self, members: &[usize]) -> Vec<usize> {
        let is_chain_without = |tear: usize| {
            let others = |signal: &usize| *signal != tear && members.binary_search(signal).is_ok();
            let mut rest = SignalGraph::new(self.inputs.len());
            for &member in members.iter().filter(|member| others(member)) {
                rest.inputs[member].extend(self.inputs[member].iter().filter(|input| others(input)));
            }
            rest.loops().is_empty()
        };
        members.iter().copied().filter(|&member| is_chain_without(member)).collect()
    }

    /// The algebraic loops: the strongly connected components of more than one signal, and signals that are functions of
    /// themselves, each in ascending order. A loop comes after those that it depends on.
    ///
    /// Source: Tarjan 1972, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1, with a stack instead of recursion.
    pub fn loops(&self) -> Vec<Vec<usize>> {
        let mut visits: Vec<Option<Visit>> = vec![None; self.inputs.len()];
        let (mut loops, mut stack, mut path, mut order) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for root in 0..self.inputs.len() {
            if visits[root].is_none() {
                path.push((root, 0));
            }
            while let Some((signal, next)) = path.pop() {
                if next == 0 {
                    visits[signal] = Some(Visit { order, lowest: order, on_stack: true });
                    order += 1;
                    stack.push(signal);
                } else {
                    let reached = visits[self.inputs[signal][next - 1]];
                    lower(&mut visits[signal], reached);
                }
                if let Some(&input) = self.inputs[signal].get(next) {
                    path.push((signal, next + 1));
                    if visits[input].is_none() {
                        path.push((input, 0));
                    }
                    continue;
                }
                if visits[signal].is_some_and(|visit| visit.lowest == visit.order) {
                    let start = stack.iter().rposition(|&on_stack| on_stack == signal).unwrap_or(0);
                    let mut members = stack.split_off(start);
                    members.sort_unstable();
                    members.iter().for_each(|&member| visits[member].iter_mut().for_each(|v| v.on_stack = false));
                    if members.len() > 1 || self.inputs[signal].contains(&signal) {
                        loops.push(members);
                    }
                }
            }
        }
        loops
    }
}

/// A signal leads back to where one of its inputs does.
fn lower(visit: &mut Option<Visit>, input: Option<Visit>) {
    if let (Some(visit), Some(input)) = (visit, input.filter(|input| input.on_stack)) {
        visit.lowest = visit.lowest.min(input.lowest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(signals: usize, edges: &[(usize, usize)]) -> SignalGraph {
        let mut graph = SignalGraph::new(signals);
        edges.iter().for_each(|&(signal, input)| assert!(graph.add(signal, input)));
        graph
    }

    fn loops(signals: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        graph(signals, edges).loops()
    }

    #[test]
    fn a_chain_has_no_loop() {
        assert!(loops(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]).is_empty());
    }

    #[test]
    fn loops_come_in_the_order_of_their_dependencies() {
        // 5 ⇄ 4 depends on 3, this on the loop 0 → 2 → 1 → 0, and 6 on itself and on 4.
        let edges = [(6, 6), (6, 4), (5, 4), (4, 5), (4, 3), (3, 1), (0, 2), (2, 1), (1, 0)];
        assert_eq!(loops(7, &edges), [vec![0, 1, 2], vec![4, 5], vec![6]]);
    }

    #[test]
    fn two_loops_with_a_common_signal_are_one() {
        assert_eq!(loops(4, &[(0, 1), (1, 0), (1, 2), (2, 1), (3, 0)]), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_common_signal_tears_two_loops() {
        let graph = graph(4, &[(0, 1), (1, 0), (1, 2), (2, 1), (3, 0)]);
        assert_eq!(graph.tears(&[0, 1, 2]), [1]);
    }

    #[test]
    fn every_signal_tears_a_ring_unless_another_depends_on_itself() {
        assert_eq!(graph(3, &[(0, 1), (1, 2), (2, 0)]).tears(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(graph(3, &[(0, 1), (1, 2), (2, 0), (1, 1)]).tears(&[0, 1, 2]), [1]);
    }
}
