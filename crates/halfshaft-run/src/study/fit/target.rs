//! `--to MEASURE=VALUE[±σ]`: the target value of a measure of one of the models.

use halfshaft_model::diagnostic::Diagnostic;
use halfshaft_model::suggest::nearest;
use halfshaft_model::{Source, units};
use halfshaft_results::measure::Measure;
use std::path::Path;
use std::sync::Arc;

/// The source name in diagnostics.
const OPTION: &str = "--to";

/// The target value of a measure, in the unit of the measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The index of the model.
    pub model: usize,
    /// The name of the measure.
    pub measure: String,
    /// Its unit.
    pub unit: String,
    /// The target value.
    pub value: f64,
    /// Its standard deviation, if given.
    pub deviation: Option<f64>,
}

/// A model and its measures.
pub struct Measured<'a> {
    /// Its file, as given.
    pub name: &'a str,
    /// Its measures.
    pub measures: &'a [Measure],
}

/// Parses the `--to` options.
pub fn read(options: &[(String, String)], models: &[Measured]) -> Result<Vec<Target>, Vec<Diagnostic>> {
    let mut targets: Vec<Target> = vec![];
    let mut errors = vec![];
    for (name, text) in options {
        match one(name, text, models) {
            Ok(target) => targets.push(target),
            Err(error) => errors.push(error),
        }
    }
    let plain = |message: &str| Diagnostic::new("missing-deviation", &source("", ""), 0..0, message);
    let given = targets.iter().filter(|target| target.deviation.is_some()).count();
    if errors.is_empty() && given > 0 && given < targets.len() {
        errors.push(
            plain("some targets have a deviation and some do not").help("write `±` for all targets, or for none"),
        );
    }
    let units = targets.iter().any(|target| target.unit != targets[0].unit);
    if errors.is_empty() && given == 0 && units {
        let error = plain("targets with different units need standard deviations as weights");
        errors.push(error.help("write them as `--to \"period=2.01 s ± 0.01 s\"`"));
    }
    if errors.is_empty() { Ok(targets) } else { Err(errors) }
}

fn source(name: &str, text: &str) -> Arc<Source> {
    let text = if name.is_empty() { String::new() } else { format!("{name}={text}") };
    Arc::new(Source::new(OPTION, text))
}

fn one(name: &str, text: &str, models: &[Measured]) -> Result<Target, Diagnostic> {
    let source = source(name, text);
    let (model, measure) = find(name, models, &source)?;
    let start = name.len() + 1;
    let error = |code, message: String| Diagnostic::new(code, &source, start..source.text.len(), message);
    let dimension = |unit: &str| units::parse(&format!("1 {unit}")).map(|amount| amount.dimension);
    let amount = |piece: &str| -> Result<f64, Diagnostic> {
        let amount = units::parse(piece).map_err(|fault| error(fault.code, fault.message))?;
        // As in [[expect]], a number without a unit has the unit of the measure.
        let bare = units::split(piece).is_ok_and(|(_, unit)| unit.is_empty());
        if bare {
            return Ok(amount.value);
        }
        if Ok(amount.dimension) != dimension(&measure.unit.symbol) {
            return Err(error("unit-mismatch", format!("`{}` is in {}", measure.name, measure.unit.symbol)));
        }
        Ok(measure.in_unit(amount.value))
    };
    let sign = ["±", "+-", "+/-"].iter().find_map(|sign| text.split_once(sign));
    let value = amount(sign.map_or(text, |(value, _)| value))?;
    let deviation = match sign {
        None => None,
        Some((_, deviation)) if deviation.trim().ends_with('%') && measure.unit.symbol != "1" => {
            let part = units::parse(deviation).map_err(|fault| error(fault.code, fault.message))?;
            Some(part.value * value.abs())
        }
        Some((_, deviation)) => Some(amount(deviation)?),
    };
    if deviation.is_some_and(|deviation| deviation <= 0.0) {
        return Err(error("bad-deviation", "the deviation must be positive".into()));
    }
    Ok(Target { model, measure: measure.name.clone(), unit: measure.unit.symbol.clone(), value, deviation })
}

/// Finds a measure by name; if several models have it, the name starts with the model and a colon.
fn find<'a>(name: &str, models: &'a [Measured], source: &Arc<Source>) -> Result<(usize, &'a Measure), Diagnostic> {
    let of = |wanted: &str, only: Option<&str>| -> Vec<(usize, &'a Measure)> {
        let models = models.iter().enumerate().filter(|(_, model)| only.is_none_or(|only| is_called(model.name, only)));
        models.flat_map(|(i, model)| model.measures.iter().filter(|m| m.name == wanted).map(move |m| (i, m))).collect()
    };
    let mut found = of(name, None);
    if let (true, Some((model, measure))) = (found.is_empty(), name.split_once(':')) {
        found = of(measure.trim(), Some(model.trim()));
    }
    let error = |code, message: String| Diagnostic::new(code, source, 0..name.len(), message);
    match found[..] {
        [one] => Ok(one),
        [] => {
            let all = models.iter().flat_map(|model| model.measures).map(|measure| measure.name.as_str());
            let error = error("unknown-measure", format!("there is no measure `{name}`"));
            Err(match nearest(name, all) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            })
        }
        _ => {
            let first = Path::new(models[found[0].0].name).file_stem().unwrap_or_default().to_string_lossy();
            let error = error("ambiguous-measure", format!("several models have a measure `{name}`"));
            Err(error.help(format!("specify the model, as \"{first}:{name}=…\"")))
        }
    }
}

/// Returns whether a name denotes a file: by its whole path, or by its file name with or without extension.
fn is_called(file: &str, name: &str) -> bool {
    let path = Path::new(file);
    file == name || path.file_name().is_some_and(|f| f == name) || path.file_stem().is_some_and(|f| f == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfshaft_results::measure::{Statistic, Unit, What};

    fn measure(name: &str, unit: &str) -> Measure {
        let what = What::Statistic(Statistic::Max, "a.x".into());
        Measure { name: name.into(), unit: Unit::si(unit), what, over: None }
    }

    fn targets(options: &[(&str, &str)]) -> Result<Vec<Target>, &'static str> {
        let options: Vec<_> = options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let (a, b) = ([measure("period", "s"), measure("tdr", "1")], [measure("tdr", "1"), measure("arm", "m")]);
        let models = [Measured { name: "x/a.toml", measures: &a }, Measured { name: "b.toml", measures: &b }];
        read(&options, &models).map_err(|errors| errors[0].code)
    }

    #[test]
    fn a_target_has_a_unit_and_may_have_a_deviation() {
        let one = |name, text| targets(&[(name, text)]).map(|t| (t[0].model, t[0].value, t[0].deviation));
        assert_eq!(one("arm", "20 mm ± 0.5 mm"), Ok((1, 0.02, Some(5e-4))));
        assert_eq!(one("arm", "0.02+-2 %"), Ok((1, 0.02, Some(4e-4))));
        assert_eq!(one("a:tdr", "4.02"), Ok((0, 4.02, None)));
        assert_eq!(one("b.toml:tdr", "4.02 ± 0.1"), Ok((1, 4.02, Some(0.1))));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        assert_eq!(targets(&[("tdr", "4")]), Err("ambiguous-measure"));
        assert_eq!(targets(&[("perid", "4 s")]), Err("unknown-measure"));
        assert_eq!(targets(&[("c:tdr", "4")]), Err("unknown-measure"));
        assert_eq!(targets(&[("period", "4 mm")]), Err("unit-mismatch"));
        assert_eq!(targets(&[("period", "soon")]), Err("not-a-number"));
        assert_eq!(targets(&[("period", "4 s ± 0 s")]), Err("bad-deviation"));
        assert_eq!(targets(&[("period", "4 s"), ("arm", "1 m")]), Err("missing-deviation"));
        assert_eq!(targets(&[("a:tdr", "4 ± 1"), ("b:tdr", "4")]), Err("missing-deviation"));
    }
}
