//! `halfshaft gear`: geometry, contact ratios and mesh stiffness of a gear pair.

use crate::exit::Exit;
use crate::gear_arguments::Gear;
use crate::output;
use halfshaft::describe::{Dimension, Quantity, Range};
use halfshaft::elements::gears;
use halfshaft::gear::{Impossible, Wheels};
use halfshaft_model::units;
use halfshaft_results::table::{Align, Table};
use halfshaft_run::InvalidInput;
use serde_json::{Map, Value};
use std::io::Result;

/// One result: its name in JSON, its label in the table, its values and their unit.
struct Line {
    name: &'static str,
    words: &'static str,
    values: Vec<f64>,
    unit: Unit,
}

#[derive(Clone, Copy)]
enum Unit {
    Length,
    Angle,
    Number,
    Stiffness,
    StiffnessOfWidth,
}

impl Unit {
    /// The unit in the table, and the factor from the SI value to it.
    fn shown(self) -> (&'static str, f64) {
        match self {
            Unit::Length => ("mm", 1e3),
            Unit::Angle => ("deg", 1f64.to_degrees()),
            Unit::Number => ("", 1.0),
            Unit::Stiffness => ("N/m", 1.0),
            Unit::StiffnessOfWidth => ("N/(mm um)", 1e-9),
        }
    }
}

pub(crate) fn gear(options: &Gear) -> Result<Exit> {
    let found = wheels(options).and_then(|(wheels, young)| {
        let dedendum = positive("dedendum", amount("dedendum", &options.dedendum, Quantity::NUMBER)?)?;
        Ok((results(&wheels, young, dedendum)?, wheels, young, dedendum))
    });
    match found {
        Ok((lines, wheels, young, dedendum)) => {
            let outside = wheels.stiffness(young, dedendum).map_or_else(Vec::new, |(_, outside)| outside);
            let warnings: Vec<String> = outside.iter().map(ToString::to_string).collect();
            print_results(&lines, &warnings, options.json)?;
            Ok(Exit::Done)
        }
        Err(message) => output::report_invalid("gear", &InvalidInput::plain("bad-option", message, None), options.json),
    }
}

/// Parses an option as an amount of a quantity, in SI units.
pub(crate) fn amount(name: &str, text: &str, quantity: Quantity) -> std::result::Result<f64, String> {
    let example = match quantity.unit {
        _ if quantity.dimension == Dimension::NONE => "0.2".to_owned(),
        "m" => "2 mm".to_owned(),
        "Pa" => "210 GPa".to_owned(),
        "rad" => "20 deg".to_owned(),
        unit => format!("2 {unit}"),
    };
    let wrong = || format!("--{name} needs {} {}, as \"{example}\"", units_article(quantity.name), quantity.name);
    let amount = units::parse(text).map_err(|_| wrong())?;
    if amount.dimension != quantity.dimension {
        return Err(wrong());
    }
    // The limits of the model-file key of the same name, if there is one.
    let key = gears::EXTERNAL.keys.iter().find(|key| key.name == name.replace('-', "_"));
    let [low, high] = key.map_or(Range::Any, |key| key.range).bounds(quantity);
    // Positive values and whole numbers are checked separately.
    match amount.value {
        value if value > high || low < 0.0 && value < low => {
            let unit = if quantity.dimension == Dimension::NONE { "" } else { quantity.unit };
            Err(format!("--{name} must be between {low:e} and {high:e} {unit}").trim_end().to_owned())
        }
        value => Ok(value),
    }
}

fn units_article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn pair(name: &str, texts: &[String], quantity: Quantity) -> std::result::Result<[f64; 2], String> {
    match texts {
        [a, b] => Ok([amount(name, a, quantity)?, amount(name, b, quantity)?]),
        _ => Err(format!("--{name} needs two values")),
    }
}

fn wheels(options: &Gear) -> std::result::Result<(Wheels, f64), String> {
    let teeth = pair("teeth", &options.teeth, Quantity::NUMBER)?;
    if teeth.iter().any(|z| z.fract() != 0.0 || *z < 1.0) {
        return Err("--teeth needs two positive whole numbers".into());
    }
    let given = options.module.as_deref().unwrap_or_default();
    let module = positive("module", amount("module", given, Quantity::LENGTH)?)?;
    let pressure_angle =
        positive("pressure-angle", amount("pressure-angle", &options.pressure_angle, Quantity::ANGLE)?)?;
    let helix_angle = amount("helix-angle", &options.helix_angle, Quantity::ANGLE)?.abs();
    if pressure_angle > 1.0 || helix_angle > 1.4 {
        return Err("--pressure-angle is limited to 57 deg and --helix-angle to 80 deg".into());
    }
    let mut wheels = Wheels::standard(teeth, module, pressure_angle, helix_angle);
    wheels.internal = options.internal;
    if !options.shift.is_empty() {
        wheels.shift = pair("shift", &options.shift, Quantity::NUMBER)?;
    }
    if !options.tip_diameter.is_empty() {
        let diameters = pair("tip-diameter", &options.tip_diameter, Quantity::LENGTH)?;
        let sides = [1.0, if options.internal { -1.0 } else { 1.0 }];
        wheels.addendum = std::array::from_fn(|i| {
            let reference = teeth[i] * module / helix_angle.cos();
            Some(sides[i] * (diameters[i] - reference) / (2.0 * module))
        });
    }
    let optional = |name: &str, text: &Option<String>| {
        text.as_deref().map(|text| positive(name, amount(name, text, Quantity::LENGTH)?)).transpose()
    };
    wheels.centre_distance = optional("centre-distance", &options.centre_distance)?;
    wheels.face_width = optional("face-width", &options.face_width)?;
    Ok((wheels, positive("young", amount("young", &options.young, Quantity::PRESSURE)?)?))
}

fn positive(name: &str, value: f64) -> std::result::Result<f64, String> {
    if value > 0.0 { Ok(value) } else { Err(format!("--{name} must be positive")) }
}

fn results(wheels: &Wheels, young: f64, dedendum: f64) -> std::result::Result<Vec<Line>, String> {
    let g = wheels.geometry().map_err(|why| match why {
        Impossible::RingTooSmall => "the second wheel of an internal pair needs more teeth than the first".into(),
        Impossible::TooClose(least) => {
            format!("the base circles need a centre distance of at least {:.4} mm", 1e3 * least)
        }
        Impossible::NoWorkingAngle => "no centre distance is free of backlash with these profile shifts".to_owned(),
    })?;
    let line = |name, words, values: &[f64], unit| Line { name, words, values: values.to_vec(), unit };
    let mut lines = vec![
        line("reference_diameters", "reference diameters", &g.reference_radii.map(|r| 2.0 * r), Unit::Length),
        line("base_diameters", "base diameters", &g.base_radii.map(|r| 2.0 * r), Unit::Length),
        line("tip_diameters", "tip diameters", &g.tip_radii.map(|r| 2.0 * r), Unit::Length),
        line("working_diameters", "working pitch diameters", &g.working_radii.map(|r| 2.0 * r), Unit::Length),
        line("centre_distance", "centre distance", &[g.centre_distance], Unit::Length),
        line("zero_backlash_distance", "centre distance without backlash", &[g.zero_backlash_distance], Unit::Length),
        line("normal_backlash", "normal backlash from the centre distance", &[g.normal_backlash], Unit::Length),
        line("transverse_pressure_angle", "transverse pressure angle", &[g.transverse_pressure_angle], Unit::Angle),
        line("working_pressure_angle", "working pressure angle", &[g.working_pressure_angle], Unit::Angle),
        line("base_helix_angle", "base helix angle", &[g.base_helix_angle], Unit::Angle),
        line("base_pitch", "base pitch", &[g.base_pitch], Unit::Length),
        line("transverse_contact_ratio", "transverse contact ratio", &[g.transverse_contact_ratio], Unit::Number),
    ];
    if let Some(overlap) = g.overlap_ratio {
        lines.push(line("overlap_ratio", "overlap ratio", &[overlap], Unit::Number));
        let total = g.transverse_contact_ratio + overlap;
        lines.push(line("total_contact_ratio", "total contact ratio", &[total], Unit::Number));
    }
    if let Some((c, _)) = wheels.stiffness(young, dedendum) {
        lines.push(line("single_stiffness", "c' of one pair (ISO 6336 B)", &[c.single], Unit::StiffnessOfWidth));
        lines.push(line("mean_stiffness", "c_gamma of the mesh (ISO 6336 B)", &[c.mean], Unit::StiffnessOfWidth));
        if let Some(b) = wheels.face_width {
            lines.push(line("mesh_stiffness", "mesh stiffness over the face width", &[c.mean * b], Unit::Stiffness));
        }
    }
    Ok(lines)
}

fn print_results(lines: &[Line], warnings: &[String], json: bool) -> Result<()> {
    if json {
        let mut object = Map::new();
        object.insert("status".into(), "done".into());
        for line in lines {
            let value = match line.values.as_slice() {
                [one] => Value::from(*one),
                several => Value::from(several.to_vec()),
            };
            object.insert(line.name.into(), value);
        }
        object.insert("warnings".into(), Value::from(warnings.to_vec()));
        return output::print_line(&Value::Object(object).to_string());
    }
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right), ("", Align::Left)]);
    for line in lines {
        let (unit, factor) = line.unit.shown();
        let digits = if matches!(line.unit, Unit::Stiffness) { 0 } else { 4 };
        let values: Vec<String> = line.values.iter().map(|v| format!("{:.digits$}", v * factor)).collect();
        table.row(vec![line.words.into(), values.join("  "), unit.into()]);
    }
    output::print_line(table.to_string().trim_end())?;
    for warning in warnings {
        output::eprint_line(&format!("warning: outside the range of ISO 6336 method B: {warning}"));
    }
    Ok(())
}
