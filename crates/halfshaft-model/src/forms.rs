//! Conversion of values in the document according to the description of their keys: form, unit, range.

use std::sync::Arc;

use halfshaft::describe::{Alternative, Dimension, Form, Key, Need, Quantity, Range};
use halfshaft::laws::function::{BadTable, Table};
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic};
use crate::directory::{Directory, Miss, Wanted};
use crate::document::Raw;
use crate::model::{AxisAngle, BodyRef, ShaftRef, Value, Values};
use crate::parameters::{Environment, bare_number, is_expression};
use crate::sections;
use crate::source::Source;
use crate::suggest::{did_you_mean, nearest};
use crate::units;

/// Reads values; errors go to `out`.
pub(crate) struct Reader<'a> {
    pub(crate) environment: Environment<'a>,
    pub(crate) directory: &'a Directory,
    /// The path of the scope in which names are resolved.
    pub(crate) path: &'a str,
    /// The dimension given by the `unit` of the item; `None` if its unit is invalid.
    pub(crate) own: Option<Dimension>,
    pub(crate) out: &'a mut Collector,
}

/// Context of the keys of a table.
#[derive(Default)]
pub(crate) struct Around<'k, 'r> {
    /// Further keys, read by the caller.
    pub(crate) also: &'k [&'k str],
    /// Overriding values from outside.
    pub(crate) over: &'k [(&'k str, Raw<'r>)],
    /// Keys for which the caller provides default values.
    pub(crate) filled: &'k [&'k str],
}

/// A form as text, as in "`mass` must be …".
pub(crate) fn words(form: Form) -> String {
    match form {
        Form::Number(q) if q.dimension == Dimension::NONE => "a number".into(),
        Form::Number(q) => format!("{} {}", units::article(q.name), q.name),
        Form::Vector(q) if q.dimension == Dimension::NONE => "three numbers".into(),
        Form::Vector(q) => format!("three numbers, each {} {}", units::article(q.name), q.name),
        Form::Inertia => "one, three or six moments of inertia".into(),
        Form::Axis => "a direction".into(),
        Form::Rotation => "a rotation".into(),
        Form::Count => "a whole number".into(),
        Form::Switch => "true or false".into(),
        Form::Text => "a text".into(),
        Form::Choice(_) => "one of a few words".into(),
        Form::Between => "the names of two bodies or frames".into(),
        Form::Frame => "the name of a body or frame".into(),
        Form::Shafts => "the names of two shafts".into(),
        Form::Shaft => "the name of a shaft".into(),
        Form::Part => "the name of a body, frame, shaft or signal".into(),
        Form::Group(_) => "a table".into(),
        Form::Variant(_) => "a table with a `type`".into(),
        Form::Pair(form) => format!("a pair, each {}", words(*form)),
        Form::List(form) => format!("a list, each {}", words(*form)),
        Form::Curve(..) => "a list of points [x, y]".into(),
        Form::Function(q) => format!("{} or a function of time", words(Form::Number(q))),
        Form::Input(q) => format!("{} or a function of time or of a signal", words(Form::Number(q))),
        Form::OwnFunction => "a number or a function of time or of a signal".into(),
        Form::Signal => "the name of a signal".into(),
        Form::Item => "the name of an item".into(),
        Form::Formula => "a formula".into(),
        Form::ProgramFunction => "the name of a function of the program".into(),
        Form::Amount => "a number with its unit".into(),
        Form::Unit => "a unit".into(),
    }
}

/// An example of a form, as in the file.
pub(crate) fn example(form: Form) -> String {
    match form {
        Form::Number(q) if q.dimension == Dimension::NONE => "0.5".into(),
        Form::Number(q) => format!("\"2 {}\"", q.unit),
        Form::Vector(q) if q.dimension == Dimension::NONE => "[1, 0, 0]".into(),
        Form::Vector(q) => format!("[\"2 {}\", 0, 0]", q.unit),
        Form::Inertia => "[\"2 kg m^2\", \"2 kg m^2\", \"3 kg m^2\"]".into(),
        Form::Axis => "\"x\", \"-y\" or [1, 1, 0]".into(),
        Form::Rotation => "{ axis = \"z\", angle = \"30 deg\" }".into(),
        Form::Count => "4".into(),
        Form::Switch => "true".into(),
        Form::Text => "\"some text\"".into(),
        Form::Choice(choices) => choices.iter().map(|c| format!("\"{c}\"")).collect::<Vec<_>>().join(" or "),
        Form::Between => "[\"ground\", \"wheel\"]".into(),
        Form::Frame | Form::Shaft => "\"ground\"".into(),
        Form::Shafts => "[\"ground\", \"flywheel\"]".into(),
        Form::Part => "\"carrier\"".into(),
        Form::Group(keys) => format!("{{ {} }}", example_keys(keys)),
        Form::Variant(alternatives) => {
            let first = alternatives.first().expect("a choice of tables has at least one");
            let keys = example_keys(first.keys);
            let comma = if keys.is_empty() { "" } else { ", " };
            format!("{{ type = \"{}\"{comma}{keys} }}", first.name)
        }
        Form::Pair(form) => format!("[{0}, {0}]", example(*form)),
        Form::List(form) => format!("[{}]", example(*form)),
        Form::Curve(x, y) => format!("[[0, 0], [{}, {}]]", example(Form::Number(x)), example(Form::Number(y))),
        Form::Function(q) | Form::Input(q) => example(Form::Number(q)),
        Form::OwnFunction => "{ type = \"ramp\", to = 2, end = \"1 s\" }".into(),
        Form::Signal => "\"wheel speed\"".into(),
        Form::Item => "\"bearing\"".into(),
        Form::Formula => "\"= 2 * 'wheel speed'\"".into(),
        Form::ProgramFunction => "\"drag\"".into(),
        Form::Amount => "\"2 N m\"".into(),
        Form::Unit => "\"N m\"".into(),
    }
}

/// The required keys, as in an inline table.
fn example_keys(keys: &[Key]) -> String {
    let needed = keys.iter().filter(|key| key.need == Need::Required);
    needed.map(|key| format!("{} = {}", key.name, example(key.form))).collect::<Vec<_>>().join(", ")
}

/// The name of the top level of a file in messages.
pub(crate) const TOP: &str = "the file";

/// Returns whether a key of `[analysis]` is misplaced in `[solver]`, or the other way round.
fn in_other_section(name: &str, owner: &Owner) -> bool {
    let others = if owner.what == "[analysis]" { sections::SOLVER } else { sections::ANALYSIS };
    others.iter().any(|key| key.name == name)
}

impl Reader<'_> {
    /// The values of the keys of a table; `owner` gives the name of the table and its span for missing keys.
    pub(crate) fn keys<'r>(
        &mut self,
        keys: &'static [Key],
        table: &'r DeTable<'r>,
        around: &Around<'_, 'r>,
        owner: &Owner,
    ) -> Values {
        let known = around.also.iter().copied().chain(keys.iter().map(|k| k.name));
        let slips = self.unknown_keys(table, owner, known);
        if let Some(unit) = keys.iter().find(|key| key.form == Form::Unit) {
            self.own = match table.get(unit.name).map(|node| node.get_ref().as_str().map(units::of_unit)) {
                None => Some(Dimension::NONE),
                Some(given) => given.and_then(Result::ok),
            };
        }
        let list = keys.iter().map(|key| {
            let given = table.get(key.name).map(|node| Raw::new(node, owner.source));
            let given = around.over.iter().rev().find(|(name, _)| *name == key.name).map(|(_, raw)| *raw).or(given);
            match (given, key.need) {
                (Some(raw), _) => self.value(key, raw),
                (None, Need::Default(text)) => Some(self.default(key, text)),
                (None, Need::Optional) => None,
                // A misspelt key is reported once, not also as missing.
                (None, Need::Required) if slips.contains(&key.name) || around.filled.contains(&key.name) => None,
                (None, Need::Required) => {
                    let example = match key.range {
                        Range::Between(only, high) if only == high => only.to_string(),
                        _ => example(key.form),
                    };
                    self.missing(key.name, &example, owner);
                    None
                }
            }
        });
        let list = list.collect();
        Values::new(keys, list)
    }

    /// Reports unknown keys, and returns the keys that were probably meant.
    pub(crate) fn unknown_keys<'k>(
        &mut self,
        table: &DeTable,
        owner: &Owner,
        known: impl Iterator<Item = &'k str> + Clone,
    ) -> Vec<&'k str> {
        let mut meant = Vec::new();
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if self.out.is_full() || known.clone().any(|k| k == name) {
                continue;
            }
            let message = format!("{} has no key `{name}`", owner.what);
            let near = nearest(name, known.clone());
            meant.extend(near);
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None if owner.what != TOP && sections::TOP.iter().any(|key| key.name == name) => {
                    format!("`{name}` belongs to the top of the file: move it above the first [section]")
                }
                None if owner.what.starts_with('[') && in_other_section(name, owner) => {
                    let other = if owner.what == "[analysis]" { "[solver]" } else { "[analysis]" };
                    format!("`{name}` belongs to {other}")
                }
                None => format!("its keys are {}", known.clone().collect::<Vec<_>>().join(", ")),
            };
            self.out.push(Diagnostic::new("unknown-key", owner.source, key.span(), message).help(help));
        }
        meant
    }

    pub(crate) fn missing(&mut self, name: &str, example: &str, owner: &Owner) {
        let message = format!("{} needs `{name}`", owner.what);
        let at = Diagnostic::new("missing-key", owner.source, owner.span.clone(), message);
        self.out.push(at.help(format!("add `{name} = {example}`")));
    }

    fn default(&mut self, key: &Key, text: &str) -> Value {
        let source = Arc::new(Source::new("default", text));
        let parsed = DeValue::parse(&source.text);
        let value = parsed.ok().and_then(|node| self.value(key, Raw::new(&node, &source)));
        value.unwrap_or_else(|| panic!("the default of `{}` is a valid value of that key", key.name))
    }

    /// The value of one key.
    pub(crate) fn value(&mut self, key: &Key, raw: Raw) -> Option<Value> {
        match key.form {
            Form::Number(quantity) => self.number(key, raw, quantity).map(Value::Number),
            Form::Vector(quantity) => {
                let list = self.array(key, raw, &[3])?;
                let mut vector = [0.0; 3];
                let mut good = true;
                for (place, raw) in vector.iter_mut().zip(list) {
                    match self.number(key, raw, quantity) {
                        Some(number) => *place = number,
                        None => good = false,
                    }
                }
                good.then_some(Value::Vector(vector))
            }
            Form::Inertia => self.inertia(key, raw).map(Value::Inertia),
            Form::Axis => self.axis(key, raw).map(Value::Axis),
            Form::Rotation => self.rotation(key, raw),
            Form::Count => self.count(key, raw).map(Value::Count),
            Form::Switch => match raw.value() {
                DeValue::Boolean(value) => Some(Value::Switch(*value)),
                DeValue::String(text) if is_expression(text) => self.switch(key, raw).map(Value::Switch),
                _ => self.wrong_form(key, raw),
            },
            Form::Text | Form::ProgramFunction => match raw.value() {
                DeValue::String(text) => Some(Value::Text(text.to_string())),
                _ => self.wrong_form(key, raw),
            },
            Form::Choice(choices) => self.choice(key, raw, choices).map(Value::Choice),
            Form::Between => {
                let [a, b] = self.two(key, raw, Self::body, ["same-body", "bodies", "body"])?;
                Some(Value::Between([a, b]))
            }
            Form::Frame => self.body(key, raw).map(Value::Frame),
            Form::Shafts => {
                let [a, b] = self.two(key, raw, Self::shaft, ["same-shaft", "shafts", "shaft"])?;
                Some(Value::Shafts([a, b]))
            }
            Form::Shaft => self.shaft(key, raw).map(Value::Shaft),
            Form::Part => {
                let name = self.reference(key, raw, "a body, frame, shaft or signal")?;
                let found = self.directory.part(self.path, &name);
                self.complain(found, Wanted::Part, &name, raw).map(|()| Value::Text(name))
            }
            Form::Group(keys) => {
                let DeValue::Table(table) = raw.value() else { return self.wrong_form(key, raw) };
                let values = self.keys(keys, table, &Around::default(), &Owner::of(key, raw));
                values.complete().then_some(Value::Group(values))
            }
            Form::Variant(alternatives) => self.variant(key, raw, alternatives),
            Form::Pair(form) => {
                let list = self.array(key, raw, &[2])?;
                self.list(key, list, form)
            }
            Form::List(form) => {
                let list = self.several(key, raw)?;
                self.list(key, list, form)
            }
            Form::Curve(x, y) => self.curve(key, raw, x, y).map(Value::Curve),
            Form::Function(quantity) => self.function(key, raw, quantity, Quantity::TIME).map(Value::Function),
            Form::Input(quantity) => self.input(key, raw, quantity).map(Value::Input),
            Form::OwnFunction => self.input(key, raw, units::quantity(self.own?)).map(Value::Input),
            Form::Signal => self.signal(key, raw).map(|(place, _)| Value::Signal(place)),
            Form::Item => self.item(key, raw).map(Value::Item),
            Form::Formula => self.formula(key, raw).map(Value::Formula),
            Form::Amount => self.any_amount(key, raw),
            Form::Unit => match raw.value() {
                DeValue::String(text) => match units::of_unit(text) {
                    Ok(dimension) => Some(Value::Unit(dimension)),
                    Err(fault) => {
                        self.out.push(fault.at(raw.source, raw.span(), text));
                        None
                    }
                },
                _ => self.wrong_form(key, raw),
            },
        }
    }

    /// Two different bodies or shafts; `words` are the code of the mistake and what they are called.
    fn two<T: Copy + PartialEq>(
        &mut self,
        key: &Key,
        raw: Raw,
        one: impl Fn(&mut Self, &Key, Raw) -> Option<T>,
        [code, several, single]: [&'static str; 3],
    ) -> Option<[T; 2]> {
        let list = self.array(key, raw, &[2])?;
        let ends: Vec<Option<T>> = list.into_iter().map(|raw| one(self, key, raw)).collect();
        let (a, b) = (ends[0]?, ends[1]?);
        if a == b {
            let error = raw.error(code, format!("`{}` needs two different {several}", key.name));
            let help = format!("name another {single}, or \"ground\", as one of them");
            self.out.push(error.label("both are the same").help(help));
            return None;
        }
        Some([a, b])
    }

    /// A number with any unit.
    fn any_amount(&mut self, key: &Key, raw: Raw) -> Option<Value> {
        match raw.value() {
            DeValue::String(text) => {
                let amount = self.environment.amount(text, raw.source, raw.span(), self.out)?;
                let bare = !is_expression(text) && !units::has_unit(text);
                let dimension = (!bare).then_some(amount.dimension);
                self.bounded(key, raw, amount.value).map(|value| Value::Amount(value, dimension))
            }
            _ => {
                let value = bare_number(raw, self.out)?;
                self.bounded(key, raw, value).map(|value| Value::Amount(value, None))
            }
        }
    }

    fn variant(&mut self, key: &Key, raw: Raw, alternatives: &'static [Alternative]) -> Option<Value> {
        let DeValue::Table(table) = raw.value() else { return self.wrong_form(key, raw) };
        let words: Vec<&'static str> = alternatives.iter().map(|alternative| alternative.name).collect();
        let owner = Owner::of(key, raw);
        let name = self.word_of_type(table, &words, &owner)?;
        let alternative = alternatives.iter().find(|alternative| alternative.name == name)?;
        let around = Around { also: &["type"], ..Around::default() };
        let values = self.keys(alternative.keys, table, &around, &owner);
        values.complete().then_some(Value::Variant(name, values))
    }

    /// The word after `type =`, one of those given.
    pub(crate) fn word_of_type(
        &mut self,
        table: &DeTable,
        words: &[&'static str],
        owner: &Owner,
    ) -> Option<&'static str> {
        const TYPE: Key = Key::required("type", Form::Text, "which of the tables it is");
        match table.get("type") {
            Some(node) => self.choice(&TYPE, Raw::new(node, owner.source), words),
            None => {
                let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                self.missing("type", &words.join(" or "), owner);
                None
            }
        }
    }

    fn list(&mut self, key: &Key, list: Vec<Raw>, form: &Form) -> Option<Value> {
        let key = Key { form: *form, ..*key };
        let values: Vec<Option<Value>> = list.into_iter().map(|raw| self.value(&key, raw)).collect();
        values.into_iter().collect::<Option<Vec<Value>>>().map(Value::List)
    }

    /// The elements of an array that has at least one.
    pub(crate) fn several<'r>(&mut self, key: &Key, raw: Raw<'r>) -> Option<Vec<Raw<'r>>> {
        match raw.value() {
            DeValue::Array(list) if !list.is_empty() => {
                Some(list.iter().map(|node| Raw::new(node, raw.source)).collect())
            }
            _ => self.wrong_form(key, raw),
        }
    }

    /// Points with increasing x; two at one x are a jump.
    pub(crate) fn curve(&mut self, key: &Key, raw: Raw, x: Quantity, y: Quantity) -> Option<Vec<[f64; 2]>> {
        let curve = Key { form: Form::Curve(x, y), ..*key };
        let list = self.several(&curve, raw)?;
        let mut points = Vec::with_capacity(list.len());
        let mut good = true;
        for point in &list {
            let coordinates = self.array(&curve, *point, &[2]);
            let coordinates = coordinates.map(|c| (self.amount(key.name, c[0], x), self.amount(key.name, c[1], y)));
            match coordinates {
                Some((Some(x), Some(y))) => points.push([x, y]),
                _ => good = false,
            }
        }
        if !good {
            return None;
        }
        if let Err(BadTable::NotIncreasing(place)) = Table::new(&points, false) {
            let message = format!("the points of `{}` must be in increasing order of x", key.name);
            let label = if points[place][0] < points[place - 1][0] {
                "x decreases here"
            } else {
                "a third point at the same x"
            };
            self.out.push(list[place].error("not-increasing", message).label(label));
            return None;
        }
        Some(points)
    }

    pub(crate) fn wrong_form<T>(&mut self, key: &Key, raw: Raw) -> Option<T> {
        let message = format!("`{}` must be {}", key.name, words(key.form));
        let help = format!("write {}", example(key.form));
        self.out.push(raw.error("wrong-form", message).label(raw.this_is()).help(help));
        None
    }

    /// The elements of an array of one of the given lengths.
    pub(crate) fn array<'r>(&mut self, key: &Key, raw: Raw<'r>, lengths: &[usize]) -> Option<Vec<Raw<'r>>> {
        match raw.value() {
            DeValue::Array(list) if lengths.contains(&list.len()) => {
                Some(list.iter().map(|node| Raw::new(node, raw.source)).collect())
            }
            DeValue::Array(list) => {
                let message = format!("`{}` must be {}", key.name, words(key.form));
                let help = format!("write {}", example(key.form));
                let elements = if list.len() == 1 { "element" } else { "elements" };
                let label = format!("this array has {} {elements}", list.len());
                self.out.push(raw.error("wrong-form", message).label(label).help(help));
                None
            }
            _ => self.wrong_form(key, raw),
        }
    }

    fn axis(&mut self, key: &Key, raw: Raw) -> Option<[f64; 3]> {
        let vector = match raw.value() {
            DeValue::String(text) => {
                let text = self.environment.word(key.name, text, raw, self.out)?;
                let (sign, letter) = match text.strip_prefix('-') {
                    Some(letter) => (-1.0, letter),
                    None => (1.0, text.strip_prefix('+').unwrap_or(&text)),
                };
                match letter {
                    "x" => [sign, 0.0, 0.0],
                    "y" => [0.0, sign, 0.0],
                    "z" => [0.0, 0.0, sign],
                    _ => return self.wrong_form(key, raw),
                }
            }
            _ => {
                let mut vector = [0.0; 3];
                let list = self.array(key, raw, &[3])?;
                for (place, raw) in vector.iter_mut().zip(list) {
                    *place = self.amount(key.name, raw, Quantity::NUMBER)?;
                }
                vector
            }
        };
        // Scaled by the largest entry, so that squares neither overflow nor underflow.
        let largest = vector.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        if largest == 0.0 {
            self.out.push(raw.error("zero-axis", format!("`{}` has no direction", key.name)).label("this is zero"));
            return None;
        }
        let scaled = vector.map(|v| v / largest);
        let length = scaled.iter().map(|v| v * v).sum::<f64>().sqrt();
        Some(scaled.map(|v| v / length))
    }

    fn rotation(&mut self, key: &Key, raw: Raw) -> Option<Value> {
        const KEYS: &[Key] = &[
            Key::required("axis", Form::Axis, "the axis"),
            Key::required("angle", Form::Number(Quantity::ANGLE), "the angle, right-handed about the axis"),
        ];
        let DeValue::Table(table) = raw.value() else { return self.wrong_form(key, raw) };
        let owner = Owner::of(key, raw);
        let values = self.keys(KEYS, table, &Around::default(), &owner);
        match (values.get("axis"), values.get("angle")) {
            (Some(Value::Axis(axis)), Some(Value::Number(angle))) => {
                Some(Value::Rotation(AxisAngle { axis: *axis, angle: *angle }))
            }
            _ => None,
        }
    }

    pub(crate) fn choice(&mut self, key: &Key, raw: Raw, choices: &[&'static str]) -> Option<&'static str> {
        let DeValue::String(text) = raw.value() else { return self.wrong_form(key, raw) };
        let word = self.environment.word(key.name, text, raw, self.out)?;
        let found = choices.iter().find(|c| **c == word).copied();
        if found.is_none() {
            let error = raw.error("unknown-choice", format!("`{}` cannot be \"{word}\"", key.name));
            self.out.push(error.help(did_you_mean(&word, choices.iter().copied())));
        }
        found
    }

    fn body(&mut self, key: &Key, raw: Raw) -> Option<BodyRef> {
        let name = self.reference(key, raw, "bodies")?;
        let found = self.directory.attach(self.path, &name).map(|attachment| attachment.body);
        self.complain(found, Wanted::Body, &name, raw)
    }

    fn shaft(&mut self, key: &Key, raw: Raw) -> Option<ShaftRef> {
        let name = self.reference(key, raw, "shafts")?;
        let found = self.directory.shaft(self.path, &name);
        self.complain(found, Wanted::Shaft, &name, raw)
    }

    fn item(&mut self, key: &Key, raw: Raw) -> Option<usize> {
        let name = self.reference(key, raw, "items")?;
        let full = format!("{}{name}", self.path);
        let found = self.directory.item(&full);
        if let (None, Some(fault)) = (found, self.directory.absence(&full)) {
            self.out.push(raw.fault(fault));
        } else if found.is_none() && !self.directory.in_broken(&full) {
            let error = raw.error("unknown-item", format!("there is no item \"{name}\""));
            let inside = self.directory.items().filter_map(|item| item.strip_prefix(self.path));
            let near = nearest(&name, inside).map(|near| format!("did you mean \"{near}\"?"));
            self.out.push(error.maybe_help(near));
        }
        found
    }

    /// The name in a text, with its braces evaluated.
    pub(crate) fn reference(&mut self, key: &Key, raw: Raw, of: &str) -> Option<String> {
        let DeValue::String(text) = raw.value() else {
            let message = format!("`{}` must contain names of {of}", key.name);
            self.out.push(raw.error("wrong-form", message).label(raw.this_is()));
            return None;
        };
        self.environment.fill(text, raw, self.out)
    }

    pub(crate) fn complain<T>(&mut self, found: Result<T, Miss>, wanted: Wanted, name: &str, raw: Raw) -> Option<T> {
        match found {
            Ok(found) => Some(found),
            Err(miss) => {
                if let Some(complaint) = self.directory.complaint(miss, wanted, self.path, name, raw) {
                    self.out.push(complaint);
                }
                None
            }
        }
    }
}

/// The name and the location of a table.
pub(crate) struct Owner<'a> {
    pub(crate) what: String,
    pub(crate) source: &'a Arc<Source>,
    pub(crate) span: std::ops::Range<usize>,
}

impl<'a> Owner<'a> {
    /// The table that is the value of a key.
    pub(crate) fn of(key: &Key, raw: Raw<'a>) -> Self {
        Owner { what: format!("`{}`", key.name), source: raw.source, span: raw.span() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Parameters;
    use crate::{kinds, repeat, sections, shapes};

    #[test]
    fn every_described_default_is_a_valid_value_of_its_key() {
        let (parameters, mut out) = (Parameters::default(), Collector::default());
        let environment = parameters.environment(None);
        let mut reader = Reader { environment, directory: &Directory::EMPTY, path: "", own: None, out: &mut out };
        let others = [sections::TOP, sections::ANALYSIS, sections::SOLVER, sections::FRAME, sections::SUBMODEL];
        let others = others.into_iter().chain([repeat::REPEAT]).chain(shapes::SHAPES.iter().map(|(_, keys)| *keys));
        for key in kinds::all().map(|kind| kind.keys).chain(others).flatten() {
            if let Need::Default(text) = key.need {
                reader.default(key, text);
            }
        }
    }
}
