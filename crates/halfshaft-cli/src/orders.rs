//! `halfshaft orders`: order tracking of a channel.

use crate::arguments::Orders;
use crate::exit::Exit;
use crate::output;
use crate::plot::unknown_channel;
use crate::report::{not_a_run, stored};
use halfshaft_results::atomic::write_text;
use halfshaft_results::figure::{Curve, Figure, Panel, waterfall};
use halfshaft_results::number::significant;
use halfshaft_results::orders::{Cut, Resampled, resample};
use halfshaft_results::plot::axis_label;
use std::f64::consts::PI;
use std::io::Result;
use std::path::Path;

/// Samples per period of the highest order.
const SAMPLES_PER_PERIOD: f64 = 12.0;
/// Maximum number of spectra in a waterfall.
const MAX_SPECTRA: usize = 60;

pub(crate) fn orders(options: &Orders) -> Result<Exit> {
    if let Some(refusal) = not_a_run(&options.folder) {
        return Ok(refusal);
    }
    match track(options) {
        Ok(text) => output::print(&text).map(|()| Exit::Done),
        Err((message, exit)) => {
            output::eprint_line(&message);
            Ok(exit)
        }
    }
}

type Unsuitable = (String, Exit);

fn track(options: &Orders) -> std::result::Result<String, Unsuitable> {
    let failed = |error: &dyn std::fmt::Display| (format!("error: {error}"), Exit::Failed);
    let stored = stored(&options.folder).map_err(|e| failed(&e))?;
    let column = |name: &str| {
        let place = stored.find(name).ok_or_else(|| (unknown_channel(name, &stored), Exit::BadInput))?;
        stored.column(place).map(|values| (values, stored.info[place].unit.clone())).map_err(|e| failed(&e))
    };
    let (values, unit) = column(&options.channel)?;
    let (angle, angle_unit) = column(&options.reference)?;
    if angle_unit != "rad" {
        let message = format!("error[bad-arguments]: --reference {} is not an angle", options.reference);
        return Err((message, Exit::BadInput));
    }
    let largest = options.orders.iter().fold(0.0_f64, |most, n| most.max(*n));
    let highest = options.highest.unwrap_or(2.0 * largest).max(largest);
    let each_turn = (SAMPLES_PER_PERIOD * highest).ceil().clamp(32.0, 16_384.0) as usize;
    let turns = options.turns as usize;
    let resampled = resample(&stored.time, &angle, &values, each_turn).filter(|r| r.values.len() > each_turn * turns);
    let Some(resampled) = resampled else {
        let message = format!(
            "error: {} does not complete {turns} forward turns in this run; give fewer --turns",
            options.reference
        );
        return Err((message, Exit::Failed));
    };
    let cuts: Vec<(f64, Vec<Cut>)> = options.orders.iter().map(|n| (*n, resampled.cut(*n, turns))).collect();
    let folder = options.out.as_deref().unwrap_or(&options.folder);
    std::fs::create_dir_all(folder).map_err(|e| failed(&format!("cannot create {}: {e}", folder.display())))?;
    let save = |name: &str, text: String| {
        let path = folder.join(name);
        write_text(&path, &text).map_err(|e| failed(&e))
    };
    save("order-cuts.csv", table(&cuts, &unit))?;
    save("order-cuts.svg", drawing(&cuts, &options.channel, &unit))?;
    let (orders, rows) = spectra(&resampled, highest, turns);
    save("waterfall.svg", waterfall(&format!("{} by order", options.channel), &orders, &rows))?;
    let mut text = String::from("speed [rad/s]");
    orders.iter().for_each(|n| text += &format!(",order {n:?} [{unit}]"));
    for (speed, amplitudes) in &rows {
        text += &format!("\n{speed:?}");
        amplitudes.iter().for_each(|a| text += &format!(",{a:?}"));
    }
    save("waterfall.csv", text + "\n")?;
    Ok(text_report(&cuts, &unit, folder))
}

/// Amplitudes over order for each block, with the order resolution of the blocks.
fn spectra(resampled: &Resampled, highest: f64, turns: usize) -> (Vec<f64>, Vec<(f64, Vec<f64>)>) {
    let lines = (highest * turns as f64).round() as usize;
    let orders: Vec<f64> = (1..=lines).map(|k| k as f64 / turns as f64).collect();
    let all: Vec<Vec<Cut>> = orders.iter().map(|n| resampled.cut(*n, turns)).collect();
    let blocks = all.first().map_or(0, Vec::len);
    let every = blocks.div_ceil(MAX_SPECTRA).max(1);
    let row = |b: usize| (all[0][b].speed, all.iter().map(|cut| cut[b].amplitude).collect());
    (orders, (0..blocks).step_by(every).map(row).collect())
}

fn table(cuts: &[(f64, Vec<Cut>)], unit: &str) -> String {
    let mut text = String::from("time [s],speed [rad/s]");
    cuts.iter().for_each(|(n, _)| text += &format!(",order {n:?} [{unit}],phase of order {n:?} [rad]"));
    for b in 0..cuts.first().map_or(0, |cut| cut.1.len()) {
        text += &format!("\n{:?},{:?}", cuts[0].1[b].time, cuts[0].1[b].speed);
        cuts.iter().for_each(|(_, cut)| text += &format!(",{:?},{:?}", cut[b].amplitude, cut[b].phase));
    }
    text + "\n"
}

fn drawing(cuts: &[(f64, Vec<Cut>)], channel: &str, unit: &str) -> String {
    let curve = |(n, cut): &(f64, Vec<Cut>)| Curve {
        label: format!("order {}", significant(*n, 4)),
        points: cut.iter().map(|cut| [cut.speed * 30.0 / PI, cut.amplitude]).collect(),
    };
    let curves = cuts.iter().map(curve).collect();
    let panel = Panel { label: axis_label(channel, unit), log: false, curves };
    let title = format!("{channel}: order cuts");
    Figure { title, x_label: "speed in rpm".into(), panels: vec![panel], ..Figure::default() }.svg() + "\n"
}

fn text_report(cuts: &[(f64, Vec<Cut>)], unit: &str, folder: &Path) -> String {
    let mut text = String::new();
    for (n, cut) in cuts {
        if let Some(peak) = cut.iter().max_by(|a, b| a.amplitude.total_cmp(&b.amplitude)) {
            let [size, rpm] = [peak.amplitude, peak.speed * 30.0 / PI].map(|x| significant(x, 5));
            text += &format!("order {}: largest {size} {unit} at {rpm} rpm\n", significant(*n, 4));
        }
    }
    text + &format!("waterfall and order cuts in {}\n", folder.display())
}
