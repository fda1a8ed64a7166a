//! Specimens of contacts of solids for the generic check: all points deep inside, away from kinks.

use std::sync::Arc;

use super::{AugmentedSolid, RigidSurface, SolidMortar, SolidOnSolid, SolidOnSurface, SurfaceLaw};
use crate::elements::solid::specimens::{placed, solid};
use crate::laws::Friction;
use crate::math::{Quaternion, Vec3};
use crate::mesh::{Cell, CellFace};
use crate::system::{Frame, Pose, System, SystemBuilder, Twist};

/// Friction is slow, because the direction of sliding changes too fast for finite differences.
fn law(depth: f64) -> SurfaceLaw {
    let friction = Some(Friction::Regularised { coefficient: 0.3, velocity: 4000.0 });
    SurfaceLaw { stiffness: 1.3, damping: 0.2, damping_depth: depth, hysteresis: 0.0, friction }
}

pub(crate) fn on_surface(cell: Cell, surface: RigidSurface, depth: f64) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let contact = contact(&mut builder, cell, surface, depth);
    builder.add_mesh("specimen", contact);
    builder.finish()
}

/// The same contact by multipliers: at random states in all modes.
pub(crate) fn augmented(cell: Cell, surface: RigidSurface, friction: Option<[f64; 2]>) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let contact = contact(&mut builder, cell, surface, 1.0);
    AugmentedSolid::add_to(&mut builder, "specimen", contact, friction, Pose::IDENTITY);
    builder.finish()
}

fn contact(builder: &mut SystemBuilder, cell: Cell, surface: RigidSurface, depth: f64) -> SolidOnSurface {
    let node = builder.pose_node("body", Pose::IDENTITY, Twist::ZERO);
    let solid = solid(builder, cell);
    let axes = Quaternion::exp(Vec3([0.3, -0.8, 1.1])).matrix();
    // The plane is moved along its normal, so that all points are below it.
    let up = if surface == RigidSurface::Plane { axes.column(2) * 7.0 } else { Vec3([0.2, -0.1, 0.3]) };
    let frame = Frame { node, offset: up, axes };
    let faces = [0, 2].map(|face| CellFace { block: 0, cell: 0, face });
    SolidOnSurface::new(&solid, &faces, |_| true, frame, surface, law(depth))
}

/// A cell whose face at −z is pressed into the wider face at +z of another one.
pub(crate) fn on_solid(slave: Cell, master: Cell, depth: f64) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let upper = placed(&mut builder, slave, |x| x + Vec3([0.1, -0.2, 0.8]));
    let lower = placed(&mut builder, master, |x| Vec3([4.0 * x[0], 4.0 * x[1], x[2] - 0.2]));
    let [bottom, top] = [0, 1].map(|face| [CellFace { block: 0, cell: 0, face }]);
    builder.add_mesh("specimen", SolidOnSolid::new((&upper, &bottom), (&lower, &top), 20.0, law(depth)));
    builder.finish()
}

/// The same by common parts of faces; `wide` times as wide is the lower face, which is clipped where that is one.
pub(crate) fn mortar(slave: Cell, master: Cell, depth: f64, wide: f64) -> Arc<System> {
    let mut builder = SystemBuilder::new();
    let upper = placed(&mut builder, slave, |x| x + Vec3([0.3, -0.4, 0.8]));
    let lower = placed(&mut builder, master, |x| Vec3([wide * x[0], wide * x[1], x[2] - 0.2]));
    let [bottom, top] = [0, 1].map(|face| [CellFace { block: 0, cell: 0, face }]);
    builder.add_mesh("specimen", SolidMortar::new((&upper, &bottom), (&lower, &top), 20.0, law(depth)));
    builder.finish()
}
