//! The motion for ParaView: a `.pvd` with the times, and beside it a folder with one `.vtu` for each frame.
//!
//! Each `.vtu` holds the triangles of all bodies where they are in that frame, and for each triangle the number of its
//! body. Numbers are binary, as text.

use crate::atomic;
use crate::base64::encoded;
use crate::error::Error;
use crate::figure::escaped;
use crate::mesh::{Mesh, add, turned};
use crate::motion::Motion;
use crate::scene::{Pose, Scene};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

const TRIANGLE: u8 = 5;

/// Writes `NAME.pvd` and the files it lists.
pub fn write(path: &Path, scene: &Scene, meshes: &[Mesh], motion: &Motion) -> Result<(), Error> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.with_file_name(&stem);
    std::fs::create_dir_all(&folder).map_err(|error| Error::file(&folder, "create", error))?;
    let mut list = String::new();
    for (frame, time) in motion.time.iter().enumerate() {
        let name = format!("{stem}-{frame:05}.vtu");
        let poses: Vec<Pose> = motion.poses.iter().map(|frames| frames[frame]).collect();
        let text = grid(scene, meshes, &poses);
        atomic::write(&folder.join(&name), |file| file.write_all(text.as_bytes()))?;
        let _ = writeln!(
            list,
            "<DataSet timestep=\"{time:?}\" part=\"0\" file=\"{}\"/>",
            escaped(&format!("{stem}/{name}"))
        );
    }
    let text = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n\
         <Collection>\n{list}</Collection>\n</VTKFile>\n"
    );
    atomic::write(path, |file| file.write_all(text.as_bytes()))
}

fn grid(scene: &Scene, meshes: &[Mesh], poses: &[Pose]) -> String {
    let (mut points, mut corners, mut bodies) = (vec![], vec![], vec![]);
    for (place, (mesh, pose)) in meshes.iter().zip(poses).enumerate() {
        let begin = points.len() as i64;
        points.extend(mesh.points.iter().map(|point| add(turned(pose.rotation, *point), pose.position)));
        corners.extend(mesh.triangles.iter().flatten().map(|corner| begin + i64::from(*corner)));
        bodies.extend(mesh.triangles.iter().map(|_| place as i64));
    }
    let cells = bodies.len();
    let offsets = (1..=cells as i64).map(|cell| 3 * cell);
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" \
         header_type=\"UInt64\">\n",
    );
    let names: Vec<String> = scene.bodies.iter().enumerate().map(|(i, body)| format!("{i} {}", body.name)).collect();
    // A comment holds no two hyphens.
    let _ = writeln!(text, "<!-- bodies: {} -->", escaped(&names.join(", ")).replace('-', "‐"));
    let _ = writeln!(text, "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{cells}\">", points.len());
    text += "<Points>\n";
    array(&mut text, "Float64", "Points", 3, points.iter().flatten().flat_map(|x| x.to_le_bytes()));
    text += "</Points>\n<Cells>\n";
    array(&mut text, "Int64", "connectivity", 1, corners.iter().flat_map(|i| i.to_le_bytes()));
    array(&mut text, "Int64", "offsets", 1, offsets.flat_map(|i: i64| i.to_le_bytes()));
    array(&mut text, "UInt8", "types", 1, std::iter::repeat_n(TRIANGLE, cells));
    text += "</Cells>\n<CellData Scalars=\"body\">\n";
    array(&mut text, "Int64", "body", 1, bodies.iter().flat_map(|i| i.to_le_bytes()));
    text + "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"
}

/// The bytes with their number before them.
fn array(text: &mut String, kind: &str, name: &str, components: usize, bytes: impl Iterator<Item = u8>) {
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
    use crate::scene::{Body, Solid};
    use crate::scratch::Scratch;

    #[test]
    fn a_file_for_each_frame_and_a_list_of_them() {
        let scratch = Scratch::new("vtk");
        let pose = Pose { position: [0.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] };
        let body = Body { name: "<a> -- b".into(), pose, mass: 1.0, shape: Some(Solid::Box { size: [1.0; 3] }) };
        let scene = Scene { bodies: vec![body], ..Scene::default() };
        let mut motion = Motion::still(&scene);
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
}
