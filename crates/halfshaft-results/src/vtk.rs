//! The motion for ParaView: a `.pvd` with the times, and beside it a folder with the `.vtu` files of each frame.
//!
//! One file has the triangles of all bodies and films at their positions in that frame; points have pressure and film
//! thickness, triangles the indices of body and item and the largest force. The other file has a point for each item with a
//! load, with force and torque vectors. Numbers are base64-encoded.

use crate::atomic;
use crate::base64::encoded;
use crate::error::Error;
use crate::figure::escaped;
use crate::mesh::{Film, Mesh, add, dot, films, rotated};
use crate::motion::{Load, Playback};
use crate::scene::{Pose, Scene};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

const VERTEX: u8 = 1;
const TRIANGLE: u8 = 5;

/// Writes `NAME.pvd` and the files it lists.
pub fn write(path: &Path, scene: &Scene, meshes: &[Mesh], motion: &Playback) -> Result<(), Error> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.with_file_name(&stem);
    std::fs::create_dir_all(&folder).map_err(|error| Error::system(&folder, "create", &error))?;
    let films = films(scene);
    let mut list = String::new();
    for (frame, time) in motion.time.iter().enumerate() {
        let mut parts = vec![("", solids(scene, meshes, &films, motion, frame))];
        if !motion.loads.is_empty() {
            parts.push(("-loads", loads(scene, motion, frame)));
        }
        for (part, (ending, text)) in parts.iter().enumerate() {
            let name = format!("{stem}-{frame:05}{ending}.vtu");
            atomic::write(&folder.join(&name), |file| file.write_all(text.as_bytes()))?;
            let file = escaped(&format!("{stem}/{name}"));
            let _ = writeln!(list, "<DataSet timestep=\"{time:?}\" part=\"{part}\" file=\"{file}\"/>");
        }
    }
    let text = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n\
         <Collection>\n{list}</Collection>\n</VTKFile>\n"
    );
    atomic::write(path, |file| file.write_all(text.as_bytes()))
}

/// Bodies and films at their positions in a frame, with pressure, thickness and the largest force on each body.
fn solids(scene: &Scene, meshes: &[Mesh], films: &[Film], motion: &Playback, frame: usize) -> String {
    let mut grid = Grid::default();
    let (mut bodies, mut items, mut forces) = (vec![], vec![], vec![]);
    let (mut pressure, mut thickness) = (vec![], vec![]);
    let pose = |body: usize| motion.poses.get(body).and_then(|frames| frames.get(frame)).copied();
    for (place, mesh) in meshes.iter().enumerate() {
        let cells = grid.add(mesh, pose(place));
        bodies.extend(std::iter::repeat_n(place as i64, cells));
        items.extend(std::iter::repeat_n(-1i64, cells));
        forces.extend(std::iter::repeat_n(largest(scene, motion, frame, place), cells));
        pressure.extend(std::iter::repeat_n(0.0, mesh.points.len()));
        thickness.extend(std::iter::repeat_n(0.0, mesh.points.len()));
    }
    for film in films {
        let Some((_, frames)) = motion.films.iter().find(|(item, _)| *item == film.item) else { continue };
        let state = frames[frame];
        let cells = grid.add(&film.mesh, film.body.and_then(pose));
        bodies.extend(std::iter::repeat_n(film.body.map_or(-1, |body| body as i64), cells));
        items.extend(std::iter::repeat_n(film.item as i64, cells));
        forces.extend(std::iter::repeat_n((state.oil_force + state.dry_force).abs(), cells));
        pressure.extend(film.oil.iter().map(|oil| state.pressure(*oil, film.area)));
        thickness.extend(std::iter::repeat_n(state.thickness, film.oil.len()));
    }
    let mut data = String::from("<PointData Scalars=\"pressure\">\n");
    array(&mut data, "Float64", "pressure", 1, pressure.iter().flat_map(|x: &f64| x.to_le_bytes()));
    array(&mut data, "Float64", "film_thickness", 1, thickness.iter().flat_map(|x: &f64| x.to_le_bytes()));
    data += "</PointData>\n<CellData Scalars=\"body\">\n";
    array(&mut data, "Int64", "body", 1, bodies.iter().flat_map(|i| i.to_le_bytes()));
    array(&mut data, "Int64", "item", 1, items.iter().flat_map(|i| i.to_le_bytes()));
    array(&mut data, "Float64", "force", 1, forces.iter().flat_map(|x| x.to_le_bytes()));
    data += "</CellData>\n";
    let names: Vec<String> = scene.bodies.iter().enumerate().map(|(i, body)| format!("{i} {}", body.name)).collect();
    grid.text(TRIANGLE, 3, &format!("bodies: {}", names.join(", ")), &data)
}

/// The largest force of an item on a body.
fn largest(scene: &Scene, motion: &Playback, frame: usize, body: usize) -> f64 {
    let on = motion.loads.iter().filter(|(item, _)| scene.items[*item].on.contains(&Some(body)));
    on.map(|(_, frames)| frames[frame].force).map(|f| dot(f, f).sqrt()).fold(0.0, f64::max)
}

/// The forces and torques of a frame as vectors at their points, on the second body of each item.
fn loads(scene: &Scene, motion: &Playback, frame: usize) -> String {
    let now: Vec<&Load> = motion.loads.iter().map(|(_, frames)| &frames[frame]).collect();
    let grid = Grid { points: now.iter().map(|load| load.at).collect(), corners: (0..now.len() as i64).collect() };
    let vectors = |of: fn(&Load) -> [f64; 3]| now.iter().flat_map(move |load| of(load)).flat_map(f64::to_le_bytes);
    let mut data = String::from("<PointData Vectors=\"force\">\n");
    array(&mut data, "Float64", "force", 3, vectors(|load| load.force));
    array(&mut data, "Float64", "torque", 3, vectors(|load| load.torque));
    array(&mut data, "Int64", "item", 1, motion.loads.iter().flat_map(|(item, _)| (*item as i64).to_le_bytes()));
    data += "</PointData>\n";
    let names: Vec<String> = motion.loads.iter().map(|(i, _)| format!("{i} {}", scene.items[*i].name)).collect();
    grid.text(VERTEX, 1, &format!("items: {}", names.join(", ")), &data)
}

/// Points, and cells of one kind.
#[derive(Default)]
struct Grid {
    points: Vec<[f64; 3]>,
    corners: Vec<i64>,
}

impl Grid {
    /// Adds a mesh at a pose, and returns the number of its triangles.
    fn add(&mut self, mesh: &Mesh, pose: Option<Pose>) -> usize {
        let begin = self.points.len() as i64;
        let placed = |point: &[f64; 3]| pose.map_or(*point, |pose| add(rotated(pose.rotation, *point), pose.position));
        self.points.extend(mesh.points.iter().map(placed));
        self.corners.extend(mesh.triangles.iter().flatten().map(|corner| begin + i64::from(*corner)));
        mesh.triangles.len()
    }

    fn text(&self, kind: u8, corners: usize, comment: &str, data: &str) -> String {
        let cells = self.corners.len() / corners;
        let mut text = String::from(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" \
             header_type=\"UInt64\">\n",
        );
        // An XML comment may not contain two hyphens.
        let _ = writeln!(text, "<!-- {} -->", escaped(comment).replace('-', "‐"));
        let count = self.points.len();
        let _ = writeln!(text, "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{count}\" NumberOfCells=\"{cells}\">");
        text += "<Points>\n";
        array(&mut text, "Float64", "Points", 3, self.points.iter().flatten().flat_map(|x| x.to_le_bytes()));
        text += "</Points>\n<Cells>\n";
        array(&mut text, "Int64", "connectivity", 1, self.corners.iter().flat_map(|i| i.to_le_bytes()));
        let offsets = (1..=cells).map(|cell| (corners * cell) as i64);
        array(&mut text, "Int64", "offsets", 1, offsets.flat_map(i64::to_le_bytes));
        array(&mut text, "UInt8", "types", 1, std::iter::repeat_n(kind, cells));
        text + "</Cells>\n" + data + "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"
    }
}

/// A data array: the bytes, preceded by their number.
pub(crate) fn array(text: &mut String, kind: &str, name: &str, components: usize, bytes: impl Iterator<Item = u8>) {
    let bytes: Vec<u8> = bytes.collect();
    let all = [&(bytes.len() as u64).to_le_bytes()[..], &bytes].concat();
    let _ = writeln!(
        text,
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"binary\">{}</DataArray>",
        encoded(&all)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::meshes;
    use crate::motion::FilmState;
    use crate::scene::{Body, Item, Solid};
    use crate::scratch::Scratch;

    #[test]
    fn a_file_for_each_frame_and_a_list_of_them() {
        let scratch = Scratch::new("vtk");
        let pose = Pose { position: [0.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] };
        let body = Body {
            name: "<a> -- b".into(),
            pose,
            mass: 1.0,
            shape: Some(Solid::Box { size: [1.0; 3] }),
            shapes: vec![],
        };
        let scene = Scene { bodies: vec![body], ..Scene::default() };
        let mut motion = Playback::design_position(&scene);
        motion.time.push(0.25);
        motion.poses[0].push(pose);
        write(&scratch.path().join("run.pvd"), &scene, &meshes(&scene), &motion).unwrap();
        let list = std::fs::read_to_string(scratch.path().join("run.pvd")).unwrap();
        assert!(list.contains("timestep=\"0.25\" part=\"0\" file=\"run/run-00001.vtu\""));
        let grid = std::fs::read_to_string(scratch.path().join("run/run-00001.vtu")).unwrap();
        assert!(grid.contains("NumberOfPoints=\"24\" NumberOfCells=\"12\""));
        assert!(grid.contains("0 &lt;a&gt; ‐‐ b"));
        assert!(!grid.split("<!--").nth(1).unwrap().split("-->").next().unwrap().contains("--"));
    }

    #[test]
    fn films_have_their_pressure_and_loads_their_vectors() {
        let scratch = Scratch::new("vtk-fields");
        let item = Item {
            name: "film".into(),
            section: "contact".into(),
            kind: "film".into(),
            on: vec![None, None],
            points: vec![[0.0; 3]; 2],
            axis: Some([0.0, 0.0, 1.0]),
            numbers: [("outer_radius".to_string(), vec![1.0])].into(),
            words: Default::default(),
            written: Default::default(),
            units: Default::default(),
            derived: vec![],
            teeth: vec![],
            road: None,
            wrench: None,
        };
        let scene = Scene { items: vec![item], ..Scene::default() };
        let mut motion = Playback::design_position(&scene);
        motion.films = vec![(0, vec![FilmState { thickness: 1e-5, oil_force: 3.0, dry_force: 4.0 }])];
        motion.loads = vec![(0, vec![Load { at: [1.0, 2.0, 3.0], force: [0.0, 0.0, 7.0], torque: [0.0; 3] }])];
        write(&scratch.path().join("run.pvd"), &scene, &[], &motion).unwrap();
        let solids = std::fs::read_to_string(scratch.path().join("run/run-00000.vtu")).unwrap();
        // In the centre of a disc the oil has twice its mean pressure.
        let centre = (2.0 * 3.0 + 4.0) / std::f64::consts::PI;
        let pressure = solids.split("Name=\"pressure\"").nth(1).unwrap().split(['>', '<']).nth(1).unwrap();
        let points = films(&scene)[0].oil.len() as u64;
        let begin = [(8 * points).to_le_bytes(), centre.to_le_bytes()].concat();
        // Whole groups of three bytes.
        assert!(pressure.starts_with(&encoded(&begin[..15])), "{pressure}");
        let loads = std::fs::read_to_string(scratch.path().join("run/run-00000-loads.vtu")).unwrap();
        assert!(loads.contains("Name=\"force\" NumberOfComponents=\"3\"") && loads.contains("0 film"));
        let list = std::fs::read_to_string(scratch.path().join("run.pvd")).unwrap();
        assert!(list.contains("part=\"1\" file=\"run/run-00000-loads.vtu\""));
    }
}
