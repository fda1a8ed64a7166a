//! The resolved model: everything checked, in SI units, ready to be built.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::{Dimension, Key, Kind, Need, Quantity};
use halfshaft::laws::{Expression, Function};
use halfshaft_results::measure::{Expectation, Measure};
use halfshaft_results::plot::Plot;

pub use crate::attachment::{BodyRef, ShaftRef};
pub use crate::beam_shape::{Beam, BeamPiece, BeamShape, BeamStation, Material};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// A model that has passed every check of the reader.
#[derive(Clone, Debug)]
pub struct Model {
    /// The text it was read from, for diagnostics that come up while building.
    pub source: Arc<Source>,
    /// What the model is; may be empty.
    pub title: String,
    /// Acceleration of free fall in m/s², in the model frame.
    pub gravity: [f64; 3],
    /// What is computed.
    pub analysis: Analysis,
    /// What is asked of a Campbell diagram.
    pub campbell: Option<Campbell>,
    /// The steady rotation about which modes or an equilibrium are computed: angular velocity in rad/s and a point on the axis.
    pub spin: Option<[[f64; 3]; 2]>,
    /// Whether the linear system that modes are of is kept.
    pub matrices: bool,
    /// The channels that a response keeps, `*` standing for any letters; all where there is none.
    pub kept: Vec<String>,
    /// How it is computed.
    pub solver: Solver,
    /// The items, in the order of the file.
    pub items: Vec<Item>,
    /// The named frames.
    pub frames: Vec<Frame>,
    /// Channels made of others, each of those before it.
    pub channels: Vec<Channel>,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// What the measures should be.
    pub expectations: Vec<Expectation>,
    /// What the report shows.
    pub plots: Vec<Plot>,
    /// What is probably not meant, and no error.
    pub warnings: Vec<Diagnostic>,
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Analysis {
    /// Motion over time.
    Transient {
        /// The last time in seconds; the first is 0.
        end: f64,
        /// Whether it starts from the equilibrium near the state that the file gives.
        from_equilibrium: bool,
    },
    /// Static equilibrium.
    Statics,
    /// Natural frequencies, damping and shapes.
    Modes {
        /// Whether they are about the equilibrium near the state that the file gives.
        from_equilibrium: bool,
    },
    /// The steady response to harmonic loads.
    Response {
        /// Over what.
        over: Sweep,
        /// Whether it is about the equilibrium near the state that the file gives.
        from_equilibrium: bool,
    },
}

/// Natural frequencies over speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Campbell {
    /// In rad/s, rising.
    pub speeds: Vec<f64>,
    /// Periods for each turn.
    pub orders: Vec<f64>,
    /// The parameter that has the speed as its value.
    pub parameter: Option<String>,
    /// Between which the machine runs, in rad/s.
    pub operating: Option<[f64; 2]>,
}

/// The points at which a response is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// What runs along it.
    pub axis: Axis,
    /// The first point, in hertz or rad/s.
    pub from: f64,
    /// The last point.
    pub to: f64,
    /// How many points there are.
    pub count: usize,
    /// Whether they are in a geometric series.
    pub logarithmic: bool,
}

/// What a response goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The frequency of loads with an `excitation`, in hertz.
    Frequency,
    /// The speed of the shaft on which torques with `harmonics` act, in rad/s.
    Speed,
}

impl Axis {
    /// What its numbers stand for.
    pub fn quantity(self) -> Quantity {
        match self {
            Axis::Frequency => Quantity::FREQUENCY,
            Axis::Speed => Quantity::ANGULAR_VELOCITY,
        }
    }
}

impl Sweep {
    /// The points.
    pub fn points(&self) -> Vec<f64> {
        let Sweep { from, to, count, logarithmic, .. } = *self;
        let part = |i: usize| if count > 1 { i as f64 / (count - 1) as f64 } else { 0.0 };
        let place = |i: usize| match logarithmic {
            _ if i + 1 == count && count > 1 => to,
            true => from * (to / from).powf(part(i)),
            false => from + (to - from) * part(i),
        };
        (0..count).map(place).collect()
    }
}

impl Analysis {
    /// The word after `type =`.
    pub fn name(&self) -> &'static str {
        match self {
            Analysis::Transient { .. } => "transient",
            Analysis::Statics => "statics",
            Analysis::Modes { .. } => "modes",
            Analysis::Response { .. } => "response",
        }
    }
}

/// Settings of the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solver {
    /// The fixed time step in seconds, where one is wanted.
    pub step: Option<f64>,
    /// What the steps may add to the error of the positions over the run, where they are chosen by error control.
    pub tolerance: f64,
    /// No step is longer, in seconds, where there is a limit.
    pub longest_step: Option<f64>,
    /// Error that a step may make of a contact's force, relative to its recent size.
    pub force_tolerance: f64,
    /// The first step, in seconds.
    pub first_step: Option<f64>,
    /// What the integrator keeps of the fastest oscillations per step.
    pub spectral_radius: f64,
    /// The tolerance of the iteration within a step, where it is not the solver's own.
    pub newton_tolerance: Option<f64>,
    /// Whether constraints may repeat each other.
    pub redundancy_allowed: bool,
}

/// A body, a joint, a force …: its kind, its name and the values of its keys.
#[derive(Clone, Debug)]
pub struct Item {
    /// The description of its kind.
    pub kind: &'static Kind,
    /// Its path: the names of the submodels it is in and its own, unique in the model.
    pub name: String,
    /// The text it stands in.
    pub source: Arc<Source>,
    /// Where its name stands in that text.
    pub span: Range<usize>,
    /// The values of its keys, in the model frame.
    pub values: Values,
    /// The shape that gives a body its mass, where the file says so.
    pub shape: Option<Shape>,
    /// What a body looks like, where that is not its shape.
    pub look: Option<Look>,
    /// Of which quantity a signal is.
    pub quantity: Option<Quantity>,
    /// The units in which the file gives the start of a shaft, by key.
    pub units: Vec<(&'static str, String)>,
    /// The nodes and elements of a beam.
    pub beam: Option<Beam>,
}

impl Item {
    /// Whether it is of a kind.
    pub(crate) fn is(&self, kind: &Kind) -> bool {
        self.kind.is(kind)
    }

    /// An error that its name is marked with.
    pub(crate) fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, &self.source, self.span.clone(), message)
    }

    /// Whether it attaches to a body.
    pub(crate) fn touches(&self, body: BodyRef) -> bool {
        self.values.given().any(|(_, value)| match value {
            Value::Between(ends) => ends.contains(&body),
            Value::Frame(one) => *one == body,
            _ => false,
        })
    }

    /// Whether it attaches to a shaft.
    pub(crate) fn turns(&self, shaft: ShaftRef) -> bool {
        self.values.given().any(|(_, value)| match value {
            Value::Shafts(ends) => ends.contains(&shaft),
            Value::Shaft(one) => *one == shaft,
            _ => false,
        })
    }
}

/// A channel that a formula makes of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// Its name, which is its path too.
    pub name: String,
    /// The formula; its inputs are channels.
    pub formula: Expression,
    /// The paths of those channels.
    pub inputs: Vec<String>,
    /// What it stands for.
    pub quantity: Quantity,
}

/// A frame on a body, at the design position.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Its path, unique in the model.
    pub name: String,
    /// What it moves with.
    pub body: BodyRef,
    /// Its origin in the model frame.
    pub position: [f64; 3],
    /// How its axes stand in the model frame.
    pub orientation: Option<AxisAngle>,
}

/// What a body looks like and is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its geometry, about the body's centre of mass and in the body's axes.
    pub solid: Solid,
    /// The name of its material, where it has one.
    pub material: Option<String>,
    /// Its density in kg/m³, if it is known; a given mass of the body overrides it.
    pub density: Option<f64>,
}

/// The section of a turned part, for pictures only.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Radii and heights in metres, from the body's origin.
    pub outline: Vec<[f64; 2]>,
    /// Unit vector in the body's axes.
    pub axis: [f64; 3],
}

/// A simple solid; lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// A cylinder, hollow where it has an inner radius.
    Tube {
        /// Zero for a full cylinder.
        inner_radius: f64,
        /// Its radius outside.
        outer_radius: f64,
        /// Its length along the axis.
        length: f64,
        /// Unit vector.
        axis: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A cuboid.
    Box {
        /// Its edges along x, y and z.
        size: [f64; 3],
    },
}

impl Item {
    /// The word after `type =`; empty for sections of one kind.
    pub fn type_name(&self) -> &'static str {
        self.kind.type_name.unwrap_or_default()
    }
}

impl std::ops::Deref for Item {
    type Target = Values;

    fn deref(&self) -> &Values {
        &self.values
    }
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
            self.$optional(key).unwrap_or_else(|| panic!("`{key}` may be left out, and the caller must allow for it"))
        }

        $(#[$doc])*
        ///
        /// None where the key was left out and has no default.
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

    /// The value of a key, or none where it was left out and has no default.
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

    /// The word after `type =` of one of several tables, and its keys; none where the key was left out.
    pub fn optional_variant(&self, key: &str) -> Option<(&'static str, &Values)> {
        match self.get(key) {
            None => None,
            Some(Value::Variant(name, values)) => Some((name, values)),
            Some(other) => panic!("`{key}` is described with another form than the caller's: {other:?}"),
        }
    }

    /// A number whose unit has been checked against other keys; none where it was left out.
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
