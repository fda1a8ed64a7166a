//! The surface of a beam element for pictures, with the stresses on it.
//!
//! ```text
//! R(ξ) = R_A exp(ξ θ),   x(ξ) = x_A + R_A Tᵀ(ξ θ) ξ u
//! ```
//!
//! are the sections of the screw motion from A to B. Moments run linearly from A to B.

use super::section::Section;
use crate::math::rotation::tangent;
use crate::math::{Mat3, Quaternion, Vec3};
use crate::mesh::{MeshField, Surface};

/// An element in a state.
pub(super) struct Bent {
    /// x_A and R_A.
    pub start: (Vec3, Mat3),
    /// u and θ of the screw motion from A to B.
    pub screw: [Vec3; 2],
    /// From the axis to the centroid, along y and z.
    pub centroid: [f64; 2],
    /// N, V_y and V_z.
    pub forces: Vec3,
    /// T, M_y and M_z at A and at B, about the centroid.
    pub moments: [Vec3; 2],
}

/// The outlines of its sections as they are, with the equivalent and principal stresses at their points; without numbers for a section
/// whose stresses are not known.
pub(super) fn of(section: &Section, segments: usize, bent: &Bent) -> MeshField {
    let (segments, points) = (segments.max(1), &section.outline.points);
    let ((x_a, r_a), [u, theta], [at_a, at_b], [y, z]) = (bent.start, bent.screw, bent.moments, bent.centroid);
    let mut positions = Vec::with_capacity((segments + 1) * points.len());
    let mut stresses: Vec<[f64; 2]> = Vec::with_capacity(positions.capacity());
    for k in 0..=segments {
        let xi = k as f64 / segments as f64;
        let turned: Mat3 = r_a * Quaternion::exp(theta * xi).matrix();
        let origin = x_a + r_a * (tangent(theta * xi).transpose() * (u * xi));
        let moments = at_a * (1.0 - xi) + at_b * xi;
        for point in points {
            positions.push(origin + turned * Vec3([0.0, y + point.at[0], z + point.at[1]]));
            stresses.push(section.stress_at(point, bent.forces.0, moments.0));
        }
    }
    let each = |of: fn([f64; 2]) -> f64| stresses.iter().map(|stress| of(*stress)).collect::<Vec<f64>>();
    let mut scalars = vec![];
    if !section.stress_points.is_empty() {
        scalars = vec![
            ("von_mises", "Pa", each(|[normal, shear]| (normal * normal + 3.0 * shear * shear).sqrt())),
            ("principal_1", "Pa", each(|[normal, shear]| 0.5 * normal + (0.5 * normal).hypot(shear))),
            ("principal_2", "Pa", each(|_| 0.0)),
            ("principal_3", "Pa", each(|[normal, shear]| 0.5 * normal - (0.5 * normal).hypot(shear))),
        ];
    }
    let surface = surface(points.len() as u32, segments as u32, &section.outline.cap, section.outline.round);
    MeshField { positions, surface, scalars, ..MeshField::default() }
}

/// Quadrilaterals between the rings of points, the ends closed, and lines around both ends; lines along the edges of a section with
/// corners.
fn surface(around: u32, segments: u32, cap: &[[u32; 4]], round: bool) -> Surface {
    let point = |ring: u32, k: u32| ring * around + k % around;
    let side = |ring: u32, k: u32| [point(ring, k), point(ring, k + 1), point(ring + 1, k + 1), point(ring + 1, k)];
    let mut quads: Vec<[u32; 4]> = (0..segments).flat_map(|ring| (0..around).map(move |k| side(ring, k))).collect();
    for [a, b, c, d] in cap {
        quads.push([*d, *c, *b, *a]);
        quads.push([*a, *b, *c, *d].map(|k| k + segments * around));
    }
    let rings =
        [0, segments].into_iter().flat_map(|ring| (0..around).map(move |k| [point(ring, k), point(ring, k + 1)]));
    let along = (0..segments).flat_map(|ring| (0..around).map(move |k| [point(ring, k), point(ring + 1, k)]));
    let outline = along.clone().filter(|[a, _]| (a % around).is_multiple_of(around.div_ceil(4))).collect();
    let lines = rings.chain(along.filter(|_| !round)).collect();
    Surface { quads, lines, outline, round }
}
