//! The external interface of a kind of model item, as data.
//!
//! Each kind (a body, a hinge, a gear pair …) declares its keys, their quantities, defaults, ranges and meaning beside
//! its element. The reader, the unit checks, the "did you mean", the JSON schema and the reference page all come from
//! that one list.

/// A physical dimension as exponents of length, mass, time, angle and temperature.
///
/// The angle is a separate dimension, so that a torsional stiffness (N m/rad) differs from a torque (N m), and an
/// angular speed (rad/s) from a frequency (Hz = 1/s).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Exponent of the metre.
    pub length: i8,
    /// Exponent of the kilogram.
    pub mass: i8,
    /// Exponent of the second.
    pub time: i8,
    /// Exponent of the radian.
    pub angle: i8,
    /// Exponent of the kelvin.
    pub temperature: i8,
}

impl Dimension {
    /// A pure number.
    pub const NONE: Dimension = Dimension::new(0, 0, 0, 0);

    /// Exponents of metre, kilogram, second and radian.
    pub const fn new(length: i8, mass: i8, time: i8, angle: i8) -> Self {
        Dimension { length, mass, time, angle, temperature: 0 }
    }
}

/// A physical quantity: its common name, its dimension and the SI unit that the engine uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The common name, such as "moment of inertia".
    pub name: &'static str,
    /// Its dimension.
    pub dimension: Dimension,
    /// The SI unit, as written in a model file.
    pub unit: &'static str,
}

/// What the list below says of a quantity beside its name, its dimension and its unit.
struct Listed {
    quantity: Quantity,
    /// The largest magnitude, in SI units.
    largest: f64,
    /// The unit of its rate of change, where that rate has no name of its own.
    rate: Option<&'static str>,
    /// Whether three of them are a vector in space, which turns with the axes it is given in.
    directed: bool,
}

macro_rules! quantities {
    (@rate) => { None };
    (@rate $unit:literal) => { Some($unit) };
    (@directed) => { false };
    (@directed $word:ident) => { true };
    (
        named {$(
            $constant:ident = $name:literal, $unit:literal, [$l:literal $m:literal $t:literal $a:literal],
            $largest:literal $(-> $rate:literal)? $(, $directed:ident)?;
        )*}
        special {$(
            $special:ident = $what:literal, $in:literal, [$sl:literal $sm:literal $st:literal $sa:literal];
        )*}
    ) => {
        impl Quantity {
            $(#[doc = concat!("A ", $name, " in ", $unit, ".")]
            pub const $constant: Quantity =
                Quantity { name: $name, dimension: Dimension::new($l, $m, $t, $a), unit: $unit };)*

            $(#[doc = concat!("A ", $what, " in ", $in, ".")]
            pub const $special: Quantity =
                Quantity { name: $what, dimension: Dimension::new($sl, $sm, $st, $sa), unit: $in };)*

            /// The quantities by which a dimension is called, in messages and in units of channels.
            pub const ALL: &'static [Quantity] = &[$(Quantity::$constant),*];

            const LIST: &'static [Listed] = &[$(Listed {
                quantity: Quantity::$constant,
                largest: $largest,
                rate: quantities!(@rate $($rate)?),
                directed: quantities!(@directed $($directed)?),
            }),*];
        }
    };
}

// Every quantity of the program: name in messages, SI unit, exponents of m, kg, s and rad, largest magnitude, `->` the
// unit of its rate where that has no name, and whether it is directed. Any unit of the same dimension is accepted. A
// dimension is called by the first named quantity that has it; special quantities give no dimension its name.
quantities! {
    named {
        NUMBER = "number", "1", [0 0 0 0], 1e12;
        LENGTH = "length", "m", [1 0 0 0], 1e9;
        AREA = "area", "m^2", [2 0 0 0], 1e12;
        ANGLE = "angle", "rad", [0 0 0 1], 1e9;
        TIME = "time", "s", [0 0 1 0], 1e9;
        MASS = "mass", "kg", [0 1 0 0], 1e12;
        INERTIA = "moment of inertia", "kg m^2", [2 1 0 0], 1e15;
        VELOCITY = "velocity", "m/s", [1 0 -1 0], 1e9, directed;
        ANGULAR_VELOCITY = "angular velocity", "rad/s", [0 0 -1 1], 1e9, directed;
        ACCELERATION = "acceleration", "m/s^2", [1 0 -2 0], 1e12 -> "m/s^3", directed;
        ANGULAR_ACCELERATION = "angular acceleration", "rad/s^2", [0 0 -2 1], 1e12 -> "rad/s^3", directed;
        FORCE = "force", "N", [1 1 -2 0], 1e15 -> "N/s", directed;
        TORQUE = "torque", "N m", [2 1 -2 0], 1e18 -> "N m/s", directed;
        ENERGY = "energy", "J", [2 1 -2 0], 1e18;
        POWER = "power", "W", [2 1 -3 0], 1e18 -> "W/s";
        FREQUENCY = "frequency", "Hz", [0 0 -1 0], 1e9;
        STIFFNESS = "stiffness", "N/m", [0 1 -2 0], 1e18;
        DAMPING = "damping", "N s/m", [0 1 -1 0], 1e18;
        ROTATIONAL_STIFFNESS = "rotational stiffness", "N m/rad", [2 1 -2 -1], 1e18;
        ROTATIONAL_DAMPING = "rotational damping", "N m s/rad", [2 1 -1 -1], 1e18;
        DENSITY = "density", "kg/m^3", [-3 1 0 0], 1e9;
        PRESSURE = "pressure", "Pa", [-1 1 -2 0], 1e15 -> "Pa/s";
        VISCOSITY = "viscosity", "Pa s", [-1 1 -1 0], 1e9;
        FORCE_PER_LENGTH = "force per length", "N/m", [0 1 -2 0], 1e18, directed;
    }
    special {
        SECOND_MOMENT_OF_AREA = "second moment of area", "m^4", [4 0 0 0];
        STIFFNESS_PER_AREA = "stiffness per area", "N/m^3", [-2 1 -2 0];
        DAMPING_PER_AREA = "damping per area", "N s/m^3", [-2 1 -1 0];
        BENDING_STIFFNESS = "bending stiffness", "N m^2", [3 1 -2 0];
        CURVATURE = "curvature", "1/m", [-1 0 0 0];
        MASS_PER_LENGTH = "mass per length", "kg/m", [-1 1 0 0];
        INERTIA_PER_LENGTH = "moment of inertia per length", "kg m", [1 1 0 0];
        PART_PER_ANGULAR_VELOCITY = "part for each angular velocity", "s/rad", [0 0 1 -1];
        TORQUE_PER_SPEED_SQUARED = "torque for the square of a speed", "N m s^2/rad^2", [2 1 0 -2];
    }
}

/// The largest magnitude of a quantity without a name.
pub const LARGEST_OF_OTHERS: f64 = 1e30;

/// The smallest number that counts as positive.
pub const SMALLEST: f64 = 1e-30;

impl Quantity {
    /// The largest magnitude that a number of this quantity may have, in SI units.
    ///
    /// Far beyond any machine, and small enough that products of several such numbers stay finite and that no count
    /// derived from them exhausts time or memory.
    pub fn largest(&self) -> f64 {
        let found = Quantity::LIST.iter().find(|listed| listed.quantity.dimension == self.dimension);
        found.map_or(LARGEST_OF_OTHERS, |listed| listed.largest)
    }

    /// The quantity by which a dimension is called; none where it has no name.
    pub fn of(dimension: Dimension) -> Option<Quantity> {
        Quantity::ALL.iter().copied().find(|known| known.dimension == dimension)
    }

    /// What it becomes per second; none where that has neither a name nor a unit of its own.
    pub fn rate(&self) -> Option<Quantity> {
        let dimension = Dimension { time: self.dimension.time.checked_sub(1)?, ..self.dimension };
        let listed = Quantity::LIST.iter().find(|listed| listed.quantity == *self);
        // A torque's dimension is an energy's, whose rate is a power: the unit in the list tells them apart.
        match listed.and_then(|listed| listed.rate) {
            Some(unit) => Some(Quantity { name: "rate of change", dimension, unit }),
            None => Quantity::of(dimension),
        }
    }

    /// Whether three of them are a vector in space, which turns with the axes it is given in.
    pub fn is_directed(&self) -> bool {
        Quantity::LIST.iter().any(|listed| listed.quantity == *self && listed.directed)
    }
}

/// The form of a key's value in a model file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// One number with its quantity: `"5 mm"`, `0.005`.
    Number(Quantity),
    /// Three numbers of one quantity, for x, y and z.
    Vector(Quantity),
    /// A moment of inertia: one number (equal about all axes), three principal moments, or six as `[xx, yy, zz, xy, yz,
    /// zx]`.
    Inertia,
    /// A direction: `"x"`, `"-y"`, … or three numbers that need not be normalised.
    Axis,
    /// A rotation: `{ axis = …, angle = … }`.
    Rotation,
    /// A whole number, zero or more.
    Count,
    /// True or false.
    Switch,
    /// Free text.
    Text,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// The names of two bodies or frames, A and B; `"ground"` is always available.
    Between,
    /// The name of one body or frame; `"ground"` is always available.
    Frame,
    /// The names of two shafts, A and B; `"ground"` is always available.
    Shafts,
    /// The name of one shaft; `"ground"` is always available.
    Shaft,
    /// The name of a body, a frame or a shaft.
    Part,
    /// A table with keys of its own: `friction = { coefficient = 0.1, … }`.
    Group(&'static [Key]),
    /// One of several tables, distinguished by their key `type`.
    Variant(&'static [Alternative]),
    /// Two values of one form.
    Pair(&'static Form),
    /// One or more values of one form.
    List(&'static Form),
    /// Points `[[x, y], …]` with increasing x, each coordinate with its quantity.
    Curve(Quantity, Quantity),
    /// A function of time with values of this quantity; a number is a constant one.
    Function(Quantity),
    /// A function of time or of a signal, or a signal itself.
    Input(Quantity),
    /// As `Input`, with values of the quantity given by the item's key `unit`.
    OwnFunction,
    /// The name of a signal.
    Signal,
    /// The name of any item.
    Item,
    /// An arithmetic expression of time and signals, evaluated during the motion.
    Formula,
    /// The name of a function of the program that runs the model.
    ProgramFunction,
    /// One number with any unit; other keys determine which units are valid.
    Amount,
    /// A unit, which determines the quantity of the item.
    Unit,
}

/// One of the tables that a key accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternative {
    /// The word after `type =`.
    pub name: &'static str,
    /// One sentence of description.
    pub summary: &'static str,
    /// Its keys beside `type`.
    pub keys: &'static [Key],
}

/// Whether a key is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It is required.
    Required,
    /// It is optional, without a default.
    Optional,
    /// It has this default, a TOML value as written in the file.
    Default(&'static str),
}

/// The valid range of a number, in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Any number whose magnitude does not exceed [`Quantity::largest`].
    Any,
    /// From [`SMALLEST`] on.
    Positive,
    /// Zero or greater.
    NonNegative,
    /// From the first to the second, both included.
    Between(f64, f64),
}

impl Range {
    /// The smallest and the largest valid value for a quantity, both included.
    pub fn bounds(self, quantity: Quantity) -> [f64; 2] {
        let largest = quantity.largest();
        match self {
            Range::Any => [-largest, largest],
            Range::Positive => [SMALLEST, largest],
            Range::NonNegative => [0.0, largest],
            Range::Between(low, high) => [low, high],
        }
    }
}

/// One key of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// The key as written in the file.
    pub name: &'static str,
    /// The form of its value.
    pub form: Form,
    /// Whether it is required.
    pub need: Need,
    /// Its valid range.
    pub range: Range,
    /// Whether a triple is along the axes of the item itself: placed elsewhere with its item, it keeps its components.
    pub own_axes: bool,
    /// One line that says what it means.
    pub meaning: &'static str,
}

impl Key {
    /// A required key.
    pub const fn required(name: &'static str, form: Form, meaning: &'static str) -> Self {
        Key { name, form, need: Need::Required, range: Range::Any, own_axes: false, meaning }
    }

    /// An optional key without a default.
    pub const fn optional(name: &'static str, form: Form, meaning: &'static str) -> Self {
        Key { name, form, need: Need::Optional, range: Range::Any, own_axes: false, meaning }
    }

    /// A key with a default, as written in the file.
    pub const fn with_default(name: &'static str, form: Form, default: &'static str, meaning: &'static str) -> Self {
        Key { name, form, need: Need::Default(default), range: Range::Any, own_axes: false, meaning }
    }

    /// The same key with a range.
    pub const fn within(mut self, range: Range) -> Self {
        self.range = range;
        self
    }

    /// The same key with its triple along the axes of the item itself.
    pub const fn along_own_axes(mut self) -> Self {
        self.own_axes = true;
        self
    }
}

/// One time series that an item offers.
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    /// Its name after the dot: `angle` in `pivot.angle`.
    pub name: &'static str,
    /// Its quantity.
    pub quantity: Quantity,
    /// One line of description, with sign and frame.
    pub meaning: &'static str,
}

impl Channel {
    /// A channel with its meaning.
    pub const fn new(name: &'static str, quantity: Quantity, meaning: &'static str) -> Self {
        Channel { name, quantity, meaning }
    }
}

/// A kind of model item: `[[joint]]` with `type = "hinge"`, or `[[body]]`, which has no types.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The section of the file: `body`, `joint`, `force` …
    pub section: &'static str,
    /// The word after `type =`; `None` for sections of one kind only.
    pub type_name: Option<&'static str>,
    /// One sentence of description.
    pub summary: &'static str,
    /// The keys other than `name` and `type`, which every item has.
    pub keys: &'static [Key],
    /// The time series it offers.
    pub channels: &'static [Channel],
}

impl Kind {
    /// Whether both are the same kind: no two share section and type.
    pub fn is(&self, other: &Kind) -> bool {
        (self.section, self.type_name) == (other.section, other.type_name)
    }
}
