//! The torsional train of a model, for diagrams.

use halfshaft_results::train::{Link, Train};

use crate::kinds::SHAFTS;
use crate::model::{BodyRef, Item, Model, ShaftRef, Value};

impl Model {
    /// Its discs and their connections.
    pub fn train(&self) -> Train {
        let mut places = vec![None; self.items.len()];
        let mut train = Train::default();
        for (place, item) in self.items.iter().enumerate().filter(|(_, item)| item.kind.section == SHAFTS) {
            places[place] = Some(train.discs.len());
            train.discs.push((item.name.clone(), item.number("inertia")));
        }
        let disc = |end: &ShaftRef| match end {
            ShaftRef::Ground => None,
            ShaftRef::Shaft(place) => places[*place],
        };
        for item in self.items.iter().filter(|item| item.kind.section == "driveline") {
            let mut ends: Vec<Option<usize>> = vec![];
            let mut roles = vec![];
            let mut body = None;
            for (key, value) in item.given() {
                match value {
                    Value::Shafts(pair) => {
                        ends.extend(pair.iter().map(disc));
                        roles.extend(["a".to_owned(), "b".to_owned()]);
                    }
                    // A mesh on the ground has no rotating carrier.
                    Value::Shaft(ShaftRef::Ground) if key.name == "carrier" => {}
                    Value::Shaft(end) => {
                        ends.push(disc(end));
                        roles.push(key.name.to_owned());
                    }
                    // A shaft that turns with a body against another.
                    Value::Between([_, BodyRef::Body(place)]) => body = Some(self.items[*place].name.clone()),
                    _ => {}
                }
            }
            if body.is_some() && ends.len() == 1 {
                ends.push(None);
            }
            if ends.len() > 1 {
                let (name, kind) = (item.name.clone(), item.type_name().to_string());
                train.links.push(Link {
                    name,
                    kind,
                    ends,
                    stiffness: stiffness(item),
                    roles,
                    ratio: ratio(item),
                    body,
                });
            }
        }
        train
    }
}

/// The ratio of speeds with the carrier held; `None` where it is not constant.
fn ratio(item: &Item) -> Option<f64> {
    let number = |key: &str| item.has(key).then(|| item.get(key)).flatten();
    let given = match number("ratio") {
        Some(Value::Number(ratio)) => Some(*ratio),
        _ => None,
    };
    // Of a planetary set the ring over the sun.
    let teeth = || match number("teeth") {
        Some(Value::List(_)) => match item.numbers("teeth")[..] {
            [sun, ring] if sun > 0.0 => Some(ring / sun),
            _ => None,
        },
        _ => None,
    };
    given.or_else(teeth)
}

/// The stiffness in N m/rad, relative to the first shaft.
fn stiffness(item: &Item) -> Option<f64> {
    let of = |key: &str| if item.has(key) { item.optional_number(key) } else { None };
    let lever = of("radius").unwrap_or(1.0);
    (item.type_name() != "variator").then(|| of("stiffness")).flatten().map(|k| k * lever * lever)
}
