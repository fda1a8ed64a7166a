//! The torsional train of a model, for diagrams.

use halfshaft_results::train::{Link, Train};

use crate::kinds::SHAFTS;
use crate::model::{Item, Model, ShaftRef, Value};

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
            for (key, value) in item.given() {
                match value {
                    Value::Shafts(pair) => ends.extend(pair.iter().map(disc)),
                    // A mesh on the ground has no rotating carrier.
                    Value::Shaft(ShaftRef::Ground) if key.name == "carrier" => {}
                    Value::Shaft(end) => ends.push(disc(end)),
                    _ => {}
                }
            }
            if ends.len() > 1 {
                let (name, kind) = (item.name.clone(), item.type_name().to_string());
                train.links.push(Link { name, kind, ends, stiffness: stiffness(item) });
            }
        }
        train
    }
}

/// The stiffness in N m/rad, relative to the first shaft.
fn stiffness(item: &Item) -> Option<f64> {
    let of = |key: &str| if item.has(key) { item.optional_number(key) } else { None };
    let lever = of("radius").unwrap_or(1.0);
    (item.type_name() != "variator").then(|| of("stiffness")).flatten().map(|k| k * lever * lever)
}
