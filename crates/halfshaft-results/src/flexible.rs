//! Flexible bodies in frames for the viewer: `flexible.json` in a run folder describes their skins, `flexible.bin` has one frame of fixed
//! size after the other, so that a viewer reads the frames it shows and no others.
//!
//! A frame begins with its head: in double precision the time and the mean motion of each body (position, quaternion w, x, y, z); in single
//! precision for each body the largest displacement in that moving frame and the largest one from the undeformed body in the model frame,
//! then the smallest and the largest value of each scalar. Its body follows, in single precision: for each skin the displacements of its
//! points in its moving frame, then the values of each of its scalars. An incomplete frame at the end, of a run that was killed, is ignored.

use crate::atomic;
use crate::base64::{decoded, encoded};
use crate::error::Error;
use crate::mesh::Mesh;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The description of the skins in a run folder.
pub const FILE: &str = "flexible.json";
/// The frames.
const FRAMES_FILE: &str = "flexible.bin";
/// Version of both files.
const VERSION: u32 = 1;
/// Bytes of each body in the head of a frame: position, quaternion, two largest displacements.
const HEAD_OF_BODY: usize = 7 * 8 + 2 * 4;
/// Bytes of each scalar in the head of a frame: its range.
const HEAD_OF_SCALAR: usize = 2 * 4;

/// The surface of a flexible body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Its name.
    pub name: String,
    /// Whether its facets are shaded as one smooth surface.
    pub round: bool,
    /// Its undeformed points, in metres in the model frame.
    pub points: Vec<[f32; 3]>,
    /// Triangles of its points.
    pub triangles: Vec<[u32; 3]>,
    /// Edges of elements.
    pub lines: Vec<[u32; 2]>,
    /// Its outline; empty if its sharp edges are its outline.
    pub outline: Vec<[u32; 2]>,
    /// The indices of its scalars in [`Flexible::scalars`].
    pub scalars: Vec<usize>,
}

/// A number at each point of a skin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scalar {
    /// Its name.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
}

/// The flexible bodies of a run or a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flexible {
    /// Their skins.
    pub skins: Vec<Skin>,
    /// The numbers at their points.
    pub scalars: Vec<Scalar>,
}

/// A flexible body in a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Deformed {
    /// Position and unit quaternion w, x, y, z of its mean motion from the undeformed body: p + R (X + u).
    pub motion: ([f64; 3], [f64; 4]),
    /// u: displacements of its points in the moving frame.
    pub displacements: Vec<[f64; 3]>,
    /// The values of its scalars, in the order of [`Skin::scalars`].
    pub scalars: Vec<Vec<f64>>,
}

/// How large the parts of a frame are: what a reader needs beside the files themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Layout {
    version: u32,
    /// Number of bodies.
    bodies: usize,
    /// The scalars.
    scalars: Vec<Scalar>,
    /// Bytes of the head of a frame, and of its body.
    bytes: [usize; 2],
}

impl Flexible {
    fn layout(&self) -> Layout {
        let head = 8 + HEAD_OF_BODY * self.skins.len() + HEAD_OF_SCALAR * self.scalars.len();
        let body = self.skins.iter().map(|skin| 4 * skin.points.len() * (3 + skin.scalars.len())).sum();
        Layout { version: VERSION, bodies: self.skins.len(), scalars: self.scalars.clone(), bytes: [head, body] }
    }

    /// The size of a frame, in bytes.
    pub fn frame_bytes(&self) -> usize {
        self.layout().bytes.iter().sum()
    }

    /// The skins as the viewer takes them.
    pub fn description(&self) -> Value {
        let skin = |skin: &Skin| {
            let floats = skin.points.iter().flatten().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
            let whole =
                |list: &mut dyn Iterator<Item = u32>| encoded(&list.flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
            json!({
                "name": skin.name,
                "round": skin.round,
                "points": encoded(&floats),
                "triangles": whole(&mut skin.triangles.iter().flatten().copied()),
                "lines": whole(&mut skin.lines.iter().flatten().copied()),
                "outline": whole(&mut skin.outline.iter().flatten().copied()),
                "scalars": skin.scalars,
            })
        };
        json!({"skins": self.skins.iter().map(skin).collect::<Vec<_>>(), "layout": self.layout()})
    }

    /// Head and body of a frame.
    fn frame(&self, time: f64, bodies: &[Deformed]) -> Vec<u8> {
        let (mut head, mut largest) = (vec![time], vec![]);
        let mut ranges = vec![[f32::INFINITY, f32::NEG_INFINITY]; self.scalars.len()];
        let mut body: Vec<f32> = vec![];
        for (skin, deformed) in self.skins.iter().zip(bodies) {
            let (position, rotation) = deformed.motion;
            head.extend(position.iter().chain(&rotation));
            largest.extend(largest_displacements(skin, deformed).map(|x| x as f32));
            body.extend(deformed.displacements.iter().flatten().map(|x| *x as f32));
            for (values, &place) in deformed.scalars.iter().zip(&skin.scalars) {
                for value in values.iter().map(|x| *x as f32) {
                    ranges[place] = [ranges[place][0].min(value), ranges[place][1].max(value)];
                    body.push(value);
                }
            }
        }
        let range = |[low, high]: [f32; 2]| if low <= high { [low, high] } else { [0.0; 2] };
        let single = largest.into_iter().chain(ranges.into_iter().flat_map(range)).chain(body);
        head.into_iter().flat_map(f64::to_le_bytes).chain(single.flat_map(f32::to_le_bytes)).collect()
    }
}

/// The largest displacement in the moving frame, and the largest from the undeformed body in the model frame.
fn largest_displacements(skin: &Skin, Deformed { motion: (p, q), displacements, .. }: &Deformed) -> [f64; 2] {
    let size = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut largest = [0.0_f64; 2];
    for (point, u) in skin.points.iter().zip(displacements) {
        let point = point.map(f64::from);
        let moved = crate::mesh::rotated(*q, std::array::from_fn(|i| point[i] + u[i]));
        let whole = size(std::array::from_fn(|i| p[i] + moved[i] - point[i]));
        largest = [largest[0].max(size(*u)), largest[1].max(whole)];
    }
    largest
}

/// The frames of a run, written one by one.
pub struct FlexibleSeries {
    path: PathBuf,
    flexible: Flexible,
    file: File,
    /// The time of the last frame.
    pub last: Option<f64>,
    /// The quaternions of the bodies in the last frame of a resumed run.
    pub rotations: Vec<[f64; 4]>,
}

impl FlexibleSeries {
    /// A new series in a run folder, which replaces an older one.
    pub fn create(folder: &Path, flexible: Flexible) -> Result<Self, Error> {
        atomic::write_text(&folder.join(FILE), &flexible.description().to_string())?;
        let path = folder.join(FRAMES_FILE);
        let file = File::create(&path).map_err(|error| Error::system(&path, "create", &error))?;
        Ok(FlexibleSeries { path, flexible, file, last: None, rotations: vec![] })
    }

    /// The series of a run that is resumed, with the frames up to a time.
    pub fn reopen(folder: &Path, flexible: Flexible, until: f64) -> Result<Self, Error> {
        let old = match StoredFlexible::open(folder)? {
            Some(old) if old.layout == flexible.layout() => old,
            _ => return FlexibleSeries::create(folder, flexible),
        };
        let kept = old.times().iter().take_while(|time| **time <= until).count();
        let path = folder.join(FRAMES_FILE);
        let failed = |error: std::io::Error| Error::system(&path, "write", &error);
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        file.set_len((kept * flexible.frame_bytes()) as u64).map_err(failed)?;
        let last = old.times()[..kept].last().copied();
        let rotations = kept.checked_sub(1).map_or(vec![], |frame| old.rotations(frame));
        Ok(FlexibleSeries { path, flexible, file, last, rotations })
    }

    /// Writes a frame.
    pub fn push(&mut self, time: f64, bodies: &[Deformed]) -> Result<(), Error> {
        let frame = self.flexible.frame(time, bodies);
        self.file.write_all(&frame).map_err(|error| Error::system(&self.path, "write", &error))?;
        self.last = Some(time);
        Ok(())
    }
}

/// Removes an older series.
pub fn remove(folder: &Path) -> Result<(), Error> {
    for path in [FILE, FRAMES_FILE].map(|name| folder.join(name)) {
        if path.exists() {
            fs::remove_file(&path).map_err(|error| Error::system(&path, "remove", &error))?;
        }
    }
    Ok(())
}

/// The flexible bodies of a run folder; frames are read one at a time.
pub struct StoredFlexible {
    path: PathBuf,
    layout: Layout,
    /// The skins as the viewer takes them.
    pub description: Value,
    /// The heads of the frames in a row.
    pub heads: Vec<u8>,
}

impl StoredFlexible {
    /// Opens the files of a run; `None` if there are none.
    pub fn open(folder: &Path) -> Result<Option<Self>, Error> {
        let described = folder.join(FILE);
        let Ok(text) = fs::read_to_string(&described) else { return Ok(None) };
        let wrong = |reason: &dyn std::fmt::Display| Error::file(&described, "read", reason);
        let description: Value = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        let layout: Layout = serde_json::from_value(description["layout"].clone()).map_err(|error| wrong(&error))?;
        if layout.version != VERSION {
            return Err(wrong(&format!("version {} instead of {VERSION}", layout.version)));
        }
        let path = folder.join(FRAMES_FILE);
        let heads = heads(&path, &layout).map_err(|error| Error::file(&path, "read", &error))?;
        Ok(Some(StoredFlexible { path, layout, description, heads }))
    }

    /// The times of the frames.
    pub fn times(&self) -> Vec<f64> {
        let eight = |head: &[u8]| head.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
        self.heads.chunks_exact(self.layout.bytes[0].max(8)).map(eight).collect()
    }

    /// The quaternions of the bodies in a frame.
    fn rotations(&self, frame: usize) -> Vec<[f64; 4]> {
        let head = &self.heads[frame * self.layout.bytes[0]..];
        let number =
            |k: usize| head.get(8 * k..).and_then(|bytes| bytes.first_chunk()).map_or(0.0, |b| f64::from_le_bytes(*b));
        // Time, then position and quaternion of each body.
        (0..self.layout.bodies).map(|body| std::array::from_fn(|k| number(1 + 7 * body + 3 + k))).collect()
    }

    /// The body of a frame; `None` if there is no such frame.
    pub fn frame(&self, number: usize) -> Result<Option<Vec<u8>>, Error> {
        let [head, body] = self.layout.bytes;
        if number >= self.heads.len() / head {
            return Ok(None);
        }
        let mut bytes = vec![0; body];
        let mut read = || {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start((number * (head + body) + head) as u64))?;
            file.read_exact(&mut bytes)
        };
        read().map_err(|error| Error::file(&self.path, "read", &error))?;
        Ok(Some(bytes))
    }

    /// The size of the body of a frame, in bytes.
    pub fn body_bytes(&self) -> usize {
        self.layout.bytes[1]
    }

    /// The heads of some frames.
    pub fn heads_of(&self, frames: &[usize]) -> Vec<u8> {
        let size = self.layout.bytes[0];
        frames.iter().flat_map(|&frame| &self.heads[frame * size..(frame + 1) * size]).copied().collect()
    }
}

/// The undeformed surfaces of the flexible bodies of a run by their names, for pictures; none if the run stores none.
pub fn surfaces(folder: &Path) -> Vec<(String, Mesh)> {
    let Ok(text) = fs::read_to_string(folder.join(FILE)) else { return vec![] };
    surfaces_of(&serde_json::from_str(&text).unwrap_or_default())
}

/// The undeformed surfaces in a description for the viewer, by their names.
pub fn surfaces_of(description: &Value) -> Vec<(String, Mesh)> {
    description["skins"].as_array().into_iter().flatten().filter_map(surface).collect()
}

/// Name and triangles of a skin as the viewer takes it; `None` if it is damaged.
fn surface(skin: &Value) -> Option<(String, Mesh)> {
    let four = |name: &str| {
        let bytes = decoded(skin[name].as_str()?)?;
        Some(bytes.as_chunks::<4>().0.to_vec())
    };
    let points: Vec<f64> = four("points")?.into_iter().map(|bytes| f64::from(f32::from_le_bytes(bytes))).collect();
    let corners: Vec<u32> = four("triangles")?.into_iter().map(u32::from_le_bytes).collect();
    let (points, triangles) = (points.as_chunks::<3>().0.to_vec(), corners.as_chunks::<3>().0.to_vec());
    let complete = triangles.iter().flatten().all(|corner| (*corner as usize) < points.len());
    let mesh = Mesh { points, normals: vec![], triangles };
    complete.then(|| (skin["name"].as_str().unwrap_or_default().to_owned(), mesh))
}

impl Flexible {
    /// The undeformed surfaces by their names, for pictures.
    pub fn surfaces(&self) -> Vec<(String, Mesh)> {
        let of = |skin: &Skin| {
            let points = skin.points.iter().map(|point| point.map(f64::from)).collect();
            (skin.name.clone(), Mesh { points, normals: vec![], triangles: skin.triangles.clone() })
        };
        self.skins.iter().map(of).collect()
    }
}

/// The heads of the complete frames.
fn heads(path: &Path, layout: &Layout) -> std::io::Result<Vec<u8>> {
    let [head, body] = layout.bytes;
    if head < 8 {
        return Err(std::io::Error::other("frames without a time"));
    }
    let Ok(mut file) = File::open(path) else { return Ok(vec![]) };
    let count = file.metadata()?.len() as usize / (head + body);
    let mut heads = vec![0; count * head];
    for (k, bytes) in heads.chunks_exact_mut(head).enumerate() {
        file.seek(SeekFrom::Start((k * (head + body)) as u64))?;
        file.read_exact(bytes)?;
    }
    Ok(heads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn flexible() -> Flexible {
        let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        let skin = Skin { name: "arm".into(), points, triangles: vec![[0, 1, 2]], scalars: vec![0], ..Skin::default() };
        let bare = Skin { name: "line".into(), points: vec![[0.0; 3]], ..Skin::default() };
        Flexible { skins: vec![skin, bare], scalars: vec![Scalar { name: "von_mises".into(), unit: "Pa".into() }] }
    }

    /// The arm turned by a quarter about z and moved by 3 m, one point displaced in the moving frame.
    fn frame(stress: f64) -> [Deformed; 2] {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let displacements = vec![[0.0; 3], [0.0; 3], [0.0, 0.5, 0.0]];
        let still =
            Deformed { motion: ([0.0; 3], [1.0, 0.0, 0.0, 0.0]), displacements: vec![[0.0; 3]], scalars: vec![] };
        let motion = ([3.0, 0.0, 0.0], [half, 0.0, 0.0, half]);
        [Deformed { motion, displacements, scalars: vec![vec![stress, -1.0, 2.0]] }, still]
    }

    #[test]
    fn a_frame_has_the_motion_the_ranges_and_the_values() {
        let scratch = Scratch::new("flexible");
        let mut series = FlexibleSeries::create(scratch.path(), flexible()).unwrap();
        series.push(0.25, &frame(7.0)).unwrap();
        let stored = StoredFlexible::open(scratch.path()).unwrap().unwrap();
        assert_eq!(stored.times(), [0.25]);
        assert_eq!(surfaces(scratch.path()), flexible().surfaces());
        let floats =
            |bytes: &[u8]| bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect::<Vec<_>>();
        let motion: Vec<f64> =
            stored.heads.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
        assert_eq!(motion[1..5], [3.0, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2]);
        // The first point goes farthest, from the origin to (3, 0, 0).
        assert_eq!(floats(&stored.heads[8 * 15..]), [0.5, 3.0, 0.0, 0.0, -1.0, 7.0]);
        let body = floats(&stored.frame(0).unwrap().unwrap());
        assert_eq!(body, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 7.0, -1.0, 2.0, 0.0, 0.0, 0.0]);
        assert_eq!(stored.frame(1).unwrap(), None);
    }

    #[test]
    fn a_killed_run_keeps_its_complete_frames_and_a_resumed_one_continues_behind_them() {
        let scratch = Scratch::new("flexible-resumed");
        let mut series = FlexibleSeries::create(scratch.path(), flexible()).unwrap();
        (0..4).for_each(|k| series.push(f64::from(k), &frame(f64::from(k))).unwrap());
        let path = scratch.path().join(FRAMES_FILE);
        let whole = fs::read(&path).unwrap();
        // Half a frame more.
        fs::write(&path, [whole.as_slice(), &whole[..flexible().frame_bytes() / 2]].concat()).unwrap();
        assert_eq!(StoredFlexible::open(scratch.path()).unwrap().unwrap().times(), [0.0, 1.0, 2.0, 3.0]);
        let mut series = FlexibleSeries::reopen(scratch.path(), flexible(), 1.5).unwrap();
        assert_eq!(series.last, Some(1.0));
        assert_eq!(series.rotations, frame(1.0).map(|body| body.motion.1));
        series.push(2.0, &frame(2.0)).unwrap();
        series.push(3.0, &frame(3.0)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
        remove(scratch.path()).unwrap();
        assert!(StoredFlexible::open(scratch.path()).unwrap().is_none());
    }
}
