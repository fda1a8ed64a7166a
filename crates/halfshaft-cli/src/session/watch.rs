//! What a run watches beside its channels: whether the laws of its elements are used where they hold. At the end it is told
//! as warnings.

use halfshaft::system::{Condition, State, System};
use halfshaft_results::measure::{Measure, What};
use halfshaft_results::number::significant;
use serde::{Deserialize, Serialize};

/// A law that is smooth around rest does not stand for friction at speeds below this part of where it is full: nothing moves.
const AT_REST: f64 = 1e-6;
/// A static coefficient fades while surfaces slide, and not within moments, where that takes more than this part of the time.
const FADES: f64 = 0.2;
/// Surfaces that press into each other by more than this part of their size are beyond any law of contact.
const DEEPEST: f64 = 0.2;
/// More than any material bears, in pascals.
const HARDEST: f64 = 1e10;
/// A film that loses more than this part of its thickness in a window has not settled at its beginning.
const THINS: f64 = 0.2;
/// What the round-off of an energy balance is of the energy that the forces would move over the size of the mechanism.
const ROUND_OFF: f64 = 1e-13;

/// The conditions of the elements so far. It is part of a checkpoint, so that a run that was resumed says the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    /// What assembling the parts had to say.
    pub start: Vec<String>,
    /// One for each element with a condition, in the order of the system.
    tracks: Vec<Track>,
    /// The windows of measures, and the first measure that has each.
    windows: Vec<([f64; 2], String)>,
    steps: u64,
    forces: f64,
}

/// What became of one element.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Track {
    /// Largest sliding speed under load, and the distance and time of it.
    fastest: f64,
    distance: f64,
    loaded: f64,
    /// Time of sliding with full friction, and how much of it in the range in which the static coefficient fades.
    sliding: f64,
    fading: f64,
    /// ε, and v_s where it was not given.
    transition: f64,
    default_stribeck_speed: Option<f64>,
    /// Largest indentation and pressure, with their times.
    deepest: [f64; 2],
    hardest: [f64; 2],
    /// Force at the largest pressure.
    force: f64,
    /// Film thickness at the beginning of each window, where oil carries alone, and at its end.
    films: Vec<[Option<f64>; 2]>,
}

impl Watch {
    /// Nothing seen yet.
    pub fn new(system: &System, measures: &[Measure]) -> Self {
        let mut windows: Vec<([f64; 2], String)> = Vec::new();
        for measure in measures.iter().filter(|m| !matches!(m.what, What::Mode(..) | What::Response { .. })) {
            if let Some(over) = measure.over.filter(|over| windows.iter().all(|(window, _)| window != over)) {
                windows.push((over, measure.name.clone()));
            }
        }
        let mut tracks = Vec::new();
        system.conditions(&system.state(), |_, condition| {
            let films = if condition.film.is_some() { vec![[None; 2]; windows.len()] } else { vec![] };
            tracks.push(Track { films, ..Track::default() });
        });
        Watch { tracks, windows, ..Watch::default() }
    }

    /// Takes note of an accepted step.
    pub fn note(&mut self, system: &System, state: &State, step: f64) {
        self.steps += 1;
        // Now and then: forces change more slowly than what they do.
        if self.steps.is_power_of_two() {
            self.forces = self.forces.max(system.energy_of_forces(state));
        }
        let (tracks, windows) = (&mut self.tracks, &self.windows);
        let mut tracks = tracks.iter_mut();
        system.conditions(state, |_, condition| {
            if let Some(track) = tracks.next() {
                track.note(&condition, state.time, step, windows);
            }
        });
    }

    /// An energy below this is round-off, in joules.
    pub fn round_off(&self) -> f64 {
        ROUND_OFF * self.forces
    }

    /// What is worth knowing.
    pub fn warnings(&self, system: &System) -> Vec<String> {
        let mut names = Vec::with_capacity(self.tracks.len());
        system.conditions(&system.state(), |name, _| names.push(name.to_string()));
        let mut all = self.start.clone();
        for (name, track) in names.iter().zip(&self.tracks) {
            all.extend(track.never_full(name));
            all.extend(track.fades(name));
            all.extend(track.jams(name));
            all.extend(self.thins(name, track));
        }
        all
    }

    /// A film that was still being squeezed out when a measure began.
    fn thins(&self, name: &str, track: &Track) -> Option<String> {
        let window = |(films, window): (&[Option<f64>; 2], &([f64; 2], String))| match films {
            [Some(before), Some(after)] if *after < (1.0 - THINS) * before => Some((*before, *after, window.clone())),
            _ => None,
        };
        let (before, after, (over, measure)) = track.films.iter().zip(&self.windows).find_map(window)?;
        let [from, to] = over.map(|t| significant(t, 4));
        let [before, after] = [before, after].map(|h| significant(1e6 * h, 3));
        Some(format!(
            "the film \"{name}\" is still being squeezed out when measure \"{measure}\" begins: it thins from {before} µm at {from} s to \
             {after} µm by {to} s; let the window begin later, or start with a thinner film"
        ))
    }
}

impl Track {
    fn note(&mut self, condition: &Condition, time: f64, step: f64, windows: &[([f64; 2], String)]) {
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
        if condition.indentation > self.deepest[0] {
            self.deepest = [condition.indentation, time];
        }
        if condition.pressure > self.hardest[0] {
            (self.hardest, self.force) = ([condition.pressure, time], condition.force);
        }
        if let Some(film) = condition.film {
            for (seen, (over, _)) in self.films.iter_mut().zip(windows) {
                if time >= over[0] && time <= over[1] {
                    // The first step in the window decides whether it counts.
                    if seen[1].is_none() {
                        seen[0] = film.alone.then_some(film.thickness);
                    }
                    seen[1] = Some(film.thickness);
                }
            }
        }
    }

    /// Friction that never was what its coefficient says.
    fn never_full(&self, name: &str) -> Option<String> {
        let Track { fastest, transition, loaded, .. } = *self;
        if loaded == 0.0 || fastest >= transition || fastest <= AT_REST * transition {
            return None;
        }
        let [transition, fastest] = [transition, fastest].map(speed);
        Some(format!(
            "the friction of \"{name}\" is smooth around rest and full from {transition} on, but it slides at {fastest} at most: it \
             resists less than its coefficient says, and creeps under load; set a smaller `velocity`, or `law = \"stick\"`"
        ))
    }

    /// Friction between static and kinetic for most of the motion, by a speed that nobody chose.
    fn fades(&self, name: &str) -> Option<String> {
        let fading = self.default_stribeck_speed?;
        if self.sliding == 0.0 || self.fading <= FADES * self.sliding {
            return None;
        }
        let part = significant(100.0 * self.fading / self.sliding, 2);
        let mean = speed(self.distance / self.loaded);
        Some(format!(
            "the static coefficient of \"{name}\" fades over {} (ten times `velocity`, by default), and it slides at {mean} on \
             average: friction is between static and kinetic for {part} % of the sliding; give `stribeck_velocity`, or set a \
             smaller `velocity`",
            speed(fading)
        ))
    }

    /// Surfaces that are pressed together beyond reason.
    fn jams(&self, name: &str) -> Option<String> {
        let [depth, at] = self.deepest;
        if depth > DEEPEST {
            return Some(format!(
                "the surfaces of \"{name}\" press into each other by {} % of their size at {} s: the parts jam, or the stiffness \
                 is too low for the load",
                significant(100.0 * depth, 2),
                significant(at, 4)
            ));
        }
        let [pressure, at] = self.hardest;
        (pressure > HARDEST).then(|| {
            format!(
                "the surfaces of \"{name}\" are pressed together by {} N at {} s, a mean pressure of {} GPa that no material bears: \
                 the parts jam; check clearances, and what pushes them",
                significant(self.force, 2),
                significant(at, 4),
                significant(1e-9 * pressure, 2)
            )
        })
    }
}

/// A speed of sliding in words.
fn speed(v: f64) -> String {
    if v < 1.0 { format!("{} mm/s", significant(1e3 * v, 3)) } else { format!("{} m/s", significant(v, 3)) }
}
