//! A frame of beams: points, and members between any two of them.
//!
//! Each point has a node, whatever the number of members that meet there. The nodes within a member come after those of the
//! points, member by member. A hinged end of a member has a node of its own at the place of the point's node.

/// A member of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// Its points, by their indices.
    pub ends: [usize; 2],
    /// Number of intervals between its nodes: one for each element, or two.
    pub intervals: usize,
    /// Whether it is hinged at its start and at its end.
    pub hinged: [bool; 2],
}

impl Member {
    /// Whether its ends are hinged, from the word of the file.
    pub(crate) fn hinged(word: Option<&str>) -> [bool; 2] {
        [matches!(word, Some("start" | "both")), matches!(word, Some("end" | "both"))]
    }

    /// Number of the nodes that only it has.
    pub(crate) fn own_nodes(&self) -> usize {
        self.intervals.max(1) - 1 + self.hinged.iter().filter(|hinged| **hinged).count()
    }

    /// Its nodes from start to end; its own ones begin at `first`.
    pub(crate) fn nodes(&self, first: usize) -> Vec<usize> {
        let own = first..first + self.own_nodes();
        let [start, end] = [0, 1].map(|end| (!self.hinged[end]).then_some(self.ends[end]));
        start.into_iter().chain(own).chain(end).collect()
    }

    /// The names of its own nodes, from those of its points: "a-b 1" within it, "a-b start" at a hinge.
    pub(crate) fn own_names(&self, points: &[String]) -> Vec<String> {
        let name = |k: usize| points.get(k).map_or("", String::as_str);
        let member = format!("{}-{}", name(self.ends[0]), name(self.ends[1]));
        let [start, end] = self.hinged;
        let inside = (1..self.intervals.max(1)).map(|k| format!("{member} {k}"));
        let start = start.then(|| format!("{member} start"));
        start.into_iter().chain(inside).chain(end.then(|| format!("{member} end"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_go_from_start_to_end_and_have_names() {
        let points = ["a", "b", "c"].map(String::from);
        let welded = Member { ends: [0, 2], intervals: 3, hinged: [false; 2] };
        assert_eq!(welded.nodes(3), [0, 3, 4, 2]);
        assert_eq!(welded.own_names(&points), ["a-c 1", "a-c 2"]);
        let hinged = Member { ends: [2, 1], intervals: 2, hinged: [true, true] };
        assert_eq!(hinged.nodes(5), [5, 6, 7]);
        assert_eq!(hinged.own_names(&points), ["c-b start", "c-b 1", "c-b end"]);
        let single = Member { intervals: 1, hinged: [false, true], ..hinged };
        assert_eq!((single.nodes(9), single.own_nodes()), (vec![2, 9], 1));
    }
}
