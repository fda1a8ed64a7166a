//! Linearization from inputs to outputs: ẋ = A x + B u, y = C x + D u about a state of the motion.
//!
//! The state x consists of independent coordinates: the displacements q_I and velocities v_I of unknowns from which the
//! constraints determine all others, and the first-order unknowns z. For a change (δq_I, δv_I, δz, δu) the other changes
//! follow from the linearized equations:
//!
//! ```text
//! Φ_q δq = 0,                         Φ_q δv + ∂Φ̇/∂q δq = 0
//! [ M   −   Φ_qᵀ ] [δv̇ ]     [ K δq + C δv ]       [ 0 ]
//! [ ·  R_s   ·   ] [δs ] = − [      ·      ] + δu  [ 1 ]
//! [Φ_q  −    0   ] [δλ ]     [     δΦ̈      ]       [ 0 ]
//! ```
//!
//! with the signals s and their equations R_s, among them s = u of an input, and δΦ̈ the change of the second rates of the
//! constraints at fixed accelerations. So the motion need not be at rest: rates of Φ_q count. K, C, M come from exact
//! tangents; δΦ̇, δΦ̈ and the changes of the outputs are central differences along each column.
//!
//! Rotations are in the axes of the body, so that d(δθ)/dt = δΩ − Ω × δθ.

use faer::Mat;
use faer::linalg::solvers::Solve;

use super::failure::{Failure, Reason};
use super::linearize::{eliminated, finite, null_space, tangents};
use crate::math::Vec3;
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{Probe, RowName, ScalarKind, State, System};

/// Length of the differences along a column, relative to the scales of the unknowns.
const DIFFERENCE: f64 = 1e-5;

/// A linear system ẋ = A x + B u, y = C x + D u; matrices by rows, all in SI units.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpace {
    /// Names of the states x: those of displacements, of velocities, of first-order unknowns.
    pub states: Vec<String>,
    /// Names of the inputs u.
    pub inputs: Vec<String>,
    /// Names of the outputs y, the paths of channels.
    pub outputs: Vec<String>,
    /// A.
    pub a: Vec<f64>,
    /// B.
    pub b: Vec<f64>,
    /// C.
    pub c: Vec<f64>,
    /// D.
    pub d: Vec<f64>,
}

/// A change of everything in a state.
struct Change {
    q: Vec<f64>,
    v: Vec<f64>,
    dv: Vec<f64>,
    multipliers: Vec<f64>,
}

/// A part of a change. The sizes of the parts differ by orders of magnitude, so that differences are taken along each.
#[derive(Clone, Copy)]
enum Part {
    Positions,
    Velocities,
    Accelerations,
    Reactions,
    /// Algebraic unknowns, which are stored as velocities.
    Signals,
}

/// What columns are computed from.
struct Equations<'a> {
    system: &'a System,
    state: &'a State,
    /// Derivatives of the equations with respect to positions (and multipliers), velocities and accelerations.
    by: [Mat<f64>; 3],
    /// The independent among the coordinates of motion, and the motions of all that they cause.
    independent: Vec<usize>,
    motions: Mat<f64>,
    /// The coordinates of motion, the first-order unknowns, and the active constraints by their rows.
    moving: Vec<usize>,
    flows: Vec<usize>,
    constraints: Vec<usize>,
    /// Whether each unknown is algebraic or a multiplier of an inactive constraint, so that its value and not its rate is
    /// found.
    algebraic: Vec<bool>,
    scales: Vec<f64>,
}

/// Linearizes about a consistent state, from inputs to channels, given by their indices.
pub fn state_space(
    system: &System,
    state: &State,
    inputs: &[usize],
    channels: &[usize],
) -> Result<StateSpace, Failure> {
    let equations = Equations::about(system, state);
    let (n, f) = (equations.independent.len(), equations.flows.len());
    let size = 2 * n + f;
    let mut changes: Vec<Change> = (0..size).map(|column| equations.change_of_state(column)).collect();
    changes.extend(inputs.iter().map(|_| equations.no_change()));
    equations.solve(&mut changes, size, inputs)?;
    equations.refuse_prescribed_motion(&changes)?;
    let rates: Vec<Vec<f64>> = changes.iter().map(|change| equations.rates(change)).collect();
    let outputs = equations.outputs(&changes, channels);
    let rows = |count: usize, columns: std::ops::Range<usize>, entry: &dyn Fn(usize, usize) -> f64| {
        (0..count).flat_map(|i| columns.clone().map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect::<Vec<f64>>()
    };
    let (of_state, of_inputs) = (0..size, size..size + inputs.len());
    Ok(StateSpace {
        states: equations.state_names(),
        inputs: inputs.iter().map(|&i| system.inputs()[i].name.clone()).collect(),
        outputs: channels.iter().map(|&i| system.channels()[i].path.clone()).collect(),
        a: rows(size, of_state.clone(), &|i, j| rates[j][i]),
        b: rows(size, of_inputs.clone(), &|i, j| rates[j][i]),
        c: rows(channels.len(), of_state, &|i, j| outputs[j][i]),
        d: rows(channels.len(), of_inputs, &|i, j| outputs[j][i]),
    })
}

impl<'a> Equations<'a> {
    fn about(system: &'a System, state: &'a State) -> Self {
        let (n, all) = (system.motion_unknowns(), system.unknowns());
        let mut by = [Mat::zeros(all, all), Mat::zeros(all, all), Mat::zeros(all, all)];
        tangents(system, state, |which, row, column, value| by[which][(row, column)] += value);
        let first = system.first_scalar();
        let scalars = |of: ScalarKind| {
            system.scalar_kinds().enumerate().filter(move |(_, kind)| *kind == of).map(move |(i, _)| first + i)
        };
        let moving: Vec<usize> = (0..first).chain(scalars(ScalarKind::Motion)).collect();
        let flows: Vec<usize> = scalars(ScalarKind::Flow).collect();
        let mut algebraic = vec![false; all];
        eliminated(system, state).into_iter().for_each(|i| algebraic[i] = true);
        let constraints: Vec<usize> = (n..all).filter(|&row| !algebraic[row]).collect();
        let gradients = Mat::from_fn(constraints.len(), moving.len(), |i, j| by[0][(moving[j], constraints[i])]);
        let mass = Mat::from_fn(moving.len(), moving.len(), |i, j| by[2][(moving[i], moving[j])]);
        let motions = null_space(gradients, &mass);
        let is_unit = |j: usize, row: usize| {
            motions[(row, j)] == 1.0 && (0..motions.ncols()).all(|k| k == j || motions[(row, k)] == 0.0)
        };
        let independent = (0..motions.ncols())
            .map(|j| moving[(0..moving.len()).find(|&row| is_unit(j, row)).expect("each is a coordinate itself")])
            .collect();
        let scales = system.error_scales(state);
        Equations { system, state, by, independent, motions, moving, flows, constraints, algebraic, scales }
    }

    fn no_change(&self) -> Change {
        let n = self.system.motion_unknowns();
        Change { q: vec![0.0; n], v: vec![0.0; n], dv: vec![0.0; n], multipliers: vec![0.0; self.system.constraints()] }
    }

    /// The changes of positions and velocities with one state, without those of accelerations and multipliers.
    fn change_of_state(&self, column: usize) -> Change {
        let n = self.independent.len();
        let mut change = self.no_change();
        let of_motion = |values: &mut [f64], j: usize| {
            self.moving.iter().enumerate().for_each(|(row, &i)| values[i] = self.motions[(row, j)]);
        };
        match column {
            j if j < n => {
                of_motion(&mut change.q, j);
                self.add_dependent_velocities(&mut change);
            }
            j if j < 2 * n => of_motion(&mut change.v, j - n),
            j => change.v[self.flows[j - 2 * n]] = 1.0,
        }
        change
    }

    /// Φ_q δv = −∂Φ̇/∂q δq for the dependent velocities; the independent ones do not change.
    fn add_dependent_velocities(&self, change: &mut Change) {
        let m = self.constraints.len();
        if m == 0 {
            return;
        }
        let rates = self.derivative(change, |state| self.constraint_rates(state));
        let first = self.system.motion_unknowns();
        if self.constraints.iter().all(|&row| rates[row - first] == 0.0) {
            return;
        }
        let dependent: Vec<usize> = self.moving.iter().copied().filter(|i| !self.independent.contains(i)).collect();
        let gradients = Mat::from_fn(m, dependent.len(), |i, j| self.by[0][(dependent[j], self.constraints[i])]);
        let needed = Mat::from_fn(m, 1, |i, _| -rates[self.constraints[i] - first]);
        // Redundant constraints agree with the others, so that the normal equations have the same solution.
        let normal = gradients.transpose() * &gradients;
        let solved = normal.partial_piv_lu().solve(gradients.transpose() * needed);
        dependent.iter().enumerate().for_each(|(j, &i)| change.v[i] = solved[(j, 0)]);
    }

    /// The rates of all constraints.
    fn constraint_rates(&self, state: &State) -> Vec<f64> {
        let mut values = [vec![0.0; self.system.constraints()], vec![0.0; self.system.constraints()]];
        let [phi, rates] = &mut values;
        self.system.constraint_values(state, phi, rates);
        let [_, rates] = values;
        rates
    }

    /// A drive that follows a signal prescribes a velocity. With a signal that changes, the acceleration would depend on the
    /// rate of an input or of the state, which the linear system does not contain.
    fn refuse_prescribed_motion(&self, changes: &[Change]) -> Result<(), Failure> {
        let signals_only = |change: &Change| {
            let mut only = self.no_change();
            let algebraic = (0..only.v.len()).filter(|&i| self.algebraic[i]);
            algebraic.for_each(|i| only.v[i] = change.v[i]);
            only
        };
        for change in changes.iter().map(signals_only).filter(|change| change.v.iter().any(|v| *v != 0.0)) {
            let rates = self.derivative(&change, |state| self.constraint_rates(state));
            let first = self.system.motion_unknowns();
            if let Some(&row) = self.constraints.iter().find(|&&row| rates[row - first] != 0.0) {
                return Err(Failure::at_row(self.system, self.state.time, row, Reason::MotionFollowsSignal));
            }
        }
        Ok(())
    }

    /// Solves for the changes of accelerations, signals and multipliers.
    fn solve(&self, changes: &mut [Change], of_state: usize, inputs: &[usize]) -> Result<(), Failure> {
        let (n, all) = (self.system.motion_unknowns(), self.system.unknowns());
        let [by_position, by_velocity, by_acceleration] = &self.by;
        let is_constraint = |row: usize| row >= n && !self.algebraic[row];
        let matrix = Mat::from_fn(all, all, |row, column| match (is_constraint(row), column < n) {
            // Second rates of the constraints: Φ_q v̇.
            (true, true) if !self.algebraic[column] => by_position[(column, row)],
            (true, _) => 0.0,
            (false, true) if self.algebraic[column] => by_velocity[(row, column)],
            (false, true) => by_acceleration[(row, column)],
            (false, false) => by_position[(row, column)],
        });
        let mut right = Mat::zeros(all, changes.len());
        for (j, change) in changes.iter().enumerate() {
            for column in (0..n).filter(|&i| change.q[i] != 0.0 || change.v[i] != 0.0) {
                for row in (0..all).filter(|&row| !is_constraint(row)) {
                    let force =
                        by_position[(row, column)] * change.q[column] + by_velocity[(row, column)] * change.v[column];
                    right[(row, j)] -= force;
                }
            }
            let rates = self.derivative(change, |state| {
                let mut rates = vec![0.0; self.system.constraints()];
                self.system.constraint_second_rates(state, &mut rates);
                rates
            });
            self.constraints.iter().for_each(|&row| right[(row, j)] = -rates[row - n]);
        }
        for (k, &input) in inputs.iter().enumerate() {
            right[(self.system.inputs()[input].unknown, of_state + k)] = 1.0;
        }
        // Redundant constraints leave their multipliers open: the least ones are taken.
        let solved = self
            .solve_regular(&matrix, &right)
            .ok_or_else(|| Failure::at_unknown(self.system, self.state.time, 0, Reason::Singular))?;
        for (j, change) in changes.iter_mut().enumerate() {
            for i in 0..n {
                let place = if self.algebraic[i] { &mut change.v[i] } else { &mut change.dv[i] };
                *place = solved[(i, j)];
            }
            (n..all).for_each(|i| change.multipliers[i - n] = solved[(i, j)]);
        }
        Ok(())
    }

    /// Solves the equations; where constraints are redundant, in the sense of least squares.
    fn solve_regular(&self, matrix: &Mat<f64>, right: &Mat<f64>) -> Option<Mat<f64>> {
        let solution = matrix.partial_piv_lu().solve(right);
        if finite(&solution) && relative_error(matrix, &solution, right) < 1e-8 {
            return Some(solution);
        }
        let svd = matrix.thin_svd().ok()?;
        let solution = svd.pseudoinverse() * right;
        (finite(&solution) && relative_error(matrix, &solution, right) < 1e-8).then_some(solution)
    }

    /// The derivative of a function of the state along a change: the sum of central differences along its positions, its
    /// velocities, its accelerations, its reactions and its signals.
    fn derivative(&self, change: &Change, mut of: impl FnMut(&State) -> Vec<f64>) -> Vec<f64> {
        let relative = |values: &[f64], scales: &[f64]| {
            values.iter().zip(scales).fold(0.0_f64, |most, (value, scale)| most.max((value / scale).abs()))
        };
        let largest = |values: &[f64]| values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let State { dv, multipliers, .. } = self.state;
        let lengths = [
            (Part::Positions, relative(&change.q, &self.scales)),
            (Part::Velocities, relative(&change.v, &self.scales)),
            (Part::Accelerations, largest(&change.dv) / largest(dv).max(1.0)),
            (Part::Reactions, largest(&change.multipliers) / largest(multipliers).max(1.0)),
            // Signals have no error scale.
            (Part::Signals, largest(&change.v)),
        ];
        let mut sum = of(self.state);
        sum.fill(0.0);
        for (part, length) in lengths.into_iter().filter(|(_, length)| *length > 0.0) {
            let step = DIFFERENCE / length;
            let [ahead, behind] = [step, -step].map(|step| of(&self.moved(change, part, step)));
            sum.iter_mut().zip(ahead.iter().zip(&behind)).for_each(|(sum, (a, b))| *sum += (a - b) / (2.0 * step));
        }
        sum
    }

    /// The state after a multiple of one part of a change.
    fn moved(&self, change: &Change, part: Part, by: f64) -> State {
        let mut state = self.state.clone();
        let add = |values: &mut [f64], change: &[f64]| values.iter_mut().zip(change).for_each(|(x, c)| *x += by * c);
        match part {
            Part::Positions => {
                let increment: Vec<f64> = change.q.iter().map(|q| by * q).collect();
                state.set_moved(&self.state.q, &increment);
            }
            Part::Velocities | Part::Signals => {
                let signals = matches!(part, Part::Signals);
                for i in (0..state.v.len()).filter(|&i| self.algebraic[i] == signals) {
                    state.v[i] += by * change.v[i];
                }
            }
            Part::Accelerations => add(&mut state.dv, &change.dv),
            Part::Reactions => add(&mut state.multipliers, &change.multipliers),
        }
        state
    }

    /// The rate of the state with a change.
    fn rates(&self, change: &Change) -> Vec<f64> {
        let displacement = |&i: &usize| {
            if i >= self.system.layout().first_point || i % POSE_UNKNOWNS < 3 {
                return change.v[i];
            }
            let first = i - i % 3;
            let [spin, turn] = [&self.state.v, &change.q].map(|values| Vec3::from_slice(&values[first..]));
            change.v[i] - spin.cross(turn)[i - first]
        };
        let positions = self.independent.iter().map(displacement);
        positions.chain(self.independent.iter().chain(&self.flows).map(|&i| change.dv[i])).collect()
    }

    /// The changes of the outputs with each change.
    fn outputs(&self, changes: &[Change], channels: &[usize]) -> Vec<Vec<f64>> {
        let mut probe = Probe::new(self.system);
        let mut values = |state: &State| {
            probe.clear();
            channels.iter().map(|&channel| probe.value(self.system, state, channel)).collect::<Vec<f64>>()
        };
        changes.iter().map(|change| self.derivative(change, &mut values)).collect()
    }

    /// Names as "arm: rotation about z" and "arm: rotation about z, rate".
    fn state_names(&self) -> Vec<String> {
        let name = |i: &usize, rate: &str| {
            let RowName { element, what } = self.system.unknown_name(*i);
            format!("{element}: {what}{rate}")
        };
        let displacements = self.independent.iter().map(|i| name(i, ""));
        let velocities = self.independent.iter().map(|i| name(i, ", rate"));
        displacements.chain(velocities).chain(self.flows.iter().map(|i| name(i, ""))).collect()
    }
}

/// The largest residual of linear equations, relative to the right side.
fn relative_error(matrix: &Mat<f64>, solution: &Mat<f64>, right: &Mat<f64>) -> f64 {
    (matrix * solution - right).norm_max() / right.norm_max().max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::analysis::inertial::Inertial;
    use crate::analysis::{Settings, Simulation, Steps, modes};
    use crate::elements::{Gravity, Hinge, RigidBody};
    use crate::math::{Mat3, Quaternion};
    use crate::system::{Frame, NodeId, Placement, Pose, SystemBuilder, Twist};

    /// Boxes on hinges about alternating axes, from the ground.
    fn chain(field: Vec3) -> Arc<System> {
        let mut b = SystemBuilder::new();
        let mut last = (NodeId::GROUND, Placement::identity());
        for i in 0..3 {
            let position = Vec3([0.2 * i as f64 + 0.1, 0.0, 0.0]);
            let node = b.pose_node(format!("box {i}"), Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
            let here = Placement { x: position, r: Mat3::identity() };
            let inertia = Mat3([[0.01, 0.0, 0.0], [0.0, 0.013, 0.0], [0.0, 0.0, 0.02]]);
            b.add(format!("box {i}"), RigidBody { node, mass: 2.5, inertia });
            b.add("gravity", Gravity { node, mass: 2.5, field });
            let axes = crate::math::rotation::z_along(Vec3::unit(if i % 2 == 0 { 2 } else { 1 }));
            let pin = Vec3([0.2 * i as f64, 0.0, 0.0]);
            let frame = |(node, at): (NodeId, Placement<f64>)| Frame::at_design(node, &at, pin, axes);
            b.add(format!("hinge {i}"), Hinge { a: frame(last), b: frame((node, here)) });
            last = (node, here);
        }
        b.finish()
    }

    #[test]
    fn accelerations_of_a_moving_mechanism_change_as_the_matrix_says() {
        let system = chain(Vec3([0.0, -6.0, -7.7]));
        let settings = Settings::new(1.0, Steps::Controlled { tolerance: 1e-8, longest: f64::INFINITY });
        let mut simulation = Simulation::new(&system, &settings).unwrap();
        simulation.advance_to(0.35).unwrap();
        let state = simulation.state();
        let linear = state_space(&system, state, &[], &[]).unwrap();
        let equations = Equations::about(&system, state);
        let (size, n) = (linear.states.len(), equations.independent.len());
        assert_eq!((size, n), (6, 3));
        let accelerations = |column: usize, by: f64| {
            let change = equations.change_of_state(column);
            let mut moved = equations.moved(&change, Part::Positions, by);
            moved.v.iter_mut().zip(&change.v).for_each(|(v, change)| *v += by * change);
            // The constraints are violated by what is of second order, which cancels in a central difference.
            Inertial::new(system.clone()).accelerations_and_signal_rates(&mut moved).unwrap();
            moved.dv
        };
        for column in 0..size {
            let step = 1e-5;
            let [ahead, behind] = [step, -step].map(|by| accelerations(column, by));
            for (k, &i) in equations.independent.iter().enumerate() {
                let measured = (ahead[i] - behind[i]) / (2.0 * step);
                let entry = linear.a[(n + k) * size + column];
                assert!((entry - measured).abs() < 1e-6 * (1.0 + measured.abs()), "{column} {k}: {entry} {measured}");
            }
        }
    }

    #[test]
    fn eigenvalues_are_those_of_the_modes() {
        let system = chain(Vec3([9.81, 0.0, 0.0]));
        let (state, _) = crate::analysis::initial_state(&system).unwrap();
        let linear = state_space(&system, &state, &[], &[]).unwrap();
        let size = linear.states.len();
        let a = Mat::from_fn(size, size, |i, j| linear.a[i * size + j]);
        let mut frequencies: Vec<f64> =
            a.eigenvalues().unwrap().iter().map(|value| value.im).filter(|im| *im > 0.0).collect();
        frequencies.sort_by(f64::total_cmp);
        let modes = modes(&system, &state).unwrap();
        assert_eq!((frequencies.len(), modes.len()), (3, 3));
        for (own, mode) in frequencies.iter().zip(&modes) {
            let other = std::f64::consts::TAU * mode.frequency;
            assert!((own - other).abs() < 1e-8 * other, "{own} {other}");
        }
    }
}
