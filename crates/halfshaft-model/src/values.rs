//! The values of keys, resolved and in SI units, with typed access.

use halfshaft::describe::{Dimension, Key, Need};
use halfshaft::laws::{Expression, Function};

/// What something attaches to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyRef {
    /// The model frame.
    Ground,
    /// The body at this place in [`crate::Model::items`].
    Body(usize),
}

/// The shaft that something connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaftRef {
    /// What never turns.
    Ground,
    /// The shaft of the item at this place in [`crate::Model::items`].
    Shaft(usize),
}

/// A rotation by an angle about an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisAngle {
    /// Unit vector.
    pub axis: [f64; 3],
    /// Angle in radians.
    pub angle: f64,
}

/// The value of one key, in SI units.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One number.
    Number(f64),
    /// Three numbers.
    Vector([f64; 3]),
    /// The entries xx, yy, zz, xy, yz, zx of an inertia tensor.
    Inertia([f64; 6]),
    /// A unit vector.
    Axis([f64; 3]),
    /// A rotation.
    Rotation(AxisAngle),
    /// A whole number.
    Count(u64),
    /// True or false.
    Switch(bool),
    /// Free text.
    Text(String),
    /// One of the words of the key's description.
    Choice(&'static str),
    /// A and B.
    Between([BodyRef; 2]),
    /// What it attaches to.
    Frame(BodyRef),
    /// The shafts A and B.
    Shafts([ShaftRef; 2]),
    /// One shaft.
    Shaft(ShaftRef),
    /// A table of keys.
    Group(Values),
    /// One of several tables: the word of its `type`, and its keys.
    Variant(&'static str, Values),
    /// Several values of one form.
    List(Vec<Value>),
    /// Points with increasing x.
    Curve(Vec<[f64; 2]>),
    /// A function of time.
    Function(Function),
    /// Prescribed over time, or by a signal.
    Input(Prescribed),
    /// The place of a signal among the items.
    Signal(usize),
    /// The place of an item.
    Item(usize),
    /// Arithmetic that is computed as the motion goes on.
    Formula(Formula),
    /// A number with its dimension; none where it has no unit.
    Amount(f64, Option<Dimension>),
    /// The dimension of a unit.
    Unit(Dimension),
}

/// What is prescribed, and by what.
#[derive(Clone, Debug, PartialEq)]
pub enum Prescribed {
    /// Over time.
    Time(Function),
    /// By the signal at this place among the items.
    Signal(usize),
    /// By a function of that signal.
    Of(usize, Function),
}

/// Arithmetic on time and signals.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// What is computed.
    pub expression: Expression,
    /// The places of the signals it takes among the items.
    pub inputs: Vec<usize>,
}

impl Value {
    /// A number within a list. Panics where the description says otherwise.
    pub fn as_number(&self) -> f64 {
        match self {
            Value::Number(number) => *number,
            other => panic!("described with another form than the caller's: {other:?}"),
        }
    }

    /// A vector within a list. Panics where the description says otherwise.
    pub fn as_vector(&self) -> [f64; 3] {
        match self {
            Value::Vector(vector) => *vector,
            other => panic!("described with another form than the caller's: {other:?}"),
        }
    }

    /// A text within a list. Panics where the description says otherwise.
    pub fn as_text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            other => panic!("described with another form than the caller's: {other:?}"),
        }
    }

    /// The numbers of a list.
    pub fn as_numbers(&self) -> Vec<f64> {
        match self {
            Value::List(list) => list.iter().map(Value::as_number).collect(),
            other => panic!("described with another form than the caller's: {other:?}"),
        }
    }

    /// The whole numbers of a list within a list. Panics where the description says otherwise.
    pub fn as_counts(&self) -> Vec<u64> {
        let count = |value: &Value| match value {
            Value::Count(count) => *count,
            other => panic!("described with another form than the caller's: {other:?}"),
        };
        match self {
            Value::List(list) => list.iter().map(count).collect(),
            other => panic!("described with another form than the caller's: {other:?}"),
        }
    }

    /// A table within a list. Panics where the description says otherwise.
    pub fn as_group(&self) -> &Values {
        match self {
            Value::Group(values) => values,
            other => panic!("described with another form than the caller's: {other:?}"),
        }
    }
}

/// The values of described keys, with typed access.
///
/// Each accessor panics where the description of the kind has no such key, has it in another form, or makes it optional
/// and the file leaves it out (ask [`Values::get`] or the accessors that give an `Option` for those): the caller then
/// contradicts the description it was written for, which is a bug and no matter of input.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    keys: &'static [Key],
    list: Vec<Option<Value>>,
}

macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident / $optional:ident: $form:ident -> $type:ty;)*) => {$(
        $(#[$doc])*
        pub fn $name(&self, key: &str) -> $type {
            self.$optional(key).unwrap_or_else(|| panic!("`{key}` may be absent, and the caller must allow for it"))
        }

        $(#[$doc])*
        ///
        /// `None` if the key is absent and has no default.
        pub fn $optional(&self, key: &str) -> Option<$type> {
            match self.get(key) {
                None => None,
                Some(Value::$form(value)) => Some(value.clone()),
                Some(other) => panic!("`{key}` is described with another form than the caller's: {other:?}"),
            }
        }
    )*};
}

impl Values {
    pub(crate) fn new(keys: &'static [Key], list: Vec<Option<Value>>) -> Self {
        assert_eq!(keys.len(), list.len(), "one place for each key");
        Values { keys, list }
    }

    /// Whether every key that must be given has a value; where one has none, that has been reported.
    pub(crate) fn complete(&self) -> bool {
        self.keys.iter().zip(&self.list).all(|(key, value)| key.need == Need::Optional || value.is_some())
    }

    /// Whether the description has such a key.
    pub fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|k| k.name == key)
    }

    /// The value of a key; `None` if it is absent and has no default.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let place = self.keys.iter().position(|k| k.name == key);
        let place = place.unwrap_or_else(|| panic!("the description has no key `{key}`"));
        self.list[place].as_ref()
    }

    /// The keys that have a value, with it.
    pub fn given(&self) -> impl Iterator<Item = (&'static Key, &Value)> {
        self.keys.iter().zip(&self.list).filter_map(|(key, value)| Some((key, value.as_ref()?)))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&'static Key, &mut Option<Value>)> {
        self.keys.iter().zip(&mut self.list)
    }

    /// Puts a value in the place of a key, where there is such a key.
    pub(crate) fn set(&mut self, key: &str, value: Value) {
        if let Some(place) = self.keys.iter().position(|k| k.name == key) {
            self.list[place] = Some(value);
        }
    }

    /// Removes the value of a key.
    pub(crate) fn clear(&mut self, key: &str) {
        if let Some(place) = self.keys.iter().position(|k| k.name == key) {
            self.list[place] = None;
        }
    }

    /// The word after `type =` of one of several tables, and its keys; `None` if the key is absent.
    pub fn optional_variant(&self, key: &str) -> Option<(&'static str, &Values)> {
        match self.get(key) {
            None => None,
            Some(Value::Variant(name, values)) => Some((name, values)),
            Some(other) => panic!("`{key}` is described with another form than the caller's: {other:?}"),
        }
    }

    /// A number whose unit has been checked against other keys; `None` if it is absent.
    pub fn optional_amount(&self, key: &str) -> Option<f64> {
        match self.get(key) {
            None => None,
            Some(Value::Amount(value, _)) => Some(*value),
            Some(other) => panic!("`{key}` is described with another form than the caller's: {other:?}"),
        }
    }

    /// The numbers of a list.
    pub fn numbers(&self, key: &str) -> Vec<f64> {
        let number = |value: Value| match value {
            Value::Number(number) => number,
            Value::Count(count) => count as f64,
            Value::Amount(value, _) => value,
            other => panic!("`{key}` is described with another form than the caller's: {other:?}"),
        };
        self.list(key).into_iter().map(number).collect()
    }

    /// The words of a list.
    pub fn choices(&self, key: &str) -> Vec<&'static str> {
        let word = |value: Value| match value {
            Value::Choice(word) => word,
            other => panic!("`{key}` is described with another form than the caller's: {other:?}"),
        };
        self.list(key).into_iter().map(word).collect()
    }

    accessors! {
        /// A number in SI units.
        number / optional_number: Number -> f64;
        /// Three numbers in SI units.
        vector / optional_vector: Vector -> [f64; 3];
        /// The entries xx, yy, zz, xy, yz, zx of an inertia tensor.
        inertia / optional_inertia: Inertia -> [f64; 6];
        /// A unit vector.
        axis / optional_axis: Axis -> [f64; 3];
        /// A rotation.
        rotation / optional_rotation: Rotation -> AxisAngle;
        /// A whole number.
        count / optional_count: Count -> u64;
        /// True or false.
        switch / optional_switch: Switch -> bool;
        /// A text.
        text / optional_text: Text -> String;
        /// One of the described words.
        choice / optional_choice: Choice -> &'static str;
        /// The two things between which an item stands, A and B.
        between / optional_between: Between -> [BodyRef; 2];
        /// The one thing an item attaches to.
        frame / optional_frame: Frame -> BodyRef;
        /// The two shafts that an item connects, A and B.
        shafts / optional_shafts: Shafts -> [ShaftRef; 2];
        /// One shaft.
        shaft / optional_shaft: Shaft -> ShaftRef;
        /// The keys of a table.
        group / optional_group: Group -> Values;
        /// Points with increasing x.
        curve / optional_curve: Curve -> Vec<[f64; 2]>;
        /// A function of time.
        function / optional_function: Function -> Function;
        /// What is prescribed over time or by a signal.
        input / optional_input: Input -> Prescribed;
        /// The place of a signal among the items.
        signal / optional_signal: Signal -> usize;
        /// The place of an item.
        item / optional_item: Item -> usize;
        /// Arithmetic on time and signals.
        formula / optional_formula: Formula -> Formula;
        /// The dimension of a unit.
        unit / optional_unit: Unit -> Dimension;
        /// Two or more values of one form.
        list / optional_list: List -> Vec<Value>;
    }
}
