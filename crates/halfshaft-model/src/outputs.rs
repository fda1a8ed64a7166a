//! `[[output]]`: channels under names and in units of their own, for programs that drive the model.

use toml::de::DeTable;

use crate::diagnostic::{Collector, Diagnostic};
use crate::document::Raw;
use crate::exchange::Output;
use crate::forms::{Owner, Reader};
use crate::measures::{Scope, channel, each, unit};
use crate::repeat::LIMIT;
use crate::scopes::Scopes;
use crate::sections::OUTPUT;
use crate::tables::item_name;

/// All outputs of the model itself; those of submodels apply to their files only.
pub(crate) fn read_all(scopes: &Scopes, scope: &Scope, out: &mut Collector) -> Vec<Output> {
    let mut outputs: Vec<Output> = Vec::new();
    let mut room = LIMIT;
    each(scopes, "output", &mut room, out, &mut |reader, raw, table| {
        if let Some(output) = output(reader, scope, raw, table, &outputs) {
            outputs.push(output);
        }
    });
    outputs
}

fn output(reader: &mut Reader, scope: &Scope, raw: Raw, table: &DeTable, before: &[Output]) -> Option<Output> {
    let named = item_name(reader, "output", table, raw);
    let what = named.as_ref().map_or("this output".to_owned(), |(name, _)| format!("output \"{name}\""));
    let owner = Owner { what, source: raw.source, span: raw.span() };
    let slips = reader.unknown_keys(table, &owner, OUTPUT.iter().map(|entry| entry.name).chain(["repeat"]));
    let at = |key: &str| table.get(key).map(|node| Raw::new(node, raw.source));
    let Some(given) = at("channel") else {
        if !slips.contains(&"channel") {
            reader.missing("channel", "\"item.channel\"", &owner);
        }
        return None;
    };
    let (path, quantity) = channel(reader, scope, "channel", given)?;
    let unit = unit(reader, at("unit"), quantity, "the channel")?;
    let (name, span) = named?;
    if before.iter().any(|known| known.name == name) {
        let message = format!("there is already an output \"{name}\"");
        reader.out.push(Diagnostic::new("duplicate-name", raw.source, span, message));
        return None;
    }
    Some(Output { name, channel: path, unit })
}
