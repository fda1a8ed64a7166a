//! Linearization about a state: mass, damping and stiffness in independent coordinates that satisfy the constraints.
//!
//! ```text
//! M δv̇ + C δv + K δq + Φ_qᵀ δλ = 0,     Φ_q δq = 0
//! δq = Z y:     Zᵀ M Z ÿ + Zᵀ C Z ẏ + Zᵀ K Z y = 0
//! ```
//!
//! Rotations of bodies are in world axes. K contains the geometric stiffness of the multipliers. Algebraic unknowns and
//! the multipliers of inactive constraints are eliminated first, by their own equations. First-order unknowns f have
//! equations of their own (`docs/theory.md`, modes).

use faer::Mat;
use faer::linalg::solvers::Solve;

use super::failure::{Failure, Reason};
use super::rotating_frame::{Spin, to_rotating_frame};
use crate::linalg::block::BlockMatrix;
use crate::math::Vec3;
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{ScalarKind, State, System, Weights};

/// A constraint is redundant if less than this is left of it after elimination of the preceding ones.
const RANK_TOLERANCE: f64 = 1e-9;

/// A linearized system in independent coordinates y: M ÿ + C ẏ + K y = 0. Matrices by rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Linearized {
    /// Number of coordinates, the degrees of freedom.
    pub freedoms: usize,
    /// M.
    pub mass: Vec<f64>,
    /// C.
    pub damping: Vec<f64>,
    /// K.
    pub stiffness: Vec<f64>,
    /// Z: the motions of the system, one row each, for each coordinate; rotations in world axes.
    pub basis: Vec<f64>,
    /// The first-order unknowns, if any.
    pub first_order: Option<FirstOrder>,
}

/// First-order unknowns f, such as filters and hydraulic lags, beside the motion. Matrices by rows.
///
/// ```text
/// M ÿ + C ẏ + K y + H f + J ḟ = 0
/// E ḟ + A f + P y + Q ẏ + S ÿ = 0
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FirstOrder {
    /// Number of first-order unknowns.
    pub unknowns: usize,
    /// H and J.
    pub forces: [Vec<f64>; 2],
    /// A and E.
    pub own: [Vec<f64>; 2],
    /// P, Q and S.
    pub by_motion: [Vec<f64>; 3],
}

/// Linearizes about a consistent state, or about a steady rotation in the rotating frame.
pub fn linearize(system: &System, state: &State, spin: Option<&Spin>) -> Result<Linearized, Failure> {
    let Linear { mass, damping, stiffness, basis, flows, .. } = Linear::about(system, state, spin)?;
    let rows = |m: &Mat<f64>| (0..m.nrows()).flat_map(|i| (0..m.ncols()).map(move |j| m[(i, j)])).collect();
    Ok(Linearized {
        freedoms: mass.ncols(),
        mass: rows(&mass),
        damping: rows(&damping),
        stiffness: rows(&stiffness),
        basis: rows(&basis),
        first_order: flows.map(|flows| FirstOrder {
            unknowns: flows.own[0].ncols(),
            forces: flows.forces.each_ref().map(rows),
            own: flows.own.each_ref().map(rows),
            by_motion: flows.by_motion.each_ref().map(rows),
        }),
    })
}

/// Mass, damping and stiffness in independent coordinates y, and their map to the velocities of the system.
pub(crate) struct Linear {
    pub mass: Mat<f64>,
    pub damping: Mat<f64>,
    pub stiffness: Mat<f64>,
    /// |Zᵀ| |K| |Z|: the stiffness without cancellation.
    pub stiffness_size: Mat<f64>,
    /// Z: motions of the system for each independent coordinate.
    pub basis: Mat<f64>,
    /// The first-order unknowns, if any.
    pub flows: Option<Flows>,
}

/// The matrices of [`FirstOrder`].
pub(crate) struct Flows {
    /// H and J.
    pub forces: [Mat<f64>; 2],
    /// A and E.
    pub own: [Mat<f64>; 2],
    /// P, Q and S.
    pub by_motion: [Mat<f64>; 3],
}

impl Flows {
    /// In coordinates y' with y = Z y'.
    pub fn in_coordinates(&self, basis: &Mat<f64>) -> Flows {
        Flows {
            forces: self.forces.each_ref().map(|forces| basis.transpose() * forces),
            own: self.own.clone(),
            by_motion: self.by_motion.each_ref().map(|by| by * basis),
        }
    }
}

impl Linear {
    /// About a state, with rotations of bodies in world axes; or about a steady rotation, in the rotating frame.
    pub fn about(system: &System, state: &State, spin: Option<&Spin>) -> Result<Linear, Failure> {
        let whole = Whole::about(system, state, spin);
        let motion_unknowns = whole.moving(system);
        let eliminated = eliminated(system, state);
        // The motions, followed by the first-order unknowns.
        let kept: Vec<usize> = motion_unknowns.iter().copied().chain(whole.of_first_order(system)).collect();
        let all = [&whole.by_position, &whole.by_velocity, &whole.by_acceleration];
        let mut matrices = all.map(|m| part(m, &kept, &kept));
        let constraints: Vec<usize> =
            (system.motion_unknowns()..system.unknowns()).filter(|row| !eliminated.contains(row)).collect();
        if !eliminated.is_empty() {
            // A column is with respect to the velocity for an algebraic unknown, and to the multiplier itself for a
            // multiplier.
            let n = system.motion_unknowns();
            let column = |j: usize| if j < n { &whole.by_velocity } else { &whole.by_position };
            let columns = |rows: &[usize]| {
                Mat::from_fn(rows.len(), eliminated.len(), |i, j| column(eliminated[j])[(rows[i], eliminated[j])])
            };
            let (own, felt) = (columns(&eliminated).partial_piv_lu(), columns(&kept));
            let reactions = part(&whole.by_position, &eliminated, &constraints);
            for (matrix, by) in matrices.iter_mut().zip(all) {
                let by = part(by, &eliminated, &kept);
                // Skipped if nothing depends on them, to preserve the bits.
                if by.norm_max() != 0.0 {
                    *matrix -= &felt * own.solve(by);
                }
            }
            if reactions.norm_max() != 0.0 {
                let commanded = &felt * own.solve(reactions);
                if !remove_reaction_feedback(&mut matrices, &part(&whole.by_position, &kept, &constraints), &commanded)
                {
                    return Err(Failure::at_unknown(system, state.time, eliminated[0], Reason::Singular));
                }
            }
            if !matrices.iter().all(finite) {
                return Err(Failure::at_unknown(system, state.time, eliminated[0], Reason::Singular));
            }
        }
        let (n, f) = (motion_unknowns.len(), kept.len() - motion_unknowns.len());
        let block = |m: &Mat<f64>, i: usize, j: usize, rows: usize, columns: usize| {
            Mat::from_fn(rows, columns, |row, column| m[(i + row, j + column)])
        };
        let [stiffness, damping, mass] = matrices.each_ref().map(|m| block(m, 0, 0, n, n));
        let [_, by_flow, by_rate] = &matrices;
        let flows = (f > 0).then(|| Flows {
            forces: [by_flow, by_rate].map(|m| block(m, 0, n, n, f)),
            own: [by_flow, by_rate].map(|m| block(m, n, n, f, f)),
            by_motion: matrices.each_ref().map(|m| block(m, n, 0, f, n)),
        });
        if constraints.is_empty() {
            let mut basis = Mat::zeros(system.motion_unknowns(), motion_unknowns.len());
            motion_unknowns.iter().enumerate().for_each(|(j, &motion)| basis[(motion, j)] = 1.0);
            let stiffness_size = sizes(&stiffness);
            return Ok(Linear { mass, damping, stiffness, stiffness_size, basis, flows });
        }
        let free = null_space(part(&whole.by_position, &constraints, &motion_unknowns), &mass);
        let reduced = |matrix: &Mat<f64>| free.transpose() * matrix * &free;
        let mut basis = Mat::zeros(system.motion_unknowns(), free.ncols());
        for (i, &motion) in motion_unknowns.iter().enumerate() {
            for j in 0..free.ncols() {
                basis[(motion, j)] = free[(i, j)];
            }
        }
        let mut linear = Linear {
            mass: reduced(&mass),
            damping: reduced(&damping),
            stiffness: reduced(&stiffness),
            stiffness_size: sizes(&free).transpose() * sizes(&stiffness) * sizes(&free),
            basis,
            flows: flows.map(|flows| flows.in_coordinates(&free)),
        };
        if system.has_force_signals() {
            linear.set_mass(reduced(&part(&whole.by_acceleration, &motion_unknowns, &motion_unknowns)));
            if !finite(&linear.stiffness) {
                let unknown = linear.lightest();
                return Err(Failure::at_unknown(system, state.time, unknown, Reason::Singular));
            }
        }
        Ok(linear)
    }

    /// The unknown with the largest entry in the motion of least inertia, by rows of the mass matrix.
    pub fn lightest(&self) -> usize {
        let inertia = |j: usize| (0..self.mass.ncols()).fold(0.0_f64, |most, i| most.max(self.mass[(i, j)].abs()));
        let light = (0..self.mass.ncols()).min_by(|&i, &j| inertia(i).total_cmp(&inertia(j)));
        let part = |i: usize| light.map_or(0.0, |j| self.basis[(i, j)].abs());
        (0..self.basis.nrows()).max_by(|&i, &j| part(i).total_cmp(&part(j))).unwrap_or(0)
    }

    /// Multiplies the equations of motion so that they have a given mass matrix.
    fn set_mass(&mut self, mass: Mat<f64>) {
        if self.mass == mass {
            return;
        }
        let solver = self.mass.partial_piv_lu();
        let weighed = |matrix: &Mat<f64>| &mass * solver.solve(matrix);
        (self.stiffness, self.damping) = (weighed(&self.stiffness), weighed(&self.damping));
        if let Some(flows) = &mut self.flows {
            flows.forces = flows.forces.each_ref().map(weighed);
        }
        self.mass = mass;
    }
}

/// Transforms equations A x + (L₀ − C) λ = 0, in which loads depend on reactions through signals of forces, to A' x +
/// L₀ λ = 0.
///
/// With P L = 1 for L = L₀ − C, T = 1 + C P makes T L = L₀; P = (L₀ᵀ L)⁻¹ L₀ᵀ. P does not exist if constraints are
/// redundant; the function then returns false.
fn remove_reaction_feedback(matrices: &mut [Mat<f64>; 3], reactions: &Mat<f64>, commanded: &Mat<f64>) -> bool {
    let square = reactions.transpose() * (reactions - commanded);
    let inverse = square.partial_piv_lu();
    let unit = inverse.solve(&square);
    let off = Mat::from_fn(unit.nrows(), unit.ncols(), |i, j| unit[(i, j)] - f64::from(u8::from(i == j)));
    if !finite(&off) || off.norm_max() > 1e-6 {
        return false;
    }
    for matrix in matrices {
        let forces = inverse.solve(reactions.transpose() * &*matrix);
        *matrix += commanded * forces;
    }
    true
}

/// Passes every entry of the derivatives with respect to positions, velocities and accelerations, in this order, with
/// its row and column.
pub(super) fn tangents(system: &System, state: &State, mut tell: impl FnMut(usize, usize, usize, f64)) {
    let mut matrix = BlockMatrix::new(system.pattern());
    let still = vec![0.0; system.motion_unknowns()];
    for (which, weights) in Weights::TANGENTS.iter().enumerate() {
        system.tangent(state, &still, weights, &mut matrix);
        matrix.entries(system.pattern()).for_each(|(row, column, value)| tell(which, row, column, value));
    }
}

/// The matrices with all unknowns of the system.
pub(super) struct Whole {
    pub by_position: Mat<f64>,
    pub by_velocity: Mat<f64>,
    pub by_acceleration: Mat<f64>,
}

impl Whole {
    pub fn about(system: &System, state: &State, spin: Option<&Spin>) -> Whole {
        let n = system.unknowns();
        let mut all = [Mat::zeros(n, n), Mat::zeros(n, n), Mat::zeros(n, n)];
        tangents(system, state, |which, row, column, value| all[which][(row, column)] += value);
        if let Some(spin) = spin {
            to_rotating_frame(system, state, spin, &mut all);
            let [by_position, by_velocity, by_acceleration] = all;
            return Whole { by_position, by_velocity, by_acceleration };
        }
        let [by_position, by_velocity, by_acceleration] = all;
        let mut whole = Whole { by_position, by_velocity, by_acceleration };
        for node in 0..system.poses() {
            whole.turn_to_world_axes(state, node, system.motion_unknowns());
        }
        whole
    }

    /// Transforms the rotations of a node to world axes, in which a body that spins between fixed bearings has constant
    /// coefficients.
    ///
    /// With R ← exp(φ~) R the increment in body axes is θ = Rᵀφ, and the angular velocity changes by
    /// δΩ = θ̇ + Ω × θ = Rᵀφ̇, hence δΩ̇ = Rᵀφ̈ − Ω × Rᵀφ̇. Torques are transformed too, which preserves symmetry.
    fn turn_to_world_axes(&mut self, state: &State, node: usize, motion_unknowns: usize) {
        let first = POSE_UNKNOWNS * node + 3;
        let r = state.pose(node).rotation.matrix();
        let spin = Vec3::from_slice(&state.v[first..]).skew();
        let Whole { by_position, by_velocity, by_acceleration } = self;
        for row in 0..by_position.nrows() {
            let old = |matrix: &Mat<f64>| Vec3(std::array::from_fn(|j| matrix[(row, first + j)]));
            let (k, c, m) = (old(by_position), old(by_velocity), old(by_acceleration));
            // Rows of constraints, active or not, do not depend on accelerations.
            let c = if row < motion_unknowns { c - spin.transpose() * m } else { c };
            for (matrix, new) in [(&mut *by_position, k), (&mut *by_velocity, c), (&mut *by_acceleration, m)] {
                let new = r * new;
                (0..3).for_each(|j| matrix[(row, first + j)] = new[j]);
            }
        }
        for matrix in [by_position, by_velocity, by_acceleration] {
            for column in 0..matrix.ncols() {
                let new = r * Vec3(std::array::from_fn(|i| matrix[(first + i, column)]));
                (0..3).for_each(|i| matrix[(first + i, column)] = new[i]);
            }
        }
    }

    /// The unknowns that are coordinates of motion.
    fn moving(&self, system: &System) -> Vec<usize> {
        let first = system.first_scalar();
        let scalars = system.scalar_kinds().enumerate().filter(|(_, kind)| *kind == ScalarKind::Motion);
        (0..first).chain(scalars.map(|(i, _)| first + i)).collect()
    }

    fn of_first_order(&self, system: &System) -> Vec<usize> {
        let first = system.first_scalar();
        let scalars = system.scalar_kinds().enumerate().filter(|(_, kind)| *kind == ScalarKind::Flow);
        scalars.map(|(i, _)| first + i).collect()
    }
}

/// Algebraic unknowns, and multipliers of inactive constraints.
pub(super) fn eliminated(system: &System, state: &State) -> Vec<usize> {
    let mut active = vec![true; system.constraints()];
    system.active_constraints(state, &mut active);
    let inactive = active.iter().enumerate().filter(|(_, active)| !**active).map(|(k, _)| system.motion_unknowns() + k);
    system.algebraic().map(|(i, _)| i).chain(inactive).collect()
}

fn part(matrix: &Mat<f64>, rows: &[usize], columns: &[usize]) -> Mat<f64> {
    let all = |list: &[usize], count: usize| list.len() == count && list.iter().enumerate().all(|(i, &k)| i == k);
    if all(rows, matrix.nrows()) && all(columns, matrix.ncols()) {
        return matrix.clone();
    }
    Mat::from_fn(rows.len(), columns.len(), |i, j| matrix[(rows[i], columns[j])])
}

pub(crate) fn sizes(matrix: &Mat<f64>) -> Mat<f64> {
    Mat::from_fn(matrix.nrows(), matrix.ncols(), |i, j| matrix[(i, j)].abs())
}

pub(crate) fn finite(matrix: &Mat<f64>) -> bool {
    (0..matrix.ncols()).all(|j| matrix.col_as_slice(j).iter().all(|x| x.is_finite()))
}

/// A basis of the motions that satisfy the constraints: elimination with full pivoting leaves the independent
/// coordinates.
///
/// Columns are scaled by 1/√m, so that light coordinates depend on heavy ones, and massless ones are always dependent.
pub(super) fn null_space(mut rows: Mat<f64>, mass: &Mat<f64>) -> Mat<f64> {
    let (m, n) = (rows.nrows(), rows.ncols());
    let heaviest = (0..n).fold(0.0_f64, |most, j| most.max(mass[(j, j)]));
    let weight: Vec<f64> =
        (0..n).map(|j| 1.0 / mass[(j, j)].max(1e-12 * heaviest).max(f64::MIN_POSITIVE).sqrt()).collect();
    let size: Vec<f64> =
        (0..m).map(|i| (0..n).fold(0.0_f64, |most, j| most.max(rows[(i, j)].abs() * weight[j]))).collect();
    // For each dependent coordinate, the row that determines it.
    let mut follows: Vec<Option<usize>> = vec![None; n];
    let mut open: Vec<usize> = (0..m).filter(|&i| size[i] > 0.0).collect();
    while !open.is_empty() {
        let mut best = (0.0, 0, 0);
        for &i in &open {
            for j in 0..n {
                let share = rows[(i, j)].abs() * weight[j] / size[i];
                if share > best.0 {
                    best = (share, i, j);
                }
            }
        }
        let (share, pivot, column) = best;
        if share < RANK_TOLERANCE {
            break;
        }
        open.retain(|&i| i != pivot);
        follows[column] = Some(pivot);
        let value = rows[(pivot, column)];
        (0..n).for_each(|j| rows[(pivot, j)] /= value);
        for i in (0..m).filter(|&i| i != pivot) {
            let factor = rows[(i, column)];
            if factor != 0.0 {
                for j in 0..n {
                    let change = factor * rows[(pivot, j)];
                    rows[(i, j)] -= change;
                }
                rows[(i, column)] = 0.0;
            }
        }
    }
    let free: Vec<usize> = (0..n).filter(|&j| follows[j].is_none()).collect();
    Mat::from_fn(n, free.len(), |i, j| match follows[i] {
        Some(row) => -rows[(row, free[j])],
        None => f64::from(u8::from(free[j] == i)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::initial_state;
    use crate::elements::{Gravity, Hinge, RigidBody};
    use crate::math::Mat3;
    use crate::system::{Frame, NodeId, Pose, SystemBuilder, Twist};

    #[test]
    fn a_pendulum_has_one_freedom_with_its_weight_as_stiffness() {
        let (mass, arm, g, inertia) = (2.0, 0.3, 9.81, 0.05);
        let mut b = SystemBuilder::new();
        let pose = Pose { position: Vec3([0.0, 0.0, -arm]), ..Pose::IDENTITY };
        let node = b.pose_node("bob", pose, Twist::ZERO);
        b.add("bob", RigidBody { node, mass, inertia: Mat3::identity() * inertia });
        b.add("weight", Gravity { node, mass, field: Vec3([0.0, 0.0, -g]) });
        let axes = crate::math::rotation::z_along(Vec3([1.0, 0.0, 0.0]));
        let a = Frame { node: NodeId::GROUND, offset: Vec3::zero(), axes };
        b.add("pivot", Hinge { a, b: Frame { node, offset: Vec3([0.0, 0.0, arm]), axes } });
        let system = b.finish();
        let (state, _) = initial_state(&system).unwrap();
        let linear = linearize(&system, &state, None).unwrap();
        assert_eq!((linear.freedoms, linear.basis.len()), (1, 6));
        // The choice of the motion y is arbitrary; its square cancels.
        let ratio = linear.stiffness[0] / linear.mass[0];
        assert!((ratio - mass * g * arm / (inertia + mass * arm * arm)).abs() < 1e-12 * ratio, "{ratio}");
    }
}
