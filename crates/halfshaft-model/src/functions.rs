//! Functions of time or of a signal in the file: a number, or a table with a `type`.

use halfshaft::describe::{Dimension, Form, Key, Quantity};
use halfshaft::laws::Function;
use halfshaft::laws::function::Table;
use toml::de::{DeTable, DeValue};

use crate::document::Raw;
use crate::forms::{Owner, Reader};
use crate::model::Prescribed;
use crate::numbers::shown;

/// The types of functions, with their keys, for the reader, the schema and the reference page.
pub(crate) const FUNCTIONS: &[Described] = &[
    Described {
        name: "table",
        summary: "interpolation of points: linear or, with `smooth = true`, with a continuous slope and no overshoot; constant outside; two points at the same x are a jump",
        keys: &["points", "smooth"],
    },
    Described {
        name: "ramp",
        summary: "linear from one value to another between two points, and constant outside",
        keys: &["from", "to", "start", "end"],
    },
    Described {
        name: "smooth_step",
        summary: "like a ramp, with two continuous derivatives",
        keys: &["from", "to", "start", "end"],
    },
    Described {
        name: "harmonic",
        summary: "`mean` + `amplitude` sin(2π `frequency` x + `phase`)",
        keys: &["mean", "amplitude", "frequency", "phase"],
    },
    Described { name: "sum", summary: "the sum of `terms`, each a function itself", keys: &["terms"] },
    Described {
        name: "product",
        summary: "the product of `factors`, each a function itself; the first has the unit of the quantity, the others are pure numbers",
        keys: &["factors"],
    },
];

/// One type of function.
pub(crate) struct Described {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) keys: &'static [&'static str],
}

impl Reader<'_> {
    /// A value prescribed as a function of time, as a function of a signal, or by a signal itself: `{ signal = "…" }`.
    pub(crate) fn input(&mut self, key: &Key, raw: Raw, quantity: Quantity) -> Option<Prescribed> {
        let DeValue::Table(table) = raw.value() else {
            return self.function(key, raw, quantity, Quantity::TIME).map(Prescribed::Time);
        };
        if let Some(node) = table.get("signal") {
            let owner = Owner { what: format!("`{}`", key.name), ..Owner::of(key, raw) };
            self.unknown_keys(table, &owner, ["signal"].into_iter());
            let given = Raw::new(node, raw.source);
            let (place, dimension) = self.signal(key, given)?;
            let dimension = dimension?;
            if dimension != quantity.dimension {
                let message = format!("`{}` needs {}", key.name, crate::forms::words(Form::Number(quantity)));
                let label = format!("this signal is {}", crate::units::name(dimension));
                self.out.push(given.error("unit-mismatch", message).label(label));
                return None;
            }
            return Some(Prescribed::Signal(place));
        }
        let Some(node) = table.get("of") else {
            return self.function(key, raw, quantity, Quantity::TIME).map(Prescribed::Time);
        };
        let (place, dimension) = self.signal(key, Raw::new(node, raw.source))?;
        let over = crate::units::quantity(dimension?);
        self.function(key, raw, quantity, over).map(|function| Prescribed::Of(place, function))
    }

    /// A function of one quantity with values of another.
    pub(crate) fn function(&mut self, key: &Key, raw: Raw, quantity: Quantity, over: Quantity) -> Option<Function> {
        let DeValue::Table(table) = raw.value() else {
            if matches!(raw.value(), DeValue::Array(_)) {
                return self.wrong_form(key, raw);
            }
            return self.number(key, raw, quantity).map(Function::Constant);
        };
        let owner = Owner { what: format!("the function `{}`", key.name), ..Owner::of(key, raw) };
        let words: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
        let name = self.word_of_type(table, &words, &owner)?;
        let described = FUNCTIONS.iter().find(|function| function.name == name)?;
        let of: &[&str] = if matches!(key.form, Form::Input(_) | Form::OwnFunction) { &["of"] } else { &[] };
        self.unknown_keys(table, &owner, ["type"].iter().chain(described.keys).chain(of).copied());
        let mut entries = Entries { reader: self, table, owner, over };
        match name {
            "table" => {
                let smooth = entries.switch("smooth")?;
                let points = entries.given("points", "[[0, 0], [\"1 s\", 2]]")?;
                let points = entries.reader.curve(&named("points"), points, over, quantity)?;
                Table::new(&points, smooth).ok().map(Function::Table)
            }
            "ramp" | "smooth_step" => {
                let from = entries.amount("from", quantity, Some(0.0));
                let to = entries.amount("to", quantity, None);
                let start = entries.amount("start", over, Some(0.0));
                let end = entries.amount("end", over, None);
                let (from, to, start, end) = (from?, to?, start?, end?);
                if end <= start {
                    let at = entries.given("end", "")?;
                    let error = at.error("out-of-range", "`end` must be after `start`");
                    let unit = entries.over.unit;
                    let error = error.label(format!("`start` is {} {unit}", shown(start)));
                    entries
                        .reader
                        .out
                        .push(error.help(format!("give an `end` above {} {unit}, or a smaller `start`", shown(start))));
                    return None;
                }
                Some(Function::Step { from, to, start, end, smooth: name == "smooth_step" })
            }
            "harmonic" => {
                let mean = entries.amount("mean", quantity, Some(0.0));
                let amplitude = entries.amount("amplitude", quantity, None);
                let frequency = entries.amount("frequency", periods_per(over), None);
                let phase = entries.amount("phase", Quantity::ANGLE, Some(0.0));
                Some(Function::Harmonic { mean: mean?, amplitude: amplitude?, frequency: frequency?, phase: phase? })
            }
            "sum" => entries.functions("terms", |_| quantity).map(Function::Sum),
            _ => {
                let of = |place| if place == 0 { quantity } else { Quantity::NUMBER };
                entries.functions("factors", of).map(Function::Product)
            }
        }
    }
}

/// The entries of one function's table.
struct Entries<'r, 'a, 'o> {
    reader: &'r mut Reader<'a>,
    table: &'o DeTable<'o>,
    owner: Owner<'o>,
    /// The quantity of its argument.
    over: Quantity,
}

impl<'o> Entries<'_, '_, 'o> {
    fn given(&mut self, name: &str, example: &str) -> Option<Raw<'o>> {
        match self.table.get(name) {
            Some(node) => Some(Raw::new(node, self.owner.source)),
            None => {
                self.reader.missing(name, example, &self.owner);
                None
            }
        }
    }

    fn amount(&mut self, name: &str, quantity: Quantity, default: Option<f64>) -> Option<f64> {
        match (self.table.get(name), default) {
            (None, Some(default)) => Some(default),
            _ => {
                let raw = self.given(name, &crate::forms::example(Form::Number(quantity)))?;
                self.reader.amount(name, raw, quantity)
            }
        }
    }

    /// A boolean; false by default.
    fn switch(&mut self, name: &'static str) -> Option<bool> {
        let Some(node) = self.table.get(name) else { return Some(false) };
        let raw = Raw::new(node, self.owner.source);
        match raw.value() {
            DeValue::Boolean(value) => Some(*value),
            _ => self.reader.wrong_form(&Key { form: Form::Switch, ..named(name) }, raw),
        }
    }

    fn functions(&mut self, name: &'static str, quantity: impl Fn(usize) -> Quantity) -> Option<Vec<Function>> {
        let raw = self.given(name, "[1, { type = \"ramp\", to = 2, end = \"1 s\" }]")?;
        let key = Key { form: Form::List(&Form::Function(Quantity::NUMBER)), ..named(name) };
        let list = self.reader.several(&key, raw)?;
        let read = list.into_iter().enumerate();
        let parts: Vec<_> =
            read.map(|(i, raw)| self.reader.function(&named(name), raw, quantity(i), self.over)).collect();
        parts.into_iter().collect()
    }
}

/// The quantity of periods per unit of the argument of a harmonic.
fn periods_per(over: Quantity) -> Quantity {
    let inverse = crate::units::combine(Dimension::NONE, over.dimension, -1);
    crate::units::quantity(inverse.unwrap_or(Dimension::NONE))
}

/// An entry, as a key for messages.
const fn named(name: &'static str) -> Key {
    Key::required(name, Form::Text, "")
}
