//! Constraints that repeat each other: which they are, and how multipliers stay determined all the same.
//!
//! A planar loop of spatial hinges has more constraints than it needs. As long as they agree, the motion is
//! determined, but the split of the reactions is not. Each constraint that takes part in such a dependency then gets a
//! compliance so small that the motion cannot show it,
//!
//! ```text
//! (βh/γ) Φ̇ = ε d βh² λ,     d = Σ_j Φ_qj² / m_j,     ε = 1e-8
//! ```
//!
//! an opening of ε times what λ would do to the velocity within one step; of all splits this picks the one of least
//! weighted norm. The position level then stays open by ε d βh² λ, which does not add up (`docs/theory.md`, eqs. 35-37).
//! m_j is the largest of the three inertias of its kind.

use crate::linalg::block::BlockMatrix;
use crate::system::{State, System, Weights};

/// ε, relative to the inverse mass that a constraint sees.
const COMPLIANCE: f64 = 1e-8;
/// The same for iteration matrices alone.
const REGULARIZATION: f64 = 1e-10;
/// A constraint is redundant when less than this of its direction is its own.
const RANK_TOLERANCE: f64 = 1e-8;
/// Rank is nearly lost when less than this is.
const NEAR_RANK_TOLERANCE: f64 = 1e-3;
/// A constraint takes part in a dependency when its coefficient is above this.
const DEPENDENCY_COEFFICIENT: f64 = 1e-6;

/// Constraints that repeat each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Redundancy {
    /// How many constraints could be left out.
    pub count: usize,
    /// The elements whose reactions are not unique, in the order of the system.
    pub elements: Vec<String>,
    /// Those of them whose friction depends on these reactions.
    pub friction_elements: Vec<String>,
    /// For each constraint whether its multiplier is not unique.
    involved: Vec<bool>,
}

impl Redundancy {
    /// Examines the constraints in a state.
    pub fn find(system: &System, state: &State) -> Self {
        let rows = active_directions(system, state);
        let mut involved = vec![false; system.constraints()];
        let count = dependencies(&rows, RANK_TOLERANCE, &mut involved);
        let elements = names_of(system, &involved);
        let friction_elements = system.elements_with_reaction_dependent_forces(&involved);
        Redundancy { count, elements, friction_elements, involved }
    }

    /// The elements whose constraints lose rank close to a state, beyond those that are redundant in it: the mechanism is
    /// near a singular configuration, where it gains a motion.
    pub(crate) fn near_rank_loss(system: &System, state: &State) -> Option<Vec<String>> {
        let rows = active_directions(system, state);
        let (mut redundant, mut close) = (vec![false; system.constraints()], vec![false; system.constraints()]);
        let count = dependencies(&rows, RANK_TOLERANCE, &mut redundant);
        let lost = dependencies(&rows, NEAR_RANK_TOLERANCE, &mut close) > count;
        lost.then(|| names_of(system, &close))
    }

    /// The compliance ε d of each multiplier in a step; zero where the multiplier is unique.
    pub(crate) fn compliances(&self, system: &System, state: &State) -> Vec<f64> {
        let mut d = vec![0.0; system.constraints()];
        inertial_matrix(system, state).schur_size(system.pattern(), system.motion_unknowns(), &mut d);
        self.involved.iter().zip(d).map(|(&involved, d)| if involved { COMPLIANCE * d } else { 0.0 }).collect()
    }
}

/// Adds −ε d to the multipliers' diagonal of an iteration matrix, with d from the matrix itself.
///
/// The residual does not have this term, so that what is iterated to does not change; but where constraints repeat each
/// other or come close to it, corrections stay bounded. `d` is room to work in, one number a constraint.
pub(crate) fn regularize_constraints(matrix: &mut BlockMatrix, system: &System, d: &mut [f64]) {
    matrix.schur_size(system.pattern(), system.motion_unknowns(), d);
    matrix.add_to_diagonal(system.pattern(), system.motion_unknowns(), |k| -REGULARIZATION * d[k]);
}

fn inertial_matrix(system: &System, state: &State) -> BlockMatrix {
    let mut matrix = BlockMatrix::new(system.pattern());
    system.tangent(state, &vec![0.0; system.motion_unknowns()], &Weights::INERTIAL, &mut matrix);
    matrix
}

/// The elements of the constraints that are marked, in the order of the system.
fn names_of(system: &System, marked: &[bool]) -> Vec<String> {
    let mut elements: Vec<String> = Vec::new();
    for (k, _) in marked.iter().enumerate().filter(|(_, marked)| **marked) {
        let name = system.row_name(system.motion_unknowns() + k).element;
        if elements.last() != Some(&name) {
            elements.push(name);
        }
    }
    elements
}

/// The directions of the constraints that hold; the others have none.
fn active_directions(system: &System, state: &State) -> Vec<Vec<(usize, f64)>> {
    let mut rows = directions_of(system, state);
    let mut active = vec![true; system.constraints()];
    system.active_constraints(state, &mut active);
    rows.iter_mut().zip(&active).filter(|(_, active)| !**active).for_each(|(row, _)| row.clear());
    rows
}

/// The constraints' directions in the space of velocities, each of unit length.
///
/// A radian counts as much as the mechanism is long, so that rows and columns can be compared.
fn directions_of(system: &System, state: &State) -> Vec<Vec<(usize, f64)>> {
    let (n, length, units) = (system.motion_unknowns(), system.length(state), system.error_scales(state));
    let mut rows = vec![Vec::new(); system.constraints()];
    for (row, column, value) in inertial_matrix(system, state).entries(system.pattern()) {
        if row >= n && column < n && value != 0.0 {
            rows[row - n].push((column, value));
        }
    }
    for row in &mut rows {
        row.sort_unstable_by_key(|e| e.0);
        row.iter_mut().for_each(|(column, value)| *value *= units[*column] / length);
        let norm = row.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
        if norm > 0.0 {
            row.iter_mut().for_each(|(_, value)| *value /= norm);
        }
    }
    rows
}

/// A row that brought a new direction: what is left of it after the rows before it, and how much of those was taken.
struct Direction {
    column: usize,
    row: usize,
    rest: Vec<(usize, f64)>,
    taken: Vec<(usize, f64)>,
}

/// Eliminates row by row; a row of which nothing is left depends on those before it. Marks every row that takes part
/// in a dependency and counts the dependencies.
fn dependencies(rows: &[Vec<(usize, f64)>], tolerance: f64, involved: &mut [bool]) -> usize {
    let columns = rows.iter().flatten().map(|e| e.0 + 1).max().unwrap_or(0);
    let mut of_column: Vec<Option<usize>> = vec![None; columns];
    let mut directions: Vec<Direction> = Vec::new();
    let mut work = vec![0.0; columns];
    let mut count = 0;
    // A row without entries belongs to a constraint that does not hold now.
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
        // Directions are taken out in the order they came: each is free of those before it, so none comes back.
        let mut waiting = std::collections::BTreeSet::new();
        let mut touched = Vec::new();
        let mut add = |work: &mut [f64], waiting: &mut std::collections::BTreeSet<usize>, column: usize, value: f64| {
            touched.push(column);
            work[column] += value;
            if let Some(direction) = of_column[column] {
                waiting.insert(direction);
            }
        };
        for &(column, value) in row {
            add(&mut work, &mut waiting, column, value);
        }
        let mut taken = Vec::new();
        while let Some(k) = waiting.pop_first() {
            let direction = &directions[k];
            let factor = work[direction.column] / direction.rest[0].1;
            if factor.abs() < 1e-14 {
                work[direction.column] = 0.0;
                continue;
            }
            taken.push((k, factor));
            for &(column, value) in &direction.rest {
                add(&mut work, &mut waiting, column, -factor * value);
            }
            work[direction.column] = 0.0;
            waiting.remove(&k);
        }
        touched.sort_unstable();
        touched.dedup();
        let mut rest: Vec<(usize, f64)> = touched.iter().map(|&c| (c, work[c])).filter(|e| e.1 != 0.0).collect();
        touched.iter().for_each(|&c| work[c] = 0.0);
        // The largest entry first: it is the one to eliminate by.
        let largest = (0..rest.len()).max_by(|&i, &j| rest[i].1.abs().total_cmp(&rest[j].1.abs()));
        match largest {
            Some(i) if rest[i].1.abs() > tolerance => {
                rest.swap(0, i);
                of_column[rest[0].0] = Some(directions.len());
                directions.push(Direction { column: rest[0].0, row: index, rest, taken });
            }
            _ => {
                count += 1;
                involved[index] = true;
                mark(&directions, taken, involved);
            }
        }
    }
    count
}

/// Marks the rows of which a dependent row is made.
fn mark(directions: &[Direction], taken: Vec<(usize, f64)>, involved: &mut [bool]) {
    let mut coefficients = std::collections::BTreeMap::new();
    for (k, factor) in taken {
        coefficients.insert(k, factor);
    }
    // A direction is its row less what was taken from it, so its coefficient passes on to directions before it.
    while let Some((k, factor)) = coefficients.pop_last() {
        if factor.abs() < DEPENDENCY_COEFFICIENT {
            continue;
        }
        involved[directions[k].row] = true;
        for &(before, part) in &directions[k].taken {
            *coefficients.entry(before).or_insert(0.0) -= factor * part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_the_sum_of_two_others_is_found_with_them() {
        let rows = vec![
            vec![(0, 1.0), (1, 2.0)],
            vec![(2, 1.0)],
            vec![(1, 1.0), (3, -1.0)],
            vec![(0, 1.0), (1, 3.0), (3, -1.0)],
            vec![(3, 1.0)],
        ];
        let mut involved = vec![false; 5];
        assert_eq!(dependencies(&rows, RANK_TOLERANCE, &mut involved), 1);
        assert_eq!(involved, [true, false, true, true, false]);
    }

    #[test]
    fn independent_rows_involve_nothing() {
        let rows = vec![vec![(0, 1.0), (1, 1.0)], vec![(0, 1.0), (1, -1.0)]];
        let mut involved = vec![false; 2];
        assert_eq!(dependencies(&rows, RANK_TOLERANCE, &mut involved), 0);
        assert_eq!(involved, [false, false]);
    }
}
