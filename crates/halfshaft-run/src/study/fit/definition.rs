//! The definition of a fit, checked against its models.

use super::models::Member;
use super::ranges;
use super::target::{self, Measured, Target};
use crate::file_access;
use crate::session::prepare::{InvalidInput, Prepared, open, prepare};
use crate::study::vary::Vary;
use crate::study::{invalid_input, parameter_errors};
use halfshaft_model::diagnostic::Diagnostic;
use std::path::PathBuf;

/// Input that passed every check.
pub struct FitDefinition {
    /// The models.
    pub members: Vec<Member>,
    /// The parameters to fit.
    pub vary: Vec<Vary>,
    /// The targets.
    pub targets: Vec<Target>,
}

/// Reads the models, and checks parameters and targets against them.
pub fn read(
    models: &[PathBuf],
    overrides: &[(String, String)],
    vary: &[(String, String)],
    to: &[(String, String)],
) -> Result<FitDefinition, InvalidInput> {
    let vary = ranges(vary)?;
    let mut members = vec![];
    let mut measures = vec![];
    for path in models {
        let source = open(path)?;
        let Prepared { files, measures: own, .. } = prepare(&source, overrides, &file_access::disk(&[path]))?;
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
    if errors.is_empty() { Ok(FitDefinition { members, vary, targets }) } else { Err(invalid_input(errors)) }
}
