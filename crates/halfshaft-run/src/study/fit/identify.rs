//! Identifiability of the parameters of a fit: their covariance, and directions that the targets do not determine.
//!
//! With the residuals in units of their standard deviations, (JᵀJ)⁻¹ is the covariance of the parameters. Its large
//! eigenvalues belong to directions in which the parameters may change almost without changing a measure. All values are
//! relative to the range of each parameter.

use super::dense::{eigen, gram};

/// A direction with less than this fraction of the influence of the best identified one is below the error of the finite
/// differences.
const FLAT: f64 = 1e-3;
/// Half the width of the 95 % interval of a normal variable, in standard deviations.
pub const NORMAL: f64 = 1.959_964;

/// Covariance of the identified parameters, and unidentified directions.
#[derive(Clone, Debug)]
pub struct Identifiability {
    /// Covariance over the identified directions; `None` if the variance of the residuals is not known.
    pub covariance: Option<Vec<Vec<f64>>>,
    /// Factor from a standard deviation to a 95 % interval.
    pub factor: f64,
    /// Unidentified directions.
    pub unknown: Vec<UnidentifiedDirection>,
}

/// An unidentified direction.
#[derive(Clone, Debug)]
pub struct UnidentifiedDirection {
    /// Its unit vector.
    pub direction: Vec<f64>,
    /// The parameters that take part in it.
    pub members: Vec<usize>,
    /// Whether it does not change any measure, rather than too little.
    pub flat: bool,
}

impl Identifiability {
    /// From the Jacobian of the residuals, their sum of squares, and whether their standard deviations are given.
    pub fn of(jacobian: &[Vec<f64>], parameters: usize, cost: f64, deviations_given: bool) -> Self {
        let left = jacobian.len().saturating_sub(parameters);
        let (variance, factor) = match (deviations_given, left) {
            (true, _) => (Some(1.0), NORMAL),
            (false, 0) => (None, f64::NAN),
            (false, left) => (Some(cost / left as f64), student(left)),
        };
        let influence = |k: usize| jacobian.iter().map(|row| row[k] * row[k]).sum::<f64>().sqrt();
        let influence: Vec<f64> = (0..parameters).map(influence).collect();
        let most = influence.iter().fold(0.0, |most: f64, x| most.max(*x));
        // Parameters without influence are reported one by one; as eigenvectors they could be mixed.
        let (felt, idle): (Vec<usize>, Vec<usize>) = (0..parameters).partition(|&k| influence[k] > FLAT * most);
        let alone = |k: usize| (0..parameters).map(|j| f64::from(u8::from(j == k))).collect::<Vec<f64>>();
        let mut unknown: Vec<UnidentifiedDirection> =
            idle.iter().map(|&k| UnidentifiedDirection { direction: alone(k), members: vec![k], flat: true }).collect();
        let rows: Vec<Vec<f64>> = jacobian.iter().map(|row| felt.iter().map(|&k| row[k]).collect()).collect();
        let pairs = eigen(&gram(&rows, felt.len()));
        let best = pairs.first().map_or(0.0, |(value, _)| *value);
        let mut covariance = vec![vec![0.0; parameters]; parameters];
        for (value, own) in pairs {
            let mut direction = vec![0.0; parameters];
            felt.iter().zip(own).for_each(|(&k, x)| direction[k] = x);
            let flat = value.sqrt() <= FLAT * best.sqrt();
            // An interval wider than twice the range contains no more information than the range.
            let weak = variance.is_some_and(|variance| factor * (variance / value).sqrt() > 1.0);
            if flat || weak {
                // A parameter with a wide range has a small component, but still takes part.
                let share = |k: usize| direction[k].abs() * influence[k];
                let largest = felt.iter().fold(0.0, |most: f64, &k| most.max(share(k)));
                let members = felt.iter().copied().filter(|&k| share(k) > 0.1 * largest).collect();
                unknown.push(UnidentifiedDirection { direction, members, flat });
                continue;
            }
            for i in 0..parameters {
                for j in 0..parameters {
                    covariance[i][j] += variance.unwrap_or(0.0) * direction[i] * direction[j] / value;
                }
            }
        }
        Identifiability { covariance: variance.map(|_| covariance), factor, unknown }
    }

    /// Returns whether a parameter takes part in an unidentified direction.
    pub fn is_unidentified(&self, parameter: usize) -> bool {
        self.unknown.iter().any(|unknown| unknown.members.contains(&parameter))
    }
}

/// The quantile 0.975 of Student's distribution; beyond 30 degrees of freedom by its series (Abramowitz & Stegun 26.7.5).
fn student(freedom: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    let (x, n) = (NORMAL, freedom as f64);
    let series = || x + (x.powi(3) + x) / (4.0 * n) + (5.0 * x.powi(5) + 16.0 * x.powi(3) + 3.0 * x) / (96.0 * n * n);
    TABLE.get(freedom - 1).copied().unwrap_or_else(series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_covariance_of_a_straight_line_is_the_textbook_s() {
        // y = a + b x at x = −1, 0, 1 with deviation 0.1: var a = σ²/3, var b = σ²/2, uncorrelated.
        let jacobian: Vec<Vec<f64>> = [-1.0, 0.0, 1.0].iter().map(|x| vec![1.0 / 0.1, x / 0.1]).collect();
        let known = Identifiability::of(&jacobian, 2, 0.0, true);
        let covariance = known.covariance.unwrap();
        assert!((covariance[0][0] - 0.01 / 3.0).abs() < 1e-15 && (covariance[1][1] - 0.005).abs() < 1e-15);
        assert!(covariance[0][1].abs() < 1e-15 && known.unknown.is_empty());
    }

    #[test]
    fn without_deviations_the_residuals_give_them() {
        let jacobian = vec![vec![10.0], vec![10.0], vec![10.0]];
        let known = Identifiability::of(&jacobian, 1, 0.08, false);
        assert!((known.covariance.unwrap()[0][0] - 0.04 / 300.0).abs() < 1e-15);
        assert_eq!(known.factor, 4.303);
        assert!(Identifiability::of(&jacobian[..1], 1, 0.0, false).covariance.is_none());
        assert!((student(31) - 2.0395).abs() < 1e-4, "{}", student(31));
    }

    #[test]
    fn a_pair_that_only_works_together_is_named() {
        // Two measures of the product of the first two; the third is known.
        let jacobian = vec![vec![100.0, 50.0, 0.0], vec![200.0, 100.0, 0.0], vec![0.0, 0.0, 80.0]];
        let known = Identifiability::of(&jacobian, 3, 1.0, true);
        assert_eq!(known.unknown.len(), 1);
        assert_eq!(known.unknown[0].members, [0, 1]);
        assert!(known.unknown[0].flat && known.is_unidentified(1) && !known.is_unidentified(2));
    }

    #[test]
    fn a_partner_with_a_wide_range_and_an_idle_parameter_are_named_too() {
        let known = Identifiability::of(&[vec![100.0, 10.0, 0.0], vec![100.0, 10.0, 0.0]], 3, 0.0, true);
        let members: Vec<_> = known.unknown.iter().map(|unknown| unknown.members.clone()).collect();
        assert_eq!(members, [vec![2], vec![0, 1]]);
        let nothing = Identifiability::of(&[vec![0.0, 0.0]], 2, 1.0, true);
        assert_eq!(nothing.unknown.len(), 2);
    }

    #[test]
    fn a_parameter_whose_interval_exceeds_its_range_is_not_known() {
        let known = Identifiability::of(&[vec![10.0, 0.0], vec![0.0, 0.5]], 2, 0.0, true);
        assert_eq!(known.unknown[0].members, [1]);
        assert!(!known.unknown[0].flat);
    }
}
