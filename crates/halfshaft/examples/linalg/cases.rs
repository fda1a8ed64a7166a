//! Matrices of the benches: what statics and time steps of flexible bodies with contacts solve.

use super::mesh::{Mesh, STEEL};
use halfshaft::linalg::sparse::pattern::{Pattern, PatternBuilder, SparseMatrix};

/// β h² of a Newmark step of 0.1 ms.
const STEP: f64 = 0.25e-8;
/// Coefficient of friction.
const FRICTION: f64 = 0.3;

/// A matrix and what is known about it.
pub struct Case {
    /// What it is.
    pub name: String,
    /// Its pattern.
    pub pattern: Pattern,
    /// Its values.
    pub matrix: SparseMatrix,
    /// Number of unknowns that are not multipliers.
    pub motion_unknowns: usize,
    /// The multipliers that may open, as their nodes.
    pub contacts: Vec<usize>,
}

/// A constraint row: node, component and coefficient of each entry, and the same for the column.
type Row = (Vec<(usize, usize, f64)>, Vec<(usize, usize, f64)>);

/// Bodies and constraints become a matrix M/(βh²) + K with multipliers behind.
fn assemble(name: String, meshes: &[(Mesh, Vec<bool>)], frames: usize, constraints: &[Row]) -> Case {
    let mut sizes = Vec::new();
    let mut offsets = Vec::new();
    for (mesh, fixed) in meshes {
        offsets.push(sizes.len());
        sizes.extend(fixed.iter().filter(|held| !**held).map(|_| 3));
        debug_assert_eq!(mesh.nodes.len(), fixed.len());
    }
    sizes.extend(std::iter::repeat_n(6, frames));
    let nodes = sizes.len();
    let motion_unknowns = sizes.iter().sum();
    sizes.extend(std::iter::repeat_n(1, constraints.len()));
    let mut builder = PatternBuilder::new(sizes);
    let mut numbers = Vec::new();
    for ((mesh, fixed), offset) in meshes.iter().zip(&offsets) {
        let mut next = *offset;
        let free: Vec<usize> = fixed
            .iter()
            .map(|&held| {
                if held {
                    return usize::MAX;
                }
                next += 1;
                next - 1
            })
            .collect();
        for element in &mesh.elements {
            let own: Vec<usize> = element.iter().map(|&k| free[k]).filter(|&k| k != usize::MAX).collect();
            builder.couple_all(&own);
        }
        numbers.push(free);
    }
    for (k, (row, column)) in constraints.iter().enumerate() {
        row.iter().chain(column).for_each(|&(node, ..)| builder.couple(nodes + k, node));
    }
    let pattern = builder.finish().expect("at most 100 000 unknowns");
    let mut matrix = SparseMatrix::new(&pattern);
    for ((mesh, _), free) in meshes.iter().zip(&numbers) {
        mesh.assemble(&pattern, free, STEEL, [1.0, 1.0 / STEP], &mut matrix);
    }
    for (k, (row, column)) in constraints.iter().enumerate() {
        row.iter().for_each(|&(node, c, value)| matrix.add(&pattern, [nodes + k, 0], [node, c], value));
        column.iter().for_each(|&(node, c, value)| matrix.add(&pattern, [node, c], [nodes + k, 0], value));
    }
    let contacts = (nodes..nodes + constraints.len()).collect();
    Case { name, pattern, matrix, motion_unknowns, contacts }
}

fn free(mesh: Mesh) -> (Mesh, Vec<bool>) {
    let fixed = vec![false; mesh.nodes.len()];
    (mesh, fixed)
}

/// A cube, symmetric and positive definite.
pub fn cube(cells: usize, quadratic: bool) -> Case {
    let kind = if quadratic { "hex20" } else { "hex8" };
    let mesh = Mesh::cuboid([cells; 3], [0.1; 3], quadratic);
    assemble(format!("{kind} cube"), &[free(mesh)], 0, &[])
}

/// A thin ring.
pub fn ring(cells: [usize; 3], quadratic: bool) -> Case {
    let kind = if quadratic { "hex20" } else { "hex8" };
    let mesh = Mesh::ring(cells, 0.2, [0.01, 0.01], quadratic);
    assemble(format!("{kind} ring"), &[free(mesh)], 0, &[])
}

/// Adds a penalty contact with friction on the nodes of the face of a cube: unsymmetric values.
pub fn with_friction(mut case: Case, cells: usize, quadratic: bool) -> Case {
    let mesh = Mesh::cuboid([cells; 3], [0.1; 3], quadratic);
    for (node, _) in mesh.nodes.iter().enumerate().filter(|(_, at)| at[2] == 0.0) {
        let stiffness = 1e9;
        case.matrix.add(&case.pattern, [node, 2], [node, 2], stiffness);
        case.matrix.add(&case.pattern, [node, 0], [node, 2], FRICTION * stiffness);
    }
    case.name = format!("{}, friction", case.name);
    case
}

/// Two blocks, one on the other, whose meshes do not match. Each node of the upper one is held to the face of the lower
/// one that it lies on: in the normal direction with friction, or in all directions if tied.
pub fn stacked(cells: usize, tied: bool, repeated: usize) -> Case {
    let half = cells.div_ceil(2);
    let cell = 0.1 / cells as f64;
    let lower = Mesh::cuboid([cells, cells, half], [0.1, 0.1, 0.05], false);
    // The upper block is smaller and lies inside the lower one's face, so that its nodes lie inside faces.
    let mut upper = Mesh::cuboid([cells, cells, half], [0.085, 0.085, 0.05], false);
    upper.nodes.iter_mut().for_each(|at| *at = [at[0] + 0.3 * cell, at[1] + 0.4 * cell, at[2] + 0.05]);
    let count = lower.nodes.len();
    let mut rows: Vec<Row> = Vec::new();
    // Faces of the lower block by their cell.
    let mut top = std::collections::HashMap::new();
    for (k, at) in lower.nodes.iter().enumerate().filter(|(_, at)| (at[2] - 0.05).abs() < 1e-9) {
        top.insert(((at[0] / cell).round() as usize, (at[1] / cell).round() as usize), k);
    }
    for (k, at) in upper.nodes.iter().enumerate().filter(|(_, at)| (at[2] - 0.05).abs() < 1e-9) {
        let (x, y) = (at[0] / cell, at[1] / cell);
        let (i, j) = ((x as usize).min(cells - 1), (y as usize).min(cells - 1));
        let (a, b) = (x - i as f64, y - j as f64);
        let face = [
            ((i, j), (1.0 - a) * (1.0 - b)),
            ((i + 1, j), a * (1.0 - b)),
            ((i, j + 1), (1.0 - a) * b),
            ((i + 1, j + 1), a * b),
        ];
        let along = |c: usize, factor: f64| {
            let mut row = vec![(count + k, c, factor)];
            row.extend(face.iter().map(|(place, weight)| (top[place], c, -weight * factor)));
            row
        };
        let directions: &[usize] = if tied { &[0, 1, 2] } else { &[2] };
        for &c in directions {
            let mut column = along(c, 1.0);
            if !tied {
                column.extend(along(0, FRICTION));
            }
            rows.push((along(c, 1.0), column));
        }
    }
    let again: Vec<Row> = rows.iter().step_by(7).take(repeated).cloned().collect();
    rows.extend(again);
    let name = match (tied, repeated) {
        (true, 0) => "tied blocks".to_string(),
        (false, 0) => "blocks in contact, friction".to_string(),
        (_, n) => format!("tied blocks, {n} redundant"),
    };
    assemble(name, &[free(lower), free(upper)], 0, &rows)
}

/// A cube whose faces are held by mean frames: nodes without mass, with six wide rows each.
pub fn with_frames(cells: usize) -> Case {
    let mesh = Mesh::cuboid([cells; 3], [0.1; 3], false);
    let count = mesh.nodes.len();
    let mut rows: Vec<Row> = Vec::new();
    for (frame, x) in [0.0, 0.1].into_iter().enumerate() {
        let face: Vec<usize> = (0..count).filter(|&k| (mesh.nodes[k][0] - x).abs() < 1e-9).collect();
        let weight = 1.0 / face.len() as f64;
        let arm = |k: usize| [0.0, mesh.nodes[k][1] - 0.05, mesh.nodes[k][2] - 0.05];
        let square: f64 = face.iter().map(|&k| arm(k).iter().map(|a| a * a).sum::<f64>()).sum();
        for c in 0..3 {
            let mut row = vec![(count + frame, c, 1.0)];
            row.extend(face.iter().map(|&k| (k, c, -weight)));
            rows.push((row.clone(), row));
            // Rotation: the mean of arm × displacement.
            let (d, e) = ((c + 1) % 3, (c + 2) % 3);
            let mut row = vec![(count + frame, 3 + c, 0.1)];
            for &k in &face {
                row.push((k, e, -0.1 * arm(k)[d] / square));
                row.push((k, d, 0.1 * arm(k)[e] / square));
            }
            rows.push((row.clone(), row));
        }
    }
    let mut case = assemble("cube on mean frames".to_string(), &[free(mesh)], 2, &rows);
    // Without its rows, a frame is held by nothing.
    case.contacts.clear();
    case
}

/// A space frame of tubes with six unknowns a node: a grid of struts, each of several elements.
pub fn frame(cells: [usize; 3], per_strut: usize) -> Case {
    let mut builder_edges: Vec<(usize, usize, usize)> = Vec::new();
    let mut nodes = 0;
    let mut corner = std::collections::HashMap::new();
    let mut number = |at: [usize; 3], nodes: &mut usize| {
        *corner.entry(at).or_insert_with(|| {
            *nodes += 1;
            *nodes - 1
        })
    };
    for x in 0..=cells[0] {
        for y in 0..=cells[1] {
            for z in 0..=cells[2] {
                for axis in 0..3 {
                    let mut end = [x, y, z];
                    end[axis] += 1;
                    if end[axis] > cells[axis] {
                        continue;
                    }
                    let (a, b) = (number([x, y, z], &mut nodes), number(end, &mut nodes));
                    let mut from = a;
                    for k in 1..per_strut {
                        builder_edges.push((from, nodes, axis));
                        from = nodes;
                        nodes += 1;
                        debug_assert!(k < per_strut);
                    }
                    builder_edges.push((from, b, axis));
                }
            }
        }
    }
    let mut builder = PatternBuilder::new(std::iter::repeat_n(6, nodes));
    builder_edges.iter().for_each(|&(a, b, _)| builder.couple(a, b));
    let pattern = builder.finish().expect("at most 100 000 unknowns");
    let mut matrix = SparseMatrix::new(&pattern);
    let length = 0.3 / per_strut as f64;
    let (ea, ei, gj) = (210e9 * 2e-4, 210e9 * 4e-8, 80e9 * 8e-8);
    for &(a, b, axis) in &builder_edges {
        let (y, z) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut add = |i: (usize, usize), j: (usize, usize), value: f64| {
            matrix.add(&pattern, [i.0, i.1], [j.0, j.1], value);
        };
        for (c, value) in [(axis, ea / length), (3 + axis, gj / length)] {
            add((a, c), (a, c), value);
            add((b, c), (b, c), value);
            add((a, c), (b, c), -value);
            add((b, c), (a, c), -value);
        }
        for (c, turn, sign) in [(y, 3 + z, 1.0), (z, 3 + y, -1.0)] {
            let k = ei / length.powi(3);
            let unknowns = [(a, c), (a, turn), (b, c), (b, turn)];
            let l = length * sign;
            let beam = [
                [12.0, 6.0 * l, -12.0, 6.0 * l],
                [6.0 * l, 4.0 * l * l, -6.0 * l, 2.0 * l * l],
                [-12.0, -6.0 * l, 12.0, -6.0 * l],
                [6.0 * l, 2.0 * l * l, -6.0 * l, 4.0 * l * l],
            ];
            for (i, row) in beam.iter().enumerate() {
                for (j, value) in row.iter().enumerate() {
                    add(unknowns[i], unknowns[j], k * value);
                }
            }
        }
    }
    // Lumped masses without rotary inertia.
    for node in 0..nodes {
        (0..3).for_each(|c| matrix.add(&pattern, [node, c], [node, c], 7800.0 * 2e-4 * length / STEP));
    }
    let motion_unknowns = 6 * nodes;
    Case { name: "frame of tubes".to_string(), pattern, matrix, motion_unknowns, contacts: Vec::new() }
}

impl Case {
    /// Opens every `n`-th contact: its row becomes λ = 0, and its column vanishes.
    pub fn open(&self, n: usize) -> SparseMatrix {
        let mut matrix = self.matrix.clone();
        for &contact in self.contacts.iter().step_by(n) {
            for &other in self.pattern.neighbours(contact) {
                for (row, column) in [(contact, other as usize), (other as usize, contact)] {
                    if let Some(slot) = self.pattern.slot(row, column) {
                        matrix.block_mut(&self.pattern, slot).fill(0.0);
                    }
                }
            }
            matrix.add(&self.pattern, [contact, 0], [contact, 0], 1.0);
        }
        matrix
    }
}
