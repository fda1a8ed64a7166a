//! The format of a reduced body as a file: arrays for NumPy and a JSON header, written and read.

use std::collections::BTreeMap;
use std::fmt;

use halfshaft::elements::superelement::{AmplitudeDamping, Invariants, ReducedBody, ReducedFrame, ShapesOnMesh};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::{Cell, CellBlock, CellFace, Mesh};
use halfshaft::reduction::Reduction;
use halfshaft_results::npz::{self, Array};
use serde_json::{Value, json};
use std::sync::Arc;

/// The version of the format.
pub const FORMAT: u32 = 4;
/// The array of the nodes at which shapes are stored, in a file that has not those of all nodes.
const SHAPE_NODES: &str = "shape_nodes";
/// The array of the terms of second order of boundary frames.
const SECOND_ORDER: &str = "frame_second_order";
/// What the header says that the file is.
const KIND: &str = "reduced body";
/// Largest number of shapes that is read.
const MAX_SHAPES: usize = 10_000;
/// M̄ = 1 and K̄ diagonal to this tolerance, relative to their largest entry.
const ORTHOGONAL: f64 = 1e-9;

/// The cells by the names under which the file has them.
const CELLS: [(&str, Cell); 4] =
    [("Hex8", Cell::Hex8), ("Hex20", Cell::Hex20), ("Tet10", Cell::Tet10), ("Wedge15", Cell::Wedge15)];

/// A reduced body from a file.
pub struct StoredBody {
    /// The name of the body in the model that it was made from.
    pub name: String,
    /// What it was made from: 64 hexadecimal digits.
    pub hash: String,
    /// The surface or set on which each of its boundary frames is.
    pub on: Vec<String>,
    /// Its mesh, in the axes of the model that it was made from.
    pub mesh: Mesh,
    /// The reduction.
    pub reduction: Reduction,
}

impl fmt::Debug for StoredBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoredBody({}, {})", self.name, self.hash)
    }
}

impl PartialEq for StoredBody {
    fn eq(&self, other: &Self) -> bool {
        (&self.hash, &self.on, &self.reduction.body) == (&other.hash, &other.on, &other.reduction.body)
    }
}

/// The header and the arrays of a reduced body; `on` names the surface or set of each frame. Shapes and stresses are those of the nodes on its
/// skin and in its sets, or of all nodes if they are wanted `everywhere`.
pub fn written(
    (name, hash): (&str, &str),
    on: &[String],
    mesh: &Mesh,
    reduction: &Reduction,
    everywhere: bool,
) -> (String, Vec<Array>) {
    let frames: Vec<Value> =
        reduction.body.frames.iter().zip(on).map(|(f, on)| json!({"name": f.name, "on": on})).collect();
    let cells: Vec<&str> = mesh.blocks.iter().map(|block| cell_name(block.cell)).collect();
    let kept = if everywhere { None } else { visible_nodes(mesh) };
    let header = json!({
        "format": FORMAT,
        "program": "halfshaft",
        "kind": KIND,
        "name": name,
        "units": "SI; amplitudes in m √kg",
        "hash": hash,
        "frames": frames,
        "surfaces": mesh.surfaces.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        "node_sets": mesh.node_sets.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        "rigid_motions": reduction.rigid_motions,
        "dropped_shapes": reduction.dropped.len(),
        "dropped": reduction.dropped,
        "mode_frequencies_hz": reduction.mode_frequencies,
        "cells": cells,
        "everywhere": kept.is_none(),
    });
    (header.to_string(), arrays(reduction, mesh, kept.as_deref()))
}

/// The nodes of a mesh that are on its skin, on its surfaces or in its sets, ascending; `None` if it has no cells, and therefore no skin.
fn visible_nodes(mesh: &Mesh) -> Option<Vec<u32>> {
    let boundary = mesh.boundary();
    if boundary.is_empty() {
        return None;
    }
    let of_faces = |faces: &[CellFace]| faces.iter().flat_map(|face| mesh.face_nodes(*face)).collect::<Vec<u32>>();
    let mut nodes = of_faces(&boundary);
    mesh.surfaces.iter().for_each(|(_, faces)| nodes.extend(of_faces(faces)));
    mesh.node_sets.iter().for_each(|(_, own)| nodes.extend(own));
    nodes.sort_unstable();
    nodes.dedup();
    Some(nodes)
}

fn cell_name(cell: Cell) -> &'static str {
    CELLS.iter().find(|(_, other)| *other == cell).map_or("", |(name, _)| name)
}

fn vectors<'a>(of: impl IntoIterator<Item = &'a Vec3>) -> Vec<f64> {
    let mut all = Vec::new();
    of.into_iter().for_each(|v| all.extend_from_slice(&v.0));
    all
}

fn arrays(reduction: &Reduction, mesh: &Mesh, kept: Option<&[u32]>) -> Vec<Array> {
    let (body, n) = (&reduction.body, reduction.body.count());
    let i = &body.invariants;
    let diagonal = |values: &dyn Fn(usize) -> f64| {
        (0..n * n).map(|k| if k / n == k % n { values(k / n) } else { 0.0 }).collect::<Vec<f64>>()
    };
    let frames = body.frames.len();
    let of_frames = |of: fn(&ReducedFrame) -> &Vec<Vec3>| vectors(body.frames.iter().flat_map(of));
    let nodes = mesh.positions.len();
    let all: Vec<u32> = (0..nodes as u32).collect();
    let at = kept.unwrap_or(&all);
    let shapes = vectors(reduction.shapes.iter().flat_map(|shape| at.iter().map(|&node| &shape[node as usize])));
    let stresses: Vec<f64> = match &body.shown {
        Some(shown) => {
            let each = shown.stresses.iter().flat_map(|stresses| at.iter().map(|&node| stresses[node as usize]));
            each.flatten().collect()
        }
        None => vec![0.0; n * at.len() * 6],
    };
    let mut arrays = vec![
        Array::new("mass_matrix", &[n, n], diagonal(&|_| 1.0)),
        Array::new("stiffness_matrix", &[n, n], diagonal(&|k| body.stiffness[k])),
        Array::new("mass", &[1], vec![i.mass]),
        Array::new("centre", &[3], reduction.centre.0.to_vec()),
        Array::new("first_moment", &[3], i.first_moment.0.to_vec()),
        Array::new("inertia", &[3, 3], i.inertia.0.concat()),
        Array::new("translations", &[n, 3], vectors(&i.translations)),
        Array::new("rotations", &[n, 3], vectors(&i.rotations)),
        Array::new("inertia_slopes", &[n, 6], i.inertia_slopes.concat()),
        Array::new("pairs", &[n, n, 9], i.pairs.concat()),
        Array::new("frame_positions", &[frames, 3], vectors(body.frames.iter().map(|frame| &frame.position))),
        Array::new("frame_translations", &[frames, n, 3], of_frames(|frame| &frame.translations)),
        Array::new("frame_rotations", &[frames, n, 3], of_frames(|frame| &frame.rotations)),
        Array::new("nodes", &[nodes, 3], vectors(&mesh.positions)),
        Array::new("sizes", &[n], body.sizes.clone()),
        Array::new("shapes", &[n, at.len(), 3], shapes),
        Array::new("stresses", &[n, at.len(), 6], stresses),
    ];
    if let Some(kept) = kept {
        arrays.push(Array::new(SHAPE_NODES, &[kept.len()], kept.iter().map(|&node| f64::from(node)).collect()));
    }
    if body.frames.iter().any(|frame| !frame.second_order.is_empty()) {
        let values = body.frames.iter().flat_map(|frame| frame.second_order.concat()).collect();
        arrays.push(Array::new(SECOND_ORDER, &[frames, n, n, 6], values));
    }
    for (k, block) in mesh.blocks.iter().enumerate() {
        let cells = block.nodes.iter().map(|&node| f64::from(node)).collect();
        arrays.push(Array::new(format!("cells_{}", k + 1), &[block.count(), block.cell.nodes()], cells));
    }
    for (k, (_, faces)) in mesh.surfaces.iter().enumerate() {
        let values = faces.iter().flat_map(|face| [face.block, face.cell, face.face].map(f64::from)).collect();
        arrays.push(Array::new(format!("surface_{}", k + 1), &[faces.len(), 3], values));
    }
    for (k, (_, nodes)) in mesh.node_sets.iter().enumerate() {
        let values = nodes.iter().map(|&node| f64::from(node)).collect();
        arrays.push(Array::new(format!("node_set_{}", k + 1), &[nodes.len()], values));
    }
    arrays
}

/// Values of each shape at all nodes, from those at the nodes that a file has; others are zero.
fn at_all_nodes<T: Copy>(stored: &[T], zero: T, nodes: usize, known: Option<&[u32]>) -> Vec<Vec<T>> {
    let Some(known) = known else { return stored.chunks_exact(nodes).map(<[T]>::to_vec).collect() };
    let spread = |own: &[T]| {
        let mut all = vec![zero; nodes];
        known.iter().zip(own).for_each(|(&node, x)| all[node as usize] = *x);
        all
    };
    stored.chunks_exact(known.len()).map(spread).collect()
}

/// The hash that the header of a file states, and whether it has the shapes at all nodes, without reading the body.
pub fn hash_in(bytes: &[u8]) -> Option<(String, bool)> {
    let (header, _) = npz::read(bytes).ok()?;
    let header: Value = serde_json::from_str(&header).ok()?;
    let is_body = header["format"] == FORMAT && header["kind"] == KIND;
    Some((header["hash"].as_str().filter(|_| is_body)?.to_owned(), header["everywhere"] == true))
}

/// Reads a reduced body; an error says which part of the file is wrong.
pub fn read(bytes: &[u8]) -> Result<StoredBody, String> {
    let (header, arrays) = npz::read(bytes)?;
    let header: Value = serde_json::from_str(&header).map_err(|error| format!("header.json: {error}"))?;
    if header["kind"] != KIND {
        return Err(format!("header.json: `kind` is not \"{KIND}\"; matrices are imported with `matrices`"));
    }
    if header["format"] != FORMAT {
        let format = &header["format"];
        return Err(format!(
            "header.json: `format` is {format}, but {FORMAT} is read; write it again with `halfshaft reduce`"
        ));
    }
    let parts = Parts { header, arrays: arrays.into_iter().map(|array| (array.name.clone(), array)).collect() };
    parts.body()
}

/// The parts of a file.
struct Parts {
    header: Value,
    arrays: BTreeMap<String, Array>,
}

impl Parts {
    /// An array of a shape, with finite numbers.
    fn array(&self, name: &str, shape: &[usize]) -> Result<&[f64], String> {
        let array = self.arrays.get(name).ok_or_else(|| format!("array {name} is missing"))?;
        if array.shape != shape {
            return Err(format!("array {name} has the shape {:?} instead of {shape:?}", array.shape));
        }
        match array.values.iter().position(|x| !x.is_finite()) {
            Some(place) => Err(format!("array {name} has a number that is not finite at place {place}")),
            None => Ok(&array.values),
        }
    }

    fn vectors(&self, name: &str, shape: &[usize]) -> Result<Vec<Vec3>, String> {
        Ok(self.array(name, shape)?.chunks_exact(3).map(Vec3::from_slice).collect())
    }

    /// Extent of an array along its first index.
    fn extent(&self, name: &str) -> Result<usize, String> {
        let array = self.arrays.get(name).ok_or_else(|| format!("array {name} is missing"))?;
        array.shape.first().copied().ok_or_else(|| format!("array {name} has no extent"))
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, String> {
        let wrong = || format!("header.json: `{key}` is not a list of names");
        let list = self.header[key].as_array().ok_or_else(wrong)?;
        list.iter().map(|text| text.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
    }

    fn text(&self, key: &str) -> Result<String, String> {
        self.header[key].as_str().map(str::to_owned).ok_or_else(|| format!("header.json: `{key}` is not a text"))
    }

    fn count(&self, key: &str) -> Result<usize, String> {
        let wrong = || format!("header.json: `{key}` is not a whole number");
        self.header[key].as_u64().map(|n| n as usize).ok_or_else(wrong)
    }

    /// Whole numbers below a limit.
    fn indices(&self, name: &str, shape: &[usize], limit: usize) -> Result<Vec<u32>, String> {
        let fits = |x: &f64| x.fract() == 0.0 && *x >= 0.0 && *x < limit as f64;
        let values = self.array(name, shape)?;
        match values.iter().find(|x| !fits(x)) {
            Some(x) => Err(format!("array {name} has {x}, which is not a whole number below {limit}")),
            None => Ok(values.iter().map(|x| *x as u32).collect()),
        }
    }

    fn mesh(&self) -> Result<Mesh, String> {
        let nodes = self.extent("nodes")?;
        let mut mesh = Mesh { positions: self.vectors("nodes", &[nodes, 3])?, ..Mesh::default() };
        if nodes == 0 {
            return Err("array nodes is empty".into());
        }
        for (k, name) in self.texts("cells")?.iter().enumerate() {
            let found = CELLS.iter().find(|(other, _)| other == name);
            let (_, cell) = found.ok_or_else(|| format!("header.json: `cells` has \"{name}\", which is not known"))?;
            let array = format!("cells_{}", k + 1);
            let count = self.extent(&array)?;
            mesh.blocks.push(CellBlock { cell: *cell, nodes: self.indices(&array, &[count, cell.nodes()], nodes)? });
        }
        for (k, name) in self.texts("surfaces")?.into_iter().enumerate() {
            let array = format!("surface_{}", k + 1);
            let count = self.extent(&array)?;
            let numbers = self.indices(&array, &[count, 3], u32::MAX as usize)?;
            let face = |three: &[u32]| {
                let face = CellFace { block: three[0], cell: three[1], face: three[2] };
                let block = mesh.blocks.get(face.block as usize)?;
                let exists = (face.cell as usize) < block.count() && (face.face as usize) < block.cell.faces().count();
                exists.then_some(face)
            };
            let faces: Option<Vec<CellFace>> = numbers.chunks_exact(3).map(face).collect();
            mesh.surfaces.push((name, faces.ok_or_else(|| format!("array {array} has a face that no cell has"))?));
        }
        for (k, name) in self.texts("node_sets")?.into_iter().enumerate() {
            let array = format!("node_set_{}", k + 1);
            let count = self.extent(&array)?;
            mesh.node_sets.push((name, self.indices(&array, &[count], nodes)?));
        }
        Ok(mesh)
    }

    /// The nodes at which shapes are stored, ascending; `None` for all nodes.
    fn known_nodes(&self, nodes: usize) -> Result<Option<Vec<u32>>, String> {
        match self.header["everywhere"].as_bool() {
            None => return Err("header.json: `everywhere` is neither true nor false".into()),
            Some(true) => return Ok(None),
            Some(false) => {}
        }
        let known = self.indices(SHAPE_NODES, &[self.extent(SHAPE_NODES)?], nodes)?;
        let ascending = !known.is_empty() && known.windows(2).all(|pair| pair[0] < pair[1]);
        if ascending { Ok(Some(known)) } else { Err(format!("array {SHAPE_NODES} is empty or not ascending")) }
    }

    /// K̄, from matrices that must be diagonal.
    fn stiffness(&self, n: usize) -> Result<Vec<f64>, String> {
        let (stiffness, mass) = (self.array("stiffness_matrix", &[n, n])?, self.array("mass_matrix", &[n, n])?);
        let largest = (0..n).map(|k| stiffness[k * (n + 1)].abs()).fold(0.0, f64::max);
        for k in 0..n * n {
            let own = k / n == k % n;
            if (mass[k] - f64::from(u8::from(own))).abs() > ORTHOGONAL {
                return Err("mass_matrix is not the unit matrix".into());
            }
            if !own && stiffness[k].abs() > ORTHOGONAL * largest {
                return Err("stiffness_matrix is not diagonal".into());
            }
        }
        Ok((0..n).map(|k| stiffness[k * (n + 1)]).collect())
    }

    fn invariants(&self, n: usize) -> Result<Invariants, String> {
        let six = |list: &[f64]| std::array::from_fn(|k| list[k]);
        let nine = |list: &[f64]| std::array::from_fn(|k| list[k]);
        let inertia = self.array("inertia", &[3, 3])?;
        let mass = self.array("mass", &[1])?[0];
        if mass <= 0.0 {
            return Err(format!("array mass has {mass}, which is not positive"));
        }
        Ok(Invariants {
            mass,
            first_moment: Vec3::from_slice(self.array("first_moment", &[3])?),
            inertia: Mat3(std::array::from_fn(|i| std::array::from_fn(|j| inertia[3 * i + j]))),
            translations: self.vectors("translations", &[n, 3])?,
            rotations: self.vectors("rotations", &[n, 3])?,
            inertia_slopes: self.array("inertia_slopes", &[n, 6])?.chunks_exact(6).map(six).collect(),
            pairs: self.array("pairs", &[n, n, 9])?.chunks_exact(9).map(nine).collect(),
        })
    }

    /// The boundary frames, and where each is.
    fn frames(&self, n: usize) -> Result<(Vec<ReducedFrame>, Vec<String>), String> {
        let wrong = || "header.json: `frames` is not a list of names and sets".to_string();
        let list = self.header["frames"].as_array().ok_or_else(wrong)?;
        let count = list.len();
        let positions = self.vectors("frame_positions", &[count, 3])?;
        let translations = self.vectors("frame_translations", &[count, n, 3])?;
        let rotations = self.vectors("frame_rotations", &[count, n, 3])?;
        let second_order: Vec<[f64; 6]> = match self.arrays.contains_key(SECOND_ORDER) {
            true => self.array(SECOND_ORDER, &[count, n, n, 6])?.as_chunks().0.to_vec(),
            false => vec![],
        };
        let (mut frames, mut on) = (Vec::new(), Vec::new());
        for (k, entry) in list.iter().enumerate() {
            frames.push(ReducedFrame {
                name: entry["name"].as_str().ok_or_else(wrong)?.to_owned(),
                position: positions[k],
                translations: translations[k * n..(k + 1) * n].to_vec(),
                rotations: rotations[k * n..(k + 1) * n].to_vec(),
                second_order: second_order.get(k * n * n..(k + 1) * n * n).unwrap_or_default().to_vec(),
            });
            on.push(entry["on"].as_str().ok_or_else(wrong)?.to_owned());
        }
        Ok((frames, on))
    }

    fn body(&self) -> Result<StoredBody, String> {
        let n = self.extent("stiffness_matrix")?;
        if n == 0 || n > MAX_SHAPES {
            return Err(format!("array stiffness_matrix has {n} shapes, but 1 to {MAX_SHAPES} are read"));
        }
        let stiffness = self.stiffness(n)?;
        let mesh = self.mesh()?;
        let nodes = mesh.positions.len();
        let known = self.known_nodes(nodes)?;
        let stored = known.as_ref().map_or(nodes, Vec::len);
        let shapes = self.vectors("shapes", &[n, stored, 3])?;
        let (stresses, _) = self.array("stresses", &[n, stored, 6])?.as_chunks();
        let shapes = at_all_nodes(&shapes, Vec3::zero(), nodes, known.as_deref());
        let stresses = at_all_nodes(stresses, [0.0; 6], nodes, known.as_deref());
        let centre = Vec3::from_slice(self.array("centre", &[3])?);
        let (frames, on) = self.frames(n)?;
        let shown = ShapesOnMesh {
            positions: mesh.positions.iter().map(|x| *x - centre).collect(),
            origin: centre,
            blocks: mesh.blocks.clone(),
            displacements: shapes.clone(),
            stresses,
            known,
            ..ShapesOnMesh::default()
        };
        let frequencies = self.header["mode_frequencies_hz"].as_array().into_iter().flatten().filter_map(Value::as_f64);
        let body = ReducedBody {
            invariants: self.invariants(n)?,
            stiffness,
            damping: AmplitudeDamping::Diagonal(vec![0.0; n]),
            sizes: self.array("sizes", &[n])?.to_vec(),
            length: mesh.size(),
            frames,
            points: vec![],
            shown: Some(Arc::new(shown)),
        };
        let reduction = Reduction {
            body,
            centre,
            shapes,
            unknowns: vec![],
            mode_frequencies: frequencies.collect(),
            rigid_motions: self.count("rigid_motions")?,
            dropped: if self.header["dropped"].is_null() { vec![] } else { self.texts("dropped")? },
            dependent_frames: vec![],
        };
        Ok(StoredBody { name: self.text("name")?, hash: self.text("hash")?, on, mesh, reduction })
    }
}
