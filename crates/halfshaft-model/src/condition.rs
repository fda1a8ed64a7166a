//! `when`: items that a model has under a condition only.
//!
//! An item whose condition is false is removed before names are resolved, so that another one may have its name. A reference
//! to it is an error that points at the condition. Modelica calls this a conditional component.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Fault, Related};
use crate::document::Raw;
use crate::parameters::{Environment, expressed, is_expression};
use crate::text::Source;

/// The key of every item for its condition, as in the file.
pub const WHEN: &str = "when";
/// The form of its value.
pub const WHEN_FORM: &str = "condition, `true` or `false`";
/// Its meaning, in one line.
pub const WHEN_MEANING: &str = "the model has the item only if this is true";

/// Whether the model has an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Present,
    /// It does not: the place of the condition that removed it.
    Absent(Related),
}

/// Evaluates the condition of an item.
pub(crate) fn presence(
    environment: &Environment,
    table: &DeTable,
    source: &Arc<Source>,
    out: &mut Collector,
) -> Presence {
    let Some(node) = table.get(WHEN) else { return Presence::Present };
    let raw = Raw::new(node, source);
    match condition(environment, raw, out) {
        Some(true) => Presence::Present,
        Some(false) => Presence::Absent(Related::new(source, raw.span(), "this is false")),
        None => Presence::Absent(Related::new(source, raw.span(), "").reported()),
    }
}

fn condition(environment: &Environment, raw: Raw, out: &mut Collector) -> Option<bool> {
    const MUST: &str = "`when` must be a condition";
    let label = match raw.value() {
        DeValue::Boolean(value) => return Some(*value),
        DeValue::String(text) if is_expression(text) => {
            let (operand, _) = environment.operand(text, raw.source, raw.span(), out)?;
            let found = operand.condition(&expressed(text));
            let report = |fault| out.push(Fault { message: MUST.into(), ..fault }.at(raw.source, raw.span(), text));
            return found.map_err(report).ok();
        }
        DeValue::String(_) => "it does not begin with `=`".to_owned(),
        _ => raw.this_is(),
    };
    let error = raw.error("not-a-condition", MUST).label(label);
    out.push(error.help("write \"= n > 2\" or \"= basis == 'dual'\""));
    None
}

/// The items that the model does not have, by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Absences(BTreeMap<String, (&'static str, Related)>);

impl Absences {
    pub(crate) const NONE: Absences = Absences(BTreeMap::new());

    /// Adds an item of a section with its condition; of several with one name the first is kept.
    pub(crate) fn add(&mut self, name: String, section: &'static str, condition: Related) {
        self.0.entry(name).or_insert((section, condition));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether a name, or a submodel that it leads into, is absent.
    pub(crate) fn contains(&self, full: &str) -> bool {
        self.find(full).is_some()
    }

    fn find(&self, full: &str) -> Option<(&String, &(&'static str, Related))> {
        let inside = full.match_indices('/').map(|(at, _)| &full[..at]);
        inside.chain([full]).find_map(|name| self.0.get_key_value(name))
    }

    /// The fault of a reference to an absent item; `None` if it is not absent.
    pub(crate) fn fault(&self, full: &str) -> Option<Fault> {
        let (name, (section, condition)) = self.find(full)?;
        let name = name.rsplit_once('/').map_or(name.as_str(), |(_, name)| name);
        let place = format!("line {} of {}", condition.line(), condition.file());
        let message = format!("{section} \"{name}\" is absent: its condition on {place} is false");
        let fault = Fault::new("absent-item", 0..0, message).help("give this reference the same condition");
        Some(Fault { also: Some(Box::new(condition.clone())), ..fault })
    }
}
