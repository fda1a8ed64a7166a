//! The keys of sections that are not items, as data.

use halfshaft::describe::{Form, Key, Quantity, Range};

/// The sections other than those of items.
pub const SECTIONS: &[&str] = &[
    "parameters",
    "analysis",
    "solver",
    "material",
    "frame",
    "submodel",
    "port",
    "channel",
    "output",
    "record",
    "measure",
    "expect",
    "plot",
];

/// Keys at the top of the file.
pub const TOP: &[Key] = &[
    Key::required("format", Form::Count, "version of the file format; this one is 1").within(Range::Between(1.0, 1.0)),
    Key::with_default("title", Form::Text, "\"\"", "title of the model"),
    Key::with_default(
        "slow",
        Form::Switch,
        "false",
        "whether `halfshaft verify` skips the file in a folder, unless it is called with `--full`",
    ),
    Key::with_default(
        "gravity",
        Form::Vector(Quantity::ACCELERATION),
        "[0, 0, 0]",
        "acceleration of gravity, in the model frame",
    ),
];

/// Keys of `[analysis]`.
pub const ANALYSIS: &[Key] = &[
    Key::required(
        "type",
        Form::Choice(&["transient", "statics", "modes", "response"]),
        "the analysis: `transient` is motion over time, `statics` static equilibrium, `modes` natural frequencies about the initial state, `response` the steady-state response to harmonic loads",
    ),
    Key::optional("end", Form::Number(Quantity::TIME), "end time of a transient, which starts at 0; required for it")
        .within(Range::Positive),
    Key::with_default(
        "start",
        Form::Choice(&["given", "equilibrium"]),
        "\"given\"",
        "initial state of a transient, or linearisation state of modes and responses: positions and velocities as `given`, or at rest in `equilibrium` near them",
    ),
    Key::optional(
        "frequencies",
        Form::Pair(&Form::Number(Quantity::FREQUENCY)),
        "frequency range of a response to loads with an `excitation`",
    )
    .within(Range::NonNegative),
    Key::optional(
        "speeds",
        Form::Pair(&Form::Number(Quantity::ANGULAR_VELOCITY)),
        "speed range of a response to torques with `harmonics`: the frequency of each harmonic is its order times the speed of the shaft",
    )
    .within(Range::Positive),
    Key::with_default("points", Form::Count, "201", "number of frequencies or speeds of a response").within(Range::Between(1.0, 1e6)),
    Key::with_default(
        "spacing",
        Form::Choice(&["linear", "logarithmic"]),
        "\"linear\"",
        "spacing of the points of a response",
    ),
    Key::optional(
        "campbell",
        Form::Group(CAMPBELL),
        "Campbell diagram: natural frequencies over speed, with critical speeds; for `modes`",
    ),
    Key::with_default(
        "matrices",
        Form::Choice(&["omit", "keep"]),
        "\"omit\"",
        "`keep` writes the linearised system of `modes` to `matrices.json`: M, C and K in independent coordinates, and the motion of every body and shaft in these",
    ),
    Key::with_default(
        "count",
        Form::Count,
        "60",
        "number of the lowest `modes` of a large system, whose other modes are not computed: a mesh, or more than 1500 unknowns of motion",
    )
    .within(Range::Between(1.0, 1000.0)),
    Key::optional(
        "spin",
        Form::Group(SPIN),
        "steady rotation: everything rotates at this speed about this axis, in equilibrium with the forces of inertia; `statics` is that equilibrium, `modes` are about it, with frequencies in the rotating frame, and a transient starts from it",
    ),
    Key::optional(
        "channels",
        Form::List(&Form::Text),
        "the channels that a response stores, as `\"*.torque\"`, where `*` matches any characters; by default all",
    ),
];

/// Keys of `spin` in `[analysis]`.
const SPIN: &[Key] = &[
    Key::required("axis", Form::Axis, "direction of the axis, in the model frame"),
    Key::required("speed", Form::Number(Quantity::ANGULAR_VELOCITY), "speed about the axis"),
    Key::with_default("about", Form::Vector(Quantity::LENGTH), "[0, 0, 0]", "a point on the axis"),
];

/// Keys of `campbell` in `[analysis]`.
const CAMPBELL: &[Key] = &[
    Key::required("speeds", Form::Pair(&Form::Number(Quantity::ANGULAR_VELOCITY)), "speed range")
        .within(Range::NonNegative),
    Key::with_default("points", Form::Count, "25", "number of speeds").within(Range::Between(2.0, 10_000.0)),
    Key::required(
        "orders",
        Form::List(&Form::Number(Quantity::NUMBER)),
        "orders of the excitation: periods per revolution",
    )
    .within(Range::Positive),
    Key::optional(
        "parameter",
        Form::Text,
        "a parameter of the model that is set to the speed; the model is rebuilt for each speed. Without it the frequencies do not depend on the speed",
    ),
    Key::optional(
        "operating",
        Form::Pair(&Form::Number(Quantity::ANGULAR_VELOCITY)),
        "operating speed range, for margins",
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
        "initial step size; by default chosen from the initial motion",
    )
    .within(Range::Positive),
    Key::optional(
        "longest_step",
        Form::Number(Quantity::TIME),
        "maximum step size; by default only limited by error control",
    )
    .within(Range::Positive),
    Key::with_default(
        "spectral_radius",
        Form::Number(Quantity::NUMBER),
        "0.8",
        "amplification of the fastest oscillations per step: 1 preserves them, 0 annihilates them; with 0, error control ignores oscillations that are annihilated anyway",
    )
    .within(Range::Between(0.0, 1.0)),
    Key::optional(
        "newton_tolerance",
        Form::Number(Quantity::NUMBER),
        "tolerance of Newton's method in a step, relative to the error of the step, of positions and of velocities; default 3e-4",
    )
    .within(Range::Positive),
    Key::with_default(
        "redundant",
        Form::Choice(&["allow", "error"]),
        "\"allow\"",
        "redundant constraints: `allow` continues with a warning that names them, `error` stops",
    ),
];

const POSITION: Form = Form::Vector(Quantity::LENGTH);

/// Keys of `[[frame]]` besides `name`, `repeat` and `in`.
pub const FRAME: &[Key] = &[
    Key::required("on", Form::Frame, "the body it moves with"),
    Key::with_default("position", POSITION, "[0, 0, 0]", "its origin at the design position, in the model frame"),
    Key::optional(
        "orientation",
        Form::Rotation,
        "orientation of its axes at the design position, relative to the model frame",
    ),
];

/// The key of frames, and of all items that attach to bodies, for the coordinate system of position and axes.
pub const IN: Key = Key::with_default(
    "in",
    Form::Choice(&["model", "body"]),
    "\"model\"",
    "coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two, of B for keys that end in `_b`",
);

/// Keys of `[[submodel]]` besides `name`, `repeat`, `parameters` and `ports`.
pub const SUBMODEL: &[Key] = &[
    Key::required("file", Form::Text, "its model file, relative to this one"),
    Key::with_default("position", POSITION, "[0, 0, 0]", "position of the model frame of that file"),
    Key::optional("orientation", Form::Rotation, "orientation of the model frame of that file"),
];

/// Keys of `[[port]]` besides `name` and `repeat`; exactly one must be given.
pub const PORT: &[Key] = &[
    Key::optional("provides", Form::Part, "the body, frame, shaft or signal of this file that others may use"),
    Key::optional(
        "requires",
        Form::Choice(&["frame", "shaft", "signal"]),
        "a frame, shaft or signal that the using file must provide",
    ),
];

/// Keys of `[[channel]]` besides `name` and `repeat`.
pub const CHANNEL: &[Key] = &[
    Key::with_default("unit", Form::Unit, "\"1\"", "unit of its values; results are in the SI unit of that quantity"),
    Key::required(
        "value",
        Form::Text,
        "formula of other channels, with their paths in single quotes: \"= 'motor.torque' * 'motor.speed'\"",
    ),
];

/// Keys of `[record]`.
pub const RECORD: &[Key] = &[
    Key::optional(
        "channels",
        Form::List(&Form::Text),
        "the channels that are stored, as paths in which `*` stands for any letters, such as `\"*.torque\"`; default: all of a model with up to 256 channels, the usual ones of a larger one. What measures, plots and the motion of the bodies need is always stored",
    ),
    Key::optional(
        "every",
        Form::Count,
        "stores every n-th step; the ends of the run and both sides of events are always stored",
    )
    .within(Range::Between(1.0, 1e9)),
    Key::optional(
        "interval",
        Form::Number(Quantity::TIME),
        "stores a step only when this time has passed since the last stored one; the ends of the run and both sides of events are always stored",
    )
    .within(Range::Positive),
    Key::optional(
        "fields",
        Form::Count,
        "number of frames over the run with the deformed shapes and stresses of beams, solids and superelements, for the viewer; ParaView gets at most 100 of them. 0 stores none; default: 300, fewer for large meshes",
    )
    .within(Range::Between(0.0, 1e5)),
];

/// Keys of `[[output]]` besides `repeat`.
pub const OUTPUT: &[Entry] = &[
    entry("name", Shape::Text, true, "its name"),
    entry("channel", Shape::Channel, true, "the channel whose value it is"),
    entry("unit", Shape::Text, false, "unit of its value; by default the SI unit of the channel"),
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
    /// Its meaning, in one line.
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
    /// Two of them: a range.
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

/// Keys of `[[measure]]`: `name`, exactly one that defines the measure, and its window or time.
pub const MEASURE: &[Entry] = &[
    entry("name", Shape::Text, true, "name of the measure"),
    entry("mean", Shape::Channel, false, "time integral of a channel over the window, divided by its length"),
    entry("min", Shape::Channel, false, "smallest value of a channel in the window"),
    entry("max", Shape::Channel, false, "largest value of a channel in the window"),
    entry("final", Shape::Channel, false, "last value of a channel in the window"),
    entry("rms", Shape::Channel, false, "root mean square of a channel over the window"),
    entry("ratio", Shape::Channels, false, "mean of the first channel divided by the mean of the second"),
    entry("range", Shape::Channel, false, "largest minus smallest value of a channel in the window"),
    entry("slope", Shape::Channel, false, "slope over time of the least-squares line of a channel in the window"),
    entry(
        "frequency",
        Shape::Channel,
        false,
        "oscillations per second of a channel, from its upward crossings of the mean; no value with fewer than two crossings",
    ),
    entry("difference", Shape::Channels, false, "mean of the first channel minus mean of the second"),
    entry(
        "time_of",
        Shape::Channel,
        false,
        "time in the window at which a channel crosses the value `crosses`; starting on it does not count",
    ),
    entry("crosses", Shape::Crossed, false, "the value of `time_of`"),
    entry("nth", Shape::Mode, false, "which of the crossings, counted from 1; by default the first"),
    entry("value", Shape::Channel, false, "value of a channel at the time `at`"),
    entry("at", Shape::Time, false, "the time of `value`; the frequency or speed of `amplitude` and `phase`"),
    entry("over", Shape::Window, false, "the window; by default the whole run"),
    entry("unit", Shape::Text, false, "unit of its value; by default the SI unit of what is measured"),
    entry("amplitude", Shape::Channel, false, "amplitude of a channel in a response, at the frequency or speed `at`"),
    entry(
        "phase",
        Shape::Channel,
        false,
        "phase of a channel in a response, at the frequency or speed `at`, relative to a cosine",
    ),
    entry("peak", Shape::Channel, false, "largest amplitude of a channel among the points of a response in the window"),
    entry("peak_at", Shape::Channel, false, "frequency or speed of that largest amplitude"),
    entry(
        "order",
        Shape::Number,
        false,
        "the order of `amplitude`, `phase`, `peak` and `peak_at` in a response over speeds; by default all orders together, as half the peak-to-peak value over a cycle. Also the order of `order_amplitude`, `critical_speed` and `critical_margin`",
    ),
    entry("natural_frequency", Shape::Mode, false, "undamped natural frequency of a mode"),
    entry("damped_frequency", Shape::Mode, false, "damped frequency of a mode"),
    entry("damping_ratio", Shape::Mode, false, "damping ratio of a mode"),
    entry(
        "shape",
        Shape::Moving,
        false,
        "entry of the shape of the mode `mode` for a shaft, or for a component of a body; the largest of all entries is 1",
    ),
    entry("potential_share", Shape::Text, false, "share of an item in the potential energy of the mode `mode`"),
    entry("kinetic_share", Shape::Text, false, "share of an item in the kinetic energy of the mode `mode`"),
    entry(
        "stiffness_sensitivity",
        Shape::Text,
        false,
        "relative change of the frequency of the mode `mode` per relative change of the stiffness of an item",
    ),
    entry(
        "inertia_sensitivity",
        Shape::Text,
        false,
        "relative change of the frequency of the mode `mode` per relative change of the inertia of an item; negative",
    ),
    entry(
        "rest_point",
        Shape::Text,
        false,
        "nodal point of a shaft in the mode `mode`: distance from A, as a fraction of its length",
    ),
    entry(
        "critical_speed",
        Shape::Mode,
        false,
        "critical speed of the order `order` and a mode of the Campbell diagram, counted among the oscillating modes; the lowest if there are several",
    ),
    entry(
        "critical_margin",
        Shape::Mode,
        false,
        "distance of that speed from the operating range, relative to its nearer end; zero inside",
    ),
    entry("mode", Shape::Mode, false, "the mode of `shape`, of shares, of sensitivities and of `rest_point`"),
    entry(
        "order_amplitude",
        Shape::Channel,
        false,
        "amplitude of the order `order` of a channel over the complete revolutions of `reference` in the window",
    ),
    entry(
        "reference",
        Shape::Channel,
        false,
        "the angle of the reference shaft of `order_amplitude`, as `\"crank.angle\"`",
    ),
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
    entry("value", Shape::Amount, false, "expected value, within `tolerance`"),
    entry(
        "tolerance",
        Shape::Tolerance,
        false,
        "largest difference from `value`: in percent of it, or in its own unit",
    ),
    entry("at_most", Shape::Amount, false, "upper limit"),
    entry("at_least", Shape::Amount, false, "lower limit"),
    entry("source", Shape::Text, true, "source of the bound; `regression` for a value that halfshaft itself produced"),
];

/// The keys of `[[expect]]` of which exactly one must be given.
pub const BOUNDS: &[&str] = &["value", "at_most", "at_least"];

/// Keys of `[[plot]]`.
pub const PLOT: &[Entry] = &[
    entry("title", Shape::Text, false, "title of the plot"),
    entry("channels", Shape::ChannelList, true, "channels to plot; those of one quantity share a panel"),
    entry("labels", Shape::TextList, false, "labels of the channels, one for each; by default their paths"),
    entry("x", Shape::Channel, false, "channel of the x axis; by default the time"),
    entry("x_label", Shape::Text, false, "label of `x`"),
    entry("units", Shape::TextList, false, "units, as `\"deg\"`; each applies to the channels of its quantity"),
    entry("over", Shape::Window, false, "the window; by default the whole run"),
    entry("log", Shape::Choice(LOGARITHMIC), false, "logarithmic axes"),
];

/// The words of `log`.
pub const LOGARITHMIC: &[&str] = &["x", "y", "both"];
