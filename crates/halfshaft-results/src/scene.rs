//! Geometry and metadata of a run for reports and viewers: `scene.json`.
//!
//! It is written before the analysis starts, so that a killed run can still be viewed.

use crate::atomic;
use crate::error::Error;
use crate::plot::Plot;
use crate::summary::{Named, Parameter};
use crate::train::Train;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// The file in a run's folder.
pub const SCENE_FILE: &str = "scene.json";

/// The geometry of a model, its plots and its expectations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The version of halfshaft.
    pub halfshaft: String,
    /// The model file, as given.
    pub model: String,
    /// A hash of everything that the results depend on, in hexadecimal digits.
    pub hash: String,
    /// The model's title; by default its name.
    pub title: String,
    /// The type of analysis.
    pub analysis: String,
    /// Acceleration of free fall in m/s².
    pub gravity: [f64; 3],
    /// The parameters of the model file, with their overrides.
    #[serde(default)]
    pub parameters: Named<Parameter>,
    /// Their texts in the model file or on the command line.
    #[serde(default)]
    pub written: Named<String>,
    /// The bodies at the design position.
    pub bodies: Vec<Body>,
    /// Joints, forces and other items attached to bodies.
    pub items: Vec<Item>,
    /// The named frames.
    pub frames: Vec<Frame>,
    /// The torsional shafts and their connections.
    #[serde(default)]
    pub train: Train,
    /// The lines of beams, for diagrams of section forces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beams: Vec<BeamLine>,
    /// The plots of the model file.
    pub plots: Vec<Plot>,
    /// The sources of the expectations, in their order.
    pub sources: Vec<Source>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Energies below this are round-off, in joules; zero if unknown.
    #[serde(default)]
    pub energy_round_off: f64,
}

/// Position and orientation in the model frame; the orientation is a unit quaternion w, x, y, z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Origin in metres.
    pub position: [f64; 3],
    /// Unit quaternion.
    pub rotation: [f64; 4],
}

/// A rigid body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Its path.
    pub name: String,
    /// Its centre of mass and axes.
    pub pose: Pose,
    /// Its mass in kg.
    pub mass: f64,
    /// Its shape, if it is a single one about its centre of mass.
    pub shape: Option<Solid>,
    /// Its shapes otherwise, with their centres from its centre of mass and in its axes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<(Solid, [f64; 3])>,
}

/// A simple solid about a body's centre of mass, in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Solid {
    /// A cylinder, hollow if the inner radius is not zero.
    Tube {
        /// Inner radius; zero for a solid cylinder.
        inner_radius: f64,
        /// Outer radius.
        outer_radius: f64,
        /// Length along the axis.
        length: f64,
        /// Unit vector in the body's axes.
        axis: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A cuboid.
    Box {
        /// Along x, y and z.
        size: [f64; 3],
    },
    /// A turned part.
    Turned {
        /// The closed polygon of its section: radius and height along the axis.
        outline: Vec<[f64; 2]>,
        /// Unit vector in the body's axes.
        axis: [f64; 3],
    },
}

/// A beam, or a member of a frame of beams.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamLine {
    /// Its path; that of a member with its number.
    pub name: String,
    /// Its elements in order: name and length in metres.
    pub elements: Vec<(String, f64)>,
}

/// An item attached to bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Its path.
    pub name: String,
    /// The section of the model file: `joint`, `force` …
    pub section: String,
    /// Its type: `hinge` …
    pub kind: String,
    /// The indices of its bodies in [`Scene::bodies`]; `None` for the ground.
    pub on: Vec<Option<usize>>,
    /// Its point on each body, in the model frame at the design position.
    pub points: Vec<[f64; 3]>,
    /// Unit vector of its axis in the model frame at the design position, if it has one.
    pub axis: Option<[f64; 3]>,
    /// Further numbers, in SI units: teeth, modules, radii …
    pub numbers: BTreeMap<String, Vec<f64>>,
    /// Further words: hands, sides …
    pub words: BTreeMap<String, String>,
    /// The values of its keys as the model file gives them: `20 deg`, `= helix`.
    #[serde(default)]
    pub written: BTreeMap<String, String>,
    /// The SI units of `numbers`; keys of pure numbers have none.
    #[serde(default)]
    pub units: BTreeMap<String, String>,
    /// Properties that follow from the keys, such as the contact ratio of a pair of wheels.
    #[serde(default)]
    pub derived: Vec<Derived>,
    /// The teeth on each of its bodies, where it is a pair of wheels or a wheel and a rack.
    #[serde(default)]
    pub teeth: Vec<Teeth>,
    /// The road under it, where it is a tyre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub road: Option<Road>,
    /// The force and torque that it exerts on its last body.
    #[serde(default)]
    pub wrench: Option<Wrench>,
}

/// The road of a tyre, on its first body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Road {
    /// The origin of distances along it, in the model frame at the design position.
    pub position: [f64; 3],
    /// Unit vector upwards.
    pub normal: [f64; 3],
    /// Unit vector along it.
    pub along: [f64; 3],
    /// Where its grip is another one.
    pub patches: Vec<Patch>,
}

/// A rectangle of other grip on a road, in metres along and across it; positive to the left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patch {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Its edge on the right, if it has one.
    pub right: Option<f64>,
    /// Its edge on the left, if it has one.
    pub left: Option<f64>,
    /// Grip on it over that beside it.
    pub scale: f64,
}

/// How the force and torque of an item on its last body follow from its channels and the poses of its bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrench {
    /// The indices of its bodies in [`Scene::bodies`]; `None` for the ground.
    pub on: Vec<Option<usize>>,
    /// Its point on each body, in the body's axes.
    pub points: Vec<[f64; 3]>,
    /// The point of action: a fraction of the way from the first point to the last one …
    pub fraction: f64,
    /// … plus lengths along directions, in metres.
    pub offsets: Vec<(f64, Direction)>,
    /// The parts of the force.
    pub force: Vec<Component>,
    /// The parts of the torque about the point of action.
    pub torque: Vec<Component>,
}

/// A part of a force or a torque: the value of a channel of the item times a factor, along a direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// The channel.
    pub channel: String,
    /// The factor of its value.
    pub factor: f64,
    /// The direction.
    pub along: Direction,
}

/// A unit vector that follows from the poses of the bodies of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Constant in the model frame.
    Model([f64; 3]),
    /// Fixed to a body, by its index among those of the item, and given in its axes.
    Fixed(usize, [f64; 3]),
    /// From the first point to the last one.
    Between,
    /// The same, perpendicular to an axis of the first body.
    Radial([f64; 3]),
    /// The axis of the first body times its radial direction.
    Tangential([f64; 3]),
    /// The axis of the second body, perpendicular to the axis of the first one.
    Inclined([[f64; 3]; 2]),
    /// The axis of the first body times its inclined direction: the common normal of both axes.
    Normal([[f64; 3]; 2]),
}

/// A property that follows from other numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Derived {
    /// Its name.
    pub name: String,
    /// Its value in SI units.
    pub value: f64,
    /// Its SI unit; `1` for a pure number.
    pub unit: String,
}

impl Derived {
    /// A property with its unit.
    pub fn new(name: &str, value: f64, unit: &str) -> Self {
        Derived { name: name.into(), value, unit: unit.into() }
    }
}

/// The teeth of a wheel or of a rack, as the geometry of the pair has them; lengths in metres, angles in radians.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Teeth {
    /// How many there are around a wheel; zero for a rack.
    pub number: usize,
    /// From tooth to tooth along the reference circle, or along a rack.
    pub pitch: f64,
    /// Radius of the reference circle; of a bevel wheel that of its developed back cone; zero for a rack.
    pub reference_radius: f64,
    /// Half the angle of the pitch cone of a bevel wheel; zero for others.
    pub cone_angle: f64,
    /// Tangent of the helix or spiral angle, positive for a right hand.
    pub helix: f64,
    /// Whether they are inside a ring: then `flank` is that of the space between two.
    pub internal: bool,
    /// One flank from below to above: radii, and half the angle of a tooth there. Of a rack: heights above the pitch line,
    /// and half the width.
    pub flank: Vec<[f64; 2]>,
}

impl Teeth {
    /// The radius between the teeth of a wheel, or behind those of a ring.
    pub fn root_radius(&self) -> f64 {
        let root = if self.internal { self.flank.last() } else { self.flank.first() };
        root.map_or(self.reference_radius, |[radius, _]| *radius)
    }

    /// Places and half widths around one tooth (or a space of a ring), anticlockwise about its middle.
    pub fn tooth(&self) -> Vec<(f64, f64)> {
        let up = self.flank.iter().map(|[at, half]| (*at, -half));
        up.chain(self.flank.iter().rev().map(|[at, half]| (*at, *half))).collect()
    }
}

/// A named frame at the design position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Its path.
    pub name: String,
    /// The index of its body; `None` for the ground.
    pub on: Option<usize>,
    /// Its pose.
    pub pose: Pose,
}

/// The source of an expectation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The tolerance as in the model file.
    pub tolerance: String,
    /// A book, a paper, a closed form; `None` for a regression value of halfshaft itself.
    pub reference: Option<String>,
}

impl Scene {
    /// Writes it to the folder of a run.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string(self).map_err(|e| Error::file(folder, "write", e))?;
        atomic::write(&folder.join(SCENE_FILE), |file| writeln!(file, "{text}"))
    }

    /// Reads it from the folder of a run.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(SCENE_FILE);
        let text = std::fs::read_to_string(&path).map_err(|e| Error::file(&path, "read", e))?;
        serde_json::from_str(&text).map_err(|e| Error::file(&path, "read", e))
    }
}
