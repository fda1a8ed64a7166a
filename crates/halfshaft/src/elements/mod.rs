//! Everything that contributes to the equations of motion, one file a kind.
//!
//! A new kind is a file here: what it is and its equation in the doc comment, its `KIND` for the model file, its
//! `Element`, its `specimen` for the generic check. It is listed in [`crate::check::specimens`] and in the registry of
//! the model crate. A joint lists the scalar constraints of `joint.rs` and gets its reaction from them; what stands
//! between two frames measures itself with `pair.rs`.

pub(crate) mod joint;
pub mod joint_friction;
mod line;
mod pair;
mod rotation_vector;
#[allow(dead_code, reason = "the first users are on their way")]
mod turns;

pub mod bushing;
pub mod contact;
pub mod cylindrical;
pub mod distance;
pub mod drive;
pub mod gravity;
pub mod hinge;
pub mod inline;
pub mod linear_law;
pub mod load;
pub mod planar;
pub mod point_sensor;
pub mod prismatic;
pub mod rigid_body;
pub mod rigid_joint;
pub mod rotational_spring;
pub mod screw;
pub mod spherical;
pub mod spring;
pub mod torque;
pub mod torsional;
pub mod universal;

use crate::system::{AddTo, SystemBuilder};

pub use bushing::Bushing;
pub use contact::{FilmContact, PinInBore, PointContact, RingContact, SphereOnPlane, Spheres};
pub use cylindrical::Cylindrical;
pub use distance::Distance;
pub use drive::Drive;
pub use gravity::Gravity;
pub use hinge::Hinge;
pub use inline::Inline;
pub use joint_friction::{Frictional, Sticking, Surface};
pub use linear_law::LinearLaw;
pub use load::Load;
pub use planar::Planar;
pub use point_sensor::PointSensor;
pub use prismatic::Prismatic;
pub use rigid_body::RigidBody;
pub use rigid_joint::RigidJoint;
pub use rotational_spring::RotationalSpring;
pub use screw::Screw;
pub use spherical::Spherical;
pub use spring::Spring;
pub use torque::Torque;
pub use torsional::{Inertia, Mesh, Shaft, Stage};
pub use universal::Universal;

/// Compiles each kind here, once: [`SystemBuilder::add`] is generic, and a call from another crate would compile the
/// element's residual and tangent again in that crate.
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
    Bushing,
    Cylindrical,
    Distance,
    FilmContact,
    Gravity,
    Hinge,
    Inertia,
    Inline,
    Load,
    Mesh,
    Planar,
    PointContact<PinInBore>,
    PointContact<SphereOnPlane>,
    PointContact<Spheres>,
    PointSensor,
    Prismatic,
    RigidBody,
    RigidJoint,
    RingContact,
    RotationalSpring,
    Screw,
    Shaft,
    Spherical,
    Spring,
    Stage,
    torsional::Torque,
    Universal,
    Frictional<Hinge>,
    Frictional<Prismatic>,
    Frictional<Cylindrical>,
    Frictional<Screw>,
    Frictional<Spherical>,
    Frictional<Universal>,
    Frictional<Planar>,
    Frictional<Inline>,
    Torque,
    Drive<drive::ByAngle>,
    Drive<drive::ByAngularSpeed>,
    Drive<drive::ByDisplacement>,
    Drive<drive::BySpeed>,
    Sticking<Hinge>,
    Sticking<Prismatic>,
);
