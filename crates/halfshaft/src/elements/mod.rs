//! Everything that contributes to the equations of motion, one file per kind.
//!
//! A new kind is a file here: what it is and its equation in the doc comment, its `KIND` for the model file, its
//! `Element`, its `specimen`, which `examined!` passes to the generic checks. It is listed in the registry of the model
//! crate. A joint lists the scalar constraints of `joint.rs` and gets its reaction from them; elements
//! between two frames use the relative kinematics of `pair.rs`.

/// Compiles elements in their own module, once: `SystemBuilder::add` is generic, and a call from another crate would
/// compile the element's residual and tangent again in that crate.
macro_rules! addable {
    ($($element:ty),* $(,)?) => {$(
        impl $crate::system::AddTo for $element {
            fn add_to(self, builder: &mut $crate::system::SystemBuilder, name: &str) {
                builder.add(name, self);
            }
        }
    )*};
}

/// The same for a joint: without friction, with smooth friction and with friction that sticks.
macro_rules! addable_joint {
    ($joint:ty) => {
        addable!($joint, $crate::elements::Frictional<$joint>, $crate::elements::Sticking<$joint>);
    };
}

/// Examines the kinds of a file by the generic checks, in a test of that file: for each kind a system with a specimen,
/// made by the functions of `check/specimens.rs`.
macro_rules! examined {
    ($($kind:ident => $system:expr),+ $(,)?) => {
        #[cfg(test)]
        #[test]
        fn passes_the_generic_checks() {
            use $crate::check::specimens::*;
            $(
                let found = $crate::check::findings(&$system);
                assert!(found.is_empty(), "{} {:?}: {found:#?}", $kind.section, $kind.type_name);
            )+
        }
    };
}

pub(crate) mod joint;
mod joint_element;
pub mod joint_friction;
pub mod joint_presliding;
pub mod joint_stick;
mod joint_tangent;
mod line;
mod memory;
mod pair;
mod pair_tangent;
pub mod reduction_keys;
mod spring_keys;
mod start_keys;
mod stick_slip;
mod turns;

pub mod actuator;
pub mod beam;
pub mod bearing;
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
pub mod solid;
pub mod spherical;
pub mod spring;
pub mod stop;
pub mod superelement;
pub mod torsional;
pub mod tyre;
pub mod universal;
pub mod wheel_keys;

pub use actuator::Actuator;
pub use beam::{
    Beam, BeamElement, BeamInertia, BeamLoad, BeamWeight, ThreeNodeBeam, ThreeNodeInertia, ThreeNodeLoad,
    ThreeNodeWeight,
};
pub use bearing::Bearing;
pub use bushing::Bushing;
pub use constant_velocity::ConstantVelocity;
pub use contact::{
    FilmContact, ImpulsiveContact, PinInBore, PointContact, PreslidingFaces, RingContact, SphereOnPlane, Spheres,
    StickingFaces,
};
pub use cylindrical::Cylindrical;
pub use distance::Distance;
pub use drag::Drag;
pub use drive::{PositionDrive, SpeedDrive};
pub use gears::{BevelPair, ParallelPair, RackPair};
pub use gravity::Gravity;
pub use hinge::Hinge;
pub use inline::Inline;
pub use joint_friction::{Frictional, Surface};
pub use joint_presliding::PreslidingJoint;
pub use joint_stick::Sticking;
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
    Belt, Clutch, Converter, Cylinder, DistributedShaft, Engine, Freewheel, Inertia, Losses, Lossy, Mesh, Planetary,
    Road, Shaft, ShaftOnBody, ShaftPiece, Stage, StagedSpring, Tyre, UniversalJoint, Variator,
};
pub use universal::Universal;
