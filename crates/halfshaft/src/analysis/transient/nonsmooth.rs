//! The unilateral constraints of a system with the buffers that their complementarity problems need.

use crate::linalg::complementarity::{Complementarity, Unsolved};
use crate::system::System;
use crate::system::unilateral::Unilateral;

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
}

impl Nonsmooth {
    /// `None` for a system without unilateral constraints.
    pub fn new(system: &System) -> Option<Box<Self>> {
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
            })
        })
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
