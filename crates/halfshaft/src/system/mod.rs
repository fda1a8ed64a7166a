//! Nodes, frames, elements and their assembly: the immutable system and its explicit state.

pub(crate) mod active_set;
pub mod assembly;
pub mod builder;
mod by_element;
pub mod channel_plan;
pub mod condition;
mod connectivity;
pub(crate) mod distribution;
pub mod element;
mod evaluation;
pub mod frame;
pub mod gauge;
pub mod input_port;
pub mod instrument;
pub(crate) mod layout;
pub mod mesh;
mod mesh_set;
pub mod names;
pub mod node;
pub mod placement;
pub mod probe;
mod seed;
pub mod set;
mod share;
pub mod state;
mod tangent;
pub(crate) mod unilateral;
pub mod weights;
pub(crate) mod workers;
pub mod wrench;

pub use assembly::{ChannelPath, System};
pub use builder::{AddTo, SystemBuilder};
pub use channel_plan::ChannelPlan;
pub use condition::{Condition, FilmCondition, Sliding};
pub use element::{
    At, Element, Energy, EventHandling, ForceTangent, Increments, Infeasibility, MAX_SCALARS, Place, Residual,
    TangentRow, TripleTangent,
};
pub use frame::Frame;
pub use gauge::{Effort, Gauge};
pub use input_port::{Between, InputLine, InputPort};
pub use instrument::Instrument;
pub use mesh::{MeshBlocks, MeshElement, MeshRows, MeshState};
pub use names::RowName;
pub use node::{Motion, NodeId, Pose, Priority, ScalarId, ScalarKind, ScalarMotion, ScalarNode, ScalarStart, Twist};
pub use placement::Placement;
pub use probe::Probe;
pub use state::State;
pub use weights::Weights;
pub use wrench::Wrench;
