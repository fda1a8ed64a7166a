//! The linearized system of a modal analysis, with the names of its coordinates.

use halfshaft::analysis::Linearized;
use halfshaft::system::System;
use halfshaft_results::matrices::{FirstOrder, Matrices};

/// Converts the linearized system to the form in which results store it.
pub(super) fn of(system: &System, linear: &Linearized) -> Matrices {
    let n = linear.freedoms;
    let first_order = linear.first_order.as_ref().map(|flows| {
        let [h, j] = flows.forces.each_ref().map(|m| rows(m, flows.unknowns));
        let [a, e] = flows.own.each_ref().map(|m| rows(m, flows.unknowns));
        let [p, q, s] = flows.by_motion.each_ref().map(|m| rows(m, n));
        let equations = "M y'' + C y' + K y + H f + J f' = 0, E f' + A f + P y + Q y' + S y'' = 0";
        FirstOrder { equations, h, j, a, e, p, q, s }
    });
    Matrices {
        equation: "M y'' + C y' + K y = 0",
        motions: motions(system),
        mass: rows(&linear.mass, n),
        damping: rows(&linear.damping, n),
        stiffness: rows(&linear.stiffness, n),
        basis: rows(&linear.basis, n),
        first_order,
    }
}

fn rows(matrix: &[f64], columns: usize) -> Vec<Vec<f64>> {
    matrix.chunks_exact(columns.max(1)).map(<[f64]>::to_vec).collect()
}

/// `arm.x`, `arm.turn_z`, or the shaft's own name.
fn motions(system: &System) -> Vec<String> {
    const COMPONENTS: [&str; 6] = ["x", "y", "z", "turn_x", "turn_y", "turn_z"];
    let of = |(name, _, count): (&str, usize, usize)| match count {
        1 => vec![name.to_owned()],
        _ => COMPONENTS[..count].iter().map(|component| format!("{name}.{component}")).collect(),
    };
    by_node(system).flat_map(of).collect()
}

/// The name of each node, the index of its first velocity, and its number of velocities.
pub(super) fn by_node(system: &System) -> impl Iterator<Item = (&str, usize, usize)> {
    system.node_names().scan(0, |next, (name, count)| {
        let first = *next;
        *next += count;
        Some((name, first, count))
    })
}
