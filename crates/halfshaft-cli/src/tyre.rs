//! `halfshaft tyre`: curves of a tyre property file.

use crate::arguments::Tyre;
use crate::exit::Exit;
use crate::output;
use halfshaft::laws::TyreLaw;
use halfshaft::laws::tyre::{Slip, Wrench};
use halfshaft_model::diagnostic::Style;
use halfshaft_model::source::Disk;
use halfshaft_model::tyre_file::{self, TyreFile};
use halfshaft_results::atomic::write_bytes;
use halfshaft_results::figure::{Curve, Figure, Panel};
use halfshaft_results::table::{Align, Table};
use halfshaft_run::InvalidInput;
use serde_json::{Value, json};
use std::io::Result;

/// Points of a curve.
const POINTS: i32 = 81;
/// Largest slip ratio and slip angle of the curves, in radians.
const LARGEST: f64 = 0.3;
/// Speed of the curves, in m/s; only rolling resistance depends on it.
const SPEED: f64 = 16.7;

pub(crate) fn tyre(options: &Tyre) -> Result<Exit> {
    let path = options.file.to_string_lossy();
    let read = Disk::open_named(&path).map_err(Into::into).and_then(|source| tyre_file::read(&source));
    let (file, warnings) = match read {
        Ok(read) => read,
        Err(diagnostics) => return output::report_invalid(&path, &diagnostics.into(), options.json),
    };
    for warning in warnings {
        output::eprint_line(&warning.render(Style::Plain));
    }
    let nominal = file.law.coefficients.nominal_load();
    let loads =
        if options.load.is_empty() { vec![0.5 * nominal, nominal, 1.5 * nominal] } else { options.load.clone() };
    if let Some(load) = loads
        .iter()
        .chain(options.at.chunks(4).filter_map(|point| point.get(3)))
        .find(|load| **load <= 0.0 || load.is_nan())
    {
        let message = format!("a load must be positive, not {load} N");
        return output::report_invalid(&path, &InvalidInput::plain("bad-option", message, None), options.json);
    }
    let law = TyreLaw::Pacejka(Box::new(file.law.clone()));
    if let Some(output) = &options.output {
        let figure = figure(&law, &loads, options.camber, &path);
        let drawing = match output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
            true => figure.png().unwrap_or_default(),
            false => (figure.svg() + "\n").into_bytes(),
        };
        if let Err(error) = write_bytes(output, &drawing) {
            return output::report_unwritable(&path, &error, options.json);
        }
    }
    print(options, &file, &law, &loads)?;
    Ok(Exit::Done)
}

fn forces(law: &TyreLaw, [ratio, angle, camber, load]: [f64; 4]) -> Wrench {
    let (tangent, direction) = (angle.tan(), 1.0);
    law.wrench(&Slip { ratio, tangent, camber, load, friction: 1.0, speed: SPEED, direction })
}

fn figure(law: &TyreLaw, loads: &[f64], camber: f64, name: &str) -> Figure {
    let curve = |of: &dyn Fn(f64, f64) -> f64| {
        let line = |load: f64| {
            let step = LARGEST / f64::from(POINTS / 2);
            let points = (-(POINTS / 2)..=POINTS / 2).map(|i| f64::from(i) * step);
            Curve { label: format!("{load:.0} N"), points: points.map(|x| [x, of(x, load)]).collect() }
        };
        loads.iter().map(|load| line(*load)).collect()
    };
    let panel =
        |label: &str, of: &dyn Fn(f64, f64) -> f64| Panel { label: label.into(), log: false, curves: curve(of) };
    Figure {
        title: format!("{name}, camber {camber} rad"),
        x_label: "slip ratio, slip angle in rad".into(),
        panels: vec![
            panel("Fx in N over slip ratio", &|x, load| forces(law, [x, 0.0, camber, load]).fx),
            panel("Fy in N over slip angle", &|x, load| forces(law, [0.0, x, camber, load]).fy),
            panel("Mz in N m over slip angle", &|x, load| forces(law, [0.0, x, camber, load]).mz),
        ],
        ..Figure::default()
    }
}

fn print(options: &Tyre, file: &TyreFile, law: &TyreLaw, loads: &[f64]) -> Result<()> {
    let at = |point: &[f64]| {
        let w = forces(law, [point[0], point[1], point[2], point[3]]);
        json!({ "slip_ratio": point[0], "slip_angle": point[1], "camber": point[2], "load": point[3],
            "fx": w.fx, "fy": w.fy, "mx": w.mx, "my": w.my, "mz": w.mz })
    };
    let stiffness: Vec<_> =
        loads.iter().map(|load| (*load, law.stiffness(*load), file.law.relaxation_lengths(*load))).collect();
    if options.json {
        let rows: Vec<Value> = stiffness
            .iter()
            .map(|(load, s, relaxation)| {
                json!({ "load": load, "slip_stiffness": s.slip[0], "cornering_stiffness": s.slip[1],
                    "peak_fx": s.peak[0], "peak_fy": s.peak[1], "relaxation_lengths": relaxation })
            })
            .collect();
        let points: Vec<Value> = options.at.chunks_exact(4).map(at).collect();
        return output::print_line(&json!({ "status": "done", "loads": rows, "points": points }).to_string());
    }
    let headings = ["load [N]", "dFx/dκ [N]", "-dFy/dα [N/rad]", "peak Fx [N]", "peak Fy [N]", "σκ [m]", "σα [m]"];
    let mut table = Table::new(&headings.map(|heading| (heading, Align::Right)));
    for (load, s, relaxation) in &stiffness {
        let lengths = relaxation.map_or(["-".into(), "-".into()], |r| r.map(|length| format!("{length:.3}")));
        let [a, b] = lengths;
        let numbers = [*load, s.slip[0], s.slip[1], s.peak[0], s.peak[1]].map(|x| format!("{x:.1}"));
        table.row(numbers.into_iter().chain([a, b]).collect());
    }
    output::print_line(table.to_string().trim_end())?;
    if !options.at.is_empty() {
        let headings = ["κ", "α [rad]", "γ [rad]", "Fz [N]", "Fx [N]", "Fy [N]", "Mx [N m]", "My [N m]", "Mz [N m]"];
        let mut table = Table::new(&headings.map(|heading| (heading, Align::Right)));
        for point in options.at.chunks_exact(4) {
            let w = forces(law, [point[0], point[1], point[2], point[3]]);
            let forces = [w.fx, w.fy, w.mx, w.my, w.mz].map(|x| format!("{x:.2}"));
            table.row(point.iter().map(f64::to_string).chain(forces).collect());
        }
        output::print_line(table.to_string().trim_end())?;
    }
    Ok(())
}
