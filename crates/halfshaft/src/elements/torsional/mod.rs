//! Torsional trains: elements on shafts, each of which has one angle.
//!
//! An inertia makes a shaft; all other elements connect shafts, or a shaft and the ground. Signs follow the power flow
//! from A to B: a twist or a slip is A's angle or speed minus B's, and a torque is positive if A drives B.

pub mod belt;
pub mod clutch;
pub mod converter;
pub mod cylinder;
pub mod distributed;
pub mod engine;
pub mod flywheel;
pub mod freewheel;
pub mod inertia;
pub mod lossy;
pub mod mesh;
pub mod planetary;
pub mod road;
pub mod shaft;
pub mod shaft_on_body;
pub mod spring;
pub mod stage;
pub mod torque;
pub mod universal;
pub mod variator;

pub use belt::Belt;
pub use clutch::Clutch;
pub use converter::Converter;
pub use cylinder::Cylinder;
pub use distributed::{DistributedShaft, ShaftPiece};
pub use engine::Engine;
pub use flywheel::{ArcSprings, DualMassFlywheel};
pub use freewheel::Freewheel;
pub use inertia::Inertia;
pub use lossy::{Losses, Lossy};
pub use mesh::Mesh;
pub use planetary::Planetary;
pub use road::{Road, Tyre};
pub use shaft::Shaft;
pub use shaft_on_body::ShaftOnBody;
pub use spring::StagedSpring;
pub use stage::Stage;
pub use torque::Torque;
pub use universal::UniversalJoint;
pub use variator::Variator;

use crate::describe::{Form, Key};

/// The section of the file for elements that connect shafts.
pub(crate) const SECTION: &str = "driveline";

/// The key of an element between two shafts.
pub(crate) const BETWEEN: Key = Key::required("between", Form::Shafts, "the shafts A and B");
