//! The predictor of a step: extrapolation from the preceding steps.
//!
//! Accelerations, multipliers and projections are smooth as long as nothing switches. A polynomial through their last
//! values gives Newton's method a start close to the solution. After a jump or kink a constant is better. The degree is
//! therefore the one that would have been best in the preceding step (`docs/theory.md`, predictor, eq. 29).

use serde::{Deserialize, Serialize};

/// Maximum degree.
const DEGREE: usize = 3;

/// The last accepted values, from which the next ones are extrapolated; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Predictor {
    /// Number of unknowns of motion.
    motion_unknowns: usize,
    /// Number of constraints.
    constraints: usize,
    /// Newest first: for each state its accelerations, its multipliers, and the projections of the step that led to it
    /// over h³.
    history: Vec<Vec<f64>>,
    /// The step sizes between them, newest first.
    steps: Vec<f64>,
    /// Number of steps since the restart, as far as they are stored.
    steps_taken: usize,
    /// The degree that was best in the last step.
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

    /// Copies another predictor of the same size into the existing storage.
    pub fn copy_from(&mut self, from: &Predictor) {
        self.history.iter_mut().zip(&from.history).for_each(|(own, from)| own.copy_from_slice(from));
        self.steps.copy_from_slice(&from.steps);
        (self.steps_taken, self.degree) = (from.steps_taken, from.degree);
    }

    /// Clears the history, except for the state at the restart.
    pub fn restart(&mut self, dv: &[f64], multipliers: &[f64]) {
        (self.steps_taken, self.degree) = (0, 0);
        self.history[0][..self.motion_unknowns].copy_from_slice(dv);
        self.history[0][self.motion_unknowns..][..self.constraints].copy_from_slice(multipliers);
    }

    /// Sets accelerations, multipliers and projections to those predicted after a step of `h`.
    pub fn predict(&self, h: f64, dv: &mut [f64], multipliers: &mut [f64], projections: &mut [f64]) {
        let weights = self.weights(h, self.degree);
        self.combine(&weights[..=self.degree], 0, dv);
        self.combine(&weights[..=self.degree], self.motion_unknowns, multipliers);
        let first = self.motion_unknowns + self.constraints;
        match self.steps_taken {
            0 => projections.fill(0.0),
            // The first state has no projections: no step led to it.
            steps_taken => {
                let degree = self.degree.min(steps_taken - 1);
                self.combine(&self.weights(h, degree)[..=degree], first, projections);
                projections.iter_mut().for_each(|projection| *projection *= h * h * h);
            }
        }
    }

    /// Interpolates accelerations and multipliers `back` seconds before the newest state, within the last step, by the
    /// polynomial through the last states, of the degree that would have been best in that step, and at least linear.
    pub fn interpolate_back(&self, back: f64, dv: &mut [f64], multipliers: &mut [f64]) {
        let degree = self.degree.clamp(1, self.steps_taken.max(1));
        let weights = self.weights(-back, degree);
        self.combine(&weights[..=degree], 0, dv);
        self.combine(&weights[..=degree], self.motion_unknowns, multipliers);
    }

    /// The deviation of the accelerations after a step of `h` from linear extrapolation, in `units`: h² v⃛. `None` for
    /// the first step.
    pub fn deviation_from_line(&self, h: f64, dv: &[f64], units: &[f64]) -> Option<f64> {
        (self.steps_taken > 0).then(|| self.prediction_error(h, 1, dv, units))
    }

    /// Returns whether the motion is smooth: a degree of at least two predicted it best.
    pub fn is_smooth(&self) -> bool {
        self.degree >= 2
    }

    /// Records a step of `h` and the values it led to.
    pub fn accept(&mut self, h: f64, dv: &[f64], multipliers: &[f64], projections: &[f64], units: &[f64]) {
        let tried = self.steps_taken.min(DEGREE);
        let errors = (0..=tried).map(|degree| self.prediction_error(h, degree, dv, units));
        let (best, _) =
            errors.enumerate().fold((0, f64::INFINITY), |best, new| if new.1 < best.1 { new } else { best });
        // If the highest degree tried is best, the next higher may be better still.
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

    /// Lagrange weights of the last values for a time `h` after the newest.
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

    /// Sets `out` to the weighted sum of the values from index `first` on.
    fn combine(&self, weights: &[f64], first: usize, out: &mut [f64]) {
        out.fill(0.0);
        for (weight, point) in weights.iter().zip(&self.history) {
            out.iter_mut().zip(&point[first..]).for_each(|(out, value)| *out += weight * value);
        }
    }

    /// The largest error, in `units`, of a prediction of the accelerations.
    fn prediction_error(&self, h: f64, degree: usize, dv: &[f64], units: &[f64]) -> f64 {
        let [a, b, c, d] = self.weights(h, degree);
        // Slices of equal length let the compiler vectorise; weights beyond the degree are zero.
        let n = self.motion_unknowns;
        let (dv, units) = (&dv[..n], &units[..n]);
        let [p, q, r, s] = std::array::from_fn(|k| &self.history[k][..n]);
        let error = |i: usize| (dv[i] - (a * p[i] + b * q[i] + c * r[i] + d * s[i])).abs() / units[i];
        (0..n).map(error).fold(0.0, f64::max)
    }
}
