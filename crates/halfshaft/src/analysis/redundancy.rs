//! Redundant constraints of an overconstrained mechanism: which they are, and how their multipliers are made unique.
//!
//! A planar loop of spatial hinges is overconstrained. As long as its constraints are consistent, the motion is
//! determined, but the distribution of the reactions is not. Each constraint that is part of such a dependency gets a
//! compliance too small to affect the motion,
//!
//! ```text
//! (βh/γ) Φ̇ = ε d βh² λ,     d = Σ_j Φ_qj² / m_j,     ε = 1e-8
//! ```
//!
//! a gap of ε times the velocity that λ would cause within one step. Among all distributions this selects the one of
//! least weighted norm. The constraint violation at position level is then ε d βh² λ, which does not accumulate
//! (`docs/theory.md`, eqs. 35-37). m_j is the largest of the three inertias of its kind.

use crate::linalg::block::BlockMatrix;
use crate::system::{State, System, Weights};

/// ε, relative to the inverse mass of a constraint.
const COMPLIANCE: f64 = 1e-8;
/// ε that is added to iteration matrices only.
const REGULARIZATION: f64 = 1e-10;
/// A constraint is redundant if less than this is left of its direction after elimination of the others.
const RANK_TOLERANCE: f64 = 1e-8;
/// Rank is nearly lost if less than this is left.
const NEAR_RANK_TOLERANCE: f64 = 1e-3;
/// A constraint is part of a dependency if its coefficient is above this.
const DEPENDENCY_COEFFICIENT: f64 = 1e-6;

/// Redundant constraints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Redundancy {
    /// Number of redundant constraints.
    pub count: usize,
    /// The elements whose reactions are not unique, in the order of the system.
    pub elements: Vec<String>,
    /// Those of them whose friction depends on these reactions.
    pub friction_elements: Vec<String>,
    /// Whether none is redundant but for friction that sticks.
    pub only_by_sticking: bool,
    /// For each constraint whether its multiplier is not unique.
    involved: Vec<bool>,
}

impl Redundancy {
    /// Examines the constraints in a state.
    pub fn find(system: &System, state: &State) -> Self {
        if system.constraints() == 0 {
            return Redundancy::default();
        }
        let mut rows = active_directions(system, state);
        let mut involved = vec![false; system.constraints()];
        let count = dependencies(&rows, RANK_TOLERANCE, &mut involved);
        let mut only_by_sticking = false;
        if count > 0 {
            let permanent = system.permanent_constraints(state);
            rows.iter_mut().zip(&permanent).filter(|(_, permanent)| !**permanent).for_each(|(row, _)| row.clear());
            only_by_sticking = dependencies(&rows, RANK_TOLERANCE, &mut vec![false; system.constraints()]) == 0;
        }
        let elements = names_of(system, &involved);
        let friction_elements = system.elements_with_reaction_dependent_forces(&involved);
        Redundancy { count, elements, friction_elements, only_by_sticking, involved }
    }

    /// The elements whose constraints lose rank close to a state, beyond those that are redundant in it. The mechanism
    /// is then near a singular configuration, in which it gains a degree of freedom.
    pub(crate) fn near_rank_loss(system: &System, state: &State) -> Option<Vec<String>> {
        let rows = active_directions(system, state);
        let (mut redundant, mut close) = (vec![false; system.constraints()], vec![false; system.constraints()]);
        let count = dependencies(&rows, RANK_TOLERANCE, &mut redundant);
        let lost = dependencies(&rows, NEAR_RANK_TOLERANCE, &mut close) > count;
        lost.then(|| names_of(system, &close))
    }

    /// The compliance ε d of each multiplier in a step; zero if the multiplier is unique.
    pub(crate) fn compliances(&self, system: &System, state: &State) -> Vec<f64> {
        let mut d = vec![0.0; system.constraints()];
        if !self.involved.contains(&true) {
            return d;
        }
        inertial_matrix(system, state).schur_size(system.pattern(), system.motion_unknowns(), &mut d);
        self.involved.iter().zip(d).map(|(&involved, d)| if involved { COMPLIANCE * d } else { 0.0 }).collect()
    }
}

/// Returns whether the constraints that are active in the modes of `held`, but not in those of `free`, follow from those that
/// are active in both, so that they hold nothing that is not held. The states differ in their modes only.
pub(crate) fn adds_no_constraint(system: &System, held: &State, free: &State) -> bool {
    let (mut active, mut added) = (vec![true; system.constraints()], vec![true; system.constraints()]);
    system.active_constraints(free, &mut active);
    system.active_constraints(held, &mut added);
    added.iter_mut().zip(&active).for_each(|(added, active)| *added &= !active);
    let number = added.iter().filter(|added| **added).count();
    let mut rows = active_directions(system, held);
    let mut involved = vec![false; system.constraints()];
    let with = dependencies(&rows, RANK_TOLERANCE, &mut involved);
    rows.iter_mut().zip(&added).filter(|(_, added)| **added).for_each(|(row, _)| row.clear());
    number > 0 && with == number + dependencies(&rows, RANK_TOLERANCE, &mut involved)
}

/// Adds −ε d to the multipliers' diagonal of an iteration matrix, with d from the matrix itself.
///
/// The residual does not contain this term, so the solution of the iteration does not change; but with redundant or
/// nearly redundant constraints, corrections stay bounded. `d` is a buffer with one entry per constraint.
pub(crate) fn regularize_constraints(matrix: &mut BlockMatrix, system: &System, d: &mut [f64]) {
    matrix.schur_size(system.pattern(), system.motion_unknowns(), d);
    matrix.add_to_diagonal(system.pattern(), system.motion_unknowns(), |k| -REGULARIZATION * d[k]);
}

fn inertial_matrix(system: &System, state: &State) -> BlockMatrix {
    let mut matrix = BlockMatrix::new(system.pattern());
    system.tangent(state, &vec![0.0; system.motion_unknowns()], &Weights::INERTIAL, &mut matrix);
    matrix
}

/// The elements of the marked constraints, in the order of the system.
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

/// The directions of the active constraints; those of inactive ones are empty.
fn active_directions(system: &System, state: &State) -> Vec<Vec<(usize, f64)>> {
    let mut rows = directions_of(system, state);
    let mut active = vec![true; system.constraints()];
    system.active_constraints(state, &mut active);
    rows.iter_mut().zip(&active).filter(|(_, active)| !**active).for_each(|(row, _)| row.clear());
    rows
}

/// The constraints' directions in the space of velocities, each of unit length.
///
/// A radian counts as the length of the mechanism, so that rows and columns are comparable.
fn directions_of(system: &System, state: &State) -> Vec<Vec<(usize, f64)>> {
    let (n, length, units) = (system.motion_unknowns(), system.length(state), system.error_scales(state));
    let mut rows = vec![Vec::new(); system.constraints()];
    for (row, column, value) in inertial_matrix(system, state).entries(system.pattern()) {
        // Algebraic signals, which a drive may follow, are given by their own equations and have no scale.
        if row >= n && column < n && value != 0.0 && units[column].is_finite() {
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

/// A row with a new direction: its remainder after elimination of the preceding rows, and the factors of those.
struct Direction {
    column: usize,
    row: usize,
    rest: Vec<(usize, f64)>,
    taken: Vec<(usize, f64)>,
}

/// Eliminates row by row; a row without remainder depends on the preceding ones. Marks every row that is part of a
/// dependency, and counts the dependencies.
fn dependencies(rows: &[Vec<(usize, f64)>], tolerance: f64, involved: &mut [bool]) -> usize {
    let columns = rows.iter().flatten().map(|e| e.0 + 1).max().unwrap_or(0);
    let mut of_column: Vec<Option<usize>> = vec![None; columns];
    let mut directions: Vec<Direction> = Vec::new();
    let mut work = vec![0.0; columns];
    let mut count = 0;
    // A row without entries belongs to an inactive constraint.
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
        // Directions are eliminated in their order: each is zero at the pivots of the preceding ones, so none
        // reappears.
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
        // The largest entry is the pivot.
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

/// Marks the rows that a dependent row is a combination of.
fn mark(directions: &[Direction], taken: Vec<(usize, f64)>, involved: &mut [bool]) {
    let mut coefficients = std::collections::BTreeMap::new();
    for (k, factor) in taken {
        coefficients.insert(k, factor);
    }
    // A direction is its row minus multiples of preceding directions, so its coefficient is passed on to these.
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
