//! Plausibility checks: wheels without a bearing, hinges whose place was forgotten, drives that act against each other through teeth, sizes that exhaust
//! memory.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use halfshaft::elements::rigid_body;
use halfshaft::laws::Function;
use halfshaft::math::Vec3;

use crate::diagnostic::{Collector, Diagnostic};
use crate::model::{Analysis, BodyRef, Item, Model, Prescribed};

/// Maximum number of segments of all shafts with distributed inertia.
const MOST_SEGMENTS: u64 = 200_000;
/// Directions are parallel if their cosine differs from 1 by less than this.
const PARALLEL: f64 = 0.99;
/// Relative difference of the motions of two drives that the compliance of teeth and shafts can accommodate.
const ALIKE: f64 = 0.01;
/// A body is on the axis of a joint if it is off by less than this part of the distances between them and from the origin.
const OFF_AXIS: f64 = 1e-6;
/// Number of times at which the drives are compared, and of integration points between them.
const COMPARED: usize = 16;
const BETWEEN: usize = 64;

/// A mesh of two wheels: the speed of one is `ratio` times the speed of the other.
struct Mesh<'m> {
    item: &'m Item,
    ends: [usize; 2],
    ratio: f64,
    /// Whether the sign of the ratio is known.
    signed: bool,
}

/// A drive that prescribes the rotation of a wheel relative to the ground.
struct Driven<'m> {
    item: &'m Item,
    body: usize,
    /// 1 or −1: direction of its axis relative to that of the hinge of the wheel.
    sign: f64,
}

impl Model {
    /// Checks that no repetition exhausts memory.
    pub(crate) fn check_size(&self, out: &mut Collector) {
        let mut segments = 0;
        for item in self.items.iter().filter(|item| item.values.has("segments")) {
            segments += item.count("segments");
            if segments > MOST_SEGMENTS {
                let message = format!("the shafts of the model would have more than {MOST_SEGMENTS} segments");
                let error = Diagnostic::new("too-many-items", &item.source, item.span.clone(), message);
                out.push(error.help("give them fewer `segments`, or repeat them less often"));
                return;
            }
        }
    }

    /// Warns about implausible models, and rejects drives that act against each other.
    pub(crate) fn check_plausible(&self, out: &mut Collector) {
        self.unsupported_wheels(out);
        self.hinges_without_a_place(out);
        self.fighting_drives(out);
        self.stiff_three_node_beams(out);
    }

    /// Rejects modes of three-node beams without flexible shear, whose lowest frequencies would be round-off.
    fn stiff_three_node_beams(&self, out: &mut Collector) {
        if !matches!(self.analysis, Analysis::Modes { .. }) {
            return;
        }
        let is_beam = |item: &&Item| item.kind.section == "beam" && item.values.has("element");
        for item in self.items.iter().filter(is_beam).filter(|item| item.choice("element") == "three-node") {
            let section = item.optional_variant("section");
            let without = section.is_some_and(|(name, values)| name == "stiffness" && values.get("shear").is_none());
            if without || item.choice("shear") == "rigid" {
                let message = format!(
                    "the three-node elements of beam \"{}\" are stiff in shear, which costs the lowest modes their digits",
                    item.name
                );
                let error = Diagnostic::new("stiff-shear", &item.source, item.span.clone(), message);
                out.push(error.help("let shear be flexible: leave `shear` at its default, and give a section by stiffnesses its `shear`; or take two-node elements"));
            }
        }
    }

    /// Warns about wheels without a bearing.
    fn unsupported_wheels(&self, out: &mut Collector) {
        let mut held = vec![false; self.items.len()];
        let mut geared = vec![None; self.items.len()];
        for item in &self.items {
            let bodies = item.values.given().flat_map(|(_, value)| bodies(value));
            let bodies: Vec<usize> = bodies.collect();
            match (item.kind.section, item.type_name()) {
                ("gear", _) => bodies.into_iter().for_each(|body| _ = geared[body].get_or_insert(item)),
                ("joint" | "contact", _) => bodies.into_iter().for_each(|body| held[body] = true),
                ("force", "spring" | "bushing" | "beam" | "bearing") => {
                    bodies.into_iter().for_each(|body| held[body] = true)
                }
                _ => {}
            }
        }
        for (place, body) in self.items.iter().enumerate().filter(|(place, _)| !held[*place]) {
            let Some(gear) = geared[place].filter(|_| body.kind.is(&rigid_body::KIND)) else { continue };
            let message =
                format!("wheel \"{}\" has no bearing: only the teeth of \"{}\" support it", body.name, gear.name);
            let warning = Diagnostic::new("no-bearing", &body.source, body.span.clone(), message);
            out.warn(warning.help(
                "add a [[joint]] as a \"hinge\", or a [[force]] as a \"bearing\" or a \"bushing\", between it and what carries it",
            ));
        }
    }

    /// Warns about hinges between two bodies that are at the origin because they have no `position`, where neither of the bodies is on
    /// the axis: a wheel swings about an axis far away then, until the mechanism locks.
    fn hinges_without_a_place(&self, out: &mut Collector) {
        let joints = self.items.iter().filter(|item| item.kind.section == "joint");
        for item in joints.filter(|item| ["hinge", "cylindrical", "screw"].contains(&item.type_name())) {
            let [BodyRef::Body(a), BodyRef::Body(b)] = item.between("between") else { continue };
            let rigid = [a, b].iter().all(|body| self.items[*body].kind.is(&rigid_body::KIND));
            if !rigid || item.written.iter().any(|(key, _)| ["position", "in"].contains(key)) {
                continue;
            }
            let (place, axis) = (Vec3(item.vector("position")), Vec3(item.axis("axis")));
            let ways = [a, b].map(|body| self.origin(BodyRef::Body(body)) - place);
            let size = ways.iter().fold(place.norm(), |size, way| size.max(way.norm()));
            let distances = ways.map(|way| (way - axis * way.dot(axis)).norm());
            if distances.iter().all(|distance| *distance > OFF_AXIS * size) {
                out.warn(without_a_place(item, [&self.items[a], &self.items[b]], distances));
            }
        }
    }

    /// Rejects drives that prescribe rotations of two wheels that contradict the ratio of their teeth.
    fn fighting_drives(&self, out: &mut Collector) {
        let Analysis::Transient { end, .. } = self.analysis else { return };
        let hinges = self.hinges();
        let drives = self.driven(&hinges);
        if drives.len() < 2 {
            return;
        }
        let meshes = self.meshes(&hinges);
        let mut by_body: BTreeMap<usize, Vec<&Mesh>> = BTreeMap::new();
        for mesh in &meshes {
            mesh.ends.iter().for_each(|end| by_body.entry(*end).or_default().push(mesh));
        }
        for (k, first) in drives.iter().enumerate() {
            // The ratio of each wheel to the wheel of the first drive, and the last mesh on the path to it.
            let mut reached: BTreeMap<usize, (f64, bool, Option<&Mesh>)> =
                BTreeMap::from([(first.body, (1.0, true, None))]);
            let mut next = vec![first.body];
            while let Some(body) = next.pop() {
                let (ratio, signed, _) = reached[&body];
                for mesh in by_body.get(&body).into_iter().flatten() {
                    let forward = mesh.ends[0] == body;
                    let other = mesh.ends[usize::from(forward)];
                    let step = if forward { mesh.ratio } else { 1.0 / mesh.ratio };
                    if let Entry::Vacant(place) = reached.entry(other) {
                        place.insert((ratio * step, signed && mesh.signed, Some(mesh)));
                        next.push(other);
                    }
                }
            }
            for second in &drives[k + 1..] {
                let Some(&(ratio, signed, Some(mesh))) = reached.get(&second.body) else { continue };
                if let Some((time, [a, b])) = differ(first, second, ratio, signed, end) {
                    out.push(fight(first, second, mesh, time, [a, b]));
                }
            }
        }
    }

    /// The axes of hinges between bodies and the ground.
    fn hinges(&self) -> BTreeMap<usize, Vec3> {
        let joints = self.items.iter().filter(|item| item.kind.section == "joint");
        let joints = joints.filter(|item| ["hinge", "cylindrical"].contains(&item.type_name()));
        let on_ground = joints.filter_map(|item| match item.between("between") {
            [BodyRef::Ground, BodyRef::Body(body)] | [BodyRef::Body(body), BodyRef::Ground] => {
                Some((body, Vec3(item.optional_axis("axis")?)))
            }
            _ => None,
        });
        on_ground.collect()
    }

    fn driven(&self, hinges: &BTreeMap<usize, Vec3>) -> Vec<Driven<'_>> {
        let drives = self.items.iter().filter(|item| item.kind.section == "drive" && item.type_name() == "rotation");
        let each = drives.filter_map(|item| {
            let (body, sign) = match item.between("between") {
                [BodyRef::Ground, BodyRef::Body(body)] => (body, 1.0),
                [BodyRef::Body(body), BodyRef::Ground] => (body, -1.0),
                _ => return None,
            };
            let along = hinges.get(&body)?.dot(Vec3(item.optional_axis("axis")?));
            (along.abs() > PARALLEL).then(|| Driven { item, body, sign: sign * along.signum() })
        });
        each.collect()
    }

    fn meshes(&self, hinges: &BTreeMap<usize, Vec3>) -> Vec<Mesh<'_>> {
        let gears = self.items.iter().filter(|item| item.kind.section == "gear");
        let each = gears.filter_map(|item| {
            let [BodyRef::Body(a), BodyRef::Body(b)] = item.optional_between("between")? else { return None };
            let [hinge_a, hinge_b] = [hinges.get(&a)?, hinges.get(&b)?];
            let (side, axes) = match item.type_name() {
                "external" => (-1.0, ["axis", "axis"]),
                "internal" => (1.0, ["axis", "axis"]),
                "bevel" => (1.0, ["axis_a", "axis_b"]),
                _ => return None,
            };
            let along = [hinge_a.dot(Vec3(item.axis(axes[0]))), hinge_b.dot(Vec3(item.axis(axes[1])))];
            let teeth = item.numbers("teeth");
            let ratio = side * teeth[0] / teeth[1] * along[0].signum() * along[1].signum();
            let parallel = along.iter().all(|along| along.abs() > PARALLEL);
            parallel.then(|| Mesh { item, ends: [a, b], ratio, signed: item.type_name() != "bevel" })
        });
        each.collect()
    }
}

/// The indices of the bodies that a value names.
fn bodies(value: &crate::model::Value) -> Vec<usize> {
    let ends = match value {
        crate::model::Value::Between(ends) => ends.to_vec(),
        crate::model::Value::Frame(end) => vec![*end],
        _ => vec![],
    };
    ends.into_iter().filter_map(|end| if let BodyRef::Body(place) = end { Some(place) } else { None }).collect()
}

/// The angle of the wheel of a drive at each time of comparison; `None` if it depends on a signal.
fn turned(drive: &Driven, end: f64) -> Option<Vec<f64>> {
    let prescribed = |key: &str| match drive.item.optional_input(key) {
        Some(Prescribed::Time(function)) => Some(function),
        _ => None,
    };
    let at = |k: usize| end * k as f64 / (COMPARED * BETWEEN) as f64;
    let value = |function: &Function, k: usize| function.value(at(k));
    if let Some(angle) = prescribed("angle") {
        let from = value(&angle, 0);
        return Some((1..=COMPARED).map(|k| drive.sign * (value(&angle, k * BETWEEN) - from)).collect());
    }
    let speed = prescribed("speed")?;
    let mut angle = 0.0;
    let mut all = vec![];
    for k in 1..=COMPARED * BETWEEN {
        angle += 0.5 * (value(&speed, k - 1) + value(&speed, k)) * (at(k) - at(k - 1));
        if k % BETWEEN == 0 {
            all.push(drive.sign * angle);
        }
    }
    Some(all)
}

/// The first time at which two drives prescribe different angles of the second wheel, and those angles.
fn differ(first: &Driven, second: &Driven, ratio: f64, signed: bool, end: f64) -> Option<(f64, [f64; 2])> {
    let (a, b) = (turned(first, end)?, turned(second, end)?);
    let largest =
        a.iter().map(|a| a * ratio).chain(b.iter().copied()).fold(0.0_f64, |most, angle| most.max(angle.abs()));
    let apart = |a: f64, b: f64| if signed { (a - b).abs() } else { (a.abs() - b.abs()).abs() };
    let place = (0..COMPARED).find(|&k| apart(a[k] * ratio, b[k]) > ALIKE * largest)?;
    Some((end * (place + 1) as f64 / COMPARED as f64, [a[place] * ratio, b[place]]))
}

fn fight(first: &Driven, second: &Driven, mesh: &Mesh, time: f64, [a, b]: [f64; 2]) -> Diagnostic {
    let [one, other] = [&first.item.name, &second.item.name];
    let message =
        format!("drives \"{one}\" and \"{other}\" act against each other through the teeth of \"{}\"", mesh.item.name);
    let line = Diagnostic::new("", &first.item.source, first.item.span.clone(), "").line();
    let error = Diagnostic::new("fighting-drives", &second.item.source, second.item.span.clone(), message);
    error.label(format!("\"{one}\" is on line {line}")).help(format!(
        "at {time:.4} s the teeth have turned the wheel of this drive by {a:.4} rad, but it prescribes {b:.4} rad: remove one drive, or \
        apply a load by a [[force]] of type \"torque\""
    ))
}

/// The warning about a hinge at the origin, with the distances of its bodies from its axis.
fn without_a_place(item: &Item, bodies: [&Item; 2], distances: [f64; 2]) -> Diagnostic {
    let [a, b] = [0, 1].map(|i| format!("{:.3} m from \"{}\"", distances[i], bodies[i].name));
    let message =
        format!("\"{}\" has no `position`, so its axis goes through the origin of its file, {a} and {b}", item.name);
    let warning = Diagnostic::new("no-position", &item.source, item.span.clone(), message);
    warning.help("add the point of the joint, such as `position = [\"0.1 m\", 0, 0]`; write `position = [0, 0, 0]` if it is the origin")
}
