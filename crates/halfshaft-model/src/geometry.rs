//! Where points stand at the design position, and what a mass point cannot carry.

use halfshaft::math::Vec3;

use crate::diagnostic::Collector;
use crate::model::{BodyRef, Item, Model, Value};

/// Position of an item that applies a torque to a mass point wherever it is.
const NOWHERE: Option<Vec3> = Some(Vec3([f64::INFINITY; 3]));
/// Tolerance of the position of an item on a mass point, in metres: typed positions are rounded.
const OFF_POINT: f64 = 1e-6;

impl Model {
    /// The origin of a body.
    pub(crate) fn origin(&self, body: BodyRef) -> Vec3 {
        match body {
            BodyRef::Ground => Vec3::zero(),
            BodyRef::Body(place) => Vec3(self.items[place].vector("position")),
        }
    }

    /// The points on A and B between which an item acts.
    pub(crate) fn ends(&self, item: &Item) -> [Vec3; 2] {
        let [a, b] = item.between("between");
        let end = |body, key: &str| item.optional_vector(key).map_or_else(|| self.origin(body), Vec3);
        [end(a, "position_a"), end(b, "position_b")]
    }

    /// Checks that an item does nothing to a mass point but hold or push it at its place: there is nothing that could turn.
    pub(crate) fn check_points(&self, item: &Item, out: &mut Collector) {
        let on = |value: &Value| match value {
            Value::Between(ends) => ends.to_vec(),
            Value::Frame(end) => vec![*end],
            _ => Vec::new(),
        };
        let ends: Vec<BodyRef> = item.values.given().flat_map(|(_, value)| on(value)).collect();
        let end_of_line = |key| item.optional_vector(key).map(Vec3);
        let at = match (item.kind.section, item.type_name()) {
            ("sensor", _) => return,
            ("joint", "distance") | ("force", "spring") => ["position_a", "position_b"].map(end_of_line),
            ("contact", "spheres") if item.get("friction").is_none() => ["position_a", "position_b"].map(end_of_line),
            ("contact", "sphere_on_plane") if item.get("friction").is_none() => [NOWHERE, end_of_line("centre")],
            ("joint", "spherical") | ("force", "load") => [end_of_line("position"); 2],
            _ => [NOWHERE; 2],
        };
        for (end, at) in ends.into_iter().zip(at) {
            let BodyRef::Body(place) = end else { continue };
            let body = &self.items[place];
            if body.switch("rotates") {
                continue;
            }
            let error = |message| item.error("mass-point", message);
            let off = at.map_or(0.0, |at| (at - Vec3(body.vector("position"))).norm());
            let turned =
                item.kind.section == "force" && item.type_name() == "load" && item.vector("torque") != [0.0; 3];
            if off == f64::INFINITY || turned {
                let message = format!("\"{}\" applies a torque to \"{}\", which is a mass point", item.name, body.name);
                out.push(error(message).help("give the body an `inertia`, and remove `rotates`"));
            } else if off > OFF_POINT {
                let message = format!("\"{}\" is not at the position of the mass point \"{}\"", item.name, body.name);
                out.push(
                    error(message)
                        .label(format!("{off} m away"))
                        .help("an item can act on a mass point only at its position"),
                );
            }
        }
    }
}
