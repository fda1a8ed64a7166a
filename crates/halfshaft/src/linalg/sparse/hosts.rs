//! Which node each multiplier is eliminated with.
//!
//! A multiplier has no diagonal of its own: eliminated before the motions that it constrains, it is a zero pivot. It
//! therefore shares an ordering vertex with one of its nodes, behind that node's motions, and the pivots of the vertex
//! are chosen among both. A node hosts as many multipliers as it has unknowns, and only those whose rows on it are
//! linearly independent: the vertex then has full rank even if the node has no mass. A multiplier for which no node is
//! left is eliminated after everything else.

use super::pattern::{Pattern, SparseMatrix};

/// A row is independent of those that a node hosts already if at least this share of it is.
const INDEPENDENT_SHARE: f64 = 0.1;
/// Share of the whole row, in squares, below which a node does not hold a multiplier.
const HOLDING_SHARE: f64 = 1e-8;

/// The host of each multiplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hosts {
    /// For each node, the node whose vertex it belongs to; itself if it is a motion or a multiplier without a host.
    pub of: Vec<u32>,
    /// Multipliers without a host.
    pub alone: Vec<u32>,
}

/// Finds the hosts. Nodes from `motion_unknowns` on are multipliers of one unknown each.
pub(super) fn hosts(pattern: &Pattern, matrix: &SparseMatrix, motion_unknowns: usize) -> Hosts {
    let nodes = pattern.nodes();
    let first = (0..nodes).find(|&k| pattern.start(k) >= motion_unknowns).unwrap_or(nodes);
    let mut found = Hosts { of: (0..nodes as u32).collect(), alone: Vec::new() };
    if first == nodes {
        return found;
    }
    let inertia = inertias(pattern, matrix, first);
    // Rows that the nodes host already, orthonormal in their weighted unknowns.
    let mut bases: Vec<Vec<Vec<f64>>> = vec![Vec::new(); first];
    let mut sequence: Vec<usize> = (first..nodes).collect();
    sequence.sort_by_key(|&k| (pattern.neighbours(k).len(), k));
    for k in sequence {
        let rows: Vec<(usize, Vec<f64>)> = pattern
            .neighbours(k)
            .iter()
            .filter(|&&v| (v as usize) < first)
            .map(|&v| (v as usize, weighted_row(pattern, matrix, k, v as usize, &inertia)))
            .collect();
        let square = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>();
        let whole: f64 = rows.iter().map(|(_, row)| square(row)).sum();
        let mut best: Option<(f64, usize, Vec<f64>)> = None;
        for (v, row) in rows {
            if bases[v].len() >= pattern.size(v) {
                continue;
            }
            let own = square(&row);
            let rest = without(&bases[v], row);
            let share = square(&rest);
            // An inactive constraint has no row yet: it joins the node with the fewest guests.
            let score = if whole > 0.0 { share / whole } else { 1.0 / (1.0 + bases[v].len() as f64) };
            let independent = whole == 0.0 || (share >= INDEPENDENT_SHARE * own && score >= HOLDING_SHARE);
            if independent && best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, v, rest));
            }
        }
        match best {
            Some((_, v, mut rest)) => {
                let size = square(&rest).sqrt();
                if size > 0.0 {
                    rest.iter_mut().for_each(|x| *x /= size);
                }
                bases[v].push(rest);
                found.of[k] = v as u32;
            }
            None => found.alone.push(k as u32),
        }
    }
    found
}

/// The diagonal of the motions; where there is none, a small part of the largest, so that what has no inertia hosts its
/// constraints first.
fn inertias(pattern: &Pattern, matrix: &SparseMatrix, first: usize) -> Vec<f64> {
    let mut diagonal = vec![0.0; pattern.unknowns()];
    for node in 0..first {
        let size = pattern.size(node);
        if let Some(slot) = pattern.slot(node, node) {
            let offset = pattern.offset(slot);
            (0..size).for_each(|i| diagonal[pattern.start(node) + i] = matrix.values()[offset + i * (size + 1)].abs());
        }
    }
    let largest = diagonal.iter().fold(0.0_f64, |most, x| most.max(*x));
    let least = if largest > 0.0 { 1e-12 * largest } else { 1.0 };
    diagonal.iter_mut().for_each(|x| *x = x.max(least));
    diagonal
}

fn weighted_row(pattern: &Pattern, matrix: &SparseMatrix, k: usize, v: usize, inertia: &[f64]) -> Vec<f64> {
    let Some(slot) = pattern.slot(k, v) else { return vec![0.0; pattern.size(v)] };
    let values = &matrix.values()[pattern.offset(slot)..][..pattern.size(v)];
    values.iter().zip(&inertia[pattern.start(v)..]).map(|(x, a)| x / a.sqrt()).collect()
}

/// The part of a row that is orthogonal to a basis.
fn without(basis: &[Vec<f64>], mut row: Vec<f64>) -> Vec<f64> {
    for _ in 0..2 {
        for b in basis {
            let along: f64 = b.iter().zip(&row).map(|(b, x)| b * x).sum();
            row.iter_mut().zip(b).for_each(|(x, b)| *x -= along * b);
        }
    }
    row
}
