//! The wheels of a `[[gear]]` as its keys give them.

use halfshaft::gear::{DEDENDUM, Wheels};

use crate::model::Item;

/// Why an item is no pair of wheels.
pub(super) struct Problem {
    pub message: String,
    pub help: Option<String>,
}

pub(super) fn problem<T>(message: impl Into<String>, help: impl Into<String>) -> Result<T, Problem> {
    Err(Problem { message: message.into(), help: Some(help.into()) })
}

/// An angle with the hand of A.
pub(super) fn hand(item: &Item, angle: f64) -> f64 {
    let left = item.get("hand").is_some() && item.choices("hand")[0] == "left";
    if left { -angle } else { angle }
}

/// Two wheels on parallel axes as a drawing gives them, and which of A and B each is: the second is the one with its teeth
/// inside.
pub(super) fn wheels(item: &Item, internal: bool) -> (Wheels, [usize; 2]) {
    let teeth = item.numbers("teeth");
    let order = if internal && teeth[0] > teeth[1] { [1, 0] } else { [0, 1] };
    let pair = |key: &str| {
        let given = item.numbers(key);
        order.map(|i| given[i])
    };
    let wheels = Wheels {
        internal,
        shift: pair("shift"),
        addendum: item.get("addendum").map_or([None; 2], |_| pair("addendum").map(Some)),
        face_width: item.optional_number("face_width"),
        ..standard(item, pair("teeth"), item.number("helix_angle"))
    };
    (wheels, order)
}

/// Standard wheels of an item's module and pressure angle.
pub(super) fn standard(item: &Item, teeth: [f64; 2], helix_angle: f64) -> Wheels {
    Wheels::standard(teeth, item.number("module"), item.number("pressure_angle"), helix_angle)
}

/// The dedendum of the basic rack over the module.
pub(super) fn dedendum(item: &Item) -> f64 {
    if item.has("dedendum") { item.number("dedendum") } else { DEDENDUM }
}
