//! What is looked at, in the form in which the page takes it.

use halfshaft_results::Error;
use halfshaft_results::base64::encoded;
use halfshaft_results::figure::{Direction, mass_elastic};
use halfshaft_results::flexible::{Flexible, StoredFlexible, surfaces_of};
use halfshaft_results::mesh::{Film, Mesh, extent_with, films, meshes};
use halfshaft_results::motion::Playback;
use halfshaft_results::reduce;
use halfshaft_results::scene::Scene;
use halfshaft_results::stored::Stored;
use halfshaft_results::summary::Summary;
use halfshaft_results::train::{Details, Train};
use serde_json::{Value, json};
use std::path::Path;

/// Maximum number of motion values in the page, a few dozen megabytes.
const MOTION_NUMBERS: usize = 8_000_000;

/// A run, or a model that has not been run.
pub struct Subject {
    /// What it looks like.
    pub scene: Scene,
    summary: Option<Summary>,
    stored: Option<Stored>,
    /// Energy shares and nodal points of the modes.
    details: Option<Details>,
    flexible: Option<StoredFlexible>,
    /// The flexible bodies as the page takes them.
    skins: Value,
}

/// Times and values.
pub type Samples = (Vec<f64>, Vec<f64>);

/// The requested part of a channel and its resolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    /// The first and the last time, in seconds.
    pub window: [f64; 2],
    /// Maximum number of points.
    pub points: usize,
    /// The same rows for every channel, instead of the peaks of each.
    pub even: bool,
}

impl Slice {
    /// The whole channel.
    pub fn whole(points: usize, even: bool) -> Self {
        Slice { window: [f64::NEG_INFINITY, f64::INFINITY], points, even }
    }
}

impl Subject {
    /// The run in a folder.
    pub fn run(folder: &Path) -> Result<Self, Error> {
        let (scene, summary, stored) = (Scene::read(folder)?, Summary::read(folder)?, Stored::open(folder)?);
        let flexible = StoredFlexible::open(folder)?;
        let skins = flexible.as_ref().map_or(Value::Null, |flexible| flexible.description.clone());
        Ok(Subject { scene, summary, stored: Some(stored), details: Details::read(folder)?, flexible, skins })
    }

    /// A model that has not been run, with its flexible bodies.
    pub fn model(scene: Scene, flexible: Flexible) -> Self {
        let skins = if flexible.skins.is_empty() { Value::Null } else { flexible.description() };
        Subject { scene, summary: None, stored: None, details: None, flexible: None, skins }
    }

    /// Why a part of the channels cannot be read; this part and everything after it is omitted.
    pub fn damage(&self) -> Option<&Error> {
        self.stored.as_ref()?.damage.as_ref()
    }

    /// Number of channels.
    pub fn channels(&self) -> usize {
        self.stored.as_ref().map_or(0, |stored| stored.info.len())
    }

    /// The index of a channel.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.stored.as_ref()?.find(name)
    }

    /// Everything except the time series.
    pub fn head(&self) -> Value {
        let bodies =
            self.scene.bodies.iter().zip(meshes(&self.scene)).map(
                |(body, mesh)| json!({"name": body.name, "mass": body.mass, "pose": body.pose, "shape": body.shape, "shapes": body.shapes, "mesh": encoded_mesh(&mesh)}),
            );
        let info = self.stored.iter().flat_map(|stored| &stored.info);
        let statistics = self.summary.as_ref().map(|summary| &summary.statistics);
        json!({
            "title": self.scene.title,
            "model": self.scene.model,
            "hash": self.scene.hash,
            "halfshaft": self.scene.halfshaft,
            "status": self.summary.as_ref().map(|summary| summary.status),
            "real_time_factor": statistics.and_then(|statistics| statistics.real_time_factor),
            "gravity": self.scene.gravity,
            "extent": extent_with(&self.scene, &surfaces_of(&self.skins)),
            "bodies": bodies.collect::<Vec<_>>(),
            "items": self.scene.items,
            "films": films(&self.scene).iter().map(film).collect::<Vec<_>>(),
            "flexible": self.skins,
            "modes": self.summary.as_ref().and_then(|summary| summary.modes.as_ref()),
            "frames": self.scene.frames,
            "train": self.scene.train.is_drawn().then(|| train(&self.scene.train)),
            "energies": self.details.iter().flat_map(|details| &details.modes).collect::<Vec<_>>(),
            "plots": self.scene.plots,
            "channels": info.map(|info| json!({"name": info.name, "unit": info.unit})).collect::<Vec<_>>(),
            "rows": self.stored.as_ref().map_or(0, |stored| stored.time.len()),
        })
    }

    /// At most `most` frames of the motion, limited by the size of a page.
    pub fn motion(&self, most: usize) -> Result<Playback, Error> {
        let Some(stored) = &self.stored else { return Ok(Playback::design_position(&self.scene)) };
        let each = (7 * self.scene.bodies.len() + 9 * self.scene.items.len()).max(1);
        Playback::of(&self.scene, stored, most.min(MOTION_NUMBERS / each))
    }

    /// The motion in the binary format of the page: the numbers of frames, bodies, loads and films; the times; seven
    /// numbers per body and frame; the indices of the items with loads, then nine numbers per load and frame; the same for
    /// films with three numbers.
    pub fn motion_bytes(&self, most: usize) -> Result<Vec<u8>, Error> {
        let motion = self.motion(most)?;
        let counts = [motion.time.len(), motion.poses.len(), motion.loads.len(), motion.films.len()];
        let mut bytes = vec![];
        let mut whole = |number: usize| bytes.extend((number as u32).to_le_bytes());
        counts.into_iter().for_each(&mut whole);
        motion.time.iter().for_each(|time| bytes.extend(time.to_le_bytes()));
        for pose in motion.poses.iter().flatten() {
            pose.position.iter().chain(&pose.rotation).for_each(|n| bytes.extend((*n as f32).to_le_bytes()));
        }
        motion.loads.iter().for_each(|(place, _)| bytes.extend((*place as u32).to_le_bytes()));
        for load in motion.loads.iter().flat_map(|(_, frames)| frames) {
            load.numbers().for_each(|n| bytes.extend((n as f32).to_le_bytes()));
        }
        motion.films.iter().for_each(|(place, _)| bytes.extend((*place as u32).to_le_bytes()));
        for film in motion.films.iter().flat_map(|(_, frames)| frames) {
            let numbers = [film.thickness, film.oil_force, film.dry_force];
            numbers.iter().for_each(|n| bytes.extend((*n as f32).to_le_bytes()));
        }
        Ok(bytes)
    }

    /// The heads of the frames of flexible bodies in a row.
    pub fn flexible_heads(&self) -> &[u8] {
        self.flexible.as_ref().map_or(&[], |flexible| &flexible.heads)
    }

    /// A frame of the flexible bodies; `None` if it does not exist.
    pub fn flexible_frame(&self, number: usize) -> Result<Option<Vec<u8>>, Error> {
        self.flexible.as_ref().map_or(Ok(None), |flexible| flexible.frame(number))
    }

    /// Heads and bodies of as many frames of the flexible bodies as fit into so many bytes; all modes of a modal analysis.
    pub(crate) fn flexible_frames(&self, most: usize) -> Result<(Vec<u8>, Vec<Vec<u8>>), Error> {
        let Some(flexible) = &self.flexible else { return Ok((vec![], vec![])) };
        let (count, fitting) = (flexible.times().len(), (most / flexible.body_bytes().max(1)).max(2));
        let of_modes = self.summary.as_ref().is_some_and(|summary| summary.modes.is_some());
        let chosen: Vec<usize> = match (count <= fitting, of_modes) {
            (true, _) => (0..count).collect(),
            (false, true) => (0..fitting).collect(),
            (false, false) => (0..fitting).map(|i| i * (count - 1) / (fitting - 1)).collect(),
        };
        let bodies = chosen.iter().filter_map(|&frame| flexible.frame(frame).transpose()).collect::<Result<_, _>>()?;
        Ok((flexible.heads_of(&chosen), bodies))
    }

    /// Times and values of a channel; `None` if it does not exist.
    pub fn column(&self, place: usize, slice: Slice) -> Option<Result<Samples, Error>> {
        let stored = self.stored.as_ref().filter(|stored| place < stored.info.len())?;
        let reduce = if slice.even { reduce::even } else { reduce::peaks };
        Some(stored.column(place).map(|values| reduce(&stored.time, &values, slice.window, slice.points)))
    }
}

/// The mass-elastic diagram with the discs and connections that it shows.
fn train(train: &Train) -> Value {
    let discs = train.discs.iter().map(|(name, inertia)| json!({"name": name, "inertia": inertia}));
    let [across, down] = [Direction::Across, Direction::Down].map(|direction| mass_elastic(train, direction));
    json!({"across": across, "down": down, "discs": discs.collect::<Vec<_>>(), "links": train.links})
}

/// A ring mesh with the oil pressure at its vertices over the mean pressure.
fn film(film: &Film) -> Value {
    let oil: Vec<u8> = film.oil.iter().flat_map(|x| (*x as f32).to_le_bytes()).collect();
    json!({"item": film.item, "body": film.body, "area": film.area, "mesh": encoded_mesh(&film.mesh), "oil": encoded(&oil)})
}

/// Vertices in single precision and vertex indices of triangles, base64-encoded; the page computes the normals.
fn encoded_mesh(mesh: &Mesh) -> Value {
    let points: Vec<u8> = mesh.points.iter().flatten().flat_map(|x| (*x as f32).to_le_bytes()).collect();
    let triangles: Vec<u8> = mesh.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
    json!({"points": encoded(&points), "triangles": encoded(&triangles)})
}
