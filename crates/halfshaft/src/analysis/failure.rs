//! Why a computation could not go on.

use std::fmt;

use super::loops;
use super::redundancy::Redundancy;
use crate::system::{Refusal, State, System};

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
    /// A motion has neither inertia nor anything that holds it.
    Massless,
    /// Constraints lose rank where the mechanism stands: it gains a motion there, and the one it goes on with is not unique.
    SingularConfiguration,
    /// Signals depend on each other in a loop for which no solution was found.
    AlgebraicLoop,
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
    /// Friction presses surfaces together by more than it takes from the force that presses them: it jams, and what follows is
    /// not unique.
    SelfLocking,
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
    /// The ends of a bushing or a beam are turned against each other by half a turn, where its law ends.
    HalfTurn {
        /// In radians.
        angle: f64,
    },
}

impl Failure {
    /// A failure whose worst equation is a row of the system.
    pub(crate) fn at_row(system: &System, time: f64, row: usize, reason: Reason) -> Failure {
        let name = system.row_name(row);
        Failure { time, worst: format!("{} of \"{}\"", name.what, name.element), element: name.element, reason }
    }

    /// An element that has no equations for a state, where there is one.
    pub(crate) fn refused(system: &System, state: &State) -> Option<Failure> {
        let (element, refusal) = system.refusal(state)?;
        let reason = match refusal {
            Refusal::NoEquations => Reason::Refused,
            Refusal::HalfTurn { angle } => Reason::HalfTurn { angle },
        };
        Some(Failure { time: state.time, worst: element.clone(), element, reason })
    }

    /// A mechanism at a singular configuration, with the elements whose constraints lose rank.
    pub(crate) fn singular(time: f64, elements: &[String]) -> Failure {
        let element = elements.first().cloned().unwrap_or_default();
        Failure { time, element, reason: Reason::SingularConfiguration, worst: loops::told(elements) }
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
            Reason::Massless => write!(f, "a motion has neither inertia nor anything that holds it"),
            Reason::SingularConfiguration => write!(
                f,
                "singular configuration: constraints lose rank there, so that the mechanism could go on in more than one way; \
                 start elsewhere, or change a length a little"
            ),
            Reason::AlgebraicLoop => {
                write!(
                    f,
                    "signals depend on each other in a loop, and no values were found that meet all their formulas"
                )
            }
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
            Reason::SelfLocking => write!(
                f,
                "friction is self-locking there: it presses the surfaces together by more than it is driven by, so that the motion \
                 is not unique; lower the coefficient, lengthen the guide, or move the load closer to it"
            ),
            Reason::Chattering => write!(f, "modes switch back and forth without end"),
            Reason::NoEquilibrium => {
                write!(f, "the mechanism does not come to rest: nothing holds it against the loads")
            }
            Reason::NoStiffness => write!(f, "nothing holds it in its place: any other would be as good"),
            Reason::NonFinite => write!(f, "a number is not finite"),
            Reason::HalfTurn { angle } => write!(
                f,
                "its ends are turned against each other by {:.1}°: its law ends at half a turn, where rotations are no longer \
                 unique; limit the rotation, or use a joint with a rotational spring, which counts turns",
                angle.to_degrees()
            ),
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
