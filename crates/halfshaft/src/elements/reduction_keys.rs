//! How a flexible body is reduced, as keys of superelements and of flexible wheels.

use super::wheel_keys::FINENESS;
use crate::describe::{Form, Key, Quantity, Range};

pub(crate) const BASIS: Key = Key::with_default(
    "basis",
    Form::Choice(&["dual", "primal", "rigid"]),
    "\"dual\"",
    "the shapes: free-free modes and residual shapes of forces on the boundary (dual), modes with the boundary fixed and static shapes of its motions (primal), or none (rigid)",
);

pub(crate) const fn modes(default: &'static str) -> Key {
    Key::with_default("modes", Form::Count, default, "number of elastic modes; rigid motions are not counted")
        .within(Range::Between(0.0, 1000.0))
}

pub(crate) const FREQUENCY_LIMIT: Key = Key::optional(
    "frequency_limit",
    Form::Number(Quantity::FREQUENCY),
    "all elastic modes below this frequency, instead of `modes`",
)
.within(Range::Positive);

pub(crate) const EFFECTIVE_MASS: Key = Key::optional(
    "effective_mass",
    Form::Number(Quantity::NUMBER),
    "so many modes that those with the boundary fixed have this part of the mass along and of the moment of inertia about each axis, instead of `modes`; as 0.9",
)
.within(Range::Between(0.0, 0.999));

pub(crate) const fn damping_ratio(default: &'static str) -> Key {
    Key::with_default("damping_ratio", Form::Number(Quantity::NUMBER), default, "damping ratio of all shapes")
        .within(Range::NonNegative)
}

/// Modes have frequencies of the body; the static shapes beyond them have those of a basis that was cut off.
pub(crate) const fn static_damping_ratio(default: Option<&'static str>) -> Key {
    const MEANING: &str = "damping ratio of the shapes above the modes: they complete the static deformations, and their frequencies are not those of the body; 1 lets them follow without ringing, so that steps need not resolve it";
    let form = Form::Number(Quantity::NUMBER);
    match default {
        Some(default) => Key::with_default("static_damping_ratio", form, default, MEANING),
        None => Key::optional("static_damping_ratio", form, MEANING),
    }
    .within(Range::NonNegative)
}

pub(crate) const DAMPING: Key = Key::with_default(
    "damping",
    Form::Number(Quantity::TIME),
    "0",
    "damping over stiffness, added to the damping ratio",
)
.within(Range::NonNegative);

/// The keys of a flexible wheel.
pub const FLEXIBLE: &[Key] = &[
    BASIS,
    modes("30"),
    FREQUENCY_LIMIT,
    EFFECTIVE_MASS,
    Key::with_default(
        "zones",
        Form::Count,
        "1",
        "zones of each flank across the face: `flank_zones` of a superelement",
    )
    .within(Range::Between(1.0, 100.0)),
    Key::with_default("profile_zones", Form::Count, "1", "zones of each flank along its profile")
        .within(Range::Between(1.0, 100.0)),
    FINENESS,
    damping_ratio("0.01"),
    static_damping_ratio(Some("1")),
    DAMPING,
];
