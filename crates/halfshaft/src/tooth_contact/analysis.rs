//! The analysis of a pair of wheels over one pitch.

use std::f64::consts::PI;
use std::fmt;
use std::sync::Arc;

use super::compliance::FlankCompliance;
use super::kinematics::{FacePlace, FlankContact, Kinematics};
use super::solve::solve;
use crate::elements::solid::{Elastic, Law};
use crate::gear::{
    Geometry, Modification, SectorDivisions, Tooth, ToothFault, WheelBody, WheelDrawing, WheelFault, WheelMesh,
};

/// Length of the cells along the involute over the module.
const CELL: f64 = 0.12;
/// Half the width of the strip on which a contact line is spread in the finite elements, over the length of a cell.
const STRIP: f64 = 2.0;
/// Points by which a strip is integrated.
const STRIP_POINTS: usize = 48;
/// Forces below this part of the total do not count as contact.
const NO_CONTACT: f64 = 1e-6;
/// Bisections to a change of the number of pairs in contact.
const BISECTIONS: usize = 8;
/// −E ln|X − Y| for X and Y on a triangular distribution of half width 1, plus the ½ of an ellipse: see [`ToothContact`].
const STRIP_CONSTANT: f64 = 0.659_137;

/// A pair of wheels for the analysis. The second drawing of an internal pair is that of the ring.
#[derive(Clone, Copy, Debug)]
pub struct ContactPair {
    /// The teeth; helix angles with their signs.
    pub drawings: [WheelDrawing; 2],
    /// The bodies; both with the common face width.
    pub bodies: [WheelBody; 2],
    /// Geometry of the pair.
    pub geometry: Geometry,
    /// What is taken off the flanks.
    pub modifications: [Modification; 2],
    /// Angle between the flanks in the plane of action from the mounting: opens a gap towards +z.
    pub misalignment: f64,
    /// Young's modulus.
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
}

/// Rigid teeth may overlap by this fraction of the module outside the path of contact.
const OVERLAP: f64 = 1e-3;
/// Positions within a pitch before and after the path of contact at which that is tested.
const OUTSIDE_SAMPLES: usize = 24;

/// Why there is no analysis; the number is that of the wheel, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactFault {
    /// Its teeth cannot be made.
    Tooth(usize, ToothFault),
    /// It has no mesh.
    Mesh(usize, WheelFault),
    /// Too few teeth for a wheel.
    TooFewTeeth(usize),
    /// Its finite elements are singular or too many.
    Elements(usize),
    /// The contact ratio is below one: contact is interrupted. Contains it.
    Interrupted(f64),
    /// Its tips run into the roots of the other wheel. Contains the overlap of rigid teeth, in metres.
    Interference(usize, f64),
    /// The forces did not converge at this roll angle.
    NotConverged(f64),
}

impl fmt::Display for ContactFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ContactFault::Tooth(k, fault) => write!(f, "wheel {}: {fault}", k + 1),
            ContactFault::Mesh(k, fault) => write!(f, "wheel {}: {fault}", k + 1),
            ContactFault::TooFewTeeth(k) => write!(f, "wheel {} needs at least 5 teeth", k + 1),
            ContactFault::Elements(k) => write!(f, "the finite elements of wheel {} cannot be solved", k + 1),
            ContactFault::Interrupted(ratio) => {
                write!(f, "the contact ratio {ratio:.3} is below 1: contact is interrupted between two pairs of teeth")
            }
            ContactFault::Interference(k, overlap) => {
                let (wheel, overlap) = (k + 1, 1e6 * overlap);
                write!(
                    f,
                    "the tips of wheel {wheel} run into the roots of the other wheel: rigid teeth overlap by {overlap:.0} um"
                )
            }
            ContactFault::NotConverged(roll) => {
                write!(f, "the tooth forces did not converge at a roll angle of {:.3} deg", roll.to_degrees())
            }
        }
    }
}

/// The loaded contact of two elastic wheels with rigid bores.
///
/// The unknowns are the forces F along the normals of the flanks, for each pair of teeth and each plane along the axis, and the
/// approach δ of the flanks, which is the transmission error. With the gaps g, the compliances C of both wheels and the local term h,
///
/// ```text
/// g + C F + h(F) ≥ δ,     F ≥ 0,     F (g + C F + h(F) − δ) = 0,     Σ F = T₁/(r_b1 cos β_b)
/// ```
///
/// In the finite elements a contact line is spread on a triangular strip of half width S, on which displacements are averaged too. The
/// elements resolve that, and the local term replaces the strip by Hertz's ellipse of half width a. On a half-plane with the load q for
/// each length, displacements are −κ q E ln|x − ξ|, κ = 2 (1 − ν²)/(π E), so that for each wheel
///
/// ```text
/// h = κ q (ln(2 S/a) − 0.659137),     a² = 8 q ρ (1 − ν²)/(π E)
/// ```
///
/// independent of any depth: E ln|x| is ln(a/2) − ½ for the ellipse and ln S − 1.159137 for two triangles. ρ is the radius of relative
/// curvature. Plane strain is presumed for the local term only. Edges that touch before and after the path of contact are treated like flanks.
#[derive(Clone)]
pub struct ToothContact {
    teeth: [Tooth; 2],
    modifications: [Modification; 2],
    geometry: Geometry,
    compliances: Arc<[FlankCompliance; 2]>,
    /// Planes of contact along the axis, and the width that belongs to each.
    planes: Vec<[f64; 2]>,
    face_width: f64,
    misalignment: f64,
    /// (1 − ν²)/E.
    local: f64,
    /// How many pairs of teeth before and after the middle one are considered.
    reach: isize,
}

/// Forces in one position.
#[derive(Clone, Debug)]
pub struct Position {
    /// Roll angle of wheel 1 at the contact point of the middle pair.
    pub roll: f64,
    /// Transmission error along the normal of the flanks.
    pub error: f64,
    /// Normal force of each pair of teeth, from the last behind to the first ahead.
    pub pairs: Vec<f64>,
    /// Normal force of each plane along the axis, for all pairs.
    pub planes: Vec<f64>,
    /// Highest Hertzian pressure.
    pub pressure: f64,
    /// Highest tensile stress along the surface of the roots of both wheels, next to the loaded flanks.
    pub root_stress: [f64; 2],
}

impl Position {
    /// Number of pairs of teeth in contact.
    pub fn in_contact(&self) -> usize {
        let total: f64 = self.pairs.iter().sum();
        self.pairs.iter().filter(|force| **force > NO_CONTACT * total).count()
    }

    /// Forces of all pairs behind the middle one, of the middle one, and of all pairs ahead.
    pub fn behind_middle_ahead(&self) -> [f64; 3] {
        let middle = self.pairs.len() / 2;
        let sum = |part: &[f64]| part.iter().sum::<f64>();
        [sum(&self.pairs[..middle]), self.pairs[middle], sum(&self.pairs[middle + 1..])]
    }
}

/// The result of an analysis.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Positions over one pitch, at equal distances.
    pub positions: Vec<Position>,
    /// Total normal force.
    pub force: f64,
    /// The part of the pitch on which exactly one pair of teeth is in contact.
    pub single_contact: f64,
    /// Lowest stiffness in single contact, normal force for each face width over error; none without single contact.
    pub single_stiffness: Option<f64>,
    /// Highest stiffness with several pairs; none without them.
    pub double_stiffness: Option<f64>,
    /// Highest load for each width over the mean one, over all positions: K_Hβ of ISO 6336-1.
    pub face_load_factor: f64,
}

impl Analysis {
    /// Highest root stress of both wheels over all positions.
    pub fn highest_root_stress(&self) -> [f64; 2] {
        [0, 1].map(|wheel| self.positions.iter().map(|position| position.root_stress[wheel]).fold(0.0, f64::max))
    }

    /// Highest Hertzian pressure over all positions.
    pub fn highest_pressure(&self) -> f64 {
        self.positions.iter().map(|position| position.pressure).fold(0.0, f64::max)
    }

    /// Least, greatest and mean transmission error.
    pub fn errors(&self) -> [f64; 3] {
        let errors = self.positions.iter().map(|position| position.error);
        let mean = errors.clone().sum::<f64>() / self.positions.len() as f64;
        [errors.clone().fold(f64::INFINITY, f64::min), errors.fold(f64::NEG_INFINITY, f64::max), mean]
    }

    /// Amplitudes of the transmission error at the first multiples of the meshing frequency, as many as the positions resolve and at most
    /// `count`: |2/n Σ e_k exp(−2πi m k/n)| for the order m.
    pub fn error_orders(&self, count: usize) -> Vec<f64> {
        let n = self.positions.len();
        let amplitude = |order: usize| {
            let [mut real, mut imaginary] = [0.0; 2];
            for (k, position) in self.positions.iter().enumerate() {
                let angle = std::f64::consts::TAU * (order * k) as f64 / n as f64;
                real += position.error * angle.cos();
                imaginary += position.error * angle.sin();
            }
            2.0 / n as f64 * f64::hypot(real, imaginary)
        };
        (1..=count.min((n - 1) / 2)).map(amplitude).collect()
    }
}

/// A point of contact of one pair of teeth in one plane.
struct Point {
    pair: isize,
    plane: usize,
    contact: FlankContact,
    gap: f64,
    /// Weights of the nodes of both flanks.
    weights: [Vec<(usize, f64)>; 2],
    /// Half widths of the strips.
    strips: [f64; 2],
}

/// Tests that rigid teeth do not overlap before and after the path of contact, where a tip passes the root of the other wheel.
fn check_interference(teeth: &[Tooth; 2], pair: &ContactPair) -> Result<(), ContactFault> {
    let kinematics = Kinematics::new([&teeth[0], &teeth[1]], pair.modifications, &pair.geometry);
    let [start, end] = kinematics.path();
    let pitch = std::f64::consts::TAU / teeth[0].drawing.teeth as f64;
    let place = FacePlace { across: 0.0, middle: true };
    for k in 0..OUTSIDE_SAMPLES {
        let beyond = pitch * (k + 1) as f64 / OUTSIDE_SAMPLES as f64;
        // The tips of wheel 2 come first, those of wheel 1 leave last.
        for (wheel, roll) in [(1, start - beyond), (0, end + beyond)] {
            let gap = kinematics.contact(roll, place).map_or(0.0, |contact| contact.gap);
            if gap < -OVERLAP * teeth[0].drawing.module {
                return Err(ContactFault::Interference(wheel, -gap));
            }
        }
    }
    Ok(())
}

impl ToothContact {
    /// Meshes both wheels and computes the compliances of their flanks.
    pub fn new(pair: &ContactPair) -> Result<Self, ContactFault> {
        let ratio = pair.geometry.transverse_contact_ratio;
        let overlap = pair.geometry.overlap_ratio.unwrap_or(0.0).abs();
        if ratio + overlap < 1.0 || ratio <= 0.0 {
            return Err(ContactFault::Interrupted(ratio + overlap));
        }
        let reach = (0.5 * (ratio + overlap)).ceil() as usize + 1;
        // The axes of a ring are mirrored, and the helix with them.
        let mut drawings = pair.drawings;
        drawings[1].helix_angle = -drawings[0].helix_angle;
        let width = pair.bodies[0].face_width.min(pair.bodies[1].face_width);
        let tooth = |k: usize| Tooth::new(drawings[k]).map_err(|fault| ContactFault::Tooth(k, fault));
        let teeth = [tooth(0)?, tooth(1)?];
        check_interference(&teeth, pair)?;
        let axial = axial_divisions(&pair.geometry, width, drawings[0].module);
        let compliance = |k: usize| {
            let tooth = &teeth[k];
            if tooth.drawing.teeth < 5 {
                return Err(ContactFault::TooFewTeeth(k));
            }
            let body = WheelBody { face_width: width, ..pair.bodies[k] };
            let divisions = divisions(tooth, &body, axial);
            let modification = Modification::default();
            let sector = WheelMesh { tooth, body, modification, divisions, quadratic: false }.sector();
            let sector = sector.map_err(|fault| ContactFault::Mesh(k, fault))?;
            let elastic = Elastic::new(Law::SaintVenantKirchhoff, pair.young, pair.poisson);
            FlankCompliance::new(tooth, &sector, elastic, 2 * reach).map_err(|_| ContactFault::Elements(k))
        };
        // The wheels on two threads: each result depends on its own wheel only.
        let [first, second] = std::thread::scope(|scope| {
            let second = scope.spawn(|| compliance(1));
            [compliance(0), second.join().unwrap_or(Err(ContactFault::Elements(1)))]
        });
        let compliances = [first?, second?];
        let at = |k: usize| width * (k as f64 / axial as f64 - 0.5);
        let share = |k: usize| if k == 0 || k == axial { 0.5 } else { 1.0 } * width / axial as f64;
        Ok(ToothContact {
            teeth,
            modifications: pair.modifications,
            geometry: pair.geometry,
            compliances: Arc::new(compliances),
            planes: (0..=axial).map(|k| [at(k), share(k)]).collect(),
            face_width: width,
            misalignment: pair.misalignment,
            local: (1.0 - pair.poisson * pair.poisson) / pair.young,
            reach: reach as isize,
        })
    }

    /// The same wheels with other modifications of their flanks, which do not alter the compliances.
    pub fn with_modifications(&self, modifications: [Modification; 2]) -> Self {
        ToothContact { modifications, ..self.clone() }
    }

    fn kinematics(&self) -> Kinematics<'_> {
        Kinematics::new([&self.teeth[0], &self.teeth[1]], self.modifications, &self.geometry)
    }

    /// Roll angles of wheel 1 at the beginning and the end of the path of contact.
    pub fn path(&self) -> [f64; 2] {
        self.kinematics().path()
    }

    /// The angle from tooth to tooth of wheel 1.
    pub fn pitch(&self) -> f64 {
        2.0 * self.teeth[0].half_pitch()
    }

    /// Total normal force of a torque on wheel 1.
    pub fn force(&self, torque: f64) -> f64 {
        torque.abs() / (self.teeth[0].base_radius * self.geometry.base_helix_angle.cos())
    }

    /// The weights of the nodes of a flank for a contact line at a fraction of its length in a plane, and the strip's half width.
    fn weights(&self, wheel: usize, fraction: f64, z: f64) -> (Vec<(usize, f64)>, f64) {
        let own = &self.compliances[wheel];
        let (spacing, place) = (own.spacing(), fraction * own.length);
        // Towards the ends of the flank the strip narrows, so that its middle stays in its place.
        let strip = place.min(own.length - place).clamp(spacing, STRIP * spacing);
        let mut along = vec![0.0; own.along];
        let mut sum = 0.0;
        for k in 0..STRIP_POINTS {
            let offset = 2.0 * (k as f64 + 0.5) / STRIP_POINTS as f64 - 1.0;
            let (s, load) = ((place + offset * strip) / spacing, 1.0 - offset.abs());
            let node = s.floor();
            if s < 0.0 || node as usize + 1 >= own.along {
                continue;
            }
            let part = s - node;
            along[node as usize] += load * (1.0 - part);
            along[node as usize + 1] += load * part;
            sum += load;
        }
        let upper = own.planes.partition_point(|plane| *plane < z).clamp(1, own.planes.len() - 1);
        let [from, to] = [own.planes[upper - 1], own.planes[upper]];
        let part = ((z - from) / (to - from)).clamp(0.0, 1.0);
        let mut weights = vec![];
        for (plane, share) in [(upper - 1, 1.0 - part), (upper, part)] {
            if share > 1e-12 {
                let nodes = along.iter().enumerate().filter(|(_, load)| **load > 0.0);
                weights.extend(nodes.map(|(j, load)| (plane * own.along + j, share * load / sum)));
            }
        }
        (weights, strip)
    }

    fn points(&self, roll: f64) -> Vec<Point> {
        let kinematics = self.kinematics();
        let drawing = &self.teeth[0].drawing;
        let twist = drawing.helix_angle.tan() / self.teeth[0].reference_radius;
        let cosine = self.geometry.base_helix_angle.cos();
        let mut points = vec![];
        for pair in -self.reach..=self.reach {
            for (plane, [z, _]) in self.planes.iter().enumerate() {
                let place = FacePlace { across: 2.0 * z / self.face_width, middle: pair == 0 };
                let at = roll + pair as f64 * self.pitch() + z * twist;
                let Some(contact) = kinematics.contact(at, place) else { continue };
                let gap = contact.gap * cosine + self.misalignment * (z + 0.5 * self.face_width);
                let (first, second) =
                    (self.weights(0, contact.fractions[0], *z), self.weights(1, contact.fractions[1], *z));
                let (weights, strips) = ([first.0, second.0], [first.1, second.1]);
                points.push(Point { pair, plane, contact, gap, weights, strips });
            }
        }
        points
    }

    /// Half the width of Hertz's ellipse for a load on each width.
    fn half_width(&self, load: f64, point: &Point) -> f64 {
        let radius = point.contact.curvature_radius / self.geometry.base_helix_angle.cos();
        (8.0 * load * radius * self.local / PI).sqrt()
    }

    /// The forces under a torque on wheel 1 where the middle pair has this roll angle.
    pub fn position(&self, roll: f64, torque: f64) -> Result<Position, ContactFault> {
        let points = self.points(roll);
        let n = points.len();
        let mut compliance = vec![0.0; n * n];
        for (k, a) in points.iter().enumerate() {
            for (l, b) in points.iter().enumerate().take(k + 1) {
                // A pair ahead is a tooth at a larger angle on wheel 1 and at a smaller one on wheel 2.
                let away = a.pair - b.pair;
                let value = self.compliances[0].between(away, &a.weights[0], &b.weights[0])
                    + self.compliances[1].between(-away, &a.weights[1], &b.weights[1]);
                (compliance[k * n + l], compliance[l * n + k]) = (value, value);
            }
        }
        let gaps: Vec<f64> = points.iter().map(|point| point.gap).collect();
        let cosine = self.geometry.base_helix_angle.cos();
        let width = |point: &Point| self.planes[point.plane][1] / cosine;
        let local = |k: usize, force: f64| {
            let (point, width) = (&points[k], width(&points[k]));
            let a = self.half_width(force / width, point);
            let kappa = 2.0 * self.local / PI;
            point.strips.iter().map(|strip| kappa / width * ((2.0 * strip / a).ln() - STRIP_CONSTANT)).sum()
        };
        let force = self.force(torque);
        let solution = solve(&compliance, &gaps, force, local).ok_or(ContactFault::NotConverged(roll))?;
        let mut position = Position {
            roll,
            error: solution.approach,
            pairs: vec![0.0; 2 * self.reach as usize + 1],
            planes: vec![0.0; self.planes.len()],
            pressure: 0.0,
            root_stress: self.root_stress(&points, &solution.forces),
        };
        for (point, force) in points.iter().zip(&solution.forces) {
            position.pairs[(point.pair + self.reach) as usize] += force;
            position.planes[point.plane] += force;
            let load = force / width(point);
            if load > 0.0 {
                position.pressure = position.pressure.max(2.0 * load / (PI * self.half_width(load, point)));
            }
        }
        Ok(position)
    }

    fn root_stress(&self, points: &[Point], forces: &[f64]) -> [f64; 2] {
        [0, 1].map(|wheel| {
            let own = &self.compliances[wheel];
            let side = if wheel == 0 { 1 } else { -1 };
            let mut highest = 0.0;
            for pair in -self.reach..=self.reach {
                let mut stresses = vec![0.0; own.stresses()];
                for (point, force) in points.iter().zip(forces).filter(|(_, force)| **force > 0.0) {
                    own.add_stresses(side * (pair - point.pair), &point.weights[wheel], *force, &mut stresses);
                }
                highest = stresses.into_iter().fold(highest, f64::max);
            }
            highest
        })
    }

    /// The part from one roll angle to the next with one pair in contact, where it changes at most once.
    fn single_part(&self, from: &Position, to: &Position, torque: f64) -> Result<f64, ContactFault> {
        let single = [from, to].map(|position| position.in_contact() == 1);
        if single[0] == single[1] {
            return Ok(f64::from(u8::from(single[0])));
        }
        let (mut low, mut high) = (0.0, 1.0);
        let end = if to.roll > from.roll { to.roll } else { to.roll + self.pitch() };
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (low + high);
            let there = self.position(from.roll + middle * (end - from.roll), torque)?;
            if (there.in_contact() == 1) == single[0] { low = middle } else { high = middle }
        }
        Ok(if single[0] { 0.5 * (low + high) } else { 1.0 - 0.5 * (low + high) })
    }

    /// The analysis over one pitch around the middle of the path of contact, under a torque on wheel 1.
    pub fn analysis(&self, torque: f64, count: usize) -> Result<Analysis, ContactFault> {
        let [start, end] = self.path();
        let first = 0.5 * (start + end - self.pitch());
        let roll = |k: usize| first + self.pitch() * k as f64 / count as f64;
        let positions: Vec<Position> = (0..count).map(|k| self.position(roll(k), torque)).collect::<Result<_, _>>()?;
        let mut single = 0.0;
        for k in 0..count {
            single += self.single_part(&positions[k], &positions[(k + 1) % count], torque)?;
        }
        let force = self.force(torque);
        let stiffness = |position: &Position| force / (self.face_width * position.error);
        let of = |is_single: bool| {
            positions.iter().filter(move |position| (position.in_contact() == 1) == is_single).map(stiffness)
        };
        let uneven = |position: &Position| {
            let total: f64 = position.planes.iter().sum();
            let loads = position.planes.iter().zip(&self.planes).map(|(force, [_, width])| force / width);
            loads.fold(0.0, f64::max) * self.face_width / total
        };
        Ok(Analysis {
            force,
            single_contact: single / count as f64,
            single_stiffness: of(true).reduce(f64::min),
            double_stiffness: of(false).reduce(f64::max),
            face_load_factor: positions.iter().map(uneven).fold(0.0, f64::max),
            positions,
        })
    }
}

/// Layers of cells along the axis: fine enough for contact lines that are inclined.
fn axial_divisions(geometry: &Geometry, width: f64, module: f64) -> usize {
    let across = width * geometry.base_helix_angle.tan().abs();
    let [inclined, straight] = [across / (0.4 * module), width / (0.6 * module)].map(|layers| layers.ceil() as usize);
    straight.clamp(6, 8).max(inclined.min(12))
}

/// Cells of a sector, fine along the flank.
fn divisions(tooth: &Tooth, body: &WheelBody, axial: usize) -> SectorDivisions {
    let module = tooth.drawing.module;
    let cells =
        |length: f64, size: f64, least: usize, most: usize| ((length / size).ceil() as usize).clamp(least, most);
    let inner = body.web.map_or(body.bore_radius, |web| web.rim_radius);
    let rim = (tooth.drawing.root_radius - inner).abs();
    SectorDivisions {
        flank: cells(tooth.flank_length(), CELL * module, 12, 24),
        fillet: 5,
        across: 8,
        root: 4,
        rim: cells(rim, 0.8 * module, 3, 6),
        web: 4,
        hub: 2,
        axial,
    }
}
