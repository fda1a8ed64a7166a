//! The memory of a contact: impact speed, largest indentation, and restitution of the last contact.

use crate::describe::{Channel, Quantity};
use crate::elements::memory::memory;
use crate::laws::NormalLaw;
use crate::laws::contact::{History, NormalForce};
use crate::math::Scalar;

/// A normal law with the smallest impact speed.
///
/// The impact speed sets the damping of hysteretic laws. While the surfaces are separated it is predicted after every
/// accepted step, from the gap, its rate and the change of that rate. The first step into a contact therefore already
/// knows it to the order of the scheme, and no step needs to end at the instant of contact. It then remains constant
/// until separation.
///
/// A damper of constant coefficient is different: its force jumps at first contact, and a step across the jump
/// applies it over the wrong part of the step. Contact and separation are then events, at which a step ends, and
/// contact is a mode. (At separation the force is already zero, because it cannot be tensile; the event ends the dissipation of
/// the spring that relaxes against the damper.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// The law.
    pub law: NormalLaw,
    /// Lower limit of the impact speed v₀, in m/s, so that a contact that begins at rest has a finite damping.
    pub speed_floor: f64,
}

/// Whether the surfaces are in contact: by the sign of the indentation, or by an event if the force jumps.
pub(in crate::elements) const MODES: &[&str] = &["by indentation", "apart", "touching"];
const BY_INDENTATION: usize = 0;
pub(in crate::elements) const APART: usize = 1;
pub(in crate::elements) const TOUCHING: usize = 2;

/// Minimum number of steps over a contact, under error control.
const STEPS: f64 = 24.0;
/// A step into or out of a contact has an error of up to a quarter of its change of rate, because its force acts over
/// the whole step. Its step-size ratio is multiplied by this factor.
const KINK: f64 = 8.0;

// The channels of all contacts with a normal law.
/// The channels of a contact that a run of a large model stores only on request.
pub(super) const DETAILS: &[&str] = &[
    GAP_RATE.name,
    ELASTIC_FORCE.name,
    DAMPING_FORCE.name,
    ENERGY.name,
    IMPACT_SPEED.name,
    CONTACT_TIME.name,
    DEEPEST_INDENTATION.name,
    LOOP_AREA.name,
    RESTITUTION_NEWTON.name,
    RESTITUTION_POISSON.name,
    RESTITUTION_STRONGE.name,
];

pub(super) const GAP_RATE: Channel = Channel::new("gap_rate", Quantity::VELOCITY, "rate of the gap");
pub(super) const NORMAL_FORCE: Channel =
    Channel::new("normal_force", Quantity::FORCE, "normal force, positive when it pushes apart");
pub(super) const ELASTIC_FORCE: Channel =
    Channel::new("elastic_force", Quantity::FORCE, "its part that depends on the indentation");
pub(super) const DAMPING_FORCE: Channel =
    Channel::new("damping_force", Quantity::FORCE, "its part that depends on the rate");
pub(super) const ENERGY: Channel = Channel::new("energy", Quantity::ENERGY, "energy stored");
pub(super) const DISSIPATION: Channel = Channel::new("dissipation", Quantity::POWER, "dissipated power");
pub(super) const STATUS: Channel = Channel::new("status", Quantity::NUMBER, "1 in contact, 0 apart");
pub(super) const IMPACT_SPEED: Channel =
    Channel::new("impact_speed", Quantity::VELOCITY, "speed at which the present or the last contact began");
pub(super) const CONTACT_TIME: Channel =
    Channel::new("contact_time", Quantity::TIME, "duration of the present or the last contact");
pub(super) const DEEPEST_INDENTATION: Channel =
    Channel::new("deepest", Quantity::LENGTH, "largest indentation of the present or the last contact");
pub(super) const LOOP_AREA: Channel = Channel::new(
    "loop_area",
    Quantity::ENERGY,
    "energy lost in the present or the last contact: force against indentation",
);
pub(super) const RESTITUTION_NEWTON: Channel =
    Channel::new("restitution_newton", Quantity::NUMBER, "speed out over speed in, of the last contact that ended");
pub(super) const RESTITUTION_POISSON: Channel =
    Channel::new("restitution_poisson", Quantity::NUMBER, "impulse after over impulse before the turning point");
pub(super) const RESTITUTION_STRONGE: Channel =
    Channel::new("restitution_stronge", Quantity::NUMBER, "root of the work given back over the work put in");

memory! {
    /// What a contact remembers.
    pub(in crate::elements) MEMORY {
        SPEED: "impact speed",
        TIME: "time",
        INDENTATION: "indentation",
        RATE: "rate",
        FORCE: "force",
        DEEPEST: "deepest",
        IMPULSE_IN: "impulse in",
        IMPULSE_OUT: "impulse out",
        WORK_IN: "work in",
        WORK_OUT: "work out",
        NEWTON: "restitution by speeds",
        POISSON: "restitution by impulses",
        STRONGE: "restitution by work",
        DURATION: "duration",
        LAST_SPEED: "last impact speed",
    }
}

/// Number of channels for the history of contacts.
pub(in crate::elements) const PAST: usize = 7;

impl Normal {
    pub(in crate::elements) fn start(&self, memory: &mut [f64]) -> usize {
        memory.fill(0.0);
        memory[TIME] = f64::NEG_INFINITY;
        memory[INDENTATION] = -1.0;
        if self.law.jumps() { APART } else { BY_INDENTATION }
    }

    /// The event function of a mode. Surfaces that have just made contact still approach, and surfaces that have just
    /// separated recede, so neither mode is left immediately.
    pub(in crate::elements) fn event(mode: usize, l: f64, rate: f64) -> f64 {
        match mode {
            APART => (-l).max(-rate),
            TOUCHING => l.max(rate),
            _ => f64::INFINITY,
        }
    }

    pub(in crate::elements) fn other(mode: usize) -> usize {
        if mode == APART { TOUCHING } else { APART }
    }

    /// The indentation as the law sees it: positive if the surfaces are in contact.
    #[inline]
    pub(in crate::elements) fn felt<S: Scalar>(mode: usize, l: S) -> S {
        match mode {
            APART => S::constant(-1.0),
            TOUCHING if l.value() <= 0.0 => S::constant(f64::MIN_POSITIVE),
            _ => l,
        }
    }

    /// The last channels of a contact, which describe the present contact, or the last one if the surfaces are
    /// separated: impact speed, duration, largest indentation, and the difference of the work put in and given back,
    /// which is the area of the loop of force over indentation; then Newton's, Poisson's and Stronge's coefficients of
    /// restitution of the last completed contact (Virlez 2014, eqs. 4.1-4.3).
    pub(in crate::elements) fn past(memory: &[f64]) -> [f64; PAST] {
        let [newton, poisson, stronge] = [NEWTON, POISSON, STRONGE].map(|field| memory[field]);
        let loss = memory[WORK_IN] - memory[WORK_OUT];
        [memory[LAST_SPEED], memory[DURATION], memory[DEEPEST], loss, newton, poisson, stronge]
    }

    fn history(&self, memory: &[f64]) -> History {
        // After separation the next contact is independent of earlier ones.
        let deepest = if memory[INDENTATION] > 0.0 { memory[DEEPEST] } else { 0.0 };
        History { impact_speed: memory[SPEED].max(self.speed_floor), deepest }
    }

    #[inline]
    pub(in crate::elements) fn force<S: Scalar>(&self, mode: usize, l: S, rate: S, memory: &[f64]) -> NormalForce<S> {
        self.law.force(Self::felt(mode, l), rate, &self.history(memory))
    }

    pub(in crate::elements) fn stored(&self, mode: usize, l: f64, memory: &[f64]) -> f64 {
        self.law.stored(Self::felt(mode, l), &self.history(memory))
    }

    pub(in crate::elements) fn dissipated(&self, mode: usize, l: f64, rate: f64, memory: &[f64]) -> f64 {
        self.law.dissipated(Self::felt(mode, l), rate, &self.history(memory))
    }

    /// Change of rate in the step relative to the one that gives the minimum number of steps over a contact.
    pub(in crate::elements) fn step_size_ratio(&self, l: f64, rate: f64, memory: &[f64]) -> f64 {
        if l <= 0.0 && memory[INDENTATION] <= 0.0 {
            return 0.0;
        }
        let whole = (1.0 + self.law.restitution().unwrap_or(0.0)) * memory[SPEED].max(self.speed_floor);
        let enters_or_leaves = (l > 0.0) != (memory[INDENTATION] > 0.0);
        STEPS * if enters_or_leaves { KINK } else { 1.0 } * (rate - memory[RATE]).abs() / whole
    }

    /// Updates the memory after an accepted step.
    pub(in crate::elements) fn commit(&self, time: f64, mode: usize, l: f64, rate: f64, memory: &mut [f64]) {
        let force = self.force(mode, l, rate, memory).total();
        let [before, rate_before] = [memory[INDENTATION], memory[RATE]];
        let step = time - memory[TIME];
        let first = step == f64::INFINITY;
        if step > 0.0 {
            if l > 0.0 && (before <= 0.0 || first) {
                if first {
                    memory[SPEED] = rate.abs();
                }
                memory[LAST_SPEED] = memory[SPEED];
                memory[DEEPEST] = 0.0;
                memory[IMPULSE_IN..=WORK_OUT].fill(0.0);
                memory[DURATION] = 0.0;
            }
            if !first && (l > 0.0 || before > 0.0) {
                add_up(memory, step, l, rate, force);
            }
            if l <= 0.0 && before > 0.0 && !first {
                // They separated within the step; the rate hardly changes there, as the force has almost vanished.
                let out = rate_before + (rate - rate_before) * before / (before - l);
                let [impulse_in, impulse_out] = [memory[IMPULSE_IN], memory[IMPULSE_OUT]];
                let [work_in, work_out] = [memory[WORK_IN], memory[WORK_OUT]];
                memory[NEWTON] = -out / memory[LAST_SPEED].max(self.speed_floor);
                memory[POISSON] = if impulse_in > 0.0 { impulse_out / impulse_in } else { 0.0 };
                memory[STRONGE] = if work_in > 0.0 { (work_out / work_in).max(0.0).sqrt() } else { 0.0 };
            }
            if l <= 0.0 {
                // At constant acceleration ℓ̇² increases by twice the acceleration times the distance.
                let acceleration = if before <= 0.0 && !first { (rate - rate_before) / step } else { 0.0 };
                memory[SPEED] = (rate * rate - 2.0 * acceleration * l).max(0.0).sqrt();
            }
        }
        memory[DEEPEST] = if l > 0.0 { memory[DEEPEST].max(l) } else { memory[DEEPEST] };
        (memory[TIME], memory[INDENTATION], memory[RATE], memory[FORCE]) = (time, l, rate, force);
    }
}

/// Adds impulse, work and duration of a step, by the trapezoidal rule over its part in contact; split where the rate
/// changes sign.
fn add_up(memory: &mut [f64], step: f64, l: f64, rate: f64, force: f64) {
    let (l0, rate0, force0) = (memory[INDENTATION], memory[RATE], memory[FORCE]);
    let inside = match (l0 > 0.0, l > 0.0) {
        (true, true) => 1.0,
        (false, _) => l / (l - l0),
        (true, false) => l0 / (l0 - l),
    };
    let time = inside * step;
    memory[DURATION] += time;
    // The fraction of the time in which they approach.
    let approaching = match (rate0 > 0.0, rate > 0.0) {
        (true, true) => 1.0,
        (false, false) => 0.0,
        (true, false) => rate0 / (rate0 - rate),
        (false, true) => rate / (rate - rate0),
    };
    let impulse = 0.5 * time * (force0 + force);
    memory[IMPULSE_IN] += approaching * impulse;
    memory[IMPULSE_OUT] += (1.0 - approaching) * impulse;
    let [power0, power] = [force0 * rate0, force * rate];
    if approaching == 1.0 {
        memory[WORK_IN] += 0.5 * time * (power0 + power);
    } else if approaching == 0.0 {
        memory[WORK_OUT] -= 0.5 * time * (power0 + power);
    } else {
        let [inward, outward] = if power0 > power { [power0, power] } else { [power, power0] };
        memory[WORK_IN] += 0.5 * time * approaching * inward;
        memory[WORK_OUT] -= 0.5 * time * (1.0 - approaching) * outward;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_of_first_contact_is_foreseen_kept_and_never_below_its_floor() {
        let normal = Normal { law: NormalLaw::hunt_crossley(1e6, 1.0, 0.5), speed_floor: 1e-3 };
        let mut memory = vec![0.0; MEMORY.len()];
        let mode = normal.start(&mut memory);
        // A fall with 9 m/s² from 2 m/s, recorded twice before contact 0.05 m further on.
        let fall = |t: f64| [2.0 * t + 4.5 * t * t - 0.1, 2.0 + 9.0 * t];
        for t in [0.0, 0.01, 0.02] {
            let [l, rate] = fall(t);
            normal.commit(t, mode, l, rate, &mut memory);
        }
        let expected = (4.0_f64 + 2.0 * 9.0 * 0.1).sqrt();
        assert!((normal.history(&memory).impact_speed - expected).abs() < 1e-12);
        // In contact it is constant, whatever the rate.
        normal.commit(0.05, mode, 1e-4, 0.3, &mut memory);
        normal.commit(0.06, mode, 1e-4, -0.2, &mut memory);
        assert!((normal.history(&memory).impact_speed - expected).abs() < 1e-12);
        // A contact that begins at rest has the damping of the smallest impact speed.
        normal.start(&mut memory);
        normal.commit(0.0, mode, 1e-5, 0.0, &mut memory);
        assert_eq!(normal.history(&memory).impact_speed, 1e-3);
        let damping = normal.force(mode, 1e-5, 1e-4, &memory).damping;
        assert!((damping - 0.75 * 10.0 * 0.1).abs() < 1e-12, "{damping}");
    }
}
