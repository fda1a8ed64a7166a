//! Geometry at the design position, and checks of joints and forces.

use halfshaft::math::Vec3;

use crate::diagnostic::{Collector, Diagnostic};
use crate::kinds::SIGNALS;
use crate::model::{BodyRef, Item, Model, Prescribed, ShaftRef, Value};

/// Tolerance of the right angle between the arms of a universal joint, in radians: typed directions are rounded.
const SQUARE: f64 = 1e-6;

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

    /// Checks that an item acts on a mass point only at its position: a mass point cannot rotate.
    fn check_points(&self, item: &Item, out: &mut Collector) {
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
            let error = |message| Diagnostic::new("mass-point", &item.source, item.span.clone(), message);
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

    /// Checks combinations of several keys.
    pub(crate) fn check_geometry(&self, out: &mut Collector) {
        for item in &self.items {
            let error = |code, message| Diagnostic::new(code, &item.source, item.span.clone(), message);
            self.check_points(item, out);
            match (item.kind.section, item.kind.type_name) {
                ("force", Some("spring" | "rotational_spring"))
                    if item.get("curve").is_some() && item.get("polynomial").is_some() =>
                {
                    let message = format!("\"{}\" cannot have both `curve` and `polynomial`", item.name);
                    out.push(error("conflicting-keys", message).help("keep one of them"));
                }
                ("joint", Some("distance")) | ("force", Some("spring" | "beam")) => {
                    let [a, b] = self.ends(item);
                    if a == b {
                        let message = format!("both ends of \"{}\" are at one point", item.name);
                        out.push(error("no-length", message).help("set `position_a` or `position_b`"));
                    } else if item.type_name() == "beam"
                        && let Some(up) = item.optional_axis("up")
                        && (b - a).cross(Vec3(up)).norm() <= SQUARE * (b - a).norm()
                    {
                        let message = format!("`up` of \"{}\" is parallel to the beam", item.name);
                        out.push(error("not-across", message).help("give a direction that is not parallel to it"));
                    }
                }
                ("joint", Some("universal")) => {
                    let cosine = Vec3(item.axis("axis_a")).dot(Vec3(item.axis("axis_b")));
                    if cosine.abs() > SQUARE {
                        let message = format!("the arms of \"{}\" are not at right angles", item.name);
                        let angle = cosine.clamp(-1.0, 1.0).acos().to_degrees();
                        out.push(error("not-square", message).label(format!("they are {angle:.6}° apart")));
                    }
                }
                ("contact", _) => self.check_contact(item, out),
                ("gear", _) => {
                    if let Err(problem) = self.placed_gear(item) {
                        let at = error("impossible-gear", format!("\"{}\": {}", item.name, problem.message));
                        out.push(at.maybe_help(problem.help));
                    }
                }
                ("force", Some("rotation_stop" | "travel_stop" | "cone_stop" | "distance_stop")) => {
                    self.check_stop(item, out);
                }
                ("joint", Some("rack_and_pinion")) => {
                    let cosine = Vec3(item.axis("direction")).dot(Vec3(item.axis("axis")));
                    if cosine.abs() > SQUARE {
                        let message = format!("the axis of \"{}\" is not perpendicular to its rack", item.name);
                        let angle = cosine.clamp(-1.0, 1.0).acos().to_degrees();
                        out.push(error("not-square", message).label(format!("they are {angle:.6}° apart")));
                    }
                }
                ("drive", Some(type_name)) => {
                    let position = if type_name == "rotation" { "angle" } else { "displacement" };
                    let given = [position, "speed"].map(|key| item.get(key).is_some());
                    if given == [true, true] {
                        let message = format!("drive \"{}\" cannot prescribe both `{position}` and `speed`", item.name);
                        out.push(error("conflicting-keys", message).help("keep one of them"));
                    }
                    let signal = item.optional_input(position).is_some_and(|by| !matches!(by, Prescribed::Time(_)));
                    if signal != item.get("lag").is_some() {
                        let message = match signal {
                            true => format!("drive \"{}\" needs `lag` to follow a signal", item.name),
                            false => format!("drive \"{}\" has a `lag`, but no signal to follow", item.name),
                        };
                        let help = "`lag` applies only to a position that is a signal";
                        out.push(error(if signal { "missing-key" } else { "conflicting-keys" }, message).help(help));
                    }
                    if given == [false, false] {
                        let message = format!("drive \"{}\" needs `{position}` or `speed`", item.name);
                        out.push(error("missing-key", message));
                    }
                }
                ("sensor", Some("force")) | (SIGNALS, Some("force" | "torque")) => {
                    let (acting, body) = (&self.items[item.item("of")], item.frame("on"));
                    if item.kind.section == SIGNALS && body == BodyRef::Ground {
                        let message = format!("\"{}\" cannot be on the ground", item.name);
                        out.push(error("on-ground", message).help("take the opposite of what acts on the other body"));
                    }
                    if !acting.touches(body) {
                        let message = format!("\"{}\" does not act on the body of \"{}\"", acting.name, item.name);
                        out.push(error("not-acting", message).help("name one of the bodies that it connects"));
                    }
                }
                (SIGNALS, Some("shaft_torque")) => {
                    let (acting, shaft) = (&self.items[item.item("of")], item.shaft("on"));
                    if shaft == ShaftRef::Ground {
                        let message = format!("\"{}\" cannot be on the ground", item.name);
                        out.push(error("on-ground", message).help("take the opposite of what acts on the other shaft"));
                    } else if !acting.turns(shaft) {
                        let message = format!("\"{}\" does not act on the shaft of \"{}\"", acting.name, item.name);
                        out.push(error("not-acting", message).help("name one of the shafts that it connects"));
                    }
                }
                (SIGNALS, Some("pid")) => {
                    let zero = item.optional_amount("proportional") == Some(0.0);
                    let lags = ["derivative", "derivative_lag"].map(|key| item.get(key).is_some());
                    if zero {
                        let message = format!("the gain of \"{}\" must not be zero", item.name);
                        out.push(error("out-of-range", message));
                    }
                    if lags[0] != lags[1] {
                        let message =
                            format!("\"{}\" needs both of `derivative`, `derivative_lag`, or none", item.name);
                        out.push(error("missing-key", message));
                    }
                    if item.get("limits").is_some_and(|_| item.numbers("limits")[0] >= item.numbers("limits")[1]) {
                        let message = format!("the limits of \"{}\" are empty", item.name);
                        out.push(error("out-of-range", message).help("the first must be below the second"));
                    }
                }
                (SIGNALS, _)
                    if item.values.has("size") && item.optional_amount("size").is_some_and(|size| size <= 0.0) =>
                {
                    out.push(error("out-of-range", format!("the size of \"{}\" must be positive", item.name)));
                }
                _ => {}
            }
        }
    }
}
