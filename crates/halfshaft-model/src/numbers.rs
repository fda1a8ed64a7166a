//! Numbers of the file: their unit, their range, and the parameter that they come from.

use halfshaft::describe::{Dimension, Form, Key, LARGEST_OF_OTHERS, Quantity, Range};
use toml::de::DeValue;

use crate::diagnostic::{Diagnostic, Misfit};
use crate::document::Raw;
use crate::expression::Operand;
use crate::forms::{Reader, example, words};
use crate::parameters::{Sole, bare_number, is_expression};
use crate::units;

impl Reader<'_> {
    /// A number within the range of its key.
    pub(crate) fn number(&mut self, key: &Key, raw: Raw, quantity: Quantity) -> Option<f64> {
        let (value, sole) = self.dimensioned(key.name, raw, quantity)?;
        let [low, high] = key.range.bounds(quantity);
        if low <= value && value <= high {
            if let Some(sole) = sole {
                self.out.fits(&sole.at);
            }
            return Some(value);
        }
        let unit = if quantity.dimension == Dimension::NONE { "" } else { quantity.unit };
        let must = match key.range {
            Range::Positive if value <= 0.0 => "positive".to_owned(),
            Range::NonNegative if value < 0.0 => "zero or greater".to_owned(),
            Range::Between(low, high) if low == high => format!("{low} {unit}"),
            _ => format!("from {} to {} {unit}", shown(low), shown(high)),
        };
        let must = must.trim_end();
        let written = matches!(raw.value(), DeValue::String(text) if is_expression(text));
        let label = if written { format!("this is {value} {unit}") } else { String::new() };
        let error = raw.error("out-of-range", format!("`{}` must be {must}", key.name)).label(label.trim_end());
        // If the value follows the parameter in sign or size, the parameter is the cause.
        let sole = sole.filter(|sole| sole.amount.value.signum() == value.signum());
        self.misfit(sole, [format!("must be {must}"), String::new()], key.name, error);
        None
    }

    /// An amount of a quantity, in SI units. A plain number is in SI units; a text with a unit must have the dimension.
    pub(crate) fn amount(&mut self, name: &str, raw: Raw, quantity: Quantity) -> Option<f64> {
        let (value, sole) = self.measured(name, raw, quantity)?;
        if let Some(sole) = sole {
            self.out.fits(&sole.at);
        }
        Some(value)
    }

    /// The same, with the parameter that it consists of, if there is exactly one.
    fn measured(&mut self, name: &str, raw: Raw, quantity: Quantity) -> Option<(f64, Option<Sole>)> {
        let (value, sole) = self.dimensioned(name, raw, quantity)?;
        let largest = quantity.largest();
        if value.abs() <= largest {
            return Some((value, sole));
        }
        let unit = if quantity.dimension == Dimension::NONE { "" } else { quantity.unit };
        let must = format!("from {} to {} {unit}", shown(-largest), shown(largest));
        let error = raw.error("out-of-range", format!("`{name}` must be {}", must.trim_end()));
        let error = error.label(format!("this is {} {unit}", shown(value)).trim_end());
        self.misfit(sole, [format!("must be {}", must.trim_end()), String::new()], name, error);
        None
    }

    fn dimensioned(&mut self, name: &str, raw: Raw, quantity: Quantity) -> Option<(f64, Option<Sole>)> {
        let DeValue::String(text) = raw.value() else {
            if matches!(raw.value(), DeValue::Integer(_) | DeValue::Float(_)) {
                return bare_number(raw, self.out).map(|value| (value, None));
            }
            let message = format!("`{name}` must be {}", words(Form::Number(quantity)));
            let help = format!("write {}", example(Form::Number(quantity)));
            self.out.push(raw.error("wrong-form", message).label(raw.this_is()).help(help));
            return None;
        };
        let (operand, sole) = self.environment.operand(text, raw.source, raw.span(), self.out)?;
        let Operand::Amount(amount) = operand else {
            let message = format!("`{name}` must be {}", words(Form::Number(quantity)));
            self.out.push(raw.error("wrong-form", message).label(operand.this_is()));
            return None;
        };
        let bare = !is_expression(text) && !units::has_unit(text);
        if amount.dimension == quantity.dimension || bare {
            return Some((amount.value, sole));
        }
        let message = format!("`{name}` needs {}", words(Form::Number(quantity)));
        let mut with_radian = amount.dimension;
        with_radian.angle = quantity.dimension.angle;
        let by = i32::from(quantity.dimension.angle) - i32::from(amount.dimension.angle);
        let help = match (is_expression(text), with_radian == quantity.dimension) {
            (true, true) if by.abs() == 1 => {
                format!("{} it by `1 rad`", if by > 0 { "multiply" } else { "divide" })
            }
            (true, _) if amount.dimension == Dimension::NONE => {
                "give the parameters in it their units, as \"40 mm\"; only a number outside expressions is SI".into()
            }
            _ if quantity.dimension == Dimension::NONE => "write it without a unit".into(),
            _ => format!("give it in {}", quantity.unit),
        };
        let label = format!("this is {}", units::name(amount.dimension));
        let error = raw.error("unit-mismatch", message).label(label).help(help);
        // A parameter of the same dimension is the cause.
        let sole = sole.filter(|sole| sole.amount.dimension == amount.dimension);
        let radian = with_radian == quantity.dimension && by.abs() == 1;
        let cure = match sole.as_ref().map(|sole| sole.amount) {
            Some(_) if radian => {
                format!("{} it by `1 rad`, or give it in {}", if by > 0 { "multiply" } else { "divide" }, quantity.unit)
            }
            Some(given) if given.dimension == Dimension::NONE => {
                format!("give it its unit, as \"{} {}\"", shown(given.value), quantity.unit)
            }
            _ if quantity.dimension == Dimension::NONE => "write it without a unit".to_owned(),
            _ => format!("give it in {}", quantity.unit),
        };
        self.misfit(sole, [format!("must be {}", words(Form::Number(quantity))), cure], name, error);
        None
    }

    /// A number of any quantity, unless it is too large.
    pub(crate) fn bounded(&mut self, key: &Key, raw: Raw, value: f64) -> Option<f64> {
        if value.abs() <= LARGEST_OF_OTHERS {
            return Some(value);
        }
        let largest = shown(LARGEST_OF_OTHERS);
        let error = raw.error("out-of-range", format!("`{}` must be between -{largest} and {largest}", key.name));
        self.out.push(error.label(format!("this is {}", shown(value))));
        None
    }

    /// Reports a value that does not fit: at its place, or at the parameter if none of its uses fits.
    fn misfit(&mut self, sole: Option<Sole>, [must, cure]: [String; 2], name: &str, error: Diagnostic) {
        match sole {
            Some(sole) => self.out.misfit(Misfit { parameter: sole.at, must, cure, key: name.to_owned(), at: error }),
            None => self.out.push(error),
        }
    }

    pub(crate) fn inertia(&mut self, key: &Key, raw: Raw) -> Option<[f64; 6]> {
        let tensor = if matches!(raw.value(), DeValue::Array(_)) {
            let list = self.array(key, raw, &[3, 6])?;
            let mut tensor = [0.0; 6];
            let mut good = true;
            for (i, (place, raw)) in tensor.iter_mut().zip(list).enumerate() {
                let diagonal = Key { range: Range::NonNegative, ..*key };
                match self.number(if i < 3 { &diagonal } else { key }, raw, Quantity::INERTIA) {
                    Some(number) => *place = number,
                    None => good = false,
                }
            }
            good.then_some(tensor)?
        } else if matches!(raw.value(), DeValue::Table(_) | DeValue::Boolean(_) | DeValue::Datetime(_)) {
            return self.wrong_form(key, raw);
        } else {
            let same = self.number(&Key { range: Range::NonNegative, ..*key }, raw, Quantity::INERTIA)?;
            [same, same, same, 0.0, 0.0, 0.0]
        };
        if let Some(label) = unphysical(tensor) {
            let message = format!("`{}` is not a valid inertia of a body", key.name);
            let help = "check the order xx, yy, zz, xy, yz, zx and the units of the moments";
            self.out.push(raw.error("unphysical-inertia", message).label(label).help(help));
            return None;
        }
        Some(tensor)
    }

    pub(crate) fn count(&mut self, key: &Key, raw: Raw) -> Option<u64> {
        if !matches!(raw.value(), DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_)) {
            return self.wrong_form(key, raw);
        }
        let number = self.number(key, raw, Quantity::NUMBER)?;
        if number < 0.0 || number.fract() != 0.0 {
            let message = format!("`{}` must be a whole number", key.name);
            let near = [number.floor(), number.ceil()].map(|near| near.max(0.0));
            let help = if near[0] == near[1] {
                format!("write {}", near[0])
            } else {
                format!("write {} or {}", near[0], near[1])
            };
            self.out.push(raw.error("out-of-range", message).label(format!("this is {number}")).help(help));
            return None;
        }
        Some(number as u64)
    }

    /// A switch from an expression: 1 is on, 0 is off.
    pub(crate) fn switch(&mut self, key: &Key, raw: Raw) -> Option<bool> {
        let value = self.amount(key.name, raw, Quantity::NUMBER)?;
        if value == 1.0 || value == 0.0 {
            return Some(value == 1.0);
        }
        let message = format!("`{}` must be 1 for true or 0 for false", key.name);
        self.out.push(raw.error("out-of-range", message).label(format!("this is {value}")));
        None
    }
}

/// The shortest text of a number that reads back exactly.
pub(crate) fn shown(number: f64) -> String {
    let plain = number == 0.0 || (1e-4..1e7).contains(&number.abs());
    if plain { number.to_string() } else { format!("{number:e}") }
}

/// Why no mass distribution has this inertia tensor; `None` if it is valid.
///
/// J = ½ tr(I) 1 − I is ∫ r rᵀ dm and must be positive semi-definite; that holds if and only if I is, and its principal
/// moments satisfy the triangle inequality. Data are printed with about four digits and a thin plate is on the border,
/// hence the tolerance.
fn unphysical([xx, yy, zz, xy, yz, zx]: [f64; 6]) -> Option<&'static str> {
    const TOLERANCE: f64 = 1e-4;
    if xx < 0.0 || yy < 0.0 || zz < 0.0 {
        return Some("a moment of inertia is negative");
    }
    let size = [xx, yy, zz, xy, yz, zx].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    if size == 0.0 {
        return None;
    }
    // Scaled by the largest entry, so that products neither overflow nor underflow.
    let [xx, yy, zz, xy, yz, zx] = [xx, yy, zz, xy, yz, zx].map(|v| v / size);
    let half = (xx + yy + zz) / 2.0;
    let (a, b, c) = (half - xx, half - yy, half - zz);
    if a.min(b).min(c) < -TOLERANCE {
        return Some("one moment is larger than the two others together");
    }
    let minors = [a * b - xy * xy, b * c - yz * yz, c * a - zx * zx];
    let determinant = a * b * c - 2.0 * xy * yz * zx - a * yz * yz - b * zx * zx - c * xy * xy;
    let bad = minors.iter().any(|m| *m < -TOLERANCE) || determinant < -TOLERANCE;
    bad.then_some("the products of inertia are too large for the moments")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_a_rod_a_plate_and_a_cube_are_physical() {
        for inertia in [
            [0.0; 6],
            [1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 2.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            // A rod along (1, 1, 0): I = E − n nᵀ.
            [0.5, 0.5, 1.0, -0.5, 0.0, 0.0],
            [1e300, 1e300, 1e300, 0.0, 0.0, 0.0],
        ] {
            assert_eq!(unphysical(inertia), None, "{inertia:?}");
        }
    }

    #[test]
    fn impossible_tensors_are_told_apart() {
        assert!(unphysical([-1.0, 1.0, 1.0, 0.0, 0.0, 0.0]).unwrap().contains("negative"));
        assert!(unphysical([1.0, 1.0, 2.1, 0.0, 0.0, 0.0]).unwrap().contains("larger than the two others"));
        assert!(unphysical([1.0, 1.0, 1.0, 0.6, 0.0, 0.0]).unwrap().contains("products"));
        assert!(unphysical([0.0, 0.0, 0.0, 0.1, 0.0, 0.0]).unwrap().contains("products"));
    }
}
