//! The surface of a beam element for pictures, with the stresses on it.
//!
//! A section is where exp(d) takes that of a reference, R = R₀ exp(θ), x = x₀ + R₀ Tᵀ(θ) u. Forces and moments run linearly from A to B.

use super::profile::Profile;
use crate::math::rotation::tangent;
use crate::math::{Mat3, Quaternion, Vec3};
use crate::mesh::{MeshField, Surface};

/// An element in a state.
pub(super) struct Bent {
    /// x₀ and R₀.
    pub reference: (Vec3, Mat3),
    /// From the axis to the centroid, along y and z.
    pub centroid: [f64; 2],
    /// N, V_y and V_z at A and at B.
    pub forces: [Vec3; 2],
    /// T, M_y and M_z at A and at B, about the centroid.
    pub moments: [Vec3; 2],
}

/// The outlines of its sections as they are, with the equivalent and principal stresses at their points; without numbers for a section
/// whose stresses are not known. `screw` gives u and θ for ξ = 0 … 1 from A to B.
pub(super) fn of(profile: &Profile, bent: &Bent, screw: impl Fn(f64) -> [Vec3; 2]) -> MeshField {
    let (segments, first) = (profile.segments(), profile.at(0));
    let ((x, r), [y, z]) = (bent.reference, bent.centroid);
    let around = first.outline.points.len();
    let mut positions = Vec::with_capacity((segments + 1) * around);
    let mut stresses: Vec<[f64; 2]> = Vec::with_capacity(positions.capacity());
    for k in 0..=segments {
        let xi = k as f64 / segments as f64;
        let [u, theta] = screw(xi);
        let turned: Mat3 = r * Quaternion::exp(theta).matrix();
        let origin = x + r * (tangent(theta).transpose() * u);
        let [forces, moments] = [bent.forces, bent.moments].map(|[a, b]| a * (1.0 - xi) + b * xi);
        let section = profile.at(k);
        for point in &section.outline.points {
            positions.push(origin + turned * Vec3([0.0, y + point.at[0], z + point.at[1]]));
            stresses.push(section.stress_at(point, forces.0, moments.0));
        }
    }
    let each = |of: fn([f64; 2]) -> f64| stresses.iter().map(|stress| of(*stress)).collect::<Vec<f64>>();
    let mut scalars = vec![];
    if !first.stress_points.is_empty() {
        scalars = vec![
            ("von_mises", "Pa", each(|[normal, shear]| (normal * normal + 3.0 * shear * shear).sqrt())),
            ("principal_1", "Pa", each(|[normal, shear]| 0.5 * normal + (0.5 * normal).hypot(shear))),
            ("principal_2", "Pa", each(|_| 0.0)),
            ("principal_3", "Pa", each(|[normal, shear]| 0.5 * normal - (0.5 * normal).hypot(shear))),
        ];
    }
    let surface = surface(around as u32, segments as u32, &first.outline.cap, first.outline.round);
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
