//! `halfshaft fit`: fits parameters of one or several models so that measures match their targets.

use crate::arguments::{FitOptions, threads};
use crate::exit::Exit;
use crate::output::report_invalid;
use crate::sweep::default_folder;
use crate::{interrupt, output, progress};
use halfshaft_results::number::significant;
use halfshaft_results::report::REPORT_FILE;
use halfshaft_results::study::Fit;
use halfshaft_results::study::fit::FIT_FILE;
use halfshaft_results::summary::Status;
use halfshaft_results::table::{Align, Table};
use halfshaft_run::study::fit::definition::{self, FitDefinition};
use halfshaft_run::study::fit::least_squares::Settings;
use halfshaft_run::study::fit::{self, Common, SearchOptions};
use halfshaft_run::{FileAccess, InvalidInput, open};
use std::io::Result;
use std::path::Path;
use std::sync::Mutex;

pub(crate) fn fit(options: &FitOptions, file_access: &FileAccess) -> Result<Exit> {
    let folder = options.out.clone().unwrap_or_else(|| default_folder(&options.models[0], "fit"));
    let definition = match define(options, file_access, &folder) {
        Err(invalid) => return report_invalid(&options.models[0].to_string_lossy(), &invalid, options.json),
        Ok(definition) => definition,
    };
    let interrupt = interrupt::polled();
    let line = Mutex::new(progress::CountLine::new(!options.json && !options.quiet));
    let on_case = |good: bool| line.lock().unwrap_or_else(std::sync::PoisonError::into_inner).update(good);
    let (overrides, threads) = (&options.overrides, threads(options.jobs));
    let common = Common { overrides, folder: Some(&folder), threads, interrupt, on_case: &on_case };
    let curve = options.curve.map_or_else(|| fit::default_curve(definition.vary.len()), usize::from);
    let settings = Settings { difference: options.difference, ..Settings::default() };
    let search_options =
        SearchOptions { starts: usize::from(options.starts), seed: options.seed, curve, settings, interrupt };
    let found = fit::perform(&definition, common, &search_options);
    drop(line);
    if options.json {
        output::print_line(&found.json())?;
    } else {
        print_fit(&found, options.quiet)?;
        if !options.quiet && found.status == Status::Done {
            let (fit, page) = (folder.join(FIT_FILE), folder.join(REPORT_FILE));
            output::print_line(&format!("results in {}\nreport: {}", fit.display(), page.display()))?;
        }
    }
    Ok(found.status.into())
}

/// Reads the models and prepares the folder.
fn define(
    options: &FitOptions,
    file_access: &FileAccess,
    folder: &Path,
) -> std::result::Result<FitDefinition, InvalidInput> {
    let models = options.models.iter().map(|path| Ok((open(path)?, file_access.disk(&[path]))));
    let definition = definition::read(models, &options.overrides, &options.vary, &options.to)?;
    let names = definition.members.iter().map(|member| member.source.name.clone()).collect();
    let prepared = Fit::without_results(names).prepare_folder(folder);
    prepared.map_err(|error| InvalidInput::of_results(&options.models[0].to_string_lossy(), &error))?;
    Ok(definition)
}

fn print_fit(fit: &Fit, quiet: bool) -> Result<()> {
    if let Some(reason) = &fit.reason {
        output::eprint_line(&format!("error: {reason}"));
    }
    if quiet {
        return Ok(());
    }
    fit.warnings.iter().for_each(|warning| output::eprint_line(&format!("warning: {warning}")));
    if fit.parameters.is_empty() {
        return Ok(());
    }
    let mut text = format!("{}\n{}", parameters(fit), targets(fit));
    text += &format!("\n{}\n{}", sensitivities(fit), starts(fit));
    for curve in &fit.curves {
        text += &format!("\n{}", curve_table(curve));
    }
    let sum = fit.sum_of_squares.map_or("-".into(), |sum| significant(sum, 5));
    let statistics = &fit.statistics;
    text += &format!("\nsum of squares {sum}; {} cases", statistics.cases);
    if statistics.failed > 0 {
        text += &format!(", {} failed,", statistics.failed);
    }
    if statistics.computed < statistics.cases {
        text += &format!(", {} computed by this command,", statistics.computed);
    }
    text += &format!(" in {} s\n", significant(statistics.wall_s, 3));
    output::print(&text)
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".into(), |value| significant(value, 6))
}

fn right(names: &[&'static str]) -> Vec<(&'static str, Align)> {
    names.iter().enumerate().map(|(i, name)| (*name, if i == 0 { Align::Left } else { Align::Right })).collect()
}

fn parameters(fit: &Fit) -> Table {
    let mut table = Table::new(&right(&["parameter", "value", "unit", "deviation", "95 % from", "to", "range"]));
    for one in &fit.parameters {
        table.row(vec![
            one.name.clone(),
            significant(one.value, 7),
            one.unit.clone(),
            one.deviation.map_or("-".into(), |deviation| significant(deviation, 3)),
            number(one.interval.map(|interval| interval[0])),
            number(one.interval.map(|interval| interval[1])),
            format!("{} … {}", significant(one.from, 6), significant(one.to, 6)),
        ]);
    }
    table
}

/// The name of a measure, preceded by its model if there are several models.
fn titled(fit: &Fit, model: &str, measure: &str) -> String {
    if fit.models.len() == 1 { measure.to_string() } else { format!("{model}: {measure}") }
}

fn targets(fit: &Fit) -> Table {
    let mut table = Table::new(&right(&["measure", "target", "±", "value", "difference", "unit"]));
    for one in &fit.targets {
        table.row(vec![
            titled(fit, &one.model, &one.measure),
            significant(one.target, 7),
            number(one.deviation),
            significant(one.value, 7),
            significant(one.value - one.target, 3),
            one.unit.clone(),
        ]);
    }
    table
}

fn sensitivities(fit: &Fit) -> Table {
    let headers: Vec<String> =
        fit.parameters.iter().map(|one| format!("per {} of {}", unit(&one.unit), one.name)).collect();
    let mut columns = vec![("sensitivity", Align::Left)];
    columns.extend(headers.iter().map(|header| (header.as_str(), Align::Right)));
    let mut table = Table::new(&columns);
    for one in &fit.targets {
        let mut row = vec![titled(fit, &one.model, &one.measure)];
        row.extend(one.sensitivities.0.iter().map(|(_, value)| significant(*value, 5)));
        table.row(row);
    }
    table
}

fn unit(unit: &str) -> &str {
    if unit.is_empty() { "1" } else { unit }
}

fn starts(fit: &Fit) -> Table {
    let mut table = Table::new(&right(&["start", "end", "sum of squares", "steps", ""]));
    let list = |values: &halfshaft_results::summary::Named<f64>| {
        values.0.iter().map(|(_, value)| significant(*value, 5)).collect::<Vec<_>>().join(", ")
    };
    for one in &fit.starts {
        let note = if one.reason.is_empty() && !one.converged { "not converged" } else { &one.reason };
        table.row(vec![
            list(&one.start),
            one.end.as_ref().map_or("-".into(), list),
            one.sum_of_squares.map_or("-".into(), |sum| significant(sum, 5)),
            one.steps.to_string(),
            note.to_string(),
        ]);
    }
    table
}

fn curve_table(curve: &halfshaft_results::study::fit::CostCurve) -> Table {
    let header = match curve.unit.as_str() {
        "" => curve.parameter.clone(),
        unit => format!("{} [{unit}]", curve.parameter),
    };
    let mut table = Table::new(&[(header.as_str(), Align::Right), ("sum of squares", Align::Right)]);
    for (value, cost) in &curve.points {
        table.row(vec![significant(*value, 6), cost.map_or("failed".into(), |cost| significant(cost, 5))]);
    }
    table
}
