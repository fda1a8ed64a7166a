//! Keys of a model file that are common to springs of all kinds.

use crate::describe::Key;

/// The keys of a spring's law.
pub(crate) struct SpringKeys {
    pub stiffness: Key,
    pub curve: Key,
    pub polynomial: Key,
    pub damping: Key,
    pub damping_curve: Key,
    pub hysteresis: Key,
}

/// The keys of a spring's law, for displacements and efforts of some quantities.
macro_rules! spring_keys {
    ($x:expr, $effort:expr, $stiffness:expr, $rate:expr, $damping:expr) => {
        SpringKeys {
            stiffness: Key::with_default("stiffness", Form::Number($stiffness), "0", "effort for each unit of displacement")
                .within(Range::NonNegative),
            curve: Key::optional(
                "curve",
                Form::Curve($x, $effort),
                "effort against displacement through points, constant outside; instead of `stiffness`",
            ),
            polynomial: Key::optional(
                "polynomial",
                Form::List(&Form::Number(Quantity::NUMBER)),
                "effort as c₁ x + c₂ x² + …, coefficients in SI units; instead of `stiffness`",
            ),
            damping: Key::with_default("damping", Form::Number($damping), "0", "effort for each unit of the rate")
                .within(Range::NonNegative),
            damping_curve: Key::optional(
                "damping_curve",
                Form::Curve($rate, $effort),
                "effort against the rate through points, straight between and beyond them; added to that of `damping`",
            ),
            hysteresis: Key::optional(
                "hysteresis",
                Form::Group(&[
                    Key::required("limit", Form::Number($effort), "effort at which it slides").within(Range::Positive),
                    Key::required("stiffness", Form::Number($stiffness), "its stiffness before it slides")
                        .within(Range::Positive),
                ]),
                "a spring in series with a slider, beside the rest: it loses 4 `limit` (X − `limit`/`stiffness`) in a cycle of amplitude X",
            ),
        }
    };
}
pub(crate) use spring_keys;
