//! Fields on the meshes of solids, for ParaView: `fields.pvd` in a run folder lists the frames, and the folder `fields` has a `.vtu` file
//! for each solid in each frame, with its deformed positions, displacements and stresses. Numbers are base64-encoded.

use crate::atomic;
use crate::error::Error;
use crate::figure::escaped;
use crate::vtk::array;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The list of the frames of a run.
pub const FILE: &str = "fields.pvd";
/// The list of mode shapes.
pub const MODES_FILE: &str = "mode_shapes.pvd";

/// A solid in one frame.
pub struct FieldGrid {
    /// Its name.
    pub name: String,
    /// Positions of its nodes in this frame.
    pub positions: Vec<[f64; 3]>,
    /// Displacements of its nodes.
    pub displacements: Vec<[f64; 3]>,
    /// Numbers at its nodes: name with unit, values.
    pub scalars: Vec<(String, Vec<f64>)>,
    /// Symmetric tensors at its nodes: name with unit; xx, yy, zz, xy, yz, zx, which is VTK's order.
    pub tensors: Vec<(String, Vec<[f64; 6]>)>,
    /// VTK's type of each cell, and its nodes.
    pub cells: Vec<(u8, Vec<u32>)>,
}

/// The frames of one list, written one by one.
pub struct FieldSeries {
    folder: PathBuf,
    list: &'static str,
    /// Number of each frame, its time and its solids.
    frames: Vec<(usize, f64, usize)>,
}

impl FieldSeries {
    /// A new series in a run folder; removes an older one.
    pub fn create(folder: &Path, list: &'static str) -> Result<Self, Error> {
        let series = FieldSeries { folder: folder.to_owned(), list, frames: vec![] };
        let data = series.data();
        if data.exists() {
            fs::remove_dir_all(&data).map_err(|error| Error::system(&data, "remove", &error))?;
        }
        fs::create_dir_all(&data).map_err(|error| Error::system(&data, "create", &error))?;
        Ok(series)
    }

    /// The series of a run that is resumed, with the frames up to a time.
    pub fn reopen(folder: &Path, list: &'static str, until: f64) -> Result<Self, Error> {
        let path = folder.join(list);
        let Ok(text) = fs::read_to_string(&path) else { return FieldSeries::create(folder, list) };
        let mut series = FieldSeries { folder: folder.to_owned(), list, frames: vec![] };
        for line in text.lines().filter(|line| line.starts_with("<DataSet")) {
            let between = |before: &str| line.split(before).nth(1)?.split(['"', '-', '.']).next();
            let time = line.split("timestep=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse::<f64>().ok());
            let frame = between("/frame-").and_then(|frame| frame.parse::<usize>().ok());
            let (Some(time), Some(frame)) = (time, frame) else { continue };
            match series.frames.last_mut() {
                Some(last) if last.0 == frame => last.2 += 1,
                _ if time <= until => series.frames.push((frame, time, 1)),
                _ => {}
            }
        }
        Ok(series)
    }

    fn data(&self) -> PathBuf {
        self.folder.join(self.list.trim_end_matches(".pvd"))
    }

    /// The number of the next frame.
    pub fn next(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.0 + 1)
    }

    /// Writes a frame.
    pub fn push(&mut self, frame: usize, time: f64, grids: &[FieldGrid]) -> Result<(), Error> {
        for (part, grid) in grids.iter().enumerate() {
            let text = vtu(grid);
            atomic::write(&self.data().join(name(frame, part)), |file| file.write_all(text.as_bytes()))?;
        }
        self.frames.push((frame, time, grids.len()));
        self.write_list()
    }

    fn write_list(&self) -> Result<(), Error> {
        let stem = self.list.trim_end_matches(".pvd");
        let mut list = String::new();
        for (frame, time, parts) in &self.frames {
            for part in 0..*parts {
                let file = name(*frame, part);
                let _ = writeln!(list, "<DataSet timestep=\"{time:?}\" part=\"{part}\" file=\"{stem}/{file}\"/>");
            }
        }
        let text = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n\
             <Collection>\n{list}</Collection>\n</VTKFile>\n"
        );
        atomic::write(&self.folder.join(self.list), |file| file.write_all(text.as_bytes()))
    }
}

fn name(frame: usize, part: usize) -> String {
    format!("frame-{frame:05}-{part}.vtu")
}

fn vtu(grid: &FieldGrid) -> String {
    let (points, cells) = (grid.positions.len(), grid.cells.len());
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<!-- {} -->\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" \
         header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">\n<Points>\n",
        escaped(&grid.name).replace('-', "‐")
    );
    let vectors = |list: &[[f64; 3]]| list.iter().flatten().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    array(&mut text, "Float64", "position", 3, vectors(&grid.positions).into_iter());
    text += "</Points>\n<Cells>\n";
    let nodes = grid.cells.iter().flat_map(|(_, nodes)| nodes).flat_map(|&node| i64::from(node).to_le_bytes());
    array(&mut text, "Int64", "connectivity", 1, nodes);
    let mut end = 0;
    let ends = grid.cells.iter().flat_map(|(_, nodes)| {
        end += nodes.len() as i64;
        end.to_le_bytes()
    });
    array(&mut text, "Int64", "offsets", 1, ends);
    array(&mut text, "UInt8", "types", 1, grid.cells.iter().map(|(kind, _)| *kind));
    text += "</Cells>\n<PointData Vectors=\"displacement\">\n";
    array(&mut text, "Float64", "displacement", 3, vectors(&grid.displacements).into_iter());
    for (name, values) in &grid.scalars {
        array(&mut text, "Float64", name, 1, values.iter().flat_map(|x| x.to_le_bytes()));
    }
    for (name, values) in &grid.tensors {
        array(&mut text, "Float64", name, 6, values.iter().flatten().flat_map(|x| x.to_le_bytes()));
    }
    text + "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn grid() -> FieldGrid {
        FieldGrid {
            name: "arm".into(),
            positions: vec![[0.0; 3]; 8],
            displacements: vec![[0.0, 0.0, 1.0]; 8],
            scalars: vec![("von_mises".into(), vec![2.0; 8])],
            tensors: vec![("stress".into(), vec![[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]; 8])],
            cells: vec![(12, (0..8).collect())],
        }
    }

    #[test]
    fn a_resumed_series_continues_behind_the_frames_that_it_keeps() {
        let scratch = Scratch::new("fields");
        let mut series = FieldSeries::create(scratch.path(), FILE).unwrap();
        for frame in 0..3 {
            series.push(frame, 0.5 * frame as f64, &[grid(), grid()]).unwrap();
        }
        let whole = fs::read_to_string(scratch.path().join(FILE)).unwrap();
        let mut again = FieldSeries::reopen(scratch.path(), FILE, 0.6).unwrap();
        assert_eq!(again.next(), 2);
        again.push(2, 1.0, &[grid(), grid()]).unwrap();
        assert_eq!(fs::read_to_string(scratch.path().join(FILE)).unwrap(), whole);
        let vtu = fs::read_to_string(scratch.path().join("fields/frame-00002-1.vtu")).unwrap();
        assert!(vtu.contains("NumberOfPoints=\"8\" NumberOfCells=\"1\"") && vtu.contains("von_mises"));
        assert!(vtu.contains("Name=\"stress\" NumberOfComponents=\"6\""));
    }
}
