//! Campbell diagram: natural frequencies over speed, and critical speeds.

use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;
use std::path::Path;

/// The file in a run's folder.
pub const FILE: &str = "campbell.json";

/// Frequencies over speed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Campbell {
    /// In rad/s, rising.
    pub speeds: Vec<f64>,
    /// For each speed the frequencies of the oscillating modes, in hertz, rising.
    pub frequencies: Vec<Vec<f64>>,
    /// Orders: periods per revolution.
    pub orders: Vec<f64>,
    /// The operating speed range, in rad/s.
    pub operating: Option<[f64; 2]>,
    /// Critical speeds.
    pub critical: Vec<Critical>,
}

/// A critical speed, at which an order coincides with a natural frequency.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Critical {
    /// The order.
    pub order: f64,
    /// The mode among the oscillating ones, counted from 1.
    pub mode: usize,
    /// In rad/s.
    pub speed: f64,
    /// In hertz.
    pub frequency: f64,
    /// Distance from the operating range, relative to its nearer end; zero inside, `None` without an operating range.
    pub margin: Option<f64>,
}

impl Campbell {
    /// The number of modes that exist at all speeds.
    pub fn modes(&self) -> usize {
        self.frequencies.iter().map(Vec::len).min().unwrap_or(0)
    }

    /// For each mode its frequency over the speed.
    pub fn curves(&self) -> Vec<Vec<[f64; 2]>> {
        let at =
            |k: usize| self.speeds.iter().zip(&self.frequencies).map(move |(speed, all)| [*speed, all[k]]).collect();
        (0..self.modes()).map(at).collect()
    }

    /// The highest frequency reached by an order, at most the highest natural frequency.
    pub fn highest_shown(&self) -> f64 {
        let last = self.speeds.last().copied().unwrap_or(0.0);
        let reached = self.orders.iter().fold(0.0_f64, |most, order| most.max(order * last / TAU));
        let highest = self.frequencies.iter().flatten().fold(0.0_f64, |most, f| most.max(*f));
        if reached > 0.0 { reached.min(highest.max(1e-9)) } else { highest.max(1e-9) }
    }

    /// Finds the critical speeds. `refine` returns the frequency of a mode, counted from 0, at any speed.
    pub fn find_critical<E>(&mut self, mut refine: impl FnMut(usize, f64) -> Result<f64, E>) -> Result<(), E> {
        let mut found = vec![];
        for (k, curve) in self.curves().iter().enumerate() {
            for &order in &self.orders {
                let ahead = |[speed, f]: [f64; 2]| order * speed / TAU - f;
                for pair in curve.windows(2) {
                    let ([a, fa], [b, fb]) = (pair[0], pair[1]);
                    let (mut low, mut high) = ((a, ahead([a, fa])), (b, ahead([b, fb])));
                    if low.1 == 0.0 || low.1.signum() == high.1.signum() && high.1 != 0.0 {
                        continue;
                    }
                    // Regula falsi (Illinois).
                    for _ in 0..60 {
                        let speed = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
                        let here = (speed, ahead([speed, refine(k, speed)?]));
                        if here.1.signum() == high.1.signum() {
                            low.1 *= 0.5;
                        } else {
                            low = high;
                        }
                        let done = (here.0 - high.0).abs() <= 1e-12 * here.0.abs() || here.1 == 0.0;
                        high = here;
                        if done {
                            break;
                        }
                    }
                    let speed = high.0;
                    let margin = self.operating.map(|range| margin(speed, range));
                    found.push(Critical { order, mode: k + 1, speed, frequency: order * speed / TAU, margin });
                }
            }
        }
        found.sort_by(|a, b| a.speed.total_cmp(&b.speed));
        self.critical = found;
        Ok(())
    }

    /// Reads it from the folder of a run; `None` if there is no diagram.
    pub fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(FILE);
        match std::fs::read_to_string(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::file(&path, "read", e)),
            Ok(text) => serde_json::from_str(&text).map(Some).map_err(|e| Error::file(&path, "read", e)),
        }
    }
}

fn margin(speed: f64, [low, high]: [f64; 2]) -> f64 {
    if speed < low {
        (low - speed) / low
    } else if speed > high {
        (speed - high) / high
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_meet_frequencies_that_rise_with_speed_where_they_should() {
        // f = √(f0² + (a Ω)²): with order n, Ω = 2π f0/√(n² − (2π a)²).
        let at = |speed: f64| (100.0_f64.powi(2) + (0.1 * speed).powi(2)).sqrt();
        let speeds: Vec<f64> = (0..=10).map(|i| 100.0 * f64::from(i)).collect();
        let frequencies = speeds.iter().map(|speed| vec![at(*speed)]).collect();
        let mut diagram =
            Campbell { speeds, frequencies, orders: vec![1.0, 2.0], operating: Some([400.0, 800.0]), critical: vec![] };
        diagram.find_critical(|_, speed| Ok::<f64, ()>(at(speed))).unwrap();
        let expected = |n: f64| TAU * 100.0 / (n * n - (0.1 * TAU).powi(2)).sqrt();
        let found: Vec<(f64, f64)> = diagram.critical.iter().map(|c| (c.order, c.speed)).collect();
        assert_eq!(found.len(), 2);
        for ((order, speed), n) in found.into_iter().zip([2.0, 1.0]) {
            assert!(order == n && (speed - expected(n)).abs() < 1e-9 * speed, "{speed} {}", expected(n));
        }
        let margin = diagram.critical[0].margin.unwrap();
        assert!((margin - (400.0 - expected(2.0)) / 400.0).abs() < 1e-9);
    }
}
