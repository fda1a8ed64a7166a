//! Visits the tables of a section, with their copies and conditions.

use toml::de::{DeTable, DeValue};

use crate::condition::{Absences, Presence, presence};
use crate::diagnostic::Collector;
use crate::document::Raw;
use crate::forms::Reader;
use crate::repeat::{COUNTED, Copied, copies};
use crate::scopes::Scopes;
use crate::tables::{item_name, repeated};

/// Visits each table of a section of the model itself, once per repetition; `room` limits the number of repetitions.
///
/// Returns those whose conditions are false, by their names.
pub(crate) fn each(
    scopes: &Scopes,
    section: &'static str,
    room: &mut usize,
    out: &mut Collector,
    take: &mut dyn FnMut(&mut Reader, Raw, &DeTable),
) -> Absences {
    let mut absent = Absences::NONE;
    each_in(scopes, 0, section, &mut absent, room, out, take);
    absent
}

/// Visits each table of a section of one scope, and adds those whose conditions are false by their full paths.
pub(crate) fn each_in(
    scopes: &Scopes,
    scope: usize,
    section: &'static str,
    absent: &mut Absences,
    room: &mut usize,
    out: &mut Collector,
    take: &mut dyn FnMut(&mut Reader, Raw, &DeTable),
) {
    let scope = &scopes.list[scope];
    for raw in repeated(scope.document, section, scope.source, out) {
        let DeValue::Table(table) = raw.value() else { continue };
        let plain = scope.parameters.environment(None);
        let path = scope.path.as_str();
        let mut reader = Reader { environment: plain, directory: &scopes.directory, path, own: None, out };
        let copies: Vec<Copied> = copies(&mut reader, table, scope.source, COUNTED, *room);
        *room -= copies.len();
        for copied in copies {
            if reader.out.is_full() {
                return;
            }
            reader.environment = scope.parameters.environment(copied.index);
            match presence(&reader.environment, table, scope.source, reader.out) {
                Presence::Present => take(&mut reader, raw, table),
                Presence::Absent(condition) => {
                    let named = table.get("name").and_then(|_| item_name(&mut reader, section, table, raw));
                    if let Some((name, _)) = named {
                        absent.add(format!("{path}{name}"), section, condition);
                    }
                }
            }
        }
    }
}
