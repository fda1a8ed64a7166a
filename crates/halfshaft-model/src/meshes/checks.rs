//! Faults of the elements of a mesh file, with the number of the element or node and its line.

use halfshaft::mesh::{BadCell, Mesh};

use super::{MeshFileError, Parts, error};

/// Cells are degenerate if their Jacobian varies by more than this.
pub(crate) const LEAST_RATIO: f64 = 1e-3;

/// What is wrong with a cell.
pub(crate) fn fault(bad: &BadCell) -> String {
    match bad.ratio > 0.0 {
        true => format!("is so distorted that its Jacobian varies by a factor of {:.2e}", 1.0 / bad.ratio),
        false => "is inverted or has no volume".into(),
    }
}

impl Parts {
    /// Names the first element that is inverted, degenerate or too distorted, with its line.
    pub(super) fn check_shapes(&self, mesh: &Mesh, cells: &[(u32, u32)]) -> Result<(), MeshFileError> {
        let Some(bad) = mesh.bad_cell(LEAST_RATIO) else { return Ok(()) };
        let place = cells.iter().position(|&(block, cell)| (block as usize, cell as usize) == (bad.block, bad.cell));
        let element = &self.elements[place.unwrap_or(0)];
        Err(error(element.line, format!("element {} {}", element.number, fault(&bad))))
    }

    /// Nodes without elements, and elements that are not connected to the others.
    pub(super) fn warnings(&self, used: &[bool]) -> Vec<MeshFileError> {
        let mut warnings = Vec::new();
        if let Some(k) = used.iter().position(|used| !used) {
            let count = used.iter().filter(|used| !**used).count();
            let message = match count {
                1 => format!("node {} belongs to no element and is omitted", self.numbers[k]),
                _ => format!("node {} and {} others belong to no element and are omitted", self.numbers[k], count - 1),
            };
            warnings.push(error(self.lines[k], message));
        }
        warnings.extend(self.separate_pieces());
        warnings
    }

    /// Names the first element that shares no node, over any number of elements, with the first one.
    fn separate_pieces(&self) -> Option<MeshFileError> {
        let mut parents: Vec<u32> = (0..self.positions.len() as u32).collect();
        let of = |node: &u64| self.nodes.get(node).copied();
        for element in &self.elements {
            let mut nodes = element.nodes.iter().filter_map(of);
            let Some(first) = nodes.next().map(|node| root(&mut parents, node)) else { continue };
            nodes.for_each(|node| {
                let other = root(&mut parents, node);
                parents[other as usize] = first;
            });
        }
        let mut roots = Vec::with_capacity(self.elements.len());
        for element in &self.elements {
            roots.push(root(&mut parents, of(element.nodes.first()?)?));
        }
        let other = roots.iter().position(|root| *root != roots[0])?;
        let element = &self.elements[other];
        roots.sort_unstable();
        roots.dedup();
        let message = format!(
            "element {} is not connected to the elements before it: the mesh has {} separate pieces; merge their common nodes if they are one part",
            element.number,
            roots.len()
        );
        Some(error(element.line, message))
    }
}

/// The representative of the nodes that are connected to a node; halves the path to it.
fn root(parents: &mut [u32], mut node: u32) -> u32 {
    while parents[node as usize] != node {
        parents[node as usize] = parents[parents[node as usize] as usize];
        node = parents[node as usize];
    }
    node
}
