//! Fields of flexible bodies over a run, and mode shapes: for ParaView and for the viewer.

use super::skins::{Skins, bodies, pictures, shapes};
use halfshaft::analysis::Mode;
use halfshaft::math::Quaternion;
use halfshaft::mesh::{Cell, Mesh, MeshField};
use halfshaft::system::{State, System};
use halfshaft_results::Error;
use halfshaft_results::fields::{FILE, FieldGrid, FieldSeries, MODES_FILE};
use halfshaft_results::flexible::{self, Flexible, FlexibleSeries};
use std::path::Path;

/// Number of frames over a run for ParaView, and for the viewer by default, beside the first.
const PARAVIEW_FRAMES: u64 = 100;
const VIEWER_FRAMES: u64 = 300;
/// Default size of all frames for the viewer, in bytes; a large mesh has fewer of them, but not less than so many.
const VIEWER_BYTES: usize = 128 << 20;
const FEWEST_FRAMES: u64 = 20;
/// Maximum number of mode shapes.
const MAX_SHAPES: usize = 60;
/// Amplitude of a mode shape, relative to the size of the mechanism: so small that the displacements are linear.
const AMPLITUDE: f64 = 1e-6;
/// The kinds of faces in VTK.
const TRIANGLE: u8 = 5;
const QUAD: u8 = 9;
const QUADRATIC_TRIANGLE: u8 = 22;
const QUADRATIC_QUAD: u8 = 23;

/// Writes frames at the first accepted step behind each of a number of even times, and at the end.
pub(super) struct FieldWriter {
    series: FieldSeries,
    viewer: FlexibleSeries,
    skins: Skins,
    times: [f64; 2],
    frames: [u64; 2],
}

impl FieldWriter {
    /// For a run from `begin` to `end` in a folder, resumed at a time if it is; `None` for a system without fields, and if no frames are
    /// wanted.
    pub fn new(
        folder: &Path,
        system: &System,
        times: [f64; 2],
        wanted: Option<u64>,
        resumed: Option<f64>,
    ) -> Result<Option<Self>, Error> {
        if !system.has_fields() || wanted == Some(0) {
            flexible::remove(folder)?;
            return Ok(None);
        }
        let mut skins = Skins::of(&bodies(system, &system.state()), false);
        let described = skins.flexible.clone();
        let most = (VIEWER_BYTES / described.frame_bytes().max(1)) as u64;
        let frames = wanted.unwrap_or(VIEWER_FRAMES.min(most.max(FEWEST_FRAMES)));
        let (series, viewer) = match resumed {
            Some(time) => (FieldSeries::reopen(folder, FILE, time)?, FlexibleSeries::reopen(folder, described, time)?),
            None => (FieldSeries::create(folder, FILE)?, FlexibleSeries::create(folder, described)?),
        };
        // A resumed run goes on from the last rotations, so that its frames are those of a run that was not interrupted.
        skins.rotations.iter_mut().zip(&viewer.rotations).for_each(|(own, last)| *own = Quaternion(*last));
        Ok(Some(FieldWriter { series, viewer, skins, times, frames: [frames.min(PARAVIEW_FRAMES), frames] }))
    }

    /// Takes an accepted state.
    pub fn update(&mut self, system: &System, state: &State) -> Result<(), Error> {
        let [for_paraview, for_viewer] = self.frames.map(|frames| self.slot(state.time, frames));
        let next = self.series.next();
        let is_next = |next: bool, first: bool| first || next && self.times[1] > self.times[0];
        let paraview = is_next(for_paraview >= next, next == 0);
        let last = self.viewer.last;
        let viewer = is_next(last.is_some_and(|last| for_viewer > self.slot(last, self.frames[1])), last.is_none());
        if viewer {
            let deformed = self.skins.deformed(&pictures(system, state));
            self.viewer.push(state.time, &deformed)?;
        }
        if paraview {
            let bodies = bodies(system, state);
            let grids: Vec<FieldGrid> = bodies.into_iter().map(|(name, field)| grid(name, field)).collect();
            self.series.push(for_paraview, state.time, &grids)?;
        }
        Ok(())
    }

    /// The frame to which a time belongs; steps may be longer than the distance of frames.
    fn slot(&self, time: f64, frames: u64) -> usize {
        let [begin, end] = self.times;
        let span = end - begin;
        if span > 0.0 { ((time - begin) / span * frames as f64 * (1.0 + 1e-12)).floor() as usize } else { 0 }
    }
}

fn grid(name: String, field: MeshField) -> FieldGrid {
    let cells = field.blocks.iter().filter(|_| !field.faces_only).flat_map(|block| {
        let kind = match block.cell {
            Cell::Hex8 => 12,
            Cell::Hex20 => 25,
            Cell::Tet10 => 24,
            Cell::Wedge15 => 26,
        };
        (0..block.count()).map(move |cell| (kind, block.nodes_of(cell).to_vec()))
    });
    let faces = if field.faces_only { faces(&field) } else { vec![] };
    let quads = field.surface.quads.iter().map(|quad| (QUAD, quad.to_vec()));
    let titled = |name: &str, unit: &str| if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]") };
    FieldGrid {
        name,
        positions: field.positions.iter().zip(&field.displacements).map(|(x, u)| (*x + *u).0).collect(),
        displacements: field.displacements.iter().map(|u| u.0).collect(),
        cells: cells.chain(faces).chain(quads).collect(),
        scalars: field.scalars.into_iter().map(|(name, unit, values)| (titled(name, unit), values)).collect(),
        tensors: field.tensors.into_iter().map(|(name, unit, values)| (titled(name, unit), values)).collect(),
    }
}

/// The faces of the cells of a field that are its surface, with their kinds in VTK.
fn faces(field: &MeshField) -> Vec<(u8, Vec<u32>)> {
    let mesh = Mesh { blocks: field.blocks.clone(), ..Mesh::default() };
    let kind = |nodes: &Vec<u32>| match nodes.len() {
        3 => TRIANGLE,
        4 => QUAD,
        6 => QUADRATIC_TRIANGLE,
        _ => QUADRATIC_QUAD,
    };
    mesh.boundary().into_iter().map(|face| mesh.face_nodes(face)).map(|nodes| (kind(&nodes), nodes)).collect()
}

/// The flexible bodies of a model that has not been run.
pub fn undeformed(system: &System) -> Flexible {
    if !system.has_fields() {
        return Flexible::default();
    }
    Skins::of(&bodies(system, &system.state()), false).flexible
}

/// Writes the shapes of the lowest modes, unless no fields are wanted, one frame each with the number of the mode as its time. For ParaView the largest displacement of a
/// shape is a tenth of the size of the mechanism; for the viewer displacements are those of a unit of the shape.
pub(super) fn write_shapes(
    folder: &Path,
    system: &System,
    state: &State,
    modes: &[Mode],
    wanted: Option<u64>,
) -> Result<(), Error> {
    if !system.has_fields() || wanted == Some(0) {
        return flexible::remove(folder);
    }
    let mut series = FieldSeries::create(folder, MODES_FILE)?;
    let base = shapes(system, state);
    let skins = Skins::of(&base, true);
    let mut viewer = FlexibleSeries::create(folder, skins.flexible.clone())?;
    let amplitude = AMPLITUDE * system.length(state);
    for (k, mode) in modes.iter().enumerate().take(MAX_SHAPES) {
        let mut shape = shapes(system, &system.moved(state, &mode.shape, amplitude));
        for ((_, before), (_, field)) in base.iter().zip(&mut shape) {
            for (u, before) in field.displacements.iter_mut().zip(&before.displacements) {
                *u = (*u - *before) * (1.0 / amplitude);
            }
        }
        viewer.push((k + 1) as f64, &skins.displaced(&shape))?;
        let scale = 0.1 * system.length(state);
        shape.iter_mut().for_each(|(_, field)| field.displacements.iter_mut().for_each(|u| *u = *u * scale));
        let grids: Vec<FieldGrid> = shape.into_iter().map(|(name, field)| grid(name, field)).collect();
        series.push(k, (k + 1) as f64, &grids)?;
    }
    Ok(())
}
