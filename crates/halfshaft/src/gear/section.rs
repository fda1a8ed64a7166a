//! The transverse section of one tooth with its part of the wheel's body, as a map from a grid.

use super::modification::Modification;
use super::tooth::Tooth;

/// Where the tooth ends and the body begins: fraction of the length of the fillet from the root circle.
const SPLIT: f64 = 0.45;
/// How far the line between tooth and body is curved towards the body, over half of its length.
const DIP: f64 = 0.15;
/// How much smaller than in the middle the cells across a tooth are at its flanks.
const GRADING_ACROSS: f64 = 0.35;
/// How much the cells of the body grow from the root line.
const GRADING_RADIAL: f64 = 1.5;

/// Numbers of cells of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectorDivisions {
    /// Along the involute.
    pub flank: usize,
    /// Along the part of the fillet that belongs to the tooth.
    pub fillet: usize,
    /// Across the tooth.
    pub across: usize,
    /// Along the root, from the fillet to the middle of the space.
    pub root: usize,
    /// From the root to the bore, or to the inside of the rim.
    pub rim: usize,
    /// Along the radius of the web.
    pub web: usize,
    /// Along the radius of the hub.
    pub hub: usize,
    /// Along the axis, over the face.
    pub axial: usize,
}

impl SectorDivisions {
    /// Divisions in proportion to a fineness; 1 is a coarse mesh for hexahedra of 20 nodes.
    pub fn of_fineness(fineness: usize) -> Self {
        let n = fineness.max(1);
        SectorDivisions {
            flank: 3 * n,
            fillet: n,
            across: 2 * n,
            root: n,
            rim: 2 * n + 1,
            web: n + 1,
            hub: n,
            axial: 2 * n,
        }
    }
}

/// The body of a wheel inside its teeth; of a ring outside them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelBody {
    /// Face width.
    pub face_width: f64,
    /// Radius of the bore; of a ring that of its outside.
    pub bore_radius: f64,
    /// Rim, web and hub; without them the wheel is a disc of the face width.
    pub web: Option<Web>,
}

/// A web between rim and hub.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Web {
    /// Radius of the rim on the side of the web.
    pub rim_radius: f64,
    /// Radius of the hub on the side of the web.
    pub hub_radius: f64,
    /// Thickness of the web, at mid-face.
    pub thickness: f64,
    /// Length of the hub, at mid-face.
    pub hub_length: f64,
}

/// The section of a sector: points in polar coordinates about the wheel's axis, angles from the middle of the tooth.
pub(super) struct Section<'a> {
    pub tooth: &'a Tooth,
    pub body: &'a WheelBody,
    pub divisions: SectorDivisions,
    pub modification: Modification,
}

/// Place across the face from −1 to 1, and whether the tooth has the pitch deviation.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub across: f64,
    pub first: bool,
}

fn mix(a: f64, b: f64, part: f64) -> f64 {
    a + (b - a) * part
}

impl Section<'_> {
    /// Number of cells along a flank with its fillet.
    pub fn height(&self) -> usize {
        self.divisions.fillet + self.divisions.flank
    }

    /// Number of cells around.
    pub fn around(&self) -> usize {
        self.divisions.across + 2 * self.divisions.root
    }

    /// Number of cells from the root to the bore.
    pub fn depth(&self) -> usize {
        let SectorDivisions { rim, web, hub, .. } = self.divisions;
        if self.body.web.is_some() { rim + web + hub } else { rim }
    }

    /// What is taken off the flank at a radius, as an angle.
    fn taken_off(&self, radius: f64, slice: Slice) -> f64 {
        let tooth = self.tooth;
        let along = |other: f64| tooth.base_radius * (tooth.roll(radius) - tooth.roll(other)).abs();
        let [tip, form] = [along(tooth.drawing.tip_radius), along(tooth.form_radius)];
        let amount = self.modification.at(tip, form, slice.across, slice.first);
        amount / (tooth.base_radius * tooth.base_helix_angle.cos())
    }

    /// Radius and half angle of the tooth's side at a place j from the line between tooth and body.
    fn side(&self, j: f64, slice: Slice) -> [f64; 2] {
        let SectorDivisions { flank, fillet, .. } = self.divisions;
        let above = j - fillet as f64;
        if above >= 0.0 {
            let [radius, half] = self.tooth.flank((above / flank as f64).min(1.0));
            return [radius, half - self.taken_off(radius, slice)];
        }
        let part = j / fillet as f64;
        let [radius, half] = self.tooth.fillet(mix(SPLIT, 1.0, part));
        // The deviation of the flank fades out along the fillet.
        [radius, half - part * self.taken_off(self.tooth.form_radius, slice)]
    }

    /// The point of the tooth at i across and j along its height, in its own axes: x along the middle of the tooth.
    pub fn tooth_point(&self, i: f64, j: f64, slice: Slice) -> [f64; 2] {
        let lengths = [(1.0 - SPLIT) * self.tooth.fillet_length(), self.tooth.flank_length()];
        let SectorDivisions { flank, fillet, across, .. } = self.divisions;
        let above = (j - fillet as f64).max(0.0) / flank as f64;
        let below = (j / fillet as f64).min(1.0);
        let v = (below * lengths[0] + above * lengths[1]) / (lengths[0] + lengths[1]);
        let x = i / across as f64;
        let u = x - GRADING_ACROSS * (std::f64::consts::TAU * x).sin() / std::f64::consts::TAU;
        let cartesian = |[radius, angle]: [f64; 2]| [radius * angle.cos(), radius * angle.sin()];
        let [radius, half] = self.side(j, slice);
        let (left, right) = (cartesian([radius, -half]), cartesian([radius, half]));
        let [top, bottom] = [self.side(self.height() as f64, slice), self.side(0.0, slice)];
        let on_top = cartesian([top[0], mix(-top[1], top[1], u)]);
        let on_bottom = cartesian(self.bottom(u, slice));
        let corner = |end: [f64; 2], side: f64| cartesian([end[0], side * end[1]]);
        std::array::from_fn(|k| {
            let corners = mix(
                mix(corner(bottom, -1.0)[k], corner(bottom, 1.0)[k], u),
                mix(corner(top, -1.0)[k], corner(top, 1.0)[k], u),
                v,
            );
            mix(left[k], right[k], u) + mix(on_bottom[k], on_top[k], v) - corners
        })
    }

    /// The line between tooth and body.
    fn bottom(&self, u: f64, slice: Slice) -> [f64; 2] {
        let [radius, half] = self.side(0.0, slice);
        let dip = if self.tooth.drawing.internal { -DIP } else { DIP } * radius * half;
        [radius - dip * 4.0 * u * (1.0 - u), mix(-half, half, u)]
    }

    /// Radius and half angle of the root from the middle of the space (0) to the line between tooth and body (1).
    fn root(&self, part: f64) -> [f64; 2] {
        let tooth = self.tooth;
        let [radius, start] = tooth.fillet(0.0);
        let arc = radius * (tooth.half_pitch() - start).max(0.0);
        let length = part * (arc + SPLIT * tooth.fillet_length());
        match length < arc {
            true => [radius, tooth.half_pitch() - length / radius],
            false => tooth.fillet(((length - arc) / tooth.fillet_length()).min(SPLIT)),
        }
    }

    /// The upper end of the body at i around.
    fn root_line(&self, i: f64, slice: Slice) -> [f64; 2] {
        let (root, across) = (self.divisions.root as f64, self.divisions.across as f64);
        let last = self.around() as f64;
        if i <= root {
            let [radius, half] = self.root(i / root);
            return [radius, -half];
        }
        if i >= last - root {
            return self.root((last - i) / root);
        }
        let x = (i - root) / across;
        self.bottom(x - GRADING_ACROSS * (std::f64::consts::TAU * x).sin() / std::f64::consts::TAU, slice)
    }

    /// The point of the body at i around and l from the root to the bore.
    pub fn body_point(&self, i: f64, l: f64, slice: Slice) -> [f64; 2] {
        let [top, angle] = self.root_line(i, slice);
        let SectorDivisions { rim, web, hub, .. } = self.divisions;
        let bore = self.body.bore_radius;
        let radii = self.body.web.map_or([bore; 3], |web| [web.rim_radius, web.hub_radius, bore]);
        let [rim, web, hub] = [rim, web, hub].map(|n| n as f64);
        let radius = if l <= rim {
            let x = l / rim;
            mix(top, radii[0], (x + GRADING_RADIAL * x * x) / (1.0 + GRADING_RADIAL))
        } else if l <= rim + web {
            mix(radii[0], radii[1], (l - rim) / web)
        } else {
            mix(radii[1], radii[2], (l - rim - web) / hub)
        };
        let even = self.tooth.half_pitch() * (2.0 * i / self.around() as f64 - 1.0);
        let angle = mix(angle, even, (top - radius) / (top - bore));
        [radius * angle.cos(), radius * angle.sin()]
    }
}
