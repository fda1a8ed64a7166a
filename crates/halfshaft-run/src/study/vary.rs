//! `--vary NAME=…`: the values of a varied parameter.

use halfshaft_model::diagnostic::{Diagnostic, Fault};
use halfshaft_model::{Source, units};
use std::ops::Range;
use std::sync::Arc;

/// The source name in diagnostics.
pub const OPTION: &str = "--vary";

/// A parameter that varies.
#[derive(Clone, Debug)]
pub struct Vary {
    /// Its name, as in `--set`.
    pub name: String,
    /// Its values.
    pub over: Over,
    source: Arc<Source>,
}

/// The values of a varied parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// A range of numbers in one unit.
    Range {
        /// The first.
        from: f64,
        /// The last.
        to: f64,
        /// The number of values in a grid.
        count: Option<usize>,
        /// Whether the spacing is logarithmic.
        log: bool,
        /// The unit of both, as written; empty for a pure number.
        unit: String,
    },
    /// A list of values, each as in `--set NAME=`.
    List(Vec<String>),
}

impl Vary {
    /// Parses `A:B` or `A:B:N`, optionally followed by `:log`, or values separated by commas.
    ///
    /// The unit of the last number applies to preceding numbers without a unit: `10:20 mm:5` and `1, 2, 4 mm`.
    pub fn parse(name: &str, text: &str) -> Result<Self, Diagnostic> {
        let source = Arc::new(Source::new(OPTION, format!("{name}={text}")));
        let pieces = Pieces { source: &source, offset: name.len() + 1 };
        let over = if text.contains(':') { range(&pieces, text) } else { list(&pieces, text) }?;
        Ok(Vary { name: name.to_string(), over, source })
    }

    /// The values of a grid.
    pub fn values(&self) -> Result<Vec<String>, Diagnostic> {
        match &self.over {
            Over::List(values) => Ok(values.clone()),
            Over::Range { count: None, .. } => Err(self
                .error("bad-range", format!("`{}` needs a number of values", self.name))
                .help("write NAME=A:B:N, or use another --plan with --cases")),
            Over::Range { count: Some(1), .. } => Ok(vec![self.at(0.0)]),
            Over::Range { count: Some(count), .. } => {
                Ok((0..*count).map(|i| self.at(i as f64 / (count - 1) as f64)).collect())
            }
        }
    }

    /// The value at a relative position from 0 to 1; below 1 for lists.
    pub fn at(&self, place: f64) -> String {
        match &self.over {
            Over::List(values) => values[((place * values.len() as f64) as usize).min(values.len() - 1)].clone(),
            Over::Range { unit, .. } => with_unit(self.number_at(place), unit),
        }
    }

    /// The number at a relative position from 0 to 1 of a range, in its unit; the position itself for a list.
    pub fn number_at(&self, place: f64) -> f64 {
        match self.over {
            Over::Range { from, to, .. } if place == 0.0 || from == to => from,
            Over::Range { to, .. } if place == 1.0 => to,
            Over::Range { from, to, log: true, .. } => rounded(from * (to / from).powf(place)),
            Over::Range { from, to, .. } => rounded(from + (to - from) * place),
            Over::List(_) => place,
        }
    }

    /// The derivative of [`Vary::number_at`] with respect to the relative position, in the unit of the range.
    pub fn slope_at(&self, place: f64) -> f64 {
        match self.over {
            Over::Range { from, to, log: true, .. } => self.number_at(place) * (to / from).ln(),
            Over::Range { from, to, .. } => to - from,
            Over::List(_) => 1.0,
        }
    }

    /// A diagnostic that marks the whole option.
    pub fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, &self.source, 0..self.source.text.len(), message)
    }
}

/// A number with its unit, as in `--set`.
pub fn with_unit(number: f64, unit: &str) -> String {
    // Short, and parsed back to the same double.
    let plain = 1e-4 <= number.abs() && number.abs() < 1e15 || number == 0.0;
    let number = if plain { format!("{number}") } else { format!("{number:e}") };
    format!("{number} {unit}").trim_end().to_string()
}

/// Rounds to 15 digits, so that 0.1 + 0.2 prints as 0.3.
fn rounded(value: f64) -> f64 {
    format!("{value:.14e}").parse().unwrap_or(value)
}

/// The text with its offset in the option, for diagnostics.
struct Pieces<'a> {
    source: &'a Arc<Source>,
    offset: usize,
}

impl Pieces<'_> {
    fn error(&self, code: &'static str, at: Range<usize>, message: &str) -> Diagnostic {
        Diagnostic::new(code, self.source, at.start + self.offset..at.end + self.offset, message)
    }

    fn fault(&self, fault: Fault, start: usize) -> Diagnostic {
        let at = fault.span.start + start..fault.span.end + start;
        let error = self.error(fault.code, at, &fault.message).label(fault.label);
        match fault.help {
            Some(help) => error.help(help),
            None => error,
        }
    }

    /// The parts between separators, with their offsets.
    fn parts<'t>(&self, text: &'t str, separator: char) -> Vec<(usize, &'t str)> {
        let mut start = 0;
        let parts = text.split(separator).map(|part| {
            let at = start;
            start += part.len() + separator.len_utf8();
            (at, part)
        });
        parts.collect()
    }
}

fn range(pieces: &Pieces, text: &str) -> Result<Over, Diagnostic> {
    const HELP: &str = "write NAME=A:B:N as in `--vary \"length=100 mm:200 mm:11\"`";
    let whole = 0..text.len();
    let mut parts = pieces.parts(text, ':');
    let log = parts.len() > 2 && parts.last().is_some_and(|(_, part)| part.trim() == "log");
    if log {
        parts.pop();
    }
    if parts.len() > 3 {
        return Err(pieces.error("bad-range", whole, "a range has a first value, a last one and a count").help(HELP));
    }
    let number = |(at, part): (usize, &str)| {
        units::split(part).map(|(n, unit)| (n, unit.to_string())).map_err(|fault| pieces.fault(fault, at))
    };
    let ((from, first), (to, unit)) = (number(parts[0])?, number(parts[1])?);
    if !first.is_empty() && first != unit {
        let message = if unit.is_empty() { "the last value has no unit" } else { "both ends need the same unit" };
        return Err(pieces.error("bad-range", whole, message).help(format!("write both in {first}")));
    }
    let count = match parts.get(2) {
        None => None,
        Some((at, part)) => {
            let span = *at..at + part.len();
            match part.trim().parse::<usize>() {
                Ok(0) => return Err(pieces.error("bad-range", span, "the range is empty").label("no values")),
                Ok(1) if from != to => {
                    let error = pieces.error("bad-range", span, "one value cannot cover a range");
                    return Err(error.help("use at least two values, or a list with one value"));
                }
                Ok(count) if count <= super::MOST_CASES => Some(count),
                Ok(_) => {
                    let message = format!("more than {} values", super::MOST_CASES);
                    return Err(pieces.error("too-many-cases", span, &message));
                }
                Err(_) => {
                    let error = pieces.error("bad-range", span, "the number of values must be a whole number");
                    return Err(error.label("not a whole number").help(HELP));
                }
            }
        }
    };
    if log && (from * to <= 0.0) {
        let message = "the ends of a logarithmic range must be nonzero and of equal sign";
        return Err(pieces.error("bad-range", whole, message));
    }
    if from == to && count != Some(1) {
        return Err(pieces.error("bad-range", whole, "the range is empty").label("it ends where it begins"));
    }
    Ok(Over::Range { from, to, count, log, unit })
}

fn list(pieces: &Pieces, text: &str) -> Result<Over, Diagnostic> {
    let parts = pieces.parts(text, ',');
    if let Some((at, part)) = parts.iter().find(|(_, part)| part.trim().is_empty()) {
        let error = pieces.error("bad-list", *at..at + part.len(), "a value is missing in the list");
        return Err(error.help("separate the values by commas"));
    }
    // Words and expressions are values too, as in --set.
    let unit = parts.last().and_then(|(_, last)| units::split(last).ok()).map_or("", |(_, unit)| unit);
    let value = |part: &str| match units::split(part) {
        Ok((_, "")) if !unit.is_empty() => format!("{} {unit}", part.trim()),
        _ => part.trim().to_string(),
    };
    Ok(Over::List(parts.iter().map(|(_, part)| value(part)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Vary::parse("x", text).unwrap().values().unwrap()
    }

    fn fault(text: &str) -> (&'static str, String) {
        let error = Vary::parse("x", text).and_then(|vary| vary.values()).unwrap_err();
        (error.code, error.message)
    }

    #[test]
    fn a_range_has_its_ends_and_round_numbers_between() {
        assert_eq!(values("0.1:0.4:4"), ["0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(values("10 mm:20 mm:3"), ["10 mm", "15 mm", "20 mm"]);
        assert_eq!(values("-10:10 mm:2"), ["-10 mm", "10 mm"]);
        assert_eq!(values("1:1000:4:log"), ["1", "10", "100", "1000"]);
        assert_eq!(values("1e-9:2e-9:2"), ["1e-9", "2e-9"]);
        let middle = |text: &str| Vary::parse("x", text).map(|vary| vary.at(0.5)).unwrap();
        assert_eq!((middle("1:100 mm:log"), middle("1:3")), ("10 mm".into(), "2".into()));
    }

    #[test]
    fn a_list_shares_the_unit_of_its_last_value_and_may_hold_words() {
        assert_eq!(values("1, 2,4 mm"), ["1 mm", "2 mm", "4 mm"]);
        assert_eq!(values("1 m, 20 mm"), ["1 m", "20 mm"]);
        assert_eq!(values("given,equilibrium"), ["given", "equilibrium"]);
        assert_eq!(values("= 2 * r, 3 mm"), ["= 2 * r", "3 mm"]);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (text, code) in [
            ("1:2:0", "bad-range"),
            ("1:1:3", "bad-range"),
            ("1:2:1", "bad-range"),
            ("1:2:x", "bad-range"),
            ("1:2", "bad-range"),
            ("1 mm:2 m:3", "bad-range"),
            ("1 mm:2:3", "bad-range"),
            ("0:2:3:log", "bad-range"),
            ("1:2:3:4", "bad-range"),
            ("1:2:9999999", "too-many-cases"),
            ("a:2:3", "not-a-number"),
            ("1 mn:2 mn:3", "unknown-unit"),
            ("1,,2", "bad-list"),
        ] {
            assert_eq!(fault(text).0, code, "{text}");
        }
    }
}
