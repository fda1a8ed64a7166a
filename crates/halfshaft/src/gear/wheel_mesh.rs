//! Meshes of whole wheels and of the sector of one tooth: structured hexahedra on the exact form of the teeth.

use std::collections::HashMap;
use std::fmt;

use super::modification::Modification;
use super::section::{Section, SectorDivisions, Slice, WheelBody};
use super::tooth::Tooth;
use crate::math::Vec3;
use crate::mesh::cell::determinant;
use crate::mesh::{Cell, CellBlock, CellFace, Mesh};

/// A wheel to be meshed, around z with its mid-face at the origin and the middle of tooth 1 on the x axis.
#[derive(Clone, Copy, Debug)]
pub struct WheelMesh<'a> {
    /// The form of its teeth.
    pub tooth: &'a Tooth,
    /// Its body.
    pub body: WheelBody,
    /// What is taken off its flanks.
    pub modification: Modification,
    /// Numbers of cells.
    pub divisions: SectorDivisions,
    /// Whether cells have 20 nodes, all of which are on the exact form, or 8.
    pub quadratic: bool,
}

/// Why a wheel has no mesh; radii in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WheelFault {
    /// The bore reaches the root; contains the root radius.
    Bore(f64),
    /// The radii of rim and hub are not between root and bore in this order; contains both limits.
    Web([f64; 2]),
    /// A thickness of the web exceeds the face width or the length of the hub.
    Thickness,
    /// A cell is inverted.
    Distorted,
}

impl fmt::Display for WheelFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            WheelFault::Bore(root) => {
                write!(f, "the bore reaches the root circle, whose radius is {:.4} mm", 1e3 * root)
            }
            WheelFault::Web([bore, root]) => write!(
                f,
                "rim and hub must be between the bore ({:.4} mm) and the root ({:.4} mm), the hub on the side of the bore",
                1e3 * bore,
                1e3 * root
            ),
            WheelFault::Thickness => write!(f, "the web must be thinner than the rim and the hub"),
            WheelFault::Distorted => write!(f, "the mesh of the teeth is distorted"),
        }
    }
}

/// The mesh of one tooth with its part of the body, and which of its nodes belong where.
pub struct Sector {
    /// The mesh.
    pub mesh: Mesh,
    /// Nodes of the two cuts through the spaces, at negative and positive angles, in corresponding order.
    pub cuts: [Vec<u32>; 2],
    /// Nodes of the bore.
    pub bore: Vec<u32>,
    /// Nodes of the flank at positive angles: for each plane along the axis those from the form circle to the tip.
    pub flank: Vec<Vec<u32>>,
    /// Nodes of the root next to that flank: for each plane those from the space to the form circle.
    pub root: Vec<Vec<u32>>,
    /// The planes of the flank along the axis.
    pub planes: Vec<f64>,
}

/// The corners and middles of the edges of a hexahedron, in halves of a cell.
const HALVES: [[usize; 3]; 20] = [
    [0, 0, 0],
    [2, 0, 0],
    [2, 2, 0],
    [0, 2, 0],
    [0, 0, 2],
    [2, 0, 2],
    [2, 2, 2],
    [0, 2, 2],
    [1, 0, 0],
    [2, 1, 0],
    [1, 2, 0],
    [0, 1, 0],
    [1, 0, 2],
    [2, 1, 2],
    [1, 2, 2],
    [0, 1, 2],
    [0, 0, 1],
    [2, 0, 1],
    [2, 2, 1],
    [0, 2, 1],
];
/// The smallest ratio of Jacobians of a cell that is not distorted.
const LEAST_RATIO: f64 = 1e-2;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Tooth,
    Body,
}

/// A node: part, sector, and twice the indices of its cells.
type Key = (Part, usize, [usize; 3]);

struct Generator<'a> {
    section: Section<'a>,
    planes: Vec<f64>,
    /// Number of sectors that close on themselves; none of a single one.
    closed: bool,
    teeth: usize,
    found: HashMap<Key, u32>,
    mesh: Mesh,
    nodes: Vec<u32>,
    surfaces: Vec<(String, Vec<CellFace>)>,
    cell: Cell,
}

impl WheelMesh<'_> {
    fn check(&self) -> Result<(), WheelFault> {
        let (root, bore) = (self.tooth.drawing.root_radius, self.body.bore_radius);
        let side = if self.tooth.drawing.internal { -1.0 } else { 1.0 };
        let inside = |a: f64, b: f64| side * (b - a) > 1e-6 * root;
        if !inside(bore, root) {
            return Err(WheelFault::Bore(root));
        }
        if let Some(web) = self.body.web {
            if !(inside(bore, web.hub_radius) && inside(web.hub_radius, web.rim_radius) && inside(web.rim_radius, root))
            {
                return Err(WheelFault::Web([bore, root]));
            }
            if web.thickness > self.body.face_width.min(web.hub_length) {
                return Err(WheelFault::Thickness);
            }
        }
        Ok(())
    }

    /// The planes along the axis, at the ends of every part, with the divisions of the face over its width.
    fn planes(&self) -> Vec<f64> {
        let width = self.body.face_width;
        let mut ends = vec![0.5 * width];
        ends.extend(self.body.web.iter().flat_map(|web| [0.5 * web.thickness, 0.5 * web.hub_length]));
        ends.sort_by(f64::total_cmp);
        ends.dedup_by(|a, b| (*a - *b).abs() < 1e-9 * width);
        let size = width / self.divisions.axial as f64;
        if let [half] = ends[..] {
            let n = self.divisions.axial;
            return (0..=n).map(|k| half * (2.0 * k as f64 / n as f64 - 1.0)).collect();
        }
        let (mut positive, mut from) = (vec![], 0.0);
        for end in ends {
            let n = ((end - from) / size).ceil().max(1.0) as usize;
            positive.extend((1..=n).map(|k| from + (end - from) * k as f64 / n as f64));
            from = end;
        }
        positive.iter().rev().map(|z| -z).chain([0.0]).chain(positive.iter().copied()).collect()
    }

    fn generator(&self, closed: bool) -> Generator<'_> {
        Generator {
            section: Section {
                tooth: self.tooth,
                body: &self.body,
                divisions: self.divisions,
                modification: self.modification,
            },
            planes: self.planes(),
            closed,
            teeth: if closed { self.tooth.drawing.teeth } else { 1 },
            found: HashMap::new(),
            mesh: Mesh::default(),
            nodes: vec![],
            surfaces: ["bore", "tip", "root", "z-", "z+"].map(|name| (name.to_owned(), vec![])).to_vec(),
            cell: if self.quadratic { Cell::Hex20 } else { Cell::Hex8 },
        }
    }

    /// The mesh of the whole wheel. Its surfaces are "bore", "tip", "root" (with the fillets), "z-", "z+", and for each tooth from 1 the
    /// flanks "tooth_1_left" and "tooth_1_right": seen from +z with the tooth pointing up.
    pub fn whole(&self) -> Result<Mesh, WheelFault> {
        self.check()?;
        let mut generator = self.generator(true);
        for tooth in 0..generator.teeth {
            generator.sector(tooth);
        }
        generator.finish()
    }

    /// Volume, ∫(x² + y²) dV and ∫z² dV of the whole wheel, from its own cells.
    pub fn moments(&self) -> Result<[f64; 3], WheelFault> {
        let mesh = self.sector()?.mesh;
        let mut sums = [0.0; 3];
        for block in &mesh.blocks {
            let rule = block.cell.quadrature();
            for cell in 0..block.count() {
                let nodes = block.nodes_of(cell);
                let position = |a: usize| mesh.positions[nodes[a] as usize];
                for (at, weight) in &rule {
                    let n = block.cell.shape(*at);
                    let x = (0..nodes.len()).fold(Vec3::zero(), |sum, a| sum + position(a) * n[a]);
                    let volume = weight * determinant(block.cell, *at, position);
                    let of = [1.0, x[0] * x[0] + x[1] * x[1], x[2] * x[2]];
                    sums.iter_mut().zip(of).for_each(|(sum, of)| *sum += volume * of);
                }
            }
        }
        Ok(sums.map(|sum| sum * self.tooth.drawing.teeth as f64))
    }

    /// The mesh of tooth 1 with its part of the body.
    pub fn sector(&self) -> Result<Sector, WheelFault> {
        self.check()?;
        let mut generator = self.generator(false);
        generator.sector(0);
        let last = 2 * generator.section.around();
        let (depth, layers) = (2 * generator.section.depth(), 2 * (generator.planes.len() - 1));
        let (mut cuts, mut bore) = ([vec![], vec![]], vec![]);
        for k in 0..=layers {
            for l in 0..depth {
                let at = [0, last].map(|i| generator.found.get(&(Part::Body, 0, [i, l, k])));
                if let [Some(&a), Some(&b)] = at {
                    cuts[0].push(a);
                    cuts[1].push(b);
                }
            }
            bore.extend((0..=last).filter_map(|i| generator.found.get(&(Part::Body, 0, [i, depth, k]))));
        }
        let (from, to) = (2 * self.divisions.fillet, 2 * generator.section.height());
        let column = |k: usize| -> Vec<u32> {
            let own = |j: usize| generator.found.get(&(Part::Tooth, 0, [2 * self.divisions.across, j, k])).copied();
            (from..=to).filter_map(own).collect()
        };
        // The middle of the space is in the cut.
        let below = |k: usize| -> Vec<u32> {
            let body = (last - 2 * self.divisions.root..last).rev().map(|i| (Part::Body, 0, [i, 0, k]));
            let tooth = (1..=from).map(|j| (Part::Tooth, 0, [2 * self.divisions.across, j, k]));
            body.chain(tooth).filter_map(|key| generator.found.get(&key).copied()).collect()
        };
        let (mut flank, mut root, mut planes) = (vec![], vec![], vec![]);
        for (k, z) in generator.planes.iter().enumerate() {
            let nodes = column(2 * k);
            if !nodes.is_empty() {
                flank.push(nodes);
                root.push(below(2 * k));
                planes.push(*z);
            }
        }
        Ok(Sector { mesh: generator.finish()?, cuts, bore, flank, root, planes })
    }
}

impl Generator<'_> {
    /// The node of a place; the line between tooth and body belongs to the body, and the end of a sector to the next one.
    fn node(&mut self, part: Part, sector: usize, [i, j, k]: [usize; 3]) -> u32 {
        let (around, root) = (2 * self.section.around(), 2 * self.section.divisions.root);
        let (part, i, j) = if part == Part::Tooth && j == 0 { (Part::Body, i + root, 0) } else { (part, i, j) };
        let (sector, i) = match part == Part::Body && i == around && self.closed {
            true => ((sector + 1) % self.teeth, 0),
            false => (sector, i),
        };
        let key = (part, sector, [i, j, k]);
        if let Some(&node) = self.found.get(&key) {
            return node;
        }
        let position = self.position(key);
        let node = self.mesh.positions.len() as u32;
        self.mesh.positions.push(position);
        self.found.insert(key, node);
        node
    }

    fn position(&self, (part, sector, [i, j, k]): Key) -> Vec3 {
        let z = if k % 2 == 0 { self.planes[k / 2] } else { 0.5 * (self.planes[k / 2] + self.planes[k / 2 + 1]) };
        let slice = Slice {
            across: (2.0 * z / self.section.body.face_width).clamp(-1.0, 1.0),
            first: self.closed && sector == 0,
        };
        let [i, j] = [i, j].map(|twice| 0.5 * twice as f64);
        let [x, y] = match part {
            Part::Tooth => self.section.tooth_point(i, j, slice),
            Part::Body => self.section.body_point(i, j, slice),
        };
        let tooth = self.section.tooth;
        let turn =
            2.0 * tooth.half_pitch() * sector as f64 + z * tooth.drawing.helix_angle.tan() / tooth.reference_radius;
        let (sine, cosine) = turn.sin_cos();
        Vec3([x * cosine - y * sine, x * sine + y * cosine, z])
    }

    /// Whether there is material at l from the root in a layer along the axis.
    fn is_solid(&self, l: usize, layer: usize) -> bool {
        let z = 0.5 * (self.planes[layer] + self.planes[layer + 1]).abs();
        let SectorDivisions { rim, web, .. } = self.section.divisions;
        let width = match self.section.body.web {
            Some(own) if l >= rim + web => own.hub_length,
            Some(own) if l >= rim => own.thickness,
            _ => self.section.body.face_width,
        };
        z < 0.5 * width
    }

    fn sector(&mut self, sector: usize) {
        let (height, around, depth) = (self.section.height(), self.section.around(), self.section.depth());
        let (across, fillet) = (self.section.divisions.across, self.section.divisions.fillet);
        let first = self.surfaces.len();
        for side in ["right", "left"] {
            self.surfaces.push((format!("tooth_{}_{side}", sector + 1), vec![]));
        }
        let internal = self.section.tooth.drawing.internal;
        for layer in 0..self.planes.len() - 1 {
            let is_end = |other: Option<usize>, solid: &dyn Fn(usize) -> bool| !other.is_some_and(solid);
            let [below, above] = [layer.checked_sub(1), Some(layer + 1).filter(|k| k + 1 < self.planes.len())];
            if self.is_solid(0, layer) {
                let ends = [below, above].map(|other| is_end(other, &|k| self.is_solid(0, k)));
                for j in 0..height {
                    for i in 0..across {
                        let cell = self.hexahedron(Part::Tooth, sector, [i, j, layer], internal);
                        let lower = if j < fillet { 2 } else { first };
                        let upper = if j < fillet { 2 } else { first + 1 };
                        self.mark(cell, [(i == 0, lower), (i + 1 == across, upper)], internal, true);
                        self.mark(cell, [(false, 0), (j + 1 == height, 1)], internal, false);
                        self.mark_ends(cell, ends);
                    }
                }
            }
            for l in (0..depth).filter(|&l| self.is_solid(l, layer)).collect::<Vec<_>>() {
                let ends = [below, above].map(|other| is_end(other, &|k| self.is_solid(l, k)));
                let root = self.section.divisions.root;
                for i in 0..around {
                    let cell = self.hexahedron(Part::Body, sector, [i, l, layer], !internal);
                    let outside = l == 0 && (i < root || i >= around - root);
                    self.mark(cell, [(outside, 2), (l + 1 == depth, 0)], !internal, false);
                    self.mark_ends(cell, ends);
                }
            }
        }
    }

    /// Adds a hexahedron; `straight` if its directions are right-handed in the order i, j, k, otherwise the first two are exchanged.
    fn hexahedron(&mut self, part: Part, sector: usize, at: [usize; 3], straight: bool) -> u32 {
        let cell = (self.nodes.len() / self.cell.nodes()) as u32;
        for half in &HALVES[..self.cell.nodes()] {
            let [a, b, c] = *half;
            let [a, b] = if straight { [a, b] } else { [b, a] };
            let node = self.node(part, sector, [2 * at[0] + a, 2 * at[1] + b, 2 * at[2] + c]);
            self.nodes.push(node);
        }
        cell
    }

    /// Adds the faces at the beginning and end of a direction, i if `first`, to surfaces.
    fn mark(&mut self, cell: u32, at: [(bool, usize); 2], straight: bool, first: bool) {
        // Faces of a hexahedron: at −z, +z, −y, +x, +y, −x.
        let faces = if first == straight { [5, 3] } else { [2, 4] };
        for ((is_there, surface), face) in at.into_iter().zip(faces) {
            if is_there {
                self.surfaces[surface].1.push(CellFace { block: 0, cell, face });
            }
        }
    }

    fn mark_ends(&mut self, cell: u32, ends: [bool; 2]) {
        for (k, _) in ends.iter().enumerate().filter(|(_, end)| **end) {
            self.surfaces[3 + k].1.push(CellFace { block: 0, cell, face: k as u32 });
        }
    }

    fn finish(self) -> Result<Mesh, WheelFault> {
        let mut mesh = self.mesh;
        mesh.blocks = vec![CellBlock { cell: self.cell, nodes: self.nodes }];
        mesh.surfaces = self.surfaces;
        match mesh.bad_cell(LEAST_RATIO) {
            None => Ok(mesh),
            Some(_) => Err(WheelFault::Distorted),
        }
    }
}
