//! Validity of the elements' laws: what a run monitors beside the channels in order to warn.

use crate::laws::Friction;

/// Operating condition of an element, from which a run judges whether its law is valid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Condition {
    /// Whether surfaces that could transmit load are separated, as teeth inside their backlash.
    pub open: bool,
    /// Whether friction holds teeth that would turn without it.
    pub locked: bool,
    /// Sliding state, for an element with regularised friction.
    pub sliding: Option<Sliding>,
    /// Indentation of the surfaces relative to their size, the radius of the smaller one.
    pub indentation: f64,
    /// Mean pressure between solid surfaces of known area, in pascals.
    pub pressure: f64,
    /// Force between them, in newtons.
    pub force: f64,
    /// Oil film, if the element is one.
    pub film: Option<FilmCondition>,
    /// Angular velocity relative to the lowest elastic angular frequency, for a flexible body whose stresses of rotation do not stiffen it.
    pub unstiffened_spin: f64,
}

/// Sliding with regularised friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding {
    /// In m/s, not negative.
    pub speed: f64,
    /// ε, the speed above which friction is full, in m/s.
    pub transition: f64,
    /// v_s, the speed over which the static coefficient decays, in m/s, if it is the default multiple of ε.
    pub default_stribeck_speed: Option<f64>,
    /// Whether the surfaces are pressed together.
    pub loaded: bool,
}

impl Sliding {
    /// From a speed of either sign.
    pub fn of(law: &Friction, speed: f64, loaded: bool) -> Self {
        let (transition, default_stribeck_speed) = (law.transition(), law.default_stribeck_speed());
        Sliding { speed: speed.abs(), transition, default_stribeck_speed, loaded }
    }
}

/// A film of oil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmCondition {
    /// In metres.
    pub thickness: f64,
    /// Whether the film transmits the load alone and is squeezed out further; otherwise asperities share it.
    pub alone: bool,
}
