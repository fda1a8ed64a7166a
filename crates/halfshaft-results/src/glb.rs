//! The motion as glTF 2.0 in one binary file (`.glb`), for players and presentations.
//!
//! A node for each body with its mesh, and one animation. In glTF, y points up: a root node rotates the direction against
//! gravity to y, or z without gravity.

use crate::atomic;
use crate::error::Error;
use crate::mesh::{Mesh, cross, dot, unit};
use crate::motion::Playback;
use crate::scene::Scene;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// The muted colours of the viewer.
const COLOURS: [[f64; 3]; 8] = [
    [0.105, 0.266, 0.479],
    [0.694, 0.254, 0.105],
    [0.114, 0.423, 0.301],
    [0.571, 0.323, 0.462],
    [0.694, 0.456, 0.105],
    [0.262, 0.546, 0.791],
    [0.323, 0.366, 0.391],
    [0.212, 0.191, 0.479],
];

const FLOAT: u32 = 5126;
const WHOLE: u32 = 5125;

/// Writes the file.
pub fn write(path: &Path, scene: &Scene, meshes: &[Mesh], motion: &Playback) -> Result<(), Error> {
    let bytes = bytes(scene, meshes, motion);
    atomic::write(path, |file| file.write_all(&bytes))
}

/// The parts of the file.
#[derive(Default)]
struct Parts {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Parts {
    fn floats<const N: usize>(&mut self, rows: &[[f32; N]], bounds: bool) -> usize {
        let begin = self.binary.len();
        rows.iter().flatten().for_each(|x| self.binary.extend(x.to_le_bytes()));
        let kind = ["", "SCALAR", "VEC2", "VEC3", "VEC4"][N];
        let mut accessor = json!({"componentType": FLOAT, "count": rows.len(), "type": kind});
        if bounds {
            let edge = |pick: fn(f32, f32) -> f32, start: f32| {
                (0..N).map(|i| rows.iter().map(|row| row[i]).fold(start, pick)).collect::<Vec<f32>>()
            };
            accessor["min"] = json!(edge(f32::min, f32::INFINITY));
            accessor["max"] = json!(edge(f32::max, f32::NEG_INFINITY));
        }
        self.accessor(begin, accessor)
    }

    fn wholes(&mut self, numbers: impl Iterator<Item = u32>) -> usize {
        let begin = self.binary.len();
        let mut count = 0;
        for number in numbers {
            self.binary.extend(number.to_le_bytes());
            count += 1;
        }
        self.accessor(begin, json!({"componentType": WHOLE, "count": count, "type": "SCALAR"}))
    }

    fn accessor(&mut self, begin: usize, mut accessor: Value) -> usize {
        accessor["bufferView"] = json!(self.views.len());
        self.views.push(json!({"buffer": 0, "byteOffset": begin, "byteLength": self.binary.len() - begin}));
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

fn bytes(scene: &Scene, meshes: &[Mesh], motion: &Playback) -> Vec<u8> {
    let mut parts = Parts::default();
    let (mut nodes, mut shapes, mut channels, mut samplers) = (vec![], vec![], vec![], vec![]);
    let times: Vec<[f32; 1]> = motion.time.iter().map(|time| [*time as f32]).collect();
    let input = (times.len() > 1).then(|| parts.floats(&times, true));
    let single = |rows: &[[f64; 3]]| rows.iter().map(|row| row.map(|x| x as f32)).collect::<Vec<_>>();
    for (place, (body, mesh)) in scene.bodies.iter().zip(meshes).enumerate() {
        let attributes = json!({
            "POSITION": parts.floats(&single(&mesh.points), true),
            "NORMAL": parts.floats(&single(&mesh.normals), false),
        });
        let indices = parts.wholes(mesh.triangles.iter().flatten().copied());
        let primitive = json!({"attributes": attributes, "indices": indices, "material": place % COLOURS.len()});
        shapes.push(json!({"name": body.name, "primitives": [primitive]}));
        let poses = &motion.poses[place];
        let positions = single(&poses.iter().map(|pose| pose.position).collect::<Vec<_>>());
        let rotations = continuous(poses.iter().map(|pose| pose.rotation));
        nodes.push(json!({"name": body.name, "mesh": place, "translation": positions[0], "rotation": rotations[0]}));
        let Some(input) = input else { continue };
        let paths = [("translation", parts.floats(&positions, false)), ("rotation", parts.floats(&rotations, false))];
        for (path, output) in paths {
            channels.push(json!({"sampler": samplers.len(), "target": {"node": place, "path": path}}));
            samplers.push(json!({"input": input, "output": output, "interpolation": "LINEAR"}));
        }
    }
    nodes.push(json!({"name": scene.title, "children": (0..nodes.len()).collect::<Vec<_>>(), "rotation": upright(scene.gravity)}));
    let material = |[r, g, b]: [f64; 3]| json!({"pbrMetallicRoughness": {"baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.1, "roughnessFactor": 0.6}});
    let mut document = json!({
        "asset": {"version": "2.0", "generator": format!("halfshaft {}", env!("CARGO_PKG_VERSION"))},
        "scene": 0,
        "scenes": [{"nodes": [nodes.len() - 1]}],
        "nodes": nodes,
        "materials": COLOURS.map(material),
        "accessors": parts.accessors,
        "bufferViews": parts.views,
        "buffers": [{"byteLength": parts.binary.len()}],
    });
    if !shapes.is_empty() {
        document["meshes"] = json!(shapes);
    } else {
        // glTF allows neither empty lists nor empty children.
        document["nodes"] = json!([{"name": scene.title}]);
        for key in ["materials", "accessors", "bufferViews", "buffers"] {
            document.as_object_mut().map(|all| all.remove(key));
        }
    }
    if !channels.is_empty() {
        document["animations"] = json!([{"name": "motion", "channels": channels, "samplers": samplers}]);
    }
    assembled(document.to_string().into_bytes(), parts.binary)
}

/// Header, JSON and binary chunk, each padded to a multiple of four bytes.
fn assembled(mut text: Vec<u8>, mut binary: Vec<u8>) -> Vec<u8> {
    text.resize(text.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let total = 12 + 8 + text.len() + if binary.is_empty() { 0 } else { 8 + binary.len() };
    let mut bytes = Vec::with_capacity(total);
    bytes.extend(b"glTF");
    bytes.extend(2u32.to_le_bytes());
    bytes.extend((total as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text), (b"BIN\0", binary)] {
        if !chunk.is_empty() {
            bytes.extend((chunk.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(chunk);
        }
    }
    bytes
}

/// Quaternions as x, y, z, w, with signs chosen for continuity, so that players interpolate along the shorter arc.
fn continuous(rotations: impl Iterator<Item = [f64; 4]>) -> Vec<[f32; 4]> {
    let mut last = [0.0; 4];
    let next = |[w, x, y, z]: [f64; 4]| {
        let q = [x, y, z, w];
        let along: f64 = q.iter().zip(&last).map(|(a, b)| a * b).sum();
        last = if along < 0.0 { q.map(|c| -c) } else { q };
        last.map(|c| c as f32)
    };
    rotations.map(next).collect()
}

/// The rotation, as x, y, z, w, of the direction against gravity to y; of z without gravity.
fn upright(gravity: [f64; 3]) -> [f64; 4] {
    let up = if dot(gravity, gravity) > 0.0 { unit(gravity.map(|g| -g)) } else { [0.0, 0.0, 1.0] };
    let w = 1.0 + up[1];
    if w < 1e-9 {
        return [1.0, 0.0, 0.0, 0.0];
    }
    let [x, y, z] = cross(up, [0.0, 1.0, 0.0]);
    let norm = (x * x + y * y + z * z + w * w).sqrt();
    [x, y, z, w].map(|c| c / norm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::rotated;
    use crate::scene::{Body, Pose, Solid};

    fn scene() -> Scene {
        let pose = Pose { position: [1.0, 2.0, 3.0], rotation: [1.0, 0.0, 0.0, 0.0] };
        let body =
            Body { name: "a".into(), pose, mass: 1.0, shape: Some(Solid::Box { size: [1.0; 3] }), shapes: vec![] };
        Scene { bodies: vec![body], ..Scene::default() }
    }

    fn document(bytes: &[u8]) -> (Value, usize) {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
        let end = 20 + word(12);
        (serde_json::from_slice(&bytes[20..end]).unwrap(), if end < bytes.len() { word(end) } else { 0 })
    }

    #[test]
    fn lengths_and_counts_are_consistent() {
        let scene = scene();
        let mut motion = Playback::design_position(&scene);
        motion.time.push(1.0);
        // The same rotation with the other sign must not look like a turn.
        let flipped = Pose { position: [4.0, 5.0, 6.0], rotation: [-1.0, 0.0, 0.0, 0.0] };
        motion.poses[0].push(flipped);
        let (document, binary) = document(&bytes(&scene, &crate::mesh::meshes(&scene), &motion));
        let views = document["bufferViews"].as_array().unwrap();
        let used: u64 = views.iter().map(|view| view["byteLength"].as_u64().unwrap()).sum();
        assert_eq!(used as usize, binary);
        assert_eq!(document["buffers"][0]["byteLength"], used);
        // A cuboid has 24 corners and 12 triangles.
        assert_eq!(document["accessors"][1]["count"], 24);
        assert_eq!(document["accessors"][3]["count"], 36);
        assert_eq!(document["accessors"][0]["max"], json!([1.0]));
        assert_eq!(document["animations"][0]["channels"].as_array().unwrap().len(), 2);
        assert_eq!(continuous([[1.0, 0.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]].into_iter())[1], [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn an_empty_scene_is_a_valid_file_too() {
        let scene = Scene::default();
        let (document, binary) = document(&bytes(&scene, &[], &Playback::design_position(&scene)));
        assert_eq!((document["nodes"].as_array().unwrap().len(), binary), (1, 0));
        assert!(document.get("meshes").is_none() && document.get("buffers").is_none());
    }

    #[test]
    fn what_is_against_gravity_points_up() {
        for gravity in [[0.0, 0.0, -9.81], [0.0, -9.81, 0.0], [0.0, 9.81, 0.0], [3.0, 0.0, 0.0], [0.0; 3]] {
            let [x, y, z, w] = upright(gravity);
            let up = if gravity == [0.0; 3] { [0.0, 0.0, 1.0] } else { unit(gravity.map(|g| -g)) };
            let there = rotated([w, x, y, z], up);
            assert!((there[1] - 1.0).abs() < 1e-12, "{gravity:?} {there:?}");
        }
    }
}
