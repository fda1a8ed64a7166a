//! Sums over the points of a contact: its channels.

use super::pair::Response;
use crate::math::Vec3;
use crate::system::Energy;

/// What acts at a point that touches, in world axes.
pub(super) struct Acting {
    /// Where the point is.
    pub place: Vec3,
    /// The point from where moments are taken.
    pub arm: Vec3,
    /// The force on the solid.
    pub force: Vec3,
    /// Undeformed area of the point.
    pub area: f64,
    /// The pressing force, pressure times area.
    pub normal: f64,
    /// The friction force.
    pub friction: f64,
    /// The sliding speed.
    pub sliding: f64,
}

/// Resultants and maxima of the points of a contact.
pub(super) struct Sums {
    pub force: Vec3,
    pub moment: Vec3,
    normal: f64,
    friction: f64,
    area: f64,
    points: f64,
    largest: f64,
    place: Vec3,
    largest_friction: f64,
    sliding: f64,
}

impl Sums {
    /// Without any points.
    pub fn none() -> Self {
        let (zero, none) = (Vec3::zero(), 0.0);
        Sums {
            force: zero,
            moment: zero,
            normal: none,
            friction: none,
            area: none,
            points: none,
            largest: none,
            place: zero,
            largest_friction: none,
            sliding: none,
        }
    }

    /// Adds a point.
    pub fn add(&mut self, acting: &Acting) {
        self.force += acting.force;
        self.moment += acting.arm.cross(acting.force);
        self.normal += acting.normal;
        self.friction += acting.friction;
        if acting.normal <= 0.0 {
            return;
        }
        self.area += acting.area;
        self.points += 1.0;
        self.largest_friction = self.largest_friction.max(acting.friction / acting.area);
        self.sliding = self.sliding.max(acting.sliding);
        let pressure = acting.normal / acting.area;
        if pressure > self.largest {
            (self.largest, self.place) = (pressure, acting.place);
        }
    }

    /// Adds a point of an undeformed area that touches a face of another solid; moments are about the origin of the world.
    pub fn add_on_face(&mut self, place: Vec3, area: f64, response: &Response<f64>) {
        let traction = &response.traction;
        self.add(&Acting {
            place,
            arm: place,
            force: response.stress * area,
            area,
            normal: area * traction.pressure,
            friction: area * traction.friction(),
            sliding: traction.slip.norm(),
        });
    }

    /// The resultant force, and the moment over a length.
    pub fn resultant(&self, length: f64) -> [f64; 6] {
        let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
        std::array::from_fn(|i| if i < 3 { self.force[i] } else { self.moment[i - 3] * scale })
    }

    /// The channels of a contact of a solid ([`super::keys::CHANNELS`]), with the smallest gap of all its points.
    pub fn channels(&self, gap: f64, energy: &Energy, out: &mut [f64]) {
        out[..3].copy_from_slice(&self.force.0);
        out[3..6].copy_from_slice(&self.moment.0);
        out[6..10].copy_from_slice(&[self.normal, self.friction, gap, self.largest]);
        out[10..13].copy_from_slice(&self.place.0);
        out[13..17].copy_from_slice(&[self.area, self.points, energy.potential, energy.dissipated]);
        out[17..].copy_from_slice(&[self.largest_friction, self.sliding]);
    }
}
