//! `flexible` of a `[[body]]`: a wheel by its drawing as a superelement.
//!
//! The table of such a body becomes the table of a `[[superelement]]` with the same name, before anything else is read: parameters, `repeat`, `when` and
//! submodels act on it as on any other item, and values keep their places in the text.
//!
//! ```text
//! shape.wheel.…                  →  mesh = { type = "gear", … }, material, density
//! flexible.zones, profile_zones  →  flank_zones = [profile_zones, zones]
//! flexible.fineness              →  mesh.fineness
//! position                       →  position, about
//!                                   boundary = [{ name = "bore", on = "bore" }]
//! ```
//!
//! The name of a superelement with one boundary frame stands for that frame, so that joints and loads find the bore under the name of the body.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::Need;
use halfshaft::elements::reduction_keys::FLEXIBLE;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::condition::WHEN;
use crate::diagnostic::{Collector, Diagnostic};
use crate::kinds::{BODIES, SUPERELEMENTS};
use crate::source::Source;
use crate::suggest::did_you_mean;

/// The key itself.
const KEY: &str = "flexible";
/// Keys that a superelement has under the same name.
const PASSED: [&str; 7] = ["name", "repeat", WHEN, "position", "orientation", "velocity", "angular_velocity"];
/// Keys that say what follows from the mesh of the wheel, or what it cannot have.
const REFUSED: [&str; 5] = ["mass", "inertia", "look", "rotates", "start"];
/// Keys of `flexible` that are not keys of a superelement.
const OF_MESH: [&str; 3] = ["zones", "profile_zones", "fineness"];
/// Keys of the shape that are keys of the superelement, not of its mesh.
const OF_WHEEL: [&str; 2] = ["material", "density"];

type Node<'a> = Spanned<DeValue<'a>>;

/// Replaces the bodies with `flexible` of a document by superelements, and reports what is wrong with them.
pub(crate) fn expand<'a>(document: &mut DeTable<'a>, source: &Arc<Source>, out: &mut Collector) {
    let is_flexible = |node: &Node| node.get_ref().as_table().is_some_and(|table| table.contains_key(KEY));
    let Some(DeValue::Array(bodies)) = document.get_mut(BODIES).map(AsMut::as_mut) else { return };
    if !bodies.iter().any(is_flexible) {
        return;
    }
    let all = std::mem::replace(bodies, DeArray::new());
    let (flexible, rigid): (Vec<Node>, Vec<Node>) = all.into_iter().partition(is_flexible);
    rigid.into_iter().for_each(|body| bodies.push(body));
    let mut made = Vec::new();
    for body in flexible {
        let span = body.span();
        let DeValue::Table(mut table) = body.into_inner() else { continue };
        match (FlexibleWheel { table: &table, span: span.clone(), source, out }).superelement() {
            Some(wheel) => made.push(Spanned::new(span, DeValue::Table(wheel))),
            // What is wrong has been reported; the rest of the file knows a body of this name.
            None => {
                table.remove(KEY);
                bodies.push(Spanned::new(span, DeValue::Table(table)));
            }
        }
    }
    let Some(first) = made.first() else { return };
    let entry = document.entry(Spanned::new(first.span(), SUPERELEMENTS.into()));
    let list = entry.or_insert_with(|| Spanned::new(made[0].span(), DeValue::Array(DeArray::new())));
    if let DeValue::Array(list) = list.as_mut() {
        made.into_iter().for_each(|wheel| list.push(wheel));
    }
}

/// The table of a body with `flexible`.
struct FlexibleWheel<'t, 'a> {
    table: &'t DeTable<'a>,
    span: Range<usize>,
    source: &'t Arc<Source>,
    out: &'t mut Collector,
}

impl<'t, 'a> FlexibleWheel<'t, 'a> {
    /// The table of the superelement; `None` if the body cannot be one, which is reported.
    fn superelement(mut self) -> Option<DeTable<'a>> {
        let (flexible, wheel) = (self.flexible()?, self.wheel()?);
        self.check_keys();
        let (mut made, mut mesh) = (DeTable::new(), DeTable::new());
        for key in PASSED {
            made.extend(copied(self.table, key));
        }
        if let Some(position) = self.table.get("position") {
            made.insert(self.key("about"), position.clone());
        }
        mesh.insert(self.key("type"), self.text("gear"));
        for (key, value) in wheel {
            let belongs = if OF_WHEEL.contains(&key.get_ref().as_ref()) { &mut made } else { &mut mesh };
            belongs.insert(key.clone(), value.clone());
        }
        let value = |name: &str| flexible.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        mesh.extend(value("fineness").map(|value| (self.key("fineness"), value)));
        let zones = self.array(["profile_zones", "zones"].into_iter().filter_map(value));
        for (name, value) in flexible.iter().filter(|(name, _)| !OF_MESH.contains(name)) {
            made.insert(self.key(name), value.clone());
        }
        let mut bore = DeTable::new();
        for key in ["name", "on"] {
            bore.insert(self.key(key), self.text("bore"));
        }
        made.insert(self.key("flank_zones"), zones);
        made.insert(self.key("boundary"), self.array([self.node(DeValue::Table(bore))]));
        made.insert(self.key("mesh"), self.node(DeValue::Table(mesh)));
        Some(made)
    }

    /// The keys of `flexible` with their values, or their defaults.
    fn flexible(&mut self) -> Option<Vec<(&'static str, Node<'a>)>> {
        let node = self.table.get(KEY)?;
        let DeValue::Table(given) = node.get_ref() else {
            let help = "write `flexible = { modes = 30 }`";
            self.error("wrong-form", node.span(), "`flexible` must be a table".into(), help.into());
            return None;
        };
        let names = || FLEXIBLE.iter().map(|key| key.name);
        for key in given.keys().filter(|key| names().all(|name| name != key.get_ref().as_ref())) {
            let message = format!("`flexible` has no key `{}`", key.get_ref());
            self.error("unknown-key", key.span(), message, did_you_mean(key.get_ref(), names()));
        }
        let with_value = FLEXIBLE.iter().filter_map(|key| {
            let value = match (given.get(key.name), key.need) {
                (Some(value), _) => value.clone(),
                (None, Need::Default(text)) => self.node(DeValue::parse(text).ok()?.into_inner()),
                (None, _) => return None,
            };
            Some((key.name, value))
        });
        Some(with_value.collect())
    }

    /// The drawing of the wheel.
    fn wheel(&mut self) -> Option<&'t DeTable<'a>> {
        let help = "add `shape = { wheel = { teeth = 20, module = \"2 mm\", face_width = \"20 mm\", bore_radius = \"8 mm\", material = \"steel\" } }`";
        let shape = self.table.get("shape");
        let span = shape.map_or(self.span.clone(), Spanned::span);
        let named = shape.and_then(|node| node.get_ref().as_table()).filter(|shapes| shapes.len() == 1);
        let Some(wheel) = named.and_then(|shapes| shapes.get("wheel")?.get_ref().as_table()) else {
            self.error(
                "not-a-wheel",
                span,
                "a body with `flexible` must have the shape of one wheel".into(),
                help.into(),
            );
            return None;
        };
        for key in ["axis", "position"].iter().filter_map(|key| wheel.get_key_value(*key)).map(|(key, _)| key) {
            let message = format!("`{}` of a wheel cannot be combined with `flexible`", key.get_ref());
            let help =
                "remove it: `position` and `orientation` of the body place the wheel, whose axis is z of the body";
            self.error("conflicting-keys", key.span(), message, help.into());
        }
        if !wheel.contains_key("material") {
            let message = "a flexible wheel needs `material`, for its stiffness".into();
            self.error("missing-key", span, message, "add `material = \"steel\"` to the wheel".into());
        }
        Some(wheel)
    }

    /// Reports keys that a flexible wheel does not have.
    fn check_keys(&mut self) {
        for key in self.table.keys() {
            let name = key.get_ref().as_ref();
            if REFUSED.contains(&name) {
                let message = format!("`{name}` cannot be combined with `flexible`");
                let help = "remove it: mass, inertia and surface are those of the wheel";
                self.error("conflicting-keys", key.span(), message, help.into());
            } else if !PASSED.contains(&name) && name != KEY && name != "shape" {
                let known = PASSED.into_iter().chain(["shape", KEY]);
                let help = did_you_mean(name, known);
                self.error("unknown-key", key.span(), format!("a flexible body has no key `{name}`"), help);
            }
        }
    }

    fn error(&mut self, code: &'static str, span: Range<usize>, message: String, help: String) {
        self.out.push(Diagnostic::new(code, self.source, span, message).help(help));
    }

    fn key(&self, name: &'static str) -> Spanned<std::borrow::Cow<'a, str>> {
        Spanned::new(self.span.clone(), name.into())
    }

    fn node(&self, value: DeValue<'a>) -> Node<'a> {
        Spanned::new(self.span.clone(), value)
    }

    fn text(&self, text: &'static str) -> Node<'a> {
        self.node(DeValue::String(text.into()))
    }

    fn array(&self, values: impl IntoIterator<Item = Node<'a>>) -> Node<'a> {
        self.node(DeValue::Array(values.into_iter().collect()))
    }
}

/// An entry of a table.
fn copied<'a>(table: &DeTable<'a>, key: &str) -> Option<(Spanned<std::borrow::Cow<'a, str>>, Node<'a>)> {
    table.get_key_value(key).map(|(key, value)| (key.clone(), value.clone()))
}

#[cfg(test)]
mod tests {
    use crate::model::{BodyRef, Model};
    use crate::{Source, read::read_unreduced, source::Embedded};

    const REST: &str = "
[[joint]]
name = \"bearing {i}\"
repeat = { count = 2 }
type = \"hinge\"
between = [\"ground\", \"wheel {i}\"]
axis = \"z\"
";

    fn model(text: &str) -> Model {
        let text = format!("format = 1\nanalysis = {{ type = \"transient\", end = 1 }}\n{text}{REST}");
        read_unreduced(&Source::new("model.toml", text), &[], &Embedded(&[])).unwrap()
    }

    const FLEXIBLE: &str = "
[[body]]
name = \"wheel {i}\"
repeat = { count = 2, along = [\"91.5 mm\", 0, 0] }
shape = { wheel = { teeth = \"= 8 * (i + 1)\", module = \"4.5 mm\", face_width = \"15 mm\", bore_radius = \"10 mm\", material = \"steel\", tip_relief = \"10 um\" } }
flexible = { modes = 4, zones = 2, static_damping_ratio = 0.5 }
position = [\"1 mm\", 0, 0]
orientation = { axis = \"z\", angle = \"3 deg\" }
angular_velocity = [0, 0, 1]
";

    const SPELLED_OUT: &str = "
[[superelement]]
name = \"wheel {i}\"
repeat = { count = 2, along = [\"91.5 mm\", 0, 0] }
mesh = { type = \"gear\", teeth = \"= 8 * (i + 1)\", module = \"4.5 mm\", face_width = \"15 mm\", bore_radius = \"10 mm\", tip_relief = \"10 um\", fineness = 1 }
material = \"steel\"
basis = \"dual\"
modes = 4
flank_zones = [1, 2]
damping_ratio = 0.01
static_damping_ratio = 0.5
boundary = [{ name = \"bore\", on = \"bore\" }]
position = [\"1 mm\", 0, 0]
orientation = { axis = \"z\", angle = \"3 deg\" }
angular_velocity = [0, 0, 1]
about = [\"1 mm\", 0, 0]
";

    #[test]
    fn a_flexible_body_is_the_superelement_that_it_stands_for() {
        let [short, long] = [FLEXIBLE, SPELLED_OUT].map(model);
        let names = |model: &Model| model.items.iter().map(|item| item.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&short), names(&long));
        assert_eq!(names(&short)[..3], ["wheel 1", "wheel 1/bore", "wheel 2"]);
        for (a, b) in short.items.iter().zip(&long.items) {
            assert_eq!(a.values, b.values, "{}", a.name);
            if let (Some(a), Some(b)) = (&a.solid, &b.solid) {
                assert_eq!(a.mesh.positions, b.mesh.positions);
            }
        }
        // The bore stands for the wheel.
        let bearing = &short.items[4];
        assert_eq!(
            (bearing.name.as_str(), bearing.between("between")),
            ("bearing 1", [BodyRef::Ground, BodyRef::Body(1)])
        );
    }

    #[test]
    fn the_second_wheel_of_a_contact_is_turned_into_the_spaces_of_the_first() {
        let contact =
            "[[contact]]\nname = \"mesh\"\ntype = \"teeth\"\nsuperelement = \"wheel 1\"\nother = \"wheel 2\"\n";
        let text = FLEXIBLE.replace("orientation = { axis = \"z\", angle = \"3 deg\" }\n", "");
        let model = model(&format!("{text}{contact}"));
        let turn = |name: &str| {
            let wheel = model.items.iter().find(|item| item.name == name).unwrap();
            wheel.optional_rotation("orientation")
        };
        assert_eq!(turn("wheel 1"), None);
        // A tooth of each is on x; the second wheel has 24 teeth, of which one points back at the first.
        let angle = turn("wheel 2").unwrap().angle;
        assert!((angle.abs() - std::f64::consts::PI / 24.0).abs() < 1e-12, "{angle}");
    }
}
