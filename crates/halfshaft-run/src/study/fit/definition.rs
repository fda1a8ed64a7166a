//! The definition of a fit, checked against its models.

use super::models::Member;
use super::ranges;
use super::target::{self, Measured, Target};
use crate::invalid_input::InvalidInput;
use crate::session::prepare::{Prepared, prepare};
use crate::study::vary::Vary;
use crate::study::{parameter_errors, unless};
use halfshaft_model::diagnostic::Diagnostic;
use halfshaft_model::source::{Open, Source};

/// Input that passed every check.
pub struct FitDefinition {
    /// The models.
    pub members: Vec<Member>,
    /// The parameters to fit.
    pub vary: Vec<Vary>,
    /// The targets.
    pub targets: Vec<Target>,
}

/// Reads the models, each with the files that it may use, and checks parameters and targets against them.
pub fn read<O: Open>(
    models: impl IntoIterator<Item = Result<(Source, O), InvalidInput>>,
    overrides: &[(String, String)],
    vary: &[(String, String)],
    to: &[(String, String)],
) -> Result<FitDefinition, InvalidInput> {
    let vary = ranges(vary)?;
    let mut members = vec![];
    let mut measures = vec![];
    for model in models {
        let (source, files) = model?;
        let Prepared { files, measures: own, .. } = prepare(&source, overrides, &files)?;
        members.push(Member { source, files, has: vec![] });
        measures.push(own);
    }
    // A parameter may exist in some of the models only; an invalid value is an error in any model.
    let mut errors: Vec<Diagnostic> = vec![];
    for one in &vary {
        let mut strange = vec![];
        for member in &mut members {
            let list = parameter_errors(&member.source, overrides, &member.files, std::slice::from_ref(one));
            let (unknown, wrong): (Vec<_>, Vec<_>) =
                list.into_iter().partition(|error| error.code == "unknown-parameter");
            member.has.push(unknown.is_empty());
            strange.extend(unknown);
            errors.extend(wrong.into_iter().filter(|error| !errors.contains(error)).collect::<Vec<_>>());
        }
        if members.iter().all(|member| member.has.last() == Some(&false)) {
            errors.extend(strange.into_iter().take(1));
        }
    }
    let measured = members.iter().zip(&measures);
    let measured: Vec<Measured> =
        measured.map(|(member, measures)| Measured { name: &member.source.name, measures }).collect();
    let targets = target::read(to, &measured).unwrap_or_else(|list| {
        errors.extend(list);
        vec![]
    });
    unless(errors).map(|()| FitDefinition { members, vary, targets })
}
