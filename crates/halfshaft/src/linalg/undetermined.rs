//! The unknown that a singular matrix leaves undetermined.
//!
//! A factorization that finds a zero pivot only knows where its own elimination order ended. The unknown to report is
//! the largest entry of the null vector, independent of the order.

use super::block::{BlockMatrix, BlockPattern};
use super::large::{LargeLu, is_large};
use super::sparse_lu::{SparseLu, SparsityPattern};

/// Added to the diagonal of the scaled matrix to make it regular: well above round-off.
const DIAGONAL_SHIFT: f64 = 1e-10;
/// Multipliers are reported only if no motion has this share of the null vector: reactions follow from motions.
const MOTION_SHARE: f64 = 1e-3;
/// Number of inverse iterations. Each amplifies the null vector relative to the others by 1/TRACE.
const INVERSE_ITERATIONS: usize = 2;

/// The unknown with the largest entry in the null vector of a matrix, or in the vector of its smallest singular value.
/// Unknowns of motion, which precede `motion_unknowns`, take precedence over multipliers. `None` if values are not
/// finite.
///
/// Rows and columns are scaled to a largest entry of one, so that lengths and angles are comparable. With a small
/// number δ on the diagonal, inverse iteration finds the vector: x ← (A + δ)⁻¹ x.
pub(crate) fn undetermined(matrix: &BlockMatrix, pattern: &BlockPattern, motion_unknowns: usize) -> Option<usize> {
    let n = pattern.unknowns();
    let mut of_rows = vec![0.0_f64; n];
    for (row, _, value) in matrix.entries(pattern) {
        of_rows[row] = of_rows[row].max(value.abs());
    }
    let inverse = |size: f64| if size > 0.0 { 1.0 / size } else { 1.0 };
    let mut of_columns = vec![0.0_f64; n];
    for (row, column, value) in matrix.entries(pattern) {
        of_columns[column] = of_columns[column].max((value * inverse(of_rows[row])).abs());
    }
    if let Some(column) = of_columns.iter().position(|size| *size == 0.0) {
        return Some(column);
    }
    if is_large(pattern) {
        return Some(LargeLu::new(matrix, pattern, motion_unknowns).ok()?.least_determined());
    }
    let mut places = SparsityPattern { unknowns: n, entries: Vec::new() };
    let mut values = Vec::new();
    for (row, column, value) in matrix.entries(pattern) {
        let diagonal = row == column;
        if value != 0.0 || diagonal {
            places.entries.push((row as u32, column as u32));
            values.push(
                value * inverse(of_rows[row]) * inverse(of_columns[column])
                    + if diagonal { DIAGONAL_SHIFT } else { 0.0 },
            );
        }
    }
    if !values.iter().all(|value| value.is_finite()) {
        return None;
    }
    let mut lu = match SparseLu::new(&places, &values) {
        Ok(lu) => lu,
        Err(unknown) => return Some(unknown),
    };
    lu.factorize(&values);
    // An irregular start vector, which has a component in every direction.
    let mut x: Vec<f64> = (0..n).map(|i| 1.0 + 0.5 * ((i + 1) as f64).sin()).collect();
    let mut b = vec![0.0; n];
    for _ in 0..INVERSE_ITERATIONS {
        let size = x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        b.iter_mut().zip(&x).for_each(|(b, x)| *b = x / size);
        lu.solve(&mut b, &mut x);
        if !x.iter().all(|x| x.is_finite()) {
            return None;
        }
    }
    // The first of those that are equal up to round-off.
    let largest = |mut range: std::ops::Range<usize>| {
        let size = x[range.clone()].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        range.find(|&i| x[i].abs() >= size * (1.0 - 1e-6)).map(|i| (i, size))
    };
    match (largest(0..motion_unknowns.min(n)), largest(motion_unknowns.min(n)..n)) {
        (Some((motion, moves)), Some((multiplier, reacts))) => {
            Some(if moves >= MOTION_SHARE * reacts { motion } else { multiplier })
        }
        (one, other) => one.or(other).map(|(unknown, _)| unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bodies of three unknowns in a row. Springs connect the first two unknowns of neighbours, and `mass` gives the
    /// mass of each unknown.
    fn row(bodies: usize, mass: impl Fn(usize) -> f64, spring: f64) -> (BlockPattern, BlockMatrix) {
        let mut pattern = BlockPattern::new();
        let groups: Vec<usize> = (0..bodies).map(|i| pattern.add_group(3 * i, 3)).collect();
        let between: Vec<_> = groups.windows(2).map(|w| [pattern.slot(w[0], w[1]), pattern.slot(w[1], w[0])]).collect();
        let own: Vec<_> = groups.iter().map(|&g| pattern.slot(g, g)).collect();
        let mut matrix = BlockMatrix::new(&pattern);
        for (i, &slot) in own.iter().enumerate() {
            (0..3).for_each(|k| matrix.block_mut(slot)[k][k] += mass(3 * i + k));
        }
        for (i, slots) in between.iter().enumerate() {
            for k in 0..2 {
                slots.iter().for_each(|&slot| matrix.block_mut(slot)[k][k] -= spring);
                [own[i], own[i + 1]].iter().for_each(|&slot| matrix.block_mut(slot)[k][k] += spring);
            }
        }
        (pattern, matrix)
    }

    #[test]
    fn the_one_unknown_without_mass_is_named_whatever_its_place_and_the_units_of_the_others() {
        for missing in [2, 5, 11, 14] {
            for unit in [1.0, 1e-9, 1e9] {
                let mass = |i: usize| {
                    if i == missing {
                        0.0
                    } else if i % 3 == 2 {
                        unit
                    } else {
                        2.0 + i as f64
                    }
                };
                let (pattern, matrix) = row(5, mass, 1e4);
                assert_eq!(undetermined(&matrix, &pattern, 15), Some(missing), "unit {unit}");
            }
        }
    }

    #[test]
    fn a_motion_of_several_parts_is_named_by_one_of_them() {
        // No mass along the first direction: all bodies drift together, connected to each other by springs.
        let (pattern, matrix) = row(4, |i| if i % 3 == 0 { 0.0 } else { 1.0 }, 50.0);
        let unknown = undetermined(&matrix, &pattern, 12).unwrap();
        assert_eq!(unknown % 3, 0);
    }

    #[test]
    fn reactions_are_named_where_motions_are_determined() {
        // Two equal constraints on one mass.
        let mut pattern = BlockPattern::new();
        let (motion, one, two) = (pattern.add_group(0, 1), pattern.add_group(1, 1), pattern.add_group(2, 1));
        let slots = [(motion, one), (one, motion), (motion, two), (two, motion)].map(|(r, c)| pattern.slot(r, c));
        let own = pattern.slot(motion, motion);
        let mut matrix = BlockMatrix::new(&pattern);
        matrix.block_mut(own)[0][0] = 3.0;
        slots.iter().for_each(|&slot| matrix.block_mut(slot)[0][0] = 1.0);
        assert!(undetermined(&matrix, &pattern, 1).unwrap() > 0);
    }
}
