//! Parameter studies: many runs of one model with different parameter values.
//!
//! [`vary`] parses the values of a parameter, [`design`] combines them into cases, [`plan`] checks them against the
//! model, [`cases`] runs them, and [`sweep`] collects their results. [`mod@fit`] searches for values with which the measures match their targets.

pub mod cases;
pub mod design;
pub mod fit;
pub mod random;
pub mod sweep;
pub mod vary;

use crate::invalid_input::InvalidInput;
use crate::session::prepare::prepare;
use halfshaft_model::diagnostic::{Diagnostic, Diagnostics};
use halfshaft_model::source::{Embedded, Open, Source};
use halfshaft_model::{OVERRIDE, read_with};
use halfshaft_results::study::{Design, Plan};
use vary::{Over, Vary};

/// Maximum number of cases of a study.
pub const MOST_CASES: usize = 1_000_000;

/// The definition of a study.
pub struct StudyDefinition<'a> {
    /// The model.
    pub source: &'a Source,
    /// The files that it uses.
    pub files: &'a dyn Open,
    /// Overrides that all cases share, as pairs of name and value.
    pub overrides: &'a [(String, String)],
    /// What varies, as pairs of name and the text after the equals sign.
    pub vary: &'a [(String, String)],
    /// How the cases are chosen.
    pub design: Design,
    /// The number of cases, if the design does not imply it.
    pub cases: Option<usize>,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// The plan of a study, or all errors in its definition. Only reads the model's files; writes nothing.
pub fn plan(definition: &StudyDefinition) -> Result<Plan, InvalidInput> {
    let prepared = prepare(definition.source, definition.overrides, definition.files)?;
    let vary = read(definition.vary)?;
    let plan = Plan {
        halfshaft: env!("CARGO_PKG_VERSION").into(),
        model: definition.source.name.clone(),
        design: definition.design,
        seed: matches!(definition.design, Design::Lhs | Design::Random).then_some(definition.seed),
        overrides: definition.overrides.to_vec(),
        parameters: vary.iter().map(|vary| vary.name.clone()).collect(),
        cases: design::cases(definition.design, &vary, definition.cases, definition.seed)?,
        text: definition.source.text.clone(),
        files: prepared.files,
    };
    check(definition.source, definition.overrides, &plan.files, &vary)?;
    Ok(plan)
}

/// Parses the `--vary` options.
pub fn read(options: &[(String, String)]) -> Result<Vec<Vary>, InvalidInput> {
    let mut list: Vec<Vary> = vec![];
    let mut errors = vec![];
    for (name, text) in options {
        match Vary::parse(name, text) {
            Err(error) => errors.push(error),
            Ok(vary) if list.iter().any(|other| other.name == vary.name) => {
                errors.push(vary.error("duplicate-parameter", format!("`{name}` varies twice")));
            }
            Ok(vary) => list.push(vary),
        }
    }
    if list.is_empty() && errors.is_empty() {
        errors.push(design::plain("nothing-varies", "no parameter varies").help("add --vary NAME=A:B:N"));
    }
    unless(errors).map(|()| list)
}

/// Nothing, unless there are errors.
pub(crate) fn unless(errors: Vec<Diagnostic>) -> Result<(), InvalidInput> {
    Diagnostics::of(errors).map_or(Ok(()), |diagnostics| Err(diagnostics.into()))
}

/// Checks that the model has the parameters and that the units of the values fit.
///
/// A value that makes the model invalid, such as a negative mass or a parameter of a submodel that another choice removes,
/// is left to its case.
fn check(
    source: &Source,
    overrides: &[(String, String)],
    files: &[(String, String)],
    vary: &[Vary],
) -> Result<(), InvalidInput> {
    unless(parameter_errors(source, overrides, files, vary))
}

/// The errors of the model about names and values of varied parameters.
pub(crate) fn parameter_errors(
    source: &Source,
    overrides: &[(String, String)],
    files: &[(String, String)],
    vary: &[Vary],
) -> Vec<Diagnostic> {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    // The numbers of a range share one unit, so one of them is enough.
    let choices = |vary: &Vary| match &vary.over {
        Over::Range { .. } => vec![vary.at(0.0)],
        Over::List(values) => values.clone(),
    };
    let choices: Vec<Vec<String>> = vary.iter().map(choices).collect();
    let most = choices.iter().map(Vec::len).max().unwrap_or(0).min(1000);
    let mut errors: Vec<Diagnostic> = vec![];
    for i in 0..most {
        let mut all = overrides.to_vec();
        all.extend(
            vary.iter().zip(&choices).map(|(vary, values)| (vary.name.clone(), values[i % values.len()].clone())),
        );
        let Err(diagnostics) = read_with(source, &all, &Embedded(&files)) else { continue };
        let of_case = ["out-of-range", "absent-item"];
        let of_options = |error: &&Diagnostic| error.file() == OVERRIDE && !of_case.contains(&error.code);
        for error in diagnostics.as_slice().iter().filter(of_options) {
            let error = error.clone().about(vary::OPTION);
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    errors
}
