//! Why a computation could not go on.

use std::fmt;

use super::loops;
use super::redundancy::Redundancy;
use crate::system::{State, System};

/// A computation that stopped: when, where and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The time that was to be reached, in seconds.
    pub time: f64,
    /// The body or element to look at.
    pub element: String,
    /// What went wrong.
    pub reason: Reason,
    /// The worst equation, in words.
    pub worst: String,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The constraints cannot all be met from where the parts stand.
    CannotAssemble {
        /// The largest constraint left, in metres or radians.
        left: f64,
    },
    /// A body that is fixed at the start would have to move.
    CannotHold {
        /// By so many metres.
        moved: f64,
        /// And radians.
        turned: f64,
    },
    /// Constraints repeat each other, and that was not allowed.
    Redundant,
    /// Velocities or accelerations cannot meet all constraints.
    Contradiction,
    /// The constraints lose rank in this configuration: a linkage at a dead centre or where branches meet.
    SingularConfiguration,
    /// Friction raises the force that it is in proportion to by about as much as it takes from it: it jams, or nearly.
    SelfLocking,
    /// The ends of a member are turned against each other by more than its law is defined for.
    TurnedTooFar {
        /// In radians.
        angle: f64,
    },
    /// A motion has neither inertia nor anything that holds it.
    Massless,
    /// The matrix is singular: redundant constraints or a direction without mass.
    Singular,
    /// The response to harmonic loads has no bound, or nothing determines it.
    Resonance {
        /// In hertz.
        frequency: f64,
    },
    /// Newton's method did not converge.
    NoConvergence {
        /// Iterations tried.
        iterations: usize,
        /// The step in seconds.
        step: f64,
    },
    /// Modes switch without end.
    Chattering,
    /// No equilibrium was found.
    NoEquilibrium,
    /// At equilibrium a motion is left that nothing holds.
    NoStiffness,
    /// A number was not finite.
    NonFinite,
    /// An element has no equations for the state, as an oil film without thickness.
    Refused,
}

impl Failure {
    /// A failure whose worst equation is a row of the system.
    pub(crate) fn at_row(system: &System, time: f64, row: usize, reason: Reason) -> Failure {
        let name = system.row_name(row);
        Failure { time, worst: format!("{} of \"{}\"", name.what, name.element), element: name.element, reason }
    }

    /// A constraint that cannot be met, with those it contradicts: the ones that repeat it, or else the loop of parts that
    /// it closes.
    pub(crate) fn at_constraint(system: &System, state: &State, constraint: usize, reason: Reason) -> Failure {
        let mut failure = Failure::at_row(system, state.time, system.motions() + constraint, reason);
        let repeated = Redundancy::find(system, state).elements;
        let parts = if repeated.contains(&failure.element) { repeated } else { loops::through(system, constraint) };
        if parts.len() > 1 {
            failure.worst += &format!(", in the loop of {}", loops::told(&parts));
        }
        failure
    }
}

impl Reason {
    /// The stable code of the failure, as it stands in messages, in `summary.json` and in `docs/failures.md`.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::CannotAssemble { .. } => "cannot-assemble",
            Reason::CannotHold { .. } => "fixed-start-moves",
            Reason::Redundant => "redundant-constraints",
            Reason::Contradiction => "contradicting-constraints",
            Reason::SingularConfiguration => "singular-configuration",
            Reason::SelfLocking => "self-locking-friction",
            Reason::TurnedTooFar { .. } => "turned-too-far",
            Reason::Massless => "massless-motion",
            Reason::Singular => "undetermined-motion",
            Reason::Resonance { .. } => "unbounded-response",
            Reason::NoConvergence { .. } => "no-convergence",
            Reason::Chattering => "chattering",
            Reason::NoEquilibrium => "no-equilibrium",
            Reason::NoStiffness => "undetermined-position",
            Reason::NonFinite => "non-finite",
            Reason::Refused => "inadmissible-state",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reason::CannotAssemble { left } => {
                write!(f, "the parts cannot be assembled: a constraint is left open by {left:.3e} (m or rad)")
            }
            Reason::CannotHold { moved, turned } => write!(
                f,
                "its start is fixed, but the parts meet only where it moves by {moved:.3e} m and turns by {turned:.3e} rad"
            ),
            Reason::Redundant => write!(f, "constraints repeat each other"),
            Reason::Contradiction => write!(f, "the constraints contradict each other: no motion meets them all"),
            Reason::SingularConfiguration => write!(
                f,
                "singular configuration: the constraints lose rank here, so that they do not determine how it moves on"
            ),
            Reason::SelfLocking => {
                write!(f, "its friction is at or near self-locking: it raises its own normal force without a bound")
            }
            Reason::TurnedTooFar { angle } => write!(
                f,
                "its ends are turned against each other by {:.1} deg, and its law is defined below 180 deg only",
                angle.to_degrees()
            ),
            Reason::Massless => write!(f, "a motion has neither inertia nor anything that holds it"),
            Reason::Singular => write!(
                f,
                "the equations do not determine the motion: constraints that repeat each other, or a direction without mass"
            ),
            Reason::Resonance { frequency } => write!(
                f,
                "nothing bounds its response at {frequency} Hz: it resonates without damping, or turns freely"
            ),
            Reason::NoConvergence { iterations, step } => {
                write!(f, "no convergence after {iterations} iterations with a step of {step:.3e} s")
            }
            Reason::Chattering => write!(f, "modes switch back and forth without end"),
            Reason::NoEquilibrium => {
                write!(f, "the mechanism does not come to rest: nothing holds it against the loads")
            }
            Reason::NoStiffness => write!(f, "nothing holds it in its place: any other would be as good"),
            Reason::NonFinite => write!(f, "a number is not finite"),
            Reason::Refused => write!(f, "it has no equations for where it stands, as a film whose surfaces overlap"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "at {:.6e} s, \"{}\": {} (worst: {})", self.time, self.element, self.reason, self.worst)
    }
}

impl std::error::Error for Failure {}
