//! Where the nodes and elements of a beam are at the design position.

use halfshaft::elements::beam::element::free_strain;
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic};
use crate::document::Raw;
use crate::draft::Draft;
use crate::model::{BeamPiece, BeamShape, BeamStation, BodyRef, Value, Values};

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
        match self.draft.table.get("points").map(|node| node.get_ref()) {
            Some(DeValue::Array(list)) if point < list.len() => {
                Raw::new(&list[point], self.draft.source).error(code, message)
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
        let size = points.iter().fold(0.0_f64, |most, point| most.max((point.at - points[0].at).norm()));
        let mut shape = BeamShape { stations: vec![], pieces: vec![] };
        let mut last: Option<Mat3> = None;
        for k in 1..points.len() {
            let segment = self.segment(&points, k, size, last, tables, out)?;
            if k == 1 {
                shape.stations.push(self.station(0, &points, 1, segment.position(0.0), segment.axes(0.0)));
            }
            segment.divide(self, &points, k, &mut shape);
            last = Some(segment.axes(1.0));
        }
        Some(shape)
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

    /// The segment that ends at point k.
    fn segment(
        &self,
        points: &[Point],
        k: usize,
        size: f64,
        last: Option<Mat3>,
        tables: &PointTables,
        out: &mut Collector,
    ) -> Option<Segment> {
        let (from, to) = (points[k - 1].at, points[k].at);
        let chord = to - from;
        if chord.norm() <= COINCIDENT * size || size == 0.0 {
            let message = format!("a member of beam \"{}\" has no length", self.name);
            let error = tables.error(k, "no-length", message).label("this point is where the one before it is");
            out.push(error.help("move one of them, or remove it"));
            return None;
        }
        let arc = match points[k].centre {
            Some(centre) => Some(self.arc(from, to, centre, k, tables, out)?),
            None => None,
        };
        let tangent = match &arc {
            Some((axis, _, centre)) => axis.cross(from - *centre),
            None => chord,
        };
        let x = tangent * (1.0 / tangent.norm());
        let y = match (self.values.optional_axis("up"), last) {
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
        Some(Segment { from, chord, arc, start, twist: points[k].twist, length })
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
        let last = points[1..].iter().map(|point| point.elements).sum::<usize>();
        let clamp = match node {
            0 => self.clamps[0],
            k if k == last => self.clamps[1],
            _ => None,
        };
        let own = if node == 0 { &points[0] } else { &points[point] };
        let lump = own.values.filter(|_| node == 0 || (own.at - x).norm() <= 1e-9 * (1.0 + x.norm()));
        BeamStation {
            clamp: clamp.map(|(body, _)| body),
            position: x.0,
            axes: axes.0,
            mass: lump.and_then(|values| values.optional_number("mass")).unwrap_or(0.0),
            inertia: lump.and_then(|values| values.optional_inertia("inertia")).unwrap_or([0.0; 6]),
            spacing: 0.0,
        }
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

    /// Adds its elements, and the nodes at their ends.
    fn divide(&self, layout: &Layout, points: &[Point], k: usize, shape: &mut BeamShape) {
        let count = points[k].elements.max(1);
        let length = self.length / count as f64;
        for i in 0..count {
            let [start, end, middle] = [i as f64, (i + 1) as f64, i as f64 + 0.5].map(|part| part / count as f64);
            let [x_a, x_b] = [start, end].map(|part| self.position(part));
            let axes = [start, end].map(|part| self.axes(part));
            let node = shape.stations.len();
            shape.pieces.push(BeamPiece {
                nodes: [node - 1, node],
                positions: [x_a.0, x_b.0],
                axes: axes.map(|axes| axes.0),
                length,
                free: free_strain([x_a, x_b], axes, length).map(|v| v.0),
                point: k,
                middle,
            });
            if let Some(before) = shape.stations.last_mut() {
                before.spacing = before.spacing.max(length);
            }
            let mut station = layout.station(node, points, k, x_b, axes[1]);
            station.spacing = length;
            shape.stations.push(station);
        }
    }
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
