//! `halfshaft check`: reads and assembles a model without simulating it.

use crate::arguments::Check;
use crate::exit::Exit;
use crate::output;
use halfshaft_results::summary::{Parameter, Status};
use halfshaft_results::table::{Align, Table};
use halfshaft_run::check::CheckOutcome;
use halfshaft_run::{FileAccess, open};
use std::io::Result;

pub(crate) fn check(options: &Check, file_access: &FileAccess) -> Result<Exit> {
    let disk = file_access.disk(&[&options.model]);
    let checked = open(&options.model).and_then(|source| halfshaft_run::check(&source, &options.overrides, &disk));
    match checked {
        Ok(outcome) if options.json => {
            output::print_line(&outcome.summary.json())?;
            Ok(outcome.summary.status.into())
        }
        Ok(outcome) => print_outcome(&outcome),
        Err(invalid) => output::report_invalid(&options.model.to_string_lossy(), &invalid, options.json),
    }
}

fn print_outcome(outcome: &CheckOutcome) -> Result<Exit> {
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right)]);
    for (what, count) in &outcome.counts {
        table.row(vec![(*what).into(), count.to_string()]);
    }
    output::print(&format!("{}\n{table}", outcome.title))?;
    for (name, parameter) in outcome.summary.parameters.iter().flat_map(|parameters| &parameters.0) {
        if let Parameter::Word { word, of } = parameter {
            output::print_line(&format!("{name} is \"{word}\", one of {}", of.join(", ")))?;
        }
    }
    output::eprint_diagnostics(&outcome.remarks);
    if outcome.summary.status == Status::Failed {
        output::eprint_line(&outcome.failure);
    }
    outcome.derived_values.iter().try_for_each(|line| output::print_line(line))?;
    outcome.warnings.iter().for_each(|warning| output::eprint_line(&format!("warning: {warning}")));
    Ok(outcome.summary.status.into())
}
