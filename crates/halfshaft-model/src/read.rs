//! The reader: from model text and overrides to a resolved model, or to everything that is wrong with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use halfshaft::describe::{Form, Key, Need};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::channels;
use crate::diagnostic::{Collector, Diagnostic, Diagnostics};
use crate::document::Raw;
use crate::expression::Operand;
use crate::files::{Files, ReadModel, Texts, is_model};
use crate::forms::{Around, Owner, Reader, TOP};
use crate::items;
use crate::kinds;
use crate::measures;
use crate::model::{Analysis, Axis, Campbell, Model, Solver, Sweep, Value, Values};
use crate::outputs;
use crate::parameters::Override;
use crate::plots;
use crate::recording;
use crate::scopes::{Scope, Scopes};
use crate::sections;
use crate::source::{Embedded, Open, Source};
use crate::study::{Study, study};
use crate::suggest::nearest;
use crate::tables::section;

/// Reads a model that has no submodels.
///
/// Each override is a name (a parameter, `solver.…` or `analysis.…`) and what would stand between quotes; it applies
/// before expressions are evaluated.
pub fn read(source: &Source, overrides: &[(String, String)]) -> Result<Model, Diagnostics> {
    read_with(source, overrides, &Embedded(&[]))
}

/// What a file describes.
pub enum Described {
    /// A model, with its submodels.
    Model(Box<Model>),
    /// A study of other files.
    Study(Box<Study>),
}

/// Reads a model; its submodels come through `open`, by their paths beside the file that names them.
///
/// An override may also name a parameter of a submodel, as `front diff.teeth`.
pub fn read_with(source: &Source, overrides: &[(String, String)], open: &dyn Open) -> Result<Model, Diagnostics> {
    let texts = Texts::new(Arc::new(source.clone()));
    let (files, out) = load(&texts, open)?;
    model(&files, overrides, Reductions::Now, out)
}

/// Reads a model without reducing its superelements: their names and materials have not been checked.
pub fn read_unreduced(source: &Source, overrides: &[(String, String)], open: &dyn Open) -> Result<Model, Diagnostics> {
    let texts = Texts::new(Arc::new(source.clone()));
    let (files, out) = load(&texts, open)?;
    model(&files, overrides, Reductions::Later, out)
}

/// Reads a model of which another one takes a beam.
fn read_for_beam(source: &Source, open: &dyn Open) -> Result<Model, Diagnostics> {
    let texts = Texts::new(Arc::new(source.clone()));
    let (files, out) = load_with(&texts, open, None)?;
    model(&files, &[], Reductions::Later, out)
}

/// Whether superelements are reduced when a model is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reductions {
    Now,
    Later,
}

/// Reads a file that describes a model or a study.
pub fn read_file(source: &Source, overrides: &[(String, String)], open: &dyn Open) -> Result<Described, Diagnostics> {
    let texts = Texts::new(Arc::new(source.clone()));
    let (files, out) = load(&texts, open)?;
    if let Some(study) = files.documents[0].as_ref().and_then(|document| study(document, files.sources[0])) {
        return study.map(|study| Described::Study(Box::new(study)));
    }
    model(&files, overrides, Reductions::Now, out).map(|model| Described::Model(Box::new(model)))
}

/// The files of a model, and what has been found wrong with them.
fn load<'a>(texts: &'a Texts, open: &dyn Open) -> Result<(Files<'a>, Collector), Diagnostics> {
    load_with(texts, open, Some(read_for_beam))
}

fn load_with<'a>(
    texts: &'a Texts,
    open: &dyn Open,
    of_beam: Option<ReadModel>,
) -> Result<(Files<'a>, Collector), Diagnostics> {
    let source = texts.first();
    if !is_model(source) {
        let message = format!("{} is not a model file", source.name);
        // Without the text: its lines are none that a message about a model should show.
        let place = Arc::new(Source::new(&source.name, ""));
        let error = Diagnostic::new("not-a-model", &place, 0..0, message);
        return Err(error
            .help("a model file has `format = 1` and sections as [[body]]; `halfshaft new FILE` writes one")
            .into());
    }
    let mut out = Collector::default();
    Ok((Files::load(texts, open, of_beam, &mut out), out))
}

fn model(
    files: &Files,
    overrides: &[(String, String)],
    reductions: Reductions,
    mut out: Collector,
) -> Result<Model, Diagnostics> {
    // Of several overrides of one name the last counts.
    let last: BTreeMap<&str, &str> = overrides.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let overrides: Vec<Override> = last.iter().map(|(name, value)| Override::new(name, value)).collect();
    let scopes = Scopes::expand(files, &overrides, &mut out);
    let model = scopes.and_then(|scopes| resolve(&scopes, &overrides, reductions, &mut out));
    out.finish(model)
}

fn resolve(scopes: &Scopes, overrides: &[Override], reductions: Reductions, out: &mut Collector) -> Option<Model> {
    check_overrides(overrides, scopes, out);
    for scope in &scopes.list[1..] {
        if out.is_full() {
            return None;
        }
        top(&mut scope_reader(scopes, scope, out), scope);
    }
    let root = &scopes.list[0];
    let mut reader = scope_reader(scopes, root, out);
    let top_values = top(&mut reader, root);
    let analysis = settings(&mut reader, root, "analysis", sections::ANALYSIS, overrides);
    let solver = settings(&mut reader, root, "solver", sections::SOLVER, overrides);
    let record = settings(&mut reader, root, "record", sections::RECORD, overrides);
    let (items, frames) = items::read_all(scopes, out);
    let kept = analysis.optional_list("channels").unwrap_or_default();
    let kept = kept.into_iter().filter_map(|value| if let Value::Text(text) = value { Some(text) } else { None });
    let kept: Vec<String> = kept.collect();
    let (matrices, modes) = (analysis.optional_choice("matrices") == Some("keep"), analysis.optional_count("modes"));
    let spin = spin(&analysis, root, out);
    let computed = what_is_computed(&analysis, root, overrides, out);
    let campbell = campbell(&analysis, computed, root, out);
    let analysis = computed;
    check_steps(analysis, &solver, root, out);
    let (channels, absent) = channels::read_all(scopes, out);
    let known = measures::Scope {
        drafts: &scopes.drafts,
        channels: &channels,
        absent: &absent,
        analysis,
        overridden: !overrides.is_empty(),
    };
    let (measures, expectations) = measures::read_all(scopes, &known, out);
    let plots = plots::read_all(scopes, &known, out);
    let outputs = outputs::read_all(scopes, &known, out);
    let record = recording::read(&record, scopes, overrides, &known, out);
    if !out.is_empty() {
        return None;
    }
    let mut model = Model {
        source: root.source.clone(),
        title: top_values.text("title"),
        parameters: root.parameters.values().map(|(name, value)| (name.to_owned(), value.clone())).collect(),
        written_parameters: root.parameters.written(),
        gravity: top_values.vector("gravity"),
        analysis: analysis?,
        campbell,
        spin,
        matrices,
        modes: modes.map(|count| count as usize),
        kept,
        solver: solver_settings(&solver),
        items,
        frames,
        channels,
        outputs,
        record,
        measures,
        expectations,
        plots,
        warnings: vec![],
    };
    model.check_items(|item| reductions == Reductions::Now || item.kind.section != kinds::SUPERELEMENTS, out);
    model.check_driveline(out);
    model.check_excitation(out);
    model.check_size(out);
    if out.is_empty() {
        model.check_plausible(out);
    }
    model.warnings = out.take_warnings();
    Some(model)
}

fn solver_settings(solver: &Values) -> Solver {
    Solver {
        step: solver.optional_number("step"),
        tolerance: solver.number("tolerance"),
        force_tolerance: solver.number("force_tolerance"),
        first_step: solver.optional_number("first_step"),
        longest_step: solver.optional_number("longest_step"),
        spectral_radius: solver.number("spectral_radius"),
        newton_tolerance: solver.optional_number("newton_tolerance"),
        redundancy_allowed: solver.choice("redundant") == "allow",
    }
}

fn scope_reader<'r>(scopes: &'r Scopes<'r>, scope: &'r Scope<'r>, out: &'r mut Collector) -> Reader<'r> {
    let environment = scope.parameters.environment(None);
    Reader { environment, directory: &scopes.directory, path: &scope.path, own: None, out }
}

/// The keys at the top of a file, and whether all its sections are known.
fn top(reader: &mut Reader, scope: &Scope) -> Values {
    let owner = Owner { what: TOP.into(), source: scope.source, span: 0..0 };
    let also: Vec<&str> = sections::SECTIONS.iter().copied().chain(kinds::sections()).collect();
    reader.keys(sections::TOP, scope.document, &Around { also: &also, ..Around::default() }, &owner)
}

/// The values of `[analysis]` or `[solver]`, with the overrides that name them.
fn settings(reader: &mut Reader, scope: &Scope, name: &str, keys: &'static [Key], overrides: &[Override]) -> Values {
    let (document, source) = (scope.document, scope.source);
    let empty = DeTable::new();
    let found = section(document, name, source, reader.out);
    let readable = found.is_some();
    let (table, span) = found.unwrap_or((&empty, 0..0));
    if !document.contains_key(name) && keys.iter().any(|key| key.need == Need::Required) {
        let missing = Diagnostic::new("missing-key", source, 0..0, format!("the file needs a section [{name}]"));
        reader.out.push(missing.help(format!("add [{name}]")));
    }
    let nodes: Vec<(&str, Spanned<DeValue>, &Arc<Source>)> = overrides
        .iter()
        .filter_map(|over| {
            let key = (over.path.strip_suffix('/')? == name).then_some(over.key.as_str())?;
            let form = keys.iter().find(|k| k.name == key)?.form;
            let value = match over.value.trim() {
                "true" if form == Form::Switch => DeValue::Boolean(true),
                "false" if form == Form::Switch => DeValue::Boolean(false),
                // A list has one entry on each line.
                text if matches!(form, Form::List(_)) => {
                    let entry = |line: &str| Spanned::new(over.value_span(), DeValue::String(line.to_owned().into()));
                    DeValue::Array(text.lines().map(entry).collect())
                }
                _ => DeValue::String(over.value.as_str().into()),
            };
            Some((key, Spanned::new(over.value_span(), value), &over.source))
        })
        .collect();
    let over: Vec<(&str, Raw)> = nodes.iter().map(|(key, node, source)| (*key, Raw::new(node, source))).collect();
    let owner = Owner { what: format!("[{name}]"), source, span: span.clone() };
    let around = Around { over: &over, ..Around::default() };
    if readable {
        return reader.keys(keys, table, &around, &owner);
    }
    // One message about a section that is missing or no table is enough; its keys are read for their defaults.
    let mut quiet = Collector::default();
    let mut silent = Reader { out: &mut quiet, ..*reader };
    let values = silent.keys(keys, table, &around, &owner);
    for diagnostic in quiet.into_list().into_iter().filter(|d| d.code != "missing-key") {
        reader.out.push(diagnostic);
    }
    values
}

/// The analysis, as far as its keys allow it.
fn what_is_computed(values: &Values, root: &Scope, overrides: &[Override], out: &mut Collector) -> Option<Analysis> {
    let table = root.document.get("analysis").and_then(|node| Some((node.get_ref().as_table()?, node.span())));
    let given = overrides.iter().any(|over| over.name == "analysis.end");
    let raw = |key: &str| table.as_ref().and_then(|(table, _)| table.get(key)).map(|node| Raw::new(node, root.source));
    let name = values.optional_choice("type")?;
    for key in ["frequencies", "speeds", "points", "spacing", "channels"] {
        if let (true, Some(raw)) = (name != "response", raw(key)) {
            out.push(raw.error("conflicting-keys", format!("`{key}` goes with `type = \"response\"` only")));
        }
    }
    for key in ["matrices", "modes"] {
        if let (true, Some(raw)) = (name != "modes", raw(key)) {
            out.push(raw.error("conflicting-keys", format!("`{key}` goes with `type = \"modes\"` only")));
        }
    }
    if let ("response", Some(raw)) = (name, raw("end")) {
        out.push(raw.error("conflicting-keys", "`end` goes with `type = \"transient\"` only"));
    }
    match (name, values.optional_number("end")) {
        ("response", _) => {
            let span = table.as_ref().map_or(0..0, |(_, span)| span.clone());
            let missing = "a response needs `frequencies` or `speeds`";
            let over = sweep(values, Diagnostic::new("missing-key", root.source, span, missing), &raw, out)?;
            let from_equilibrium = values.optional_choice("start") == Some("equilibrium");
            Some(Analysis::Response { over, from_equilibrium })
        }
        (name @ ("modes" | "statics"), end) => {
            let node = table.and_then(|(table, _)| table.get("end"));
            if let (Some(_), Some(node)) = (end, node) {
                let raw = Raw::new(node, root.source);
                out.push(raw.error("conflicting-keys", "`end` goes with `type = \"transient\"` only"));
            }
            let from_equilibrium = values.optional_choice("start") == Some("equilibrium");
            Some(if name == "modes" { Analysis::Modes { from_equilibrium } } else { Analysis::Statics })
        }
        (_, Some(end)) => {
            let from_equilibrium = values.optional_choice("start") == Some("equilibrium");
            Some(Analysis::Transient { end, from_equilibrium })
        }
        (_, None) => {
            // A value that is there and wrong has been reported.
            if let Some((_, span)) = table.filter(|(table, _)| !given && !table.contains_key("end")) {
                let missing = Diagnostic::new("missing-key", root.source, span, "[analysis] needs `end`");
                out.push(missing.help("add `end = \"2 s\"`"));
            }
            None
        }
    }
}

/// No run takes more steps than this; a number that asks for more is a slip.
const MOST_STEPS: f64 = 1e10;

/// Whether the steps that are asked for can come to an end.
fn check_steps(analysis: Option<Analysis>, solver: &Values, root: &Scope, out: &mut Collector) {
    let Some(Analysis::Transient { end, .. }) = analysis else { return };
    let table = root.document.get("solver").and_then(|node| node.get_ref().as_table());
    for key in ["step", "longest_step"] {
        let steps = solver.optional_number(key).map_or(0.0, |step| end / step);
        if steps > MOST_STEPS {
            let message = format!("with this `{key}` the run would take {steps:.1e} steps");
            let given = table.and_then(|table| table.get(key));
            let (source, span) = given.map_or((root.source, 0..0), |node| (root.source, node.span()));
            let error = Diagnostic::new("too-many-steps", source, span, message);
            out.push(error.help(format!("at most {MOST_STEPS:e}: give a longer step, or an earlier `end`")));
        }
    }
}

/// The steady rotation, as angular velocity and a point on the axis.
fn spin(analysis: &Values, root: &Scope, out: &mut Collector) -> Option<[[f64; 3]; 2]> {
    let values = analysis.optional_group("spin")?;
    let raw = Raw::new(root.document.get("analysis")?.get_ref().as_table()?.get("spin")?, root.source);
    if analysis.optional_choice("type") == Some("response") {
        out.push(raw.error("conflicting-keys", "`spin` cannot be combined with `type = \"response\"`"));
    } else if analysis.optional_choice("start") == Some("equilibrium") {
        let error = raw.error("conflicting-keys", "`spin` cannot be combined with `start = \"equilibrium\"`");
        out.push(error.help("the steady rotation is an equilibrium: remove `start`"));
    }
    let speed = values.number("speed");
    Some([values.axis("axis").map(|e| e * speed), values.vector("about")])
}

/// What is asked of a Campbell diagram.
fn campbell(analysis: &Values, computed: Option<Analysis>, root: &Scope, out: &mut Collector) -> Option<Campbell> {
    let values = analysis.optional_group("campbell")?;
    let raw = Raw::new(root.document.get("analysis")?.get_ref().as_table()?.get("campbell")?, root.source);
    let pair = |key: &str| values.get(key).map(|_| values.numbers(key)).and_then(|ends| ends.try_into().ok());
    let [from, to]: [f64; 2] = pair("speeds")?;
    let operating: Option<[f64; 2]> = pair("operating");
    if !matches!(computed, Some(Analysis::Modes { .. })) {
        out.push(raw.error("conflicting-keys", "`campbell` goes with `type = \"modes\"` only"));
    } else if from >= to || operating.is_some_and(|[low, high]| low > high) {
        out.push(raw.error("out-of-range", "the first speed must be below the second"));
    }
    let parameter = values.optional_text("parameter");
    if let Some(name) = parameter.as_ref().filter(|name| !root.parameters.contains(name)) {
        let near = nearest(name, root.parameters.names());
        let error = raw.error("unknown-parameter", format!("there is no parameter `{name}`"));
        out.push(error.maybe_help(near.map(|near| format!("did you mean `{near}`?"))));
    }
    let set = parameter.as_ref().and_then(|name| root.parameters.environment(None).value(name));
    if let Some(word @ Operand::Word(_)) = set {
        let error = raw.error("wrong-form", "the parameter of a Campbell diagram must be a number");
        out.push(error.label(word.this_is()).help("name a parameter that is an angular velocity"));
    }
    let over = Sweep { axis: Axis::Speed, from, to, count: values.count("points") as usize, logarithmic: false };
    Some(Campbell { speeds: over.points(), orders: values.numbers("orders"), parameter, operating })
}

/// The points of a response.
fn sweep<'r>(
    values: &Values,
    missing: Diagnostic,
    raw: &dyn Fn(&str) -> Option<Raw<'r>>,
    out: &mut Collector,
) -> Option<Sweep> {
    let ends = |key: &str| values.get(key).map(|_| values.numbers(key));
    let (axis, key, ends) = match (ends("frequencies"), ends("speeds")) {
        (Some(ends), None) => (Axis::Frequency, "frequencies", ends),
        (None, Some(ends)) => (Axis::Speed, "speeds", ends),
        (Some(_), Some(_)) => {
            let error = raw("speeds")?.error("conflicting-keys", "a response has either `frequencies` or `speeds`");
            out.push(error.help("keep one of them"));
            return None;
        }
        (None, None) => {
            // A value that is there and wrong has been reported.
            if raw("frequencies").or(raw("speeds")).is_none() {
                let help = "add `frequencies = [\"1 Hz\", \"100 Hz\"]`";
                out.push(missing.help(help));
            }
            return None;
        }
    };
    let [from, to] = ends[..] else { return None };
    let logarithmic = values.optional_choice("spacing") == Some("logarithmic");
    let wrong = |message: &str| raw(key).map(|raw| raw.error("out-of-range", message.to_owned()));
    let found = if from >= to {
        wrong("the first must be below the second")
    } else if logarithmic && from == 0.0 {
        wrong("a geometric series cannot begin at zero")
    } else {
        let count = values.optional_count("points").map_or(0, |count| count as usize);
        return Some(Sweep { axis, from, to, count, logarithmic });
    };
    if let Some(error) = found {
        out.push(error);
    }
    None
}

fn check_overrides(overrides: &[Override], scopes: &Scopes, out: &mut Collector) {
    let dotted = |section: &str, keys: &[Key]| keys.iter().map(|k| format!("{section}.{}", k.name)).collect::<Vec<_>>();
    let settings = [
        dotted("solver", sections::SOLVER),
        dotted("analysis", sections::ANALYSIS),
        dotted("record", sections::RECORD),
    ]
    .concat();
    let by_path: BTreeMap<&str, &Scope> = scopes.list.iter().map(|scope| (scope.path.as_str(), scope)).collect();
    for over in overrides {
        let scope = by_path.get(over.path.as_str());
        let known = scope.is_some_and(|scope| scope.parameters.contains(&over.key)) || settings.contains(&over.name);
        if known || scopes.directory.in_broken(&over.path) {
            continue;
        }
        let inside = over.path.strip_suffix('/').unwrap_or_default();
        if let Some(fault) = scopes.directory.absence(inside) {
            out.push(fault.help("leave out this override").whole(&over.source, over.name_span()));
            continue;
        }
        let message = format!("there is no parameter `{}`", over.name);
        let of = |scope: &Scope| {
            let instance = scope.path.strip_suffix('/').map_or(String::new(), |path| format!("{path}."));
            scope.parameters.names().map(|name| format!("{instance}{name}")).collect::<Vec<_>>()
        };
        let candidates =
            scope.map_or_else(|| scopes.list.iter().flat_map(of).take(10_000).collect(), |scope| of(scope));
        let near = nearest(&over.name, candidates.iter().chain(&settings).map(String::as_str));
        let at = Diagnostic::new("unknown-parameter", &over.source, over.name_span(), message);
        out.push(at.maybe_help(near.map(|near| format!("did you mean `{near}`?"))));
    }
}
