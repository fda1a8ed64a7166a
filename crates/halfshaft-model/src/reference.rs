//! The reference page of the model file, in Markdown, from the descriptions.

use halfshaft::describe::{Channel, Dimension, Form, Key, Kind, Need, Quantity, Range};
use halfshaft::elements::beam::keys::ELEMENT;
use halfshaft_results::energy;

use crate::condition::{WHEN, WHEN_FORM, WHEN_MEANING};
use crate::expression::FUNCTIONS;
use crate::functions::Described;
use crate::sections::{self, Entry, Shape};
use crate::{functions, kinds, look, repeat, shapes, study, units};

/// The whole page.
pub fn markdown() -> String {
    let mut page = String::from(INTRODUCTION);
    let units: Vec<String> = units::symbols().map(|symbol| format!("`{symbol}`")).collect();
    let functions: Vec<String> = FUNCTIONS.iter().map(|function| format!("`{function}`")).collect();
    let largest = Quantity::ALL.iter().map(|quantity| format!("{:e} for a {}", quantity.largest(), quantity.name));
    let largest = largest.collect::<Vec<_>>().join(", ");
    let numbers = NUMBERS.replace("UNITS", &units.join(" ")).replace("LARGEST", &largest);
    let numbers =
        numbers.replace("WHEN_KEY", WHEN).replace("WHEN_FORM", WHEN_FORM).replace("WHEN_MEANING", WHEN_MEANING);
    page += &numbers.replace("FUNCTIONS", &functions.join(" "));
    page += &functions_of_time();
    page += "\n## Top of the file\n\n";
    page += &keys(sections::TOP);
    page += "\n## `[analysis]`\n\n";
    page += &keys(sections::ANALYSIS);
    page += "\n## `[solver]`\n\n";
    page += &keys(sections::SOLVER);
    page += "\n## `repeat`\n\n";
    page += REPEATING;
    page += &keys(repeat::REPEAT);
    for (name, form, meaning) in repeat::REPEAT_BY_HAND {
        page += &format!("| `{name}` | {form} | none |  | {meaning} |\n");
    }
    page += &format!("\nA model has at most {} items, all copies counted.\n", repeat::LIMIT);
    for kind in kinds::all() {
        page += &item(kind);
        if kind.section == kinds::BODIES {
            page += &shapes_and_materials();
        }
        if kind.section == kinds::BEAMS {
            page += &elements_of_beams();
        }
    }
    page += "\n## `[[frame]]`\n\n";
    page += FRAMES;
    page += &keys(sections::FRAME);
    page += &keys_rows(&[sections::IN], "");
    page += "\n## `[[submodel]]`\n\n";
    page += SUBMODELS;
    page += &keys(sections::SUBMODEL);
    page += "| `parameters` | table of numbers and words | none |  | values for parameters of that file |\n";
    page += "| `ports` | table of names | none |  | the bodies, frames or shafts that its required ports stand for |\n";
    page += "\n## `[[port]]`\n\n";
    page += PORTS;
    page += &keys(sections::PORT);
    page += "\n## `[[channel]]`\n\n";
    page += "A channel that a formula makes of others, named without an item; it may use those above it. Like measures, channels \
             know `repeat` with `count` and `index`.\n\n";
    page += &keys(sections::CHANNEL);
    page += "\n## `[[output]]`\n\n";
    page += "A channel under a name and in a unit of its own, for programs that drive the model through the simulation handle; what \
             they set are items of `[[input]]`. Like measures, outputs know `repeat` with `count` and `index`.\n\n";
    page += &entries(sections::OUTPUT);
    page += "\n## `[record]`\n\n";
    page += "What a run stores. Measures see every step, whatever is stored; `--record PATTERN` on the command line takes the place of `channels`.\n\n";
    page += &keys(sections::RECORD);
    page += &measured();
    page += "\n## `[[plot]]`\n\n";
    page += "A figure of the report; without any, the report shows the channels item by item. Lengths against lengths are drawn \
             to one scale, as trajectories. Like measures, plots know `repeat` with `count` and `index`.\n\n";
    page += &entries(sections::PLOT);
    page += "\n## Studies\n\nA file whose `[analysis]` has `type = \"sweep\"` or `type = \"fit\"` has no mechanism of its own: beside `format`, `title` and \
             `[[expect]]` it has these keys in `[analysis]`.\n\n### `type = \"sweep\"`\n\n";
    page += &entries(study::SWEEP);
    page += "\n### `type = \"fit\"`\n\n";
    page += &entries(study::FIT);
    page
}

/// Measures and what they should be.
fn measured() -> String {
    let mut page = String::from("\n## `[[measure]]`\n\n");
    page += "A number computed from channels over every accepted step: `name` and exactly one of ";
    page += &sections::MEASURED.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    page += "; with `type = \"modes\"` a number of a mode, counted from 1 in the order of rising frequency with rigid motions \
             first: exactly one of ";
    page += &sections::MEASURED_OF_MODES.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    page += ". The motions of a body are ";
    page += &sections::MOTIONS.map(|motion| format!("`{motion}`")).join(", ");
    page += ".\n\n";
    page += &entries(sections::MEASURE);
    page += "\nThe run has channels of its own, named without an item; `energy_closing_error` shows what the scheme gains or \
             loses:\n\n| channel | unit | meaning |\n| --- | --- | --- |\n";
    for (name, meaning) in energy::CHANNELS {
        page += &format!("| `{name}` | J | {meaning} |\n");
    }
    page += "\n## `[[expect]]`\n\n";
    page += "What a measure should be: exactly one of ";
    page += &sections::BOUNDS.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    page += "; `value` needs a `tolerance`.\n\n";
    page += &entries(sections::EXPECT);
    page
}

const INTRODUCTION: &str = "\
# The model file

<!-- Generated from the descriptions of the kinds; HALFSHAFT_UPDATE=1 with the tests of halfshaft-model rewrites it. -->

A model is a TOML file. Each item has a name that is unique in its file, without `.` and `/`; `ground` is the model
frame. A channel is named `item.channel`. Unknown keys are errors.
";

const NUMBERS: &str = "
## Numbers, units, expressions

Wherever a number may stand, so may a text: a number with a unit (`\"5 mm\"`) or an expression (`\"= 2 * r * sin(beta)\"`).
A number without a unit is in SI units. An expression has the dimension that follows from its parts, and is not taken
as SI where it comes out as a pure number.
The angle is a dimension: N m is not N m/rad, and Hz, which is 1/s, is neither rad/s nor rpm.

Units: UNITS, with the prefixes in use.

Every number has a range. Where a table below gives none, or `> 0` or `≥ 0` alone, it is that of its quantity: no magnitude is
above LARGEST in SI units; any other quantity has 1e30. What is `> 0` is 1e-30 at least.

Factors are joined by a space, `*` or `·`; powers are written `^2`, `^-1` or `²`. Each `/` divides by the one factor after it, which may be a group: `J/kg/K` is `J/(kg K)`. A product after a `/`,
as `N/m s`, can be read in two ways and is refused: write `N s/m` or `N/(m s)`.

Expressions know `+ - * / ^`, [conditions](#conditions), parentheses, `pi`, the parameters by name, numbers with units (`5 mm`; a `/` belongs to
the unit only without spaces around it), and the functions FUNCTIONS.

Formulas, the values of [signals](#signal) and [channels](#channel), are expressions that are computed as the motion goes on. They know `time` too, and
signals or channels by their names in single quotes: `\"= 2 * 'wheel speed'\"`.

## `[parameters]`

Any names (letters, digits and `_`), each with a number, a number with a unit, an expression of other parameters, or a choice:
`basis = { choice = \"dual\", of = [\"primal\", \"dual\"] }`. A choice is one of the words in `of`. Wherever a fixed word stands, as a `type`, the name of
an axis or a material, so may an expression whose value is a word: `\"= basis\"`. A submodel's choice is given a word or such an expression.

## Conditions

Expressions compare amounts of one quantity by `==`, `!=`, `<`, `<=`, `>` and `>=`, and words by `==` and `!=`: `\"= basis == 'dual'\"`, with the word in
single quotes. `not` binds more than `and`, which binds more than `or`; all bind less than arithmetic. A condition that is true is 1, a false one 0, and
either may stand in arithmetic: `\"= 5 mm + 3 mm * (basis == 'dual')\"`. In formulas, conditions are of parameters and numbers, not of signals, channels
or `time`.

Every item, and every frame, submodel, port, material, channel, measure, expectation and plot has this key:

| key | value | default | meaning |
| --- | --- | --- | --- |
| `WHEN_KEY` | WHEN_FORM | `true` | WHEN_MEANING |

Items with a false condition are removed before names are resolved: two items may share a name if only one of their conditions is true. A
reference to a removed item is an error. With `repeat`, each copy has its own condition, in which its index may stand.
";

const FUNCTIONS_OF_TIME: &str = "
## Functions

Where a key takes a function, a number is a constant one, and a table with a `type` another: `torque = { type = \"ramp\", to = \"125 N m\", end =
\"0.5 s\" }`. Values have the quantity of the key. Steps end where a function of time or its slope jumps.

Where a key takes a signal too, `{ signal = \"controller\" }` stands for the signal itself, and `of = \"wheel speed\"` beside the `type` makes a
function of that signal in place of time: `torque = { type = \"table\", of = \"wheel speed\", points = [[0, \"200 N m\"], [\"3000 rpm\", \"120 N m\"]] }`.

| type | keys | meaning |
| --- | --- | --- |
";

fn functions_of_time() -> String {
    let row = |f: &Described| {
        let keys: Vec<String> = f.keys.iter().map(|key| format!("`{key}`")).collect();
        format!("| `\"{}\"` | {} | {} |\n", f.name, keys.join(", "), f.summary)
    };
    FUNCTIONS_OF_TIME.to_owned() + &functions::FUNCTIONS.iter().map(row).collect::<String>()
}

const REPEATING: &str = "\
An item, a frame, a submodel or a port with `repeat` stands for many. Copy number i, counted from 1, has `i` (or the name given as
`index`) in its expressions, and names and references hold it in braces: `\"planet {i}\"`, `\"link {i + 1}\"`. What stands in
braces is any expression with a whole number as its value.

`around` turns copy i about the axis by `start` plus (i − 1) · 360°/`count`, or plus the i-th of `angles`. All that the item
gives in the model frame turns with it: positions turn about the axis through `at`; orientations, axes, velocities, forces and
torques turn about its direction; triples along the item's own axes, as stiffness and preload of a bushing, stay. `along` moves the positions of copy i by i − 1 steps and turns nothing. With neither,
the copies differ by what their expressions make of the index. Measures and expectations know `count` and `index` only.

";

const FRAMES: &str = "\
A named place on a body. Wherever a body may be named, so may a frame. Where a joint or a force then leaves out `position`, `axis`,
`normal` or `orientation`, it takes the frame's origin, its z axis and its axes, of the first where two are frames; `position_a` and
`position_b` are each taken from their own. With `in = \"body\"` positions and axes are given from the body's centre of mass in the
body's axes; the same key goes with the joints and forces that have none of their own.

";

const SUBMODELS: &str = "\
Another model file, used as a part of this one, as often as wanted and to any depth up to 16. Its names are its own: a channel in it is
`front diff/planet 2.position_x`, one of its own [[channel]]s `front diff/bias`. Its bodies are reached through its ports, as `\"front diff/carrier\"`. All positions and axes in
it are carried along by `position` and `orientation`. `gravity`, `[analysis]`, `[solver]`, `[[measure]]` and `[[expect]]` of that file count
only where it is run on its own. Its parameters are overridden by `parameters`, and by `--set \"front diff.teeth=12\"`.

";

const PORTS: &str = "\
What a file shows to those that use it as a submodel. A port that `requires` a frame, a shaft or a signal can be named in the file like a body,
an inertia or a signal, and stands for what the user binds it to; it costs no body of its own. Where the file is run on its own, a frame or a shaft is the ground; a file
that requires a signal cannot be run on its own.

";

fn shapes_and_materials() -> String {
    let mut text = String::from(
        "\nBeside these, a body may have a `shape`, as \
         `shape = { cylinder = { radius = \"5 mm\", length = \"20 mm\", material = \"steel\" } }`, or a list of shapes, each with \
         its `position`. They give mass, centre of mass and inertia; `inertia` must then be omitted, and a `mass` overrides that of \
         the materials. The `position` of such a body is where its shapes are placed from; its channels, and joints and forces \
         without a position of their own, are at its centre of mass, which is the same for a single shape without a position.\n",
    );
    for (name, shape) in shapes::SHAPES {
        text += &format!("\n### Shape `{name}`\n\n{}", keys(shape));
    }
    text += "\n### `look`\n\nWhat a body is drawn as, where that is not its shape: a turned part by its section, as \
             `look = { outline = [[\"5 mm\", 0], [\"20 mm\", 0], [\"20 mm\", \"8 mm\"], [\"5 mm\", \"8 mm\"]] }` for a disc with a bore, \
             or boxes, as `look = { boxes = [{ size = [\"4 m\", \"1.5 m\", \"0.6 m\"] }] }`. It changes no result.\n\n";
    text += &keys(look::LOOK);
    text += "\n## `[[material]]`\n\nA material of the file's own, which overrides a built-in one of the same name.\n\n";
    text += &keys(shapes::MATERIAL);
    text += "\nBuilt in, with densities in kg/m^3: ";
    text += &shapes::MATERIALS.iter().map(|(name, density)| format!("{name} {density}")).collect::<Vec<_>>().join(", ");
    text + ".\n"
}

fn item(kind: &Kind) -> String {
    let header = match kind.type_name {
        Some(name) => format!("\n## `[[{}]]` with `type = \"{name}\"`\n\n", kind.section),
        None => format!("\n## `[[{}]]`\n\n", kind.section),
    };
    let mut text = format!("{header}{}\n\n{}", kind.summary, keys(kind.keys));
    if !kind.channels.is_empty() {
        text += &channels(kind.channels);
    }
    text
}

fn channels(channels: &[Channel]) -> String {
    let mut text = String::from("\n| channel | unit | meaning |\n| --- | --- | --- |\n");
    for channel in channels {
        text += &format!("| `{}` | {} | {} |\n", channel.name, channel.quantity.unit, channel.meaning);
    }
    text
}

fn elements_of_beams() -> String {
    let elastic =
        shapes::ELASTIC.iter().map(|(name, modulus, ratio)| format!("{name} {:.0} and {ratio}", 1e-9 * modulus));
    let text = format!(
        "\nBuilt-in materials have Young's moduli in GPa and Poisson's ratios: {}. A node, as \"shaft/3\", has the channels of a body. An element, as \
         \"shaft/element 2\", has its section forces in the axes of the section, x along the beam:\n",
        elastic.collect::<Vec<_>>().join(", ")
    );
    text + &channels(ELEMENT.channels)
}

fn keys(keys: &[Key]) -> String {
    String::from("| key | value | default | range | meaning |\n| --- | --- | --- | --- | --- |\n")
        + &keys_rows(keys, "")
}

/// One row a key; the keys of tables within follow theirs, behind its name and a dot.
fn keys_rows(keys: &[Key], prefix: &str) -> String {
    let mut table = String::new();
    for key in keys {
        let default = match key.need {
            Need::Required => "required".to_owned(),
            Need::Optional => "none".to_owned(),
            Need::Default(text) => format!("`{text}`"),
        };
        let (form, range) = (form(key.form), range(key));
        table += &format!("| `{prefix}{}` | {form} | {default} | {range} | {} |\n", key.name, key.meaning);
        match key.form {
            Form::Group(keys) | Form::List(&Form::Group(keys)) => {
                table += &keys_rows(keys, &format!("{prefix}{}.", key.name));
            }
            Form::Variant(alternatives) => {
                for alternative in alternatives {
                    let word = format!("`{prefix}{}.type`", key.name);
                    table += &format!("| {word} | `\"{}\"` | | | {} |\n", alternative.name, alternative.summary);
                    table += &keys_rows(alternative.keys, &format!("{prefix}{}.", key.name));
                }
            }
            _ => {}
        }
    }
    table
}

fn form(form: Form) -> String {
    let with_unit = |q: Quantity| match q.dimension == Dimension::NONE {
        true => q.name.to_owned(),
        false => format!("{} in {}", q.name, q.unit),
    };
    match form {
        Form::Number(quantity) => with_unit(quantity),
        Form::Vector(quantity) => format!("three of {}", with_unit(quantity)),
        Form::Inertia => "moment of inertia in kg m^2: one, three principal, or `[xx, yy, zz, xy, yz, zx]`".into(),
        Form::Axis => "`\"x\"`, `\"-y\"`, … or three numbers".into(),
        Form::Rotation => "`{ axis = …, angle = … }`".into(),
        Form::Count => "whole number".into(),
        Form::Switch => "`true` or `false`, or an expression that is 1 or 0".into(),
        Form::Text => "text".into(),
        Form::Choice(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(" or "),
        Form::Between => "two names of bodies or frames, A and B".into(),
        Form::Frame => "name of a body or frame".into(),
        Form::Shafts => "two names of shafts, A and B".into(),
        Form::Shaft => "name of a shaft".into(),
        Form::Part => "name of a body, frame, shaft or signal".into(),
        Form::Group(_) => "table of the keys below".into(),
        Form::Variant(_) => "table of one of the types below".into(),
        Form::Pair(one) => format!("two of: {}", self::form(*one)),
        Form::List(one) => format!("list of: {}", self::form(*one)),
        Form::Curve(x, y) => format!("points `[[x, y], …]`: {}, {}", with_unit(x), with_unit(y)),
        Form::Function(quantity) => format!("{}, or a [function](#functions) of time", with_unit(quantity)),
        Form::Input(quantity) => format!("{}, or a [function](#functions) of time or a signal", with_unit(quantity)),
        Form::OwnFunction => "[function](#functions) of time or a signal".into(),
        Form::Signal => "name of a signal".into(),
        Form::Item => "name of an item".into(),
        Form::Formula => "formula".into(),
        Form::ProgramFunction => "name of a function of the program".into(),
        Form::Amount => "number with its unit".into(),
        Form::Unit => "unit".into(),
    }
}

fn range(key: &Key) -> String {
    match key.range {
        Range::Any => String::new(),
        Range::Positive => "> 0".into(),
        Range::NonNegative => "≥ 0".into(),
        Range::Between(low, high) if low == high => low.to_string(),
        Range::Between(low, high) => format!("{low} … {high}"),
    }
}

fn entries(entries: &[Entry]) -> String {
    let mut table = String::from("| key | value | needed | meaning |\n| --- | --- | --- | --- |\n");
    for entry in entries {
        let shape = match entry.shape {
            Shape::Text => "text",
            Shape::Channel => "`\"item.channel\"`",
            Shape::Channels => "`[\"item.channel\", \"other.channel\"]`",
            Shape::Time => "time in s; frequency in Hz or speed in rad/s for a response",
            Shape::Window => "two times in s; two frequencies in Hz or speeds in rad/s for a response",
            Shape::Number => "number",
            Shape::Crossed => "number in the unit of the channel",
            Shape::Mode => "whole number from 1",
            Shape::Moving => "`\"shaft\"`, `\"body.rotation_x\"`",
            Shape::Amount => "number in the unit of the measure",
            Shape::Tolerance => "percent, or number in the unit of the measure",
            Shape::ChannelList => "`\"item.channel\"`, or a list of them",
            Shape::TextList => "text, or a list of them",
            Shape::Texts => "table of names with numbers or texts",
            Shape::Choice(words) => &words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(" or "),
        };
        let needed = if entry.required { "required" } else { "" };
        table += &format!("| `{}` | {shape} | {needed} | {} |\n", entry.name, entry.meaning);
    }
    table
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn the_page_in_the_repository_is_the_generated_one() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference.md");
        let page = super::markdown();
        if std::env::var_os("HALFSHAFT_UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &page).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == page, "docs/reference.md is not up to date: run the tests with HALFSHAFT_UPDATE=1");
    }
}
