//! The prediction of a step from the steps before it.
//!
//! Accelerations, multipliers and what closes the position level are smooth where nothing happens. A polynomial through
//! their last values starts Newton's method near its end; where something happens, a constant does. So the degree is the
//! one that would have been best in the step before (`docs/theory.md`, eq. 29).

use serde::{Deserialize, Serialize};

/// The highest degree.
const DEGREE: usize = 3;

/// The last accepted states, as far as the next is predicted from them; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Predictor {
    /// How many unknowns of motion there are.
    motion_unknowns: usize,
    /// How many constraints.
    constraints: usize,
    /// The newest first. Of each state its accelerations, its multipliers, and the gaps of the step that led to it, over h³.
    history: Vec<Vec<f64>>,
    /// The steps between them, the newest first.
    steps: Vec<f64>,
    /// How many of them there have been since the restart, as far as they are kept.
    steps_taken: usize,
    /// The degree that was best last.
    degree: usize,
}

impl Predictor {
    pub fn new(motion_unknowns: usize, constraints: usize) -> Self {
        Predictor {
            motion_unknowns,
            constraints,
            history: vec![vec![0.0; motion_unknowns + 2 * constraints]; DEGREE + 1],
            steps: vec![0.0; DEGREE],
            steps_taken: 0,
            degree: 0,
        }
    }

    /// Forgets everything but the state from which a motion begins.
    pub fn restart(&mut self, dv: &[f64], multipliers: &[f64]) {
        (self.steps_taken, self.degree) = (0, 0);
        self.history[0][..self.motion_unknowns].copy_from_slice(dv);
        self.history[0][self.motion_unknowns..][..self.constraints].copy_from_slice(multipliers);
    }

    /// Sets accelerations, multipliers and gaps to those expected after a step of `h`.
    pub fn predict(&self, h: f64, dv: &mut [f64], multipliers: &mut [f64], projections: &mut [f64]) {
        let weights = self.weights(h, self.degree);
        self.combine(&weights[..=self.degree], 0, dv);
        self.combine(&weights[..=self.degree], self.motion_unknowns, multipliers);
        let first = self.motion_unknowns + self.constraints;
        match self.steps_taken {
            0 => projections.fill(0.0),
            // The first state has no gaps: no step led to it.
            steps_taken => {
                let degree = self.degree.min(steps_taken - 1);
                self.combine(&self.weights(h, degree)[..=degree], first, projections);
                projections.iter_mut().for_each(|projection| *projection *= h * h * h);
            }
        }
    }

    /// Sets accelerations and multipliers to those `back` seconds before the newest state, within the last step: by the
    /// polynomial through the last states, of the degree that would have been best in that step, and at least a line.
    pub fn interpolate_back(&self, back: f64, dv: &mut [f64], multipliers: &mut [f64]) {
        let degree = self.degree.clamp(1, self.steps_taken.max(1));
        let weights = self.weights(-back, degree);
        self.combine(&weights[..=degree], 0, dv);
        self.combine(&weights[..=degree], self.motion_unknowns, multipliers);
    }

    /// How far the accelerations after a step of `h` are from the straight line through the last two, in `units`: h² v⃛.
    /// None for the first step.
    pub fn deviation_from_line(&self, h: f64, dv: &[f64], units: &[f64]) -> Option<f64> {
        (self.steps_taken > 0).then(|| self.prediction_error(h, 1, dv, units))
    }

    /// Whether the motion has been smooth: a parabola or more has foreseen it best.
    pub fn is_smooth(&self) -> bool {
        self.degree >= 2
    }

    /// Takes note of a step of `h` and of the state it led to.
    pub fn accept(&mut self, h: f64, dv: &[f64], multipliers: &[f64], projections: &[f64], units: &[f64]) {
        let tried = self.steps_taken.min(DEGREE);
        let errors = (0..=tried).map(|degree| self.prediction_error(h, degree, dv, units));
        let (best, _) =
            errors.enumerate().fold((0, f64::INFINITY), |best, new| if new.1 < best.1 { new } else { best });
        // The highest degree that could be tried may be outdone by the next.
        self.degree = if best == tried { (best + 1).min(DEGREE) } else { best };
        self.steps_taken = (self.steps_taken + 1).min(DEGREE);
        self.history.rotate_right(1);
        self.steps.rotate_right(1);
        self.steps[0] = h;
        let (motion_unknowns, rest) = self.history[0].split_at_mut(self.motion_unknowns);
        let (forces, closing) = rest.split_at_mut(self.constraints);
        motion_unknowns.copy_from_slice(dv);
        forces.copy_from_slice(multipliers);
        closing.iter_mut().zip(projections).for_each(|(own, projection)| *own = projection / (h * h * h));
    }

    /// Lagrange's weights of the last values for a time `h` after the newest.
    fn weights(&self, h: f64, degree: usize) -> [f64; DEGREE + 1] {
        let mut times = [0.0; DEGREE + 1];
        for i in 0..degree {
            times[i + 1] = times[i] - self.steps[i];
        }
        std::array::from_fn(|i| {
            let others = (0..=degree).filter(|&j| j != i);
            if i <= degree { others.map(|j| (h - times[j]) / (times[i] - times[j])).product() } else { 0.0 }
        })
    }

    /// Sets `out` to the sum of weighted values from place `first` on.
    fn combine(&self, weights: &[f64], first: usize, out: &mut [f64]) {
        out.fill(0.0);
        for (weight, point) in weights.iter().zip(&self.history) {
            out.iter_mut().zip(&point[first..]).for_each(|(out, value)| *out += weight * value);
        }
    }

    /// The largest error, in `units`, of a prediction of the accelerations.
    fn prediction_error(&self, h: f64, degree: usize, dv: &[f64], units: &[f64]) -> f64 {
        let [a, b, c, d] = self.weights(h, degree);
        // Slices of one length let the compiler take several entries at once; weights beyond the degree are zero.
        let n = self.motion_unknowns;
        let (dv, units) = (&dv[..n], &units[..n]);
        let [p, q, r, s] = std::array::from_fn(|k| &self.history[k][..n]);
        let error = |i: usize| (dv[i] - (a * p[i] + b * q[i] + c * r[i] + d * s[i])).abs() / units[i];
        (0..n).map(error).fold(0.0, f64::max)
    }
}
