//! The sections of a model file that are not items: their keys, as data.

use halfshaft::describe::{Form, Key, Quantity, Range};

/// The sections beside those of the kinds of items.
pub const SECTIONS: &[&str] = &[
    "parameters",
    "analysis",
    "solver",
    "material",
    "frame",
    "submodel",
    "port",
    "channel",
    "measure",
    "expect",
    "plot",
];

/// Keys at the top of the file.
pub const TOP: &[Key] = &[
    Key::required("format", Form::Count, "version of the file format; this one is 1").within(Range::Between(1.0, 1.0)),
    Key::with_default("title", Form::Text, "\"\"", "what the model is"),
    Key::with_default(
        "gravity",
        Form::Vector(Quantity::ACCELERATION),
        "[0, 0, 0]",
        "acceleration of free fall, in the model frame",
    ),
];

/// Keys of `[analysis]`.
pub const ANALYSIS: &[Key] = &[
    Key::required(
        "type",
        Form::Choice(&["transient", "statics", "modes", "response"]),
        "what is computed: `transient` is motion over time, `statics` the equilibrium at rest, `modes` natural frequencies about the initial state, `response` the steady response to harmonic loads",
    ),
    Key::optional("end", Form::Number(Quantity::TIME), "a transient goes from 0 to this time, and needs it")
        .within(Range::Positive),
    Key::with_default(
        "start",
        Form::Choice(&["given", "equilibrium"]),
        "\"given\"",
        "where a transient starts, or what modes or a response are about: positions and velocities as `given`, or at rest in `equilibrium` near them",
    ),
    Key::optional(
        "frequencies",
        Form::Pair(&Form::Number(Quantity::FREQUENCY)),
        "a response to loads with an `excitation` goes from the first to the second",
    )
    .within(Range::NonNegative),
    Key::optional(
        "speeds",
        Form::Pair(&Form::Number(Quantity::ANGULAR_VELOCITY)),
        "a response to torques with `harmonics` goes from the first to the second speed of their shaft, each harmonic with its order times that",
    )
    .within(Range::Positive),
    Key::with_default("points", Form::Count, "201", "how many frequencies or speeds a response has").within(Range::Between(1.0, 1e6)),
    Key::with_default(
        "spacing",
        Form::Choice(&["linear", "logarithmic"]),
        "\"linear\"",
        "whether the points of a response are evenly spaced, or in a geometric series",
    ),
    Key::optional(
        "campbell",
        Form::Group(CAMPBELL),
        "natural frequencies over speed, with the speeds at which orders meet them; goes with `modes`",
    ),
    Key::with_default(
        "matrices",
        Form::Choice(&["omit", "keep"]),
        "\"omit\"",
        "`keep` writes the linear system that `modes` are of to `matrices.json`: M, C and K in independent coordinates, and what these do to every body and shaft",
    ),
    Key::optional(
        "channels",
        Form::List(&Form::Text),
        "the channels that a response keeps, as `\"*.torque\"` with `*` for any letters; all where it is left out",
    ),
];

/// Keys of `campbell` in `[analysis]`.
const CAMPBELL: &[Key] = &[
    Key::required(
        "speeds",
        Form::Pair(&Form::Number(Quantity::ANGULAR_VELOCITY)),
        "from the first to the second speed",
    )
    .within(Range::NonNegative),
    Key::with_default("points", Form::Count, "25", "how many speeds").within(Range::Between(2.0, 10_000.0)),
    Key::required(
        "orders",
        Form::List(&Form::Number(Quantity::NUMBER)),
        "orders of the excitation: periods for each turn",
    )
    .within(Range::Positive),
    Key::optional(
        "parameter",
        Form::Text,
        "a parameter of the model that has the speed as its value; the model is built anew for each. Without it the frequencies do not depend on the speed",
    ),
    Key::optional(
        "operating",
        Form::Pair(&Form::Number(Quantity::ANGULAR_VELOCITY)),
        "the speeds between which the machine runs, for margins",
    )
    .within(Range::NonNegative),
];

/// Keys of `[solver]`.
pub const SOLVER: &[Key] = &[
    Key::optional(
        "step",
        Form::Number(Quantity::TIME),
        "fixed time step; by default chosen by error control",
    )
    .within(Range::Positive),
    Key::with_default(
        "tolerance",
        Form::Number(Quantity::NUMBER),
        "1e-5",
        "the global error of the positions is proportional to it, relative to the size of the mechanism or in radians; each step may have a local error of the order of its power 3/2, and a thousand times that with a `spectral_radius` of 0",
    )
    .within(Range::Positive),
    Key::with_default(
        "force_tolerance",
        Form::Number(Quantity::NUMBER),
        "0.03",
        "tolerance of the forces of springs, contacts and teeth, each relative to its own recent size",
    )
    .within(Range::Positive),
    Key::optional(
        "first_step",
        Form::Number(Quantity::TIME),
        "the first step; by default chosen from the motion at the start",
    )
    .within(Range::Positive),
    Key::optional(
        "longest_step",
        Form::Number(Quantity::TIME),
        "no step is longer; by default error control alone decides",
    )
    .within(Range::Positive),
    Key::with_default(
        "spectral_radius",
        Form::Number(Quantity::NUMBER),
        "0.8",
        "what the integrator keeps of the fastest oscillations per step: 1 all, 0 nothing; with 0, error control does not follow what is extinguished anyway",
    )
    .within(Range::Between(0.0, 1.0)),
    Key::optional(
        "newton_tolerance",
        Form::Number(Quantity::NUMBER),
        "error that the iteration may leave in a step, relative to the errors of the step itself, of positions and of velocities; 3e-4 where it is left out",
    )
    .within(Range::Positive),
    Key::with_default(
        "redundant",
        Form::Choice(&["allow", "error"]),
        "\"allow\"",
        "constraints that repeat each other: `allow` runs with a warning that names them, `error` stops",
    ),
];

const POSITION: Form = Form::Vector(Quantity::LENGTH);

/// Keys of `[[frame]]` beside `name`, `repeat` and `in`.
pub const FRAME: &[Key] = &[
    Key::required("on", Form::Frame, "the body it moves with"),
    Key::with_default("position", POSITION, "[0, 0, 0]", "its origin at the design position, in the model frame"),
    Key::optional("orientation", Form::Rotation, "turns its axes from the model frame's at the design position"),
];

/// The key of frames, and of all items that attach to bodies, which says what position and axes are given in.
pub const IN: Key = Key::with_default(
    "in",
    Form::Choice(&["model", "body"]),
    "\"model\"",
    "what positions and axes are given in: the model frame, or the axes of the body; of A where there are two, of B for keys that end in `_b`",
);

/// Keys of `[[submodel]]` beside `name`, `repeat`, `parameters` and `ports`.
pub const SUBMODEL: &[Key] = &[
    Key::required("file", Form::Text, "its model file, relative to this one"),
    Key::with_default("position", POSITION, "[0, 0, 0]", "where the model frame of that file comes to lie"),
    Key::optional("orientation", Form::Rotation, "turns the model frame of that file"),
];

/// Keys of `[[port]]` beside `name` and `repeat`, of which exactly one must be given.
pub const PORT: &[Key] = &[
    Key::optional("provides", Form::Part, "the body, frame or shaft of this file that others may attach to"),
    Key::optional(
        "requires",
        Form::Choice(&["frame", "shaft"]),
        "this file uses a frame or a shaft of the file it is used in",
    ),
];

/// Keys of `[[channel]]` beside `name` and `repeat`.
pub const CHANNEL: &[Key] = &[
    Key::with_default("unit", Form::Unit, "\"1\"", "unit of its values; results are in the SI unit of that quantity"),
    Key::required(
        "value",
        Form::Text,
        "formula of other channels, whose paths stand in single quotes: \"= 'motor.torque' * 'motor.speed'\"",
    ),
];

/// One key of a measure, an expectation or a plot, whose values depend on other items.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The key as written in the file.
    pub name: &'static str,
    /// The form of its value.
    pub shape: Shape,
    /// Whether it must be given.
    pub required: bool,
    /// One line that says what it means.
    pub meaning: &'static str,
}

/// The form of an entry's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Free text.
    Text,
    /// The path of a channel, `item.channel`.
    Channel,
    /// Two channels.
    Channels,
    /// A time; a frequency or a speed for a response.
    Time,
    /// Two of them, from and to.
    Window,
    /// A number without a unit.
    Number,
    /// An amount in the unit of the channel.
    Crossed,
    /// A whole number, counted from 1: of a mode, or of a crossing.
    Mode,
    /// A shaft, or a motion of a body.
    Moving,
    /// An amount in the unit of the measure.
    Amount,
    /// An amount in the unit of the measure, or percent.
    Tolerance,
    /// One channel or more.
    ChannelList,
    /// One text or more.
    TextList,
    /// A table of names with texts or numbers.
    Texts,
    /// One of a few words.
    Choice(&'static [&'static str]),
}

const fn entry(name: &'static str, shape: Shape, required: bool, meaning: &'static str) -> Entry {
    Entry { name, shape, required, meaning }
}

/// Keys of `[[measure]]`: `name`, exactly one that says what is measured, and its window or time.
pub const MEASURE: &[Entry] = &[
    entry("name", Shape::Text, true, "name of the measure"),
    entry("mean", Shape::Channel, false, "time integral of a channel over the window, divided by its length"),
    entry("min", Shape::Channel, false, "smallest value of a channel in the window"),
    entry("max", Shape::Channel, false, "largest value of a channel in the window"),
    entry("final", Shape::Channel, false, "last value of a channel in the window"),
    entry("rms", Shape::Channel, false, "root of the mean square of a channel over the window"),
    entry("ratio", Shape::Channels, false, "mean of the first channel divided by the mean of the second"),
    entry("range", Shape::Channel, false, "largest value of a channel in the window less the smallest"),
    entry(
        "slope",
        Shape::Channel,
        false,
        "slope over time of the straight line that fits a channel best in the window",
    ),
    entry(
        "frequency",
        Shape::Channel,
        false,
        "oscillations per second of a channel, from the times at which it rises through its mean; none with fewer than two of them",
    ),
    entry("difference", Shape::Channels, false, "mean of the first channel less the mean of the second"),
    entry(
        "time_of",
        Shape::Channel,
        false,
        "time in the window at which a channel crosses the value `crosses`; starting on it does not count",
    ),
    entry("crosses", Shape::Crossed, false, "the value of `time_of`"),
    entry("nth", Shape::Mode, false, "which of the crossings, counted from 1; the first where it is left out"),
    entry("value", Shape::Channel, false, "value of a channel at the time `at`"),
    entry("at", Shape::Time, false, "the time of `value`; the frequency or speed of `amplitude` and `phase`"),
    entry("over", Shape::Window, false, "the window, from and to; the whole run where it is left out"),
    entry("amplitude", Shape::Channel, false, "amplitude of a channel in a response, at the frequency or speed `at`"),
    entry(
        "phase",
        Shape::Channel,
        false,
        "phase of a channel in a response, at the frequency or speed `at`; that of a cosine",
    ),
    entry("peak", Shape::Channel, false, "largest amplitude of a channel among the points of a response in the window"),
    entry("peak_at", Shape::Channel, false, "frequency or speed of that largest amplitude"),
    entry(
        "order",
        Shape::Number,
        false,
        "the order of which these are, in a response over speeds; all orders together where it is left out: half the range over a cycle. Also of `order_amplitude`, `critical_speed` and `critical_margin`",
    ),
    entry("natural_frequency", Shape::Mode, false, "frequency of a mode without damping"),
    entry("damped_frequency", Shape::Mode, false, "frequency with which a mode swings with damping"),
    entry("damping_ratio", Shape::Mode, false, "damping of a mode, relative to critical damping"),
    entry(
        "shape",
        Shape::Moving,
        false,
        "entry of the shape of the mode `mode` for a shaft, or for a motion of a body; the largest of all entries is 1",
    ),
    entry("potential_share", Shape::Text, false, "share that an item has in the potential energy of the mode `mode`"),
    entry("kinetic_share", Shape::Text, false, "share that an item has in the kinetic energy of the mode `mode`"),
    entry(
        "stiffness_sensitivity",
        Shape::Text,
        false,
        "part by which the frequency of the mode `mode` rises for each part by which an item's stiffness does",
    ),
    entry(
        "inertia_sensitivity",
        Shape::Text,
        false,
        "part by which the frequency of the mode `mode` rises for each part by which an item's inertia does; it falls",
    ),
    entry(
        "rest_point",
        Shape::Text,
        false,
        "where a shaft stays at rest in the mode `mode`: how far from A, as a part of its length",
    ),
    entry(
        "critical_speed",
        Shape::Mode,
        false,
        "speed at which the order `order` meets a mode of the Campbell diagram, counted among those that swing; the lowest where there are more",
    ),
    entry(
        "critical_margin",
        Shape::Mode,
        false,
        "how far that speed is from the range of operation, relative to its nearer end; zero within it",
    ),
    entry("mode", Shape::Mode, false, "the mode of `shape`, of shares, of sensitivities and of `rest_point`"),
    entry(
        "order_amplitude",
        Shape::Channel,
        false,
        "amplitude of the order `order` of a channel over the whole turns of `reference` in the window",
    ),
    entry("reference", Shape::Channel, false, "the angle whose turns `order_amplitude` counts, as `\"crank.angle\"`"),
];

/// The keys of `[[measure]]` of which exactly one must be given, for motion over time.
pub const MEASURED: &[&str] = &[
    "mean",
    "min",
    "max",
    "final",
    "rms",
    "ratio",
    "range",
    "slope",
    "frequency",
    "difference",
    "time_of",
    "value",
    "order_amplitude",
];

/// Those for an analysis of modes.
pub const MEASURED_OF_MODES: &[&str] = &[
    "natural_frequency",
    "damped_frequency",
    "damping_ratio",
    "shape",
    "potential_share",
    "kinetic_share",
    "stiffness_sensitivity",
    "inertia_sensitivity",
    "rest_point",
    "critical_speed",
    "critical_margin",
];

/// Those for a response to harmonic loads.
pub const MEASURED_OF_RESPONSES: &[&str] = &["amplitude", "phase", "peak", "peak_at"];

/// The motions of a body in a mode, as named after the dot.
pub const MOTIONS: [&str; 6] = ["x", "y", "z", "rotation_x", "rotation_y", "rotation_z"];

/// Keys of `[[expect]]`: `measure`, `source`, and one bound.
pub const EXPECT: &[Entry] = &[
    entry("measure", Shape::Text, true, "name of the measure"),
    entry("value", Shape::Amount, false, "what it should be, as closely as `tolerance` says"),
    entry(
        "tolerance",
        Shape::Tolerance,
        false,
        "largest difference from `value`: in percent of it, or in its own unit",
    ),
    entry("at_most", Shape::Amount, false, "it should not be larger"),
    entry("at_least", Shape::Amount, false, "it should not be smaller"),
    entry(
        "source",
        Shape::Text,
        true,
        "where the bound comes from; `regression` for a value that halfshaft itself produced",
    ),
];

/// The keys of `[[expect]]` of which exactly one must be given.
pub const BOUNDS: &[&str] = &["value", "at_most", "at_least"];

/// Keys of `[[plot]]`.
pub const PLOT: &[Entry] = &[
    entry("title", Shape::Text, false, "what it shows"),
    entry("channels", Shape::ChannelList, true, "what is drawn; channels of one quantity share a panel"),
    entry(
        "labels",
        Shape::TextList,
        false,
        "what to call the channels, one for each; their paths where it is left out",
    ),
    entry("x", Shape::Channel, false, "the channel along x; the time where it is left out"),
    entry("x_label", Shape::Text, false, "what to call `x`"),
    entry(
        "units",
        Shape::TextList,
        false,
        "units to show values in, as `\"deg\"`; each is for the channels of its quantity",
    ),
    entry("over", Shape::Window, false, "the window, from and to; the whole run where it is left out"),
    entry("log", Shape::Choice(LOGARITHMIC), false, "the axes that are logarithmic"),
];

/// The words of `log`.
pub const LOGARITHMIC: &[&str] = &["x", "y", "both"];
