//! Derivatives by finite differences of plain numbers, of fourth order.

use super::Case;
use crate::system::{State, System};

const STEP: f64 = 2e-4;
/// f'(0) = Σ weight f(offset × step) / step.
const STENCIL: [(f64, f64); 4] = [(-2.0, 1.0 / 12.0), (-1.0, -2.0 / 3.0), (1.0, 2.0 / 3.0), (2.0, -1.0 / 12.0)];

/// Σ weight f(offset) / step over the stencil, for functions with several values.
fn derivative(count: usize, mut f: impl FnMut(f64, &mut [f64])) -> Vec<f64> {
    let mut sum = vec![0.0; count];
    let mut values = vec![0.0; count];
    for (place, weight) in STENCIL {
        f(place * STEP, &mut values);
        sum.iter_mut().zip(&values).for_each(|(sum, value)| *sum += weight / STEP * value);
    }
    sum
}

/// The iteration matrix by columns: the derivative of the scaled residual with respect to every unknown through the
/// integrator's own update, and Φ_q.
pub(crate) fn by_unknowns(system: &System, case: &Case) -> Vec<f64> {
    let (n, m, w) = (system.motion_unknowns(), system.constraints(), &case.weights);
    let constraints = constraint_jacobian(system, &case.state);
    let column = |unknown: usize| {
        let mut column = derivative(n + m, |change, r| {
            let mut state = case.state.clone();
            let mut scale = w.force_row;
            if unknown < n {
                let mut increment = case.increment.clone();
                increment[unknown] += change;
                state.set_moved(&case.from, &increment);
                state.v[unknown] += w.velocity * change;
                state.dv[unknown] += w.acceleration * change;
            } else {
                // Not scaled by the weight: friction, with its norms of multipliers, is not smooth over so large a
                // change.
                state.multipliers[unknown - n] += change;
                scale *= w.multiplier;
            }
            system.residual(&state, r);
            r.iter_mut().for_each(|r| *r *= scale);
        });
        if unknown < n {
            let rows = column[n..].iter_mut().zip(&constraints[unknown * m..]);
            rows.for_each(|(row, phi_q)| *row += phi_q);
        }
        column
    };
    (0..n + m).flat_map(column).collect()
}

/// Φ_q by differences, or ∂Φ/∂v of nonholonomic constraints; the m entries of one velocity are consecutive.
pub(crate) fn constraint_jacobian(system: &System, state: &State) -> Vec<f64> {
    let (n, m) = (system.motion_unknowns(), system.constraints());
    let mut on_velocities = vec![false; m];
    system.on_velocities(&mut on_velocities);
    let column = |unknown: usize| {
        derivative(m, |change, phi| {
            let mut moved = state.clone();
            let mut increment = vec![0.0; n];
            increment[unknown] = change;
            moved.set_moved(&state.q, &increment);
            system.constraint_values(&moved, phi, &mut vec![0.0; m]);
            let mut faster = state.clone();
            faster.v[unknown] += change;
            let mut rate = vec![0.0; m];
            system.constraint_values(&faster, &mut vec![0.0; m], &mut rate);
            let places = phi.iter_mut().zip(&rate).zip(&on_velocities);
            places.filter(|(_, on)| **on).for_each(|((phi, rate), _)| *phi = *rate);
        })
    };
    (0..n).flat_map(column).collect()
}

/// The rate of `count` functions of the state along its motion, with constant acceleration.
///
/// On the group a motion with v(t) = v + t v̇ has the increment t v + t²/2 v̇ up to t³/12 [v, v̇], which does not
/// affect the first derivative at t = 0.
pub(crate) fn along_motion(state: &State, count: usize, mut f: impl FnMut(&State, &mut [f64])) -> Vec<f64> {
    derivative(count, |t, out| {
        let mut moved = state.clone();
        let increment: Vec<f64> = state.v.iter().zip(&state.dv).map(|(v, dv)| t * v + 0.5 * t * t * dv).collect();
        moved.time += t;
        moved.set_moved(&state.q, &increment);
        moved.v.iter_mut().zip(&state.dv).for_each(|(v, dv)| *v += t * dv);
        f(&moved, out);
    })
}
