//! Numbers with units: `"33 deg"`, `"1200 N m/rad"`, `"9.81 m/s^2"`.
//!
//! Factors are joined by a space, `*` or `·` and may have a whole power (`^2`, `^-1`, `²`). Each `/` divides by the one
//! factor after it, which may be a group in parentheses; so `J/kg/K` is J/(kg K). Once a `/` has been written nothing
//! more may be multiplied outside parentheses: `N/m s` could mean N s/m or N/(m s), and is refused.
//!
//! The angle is a dimension: `rpm` is rad/s, and `Hz`, which is 1/s, is something else. A number without a unit has no
//! dimension here; that it may stand for a length in SI units is for the reader of the key to say.

use std::sync::{Mutex, PoisonError};

use halfshaft::describe::{Dimension, Quantity};

use crate::diagnostic::Fault;
use crate::suggest::nearest;

/// A number in SI units with its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// The number, always finite.
    pub value: f64,
    /// Its dimension.
    pub dimension: Dimension,
}

impl Amount {
    /// A pure number.
    pub const fn number(value: f64) -> Self {
        Amount { value, dimension: Dimension::NONE }
    }
}

/// A unit in SI: a factor and a power of ten, kept apart so that `"0.06 mm"` is the double nearest to 6e-5.
#[derive(Clone, Copy, Debug)]
struct Scale {
    factor: f64,
    ten: i32,
    dimension: Dimension,
}

struct Unit {
    symbol: &'static str,
    scale: Scale,
    /// The prefixes in use with it, one character each.
    prefixes: &'static str,
}

const fn unit(
    symbol: &'static str,
    factor: f64,
    ten: i32,
    [length, mass, time, angle]: [i8; 4],
    prefixes: &'static str,
) -> Unit {
    Unit { symbol, scale: Scale { factor, ten, dimension: Dimension::new(length, mass, time, angle) }, prefixes }
}

const TURN: f64 = 2.0 * std::f64::consts::PI;

const UNITS: &[Unit] = &[
    unit("m", 1.0, 0, [1, 0, 0, 0], "nuµμmcdk"),
    unit("in", 0.0254, 0, [1, 0, 0, 0], ""),
    unit("ft", 0.3048, 0, [1, 0, 0, 0], ""),
    unit("L", 1.0, -3, [3, 0, 0, 0], "m"),
    unit("g", 1.0, -3, [0, 1, 0, 0], "uµμmk"),
    unit("t", 1.0, 3, [0, 1, 0, 0], ""),
    unit("lb", 0.453_592_37, 0, [0, 1, 0, 0], ""),
    unit("s", 1.0, 0, [0, 0, 1, 0], "nuµμm"),
    unit("min", 60.0, 0, [0, 0, 1, 0], ""),
    unit("h", 3600.0, 0, [0, 0, 1, 0], ""),
    unit("Hz", 1.0, 0, [0, 0, -1, 0], "kMG"),
    unit("rad", 1.0, 0, [0, 0, 0, 1], "uµμm"),
    unit("deg", TURN / 360.0, 0, [0, 0, 0, 1], ""),
    unit("°", TURN / 360.0, 0, [0, 0, 0, 1], ""),
    unit("rev", TURN, 0, [0, 0, 0, 1], ""),
    unit("rpm", TURN / 60.0, 0, [0, 0, -1, 1], ""),
    unit("N", 1.0, 0, [1, 1, -2, 0], "uµμmkM"),
    unit("lbf", 4.448_221_615_260_5, 0, [1, 1, -2, 0], ""),
    unit("J", 1.0, 0, [2, 1, -2, 0], "uµμmkMG"),
    unit("W", 1.0, 0, [2, 1, -3, 0], "uµμmkMG"),
    unit("Pa", 1.0, 0, [-1, 1, -2, 0], "hkMG"),
    unit("bar", 1.0, 5, [-1, 1, -2, 0], "mk"),
    unit("psi", 6_894.757_293_168_361, 0, [-1, 1, -2, 0], ""),
    Unit {
        symbol: "K",
        scale: Scale { factor: 1.0, ten: 0, dimension: Dimension { temperature: 1, ..Dimension::NONE } },
        prefixes: "m",
    },
    unit("%", 1.0, -2, [0, 0, 0, 0], ""),
    unit("1", 1.0, 0, [0, 0, 0, 0], ""),
];

/// The power of ten of an SI prefix.
fn prefix(letter: char) -> Option<i32> {
    Some(match letter {
        'n' => -9,
        'u' | 'µ' | 'μ' => -6,
        'm' => -3,
        'c' => -2,
        'd' => -1,
        'h' => 2,
        'k' => 3,
        'M' => 6,
        'G' => 9,
        _ => return None,
    })
}

fn find(symbol: &str) -> Option<Scale> {
    let whole = |name: &str| UNITS.iter().find(|unit| unit.symbol == name);
    if let Some(unit) = whole(symbol) {
        return Some(unit.scale);
    }
    let letter = symbol.chars().next()?;
    let unit = whole(&symbol[letter.len_utf8()..]).filter(|unit| unit.prefixes.contains(letter))?;
    Some(Scale { ten: unit.scale.ten + prefix(letter)?, ..unit.scale })
}

/// The symbols of all units, without prefixes.
pub(crate) fn symbols() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|unit| unit.symbol).filter(|symbol| *symbol != "1")
}

/// Whether a word is a unit.
pub(crate) fn is_unit(symbol: &str) -> bool {
    find(symbol).is_some()
}

/// The fault for a word that is no unit, with what was probably meant.
pub(crate) fn unknown(symbol: &str, at: usize) -> Fault {
    let fault =
        Fault::new("unknown-unit", at..at + symbol.len(), format!("there is no unit `{symbol}`")).label("unknown unit");
    // `Nm` and `kgm` are two units without the space between; `KN` is rather a wrong prefix than kelvin times newton.
    let pair = |(a, b): &(&str, &str)| *a != "K" && is_unit(a) && is_unit(b);
    let split = symbol.char_indices().skip(1).map(|(at, _)| symbol.split_at(at)).find(pair);
    if let Some((a, b)) = split {
        return fault.help(format!("write `{a} {b}`"));
    }
    let prefixed = UNITS.iter().flat_map(|unit| unit.prefixes.chars().map(move |p| format!("{p}{}", unit.symbol)));
    let known: Vec<String> = UNITS.iter().map(|unit| unit.symbol.to_owned()).chain(prefixed).collect();
    match nearest(symbol, known.iter().map(String::as_str)) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help(format!("the units are {}", symbols().collect::<Vec<_>>().join(", "))),
    }
}

/// Exponents `a + sign·b`, or none where they leave what a dimension can hold.
pub(crate) fn combine(a: Dimension, b: Dimension, sign: i8) -> Option<Dimension> {
    let add = |a: i8, b: i8| a.checked_add(b.checked_mul(sign)?);
    Some(Dimension {
        length: add(a.length, b.length)?,
        mass: add(a.mass, b.mass)?,
        time: add(a.time, b.time)?,
        angle: add(a.angle, b.angle)?,
        temperature: add(a.temperature, b.temperature)?,
    })
}

/// Exponents times `power`, or none where they would not be small whole numbers.
pub(crate) fn raise(d: Dimension, power: f64) -> Option<Dimension> {
    let times = |e: i8| {
        let exact = f64::from(e) * power;
        // A power such as 1/3 is not exact; the product with 3 is one to round-off.
        ((exact - exact.round()).abs() < 1e-9 && exact.abs() < 100.0).then_some(exact.round() as i8)
    };
    Some(Dimension {
        length: times(d.length)?,
        mass: times(d.mass)?,
        time: times(d.time)?,
        angle: times(d.angle)?,
        temperature: times(d.temperature)?,
    })
}

/// A dimension in words: "a force (N)", or its SI unit where the trade has no word for it.
pub(crate) fn name(dimension: Dimension) -> String {
    if dimension == Dimension::NONE {
        return "a pure number".to_owned();
    }
    let known: Vec<&Quantity> = Quantity::ALL.iter().filter(|q| q.dimension == dimension).collect();
    let unit = si_unit(dimension);
    match known.first() {
        None => format!("in {unit}"),
        Some(first) => {
            let names = known.iter().map(|q| q.name).collect::<Vec<_>>().join(" or ");
            format!("{} {names} ({})", article(first.name), first.unit)
        }
    }
}

/// "a" or "an".
pub(crate) fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// The SI unit of a dimension, as it would stand in a model file.
pub fn si_unit(dimension: Dimension) -> String {
    if let Some(known) = Quantity::of(dimension) {
        return known.unit.to_owned();
    }
    let base = [
        ("kg", dimension.mass),
        ("m", dimension.length),
        ("s", dimension.time),
        ("rad", dimension.angle),
        ("K", dimension.temperature),
    ];
    let powered = |symbol: &str, e: i8| if e == 1 { symbol.to_owned() } else { format!("{symbol}^{e}") };
    let above: Vec<String> = base.iter().filter(|(_, e)| *e > 0).map(|(s, e)| powered(s, *e)).collect();
    let below: String = base.iter().filter(|(_, e)| *e < 0).map(|(s, e)| format!("/{}", powered(s, -e))).collect();
    format!("{}{below}", if above.is_empty() { "1".to_owned() } else { above.join(" ") })
}

/// What a dimension is called: a quantity of the trade, or one that has nothing but its unit.
pub(crate) fn quantity(dimension: Dimension) -> Quantity {
    if let Some(known) = Quantity::of(dimension) {
        return known;
    }
    // There are few dimensions that have no name, and each is kept once for all.
    static UNNAMED: Mutex<Vec<Quantity>> = Mutex::new(Vec::new());
    let mut unnamed = UNNAMED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(met) = unnamed.iter().find(|q| q.dimension == dimension) {
        return *met;
    }
    let met = Quantity { name: "quantity", dimension, unit: Box::leak(si_unit(dimension).into_boxed_str()) };
    unnamed.push(met);
    met
}

/// The dimension of a unit that stands alone, as `N m`; `1` is that of a pure number.
pub(crate) fn of_unit(text: &str) -> Result<Dimension, Fault> {
    match text.trim() {
        "1" => Ok(Dimension::NONE),
        // The number in front is no part of what the user wrote.
        unit => scaled(&format!("1 {unit}"), 1).map(|amount| amount.dimension).map_err(|fault| Fault {
            span: fault.span.start.saturating_sub(2)..fault.span.end.saturating_sub(2),
            ..fault
        }),
    }
}

/// The length in bytes of the number that a text begins with; 0 where there is none.
pub(crate) fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(0);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        let part = digits(end + 1);
        if whole + part == 0 {
            return 0;
        }
        end += 1 + part;
    }
    if end > 0 && matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        // Without digits the `e` begins a unit or a name.
        let exponent = if end + 1 + sign < bytes.len() { digits(end + 1 + sign) } else { 0 };
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}

/// A number with or without a unit: `"5.58e8 N/m"`.
pub fn parse(text: &str) -> Result<Amount, Fault> {
    let start = text.len() - text.trim_start().len();
    let sign = usize::from(text[start..].starts_with(['-', '+']));
    let end = start + sign + number_length(&text[start + sign..]);
    if end == start + sign {
        let label = if text.trim().is_empty() { "empty" } else { "this does not begin with a number" };
        return Err(Fault::new("not-a-number", start..text.len(), "a number was expected")
            .label(label)
            .help("write a number with a unit as \"5 mm\", or an expression as \"= 2 * r\""));
    }
    if text[end..].starts_with(',') {
        return Err(Fault::new("not-a-number", start..text.len(), "a decimal point is written `.`")
            .label("with a comma")
            .help(format!("write \"{}\"", text.trim().replacen(',', ".", 1))));
    }
    scaled(text[start..].trim_end(), end - start).map_err(|fault| fault.moved(start))
}

/// A number and its unit apart, both as they stand in the text; the unit is empty where there is none.
pub fn split(text: &str) -> Result<(f64, &str), Fault> {
    parse(text)?;
    let text = text.trim();
    let sign = usize::from(text.starts_with(['-', '+']));
    let (number, unit) = text.split_at(sign + number_length(&text[sign..]));
    // What `parse` has accepted is a number.
    Ok((number.parse().unwrap_or(f64::NAN), unit.trim()))
}

/// Whether a text that holds a number has a unit behind it.
pub(crate) fn has_unit(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['-', '+']);
    text.len() > number_length(text)
}

/// The amount of a text whose first `length` bytes are a number, and the rest, if any, its unit.
pub(crate) fn scaled(text: &str, length: usize) -> Result<Amount, Fault> {
    let (number, unit) = text.split_at(length);
    let scale = match unit.trim() {
        "" => Scale { factor: 1.0, ten: 0, dimension: Dimension::NONE },
        _ => parse_unit(unit).map_err(|fault| fault.moved(length))?,
    };
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    // An exponent that does not fit is as good as infinite.
    let exponent = exponent.parse::<i32>().unwrap_or(i32::MAX).saturating_add(scale.ten);
    let value = format!("{mantissa}e{exponent}").parse().unwrap_or(f64::INFINITY) * scale.factor;
    if value.is_finite() {
        Ok(Amount { value, dimension: scale.dimension })
    } else {
        Err(Fault::new("not-finite", 0..text.len(), "the number is too large").label("beyond 1.8e308"))
    }
}

fn parse_unit(text: &str) -> Result<Scale, Fault> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let scale = parser.product()?;
    if parser.at < text.len() {
        return Err(parser.unexpected());
    }
    Ok(scale)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    const MAX_DEPTH: usize = 8;

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn unexpected(&self) -> Fault {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        let label = if length == 0 { "a unit is missing here" } else { "not part of a unit" };
        Fault::new("bad-unit", self.at..self.at + length, "the unit cannot be read")
            .label(label)
            .help("write units as in \"5 N m/rad\", \"9.81 m/s^2\" or \"3 J/(kg K)\"")
    }

    /// Factors, then divisors.
    fn product(&mut self) -> Result<Scale, Fault> {
        let mut total = Scale { factor: 1.0, ten: 0, dimension: Dimension::NONE };
        let mut divided = false;
        self.skip_spaces();
        let mut first = !self.rest().starts_with('/');
        loop {
            self.skip_spaces();
            let start = self.at;
            let sign = match self.rest().chars().next() {
                _ if first => 1,
                None | Some(')') => return Ok(total),
                Some('/') => {
                    self.at += 1;
                    -1
                }
                Some(c @ ('*' | '·')) => {
                    self.at += c.len_utf8();
                    1
                }
                Some(_) => 1,
            };
            first = false;
            self.skip_spaces();
            let factor = self.factor()?;
            if divided && sign > 0 {
                return Err(self.ambiguous(start));
            }
            divided |= sign < 0;
            let dimension = combine(total.dimension, factor.dimension, sign).ok_or_else(|| self.unexpected())?;
            total = Scale {
                factor: total.factor * factor.factor.powi(i32::from(sign)),
                ten: total.ten.saturating_add(factor.ten.saturating_mul(i32::from(sign))),
                dimension,
            };
        }
    }

    fn ambiguous(&self, start: usize) -> Fault {
        let before = self.text[..start].trim();
        let after = self.text[start..self.at].trim().trim_start_matches(['*', '·']).trim();
        let (above, below) = before.rsplit_once('/').unwrap_or((before, ""));
        let below = below.trim_start_matches('(').trim_end_matches(')');
        Fault::new("ambiguous-unit", start..self.at, "a product after a `/` can be read in two ways")
            .label(format!("is `{after}` above or below the line?"))
            .help(format!("write `{above} {after}/{below}` or `{above}/({below} {after})`"))
    }

    fn factor(&mut self) -> Result<Scale, Fault> {
        let start = self.at;
        let base = if self.rest().starts_with('(') {
            self.depth += 1;
            if self.depth > Self::MAX_DEPTH {
                return Err(self.unexpected());
            }
            self.at += 1;
            let inside = self.product()?;
            if !self.rest().starts_with(')') {
                return Err(self.unexpected());
            }
            self.at += 1;
            self.depth -= 1;
            inside
        } else {
            let symbol = &self.text[start..start + symbol_length(self.rest())];
            if symbol.is_empty() {
                return Err(self.unexpected());
            }
            self.at += symbol.len();
            find(symbol).ok_or_else(|| unknown(symbol, start))?
        };
        let (power, length) = power(self.rest());
        self.at += length;
        let dimension = raise(base.dimension, f64::from(power)).ok_or_else(|| self.unexpected())?;
        Ok(Scale { factor: base.factor.powi(power), ten: base.ten.saturating_mul(power), dimension })
    }
}

/// The length in bytes of the unit's symbol that a text begins with.
pub(crate) fn symbol_length(text: &str) -> usize {
    match text.chars().next() {
        Some('1') => 1,
        Some(c @ ('%' | '°')) => c.len_utf8(),
        _ => text.find(|c: char| !(c.is_alphabetic() || c == '_')).unwrap_or(text.len()),
    }
}

/// The power that a text begins with and its length in bytes: `^2`, `^-1`, `²`; 1 and 0 where there is none.
pub(crate) fn power(text: &str) -> (i32, usize) {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return (1, 0) };
    if let Some(digit) = RAISED.chars().position(|c| c == first) {
        return (digit as i32, first.len_utf8());
    }
    if first == '⁻' {
        let second = letters.next();
        if let Some(digit) = second.and_then(|s| RAISED.chars().position(|c| c == s)) {
            return (-(digit as i32), first.len_utf8() + second.map_or(0, char::len_utf8));
        }
    }
    if first != '^' {
        return (1, 0);
    }
    let sign = usize::from(text[1..].starts_with('-'));
    let digits = text[1 + sign..].bytes().take_while(u8::is_ascii_digit).count();
    match text[1..1 + sign + digits].parse::<i32>() {
        Ok(power) if digits == 1 => (power, 1 + sign + digits),
        _ => (1, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn si(text: &str) -> (f64, String) {
        let amount = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        (amount.value, si_unit(amount.dimension))
    }

    fn code(text: &str) -> &'static str {
        parse(text).expect_err(text).code
    }

    #[test]
    fn common_amounts_are_the_nearest_double_in_si() {
        assert_eq!(si("0.06 mm"), (6e-5, "m".into()));
        assert_eq!(si("5.58e8 N/m"), (5.58e8, "N/m".into()));
        assert_eq!(si("9.81 m/s^2"), (9.81, "m/s^2".into()));
        assert_eq!(si("1.2 kg*m^2"), (1.2, "kg m^2".into()));
        assert_eq!(si("1200 N m/rad"), (1200.0, "N m/rad".into()));
        assert_eq!(si("3 N m s/rad"), (3.0, "N m s/rad".into()));
        assert_eq!(si("5 %"), (0.05, "1".into()));
        assert_eq!(si("-4 g·m²"), (-0.004, "kg m^2".into()));
        assert_eq!(si("7.85 t/m³"), (7850.0, "kg/m^3".into()));
        assert_eq!(si("36 km/h"), (10.0, "m/s".into()));
        assert_eq!(si(" .5"), (0.5, "1".into()));
    }

    #[test]
    fn angles_and_turns_are_not_frequencies() {
        assert_eq!(si("180 deg"), (std::f64::consts::PI, "rad".into()));
        assert_eq!(si("180°").0, std::f64::consts::PI);
        assert_eq!(si("30 rpm"), (std::f64::consts::PI, "rad/s".into()));
        assert_eq!(si("1 rev/s"), (TURN, "rad/s".into()));
        assert_eq!(si("60 Hz"), (60.0, "Hz".into()));
        assert_eq!(si("5 1/s"), (5.0, "Hz".into()));
        assert_eq!(si("5/s"), (5.0, "Hz".into()));
    }

    #[test]
    fn each_slash_divides_by_the_one_factor_after_it() {
        assert_eq!(si("2 J/kg/K"), si("2 J/(kg K)"));
        assert_eq!(si("2 W/(m^2 K)").0, 2.0);
        assert_eq!(si("8 N/mm^2"), (8e6, "Pa".into()));
        assert_eq!(si("8 kg s^-2"), (8.0, "N/m".into()));
    }

    #[test]
    fn a_product_after_a_slash_is_refused_with_both_readings() {
        let fault = parse("3 N/m s").unwrap_err();
        assert_eq!((fault.code, fault.span), ("ambiguous-unit", 6..7));
        assert_eq!(fault.help.as_deref(), Some("write `N s/m` or `N/(m s)`"));
        assert_eq!(code("3 N/m*s"), "ambiguous-unit");
    }

    #[test]
    fn an_unknown_unit_gets_a_suggestion() {
        let help = |text: &str| parse(text).unwrap_err().help.unwrap();
        assert_eq!(help("125 Nm"), "write `N m`");
        assert_eq!(help("5 raf"), "did you mean `rad`?");
        assert_eq!(help("5 RPM"), "did you mean `rpm`?");
        assert_eq!(help("5 KN"), "did you mean `kN`?");
    }

    #[test]
    fn what_is_not_an_amount_is_refused() {
        assert_eq!(code(""), "not-a-number");
        assert_eq!(code("mm"), "not-a-number");
        assert_eq!(code("nan"), "not-a-number");
        assert_eq!(code("inf"), "not-a-number");
        assert_eq!(code("3,5 mm"), "not-a-number");
        assert_eq!(code("1e999"), "not-finite");
        assert_eq!(code("1e308 km"), "not-finite");
        assert_eq!(code("5 m^"), "bad-unit");
        assert_eq!(code("5 (m"), "bad-unit");
        assert_eq!(code("5 m/"), "bad-unit");
        assert_eq!(code("5 m 3"), "bad-unit");
        assert_eq!(code("5 ((((((((((m))))))))))"), "bad-unit");
        assert_eq!(code(&format!("5 {}", "m^9 ".repeat(40))), "bad-unit");
    }

    #[test]
    fn every_quantity_has_a_unit_that_reads_back() {
        for quantity in Quantity::ALL {
            let amount = parse(&format!("1 {}", quantity.unit)).unwrap();
            assert_eq!(amount, Amount { value: 1.0, dimension: quantity.dimension }, "{}", quantity.name);
        }
    }
}
