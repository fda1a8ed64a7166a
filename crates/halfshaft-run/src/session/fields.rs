//! Fields of solids over a run: frames at even times, and mode shapes.

use halfshaft::analysis::Mode;
use halfshaft::mesh::{Cell, MeshField};
use halfshaft::system::{State, System};
use halfshaft_results::Error;
use halfshaft_results::fields::{FILE, FieldGrid, FieldSeries, MODES_FILE};
use std::path::Path;

/// Number of frames over a run, beside the first.
const FRAMES: f64 = 100.0;
/// Maximum number of mode shapes.
const MAX_SHAPES: usize = 30;
/// Amplitude of a mode shape, relative to the size of the mechanism: so small that the displacements are linear.
const AMPLITUDE: f64 = 1e-6;

/// Writes a frame at the first accepted step behind each of a number of even times, and at the end.
pub(super) struct FieldWriter {
    series: FieldSeries,
    begin: f64,
    end: f64,
}

impl FieldWriter {
    /// For a run from `begin` to `end` in a folder, resumed at a time if it is; `None` for a system without fields.
    pub fn new(
        folder: &Path,
        system: &System,
        [begin, end]: [f64; 2],
        resumed: Option<f64>,
    ) -> Result<Option<Self>, Error> {
        if !system.has_fields() {
            return Ok(None);
        }
        let series = match resumed {
            Some(time) => FieldSeries::reopen(folder, FILE, time)?,
            None => FieldSeries::create(folder, FILE)?,
        };
        Ok(Some(FieldWriter { series, begin, end }))
    }

    /// Takes an accepted state.
    pub fn update(&mut self, system: &System, state: &State) -> Result<(), Error> {
        let next = self.series.next();
        let span = self.end - self.begin;
        // The frame to which the time belongs; steps may be longer than the distance of frames.
        let reached =
            if span > 0.0 { ((state.time - self.begin) / span * FRAMES * (1.0 + 1e-12)).floor() as usize } else { 0 };
        if reached < next || next > 0 && span <= 0.0 {
            return Ok(());
        }
        let grids: Vec<FieldGrid> = system.fields(state).into_iter().map(|(name, field)| grid(name, field)).collect();
        self.series.push(reached, state.time, &grids)
    }
}

fn grid(name: &str, field: MeshField) -> FieldGrid {
    let cells = field.blocks.iter().flat_map(|block| {
        let kind = match block.cell {
            Cell::Hex8 => 12,
            Cell::Hex20 => 25,
            Cell::Tet10 => 24,
            Cell::Wedge15 => 26,
        };
        (0..block.count()).map(move |cell| (kind, block.nodes_of(cell).to_vec()))
    });
    FieldGrid {
        name: name.to_owned(),
        positions: field.positions.iter().zip(&field.displacements).map(|(x, u)| (*x + *u).0).collect(),
        displacements: field.displacements.iter().map(|u| u.0).collect(),
        scalars: field.scalars.into_iter().map(|(name, unit, values)| (format!("{name} [{unit}]"), values)).collect(),
        cells: cells.collect(),
    }
}

/// Writes the shapes of the lowest modes, one frame each with the number of the mode as its time; the largest displacement of a shape is a
/// tenth of the size of the mechanism.
pub(super) fn write_shapes(folder: &Path, system: &System, state: &State, modes: &[Mode]) -> Result<(), Error> {
    if !system.has_fields() {
        return Ok(());
    }
    let mut series = FieldSeries::create(folder, MODES_FILE)?;
    let base = system.fields(state);
    let size = system.length(state);
    for (k, mode) in modes.iter().enumerate().take(MAX_SHAPES) {
        let moved = system.moved(state, &mode.shape, AMPLITUDE * size);
        let mut grids = Vec::new();
        for ((name, before), (_, mut field)) in base.iter().zip(system.fields(&moved)) {
            let scale = 0.1 / AMPLITUDE;
            for (u, before) in field.displacements.iter_mut().zip(&before.displacements) {
                *u = (*u - *before) * scale;
            }
            field.scalars.clear();
            grids.push(grid(name, field));
        }
        series.push(k, (k + 1) as f64, &grids)?;
    }
    Ok(())
}
