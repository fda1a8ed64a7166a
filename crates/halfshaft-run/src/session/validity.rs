//! Monitors whether the laws of the elements are used within their range of validity, and reports violations as warnings
//! at the end of a run.

use halfshaft::system::{Condition, State, System};
use halfshaft_results::measure::{Measure, What};
use halfshaft_results::number::significant;
use serde::{Deserialize, Serialize};

/// Below this fraction of the transition speed of regularised friction the surfaces count as at rest.
const REST_FRACTION: f64 = 1e-6;
/// Warn if friction is between static and kinetic for more than this fraction of the sliding time.
const MAX_FADING_SHARE: f64 = 0.2;
/// Indentation over the size of the surfaces beyond which no contact law is valid.
const MAX_INDENTATION: f64 = 0.2;
/// A mean contact pressure beyond the strength of any material, in pascals.
const MAX_PRESSURE: f64 = 1e10;
/// Rotation faster than this part of the lowest elastic frequency of a free body changes its bending: a slender body that is held at an end has a lowest
/// frequency of 0.157 of it, to whose square the rotation adds 1.19 times its own: 4 %.
const MAX_UNSTIFFENED_SPIN: f64 = 0.03;
/// A film that loses more than this fraction of its thickness within a window is not steady at its beginning.
const MAX_THINNING: f64 = 0.2;
/// Round-off of the energy balance over the work of the forces along the size of the mechanism.
const ROUND_OFF: f64 = 1e-13;

/// The conditions of the elements so far. They are part of a checkpoint, so that a resumed run gives the same warnings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValidityMonitor {
    /// Warnings of the assembly.
    pub start: Vec<String>,
    /// One for each element with a condition, in the order of the system.
    elements: Vec<ElementHistory>,
    /// The windows of measures, and the first measure that has each.
    windows: Vec<([f64; 2], String)>,
    steps: u64,
    forces: f64,
}

/// Extreme conditions of one element.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct ElementHistory {
    /// Largest sliding speed under load; distance and time of sliding under load.
    fastest: f64,
    distance: f64,
    loaded: f64,
    /// Time of sliding above the transition speed, and the part of it between static and kinetic friction.
    sliding: f64,
    fading: f64,
    /// Transition speed ε, and Stribeck velocity v_s if it is the default.
    transition: f64,
    default_stribeck_speed: Option<f64>,
    /// Largest indentation and pressure, with their times.
    peak_indentation: [f64; 2],
    peak_pressure: [f64; 2],
    /// Force at the largest pressure.
    force: f64,
    /// Largest angular velocity of a body without geometric stiffening over its lowest elastic frequency.
    #[serde(default)]
    unstiffened_spin: f64,
    /// Film thickness at the beginning of each window, if the oil carries the whole load, and at its end.
    films: Vec<[Option<f64>; 2]>,
}

impl ValidityMonitor {
    /// A monitor without history.
    pub fn new(system: &System, measures: &[Measure]) -> Self {
        let mut windows: Vec<([f64; 2], String)> = Vec::new();
        for measure in measures.iter().filter(|m| !matches!(m.what, What::Mode(..) | What::Response { .. })) {
            if let Some(over) = measure.over.filter(|over| windows.iter().all(|(window, _)| window != over)) {
                windows.push((over, measure.name.clone()));
            }
        }
        let mut elements = Vec::new();
        system.conditions(&system.state(), |_, condition| {
            let films = if condition.film.is_some() { vec![[None; 2]; windows.len()] } else { vec![] };
            elements.push(ElementHistory { films, ..ElementHistory::default() });
        });
        ValidityMonitor { elements, windows, ..ValidityMonitor::default() }
    }

    /// Updates the histories with an accepted step and the conditions of its state.
    pub fn update(&mut self, system: &System, state: &State, step: f64, conditions: &[Condition]) {
        self.steps += 1;
        // Sampled at powers of two: forces vary slowly, and the evaluation is expensive.
        if self.steps.is_power_of_two() {
            self.forces = self.forces.max(system.energy_of_forces(state));
        }
        for (element, condition) in self.elements.iter_mut().zip(conditions) {
            element.update(condition, state.time, step, &self.windows);
        }
    }

    /// An energy below this is round-off, in joules.
    pub fn round_off(&self) -> f64 {
        ROUND_OFF * self.forces
    }

    /// All warnings.
    pub fn warnings(&self, system: &System) -> Vec<String> {
        let mut names = Vec::with_capacity(self.elements.len());
        system.conditions(&system.state(), |name, _| names.push(name.to_string()));
        let mut all = self.start.clone();
        for (name, element) in names.iter().zip(&self.elements) {
            all.extend(element.never_full_warning(name));
            all.extend(element.fading_warning(name));
            all.extend(element.jamming_warning(name));
            // A steady rotation has been warned of at its start.
            let warning = unstiffened_warning(name, element.unstiffened_spin);
            all.extend(warning.filter(|warning| !self.start.contains(warning)));
            all.extend(self.thinning_warning(name, element));
        }
        all
    }

    /// A warning about a film that is still being squeezed out when the window of a measure begins.
    fn thinning_warning(&self, name: &str, element: &ElementHistory) -> Option<String> {
        let window = |(films, window): (&[Option<f64>; 2], &([f64; 2], String))| match films {
            [Some(before), Some(after)] if *after < (1.0 - MAX_THINNING) * before => {
                Some((*before, *after, window.clone()))
            }
            _ => None,
        };
        let (before, after, (over, measure)) = element.films.iter().zip(&self.windows).find_map(window)?;
        let [from, to] = over.map(|t| significant(t, 4));
        let [before, after] = [before, after].map(|h| significant(1e6 * h, 3));
        Some(format!(
            "the film \"{name}\" is still being squeezed out when measure \"{measure}\" begins: it thins from {before} µm at {from} s to \
             {after} µm by {to} s; let the window begin later, or start with a thinner film"
        ))
    }
}

impl ElementHistory {
    fn update(&mut self, condition: &Condition, time: f64, step: f64, windows: &[([f64; 2], String)]) {
        if let Some(sliding) = condition.sliding {
            (self.transition, self.default_stribeck_speed) = (sliding.transition, sliding.default_stribeck_speed);
            if sliding.loaded {
                self.fastest = self.fastest.max(sliding.speed);
                self.distance += sliding.speed * step;
                self.loaded += step;
                if sliding.speed > sliding.transition {
                    self.sliding += step;
                    self.fading +=
                        if sliding.default_stribeck_speed.is_some_and(|v| sliding.speed < v) { step } else { 0.0 };
                }
            }
        }
        if condition.indentation > self.peak_indentation[0] {
            self.peak_indentation = [condition.indentation, time];
        }
        if condition.pressure > self.peak_pressure[0] {
            (self.peak_pressure, self.force) = ([condition.pressure, time], condition.force);
        }
        self.unstiffened_spin = self.unstiffened_spin.max(condition.unstiffened_spin);
        if let Some(film) = condition.film {
            for (range, (over, _)) in self.films.iter_mut().zip(windows) {
                if time >= over[0] && time <= over[1] {
                    // The first step in the window decides whether the film counts.
                    if range[1].is_none() {
                        range[0] = film.alone.then_some(film.thickness);
                    }
                    range[1] = Some(film.thickness);
                }
            }
        }
    }

    /// A warning about regularised friction that never reaches its full value.
    fn never_full_warning(&self, name: &str) -> Option<String> {
        let ElementHistory { fastest, transition, loaded, .. } = *self;
        if loaded == 0.0 || fastest >= transition || fastest <= REST_FRACTION * transition {
            return None;
        }
        let [transition, fastest] = [transition, fastest].map(speed);
        Some(format!(
            "the friction of \"{name}\" never reaches its full value: its transition speed is {transition}, but the sliding speed is at \
            most {fastest}, so that it creeps under load; set a smaller `velocity`, or `law = \"stick\"`"
        ))
    }

    /// A warning about friction between static and kinetic for much of the motion because of a default Stribeck velocity.
    fn fading_warning(&self, name: &str) -> Option<String> {
        let fading = self.default_stribeck_speed?;
        if self.sliding == 0.0 || self.fading <= MAX_FADING_SHARE * self.sliding {
            return None;
        }
        let part = significant(100.0 * self.fading / self.sliding, 2);
        let mean = speed(self.distance / self.loaded);
        Some(format!(
            "the friction of \"{name}\" is between static and kinetic for {part} % of the sliding time: its Stribeck velocity is {} (ten \
            times `velocity`, by default), and the mean sliding speed {mean}; set `stribeck_velocity`, or a smaller `velocity`",
            speed(fading)
        ))
    }

    /// A warning about indentations or pressures that no material withstands.
    fn jamming_warning(&self, name: &str) -> Option<String> {
        let [depth, at] = self.peak_indentation;
        if depth > MAX_INDENTATION {
            return Some(format!(
                "the indentation of \"{name}\" reaches {} % of the size of its surfaces at {} s: the parts jam, or the stiffness \
                is too low for the load",
                significant(100.0 * depth, 2),
                significant(at, 4)
            ));
        }
        let [pressure, at] = self.peak_pressure;
        (pressure > MAX_PRESSURE).then(|| {
            format!(
                "the contact force of \"{name}\" reaches {} N at {} s, a mean pressure of {} GPa that no material withstands: \
                the parts jam; check clearances and loads",
                significant(self.force, 2),
                significant(at, 4),
                significant(1e-9 * pressure, 2)
            )
        })
    }
}

/// Warnings about flexible bodies that rotate steadily without geometric stiffening.
pub(super) fn unstiffened_warnings(system: &System, state: &State) -> Vec<String> {
    let mut all = Vec::new();
    system.conditions(state, |name, condition| all.extend(unstiffened_warning(name, condition.unstiffened_spin)));
    all
}

/// A warning about a flexible body that rotates fast without geometric stiffening.
fn unstiffened_warning(name: &str, ratio: f64) -> Option<String> {
    (ratio > MAX_UNSTIFFENED_SPIN).then(|| {
        format!(
            "\"{name}\" rotates at up to {} % of its lowest elastic frequency, but the stresses of rotation do not stiffen it: if it is slender, it is too soft in \
             bending; set `geometric_stiffening = true`",
            significant(100.0 * ratio, 2)
        )
    })
}

/// A sliding speed with its unit.
fn speed(v: f64) -> String {
    if v < 1.0 { format!("{} mm/s", significant(1e3 * v, 3)) } else { format!("{} m/s", significant(v, 3)) }
}
