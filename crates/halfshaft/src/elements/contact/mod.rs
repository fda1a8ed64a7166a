//! Contacts between rigid bodies: two surfaces that press into each other, and oil films between them. Contacts of solids are in `solid`, those of superelements in
//! `superelement`.
//!
//! The parts are small: a pair of surfaces determines indentation, its rate, normal and point (`surfaces.rs`); a normal
//! law gives the force, which depends on the impact speed (`impact.rs`); friction acts perpendicular to the normal.

/// What an element with friction between faces takes over from its contact without friction.
macro_rules! as_without_friction {
    () => {
        fn is_feasible(&self, at: &At<f64>) -> bool {
            self.contact.is_feasible(&Self::inner(at))
        }

        fn step_size_ratio(&self, at: &At<f64>) -> f64 {
            self.contact.step_size_ratio(&Self::inner(at))
        }

        fn condition(&self, at: &At<f64>) -> $crate::system::Condition {
            self.contact.condition(&Self::inner(at))
        }

        fn wrench(&self) -> Option<$crate::system::Wrench> {
            self.contact.wrench()
        }
    };
}

pub(super) mod impact;
mod surfaces;

mod faces;
pub mod film;
pub mod flanks;
pub mod impulsive;
pub mod point;
pub mod presliding;
pub mod ring;
pub mod solid;
pub mod sticking;
pub mod superelement;

pub use film::FilmContact;
pub use impact::Normal;
pub use impulsive::ImpulsiveContact;
pub use point::PointContact;
pub use presliding::PreslidingFaces;
pub use ring::RingContact;
pub use sticking::StickingFaces;
pub use surfaces::{PinInBore, SphereOnPlane, Spheres, Surfaces};
