//! Everything that contributes to the equations of motion, one file per kind.
//!
//! A new kind is a file here: what it is and its equation in the doc comment, its `KIND` for the model file, its
//! `Element`, its `specimen` for the generic check. It is listed in [`crate::check::specimens`] and in the registry of
//! the model crate. A joint lists the scalar constraints of `joint.rs` and gets its reaction from them; elements
//! between two frames use the relative kinematics of `pair.rs`.

pub(crate) mod joint;
pub mod joint_friction;
pub mod joint_stick;
mod joint_tangent;
mod line;
mod pair;
mod spring_keys;
mod turns;

pub mod actuator;
pub mod beam;
pub mod bushing;
pub mod constant_velocity;
pub mod contact;
pub mod cylindrical;
pub mod distance;
pub mod drag;
pub mod drive;
pub mod gears;
pub mod gravity;
pub mod hinge;
pub mod inline;
pub mod linear_law;
pub mod load;
pub mod planar;
pub mod prismatic;
pub mod rack_and_pinion;
pub mod rigid_body;
pub mod rigid_joint;
pub mod rod_friction;
pub mod rolling;
pub mod rotational_spring;
pub mod screw;
pub mod sensors;
pub mod signals;
pub mod spherical;
pub mod spring;
pub mod stop;
pub mod torsional;
pub mod universal;

use crate::system::{AddTo, SystemBuilder};

pub use actuator::Actuator;
pub use beam::Beam;
pub use bushing::Bushing;
pub use constant_velocity::ConstantVelocity;
pub use contact::{FilmContact, PinInBore, PointContact, RingContact, SphereOnPlane, Spheres, StickingFaces};
pub use cylindrical::Cylindrical;
pub use distance::Distance;
pub use drag::Drag;
pub use drive::{PositionDrive, SpeedDrive};
pub use gears::{BevelPair, ParallelPair, RackPair};
pub use gravity::Gravity;
pub use hinge::Hinge;
pub use inline::Inline;
pub use joint_friction::{Frictional, Surface};
pub use joint_stick::Sticking;
pub use linear_law::LinearLaw;
pub use load::Load;
pub use planar::Planar;
pub use prismatic::Prismatic;
pub use rack_and_pinion::RackAndPinion;
pub use rigid_body::RigidBody;
pub use rigid_joint::RigidJoint;
pub use rod_friction::{EyeFriction, FrictionalRod};
pub use rolling::Rolling;
pub use rotational_spring::RotationalSpring;
pub use screw::Screw;
pub use spherical::Spherical;
pub use spring::Spring;
pub use stop::Stop;
pub use torsional::{
    Belt, Clutch, Converter, Cylinder, DistributedShaft, Engine, Freewheel, Inertia, Mesh, Planetary, Road, Shaft,
    ShaftOnBody, ShaftPiece, Stage, StagedSpring, Tyre, UniversalJoint, Variator,
};
pub use universal::Universal;

/// Compiles each kind once, in this crate: [`SystemBuilder::add`] is generic, and a call from another crate would
/// compile the element's residual and tangent again in that crate.
macro_rules! addable {
    ($($element:ty),* $(,)?) => {$(
        impl AddTo for $element {
            fn add_to(self, builder: &mut SystemBuilder, name: &str) {
                builder.add(name, self);
            }
        }
    )*};
}

addable!(
    Actuator<false>,
    Actuator<true>,
    Beam,
    Belt,
    Cylinder,
    DistributedShaft,
    Engine,
    ShaftPiece,
    BevelPair,
    Bushing,
    Clutch,
    Converter,
    Cylindrical,
    Distance,
    FilmContact,
    Freewheel,
    Frictional<Cylindrical>,
    Frictional<Hinge>,
    Frictional<Inline>,
    Frictional<Planar>,
    Frictional<Prismatic>,
    Frictional<RackAndPinion>,
    Frictional<Rolling>,
    Frictional<Screw>,
    Frictional<Spherical>,
    Frictional<Universal>,
    Gravity,
    Hinge,
    Inertia,
    Inline,
    Load,
    ParallelPair,
    Mesh,
    Planar,
    Planetary,
    PointContact<PinInBore>,
    PointContact<SphereOnPlane>,
    PointContact<Spheres>,
    PositionDrive<false>,
    PositionDrive<true>,
    Prismatic,
    RackPair,
    RigidBody,
    RigidJoint,
    RingContact,
    Road,
    RotationalSpring,
    FrictionalRod,
    Screw,
    Shaft,
    ShaftOnBody,
    Spherical,
    Spring,
    StickingFaces<FilmContact>,
    StickingFaces<RingContact>,
    SpeedDrive<false>,
    SpeedDrive<true>,
    Stage,
    torsional::Torque,
    Universal,
    ConstantVelocity,
    Drag,
    RackAndPinion,
    Rolling,
    Stop<stop::Bend>,
    Stop<stop::Length>,
    Stop<stop::Rotation>,
    Stop<stop::Travel>,
    Frictional<ConstantVelocity>,
    StagedSpring,
    Sticking<ConstantVelocity>,
    Sticking<Cylindrical>,
    Sticking<Hinge>,
    Sticking<Inline>,
    Sticking<Planar>,
    Sticking<Prismatic>,
    Sticking<RackAndPinion>,
    Sticking<Rolling>,
    Sticking<Screw>,
    Sticking<Spherical>,
    Sticking<Universal>,
    Tyre,
    UniversalJoint,
    Variator,
    signals::ForceSignal,
    signals::Formula,
    signals::Integral,
    signals::Lag,
    signals::LowPass,
    signals::Pid,
    signals::Sensed<false, false>,
    signals::Sensed<false, true>,
    signals::Sensed<true, false>,
    signals::Sensed<true, true>,
    signals::SensedShaft<false>,
    signals::SensedShaft<true>,
);
