//! Failures of a computation.

use std::fmt;

use super::loops;
use super::redundancy::Redundancy;
use crate::system::{Infeasibility, State, System};

/// A computation that stopped: when, where and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The time of the failed step, in seconds.
    pub time: f64,
    /// The body or element concerned.
    pub element: String,
    /// What went wrong.
    pub reason: Reason,
    /// The worst equation, by name.
    pub worst: String,
}

/// The reason of a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The constraints cannot all be satisfied from the given positions.
    CannotAssemble {
        /// The largest constraint violation, in metres or radians.
        left: f64,
    },
    /// A body that is fixed at the start would have to move.
    FixedBodyMoves {
        /// Displacement in metres.
        moved: f64,
        /// Rotation in radians.
        turned: f64,
    },
    /// The speed of a shaft that is fixed at the start would have to change.
    FixedSpeedChanges {
        /// The given speed, in rad/s.
        given: f64,
        /// The speed that its connections require, in rad/s.
        needed: f64,
    },
    /// Constraints are redundant, and that was not allowed.
    Redundant,
    /// No velocities or accelerations satisfy all constraints.
    Contradiction,
    /// The constraints lose rank in this configuration: a linkage at a dead centre or where branches meet.
    SingularConfiguration,
    /// Friction increases the force that causes it by about as much as it reduces it: the mechanism jams, or nearly.
    SelfLocking,
    /// The ends of an element are rotated relative to each other by more than its law is defined for.
    TurnedTooFar {
        /// In radians.
        angle: f64,
    },
    /// A motion has neither inertia nor stiffness nor constraints.
    Massless,
    /// Signals form an algebraic loop for which no solution was found.
    AlgebraicLoop,
    /// The matrix is singular: redundant constraints or a direction without mass.
    Singular,
    /// The response to harmonic loads is unbounded or undetermined.
    Resonance {
        /// In hertz.
        frequency: f64,
    },
    /// Newton's method did not converge.
    NoConvergence {
        /// Number of iterations.
        iterations: usize,
        /// The step size in seconds.
        step: f64,
    },
    /// Modes switch endlessly.
    Chattering,
    /// No equilibrium was found.
    NoEquilibrium,
    /// The equilibrium has a motion without stiffness.
    NoStiffness,
    /// A number was not finite.
    NonFinite,
    /// The state is infeasible for an element, as for an oil film without thickness.
    Infeasible,
}

impl Failure {
    /// A failure whose worst equation is a row of the system.
    pub(crate) fn at_row(system: &System, time: f64, row: usize, reason: Reason) -> Failure {
        let name = system.row_name(row);
        Failure { time, worst: format!("{} of \"{}\"", name.what, name.element), element: name.element, reason }
    }

    /// A failure to determine an unknown of the system, because a matrix is singular.
    pub(crate) fn at_unknown(system: &System, time: f64, unknown: usize, reason: Reason) -> Failure {
        let name = system.unknown_name(unknown);
        Failure { time, worst: format!("{} of \"{}\"", name.what, name.element), element: name.element, reason }
    }

    /// The stable code, see [`KINDS`].
    pub fn code(&self) -> &'static str {
        self.reason.code()
    }

    /// The failure as a message, which names an undetermined unknown.
    pub fn message(&self) -> String {
        let worst = &self.worst;
        match self.reason {
            Reason::Massless | Reason::Singular | Reason::NoStiffness if worst.is_empty() => self.reason.to_string(),
            Reason::Massless => {
                format!("nothing determines the {worst}: it has no inertia there, and nothing holds it")
            }
            Reason::Singular => format!(
                "nothing determines the {worst}: there is neither inertia nor anything that holds it, or constraints are redundant"
            ),
            Reason::NoStiffness => format!("nothing holds the {worst} in its place: any other would be as good"),
            _ => self.reason.to_string(),
        }
    }

    /// A failure for the first element for which a state is infeasible, if any.
    pub(crate) fn infeasible(system: &System, state: &State) -> Option<Failure> {
        let (element, infeasibility) = system.infeasibility(state)?;
        let reason = match infeasibility {
            Infeasibility::OutsideDomain => Reason::Infeasible,
            Infeasibility::HalfTurn { angle } => Reason::TurnedTooFar { angle },
        };
        Some(Failure { time: state.time, worst: element.clone(), element, reason })
    }

    /// A mechanism at a singular configuration, with the elements whose constraints lose rank.
    pub(crate) fn singular(time: f64, elements: &[String]) -> Failure {
        let element = elements.first().cloned().unwrap_or_default();
        Failure { time, element, reason: Reason::SingularConfiguration, worst: loops::quoted(elements) }
    }

    /// A constraint that cannot be satisfied, with those it contradicts: the ones it is redundant with, or else the
    /// loop of parts that it closes.
    pub(crate) fn at_constraint(system: &System, state: &State, constraint: usize, reason: Reason) -> Failure {
        let mut failure = Failure::at_row(system, state.time, system.motion_unknowns() + constraint, reason);
        let repeated = Redundancy::find(system, state).elements;
        let parts = if repeated.contains(&failure.element) { repeated } else { loops::through(system, constraint) };
        if parts.len() > 1 {
            failure.worst += &format!(", in the loop of {}", loops::quoted(&parts));
        }
        failure
    }
}

impl Reason {
    /// The stable code of the failure, as used in messages, in `summary.json` and in `docs/failures.md`.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::CannotAssemble { .. } => "cannot-assemble",
            Reason::FixedBodyMoves { .. } => "fixed-start-moves",
            Reason::FixedSpeedChanges { .. } => "fixed-speed-changes",
            Reason::AlgebraicLoop => "algebraic-loop",
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
            Reason::Infeasible => "inadmissible-state",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reason::CannotAssemble { left } => {
                write!(f, "the parts cannot be assembled: a constraint is left open by {left:.3e} (m or rad)")
            }
            Reason::FixedBodyMoves { moved, turned } => write!(
                f,
                "its start is fixed, but the parts meet only where it moves by {moved:.3e} m and turns by {turned:.3e} rad"
            ),
            Reason::FixedSpeedChanges { given, needed } => {
                write!(f, "its start is fixed at {given:.6} rad/s, but what it is tied to needs {needed:.6} rad/s")
            }
            Reason::Redundant => write!(f, "constraints are redundant"),
            Reason::Contradiction => write!(f, "the constraints contradict each other: no motion meets them all"),
            Reason::SingularConfiguration => write!(
                f,
                "singular configuration: the constraints lose rank here, so that the mechanism could move on in more than one way; start elsewhere, or change a length a little"
            ),
            Reason::Massless => write!(f, "a motion has neither inertia nor anything that holds it"),
            Reason::AlgebraicLoop => {
                write!(
                    f,
                    "signals depend on each other in a loop, and no values were found that meet all their formulas"
                )
            }
            Reason::Singular => write!(
                f,
                "the equations do not determine the motion: redundant constraints, or a direction without mass"
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
            Reason::TurnedTooFar { angle } => write!(
                f,
                "its ends are turned against each other by {:.1}°: its law ends at half a turn, where rotations are no longer \
                 unique; limit the rotation, or use a joint with a rotational spring, which counts turns",
                angle.to_degrees()
            ),
            Reason::Infeasible => {
                write!(f, "it has no equations for where it stands, as a film whose surfaces overlap")
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let message = self.message();
        write!(f, "at {:.6e} s, \"{}\": {message}", self.time, self.element)?;
        if message.contains(&self.worst) { Ok(()) } else { write!(f, " (worst: {})", self.worst) }
    }
}

impl std::error::Error for Failure {}

/// A kind of failure of a computation.
pub struct Kind {
    /// Its stable code, as in `error[no-convergence]` and in `summary.json`.
    pub code: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Its usual cause.
    pub cause: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

const fn kind(code: &'static str, meaning: &'static str, cause: &'static str, remedy: &'static str) -> Kind {
    Kind { code, meaning, cause, remedy }
}

/// All failures that a computation can end with, in the order of their codes. `docs/failures.md` is generated from it.
pub const KINDS: &[Kind] = &[
    kind(
        "algebraic-loop",
        "Signals depend on each other in a loop, and no values meet all their formulas.",
        "A formula that feeds back on itself without a delay and has no solution, or one far from where the search began.",
        "Break the loop with a lag or an integral, or check the formulas of the named signals.",
    ),
    kind(
        "cannot-assemble",
        "The positions cannot meet all constraints.",
        "Lengths or positions do not fit each other: a loop that cannot close, a joint far from where its bodies are, a drive beyond the reach of a linkage.",
        "Check the named joint and the loop of parts it closes; place the bodies nearer to where they belong (`position`, `orientation`), or let them move (`start = \"free\"`).",
    ),
    kind(
        "cannot-record",
        "A result could not be written.",
        "The disk is full, or the folder of the run cannot be written to.",
        "Make room, or choose another folder with `--out`. What was recorded before is kept; `halfshaft resume` goes on from the last checkpoint.",
    ),
    kind(
        "chattering",
        "Elements switch between their modes without end at one instant.",
        "Friction, contacts or freewheels whose switching conditions contradict each other: each mode is left as soon as it is entered.",
        "Look at the named elements: static coefficients a little above the kinetic ones, some compliance or damping between two rigid friction elements, or a regularised law end it.",
    ),
    kind(
        "contradicting-constraints",
        "Velocities or accelerations cannot meet all constraints.",
        "Two drives prescribe the same motion differently, or a drive moves what a joint holds.",
        "Remove one of the named constraints, or make them agree. Redundant constraints that agree are no error.",
    ),
    kind(
        "fixed-speed-changes",
        "A shaft whose start is fixed would have to turn at another speed.",
        "`start = \"fixed\"` on shafts whose speeds do not agree with the stage, planetary set, drive or locked clutch that ties them.",
        "Make the speeds agree, or let another shaft follow: leave its `speed` out, or give it `start = \"guess\"`.",
    ),
    kind(
        "fixed-start-moves",
        "A body whose start is fixed would have to move so that the parts meet.",
        "`start = \"fixed\"` on parts whose joints do not fit, or on all bodies of a loop.",
        "Correct the positions, or let another body of the loop move: `start = \"guess\"` or `\"free\"`.",
    ),
    kind(
        "inadmissible-state",
        "An element has no equations for the state it is in.",
        "The surfaces of an oil film overlap, at the start or because a step is too long for its collapse.",
        "Give the film a positive clearance at the start, or asperities (`roughness`); set a smaller `tolerance` or a `longest_step`.",
    ),
    kind(
        "massless-motion",
        "A motion has neither inertia nor anything that holds it.",
        "A body with zero inertia about an axis about which its joints let it turn, or an inertia of zero on a shaft that only springs hold.",
        "Give the named part some inertia, or hold it with a joint.",
    ),
    kind(
        "no-case-finished",
        "No case of a study was computed to its end.",
        "Every case failed or was refused.",
        "Run one case alone with `halfshaft run --set …` and cure what it says.",
    ),
    kind(
        "no-convergence",
        "Newton's method did not converge, however short the step.",
        "Something changes faster than any step resolves: a law with a jump, a contact that is far too stiff, a mechanism near a position in which it cannot move on.",
        "Look at the named element at the given time: make its law continuous, its stiffness realistic, its damping positive; plot the last instants before it.",
    ),
    kind(
        "no-equilibrium",
        "Statics found no position of rest.",
        "A load that nothing balances: a free body under its weight, a shaft that turns under a torque.",
        "Hold the named motion, or compute a transient.",
    ),
    kind(
        "non-finite",
        "A number is infinite or not a number.",
        "A formula divides by zero or takes the root of a negative number, a table is evaluated where it overflows, a motion runs away.",
        "Look at the named element or channel at the given time.",
    ),
    kind(
        "redundant-constraints",
        "Constraints are redundant, and the model does not allow it.",
        "`redundant = \"error\"` in [solver], and joints that constrain the same motion twice.",
        "Replace joints by ones that leave more free (a spherical joint instead of a hinge), or allow redundancy.",
    ),
    kind(
        "self-locking-friction",
        "Friction is at or near self-locking.",
        "It raises the normal force it is in proportion to by as much as it takes away: a wedge or a lever steeper than the friction angle, a short guide.",
        "The mechanism jams; with rigid bodies there is no unique motion. Lower the coefficient, lengthen the guide, or put compliance between the parts.",
    ),
    kind(
        "singular-configuration",
        "The constraints lose rank in this configuration.",
        "A linkage stands at a dead centre, or stretched out where two branches of its motion meet.",
        "Start elsewhere, drive the motion through it by another part, or hold it off with a stop. With compliance in one joint it passes.",
    ),
    kind(
        "turned-too-far",
        "The ends of a member are turned against each other by 180 degrees or more.",
        "A bushing or a beam between parts that turn against each other: its law is defined below half a turn.",
        "Let the parts turn in a joint and use a rotational spring, or check what should have stopped them.",
    ),
    kind(
        "unbounded-response",
        "Nothing bounds the response to a harmonic load.",
        "The frequency is a natural frequency without damping, or the load drives a rigid motion at 0 Hz.",
        "Add damping, or leave that frequency out.",
    ),
    kind(
        "undetermined-motion",
        "The equations do not determine an unknown.",
        "A direction with neither inertia nor anything that holds it, a signal that is defined by itself, or a reaction that is not unique where a signal reads it.",
        "Look at the named unknown: give it inertia, hold it, or remove the redundant constraint.",
    ),
    kind(
        "undetermined-position",
        "At equilibrium a motion is left that nothing holds.",
        "A part that can be moved without any force, as a shaft that turns freely.",
        "Hold it with a joint, a drive or a soft spring.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    const REASONS: [Reason; 18] = [
        Reason::CannotAssemble { left: 1.0 },
        Reason::FixedBodyMoves { moved: 1.0, turned: 1.0 },
        Reason::FixedSpeedChanges { given: 1.0, needed: 2.0 },
        Reason::Redundant,
        Reason::Contradiction,
        Reason::SingularConfiguration,
        Reason::SelfLocking,
        Reason::TurnedTooFar { angle: 3.2 },
        Reason::Massless,
        Reason::Singular,
        Reason::Resonance { frequency: 3.0 },
        Reason::NoConvergence { iterations: 9, step: 1e-9 },
        Reason::Chattering,
        Reason::NoEquilibrium,
        Reason::NoStiffness,
        Reason::NonFinite,
        Reason::Infeasible,
        Reason::AlgebraicLoop,
    ];

    #[test]
    fn every_reason_has_a_code_of_its_own_in_the_table() {
        let mut codes: Vec<&str> = REASONS.iter().map(Reason::code).collect();
        assert!(codes.iter().all(|code| KINDS.iter().any(|kind| kind.code == *code)), "{codes:?}");
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), REASONS.len());
        assert!(KINDS.windows(2).all(|pair| pair[0].code < pair[1].code), "in the order of the codes");
    }

    #[test]
    fn an_undetermined_unknown_is_named_once() {
        let worst = "rotation about z of \"pinion\"".to_string();
        let failure = Failure { time: 0.0, element: "pinion".into(), reason: Reason::Massless, worst };
        let text = failure.to_string();
        assert_eq!(text.matches("rotation about z").count(), 1, "{text}");
        assert!(text.contains("nothing determines the rotation about z of \"pinion\""), "{text}");
    }
}
