//! `[record]`: what a run stores.

use halfshaft_results::energy;
use halfshaft_results::pattern::matches_pattern;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Collector, Diagnostic, Fault};
use crate::exchange::Record;
use crate::measures::{self, Scope};
use crate::parameters::Override;
use crate::scopes::Scopes;
use crate::source::Source;
use crate::values::{Value, Values};

/// What is stored, as far as its keys allow it. A pattern that matches no channel is an error: a name with a typing error
/// would otherwise be found only after a long run.
pub(crate) fn read(
    values: &Values,
    scopes: &Scopes,
    overrides: &[Override],
    known: &Scope,
    out: &mut Collector,
) -> Record {
    let text = |value: Value| if let Value::Text(text) = value { Some(text) } else { None };
    let patterns: Option<Vec<String>> =
        values.optional_list("channels").map(|list| list.into_iter().filter_map(text).collect());
    for (i, pattern) in patterns.iter().flatten().enumerate() {
        if let Err(fault) = check(pattern, scopes, known) {
            let (source, span) = position(i, scopes, overrides);
            let error = Diagnostic::new(fault.code, &source, span, fault.message);
            out.push(error.maybe_help(fault.help));
        }
    }
    Record {
        channels: patterns,
        every: values.optional_count("every"),
        interval: values.optional_number("interval"),
        fields: values.optional_count("fields"),
    }
}

/// Whether at least one channel matches.
fn check(pattern: &str, scopes: &Scopes, known: &Scope) -> Result<(), Fault> {
    let directory = &scopes.directory;
    if !pattern.contains('*') {
        return measures::find(directory, known, pattern).map(|_| ());
    }
    let of_run = energy::CHANNELS.iter().map(|(name, _)| *name).chain(known.channels.iter().map(|c| c.name.as_str()));
    let mut of_items = directory.items().filter_map(|name| {
        let kind = known.drafts[directory.item(name)?].kind?;
        kind.channels.iter().find(|channel| matches_pattern(pattern, &format!("{name}.{}", channel.name)))
    });
    if of_run.into_iter().any(|name| matches_pattern(pattern, name)) || of_items.next().is_some() {
        return Ok(());
    }
    let fault = Fault::new("unknown-channel", 0..0, format!("no channel matches \"{pattern}\""));
    Err(fault.help("channels are named \"item.channel\", and * matches any characters"))
}

/// Where a pattern is given: in the file, or by an override of the whole list.
fn position(entry: usize, scopes: &Scopes, overrides: &[Override]) -> (Arc<Source>, Range<usize>) {
    if let Some(given) = overrides.iter().find(|given| given.name == "record.channels") {
        return (given.source.clone(), given.value_span());
    }
    let root = &scopes.list[0];
    let list = root.document.get("record").and_then(|node| node.get_ref().as_table()?.get("channels"));
    let span = list.map_or(0..0, |list| {
        let entry = list.get_ref().as_array().and_then(|entries| entries.get(entry));
        entry.map_or_else(|| list.span(), |entry| entry.span())
    });
    (root.source.clone(), span)
}
