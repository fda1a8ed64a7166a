//! The sections of an element from one end to the other.

use std::sync::Arc;

use super::section::{Section, Stress};
use crate::math::Vec3;

/// The sections along an element, for stresses and pictures: one for all of it, or one at each of several equal distances.
#[derive(Clone, Debug)]
pub struct Profile {
    /// One section, or those from A to B.
    sections: Arc<[Section]>,
    /// Number of straight segments in pictures.
    segments: usize,
}

impl Profile {
    /// The same section throughout, drawn in straight segments.
    pub fn uniform(section: Section, segments: usize) -> Self {
        Profile { sections: Arc::new([section]), segments: segments.max(1) }
    }

    /// Sections from A to B at equal distances, two or more; the picture has a segment between two of them.
    pub fn tapered(sections: Vec<Section>) -> Self {
        assert!(sections.len() > 1, "a taper has a section at each end");
        Profile { segments: sections.len() - 1, sections: sections.into() }
    }

    /// Number of straight segments in pictures.
    pub(super) fn segments(&self) -> usize {
        self.segments
    }

    /// The section at the start of segment `k`, or at the end of the last one.
    pub(super) fn at(&self, k: usize) -> &Section {
        &self.sections[k.min(self.sections.len() - 1)]
    }

    /// The largest stresses along the element for forces and moments that run linearly from A to B.
    ///
    /// Normal stresses of a uniform element are linear along it and equivalent stresses convex, so that they are largest at an end. In a
    /// taper they may be largest in between: a cone with a force at its tip has its largest bending stress where its diameter is one and a
    /// half times that of the tip. All of its sections are then compared.
    pub(super) fn stress(&self, forces: [Vec3; 2], moments: [Vec3; 2]) -> Stress {
        let last = (self.sections.len() - 1).max(1);
        let stresses = (0..=last).map(|k| {
            let xi = k as f64 / last as f64;
            let [force, moment] = [forces, moments].map(|[a, b]| a * (1.0 - xi) + b * xi);
            self.at(k).stress(force.0, moment.0)
        });
        stresses.reduce(Stress::largest).expect("two sections or more")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cone of the diameters d at A and D at B under a force P across at A: σ = 32 P x/(π δ³) with δ = d + (D − d) x/ℓ is largest where
    /// δ = 3 d/2.
    #[test]
    fn the_bending_stress_of_a_cone_is_largest_where_its_diameter_is_one_and_a_half_times_that_of_the_tip() {
        let (tip, clamp, length, force) = (0.03, 0.06, 1.0, 100.0);
        let diameter = |xi: f64| tip + (clamp - tip) * xi;
        let stations = 24;
        let sections =
            (0..=stations).map(|k| Section::tube(diameter(f64::from(k) / f64::from(stations)), 0.0, 0.3)).collect();
        let cone = Profile::tapered(sections);
        let forces = [Vec3([0.0, force, 0.0]); 2];
        let stress = cone.stress(forces, [Vec3::zero(), Vec3([0.0, 0.0, force * length])]);
        let at = |xi: f64| 32.0 * force * length * xi / (std::f64::consts::PI * diameter(xi).powi(3));
        // ξ = ½ is one of the stations.
        let largest = at(0.5 * tip / (clamp - tip));
        assert!((stress.highest / largest - 1.0).abs() < 1e-12, "{} {largest}", stress.highest);
        assert!((stress.lowest / largest + 1.0).abs() < 1e-12);
        assert!(largest > 1.15 * at(1.0));
    }

    #[test]
    fn a_uniform_element_has_its_largest_stresses_at_an_end() {
        let section = Section::rectangle(0.02, 0.01, 0.3);
        let (forces, moments) = ([Vec3([1e3, 20.0, 0.0]); 2], [Vec3([1.0, 2.0, -3.0]), Vec3([1.0, 2.0, 4.0])]);
        let [a, b] = [0, 1].map(|end| section.stress(forces[end].0, moments[end].0));
        let stress = Profile::uniform(section, 3).stress(forces, moments);
        assert_eq!(stress, a.largest(b));
        assert_eq!(stress.von_mises, a.von_mises.max(b.von_mises));
    }
}
