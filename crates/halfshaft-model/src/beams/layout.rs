//! Where the nodes and elements of a beam are at the design position.

use halfshaft::elements::beam::element::free_strain;
use halfshaft::elements::beam::three_node::element::free_strains;
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic};
use crate::document::Raw;
use crate::draft::Draft;
use crate::model::{BeamHinge, BeamMiddle, BeamPiece, BeamShape, BeamStation, BodyRef, Value, Values};
use crate::suggest::nearest;

use super::intervals;
use super::members::Member;

/// A segment is shorter than this fraction of the beam's size: its points coincide.
const COINCIDENT: f64 = 1e-12;
/// Relative difference of the radii at both ends of an arc: typed positions are rounded.
const RADIUS_TOLERANCE: f64 = 1e-5;
/// `up` is along the beam if the sine of the angle between them is smaller.
const ALONG: f64 = 1e-6;

/// What the ends are clamped to, with the position of the frame that names it.
pub(crate) type Clamps = [Option<(BodyRef, [f64; 3])>; 2];

/// Where the points stand in the file, for messages.
pub(crate) struct PointTables<'d, 'a> {
    draft: &'d Draft<'a>,
}

impl<'d, 'a> PointTables<'d, 'a> {
    pub(crate) fn of(draft: &'d Draft<'a>) -> Self {
        PointTables { draft }
    }

    /// An error about a point, or about the beam if it has no list of points.
    fn error(&self, point: usize, code: &'static str, message: String) -> Diagnostic {
        self.entry_error("points", point, code, message)
    }

    /// An error about a member of a frame.
    fn member_error(&self, member: usize, code: &'static str, message: String) -> Diagnostic {
        self.entry_error("members", member, code, message)
    }

    fn entry_error(&self, list: &str, entry: usize, code: &'static str, message: String) -> Diagnostic {
        match self.draft.table.get(list).map(|node| node.get_ref()) {
            Some(DeValue::Array(list)) if entry < list.len() => {
                Raw::new(&list[entry], self.draft.source).error(code, message)
            }
            _ => Diagnostic::new(code, self.draft.source, self.draft.name_span.clone(), message),
        }
    }

    fn table(&self, point: usize) -> Option<&'a DeTable<'a>> {
        match self.draft.table.get("points")?.get_ref() {
            DeValue::Array(list) => list.get(point)?.get_ref().as_table(),
            _ => None,
        }
    }
}

/// A point of the axis.
struct Point<'v> {
    at: Vec3,
    elements: usize,
    centre: Option<Vec3>,
    twist: f64,
    values: Option<&'v Values>,
}

/// The ends of a segment.
struct Ends<'p, 'v> {
    from: &'p Point<'v>,
    to: &'p Point<'v>,
    twist: f64,
    /// Direction of the section's y axis, if it has one of its own.
    up: Option<[f64; 3]>,
    /// The point for messages.
    place: usize,
}

/// Computes the nodes and elements of a beam from its values.
pub(crate) struct Layout<'v> {
    name: &'v str,
    values: &'v Values,
    clamps: Clamps,
}

impl<'v> Layout<'v> {
    pub(crate) fn new(name: &'v str, values: &'v Values, clamps: Clamps) -> Self {
        Layout { name, values, clamps }
    }

    /// The nodes and elements; `None` if something is wrong, which is reported.
    pub(crate) fn shape(&self, tables: &PointTables, out: &mut Collector) -> Option<BeamShape> {
        let list = self.values.optional_list("points");
        let points = match &list {
            Some(list) => self.points(list)?,
            None => self.between_clamps(tables, out)?,
        };
        if points.len() < 2 {
            let message = format!("beam \"{}\" has only one point", self.name);
            out.push(tables.error(0, "no-length", message).help("give two points or more"));
            return None;
        }
        if let Some(members) = self.values.optional_list("members") {
            return self.frame(&points, &members, tables, out);
        }
        let size = size_of(&points);
        let mut shape = BeamShape { stations: vec![], pieces: vec![], hinges: vec![] };
        let mut last: Option<Mat3> = None;
        for k in 1..points.len() {
            let ends = Ends { from: &points[k - 1], to: &points[k], twist: points[k].twist, up: None, place: k };
            let segment = self.segment(&ends, size, last, tables, out)?;
            if k == 1 {
                shape.stations.push(self.station(0, &points, 1, segment.position(0.0), segment.axes(0.0)));
            }
            segment.divide(self, &points, k, &mut shape);
            last = Some(segment.axes(1.0));
        }
        Some(shape)
    }

    /// Number of intervals between the nodes of an element.
    fn intervals(&self) -> usize {
        intervals(self.values.optional_choice("element"))
    }

    fn points<'l>(&self, list: &'l [Value]) -> Option<Vec<Point<'l>>> {
        let whole = self.values.optional_count("elements")? as usize;
        let point = |value: &'l Value| {
            let values = value.as_group();
            Some(Point {
                at: Vec3(values.optional_vector("position")?),
                elements: values.optional_count("elements").map_or(whole, |count| count as usize),
                centre: values.optional_vector("centre").map(Vec3),
                twist: values.optional_number("twist").unwrap_or(0.0),
                values: Some(values),
            })
        };
        list.iter().map(point).collect()
    }

    fn between_clamps(&self, tables: &PointTables, out: &mut Collector) -> Option<Vec<Point<'v>>> {
        let elements = self.values.optional_count("elements")? as usize;
        let point = |at: [f64; 3]| Point { at: Vec3(at), elements, centre: None, twist: 0.0, values: None };
        let [Some((_, a)), Some((_, b))] = self.clamps else {
            let message = format!("beam \"{}\" needs `points`, or both `start` and `end`", self.name);
            let help = "add `points = [{ position = [0, 0, 0] }, { position = [\"1 m\", 0, 0] }]`";
            out.push(tables.error(0, "missing-key", message).help(help));
            return None;
        };
        Some(vec![point(a), point(b)])
    }

    /// The nodes and elements of a frame.
    fn frame(
        &self,
        points: &[Point],
        members: &[Value],
        tables: &PointTables,
        out: &mut Collector,
    ) -> Option<BeamShape> {
        let size = size_of(points);
        let mut shape = BeamShape { stations: vec![], pieces: vec![], hinges: vec![] };
        let still = |point: &Point| self.lumped(point, point.at, Mat3::identity());
        shape.stations.extend(points.iter().map(still));
        let mut met = vec![false; points.len()];
        for (k, value) in members.iter().enumerate() {
            let values = value.as_group();
            let member = self.member(values, points, k, tables, out)?;
            let [a, b] = member.ends;
            let twist = values.optional_number("twist").unwrap_or(0.0);
            let ends = Ends { from: &points[a], to: &points[b], twist, up: values.optional_axis("up"), place: b };
            let segment = self.segment(&ends, size, None, tables, out)?;
            for (end, part) in [(a, 0.0), (b, 1.0)] {
                if !std::mem::replace(&mut met[end], true) {
                    shape.stations[end].axes = segment.axes(part).0;
                }
            }
            segment.add_member(self, &member, k, &mut shape);
        }
        if let Some(alone) = met.iter().position(|met| !met) {
            let message = format!("no member of beam \"{}\" ends at this point", self.name);
            out.push(tables.error(alone, "unconnected-point", message).help("add a member, or remove the point"));
            return None;
        }
        Some(shape)
    }

    /// A member by the names of its points.
    fn member(
        &self,
        values: &Values,
        points: &[Point],
        member: usize,
        tables: &PointTables,
        out: &mut Collector,
    ) -> Option<Member> {
        let names: Vec<Option<String>> =
            points.iter().map(|point| point.values.and_then(|values| values.optional_text("name"))).collect();
        let mut end = |value: Value| {
            let Value::Text(name) = value else { return None };
            let found = names.iter().position(|known| known.as_ref() == Some(&name));
            if found.is_none() {
                let near = nearest(&name, names.iter().flatten().map(String::as_str));
                let message = format!("beam \"{}\" has no point \"{name}\"", self.name);
                let help = near.map(|near| format!("did you mean \"{near}\"?"));
                out.push(tables.member_error(member, "unknown-point", message).maybe_help(help));
            }
            found
        };
        let ends = values.optional_list("between")?.into_iter().map(&mut end).collect::<Option<Vec<usize>>>()?;
        let ends: [usize; 2] = ends.try_into().ok()?;
        let whole = self.values.optional_count("elements")?;
        let elements = values.optional_count("elements").unwrap_or(whole) as usize;
        Some(Member {
            ends,
            intervals: elements * self.intervals(),
            hinged: Member::hinged(values.optional_choice("hinged")),
        })
    }

    /// A node with what is lumped at a point.
    fn lumped(&self, point: &Point, x: Vec3, axes: Mat3) -> BeamStation {
        BeamStation {
            clamp: None,
            position: x.0,
            axes: axes.0,
            mass: point.values.and_then(|values| values.optional_number("mass")).unwrap_or(0.0),
            inertia: point.values.and_then(|values| values.optional_inertia("inertia")).unwrap_or([0.0; 6]),
            spacing: 0.0,
        }
    }

    /// The segment between two points.
    fn segment(
        &self,
        ends: &Ends,
        size: f64,
        last: Option<Mat3>,
        tables: &PointTables,
        out: &mut Collector,
    ) -> Option<Segment> {
        let (from, to, k) = (ends.from.at, ends.to.at, ends.place);
        let chord = to - from;
        if chord.norm() <= COINCIDENT * size || size == 0.0 {
            let message = format!("a member of beam \"{}\" has no length", self.name);
            let error = tables.error(k, "no-length", message).label("both of its ends are here");
            out.push(error.help("move one of them, or remove it"));
            return None;
        }
        let arc = match ends.to.centre {
            Some(centre) => Some(self.arc(from, to, centre, k, tables, out)?),
            None => None,
        };
        let tangent = match &arc {
            Some((axis, _, centre)) => axis.cross(from - *centre),
            None => chord,
        };
        let x = tangent * (1.0 / tangent.norm());
        let y = match (ends.up.or(self.values.optional_axis("up")), last) {
            (Some(up), _) => {
                let across = Vec3(up) - x * x.dot(Vec3(up));
                if across.norm() <= ALONG {
                    let message = format!("`up` of \"{}\" is along the beam", self.name);
                    out.push(tables.error(k, "not-across", message).help("give a direction across it"));
                    return None;
                }
                across
            }
            (None, Some(before)) => transported(&before, x),
            (None, None) => z_along(x).column(0),
        };
        let z = x.cross(y);
        let z = z * (1.0 / z.norm());
        let start = Mat3::from_columns([x, z.cross(x), z]);
        let length = arc.map_or(chord.norm(), |(_, angle, centre)| angle * (from - centre).norm());
        Some(Segment { from, chord, arc, start, twist: ends.twist, length })
    }

    /// Axis and angle of an arc about a centre, less than half a turn.
    fn arc(
        &self,
        from: Vec3,
        to: Vec3,
        centre: Vec3,
        k: usize,
        tables: &PointTables,
        out: &mut Collector,
    ) -> Option<(Vec3, f64, Vec3)> {
        let (a, b) = (from - centre, to - centre);
        let (across, radii) = (a.cross(b), [a.norm(), b.norm()]);
        let error = |message: String, label: String, help: &str| {
            let place = tables.table(k).and_then(|table| table.get("centre"));
            let error = match place {
                Some(node) => Raw::new(node, tables.draft.source).error("bad-arc", message),
                None => tables.error(k, "bad-arc", message),
            };
            error.label(label).help(help)
        };
        if (radii[0] - radii[1]).abs() > RADIUS_TOLERANCE * radii[0].max(radii[1]) {
            let message = format!("the arc of beam \"{}\" has two radii", self.name);
            let label = format!("{} m at its start, {} m at its end", radii[0], radii[1]);
            out.push(error(message, label, "give the centre, which has the same distance from both points"));
            return None;
        }
        if across.norm() <= ALONG * radii[0] * radii[1] {
            let message = format!("the arc of beam \"{}\" has no plane", self.name);
            let label = "the centre is on the line through both points".to_string();
            out.push(error(message, label, "divide an arc of half a turn or more by a point"));
            return None;
        }
        Some((across * (1.0 / across.norm()), across.norm().atan2(a.dot(b)), centre))
    }

    /// Node number `k` on the segment that ends at point `point`.
    fn station(&self, node: usize, points: &[Point], point: usize, x: Vec3, axes: Mat3) -> BeamStation {
        let last = self.intervals() * points[1..].iter().map(|point| point.elements).sum::<usize>();
        let clamp = match node {
            0 => self.clamps[0],
            k if k == last => self.clamps[1],
            _ => None,
        };
        let own = if node == 0 { &points[0] } else { &points[point] };
        let here = node == 0 || (own.at - x).norm() <= 1e-9 * (1.0 + x.norm());
        let bare = Point { values: own.values.filter(|_| here), ..*own };
        BeamStation { clamp: clamp.map(|(body, _)| body), ..self.lumped(&bare, x, axes) }
    }
}

/// A segment between two points: a line or an arc.
struct Segment {
    from: Vec3,
    chord: Vec3,
    /// Axis, angle and centre.
    arc: Option<(Vec3, f64, Vec3)>,
    /// Axes of the section at its start.
    start: Mat3,
    twist: f64,
    length: f64,
}

impl Segment {
    fn axes(&self, part: f64) -> Mat3 {
        let twisted = Quaternion::exp(Vec3([part * self.twist, 0.0, 0.0])).matrix();
        match self.arc {
            Some((axis, angle, _)) => Quaternion::exp(axis * (part * angle)).matrix() * self.start * twisted,
            None => self.start * twisted,
        }
    }

    fn position(&self, part: f64) -> Vec3 {
        match self.arc {
            Some((axis, angle, centre)) => {
                centre + Quaternion::exp(axis * (part * angle)).matrix() * (self.from - centre)
            }
            None => self.from + self.chord * part,
        }
    }

    /// Element number `k` of a segment of `count`, on its nodes: two, or three.
    fn piece(&self, k: usize, count: usize, nodes: &[usize], point: usize) -> BeamPiece {
        let parts = [k, k + 1].map(|k| k as f64 / count as f64);
        let length = self.length / count as f64;
        let (x, axes) = (parts.map(|part| self.position(part)), parts.map(|part| self.axes(part)));
        let middle = (nodes.len() == 3).then(|| {
            let part = 0.5 * (parts[0] + parts[1]);
            let (at, turned) = (self.position(part), self.axes(part));
            let free = free_strains([x[0], at, x[1]], [axes[0], turned, axes[1]], length);
            BeamMiddle { node: nodes[1], position: at.0, axes: turned.0, free: free.map(|free| free.map(|v| v.0)) }
        });
        BeamPiece {
            nodes: [nodes[0], nodes[nodes.len() - 1]],
            positions: x.map(|x| x.0),
            axes: axes.map(|axes| axes.0),
            length,
            free: free_strain(x, axes, length).map(|v| v.0),
            point,
            parts,
            middle,
        }
    }

    /// Adds the elements of a member of a frame, the nodes within it and its hinges.
    fn add_member(&self, layout: &Layout, member: &Member, number: usize, shape: &mut BeamShape) {
        let (step, intervals) = (layout.intervals(), member.intervals.max(1));
        let count = intervals / step;
        let nodes = member.nodes(shape.stations.len());
        let spacing = self.length / intervals as f64;
        let bare = Point { at: self.from, elements: count, centre: None, twist: 0.0, values: None };
        for (k, &node) in nodes.iter().enumerate() {
            let part = k as f64 / intervals as f64;
            if node >= shape.stations.len() {
                shape.stations.push(layout.lumped(&bare, self.position(part), self.axes(part)));
            }
            shape.stations[node].spacing = shape.stations[node].spacing.max(spacing);
        }
        for k in 0..count {
            shape.pieces.push(self.piece(k, count, &nodes[step * k..=step * (k + 1)], number));
        }
        let ends = [(nodes[0], 0.0), (nodes[intervals], 1.0)];
        for ((end, (node, part)), hinged) in member.ends.into_iter().zip(ends).zip(member.hinged) {
            if hinged {
                let (position, axes) = (self.position(part).0, self.axes(part).0);
                shape.hinges.push(BeamHinge { nodes: [end, node], position, axes });
            }
        }
    }

    /// Adds its elements, and the nodes at their ends.
    fn divide(&self, layout: &Layout, points: &[Point], k: usize, shape: &mut BeamShape) {
        let (step, count) = (layout.intervals(), points[k].elements.max(1));
        let intervals = step * count;
        let length = self.length / intervals as f64;
        if let Some(before) = shape.stations.last_mut() {
            before.spacing = before.spacing.max(length);
        }
        let first = shape.stations.len() - 1;
        for i in 1..=intervals {
            let part = i as f64 / intervals as f64;
            let mut station = layout.station(first + i, points, k, self.position(part), self.axes(part));
            station.spacing = length;
            shape.stations.push(station);
        }
        let nodes: Vec<usize> = (first..=first + intervals).collect();
        for i in 0..count {
            shape.pieces.push(self.piece(i, count, &nodes[step * i..=step * (i + 1)], k));
        }
    }
}

/// The largest distance from the first point.
fn size_of(points: &[Point]) -> f64 {
    points.iter().fold(0.0, |most, point| most.max((point.at - points[0].at).norm()))
}

/// The section's y axis behind a corner: turned with the tangent, without twist.
fn transported(before: &Mat3, x: Vec3) -> Vec3 {
    let (old, y) = (before.column(0), before.column(1));
    let (axis, cosine) = (old.cross(x), old.dot(x));
    let sine = axis.norm();
    if sine <= ALONG {
        return y;
    }
    Quaternion::exp(axis * (sine.atan2(cosine) / sine)).matrix() * y
}
