//! Failures of a computation.

use std::fmt;

use super::loops;
use super::redundancy::Redundancy;
use crate::system::{Infeasibility, State, System};

/// A failed computation: when, where and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The end time of the failed step, in seconds.
    pub time: f64,
    /// The body or element concerned.
    pub element: String,
    /// What went wrong.
    pub reason: Reason,
    /// The equation with the largest residual, as text.
    pub worst: String,
}

/// The reason of a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The constraints cannot all be met from the given positions.
    CannotAssemble {
        /// The largest remaining constraint error, in metres or radians.
        left: f64,
    },
    /// A body that is fixed at the start would have to move.
    FixedBodyMoves {
        /// Displacement in metres.
        moved: f64,
        /// Rotation in radians.
        turned: f64,
    },
    /// The fixed initial speed of a shaft would have to change.
    FixedSpeedChanges {
        /// The given speed in rad/s.
        given: f64,
        /// The speed that its connections require, in rad/s.
        needed: f64,
    },
    /// Constraints are redundant, and the model does not allow it.
    Redundant,
    /// No velocities or accelerations satisfy all constraints.
    Contradiction,
    /// The constraints lose rank in this configuration: a linkage at a dead centre or where branches meet.
    SingularConfiguration,
    /// Friction is at or near self-locking: it increases the normal force that it is proportional to.
    SelfLocking,
    /// The relative rotation of the ends of a member exceeds the range of its law.
    TurnedTooFar {
        /// In radians.
        angle: f64,
    },
    /// One element of a beam is rolled up to about a full turn.
    RolledUp {
        /// In radians.
        angle: f64,
    },
    /// A point of a contact has moved farther than the faces that it may touch were searched for.
    LeftSearchRadius {
        /// Relative displacement, in metres.
        displacement: f64,
        /// In metres.
        radius: f64,
    },
    /// A motion has neither inertia nor a constraint.
    Massless,
    /// No solution was found for an algebraic loop of signals.
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
    /// Elements switch between their modes without end.
    Chattering,
    /// No equilibrium was found.
    NoEquilibrium,
    /// At equilibrium a motion has no stiffness.
    NoStiffness,
    /// A number is not finite.
    NonFinite,
    /// The state is infeasible for an element, such as an oil film without thickness.
    Infeasible,
    /// A velocity follows a signal, so that a linearization would contain rates of inputs.
    MotionFollowsSignal,
    /// The coefficients about a steady rotation depend on the angle.
    VaryingCoefficients,
    /// Only a dense method applies, and the system is too large for it.
    TooLarge {
        /// Number of unknowns of motion.
        unknowns: usize,
        /// The limit of the method.
        limit: usize,
    },
}

impl Failure {
    /// A failure whose worst equation is a row of the system.
    pub(crate) fn at_row(system: &System, time: f64, row: usize, reason: Reason) -> Failure {
        let name = system.row_name(row);
        Failure { time, worst: format!("{} of \"{}\"", name.what, name.element), element: name.element, reason }
    }

    /// A failure with an undetermined unknown: the matrix is singular.
    pub(crate) fn at_unknown(system: &System, time: f64, unknown: usize, reason: Reason) -> Failure {
        let name = system.unknown_name(unknown);
        Failure { time, worst: format!("{} of \"{}\"", name.what, name.element), element: name.element, reason }
    }

    /// The stable code, see [`KINDS`].
    pub fn code(&self) -> &'static str {
        self.reason.code()
    }

    /// The message; it names an undetermined unknown.
    pub fn message(&self) -> String {
        let worst = &self.worst;
        match self.reason {
            Reason::Massless | Reason::Singular | Reason::NoStiffness if worst.is_empty() => self.reason.to_string(),
            Reason::Massless => {
                format!("the {worst} is undetermined in motion: it has no inertia, and no constraint holds it")
            }
            Reason::Singular => format!(
                "the {worst} is undetermined: it has neither inertia nor a constraint, or constraints are redundant"
            ),
            Reason::NoStiffness => {
                format!("the {worst} is undetermined: no constraint or stiffness holds it at equilibrium")
            }
            _ => self.reason.to_string(),
        }
    }

    /// The failure of an element for which the state is infeasible, if there is one.
    pub(crate) fn infeasible(system: &System, state: &State) -> Option<Failure> {
        let (element, infeasibility) = system.infeasibility(state)?;
        let reason = match infeasibility {
            Infeasibility::OutsideDomain => Reason::Infeasible,
            Infeasibility::HalfTurn { angle } => Reason::TurnedTooFar { angle },
            Infeasibility::FullTurn { angle } => Reason::RolledUp { angle },
            Infeasibility::LeftSearchRadius { displacement, radius } => {
                Reason::LeftSearchRadius { displacement, radius }
            }
        };
        Some(Failure { time: state.time, worst: element.clone(), element, reason })
    }

    /// A mechanism at a singular configuration, with the elements whose constraints lose rank.
    pub(crate) fn singular(time: f64, elements: &[String]) -> Failure {
        let element = elements.first().cloned().unwrap_or_default();
        Failure { time, element, reason: Reason::SingularConfiguration, worst: loops::quoted(elements) }
    }

    /// A constraint that cannot be met, with those it contradicts: the redundant ones, or else the loop of parts that it
    /// closes.
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
    /// The stable code of the failure, used in messages, in `summary.json` and in `docs/failures.md`.
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
            Reason::RolledUp { .. } => "rolled-up",
            Reason::LeftSearchRadius { .. } => "left-search-radius",
            Reason::Massless => "massless-motion",
            Reason::Singular => "undetermined-motion",
            Reason::Resonance { .. } => "unbounded-response",
            Reason::NoConvergence { .. } => "no-convergence",
            Reason::Chattering => "chattering",
            Reason::NoEquilibrium => "no-equilibrium",
            Reason::NoStiffness => "undetermined-position",
            Reason::NonFinite => "non-finite",
            Reason::Infeasible => "inadmissible-state",
            Reason::MotionFollowsSignal => "motion-follows-signal",
            Reason::VaryingCoefficients => "varying-coefficients",
            Reason::TooLarge { .. } => "too-large",
        }
    }
}

const ROLLED_UP: &str = "at a full turn the poses of the ends of an element do not determine its shape, and in a step it may turn by less than half a turn; \
    divide the beam into more elements, one for each half turn or more";
const VARYING_COEFFICIENTS: &str = "its coefficients vary as everything rotates, so that there are no modes: in the rotating frame every support must be symmetric \
    about the axis; give an isotropic rotor an `angular_velocity` and no `spin`, and one that is anisotropic too a transient analysis";

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reason::CannotAssemble { left } => {
                write!(f, "the parts cannot be assembled: the remaining constraint error is {left:.3e} (m or rad)")
            }
            Reason::FixedBodyMoves { moved, turned } => write!(
                f,
                "its start is fixed, but assembly requires a displacement of {moved:.3e} m and a rotation of {turned:.3e} rad"
            ),
            Reason::FixedSpeedChanges { given, needed } => {
                write!(f, "its start is fixed at {given:.6} rad/s, but its connections require {needed:.6} rad/s")
            }
            Reason::Redundant => write!(f, "constraints are redundant"),
            Reason::Contradiction => {
                write!(f, "the constraints contradict each other: no motion satisfies all of them")
            }
            Reason::SingularConfiguration => write!(
                f,
                "singular configuration: the constraints lose rank, so that the mechanism could continue in more than one way; start elsewhere, or change a length slightly"
            ),
            Reason::Massless => write!(f, "a motion has neither inertia nor a constraint"),
            Reason::AlgebraicLoop => {
                write!(f, "no solution was found for an algebraic loop of signals; break it with a lag or an integral")
            }
            Reason::Singular => write!(
                f,
                "the equations do not determine the motion: redundant constraints, or a direction without mass"
            ),
            Reason::Resonance { frequency } => {
                write!(f, "its response is unbounded at {frequency} Hz: an undamped resonance, or a free rotation")
            }
            Reason::NoConvergence { iterations, step } => {
                write!(
                    f,
                    "Newton's method did not converge within {iterations} iterations at a step size of {step:.3e} s"
                )
            }
            Reason::SelfLocking => write!(
                f,
                "the friction is self-locking: it increases its own normal force by more than the driving load, so that the motion \
                is not unique; lower the coefficient, lengthen the guide, or move the load closer to it"
            ),
            Reason::Chattering => write!(f, "chattering: elements switch between their modes without end"),
            Reason::NoEquilibrium => {
                write!(f, "no static equilibrium: nothing holds the mechanism against the loads")
            }
            Reason::NoStiffness => {
                write!(f, "its position at equilibrium is undetermined: no constraint or stiffness holds it")
            }
            Reason::NonFinite => write!(f, "a number is not finite"),
            Reason::VaryingCoefficients => f.write_str(VARYING_COEFFICIENTS),
            Reason::TurnedTooFar { angle } => write!(
                f,
                "the relative rotation of its ends is {:.1}°, but its law is limited to half a turn, beyond which rotations are not \
                unique; limit the rotation, or use a joint with a rotational spring, which counts turns",
                angle.to_degrees()
            ),
            Reason::RolledUp { angle } => write!(f, "its ends are turned by {:.0}°: {ROLLED_UP}", angle.to_degrees()),
            Reason::LeftSearchRadius { displacement, radius } => write!(
                f,
                "a point has moved by {displacement:.3e} m relative to the other surface, but the faces that it may touch were searched within \
                {radius:.3e} m at the design position; set a larger `search_radius`"
            ),
            Reason::MotionFollowsSignal => write!(
                f,
                "its velocity follows a signal, so that the linear system would contain the rate of an input; replace it by a force or \
                torque, or linearize without this drive"
            ),
            Reason::Infeasible => {
                write!(f, "the state is infeasible for it, such as a film whose surfaces overlap")
            }
            Reason::TooLarge { unknowns, limit } => write!(
                f,
                "the system has {unknowns} unknowns of motion, and the method for systems with coupling damping, signals, or in rotation is \
                limited to {limit}; use a coarser mesh, or damping in proportion to stiffness and mass"
            ),
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

/// All failures of a computation, in the order of their codes. `docs/failures.md` is generated from it.
pub const KINDS: &[Kind] = &[
    kind(
        "algebraic-loop",
        "No solution was found for an algebraic loop of signals.",
        "A formula that depends on itself without a delay and has no solution, or only one far from the initial guess.",
        "Break the loop with a lag or an integral, or check the formulas of the named signals.",
    ),
    kind(
        "cannot-assemble",
        "The positions cannot satisfy all constraints.",
        "Lengths or positions are inconsistent: a loop that cannot close, a joint far from its bodies, a drive beyond the range of a linkage.",
        "Check the named joint and the loop of parts it closes; place the bodies closer to their assembled positions (`position`, `orientation`), or let them move (`start = \"free\"`).",
    ),
    kind(
        "cannot-record",
        "A result could not be written.",
        "The disk is full, or the folder of the run is not writable.",
        "Free some space, or choose another folder with `--out`. Results up to the error are preserved; `halfshaft resume` continues from the last checkpoint.",
    ),
    kind(
        "chattering",
        "Elements switch between their modes without end at one instant.",
        "Friction, contacts or freewheels whose switching conditions contradict each other: each mode is left as soon as it is entered.",
        "Change the named elements: use static coefficients slightly above the kinetic ones, some compliance or damping between two rigid friction elements, or a regularised law.",
    ),
    kind(
        "contradicting-constraints",
        "Velocities or accelerations cannot satisfy all constraints.",
        "Two drives prescribe the same motion differently, or a drive prescribes a motion that a joint prevents.",
        "Remove one of the named constraints, or make them consistent. Redundant constraints that are consistent are not an error.",
    ),
    kind(
        "fixed-speed-changes",
        "The fixed initial speed of a shaft would have to change.",
        "`start = \"fixed\"` on shafts whose speeds are inconsistent with the stage, planetary set, drive or locked clutch between them.",
        "Make the speeds consistent, or let another shaft follow: omit its `speed`, or set `start = \"guess\"`.",
    ),
    kind(
        "fixed-start-moves",
        "A body with a fixed start would have to move for the parts to be assembled.",
        "`start = \"fixed\"` on parts whose joints do not fit, or on all bodies of a loop.",
        "Correct the positions, or let another body of the loop move: `start = \"guess\"` or `\"free\"`.",
    ),
    kind(
        "inadmissible-state",
        "The state is infeasible for an element: its law is not defined there.",
        "The surfaces of an oil film overlap, at the start or because a step is too long for its collapse.",
        "Give the film a positive clearance at the start, or asperities (`roughness`); set a smaller `tolerance` or a `longest_step`.",
    ),
    kind(
        "left-search-radius",
        "A point of a contact between solids has moved farther than its faces were searched for.",
        "The surfaces slide along each other, or approach from afar, by more than the search radius of the contact; contacts with other faces would be missed.",
        "Set a `search_radius` of the contact that covers the relative motion of the surfaces; a larger one makes the matrix denser.",
    ),
    kind(
        "massless-motion",
        "A motion has neither inertia nor a constraint.",
        "A body with zero inertia about an axis about which it is free to rotate, or a shaft with zero inertia held only by springs.",
        "Give the named part some inertia, or constrain it with a joint.",
    ),
    kind(
        "motion-follows-signal",
        "A velocity follows a signal, so that a linearization would contain rates of inputs.",
        "A drive whose speed or position is a signal that depends on an input or on the motion.",
        "Linearize with a force or torque in place of the drive, or with a drive that follows a function of time.",
    ),
    kind(
        "no-case-finished",
        "No case of a study finished.",
        "Every case failed or was invalid.",
        "Run one case alone with `halfshaft run --set …` and fix the reported error.",
    ),
    kind(
        "no-convergence",
        "Newton's method did not converge, even with the smallest step size.",
        "Something changes faster than any step size can resolve: a law with a jump, a far too stiff contact, a mechanism near a position in which it locks.",
        "Check the named element at the given time: make its law continuous, its stiffness realistic, its damping positive; plot the last instants before the failure.",
    ),
    kind(
        "no-equilibrium",
        "No static equilibrium was found.",
        "A load without a reaction: a free body under its weight, a free shaft under a torque.",
        "Constrain the named motion, or run a transient analysis.",
    ),
    kind(
        "non-finite",
        "A number is infinite or NaN.",
        "A formula divides by zero or takes the root of a negative number, a table overflows, or a motion diverges.",
        "Check the named element or channel at the given time.",
    ),
    kind(
        "redundant-constraints",
        "Constraints are redundant, and the model does not allow it.",
        "`redundant = \"error\"` in [solver], and joints that constrain the same motion twice.",
        "Replace joints by ones with more degrees of freedom (a spherical joint instead of a hinge), or allow redundancy.",
    ),
    kind(
        "rolled-up",
        "One element of a beam is rolled up to about a full turn, or turns by half a turn within one step.",
        "A soft or heavily loaded beam with few elements. At a full turn the poses of the ends of an element do not determine its shape.",
        "Divide the beam into more `elements`: one for each half turn, or more. If it should not be rolled up at all, check its load and stiffness.",
    ),
    kind(
        "self-locking-friction",
        "Friction is at or near self-locking.",
        "Friction increases the normal force that it is proportional to: a wedge or a lever steeper than the friction angle, a short guide.",
        "The mechanism jams; with rigid bodies there is no unique motion. Lower the coefficient, lengthen the guide, or put compliance between the parts.",
    ),
    kind(
        "singular-configuration",
        "The constraints lose rank in this configuration.",
        "A linkage is at a dead centre, or fully extended where two branches of its motion meet.",
        "Start elsewhere, drive the motion through this configuration by another part, or keep the mechanism away from it with a stop. Compliance in one joint also helps.",
    ),
    kind(
        "too-large",
        "The system is too large for the only method that applies to it.",
        "Modes of a large mesh with damping that couples them, with signals, in motion or about a steady rotation: these need dense matrices.",
        "Use a coarser mesh, or damping in proportion to stiffness and mass; modes at rest without other damping have no such limit.",
    ),
    kind(
        "turned-too-far",
        "The relative rotation of the ends of a member is 180 degrees or more.",
        "A bushing or a massless beam between parts that rotate relative to each other: its law is defined below half a turn.",
        "Connect the parts by a joint with a rotational spring, or check what should have limited the rotation.",
    ),
    kind(
        "unbounded-response",
        "The response to a harmonic load is unbounded.",
        "The frequency is an undamped natural frequency, or the load excites a rigid-body motion at 0 Hz.",
        "Add damping, or omit that frequency.",
    ),
    kind(
        "undetermined-motion",
        "The equations do not determine an unknown.",
        "A direction without inertia, constraint and stiffness, a signal that is defined by itself, or a reaction that is not unique but read by a signal.",
        "Check the named unknown: give it inertia, constrain it, or remove the redundant constraint.",
    ),
    kind(
        "undetermined-position",
        "At equilibrium a motion has no constraint or stiffness.",
        "A part that can be moved without force, such as a free shaft.",
        "Hold it by a joint, a drive or a soft spring.",
    ),
    kind(
        "varying-coefficients",
        "The coefficients of a linearization about a steady rotation depend on the angle.",
        "With `spin` modes are in the rotating frame, in which a support that is not symmetric about the axis, such as a bearing with two stiffnesses, varies periodically.",
        "For an isotropic rotor omit `spin` and set the `angular_velocity` of its parts: modes are then in world axes. A rotor that is anisotropic in anisotropic supports has periodic coefficients in all axes: run a transient analysis.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    const REASONS: [Reason; 23] = [
        Reason::CannotAssemble { left: 1.0 },
        Reason::FixedBodyMoves { moved: 1.0, turned: 1.0 },
        Reason::FixedSpeedChanges { given: 1.0, needed: 2.0 },
        Reason::Redundant,
        Reason::Contradiction,
        Reason::SingularConfiguration,
        Reason::SelfLocking,
        Reason::TurnedTooFar { angle: 3.2 },
        Reason::RolledUp { angle: 6.2 },
        Reason::LeftSearchRadius { displacement: 2.0, radius: 1.0 },
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
        Reason::MotionFollowsSignal,
        Reason::VaryingCoefficients,
        Reason::TooLarge { unknowns: 20_000, limit: 12_000 },
    ];

    #[test]
    fn every_reason_has_a_unique_code_in_the_table() {
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
        assert!(text.contains("the rotation about z of \"pinion\" is undetermined"), "{text}");
    }
}
