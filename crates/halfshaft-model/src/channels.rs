//! `[[channel]]`: channels computed from other channels by a formula.

use halfshaft::describe::Dimension;
use toml::de::DeTable;

use crate::condition::{Absences, WHEN};
use crate::diagnostic::{Collector, Diagnostic, Fault};
use crate::document::Raw;
use crate::forms::{Around, Owner, Reader};
use crate::measures::{Scope, each_in, find};
use crate::model::Channel;
use crate::parameters::is_expression;
use crate::repeat::LIMIT;
use crate::scopes::Scopes;
use crate::sections::CHANNEL;
use crate::tables::item_name;
use crate::units;
use halfshaft_results::energy;

/// All channels of the model and of its submodels, each computed from previous ones, and those that are absent.
///
/// A submodel comes before the file that uses it, which may therefore use its channels by their paths.
pub(crate) fn read_all(scopes: &Scopes, out: &mut Collector) -> (Vec<Channel>, Absences) {
    let mut channels: Vec<Channel> = Vec::new();
    let mut room = LIMIT;
    // Before channels refer to each other, it is known which of them are absent.
    let mut absent = Absences::NONE;
    let mut ignored = Absences::NONE;
    let inner_first = || (0..scopes.list.len()).rev();
    for scope in inner_first() {
        each_in(scopes, scope, "channel", &mut absent, &mut room.clone(), &mut Collector::default(), &mut |_, _, _| {});
    }
    for scope in inner_first() {
        each_in(scopes, scope, "channel", &mut ignored, &mut room, out, &mut |reader, raw, table| {
            let known = Scope {
                drafts: &scopes.drafts,
                channels: &channels,
                absent: &absent,
                analysis: None,
                overridden: false,
            };
            if let Some(channel) = channel(reader, &known, raw, table) {
                channels.push(channel);
            }
        });
    }
    (channels, absent)
}

fn channel(reader: &mut Reader, scope: &Scope, raw: Raw, table: &DeTable) -> Option<Channel> {
    let named = item_name(reader, "channel", table, raw);
    let what = named.as_ref().map_or("this channel".to_owned(), |(name, _)| format!("channel \"{name}\""));
    let owner = Owner { what, source: raw.source, span: raw.span() };
    let values = reader.keys(CHANNEL, table, &Around { also: &["name", "repeat", WHEN], ..Around::default() }, &owner);
    let (name, span) = named?;
    let name = format!("{}{name}", reader.path);
    let own = energy::CHANNELS.iter().any(|(own, _)| *own == name);
    if own || scope.channels.iter().any(|known| known.name == name) {
        let message = format!("there is already a channel \"{name}\"");
        reader.out.push(Diagnostic::new("duplicate-name", raw.source, span, message));
        return None;
    }
    let text = values.optional_text("value")?;
    let given = Raw::new(table.get("value")?, raw.source);
    if !is_expression(&text) {
        let error = given.error("wrong-form", "`value` must be a formula").label("it does not begin with `=`");
        reader.out.push(error.help("write \"= 'motor.torque' * 'motor.speed'\""));
        return None;
    }
    let mut inputs: Vec<String> = Vec::new();
    let (directory, within) = (reader.directory, reader.path);
    let (formula, dimension) = reader.lowered(given, &text, &mut |path, at| {
        let moved = |fault: Fault| Fault { span: at.clone(), ..fault };
        if energy::CHANNELS.iter().any(|(own, _)| *own == path) {
            return Err(Fault::new("unknown-channel", at, "a formula cannot use the energy channels of the run"));
        }
        let path = format!("{within}{path}");
        let quantity = find(directory, scope, &path).map_err(moved)?;
        let place = inputs.iter().position(|known| *known == path).unwrap_or_else(|| {
            inputs.push(path);
            inputs.len() - 1
        });
        Ok((place, quantity.dimension))
    })?;
    let wanted: Dimension = values.optional_unit("unit")?;
    if dimension != wanted {
        let message = format!("`value` does not have the unit of the channel, {}", units::si_unit(wanted));
        let error = given.error("unit-mismatch", message).label(format!("this is {}", units::name(dimension)));
        reader.out.push(error.help(format!("write `unit = \"{}\"`", units::si_unit(dimension))));
        return None;
    }
    Some(Channel { name, formula, inputs, quantity: units::quantity(dimension) })
}
