//! `halfshaft gear ltca`: loaded tooth contact analysis of a gear pair.

use crate::exit::Exit;
use crate::gear::amount;
use crate::gear_arguments::Ltca;
use crate::gear_mesh::wheels;
use crate::output;
use halfshaft::describe::Quantity;
use halfshaft::gear::Tooth;
use halfshaft::tooth_contact::{Analysis, ToothContact};
use halfshaft_model::{GearWheels, MeshStiffnessFile};
use halfshaft_results::atomic::write_bytes;
use halfshaft_results::figure::{Curve, Figure, Panel};
use halfshaft_results::table::{Align, Table};
use halfshaft_run::{FileAccess, InvalidInput};
use serde_json::{Value, json};
use std::io::Result;
use std::sync::Arc;

/// Micrometres, and N/(mm µm).
const MICRO: f64 = 1e6;
const PER_WIDTH: f64 = 1e-9;
/// Multiples of the meshing frequency at which the amplitudes of the transmission error are printed.
const ORDERS: usize = 5;

/// The analysis of a pair, and those of other tip reliefs with the relief in metres.
struct Results {
    wheels: GearWheels,
    analysis: Analysis,
    reliefs: Vec<(f64, Analysis)>,
}

pub(crate) fn ltca(options: &Ltca, file_access: &FileAccess) -> Result<Exit> {
    let results = match analyse(options, file_access) {
        Ok(results) => results,
        Err(invalid) => return output::report_invalid(&options.model.to_string_lossy(), &invalid, options.json),
    };
    if let Some(path) = &options.output {
        let figure = figure(&results);
        let drawing = match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
            true => figure.png().unwrap_or_default(),
            false => (figure.svg() + "\n").into_bytes(),
        };
        if let Err(error) = write_bytes(path, &drawing) {
            return output::report_unwritable(&options.model.to_string_lossy(), &error, options.json);
        }
    }
    if let Some(path) = &options.stiffness
        && let Err(error) = write_bytes(path, stiffness_file(&results).text().as_bytes())
    {
        return output::report_unwritable(&options.model.to_string_lossy(), &error, options.json);
    }
    if options.json {
        print_json(&results)?
    } else {
        print_tables(&results)?
    }
    Ok(Exit::Done)
}

fn analyse(options: &Ltca, file_access: &FileAccess) -> std::result::Result<Results, InvalidInput> {
    let option = |name: &str, text: &str, quantity: Quantity| {
        amount(name, text, quantity).map_err(|message| InvalidInput::plain("bad-option", message, None))
    };
    let torque = option("torque", &options.torque, Quantity::TORQUE)?;
    if torque == 0.0 {
        let message = "--torque must not be zero: without load there is no contact to analyse".to_owned();
        return Err(InvalidInput::plain("bad-option", message, None));
    }
    let mut reliefs = vec![];
    for text in &options.tip_relief {
        let relief = option("tip-relief", text.trim(), Quantity::LENGTH)?;
        if relief < 0.0 {
            return Err(InvalidInput::plain("bad-option", "--tip-relief must not be negative".to_owned(), None));
        }
        reliefs.push(relief);
    }
    let wheels = wheels(&options.model, &options.overrides, options.pair.as_deref(), file_access)?;
    let contact = wheels.contact().map_err(|diagnostic| InvalidInput::from(*diagnostic))?;
    let of = |contact: &ToothContact| {
        let analysis = contact.analysis(torque, options.positions as usize);
        analysis.map_err(|fault| InvalidInput::from(*wheels.error(&fault)))
    };
    let analysis = of(&contact)?;
    let reliefs = reliefs.into_iter().map(|relief| Ok((relief, of(&relieved(&wheels, &contact, relief))?)));
    let reliefs = reliefs.collect::<std::result::Result<Vec<_>, InvalidInput>>()?;
    Ok(Results { analysis, reliefs, wheels })
}

/// The pair with a tip relief on both wheels; without a length in the file it reaches to the outer point of single contact.
fn relieved(wheels: &GearWheels, contact: &Arc<ToothContact>, relief: f64) -> ToothContact {
    let geometry = &wheels.pair.geometry;
    let whole = (geometry.transverse_contact_ratio - 1.0).max(0.1) * geometry.base_pitch;
    contact.with_modifications(wheels.pair.modifications.map(|mut own| {
        own.tip_relief = relief;
        if own.tip_relief_length <= 0.0 {
            own.tip_relief_length = whole;
        }
        own
    }))
}

/// The stiffness over a pitch, for `stiffness_file` of a rigid pair.
fn stiffness_file(results: &Results) -> MeshStiffnessFile {
    let (analysis, geometry) = (&results.analysis, &results.wheels.pair.geometry);
    let first = geometry.base_radii[0] * (analysis.positions[0].roll - geometry.working_pressure_angle.tan());
    MeshStiffnessFile {
        base_pitch: geometry.base_pitch,
        first,
        stiffness: analysis.positions.iter().map(|position| analysis.force / position.error).collect(),
        pairs: analysis.positions.iter().map(|position| position.in_contact() as f64).collect(),
    }
}

/// Y_F and the nominal root stress F_t Y_F Y_S/(b m_n) of both wheels; none of a ring.
fn by_iso(results: &Results) -> [Option<(f64, f64)>; 2] {
    let pair = &results.wheels.pair;
    [0, 1].map(|k| {
        let tooth = Tooth::new(pair.drawings[k]).ok()?;
        let factor = tooth.form_factor(&pair.geometry)?;
        let torque = results.analysis.force * pair.geometry.base_helix_angle.cos() * pair.geometry.base_radii[0];
        let tangential = torque / pair.geometry.reference_radii[0];
        let nominal = tangential / (pair.bodies[k].face_width * pair.drawings[k].module);
        Some((factor.form, nominal * factor.form * factor.correction))
    })
}

fn error_json(analysis: &Analysis) -> Value {
    let [min, max, mean] = analysis.errors().map(|error| MICRO * error);
    json!({ "min": min, "max": max, "mean": mean, "peak_to_peak": max - min })
}

/// Amplitudes of the transmission error in µm at the first multiples of the meshing frequency.
fn orders(analysis: &Analysis) -> Vec<f64> {
    analysis.error_orders(ORDERS).iter().map(|amplitude| MICRO * amplitude).collect()
}

fn print_json(results: &Results) -> Result<()> {
    let Results { wheels, analysis, reliefs } = results;
    let (geometry, factors) = (&wheels.pair.geometry, by_iso(results));
    let row = |position: &halfshaft::tooth_contact::Position| {
        let [behind, middle, ahead] = position.behind_middle_ahead();
        json!([position.roll.to_degrees(), MICRO * position.error, behind, middle, ahead])
    };
    let mut object = json!({
        "status": "done",
        "pair": wheels.name,
        "contact_ratio": geometry.transverse_contact_ratio,
        "overlap_ratio": geometry.overlap_ratio,
        "backlash_normal_um": MICRO * wheels.normal_backlash,
        "normal_force": analysis.force,
        "transmission_error_um": error_json(analysis),
        "transmission_error_orders_um": orders(analysis),
        "single_contact_fraction": analysis.single_contact,
        "stiffness_single": analysis.single_stiffness.map(|c| PER_WIDTH * c),
        "stiffness_double": analysis.double_stiffness.map(|c| PER_WIDTH * c),
        "face_load_factor": analysis.face_load_factor,
        "highest_pressure": analysis.highest_pressure(),
        "root_stress": analysis.highest_root_stress(),
        "root_stress_iso": factors.map(|factor| factor.map(|(_, stress)| stress)),
        "form_factor": factors.map(|factor| factor.map(|(form, _)| form)),
        "rows": analysis.positions.iter().map(row).collect::<Vec<_>>(),
    });
    if !reliefs.is_empty() {
        let of = |(relief, analysis): &(f64, Analysis)| {
            json!({ "tip_relief_um": MICRO * relief, "transmission_error_um": error_json(analysis),
                "single_contact_fraction": analysis.single_contact, "highest_pressure": analysis.highest_pressure() })
        };
        object["tip_reliefs"] = reliefs.iter().map(of).collect();
    }
    output::print_line(&object.to_string())
}

fn print_tables(results: &Results) -> Result<()> {
    let Results { wheels, analysis, reliefs } = results;
    let geometry = &wheels.pair.geometry;
    let [min, max, mean] = analysis.errors().map(|error| MICRO * error);
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right), ("", Align::Left)]);
    let stiffness = |c: Option<f64>| c.map_or("-".to_owned(), |c| format!("{:.3}", PER_WIDTH * c));
    let factors = by_iso(results);
    let both = |of: &dyn Fn(usize) -> String| format!("{}  {}", of(0), of(1));
    let root = analysis.highest_root_stress();
    let or_none = |text: Option<String>| text.unwrap_or("-".to_owned());
    for (words, value, unit) in [
        ("normal force", format!("{:.1}", analysis.force), "N"),
        ("transverse contact ratio", format!("{:.4}", geometry.transverse_contact_ratio), ""),
        ("normal backlash", format!("{:.3}", MICRO * wheels.normal_backlash), "um"),
        ("transmission error, least", format!("{min:.3}"), "um"),
        ("transmission error, greatest", format!("{max:.3}"), "um"),
        ("transmission error, mean", format!("{mean:.3}"), "um"),
        ("transmission error, peak to peak", format!("{:.3}", max - min), "um"),
        (
            "its amplitudes at 1 to 5 times the meshing frequency",
            orders(analysis).iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join("  "),
            "um",
        ),
        ("part of the pitch with one pair", format!("{:.3}", analysis.single_contact), ""),
        ("stiffness of one pair, lowest", stiffness(analysis.single_stiffness), "N/(mm um)"),
        ("stiffness of several pairs, highest", stiffness(analysis.double_stiffness), "N/(mm um)"),
        ("highest Hertzian pressure", format!("{:.0}", 1e-6 * analysis.highest_pressure()), "MPa"),
        ("highest root stress of both wheels", both(&|k| format!("{:.1}", 1e-6 * root[k])), "MPa"),
        (
            "nominal root stress by ISO 6336-3",
            both(&|k| or_none(factors[k].map(|(_, stress)| format!("{:.1}", 1e-6 * stress)))),
            "MPa",
        ),
        ("form factor Y_F", both(&|k| or_none(factors[k].map(|(form, _)| format!("{form:.3}")))), ""),
        ("face load factor K_Hβ", format!("{:.3}", analysis.face_load_factor), ""),
    ] {
        table.row(vec![words.into(), value, unit.into()]);
    }
    let headings = ["roll angle [deg]", "error [um]", "behind [N]", "middle [N]", "ahead [N]", "pressure [MPa]"];
    let mut rows = Table::new(&headings.map(|heading| (heading, Align::Right)));
    for position in &analysis.positions {
        let forces = position.behind_middle_ahead().map(|force| format!("{force:.1}"));
        let first = [format!("{:.3}", position.roll.to_degrees()), format!("{:.3}", MICRO * position.error)];
        let last = format!("{:.0}", 1e-6 * position.pressure);
        rows.row(first.into_iter().chain(forces).chain([last]).collect());
    }
    output::print(&format!("{}\n\n{table}\n{rows}", wheels.name))?;
    if !reliefs.is_empty() {
        let headings = ["tip relief [um]", "mean error [um]", "peak to peak [um]", "one pair", "pressure [MPa]"];
        let mut table = Table::new(&headings.map(|heading| (heading, Align::Right)));
        for (relief, analysis) in reliefs {
            let [min, max, mean] = analysis.errors().map(|error| MICRO * error);
            let numbers = [MICRO * relief, mean, max - min, analysis.single_contact];
            let numbers = numbers.map(|x| format!("{x:.3}")).into_iter();
            table.row(numbers.chain([format!("{:.0}", 1e-6 * analysis.highest_pressure())]).collect());
        }
        output::print(&format!("\n{table}"))?;
    }
    Ok(())
}

fn figure(results: &Results) -> Figure {
    let Results { wheels, analysis, reliefs } = results;
    let curve = |label: &str, of: &dyn Fn(&halfshaft::tooth_contact::Position) -> f64, analysis: &Analysis| Curve {
        label: label.into(),
        points: analysis.positions.iter().map(|position| [position.roll.to_degrees(), of(position)]).collect(),
    };
    let mut errors = vec![curve("as in the file", &|position| MICRO * position.error, analysis)];
    for (relief, analysis) in reliefs {
        errors.push(curve(&format!("{:.1} um", MICRO * relief), &|position| MICRO * position.error, analysis));
    }
    let forces = ["behind", "middle", "ahead"].iter().enumerate();
    let forces = forces.map(|(k, label)| curve(label, &|position| position.behind_middle_ahead()[k], analysis));
    Figure {
        title: format!("{}, normal force {:.0} N", wheels.name, analysis.force),
        x_label: "roll angle of wheel 1 in deg".into(),
        panels: vec![
            Panel { label: "transmission error in um".into(), log: false, curves: errors },
            Panel { label: "force of the pairs in N".into(), log: false, curves: forces.collect() },
        ],
        ..Figure::default()
    }
}
