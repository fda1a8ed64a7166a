//! How the nodes of a flexible body move at the start, as keys.

use crate::describe::{Form, Key, Quantity};

pub(crate) const VELOCITY: Key = Key::with_default(
    "velocity",
    Form::Vector(Quantity::VELOCITY),
    "[0, 0, 0]",
    "velocity of its nodes at the start, in the model frame",
);

pub(crate) const ANGULAR_VELOCITY: Key = Key::with_default(
    "angular_velocity",
    Form::Vector(Quantity::ANGULAR_VELOCITY),
    "[0, 0, 0]",
    "angular velocity at the start, with which all its nodes turn about the point `about`",
);

pub(crate) const ABOUT: Key = Key::with_default(
    "about",
    Form::Vector(Quantity::LENGTH),
    "[0, 0, 0]",
    "a point on the axis of `angular_velocity`",
);
