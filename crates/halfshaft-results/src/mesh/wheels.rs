//! The wheels of a scene.

use super::gears::{Phases, Wheel};
use super::{bevels, gears, racks};
use crate::scene::Scene;

/// The wheels of all pairs; each body has a wheel once, however many it meshes with.
pub(super) fn wheels(scene: &Scene) -> Vec<Wheel> {
    let mut phases = Phases::new();
    let mut wheels = vec![];
    for item in scene.items.iter().filter(|item| item.section == "gear") {
        let pair = match item.kind.as_str() {
            "external" => gears::pair(scene, item, false, &mut phases),
            "internal" => gears::pair(scene, item, true, &mut phases),
            "bevel" => bevels::pair(scene, item, &mut phases),
            "rack" => racks::pair(scene, item, &mut phases),
            _ => None,
        };
        wheels.extend(pair.into_iter().flatten().flatten());
    }
    wheels
}
