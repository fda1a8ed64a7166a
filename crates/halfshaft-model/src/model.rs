//! The resolved model: everything checked, in SI units, ready to be built.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use halfshaft::describe::{Kind, Quantity};
use halfshaft::elements::solid::Attached;
use halfshaft::laws::{Expression, ProgramLaw};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::{CellFace, Mesh};
use halfshaft::reduction::{Reduction, ReductionError};
use halfshaft::tooth_contact::{ContactFault, ContactPair, ToothContact};
use halfshaft_results::measure::{Expectation, Measure};
use halfshaft_results::plot::Plot;

use crate::diagnostic::Diagnostic;
use crate::exchange::{Output, Record};
use crate::expression::Operand;
use crate::matrices::ImportedBody;
use crate::mesh_stiffness::MeshStiffnessFile;
use crate::source::Source;
use crate::stored_body::StoredBody;
use crate::tyre_file::TyreFile;
pub use crate::values::{AxisAngle, BodyRef, Formula, Prescribed, ShaftRef, Value, Values};

/// A model that has passed every check of the reader.
#[derive(Clone, Debug)]
pub struct Model {
    /// The text it was read from, for diagnostics that come up while building.
    pub source: Arc<Source>,
    /// What the model is; may be empty.
    pub title: String,
    /// The parameters of the file itself, with their overrides.
    pub parameters: Vec<(String, Operand)>,
    /// Their texts in the file or on the command line, for people.
    pub written_parameters: Vec<(String, String)>,
    /// Acceleration of free fall in m/s², in the model frame.
    pub gravity: [f64; 3],
    /// What is computed.
    pub analysis: Analysis,
    /// What is asked of a Campbell diagram.
    pub campbell: Option<Campbell>,
    /// The steady rotation about which modes or an equilibrium are computed: angular velocity in rad/s and a point on the axis.
    pub spin: Option<[[f64; 3]; 2]>,
    /// Whether the linear system that modes are of is kept.
    pub matrices: bool,
    /// Number of modes, if it is limited.
    pub modes: Option<usize>,
    /// The channels that a response keeps, `*` standing for any letters; all where there is none.
    pub kept: Vec<String>,
    /// How it is computed.
    pub solver: Solver,
    /// The items, in the order of the file.
    pub items: Vec<Item>,
    /// The named frames.
    pub frames: Vec<Frame>,
    /// Channels made of others, each of those before it.
    pub channels: Vec<Channel>,
    /// What other programs read, through the simulation handle.
    pub outputs: Vec<Output>,
    /// What a run stores.
    pub record: Record,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// What the measures should be.
    pub expectations: Vec<Expectation>,
    /// What the report shows.
    pub plots: Vec<Plot>,
    /// What is probably not meant, and no error.
    pub warnings: Vec<Diagnostic>,
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Analysis {
    /// Motion over time.
    Transient {
        /// The last time in seconds; the first is 0.
        end: f64,
        /// Whether it starts from the equilibrium near the state that the file gives.
        from_equilibrium: bool,
    },
    /// Static equilibrium.
    Statics,
    /// Natural frequencies, damping and shapes.
    Modes {
        /// Whether they are about the equilibrium near the state that the file gives.
        from_equilibrium: bool,
    },
    /// The steady response to harmonic loads.
    Response {
        /// Over what.
        over: Sweep,
        /// Whether it is about the equilibrium near the state that the file gives.
        from_equilibrium: bool,
    },
}

/// Natural frequencies over speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Campbell {
    /// In rad/s, rising.
    pub speeds: Vec<f64>,
    /// Periods for each turn.
    pub orders: Vec<f64>,
    /// The parameter that has the speed as its value.
    pub parameter: Option<String>,
    /// Between which the machine runs, in rad/s.
    pub operating: Option<[f64; 2]>,
}

/// The points at which a response is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// What runs along it.
    pub axis: Axis,
    /// The first point, in hertz or rad/s.
    pub from: f64,
    /// The last point.
    pub to: f64,
    /// How many points there are.
    pub count: usize,
    /// Whether they are in a geometric series.
    pub logarithmic: bool,
}

/// What a response goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The frequency of loads with an `excitation`, in hertz.
    Frequency,
    /// The speed of the shaft on which torques with `harmonics` act, in rad/s.
    Speed,
}

impl Axis {
    /// What its numbers stand for.
    pub fn quantity(self) -> Quantity {
        match self {
            Axis::Frequency => Quantity::FREQUENCY,
            Axis::Speed => Quantity::ANGULAR_VELOCITY,
        }
    }
}

impl Sweep {
    /// The points.
    pub fn points(&self) -> Vec<f64> {
        let Sweep { from, to, count, logarithmic, .. } = *self;
        let part = |i: usize| if count > 1 { i as f64 / (count - 1) as f64 } else { 0.0 };
        let place = |i: usize| match logarithmic {
            _ if i + 1 == count && count > 1 => to,
            true => from * (to / from).powf(part(i)),
            false => from + (to - from) * part(i),
        };
        (0..count).map(place).collect()
    }
}

impl Analysis {
    /// Whether it computes a static equilibrium, as its result or as its initial state.
    pub(crate) fn seeks_equilibrium(&self) -> bool {
        match self {
            Analysis::Statics => true,
            Analysis::Transient { from_equilibrium, .. }
            | Analysis::Modes { from_equilibrium }
            | Analysis::Response { from_equilibrium, .. } => *from_equilibrium,
        }
    }

    /// The word after `type =`.
    pub fn name(&self) -> &'static str {
        match self {
            Analysis::Transient { .. } => "transient",
            Analysis::Statics => "statics",
            Analysis::Modes { .. } => "modes",
            Analysis::Response { .. } => "response",
        }
    }
}

/// Settings of the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solver {
    /// The fixed time step in seconds, where one is wanted.
    pub step: Option<f64>,
    /// What the steps may add to the error of the positions over the run, where they are chosen by error control.
    pub tolerance: f64,
    /// No step is longer, in seconds, where there is a limit.
    pub longest_step: Option<f64>,
    /// Error that a step may make of a contact's force, relative to its recent size.
    pub force_tolerance: f64,
    /// The first step, in seconds.
    pub first_step: Option<f64>,
    /// What the integrator keeps of the fastest oscillations per step.
    pub spectral_radius: f64,
    /// The tolerance of the iteration within a step, where it is not the solver's own.
    pub newton_tolerance: Option<f64>,
    /// Whether constraints may repeat each other.
    pub redundancy_allowed: bool,
}

/// A body, a joint, a force …: its kind, its name and the values of its keys.
#[derive(Clone, Debug)]
pub struct Item {
    /// The description of its kind.
    pub kind: &'static Kind,
    /// Its path: the names of the submodels it is in and its own, unique in the model.
    pub name: String,
    /// The text it stands in.
    pub source: Arc<Source>,
    /// Where its name stands in that text.
    pub span: Range<usize>,
    /// The values of its keys, in the model frame.
    pub values: Values,
    /// The values of its keys as the file gives them, for people; tables are omitted.
    pub written: Vec<(&'static str, String)>,
    /// The shapes that give a body its mass, where the file says so.
    pub shapes: Vec<Shape>,
    /// What a body looks like, where that is not its shape.
    pub look: Option<Look>,
    /// Of which quantity a signal is.
    pub quantity: Option<Quantity>,
    /// The units in which the file gives the start of a shaft, or what an input is set in, by key.
    pub units: Vec<(&'static str, String)>,
    /// The nodes and elements of a beam.
    pub beam: Option<Beam>,
    /// The property file of a tyre.
    pub tyre: Option<Arc<TyreFile>>,
    /// The mesh stiffness of a gear pair, from a file.
    pub mesh_stiffness: Option<Arc<MeshStiffnessFile>>,
    /// The law of a signal that the program computes.
    pub law: Option<ProgramLaw>,
    /// The mesh of a solid, and what is on it.
    pub solid: Option<MeshedSolid>,
    /// The loaded tooth contact of a gear pair.
    pub contact: ContactCache,
}

/// The loaded tooth contact of a gear pair, computed when it is first needed: it takes seconds.
#[derive(Clone, Default)]
pub struct ContactCache(OnceLock<Result<Arc<ToothContact>, ContactFault>>);

impl ContactCache {
    /// The contact of a pair; later calls return that of the first.
    pub fn of(&self, pair: &ContactPair) -> Result<Arc<ToothContact>, ContactFault> {
        self.0.get_or_init(|| ToothContact::new(pair).map(Arc::new)).clone()
    }
}

impl fmt::Debug for ContactCache {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "ContactCache")
    }
}

/// What is computed from values adds nothing to them.
impl PartialEq for ContactCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A solid: its material, its mesh at the design position, and what is on it.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshedSolid {
    /// In the model frame.
    pub mesh: Arc<Mesh>,
    /// What it is made of, if the file says so.
    pub material: Material,
    /// For each node whether it never moves.
    pub fixed: Vec<bool>,
    /// Its attachments: the item of each, how it is connected, and to what.
    pub attachments: Vec<SolidAttachment>,
    /// The faces on which each pressure acts.
    pub pressures: Vec<Vec<CellFace>>,
    /// The nodes at which a superelement recovers results, with their names.
    pub points: Vec<(String, u32)>,
    /// Where a superelement comes from if not from its mesh.
    pub given: GivenBody,
    /// The reduction of a superelement, once it has been computed.
    pub reduced: Reduced,
}

/// Where a superelement comes from if not from its mesh: a reduced body or matrices of other programs, and where its axes are.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenBody {
    /// A reduced body from a file.
    pub stored: Option<Arc<StoredBody>>,
    /// The boundary frames of the file that are used, in the order of the attachments.
    pub frames: Vec<usize>,
    /// Whether the model has the mesh of the stored body too.
    pub has_mesh: bool,
    /// Matrices of another program.
    pub matrices: Option<Arc<ImportedBody>>,
    /// Where the origin of the file or of the matrices is, in the model frame.
    pub origin: Vec3,
    /// Their axes as columns.
    pub axes: Mat3,
}

impl GivenBody {
    /// Whether the reduction is made in the axes of a file and then placed: a stored body without a mesh in the model, or matrices.
    pub(crate) fn is_placed(&self) -> bool {
        self.matrices.is_some() || self.stored.as_ref().is_some_and(|_| !self.has_mesh)
    }
}

impl Default for GivenBody {
    fn default() -> Self {
        GivenBody {
            stored: None,
            frames: vec![],
            has_mesh: false,
            matrices: None,
            origin: Vec3::zero(),
            axes: Mat3::identity(),
        }
    }
}

/// The reduction of a superelement, computed at most once.
///
/// It follows from the item: two models that differ in nothing else are equal.
#[derive(Clone, Default)]
pub struct Reduced(pub(crate) Arc<OnceLock<Result<Arc<Reduction>, ReductionError>>>);

impl PartialEq for Reduced {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Reduced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reduced")
    }
}

/// An attachment of a solid.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidAttachment {
    /// Its item.
    pub body: BodyRef,
    /// Its name in the file, behind that of the solid.
    pub name: String,
    /// Whether it holds all nodes rigidly.
    pub rigid: bool,
    /// The nodes with their weights.
    pub nodes: Vec<Attached>,
}

/// A beam: its material, and its nodes and elements at the design position.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// Where it is.
    pub shape: BeamShape,
    /// The item of each node, or what a clamped end is clamped to.
    pub nodes: Vec<BodyRef>,
    /// What it is made of, if the file says so.
    pub material: Material,
}

/// A material, as far as it is known; in SI units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// In kg/m³.
    pub density: Option<f64>,
    /// E, in Pa.
    pub youngs_modulus: Option<f64>,
    /// ν.
    pub poisson_ratio: Option<f64>,
}

/// The nodes and elements of a beam at the design position, in the model frame.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamShape {
    /// Where its nodes are.
    pub stations: Vec<BeamStation>,
    /// Its elements.
    pub pieces: Vec<BeamPiece>,
    /// The hinges of a frame.
    pub hinges: Vec<BeamHinge>,
}

/// A hinged end of a member: two nodes at one place that turn against each other but not about the member.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamHinge {
    /// The node of the point and that of the member.
    pub nodes: [usize; 2],
    /// Its position, in metres.
    pub position: [f64; 3],
    /// Axes of the member's section.
    pub axes: [[f64; 3]; 3],
}

/// A node of a beam.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamStation {
    /// What it is clamped to; such an end is no node of its own.
    pub clamp: Option<BodyRef>,
    /// In metres.
    pub position: [f64; 3],
    /// Axes of the section by rows of the rotation matrix, x along the beam.
    pub axes: [[f64; 3]; 3],
    /// Mass of a disc on it, in kg.
    pub mass: f64,
    /// Its inertia xx, yy, zz, xy, yz, zx in the axes of the section, in kg m².
    pub inertia: [f64; 6],
    /// Length of the longer element beside it, in metres.
    pub spacing: f64,
}

/// An element of a beam.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamPiece {
    /// Its nodes.
    pub nodes: [usize; 2],
    /// Its ends.
    pub positions: [[f64; 3]; 2],
    /// Axes of the section at its ends.
    pub axes: [[[f64; 3]; 3]; 2],
    /// Length of its axis, in metres.
    pub length: f64,
    /// Its stretch, and its twist and curvatures in 1/m, without stress.
    pub free: [[f64; 3]; 2],
    /// The point at which its segment ends, or the member of a frame.
    pub point: usize,
    /// Where its ends are along the segment, from 0 to 1.
    pub parts: [f64; 2],
    /// The node in its middle, of a three-node element.
    pub middle: Option<BeamMiddle>,
}

/// The node in the middle of a three-node element.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamMiddle {
    /// Its number.
    pub node: usize,
    /// In metres.
    pub position: [f64; 3],
    /// Axes of the section.
    pub axes: [[f64; 3]; 3],
    /// Stretch, and twist and curvatures in 1/m, without stress at Gauss's points.
    pub free: [[[f64; 3]; 2]; 2],
}

impl Item {
    /// Whether it is of a kind.
    pub(crate) fn is(&self, kind: &Kind) -> bool {
        self.kind.is(kind)
    }

    /// An error that its name is marked with.
    pub(crate) fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, &self.source, self.span.clone(), message)
    }

    /// Whether it attaches to a body.
    pub(crate) fn touches(&self, body: BodyRef) -> bool {
        self.values.given().any(|(_, value)| match value {
            Value::Between(ends) => ends.contains(&body),
            Value::Frame(one) => *one == body,
            _ => false,
        })
    }

    /// Whether it attaches to a shaft.
    pub(crate) fn turns(&self, shaft: ShaftRef) -> bool {
        self.values.given().any(|(_, value)| match value {
            Value::Shafts(ends) => ends.contains(&shaft),
            Value::Shaft(one) => *one == shaft,
            _ => false,
        })
    }
}

/// A channel that a formula makes of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// Its name, which is its path too.
    pub name: String,
    /// The formula; its inputs are channels.
    pub formula: Expression,
    /// The paths of those channels.
    pub inputs: Vec<String>,
    /// What it stands for.
    pub quantity: Quantity,
}

/// A frame on a body, at the design position.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Its path, unique in the model.
    pub name: String,
    /// What it moves with.
    pub body: BodyRef,
    /// Its origin in the model frame.
    pub position: [f64; 3],
    /// How its axes stand in the model frame.
    pub orientation: Option<AxisAngle>,
}

/// What a body looks like and is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its geometry, about its own centre and in the body's axes.
    pub solid: Solid,
    /// Its centre, from the body's centre of mass and in the body's axes.
    pub position: [f64; 3],
    /// The name of its material, where it has one.
    pub material: Option<String>,
    /// Its density in kg/m³, if it is known; a given mass of the body overrides it.
    pub density: Option<f64>,
}

/// What a body is drawn as, for pictures only.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// A turned part by its section.
    Turned {
        /// Radii and heights in metres, from the body's origin.
        outline: Vec<[f64; 2]>,
        /// Unit vector in the body's axes.
        axis: [f64; 3],
    },
    /// Boxes: the edges of each and its centre, in metres, from the body's origin and in its axes.
    Boxes(Vec<([f64; 3], [f64; 3])>),
}

/// A simple solid; lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// A cylinder, hollow where it has an inner radius.
    Tube {
        /// Zero for a full cylinder.
        inner_radius: f64,
        /// Its radius outside.
        outer_radius: f64,
        /// Its length along the axis.
        length: f64,
        /// Unit vector.
        axis: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A cuboid.
    Box {
        /// Its edges along x, y and z.
        size: [f64; 3],
    },
    /// A toothed wheel, drawn as a tube.
    Wheel {
        /// Inner and outer radius of the tube.
        radii: [f64; 2],
        /// Face width.
        length: f64,
        /// Unit vector.
        axis: [f64; 3],
        /// Volume in m³.
        volume: f64,
        /// Moment of inertia about the axis for a mass of 1 kg.
        along: f64,
        /// Moment of inertia across the axis for a mass of 1 kg.
        across: f64,
    },
}

impl Item {
    /// The word after `type =`; empty for sections of one kind.
    pub fn type_name(&self) -> &'static str {
        self.kind.type_name.unwrap_or_default()
    }
}

impl std::ops::Deref for Item {
    type Target = Values;

    fn deref(&self) -> &Values {
        &self.values
    }
}
