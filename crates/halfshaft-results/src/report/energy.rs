//! The energy audit: stored, dissipated and supplied energy, and the balance error.

use super::head::badge;
use super::{Run, escaped, plotted, table};
use crate::energy::{Balance, CHANNELS};
use crate::error::Error;
use crate::figure::{Curve, Figure, Panel, prefixed, typeset};
use crate::ledger::Account;
use crate::number::significant;

pub(super) fn audit(run: &Run, out: &mut String) -> Result<(), Error> {
    let mut columns = vec![];
    for (name, _) in CHANNELS {
        let Some(found) = run.stored.named(name) else { return Ok(()) };
        columns.push(found?.0);
    }
    let (Some(&first), Some(&last)) = (run.stored.time.first(), run.stored.time.last()) else { return Ok(()) };
    let at = |row: usize| std::array::from_fn::<f64, 5, _>(|i| columns[i][row]);
    let mut balance = Balance::new(&at(0));
    (0..run.stored.time.len()).for_each(|row| balance.push(&at(row)));

    *out += "<h2>Energy</h2>\n";
    balance.round_off = run.scene.energy_round_off;
    *out += &format!("<p>{} {}.</p>\n", verdict(&balance), balance.in_words());
    if let Some(words) = balance.numerical_text() {
        *out += &format!("<p>{words}.</p>\n");
    }
    let end = columns[0].len() - 1;
    let energies = |row: usize| columns.iter().map(move |column| significant(column[row], 6));
    let rows: Vec<Vec<String>> = CHANNELS
        .iter()
        .zip(energies(0).zip(energies(end)))
        .map(|((name, meaning), (start, stop))| {
            vec![name.trim_start_matches("energy_").replace('_', " "), start, stop, (*meaning).into()]
        })
        .collect();
    let headers = [
        "energy in J".to_string(),
        format!("#at {} s", significant(first, 4)),
        format!("#at {} s", significant(last, 4)),
        "meaning".into(),
    ];
    let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    table(out, &headers, &rows);
    if balance.relative().is_some() {
        plotted(out, &figure(&run.stored.time, &mut columns));
    }
    accounts(run, out);
    Ok(())
}

/// Whether the balance can be trusted.
fn verdict(balance: &Balance) -> String {
    match (balance.exceeds_limit(), balance.relative()) {
        (true, _) => badge(false, "energy balance open"),
        (false, Some(_)) => badge(true, "energy balance closed"),
        (false, None) => String::new(),
    }
}

/// Energies below this fraction of the largest one are rounding errors.
const ROUNDING: f64 = 1e-13;
/// Maximum number of items in the table.
const MOST: usize = 12;

/// The items with the largest energies.
fn accounts(run: &Run, out: &mut String) {
    if run.accounts.is_empty() {
        return;
    }
    let size =
        |a: &Account| [a.kinetic, a.potential, a.dissipated, a.supplied].iter().fold(0.0, |m: f64, e| m.max(e.abs()));
    let mut items: Vec<&Account> = run.accounts.iter().collect();
    items.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let zero = ROUNDING * items.first().map_or(0.0, |a| size(a));
    let row = |a: &&Account| {
        let energies = [a.kinetic, a.potential, a.dissipated, a.supplied];
        let energies = energies.map(|e| significant(if e.abs() > zero { e } else { 0.0 }, 4));
        [vec![escaped(&a.name)], energies.to_vec()].concat()
    };
    let rows: Vec<Vec<String>> = items.iter().take(MOST).map(row).collect();
    let headers = ["item, energy in J", "#kinetic at the end", "#potential at the end", "#dissipated", "#supplied"];
    *out += "<h3>By item</h3>\n";
    table(out, &headers, &rows);
    if items.len() > MOST {
        *out += &format!("<p>{} more items are in <code>energy.csv</code>.</p>\n", items.len() - MOST);
    }
}

/// The four energies in one panel, the closing error in another.
///
/// Stored energy is shown relative to its initial value, because the datum of gravity is arbitrary.
fn figure(time: &[f64], columns: &mut [Vec<f64>]) -> Figure {
    let initial = columns[1].first().copied().unwrap_or(0.0);
    columns[1].iter_mut().for_each(|stored| *stored -= initial);
    let columns = &*columns;
    let (time_unit, time_factor) = prefixed("s", time.last().copied().unwrap_or(0.0));
    let panel = |places: std::ops::Range<usize>| {
        let largest = columns[places.clone()].iter().flatten().fold(0.0f64, |most, value| most.max(value.abs()));
        let (unit, factor) = prefixed("J", largest);
        let curve = |place: usize| {
            let points = time.iter().zip(&columns[place]).map(|(t, e)| [t * time_factor, e * factor]).collect();
            let label = match place {
                1 => "stored, relative to the start".into(),
                _ => CHANNELS[place].0.trim_start_matches("energy_").replace('_', " "),
            };
            Curve { label, points }
        };
        let curves: Vec<Curve> = places.map(curve).collect();
        let label = match &curves[..] {
            [only] => format!("{} in {}", only.label, typeset(&unit)),
            _ => format!("energy in {}", typeset(&unit)),
        };
        Panel { label, log: false, curves }
    };
    let panels = vec![panel(0..4), panel(4..5)];
    Figure { x_label: format!("time in {time_unit}"), panels, ..Figure::default() }
}
