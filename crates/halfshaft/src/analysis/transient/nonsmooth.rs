//! The unilateral constraints of a system with the buffers that their complementarity problems need.

use super::energy_audit::ImpulseWork;
use crate::linalg::complementarity::{Complementarity, Unsolved};
use crate::system::unilateral::Unilateral;
use crate::system::{Energy, State, System};

/// The unilateral constraints of a system, with buffers.
pub(super) struct Nonsmooth {
    pub constraints: Vec<Unilateral>,
    pub gaps: Vec<f64>,
    /// The constraints that the smooth motion has closed, and those of a problem, by their indices.
    pub closed: Vec<usize>,
    pub chosen: Vec<usize>,
    /// G of the chosen ones, and S⁻¹ Gᵀ or M⁻¹ Gᵀ, row by row.
    pub gradients: Vec<f64>,
    pub responses: Vec<f64>,
    matrix: Vec<f64>,
    pub right: Vec<f64>,
    pub solution: Vec<f64>,
    solver: Complementarity,
    /// Whether the last step ended with impulses, and what they did.
    pub acted: bool,
    pub work: ImpulseWork,
    /// The increment of the smooth motion.
    pub smooth_increment: Vec<f64>,
    /// A state with displacements as velocities, and energies of it.
    moving: State,
    energies: Vec<Energy>,
}

impl Nonsmooth {
    /// `None` for a system without unilateral constraints.
    pub fn new(system: &System, state: &State) -> Option<Box<Self>> {
        let constraints = system.unilateral_constraints();
        (!constraints.is_empty()).then(|| {
            Box::new(Nonsmooth {
                gaps: vec![0.0; constraints.len()],
                constraints,
                closed: Vec::new(),
                chosen: Vec::new(),
                gradients: Vec::new(),
                responses: Vec::new(),
                matrix: Vec::new(),
                right: Vec::new(),
                solution: Vec::new(),
                solver: Complementarity::default(),
                acted: false,
                work: ImpulseWork::new(system),
                smooth_increment: vec![0.0; system.motion_unknowns()],
                moving: state.clone(),
                energies: vec![Energy::default(); system.element_names().count()],
            })
        })
    }

    /// Evaluates the work of the corrections of `state` at the end of a step of `h`: that of loads over U, and the loss of the step.
    ///
    /// ```text
    /// loss of the impulses = E_p(q) − E_p(q + U) + W − ½ Λᵀ G (v⁻ + v⁺),     W = P_s(v = U) − P_s(v = 0)
    /// loss of the step     = that − (ΔE + h D̄ − h P̄) of the smooth motion
    /// ```
    ///
    /// E_p is the potential energy, q the end of the smooth motion, D̄ and P̄ the means of dissipated and supplied power. The last term of the first line is the kinetic energy that the impulses take: M W = Gᵀ Λ and
    /// v⁺ = v⁻ + W give ½ v⁺ᵀMv⁺ − ½ v⁻ᵀMv⁻ = ½ (v⁻ + v⁺)ᵀ Gᵀ Λ, so that it is the difference of the energies before and after. The smooth motion of a phase of contact lacks the force that the last
    /// impulses stand for; only both together approximate the motion, so that what the one gains is what the other loses, whatever ρ∞ is. The elements lose it in proportion to their impulses; the audit shows the error of all
    /// other steps.
    pub fn account(&mut self, system: &System, state: &State, increment: &[f64], before: &[Energy], h: f64) {
        self.moving.clone_from(state);
        let correction = increment.iter().zip(&self.smooth_increment).map(|(s, smooth)| s - smooth);
        self.moving.v.iter_mut().zip(correction).for_each(|(v, u)| *v = u);
        system.signals().for_each(|i| self.moving.v[i] = state.v[i]);
        system.element_energies(&self.moving, &mut self.energies);
        self.work.supplied.iter_mut().zip(&self.energies).for_each(|(work, energy)| *work = energy.supplied);
        self.moving.v.fill(0.0);
        system.signals().for_each(|i| self.moving.v[i] = state.v[i]);
        system.element_energies(&self.moving, &mut self.energies);
        self.work.supplied.iter_mut().zip(&self.energies).for_each(|(work, energy)| *work -= energy.supplied);
        system.element_energies(state, &mut self.energies);
        let stored = |energy: &Energy| energy.kinetic + energy.potential;
        let mut loss: f64 = self.work.supplied.iter().sum();
        for ((before, smooth), now) in before.iter().zip(&self.work.smooth).zip(&self.energies) {
            loss += stored(before) - stored(now);
            loss += 0.5 * h * (before.supplied - before.dissipated + smooth.supplied - smooth.dissipated);
        }
        let all: f64 = self.solution.iter().sum();
        self.work.lost.fill(0.0);
        for (i, &k) in self.chosen.iter().enumerate() {
            let share = if all > 0.0 { self.solution[i] / all } else { f64::from(u8::from(i == 0)) };
            self.work.lost[self.constraints[k].account] += share * loss;
        }
    }

    /// The deepest penetration.
    pub fn deepest(&self) -> f64 {
        self.gaps.iter().fold(0.0, |most: f64, gap| most.max(-gap))
    }

    /// Solves 0 ≤ λ ⊥ G R + b ≥ 0 with the responses R = Σ R_j λ_j, and sets the solution.
    pub fn solve(&mut self, size: usize) -> Result<(), Unsolved> {
        let n = self.chosen.len();
        self.matrix.clear();
        for i in 0..n {
            let gradient = &self.gradients[i * size..][..size];
            let entry =
                |j: usize| -> f64 { gradient.iter().zip(&self.responses[j * size..]).map(|(g, r)| g * r).sum::<f64>() };
            self.matrix.extend((0..n).map(entry));
        }
        self.solution.clear();
        self.solution.resize(n, 0.0);
        self.solver.solve(&self.matrix, &self.right, &mut self.solution)
    }

    /// Adds Σ R_j λ_j.
    pub fn add_response(&self, size: usize, sum: &mut [f64]) {
        for (response, factor) in self.responses.chunks_exact(size).zip(&self.solution).filter(|(_, x)| **x != 0.0) {
            sum.iter_mut().zip(response).for_each(|(sum, r)| *sum += factor * r);
        }
    }
}
