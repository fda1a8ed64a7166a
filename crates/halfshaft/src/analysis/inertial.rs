//! The solver with the inertial matrix: accelerations, multipliers and signals that belong to positions and velocities, and
//! projections of both onto the constraints.
//!
//! ```text
//! [M  Φ_qᵀ] [δ]   [  0  ]            [M  Φ_qᵀ] [v̇]   [      −g      ]
//! [Φ_q  0 ] [μ] = [−Φ, −Φ̇],          [Φ_q  0 ] [λ] = [−Φ̈ with v̇ = 0 ]
//! ```

mod algebraic;
mod signal_graph;

use std::sync::Arc;

use super::failure::{Failure, Reason};
use super::redundancy::{Redundancy, regularize_constraints};
use super::virtual_mass::{VirtualMasses, add_virtual_masses};
use crate::linalg::Singular;
use crate::linalg::block::BlockMatrix;
use crate::linalg::solver::Solver;
use crate::linalg::undetermined::undetermined;
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{Priority, State, System, Weights};

/// Maximum number of iterations of the assembly of the mechanism.
const MAX_ITERATIONS: usize = 50;
/// A constraint is satisfied if it is below this, relative to the size of the mechanism: well above round-off.
const POSITION_TOLERANCE: f64 = 1e-12;

/// A constraint's rate is satisfied if it is below this fraction of the velocities.
const VELOCITY_TOLERANCE: f64 = 1e-6;
/// Time span of the difference that approximates the rate of a signal, in seconds.
const SIGNAL_SPAN: f64 = 1e-6;
/// Number of passes for friction to settle with its reactions, before the changes are judged.
const FRICTION_PASSES: usize = 4;
/// Generous bound of the rounding errors in a sum of forces.
const ROUND_OFF_MARGIN: f64 = 16.0;
/// Corrections that no longer decrease count as round-off up to this multiple of its estimate.
const STAGNATION_MARGIN: f64 = 1e4;

/// Perturbation of the positions, relative to the size of the mechanism, for the comparison of the rank of the
/// constraints.
const PERTURBATION: f64 = 1e-2;
/// Solver with the inertial matrix [M Φ_qᵀ; Φ_q 0].
pub(crate) struct Inertial {
    system: Arc<System>,
    matrix: BlockMatrix,
    solver: Solver,
    no_increment: Vec<f64>,
    /// For each unknown whether it is algebraic.
    algebraic: Vec<bool>,
    /// Whether signals may prescribe speeds: there are algebraic unknowns and nonholonomic constraints.
    commanded: bool,
    /// Factors of the mass of each pose node and of each scalar node during assembly of the mechanism; empty if all are
    /// one.
    weights: Vec<f64>,
    /// Masses of motions that have none, where only an equilibrium is searched.
    virtual_masses: VirtualMasses,
    /// Whether this is the initial assembly. Later, when modes switch, velocities jump by impulses, which depend on
    /// masses and not on priorities.
    pub assembling: bool,
    x: Vec<f64>,
    phi: Vec<f64>,
    rate: Vec<f64>,
    /// Whether each constraint is active.
    active: Vec<bool>,
    /// The algebraic unknowns with their scales.
    signals: Vec<(usize, f64)>,
    /// Buffers for the given signals, and for a correction of them.
    given: Vec<f64>,
    correction: Vec<f64>,
    /// Buffer for the magnitudes of the forces that are summed in the equations of motion.
    sizes: Vec<f64>,
    /// Buffers for a state ahead in time, and for its signals.
    ahead: Option<State>,
    signals_ahead: Vec<(usize, f64)>,
}

impl Inertial {
    pub fn new(system: Arc<System>) -> Self {
        let (n, m) = (system.motion_unknowns(), system.constraints());
        let signals: Vec<(usize, f64)> = system.algebraic().collect();
        let mut algebraic = vec![false; n + m];
        signals.iter().for_each(|&(i, _)| algebraic[i] = true);
        let mut on_velocities = vec![false; m];
        system.on_velocities(&mut on_velocities);
        let commanded = on_velocities.contains(&true) && algebraic.contains(&true);
        let of_shafts = system.scalar_starts().iter().map(|start| start.priority);
        let mut weights: Vec<f64> = system.priorities().chain(of_shafts).map(Priority::weight).collect();
        if weights.iter().all(|weight| *weight == 1.0) {
            weights.clear();
        }
        Inertial {
            algebraic,
            commanded,
            weights,
            virtual_masses: VirtualMasses::None,
            assembling: false,
            matrix: BlockMatrix::new(system.pattern()),
            system,
            solver: Solver::new(n),
            no_increment: vec![0.0; n],
            x: vec![0.0; n + m],
            // Entries of inactive constraints remain unchanged.
            phi: vec![0.0; m],
            rate: vec![0.0; m],
            active: vec![true; m],
            given: Vec::with_capacity(signals.len()),
            correction: Vec::with_capacity(signals.len()),
            signals,
            sizes: vec![0.0; n + m],
            ahead: None,
            signals_ahead: Vec::new(),
        }
    }

    /// For the search of an equilibrium, which needs no inertia.
    pub fn for_equilibrium(system: Arc<System>, state: &State) -> Self {
        Inertial { virtual_masses: VirtualMasses::Of(Box::new(state.clone())), ..Inertial::new(system) }
    }

    /// The virtual masses of the motions; empty if there are none.
    pub fn virtual_masses(&mut self) -> &[f64] {
        self.virtual_masses.get(&self.system)
    }

    pub fn system(&self) -> Arc<System> {
        self.system.clone()
    }

    /// Makes velocities, signals, accelerations and multipliers consistent in new modes.
    pub fn restart(&mut self, state: &mut State) -> Result<(), Failure> {
        self.phi.fill(0.0);
        self.rate.fill(0.0);
        let closed = self.make_rates_consistent(state).and_then(|()| self.accelerations_and_signal_rates(state));
        closed.map_err(|failure| self.explain(state, failure))
    }

    /// Distinguishes contradicting constraints from a singular configuration, in which fewer of them are independent
    /// than nearby.
    pub fn explain(&mut self, state: &State, failure: Failure) -> Failure {
        if !matches!(failure.reason, Reason::Contradiction | Reason::Singular) {
            return failure;
        }
        if let Some(elements) = Redundancy::near_rank_loss(&self.system, state) {
            return Failure::singular(state.time, &elements);
        }
        let here = Redundancy::find(&self.system, state);
        if here.count == 0 {
            return failure;
        }
        // Perturb the positions irregularly, and assemble the mechanism again.
        let mut nearby = state.clone();
        let (length, poses) = (self.system.length(state), self.system.layout().first_point);
        let units = self.system.error_scales(state);
        let push = |i: usize| {
            PERTURBATION * (1.0 + 0.5 * ((i + 1) as f64).sin()) * if i.is_multiple_of(2) { 1.0 } else { -1.0 }
        };
        let bounded = |unit: f64| if unit.is_finite() { unit.min(length) } else { 0.0 };
        let aside: Vec<f64> =
            units.iter().enumerate().map(|(i, unit)| if i < poses { push(i) * bounded(*unit) } else { 0.0 }).collect();
        nearby.set_moved(&state.q, &aside);
        let closed = self.project_positions(&mut nearby).is_ok();
        let singular = closed && Redundancy::find(&self.system, &nearby).count < here.count;
        if singular { Failure::singular(state.time, &here.elements) } else { failure }
    }

    /// Makes velocities and signals consistent with each other.
    pub fn make_rates_consistent(&mut self, state: &mut State) -> Result<(), Failure> {
        // Parts that have stopped have no velocity left as a scale, so the velocity before counts as well.
        let mut fastest = self.speed(state);
        for _ in 0..MAX_ITERATIONS {
            if self.system.constraints() > 0 {
                self.project_velocities(state)?;
            }
            self.solve_algebraic(state)?;
            if !self.commanded {
                return Ok(());
            }
            // Signals may have changed the speeds that they prescribe.
            self.system.constraint_values(state, &mut self.phi, &mut self.rate);
            fastest = fastest.max(self.speed(state));
            if size(&self.rate) <= VELOCITY_TOLERANCE * fastest {
                return Ok(());
            }
        }
        let worst = largest(&self.rate).unwrap_or(0);
        Err(Failure::at_constraint(&self.system, state, worst, Reason::Contradiction))
    }

    /// Computes accelerations and multipliers; if signals prescribe speeds, also the rates of these signals, on which
    /// the accelerations depend.
    pub fn accelerations_and_signal_rates(&mut self, state: &mut State) -> Result<(), Failure> {
        self.accelerations(state)?;
        if !self.commanded {
            return Ok(());
        }
        // Three passes: the rate of a signal may depend on accelerations, which its own rate has changed.
        for _ in 0..3 {
            let mut signals = std::mem::take(&mut self.signals_ahead);
            let looked = self.look_ahead(state, SIGNAL_SPAN, |inertial, ahead| {
                inertial.solve_algebraic(ahead)?;
                signals.clear();
                signals.extend(inertial.system.algebraic().map(|(i, _)| (i, ahead.v[i])));
                Ok(())
            });
            signals.iter().for_each(|&(i, ahead)| state.dv[i] = (ahead - state.v[i]) / SIGNAL_SPAN);
            self.signals_ahead = signals;
            looked?;
            self.accelerations(state)?;
        }
        Ok(())
    }

    fn factorize(&mut self, state: &State, weighed: bool) -> Result<(), Failure> {
        let (system, time) = (&*self.system, state.time);
        system.tangent(state, &self.no_increment, &Weights::INERTIAL, &mut self.matrix);
        add_virtual_masses(self.virtual_masses.get(system), system, 1.0, &mut self.matrix);
        if weighed && self.assembling && !self.weights.is_empty() {
            let (poses, first_scalar, end) = (system.poses(), system.first_scalar(), system.motion_unknowns());
            let weight = |first: usize| match first {
                _ if first < POSE_UNKNOWNS * poses => Some(self.weights[first / POSE_UNKNOWNS]),
                _ if first < first_scalar => None,
                _ if first < end => Some(self.weights[poses + first - first_scalar]),
                _ => None,
            };
            self.matrix.scale_symmetric(system.pattern(), weight);
        }
        if !weighed && system.has_force_signals() {
            // Signals of forces are unknown, like accelerations and reactions.
            let mut by_signal = BlockMatrix::new(system.pattern());
            system.tangent(state, &self.no_increment, &Weights::BY_VELOCITY, &mut by_signal);
            self.matrix.take_columns(system.pattern(), &by_signal, |column| self.algebraic[column]);
        } else if self.algebraic.contains(&true) {
            // An algebraic equation contains no acceleration; that of its unknown is initialised with zero.
            self.matrix.keep_rows(system.pattern(), |row| !self.algebraic[row]);
        }
        // The solutions are iterated, so the compliance affects only the distribution of reactions that are not unique.
        regularize_constraints(&mut self.matrix, system, &mut self.x[system.motion_unknowns()..]);
        if let Err(Singular) = self.solver.factorize(&self.matrix, system.pattern()) {
            return Err(self.undetermined_failure(time));
        }
        Ok(())
    }

    /// Fails if friction has changed the sign of the determinant, which is that of (−1)^m with m active constraints.
    fn check_self_locking(&mut self, state: &State) -> Result<(), Failure> {
        let (system, n) = (self.system.clone(), self.system.motion_unknowns());
        system.active_constraints(state, &mut self.active);
        let expected = self.active.iter().filter(|active| **active).count() % 2 == 1;
        if self.solver.is_negative().is_none_or(|negative| negative == expected) {
            return Ok(());
        }
        let push = |i: usize| 1.0 + 0.5 * ((i + 1) as f64).sin();
        self.x[..n].iter_mut().enumerate().for_each(|(i, x)| *x = push(i));
        self.x[n..].fill(0.0);
        self.solve(state.time)?;
        let row = largest(&self.x[n..]).map_or(0, |k| n + k);
        Err(Failure::at_row(&system, state.time, row, Reason::SelfLocking))
    }

    /// Why the matrix is singular. The constraints have a compliance, so the cause is a motion without mass or an
    /// undetermined signal.
    fn undetermined_failure(&self, time: f64) -> Failure {
        let (system, n) = (&*self.system, self.system.motion_unknowns());
        let unknown = undetermined(&self.matrix, system.pattern(), n).unwrap_or(0);
        let massless = unknown < n && !self.algebraic[unknown];
        Failure::at_unknown(system, time, unknown, if massless { Reason::Massless } else { Reason::Singular })
    }

    /// Replaces right sides, one after the other, by the jumps of velocity and the impulses of reactions that they cause.
    pub fn impulse_responses(&mut self, state: &State, sides: &mut [f64]) -> Result<(), Failure> {
        self.factorize(state, false)?;
        let size = self.x.len();
        for side in sides.chunks_exact_mut(size) {
            self.x.copy_from_slice(side);
            self.solve(state.time)?;
            side.copy_from_slice(&self.x);
        }
        Ok(())
    }

    fn solve(&mut self, time: f64) -> Result<(), Failure> {
        let solved = self.solver.solve(&self.matrix, self.system.pattern(), &mut self.x);
        solved.map_err(|Singular| self.undetermined_failure(time))
    }

    /// Assembles the mechanism: moves the positions until Φ = 0.
    pub fn project_positions(&mut self, state: &mut State) -> Result<(), Failure> {
        let n = self.system.motion_unknowns();
        let closed = POSITION_TOLERANCE * self.system.length(state).max(1.0);
        for _ in 0..MAX_ITERATIONS {
            self.system.constraint_values(state, &mut self.phi, &mut self.rate);
            if self.phi.iter().all(|phi| phi.abs() <= closed) {
                return Ok(());
            }
            self.factorize(state, true)?;
            self.x[..n].fill(0.0);
            self.x[n..].iter_mut().zip(&self.phi).for_each(|(x, phi)| *x = -phi);
            self.solve(state.time)?;
            let from = state.q.clone();
            state.set_moved(&from, &self.x[..n]);
        }
        let worst = largest(&self.phi).unwrap_or(0);
        let reason = Reason::CannotAssemble { left: self.phi[worst].abs() };
        Err(Failure::at_constraint(&self.system, state, worst, reason))
    }

    /// Changes the velocities until Φ̇ = 0.
    ///
    /// Parts that stop have no velocity left as a scale of the corrections. The scale is the largest velocity of all
    /// iterations, including the one before the first correction.
    fn project_velocities(&mut self, state: &mut State) -> Result<(), Failure> {
        let n = self.system.motion_unknowns();
        let mut fastest = self.speed(state);
        self.factorize(state, true)?;
        self.iterate(state.time, 0, |solver| {
            solver.system.constraint_values(state, &mut solver.phi, &mut solver.rate);
            solver.x[..n].fill(0.0);
            solver.x[n..].iter_mut().zip(&solver.rate).for_each(|(x, rate)| *x = -rate);
            solver.solve(state.time)?;
            state.v.iter_mut().zip(&solver.x).for_each(|(v, x)| *v += x);
            fastest = fastest.max(solver.speed(state));
            Ok(Pass { change: size(&solver.x[..n]), scale: fastest, noise: 0.0 })
        })?;
        // Contradicting drives lead to a compromise that satisfies none of them.
        self.system.constraint_values(state, &mut self.phi, &mut self.rate);
        match largest(&self.rate).filter(|&k| self.rate[k].abs() > VELOCITY_TOLERANCE * fastest) {
            Some(k) => Err(Failure::at_constraint(&self.system, state, k, Reason::Contradiction)),
            None => Ok(()),
        }
    }

    /// The largest velocity, without signals.
    fn speed(&self, state: &State) -> f64 {
        self.largest_of_motions(&state.v)
    }

    /// The largest value of a motion, without signals.
    fn largest_of_motions(&self, numbers: &[f64]) -> f64 {
        let motion_unknowns = numbers.iter().zip(&self.algebraic).filter(|(_, algebraic)| !**algebraic);
        motion_unknowns.fold(0.0, |most: f64, (x, _)| most.max(x.abs()))
    }

    /// Computes accelerations and multipliers from positions and velocities.
    pub fn accelerations(&mut self, state: &mut State) -> Result<(), Failure> {
        let n = self.system.motion_unknowns();
        // The rate of a signal is not an unknown here.
        state.dv.iter_mut().zip(&self.algebraic).filter(|(_, algebraic)| !**algebraic).for_each(|(dv, _)| *dv = 0.0);
        state.multipliers.fill(0.0);
        // Friction depends on the multipliers, and formulas on signals of forces; otherwise the equations are linear.
        let (forces_depend_on_reactions, has_force_signals) =
            (self.system.forces_depend_on_reactions(), self.system.has_force_signals());
        if !forces_depend_on_reactions && !has_force_signals {
            self.factorize(state, false)?;
        }
        let settling = if has_force_signals {
            FRICTION_PASSES + self.signals.len()
        } else if forces_depend_on_reactions {
            FRICTION_PASSES
        } else {
            0
        };
        // Accelerations that constraints require: of drives, and centripetal ones.
        let required = self.second_rates(state).map_or(0.0, |(_, most)| most);
        let mut round_off = None;
        let iterated = self.iterate(state.time, settling, |solver| {
            if forces_depend_on_reactions || has_force_signals {
                solver.factorize(state, false)?;
            }
            solver.system.residual(state, &mut solver.x);
            let virtual_inertia = solver.x.iter_mut().zip(solver.virtual_masses.get(&solver.system)).zip(&state.dv);
            virtual_inertia.for_each(|((r, mass), dv)| *r += mass * dv);
            solver.system.constraint_second_rates(state, &mut solver.x[n..]);
            for (x, algebraic) in solver.x.iter_mut().zip(&solver.algebraic) {
                *x = if *algebraic && !has_force_signals { 0.0 } else { -*x };
            }
            let noise = solver.acceleration_noise(state);
            // The round-off of the loads alone: reactions of contradicting constraints grow without bound.
            round_off.get_or_insert(noise);
            solver.solve(state.time)?;
            let (mut change, mut of_signals) = (0.0_f64, 0.0_f64);
            for (k, x) in solver.x[..n].iter().enumerate() {
                if solver.algebraic[k] {
                    state.v[k] += x;
                } else {
                    state.dv[k] += x;
                    change = change.max(x.abs());
                }
            }
            if has_force_signals {
                let relative = |&(k, scale): &(usize, f64)| solver.x[k].abs() / state.v[k].abs().max(scale);
                of_signals = solver.signals.iter().map(relative).fold(0.0, f64::max);
            }
            state.multipliers.iter_mut().zip(&solver.x[n..]).for_each(|(l, x)| *l += x);
            let scale = solver.largest_of_motions(&state.dv);
            // A relative change of a signal counts as much as one of the accelerations.
            let of_signals = of_signals * scale.max(noise / f64::EPSILON);
            Ok(Pass { change: change.max(of_signals), scale, noise })
        });
        if forces_depend_on_reactions && self.signals.is_empty() {
            self.check_self_locking(state)?;
        }
        let scale = required.max(self.largest_of_motions(&state.dv));
        let allowed = (VELOCITY_TOLERANCE * scale).max(STAGNATION_MARGIN * round_off.unwrap_or(0.0));
        let unmet = match self.second_rates(state).filter(|(_, left)| *left > allowed) {
            Some((_, left)) if left <= STAGNATION_MARGIN * self.noise_of_given_forces(state) => None,
            unmet => unmet,
        };
        if let Err(failure) = iterated {
            // If every pass satisfied the constraints, they do not contradict each other: no reaction is in equilibrium
            // with its friction.
            let locked = forces_depend_on_reactions && self.signals.is_empty() && unmet.is_none();
            return Err(if locked { Failure { reason: Reason::SelfLocking, ..failure } } else { failure });
        }
        state.a.copy_from_slice(&state.dv);
        match unmet {
            Some((k, _)) => Err(Failure::at_constraint(&self.system, state, k, Reason::Contradiction)),
            None => Ok(()),
        }
    }

    /// The largest Φ̈ of the active constraints, and its index.
    fn second_rates(&mut self, state: &State) -> Option<(usize, f64)> {
        let n = self.system.motion_unknowns();
        self.x[n..].fill(0.0);
        self.system.constraint_second_rates(state, &mut self.x[n..]);
        largest(&self.x[n..]).map(|k| (k, self.x[n + k].abs()))
    }

    /// The round-off of accelerations, which is all that remains of them if forces balance.
    ///
    /// ```text
    /// ε max_i (Σ |forces on i|/m_i),     ε ω² ℓ
    /// ```
    ///
    /// The second term is that of centripetal accelerations in the constraints.
    fn acceleration_noise(&mut self, state: &State) -> f64 {
        let system = &*self.system;
        system.residual_sizes(state, &mut self.sizes);
        let (sizes, algebraic) = (&self.sizes, &self.algebraic);
        let masses = self.matrix.diagonal(system.pattern(), system.motion_unknowns());
        let of_forces = masses
            .filter(|(row, mass)| *mass > 0.0 && !algebraic[*row])
            .fold(0.0_f64, |most, (row, mass)| most.max(sizes[row] / mass));
        let of_poses = state.v[..system.layout().first_point].chunks_exact(POSE_UNKNOWNS);
        let spin = of_poses.fold(0.0_f64, |most, v| most.max(size(&v[3..])));
        ROUND_OFF_MARGIN * f64::EPSILON * of_forces.max(spin * spin * system.length(state))
    }

    /// The same of loads and of the friction that multipliers of inactive constraints carry, without reactions.
    fn noise_of_given_forces(&mut self, state: &State) -> f64 {
        self.system.active_constraints(state, &mut self.active);
        let mut given = state.clone();
        let reactions = given.multipliers.iter_mut().zip(&self.active).filter(|(_, active)| **active);
        reactions.for_each(|(reaction, _)| *reaction = 0.0);
        self.acceleration_noise(&given)
    }

    /// Repeats a correction until its change is round-off. Without redundant constraints the second pass only removes
    /// the round-off of the first; with them, each pass reduces the error due to the compliance.
    ///
    /// The first `settling` passes may increase the change: friction settles with its reactions.
    fn iterate(
        &mut self,
        time: f64,
        settling: usize,
        mut correct: impl FnMut(&mut Self) -> Result<Pass, Failure>,
    ) -> Result<(), Failure> {
        let mut last = f64::INFINITY;
        for pass in 0..MAX_ITERATIONS {
            let Pass { change, scale, noise } = correct(self)?;
            // Converged, or limited by round-off.
            let stalled = change > 0.5 * last && change <= (1e-9 * scale).max(STAGNATION_MARGIN * noise);
            let done = change <= (1e-14 * scale).max(noise) || stalled;
            if done && pass >= settling {
                return Ok(());
            }
            if change > 2.0 * last && pass >= settling {
                break;
            }
            last = change;
        }
        // Contradicting constraints make the multipliers diverge.
        let n = self.system.motion_unknowns();
        let row = largest(&self.x[n..]).map_or(0, |k| n + k);
        Err(Failure::at_row(&self.system, time, row, Reason::Contradiction))
    }

    /// Computes the rate v̈ of the accelerations by a difference over `span` along the motion.
    pub fn acceleration_rates(&mut self, state: &State, span: f64, rates: &mut [f64]) -> Result<(), Failure> {
        self.look_ahead(state, span, |inertial, ahead| {
            inertial.solve_algebraic(ahead)?;
            let found = inertial.accelerations(ahead);
            found.map_err(|failure| inertial.explain(ahead, failure))?;
            let pairs = ahead.dv.iter().zip(&state.dv);
            rates.iter_mut().zip(pairs).for_each(|(rate, (ahead, now))| *rate = (ahead - now) / span);
            Ok(())
        })
    }

    /// Calls `f` with the state extrapolated by velocities and accelerations over a short time.
    fn look_ahead(
        &mut self,
        state: &State,
        span: f64,
        f: impl FnOnce(&mut Self, &mut State) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut ahead = self.ahead.take().unwrap_or_else(|| state.clone());
        state.ahead(span, &mut self.x, &mut ahead);
        let outcome = f(self, &mut ahead);
        self.ahead = Some(ahead);
        outcome
    }
}

/// Result of a pass of an iteration.
struct Pass {
    /// The largest correction.
    change: f64,
    /// The magnitude of the corrected quantity.
    scale: f64,
    /// Below this, corrections are round-off.
    noise: f64,
}

/// The index of the largest number.
fn largest(numbers: &[f64]) -> Option<usize> {
    (0..numbers.len()).max_by(|&i, &j| numbers[i].abs().total_cmp(&numbers[j].abs()))
}

fn size(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}
